/* srm_march.h - initial values: what srm_march.c and srm_stages.c share */
#ifndef CD_SRM_MARCH_H
#define CD_SRM_MARCH_H

#include "basis.h"
#include "solution.h"
#include "srm.h"

typedef struct cd_srm_march {
    const coldae_srm_problem *problem;
    const coldae_srm_options *options;
    cd_memory memory;
    cd_report report;
    cd_srm_core core;
    cd_arena arena;
    int n_x, size; /* unknowns of a chain: x, or (x, y) with Park & Chiou */
    int chains;    /* iterations */
    int k;         /* stages */
    int is_explicit, is_pc;
    double *x, *next;  /* [size, chains] at t, at the end of the step */
    double *By, *dx;   /* [n_x, chains], [size, chains] at t */
    double *By_next;   /* [n_x, chains] */
    double *base, *by; /* [n_x, k] By_{s-1}, By_s at the stages */
    double *W, *X, *F; /* [size, k] x' and x at the stages, right-hand sides; explicit: W[size, k, chains] */
    double *J;         /* [size, size] */
    double *matrix;    /* [size k, size k] */
    double *step;      /* [size k] */
    int *pivot;        /* [size k] */
    int factored;      /* matrix serves this step (linear form) */
    double *g, *y, *B, *recover;
    cd_basis basis;
    int n_newton;
    int is_judged;             /* iterations are chosen: tol must be met */
    double outside;            /* where the layer at left is over */
    double residual, between;  /* largest |g| of the last iteration from there on: at, between the steps */
    int started;               /* x holds values */
    coldae_solution *solution; /* being filled; NULL: not wanted */
} cd_srm_march;

/* One step from t to end: x, By, dx at t -> next, By_next, dx. */
coldae_status cd_srm_step_implicit(cd_srm_march *m, double t, double end);
coldae_status cd_srm_step_explicit(cd_srm_march *m, double t, double end);
/* All iterations at one time: x' into to[size, stride, chains], By_s into By[n_x, chains]. */
coldae_status cd_srm_evaluate_chains(cd_srm_march *m, int slot, double t, const double *x, double *to,
                                     size_t stride, double *By);

#endif
