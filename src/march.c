/* march.c - coldae_march: the sequence of steps; owner of all memory of a march
 *
 * A step is predicted, solved, projected and, with automatic steps, judged by its error estimate; then the invariants
 * are met and the next step begins where it ended.  What was accepted is never lost.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "march.h"

static const double SAFETY = 0.9; /* of the predicted step size, less if Newton needed many iterations */
static const double SHARE = 0.02; /* of the tolerance left to Newton's iteration */
static const double NEARLY = 1 - 1e-12;  /* a step that misses a point by rounding goes to it */
static const double FIRST_CHANGE = 0.01; /* of z in the first step, relative to 1 + |z| */
static const double FIRST_PART = 1e-3;   /* of the interval that the first step may be */
static const double FIRST_LEAST = 1e-12; /* of |t|: shorter ones are lost in rounding */
static const double NEAR =
    1e4; /* times the step that failed: this near, a callback that is not defined is the reason */
static const double SHORTER = 0.25; /* an error that is the same with a step so much shorter .. */
static const double INHERITED = 3;  /* .. and no larger than this is that of the steps before */
enum { MOST_REFUSED = 40 };         /* in a row: no step size will do */

/* ---- one step ------------------------------------------------------------------------------------- */

/* Dense output of the step at hand. */
typedef struct inside {
    cd_dense base;
    const cd_piecewise *u;
} inside;

static void eval_inside(const cd_dense *dense, double t, double *z, double *y)
{
    const cd_piecewise *u = ((const inside *)(const void *)dense)->u;
    cd_piecewise_at(u, t, z, u->dims->n_alg > 0 ? y : NULL, NULL);
}

static coldae_status observe(cd_march *s, double t_old, const inside *dense)
{
    coldae_step step = {.number = s->n_steps,
                        .t_old = t_old,
                        .t = dense ? s->step.u.t[1] : t_old,
                        .z = dense ? cd_piecewise_z(&s->step.u, 1) : s->step.u.z,
                        .y = s->y,
                        .dense = dense};
    return cd_gate_observe(&s->gate, s->options->observer, s->options->observer_user, &step);
}

/* Newton, projection, error estimate over tolerance (automatic steps, or for the solution's errors). */
static coldae_status attempt(cd_march *s, double t, int *iterations, double *err)
{
    int automatic = s->options->step == COLDAE_STEP_AUTO;
    cd_goal goal = {.share = automatic ? SHARE : 0,
                    .max_iterations = s->options->max_iterations,
                    .linear = s->problem->linear};
    s->step.u.t[1] = t;
    *err = 0;
    cd_step_predict(&s->method, s->y, &s->step);
    CD_TRY(cd_step_solve(&s->method, &s->gate, &goal, &s->step, iterations));
    CD_TRY(cd_step_finish(&s->method, &s->gate, &s->step));
    if ((automatic || s->keeps) && s->step.has_left)
        *err = cd_step_error(&s->method, &s->step);
    return COLDAE_OK;
}

static void count(cd_march *s)
{
    const cd_dims *d = &s->method.dims;
    double h = s->step.u.t[1] - s->step.u.t[0];
    s->n_steps++;
    s->h = h;
    s->smallest = s->n_steps > 1 ? fmin(s->smallest, h) : h;
    s->largest = fmax(s->largest, h);
    if (s->options->projection != COLDAE_PROJECT_NONE && !s->step.is_lost) { /* NONE: nobody looked */
        s->ones += d->n_alg > 0 && s->step.rank == d->n_alg;
        s->twos += s->step.rank < d->n_alg;
    }
    for (int i = 0; i < d->mstar; i++)
        s->error[i] = fmax(s->error[i], s->step.error[i]);
    for (int i = d->n_diff; i < d->n_eq; i++)
        s->constraint_residual = fmax(s->constraint_residual, fabs(s->step.f_end[i]));
}

/* The step is good: invariants, f at its end, then it is kept, shown and left behind. */
static coldae_status accept(cd_march *s)
{
    const cd_dims *d = &s->method.dims;
    cd_step *step = &s->step;
    inside dense = {.base.eval = eval_inside, .u = &step->u};
    int wants_f = s->options->step == COLDAE_STEP_AUTO || s->keeps || d->n_alg > 0;
    CD_TRY(cd_invariants_project(&s->invariants, &s->gate, step->u.t[1], step->u.p,
                                 cd_piecewise_z(&step->u, 1)));
    coldae_status f = wants_f ? cd_step_evaluate_end(&s->method, &s->gate, step) : COLDAE_OK;
    if (f < 0 || (f > 0 && s->options->step == COLDAE_STEP_AUTO))
        return f;
    if (s->keeps)
        CD_TRY(cd_record_add(&s->memory, &s->report, &step->u, &s->record));
    count(s);
    for (int i = 0; i < d->n_alg; i++)
        s->y[i] = step->y_end[i];
    coldae_status seen = observe(s, step->u.t[0], &dense);
    cd_step_advance(&s->method, step);
    step->has_left = wants_f && f == COLDAE_OK;
    return seen;
}

static coldae_status say_lost(cd_march *s, double h)
{
    return cd_say(
        &s->report, COLDAE_ERR_INVALID,
        "the step from t = %.17g with h = %.3g is below rounding: fewer n_steps, a larger h_first, or "
        "points of mesh and fixed that are further apart",
        s->step.u.t[0], h);
}

/* ---- given steps ---------------------------------------------------------------------------------- */

/* Point i of the mesh; equal steps as coldae_solve makes them. */
static double mesh_point(const cd_march *s, int i)
{
    const coldae_march_options *o = s->options;
    double left = s->problem->left, right = s->problem->right;
    if (o->step == COLDAE_STEP_MESH)
        return o->mesh[i];
    return i == o->n_steps ? right : left + (right - left) * i / o->n_steps;
}

static coldae_status run_given(cd_march *s)
{
    double err;
    int iterations;
    for (int i = 1; i <= s->options->n_steps; i++) {
        double t = mesh_point(s, i);
        if (cd_stepsize_is_lost(s->step.u.t[0], t - s->step.u.t[0]))
            return say_lost(s, t - s->step.u.t[0]);
        CD_TRY(attempt(s, t, &iterations, &err));
        CD_TRY(accept(s));
    }
    return COLDAE_OK;
}

/* ---- automatic steps ------------------------------------------------------------------------------ */

/* z moves by a small part of 1 + |z|. */
static double first_length(const cd_march *s)
{
    const cd_dims *d = &s->method.dims;
    const double *z = s->step.u.z;
    double rate = 0, length = s->problem->right - s->problem->left;
    if (s->options->h_first > 0)
        return fmin(s->options->h_first, length);
    for (int i = 0; i < d->n_diff; i++)
        for (int l = 0; l < d->order[i]; l++) {
            int c = d->offset[i] + l;
            double slope = l + 1 < d->order[i] ? z[c + 1] : s->step.f_left[i];
            rate = fmax(rate, fabs(slope) / (1 + fabs(z[c])));
        }
    double h = fmin(FIRST_PART * length, FIRST_CHANGE / rate);
    h *= pow(s->method.tightest / 1e-6, 1.0 / (d->k + 1));
    return fmin(fmax(h, FIRST_LEAST * fabs(s->problem->left)), length);
}

/* The next point that must be stepped on. */
static double next_stop(const cd_march *s)
{
    const coldae_march_options *o = s->options;
    for (int i = 0; i < o->n_fixed; i++)
        if (o->fixed[i] > s->step.u.t[0])
            return o->fixed[i];
    return s->problem->right;
}

/* Where a step of length h from t ends: on a stop that is near, or not so that a tiny rest remains. */
static double step_end(double t, double h, double stop)
{
    double rest = stop - t;
    if (h >= NEARLY * rest)
        return stop;
    return t + (h > rest / 2 ? rest / 2 : h);
}

/* A callback was not defined in the last step that was tried, up to `end`. */
static void remember_undefined(cd_march *s, double end)
{
    s->undefined = s->report;
    s->undefined_to = end;
}

/* However short, the first step is a jump onto the constraint. */
static coldae_status say_off(cd_march *s)
{
    return cd_say(
        &s->report, COLDAE_ERR_INVALID,
        "no step from left = %.10g: z_left is not consistent, an index-2 constraint there is left with "
        "%.3g, and consistency = 0 did not ask; call coldae_consistent first, or take given steps",
        s->step.u.t[0], s->off);
}

/* No step size does; the last step was refused with this status (COLDAE_OK: by its error).  A callback that is not
 * defined so near beyond t is the reason, whatever was said last: so near, steps fail by rounding too. */
static coldae_status give_up(cd_march *s, coldae_status status, double h, double err)
{
    double t = s->step.u.t[0], ahead = s->undefined_to - t;
    int is_gauss = s->common.points == COLDAE_GAUSS;
    if (s->undefined.text[0] && ahead > 0 && ahead <= NEAR * fmax(h, DBL_EPSILON * fabs(t)))
        return cd_say(&s->report, COLDAE_ERR_CALLBACK, "no step beyond t = %.10g: %.180s", t,
                      s->undefined.text);
    if (s->n_steps == 0 && s->off != 0)
        return say_off(s);
    if (status == CD_DIVERGED)
        return cd_say(
            &s->report, status,
            "no step beyond t = %.10g: Newton fails even with h = %.3g; the solution ends here, df is "
            "wrong, or the equations are not smooth (a jump belongs into options.fixed)",
            t, h);
    if (status != COLDAE_OK)
        return status;
    if (!cd_stepsize_is_lost(t, h))
        return cd_say(
            &s->report, COLDAE_ERR_MESH_LIMIT,
            "%d steps from t = %.10g were refused, the last with h = %.3g and error/tolerance %.3g: "
            "it no longer falls with h%s; a jump belongs into options.fixed",
            MOST_REFUSED + 1, t, h, err,
            is_gauss ? ", Gauss points do not damp what is stiff (try COLDAE_RADAU)"
                     : ", tol is below rounding");
    return cd_say(&s->report, COLDAE_ERR_MESH_LIMIT,
                  "at t = %.10g the step size %.3g is as good as zero (error/tolerance %.3g): the solution "
                  "ends here, or tol is below rounding; a jump belongs into options.fixed",
                  t, h, err);
}

/* f on the right of a stop, where the equations may jump. */
static coldae_status look_right(cd_march *s)
{
    cd_step *step = &s->step;
    CD_TRY(cd_gate_f(&s->gate, 1, step->u.t, step->u.z, s->y, step->u.p, step->f_left));
    memcpy(step->w_before, step->f_left, (size_t)s->method.dims.n_diff * sizeof(double));
    return COLDAE_OK;
}

/* A refused step, to compare later ones from the same t with. */
typedef struct refusal {
    double h, err; /* h = 0: there was none */
} refusal;

/* An error of z at t, accepted once, stays in the defect of a stiff component whatever the step: it is not made here. */
static int is_inherited(const refusal *first, double h, double err)
{
    return first->h > 0 && h <= SHORTER * first->h && err <= INHERITED && err > 0.8 * first->err;
}

static coldae_status run_automatic(cd_march *s)
{
    double length = s->problem->right - s->problem->left, h = first_length(s), err = 0;
    const coldae_march_options *o = s->options;
    cd_stepsize control;
    refusal first = {0};
    int refused = 0;
    cd_stepsize_init(s->method.dims.k + 1, o->h_largest > 0 ? fmin(o->h_largest, length) : length, &control);
    h = fmin(h, control.h_largest);
    for (int i = 0; s->step.u.t[0] < s->problem->right; i++) {
        double t = s->step.u.t[0], stop = next_stop(s), end = step_end(t, h, stop), tried = end - t;
        int iterations = 1;
        if (cd_stepsize_is_lost(t, tried))
            return i == 0 || end == stop ? say_lost(s, tried) : give_up(s, COLDAE_OK, tried, err);
        if (i >= o->max_steps)
            return cd_say(&s->report, COLDAE_ERR_MESH_LIMIT,
                          "max_steps = %d reached at t = %.10g (h = %.3g): raise it, or ask for less",
                          o->max_steps, t, h);
        coldae_status status = attempt(s, end, &iterations, &err);
        if (status == COLDAE_OK && is_inherited(&first, tried, err))
            err = fmin(err, 1);
        if (status == COLDAE_OK && err <= 1)
            status = accept(s);
        if (status < 0 && status != COLDAE_ERR_SINGULAR)
            return status;
        double safety = SAFETY * (2 * o->max_iterations + 1) / (2 * o->max_iterations + iterations);
        if (status == COLDAE_OK && err <= 1) {
            double next = cd_stepsize_accept(&control, tried, err, safety);
            h = end == stop && next < h ? h : next; /* a step cut short says little */
            refused = 0;
            first.h = 0;
            if (end == stop && end < s->problem->right)
                CD_TRY(look_right(s));
            continue;
        }
        if (status == CD_UNDEFINED)
            remember_undefined(s, end);
        if (status == COLDAE_OK && !(first.h > 0))
            first = (refusal){.h = tried, .err = err};
        s->n_rejected += status == COLDAE_OK;
        s->n_failed += status != COLDAE_OK;
        h = status == COLDAE_OK ? cd_stepsize_reject(&control, tried, err, safety)
                                : cd_stepsize_fail(&control, tried);
        s->step.h_factored = status == COLDAE_OK ? s->step.h_factored : 0;
        if (++refused > MOST_REFUSED || cd_stepsize_is_lost(t, h))
            return give_up(s, status, h, err);
    }
    return COLDAE_OK;
}

/* ---- the call ------------------------------------------------------------------------------------- */

static coldae_status run(cd_march *s, const double *z_left)
{
    CD_TRY(cd_march_create(s));
    CD_TRY(cd_march_start(z_left, s));
    CD_TRY(observe(s, s->problem->left, NULL));
    return s->options->step == COLDAE_STEP_AUTO ? run_automatic(s) : run_given(s);
}

/* The last good values, and the whole if it is wanted. */
static coldae_status deliver(cd_march *s, coldae_status status, double *z_right, double *y_right,
                             coldae_solution **solution)
{
    if (status > 0) /* private ones */
        status = status == CD_UNDEFINED ? COLDAE_ERR_CALLBACK : COLDAE_ERR_NO_CONVERGENCE;
    if (!s->is_started)
        return status;
    for (int i = 0; z_right && i < s->method.dims.mstar; i++)
        z_right[i] = s->step.u.z[i];
    for (int i = 0; y_right && i < s->method.dims.n_alg; i++)
        y_right[i] = s->y[i];
    if (s->keeps && cd_record_take(&s->record, s->error, solution) != COLDAE_OK)
        return cd_say(&s->report, COLDAE_ERR_MEMORY, "no memory for the solution");
    return status;
}

coldae_status coldae_march(const coldae_problem *problem, const double *z_left,
                           const coldae_march_options *options, double *z_right, double *y_right,
                           coldae_solution **solution, coldae_ivp_info *info)
{
    cd_march s;
    coldae_march_options defaults;
    double begin = cd_seconds();
    memset(&s, 0, sizeof s);
    coldae_march_options_init(&defaults);
    if (solution)
        *solution = NULL;
    s.keeps = solution != NULL;
    coldae_status status = cd_march_check(problem, z_left, options ? options : &defaults, &s);
    if (status == COLDAE_OK)
        status = deliver(&s, run(&s, z_left), z_right, y_right, solution);
    if (info) {
        cd_march_fill_info(&s, status, info);
        info->seconds_total = cd_seconds() - begin;
    }
    cd_march_release(&s);
    return status;
}
