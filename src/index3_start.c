/* index3_start.c - consistent initial values
 *
 * u and v by Newton onto g = 0 and dg/dt = 0, then lambda and w = v' from the constraints differentiated once more:
 *     M w = k(t, u, v, lambda),    C w + c = 0,    c = d/dt of (dg/dt) with v held fixed (index 3), of g (index 2);
 * index 1: 0 = g(t, u, v, lambda), then M w = k.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "index3_check.h"
#include "index3_start.h"
#include "lu.h"

enum { MOST_NEWTON = 25 };
static const double NEAR = 1e-6;      /* from here on the derivatives may stay */
static const double CLOSE = 1e-11;    /* lambda and w are good enough, relative */
static const double BALANCED = 1e-14; /* .. over the forces that act */
static const double LATER = 1e-3;     /* share of the interval: does g change that much later? */

/* The first entry of d[rows, n] in columns from `first` on that is not zero: 1 + its place, or 0. */
static ptrdiff_t find_entry(const cd_index3_stages *s, const double *d, int rows, int first)
{
    for (ptrdiff_t i = (ptrdiff_t)rows * first; i < (ptrdiff_t)rows * s->gate.n; i++)
        if (d[i] != 0)
            return i + 1;
    return 0;
}

/* What f and g must not depend on: a wrong index would give wrong velocities without a word. */
static coldae_status check_structure(cd_index3_stages *s, double t)
{
    const cd_index3_linear *l = &s->linear;
    int n_u = l->n_u, n_uv = n_u + l->n_v;
    ptrdiff_t at = l->reduced ? 0 : find_entry(s, l->d.df, n_u, n_uv);
    if (at > 0)
        return cd_say(s->gate.report, COLDAE_ERR_INVALID, "problem.f: u'[%d] depends on lambda at t = %.10g",
                      (int)((at - 1) % n_u), t);
    at = l->index < 2 ? 0 : find_entry(s, l->d.dg, l->n_l, l->index == 3 ? n_u : n_uv);
    if (at > 0)
        return cd_say(s->gate.report, COLDAE_ERR_INVALID,
                      "problem.index = %d, but g[%d] depends on %s at t = %.10g: its index is lower",
                      l->index, (int)((at - 1) % l->n_l), (at - 1) / l->n_l < n_uv ? "v" : "lambda", t);
    return COLDAE_OK;
}

/* Derivatives, M and the saddle factors at (t, x). */
static coldae_status linearize(cd_index3_stages *s, double t, const double *x, const double *w)
{
    cd_index3_linear *l = &s->linear;
    CD_TRY(cd_index3_gate_jacobian(&s->gate, t, x, w, l->structure, &l->d));
    CD_TRY(check_structure(s, t));
    if (l->has_mass) {
        CD_TRY(cd_index3_gate_mass(&s->gate, t, x, l->mass));
        memcpy(s->mass, l->mass, (size_t)l->n_v * (size_t)l->n_v * sizeof(double));
    }
    cd_saddle_factor(&l->saddle, &s->gate, &l->d, l->mass);
    if (l->saddle.order > 0 && !(l->saddle.regular > 0))
        return cd_say(s->gate.report, COLDAE_ERR_SINGULAR,
                      l->index == 3
                          ? "dg/du f_v M^-1 dk/dlambda is singular at t = %.10g: the constraints are "
                            "dependent there, or do not act on v, or the index is above 3"
                          : "dg/dv M^-1 dk/dlambda is singular at t = %.10g: the constraints are "
                            "dependent there, or the index is above 2",
                      t);
    return COLDAE_OK;
}

/* Does g change with t although the problem says it does not?  Tried a little later with the same values. */
static coldae_status check_time(cd_index3_stages *s, cd_index3_project *p, double t, const double *x)
{
    const coldae_index3_problem *problem = s->gate.problem;
    if (s->gate.index < 2 || problem->g_depends_on_t)
        return COLDAE_OK;
    CD_TRY(cd_index3_gate_g(&s->gate, t, x, p->residual));
    coldae_status status = cd_index3_gate_g(&s->gate, t + LATER * (problem->right - t), x, p->value);
    if (status != COLDAE_OK)
        return status == CD_UNDEFINED ? COLDAE_OK : status;
    for (int i = 0; i < s->gate.n_l; i++)
        if (p->value[i] != p->residual[i])
            return cd_say(
                s->gate.report, COLDAE_ERR_INVALID,
                "problem.g_depends_on_t = 0, but g[%d] changes with t: set it, and give g_t if you can", i);
    return COLDAE_OK;
}

/* dg where u is now: given and evaluated there, or the differences of the last linearisation, near enough */
static const double *best_dg(const cd_index3_stages *s, const cd_index3_project *p)
{
    return s->gate.index == 3 && s->gate.problem->dg ? p->d.dg : s->linear.d.dg;
}

/* u onto g = 0 (index 3) with fresh derivatives as long as it is far off; then v. */
static coldae_status move(cd_index3_stages *s, cd_index3_project *p, double t, double *x, const double *w)
{
    const cd_index3_linear *l = &s->linear;
    CD_TRY(linearize(s, t, x, w));
    for (int i = 0; i < MOST_NEWTON && l->index == 3; i++) {
        double change = 0;
        memcpy(s->stage, x, (size_t)l->n_u * sizeof(double));
        coldae_status status = cd_index3_project_u(s, p, &l->saddle, t, x);
        if (status != COLDAE_OK && status != CD_DIVERGED)
            return status;
        for (int j = 0; j < l->n_u; j++)
            change = fmax(change, fabs(x[j] - s->stage[j]));
        if (!isfinite(change) || (status == CD_DIVERGED && i + 1 == MOST_NEWTON))
            return CD_DIVERGED;
        if (status == COLDAE_OK && change <= NEAR * cd_index3_largest(l->n_u, x))
            break;
        CD_TRY(linearize(s, t, x, w));
    }
    if (l->index == 3 && s->gate.problem->dg)
        CD_TRY(cd_index3_gate_dg(&s->gate, t, x, w, p->d.dg));
    return cd_index3_project_v(s, p, &l->saddle, t, x, best_dg(s, p));
}

/* p->c: the derivative along (1, f), v held fixed, of g (index 2) or of dg/dt = g_t + g_u f (index 3): the second
 * derivative of g along the line, and g_u times that of f. */
static coldae_status differentiate(cd_index3_stages *s, cd_index3_project *p, double t, const double *x)
{
    cd_index3_gate *gate = &s->gate;
    int n_u = gate->n_u, n_l = gate->n_l;
    const double *dg = best_dg(s, p);
    double *f = p->f_0, *slope = p->f;
    CD_TRY(cd_index3_gate_f(gate, t, x, f));
    cd_index3_direction at = {t, x, gate->problem->g_depends_on_t, f, dg, cd_index3_largest(n_u, f)};
    if (gate->index == 2)
        return cd_index3_slope(gate, &p->line, &at, p->c);
    CD_TRY(cd_index3_bend(gate, &p->line, &at, p->c));
    if (!gate->problem->f)
        return COLDAE_OK;
    at.e = 1;
    at.dg = NULL;
    CD_TRY(cd_index3_slope_of_f(gate, &p->line, &at, slope));
    for (int j = 0; j < n_u; j++)
        for (int l = 0; l < n_l; l++)
            p->c[l] += dg[l + (ptrdiff_t)j * n_l] * slope[j];
    return COLDAE_OK;
}

/* What a differenced C makes wrong in C w: d/ds g(u + s f_v w) - C w is added to p->c.  Index 3 without dg. */
static coldae_status correct(cd_index3_stages *s, cd_index3_project *p, double t, const double *x,
                             const double *w)
{
    const cd_index3_linear *l = &s->linear;
    double *d = p->f_0;
    memset(d, 0, (size_t)l->n_u * sizeof(double));
    for (int j = 0; j < l->n_v; j++)
        for (int i = 0; i < l->n_u; i++)
            d[i] += (l->reduced ? i == j : l->d.df[i + (ptrdiff_t)(l->n_u + j) * l->n_u]) * w[j];
    cd_index3_direction at = {t, x, 0, d, l->d.dg, cd_index3_largest(l->n_u, d)};
    p->line.reach_u = 0; /* that of another direction may be too long for this one */
    CD_TRY(cd_index3_slope(&s->gate, &p->line, &at, p->value));
    p->line.reach_u = 0;
    for (int i = 0; i < l->n_l; i++) {
        p->c[i] += p->value[i];
        for (int j = 0; j < l->n_v; j++)
            p->c[i] -= l->saddle.c[i + (ptrdiff_t)j * l->n_l] * w[j];
    }
    return COLDAE_OK;
}

/* Is the correction (dw, dlambda) = r small against w and lambda, or the forces M dw and k_lambda dlambda against those
 * that act: where these balance w or lambda is 0 but for rounding, and so are its corrections. */
static int is_last(const cd_index3_linear *l, const double *k, const double *w, const double *lambda,
                   const double *r)
{
    int n_v = l->n_v, n_l = l->n_l;
    const double *d = r + n_v;
    double acting = 0, inertia = 0, push = 0;
    for (int i = 0; i < n_v; i++) {
        double force = fabs(k[i]), m_dw = l->has_mass ? 0 : r[i], by_lambda = 0;
        for (int j = 0; j < n_l; j++) {
            double entry = l->saddle.k_lambda[i + (ptrdiff_t)j * n_v];
            force += fabs(entry * lambda[j]);
            by_lambda += entry * d[j];
        }
        for (int j = 0; j < n_v && l->has_mass; j++)
            m_dw += l->mass[i + (ptrdiff_t)j * n_v] * r[j];
        acting = fmax(acting, force);
        inertia = fmax(inertia, fabs(m_dw));
        push = fmax(push, fabs(by_lambda));
    }
    return (cd_index3_largest(n_l, d) <= CLOSE * cd_index3_largest(n_l, lambda) + DBL_MIN ||
            push <= BALANCED * acting) &&
           (cd_index3_largest(n_v, r) <= CLOSE * cd_index3_largest(n_v, w) + DBL_MIN ||
            inertia <= BALANCED * acting);
}

/* M w = k, C w + c = 0 for w and lambda by Newton. */
static coldae_status find_lambda(cd_index3_stages *s, cd_index3_project *p, double t, double *x, double *w)
{
    cd_index3_linear *l = &s->linear;
    int n_u = l->n_u, n_v = l->n_v, n_l = l->n_l, is_exact = l->index < 3 || s->gate.problem->dg,
        corrected = 0;
    double *r = p->x, *lambda = x + n_u + n_v;
    CD_TRY(differentiate(s, p, t, x));
    for (int iteration = 0; iteration < MOST_NEWTON; iteration++) {
        if (iteration > 1 && !corrected) /* two are enough where lambda is linear */
            CD_TRY(linearize(s, t, x, w));
        CD_TRY(cd_index3_gate_all(&s->gate, t, x, s->r));
        for (int i = 0; i < n_v; i++)
            r[i] = s->r[n_u + i] - (l->has_mass ? 0 : w[i]);
        for (int i = 0; i < n_l; i++)
            r[n_v + i] = -p->c[i];
        for (int j = 0; j < n_v; j++) {
            for (int i = 0; i < n_v && l->has_mass; i++)
                r[i] -= l->mass[i + (ptrdiff_t)j * n_v] * w[j];
            for (int i = 0; i < n_l; i++)
                r[n_v + i] -= l->saddle.c[i + (ptrdiff_t)j * n_l] * w[j];
        }
        cd_saddle_solve(&l->saddle, r);
        for (int i = 0; i < n_v; i++)
            w[i] += r[i];
        for (int i = 0; i < n_l; i++)
            lambda[i] += r[n_v + i];
        if (!isfinite(cd_index3_largest(n_v + n_l, r)))
            return CD_DIVERGED;
        if (is_last(l, s->r + n_u, w, lambda, r)) {
            if (is_exact || corrected)
                return COLDAE_OK;
            CD_TRY(correct(s, p, t, x, w)); /* a small change, with this C from now on */
            corrected = 1;
        }
    }
    return CD_DIVERGED;
}

/* Index 1: 0 = g for lambda by Newton.  The matrix of the real system serves as workspace. */
static coldae_status solve_constraints(cd_index3_stages *s, double t, double *x, const double *w)
{
    cd_index3_linear *l = &s->linear;
    int n_l = l->n_l;
    double *lambda = x + l->n_u + l->n_v, *d = l->b;
    for (int iteration = 0; iteration < MOST_NEWTON; iteration++) {
        CD_TRY(linearize(s, t, x, w));
        CD_TRY(cd_index3_gate_g(&s->gate, t, x, d));
        memcpy(l->real, l->d.dg + (ptrdiff_t)n_l * (l->n_u + l->n_v), (size_t)(n_l * n_l) * sizeof(double));
        if (!(cd_lu_factor(n_l, l->real, l->real_pivot) > 0))
            return cd_say(s->gate.report, COLDAE_ERR_SINGULAR,
                          "dg/dlambda is singular at t = %.10g: the index is above 1", t);
        cd_lu_solve(n_l, l->real, l->real_pivot, d);
        for (int i = 0; i < n_l; i++)
            lambda[i] -= d[i];
        double size = cd_index3_largest(n_l, d);
        if (!isfinite(size))
            return CD_DIVERGED;
        if (size <= CLOSE * cd_index3_largest(n_l, lambda) + DBL_MIN)
            return COLDAE_OK;
    }
    return CD_DIVERGED;
}

/* M w = k without constraints of index 2 or 3. */
static coldae_status find_rate(cd_index3_stages *s, double t, const double *x, double *w)
{
    cd_index3_linear *l = &s->linear;
    CD_TRY(linearize(s, t, x, w));
    CD_TRY(cd_index3_gate_all(&s->gate, t, x, s->r));
    memcpy(w, s->r + l->n_u, (size_t)l->n_v * sizeof(double));
    if (!l->has_mass)
        return COLDAE_OK;
    memcpy(l->real, l->mass, (size_t)l->n_v * (size_t)l->n_v * sizeof(double));
    if (!(cd_lu_factor(l->n_v, l->real, l->real_pivot) > 0))
        return cd_say(s->gate.report, COLDAE_ERR_SINGULAR, "the mass matrix is singular at t = %.10g", t);
    cd_lu_solve(l->n_v, l->real, l->real_pivot, w);
    return COLDAE_OK;
}

/* What is wrong with the given values. */
static coldae_status look(cd_index3_stages *s, cd_index3_project *p, double t, const double *x,
                          const double *w, coldae_index3_start *start)
{
    if (s->gate.n_l == 0)
        return COLDAE_OK;
    CD_TRY(cd_index3_gate_g(&s->gate, t, x, p->residual));
    start->g = cd_index3_largest(s->gate.n_l, p->residual);
    if (s->gate.index < 3)
        return COLDAE_OK;
    if (s->gate.problem->dg)
        CD_TRY(cd_index3_gate_dg(&s->gate, t, x, w, p->d.dg));
    else
        CD_TRY(cd_index3_gate_directions(&s->gate, t, x, w, &p->d));
    CD_TRY(cd_index3_rate(&s->gate, p, t, x, p->d.dg, p->residual));
    start->rate = cd_index3_largest(s->gate.n_l, p->residual);
    return COLDAE_OK;
}

static double distance(int n, const double *x, const double *y)
{
    double size = 0;
    for (int i = 0; i < n; i++)
        size = fmax(size, fabs(x[i] - y[i]) / (1 + fabs(y[i])));
    return size;
}

coldae_status cd_index3_start(cd_index3_stages *s, cd_index3_project *p, double t, double *x, double *w,
                              coldae_index3_start *start)
{
    int n_u = s->gate.n_u, n_v = s->gate.n_v, index = s->gate.index;
    double *given = s->w; /* free until the first step */
    memset(w, 0, (size_t)n_v * sizeof(double));
    memcpy(given, x, (size_t)s->gate.n * sizeof(double));
    coldae_status status = check_time(s, p, t, x);
    if (status == COLDAE_OK)
        status = cd_index3_check_dg(&s->gate, t, x, w, &p->d, s->stage, s->error);
    if (status == COLDAE_OK)
        status = look(s, p, t, x, w, start);
    if (status == COLDAE_OK && index >= 2)
        status = move(s, p, t, x, w);
    if (status == COLDAE_OK && index == 1)
        status = solve_constraints(s, t, x, w);
    if (status == COLDAE_OK)
        status = index >= 2 ? find_lambda(s, p, t, x, w) : find_rate(s, t, x, w);
    start->moved_u = distance(n_u, x, given);
    start->moved_v = distance(n_v, x + n_u, given + n_u);
    start->moved_lambda = distance(s->gate.n_l, x + n_u + n_v, given + n_u + n_v);
    if (status == CD_DIVERGED)
        return cd_say(s->gate.report, COLDAE_ERR_NO_CONVERGENCE,
                      "no consistent values found near the given ones at t = %.10g, where |g| = %.3g and "
                      "|dg/dt| = %.3g: give better ones",
                      t, start->g, start->rate);
    return status == CD_UNDEFINED ? COLDAE_ERR_CALLBACK : status;
}
