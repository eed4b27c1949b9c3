/* large.c - large matrices side by side, of every instruction set: residuals, zeros, what is lost */
#include <float.h>
#include <stdlib.h>

#include "check.h"
#include "uniform.h"
#include "cpu.h"
#include "lanes.h"
#include "large.h"

enum { MOST = 331, RIGHT = 9, LANES = CD_WIDTH };

/* One instruction set. */
typedef struct set {
    int (*factor)(int n, double *a, int nb, double *b, int *pivot, double threshold, double *work, int *lane);
    void (*solve)(int n, const double *a, const int *pivot, double *x);
} set;

/* Which entries of a matrix are not zero, and whether its pivots stand on the diagonal. */
typedef enum kind { DENSE, DIAGONAL, ROWS_ALIKE, BANDED, SPARSE, KINDS } kind;

static _Alignas(64) double a[LANES * MOST * MOST], first_a[LANES * MOST * MOST], b[LANES * MOST * RIGHT],
    first_b[LANES * MOST * RIGHT], x[LANES * MOST], work[2 * LANES * MOST];
static int pivot[LANES * MOST];

static int is_there(kind how, int i, int j)
{
    if (how == BANDED)
        return abs(i - j) <= 5;
    if (how == SPARSE) /* an arrow and a few others */
        return i == j || i % 97 == 5 || j % 89 == 7 || (i * 7 + j * 3) % 61 == 0;
    return 1;
}

/* A matrix and right-hand sides, whose first columns begin with zeros. */
static void fill(int n, int nb, kind how)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int here = is_there(how, i, j);
            double same = uniform();
            for (int l = 0; l < LANES; l++) {
                double entry = how == ROWS_ALIKE ? same * (1 + 0.01 * l) : uniform();
                first_a[LANES * (i * n + j) + l] = (here    ? entry
                                                    : l % 2 ? -0.0
                                                            : 0) +
                                                   (how == DIAGONAL && i == j ? 2 * n : 0);
            }
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < nb; j++)
            for (int l = 0; l < LANES; l++)
                first_b[LANES * (i * nb + j) + l] = i < n / 2 * (j % 3) ? 0 : uniform();
    memcpy(a, first_a, sizeof a);
    memcpy(b, first_b, sizeof b);
}

/* max |A x - b| over max |A| |x| + |b| for column j of b in a lane; x: every `by`-th of the lanes of `at`. */
static double residual(int n, int nb, int j, int l, const double *at, int by)
{
    double worst = 0, most = 0;
    for (int i = 0; i < n; i++) {
        double rest = first_b[LANES * (i * nb + j) + l], size = fabs(rest);
        for (int c = 0; c < n; c++) {
            double term = first_a[LANES * (i * n + c) + l] * at[LANES * c * by + l];
            rest -= term;
            size += fabs(term);
        }
        worst = fmax(worst, fabs(rest));
        most = fmax(most, size);
    }
    return most > 0 ? worst / most : worst;
}

static void test_factor(const set *s, int n, int nb, kind how)
{
    int lane = -1;
    fill(n, nb, how);
    CHECK_INT(s->factor(n, a, nb, b, pivot, 8 * DBL_EPSILON, work, &lane), -1);
    for (int i = 0; i < n; i++)
        for (int l = 0; l < LANES; l++)
            x[LANES * i + l] = first_b[LANES * (i * nb + nb - 1) + l];
    s->solve(n, a, pivot, x);
    for (int l = 0; l < LANES; l++) {
        for (int j = 0; j < nb; j++)
            CHECK_NEAR(residual(n, nb, j, l, b + LANES * j, nb), 0, 20 * n * DBL_EPSILON);
        CHECK_NEAR(residual(n, nb, nb - 1, l, x, 1), 0, 20 * n * DBL_EPSILON);
    }
    for (int j = 0; j < n && how == DIAGONAL; j++)
        for (int l = 0; l < LANES; l++)
            CHECK_INT(pivot[LANES * j + l], j);
}

/* A column without entries, then two equal rows: the last column has no pivot. */
static void test_lost(const set *s, int n, int column, int lane)
{
    int found = -1;
    fill(n, 1, DENSE);
    for (int i = 0; i < n; i++)
        a[LANES * (i * n + column) + lane] = 0;
    CHECK_INT(s->factor(n, a, 1, b, pivot, 8 * DBL_EPSILON, work, &found), column);
    CHECK_INT(found, lane);
    fill(n, 1, DIAGONAL);
    int row = column > 0 ? 0 : n - 1;
    for (int j = 0; j < n; j++)
        a[LANES * (row * n + j) + lane] = a[LANES * (column * n + j) + lane];
    CHECK_INT(s->factor(n, a, 1, b, pivot, 1e-12, work, &found), n - 1);
    CHECK_INT(found, lane);
}

static void test_set(const set *s)
{
    static const int sizes[] = {CD_LARGE, 25, 27, 31, 32, 33, 36, 40, 63, 64, 66, 100};
    for (int i = 0; i < (int)(sizeof sizes / sizeof sizes[0]); i++)
        for (kind how = 0; how < KINDS; how++)
            test_factor(s, sizes[i], 1 + i % RIGHT, how);
    test_factor(s, 300, 4, ROWS_ALIKE); /* more rows than are worked on at a time */
    test_factor(s, MOST, 2, SPARSE);
    for (int n = CD_LARGE; n < 80; n += 13)
        for (int column = 0; column < n; column += 9)
            test_lost(s, n, column, (column / 9 + n) % LANES);
}

int main(void)
{
    uniform_state = 11;
    set baseline = {cd_large_factor_baseline, cd_lanes_solve_baseline};
    set avx2 = {cd_large_factor_avx2, cd_lanes_solve_avx2};
    test_set(&baseline);
    if (cd_cpu_has_avx2())
        test_set(&avx2);
    return check_result();
}
