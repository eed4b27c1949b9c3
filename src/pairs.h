/* pairs.h - what a mesh and its halving say about the error, CD_WIDTH coarse subintervals side by side (lanes.h) */
#ifndef CD_PAIRS_H
#define CD_PAIRS_H

#include "leading.h"
#include "lanes.h"

/* A solution is accepted at once if its estimate is below this share of the tolerance: estimates are often too small
 * by a third. */
#define CD_COMFORTABLE 0.75

/* Coarse subintervals and the two that halve each of them. */
typedef struct cd_pairs {
    double *h, *z[2], *v;                   /* length, z at both ends, v[n_local] */
    double *h_fine[2], *z_fine[3], *v_fine; /* z at the three points, v[2 n_local] */
    double *bend; /* change of u_i^(k+m_i-1) from the left half to the right one, of the component at hand */
} cd_pairs;

/* How a component of z is judged. */
typedef struct cd_scales {
    double tol;      /* 0: not controlled */
    double observed; /* error on the fine mesh over the difference of the two, as the leading terms fell */
    int doubtful;    /* they did not fall as they should */
    int projected;   /* judge what cd_piecewise_at gives, else the polynomials */
} cd_scales;

/* One instruction set's function: the estimated error of u_i^(l) on the fine mesh and its ratio to the tolerance;
 * error[4] and worst[4] grow to the largest of each lane. */
typedef void cd_judge_fn(const cd_dims *dims, const cd_basis *basis, const cd_leading *leading,
                         const cd_pairs *pairs, int i, int l, const cd_scales *scales, double *error,
                         double *worst);
cd_judge_fn cd_judge_pairs_baseline, cd_judge_pairs_avx2;

#endif
