/* index3.c - constrained motion: projected Radau IIA for equations of index up to 3, the public part */
#include <float.h>
#include <math.h>
#include <string.h>

#include "index3_run.h"

static const double TIGHT = 1e-3;      /* constant steps: stages are solved to this share of the tolerances */
static const double FIRST_STEP = 1e-6; /* short enough for any start; growing from it costs a few steps */
static const double SHORTEST = 1000;   /* units in the last place of t that the first step has at least */
static const double SMALL_SHARE = 1e-10; /* of the interval: what t = 0 counts as */

void coldae_index3_problem_init(coldae_index3_problem *problem)
{
    memset(problem, 0, sizeof *problem);
    problem->index = 3;
    problem->right = 1;
}

void coldae_index3_options_init(coldae_index3_options *options)
{
    memset(options, 0, sizeof *options);
    options->tol = 1e-6;
    options->rtol = options->atol = -1;
    options->stages = 3;
    options->projection = COLDAE_INDEX3_PROJECT_BOTH;
    options->jacobian = COLDAE_INDEX3_JACOBIAN_FULL;
    options->max_steps = 100000;
    options->consistency = 1;
    options->start_limit = 1e-3;
}

/* z and y of the step's polynomial, bent so that it ends in the projected values. */
static void eval_dense(const cd_dense *base, double t, double *z, double *y)
{
    const cd_index3_dense *d = (const cd_index3_dense *)base;
    double tau = (t - d->t_old) / d->h, bend = cd_radau_bend(d->radau, tau), l[CD_RADAU_MOST];
    cd_radau_interpolate(d->radau, tau, l);
    for (int i = 0; i < d->n; i++) {
        double *to = i < d->n_z ? z : y, x = d->x_old[i] + tau * d->offset[i] + bend * d->bend[i];
        for (int j = 0; j < d->radau->s; j++)
            x += l[j] * d->z[i + (ptrdiff_t)j * d->n];
        if (to)
            to[i < d->n_z ? i : i - d->n_z] = x;
    }
}

/* All arrays of a run; called twice. */
static void lay_out(cd_index3_run *run)
{
    cd_index3_stages *s = &run->stages;
    cd_arena *arena = &run->arena;
    int structure = run->options->jacobian == COLDAE_INDEX3_JACOBIAN_STRUCTURE;
    cd_index3_gate_layout(arena, run->problem, &s->gate);
    size_t n = (size_t)s->gate.n, n_v = (size_t)s->gate.n_v;
    cd_index3_stages_layout(arena, structure, s);
    cd_index3_project_layout(arena, &s->gate, &run->project);
    run->atol_x = cd_take_doubles(arena, n);
    run->rate = cd_take_doubles(arena, n_v);
    run->next = cd_take_doubles(arena, n);
    run->next_rate = cd_take_doubles(arena, n_v);
    run->dense.x_old = cd_take_doubles(arena, n);
    run->dense.offset = cd_take_doubles(arena, n);
    run->dense.bend = cd_take_doubles(arena, n);
}

/* The tolerances of a step from those of the result: a step's estimate is of lower order than the method. */
static void set_tolerances(cd_index3_run *run)
{
    const coldae_index3_options *o = run->options;
    cd_index3_stages *s = &run->stages;
    double rtol = o->rtol < 0 ? o->tol : o->rtol, atol = o->atol < 0 ? o->tol : o->atol;
    run->rtol = o->tol_is_local ? rtol : 0.1 * pow(rtol, o->stages == 2 ? 3.0 / 4 : 2.0 / 3);
    for (int i = 0; i < s->gate.n; i++)
        run->atol_x[i] = run->rtol / rtol * (o->atol_x ? o->atol_x[i] : atol);
    s->newton_tol = o->constant_steps ? TIGHT : fmin(0.03, sqrt(run->rtol));
    s->newton_tol = fmax(s->newton_tol, 5 * DBL_EPSILON / run->rtol);
    s->max_iterations = o->constant_steps ? 100 : 7 + 2 * (o->stages > 3 ? o->stages - 3 : 0);
    s->remaining = 1;
}

coldae_status cd_index3_run_create(cd_index3_run *run, const coldae_index3_problem *problem,
                                   const coldae_index3_options *options)
{
    cd_index3_stages *s = &run->stages;
    double length = problem->right - problem->left;
    run->problem = problem;
    run->options = options;
    cd_memory_limit(&run->memory, options->max_bytes);
    cd_radau_create(options->stages, &s->radau);
    lay_out(run);
    if (cd_arena_create(&run->memory, &run->arena) != COLDAE_OK)
        return cd_no_memory(&run->memory, &run->arena, 0, &run->report);
    lay_out(run);
    s->gate.report = &run->report;
    s->gate.observer = options->observer;
    s->gate.observer_user = options->observer_user;
    s->t = problem->left;
    run->dense.base.eval = eval_dense;
    run->dense.radau = &s->radau;
    run->dense.n = s->gate.n;
    run->dense.n_z = s->gate.n_u + s->gate.n_v;
    set_tolerances(run);
    run->t_unit = SMALL_SHARE * length;
    cd_stepsize_init(options->stages + 1, options->h_largest > 0 ? options->h_largest : length,
                     &run->control);
    run->control.most = 8;
    run->control.keep_from = run->control.keep_to = 0;
    run->h = options->h_first > 0 ? options->h_first : FIRST_STEP * fmin(1, length);
    run->h = fmin(fmax(run->h, SHORTEST * DBL_EPSILON * fabs(problem->left)), run->control.h_largest);
    return COLDAE_OK;
}

void cd_index3_run_release(cd_index3_run *run)
{
    cd_arena_release(&run->memory, &run->arena);
}

static void fill_info(const cd_index3_run *run, double began, coldae_status status, coldae_ivp_info *info)
{
    const cd_index3_stages *s = &run->stages;
    info->n_steps = run->n_steps;
    info->n_rejected = run->n_rejected;
    info->n_failed = run->n_failed;
    info->n_newton = s->n_newton;
    info->n_factor = s->linear.n_factor;
    info->n_f = s->gate.n_f;
    info->n_df = s->gate.n_df;
    info->n_g = s->gate.n_g;
    info->n_dg = s->gate.n_dg;
    info->callback_code = s->gate.code;
    info->index = s->gate.index;
    info->t = s->t;
    info->h = run->h_last;
    info->smallest = run->smallest;
    info->largest = run->largest;
    info->constraint_residual = run->constraint_residual;
    info->peak_bytes = (double)run->memory.peak;
    info->seconds_total = cd_seconds() - began;
    cd_copy_words(status == COLDAE_OK ? "" : run->report.text, info->message, sizeof info->message);
}

static void load(const cd_index3_gate *gate, const double *u, const double *v, const double *lambda,
                 double *x)
{
    for (int i = 0; i < gate->n; i++)
        x[i] = i < gate->n_u               ? u[i]
               : i < gate->n_u + gate->n_v ? v[i - gate->n_u]
                                           : lambda[i - gate->n_u - gate->n_v];
}

static void store(const cd_index3_gate *gate, const double *x, double *u, double *v, double *lambda)
{
    for (int i = 0; i < gate->n_u; i++)
        u[i] = x[i];
    for (int i = 0; i < gate->n_v; i++)
        v[i] = x[gate->n_u + i];
    for (int i = 0; i < gate->n_l; i++)
        lambda[i] = x[gate->n_u + gate->n_v + i];
}

/* Values that must be there and finite. */
static coldae_status check_values(const coldae_index3_problem *p, const double *u, const double *v,
                                  const double *lambda, cd_report *report)
{
    const struct {
        const char *name;
        const double *values;
        int n;
    } given[] = {{"u", u, p->n_u}, {"v", v, p->n_v}, {"lambda", lambda, p->n_lambda}};
    for (int b = 0; b < 3; b++) {
        if (given[b].n > 0 && !given[b].values)
            return cd_say(report, COLDAE_ERR_INVALID, "%s is NULL, must have %d entries", given[b].name,
                          given[b].n);
        for (int i = 0; i < given[b].n; i++)
            if (!isfinite(given[b].values[i]))
                return cd_say(report, COLDAE_ERR_INVALID, "%s[%d] = %g, must be finite", given[b].name, i,
                              given[b].values[i]);
    }
    return COLDAE_OK;
}

/* Everything before the first step: checks, memory, consistent values in stages.x. */
static coldae_status begin(cd_index3_run *run, const coldae_index3_problem *problem,
                           const coldae_index3_options *options, const double *u, const double *v,
                           const double *lambda)
{
    if (!problem)
        return cd_say(&run->report, COLDAE_ERR_INVALID, "problem is NULL");
    CD_TRY(cd_index3_validate(problem, options, &run->report));
    CD_TRY(check_values(problem, u, v, lambda, &run->report));
    CD_TRY(cd_index3_run_create(run, problem, options));
    cd_index3_stages *s = &run->stages;
    load(&s->gate, u, v, lambda, s->x);
    return cd_index3_start(s, &run->project, s->t, s->x, run->rate, &run->start);
}

/* Are the given values near enough to the consistent ones?  Otherwise they are probably wrong. */
static coldae_status judge_start(cd_index3_run *run, const double *u, const double *v, const double *lambda)
{
    const coldae_index3_start *start = &run->start;
    const coldae_index3_options *o = run->options;
    double moved = fmax(start->moved_u, start->moved_v);
    if (run->stages.gate.index < 2)
        moved = 0;
    double limit = o->consistency ? o->start_limit : o->tol;
    if (!(moved <= limit))
        return cd_say(
            &run->report, COLDAE_ERR_INVALID,
            "the values at left are not consistent: |g| = %.3g, |dg/dt| = %.3g; u would move by %.3g and "
            "v by %.3g, options.%s = %.3g (coldae_index3_consistent moves them)",
            start->g, start->rate, start->moved_u, start->moved_v, o->consistency ? "start_limit" : "tol",
            limit);
    if (!o->consistency)
        load(&run->stages.gate, u, v, lambda, run->stages.x);
    return COLDAE_OK;
}

coldae_status coldae_index3(const coldae_index3_problem *problem, const coldae_index3_options *options,
                            double *u, double *v, double *lambda, coldae_ivp_info *info)
{
    cd_index3_run run;
    coldae_index3_options defaults;
    coldae_ivp_info unwanted = {0};
    double began = cd_seconds();
    memset(&run, 0, sizeof run);
    coldae_index3_options_init(&defaults);
    info = info ? info : &unwanted;
    memset(info, 0, sizeof *info);
    options = options ? options : &defaults;
    coldae_status status = begin(&run, problem, options, u, v, lambda);
    run.stages.t = problem ? problem->left : 0;
    if (status == COLDAE_OK)
        status = judge_start(&run, u, v, lambda);
    if (status == COLDAE_OK) {
        status = cd_index3_run_steps(&run);
        store(&run.stages.gate, run.stages.x, u, v, lambda);
    }
    if (options->start)
        *options->start = run.start;
    fill_info(&run, began, status, info);
    cd_index3_run_release(&run);
    return status;
}

coldae_status coldae_index3_consistent(const coldae_index3_problem *problem,
                                       const coldae_index3_options *options, double *u, double *v,
                                       double *lambda, coldae_index3_start *start, coldae_ivp_info *info)
{
    cd_index3_run run;
    coldae_index3_options defaults;
    coldae_ivp_info unwanted = {0};
    double began = cd_seconds();
    memset(&run, 0, sizeof run);
    coldae_index3_options_init(&defaults);
    info = info ? info : &unwanted;
    memset(info, 0, sizeof *info);
    coldae_status status = begin(&run, problem, options ? options : &defaults, u, v, lambda);
    if (status == COLDAE_OK)
        store(&run.stages.gate, run.stages.x, u, v, lambda);
    if (start)
        *start = run.start;
    run.stages.t = problem ? problem->left : 0;
    fill_info(&run, began, status, info);
    cd_index3_run_release(&run);
    return status;
}
