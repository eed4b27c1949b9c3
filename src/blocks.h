/* blocks.h - almost-block-diagonal linear systems, bordered
 *
 * Unknowns z_0 .. z_N (s each) and a border b (c); equations
 *     z_n - Phi_n z_{n-1} - Psi_n b = phi_n,     n = 1 .. N        (s rows each)
 *     G z_j + H b = g                            at points j       (count[j] rows, s + c in all)
 * This file knows nothing of differential equations.
 */
#ifndef CD_BLOCKS_H
#define CD_BLOCKS_H

#include "memory.h"
#include "pool.h"

/* Rows are padded to whole vectors with zeros; they are aligned to 32 bytes. */
static inline int cd_rows_ld(int width)
{
    return (width + 3) / 4 * 4;
}

typedef struct cd_blocks {
    int n, s, c;
    int ld;                         /* of the stack: 2s+c and padding */
    const struct cd_sweeps *sweeps; /* ends.h */
    cd_pool *pool;                  /* the two sweeps may run at once; NULL: they do not */
    int middle;                     /* the two sweeps meet at z_middle */
    int *count;                     /* [n+1] point rows at each point */
    int *first;                     /* [n+2] their position among all point rows */
    int *carried;                   /* [n] rows carried into the elimination step of interval n-1 */
    size_t *offset;                 /* [n+1] position of the stack of an interval, in rows */
    double *point;                  /* [s+c rows, s+c] row-major: G, H */
    double *stack;                  /* per interval (carried+s) rows of ld: eliminated z, other z, border */
    int *pivot;                     /* [s, n] */
    double *core;                   /* s+c rows, padded: what is left in the middle */
    int *core_pivot;                /* [s+c] */
    double *forward;                /* [offset rows] transformed right-hand sides */
    double *core_x;                 /* [s+c, padded] */
    double *work[2];                /* of the two sweeps, [2 ld] */
    double norm;                    /* largest row sum of the matrix */
    double estimate; /* of the condition number by one solve; 0: not asked for since the last factor */
} cd_blocks;

/* count[n+1] is copied while laying out; call it twice with the same arguments. */
void cd_blocks_layout(cd_arena *arena, int n, int s, int c, const int *count, cd_blocks *b);

/* Intervals n .. n+count-1: Phi[s, s+c] row-major with Psi in the last c columns, one behind the other */
void cd_blocks_put_intervals(cd_blocks *b, int n, int count, const double *Phi);
/* the i-th row at point j, cleared: row[s+c] = G, H is to be written there */
double *cd_blocks_row(cd_blocks *b, int j, int i);

/* COLDAE_OK or COLDAE_ERR_SINGULAR; then *where is the mesh point and *column the unknown in it that are not
 * determined (column >= s: border unknown column - s). */
coldae_status cd_blocks_factor(cd_blocks *b, int *where, int *column);

/* phi[s, n], g[s+c] -> z[s, n+1], border[c] */
void cd_blocks_solve(cd_blocks *b, const double *phi, const double *g, double *z, double *border);

/* Lower bound of the condition number from one solve, kept for as long as the factors are, or from two; phi[s, n], g[s+c],
 * z[s, n+1], border[c]: workspace. */
double cd_blocks_estimate(cd_blocks *b, double *phi, double *g, double *z, double *border);
double cd_blocks_condition(cd_blocks *b, double *phi, double *g, double *z, double *border);

#endif
