/* march_start.c - the beginning of a march, and coldae_consistent: memory, initial values, what the info says */
#include <math.h>
#include <string.h>

#include "checks.h"
#include "march.h"

static void layout(cd_march *s)
{
    const cd_dims *d = &s->method.dims;
    const coldae_march_options *o = s->options;
    int capacity = cd_max_int(d->k, cd_start_points(s->problem));
    cd_gate_layout(&s->arena, d, 0, capacity, &s->gate);
    cd_step_layout(&s->arena, &s->method, &s->step);
    cd_invariants_layout(&s->arena, d->mstar, o->n_invariants, o->invariants, &s->invariants);
    s->y = cd_take_doubles(&s->arena, (size_t)d->n_alg);
    s->error = cd_take_doubles(&s->arena, (size_t)d->mstar);
}

coldae_status cd_march_create(cd_march *s)
{
    cd_memory_limit(&s->memory, s->common.max_bytes);
    CD_TRY(cd_method_create(&s->equations, &s->common, &s->memory, &s->report, &s->method));
    layout(s);
    if (cd_arena_create(&s->memory, &s->arena) != COLDAE_OK)
        return cd_no_memory(&s->memory, &s->arena, 0, &s->report);
    layout(s);
    s->gate.problem = s->problem;
    s->gate.dims = &s->method.dims;
    s->gate.report = &s->report;
    cd_step_prepare(&s->method, &s->step);
    for (int i = 0; s->problem->param_guess && i < s->problem->n_param; i++)
        s->step.u.p[i] = s->problem->param_guess[i];
    return COLDAE_OK;
}

void cd_march_release(cd_march *s)
{
    cd_start_release(&s->memory, &s->start);
    cd_record_release(&s->memory, &s->record);
    cd_arena_release(&s->memory, &s->arena);
    cd_method_release(&s->memory, &s->method);
}

/* Counts and the index go to the march. */
static void end_start(cd_march *s)
{
    int n_alg = s->method.dims.n_alg;
    s->step.n_newton += s->start.step.n_newton;
    s->step.n_factor += s->start.step.n_factor;
    s->ones = s->start.rank == n_alg && n_alg > 0;
    s->twos = s->start.rank >= 0 && s->start.rank < n_alg;
    cd_start_release(&s->memory, &s->start);
}

/* Move z onto what must hold and find y. */
static coldae_status find(cd_march *s, const coldae_problem *conditions, const int *keep, double t, double *z,
                          double *y)
{
    const coldae_march_options *o = s->options;
    CD_TRY(cd_start_create(&s->memory, &s->equations, &s->common, conditions, o->n_invariants, o->invariants,
                           &s->report, &s->start));
    s->start.keep = keep;
    coldae_status status = cd_start_find(&s->gate, t, s->step.u.p, &s->start, z, y);
    end_start(s);
    return status;
}

/* Only y(left): z_left is taken as it is, and y stays the guess where it is not found (index 3, say): a step may do. */
static coldae_status find_y(cd_march *s)
{
    const cd_dims *d = &s->method.dims;
    double *guess = s->step.y_end;
    memcpy(guess, s->y, (size_t)d->n_alg * sizeof(double));
    CD_TRY(cd_start_create(&s->memory, &s->equations, &s->common, NULL, 0, NULL, &s->report, &s->start));
    coldae_status status =
        cd_start_find_y(&s->gate, s->problem->left, s->step.u.p, &s->start, s->step.u.z, s->y, &s->off);
    end_start(s);
    if (status != COLDAE_OK)
        memcpy(s->y, guess, (size_t)d->n_alg * sizeof(double));
    return status == COLDAE_ERR_CALLBACK || status == COLDAE_ERR_MEMORY ? status : COLDAE_OK;
}

/* Initial values that had to move by more than the tolerance were not consistent. */
static coldae_status check_moves(cd_march *s, const double *z_left)
{
    const cd_method *m = &s->method;
    for (int i = 0; i < m->dims.mstar; i++) {
        double moved = fabs(s->step.u.z[i] - z_left[i]), tol = m->tol[i] > 0 ? m->tol[i] : m->tightest;
        if (!(moved <= tol * (1 + fabs(z_left[i]))))
            return cd_say(
                &s->report, COLDAE_ERR_INVALID,
                "z_left[%d] = %.10g is not consistent: the constraints or invariants at left ask for "
                "%.10g, further than the tolerance %.3g; call coldae_consistent first",
                i, z_left[i], s->step.u.z[i], tol);
    }
    return COLDAE_OK;
}

static coldae_status find_left(const double *z_left, cd_march *s)
{
    const coldae_march_options *o = s->options;
    int n_alg = s->method.dims.n_alg, holds = !o->consistency || o->projection == COLDAE_PROJECT_NONE;
    double left = s->problem->left;
    double *z = s->step.u.z, *dmu = s->step.f_left; /* the guess of dmu is not used */
    CD_TRY(cd_gate_guess(&s->gate, left, z, s->y, dmu));
    if (!z_left)
        return find(s, s->problem, NULL, left, z, s->y);
    memcpy(z, z_left, (size_t)s->method.dims.mstar * sizeof(double));
    if (holds)
        return n_alg > 0 ? find_y(s) : COLDAE_OK;
    if (n_alg == 0 && o->n_invariants == 0)
        return COLDAE_OK;
    CD_TRY(find(s, NULL, NULL, left, z, s->y));
    return check_moves(s, z_left);
}

coldae_status cd_march_start(const double *z_left, cd_march *s)
{
    s->step.u.t[0] = s->problem->left;
    CD_TRY(find_left(z_left, s));
    s->is_started = 1;
    coldae_status status =
        cd_gate_f(&s->gate, 1, s->step.u.t, s->step.u.z, s->y, s->step.u.p, s->step.f_left);
    memcpy(s->step.w_before, s->step.f_left, (size_t)s->method.dims.n_diff * sizeof(double));
    s->step.has_left = status == COLDAE_OK; /* a collocation step does not need it, an error estimate does */
    return status == CD_UNDEFINED && s->options->step != COLDAE_STEP_AUTO ? COLDAE_OK : status;
}

/* 0 without constraints; -1: it varies, or is not known */
static int index_of(const cd_march *s)
{
    if (s->equations.n_alg == 0)
        return 0;
    return s->ones > 0 && s->twos == 0 ? 1 : s->twos > 0 && s->ones == 0 ? 2 : -1;
}

void cd_march_fill_info(const cd_march *s, coldae_status status, coldae_ivp_info *info)
{
    *info = (coldae_ivp_info){.n_steps = s->n_steps,
                              .n_rejected = s->n_rejected,
                              .n_failed = s->n_failed,
                              .n_newton = s->step.n_newton,
                              .n_factor = s->step.n_factor,
                              .n_f = s->gate.n_f,
                              .n_df = s->gate.n_df,
                              .n_g = s->gate.n_g,
                              .n_dg = s->gate.n_dg,
                              .callback_code = s->gate.code,
                              .index = index_of(s),
                              .t = s->is_started ? s->step.u.t[0]
                                   : s->problem  ? s->problem->left
                                                 : 0,
                              .h = s->h,
                              .smallest = s->smallest,
                              .largest = s->largest,
                              .constraint_residual = s->constraint_residual,
                              .peak_bytes = (double)s->memory.peak};
    cd_copy_words(status == COLDAE_OK ? "" : s->report.text, info->message, sizeof info->message);
}

/* ---- coldae_consistent ---------------------------------------------------------------------------- */

static coldae_status check_point(const coldae_problem *p, double t, const double *z, const double *y,
                                 cd_report *say)
{
    if (!p)
        return cd_say(say, COLDAE_ERR_INVALID, "problem = NULL: must point to a problem");
    if (!(t >= p->left && t <= p->right))
        return cd_say(say, COLDAE_ERR_INVALID, "t = %g: must be in [left, right] = [%g, %g]", t, p->left,
                      p->right);
    if (!z)
        return cd_say(say, COLDAE_ERR_INVALID, "z = NULL: must point to mstar values");
    if (!y && p->n_alg > 0)
        return cd_say(say, COLDAE_ERR_INVALID, "y = NULL: must point to n_alg = %d values", p->n_alg);
    return cd_check_finite(say, "y", p->n_alg, y);
}

/* The values are changed only if all goes well. */
static coldae_status consistent(cd_march *s, double t, const int *keep, double *z, double *y, double *moved)
{
    const cd_dims *d = &s->method.dims;
    CD_TRY(cd_march_create(s));
    double *to = s->step.u.z;
    memcpy(to, z, (size_t)d->mstar * sizeof(double));
    for (int i = 0; i < d->n_alg; i++)
        s->y[i] = y[i];
    CD_TRY(find(s, NULL, keep, t, to, s->y));
    if (d->n_alg > 0)
        CD_TRY(cd_gate_f(&s->gate, 1, &t, to, s->y, s->step.u.p, s->step.f_left));
    for (int i = 0; i < d->n_alg; i++)
        s->constraint_residual = fmax(s->constraint_residual, fabs(s->step.f_left[d->n_diff + i]));
    for (int i = 0; i < d->mstar; i++) {
        if (moved)
            moved[i] = to[i] - z[i];
        z[i] = to[i];
    }
    for (int i = 0; i < d->n_alg; i++)
        y[i] = s->y[i];
    return COLDAE_OK;
}

coldae_status coldae_consistent(const coldae_problem *problem, double t, const int *keep,
                                const coldae_march_options *options, double *z, double *y, double *moved,
                                coldae_ivp_info *info)
{
    cd_march s;
    coldae_march_options defaults;
    double begin = cd_seconds();
    memset(&s, 0, sizeof s);
    coldae_march_options_init(&defaults);
    coldae_status status = check_point(problem, t, z, y, &s.report);
    if (status == COLDAE_OK)
        status = cd_march_check(problem, z, options ? options : &defaults, &s);
    if (status == COLDAE_OK)
        status = consistent(&s, t, keep, z, y, moved);
    if (status > 0)
        status = status == CD_UNDEFINED ? COLDAE_ERR_CALLBACK : COLDAE_ERR_NO_CONVERGENCE;
    if (info) {
        cd_march_fill_info(&s, status, info);
        info->t = t;
        info->seconds_total = cd_seconds() - begin;
    }
    cd_march_release(&s);
    return status;
}
