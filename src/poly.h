/* poly.h - the polynomials of CD_WIDTH subintervals side by side (lanes.h); shapes are those of one lane */
#ifndef CD_POLY_H
#define CD_POLY_H

#include "lanes.h"
#include "leading.h"

/* Where two polynomials are compared: CD_SAMPLES places of a coarse subinterval, the first half of them in its left half. */
typedef struct cd_places {
    const double *tau;           /* [CD_SAMPLES] */
    const double *factor;        /* [CD_SAMPLES] */
    const double *coarse, *fine; /* [CD_SAMPLES, k] psi_r there */
} cd_places;

/* A coarse subinterval and the two that halve it. */
typedef struct cd_halves {
    const double *h, *z, *v;                      /* length, left values, point values */
    const double *h_fine[2], *z_fine[2], *v_fine; /* v_fine: of both, [2 n_local] */
} cd_halves;

/* One instruction set's functions. */
typedef struct cd_poly {
    void (*gather)(int n, const double *const *from, double *to);
    void (*scatter)(int n, const double *from, int count, double *const *to);
    /* z[mstar, k] at the collocation points of the polynomial with z_left[mstar], v[n_eq, k] */
    void (*at_points)(const cd_dims *dims, const cd_basis *basis, const double *h, const double *z_left,
                      const double *v, double *z);
    /* z_middle[mstar] in the middle and v_fine[n_eq, 2k] at the points of the halves */
    void (*halve)(const cd_dims *dims, const cd_basis *basis, const double *h, const double *z_left,
                  const double *v, double *z_middle, double *v_fine);
    /* At tau in each lane: z[mstar] and value[n_eq] = u^(m), y; either may be NULL. */
    void (*at)(const cd_dims *dims, const cd_basis *basis, const double *h, const double *tau,
               const double *z_left, const double *v, double *z, double *value);
    /* u_i^(l) on either mesh: found = largest |difference|, |difference| factor, |u_fine| at the places */
    void (*compare)(const cd_dims *dims, const cd_places *places, const cd_halves *halves, int i, int l,
                    double *found);
} cd_poly;

extern const cd_poly cd_poly_baseline, cd_poly_avx2;

void cd_poly_at_points_baseline(const cd_dims *dims, const cd_basis *basis, const double *h,
                                const double *z_left, const double *v, double *z);
void cd_poly_at_points_avx2(const cd_dims *dims, const cd_basis *basis, const double *h, const double *z_left,
                            const double *v, double *z);

#endif
