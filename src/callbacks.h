/* callbacks.h - the gate: the only file that calls user code
 *
 * Values are counted and tested for being finite here; missing Jacobians are differenced here.
 * CD_UNDEFINED: a callback returned > 0 or a value is not finite.  COLDAE_ERR_CALLBACK: it asked to stop.
 */
#ifndef CD_CALLBACKS_H
#define CD_CALLBACKS_H

#include "memory.h"

typedef struct cd_gate {
    const coldae_problem *problem;
    const cd_dims *dims;
    cd_report *report;
    coldae_monitor_fn *monitor; /* or NULL */
    void *monitor_user;
    int n_f, n_df, n_g, n_dg; /* points evaluated */
    int code;                 /* last nonzero return */
    int capacity;             /* points that one call of f or df may have */
    double *z, *y, *p, *f;    /* workspace of the differences: [mstar, capacity], .., also two ends' z */
    double *step;             /* [capacity] */
} cd_gate;

/* Judge the return code of the callback `name` and its values, n at each of m points t[m]. */
coldae_status cd_gate_judge(cd_gate *gate, const char *name, int code, size_t m, size_t n,
                            const double *values, const double *t);

void cd_gate_layout(cd_arena *arena, const cd_dims *dims, int n_coupled, int capacity, cd_gate *gate);

/* m points: t[m], z[mstar, m], y[n_alg, m] -> f[n_eq, m] */
coldae_status cd_gate_f(cd_gate *gate, int m, const double *t, const double *z, const double *y,
                        const double *p, double *f);
/* .. and f at the same points -> df[n_eq, mstar+n_alg+n_param, m] */
coldae_status cd_gate_df(cd_gate *gate, int m, const double *t, const double *z, const double *y,
                         const double *p, const double *f, double *df);
coldae_status cd_gate_g(cd_gate *gate, int l, const double *z, const double *p, double *g);
coldae_status cd_gate_dg(cd_gate *gate, int l, const double *z, const double *p, double g, double *dg);
coldae_status cd_gate_coupled(cd_gate *gate, const double *zl, const double *zr, const double *p, double *r);
coldae_status cd_gate_dcoupled(cd_gate *gate, const double *zl, const double *zr, const double *p,
                               const double *r, double *dr);
/* z[mstar], y[n_alg], dmu[n_diff] */
coldae_status cd_gate_guess(cd_gate *gate, double t, double *z, double *y, double *dmu);

/* Tell the monitor; COLDAE_ERR_CANCELLED if it asks to stop. */
coldae_status cd_gate_tell(cd_gate *gate, const coldae_event *event);

/* Differences whatever df says (coldae_check_jacobian). */
coldae_status cd_gate_difference_f(cd_gate *gate, int m, const double *t, const double *z, const double *y,
                                   const double *p, const double *f, double *df);

#endif
