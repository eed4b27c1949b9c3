/* step.h - one collocation step of an initial value problem
 *
 * The same equations as a subinterval of a mesh, with z at its left end known:  W dv = f - w  is Newton's step for the
 * point values v = (w, y); then the end value, its projection, an error estimate.
 */
#ifndef CD_STEP_H
#define CD_STEP_H

#include "condense.h"
#include "piecewise.h"
#include "project.h"

typedef struct cd_step {
    cd_piecewise u;         /* one subinterval: from t[0], z_0 to t[1], z_1 */
    double *start;          /* [n_local] where the iteration began */
    double *before;         /* [n_local] v of the last accepted step .. */
    double h_before;        /* .. and its length; 0: there is none */
    double *terms;          /* [n_eq, k] linear equations: the sizes that their residuals are relative to */
    double *f, *df;         /* [n_eq, k], [n_eq, mstar+n_alg+q, k] at the points */
    double *t, *z, *y;      /* [k], [mstar, k], [n_alg, k] the points */
    double *f_left;         /* [n_eq] f(t_0, z_0, y_0); y_0 need not be accurate */
    int has_left;           /* .. f is defined there */
    double *f_end, *df_end; /* [n_eq], [n_eq, mstar+n_alg+q] at (t_1, z_1, y_end) */
    double *y_end;          /* [n_alg] */
    double *z_end;          /* [mstar] end value of the polynomial, before the projection */
    double *error;          /* [mstar] local error estimates */
    double *zero;           /* [n_local + mstar] stays zero */
    cd_local local;
    double h_factored;       /* the factors belong to this h; 0: to none */
    double df_at;            /* .. and to the step from here */
    double theta;            /* contraction of the last step; a good one keeps the factors */
    cd_projector projector;  /* at the right end */
    int rank;                /* index-1 directions there; n_alg: nothing to project */
    int is_lost;             /* E and C B are singular there */
    double *psi_0, *psi_any; /* [k, max_order+1] at 0, and for any place */
    double
        *spread; /* [max_order+1] max_tau |int_0^tau (tau-s)^{r-1}/(r-1)! prod (s - rho_j) ds| / prod rho_j */
    double *w_before;       /* [n_diff] w at the end of the last step, or f_left */
    double *work;           /* for cd_condense and cd_project */
    int n_newton, n_factor; /* counts, over all steps */
} cd_step;

/* How far Newton has to go. */
typedef struct cd_goal {
    double share;       /* of the tolerances left to the iteration; 0: to rounding, whatever it takes */
    int max_iterations; /* of a step */
    int linear;         /* one iteration is exact; f at its end is looked at all the same */
} cd_goal;

void cd_step_layout(cd_arena *arena, const cd_method *method, cd_step *step);
/* After the second layout. */
void cd_step_prepare(const cd_method *method, cd_step *step);

/* First values of v: the last step's polynomials continued, or w = f_left and y. */
void cd_step_predict(const cd_method *method, const double *y, cd_step *step);

/* Newton for v over [t_0, t_1].  *iterations are those of this step.  COLDAE_ERR_SINGULAR (with words), CD_DIVERGED,
 * CD_UNDEFINED, what the callbacks say, or COLDAE_ERR_NO_CONVERGENCE: it is not linear. */
coldae_status cd_step_solve(const cd_method *method, cd_gate *gate, const cd_goal *goal, cd_step *step,
                            int *iterations);

/* Where the right end is asked: at a jump the functions are continuous from the right. */
double cd_step_right(const cd_method *method, const cd_step *step);

/* z_1 and y_end, projected. */
coldae_status cd_step_finish(const cd_method *method, cd_gate *gate, cd_step *step);

/* f_end at (t_1, z_1, y_end), as z_1 is now. */
coldae_status cd_step_evaluate_end(const cd_method *method, cd_gate *gate, cd_step *step);

/* Local error estimates from the defect at t_0; returns the largest over its tolerance. */
double cd_step_error(const cd_method *method, cd_step *step);

/* z_1 becomes z_0 (f_end f_left), v the prediction of the next step. */
void cd_step_advance(const cd_method *method, cd_step *step);

#endif
