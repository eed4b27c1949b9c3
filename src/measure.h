/* measure.h - the leading error term on one mesh, CD_WIDTH subintervals side by side (lanes.h) */
#ifndef CD_MEASURE_H
#define CD_MEASURE_H

#include "leading.h"
#include "piecewise.h"

/* A mesh, and how its components are judged. */
typedef struct cd_measured {
    const cd_piecewise *u;
    const double *slope; /* [n_diff, N] |u_i^(k+m_i)| */
    const double *tol;   /* [mstar] 0: not controlled */
    int projected;       /* with what the projection takes away */
} cd_measured;

/* One instruction set's functions. */
typedef struct cd_measures {
    /* tops[n_diff, N] = u_i^(k+m_i-1); work: cd_measure_work, aligned like vectors */
    void (*tops)(const cd_dims *dims, const cd_leading *leading, const cd_piecewise *u, double *tops,
                 double *work);
    /* differences[n_diff, N]: |u_i^(k+m_i)| between each subinterval and the one before it; 0 in the first */
    void (*differences)(const cd_dims *dims, const cd_piecewise *u, const double *tops, double *differences);
    /* They become the larger of those with both neighbours. */
    void (*join)(const cd_dims *dims, int n, double *differences);
    /* The leading terms of all components of z: error[mstar, 4] and worst[4], the ratio to the tolerances, grow to the
     * largest of every fourth subinterval; density[N] = s of mesh.c.  work as above */
    void (*single)(const cd_dims *dims, const cd_leading *leading, const cd_measured *measured, double *error,
                   double *worst, double *density, double *work);
} cd_measures;

extern const cd_measures cd_measures_baseline, cd_measures_avx2;

static inline size_t cd_measure_work(const cd_dims *dims)
{
    return CD_WIDTH * (1 + 2 * (size_t)dims->mstar + (size_t)dims->n_diff + (size_t)dims->n_local);
}

#endif
