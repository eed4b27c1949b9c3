/* estimate.h - how large is the error: from two meshes, or from the leading term on one */
#ifndef CD_ESTIMATE_H
#define CD_ESTIMATE_H

#include "leading.h"
#include "method.h"
#include "pairs.h"
#include "piecewise.h"
#include "project.h"

/* |u_i^(k+m_i)| in each subinterval, slope[n_diff, n]: differences of the piecewise constant u^(k+m-1), projected at
 * the right end of each subinterval, which stay in tops[n_diff, n]. */
void cd_estimate_slopes(const cd_method *method, const cd_leading *leading, const cd_projections *projections,
                        const cd_piecewise *u, double *slope, double *tops, double *work);

/* Errors of fine, whose mesh is the halving of coarse's: error[mstar] absolute, maximum over the interval, and the
 * largest error / (tol (1 + |u|)).  single_coarse, single_fine[mstar]: the leading terms on either mesh, tops
 * those of fine; where they do not fall as they should, the halving is not yet in the asymptotic range and the estimate says so. */
double cd_estimate_pair(const cd_method *method, const cd_leading *leading, const cd_piecewise *coarse,
                        const cd_piecewise *fine, const double *single_coarse, const double *single_fine,
                        const double *tops, double *error, double *work);
size_t cd_estimate_work(const cd_dims *dims); /* doubles of the workspace of any of these */

/* The estimate error[mstar], ratio of a halving in the light of the one before it (error_before, ratio_before). */
double cd_estimate_distrust(const cd_method *method, const double *error_before, double ratio_before,
                            double *error, double ratio);

/* From the leading term on one mesh alone, with slope[n_diff, n]: the errors as above, and density[n], see mesh.c. */
double cd_estimate_single(const cd_method *method, const cd_leading *leading, const cd_piecewise *u,
                          const double *slope, double *error, double *density, double *work);

#endif
