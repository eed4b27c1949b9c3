/* tiles.h - blocks of large matrices side by side (lanes.h): up to CD_BLOCK columns at a time, zeros passed over */
#ifndef CD_TILES_H
#define CD_TILES_H

/* Columns eliminated at a time: 32, 48 and 64 are equally fast for n = 32 to 400, 16 is up to 7 % slower. */
enum { CD_BLOCK = 32 };

#define CD_TILES_DECLARE(isa)                                                                                \
    void cd_tiles_forward_##isa(int w, int rows, int n, const double *m, int ldm, double *t, int ldt);       \
    void cd_tiles_backward_##isa(int n, const double *a, int nb, double *b);

/* forward: rows of t[rows, n] by multipliers m[rows, w], w <= CD_BLOCK, both row-major, ldm and
 * ldt lanes from row to row:  t <- L^-1 t  in the first w rows, L
 * the unit lower triangle of m there;  t <- t - m t_w  in the others, t_w these first rows.
 *
 * backward: b[n, nb] <- U^-1 b, U the upper triangle of a[n, n] with inverse diagonal; both row-major */
CD_TILES_DECLARE(baseline)
CD_TILES_DECLARE(avx2)

#endif
