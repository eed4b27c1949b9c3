/* verify.c - what the result is worth: conditions and constraints at it, freshly evaluated */
#include <math.h>

#include "lanes.h"
#include "verify.h"

/* The largest residual of the side and coupled conditions. */
static coldae_status check_conditions(const coldae_problem *problem, cd_gate *gate, const cd_piecewise *u,
                                      double *work, coldae_info *info)
{
    double g, *r = work;
    for (int l = 0; l < problem->n_side; l++) {
        cd_piecewise_at(u, problem->zeta[l], r, NULL, NULL);
        CD_TRY(cd_gate_g(gate, l, r, u->p, &g));
        info->bc_residual = fmax(info->bc_residual, fabs(g));
    }
    if (problem->n_coupled > 0)
        CD_TRY(cd_gate_coupled(gate, cd_piecewise_z(u, 0), cd_piecewise_z(u, u->n), u->p, r));
    for (int i = 0; i < problem->n_coupled; i++)
        info->bc_residual = fmax(info->bc_residual, fabs(r[i]));
    return COLDAE_OK;
}

/* f at `count` mesh points from n on, y from the right and at the right end from the left. */
static coldae_status evaluate_at_mesh(const cd_dims *d, cd_gate *gate, const cd_piecewise *u, int n,
                                      int count, double *y, double *f)
{
    for (int i = 0; i < count; i++) {
        int right = n + i < u->n;
        cd_piecewise_y(d, right ? u->basis->lagrange_start : u->basis->psi_end,
                       cd_piecewise_v(u, n + i - !right), y + i * d->n_alg);
    }
    return cd_gate_f(gate, count, &u->t[n], cd_piecewise_z(u, n), y, u->p, f);
}

/* .. and of the constraints at the mesh points, several in one call; f need not be defined at one (a singular end),
 * which then is asked alone. */
static coldae_status check_constraints(const cd_dims *d, cd_gate *gate, const cd_piecewise *u, double *work,
                                       coldae_info *info)
{
    double *y = work, *f = work + (size_t)d->n_alg * CD_WIDTH;
    int together = CD_WIDTH, count = 0;
    for (int n = 0; d->n_alg > 0 && n <= u->n; n += count) {
        count = cd_min_int(together, u->n + 1 - n);
        coldae_status status = evaluate_at_mesh(d, gate, u, n, count, y, f);
        if (status < 0)
            return status;
        if (status != COLDAE_OK && count > 1) {
            together = 1;
            count = 0;
            continue;
        }
        for (int i = 0; i < count * d->n_eq && status == COLDAE_OK; i++)
            if (i % d->n_eq >= d->n_diff)
                info->constraint_residual = fmax(info->constraint_residual, fabs(f[i]));
    }
    return COLDAE_OK;
}

/* Residuals of linear equations after one Newton step are rounding errors, far below this share of their terms. */
static const double NOT_LINEAR = 1e-6;
static const double TINY = 1e-12; /* residuals of conditions that need no second look */
enum { SAMPLES = 3 };             /* subintervals that are looked at: first, middle, last */

/* sum_c |J_rc x_c| over n columns of row r */
static double size_of_terms(int n, const double *J, int rows, int r, const double *x)
{
    double sum = 0;
    for (int c = 0; c < n; c++)
        sum += fabs(J[(size_t)r + (size_t)c * (size_t)rows] * x[c]);
    return sum;
}

/* Side condition l after one Newton step; *bent: its residual is more than rounding.  work[2 mstar + n_param] */
static coldae_status look_at_condition(const cd_method *m, cd_gate *gate, const cd_piecewise *u, int l,
                                       double *work, int *bent)
{
    const cd_dims *d = &m->dims;
    double g, *z = work, *dg = work + d->mstar;
    *bent = 0;
    cd_piecewise_at(u, m->problem->zeta[l], z, NULL, NULL);
    CD_TRY(cd_gate_g(gate, l, z, u->p, &g));
    if (fabs(g) <= TINY)
        return COLDAE_OK;
    CD_TRY(cd_gate_dg(gate, l, z, u->p, g, dg));
    double size = size_of_terms(d->mstar, dg, 1, 0, z) + size_of_terms(d->n_param, dg + d->mstar, 1, 0, u->p);
    *bent = fabs(g) > NOT_LINEAR * size;
    return COLDAE_OK;
}

/* Equation i at a point: w (0 for a constraint) and f differ by more than rounding of terms of that size. */
static int is_bent(double w, double f, double size)
{
    double gap = fabs(w - f);
    return gap > TINY && gap > NOT_LINEAR * size;
}

/* The equations at the first point of subinterval n: *bent is one that does not hold, or -1, *value its f.  df is only
 * asked for where w and f are not so large that they tell by themselves. */
static coldae_status look_at_equations(const cd_method *m, cd_gate *gate, const cd_piecewise *u, int n,
                                       double *work, int *bent, double *value)
{
    const cd_dims *d = &m->dims;
    const double *v = cd_piecewise_v(u, n), *y = v + d->n_diff;
    double t = cd_piecewise_point(u, n, 0), *z = work, *f = z + d->mstar, *df = f + d->n_eq;
    const double *df_y = df + (size_t)d->mstar * (size_t)d->n_eq, *df_p = df_y + d->n_alg * d->n_eq;
    int has_df = 0;
    *bent = -1;
    cd_piecewise_combine(d, u->t[n + 1] - u->t[n], m->basis.rho[0], m->basis.psi, cd_piecewise_z(u, n), v, z,
                         NULL, NULL);
    CD_TRY(cd_gate_f(gate, 1, &t, z, y, u->p, f));
    for (int i = 0; i < d->n_eq && *bent < 0; i++) {
        int differential = i < d->n_diff;
        double w = differential ? v[i] : 0, size = differential ? fabs(w) + fabs(f[i]) : 0;
        if (!is_bent(w, f[i], size))
            continue;
        if (!has_df)
            CD_TRY(cd_gate_df(gate, 1, &t, z, y, u->p, f, df));
        has_df = 1;
        size += size_of_terms(d->mstar, df, d->n_eq, i, z) + size_of_terms(d->n_alg, df_y, d->n_eq, i, y) +
                size_of_terms(d->n_param, df_p, d->n_eq, i, u->p);
        if (is_bent(w, f[i], size)) {
            *bent = i;
            *value = f[i];
        }
    }
    return COLDAE_OK;
}

size_t cd_verify_work(const cd_dims *d)
{
    return (size_t)d->mstar + (size_t)(d->n_alg + d->n_eq) * CD_WIDTH;
}

size_t cd_verify_linear_work(const cd_dims *d)
{
    return (size_t)(2 * d->mstar + d->n_param) +
           (size_t)d->n_eq * (size_t)(1 + d->mstar + d->n_alg + d->n_param);
}

static coldae_status look(const cd_method *m, cd_gate *gate, const cd_piecewise *u, double bc_residual,
                          int samples, double *work)
{
    int bent = 0;
    double value = 0;
    for (int l = 0; bc_residual > TINY && l < m->problem->n_side; l++) {
        CD_TRY(look_at_condition(m, gate, u, l, work, &bent));
        if (bent)
            return cd_say(
                gate->report, COLDAE_ERR_NO_CONVERGENCE,
                "problem.linear = 1, but one Newton step does not meet condition g[%d] at t = %.6g: "
                "it is not linear, or dg is wrong; set linear = 0",
                l, m->problem->zeta[l]);
    }
    for (int i = 0; i < samples; i++) {
        int n = (int)((long long)(u->n - 1) * i / (samples - 1));
        CD_TRY(look_at_equations(m, gate, u, n, work, &bent, &value));
        if (bent >= 0)
            return cd_say(
                gate->report, COLDAE_ERR_NO_CONVERGENCE,
                "problem.linear = 1, but one Newton step does not solve the equations: f[%d] at t = "
                "%.6g is %.6g instead of %.6g; it is not linear in (z, y, p), or df is wrong; set "
                "linear = 0",
                bent, cd_piecewise_point(u, n, 0), value,
                bent < m->dims.n_diff ? cd_piecewise_v(u, n)[bent] : 0.0);
    }
    return COLDAE_OK;
}

coldae_status cd_verify_linear(const cd_method *m, cd_gate *gate, const cd_piecewise *u, double bc_residual,
                               int equations, double *work)
{
    cd_report words = *gate->report;
    int code = gate->code;
    coldae_status status = look(m, gate, u, bc_residual, equations ? SAMPLES : 0, work);
    if (status < 0)
        return status;
    *gate->report = words; /* not defined here: then it cannot be told */
    gate->code = code;
    return COLDAE_OK;
}

coldae_status cd_verify(const cd_method *m, cd_gate *gate, const cd_piecewise *u, double *work,
                        coldae_info *info)
{
    CD_TRY(check_conditions(m->problem, gate, u, work, info));
    return check_constraints(&m->dims, gate, u, work, info);
}
