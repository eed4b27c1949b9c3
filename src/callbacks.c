/* callbacks.c - the gate: the only file that calls user code */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arrays.h"
#include "callbacks.h"
#include "cpu.h"
#include "unrolled.h"
#include "vector.h"

/* One-sided differences: step ~ sqrt(eps) max(|v|, size of that component in the batch), so that truncation and
 * rounding errors balance.  A component without a size yet (zero guess) counts as SMALLEST_SIZE. */
static const double SMALLEST_SIZE = 1e-3;
static const double HIDDEN = 1e-2; /* a derivative that rounding may hide without a second look .. */
static const double LONGER = 1e3;  /* .. with a step that is so much longer */
static const double SEEN = 1e3;    /* ulps by which a row of f changes with a y that it depends on .. */
enum { MOST_LONGER = 4 };          /* .. with steps made longer so often */
enum { FEW = 32 };                 /* so many numbers are looked at here, more of them by wider vectors */

void cd_gate_layout(cd_arena *arena, const cd_dims *dims, int n_coupled, int capacity, cd_gate *gate)
{
    size_t m = (size_t)capacity;
    gate->capacity = capacity;
    gate->z = cd_take_doubles(arena, (size_t)dims->mstar * (m > 2 ? m : 2));
    gate->y = cd_take_doubles(arena, (size_t)dims->n_alg * m);
    gate->p = cd_take_doubles(arena, (size_t)dims->n_param);
    gate->f = cd_take_doubles(arena, (size_t)dims->n_eq * m + (size_t)n_coupled);
    gate->step = cd_take_doubles(arena, m);
}

/* 0 v is 0 for finite v, NaN otherwise */
static inline int all_finite(size_t n, const double *v)
{
    if (n > FEW)
        return (cd_cpu_has_avx2() ? &cd_arrays_avx2 : &cd_arrays_baseline)->finite(n, v);
    typedef double pair __attribute__((vector_size(16), may_alias, aligned(8)));
    const pair zero = {0, 0};
    pair sum = zero, sum_more = zero;
    double rest = 0;
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        sum += zero * *(const pair *)(v + i);
        sum_more += zero * *(const pair *)(v + i + 2);
    }
    for (; i < n; i++)
        rest += 0 * v[i];
    sum += sum_more;
    return rest + sum[0] + sum[1] == 0;
}

/* The words where something is wrong; what is usual does not come here. */
static __attribute__((noinline)) coldae_status judge_trouble(cd_gate *gate, const char *name, int code,
                                                             size_t n, const double *values, const double *t)
{
    if (code != 0)
        gate->code = code;
    if (code < 0)
        return cd_say(gate->report, COLDAE_ERR_CALLBACK, "callback %s returned %d (stop) at t = %.10g", name,
                      code, t[0]);
    if (code > 0)
        return cd_say(gate->report, CD_UNDEFINED, "callback %s returned %d (not defined) at t = %.10g", name,
                      code, t[0]);
    size_t i = 0;
    while (isfinite(values[i]))
        i++;
    const double at = t[i / n];
    return cd_say(gate->report, CD_UNDEFINED, "callback %s gives %g in entry %zu at t = %.10g%s", name,
                  values[i], i % n, at,
                  at == gate->problem->left || at == gate->problem->right ? ", an end: return the limit there"
                                                                          : "");
}

static inline coldae_status judge(cd_gate *gate, const char *name, int code, size_t m, size_t n,
                                  const double *values, const double *t)
{
    if (code == 0 && all_finite(m * n, values))
        return COLDAE_OK;
    return judge_trouble(gate, name, code, n, values, t);
}

coldae_status cd_gate_judge(cd_gate *gate, const char *name, int code, size_t m, size_t n,
                            const double *values, const double *t)
{
    return judge(gate, name, code, m, n, values, t);
}

/* Behind words on f: the first entries of z there. */
static coldae_status say_arguments(cd_gate *gate, coldae_status status, const double *z)
{
    char *text = gate->report->text;
    size_t size = sizeof gate->report->text, length = strlen(text);
    int n = cd_min_int(gate->dims->mstar, 4);
    for (int i = 0; i < n && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%.4g%s", i == 0 ? ", z = (" : ", ", z[i],
                                   i < n - 1               ? ""
                                   : n < gate->dims->mstar ? ", ..)"
                                                           : ")");
    return status;
}

/* df: `code` at point i (none: i = m); values that are not finite at an earlier one come first. */
static __attribute__((noinline)) coldae_status judge_df(cd_gate *gate, int code, size_t i, size_t n,
                                                        const double *values, const double *t)
{
    CD_TRY(cd_gate_judge(gate, "df", 0, i, n, values, t));
    return code == 0 ? COLDAE_OK : cd_gate_judge(gate, "df", code, 1, n, values + i * n, t + i);
}

/* The values of f at the first m points, then `code` at the next one; words on f tell the arguments. */
static __attribute__((noinline)) coldae_status judge_f(cd_gate *gate, int code, size_t m, const double *f,
                                                       const double *t, const double *z)
{
    size_t mstar = (size_t)gate->dims->mstar, n = (size_t)gate->dims->n_eq;
    if (!all_finite(m * n, f)) {
        size_t i = 0;
        while (all_finite(n, f + i * n))
            i++;
        return say_arguments(gate, cd_gate_judge(gate, "f", 0, 1, n, f + i * n, t + i), z + i * mstar);
    }
    if (code == 0)
        return COLDAE_OK;
    return say_arguments(gate, cd_gate_judge(gate, "f", code, 1, n, f + m * n, t + m), z + m * mstar);
}

/* What f and df are asked at m points, and where the values go: `size` for each point. */
typedef struct points {
    int m;
    const double *t, *z, *y, *p;
    double *values;
    void *user;
} points;

/* Call f or df (of the same type) point by point; *done: the points before the one with a code, which is returned. */
UNROLLED int call_sized(coldae_f_fn *call, const points *at, int mstar, int n_alg, int size, int *done)
{
    const double *t = at->t, *z = at->z, *y = at->y, *p = at->p, *end = t + at->m;
    double *values = at->values;
    void *user = at->user;
    int code = 0;
    for (; t < end; t++, z += mstar, y += n_alg, values += size) {
        code = call(*t, z, y, p, values, user);
        if (code != 0)
            break;
    }
    *done = (int)(t - at->t);
    return code;
}

/* .. with constant strides for one equation of order 2 and two of order 1: their functions take no longer than the loop */
UNROLLED int call_points(coldae_f_fn *call, const points *at, const cd_dims *d, int derivatives, int *done)
{
    if (d->mstar == 2 && d->n_alg + d->n_param == 0 && d->n_diff == 1)
        return call_sized(call, at, 2, 0, derivatives ? 2 : 1, done);
    if (d->mstar == 2 && d->n_alg + d->n_param == 0)
        return call_sized(call, at, 2, 0, derivatives ? 4 : 2, done);
    int columns = derivatives ? d->mstar + d->n_alg + d->n_param : 1;
    return call_sized(call, at, d->mstar, d->n_alg, d->n_eq * columns, done);
}

coldae_status cd_gate_f(cd_gate *gate, int m, const double *t, const double *z, const double *y,
                        const double *p, double *f)
{
    const coldae_problem *problem = gate->problem;
    const cd_dims *d = gate->dims;
    size_t n_eq = (size_t)d->n_eq, size = n_eq * (size_t)m;
    int done;
    gate->n_f += m;
    cd_clear(size, f);
    if (problem->f_batch)
        return judge(gate, "f_batch", problem->f_batch(m, t, z, y, p, f, problem->user), (size_t)m, n_eq, f,
                     t);
    points at = {.m = m, .t = t, .z = z, .y = y, .p = p, .values = f, .user = problem->user};
    int code = call_points(problem->f, &at, d, 0, &done);
    if (code == 0 && all_finite(size, f))
        return COLDAE_OK;
    gate->n_f -= code == 0 ? 0 : m - (done + 1);
    return judge_f(gate, code, (size_t)done, f, t, z);
}

/* The step for entry `c` of v[n, m] at each of m points: the size is the largest of the batch. */
static void choose_steps(const cd_gate *gate, int m, int n, const double *v, int c, double *step)
{
    double size = SMALLEST_SIZE;
    for (int i = 0; i < m; i++)
        size = fmax(size, fabs(v[i * n + c]));
    for (int i = 0; i < m; i++) {
        double value = v[i * n + c];
        /* Differences of a linear function are exact for any step: a large one keeps rounding small. */
        double h = gate->problem->linear ? fmax(size, 1) : sqrt(DBL_EPSILON) * size;
        volatile double moved = value + copysign(h, value); /* the step that is really made */
        step[i] = moved - value;
    }
}

/* f with v[n, m] moved by +-step in entry c; `v` is one of gate->z, gate->y (with the others unmoved). */
static coldae_status moved_f(cd_gate *gate, int m, const double *t, double *v, int n, int c, const double *p)
{
    coldae_status status = COLDAE_OK;
    for (int attempt = 0; attempt < 2; attempt++) {
        for (int i = 0; i < m; i++)
            v[i * n + c] += gate->step[i];
        status = cd_gate_f(gate, m, t, gate->z, gate->y, p, gate->f);
        for (int i = 0; i < m; i++)
            v[i * n + c] -= gate->step[i];
        if (status != CD_UNDEFINED)
            break;
        for (int i = 0; i < m; i++) /* the domain may end here: try the other side */
            gate->step[i] = -gate->step[i];
    }
    return status;
}

static void store_column(const cd_gate *gate, int m, const double *f, int column, int columns, double *df)
{
    int n_eq = gate->dims->n_eq;
    for (int i = 0; i < m; i++)
        for (int r = 0; r < n_eq; r++)
            df[r + (ptrdiff_t)n_eq * (column + i * columns)] =
                (gate->f[i * n_eq + r] - f[i * n_eq + r]) / gate->step[i];
}

static void lengthen_steps(cd_gate *gate, int m)
{
    for (int i = 0; i < m; i++)
        gate->step[i] *= LONGER;
}

/* Nothing has changed in f, but f is so large that a derivative of ordinary size would not show. */
static int is_hidden(const cd_gate *gate, int m, const double *f)
{
    double size = 0, step = 0;
    for (int i = 0; i < m * gate->dims->n_eq; i++) {
        if (gate->f[i] != f[i])
            return 0;
        size = fmax(size, fabs(f[i]));
    }
    for (int i = 0; i < m; i++)
        step = fmax(step, fabs(gate->step[i]));
    return DBL_EPSILON * size > HIDDEN * step;
}

/* Entry c of v[n, m] tells its size at one of the points. */
static int has_size(int m, int n, const double *v, int c)
{
    for (int i = 0; i < m; i++)
        if (fabs(v[i * n + c]) > SMALLEST_SIZE)
            return 1;
    return 0;
}

/* A change of f that is more than rounding; f = 0 has none. */
static int is_seen(double change, double f)
{
    return f == 0 || fabs(change) > SEEN * DBL_EPSILON * fabs(f);
}

/* A y that is guessed zero may be large (forces in small units): its short steps are then lost in the rounding of rows
 * that depend on it.  Longer ones, for those rows only; a row that depends on nothing is looked at in vain. */
static coldae_status look_further(cd_gate *gate, int m, const double *t, double *v, int n, int c,
                                  const double *p, const double *f, int column, int columns, double *df)
{
    int n_eq = gate->dims->n_eq;
    for (int again = 0; again < MOST_LONGER && !gate->problem->linear; again++) {
        int hidden = 0;
        for (int i = 0; i < m; i++)
            for (int r = 0; r < n_eq; r++)
                hidden |= !is_seen(df[r + (ptrdiff_t)n_eq * (column + i * columns)] * gate->step[i],
                                   f[i * n_eq + r]);
        if (!hidden)
            break;
        lengthen_steps(gate, m);
        coldae_status status = moved_f(gate, m, t, v, n, c, p);
        if (status != COLDAE_OK)
            return status < 0 ? status : COLDAE_OK; /* not defined so far out: what is known will do */
        for (int i = 0; i < m; i++)
            for (int r = 0; r < n_eq; r++) {
                double *slope = df + r + (ptrdiff_t)n_eq * (column + i * columns), here = f[i * n_eq + r];
                if (!is_seen(*slope * gate->step[i] / LONGER, here))
                    *slope = (gate->f[i * n_eq + r] - here) / gate->step[i];
            }
    }
    return COLDAE_OK;
}

/* Difference the columns of z or of y: v[n, m] is the matching workspace, restored exactly after each column. */
static coldae_status difference_block(cd_gate *gate, int m, const double *t, const double *from, double *v,
                                      int n, int at, const double *p, const double *f, int columns,
                                      double *df)
{
    for (int c = 0; c < n; c++) {
        choose_steps(gate, m, n, from, c, gate->step);
        coldae_status status = moved_f(gate, m, t, v, n, c, p);
        if (status == COLDAE_OK && is_hidden(gate, m, f)) {
            lengthen_steps(gate, m);
            status = moved_f(gate, m, t, v, n, c, p);
        }
        if (status == COLDAE_OK)
            store_column(gate, m, f, at + c, columns, df);
        if (status == COLDAE_OK && v == gate->y && !has_size(m, n, from, c))
            status = look_further(gate, m, t, v, n, c, p, f, at + c, columns, df);
        for (int i = 0; i < m; i++)
            v[i * n + c] = from[i * n + c];
        CD_TRY(status);
    }
    return COLDAE_OK;
}

coldae_status cd_gate_difference_f(cd_gate *gate, int m, const double *t, const double *z, const double *y,
                                   const double *p, const double *f, double *df)
{
    const cd_dims *d = gate->dims;
    int columns = d->mstar + d->n_alg + d->n_param;
    memcpy(gate->z, z, (size_t)(d->mstar * m) * sizeof(double));
    if (d->n_alg > 0)
        memcpy(gate->y, y, (size_t)(d->n_alg * m) * sizeof(double));
    if (d->n_param > 0)
        memcpy(gate->p, p, (size_t)d->n_param * sizeof(double));
    CD_TRY(difference_block(gate, m, t, z, gate->z, d->mstar, 0, gate->p, f, columns, df));
    CD_TRY(difference_block(gate, m, t, y, gate->y, d->n_alg, d->mstar, gate->p, f, columns, df));
    for (int c = 0; c < d->n_param; c++) {
        choose_steps(gate, 1, d->n_param, p, c, gate->step);
        for (int i = 1; i < m; i++)
            gate->step[i] = gate->step[0];
        gate->p[c] = p[c] + gate->step[0];
        coldae_status status = cd_gate_f(gate, m, t, z, y, gate->p, gate->f);
        if (status == CD_UNDEFINED) {
            for (int i = 0; i < m; i++)
                gate->step[i] = -gate->step[i];
            gate->p[c] = p[c] + gate->step[0];
            status = cd_gate_f(gate, m, t, z, y, gate->p, gate->f);
        }
        gate->p[c] = p[c];
        CD_TRY(status);
        store_column(gate, m, f, d->mstar + d->n_alg + c, columns, df);
    }
    return COLDAE_OK;
}

coldae_status cd_gate_df(cd_gate *gate, int m, const double *t, const double *z, const double *y,
                         const double *p, const double *f, double *df)
{
    const coldae_problem *problem = gate->problem;
    const cd_dims *d = gate->dims;
    int done;
    size_t size = (size_t)d->n_eq * (size_t)(d->mstar + d->n_alg + d->n_param), all = size * (size_t)m;
    gate->n_df += m;
    cd_clear(all, df);
    if (problem->df_batch)
        return judge(gate, "df_batch", problem->df_batch(m, t, z, y, p, df, problem->user), (size_t)m, size,
                     df, t);
    if (!problem->df)
        return cd_gate_difference_f(gate, m, t, z, y, p, f, df);
    points at = {.m = m, .t = t, .z = z, .y = y, .p = p, .values = df, .user = problem->user};
    int code = call_points(problem->df, &at, d, 1, &done);
    if (code == 0 && all_finite(all, df))
        return COLDAE_OK;
    gate->n_df -= code == 0 ? 0 : m - (done + 1);
    return judge_df(gate, code, (size_t)done, size, df, t);
}

coldae_status cd_gate_g(cd_gate *gate, int l, const double *z, const double *p, double *g)
{
    const coldae_problem *problem = gate->problem;
    gate->n_g++;
    *g = 0;
    return judge(gate, "g", problem->g(l, z, p, g, problem->user), 1, 1, g, problem->zeta + l);
}

coldae_status cd_gate_dg(cd_gate *gate, int l, const double *z, const double *p, double g, double *dg)
{
    const coldae_problem *problem = gate->problem;
    const cd_dims *d = gate->dims;
    int columns = d->mstar + d->n_param;
    gate->n_dg++;
    cd_clear((size_t)columns, dg);
    if (problem->dg)
        return judge(gate, "dg", problem->dg(l, z, p, dg, problem->user), 1, (size_t)columns, dg,
                     problem->zeta + l);
    memcpy(gate->z, z, (size_t)d->mstar * sizeof(double));
    if (d->n_param > 0)
        memcpy(gate->p, p, (size_t)d->n_param * sizeof(double));
    for (int c = 0; c < columns; c++) {
        double *v = c < d->mstar ? gate->z + c : gate->p + (c - d->mstar), keep = *v, step, moved;
        choose_steps(gate, 1, 1, v, 0, &step);
        *v = keep + step;
        coldae_status status = cd_gate_g(gate, l, gate->z, gate->p, &moved);
        if (status == CD_UNDEFINED) {
            *v = keep + (step = -step);
            status = cd_gate_g(gate, l, gate->z, gate->p, &moved);
        }
        *v = keep;
        CD_TRY(status);
        dg[c] = (moved - g) / step;
    }
    return COLDAE_OK;
}

coldae_status cd_gate_coupled(cd_gate *gate, const double *zl, const double *zr, const double *p, double *r)
{
    const coldae_problem *problem = gate->problem;
    size_t n = (size_t)problem->n_coupled;
    gate->n_g += problem->n_coupled;
    memset(r, 0, n * sizeof(double));
    return cd_gate_judge(gate, "coupled", problem->coupled(zl, zr, p, r, problem->user), 1, n, r,
                         &problem->right);
}

coldae_status cd_gate_dcoupled(cd_gate *gate, const double *zl, const double *zr, const double *p,
                               const double *r, double *dr)
{
    const coldae_problem *problem = gate->problem;
    const cd_dims *d = gate->dims;
    int n = problem->n_coupled, columns = 2 * d->mstar + d->n_param;
    gate->n_dg += n;
    memset(dr, 0, (size_t)(n * columns) * sizeof(double));
    if (problem->dcoupled)
        return cd_gate_judge(gate, "dcoupled", problem->dcoupled(zl, zr, p, dr, problem->user), 1,
                             (size_t)(n * columns), dr, &problem->right);
    double *l = gate->z, *rgt = gate->z + d->mstar;
    memcpy(l, zl, (size_t)d->mstar * sizeof(double));
    memcpy(rgt, zr, (size_t)d->mstar * sizeof(double));
    if (d->n_param > 0)
        memcpy(gate->p, p, (size_t)d->n_param * sizeof(double));
    for (int c = 0; c < columns; c++) {
        double *v = c < 2 * d->mstar ? gate->z + c : gate->p + (c - 2 * d->mstar), keep = *v, step;
        choose_steps(gate, 1, 1, v, 0, &step);
        *v = keep + step;
        coldae_status status = cd_gate_coupled(gate, l, rgt, gate->p, gate->f);
        if (status == CD_UNDEFINED) {
            *v = keep + (step = -step);
            status = cd_gate_coupled(gate, l, rgt, gate->p, gate->f);
        }
        *v = keep;
        CD_TRY(status);
        for (int i = 0; i < n; i++)
            dr[i + c * n] = (gate->f[i] - r[i]) / step;
    }
    return COLDAE_OK;
}

coldae_status cd_gate_guess(cd_gate *gate, double t, double *z, double *y, double *dmu)
{
    const coldae_problem *problem = gate->problem;
    const cd_dims *d = gate->dims;
    memset(z, 0, (size_t)d->mstar * sizeof(double));
    memset(dmu, 0, (size_t)d->n_diff * sizeof(double));
    if (d->n_alg > 0)
        memset(y, 0, (size_t)d->n_alg * sizeof(double));
    if (!problem->guess)
        return COLDAE_OK;
    int code = problem->guess(t, z, y, dmu, problem->user);
    double sum = 0; /* 0 v is 0 for finite v */
    for (int i = 0; i < d->mstar; i++)
        sum += 0 * z[i];
    for (int i = 0; i < d->n_alg; i++)
        sum += 0 * y[i];
    for (int i = 0; i < d->n_diff; i++)
        sum += 0 * dmu[i];
    if (code == 0 && sum == 0)
        return COLDAE_OK;
    CD_TRY(cd_gate_judge(gate, "guess", code, 1, (size_t)d->mstar, z, &t));
    if (d->n_alg > 0)
        CD_TRY(cd_gate_judge(gate, "guess", 0, 1, (size_t)d->n_alg, y, &t));
    return cd_gate_judge(gate, "guess", 0, 1, (size_t)d->n_diff, dmu, &t);
}

coldae_status cd_gate_tell(cd_gate *gate, const coldae_event *event)
{
    static const char *const NAME[] = {"mesh", "Newton step", "damping", "error"};
    if (!gate->monitor)
        return COLDAE_OK;
    int code = gate->monitor(event, gate->monitor_user);
    if (code == 0)
        return COLDAE_OK;
    gate->code = code;
    return cd_say(gate->report, COLDAE_ERR_CANCELLED,
                  "the monitor returned %d at the %s event of mesh %d (%d subintervals)", code,
                  NAME[event->kind], event->mesh, event->n_intervals);
}
