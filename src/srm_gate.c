/* srm_gate.c - the gate of sequential regularization: the functions of a coldae_srm_problem are called here only */
#include <string.h>

#include "checks.h"
#include "srm.h"

static coldae_status judge(cd_srm_gate *gate, const char *name, double t, int code, size_t n,
                           const double *value)
{
    if (code != 0)
        gate->code = code;
    return cd_check_answer(gate->report, name, t, code, n, value);
}

coldae_status cd_srm_data(cd_srm_gate *gate, coldae_srm_fn *fn, const char *name, double t, const double *x,
                          size_t n, double *out)
{
    memset(out, 0, n * sizeof(double));
    if (!fn)
        return COLDAE_OK;
    gate->calls++;
    int code = fn(t, gate->problem->f ? x : NULL, out, gate->problem->user);
    return judge(gate, name, t, code, n, out);
}

coldae_status cd_srm_smooth(cd_srm_gate *gate, double t, const double *x, double *P, double *v)
{
    const coldae_srm_problem *p = gate->problem;
    size_t n = (size_t)p->n_x;
    if (P)
        memset(P, 0, n * n * sizeof(double));
    if (v)
        memset(v, 0, n * sizeof(double));
    gate->calls++;
    int code = p->smooth(t, x, P, v, p->user);
    CD_TRY(judge(gate, "smooth", t, code, n * n, P));
    return judge(gate, "smooth", t, 0, n, v);
}

coldae_status cd_srm_tell(cd_srm_gate *gate, const coldae_srm_options *options, const coldae_srm_step *step)
{
    int code = options->observer ? options->observer(step, options->observer_user) : 0;
    if (code == 0)
        return COLDAE_OK;
    gate->code = code;
    return cd_say(gate->report, COLDAE_ERR_CANCELLED, "the observer returned %d at step %d, t = %.6g", code,
                  step->number, step->t);
}

int cd_srm_side(const coldae_srm_problem *p, int l, const double *x, double *g)
{
    return p->side(l, x, NULL, g, p->user);
}

int cd_srm_dside(const coldae_srm_problem *p, int l, const double *x, double *dg)
{
    return p->dside(l, x, NULL, dg, p->user);
}

int cd_srm_coupled(const coldae_srm_problem *p, const double *xl, const double *xr, double *r)
{
    return p->coupled(xl, xr, NULL, r, p->user);
}

int cd_srm_dcoupled(const coldae_srm_problem *p, const double *xl, const double *xr, double *dr)
{
    return p->dcoupled(xl, xr, NULL, dr, p->user);
}
