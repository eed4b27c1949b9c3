/* panels.h - elimination with scaled row pivoting in panels of four columns of matrices side by side: inlined
 *
 * kernels.c has the reasons for the scales.  The rest of a row is loaded and stored once for four multiplications, or for
 * eight.  Lanes that want different pivot rows are swapped one by one.  Only the first `rows` of n rows have something in
 * the columns at hand; below CD_LARGE that is not looked at.
 */
#ifndef CD_PANELS_H
#define CD_PANELS_H

#include "large.h"
#include "unrolled.h"
#include "vector.h"

enum { PANEL = 4, PAIR = 2 * PANEL };
enum { MOST_SMALL = 5 }; /* to this order a row and its like fit into registers */

/* t[n] -= sum_q m_q s_q[n] for `count` <= 8 rows s_q of leading dimension ld: one load and one store of t */
UNROLLED void subtract(int count, int n, const cd_vec *m, const cd_vec *s, int ld, cd_vec *t)
{
    cd_vec f[PAIR]; /* in registers: t might be where m is */
    for (int q = 0; q < count; q++)
        f[q] = m[q];
    int c = 0;
    for (; c + 1 < n; c += 2) {
        cd_vec x = t[c], y = t[c + 1];
        for (int q = 0; q < count; q++) {
            x = cd_minus_product(x, f[q], s[q * ld + c]);
            y = cd_minus_product(y, f[q], s[q * ld + c + 1]);
        }
        t[c] = x;
        t[c + 1] = y;
    }
    if (c < n) {
        cd_vec x = t[c];
        for (int q = 0; q < count; q++)
            x = cd_minus_product(x, f[q], s[q * ld + c]);
        t[c] = x;
    }
}

/* .. where count is not a constant */
UNROLLED void subtract_any(int count, int n, const cd_vec *m, const cd_vec *s, int ld, cd_vec *t)
{
    if (count == 1)
        subtract(1, n, m, s, ld, t);
    else if (count == 2)
        subtract(2, n, m, s, ld, t);
    else if (count == 3)
        subtract(3, n, m, s, ld, t);
}

static inline int all_zero(const cd_vec *m) /* of four multipliers, whatever the sign of zero */
{
    cd_mask bits = (cd_mask)m[0] | (cd_mask)m[1] | (cd_mask)m[2] | (cd_mask)m[3];
    return cd_is_zero((cd_vec)(bits << 1));
}

/* scale_i = 1 / max_c |a_ic|;  column_j = max_i |a_ij| scale_i */
UNROLLED void find_scales(int n, const cd_vec *a, cd_vec *scale, cd_vec *column)
{
    int small = __builtin_constant_p(n) && n <= MOST_SMALL; /* sizes of columns stay in registers */
    cd_vec zero = cd_all(0), one = cd_all(1), few[MOST_SMALL], *largest = small ? few : column;
    for (int j = 0; j < n; j++)
        largest[j] = zero;
    for (int i = 0; i < n; i++, a += n) {
        cd_vec most = zero;
        for (int j = 0; j < n; j++)
            most = cd_larger(cd_abs(a[j]), most);
        cd_mask some = most > zero;
        cd_vec factor = (cd_vec)((cd_mask)(one / most) & some);
        for (int j = 0; j < n; j++)
            largest[j] = cd_larger(cd_abs(a[j]) * factor, largest[j]);
        scale[i] = factor;
    }
    for (int j = 0; small && j < n; j++)
        column[j] = few[j];
}

static void swap_rows(int n, cd_vec *p, cd_vec *q)
{
    for (int c = 0; c < n; c++) {
        cd_vec keep = p[c];
        p[c] = q[c];
        q[c] = keep;
    }
}

static void swap_lane(int n, int lane, cd_vec *p, cd_vec *q)
{
    double *x = (double *)p + lane, *y = (double *)q + lane;
    for (int c = 0; c < n; c++) {
        double keep = x[c * CD_WIDTH];
        x[c * CD_WIDTH] = y[c * CD_WIDTH];
        y[c * CD_WIDTH] = keep;
    }
}

/* The row of the largest scaled entry in column j of one lane. */
static int find_pivot(int rows, int n, int j, int lane, const cd_vec *a, const cd_vec *scale, double most)
{
    const double *entry = (const double *)(a + j * n + j) + lane,
                 *factor = (const double *)(scale + j) + lane;
    for (int p = j; p < rows; p++, entry += n * CD_WIDTH, factor += CD_WIDTH)
        if ((*entry < 0 ? -*entry : *entry) * *factor == most)
            return p;
    return j; /* NaN: the pivot test will see it */
}

/* Another row than j to the diagonal of column j: the same one in all lanes if it has `enough` in each of them, else in
 * each lane the one with most. */
static void exchange_rows(int rows, int n, int j, cd_vec *a, int nb, cd_vec *b, int *pivot, cd_vec *scale,
                          const cd_vec *limits)
{
    cd_vec most = limits[0], enough = limits[1];
    int p = j + 1;
    while (p < rows && !cd_every(cd_abs(a[p * n + j]) * scale[p] >= enough))
        p++;
    for (int l = 0; l < CD_WIDTH; l++)
        pivot[l] = p < rows ? p : find_pivot(rows, n, j, l, a, scale, most[l]);
    if (pivot[0] == pivot[1] && pivot[0] == pivot[2] && pivot[0] == pivot[3]) {
        swap_rows(n, a + j * n, a + pivot[0] * n);
        swap_rows(nb, b + j * nb, b + pivot[0] * nb);
        swap_rows(1, scale + j, scale + pivot[0]);
        return;
    }
    for (int l = 0; l < CD_WIDTH; l++)
        if (pivot[l] != j) {
            swap_lane(n, l, a + j * n, a + pivot[l] * n);
            swap_lane(nb, l, b + j * nb, b + pivot[l] * nb);
            swap_lane(1, l, scale + j, scale + pivot[l]);
        }
}

/* Bring a row with a large scaled entry of column j to the diagonal, in each lane.  Half of the largest one will do if
 * all lanes can then take the same row: swapping lanes one by one is slow. */
UNROLLED void exchange(int rows, int n, int j, cd_vec *a, int nb, cd_vec *b, int *pivot, cd_vec *scale)
{
    cd_vec most = cd_abs(a[j * n + j]) * scale[j], first = most;
    for (int i = j + 1; i < rows; i++)
        most = cd_larger(cd_abs(a[i * n + j]) * scale[i], most);
    cd_vec limits[2] = {most, most * cd_all(0.5)};
    for (int l = 0; l < CD_WIDTH; l++)
        pivot[l] = j;
    if (!cd_every(first >= limits[1]))
        exchange_rows(rows, n, j, a, nb, b, pivot, scale, limits);
}

/* Eliminate column j within its panel, which ends before column `end`; nonzero if its pivot is lost. */
UNROLLED int factor_column(int rows, int n, int j, int end, cd_vec *a, int nb, cd_vec *b, int *pivot,
                           cd_vec threshold, cd_vec *scale, const cd_vec *column, int *lane)
{
    cd_vec *top = a + j * n;
    exchange(rows, n, j, a, nb, b, pivot + j * CD_WIDTH, scale);
    int good = cd_bits(cd_abs(top[j]) * scale[j] > threshold * column[j]);
    if (good != (1 << CD_WIDTH) - 1) {
        for (*lane = 0; good >> *lane & 1;)
            ++*lane;
        return 1;
    }
    cd_vec inverse = top[j] = cd_all(1) / top[j];
    for (int i = j + 1; i < rows; i++) {
        cd_vec *row = a + i * n;
        if (n >= CD_LARGE && cd_is_zero(row[j]))
            continue;
        cd_vec factor = row[j] = row[j] * inverse;
        for (int c = j + 1; c < end; c++)
            row[c] = cd_minus_product(row[c], factor, top[c]);
    }
    return 0;
}

/* Factor columns p .. p+w-1; -1 or the column that is lost. */
UNROLLED int factor_panel(int rows, int n, int p, int w, cd_vec *a, int nb, cd_vec *b, int *pivot,
                          cd_vec threshold, cd_vec *scale, const cd_vec *column, int *lane)
{
    if (w < PANEL) {
        for (int j = p; j < p + w; j++)
            if (factor_column(rows, n, j, p + w, a, nb, b, pivot, threshold, scale, column, lane))
                return j;
        return -1;
    }
    /* one by one: the columns left in the panel are then a constant */
    if (factor_column(rows, n, p, p + 4, a, nb, b, pivot, threshold, scale, column, lane))
        return p;
    if (factor_column(rows, n, p + 1, p + 4, a, nb, b, pivot, threshold, scale, column, lane))
        return p + 1;
    if (factor_column(rows, n, p + 2, p + 4, a, nb, b, pivot, threshold, scale, column, lane))
        return p + 2;
    if (factor_column(rows, n, p + 3, p + 4, a, nb, b, pivot, threshold, scale, column, lane))
        return p + 3;
    return -1;
}

/* Rows first .. last-1 of `count` columns from c on, and of b, less their multipliers of a panel at p times its rows. */
UNROLLED void subtract_panel(int n, int p, int first, int last, int c, int count, cd_vec *a, int nb,
                             cd_vec *b)
{
    for (int i = first; i < last; i++) {
        const cd_vec *m = a + i * n + p;
        if (all_zero(m))
            continue;
        subtract(PANEL, count, m, a + p * n + c, n, a + i * n + c);
        subtract(PANEL, nb, m, b + p * nb, nb, b + i * nb);
    }
}

#endif
