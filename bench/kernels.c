/* kernels.c - bench kernels: dense local matrices of four subintervals, eliminated side by side and in other ways
 *
 * As in a Newton step: four matrices that are nearly alike, and nb right-hand sides.  One core, the least time of many runs;
 * the ways take turns, so that other work on the machine hits all of them.
 */
#include "kernels.h"
#include "cpu.h"
#include "internal.h"
#include "lanes.h"
#include "lapack.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Matrices of order n with nb right-hand sides; several of the small ones, for a clock is coarse. */
typedef struct bed {
    int n, nb, ld, many;
    int *pivot;
    double *matrix, *right; /* row-major, of one subinterval */
    double *a, *b, *work;   /* what is eliminated: many times in each way */
} bed;

/* Fill a and b; solve them, -1 if there are pivots. */
typedef struct way {
    void (*fill)(const bed *t, double *a, double *b);
    int (*solve)(const bed *t, double *a, double *b);
    int matrices; /* in one go */
} way;

static double *take(size_t n)
{
    double *p = aligned_alloc(64, (n * sizeof(double) / 64 + 1) * 64);
    if (!p)
        exit(2);
    return p;
}

static size_t size_of_a(const bed *t)
{
    return CD_WIDTH * (size_t)t->n * (size_t)t->ld;
}

static size_t size_of_b(const bed *t)
{
    return CD_WIDTH * (size_t)t->n * (size_t)t->nb;
}

static bed create(int n)
{
    bed t = {.n = n, .nb = n / 4 + 1, .many = 1 + 20000 / (n * n)};
    t.ld = (n + 3) / 4 * 4 + (t.nb + 3) / 4 * 4;
    size_t nn = (size_t)n, nb = (size_t)t.nb;
    t.matrix = take(nn * nn);
    t.right = take(nn * nb);
    t.a = take((size_t)t.many * size_of_a(&t));
    t.b = take((size_t)t.many * size_of_b(&t));
    t.work = take(CD_WIDTH * 2 * (nn + (size_t)t.ld));
    t.pivot = malloc(CD_WIDTH * nn * sizeof *t.pivot);
    for (size_t i = 0; i < nn * nn; i++)
        t.matrix[i] = rand() / (double)RAND_MAX - 0.5;
    for (size_t i = 0; i < nn * nb; i++)
        t.right[i] = rand() / (double)RAND_MAX - 0.5;
    return t;
}

static void release(bed *t)
{
    free(t->matrix);
    free(t->right);
    free(t->a);
    free(t->b);
    free(t->work);
    free(t->pivot);
}

/* ---- the ways ------------------------------------------------------------------------------------- */

static void fill_lanes(const bed *t, double *a, double *b)
{
    for (int i = 0; i < t->n * t->n * CD_WIDTH; i++)
        a[i] = t->matrix[i / CD_WIDTH] * (1 + 0.01 * (i % CD_WIDTH));
    for (int i = 0; i < t->n * t->nb * CD_WIDTH; i++)
        b[i] = t->right[i / CD_WIDTH];
}

static int by_lanes(const bed *t, double *a, double *b)
{
    int lane;
    return cd_cpu_has_avx2()
               ? cd_lanes_factor_avx2(t->n, a, t->nb, b, t->pivot, DBL_EPSILON, t->work, &lane)
               : cd_lanes_factor_baseline(t->n, a, t->nb, b, t->pivot, DBL_EPSILON, t->work, &lane);
}

static void fill_rows(const bed *t, double *a, double *b)
{
    int n = t->n, from = (n + 3) / 4 * 4;
    (void)b; /* beside a */
    memset(a, 0, (size_t)n * (size_t)t->ld * sizeof(double));
    for (int i = 0; i < n; i++) {
        memcpy(a + i * t->ld, t->matrix + i * n, (size_t)n * sizeof(double));
        memcpy(a + i * t->ld + from, t->right + i * t->nb, (size_t)t->nb * sizeof(double));
    }
}

static int by_rows(const bed *t, double *a, double *b)
{
    (void)b;
    return cd_cpu_has_avx2() ? bench_by_rows_avx2(t->n, a, t->ld, t->pivot, t->work)
                             : bench_by_rows_baseline(t->n, a, t->ld, t->pivot, t->work);
}

static void fill_columns(const bed *t, double *a, double *b)
{
    memcpy(a, t->matrix, (size_t)(t->n * t->n) * sizeof(double)); /* its transpose is as good */
    memcpy(b, t->right, (size_t)(t->n * t->nb) * sizeof(double));
}

static int by_lapack(const bed *t, double *a, double *b)
{
    int info, n = t->n, nb = t->nb;
    dgetrf_(&n, &n, a, &n, t->pivot, &info);
    if (info == 0)
        dgetrs_("N", &n, &nb, a, &n, t->pivot, b, &n, &info, 1);
    return info == 0 ? -1 : info;
}

/* ---- times ---------------------------------------------------------------------------------------- */

/* Seconds for a matrix, once. */
static double time_of(const bed *t, const way *w)
{
    int lost = -1;
    for (int i = 0; i < t->many; i++)
        w->fill(t, t->a + (size_t)i * size_of_a(t), t->b + (size_t)i * size_of_b(t));
    double begin = cd_seconds();
    for (int i = 0; i < t->many && lost < 0; i++)
        lost = w->solve(t, t->a + (size_t)i * size_of_a(t), t->b + (size_t)i * size_of_b(t));
    if (lost >= 0)
        fprintf(stderr, "bench: a random matrix of order %d is singular\n", t->n);
    return (cd_seconds() - begin) / (t->many * w->matrices);
}

static void measure(int n)
{
    enum { WAYS = 3 };
    static const way ways[WAYS] = {
        {fill_lanes, by_lanes, CD_WIDTH}, {fill_rows, by_rows, 1}, {fill_columns, by_lapack, 1}};
    bed t = create(n);
    double best[WAYS] = {INFINITY, INFINITY, INFINITY}, start = cd_seconds();
    double operations = 2.0 / 3 * n * (double)n * n + 2.0 * n * (double)n * t.nb;
    for (int i = 0; i < 5 || cd_seconds() - start < 1; i++)
        for (int k = 0; k < WAYS; k++)
            best[k] = fmin(best[k], time_of(&t, ways + k));
    printf("| %3d | %3d | %5.1f | %5.1f | %5.1f |\n", n, t.nb, 1e-9 * operations / best[0],
           1e-9 * operations / best[1], 1e-9 * operations / best[2]);
    fflush(stdout);
    release(&t);
}

int bench_kernels(void)
{
    static const int sizes[] = {8, 12, 16, 20, 24, 32, 40, 60, 80, 100, 140, 200, 280, 400, 560, 800};
    printf("| n | nb | four side by side | one by rows | dgetrf + dgetrs |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        measure(sizes[i]);
    return 0;
}
