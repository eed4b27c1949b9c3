/* kernels.c - scaled elimination and back substitution against residuals and a dense solve; lost columns */
#include <float.h>
#include <stdlib.h>

#include "check.h"
#include "uniform.h"
#include "kernels.h"

void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *pivot, double *b, const int *ldb,
            int *info);

enum { MOST = 40 };
static void fill(int n, double *v)
{
    for (int i = 0; i < n; i++)
        v[i] = uniform();
}

/* a[n, width] = A | B; powers of two as row scales leave every rounding error the same. */
static void test_solve(int n, int count, int ld, int spread)
{
    double a[MOST * 2 * MOST], keep[MOST * 2 * MOST], dense[MOST * MOST], x[MOST * MOST], b[MOST],
        scale[MOST], column[MOST];
    int pivot[MOST], dense_pivot[MOST], info, width = n + count;
    fill(n * ld, a);
    for (int i = 0; i < n; i++) {
        int power = spread ? (i * 37 % 11 - 5) * spread : 0;
        for (int c = 0; c < width; c++)
            a[i * ld + c] = ldexp(a[i * ld + c], power);
        for (int c = 0; c < n; c++)
            dense[i + c * n] = ldexp(a[i * ld + c], -power);
        for (int c = 0; c < count; c++)
            x[i + c * n] = ldexp(a[i * ld + n + c], -power);
        b[i] = a[i * ld + n];
    }
    memcpy(keep, a, sizeof keep);
    CHECK_INT(cd_eliminate(n, n, width, n, a, ld, pivot, scale, column), -1);
    for (int j = 0; j < n; j++) {
        CHECK(pivot[j] >= j && pivot[j] < n);
        for (int i = j + 1; i < n; i++)
            CHECK(isfinite(a[i * ld + j]));
    }
    cd_eliminate_vector(n, n, a, ld, pivot, b);
    cd_back_substitute(n, a, ld, b, 1, 1);
    cd_back_substitute(n, a, ld, a + n, ld, count);
    dgesv_(&n, &count, dense, &n, dense_pivot, x, &n, &info);
    for (int c = 0; c < count; c++) {
        double size = 0, residual = 0, difference = 0;
        for (int i = 0; i < n; i++) {
            size = fmax(size, fabs(a[i * ld + n + c]));
            difference = fmax(difference, fabs(a[i * ld + n + c] - x[i + c * n]));
        }
        for (int i = 0; i < n; i++) { /* each row against its own size */
            double sum = -keep[i * ld + n + c], row = 0;
            for (int j = 0; j < n; j++) {
                sum += keep[i * ld + j] * a[j * ld + n + c];
                row = fmax(row, fabs(keep[i * ld + j]));
            }
            residual = fmax(residual, fabs(sum) / row);
        }
        CHECK_NEAR(residual, 0, 20 * n * DBL_EPSILON * size);
        CHECK_NEAR(difference, 0, 1e-10 * size);
    }
    for (int i = 0; i < n; i++) /* the vector and the carried columns undergo the same operations */
        CHECK_NEAR(b[i], a[i * ld + n], 1e-10 * fabs(a[i * ld + n]) + 1e-12);
}

/* rows > n: the rows left over are free of the eliminated unknowns. */
static void test_partial(int rows, int n, int width)
{
    double a[MOST * 2 * MOST], keep[MOST * 2 * MOST], b[MOST], scale[MOST], column[MOST], z[2 * MOST];
    int pivot[MOST];
    fill(rows * width, a);
    fill(width, z);
    memcpy(keep, a, sizeof keep);
    for (int i = 0; i < rows; i++) {
        b[i] = 0;
        for (int j = 0; j < width; j++)
            b[i] += keep[i * width + j] * z[j];
    }
    CHECK_INT(cd_eliminate(rows, n, width, width, a, width, pivot, scale, column), -1);
    cd_eliminate_vector(rows, n, a, width, pivot, b);
    for (int i = 0; i < rows; i++) { /* z still solves every row */
        double sum = -b[i], size = fabs(b[i]);
        for (int j = i < n ? i : n; j < width; j++) {
            sum += a[i * width + j] * z[j];
            size += fabs(a[i * width + j] * z[j]);
        }
        CHECK_NEAR(sum, 0, 1e-12 * (1 + size));
    }
}

static void test_lost(int n)
{
    double a[MOST * MOST], scale[MOST], column[MOST];
    int pivot[MOST];
    for (int lost = 0; lost < n; lost++) {
        fill(n * n, a);
        for (int i = 0; i < n; i++)
            a[i * n + lost] = 0;
        CHECK_INT(cd_eliminate(n, n, n, n, a, n, pivot, scale, column), lost); /* empty */
        fill(n * n, a);
        for (int i = 0; i < n; i++)
            a[i * n + lost] = lost > 0 ? 2 * a[i * n] : 0;
        CHECK_INT(cd_eliminate(n, n, n, n, a, n, pivot, scale, column), lost); /* a multiple of the first */
        fill(n * n, a);
        a[(n - 1 - lost) * n + lost] = NAN;
        CHECK(cd_eliminate(n, n, n, n, a, n, pivot, scale, column) >= 0);
        fill(n * n, a);
        memset(a + lost * n, 0, (size_t)n * sizeof(double));
        CHECK_INT(cd_eliminate(n, n, n, n, a, n, pivot, scale, column),
                  n - 1); /* an empty row: one too few */
        fill(n * n, a);
        for (int i = 0; i < n; i++) /* tiny columns are not lost: judged by their own size */
            a[i * n + lost] *= 1e-200;
        CHECK_INT(cd_eliminate(n, n, n, n, a, n, pivot, scale, column), -1);
    }
}

/* [tiny 1; 1 1] and the same with its first row multiplied: the pivot must be the second row in both. */
static void test_pivot_choice(void)
{
    for (int power = 0; power <= 100; power += 50) {
        double a[] = {ldexp(1e-18, power), ldexp(1, power), 1, 1}, scale[2], column[2],
               b[] = {ldexp(1, power), 2};
        int pivot[2];
        CHECK_INT(cd_eliminate(2, 2, 2, 2, a, 2, pivot, scale, column), -1);
        CHECK_INT(pivot[0], 1);
        cd_eliminate_vector(2, 2, a, 2, pivot, b);
        cd_back_substitute(2, a, 2, b, 1, 1);
        CHECK_NEAR(b[0], 1, DBL_EPSILON);
        CHECK_NEAR(b[1], 1, DBL_EPSILON);
    }
    double a[] = {1, 1e20, 1, 1}, scale[2], column[2]; /* columns beyond scale_width do not count */
    int pivot[2];
    CHECK_INT(cd_eliminate(2, 1, 2, 1, a, 2, pivot, scale, column), -1);
    CHECK_INT(pivot[0], 0);
}

int main(void)
{
    uniform_state = 7;
    for (int n = 1; n <= MOST; n = n < 8 ? n + 1 : n + 8)
        for (int spread = 0; spread <= 30; spread += 10) {
            test_solve(n, 1, n + 1, spread);
            test_solve(n, 3, n + 3, spread);
            test_solve(n, MOST / 2, n + MOST / 2 + 5, spread);
        }
    for (int n = 1; n <= 8; n++) {
        test_partial(n, n, 2 * n);
        test_partial(n + 1, n, 2 * n + 2);
        test_partial(2 * n + 3, n, 2 * n + 1);
        test_lost(n);
    }
    test_lost(25);
    test_pivot_choice();
    return check_result();
}
