/* coldae.h - boundary value problems of differential-algebraic equations
 *
 * libcoldae solves mixed-order semi-explicit systems on left <= t <= right
 *
 *     u_i^(m_i) = f_i(t, z(u), y, p),      i = 1 .. n_diff        differential equations of any order
 *             0 = f_i(t, z(u), y, p),      i = n_diff+1 .. n_diff+n_alg        algebraic constraints
 *
 * with side conditions g_l(z(zeta_l), p) = 0 at any points, conditions that couple the two ends, and
 * unknown constants p.  Here z(u) = (u_1, u_1', .., u_1^(m_1-1), u_2, ..) has mstar = sum m_i entries.
 * The method is piecewise polynomial collocation with automatic mesh selection and error control.
 *
 * Manners: structs hold only int, double and pointers; fill them with the init function, then set
 * what differs.  Matrices are column-major, indices start at zero.  The library keeps no writable
 * global state, never prints, never exits.  What you pass in stays yours and may be freed after the call.
 */
#ifndef COLDAE_COLDAE_H
#define COLDAE_COLDAE_H

#define COLDAE_VERSION_MAJOR 0
#define COLDAE_VERSION_MINOR 1
#define COLDAE_VERSION_PATCH 0

#if defined(_WIN32)
#define COLDAE_API
#else
#define COLDAE_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What a function of the library returns. */
typedef enum coldae_status {
    COLDAE_OK = 0,                  /* tolerances met */
    COLDAE_ERR_INVALID = -1,        /* a field is out of range; info.message names it, its value and what
                                       is allowed */
    COLDAE_ERR_MEMORY = -2,         /* an allocation failed, or options.max_bytes would be passed */
    COLDAE_ERR_CALLBACK = -3,       /* a callback asked to stop, or gives no finite value at the guess */
    COLDAE_ERR_SINGULAR = -4,       /* a local or global matrix is singular; the message says where and what
                                       that means */
    COLDAE_ERR_NO_CONVERGENCE = -5, /* Newton failed on every mesh that was tried */
    COLDAE_ERR_MESH_LIMIT = -6,     /* converged, but max_intervals reached before the tolerance: best
                                       solution returned */
    COLDAE_ERR_CANCELLED = -7,      /* the monitor asked to stop: last converged solution returned, if any */
    COLDAE_ERR_FILE = -8            /* a saved solution cannot be read or written */
} coldae_status;

typedef struct coldae_solution coldae_solution; /* opaque, immutable; outlives problem and options */

/* What the monitor sees.  A field that the kind does not name is zero. */
typedef struct coldae_event {
    int kind;          /* COLDAE_EVENT_MESH: a mesh is about to be solved (mesh, n_intervals)
                          COLDAE_EVENT_NEWTON: a Newton step was accepted (+ iteration, damping, correction)
                          COLDAE_EVENT_DAMPING: a trial step was refused (+ iteration, damping, correction)
                          COLDAE_EVENT_ERROR: a converged mesh was judged (mesh, n_intervals, error) */
    int mesh;          /* number of the mesh, from 1 */
    int n_intervals;   /* its subintervals */
    int iteration;     /* number of the Newton step on this mesh, from 1 (also of a refused one) */
    double damping;    /* factor of the step, in (0, 1] */
    double correction; /* weighted norm of the correction */
    double error;      /* largest estimated error over tolerance; accepted: <= 0.75, from a mesh and its
                          halving (<= 1 if max_intervals permits no other halving) */
} coldae_event;

enum { COLDAE_EVENT_MESH, COLDAE_EVENT_NEWTON, COLDAE_EVENT_DAMPING, COLDAE_EVENT_ERROR };
enum { COLDAE_GAUSS, COLDAE_RADAU };
enum { COLDAE_PROJECT_AUTO, COLDAE_PROJECT_NONE, COLDAE_PROJECT_INDEX2, COLDAE_PROJECT_SELECTIVE };
enum { COLDAE_ADAPT, COLDAE_HALVE_ONLY, COLDAE_FIXED_MESH };
enum { COLDAE_NEWTON_DAMPED, COLDAE_NEWTON_FULL };

/* Progress; a nonzero return cancels the solve. */
typedef int coldae_monitor_fn(const coldae_event *event, void *user);

/* Callbacks return 0 = fine; > 0 = "not defined here" (Newton shortens its step); < 0 = stop.
 * A non-finite value counts as > 0.  These are function types, not pointer types, so that
 * `static coldae_f_fn my_f;` declares and checks your function.  Outputs are zero on entry.
 * With n_threads > 1 they are called from several threads at once. */

/* f[n_diff+n_alg]: the right-hand sides, then the constraint residuals */
typedef int coldae_f_fn(double t, const double *z, const double *y, const double *p, double *f, void *user);
/* df[n_diff+n_alg, mstar+n_alg+n_param]: derivatives of f by z, y, p */
typedef int coldae_df_fn(double t, const double *z, const double *y, const double *p, double *df, void *user);
/* the same for m points in one call: t[m], z[mstar,m], y[n_alg,m], p[n_param] -> f[n_diff+n_alg, m] */
typedef int coldae_f_batch_fn(int m, const double *t, const double *z, const double *y, const double *p,
                              double *f, void *user);
/* -> df[n_diff+n_alg, mstar+n_alg+n_param, m] */
typedef int coldae_df_batch_fn(int m, const double *t, const double *z, const double *y, const double *p,
                               double *df, void *user);
/* *g: residual of side condition l, at zeta[l] */
typedef int coldae_g_fn(int l, const double *z, const double *p, double *g, void *user);
/* dg[mstar+n_param]: its derivatives by z and p */
typedef int coldae_dg_fn(int l, const double *z, const double *p, double *dg, void *user);
/* r[n_coupled]: residuals of the coupled conditions, zl = z(left), zr = z(right) */
typedef int coldae_coupled_fn(const double *zl, const double *zr, const double *p, double *r, void *user);
/* dr[n_coupled, 2*mstar+n_param]: derivatives by zl, zr, p */
typedef int coldae_dcoupled_fn(const double *zl, const double *zr, const double *p, double *dr, void *user);
/* z[mstar], y[n_alg], dmu[n_diff] = u_i^(m_i): the first guess at t */
typedef int coldae_guess_fn(double t, double *z, double *y, double *dmu, void *user);

/* clang-format off */
/* The equations, the interval and the conditions. */
typedef struct coldae_problem {
    int n_diff;               /* differential components u_i, >= 1;                            default 0: set it */
    int n_alg;                /* algebraic components y = number of constraints, >= 0;         0 */
    int n_param;              /* unknown constants p, >= 0;                                    0 */
    const int *order;         /* [n_diff] order m_i of each equation, from 1 to 30;            NULL: set it */
    double left, right;       /* the interval, left < right, finite;                           0, 1 */
    int n_side;               /* point conditions, >= 0; n_side + n_coupled = mstar + n_param
                                 (index-2 constraints: see options.consistency);               0 */
    const double *zeta;       /* [n_side] where they hold: nondecreasing, in [left, right],
                                 interior points are allowed; NULL only with n_side = 0;       NULL */
    int n_coupled;            /* conditions that couple the two ends (periodicity, ..), >= 0;  0 */
    int linear;               /* nonzero: f, g, coupled are linear in (z, y, p): one Newton step on
                                 a mesh; if that does not do, COLDAE_ERR_NO_CONVERGENCE;       0 */
    coldae_f_fn *f;           /* the equations; may be NULL where f_batch is given;            NULL: set it */
    coldae_df_fn *df;         /* their derivatives; NULL: differenced;                         NULL */
    coldae_f_batch_fn *f_batch;   /* many points in one call, used instead of f where given;   NULL */
    coldae_df_batch_fn *df_batch; /* likewise instead of df;                                   NULL */
    coldae_g_fn *g;           /* side conditions; NULL only with n_side = 0;                   NULL: set it */
    coldae_dg_fn *dg;         /* their derivatives; NULL: differenced;                         NULL */
    coldae_coupled_fn *coupled;   /* coupled conditions; NULL only with n_coupled = 0;         NULL */
    coldae_dcoupled_fn *dcoupled; /* their derivatives; NULL: differenced;                     NULL */
    coldae_guess_fn *guess;   /* first guess of z, y and dmu, asked at mesh points and at
                                 collocation points; it may jump; NULL: zero;                  NULL */
    const double *param_guess; /* [n_param] first guess of p, also with options.start; NULL: that
                                 of start, or zero;                                            NULL */
    void *user;               /* handed to every callback above;                               NULL */
} coldae_problem;

/* How to solve: accuracy, points, meshes, Newton, limits. */
typedef struct coldae_options {
    double tol;               /* |error| <= tol * (1 + |u|) for every component of z, in
                                 [1e-14, 1); |u|: maximum on the subinterval; for p likewise;  1e-6 */
    const double *tol_z;      /* [mstar] replaces tol: one per component of z, 0 = not
                                 controlled, at least one > 0, each as tol;                    NULL */
    int points;               /* COLDAE_GAUSS (order 2k at mesh points) or COLDAE_RADAU
                                 (order 2k-1, last point is the right end);                    COLDAE_GAUSS */
    int n_points;             /* k collocation points per subinterval, from max m_i to 30;
                                 0 = chosen by the library from orders and tolerance;          0 */
    int projection;           /* at mesh points: COLDAE_PROJECT_AUTO (found at each point), _NONE,
                                 _INDEX2 (pure index 2), _SELECTIVE (by the singular values of
                                 d f_alg / dy);                                                COLDAE_PROJECT_AUTO */
    int consistency;          /* nonzero: where an index-2 problem has that many conditions fewer,
                                 the library adds "the constraints hold at left";              1 */
    double rank_kappa;        /* rank decision of selective projection, in (0, 1];             1e-2 */
    int n_intervals;          /* subintervals of the first mesh, >= 1;                         5 */
    int max_intervals;        /* of any mesh, >= the first mesh;                               10000 */
    const double *mesh;       /* [n_intervals+1] first mesh, strictly increasing from left to
                                 right;                                                        NULL: uniform */
    const double *fixed;      /* [n_fixed] points that every mesh must contain (jumps), strictly
                                 increasing, inside (left, right);                             NULL */
    int n_fixed;              /* their number, >= 0;                                           0 */
    int adapt;                /* COLDAE_ADAPT: redistribute and halve, COLDAE_HALVE_ONLY,
                                 COLDAE_FIXED_MESH: solve once on the first mesh, the error
                                 is estimated from its leading term but not judged;            COLDAE_ADAPT */
    int mesh_on_projected;    /* index 2: nonzero = error estimate and mesh from the projected
                                 solution, 0 = from the polynomials without it;                1 */
    int newton;               /* COLDAE_NEWTON_DAMPED or COLDAE_NEWTON_FULL (no damping);      COLDAE_NEWTON_DAMPED */
    int sensitive;            /* nonzero: start strongly damped;                               0 */
    int max_iterations;       /* Newton steps per mesh, >= 1;                                  40 */
    int n_threads;            /* >= 1; threads the solve may use, the caller's included; more than
                                 one only where the mesh is large enough to pay, and at most 64;
                                 results do not depend on it;                                  1 */
    double max_bytes;         /* memory limit of the solve, >= 0; 0 = no limit;                0 */
    const coldae_solution *start; /* continue from this solution, its mesh and its parameters; needs
                                 the same orders and n_alg; its interval must contain
                                 [left, right];                                                NULL */
    int start_coarsen;        /* nonzero: take every second point of its mesh;                 1 */
    coldae_monitor_fn *monitor;   /* called with each event; nonzero return cancels;           NULL */
    void *monitor_user;       /* handed to monitor;                                            NULL */
} coldae_options;

/* Filled on every return, also after an error. */
typedef struct coldae_info {
    int n_intervals;            /* subintervals of the returned mesh (of the last one tried if none) */
    int n_meshes;               /* meshes solved or tried */
    int n_newton;               /* Newton steps, over all meshes */
    int n_factor;               /* linearisations factored */
    int n_f, n_df, n_g, n_dg;   /* evaluations, in points, not calls (coupled conditions count as g, dg) */
    int callback_code;          /* last nonzero return of a callback, 0 if none */
    int index;                  /* found: 0, 1 or 2; -1 where it varies over the interval; 0 without a solution */
    double error;               /* largest estimate / (tol (1 + |u|)) of the returned solution, 0 without one; <= 1 if
                                   the tolerances are met */
    double condition;           /* estimate of the condition number of the global matrix; this and the residuals
                                   with COLDAE_OK and COLDAE_ERR_MESH_LIMIT, else 0 */
    double bc_residual;         /* largest |g|, |coupled| at the result, freshly evaluated */
    double constraint_residual; /* largest |constraint| at mesh points, freshly evaluated */
    double seconds_total;       /* wall clock */
    double peak_bytes;          /* largest memory held at a time */
    char message[256];          /* what, where, the number against the limit, what to try; "", or a note, if OK */
} coldae_info;
/* clang-format on */

/* Set every field to its default. */
COLDAE_API void coldae_problem_init(coldae_problem *problem);
/* Set every field to its default. */
COLDAE_API void coldae_options_init(coldae_options *options);

/* Solve.  options NULL: defaults; info NULL: not wanted.  *solution is always set: to the last
 * converged solution (free it with coldae_solution_free), or to NULL. */
COLDAE_API coldae_status coldae_solve(const coldae_problem *problem, const coldae_options *options,
                                      coldae_solution **solution, coldae_info *info);

/* z[mstar] and y[n_alg] at t in [left, right]; either may be NULL.  z is continuous, for index 2 too: what the
 * projection changes at a mesh point is spread over the subinterval before it.  y is continuous from the right, at right
 * from the left.  Thread-safe. */
COLDAE_API coldae_status coldae_solution_eval(const coldae_solution *solution, double t, double *z,
                                              double *y);
/* The same at t[n] in any order: z[mstar, n], y[n_alg, n]. */
COLDAE_API coldae_status coldae_solution_eval_many(const coldae_solution *solution, int n, const double *t,
                                                   double *z, double *y);
/* dmu[n_diff] = u_i^(m_i)(t), a polynomial of degree k-1 on each subinterval. */
COLDAE_API coldae_status coldae_solution_derivative(const coldae_solution *solution, double t, double *dmu);
/* Number of subintervals; *t (if t is not NULL) -> the n+1 mesh points, owned by the solution. */
COLDAE_API int coldae_solution_mesh(const coldae_solution *solution, const double **t);
/* error_z[mstar]: estimated absolute errors, maximum over [left, right]. */
COLDAE_API void coldae_solution_error(const coldae_solution *solution, double *error_z);
/* p[n_param], owned by the solution; NULL without parameters. */
COLDAE_API const double *coldae_solution_param(const coldae_solution *solution);
/* Sizes, for programs that load a solution: any pointer may be NULL; *order is owned by the solution. */
COLDAE_API void coldae_solution_sizes(const coldae_solution *solution, int *n_diff, int *n_alg, int *n_param,
                                      int *mstar, int *n_points, const int **order);
/* Write a portable, versioned, checksummed file. */
COLDAE_API coldae_status coldae_solution_save(const coldae_solution *solution, const char *path);
/* Read it: the same bits.  message (may be NULL) says what is wrong. */
COLDAE_API coldae_status coldae_solution_load(const char *path, coldae_solution **solution, char *message,
                                              int message_size);
COLDAE_API void coldae_solution_free(coldae_solution *solution); /* NULL is fine */

/* The meaning of a status in a few words. */
COLDAE_API const char *coldae_strerror(coldae_status status);
COLDAE_API const char *coldae_version(void); /* "major.minor.patch" */

/* Compare df with differences of f at one point: *worst = largest |df - difference| / (1 + |df|),
 * message names the entry.  COLDAE_OK whatever was found; y, p may be NULL where the problem has none. */
COLDAE_API coldae_status coldae_check_jacobian(const coldae_problem *problem, double t, const double *z,
                                               const double *y, const double *p, double *worst, char *message,
                                               int message_size);

/* ---- fully implicit problems ---------------------------------------------------------------------------------
 * 0 = r(t, x, x', p), of which the first n_explicit equations may be given solved: x_i' = r_i.  The library embeds them
 * as x_i' = y_i, 0 = r_i(t, x, y, p) and solves by selective projection; y of the solution is x' of the components
 * n_explicit .. n-1.  The derivative by x' may be singular (index 1, rank constant between fixed points); then give
 * conditions for the differential part of x only, the library adds the constraints at left (options.consistency).
 * dx[n - n_explicit]: derivatives of the components n_explicit .. n-1.  r[n], zero on entry. */
typedef int coldae_residual_fn(double t, const double *x, const double *dx, const double *p, double *r,
                               void *user);
/* dr[n, n + (n - n_explicit) + n_param]: derivatives of r by x, dx, p, column-major, zero on entry */
typedef int coldae_dresidual_fn(double t, const double *x, const double *dx, const double *p, double *dr,
                                void *user);
/* x[n], dx[n]: the first guess at t and its derivatives */
typedef int coldae_implicit_guess_fn(double t, double *x, double *dx, void *user);

/* clang-format off */
/* A fully implicit problem. */
typedef struct coldae_implicit {
    int n;                    /* components x, >= 1;                                           default 0: set it */
    int n_explicit;           /* equations given as x_i' = r_i, the first ones, 0 .. n;         0 */
    int n_param;              /* unknown constants p, >= 0;                                    0 */
    double left, right;       /* the interval, as in coldae_problem (z = x, here and below);    0, 1 */
    int n_side;               /* point conditions, as there;                                   0 */
    const double *zeta;       /* [n_side] where they hold, as there;                           NULL */
    int n_coupled;            /* conditions that couple the two ends, as there;                0 */
    int linear;               /* nonzero: residual and conditions are linear in (x, x', p);    0 */
    coldae_residual_fn *residual;         /*                                                   NULL: set it */
    coldae_dresidual_fn *dresidual;       /* NULL: differenced;                                NULL */
    coldae_g_fn *g;                       /* side conditions; NULL only with n_side = 0;       NULL: set it */
    coldae_dg_fn *dg;                     /* NULL: differenced;                                NULL */
    coldae_coupled_fn *coupled;           /* NULL only with n_coupled = 0;                     NULL */
    coldae_dcoupled_fn *dcoupled;         /* NULL: differenced;                                NULL */
    coldae_implicit_guess_fn *guess;      /* NULL: zero;                                       NULL */
    const double *param_guess;            /* [n_param], as in coldae_problem;                  NULL */
    void *user;                           /* handed to every callback above;                   NULL */
} coldae_implicit;
/* clang-format on */

/* Set every field to its default. */
COLDAE_API void coldae_implicit_init(coldae_implicit *problem);
/* As coldae_solve; projection COLDAE_PROJECT_NONE and _INDEX2 are taken as given, AUTO is the right one here. */
COLDAE_API coldae_status coldae_solve_implicit(const coldae_implicit *problem, const coldae_options *options,
                                               coldae_solution **solution, coldae_info *info);

#ifdef __cplusplus
}
#endif
#endif
