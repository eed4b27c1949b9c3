/* solution.h - the opaque result: one block, independent of the problem that made it */
#ifndef CD_SOLUTION_H
#define CD_SOLUTION_H

#include "piecewise.h"

struct coldae_solution {
    cd_dims dims;
    cd_basis basis;
    cd_piecewise u;
    int *order, *offset; /* [n_diff] */
    double *error;       /* [mstar] */
};

/* An empty solution for these sizes on n subintervals, NULL without memory.  orders[n_diff]; dims needs
 * n_diff, n_alg, n_param, k only. */
coldae_solution *cd_solution_create(const cd_dims *dims, const int *orders, int points, int n);

/* u with its estimated errors error[mstar]. */
coldae_status cd_solution_take(const cd_piecewise *u, const double *error, coldae_solution **solution);

/* COLDAE_OK if a solve of this problem can start from it; the report says why not. */
coldae_status cd_solution_fits(const coldae_solution *start, const coldae_problem *problem,
                               cd_report *report);

#endif
