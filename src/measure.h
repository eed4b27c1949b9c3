/* measure.h - the leading error term on one mesh, CD_WIDTH subintervals side by side (lanes.h) */
#ifndef CD_MEASURE_H
#define CD_MEASURE_H

#include "lanes.h"
#include "leading.h"

/* Subintervals in lanes. */
typedef struct cd_measured {
    double *h, *z[2], *v; /* length, z at both ends, v[n_local]; v only with constraints */
    double *slope;        /* [n_diff] |u_i^(k+m_i)| */
} cd_measured;

/* One instruction set's functions. */
typedef struct cd_measures {
    /* top[n_diff] = u_i^(k+m_i-1) from h and v */
    void (*tops)(const cd_dims *dims, const cd_leading *leading, const double *h, const double *v,
                 double *top);
    /* The leading terms of all components of z: error[mstar, 4] and worst[4], the ratio to tol[mstar], grow to the largest
     * of each lane; density[4] = s of mesh.c, with what the projection takes away if `projected`. */
    void (*single)(const cd_dims *dims, const cd_basis *basis, const cd_leading *leading, const double *tol,
                   int projected, const cd_measured *m, double *error, double *worst, double *density);
} cd_measures;

extern const cd_measures cd_measures_baseline, cd_measures_avx2;

#endif
