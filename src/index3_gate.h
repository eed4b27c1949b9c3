/* index3_gate.h - the only file that calls the user code of coldae_index3
 *
 * x = (u, v, lambda) is one vector of n entries, r = (f, k, g) another; blocks by n_u, n_v, n_lambda.
 * CD_UNDEFINED: a callback returned > 0 or a value is not finite.  COLDAE_ERR_CALLBACK: it asked to stop.
 */
#ifndef CD_INDEX3_GATE_H
#define CD_INDEX3_GATE_H

#include "coldae/ivp.h"
#include "memory.h"

typedef struct cd_index3_gate {
    const coldae_index3_problem *problem;
    int n_u, n_v, n_l, n; /* n = n_u + n_v + n_l */
    int index;            /* of the constraints; 0 without any */
    cd_report *report;
    coldae_observer_fn *observer; /* or NULL */
    void *observer_user;
    int n_f, n_df, n_g,
        n_dg; /* points evaluated: (f, k, g), all Jacobians, g alone, dg and dk/dlambda alone */
    int code; /* last nonzero return */
    double *x, *r, *r_moved; /* [n] workspace of the differences */
    double *mass;            /* [n_v, n_v] */
} cd_index3_gate;

/* The derivatives at one point, columns by (u, v, lambda). */
typedef struct cd_index3_jacobian {
    double *df; /* [n_u, n]; not used where u' = v */
    double *dk; /* [n_v, n] of k - M w */
    double *dg; /* [n_l, n] */
} cd_index3_jacobian;

void cd_index3_gate_layout(cd_arena *arena, const coldae_index3_problem *problem, cd_index3_gate *gate);

/* r = (f, k, g) at (t, x) */
coldae_status cd_index3_gate_all(cd_index3_gate *gate, double t, const double *x, double *r);
/* m[n_v, n_v]; only where the problem has one */
coldae_status cd_index3_gate_mass(cd_index3_gate *gate, double t, const double *x, double *m);
coldae_status cd_index3_gate_g(cd_index3_gate *gate, double t, const double *x, double *g);
/* f[n_u], v itself where u' = v */
coldae_status cd_index3_gate_f(cd_index3_gate *gate, double t, const double *x, double *f);
/* dg/dt by t alone, only where the problem gives it */
coldae_status cd_index3_gate_g_t(cd_index3_gate *gate, double t, const double *x, double *g_t);
/* dg[n_l, n] by callback, only where the problem gives it */
coldae_status cd_index3_gate_dg(cd_index3_gate *gate, double t, const double *x, const double *w, double *dg);
/* All derivatives, differenced where not given; structure: only what saddle systems need (dk by lambda, dg). */
coldae_status cd_index3_gate_jacobian(cd_index3_gate *gate, double t, const double *x, const double *w,
                                      int structure, cd_index3_jacobian *d);

/* .. only what the saddle matrix needs, counted as dg */
coldae_status cd_index3_gate_directions(cd_index3_gate *gate, double t, const double *x, const double *w,
                                        cd_index3_jacobian *d);

/* Column j of the derivatives of (f, k - M w, g) by central differences, whatever is given: column[n].  share: of the
 * usual step, 1 or less. */
coldae_status cd_index3_gate_column(cd_index3_gate *gate, double t, const double *x, const double *w, int j,
                                    double share, double *column);

/* Tell the observer; COLDAE_ERR_CANCELLED if it asks to stop. */
coldae_status cd_index3_gate_tell(cd_index3_gate *gate, const coldae_step *step);

#endif
