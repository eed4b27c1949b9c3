/* index3_run.h - one integration of coldae_index3: its memory, its tolerances, its steps */
#ifndef CD_INDEX3_RUN_H
#define CD_INDEX3_RUN_H

#include "dense.h"
#include "index3_start.h"
#include "stepsize.h"

/* The polynomial of the last step. */
typedef struct cd_index3_dense {
    cd_dense base;
    const cd_radau *radau;
    int n_z, n; /* entries of (u, v), of x */
    double t_old, h;
    double *x_old;   /* [n] */
    const double *z; /* [n, s] stages over x_old */
    double *offset;  /* [n] what the projection changed at the end */
    double *
        bend; /* [n_z] h times the slope that the polynomial misses at t_old: one order more inside the step */
} cd_index3_dense;

typedef struct cd_index3_run {
    const coldae_index3_problem *problem;
    const coldae_index3_options *options;
    cd_memory memory;
    cd_arena arena;
    cd_report report;
    cd_index3_stages stages;
    cd_index3_project project;
    cd_index3_dense dense;
    cd_stepsize control;
    coldae_index3_start start;
    double rtol, atol;          /* of a step; atol/rtol is the user's */
    double *atol_x;             /* [n] */
    double *rate;               /* [n_v] v' at the last point */
    double *next, *next_rate;   /* [n], [n_v] the point that a step arrived at */
    double h;                   /* the step to take */
    double h_factored;          /* of the factors; 0: none */
    int jacobian_is_fresh;      /* .. evaluated at the last point */
    int needs_jacobian;         /* .. must be evaluated before the next step */
    coldae_status last_failure; /* why the last refused step was refused */
    double t_unit;              /* a length of t that steps are not lost against */
    int n_steps, n_rejected, n_failed, n_out;
    double h_last, smallest, largest, constraint_residual;
} cd_index3_run;

/* Ranges of problem and options; COLDAE_ERR_INVALID with words. */
coldae_status cd_index3_validate(const coldae_index3_problem *problem, const coldae_index3_options *options,
                                 cd_report *report);

/* Memory, method and tolerances; release in any case. */
coldae_status cd_index3_run_create(cd_index3_run *run, const coldae_index3_problem *problem,
                                   const coldae_index3_options *options);
void cd_index3_run_release(cd_index3_run *run);

/* From the consistent values in stages.x to the right end. */
coldae_status cd_index3_run_steps(cd_index3_run *run);

#endif
