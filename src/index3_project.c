/* index3_project.c - back onto the constraints after a step */
#include <float.h>
#include <math.h>
#include <string.h>

#include "differences.h"
#include "index3_project.h"

enum { MOST_ITERATIONS = 20, MOST_ROUNDS = 4 };
static const double ROUNDING = 2 * DBL_EPSILON; /* a correction of this relative size is the last one */
static const double STALLED = 1e-12;            /* one that no longer falls must be below this */
static const double ENOUGH = 1e-14;             /* error of a velocity by a differenced dg, relative */
static const double REFUSED = 1e-6;             /* .. and what it must not exceed after MOST_ROUNDS */

void cd_index3_project_layout(cd_arena *arena, const cd_index3_gate *gate, cd_index3_project *p)
{
    p->residual = cd_take_doubles(arena, (size_t)gate->n_l);
    p->f = cd_take_doubles(arena, (size_t)gate->n_u);
    p->value = cd_take_doubles(arena, (size_t)gate->n_l);
    p->x = cd_take_doubles(arena, (size_t)(gate->n_v + gate->n_l));
    p->base = cd_take_doubles(arena, (size_t)gate->n_l);
    p->f_0 = cd_take_doubles(arena, (size_t)gate->n_u);
    p->c = cd_take_doubles(arena, (size_t)gate->n_l);
    cd_index3_line_layout(arena, gate, &p->line);
    p->d.df = cd_take_doubles(arena, gate->problem->f ? (size_t)gate->n_u * (size_t)gate->n : 0);
    p->d.dk = cd_take_doubles(arena, (size_t)gate->n_v * (size_t)gate->n);
    p->d.dg = cd_take_doubles(arena, (size_t)gate->n_l * (size_t)gate->n);
    p->mass = cd_take_doubles(arena, gate->problem->mass ? (size_t)gate->n_v * (size_t)gate->n_v : 0);
    cd_saddle_layout(arena, gate, &p->saddle);
}

/* p->base, p->f_0: what is differenced, once for a point (t, u) and a velocity v.  f_0 = 0 where dg is given, then g_t
 * alone may have to be differenced. */
static coldae_status find_base(cd_index3_gate *gate, cd_index3_project *p, double t, const double *x,
                               const double *dg)
{
    const coldae_index3_problem *problem = gate->problem;
    int moving = problem->g_depends_on_t && !problem->g_t;
    memset(p->base, 0, (size_t)gate->n_l * sizeof(double));
    memset(p->f_0, 0, (size_t)gate->n_u * sizeof(double));
    if (problem->g_depends_on_t && problem->g_t)
        CD_TRY(cd_index3_gate_g_t(gate, t, x, p->base));
    if (problem->dg && !moving)
        return COLDAE_OK;
    CD_TRY(cd_index3_gate_f(gate, t, x, p->f));
    cd_index3_direction at = {t, x, moving, NULL, dg, cd_index3_largest(gate->n_u, p->f)};
    if (!problem->dg) {
        memcpy(p->f_0, p->f, (size_t)gate->n_u * sizeof(double));
        at.d = p->f_0;
    }
    CD_TRY(cd_index3_slope(gate, &p->line, &at, p->value));
    for (int l = 0; l < gate->n_l; l++)
        p->base[l] += p->value[l];
    return COLDAE_OK;
}

/* rate = base + dg (f - f_0), f at hand */
static void add_up(const cd_index3_gate *gate, const cd_index3_project *p, const double *dg, double *rate)
{
    memcpy(rate, p->base, (size_t)gate->n_l * sizeof(double));
    for (int j = 0; j < gate->n_u; j++)
        for (int l = 0; l < gate->n_l; l++)
            rate[l] += dg[l + (ptrdiff_t)j * gate->n_l] * (p->f[j] - p->f_0[j]);
}

coldae_status cd_index3_rate(cd_index3_gate *gate, cd_index3_project *p, double t, const double *x,
                             const double *dg, double *rate)
{
    CD_TRY(find_base(gate, p, t, x, dg));
    CD_TRY(cd_index3_gate_f(gate, t, x, p->f));
    add_up(gate, p, dg, rate);
    return COLDAE_OK;
}

/* A correction of this size to values of size `scale`: is it the last one?  CD_DIVERGED: it never ends. */
static coldae_status judge(double size, double scale, int iteration, double *last, int *done)
{
    double contraction = iteration > 0 && *last > 0 ? size / *last : 1;
    *done = size <= ROUNDING * scale || contraction * size <= ROUNDING / 2 * scale;
    if (!*done && iteration > 0 && !(contraction <= 0.5)) { /* it no longer falls */
        *done = size <= STALLED * scale;
        if (!*done && (!(contraction <= 2) || iteration + 1 >= MOST_ITERATIONS))
            return CD_DIVERGED;
    }
    *last = size;
    return isfinite(size) ? COLDAE_OK : CD_DIVERGED;
}

/* residual -> dv = p->x with C dv = -residual, M dv in the span of k_lambda */
static void find_correction(const cd_saddle *saddle, cd_index3_project *p)
{
    int n_v = saddle->n_v;
    memset(p->x, 0, (size_t)n_v * sizeof(double));
    for (int i = 0; i < saddle->n_l; i++)
        p->x[n_v + i] = -p->residual[i];
    cd_saddle_solve(saddle, p->x);
}

coldae_status cd_index3_project_u(cd_index3_stages *s, cd_index3_project *p, const cd_saddle *saddle,
                                  double t, double *x)
{
    const cd_index3_linear *l = &s->linear;
    int n_u = l->n_u, done = 0;
    double last = 0;
    for (int iteration = 0; iteration < MOST_ITERATIONS && !done; iteration++) {
        CD_TRY(cd_index3_gate_g(&s->gate, t, x, p->residual));
        find_correction(saddle, p);
        double *d = p->x;
        if (!l->reduced) { /* f_v dv */
            d = p->f;
            memset(d, 0, (size_t)n_u * sizeof(double));
            for (int j = 0; j < l->n_v; j++)
                for (int i = 0; i < n_u; i++)
                    d[i] += l->d.df[i + (ptrdiff_t)(n_u + j) * n_u] * p->x[j];
        }
        CD_TRY(judge(cd_index3_largest(n_u, d), cd_index3_largest(n_u, x), iteration, &last, &done));
        for (int i = 0; i < n_u; i++)
            x[i] += d[i];
    }
    return done ? COLDAE_OK : CD_DIVERGED;
}

/* v until dg/dt = base + dg (f - f_0) (index 3) or g (index 2) is 0. */
static coldae_status move_v(cd_index3_stages *s, cd_index3_project *p, const cd_saddle *saddle, double t,
                            double *x, const double *dg)
{
    int n_u = s->gate.n_u, n_v = s->gate.n_v, done = 0;
    double last = 0, *v = x + n_u;
    for (int iteration = 0; iteration < MOST_ITERATIONS && !done; iteration++) {
        if (s->gate.index == 3) {
            CD_TRY(cd_index3_gate_f(&s->gate, t, x, p->f));
            add_up(&s->gate, p, dg, p->residual);
        } else
            CD_TRY(cd_index3_gate_g(&s->gate, t, x, p->residual));
        find_correction(saddle, p);
        CD_TRY(judge(cd_index3_largest(n_v, p->x), cd_index3_largest(n_v, v), iteration, &last, &done));
        for (int i = 0; i < n_v; i++)
            v[i] += p->x[i];
    }
    return done ? COLDAE_OK : CD_DIVERGED;
}

/* About the relative error of a differenced dg: the step is sqrt(eps) |u_j|, g bends over 1 or so, with terms of 1. */
static double error_of_dg(int n_u, const double *u)
{
    double error = 1;
    for (int j = 0; j < n_u; j++)
        error = fmax(error, fmax(fabs(u[j]), 1 / fmax(fabs(u[j]), CD_SMALLEST_SIZE)));
    return sqrt(DBL_EPSILON) * error;
}

/* With a differenced dg the rate is differenced anew where the change of f times the error of dg matters.  It ends with
 * the rounding errors of the rate. */
coldae_status cd_index3_project_v(cd_index3_stages *s, cd_index3_project *p, const cd_saddle *saddle,
                                  double t, double *x, const double *dg)
{
    int n_u = s->gate.n_u;
    double last = INFINITY, share = error_of_dg(n_u, x);
    if (s->gate.index < 3)
        return move_v(s, p, saddle, t, x, dg);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        CD_TRY(find_base(&s->gate, p, t, x, dg));
        CD_TRY(move_v(s, p, saddle, t, x, dg));
        if (s->gate.problem->dg)
            return COLDAE_OK;
        CD_TRY(cd_index3_gate_f(&s->gate, t, x, p->f));
        double size = cd_index3_largest(n_u, p->f), change = 0;
        for (int j = 0; j < n_u; j++)
            change = fmax(change, fabs(p->f[j] - p->f_0[j]));
        if (share * change <= ENOUGH * size || !(change <= last / 2))
            return change <= REFUSED * (1 + size) ? COLDAE_OK : CD_DIVERGED;
        last = change;
    }
    return last <= REFUSED * (1 + cd_index3_largest(n_u, p->f)) ? COLDAE_OK : CD_DIVERGED;
}
