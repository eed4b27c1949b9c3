/* srm.h - sequential regularization: constraints whose Jacobian loses rank at isolated points
 *
 *     x' = A(t) x + B(t) y + q(t)       x' = f(t, x) + B(t, x) y       differential equations, n_x of them
 *      0 = C(t) x + r(t)                 0 = g(t, x)                    constraints, n_y <= n_x of them
 *
 * where C B, C = dg/dx, is nonsingular except at isolated points t*.  There y may be infinite, but x and B y are smooth
 * (projection and collocation for y fail).  For s = 1, 2, .. the problem without constraints
 *
 *     x_s' = f(t, x_s) + By_s,     By_s = By_{s-1} - (1/eps) B E g(t, x_s)
 *
 * is solved under the same conditions; the error becomes eps times smaller with each s.  Only B y is kept, never y.
 *                                             Ascher & Lin, Sequential regularization methods (1993)
 *
 * coldae_srm_solve: boundary value problems, by collocation.  coldae_srm_march: initial value problems, all iterations
 * inside each step, memory independent of the number of steps.  Guide: docs/singular.md.
 * Manners as in coldae.h: init, set what differs, call; column-major; the last good result is never lost.
 */
#ifndef COLDAE_SRM_H
#define COLDAE_SRM_H

#include "coldae/coldae.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One type for all data of the problem at (t, x); `out` is zero on entry.  In the linear form x is NULL.
 * Returns as everywhere: 0 = fine, > 0 = not defined here, < 0 = stop. */
typedef int coldae_srm_fn(double t, const double *x, double *out, void *user);
/* The products that stay smooth where C B is singular, formed by hand: P[n_x, n_x] = B E C and v[n_x] = B E g(t, x),
 * g = C x + r in the linear form (x is given here in both).  P or v is NULL where it is not wanted.  Both zero on
 * entry. */
typedef int coldae_srm_smooth_fn(double t, const double *x, double *P, double *v, void *user);

/* What the observer of coldae_srm_march sees: the start (number = 0, t_old = t), then each step. */
typedef struct coldae_srm_step {
    int number;       /* steps so far */
    double t_old, t;  /* the step went from t_old to t */
    const double *x;  /* [n_x] x_m(t) of the last iteration m */
    const double *By; /* [n_x] By_m(t) */
    const double *y;  /* [n_y] y from By; NaN where B has lost rank */
} coldae_srm_step;
/* A nonzero return stops: COLDAE_ERR_CANCELLED, the results so far are kept. */
typedef int coldae_srm_observer_fn(const coldae_srm_step *step, void *user);

/* clang-format off */

/* E, which makes B E C positive semidefinite */
enum {
    COLDAE_SRM_E_INVERSE,      /* (C B)^-1 */
    COLDAE_SRM_E_TRANSPOSE,    /* (C B)^T */
    COLDAE_SRM_E_IDENTITY,     /* I, for C B positive semidefinite (mechanics) */
    COLDAE_SRM_E_DELTA,        /* (C B + delta I)^-1, likewise */
    COLDAE_SRM_E_FUNCTION      /* problem.E */
};
/* y_0, the first iterate */
enum {
    COLDAE_SRM_Y0_ZERO,        /* 0 */
    COLDAE_SRM_Y0_VALUE,       /* the constant options.y0_value */
    COLDAE_SRM_Y0_FUNCTION,    /* problem.y0 */
    COLDAE_SRM_Y0_START        /* the exact y(left), constant; coldae_srm_march only: no layer at left */
};
/* the variant */
enum {
    COLDAE_SRM_SEQUENTIAL,     /* (3.3), (3.15) of the paper */
    COLDAE_SRM_PENALTY,        /* (3.5): one iteration from y_0 = 0; for comparison */
    COLDAE_SRM_PARK_CHIOU      /* (3.7): eps y' = -E (C x' + g_t), y(left) = y_0(left); for comparison, march only */
};
/* stages of coldae_srm_march */
enum { COLDAE_SRM_RADAU, COLDAE_SRM_EULER, COLDAE_SRM_RK4 };
/* what becomes of x(right) before shooting back */
enum {
    COLDAE_SRM_END_KEEP,       /* nothing */
    COLDAE_SRM_END_ALONG_B,    /* moved along B onto the constraints */
    COLDAE_SRM_END_COMPONENTS  /* the components options.end_components are recomputed from the constraints */
};
enum { COLDAE_SRM_LIST = 16 }; /* entries of the lists in coldae_srm_info */

/* The equations, the constraints and the conditions. */
typedef struct coldae_srm_problem {
    int n_x;                  /* components of x, >= 1;                                        default 0: set it */
    int n_y;                  /* constraints and components of y, from 1 to n_x;               0: set it */
    double left, right;       /* the interval, left < right, finite;                           0, 1 */
    /* Both forms. */
    coldae_srm_fn *B;         /* [n_x, n_y];                                                   NULL: set it */
    coldae_srm_fn *C;         /* [n_y, n_x] derivatives of the constraints by x;               NULL: set it */
    /* The linear form: f and g below are NULL; conditions must be linear too. */
    coldae_srm_fn *A;         /* [n_x, n_x]; NULL: zero;                                       NULL */
    coldae_srm_fn *q;         /* [n_x]; NULL: zero;                                            NULL */
    coldae_srm_fn *r;         /* [n_y]; NULL: zero;                                            NULL */
    coldae_srm_fn *dC;        /* [n_y, n_x] C'(t), with alpha1 > 0, COLDAE_SRM_Y0_START and
                                 _PARK_CHIOU;                                                  NULL */
    coldae_srm_fn *dr;        /* [n_y] r'(t), with them; NULL with r NULL;                      NULL */
    /* The nonlinear form: f and g. */
    coldae_srm_fn *f;         /* [n_x] the right-hand side without B y;                        NULL */
    coldae_srm_fn *g;         /* [n_y] the constraints;                                        NULL */
    coldae_srm_fn *gt;        /* [n_y] their partial derivatives by t, where dC would be needed
                                 (a function that sets nothing if t does not occur);           NULL */
    /* Both forms, optional. */
    coldae_srm_smooth_fn *smooth; /* B E C and B E g by hand; replaces options.E;              NULL */
    coldae_srm_fn *E;         /* [n_y, n_y] with COLDAE_SRM_E_FUNCTION;                        NULL */
    coldae_srm_fn *y0;        /* [n_y] with COLDAE_SRM_Y0_FUNCTION; x is NULL;                 NULL */
    /* coldae_srm_solve: n_side + n_coupled = n_x - n_y conditions on x, and the library adds "the constraints
     * hold at left"; or n_x conditions.  As in coldae_problem, z = x, p = NULL. */
    int n_side;               /* point conditions, >= 0;                                       0 */
    const double *zeta;       /* [n_side] nondecreasing, in [left, right];                     NULL */
    coldae_g_fn *side;        /* residual of condition l;                                      NULL */
    coldae_dg_fn *dside;      /* its derivatives by x; NULL: differenced;                      NULL */
    int n_coupled;            /* conditions that couple the ends, >= 0;                        0 */
    coldae_coupled_fn *coupled;   /* their residuals;                                          NULL */
    coldae_dcoupled_fn *dcoupled; /* derivatives; NULL: differenced;                           NULL */
    coldae_srm_fn *guess;     /* [n_x] first guess of x (nonlinear form); x is NULL; NULL: zero; NULL */
    /* coldae_srm_march: */
    const double *start;      /* [n_x] x(left), on the constraints (message warns);            NULL: set it */
    void *user;               /* handed to every callback above;                               NULL */
} coldae_srm_problem;

/* How to iterate: the regularization, its methods, points and meshes or steps, limits. */
typedef struct coldae_srm_options {
    double eps;               /* regularization parameter, > 0; 0 = chosen from mesh and E;    0 */
    int iterations;           /* m, from 1 to max_iterations; 0 = coldae_srm_solve: until the constraint residual
                                 meets tol or no longer falls; coldae_srm_march: one more than (eps/rate)^m <= tol
                                 asks for, rate = largest eigenvalue of B E C at left;         0 */
    int max_iterations;       /* >= 1;                                                         20 */
    double tol;               /* with iterations = 0: wanted constraint residual outside of the layer at left, in
                                 (0, 1); COLDAE_OK = met.  No bound for the error of x;        1e-6 */
    int E;                    /* COLDAE_SRM_E_..: B E C must have no eigenvalue with negative
                                 real part (checked);                                          COLDAE_SRM_E_INVERSE */
    double delta;             /* of COLDAE_SRM_E_DELTA, > 0;                                   1e-6 */
    double alpha1, alpha2;    /* By_s = By_{s-1} - (1/eps) B E (alpha1 dg/dt + alpha2 g), >= 0,
                                 not both 0; alpha1 > 0 for a C that nowhere loses rank (message warns); 0, 1 */
    int variant;              /* COLDAE_SRM_SEQUENTIAL, _PENALTY, _PARK_CHIOU;                 COLDAE_SRM_SEQUENTIAL */
    int y0;                   /* COLDAE_SRM_Y0_..;                                             COLDAE_SRM_Y0_ZERO */
    const double *y0_value;   /* [n_y] with COLDAE_SRM_Y0_VALUE, finite;                       NULL */
    double dodge;             /* E_INVERSE at a t where C B is singular: nonzero = the coefficients of B E are taken
                                 at t + dodge; 0 = interpolated from both sides of t; where C B is singular there too
                                 (nonlinear form), its singular directions are left out;        0 */
    double max_bytes;         /* memory limit of the call, >= 0; 0 = no limit;                 0 */
    /* coldae_srm_solve */
    coldae_options bvp;       /* of each iteration: points, n_points, n_intervals, mesh, tol, newton, monitor, ..;
                                 adapt other than COLDAE_FIXED_MESH: the first iteration chooses the mesh, the others
                                 keep it.  start, projection, rank_kappa, n_threads are not used.  As coldae_options_init,
                                 but adapt = COLDAE_FIXED_MESH, n_intervals = 100 */
    int shoot_back;           /* iterations of the terminal value problem that follows and removes the layer at left,
                                 >= 0; the problem must be stable backwards;                   0 */
    int end;                  /* COLDAE_SRM_END_..: x(right) of that problem;                  COLDAE_SRM_END_KEEP */
    const int *end_components; /* [n_y] with COLDAE_SRM_END_COMPONENTS, each from 0 to n_x-1;   NULL */
    /* coldae_srm_march */
    int stages;               /* COLDAE_SRM_RADAU, COLDAE_SRM_EULER (forward), COLDAE_SRM_RK4; COLDAE_SRM_RADAU */
    int n_points;             /* k of COLDAE_SRM_RADAU, from 1 (backward Euler) to 30;         3 */
    int n_steps;              /* >= 1;                                                         100 */
    const double *mesh;       /* [n_steps+1] the steps, increasing from left to right;         NULL: equal steps */
    coldae_srm_observer_fn *observer; /* called at the start and after each step;              NULL */
    void *observer_user;      /* handed to observer;                                           NULL */
} coldae_srm_options;

/* Filled on every return, also after an error. */
typedef struct coldae_srm_info {
    double eps;                 /* used */
    int iterations;             /* done (coldae_srm_march: in each step); without those of shoot_back */
    int n_residual;             /* entries of the list: the first min(iterations, COLDAE_SRM_LIST) iterations */
    double residual[16];        /* [COLDAE_SRM_LIST] largest |g| of iteration s at mesh points or steps outside of the
                                   layer: t >= left + (25 + 2 s) eps/rate and 9 + s subintervals, or the middle of the
                                   interval if that comes first; coldae_srm_march: s = iterations in it for all */
    double constraint_residual; /* largest |g| of the result, at all mesh points or steps */
    int n_singular;             /* places where C B is nearly singular, all of them; the first COLDAE_SRM_LIST: */
    double singular_t[16];         /* .. the mesh point or step where C B is nearest to singular */
    double singular_condition[16]; /* .. largest |C B| seen / smallest singular value of C B there, >= 1e3 */
    int n_dodged;               /* evaluations at points where C B is singular (options.dodge) */
    int n_indefinite;           /* mesh points or steps where B E C has an eigenvalue with negative real part: the
                                   iteration cannot be trusted; message warns, also after an error */
    double indefinite_t;        /* .. the first of them */
    double indefinite_value;    /* .. and the smallest real part there */
    int n_intervals;            /* subintervals of the mesh, or steps done */
    int n_newton;               /* Newton steps */
    int n_data;                 /* calls of the problem's data functions (A, B, C, f, ..) */
    int callback_code;          /* last nonzero return of a callback, 0 if none (NaN is no return) */
    double t;                   /* march: where it ended, right or the last good point; solve: right */
    double seconds_total;       /* wall clock */
    double peak_bytes;          /* largest memory held at a time */
    char message[256];          /* known causes first (B E C, alpha1, start), then what, where, what to try; with
                                   COLDAE_OK: "", or a warning */
} coldae_srm_info;
/* clang-format on */

/* Set every field to its default. */
COLDAE_API void coldae_srm_problem_init(coldae_srm_problem *problem);
COLDAE_API void coldae_srm_options_init(coldae_srm_options *options);

/* Boundary value problems.  *solution: z = x and, in the place of y, B y (n_alg = n_x), for coldae_solution_eval and
 * all that coldae.h does with solutions; the result of the last good iteration, or NULL.  options, info may be NULL.
 * COLDAE_ERR_MESH_LIMIT: with iterations = 0, the residual stopped falling above tol (finer mesh, more points).
 * COLDAE_ERR_NO_CONVERGENCE: the residual grows, or an iteration failed; *solution is the best before. */
COLDAE_API coldae_status coldae_srm_solve(const coldae_srm_problem *problem,
                                          const coldae_srm_options *options, coldae_solution **solution,
                                          coldae_srm_info *info);

/* Initial value problems from problem.start.  x[n_x] and By[n_x] (may be NULL): at info.t, also after an error.
 * solution (or NULL: memory is then independent of the number of steps): all steps up to info.t, z = x and B y in the
 * place of y, NULL if there was no step; explicit stages: straight lines between the steps.
 * COLDAE_ERR_MESH_LIMIT: with iterations = 0, the march is complete but its residual is above tol, at the steps or in
 * their middle (shorter steps, more points, another eps). */
COLDAE_API coldae_status coldae_srm_march(const coldae_srm_problem *problem,
                                          const coldae_srm_options *options, double *x, double *By,
                                          coldae_solution **solution, coldae_srm_info *info);

/* y[n_y] = (B^T B)^-1 B^T By at t, for x and By of a solution or a step.  *condition (may be NULL): of B.
 * COLDAE_ERR_SINGULAR where B has lost rank (y is not set). */
COLDAE_API coldae_status coldae_srm_recover(const coldae_srm_problem *problem, double t, const double *x,
                                            const double *By, double *y, double *condition);

#ifdef __cplusplus
}
#endif
#endif
