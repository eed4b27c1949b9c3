/* lanes.h - dense matrices of CD_WIDTH subintervals side by side: entry e of lane i stands at 4 e + i
 *
 * The functions exist once for each instruction set, with the name of it at the end; group.h has the choice.
 */
#ifndef CD_LANES_H
#define CD_LANES_H

enum { CD_WIDTH = 4 };

#define CD_LANES_DECLARE(isa)                                                                                \
    void cd_lanes_gather_##isa(int n, const double *const *from, double *to);                                \
    void cd_lanes_scatter_##isa(int n, const double *from, int count, double *const *to);                    \
    int cd_lanes_factor_##isa(int n, double *a, int nb, double *b, int *pivot, double threshold,             \
                              double *work, int *lane);                                                      \
    void cd_lanes_solve_##isa(int n, const double *a, const int *pivot, double *x);

/* gather: from[4] arrays of n doubles -> to[n]; scatter: the first `count` lanes back.
 *
 * factor: a[n, n] row-major becomes L, U with inverse pivots on the diagonal, by Gaussian elimination with scaled row
 * pivoting in each lane; b[n, nb] row-major becomes a^-1 b.  pivot[4 n].  work[2 n] lanes.
 * Returns -1, or the column whose pivot is below threshold times that column's entries, and its *lane.
 *
 * solve: x[n] <- a^-1 x */
CD_LANES_DECLARE(baseline)
CD_LANES_DECLARE(avx2)

#endif
