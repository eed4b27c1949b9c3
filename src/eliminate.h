/* eliminate.h - elimination in one matrix stored by rows, with vectors along the rows: inlined where sizes are constants
 *
 * Panels of four columns are one vector of each row: within it the columns are eliminated one by one, then the rest of the
 * row is loaded and stored once for four multiplications.  Scaled row pivoting: see kernels.c.
 *
 * a[rows, ld] row-major, 32-byte aligned, ld a multiple of 4; columns beyond the width of the matrix hold zeros.
 */
#ifndef CD_ELIMINATE_H
#define CD_ELIMINATE_H

#include <float.h>
#include <math.h>

#include "unrolled.h"
#include "vector.h"

/* A pivot below this many ulps of its own column's first entries is cancellation, not information. */
static const double LOST = 8 * DBL_EPSILON;

static const cd_mask ONLY[4] = {{-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}, {0, 0, 0, -1}};
static const cd_mask BEHIND[4] = {{0, -1, -1, -1}, {0, 0, -1, -1}, {0, 0, 0, -1}, {0, 0, 0, 0}};

/* scale_i = 1 / max_c |a_ic| for `count` <= 4 rows, side by side */
UNROLLED void find_scales_of(int count, const double *a, int ld, double *scale)
{
    cd_vec most[4];
    for (int i = 0; i < 4; i++) {
        const cd_vec *row = (const cd_vec *)(a + (long)(i < count ? i : count - 1) * ld);
        most[i] = cd_abs(row[0]);
        for (int c = 1; c < ld / 4; c++)
            most[i] = cd_larger(cd_abs(row[c]), most[i]);
    }
    cd_transpose(most);
    cd_vec size = cd_larger(cd_larger(most[0], most[2]), cd_larger(most[1], most[3]));
    cd_vec found = (cd_vec)((cd_mask)(cd_all(1) / size) & (size > cd_all(0)));
    if (count == 4) {
        cd_store(scale, found);
        return;
    }
    for (int i = 0; i < count; i++)
        scale[i] = found[i];
}

/* .. of all rows;  column_j = max_i |a_ij| scale_i */
UNROLLED void find_scales(int rows, int n, const double *a, int ld, double *scale, double *column)
{
    int vectors = (n + 3) / 4, first = 0;
    cd_vec *most_of = (cd_vec *)column;
    for (; first + 4 <= rows; first += 4)
        find_scales_of(4, a + (long)first * ld, ld, scale + first);
    if (first < rows)
        find_scales_of(rows - first, a + (long)first * ld, ld, scale + first);
    for (int c = 0; c < vectors; c++) {
        cd_vec most = cd_all(0);
        for (int i = 0; i < rows; i++)
            most = cd_larger(cd_abs(*(const cd_vec *)(a + (long)i * ld + 4 * c)) * cd_all(scale[i]), most);
        most_of[c] = most;
    }
}

UNROLLED int largest_scaled(int rows, int j, const double *a, int ld, const double *scale)
{
    int best = j;
    double most = -1;
    for (int i = j; i < rows; i++) {
        double size = fabs(a[(long)i * ld + j]) * scale[i];
        if (size > most) {
            most = size;
            best = i;
        }
    }
    return best;
}

UNROLLED void swap_rows(int vectors, cd_vec *p, cd_vec *q)
{
    for (int c = 0; c < vectors; c++) {
        cd_vec keep = p[c];
        p[c] = q[c];
        q[c] = keep;
    }
}

/* Columns p .. p+w-1 within their vector; -1 or the column that is lost. */
UNROLLED int factor_panel(int rows, int p, int w, double *a, int ld, int *pivot, double *scale,
                          const double *column)
{
    for (int j = p; j < p + w; j++) {
        int best = largest_scaled(rows, j, a, ld, scale), q = j - p;
        double *top = a + (long)j * ld;
        pivot[j] = best;
        if (best != j) {
            swap_rows(ld / 4, (cd_vec *)top, (cd_vec *)(a + (long)best * ld));
            double keep = scale[best];
            scale[best] = scale[j];
            scale[j] = keep;
        }
        if (!(fabs(top[j]) * scale[j] > LOST * column[j]))
            return j;
        double inverse = top[j] = 1 / top[j];
        cd_vec behind = (cd_vec)(*(const cd_mask *)(top + p) & BEHIND[q]);
        for (int i = j + 1; i < rows; i++) {
            double *row = a + (long)i * ld + p;
            cd_vec factor = cd_all(row[q] * inverse);
            *(cd_vec *)row = cd_select(ONLY[q], factor, cd_minus_product(*(cd_vec *)row, factor, behind));
        }
    }
    return -1;
}

/* t[n] -= m s[n] */
UNROLLED void subtract1(int n, double m, const double *s, double *t)
{
    cd_vec factor = cd_all(m);
    for (int c = 0; c < n; c += 4)
        *(cd_vec *)(t + c) = cd_minus_product(*(cd_vec *)(t + c), factor, *(const cd_vec *)(s + c));
}

/* t[n] -= sum_q m_q s_q[n] for four rows s_q */
UNROLLED void subtract4(int n, const double *m, const double *s, int ld, double *t)
{
    cd_vec m0 = cd_all(m[0]), m1 = cd_all(m[1]), m2 = cd_all(m[2]), m3 = cd_all(m[3]);
    const double *s1 = s + ld, *s2 = s1 + ld, *s3 = s2 + ld;
    int c = 0;
    for (; c + 4 < n; c += 8) {
        cd_vec x = cd_minus_product(*(cd_vec *)(t + c), m0, *(const cd_vec *)(s + c));
        cd_vec y = cd_minus_product(*(cd_vec *)(t + c + 4), m0, *(const cd_vec *)(s + c + 4));
        x = cd_minus_product(x, m1, *(const cd_vec *)(s1 + c));
        y = cd_minus_product(y, m1, *(const cd_vec *)(s1 + c + 4));
        x = cd_minus_product(x, m2, *(const cd_vec *)(s2 + c));
        y = cd_minus_product(y, m2, *(const cd_vec *)(s2 + c + 4));
        *(cd_vec *)(t + c) = cd_minus_product(x, m3, *(const cd_vec *)(s3 + c));
        *(cd_vec *)(t + c + 4) = cd_minus_product(y, m3, *(const cd_vec *)(s3 + c + 4));
    }
    if (c < n) {
        cd_vec x = cd_minus_product(*(cd_vec *)(t + c), m0, *(const cd_vec *)(s + c));
        x = cd_minus_product(x, m1, *(const cd_vec *)(s1 + c));
        x = cd_minus_product(x, m2, *(const cd_vec *)(s2 + c));
        *(cd_vec *)(t + c) = cd_minus_product(x, m3, *(const cd_vec *)(s3 + c));
    }
}

/* Gaussian elimination of the first n columns with scaled row pivoting; the scale of a row is its largest entry.  On
 * return the first n rows hold U with inverse pivots on the diagonal and the transformed columns, multipliers stand
 * below the diagonal, and pivot[j] is the row swapped with row j.  scale[rows], column[ld]: workspace.
 * Returns -1, or the column whose pivot is lost in rounding (relative to that column's own entries). */
UNROLLED int eliminate_any(int rows, int n, double *a, int ld, int *pivot, double *scale, double *column)
{
    find_scales(rows, n, a, ld, scale, column);
    for (int p = 0; p < n; p += 4) {
        int w = n - p < 4 ? n - p : 4, rest = ld - p - 4, full = w == 4 ? p + 4 : rows;
        int lost = factor_panel(rows, p, w, a, ld, pivot, scale, column);
        if (lost >= 0)
            return lost;
        const double *top = a + (long)p * ld + p + 4;
        for (int i = p + 1; i < full && rest > 0; i++) {
            double *row = a + (long)i * ld + p;
            for (int q = 0; q < w && q < i - p; q++)
                subtract1(rest, row[q], top + (long)q * ld, row + 4);
        }
        for (int i = full; i < rows && rest > 0; i++) {
            double *row = a + (long)i * ld + p;
            if (!cd_is_zero(*(cd_vec *)row))
                subtract4(rest, row, top, ld, row + 4);
        }
    }
    return -1;
}

/* sum over whole vectors */
UNROLLED double dot(int n, const double *x, const double *y)
{
    cd_vec sum = *(const cd_vec *)x * *(const cd_vec *)y;
    for (int c = 4; c < n; c += 4)
        sum = cd_plus_product(sum, *(const cd_vec *)(x + c), *(const cd_vec *)(y + c));
    return cd_sum(sum);
}

/* The same row operations on b[rows]; y[n, padded]: workspace. */
UNROLLED void forward_any(int rows, int n, const double *a, int ld, const int *pivot, double *b, double *y)
{
    for (int j = 0; j < n; j++)
        if (pivot[j] != j) {
            double keep = b[pivot[j]];
            b[pivot[j]] = b[j];
            b[j] = keep;
        }
    if (n <= 2) { /* too few for vectors */
        for (int i = 1; i < rows; i++)
            for (int j = 0; j < n && j < i; j++)
                b[i] -= a[(long)i * ld + j] * b[j];
        return;
    }
    for (int c = 0; c < n; c += 4)
        *(cd_vec *)(y + c) = cd_all(0);
    y[0] = b[0]; /* entries of y not yet known are zero, whatever stands in the row */
    for (int i = 1; i < n; i++)
        y[i] = b[i] -= dot((i + 3) / 4 * 4, a + (long)i * ld, y);
    for (int i = n; i < rows; i++)
        b[i] -= dot((n + 3) / 4 * 4, a + (long)i * ld, y);
}

/* x[0 .. n-1] from the first n rows, b[n] and the other unknowns x[n .. ld-1]; the first n need not be set. */
UNROLLED void backward_any(int n, const double *a, int ld, const double *b, double *x)
{
    if (n <= 2 && ld == 4) {
        for (int i = n - 1; i >= 0; i--) {
            const double *row = a + (long)i * ld;
            double sum = b[i];
            for (int j = i + 1; j < ld; j++)
                sum -= row[j] * x[j];
            x[i] = sum * row[i];
        }
        return;
    }
    for (int i = 0; i < n; i++)
        x[i] = 0;
    for (int i = n - 1; i >= 0; i--) {
        const double *row = a + (long)i * ld;
        int first = i / 4 * 4; /* x is zero up to i */
        x[i] = (b[i] - dot(ld - first, row + first, x + first)) * row[i];
    }
}

/* Largest row sum of |a|. */
UNROLLED double norm_any(int rows, const double *a, int ld)
{
    double most = 0;
    for (int i = 0; i < rows; i++) {
        const double *row = a + (long)i * ld;
        cd_vec sum = cd_abs(*(const cd_vec *)row);
        for (int c = 4; c < ld; c += 4)
            sum += cd_abs(*(const cd_vec *)(row + c));
        double total = cd_sum(sum);
        most = total > most ? total : most;
    }
    return most;
}

#endif
