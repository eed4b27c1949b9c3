/* block_system.h - a bordered almost-block-diagonal system, its blocks and its full matrix, for the tests */
#ifndef BLOCK_SYSTEM_H
#define BLOCK_SYSTEM_H

#include <float.h>
#include <stdlib.h>

#include "blocks.h"
#include "check.h"
#include "uniform.h"

void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *pivot, double *b, const int *ldb,
            int *info);

typedef struct block_system {
    cd_memory memory;
    cd_arena arena;
    cd_blocks blocks;
    int n, s, c, size; /* size: all unknowns */
    int *count;        /* [n+1] */
    double *Phi;       /* [n][s][s+c] */
    double *row;       /* [s+c][s+c] */
    double *phi, *g;   /* right-hand sides */
    double *z;         /* [size] z, then border */
} block_system;

static inline int below(int n)
{
    return (int)((uniform() + 1) / 2 * n);
}

static inline double *doubles(int n)
{
    return calloc((size_t)(n > 0 ? n : 1), sizeof(double));
}

static inline void fill(int n, double *v)
{
    for (int i = 0; i < n; i++)
        v[i] = uniform();
}

enum { SEPARATED, LEFT, RIGHT, MIDDLE, SPREAD, PATTERNS };

static inline void place_rows(block_system *a, int pattern)
{
    int rows = a->s + a->c;
    for (int i = 0; i < rows; i++) {
        int spread = below(a->n + 1);
        a->count[pattern == LEFT     ? 0
                 : pattern == RIGHT  ? a->n
                 : pattern == MIDDLE ? a->n / 2
                 : pattern == SPREAD ? spread
                                     : i % 2 * a->n]++;
    }
}

/* Random; close to the unit matrix on long meshes, or their product is singular in double precision. */
static inline void fill_matrix(block_system *a)
{
    int width = a->s + a->c;
    fill(a->n * a->s * width, a->Phi);
    fill(width * width, a->row);
    for (int i = 0; a->n > 10 && i < a->n * a->s; i++)
        for (int j = 0; j < width; j++)
            a->Phi[i * width + j] = 0.2 * a->Phi[i * width + j] + (i % a->s == j);
}

static inline block_system create(int n, int s, int c, int pattern)
{
    block_system a = {.n = n, .s = s, .c = c, .size = s * (n + 1) + c};
    a.count = calloc((size_t)n + 1, sizeof(int));
    place_rows(&a, pattern);
    a.Phi = doubles(n * s * (s + c));
    a.row = doubles((s + c) * (s + c));
    a.phi = doubles(s * n);
    a.g = doubles(s + c);
    a.z = doubles(a.size);
    fill_matrix(&a);
    cd_blocks_layout(&a.arena, n, s, c, a.count, &a.blocks);
    CHECK_INT(cd_arena_create(&a.memory, &a.arena), COLDAE_OK);
    cd_blocks_layout(&a.arena, n, s, c, a.count, &a.blocks);
    CHECK_INT(a.arena.used, a.arena.size);
    return a;
}

static inline void destroy(block_system *a)
{
    cd_arena_release(&a->memory, &a->arena);
    free(a->count);
    free(a->Phi);
    free(a->row);
    free(a->phi);
    free(a->g);
    free(a->z);
}

static inline coldae_status factor(block_system *a, int *where, int *column)
{
    int width = a->s + a->c;
    for (int n = 1; n <= a->n; n++)
        cd_blocks_put_intervals(&a->blocks, n, 1, a->Phi + (n - 1) * a->s * width);
    for (int j = 0, at = 0; j <= a->n; j++)
        for (int i = 0; i < a->count[j]; i++)
            memcpy(cd_blocks_row(&a->blocks, j, i), a->row + at++ * width, (size_t)width * sizeof(double));
    return cd_blocks_factor(&a->blocks, where, column);
}

static inline void solve(block_system *a)
{
    cd_blocks_solve(&a->blocks, a->phi, a->g, a->z, a->z + a->s * (a->n + 1));
}

/* Right-hand sides (phi, g) = A x. */
static inline void multiply(const block_system *a, const double *x, double *phi, double *g)
{
    int s = a->s, c = a->c, width = s + c;
    const double *border = x + s * (a->n + 1);
    for (int i = 0; i < s * a->n; i++) {
        const double *row = a->Phi + i * width, *z = x + i / s * s;
        double sum = x[s + i];
        for (int j = 0; j < width; j++)
            sum -= row[j] * (j < s ? z[j] : border[j - s]);
        phi[i] = sum;
    }
    for (int p = 0, at = 0; p <= a->n; p++)
        for (int i = 0; i < a->count[p]; i++, at++) {
            double sum = 0;
            for (int j = 0; j < width; j++)
                sum += a->row[at * width + j] * (j < s ? x[p * s + j] : border[j - s]);
            g[at] = sum;
        }
}

/* The whole matrix, column-major: the interval rows, then the point rows. */
static inline double *dense(const block_system *a)
{
    int N = a->size;
    double *matrix = doubles(N * N), *unit = doubles(N);
    for (int j = 0; j < N; j++) {
        unit[j] = 1;
        multiply(a, unit, matrix + j * N, matrix + j * N + a->s * a->n);
        unit[j] = 0;
    }
    free(unit);
    return matrix;
}

/* Largest row sum of [rows, columns] column-major. */
static inline double row_norm(int rows, int columns, const double *a)
{
    double norm = 0;
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        for (int j = 0; j < columns; j++)
            sum += fabs(a[i + j * rows]);
        norm = fmax(norm, sum);
    }
    return norm;
}

/* x <- A^-1 x for x[size, count] */
static inline int dense_solve(const block_system *a, int count, double *x)
{
    int *pivot = malloc((size_t)a->size * sizeof(int)), info;
    double *matrix = dense(a);
    dgesv_(&a->size, &count, matrix, &a->size, pivot, x, &a->size, &info);
    free(matrix);
    free(pivot);
    return info;
}

static inline double inverse_norm(const block_system *a)
{
    double *inverse = doubles(a->size * a->size);
    for (int i = 0; i < a->size; i++)
        inverse[i + i * a->size] = 1;
    dense_solve(a, a->size, inverse);
    double norm = row_norm(a->size, a->size, inverse);
    free(inverse);
    return norm;
}

static inline double largest(int n, const double *v, const double *minus)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(v[i] - (minus ? minus[i] : 0)));
    return most;
}

/* || A x - b || / (||A|| ||x|| + ||b||) */
static inline double backward_error(const block_system *a)
{
    double *phi = doubles(a->s * a->n), *g = doubles(a->s + a->c);
    multiply(a, a->z, phi, g);
    double error = fmax(largest(a->s * a->n, phi, a->phi), largest(a->s + a->c, g, a->g));
    double size = fmax(largest(a->s * a->n, a->phi, NULL), largest(a->s + a->c, a->g, NULL));
    free(phi);
    free(g);
    return error / (a->blocks.norm * largest(a->size, a->z, NULL) + size);
}

/* Factor, solve for the right-hand side of a random x, compare: || z - x || / || x ||. */
static inline double forward_error(block_system *a)
{
    int where, column;
    double *x = doubles(a->size);
    fill(a->size, x);
    multiply(a, x, a->phi, a->g);
    CHECK_INT(factor(a, &where, &column), COLDAE_OK);
    solve(a);
    double error = largest(a->size, a->z, x) / largest(a->size, x, NULL);
    free(x);
    return error;
}

#endif
