/* gate_ivp.c - the gate for the callbacks of ivp.h: invariants and observers */
#include <math.h>
#include <string.h>

#include "differences.h"
#include "gate_ivp.h"

coldae_status cd_gate_invariant(cd_gate *gate, const coldae_invariant *v, double t, const double *z,
                                const double *p, double *h)
{
    gate->n_g += v->n;
    memset(h, 0, (size_t)v->n * sizeof(double));
    return cd_gate_judge(gate, "invariant h", v->h(t, z, p, h, v->user), 1, (size_t)v->n, h, &t);
}

/* Column c of dh by a one-sided difference; the other side where h is not defined. */
static coldae_status difference(cd_gate *gate, const coldae_invariant *v, double t, const double *p,
                                const double *h, int c, double *dh, double *moved)
{
    double keep = gate->z[c], size = cd_one_sided_step(keep);
    volatile double to = keep + copysign(size, keep); /* the step that is really made */
    double step = to - keep;
    gate->z[c] = to;
    coldae_status status = cd_gate_invariant(gate, v, t, gate->z, p, moved);
    if (status == CD_UNDEFINED) {
        step = -step;
        gate->z[c] = keep + step;
        status = cd_gate_invariant(gate, v, t, gate->z, p, moved);
    }
    gate->z[c] = keep;
    for (int i = 0; i < v->n; i++)
        dh[i] = (moved[i] - h[i]) / step;
    return status;
}

coldae_status cd_gate_dinvariant(cd_gate *gate, const coldae_invariant *v, double t, const double *z,
                                 const double *p, const double *h, double *dh, double *work)
{
    size_t n = (size_t)v->n, mstar = (size_t)gate->dims->mstar;
    gate->n_dg += v->n;
    memset(dh, 0, n * mstar * sizeof(double));
    if (v->dh)
        return cd_gate_judge(gate, "invariant dh", v->dh(t, z, p, dh, v->user), 1, n * mstar, dh, &t);
    memcpy(gate->z, z, mstar * sizeof(double));
    for (int c = 0; c < gate->dims->mstar; c++)
        CD_TRY(difference(gate, v, t, p, h, c, dh + (size_t)c * n, work));
    return COLDAE_OK;
}

coldae_status cd_gate_direction(cd_gate *gate, const coldae_invariant *v, double t, const double *z,
                                const double *p, const double *dh, double *D)
{
    size_t n = (size_t)v->n, mstar = (size_t)gate->dims->mstar;
    memset(D, 0, n * mstar * sizeof(double));
    if (v->D)
        return cd_gate_judge(gate, "invariant D", v->D(t, z, p, D, v->user), 1, n * mstar, D, &t);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < mstar; j++)
            D[j + i * mstar] = dh[i + j * n];
    return COLDAE_OK;
}

coldae_status cd_gate_observe(cd_gate *gate, coldae_observer_fn *observer, void *user,
                              const coldae_step *step)
{
    if (!observer)
        return COLDAE_OK;
    int code = observer(step, user);
    if (code == 0)
        return COLDAE_OK;
    gate->code = code;
    return cd_say(gate->report, COLDAE_ERR_CANCELLED, "the observer returned %d at t = %.6g, after %d steps",
                  code, step->t, step->number);
}
