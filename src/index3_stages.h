/* index3_stages.h - one step of Radau IIA: solve the stages, estimate the error
 *
 *     sum_j b_ij Zu_j = h f_i,   M_i sum_j b_ij Zv_j = h k_i,   0 = g_i      at t_n + c_i h, x_n + Z_i   (2.6)
 *
 * by simplified Newton in W = T^-1 Z.                               Hairer & Wanner, Solving ODEs II, IV.8, VII.4
 */
#ifndef CD_INDEX3_STAGES_H
#define CD_INDEX3_STAGES_H

#include "index3_linear.h"

typedef struct cd_index3_stages {
    cd_radau radau;
    cd_index3_gate gate;
    cd_index3_linear linear;
    /* the last accepted point */
    double t, *x;    /* [n] */
    double *r;       /* [n] (f, k, g) there */
    double *mass;    /* [n_v, n_v] M there */
    double *inverse; /* [n] 1/(atol + rtol |x|) */
    /* the step that is tried */
    double t_next;            /* its end, t + h up to rounding */
    double *z, *w, *residual; /* [n, s] */
    double *slope;            /* [n, s] Z' at the stages */
    double *weight;           /* [n] inverse, and the powers of h that go with the index */
    double *stage;            /* [n] */
    double *stage_mass;       /* [n_v, n_v] */
    double *error;            /* [n] */
    /* the last accepted step, for the prediction: Z and h; h_old = 0: there is none */
    double *z_old, h_old;
    /* Newton */
    int max_iterations;
    double newton_tol;  /* of the weighted norm of what is left to correct */
    double contraction; /* of the last Newton iteration, and the factor kept from step to step */
    double remaining;
    double shrink; /* after CD_DIVERGED: h should be this much shorter */
    int iterations, n_newton;
} cd_index3_stages;

void cd_index3_stages_layout(cd_arena *arena, int structure, cd_index3_stages *s);

/* Solve for Z with step h and the factors of linear: COLDAE_OK, CD_DIVERGED, CD_UNDEFINED or an error. */
coldae_status cd_index3_stages_solve(cd_index3_stages *s, double h);

/* The weighted norm of the error estimate; again: also a second time, with the estimate itself filtered. */
coldae_status cd_index3_stages_estimate(cd_index3_stages *s, double h, int again, double *err);

/* The acceleration v' at the end of the step: rate[n_v]. */
void cd_index3_stages_rate(const cd_index3_stages *s, double h, double *rate);

#endif
