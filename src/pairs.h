/* pairs.h - what a mesh and its halving say about the error; one instruction set's functions (vector.h) */
#ifndef CD_PAIRS_H
#define CD_PAIRS_H

#include "leading.h"
#include "piecewise.h"

/* A solution is accepted at once if its estimate is below this share of the tolerance: estimates are often too small
 * by a third. */
#define CD_COMFORTABLE 0.75

/* Two meshes and what is known of their solutions. */
typedef struct cd_pairs {
    const cd_piecewise *coarse, *fine;
    const double *tops; /* [n_diff, 2 N] u_i^(k+m_i-1) on the fine mesh */
    const double *tol;  /* [mstar] 0: not controlled */
    const double
        *observed; /* [mstar] error on the fine mesh over the difference, as the leading terms fell */
    int projected; /* judge what cd_piecewise_at gives, else the polynomials */
} cd_pairs;

/* The estimated error[mstar, 4] of all components of z on the fine mesh and its ratio worst[4] to the tolerances: they
 * grow to the largest of every fourth coarse subinterval.  work: cd_pairs_work, aligned like vectors. */
typedef void cd_judge_fn(const cd_dims *dims, const cd_basis *basis, const cd_leading *leading,
                         const cd_pairs *pairs, double *error, double *worst, double *work);
cd_judge_fn cd_judge_pairs_baseline, cd_judge_pairs_avx2;

static inline size_t cd_pairs_work(const cd_dims *dims)
{
    return CD_WIDTH * (3 + 5 * (size_t)dims->mstar + 2 * (size_t)dims->n_diff);
}

#endif
