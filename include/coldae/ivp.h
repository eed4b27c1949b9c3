/* ivp.h - initial value problems of differential-algebraic equations, step by step
 *
 * coldae_march takes the same coldae_problem as coldae_solve, with all conditions at the left end, and goes through
 * the interval one collocation step at a time.  coldae_index3 integrates constrained motion with variable steps of
 * Radau IIA and keeps its positions and velocities on the constraints.  Memory does not grow with the number of steps.
 *
 * Manners as in coldae.h: init, set what differs, call; the last good values are never lost.
 */
#ifndef COLDAE_IVP_H
#define COLDAE_IVP_H

#include "coldae/coldae.h"

#ifdef __cplusplus
extern "C" {
#endif

/* clang-format off */

/* What the observer sees after each accepted step, and once at the start (number = 0, t_old = t). */
typedef struct coldae_step {
    int number;             /* accepted steps so far */
    double t_old, t;        /* the step went from t_old to t */
    const double *z;        /* [mstar] at t, projected; coldae_index3: (u, v) */
    const double *y;        /* [n_alg] at t; coldae_index3: lambda */
    const void *dense;      /* for coldae_step_eval; NULL at the start */
} coldae_step;

/* A nonzero return stops: COLDAE_ERR_CANCELLED, results so far are kept. */
typedef int coldae_observer_fn(const coldae_step *step, void *user);

/* Filled on every return, also after an error. */
typedef struct coldae_ivp_info {
    int n_steps;                /* accepted steps */
    int n_rejected;             /* steps refused by the error test */
    int n_failed;               /* steps refused because Newton failed, or a callback was not defined */
    int n_newton;               /* Newton iterations */
    int n_factor;               /* linearisations factored */
    int n_f, n_df, n_g, n_dg;   /* evaluations, in points, not calls */
    int callback_code;          /* last nonzero return of a callback, 0 if none */
    int index;                  /* found: 0, 1, 2 or 3; -1 where it varies or could not be found */
    double t;                   /* where the integration ended: right, or the last good point; left if it never began */
    double h;                   /* length of the last accepted step */
    double smallest, largest;   /* shortest and longest accepted step */
    double constraint_residual; /* largest |constraint| at the end of any step, freshly evaluated */
    double seconds_total;       /* wall clock */
    double peak_bytes;          /* largest memory held at a time */
    char message[256];          /* what, where, the number against the limit, what to try; "" if OK */
} coldae_ivp_info;

/* clang-format on */

/* z and y inside the step, t_old <= t <= step->t; either may be NULL.  Only during the call of the observer. */
COLDAE_API coldae_status coldae_step_eval(const coldae_step *step, double t, double *z, double *y);

/* ---- marching ----------------------------------------------------------------------------------------------
 * The equations of a coldae_problem as an initial value problem, one collocation step at a time.  Each step has a
 * Newton iteration of its own; index-2 constraints are projected onto at its end, then the invariants in their order.
 * Unknown constants p are not unknown here: they keep problem.param_guess (zero if NULL). */

enum {
    COLDAE_STEP_FIXED, /* n_steps equal steps */
    COLDAE_STEP_MESH,  /* the n_steps steps of mesh */
    COLDAE_STEP_AUTO   /* chosen from an estimate of the local error */
};

/* h[n]: residuals of an invariant at t */
typedef int coldae_invariant_fn(double t, const double *z, const double *p, double *h, void *user);
/* dh[n, mstar]: their derivatives by z, column-major */
typedef int coldae_dinvariant_fn(double t, const double *z, const double *p, double *dh, void *user);
/* D[mstar, n]: the directions in which z may be moved, column-major */
typedef int coldae_direction_fn(double t, const double *z, const double *p, double *D, void *user);

/* clang-format off */

/* h(t, z, p) = 0 that the solution satisfies but the steps need not: after a step z <- z + D mu with h(t, z) = 0, by
 * Newton for mu, D as it was at the end of the step.  Callbacks as in coldae.h: 0, > 0, < 0; outputs are zero on
 * entry. */
typedef struct coldae_invariant {
    int n;                      /* rows, 1 .. mstar;                                           set it */
    coldae_invariant_fn *h;     /* residuals;                                                  set it */
    coldae_dinvariant_fn *dh;   /* derivatives; NULL: differenced */
    coldae_direction_fn *D;     /* directions, dh D nonsingular; NULL: dh^T, the shortest way */
    void *user;                 /* handed to the three callbacks */
} coldae_invariant;

/* How to march: accuracy, steps, Newton, limits. */
typedef struct coldae_march_options {
    double tol;               /* COLDAE_STEP_AUTO: local error of a step, at its end and inside, <= tol * (1 + |z|) for every
                                 component of z, in [1e-14, 1); Newton iterates to a small share of it, with fixed steps to rounding;
                                                                                               1e-6 */
    const double *tol_z;      /* [mstar] replaces tol: one per component of z, 0 = not controlled, at least one > 0;
                                                                                               NULL */
    int points;               /* COLDAE_RADAU (order 2k-1, damps what is stiff, constraints hold at the end of a step
                                 by themselves) or COLDAE_GAUSS (order 2k, damps nothing);     COLDAE_RADAU */
    int n_points;             /* k collocation points in a step, from max m_i to 30; k = 1 with COLDAE_RADAU is
                                 backward Euler; 0 = chosen from orders and tolerance;         0 */
    int projection;           /* at the end of a step: as in coldae_options;                   COLDAE_PROJECT_AUTO */
    double rank_kappa;        /* its rank decision, in (0, 1];                                 1e-2 */
    int consistency;          /* nonzero: z_left must satisfy the index-2 constraints up to tol, and where conditions
                                 at left are used, index-2 constraints may stand for missing ones; 0, or with
                                 COLDAE_PROJECT_NONE: z_left is taken as it is, only y is computed;   1 */
    int step;                 /* COLDAE_STEP_FIXED, _MESH or _AUTO;                            COLDAE_STEP_AUTO */
    int n_steps;              /* steps of FIXED and MESH, >= 1;                                100 */
    const double *mesh;       /* [n_steps+1] of MESH, strictly increasing from left to right;  NULL */
    const double *fixed;      /* [n_fixed] points that AUTO must step on (jumps), strictly increasing, inside
                                 (left, right);                                                NULL */
    int n_fixed;              /* their number, >= 0;                                           0 */
    double h_first;           /* AUTO: length of the first step, >= 0; 0 = chosen;             0 */
    double h_largest;         /* AUTO: longest step, >= 0; 0 = no limit;                       0 */
    int max_steps;            /* AUTO: most steps, accepted or not, >= 1;                      1000000 */
    int max_iterations;       /* Newton iterations of a step, >= 1;                            10 */
    const coldae_invariant *invariants; /* [n_invariants] applied in this order after each step's own projection; an
                                 earlier one is not restored after a later one;                NULL */
    int n_invariants;         /* their number, >= 0;                                           0 */
    coldae_observer_fn *observer; /* called at the start and after each accepted step;         NULL */
    void *observer_user;      /* handed to it;                                                 NULL */
    double max_bytes;         /* memory limit, >= 0; 0 = no limit;                             0 */
} coldae_march_options;

/* clang-format on */

/* Set every field to its default. */
COLDAE_API void coldae_march_options_init(coldae_march_options *options);

/* March from left to right.  z_left[mstar]: the initial values; then the conditions of the problem are not used, they
 * may be those of a boundary value problem.  z_left NULL: all conditions must be at left and are solved by Newton from
 * the guess.  problem.guess at left also starts y.  options NULL: defaults.
 * z_right[mstar], y_right[n_alg] (either may be NULL): values at info.t, also after an error.  solution (or NULL): the
 * whole up to info.t, to be freed with coldae_solution_free, NULL if there was no step; it may be coldae_options.start.
 * COLDAE_ERR_SINGULAR: the equations of a step are singular, the message says where and with which step.
 * COLDAE_ERR_NO_CONVERGENCE: Newton fails with any step; or problem.linear = 1 and one correction does not solve a step:
 * df is wrong, or the problem is not linear.  COLDAE_ERR_MESH_LIMIT: max_steps, or a step below rounding.
 * COLDAE_ERR_CALLBACK: stopped by a callback, or one that is not defined beyond info.t; the message names it.
 * COLDAE_ERR_INVALID: also initial values that do not satisfy the constraints. */
COLDAE_API coldae_status coldae_march(const coldae_problem *problem, const double *z_left,
                                      const coldae_march_options *options, double *z_right, double *y_right,
                                      coldae_solution **solution, coldae_ivp_info *info);

/* Consistent values at t in [left, right].  z[mstar]: values in, moved by as little as the constraints ask for
 * (relative to 1 + |z|), components with keep[i] != 0 not at all (keep NULL: all may move).  Index-1 constraints never
 * move z: they determine y.  Index-2 constraints and the invariants of the options (all of them together) must hold at
 * z; y then follows from the constraints differentiated along the solution, here by one short collocation step.
 * y[n_alg]: first guess in, value out; NULL only with n_alg = 0.  moved[mstar] (or NULL): z out - z in.
 * options (or NULL): tol, rank_kappa, invariants and max_bytes are used. */
COLDAE_API coldae_status coldae_consistent(const coldae_problem *problem, double t, const int *keep,
                                           const coldae_march_options *options, double *z, double *y,
                                           double *moved, coldae_ivp_info *info);

/* ---- constrained motion, index 3 -----------------------------------------------------------------------------
 *
 *     u' = f(t, u, v)                    n_u equations; f NULL: u' = v (or n_u = 0: no u at all)
 *     M(t, u) v' = k(t, u, v, lambda)    n_v equations; mass NULL: M = I
 *     0 = g                              n_lambda constraints: g(t, u) of index 3, g(t, u, v) of index 2 or
 *                                        g(t, u, v, lambda) of index 1; n_lambda = 0: a (stiff) ordinary equation
 *
 * Radau IIA with s stages and automatic steps.  After each step positions and velocities are moved back onto
 * g = 0 and d/dt g = 0 along the directions of the constraint forces (projection), so that nothing drifts. */

/* out[n_u] = f, out[n_v] = k, out[n_lambda] = g or dg/dt: each field below says which.  lambda is there in every
 * call; f must not use it, g only as far as its index says.  Returns and outputs as in coldae.h: 0 fine, > 0 not
 * defined here (the step is shortened), < 0 stop; out is zero on entry. */
typedef int coldae_index3_fn(double t, const double *u, const double *v, const double *lambda, double *out,
                             void *user);
/* d[rows, n_u+n_v+n_lambda], column-major, zero on entry: derivatives by (u, v, lambda) of f, of k - M w with w held
 * fixed (w = v' now; without mass: of k), or of g */
typedef int coldae_index3_jacobian_fn(double t, const double *u, const double *v, const double *lambda,
                                      const double *w, double *d, void *user);
/* m[n_v, n_v], column-major, zero on entry */
typedef int coldae_index3_mass_fn(double t, const double *u, double *m, void *user);

/* clang-format off */
/* The equations of motion and the constraints. */
typedef struct coldae_index3_problem {
    int n_u, n_v, n_lambda;   /* >= 0, n_v >= 1, n_lambda <= n_v; f NULL: n_u = n_v or 0;      default 0: set them */
    int index;                /* of the constraints: 3, 2 or 1, see above (3 needs n_u >= 1);   3 */
    double left, right;       /* from here to there, left < right, finite;                      0, 1 */
    coldae_index3_fn *f;      /* u'; NULL: u' = v;                                              NULL */
    coldae_index3_fn *k;      /* M v';                                                          NULL: set it */
    coldae_index3_fn *g;      /* the constraints; NULL only with n_lambda = 0;                  NULL */
    coldae_index3_mass_fn *mass;   /* M; NULL: the identity;                                    NULL */
    int mass_is_constant;     /* nonzero: M depends neither on t nor on u, one call is enough;  0 */
    coldae_index3_jacobian_fn *df; /* derivatives; NULL: differenced;                           NULL */
    coldae_index3_jacobian_fn *dk; /*                                                           NULL */
    coldae_index3_jacobian_fn *dg; /* NULL: differenced, and the rate dg/dt of index 3 by a formula of
                                 sixth order along the motion that finds its own step: g is then called up to
                                 3e-2 max(1, |u|) beside it, nearer where it is not defined there;  NULL */
    int g_depends_on_t;       /* nonzero: g contains t by itself;                               0 */
    coldae_index3_fn *g_t;    /* its derivative by t, used if so; NULL: differenced, with points in [left, right]
                                 only;                                                          NULL */
    void *user;               /* handed to every callback above;                                NULL */
} coldae_index3_problem;

enum { COLDAE_INDEX3_PROJECT_BOTH, COLDAE_INDEX3_PROJECT_VELOCITY, COLDAE_INDEX3_PROJECT_NONE };
enum { COLDAE_INDEX3_JACOBIAN_FULL, COLDAE_INDEX3_JACOBIAN_STRUCTURE, COLDAE_INDEX3_JACOBIAN_CONSTANT };

/* What the search for consistent values found and did; lengths are largest components. */
typedef struct coldae_index3_start {
    double g, rate;           /* |g| and, index 3, |dg/dt| before: what was wrong with the given values */
    double moved_u, moved_v;  /* how far u and v were moved, over 1 + |component| */
    double moved_lambda;      /* change of lambda, over 1 + |component| */
} coldae_index3_start;

/* How to integrate: accuracy, method, steps, limits. */
typedef struct coldae_index3_options {
    double tol;               /* both tolerances, in [1e-14, 1);                                1e-6 */
    double rtol, atol;        /* the error of a step is held against atol + rtol |component|; rtol in [1e-14, 1),
                                 atol >= 0; negative: tol;                                      -1, -1 */
    const double *atol_x;     /* [n_u+n_v+n_lambda] replaces atol, entries >= 0;                NULL */
    int tol_is_local;         /* 0: rtol is about what the result should have, the steps are taken with
                                 0.1 rtol^(2/3) (s = 2: ^(3/4)), because a step's estimate is of lower order than
                                 the method, and atol in proportion; nonzero: used as they are; 0 */
    int stages;               /* s = 2, 3, 4 or 5: order 2s-1;                                  3 */
    int projection;           /* index 3: COLDAE_INDEX3_PROJECT_BOTH positions and velocities (2.7), _VELOCITY
                                 velocities only (2.8), _NONE; index 2: v, with both;        COLDAE_INDEX3_PROJECT_BOTH */
    int jacobian;             /* COLDAE_INDEX3_JACOBIAN_FULL; _STRUCTURE: only M, dg and dk/dlambda are used (index 3
                                 and 2, f NULL): cheap, for motion that is not stiff; _CONSTANT: evaluated once at
                                 the start;                                                  COLDAE_INDEX3_JACOBIAN_FULL */
    double h_first;           /* first step, > 0; 0: 1e-6 min(1, right - left);                 0 */
    double h_largest;         /* longest step, > 0; 0: right - left;                            0 */
    int constant_steps;       /* nonzero: all steps are h_first long (the last one shorter), without an error test;
                                 stages are solved to 1e-3 of the tolerances;                   0 */
    int max_steps;            /* accepted and refused, >= 1;                                    100000 */
    int consistency;          /* nonzero: u, v are moved onto the constraints and lambda is computed before the
                                 first step; 0: all are taken as they are, if u and v are consistent to tol;   1 */
    double start_limit;       /* largest move allowed, over 1 + |component|, > 0; more is an error: the values are
                                 probably wrong, or call coldae_index3_consistent first;        1e-3 */
    coldae_index3_start *start;    /* what the start found; NULL: not wanted;                   NULL */
    const double *t_out;      /* [n_out] output times, strictly increasing in (left, right];    NULL */
    int n_out;                /* their number, >= 0;                                            0 */
    double *out;              /* [n_u+n_v+n_lambda, n_out] values there; those after info.t are left alone;   NULL */
    int out_is_exact;         /* nonzero: a step ends at each of them, the values are projected (times much closer than
                                 steps: lambda has the rounding errors over h^2); 0: from the polynomial of the step,
                                 then projected like its end;                                   0 */
    coldae_observer_fn *observer;  /* after each step; nonzero return stops;                    NULL */
    void *observer_user;      /* handed to observer;                                            NULL */
    double max_bytes;         /* memory limit, >= 0; 0 = no limit;                              0 */
} coldae_index3_options;
/* clang-format on */

/* Set every field to its default. */
COLDAE_API void coldae_index3_problem_init(coldae_index3_problem *problem);
COLDAE_API void coldae_index3_options_init(coldae_index3_options *options);

/* Integrate from left to right.  u[n_u], v[n_v], lambda[n_lambda] are the values at left on entry (lambda: a guess is
 * enough) and those at info->t on return: right, or the end of the last good step.  options NULL: defaults; info
 * NULL: not wanted.  COLDAE_ERR_SINGULAR: dg/du f_v M^-1 dk/dlambda is singular, the message says at which t;
 * COLDAE_ERR_NO_CONVERGENCE: steps became too short; COLDAE_ERR_MESH_LIMIT: max_steps;
 * COLDAE_ERR_CALLBACK: stopped by a callback, or a right-hand side not defined beyond info->t. */
COLDAE_API coldae_status coldae_index3(const coldae_index3_problem *problem,
                                       const coldae_index3_options *options, double *u, double *v,
                                       double *lambda, coldae_ivp_info *info);

/* Compare df, dk, dg where given with differences at one point: *worst = largest |given - difference|/(1 + |given|),
 * message names the entry.  COLDAE_OK whatever was found; w[n_v] = v' (NULL: zero), u and lambda may be NULL where
 * there are none. */
COLDAE_API coldae_status coldae_index3_check_jacobian(const coldae_index3_problem *problem, double t,
                                                      const double *u, const double *v, const double *lambda,
                                                      const double *w, double *worst, char *message,
                                                      int message_size);

/* Only make u, v, lambda consistent at problem->left; start (or NULL) says what moved; options.start_limit is not
 * applied.  On an error nothing is changed. */
COLDAE_API coldae_status coldae_index3_consistent(const coldae_index3_problem *problem,
                                                  const coldae_index3_options *options, double *u, double *v,
                                                  double *lambda, coldae_index3_start *start,
                                                  coldae_ivp_info *info);

#ifdef __cplusplus
}
#endif
#endif
