/* large.h - large matrices side by side: what cd_lanes_factor does from order CD_LARGE on */
#ifndef CD_LARGE_H
#define CD_LARGE_H

/* From this order on blocks and tiles pay: 3 % for dense matrices of order 24, 10 % at 48, half of the speed again at 200,
 * twice the speed at 800. */
enum { CD_LARGE = 24 };

#define CD_LARGE_DECLARE(isa)                                                                                \
    int cd_large_factor_##isa(int n, double *a, int nb, double *b, int *pivot, double threshold,             \
                              double *work, int *lane);

CD_LARGE_DECLARE(baseline)
CD_LARGE_DECLARE(avx2)

#endif
