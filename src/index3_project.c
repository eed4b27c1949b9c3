/* index3_project.c - back onto the constraints after a step */
#include <float.h>
#include <math.h>
#include <string.h>

#include "index3_project.h"

enum { MOST_ITERATIONS = 20 };
static const double ROUNDING = 2 * DBL_EPSILON; /* a correction of this relative size is the last one */
static const double STALLED = 1e-12;            /* one that no longer falls must be below this */
/* Central differences of order 6: DIFFERENCE |u| beside the point the truncation error is DIFFERENCE^6/140 and the
 * rounding error eps/DIFFERENCE, both about 1e-14. */
static const double DIFFERENCE = 1e-2;
static const double SHARE_OF_INTERVAL = 1e-3; /* .. where t has no other size */
static const double NOISE = 32 * DBL_EPSILON; /* rounding errors of g, over the sizes in it */

const double cd_difference_weight[7] = {-1.0 / 60, 0.15, -0.75, 0, 0.75, -0.15, 1.0 / 60};

void cd_index3_project_layout(cd_arena *arena, const cd_index3_gate *gate, cd_index3_project *p)
{
    p->residual = cd_take_doubles(arena, (size_t)gate->n_l);
    p->f = cd_take_doubles(arena, (size_t)gate->n_u);
    p->moved = cd_take_doubles(arena, (size_t)gate->n);
    p->value = cd_take_doubles(arena, (size_t)gate->n_l);
    p->x = cd_take_doubles(arena, (size_t)(gate->n_v + gate->n_l));
    p->c = cd_take_doubles(arena, (size_t)gate->n_l);
    p->d.df = cd_take_doubles(arena, gate->problem->f ? (size_t)gate->n_u * (size_t)gate->n : 0);
    p->d.dk = cd_take_doubles(arena, (size_t)gate->n_v * (size_t)gate->n);
    p->d.dg = cd_take_doubles(arena, (size_t)gate->n_l * (size_t)gate->n);
    p->mass = cd_take_doubles(arena, gate->problem->mass ? (size_t)gate->n_v * (size_t)gate->n_v : 0);
    cd_saddle_layout(arena, gate, &p->saddle);
}

double cd_index3_largest(int n, const double *x)
{
    double size = 0;
    for (int i = 0; i < n; i++)
        size = fmax(size, fabs(x[i]));
    return size;
}

/* d/ds g(t + s e, u + s f) at s = 0 by the formula of order 6; e = 1 or 0, f NULL: t alone. */
static coldae_status difference_along(cd_index3_gate *gate, cd_index3_project *p, double t, const double *x,
                                      int e, const double *f, double *rate)
{
    const coldae_index3_problem *problem = gate->problem;
    double speed = f ? cd_index3_largest(gate->n_u, f) : 0,
           size = fmax(cd_index3_largest(gate->n_u, x), DIFFERENCE);
    double step = e ? SHARE_OF_INTERVAL * (problem->right - problem->left) : INFINITY;
    step = speed > 0 ? fmin(step, DIFFERENCE * size / speed) : e ? step : 1;
    p->noise = NOISE * size / step;
    memcpy(p->moved, x, (size_t)gate->n * sizeof(double));
    memset(rate, 0, (size_t)gate->n_l * sizeof(double));
    for (int i = -3; i <= 3; i++) {
        if (i == 0)
            continue;
        for (int j = 0; j < gate->n_u && f; j++)
            p->moved[j] = x[j] + i * step * f[j];
        CD_TRY(cd_index3_gate_g(gate, e ? t + i * step : t, p->moved, p->value));
        for (int l = 0; l < gate->n_l; l++)
            rate[l] += cd_difference_weight[i + 3] / step * p->value[l];
    }
    return COLDAE_OK;
}

coldae_status cd_index3_rate(cd_index3_gate *gate, cd_index3_project *p, double t, const double *x,
                             const double *dg, double *rate)
{
    const coldae_index3_problem *problem = gate->problem;
    p->noise = 0;
    CD_TRY(cd_index3_gate_f(gate, t, x, p->f));
    if (!dg)
        return difference_along(gate, p, t, x, problem->g_depends_on_t, p->f, rate);
    if (!problem->g_depends_on_t)
        memset(rate, 0, (size_t)gate->n_l * sizeof(double));
    else if (problem->g_t)
        CD_TRY(cd_index3_gate_g_t(gate, t, x, rate));
    else
        CD_TRY(difference_along(gate, p, t, x, 1, NULL, rate));
    for (int j = 0; j < gate->n_u; j++)
        for (int l = 0; l < gate->n_l; l++)
            rate[l] += dg[l + (ptrdiff_t)j * gate->n_l] * p->f[j];
    return COLDAE_OK;
}

/* A correction of this size to values of size `scale` known up to `noise`: is it the last one?  CD_DIVERGED: it never
 * ends. */
static coldae_status judge(double size, double scale, double noise, int iteration, double *last, int *done)
{
    double contraction = iteration > 0 && *last > 0 ? size / *last : 1;
    *done = size <= ROUNDING * scale + noise || contraction * size <= ROUNDING / 2 * scale;
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
        CD_TRY(judge(cd_index3_largest(n_u, d), cd_index3_largest(n_u, x), 0, iteration, &last, &done));
        for (int i = 0; i < n_u; i++)
            x[i] += d[i];
    }
    return done ? COLDAE_OK : CD_DIVERGED;
}

coldae_status cd_index3_project_v(cd_index3_stages *s, cd_index3_project *p, const cd_saddle *saddle,
                                  double t, double *x, const double *dg)
{
    int n_u = s->gate.n_u, n_v = s->gate.n_v, done = 0;
    double last = 0, *v = x + n_u;
    p->noise = 0;
    for (int iteration = 0; iteration < MOST_ITERATIONS && !done; iteration++) {
        if (s->gate.index == 3)
            CD_TRY(cd_index3_rate(&s->gate, p, t, x, dg, p->residual));
        else
            CD_TRY(cd_index3_gate_g(&s->gate, t, x, p->residual));
        find_correction(saddle, p);
        CD_TRY(judge(cd_index3_largest(n_v, p->x), cd_index3_largest(n_v, v), p->noise, iteration, &last,
                     &done));
        for (int i = 0; i < n_v; i++)
            v[i] += p->x[i];
    }
    return done ? COLDAE_OK : CD_DIVERGED;
}
