/* index3_gate.c - the only file that calls the user code of coldae_index3 */
#include <math.h>
#include <string.h>

#include "checks.h"
#include "differences.h"
#include "index3_gate.h"

void cd_index3_gate_layout(cd_arena *arena, const coldae_index3_problem *problem, cd_index3_gate *gate)
{
    gate->problem = problem;
    gate->n_u = problem->n_u;
    gate->n_v = problem->n_v;
    gate->n_l = problem->n_lambda;
    gate->n = problem->n_u + problem->n_v + problem->n_lambda;
    gate->index = problem->n_lambda > 0 ? problem->index : 0;
    gate->x = cd_take_doubles(arena, (size_t)gate->n);
    gate->r = cd_take_doubles(arena, (size_t)gate->n);
    gate->r_moved = cd_take_doubles(arena, (size_t)gate->n);
    gate->mass = cd_take_doubles(arena, problem->mass ? (size_t)gate->n_v * (size_t)gate->n_v : 0);
}

/* Judge the return code and the n values of a callback. */
static coldae_status judge(cd_index3_gate *gate, const char *name, int code, double t, int n,
                           const double *values)
{
    if (code != 0)
        gate->code = code;
    return cd_check_answer(gate->report, name, t, code, (size_t)n, values);
}

/* One of f, k, g, g_t at (t, x): n values. */
static coldae_status call(cd_index3_gate *gate, coldae_index3_fn *fn, const char *name, double t,
                          const double *x, int n, double *out)
{
    const double *v = x + gate->n_u, *lambda = v + gate->n_v;
    memset(out, 0, (size_t)n * sizeof(double));
    return judge(gate, name, fn(t, x, v, lambda, out, gate->problem->user), t, n, out);
}

static coldae_status call_jacobian(cd_index3_gate *gate, coldae_index3_jacobian_fn *fn, const char *name,
                                   double t, const double *x, const double *w, int rows, double *d)
{
    const double *v = x + gate->n_u, *lambda = v + gate->n_v;
    memset(d, 0, (size_t)rows * (size_t)gate->n * sizeof(double));
    return judge(gate, name, fn(t, x, v, lambda, w, d, gate->problem->user), t, rows * gate->n, d);
}

coldae_status cd_index3_gate_f(cd_index3_gate *gate, double t, const double *x, double *f)
{
    if (gate->problem->f)
        return call(gate, gate->problem->f, "f", t, x, gate->n_u, f);
    for (int i = 0; i < gate->n_u; i++)
        f[i] = x[gate->n_u + i];
    return COLDAE_OK;
}

/* g without counting */
static coldae_status constraints(cd_index3_gate *gate, double t, const double *x, double *g)
{
    return gate->n_l > 0 ? call(gate, gate->problem->g, "g", t, x, gate->n_l, g) : COLDAE_OK;
}

coldae_status cd_index3_gate_all(cd_index3_gate *gate, double t, const double *x, double *r)
{
    gate->n_f++;
    CD_TRY(cd_index3_gate_f(gate, t, x, r));
    CD_TRY(call(gate, gate->problem->k, "k", t, x, gate->n_v, r + gate->n_u));
    return constraints(gate, t, x, r + gate->n_u + gate->n_v);
}

coldae_status cd_index3_gate_mass(cd_index3_gate *gate, double t, const double *x, double *m)
{
    int count = gate->n_v * gate->n_v;
    memset(m, 0, (size_t)count * sizeof(double));
    return judge(gate, "mass", gate->problem->mass(t, x, m, gate->problem->user), t, count, m);
}

coldae_status cd_index3_gate_g(cd_index3_gate *gate, double t, const double *x, double *g)
{
    gate->n_g++;
    return constraints(gate, t, x, g);
}

coldae_status cd_index3_gate_g_t(cd_index3_gate *gate, double t, const double *x, double *g_t)
{
    return call(gate, gate->problem->g_t, "g_t", t, x, gate->n_l, g_t);
}

coldae_status cd_index3_gate_dg(cd_index3_gate *gate, double t, const double *x, const double *w, double *dg)
{
    gate->n_dg++;
    return call_jacobian(gate, gate->problem->dg, "dg", t, x, w, gate->n_l, dg);
}

/* r = (f, k - M w, g) at gate->x, without what is given as a Jacobian; all: with it. */
static coldae_status differenced_values(cd_index3_gate *gate, double t, const double *w, int all, double *r)
{
    const coldae_index3_problem *problem = gate->problem;
    int n_v = gate->n_v, of_k = all || !problem->dk;
    double *k = r + gate->n_u;
    gate->n_f++;
    if (all || (problem->f && !problem->df))
        CD_TRY(cd_index3_gate_f(gate, t, gate->x, r));
    if (of_k)
        CD_TRY(call(gate, problem->k, "k", t, gate->x, n_v, k));
    if (of_k && problem->mass && !problem->mass_is_constant) {
        CD_TRY(cd_index3_gate_mass(gate, t, gate->x, gate->mass));
        for (int j = 0; j < n_v; j++)
            for (int i = 0; i < n_v; i++)
                k[i] -= gate->mass[i + (ptrdiff_t)j * n_v] * w[j];
    }
    return problem->dg && !all ? COLDAE_OK : constraints(gate, t, gate->x, k + n_v);
}

/* gate->r_moved at x with entry j moved by *step, to the other side if it is not defined there. */
static coldae_status moved_values(cd_index3_gate *gate, double t, const double *x, const double *w, int j,
                                  double *step)
{
    double h = cd_one_sided_step(x[j]);
    coldae_status status = COLDAE_OK;
    for (int attempt = 0; attempt < 2; attempt++) {
        volatile double moved = x[j] + copysign(h, x[j]) * (attempt ? -1 : 1);
        *step = moved - x[j]; /* the step that is really made */
        gate->x[j] = moved;
        status = differenced_values(gate, t, w, 0, gate->r_moved);
        gate->x[j] = x[j];
        if (status != CD_UNDEFINED)
            break;
    }
    return status;
}

static void store(const cd_index3_gate *gate, int first, int rows, int j, double step, double *d)
{
    for (int i = 0; i < rows; i++)
        d[i + (ptrdiff_t)j * rows] = (gate->r_moved[first + i] - gate->r[first + i]) / step;
}

static coldae_status difference(cd_index3_gate *gate, double t, const double *x, const double *w,
                                int structure, cd_index3_jacobian *d)
{
    const coldae_index3_problem *problem = gate->problem;
    int n_u = gate->n_u, n_v = gate->n_v, columns = gate->n;
    if (structure && problem->dg)
        columns = 0;
    memcpy(gate->x, x, (size_t)gate->n * sizeof(double));
    CD_TRY(differenced_values(gate, t, w, 0, gate->r));
    for (int j = 0; j < gate->n; j++) {
        double step;
        if (j >= columns && j < n_u + n_v)
            continue;
        CD_TRY(moved_values(gate, t, x, w, j, &step));
        if (problem->f && !problem->df)
            store(gate, 0, n_u, j, step, d->df);
        if (!problem->dk)
            store(gate, n_u, n_v, j, step, d->dk);
        if (!problem->dg)
            store(gate, n_u + n_v, gate->n_l, j, step, d->dg);
    }
    return COLDAE_OK;
}

static coldae_status derivatives(cd_index3_gate *gate, double t, const double *x, const double *w,
                                 int structure, cd_index3_jacobian *d)
{
    const coldae_index3_problem *problem = gate->problem;
    if (problem->f && problem->df)
        CD_TRY(call_jacobian(gate, problem->df, "df", t, x, w, gate->n_u, d->df));
    if (problem->dk)
        CD_TRY(call_jacobian(gate, problem->dk, "dk", t, x, w, gate->n_v, d->dk));
    if (problem->dg && gate->n_l > 0)
        CD_TRY(call_jacobian(gate, problem->dg, "dg", t, x, w, gate->n_l, d->dg));
    if ((problem->f && !problem->df) || !problem->dk || (!problem->dg && gate->n_l > 0))
        return difference(gate, t, x, w, structure, d);
    return COLDAE_OK;
}

coldae_status cd_index3_gate_jacobian(cd_index3_gate *gate, double t, const double *x, const double *w,
                                      int structure, cd_index3_jacobian *d)
{
    gate->n_df++;
    return derivatives(gate, t, x, w, structure, d);
}

coldae_status cd_index3_gate_directions(cd_index3_gate *gate, double t, const double *x, const double *w,
                                        cd_index3_jacobian *d)
{
    gate->n_dg++;
    return derivatives(gate, t, x, w, 1, d);
}

coldae_status cd_index3_gate_column(cd_index3_gate *gate, double t, const double *x, const double *w, int j,
                                    double share, double *column)
{
    double h = share * cd_two_sided_step(x[j]);
    volatile double above = x[j] + h, below = x[j] - h;
    memcpy(gate->x, x, (size_t)gate->n * sizeof(double));
    gate->x[j] = above;
    CD_TRY(differenced_values(gate, t, w, 1, gate->r_moved));
    gate->x[j] = below;
    CD_TRY(differenced_values(gate, t, w, 1, gate->r));
    for (int i = 0; i < gate->n; i++)
        column[i] = (gate->r_moved[i] - gate->r[i]) / (above - below);
    return COLDAE_OK;
}

coldae_status cd_index3_gate_tell(cd_index3_gate *gate, const coldae_step *step)
{
    if (!gate->observer)
        return COLDAE_OK;
    int code = gate->observer(step, gate->observer_user);
    if (code == 0)
        return COLDAE_OK;
    gate->code = code;
    return cd_say(gate->report, COLDAE_ERR_CANCELLED, "the observer returned %d after step %d at t = %.10g",
                  code, step->number, step->t);
}
