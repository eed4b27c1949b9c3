/* verify.h - what the result is worth, from fresh evaluations */
#ifndef CD_VERIFY_H
#define CD_VERIFY_H

#include "method.h"
#include "piecewise.h"

/* bc_residual and constraint_residual of info at u: success is not judged from the last Newton step.
 * work[n_coupled] and of the length that the last function here tells */
coldae_status cd_verify(const cd_method *method, cd_gate *gate, const cd_piecewise *u, double *work,
                        coldae_info *info);

/* A problem that is said to be linear takes one Newton step on a mesh; the conditions, whose largest residual is known or
 * HUGE_VAL, and, if asked for, at three samples the equations must then hold to rounding.
 * COLDAE_ERR_NO_CONVERGENCE with words if they do not. */
coldae_status cd_verify_linear(const cd_method *method, cd_gate *gate, const cd_piecewise *u,
                               double bc_residual, int equations, double *work);
/* The length of its work, and of that of cd_verify. */
size_t cd_verify_linear_work(const cd_dims *dims);
size_t cd_verify_work(const cd_dims *dims);

#endif
