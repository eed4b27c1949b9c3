/* lanes.c - matrices side by side and matrices by rows, of every instruction set, against LAPACK */
#include <float.h>
#include <stdlib.h>

#include "by_rows.h"
#include "check.h"
#include "uniform.h"
#include "cpu.h"
#include "lanes.h"

#ifndef COLDAE_AVX2
#define by_rows_avx2 by_rows_baseline
#endif

void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *pivot, double *b, const int *ldb,
            int *info);
enum { MOST = 80, RIGHT = 9 };

/* One instruction set. */
typedef struct set {
    int (*factor)(int n, double *a, int nb, double *b, int *pivot, double threshold, double *work, int *lane);
    void (*solve)(int n, const double *a, const int *pivot, double *x);
    void (*gather)(int n, const double *const *from, double *to);
    void (*scatter)(int n, const double *from, int count, double *const *to);
    const by_rows *rows;
} set;

static _Alignas(32) double a[4 * MOST * MOST], b[4 * MOST * RIGHT], x[4 * MOST], work[8 * MOST];
static double dense[4][MOST * MOST], right[4][MOST * (RIGHT + 1)];
static int pivot[4 * MOST], dense_pivot[MOST];

static int padded(int width)
{
    return (width + 3) / 4 * 4;
}

/* Fill the lanes: `alike` nonzero leaves the pivots on the diagonal in all lanes; sparse: many zeros. */
static void fill_lanes(int n, int nb, int alike, int sparse)
{
    for (int l = 0; l < 4; l++)
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double entry = sparse && abs(i - j) > 2 && (i + j) % 5 ? 0 : uniform();
                entry += alike && i == j ? 2 * n : 0;
                a[4 * (i * n + j) + l] = dense[l][i + j * n] = entry;
            }
            for (int j = 0; j < nb; j++)
                b[4 * (i * nb + j) + l] = right[l][i + j * n] = uniform();
            x[4 * i + l] = right[l][i + nb * n] = uniform();
        }
}

static void test_factor(const set *s, int n, int nb, int alike, int sparse)
{
    int lane = -1, info, count = nb + 1;
    fill_lanes(n, nb, alike, sparse);
    static double keep[4][MOST * MOST];
    memcpy(keep, dense, sizeof keep);
    CHECK_INT(s->factor(n, a, nb, b, pivot, 8 * DBL_EPSILON, work, &lane), -1);
    s->solve(n, a, pivot, x);
    for (int l = 0; l < 4; l++) {
        double inverse = 0, *unit = calloc((size_t)(n * n), sizeof *unit),
               *again = calloc((size_t)(n * n), sizeof *unit);
        memcpy(again, keep[l], (size_t)(n * n) * sizeof(double));
        for (int i = 0; i < n; i++)
            unit[i + i * n] = 1;
        dgesv_(&n, &n, again, &n, dense_pivot, unit, &n, &info);
        for (int i = 0; i < n * n; i++)
            inverse = fmax(inverse, fabs(unit[i]));
        dgesv_(&n, &count, dense[l], &n, dense_pivot, right[l], &n, &info);
        double limit = 40 * n * n * DBL_EPSILON * fmax(inverse, 1), worst = 0, size = 1;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < nb; j++)
                worst = fmax(worst, fabs(b[4 * (i * nb + j) + l] - right[l][i + j * n]));
            worst = fmax(worst, fabs(x[4 * i + l] - right[l][i + nb * n]));
            size = fmax(size, fabs(right[l][i + nb * n]));
        }
        CHECK_NEAR(worst, 0, limit * size * (alike ? 1 : 2 * n));
        free(unit);
        free(again);
    }
}

/* The lowest lane and the column in which it is singular. */
static void test_lost(const set *s)
{
    for (int n = 2; n <= 13; n++)
        for (int lost = 0; lost < n; lost++) {
            int lane = -1, where = (lost * 7 + n) % 4;
            fill_lanes(n, 1, 1, 0);
            for (int i = 0; i < n; i++)
                a[4 * (i * n + lost) + where] = 0;
            CHECK_INT(s->factor(n, a, 1, b, pivot, 8 * DBL_EPSILON, work, &lane), lost);
            CHECK_INT(lane, where);
        }
}

static void test_lanes(const set *s)
{
    double from[4][MOST], to[4][MOST + 1] = {{0}};
    const double *sources[4] = {from[0], from[1], from[2], from[3]};
    double *targets[4] = {to[0], to[1], to[2], to[3]};
    for (int n = 1; n <= 13; n++) {
        for (int i = 0; i < 4 * n; i++)
            from[i / n][i % n] = uniform();
        for (int l = 0; l < 4; l++)
            to[l][n] = 77;
        s->gather(n, sources, a);
        for (int i = 0; i < 4 * n; i++)
            CHECK(a[i] == from[i % 4][i / 4]);
        for (int count = 1; count <= 4; count++) {
            s->scatter(n, a, count, targets);
            for (int l = 0; l < count; l++)
                CHECK(memcmp(to[l], from[l], (size_t)n * sizeof(double)) == 0 && to[l][n] == 77);
        }
    }
}

/* n columns of a matrix with more rows and more columns; the left-over rows are a Schur complement. */
static void test_rows(const set *s, int rows, int n, int width, int spread)
{
    int ld = padded(width), more = rows - n, other = width - n, info;
    double y[MOST + 4], full[2 * MOST];
    for (int i = 0; i < rows; i++) {
        for (int c = 0; c < ld; c++)
            a[i * ld + c] = c < width ? ldexp(uniform(), spread * (i % 7 - 3)) : 0;
        for (int c = 0; c < width; c++)
            dense[0][i + c * rows] = a[i * ld + c];
        x[i] = full[i] = uniform();
    }
    CHECK_INT(s->rows->eliminate(rows, n, a, ld, pivot, work, b), -1);
    s->rows->forward(rows, n, a, ld, pivot, x, work);
    for (int c = 0; c < other; c++) /* any values of the other unknowns .. */
        y[n + c] = uniform();
    for (int c = width; c < ld; c++)
        y[c] = 0;
    _Alignas(32) double solution[MOST + 4];
    memcpy(solution, y, (size_t)ld * sizeof(double));
    s->rows->backward(n, a, ld, x, solution);
    /* .. solve n of the original equations, and leave in all rows what the left-over rows say */
    for (int j = 0; j < n; j++) {
        int p = pivot[j];
        for (int c = 0; c < width && p != j; c++) {
            double keep = dense[0][j + c * rows];
            dense[0][j + c * rows] = dense[0][p + c * rows];
            dense[0][p + c * rows] = keep;
        }
        double keep = full[j];
        full[j] = full[p];
        full[p] = keep;
    }
    double inverse[MOST * MOST], copy[MOST * MOST], most = 0;
    for (int i = 0; i < n; i++)
        for (int c = 0; c < n; c++) {
            copy[i + c * n] = dense[0][i + c * rows];
            inverse[i + c * n] = i == c;
        }
    dgesv_(&n, &n, copy, &n, dense_pivot, inverse, &n, &info);
    for (int i = 0; i < rows; i++) { /* residual of row i: zero above, that of the left-over row below */
        double residual = full[i], size = fabs(full[i]), left = 0;
        for (int c = 0; c < width; c++) {
            residual -= dense[0][i + c * rows] * solution[c];
            size += fabs(dense[0][i + c * rows] * solution[c]);
        }
        for (int c = n; c < width && i >= n; c++)
            left += a[i * ld + c] * solution[c];
        most = fmax(most, fabs(residual - (i >= n ? x[i] - left : 0)) / size);
    }
    CHECK_NEAR(most, 0, 200 * (n + more) * DBL_EPSILON);
}

static void test_norm(const set *s)
{
    for (int width = 1; width <= 9; width++) {
        int ld = padded(width);
        double most = 0;
        for (int i = 0; i < 5; i++) {
            double sum = 0;
            for (int c = 0; c < ld; c++) {
                a[i * ld + c] = c < width ? uniform() : 0;
                sum += fabs(a[i * ld + c]);
            }
            most = fmax(most, sum);
        }
        CHECK_NEAR(s->rows->norm(5, a, ld), most, 4 * DBL_EPSILON * most);
    }
}

static void test_set(const set *s)
{
    static const int sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 20, 25, 31, 40, 47, 80};
    for (int i = 0; i < 18; i++)
        for (int variant = 0; variant < 4; variant++)
            test_factor(s, sizes[i], sizes[i] % RIGHT + 1, variant % 2, variant / 2);
    test_lost(s);
    test_lanes(s);
    for (int n = 1; n <= 22; n++)
        for (int more = 0; more <= n; more += n / 4 + 1)
            for (int other = 0; other <= n + 2; other += n / 3 + 1)
                for (int spread = 0; spread <= 4; spread += 4)
                    test_rows(s, n + more, n, n + other, spread);
    test_norm(s);
}

int main(void)
{
    uniform_state = 11;
    set baseline = {cd_lanes_factor_baseline, cd_lanes_solve_baseline, cd_lanes_gather_baseline,
                    cd_lanes_scatter_baseline, &by_rows_baseline};
    set avx2 = {cd_lanes_factor_avx2, cd_lanes_solve_avx2, cd_lanes_gather_avx2, cd_lanes_scatter_avx2,
                &by_rows_avx2};
    test_set(&baseline);
    if (cd_cpu_has_avx2())
        test_set(&avx2);
    return check_result();
}
