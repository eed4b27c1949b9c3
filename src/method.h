/* method.h - what is fixed for a solve: sizes, points, tolerances, options */
#ifndef CD_METHOD_H
#define CD_METHOD_H

#include "tables.h"
#include "callbacks.h"
#include "pool.h"

typedef struct cd_method {
    const coldae_problem *problem;
    coldae_options options;
    cd_dims dims;
    cd_basis basis;
    int *order, *offset; /* [n_diff] */
    double *tol;         /* [mstar] 0 = not controlled */
    double tightest;     /* smallest tolerance > 0 */
    int n_kept;          /* points that every mesh contains: left, fixed and side-condition points, right */
    double *kept;        /* [n_kept] increasing */
    int n_border;        /* q + n_coupled: parameters, then one sigma for each coupled condition */
    cd_pool *pool;       /* threads of this solve, or NULL; belongs to the driver */
    cd_arena arena;      /* owns the arrays above, if cd_method_create has made them */
} cd_method;

/* Check every field of problem and options; nothing is allocated.  Whether options.start fits is
 * for solution.c to say. */
coldae_status cd_method_check(const coldae_problem *problem, const coldae_options *options,
                              cd_report *report);

/* The same without the conditions, for those who march. */
coldae_status cd_method_check_equations(const coldae_problem *problem, const coldae_options *options,
                                        cd_report *report);

/* Derive sizes, points and tolerances from checked input. */
coldae_status cd_method_create(const coldae_problem *problem, const coldae_options *options,
                               cd_memory *memory, cd_report *report, cd_method *method);
/* .. step by step, for an owner who lays it out with other things: sizes, arrays, what stands in them. */
void cd_method_derive(const coldae_problem *problem, const coldae_options *options, cd_method *method);
void cd_method_layout(cd_arena *arena, cd_method *method);
coldae_status cd_method_fill(cd_report *report, cd_method *method);
void cd_method_release(cd_memory *memory, cd_method *method);

#endif
