/* kernels.c - small dense kernels, row-major
 *
 * One elimination serves the local matrices and the global sweeps.  Rows are compared after division by their
 * largest entry, recomputed for every block: plain row pivoting loses all digits on well-conditioned boundary
 * value problems with coupled conditions (S. J. Wright 1993), scaled pivoting does not.
 */
#include <float.h>
#include <math.h>

#include "kernels.h"

/* A pivot below this many ulps of its own column's first entries is cancellation, not information. */
static const double LOST = 8 * DBL_EPSILON;

static void swap_rows(int width, double *restrict p, double *restrict q)
{
    for (int c = 0; c < width; c++) {
        double keep = p[c];
        p[c] = q[c];
        q[c] = keep;
    }
}

static int largest_scaled(int rows, int first, int j, const double *a, int ld, const double *scale)
{
    int best = first;
    double most = -1;
    for (int i = first; i < rows; i++) {
        double size = fabs(a[(long)i * ld + j]) * scale[i];
        if (size > most) {
            most = size;
            best = i;
        }
    }
    return best;
}

/* scale_i = 1 / max_c |a_ic|;  column_j = max_i |a_ij| scale_i */
static void find_scales(int rows, int n, int scale_width, const double *a, int ld, double *scale,
                        double *column)
{
    for (int j = 0; j < n; j++)
        column[j] = 0;
    for (int i = 0; i < rows; i++) {
        const double *row = a + (long)i * ld;
        double most = 0;
        for (int c = 0; c < scale_width; c++)
            most = fmax(most, fabs(row[c]));
        scale[i] = most > 0 ? 1 / most : 0;
        for (int j = 0; j < n; j++)
            column[j] = fmax(column[j], fabs(row[j]) * scale[i]);
    }
}

int cd_eliminate(int rows, int n, int width, int scale_width, double *a, int ld, int *pivot, double *scale,
                 double *column)
{
    find_scales(rows, n, scale_width, a, ld, scale, column);
    for (int j = 0; j < n; j++) {
        int p = largest_scaled(rows, j, j, a, ld, scale);
        double *restrict top = a + (long)j * ld;
        pivot[j] = p;
        if (p != j) {
            swap_rows(width, top, a + (long)p * ld);
            double keep = scale[p];
            scale[p] = scale[j];
            scale[j] = keep;
        }
        if (!(fabs(top[j]) * scale[j] > LOST * column[j]))
            return j;
        double inverse = 1 / top[j];
        for (int i = j + 1; i < rows; i++) {
            double *restrict row = a + (long)i * ld;
            if (row[j] == 0)
                continue;
            double factor = row[j] *= inverse;
            for (int c = j + 1; c < width; c++)
                row[c] -= factor * top[c];
        }
    }
    return -1;
}

void cd_eliminate_vector(int rows, int n, const double *a, int ld, const int *pivot, double *b)
{
    for (int j = 0; j < n; j++) {
        double keep = b[pivot[j]];
        b[pivot[j]] = b[j];
        b[j] = keep;
    }
    for (int i = 1; i < rows; i++) {
        const double *row = a + (long)i * ld;
        int count = i < n ? i : n;
        double sum = b[i];
        for (int j = 0; j < count; j++)
            sum -= row[j] * b[j];
        b[i] = sum;
    }
}

void cd_back_substitute(int n, const double *a, int ld, double *x, int ldx, int count)
{
    for (int i = n - 1; i >= 0; i--) {
        const double *row = a + (long)i * ld;
        double *restrict target = x + (long)i * ldx;
        for (int j = i + 1; j < n; j++) {
            double factor = row[j];
            const double *source = x + (long)j * ldx;
            if (factor != 0)
                for (int c = 0; c < count; c++)
                    target[c] -= factor * source[c];
        }
        double inverse = 1 / row[i];
        for (int c = 0; c < count; c++)
            target[c] *= inverse;
    }
}
