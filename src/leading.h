/* leading.h - the leading error term on a subinterval; no problem data */
#ifndef CD_LEADING_H
#define CD_LEADING_H

#include "basis.h"

/* What the projection changes at a mesh point is spread over the subinterval before it (cd_piecewise_at), which takes the
 * leading term of that error away; this share of it counts as left: less is too little around layers not yet resolved. */
#define CD_LEFT_BEHIND 0.2

enum { CD_SAMPLES = 8 }; /* places in a coarse subinterval where two solutions are compared */

/* The leading error term of u^(l) is  P_r((t - t_n)/h) h^{k+r} u^(k+m),  r = m - l. */
typedef struct cd_leading {
    double *most; /* [max_order+1] max |P_r| on [0, 1]; entry 0 is 0 */
    double *top;  /* [k] u^(k+m-1) h^{k-1} = sum_j top_j w_j */
    double
        *tau; /* [CD_SAMPLES, max_order] in the coarse subinterval; the first half of them in its left half */
    double *factor; /* [CD_SAMPLES, max_order] error on the fine mesh / difference of the two solutions */
    double *coarse; /* [CD_SAMPLES, k, max_order] psi_r at tau .. */
    double *fine;   /* .. and at the same place of the fine subinterval */
    double *
        bubble; /* [CD_SAMPLES, 2] cd_basis_bubble at tau of order 1 and at the place of the fine subinterval */
} cd_leading;

void cd_leading_layout(cd_arena *arena, int k, int max_order, cd_leading *leading);
void cd_leading_compute(const cd_basis *basis, cd_leading *leading);

#endif
