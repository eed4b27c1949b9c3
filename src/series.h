/* series.h - the sums that make up the polynomials of several subintervals side by side */
#ifndef CD_SERIES_H
#define CD_SERIES_H

#include "basis.h"
#include "vector.h"

/* Inlined where sizes are constants: frequent ones get their own, unrolled code. */
#define UNROLLED static inline __attribute__((always_inline))

/* sum_{r >= l} s^{r-l}/(r-l)! z_r for z[order] */
UNROLLED cd_vec taylor_sum(int order, int l, cd_vec s, const cd_vec *z)
{
    cd_vec sum = z[order - 1];
    for (int r = order - 2; r >= l; r--)
        sum = cd_plus_product(z[r], sum, s * cd_all(CD_INVERSE[r - l + 1]));
    return sum;
}

/* sum_j weight[j stride] v_ij */
UNROLLED cd_vec point_sum(int k, const double *weight, int stride, const cd_vec *v, int n_eq)
{
    cd_vec sum = v[0] * cd_all(weight[0]);
    for (int j = 1; j < k; j++)
        sum = cd_plus_product(sum, v[j * n_eq], cd_all(weight[j * stride]));
    return sum;
}

#endif
