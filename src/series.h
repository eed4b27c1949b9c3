/* series.h - the sums that make up the polynomials of several subintervals side by side */
#ifndef CD_SERIES_H
#define CD_SERIES_H

#include "basis.h"
#include "unrolled.h"
#include "vector.h"

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

/* z_right - x_i(t-) for entry c = x_i of z: what the projection changes at the right end of a subinterval, v from v_i on */
UNROLLED cd_vec change_at_end(const cd_dims *d, const cd_basis *basis, const double *h, const double *z_left,
                              const double *z_right, const cd_vec *v, int c)
{
    cd_vec sum = point_sum(d->k, basis->psi_end + d->k, 1, v, d->n_eq);
    cd_vec end = cd_plus_product(((const cd_vec *)z_left)[c], *(const cd_vec *)h, sum);
    return ((const cd_vec *)z_right)[c] - end;
}

#endif
