/* index3_project.h - back onto the constraints: after a step, and at the start
 *
 *     u <- u + f_v M^-1 k_lambda mu_1,  0 = g(t, u)        v <- v + M^-1 k_lambda mu_2,  0 = d/dt g          (2.7)
 *
 * by simplified Newton with the saddle matrix at hand.  Index 2: v <- v + M^-1 k_lambda mu, 0 = g(t, u, v).
 */
#ifndef CD_INDEX3_PROJECT_H
#define CD_INDEX3_PROJECT_H

#include "index3_line.h"
#include "index3_stages.h"

typedef struct cd_index3_project {
    double *residual;   /* [n_l] */
    double *f;          /* [n_u] */
    double *value;      /* [n_l] */
    double *x;          /* [n_v + n_l] */
    double *base, *f_0; /* [n_l], [n_u] dg/dt = base + dg (f - f_0) */
    cd_index3_line line;
    double *c; /* [n_l] */
    /* derivatives at the end of a step that keeps those of the stages */
    cd_index3_jacobian d;
    double *mass; /* [n_v, n_v] */
    cd_saddle saddle;
} cd_index3_project;

void cd_index3_project_layout(cd_arena *arena, const cd_index3_gate *gate, cd_index3_project *p);

/* Index 3: move u of x[n] until g = 0.  CD_DIVERGED: it does not converge. */
coldae_status cd_index3_project_u(cd_index3_stages *s, cd_index3_project *p, const cd_saddle *saddle,
                                  double t, double *x);
/* Index 3: move v of x[n] until dg/dt = 0; dg[n_l, n] at (t, u), given or differenced.  Index 2: until g = 0. */
coldae_status cd_index3_project_v(cd_index3_stages *s, cd_index3_project *p, const cd_saddle *saddle,
                                  double t, double *x, const double *dg);

/* dg/dt with v and lambda held fixed: g_t + g_u f -> rate[n_l].  dg[n_l, n]: given by the problem, or differenced;
 * then the rate is a difference along the motion, and dg only says how large its terms are. */
coldae_status cd_index3_rate(cd_index3_gate *gate, cd_index3_project *p, double t, const double *x,
                             const double *dg, double *rate);

#endif
