/* jacobian.h - the user's df against differences of f */
#ifndef CD_JACOBIAN_H
#define CD_JACOBIAN_H

#include "method.h"

/* coldae_check_jacobian with its evaluations added to counts (NULL: not wanted). */
coldae_status cd_jacobian_check(const coldae_problem *problem, double t, const double *z, const double *y,
                                const double *p, double *worst, cd_gate *counts, cd_report *report);

#endif
