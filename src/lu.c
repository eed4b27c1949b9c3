/* lu.c - factor and solve one square system, real or complex, column-major */
#include <math.h>
#include <stddef.h>

#include "lapack.h"
#include "lu.h"

enum { LAPACK_FROM = 40 }; /* order from which LAPACK's blocking pays for its calls */

static void swap(double *a, double *b)
{
    double keep = *a;
    *a = *b;
    *b = keep;
}

/* Eliminate with row pivoting; the diagonal keeps the reciprocals of the pivots. */
static double factor_small(int n, double *a, int *pivot)
{
    double smallest = INFINITY;
    for (int k = 0; k < n; k++) {
        double *column = a + (ptrdiff_t)k * n;
        int p = k;
        for (int i = k + 1; i < n; i++)
            p = fabs(column[i]) > fabs(column[p]) ? i : p;
        pivot[k] = p;
        if (!(fabs(column[p]) > 0))
            return 0;
        smallest = fmin(smallest, fabs(column[p]));
        swap(column + k, column + p);
        double inverse = column[k] = 1 / column[k];
        for (int i = k + 1; i < n; i++)
            column[i] *= inverse;
        for (int j = k + 1; j < n; j++) {
            double *other = a + (ptrdiff_t)j * n;
            swap(other + k, other + p);
            double x = other[k];
            for (int i = k + 1; i < n; i++)
                other[i] -= x * column[i];
        }
    }
    return smallest;
}

static void solve_small(int n, const double *a, const int *pivot, double *b)
{
    for (int k = 0; k < n; k++) { /* L y = P b */
        const double *column = a + (ptrdiff_t)k * n;
        swap(b + k, b + pivot[k]);
        for (int i = k + 1; i < n; i++)
            b[i] -= b[k] * column[i];
    }
    for (int k = n - 1; k >= 0; k--) { /* U x = y */
        const double *column = a + (ptrdiff_t)k * n;
        double x = b[k] *= column[k];
        for (int i = 0; i < k; i++)
            b[i] -= x * column[i];
    }
}

/* y[0 .. count) -= x column[0 .. count), complex */
static void subtract(int count, const double *x, const double *column, double *y)
{
    double re = x[0], im = x[1];
    for (ptrdiff_t i = 0; i < 2 * (ptrdiff_t)count; i += 2) {
        y[i] -= re * column[i] - im * column[i + 1];
        y[i + 1] -= re * column[i + 1] + im * column[i];
    }
}

/* z <- z w */
static void multiply(double *z, const double *w)
{
    double re = z[0] * w[0] - z[1] * w[1];
    z[1] = z[0] * w[1] + z[1] * w[0];
    z[0] = re;
}

static double factor_small_complex(int n, double *a, int *pivot)
{
    double smallest = INFINITY;
    for (int k = 0; k < n; k++) {
        double *column = a + 2 * (ptrdiff_t)k * n, best = -1;
        int p = k;
        for (int i = k; i < n; i++) {
            double size = fabs(column[2 * i]) + fabs(column[2 * i + 1]);
            p = size > best ? i : p;
            best = fmax(best, size);
        }
        pivot[k] = p;
        if (!(best > 0))
            return 0;
        smallest = fmin(smallest, best);
        swap(column + 2 * k, column + 2 * p);
        swap(column + 2 * k + 1, column + 2 * p + 1);
        double *diagonal = column + 2 * k, square = diagonal[0] * diagonal[0] + diagonal[1] * diagonal[1];
        diagonal[0] /= square;
        diagonal[1] /= -square;
        for (int i = k + 1; i < n; i++)
            multiply(column + 2 * i, diagonal);
        for (int j = k + 1; j < n; j++) {
            double *other = a + 2 * (ptrdiff_t)j * n;
            swap(other + 2 * k, other + 2 * p);
            swap(other + 2 * k + 1, other + 2 * p + 1);
            subtract(n - k - 1, other + 2 * k, diagonal + 2, other + 2 * k + 2);
        }
    }
    return smallest;
}

static void solve_small_complex(int n, const double *a, const int *pivot, double *b)
{
    for (int k = 0; k < n; k++) {
        const double *column = a + 2 * (ptrdiff_t)k * n;
        swap(b + 2 * k, b + 2 * pivot[k]);
        swap(b + 2 * k + 1, b + 2 * pivot[k] + 1);
        subtract(n - k - 1, b + 2 * k, column + 2 * k + 2, b + 2 * k + 2);
    }
    for (int k = n - 1; k >= 0; k--) {
        const double *column = a + 2 * (ptrdiff_t)k * n;
        multiply(b + 2 * k, column + 2 * k);
        subtract(k, b + 2 * k, column, b);
    }
}

/* The smallest diagonal entry of LAPACK's factors, `step` doubles each; 0 if it found a zero pivot. */
static double smallest_of(int n, const double *a, int step, int info)
{
    double smallest = info == 0 ? INFINITY : 0;
    for (ptrdiff_t i = 0; i < n && info == 0; i++) {
        const double *d = a + step * (i + i * n);
        smallest = fmin(smallest, fabs(d[0]) + (step > 1 ? fabs(d[1]) : 0));
    }
    return smallest;
}

double cd_lu_factor(int n, double *a, int *pivot)
{
    int info;
    if (n < LAPACK_FROM)
        return factor_small(n, a, pivot);
    dgetrf_(&n, &n, a, &n, pivot, &info);
    return smallest_of(n, a, 1, info);
}

double cd_lu_factor_complex(int n, double *a, int *pivot)
{
    int info;
    if (n < LAPACK_FROM)
        return factor_small_complex(n, a, pivot);
    zgetrf_(&n, &n, a, &n, pivot, &info);
    return smallest_of(n, a, 2, info);
}

double cd_lu_pivot(int n, const double *a, int k)
{
    double entry = fabs(a[k + (ptrdiff_t)k * n]);
    return n < LAPACK_FROM ? 1 / entry : entry;
}

void cd_lu_solve(int n, const double *a, const int *pivot, double *b)
{
    const int one = 1;
    int info;
    if (n < LAPACK_FROM)
        solve_small(n, a, pivot, b);
    else
        dgetrs_("N", &n, &one, a, &n, pivot, b, &n, &info, 1);
}

void cd_lu_solve_complex(int n, const double *a, const int *pivot, double *b)
{
    const int one = 1;
    int info;
    if (n < LAPACK_FROM)
        solve_small_complex(n, a, pivot, b);
    else
        zgetrs_("N", &n, &one, a, &n, pivot, b, &n, &info, 1);
}
