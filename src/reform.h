/* reform.h - higher-index problem in, coldae_problem out: what the files of the reformulations share
 *
 * Original unknowns: z[n m] (entry i m + j is x_i^(j)), y[n_y].  New ones: z_new, y_new = (y, blocks of n_g
 * each), where the blocks are the multipliers mu or, in state-space form, the dependent coordinates w_0 ..
 * w_{m-1}.
 */
#ifndef CD_REFORM_H
#define CD_REFORM_H

#include <stdatomic.h>

#include "coldae/reform.h"
#include "memory.h"

enum {
    CD_REFORM_MOST = 30,     /* largest order */
    CD_REFORM_LARGEST = 3000 /* largest n, n_param: every index stays an int */
};

#define CD_REFORM_SINGULAR 1e12
#define CD_REFORM_KAPPA 1e-10 /* d f_alg/dy is exactly zero in the directions of index 2 */

/* Which equations a kind has. */
typedef struct cd_reform_plan {
    int s;                          /* differentiations of g until y appears */
    int first_order;                /* n m equations of first order */
    int is_shifted;                 /* z_1 = x + phi (projected invariants II) */
    int is_state;                   /* state-space form */
    int needs_top;                  /* g^(s) is used: y is determined directly */
    int n_blocks;                   /* of constraints, n_g each */
    int n_mu;                       /* blocks of multipliers */
    int target[CD_REFORM_MOST + 1]; /* [n_mu] the derivative x^(j) whose equation gets D mu; m: phi */
    double *alpha;                  /* [s+1, n_blocks] block b is sum_j alpha_jb g^(j) */
} cd_reform_plan;

/* State-space coordinates: x = P u + Q w, R P = I, R Q = 0, Q orthonormal. */
typedef struct cd_reform_coordinates {
    double *R; /* [n_u, n] */
    double *P; /* [n, n_u] */
    double *Q; /* [n, n_g] */
} cd_reform_coordinates;

/* Scratch of one call. */
typedef struct cd_reform_work {
    double *z, *zr; /* [n m] original, zr at the right end */
    double *z2;     /* [n m] moved for differences */
    double *y, *p;  /* [n_y], [n_param] that are moved for differences */
    double *f, *g;  /* [n], [n_g] */
    double *f2;     /* max(n, n_g) */
    double *J;      /* [max(n, n_g), columns] a Jacobian by (z, y, p) */
    double *D, *D2; /* [n, n_g] */
    double *square; /* [n, n] */
    double *svd;    /* room of dgesvd: [8 n + 64 + n] */
    double *Z;      /* [n m, mstar_new + n_param] derivatives of z by the new unknowns */
    double *row;    /* max(n_coupled, 1) (2 n m + n_param), at least n n */
    int *pivot;     /* [n] */
} cd_reform_work;

struct coldae_reform {
    coldae_reform_problem in;
    coldae_reform_linear linear; /* where in.user is this reform itself */
    coldae_reform_options options;
    int n, m, q, n_y, n_g, n_u;  /* n_u = n - n_g */
    int mstar, n_param, columns; /* n m; n m + n_y + n_param */
    int n_extra, uses_left;      /* conditions added; z_left is one of them */
    cd_reform_plan plan;
    cd_reform_coordinates at, spare; /* in use; for a restart that may fail */
    double *z_left, *z_start;        /* [n m] original, [mstar_new] */
    double *param;                   /* [n_param] guess */
    double *no_y;                    /* [n_y] zero: y where it does not matter */
    int *order;                      /* [n_diff] */
    double *zeta;                    /* [n_side] */
    coldae_problem out;
    int mstar_new, n_alg_new, n_diff_new;
    void *user;           /* of side, coupled, guess */
    int n_slots;          /* calls at a time that have scratch of their own; more must wait */
    cd_reform_work *work; /* [2, n_slots] for a call, and for the linear front end inside it */
    atomic_flag *busy;    /* [2, n_slots] */
    cd_memory memory;
    cd_arena arena;
};

/* ---- reform_gate.c: the user's functions; the int is a callback's return code ------------------ */

/* Scratch, to be given back; inner: that of the linear front end, which has square, f and J (as large as
 * square) only. */
cd_reform_work *cd_reform_borrow(const coldae_reform *r, int inner);
void cd_reform_return(const coldae_reform *r, const cd_reform_work *w);

/* The code, or COLDAE_REFORM_NOT_FINITE if one of v[n] is not. */
int cd_reform_finite(int code, size_t n, const double *v);
/* COLDAE_ERR_CALLBACK with words on a code that is not 0; a code of the user goes to *callback_code. */
coldae_status cd_reform_say(cd_report *report, const char *name, int code, double t, int *callback_code);
/* What the user calls the functions that are asked for a value or Jacobian below. */
const char *cd_reform_name_g(const coldae_reform *r);
const char *cd_reform_name_dg(const coldae_reform *r);
const char *cd_reform_name_df(const coldae_reform *r);
const char *cd_reform_name_D(const coldae_reform *r);

int cd_reform_f(const coldae_reform *r, double t, const double *z, const double *y, const double *p,
                double *f);
int cd_reform_g(const coldae_reform *r, int level, double t, const double *z, const double *y,
                const double *p, double *g);
/* Jacobians by (z, y, p), given or differenced: [n, columns] and [n_g, columns] */
int cd_reform_df(const coldae_reform *r, double t, const double *z, const double *y, const double *p,
                 cd_reform_work *w, double *df);
int cd_reform_dg(const coldae_reform *r, int level, double t, const double *z, const double *y,
                 const double *p, cd_reform_work *w, double *dg);
/* D[n, n_g] of the problem, or the one that options.direction names; uses w->J where it is not given. */
int cd_reform_D(const coldae_reform *r, double t, const double *z, const double *y, const double *p,
                cd_reform_work *w, double *D);
int cd_reform_side(const coldae_reform *r, int l, const double *z, const double *p, double *g);
int cd_reform_dside(const coldae_reform *r, int l, const double *z, const double *p, double *dg);
int cd_reform_coupled(const coldae_reform *r, const double *zl, const double *zr, const double *p, double *g);
int cd_reform_dcoupled(const coldae_reform *r, const double *zl, const double *zr, const double *p,
                       double *dg);
/* The user's observer; 0 without one. */
int cd_reform_observe(const coldae_march_options *options, const coldae_step *step);
int cd_reform_guess(const coldae_reform *r, double t, double *z, double *y, double *dmu);

/* ---- reform_plan.c ----------------------------------------------------------------------------- */

/* Every field of problem and options against its range. */
coldae_status cd_reform_check(const coldae_reform_problem *problem, const coldae_reform_options *options,
                              cd_report *report);
/* The kind in numbers; alpha must have room for [s+1, s+1]. */
void cd_reform_plan_fill(const coldae_reform_problem *problem, const coldae_reform_options *options,
                         cd_reform_plan *plan);

/* ---- reform_equations.c: f and df of the new problem ------------------------------------------- */

int cd_reform_new_f(double t, const double *z, const double *y, const double *p, double *f, void *user);
int cd_reform_new_df(double t, const double *z, const double *y, const double *p, double *df, void *user);
/* The original z of new unknowns, without solving for anything. */
void cd_reform_expand(const coldae_reform *r, const double *z_new, const double *y_new, double *z);

/* ---- reform_statespace.c ----------------------------------------------------------------------- */

/* R[n_u, n] as given, or (NULL) from C = dg/dx at (t, z); then P and Q.  COLDAE_ERR_SINGULAR names t;
 * the code of a callback that failed goes to *callback_code. */
coldae_status cd_reform_choose(const coldae_reform *r, const double *R, double t, const double *z,
                               const double *p, cd_report *report, const cd_reform_coordinates *to,
                               double *condition, int *callback_code);
/* 1/sigma_min of (R; C) with rows of length one; HUGE_VAL if it is singular. */
int cd_reform_state_condition(const coldae_reform *r, const cd_reform_coordinates *c, double t,
                              const double *z, const double *p, cd_reform_work *w, double *condition);
/* z with R x^(j) = u^(j) and g^(j) = 0, j < m, from the z at hand (Newton, level by level).  A code of a callback,
 * COLDAE_REFORM_NOT_FINITE, or _NO_COORDINATES if Newton fails. */
int cd_reform_state_solve(const coldae_reform *r, double t, const double *z_new, const double *p,
                          cd_reform_work *w, double *z);
/* w->Z[n m, mstar_new + n_param]: derivatives of that z by z_new and p. */
int cd_reform_state_slopes(const coldae_reform *r, double t, const double *z, const double *p,
                           cd_reform_work *w);
/* 1/sigma_min of a[n, n] (destroyed), HUGE_VAL if it is singular; above CD_REFORM_SINGULAR nothing is left
 * of a matrix whose rows and columns come from vectors of length one. */
double cd_reform_inverse_size(int n, double *a, cd_reform_work *w);
double cd_reform_length(int n, const double *v, int stride);

/* ---- reform_conditions.c: side conditions, coupled conditions, guess --------------------------- */

int cd_reform_new_g(int l, const double *z, const double *p, double *g, void *user);
int cd_reform_new_dg(int l, const double *z, const double *p, double *dg, void *user);
int cd_reform_new_coupled(const double *zl, const double *zr, const double *p, double *r, void *user);
int cd_reform_new_dcoupled(const double *zl, const double *zr, const double *p, double *dr, void *user);
int cd_reform_new_guess(double t, double *z, double *y, double *dmu, void *user);
/* z, y -> z_new, y_new (either may be NULL) */
void cd_reform_contract(const coldae_reform *r, const double *z, const double *y, double *z_new,
                        double *y_new);

/* ---- reform_look.c ----------------------------------------------------------------------------- */

/* Are the initial values consistent, the matrices regular?  Fills r->z_left, info->condition, drift,
 * callback_code. */
coldae_status cd_reform_look(coldae_reform *r, cd_report *report, coldae_reform_info *info);

/* ---- reform.c ---------------------------------------------------------------------------------- */

/* coldae_reform_restart; the condition of new coordinates, the code of a callback that failed. */
coldae_status cd_reform_restart(coldae_reform *r, double t, const double *z, cd_report *report,
                                double *condition, int *callback_code);

/* ---- reform_linear.c --------------------------------------------------------------------------- */

coldae_status cd_reform_linear_check(const coldae_reform_linear *linear, cd_report *report);
/* The problem that its matrices make; its `user` must be set to the reform. */
coldae_reform_problem cd_reform_linear_problem(const coldae_reform_linear *linear);

#endif
