/* reform.h - problems of higher index, rewritten so that they can be solved
 *
 * The input is a differential-algebraic problem of order m with a constraint that does not contain y,
 *
 *     x^(m) = f(t, z, y, p),      0 = g(t, x, .., x^(q), p),      z = (x_1, x_1', .., x_1^(m-1), x_2, ..)
 *
 * n components x, n_alg multipliers y.  With s = m - q its index is s + 1: constrained mechanics has m = 2,
 * q = 0, index 3. Or an ordinary differential equation (n_alg = 0) that has the invariant g.  The output is
 * a coldae_problem of index 1 or 2 with the same solution, for coldae_solve and coldae_march.
 *                                                                              Ascher & Petzold (1991, 1993)
 *
 * Manners as in coldae.h: init, set what differs, call.  Arrays are copied; the functions and `user` are
 * called as long as the coldae_reform lives.  z has the layout of coldae_problem: entry i m + j is x_i^(j).
 */
#ifndef COLDAE_REFORM_H
#define COLDAE_REFORM_H

#include "coldae/coldae.h"
#include "coldae/ivp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* clang-format off */

/* What is made of the problem.  g^(j) is the j-th total derivative of g with respect to t along the
 * solution; mu are new multipliers, zero in the exact solution; D is the direction in which they act
 * (options.direction). */
enum {
    COLDAE_REFORM_INDEX1,     /* 0 = g^(s): every differentiation, no stabilisation; drifts like t^(s-1) */
    COLDAE_REFORM_INDEX2,     /* 0 = g^(s-1): one fewer; drifts like t^(s-2), not at all for s = 1 */
    COLDAE_REFORM_BAUMGARTE,  /* 0 = sum_j alpha_j g^(j), j = 0 .. s, alpha_s = 1: index 1 */
    COLDAE_REFORM_BAUMGARTE2, /* 0 = sum_j alpha_j g^(j), j = 0 .. s-1, alpha_{s-1} = 1: index 2 */
    COLDAE_REFORM_STABILIZED, /* Gear, Gupta, Leimkuhler: first-order form, every g^(j), j < s, holds;
                                 x^(q+j)' = x^(q+j+1) + D mu_j, j < s - 1: index 2 */
    COLDAE_REFORM_INVARIANT1, /* projected invariants I: x^(m) = f + D mu, 0 = g^(s)(f), 0 = g^(s-1) (or, with roots
                                 given, the combination of BAUMGARTE2): index 2 */
    COLDAE_REFORM_INVARIANT2, /* projected invariants II: x + phi in place of x, phi' = D mu, 0 = g^(s)(f),
                                 0 = g(x + phi); q = 0: index 2 */
    COLDAE_REFORM_FAMILY,     /* first-order form, x^(q+j)' = x^(q+j+1) + D mu_j for the first n_imposed constraints
                                 g^(j), which hold; 0 = g^(s)(f): index 2 */
    COLDAE_REFORM_STATE_SPACE /* u = R x of n - n_g components, the others from g^(j) = 0: index 1, no drift; q = 0 */
};

/* The direction D of mu where the problem has no function D. */
enum {
    COLDAE_REFORM_TRANSPOSED, /* (dg/dx^(q))^T: orthogonal projection, the recommended one */
    COLDAE_REFORM_FORCES      /* df/dy: that of the problem's own multipliers */
};

/* Codes that functions of the new problem return of themselves, beside those of yours; all > 0, not defined here.  They
 * appear in messages and callback_code of the solvers. */
enum {
    COLDAE_REFORM_NO_COORDINATES = 1001, /* STATE_SPACE: Newton for the dependent coordinates fails: the guess is too far
                                            from g = 0, or (R; dg/dx) is singular */
    COLDAE_REFORM_NOT_FINITE = 1002      /* .. your g or dg gives a value that is not finite */
};

/* g[n_g] = g^(level), level 0 .. highest, zero on entry.  Only level s may depend on y: there x^(m) is to be
 * replaced by f */
typedef int coldae_reform_g_fn(int level, double t, const double *z, const double *y, const double *p, double *g,
                               void *user);
/* dg[n_g, n m + n_alg + n_param]: derivatives of g^(level) by z, y, p, column-major, zero on entry */
typedef int coldae_reform_dg_fn(int level, double t, const double *z, const double *y, const double *p, double *dg,
                                void *user);
/* D[n, n_g], column-major, zero on entry: dg/dx^(q) D must be nonsingular */
typedef int coldae_reform_D_fn(double t, const double *z, const double *p, double *D, void *user);

/* The problem of higher index. */
typedef struct coldae_reform_problem {
    int n;                    /* components x, >= 1;                                           default 0: set it */
    int n_alg;                /* multipliers y: n_g, or 0 for an ODE with an invariant;        0 */
    int n_g;                  /* constraints or invariants, 1 .. n (n - 1 for STATE_SPACE);    0: set it */
    int order;                /* m, from 1 to 30;                                              2 */
    int g_order;              /* q, the highest derivative of x in g itself, 0 .. m-1;         0 */
    int highest;              /* highest level that g can give, 0 .. s; -1: s;                 -1 */
    int n_param;              /* unknown constants p, >= 0;                                    0 */
    double left, right;       /* the interval, left < right, finite;                           0, 1 */
    int linear;               /* nonzero: f, g, side, coupled are linear in (z, y, p) and D does not
                                 depend on z;                                                  0 */
    coldae_f_fn *f;           /* f[n] = x^(m);                                                 NULL: set it */
    coldae_df_fn *df;         /* df[n, n m + n_alg + n_param]; NULL: differenced;              NULL */
    coldae_reform_g_fn *g;    /* the constraint and its derivatives;                           NULL: set it */
    coldae_reform_dg_fn *dg;  /* their Jacobians; NULL: differenced;                           NULL */
    coldae_reform_D_fn *D;    /* direction of mu; NULL: options.direction;                     NULL */
    const double *z_left;     /* [n m] initial values, on the constraints; they stand for n m conditions; NULL:
                                 side conditions;                                              NULL */
    int n_side;               /* conditions on z (and p) as in coldae_problem: n m - s n_g + n_param of them
                                 with n_coupled (the reform adds g^(j) = 0, j < s, at left), or n m + n_param
                                 (nothing is added); with z_left: n_param;                     0 */
    const double *zeta;       /* [n_side], nondecreasing, in [left, right];                    NULL */
    int n_coupled;            /* conditions that couple z(left) and z(right), >= 0;            0 */
    coldae_g_fn *side;        /* side condition l; NULL only with n_side = 0;                  NULL */
    coldae_dg_fn *dside;      /* its derivatives; NULL: differenced;                           NULL */
    coldae_coupled_fn *coupled;   /* NULL only with n_coupled = 0;                             NULL */
    coldae_dcoupled_fn *dcoupled; /* NULL: differenced;                                        NULL */
    coldae_guess_fn *guess;   /* z[n m], y[n_alg], dmu[n] = x^(m) at t; NULL: z_left everywhere, or zero
                                 (STATE_SPACE needs it, or z_left);                            NULL */
    const double *param_guess; /* [n_param]; NULL: zero;                                       NULL */
    void *user;               /* handed to every function above;                               NULL */
} coldae_reform_problem;

/* What is to be made of it. */
typedef struct coldae_reform_options {
    int kind;                 /* COLDAE_REFORM_..;                                    COLDAE_REFORM_INVARIANT1 */
    int first_order;          /* nonzero: n m equations of first order instead of n of order m (STABILIZED and
                                 FAMILY always; z keeps its layout); Radau with one point is then backward
                                 Euler;                                                        0 */
    int direction;            /* D where the problem has none: COLDAE_REFORM_TRANSPOSED, _FORCES;   _TRANSPOSED */
    double gamma;             /* Baumgarte: alpha from (tau + gamma)^s, or ^(s-1), finite, >= 0;    1 */
    int n_roots;              /* 0, or s (BAUMGARTE), s - 1 (BAUMGARTE2, INVARIANT1): roots instead of gamma; 0 */
    const double *root_re;    /* [n_roots] real parts, <= 0;                                   NULL */
    const double *root_im;    /* [n_roots] imaginary parts, in conjugate pairs; NULL: all zero;     NULL */
    int n_imposed;            /* FAMILY: how many of g, g', .. hold, 1 .. s;                   1 */
    const double *R;          /* [n - n_g, n] STATE_SPACE: u = R x; NULL: chosen at left, an orthonormal basis of the
                                 null space of dg/dx;                                          NULL */
    double consistent;        /* largest |g^(j)|, j < s, at z_left that is accepted, > 0;      1e-6 */
} coldae_reform_options;

/* Filled on every return, also after an error. */
typedef struct coldae_reform_info {
    int index;                /* of the new problem: 1 or 2 */
    int n_extra;              /* conditions added at left; they come before yours: z - z_left, or g^(0), .., g^(s-1),
                                 each of n_g; for INVARIANT2 then phi = 0 */
    int n_mu;                 /* multipliers mu: y of the new problem from entry n_alg on; STATE_SPACE: n_g m, the
                                 dependent coordinates and their derivatives */
    int projection;           /* COLDAE_PROJECT_.. that fits the new problem, for the options of the solver; AUTO works
                                 as well */
    int callback_code;        /* last nonzero return of a callback, 0 if none */
    double rank_kappa;        /* .. and rank_kappa: which constraints have index 2 is known here, and the solver need
                                 not guess from sizes (a large gamma looks like index 2) */
    double condition;         /* at left (linear: anywhere): 1/sigma_min of dg/dx^(q) df/dy and dg/dx^(q) D, rows and
                                 columns scaled to length one, or of (R; dg/dx); 0: no z known to look at */
    double drift;             /* largest |g^(j)|, j < s, at z_left; 0 without z_left */
    char message[256];        /* what, where, the number against the limit, what to try; "" if OK */
} coldae_reform_info;

/* A[n, n] = A_j(t), j = 0 .. m-1 */
typedef int coldae_reform_A_fn(int j, double t, double *A, void *user);
/* B[n, n_g], q[n], D[n, n_g] */
typedef int coldae_reform_matrix_fn(double t, double *matrix, void *user);
/* the derivative of this level of C[n_g, n] or of r[n_g] */
typedef int coldae_reform_level_fn(int level, double t, double *matrix, void *user);

/* The linear problem  x^(m) = sum_j A_j x^(j) + B y + q,  0 = C x^(g_order) + r,  by its matrices, column-major, zero
 * on entry.  What is not said here is as in coldae_reform_problem. */
typedef struct coldae_reform_linear {
    int n, n_alg, n_g;        /* components, multipliers, constraints;                         0: set them */
    int order;                /* m, from 1 to 30;                                              2 */
    int g_order;              /* the derivative of x in the constraint, 0 .. m-1;              0 */
    int highest;              /* highest level of C and r, 0 .. s; -1: s;                      -1 */
    double left, right;       /* the interval;                                                 0, 1 */
    coldae_reform_A_fn *A;        /* NULL: zero;                                               NULL */
    coldae_reform_matrix_fn *B;   /* NULL only with n_alg = 0;                                 NULL */
    coldae_reform_level_fn *C;    /* and its derivatives;                                      NULL: set it */
    coldae_reform_matrix_fn *q;   /* NULL: zero;                                               NULL */
    coldae_reform_level_fn *r;    /* and its derivatives; NULL: zero;                          NULL */
    coldae_reform_matrix_fn *D;   /* NULL: options.direction;                                  NULL */
    const double *z_left;     /* [n m] initial values;                                         NULL */
    int n_side;               /* side conditions;                                              0 */
    const double *zeta;       /* [n_side] where they hold;                                     NULL */
    int n_coupled;            /* conditions that couple the ends;                              0 */
    coldae_g_fn *side;            /* side condition l;                                         NULL */
    coldae_dg_fn *dside;          /* NULL: differenced;                                        NULL */
    coldae_coupled_fn *coupled;   /* coupled conditions;                                       NULL */
    coldae_dcoupled_fn *dcoupled; /* NULL: differenced;                                        NULL */
    coldae_guess_fn *guess;       /* NULL: z_left everywhere, or zero;                         NULL */
    void *user;                   /* handed to every function above;                           NULL */
} coldae_reform_linear;
/* clang-format on */

typedef struct coldae_reform coldae_reform; /* opaque; owns the new problem */

/* Set every field to its default. */
COLDAE_API void coldae_reform_problem_init(coldae_reform_problem *problem);
/* Set every field to its default. */
COLDAE_API void coldae_reform_linear_init(coldae_reform_linear *problem);
/* Set every field to its default. */
COLDAE_API void coldae_reform_options_init(coldae_reform_options *options);

/* Rewrite.  options NULL: defaults; info NULL: not wanted.  *reform is always set: free it, or NULL. */
COLDAE_API coldae_status coldae_reform_create(const coldae_reform_problem *problem,
                                              const coldae_reform_options *options, coldae_reform **reform,
                                              coldae_reform_info *info);
/* The same for a linear problem. */
COLDAE_API coldae_status coldae_reform_create_linear(const coldae_reform_linear *problem,
                                                     const coldae_reform_options *options,
                                                     coldae_reform **reform, coldae_reform_info *info);
COLDAE_API void coldae_reform_free(coldae_reform *reform); /* NULL is fine; not before the last solve */

/* The new problem, owned by the reform; solutions outlive both.  Its functions may be called from several
 * threads. */
COLDAE_API const coldae_problem *coldae_reform_result(const coldae_reform *reform);

/* From the original unknowns z[n m], y[n_alg] (NULL: zero) at t to those of the new problem; mu = 0, phi = 0. */
COLDAE_API coldae_status coldae_reform_to(const coldae_reform *reform, const double *z, const double *y,
                                          double *z_new, double *y_new);
/* .. and back; p[n_param], z and y may be NULL.  STATE_SPACE solves for the dependent coordinates at t:
 * COLDAE_ERR_SINGULAR if they cannot be found, COLDAE_ERR_CALLBACK if g or dg fails. */
COLDAE_API coldae_status coldae_reform_from(const coldae_reform *reform, double t, const double *z_new,
                                            const double *y_new, const double *p, double *z, double *y);
/* The drift: drift[n_g] = g^(level) at original unknowns (y, p may be NULL where they are not needed). */
COLDAE_API coldae_status coldae_reform_drift(const coldae_reform *reform, int level, double t,
                                             const double *z, const double *y, const double *p,
                                             double *drift);
/* STATE_SPACE: condition number of (R; dg/dx) at (t, z), rows scaled to length one. */
COLDAE_API coldae_status coldae_reform_condition(const coldae_reform *reform, double t, const double *z,
                                                 const double *p, double *condition);
/* Go on from (t, z), left < t < right, with new coordinates (STATE_SPACE): the new problem then begins at t
 * with z_left = z. Needs a reform made with z_left.  When coldae_reform_condition has passed your limit,
 * stop the march at t and do this.  After a failure the reform is as before.  message (may be NULL) says
 * what is wrong. */
COLDAE_API coldae_status coldae_reform_restart(coldae_reform *reform, double t, const double *z,
                                               char *message, int message_size);
/* March a STATE_SPACE reform that was made with z_left, with new coordinates whenever their condition passes
 * limit, > 1 (5 to 20 are good): coldae_march, coldae_reform_condition and coldae_reform_restart together.
 * options NULL: defaults; its observer sees one march, in the unknowns of the new problem of the moment
 * (coldae_reform_from).  z[n m], y[n_alg] (either may be NULL): original unknowns at info.t; n_switches (or
 * NULL): changes of coordinates.  options.max_steps and the sums of info are for the whole march.  The reform then
 * begins where the last coordinates were chosen. */
COLDAE_API coldae_status coldae_reform_march(coldae_reform *reform, const coldae_march_options *options,
                                             double limit, double *z, double *y, int *n_switches,
                                             coldae_ivp_info *info);

#ifdef __cplusplus
}
#endif
#endif
