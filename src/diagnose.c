/* diagnose.c - after a failure: look for the cause that the user can mend, and put it into words
 *
 * Nothing here belongs to the method.  A Newton iteration with a wrong Jacobian fails like one with a bad guess, a
 * problem without solution like one that is only hard; so a solve that has failed compares the Jacobians with
 * differences, tries whether f knows the time, and looks where the mesh or the correction is at its extreme.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "checks.h"
#include "diagnose.h"
#include "jacobian.h"
#include "verify.h"

enum { SAMPLES = 3 }; /* subintervals that are looked at: first, middle, last */

/* Entries of a Jacobian may differ by so much, relative to 1 + |entry|: differences are no better where f is rough. */
static const double WRONG = 1e-2;
static const double FAR_OUT = 10;   /* size of unknowns at which Jacobians are compared, at most */
static const double CROWDED = 0.02; /* the finest subinterval over the mean of a mesh that found something */
static const double AT_END = 1e-3;  /* share of the interval that counts as its end */
static const double NO_PROGRESS = 0.5; /* halving reduces an error that is not rounding by more than that */
static const double ROUNDING = 1e-8;   /* an error above this is never rounding */

/* Workspace of one search. */
typedef struct search {
    const cd_failure *failure;
    cd_gate *gate;
    double *t, *z, *y;          /* collocation points of a subinterval */
    double *given, *difference; /* gradients of conditions */
    double *r, *z_right;
    double *work; /* of cd_verify_linear */
    cd_arena arena;
} search;

static void layout(search *s)
{
    const cd_dims *d = &s->failure->method->dims;
    const coldae_problem *p = s->failure->method->problem;
    size_t k = (size_t)d->k, gradient = (size_t)(2 * d->mstar + d->n_param);
    size_t rows = (size_t)cd_max_int(1, p->n_coupled);
    s->t = cd_take_doubles(&s->arena, k);
    s->z = cd_take_doubles(&s->arena, k * (size_t)d->mstar);
    s->y = cd_take_doubles(&s->arena, k * (size_t)d->n_alg);
    s->given = cd_take_doubles(&s->arena, rows * gradient);
    s->difference = cd_take_doubles(&s->arena, rows * gradient);
    s->r = cd_take_doubles(&s->arena, (size_t)d->n_eq * 2 + rows);
    s->z_right = cd_take_doubles(&s->arena, (size_t)d->mstar);
    s->work = cd_take_doubles(&s->arena, cd_verify_linear_work(d));
}

/* Subinterval of sample i. */
static int sample(const cd_piecewise *u, int i)
{
    return (int)((long long)(u->n - 1) * i / (SAMPLES - 1));
}

/* A Jacobian may be compared anywhere; far out, where a diverging iteration has gone, differences are only noise. */
static void bring_back(int n, double *v)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(v[i]));
    for (int i = 0; i < n && most > FAR_OUT; i++)
        v[i] *= FAR_OUT / most;
}

/* ---- wrong Jacobians ------------------------------------------------------------------------------- */

static int found_in_df(search *s)
{
    const cd_failure *f = s->failure;
    const coldae_problem *problem = f->method->problem;
    const cd_dims *d = &f->method->dims;
    if (!problem->df && !problem->df_batch)
        return 0;
    for (int i = 0; i < SAMPLES; i++) {
        cd_report words = {{0}};
        double worst = 0;
        cd_piecewise_at_points(f->u, sample(f->u, i), s->t, s->z, s->y);
        bring_back(d->mstar, s->z);
        bring_back(d->n_alg, s->y);
        if (!cd_all_finite((size_t)d->mstar, s->z) || !cd_all_finite((size_t)d->n_alg, s->y) ||
            cd_jacobian_check(problem, s->t[0], s->z, s->y, f->u->p, &worst, s->gate, &words) != COLDAE_OK ||
            !(worst > WRONG))
            continue;
        char *colon =
            strchr(words.text, ':'); /* its own words: "largest deviation ..: d f[0] / d z[0] is .." */
        cd_say(s->gate->report, COLDAE_OK,
               "df is wrong at t = %.6g:%s; coldae_check_jacobian helps to mend it", s->t[0],
               colon ? colon + 1 : "");
        return 1;
    }
    return 0;
}

/* The first entry of two gradients that differs too much, -1 if there is none. */
static int wrong_entry(int n, const double *given, const double *difference)
{
    for (int i = 0; i < n; i++)
        if (fabs(given[i] - difference[i]) > WRONG * (1 + fabs(given[i])))
            return i;
    return -1;
}

/* Evaluate with the user's dg and dcoupled, or without them. */
static void use(cd_gate *gate, const coldae_problem *problem, coldae_problem *copy, int differences)
{
    *copy = *problem;
    if (differences) {
        copy->dg = NULL;
        copy->dcoupled = NULL;
    }
    gate->problem = copy;
}

static int found_in_dg(search *s)
{
    const cd_failure *f = s->failure;
    const coldae_problem *problem = f->method->problem;
    const cd_dims *d = &f->method->dims;
    coldae_problem copy;
    double g;
    for (int l = 0; l < problem->n_side && problem->dg; l++) {
        cd_piecewise_at(f->u, problem->zeta[l], s->z, NULL, NULL);
        bring_back(d->mstar, s->z);
        use(s->gate, problem, &copy, 1);
        coldae_status status = cd_gate_g(s->gate, l, s->z, f->u->p, &g);
        if (status == COLDAE_OK)
            status = cd_gate_dg(s->gate, l, s->z, f->u->p, g, s->difference);
        use(s->gate, problem, &copy, 0);
        memset(s->given, 0, (size_t)(d->mstar + d->n_param) * sizeof(double));
        if (status == COLDAE_OK)
            status = cd_gate_dg(s->gate, l, s->z, f->u->p, g, s->given);
        s->gate->problem = problem;
        int at = status == COLDAE_OK ? wrong_entry(d->mstar + d->n_param, s->given, s->difference) : -1;
        if (at < 0)
            continue;
        cd_say(s->gate->report, COLDAE_OK,
               "dg is wrong: d g[%d] / d %s[%d] (condition %d, at t = %.6g) is %.10g in dg, %.10g by "
               "differences",
               l, at < d->mstar ? "z" : "p", at < d->mstar ? at : at - d->mstar, l, problem->zeta[l],
               s->given[at], s->difference[at]);
        return 1;
    }
    return 0;
}

static int found_in_dcoupled(search *s)
{
    const cd_failure *f = s->failure;
    const coldae_problem *problem = f->method->problem;
    const cd_dims *d = &f->method->dims;
    double *zl = s->z, *zr = s->z_right;
    int n = problem->n_coupled, columns = 2 * d->mstar + d->n_param;
    coldae_problem copy;
    if (n == 0 || !problem->dcoupled)
        return 0;
    memcpy(zl, cd_piecewise_z(f->u, 0), (size_t)d->mstar * sizeof(double));
    memcpy(zr, cd_piecewise_z(f->u, f->u->n), (size_t)d->mstar * sizeof(double));
    bring_back(d->mstar, zl);
    bring_back(d->mstar, zr);
    use(s->gate, problem, &copy, 1);
    coldae_status status = cd_gate_coupled(s->gate, zl, zr, f->u->p, s->r);
    if (status == COLDAE_OK)
        status = cd_gate_dcoupled(s->gate, zl, zr, f->u->p, s->r, s->difference);
    use(s->gate, problem, &copy, 0);
    if (status == COLDAE_OK)
        status = cd_gate_dcoupled(s->gate, zl, zr, f->u->p, s->r, s->given);
    s->gate->problem = problem;
    int at = status == COLDAE_OK ? wrong_entry(n * columns, s->given, s->difference) : -1;
    if (at < 0)
        return 0;
    int column = at / n, side = column / d->mstar;
    cd_say(s->gate->report, COLDAE_OK,
           "dcoupled is wrong: d r[%d] / d %s[%d] is %.10g in dcoupled, %.10g by differences", at % n,
           side == 0   ? "zl"
           : side == 1 ? "zr"
                       : "p",
           side < 2 ? column % d->mstar : column - 2 * d->mstar, s->given[at], s->difference[at]);
    return 1;
}

/* A linear problem takes one step on a mesh; its equations must then hold. */
static int found_not_linear(search *s)
{
    const cd_failure *f = s->failure;
    return f->method->problem->linear &&
           cd_verify_linear(f->method, s->gate, f->u, HUGE_VAL, 1, s->work) != COLDAE_OK;
}

/* ---- problems without an isolated solution ---------------------------------------------------------- */

/* f at a collocation point, moved by dt and with parameter j moved by dp; nonzero: it cannot be told. */
static int f_moved(search *s, double dt, int j, double dp, double *f)
{
    const cd_piecewise *u = s->failure->u;
    double t = s->t[0] + dt, keep = j >= 0 ? u->p[j] : 0;
    if (j >= 0)
        u->p[j] += dp;
    coldae_status status = cd_gate_f(s->gate, 1, &t, s->z, s->y, u->p, f);
    if (j >= 0)
        u->p[j] = keep;
    return status != COLDAE_OK;
}

/* Does f change if t (j < 0) or parameter j is moved?  No at every sample: 0. */
static int f_depends(search *s, int j)
{
    const cd_failure *f = s->failure;
    const cd_dims *d = &f->method->dims;
    double *moved = s->r + d->n_eq;
    for (int i = 0; i < SAMPLES; i++) {
        cd_piecewise_at_points(f->u, sample(f->u, i), s->t, s->z, s->y);
        double span = f->u->t[f->u->n] - f->u->t[0], dt = j < 0 ? (i < SAMPLES - 1 ? 0.1 : -0.1) * span : 0;
        if (f_moved(s, 0, -1, 0, s->r) || f_moved(s, dt, j, j < 0 ? 0 : 0.1, moved) ||
            memcmp(s->r, moved, (size_t)d->n_eq * sizeof(double)) != 0)
            return 1;
    }
    return 0;
}

static int found_no_phase(search *s)
{
    const coldae_problem *problem = s->failure->method->problem;
    if (problem->n_side > 0 || f_depends(s, -1))
        return 0;
    cd_say(
        s->gate->report, COLDAE_OK,
        "f does not depend on t and all %d conditions couple the two ends: the solution is not isolated, it "
        "may be shifted in t; make the period a parameter (n_param) and fix the phase by a side condition",
        problem->n_coupled);
    return 1;
}

/* Does a condition depend on parameter j? */
static int conditions_depend(search *s, int j)
{
    const cd_failure *f = s->failure;
    const coldae_problem *problem = f->method->problem;
    const cd_dims *d = &f->method->dims;
    int n = problem->n_coupled;
    double g;
    for (int l = 0; l < problem->n_side; l++) {
        cd_piecewise_at(f->u, problem->zeta[l], s->z, NULL, NULL);
        memset(s->given, 0, (size_t)(d->mstar + d->n_param) * sizeof(double));
        if (cd_gate_g(s->gate, l, s->z, f->u->p, &g) != COLDAE_OK ||
            cd_gate_dg(s->gate, l, s->z, f->u->p, g, s->given) != COLDAE_OK || s->given[d->mstar + j] != 0)
            return 1;
    }
    const double *zl = cd_piecewise_z(f->u, 0), *zr = cd_piecewise_z(f->u, f->u->n);
    if (n > 0 && (cd_gate_coupled(s->gate, zl, zr, f->u->p, s->r) != COLDAE_OK ||
                  cd_gate_dcoupled(s->gate, zl, zr, f->u->p, s->r, s->given) != COLDAE_OK))
        return 1;
    for (int i = 0; i < n; i++)
        if (s->given[i + (2 * d->mstar + j) * n] != 0)
            return 1;
    return 0;
}

static int found_idle_parameter(search *s)
{
    const cd_dims *d = &s->failure->method->dims;
    for (int j = 0; j < d->n_param; j++)
        if (!f_depends(s, j) && !conditions_depend(s, j)) {
            cd_say(s->gate->report, COLDAE_OK,
                   "parameter p[%d] has no influence: neither f nor a condition changes with it here; is it "
                   "missing in f, or multiplied by a guess that is zero?",
                   j);
            return 1;
        }
    return 0;
}

/* ---- where it happens ------------------------------------------------------------------------------ */

/* The component and place of the largest relative correction. */
static double largest_correction(const cd_piecewise *u, const cd_piecewise *step, int *component, double *t)
{
    double most = 0;
    *component = 0;
    *t = u->t[0];
    for (int n = 0; n <= u->n; n++)
        for (int c = 0; c < u->dims->mstar; c++) {
            double size = fabs(cd_piecewise_z(step, n)[c]) / (1 + fabs(cd_piecewise_z(u, n)[c]));
            if (size > most) {
                most = size;
                *component = c;
                *t = u->t[n];
            }
        }
    return most;
}

/* Newton failed and nothing is wrong with the Jacobians: say where.  A correction larger than the solution itself that
 * damping cannot tame means that the linearisation turns singular on the way, as at a fold. */
static void say_where(const cd_failure *f, cd_gate *gate)
{
    const cd_dims *d = &f->method->dims;
    int c = 0, i = d->n_diff - 1;
    double t = 0;
    if (!f->newton->has_step || f->newton->step.n != f->u->n)
        return;
    double size = largest_correction(f->u, &f->newton->step, &c, &t);
    if (!(size > 0))
        return;
    while (d->offset[i] > c)
        i--;
    cd_say_behind(gate->report, "; worst in D^%d u[%d] near t = %.3g%s", c - d->offset[i], i, t,
                  size > 1 ? "; there may be no solution (past a fold, a pole)" : "");
}

/* The mesh limit was reached: where is the mesh finest, and do halvings still help? */
static void say_crowding(const cd_failure *f, cd_gate *gate)
{
    const cd_piecewise *u = f->u;
    double mean = (u->t[u->n] - u->t[0]) / u->n, least = mean;
    int at = 0;
    for (int n = 0; n < u->n; n++)
        if (u->t[n + 1] - u->t[n] < least) {
            least = u->t[n + 1] - u->t[n];
            at = n;
        }
    double span = u->t[u->n] - u->t[0], left = u->t[at] - u->t[0], right = u->t[u->n] - u->t[at + 1];
    int crowded = least < CROWDED * mean;
    int rounding = f->ratio * f->method->tightest < ROUNDING || (f->ratio >= f->before && !crowded);
    if (f->before > 0 && f->ratio > NO_PROGRESS * f->before && rounding)
        cd_say_behind(
            gate->report,
            "; the last halving did not help (before: %.3g): rounding errors of f limit the accuracy",
            f->before);
    else if (crowded && fmin(left, right) < AT_END * span)
        cd_say_behind(gate->report,
                      "; the mesh crowds at the end t = %.6g (h = %.1g): a layer, or not smooth there",
                      left < right ? u->t[0] : u->t[u->n], least);
    else if (crowded)
        cd_say_behind(gate->report,
                      "; the mesh crowds near t = %.6g (h = %.1g): if f jumps or has a kink there, make it a "
                      "fixed point",
                      u->t[at], least);
}

/* ---- all of it -------------------------------------------------------------------------------------- */

/* Causes that take evaluations; nonzero if one was found and said. */
static int found_cause(search *s, coldae_status status)
{
    if (found_in_df(s) || found_in_dg(s) || found_in_dcoupled(s))
        return 1;
    if (status == COLDAE_ERR_MESH_LIMIT)
        return found_not_linear(s);
    return found_idle_parameter(s) || found_no_phase(s);
}

int cd_diagnose(const cd_failure *failure, cd_gate *gate, coldae_status status)
{
    const cd_piecewise *u = failure->u;
    const coldae_problem *problem = failure->method->problem;
    int code = gate->code, found = 0;
    int wanted = status == COLDAE_ERR_NO_CONVERGENCE || status == COLDAE_ERR_SINGULAR ||
                 (status == COLDAE_ERR_MESH_LIMIT && problem->linear);
    if (status == COLDAE_ERR_CALLBACK && failure->at_guess)
        cd_say_behind(
            gate->report, ": not defined at the guess%s",
            problem->guess || failure->method->options.start ? "" : ", which is zero (problem.guess = NULL)");
    if (status == COLDAE_ERR_MESH_LIMIT && u->n > 0)
        say_crowding(failure, gate);
    if (!wanted || u->n == 0 || !cd_all_finite((size_t)(u->n + 1) * (size_t)u->dims->mstar, u->z))
        return 0;
    cd_report words = *gate->report;
    search s = {.failure = failure, .gate = gate};
    layout(&s);
    if (cd_arena_create(failure->memory, &s.arena) == COLDAE_OK) {
        layout(&s);
        found = found_cause(&s, status);
        gate->problem = problem;
    }
    cd_arena_release(failure->memory, &s.arena);
    gate->code = code;
    if (!found)
        *gate->report = words;
    if (!found && status == COLDAE_ERR_NO_CONVERGENCE)
        say_where(failure, gate);
    return found;
}
