/* poly.h - the polynomials of CD_WIDTH subintervals side by side (lanes.h); shapes are those of one lane */
#ifndef CD_POLY_H
#define CD_POLY_H

#include "lanes.h"
#include "leading.h"

/* One instruction set's functions. */
typedef struct cd_poly {
    void (*gather)(int n, const double *const *from, double *to);
    void (*scatter)(int n, const double *from, int count, double *const *to);
    /* h, z_left[mstar] and v[n_local] of `count` subintervals whose points, z and v are t, z, v; see traffic.h */
    void (*load)(const cd_dims *dims, const double *t, const double *z, const double *v, int count, double *h,
                 double *z_left, double *v_lanes);
    /* times[k, count]: the collocation points, as if rho < 1 */
    void (*times)(const cd_dims *dims, const cd_basis *basis, const double *t, int count, double *times);
    /* z[mstar, k, count] there, for what was loaded; work[mstar, k] lanes */
    void (*values)(const cd_dims *dims, const cd_basis *basis, const double *h, const double *z_left,
                   const double *v, int count, double *work, double *z);
    /* z_middle[mstar] in the middle and v_fine[n_eq, 2k] at the points of the halves */
    void (*halve)(const cd_dims *dims, const cd_basis *basis, const double *h, const double *z_left,
                  const double *v, double *z_middle, double *v_fine);
    /* At tau in each lane: z[mstar] and value[n_eq] = u^(m), y; either may be NULL. */
    void (*at)(const cd_dims *dims, const cd_basis *basis, const double *h, const double *tau,
               const double *z_left, const double *v, double *z, double *value);
} cd_poly;

extern const cd_poly cd_poly_baseline, cd_poly_avx2;

/* z[mstar, k] at the collocation points of the polynomial with z_left[mstar], v[n_eq, k], for group.c */
void cd_poly_at_points_baseline(const cd_dims *dims, const cd_basis *basis, const double *h,
                                const double *z_left, const double *v, double *z);
void cd_poly_at_points_avx2(const cd_dims *dims, const cd_basis *basis, const double *h, const double *z_left,
                            const double *v, double *z);

#endif
