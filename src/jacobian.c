/* jacobian.c - coldae_check_jacobian: the user's df against differences of f */
#include <float.h>
#include <math.h>
#include <string.h>

#include "jacobian.h"

/* Everything the comparison needs: one block. */
typedef struct comparison {
    cd_method method;
    cd_gate gate;
    double *f, *df, *differences, *central; /* [n_eq], [n_eq, mstar+n_alg+n_param] .. */
    double *point;                          /* [mstar+n_alg+n_param] moved (z, y, p) */
    double *low;                            /* [n_eq] f there */
    double *none;
    cd_arena arena;
} comparison;

static void layout(comparison *c)
{
    const cd_dims *d = &c->method.dims;
    size_t n_eq = (size_t)d->n_eq, columns = (size_t)(d->mstar + d->n_alg + d->n_param);
    cd_gate_layout(&c->arena, d, c->method.problem->n_coupled, 1, &c->gate);
    c->f = cd_take_doubles(&c->arena, n_eq);
    c->df = cd_take_doubles(&c->arena, n_eq * columns);
    c->differences = cd_take_doubles(&c->arena, n_eq * columns);
    c->central = cd_take_doubles(&c->arena, n_eq * columns);
    c->point = cd_take_doubles(&c->arena, columns);
    c->low = cd_take_doubles(&c->arena, n_eq);
    c->none = cd_take_doubles(&c->arena, 1);
}

static void say_worst(const cd_dims *d, int row, int column, double given, double difference, double worst,
                      cd_report *report)
{
    const char *kind = column < d->mstar ? "z" : column < d->mstar + d->n_alg ? "y" : "p";
    int at = column < d->mstar              ? column
             : column < d->mstar + d->n_alg ? column - d->mstar
                                            : column - d->mstar - d->n_alg;
    cd_say(report, COLDAE_OK,
           "largest deviation %.3g: d f[%d] / d %s[%d] is %.10g in df, %.10g by differences", worst, row,
           kind, at, given, difference);
}

static coldae_status f_at_point(comparison *c, double t, double *f)
{
    const cd_dims *d = &c->method.dims;
    const double *z = c->point, *y = z + d->mstar, *p = y + d->n_alg;
    return cd_gate_f(&c->gate, 1, &t, z, y, p, f);
}

/* Central differences with wide steps, NaN where f is not defined on both sides.  The gate's steps are as
 * short as a variable may be small; where it is only zero by chance, rounding swamps them. */
static coldae_status difference_centrally(comparison *c, double t, const double *z, const double *y,
                                          const double *p)
{
    const cd_dims *d = &c->method.dims;
    int columns = d->mstar + d->n_alg + d->n_param;
    for (int i = 0; i < d->mstar; i++)
        c->point[i] = z[i];
    for (int i = 0; i < d->n_alg; i++)
        c->point[d->mstar + i] = y[i];
    for (int i = 0; i < d->n_param; i++)
        c->point[d->mstar + d->n_alg + i] = p[i];
    for (int j = 0; j < columns; j++) {
        double at = c->point[j], step = cbrt(DBL_EPSILON) * fmax(fabs(at), 1);
        double *column = c->central + (size_t)j * (size_t)d->n_eq;
        c->point[j] = at + step;
        coldae_status high = f_at_point(c, t, column), low = high;
        c->point[j] = at - step;
        if (high == COLDAE_OK)
            low = f_at_point(c, t, c->low);
        c->point[j] = at;
        if (low < 0)
            return low;
        for (int i = 0; i < d->n_eq; i++) /* (f(v + h) - f(v - h)) / 2h */
            column[i] = low == COLDAE_OK ? (column[i] - c->low[i]) / ((at + step) - (at - step)) : NAN;
    }
    return COLDAE_OK;
}

static coldae_status compare(comparison *c, double t, const double *z, const double *y, const double *p,
                             double *worst, cd_report *report)
{
    const cd_dims *d = &c->method.dims;
    int columns = d->mstar + d->n_alg + d->n_param, row = 0, column = 0;
    y = y ? y : c->none;
    p = p ? p : c->none;
    CD_TRY(cd_gate_f(&c->gate, 1, &t, z, y, p, c->f));
    CD_TRY(cd_gate_df(&c->gate, 1, &t, z, y, p, c->f, c->df));
    CD_TRY(cd_gate_difference_f(&c->gate, 1, &t, z, y, p, c->f, c->differences));
    CD_TRY(difference_centrally(c, t, z, y, p));
    *worst = 0;
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < d->n_eq; i++) {
            size_t at = (size_t)i + (size_t)j * (size_t)d->n_eq;
            if (fabs(c->df[at] - c->central[at]) < fabs(c->df[at] - c->differences[at]))
                c->differences[at] = c->central[at];
            double deviation = fabs(c->df[at] - c->differences[at]) / (1 + fabs(c->df[at]));
            if (deviation > *worst) {
                *worst = deviation;
                row = i;
                column = j;
            }
        }
    size_t at = (size_t)row + (size_t)column * (size_t)d->n_eq;
    say_worst(d, row, column, c->df[at], c->differences[at], *worst, report);
    return COLDAE_OK;
}

static coldae_status check_arguments(const coldae_problem *problem, const coldae_options *options, double t,
                                     const double *z, const double *y, const double *p, const double *worst,
                                     cd_report *report)
{
    CD_TRY(cd_method_check_equations(problem, options, report)); /* conditions need not be there yet */
    if (!isfinite(t))
        return cd_say(report, COLDAE_ERR_INVALID, "t = %g: must be finite", t);
    if (!z || !worst)
        return cd_say(report, COLDAE_ERR_INVALID, "%s is NULL", z ? "worst" : "z");
    if (!y && problem->n_alg > 0)
        return cd_say(report, COLDAE_ERR_INVALID, "y is NULL, but n_alg = %d", problem->n_alg);
    if (!p && problem->n_param > 0)
        return cd_say(report, COLDAE_ERR_INVALID, "p is NULL, but n_param = %d", problem->n_param);
    if (!problem->df && !problem->df_batch)
        return cd_say(report, COLDAE_ERR_INVALID, "problem.df is NULL: there is nothing to check");
    return COLDAE_OK;
}

coldae_status cd_jacobian_check(const coldae_problem *problem, double t, const double *z, const double *y,
                                const double *p, double *worst, cd_gate *counts, cd_report *report)
{
    cd_memory memory = {0};
    coldae_options options;
    comparison c;
    coldae_problem equations;
    memset(&c, 0, sizeof c);
    coldae_options_init(&options);
    if (worst)
        *worst = HUGE_VAL; /* until it is known */
    coldae_status status = check_arguments(problem, &options, t, z, y, p, worst, report);
    if (status == COLDAE_OK) {
        equations = *problem;
        equations.n_side = equations.n_coupled = 0;
        status = cd_method_create(&equations, &options, &memory, report, &c.method);
    }
    if (status == COLDAE_OK) {
        layout(&c);
        status = cd_arena_create(&memory, &c.arena);
        if (status != COLDAE_OK)
            cd_say(report, status, "no memory for the Jacobians");
    }
    if (status == COLDAE_OK) {
        layout(&c);
        c.gate.problem = problem;
        c.gate.dims = &c.method.dims;
        c.gate.report = report;
        status = compare(&c, t, z, y, p, worst, report);
        if (status == CD_UNDEFINED)
            status = COLDAE_ERR_CALLBACK;
    }
    if (counts) {
        counts->n_f += c.gate.n_f;
        counts->n_df += c.gate.n_df;
    }
    cd_arena_release(&memory, &c.arena);
    cd_method_release(&memory, &c.method);
    return status;
}

coldae_status coldae_check_jacobian(const coldae_problem *problem, double t, const double *z, const double *y,
                                    const double *p, double *worst, char *message, int message_size)
{
    cd_report report = {{0}};
    coldae_status status = cd_jacobian_check(problem, t, z, y, p, worst, NULL, &report);
    if (message && message_size > 0)
        cd_copy_words(report.text, message, (size_t)message_size);
    return status;
}
