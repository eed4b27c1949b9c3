/* index3_run.c - one integration of coldae_index3: steps, accepted or not
 *
 * Each step: derivatives if the last Newton iteration was slow, factors if h changed, stages, error estimate; then
 * the next h by predictive control, the projection, and (f, k, g) at the point reached.
 *                                                            Schropp (2003) section 4; Hairer & Wanner IV.8
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "index3_check.h"
#include "index3_run.h"

static const double FAST = 1e-3;   /* contraction up to which derivatives are kept */
static const double KEEP_TO = 1.2; /* h_new/h in [1, KEEP_TO] is not worth new factors */
static const double SAFETY = 0.9;
static const double STRETCH = 1 + 1e-10; /* a step may be this much longer to end where it must */
static const double SLIVER = 1.1;
static const double WRONG_ENTRY = 1e-2; /* a derivative this far from differences explains it too */
static const double SUSPICIOUS = 1e-6;  /* a saddle matrix this much worse than before explains a lost step */

static const double *last_stage(const cd_index3_stages *s, const double *z)
{
    return z + (ptrdiff_t)s->gate.n * (s->radau.s - 1);
}

/* M at the point of s->linear: given, or the one that never changes. */
static coldae_status find_mass(cd_index3_run *run, double t, const double *x, double *m)
{
    cd_index3_stages *s = &run->stages;
    if (!s->linear.has_mass || run->problem->mass_is_constant)
        return COLDAE_OK;
    return cd_index3_gate_mass(&s->gate, t, x, m);
}

/* Derivatives and the saddle matrix at (t, x). */
static coldae_status linearize(cd_index3_run *run, double t, const double *x, const double *rate)
{
    cd_index3_linear *l = &run->stages.linear;
    run->h_factored = 0;
    CD_TRY(cd_index3_gate_jacobian(&run->stages.gate, t, x, rate, l->structure, &l->d));
    CD_TRY(find_mass(run, t, x, l->mass));
    cd_saddle_factor(&l->saddle, &run->stages.gate, &l->d, l->mass);
    l->n_factor += l->structure;
    return COLDAE_OK;
}

/* 1/(atol + rtol |x|) */
static void find_scale(cd_index3_run *run)
{
    cd_index3_stages *s = &run->stages;
    for (int i = 0; i < s->gate.n; i++)
        s->inverse[i] = 1 / (run->atol_x[i] + run->rtol * fabs(s->x[i]) + DBL_MIN);
}

/* ---- arriving ---------------------------------------------------------------------------------------- */

/* Derivatives where the projection of v takes them: those of the next step, or, where it keeps the old ones, only
 * what the saddle matrix needs. */
static coldae_status find_directions(cd_index3_run *run, double t, int renew)
{
    cd_index3_stages *s = &run->stages;
    cd_index3_project *p = &run->project;
    if (renew) {
        run->jacobian_is_fresh = 0; /* not at the last point, should this step fail after all */
        return linearize(run, t, run->next, run->next_rate);
    }
    CD_TRY(find_mass(run, t, run->next, p->mass));
    if (s->gate.index < 2 || run->options->projection == COLDAE_INDEX3_PROJECT_NONE)
        return COLDAE_OK;
    CD_TRY(cd_index3_gate_directions(&s->gate, t, run->next, run->next_rate, &p->d));
    cd_saddle_factor(&p->saddle, &s->gate, &p->d, run->problem->mass_is_constant ? s->mass : p->mass);
    return COLDAE_OK;
}

/* next <- on the constraints; M there is left in linear.mass (renew) or project.mass. */
static coldae_status project(cd_index3_run *run, double t, int renew)
{
    cd_index3_stages *s = &run->stages;
    int kind = run->options->projection, index = s->gate.index;
    if (index == 3 && kind == COLDAE_INDEX3_PROJECT_BOTH)
        CD_TRY(cd_index3_project_u(s, &run->project, &s->linear.saddle, t, run->next));
    CD_TRY(find_directions(run, t, renew));
    if (index < 2 || kind == COLDAE_INDEX3_PROJECT_NONE)
        return COLDAE_OK;
    const cd_saddle *saddle = renew ? &s->linear.saddle : &run->project.saddle;
    const double *dg = renew ? s->linear.d.dg : run->project.d.dg;
    if (!(saddle->regular > 0))
        return CD_DIVERGED;
    return cd_index3_project_v(s, &run->project, saddle, t, run->next, dg);
}

static void swap(double **a, double **b)
{
    double *keep = *a;
    *a = *b;
    *b = keep;
}

/* What the slopes of u and v at the last point, f and v', have over those of the step's polynomial. */
static void find_bend(cd_index3_run *run, double h)
{
    const cd_index3_stages *s = &run->stages;
    int n = s->gate.n, n_u = s->gate.n_u, n_z = n_u + s->gate.n_v;
    double l[CD_RADAU_MOST];
    cd_radau_start_slopes(&s->radau, l);
    for (int i = 0; i < n_z; i++) {
        double slope = h * (i < n_u ? s->r[i] : run->rate[i - n_u]);
        for (int j = 0; j < s->radau.s; j++)
            slope -= l[j] * s->z[i + (ptrdiff_t)j * n];
        run->dense.bend[i] = slope;
    }
}

/* The step is good: next becomes the last point, Z the polynomial of the step. */
static void commit(cd_index3_run *run, double t, double h)
{
    cd_index3_stages *s = &run->stages;
    const double *end = last_stage(s, s->z);
    for (int i = 0; i < s->gate.n; i++)
        run->dense.offset[i] = run->next[i] - (s->x[i] + end[i]);
    run->dense.t_old = s->t;
    run->dense.h = t - s->t;
    find_bend(run, h);
    swap(&s->x, &run->next);
    swap(&run->dense.x_old, &run->next);
    swap(&s->z, &s->z_old);
    swap(&run->rate, &run->next_rate);
    run->dense.z = s->z_old;
    memcpy(s->r, s->residual, (size_t)s->gate.n * sizeof(double));
    s->h_old = h;
    s->t = t;
    run->n_steps++;
    run->h_last = h;
    run->smallest = run->n_steps == 1 ? h : fmin(run->smallest, h);
    run->largest = fmax(run->largest, h);
    for (int i = s->gate.n_u + s->gate.n_v; i < s->gate.n; i++)
        run->constraint_residual = fmax(run->constraint_residual, fabs(s->r[i]));
    find_scale(run);
}

/* Project, evaluate, and take the step; CD_DIVERGED or CD_UNDEFINED: it was no good. */
static coldae_status arrive(cd_index3_run *run, double t, double h)
{
    cd_index3_stages *s = &run->stages;
    const double *end = last_stage(s, s->z);
    int constant = run->options->jacobian == COLDAE_INDEX3_JACOBIAN_CONSTANT;
    int renew = !constant && !(s->contraction <= FAST) && t < run->problem->right;
    for (int i = 0; i < s->gate.n; i++)
        run->next[i] = s->x[i] + end[i];
    cd_index3_stages_rate(s, h, run->next_rate);
    CD_TRY(project(run, t, renew));
    CD_TRY(cd_index3_gate_all(&s->gate, t, run->next, s->residual));
    if (s->linear.has_mass && !run->problem->mass_is_constant)
        memcpy(s->mass, renew ? s->linear.mass : run->project.mass,
               (size_t)s->gate.n_v * (size_t)s->gate.n_v * sizeof(double));
    commit(run, t, h);
    run->jacobian_is_fresh = renew;
    return COLDAE_OK;
}

/* ---- telling ------------------------------------------------------------------------------------------ */

/* A value inside the step: moved onto the constraints like the ends of steps.  What the projection removes there, the
 * errors of v above all, would be left in it.  Where a callback fails it stays as it is. */
static coldae_status project_inside(cd_index3_run *run, double t, double *x)
{
    cd_index3_stages *s = &run->stages;
    cd_index3_project *p = &run->project;
    int kind = run->options->projection;
    if (s->gate.index < 2 || kind == COLDAE_INDEX3_PROJECT_NONE)
        return COLDAE_OK;
    memcpy(run->next, x, (size_t)s->gate.n * sizeof(double));
    CD_TRY(find_mass(run, t, x, p->mass));
    CD_TRY(cd_index3_gate_directions(&s->gate, t, x, run->rate, &p->d));
    cd_saddle_factor(&p->saddle, &s->gate, &p->d, run->problem->mass_is_constant ? s->mass : p->mass);
    if (!(p->saddle.regular > 0))
        return COLDAE_OK;
    if (s->gate.index == 3 && kind == COLDAE_INDEX3_PROJECT_BOTH)
        CD_TRY(cd_index3_project_u(s, p, &p->saddle, t, run->next));
    if (s->gate.index == 3 && run->problem->dg) /* where u is now */
        CD_TRY(cd_index3_gate_dg(&s->gate, t, run->next, run->rate, p->d.dg));
    CD_TRY(cd_index3_project_v(s, p, &p->saddle, t, run->next, p->d.dg));
    memcpy(x, run->next, (size_t)s->gate.n * sizeof(double));
    return COLDAE_OK;
}

/* Output times up to the last point. */
static coldae_status put_out(cd_index3_run *run)
{
    const coldae_index3_options *o = run->options;
    const cd_index3_stages *s = &run->stages;
    size_t n = (size_t)s->gate.n, n_z = (size_t)(s->gate.n_u + s->gate.n_v);
    for (; run->n_out < o->n_out; run->n_out++) {
        double *to = o->out + n * (size_t)run->n_out, ahead = o->t_out[run->n_out] - s->t;
        if (ahead > 0 && !cd_stepsize_is_lost(s->t, ahead)) /* nearer than any step: it counts as reached */
            break;
        if (ahead >= 0)
            memcpy(to, s->x, n * sizeof(double));
        else
            run->dense.base.eval(&run->dense.base, o->t_out[run->n_out], to, to + n_z);
        coldae_status status = ahead >= 0 ? COLDAE_OK : project_inside(run, o->t_out[run->n_out], to);
        if (status < 0)
            return status;
    }
    return COLDAE_OK;
}

static coldae_status tell(cd_index3_run *run)
{
    cd_index3_stages *s = &run->stages;
    coldae_step step = {.number = run->n_steps, .t_old = s->t, .t = s->t, .z = s->x};
    step.y = s->x + s->gate.n_u + s->gate.n_v;
    if (run->n_steps > 0) {
        step.t_old = run->dense.t_old;
        step.dense = &run->dense;
    }
    return cd_index3_gate_tell(&s->gate, &step);
}

/* ---- steps --------------------------------------------------------------------------------------------- */

/* The step was no good: a shorter one, with derivatives of this point. */
static coldae_status fail(cd_index3_run *run, coldae_status reason, double shrink)
{
    run->n_failed++;
    run->control.after_reject = 1;
    run->last_failure = reason;
    if (run->options->constant_steps)
        return cd_say(
            &run->report, COLDAE_ERR_NO_CONVERGENCE,
            "Newton fails in the step of length %.6g at t = %.10g: choose a smaller options.h_first", run->h,
            run->stages.t);
    run->h *= shrink;
    return COLDAE_OK;
}

/* Steps became too short: why? */
static coldae_status lost(cd_index3_run *run)
{
    cd_index3_stages *s = &run->stages;
    const cd_saddle *saddle = &s->linear.saddle;
    if (run->last_failure == CD_UNDEFINED) {
        cd_report words = run->report;
        return cd_say(&run->report, COLDAE_ERR_CALLBACK, "no step beyond t = %.10g: %.160s", s->t,
                      words.text);
    }
    if (saddle->order > 0 && !(saddle->regular > SUSPICIOUS))
        return cd_say(
            &run->report, COLDAE_ERR_SINGULAR,
            "%s is singular near t = %.10g (%.1e of its size before): the constraints become dependent "
            "there",
            s->gate.index == 3 ? "dg/du f_v M^-1 dk/dlambda" : "dg/dv M^-1 dk/dlambda", s->t,
            saddle->regular);
    cd_index3_worst worst;
    coldae_status status = cd_index3_check(&s->gate, s->t, s->x, run->rate, s->linear.structure,
                                           &run->project.d, s->error, &worst);
    if (status < 0)
        return status; /* asked to stop */
    if (status == COLDAE_OK && worst.difference > WRONG_ENTRY)
        return cd_index3_name_entry(&s->gate, s->t, &worst, COLDAE_ERR_NO_CONVERGENCE);
    return cd_say(
        &run->report, COLDAE_ERR_NO_CONVERGENCE,
        "the step at t = %.10g became too short: h = %.3g; the solution ends there, or tol = %.3g is too "
        "small for the rounding errors",
        s->t, run->h, run->rtol);
}

/* Derivatives and factors for this step; CD_DIVERGED: singular. */
static coldae_status prepare(cd_index3_run *run)
{
    cd_index3_stages *s = &run->stages;
    if (run->needs_jacobian) {
        CD_TRY(linearize(run, s->t, s->x, run->rate));
        run->jacobian_is_fresh = 1;
        run->needs_jacobian = 0;
    }
    if (run->h_factored != run->h) {
        run->h_factored = run->h;
        if (cd_index3_linear_factor(&s->linear, &s->radau, run->h))
            return CD_DIVERGED;
    }
    return COLDAE_OK;
}

/* After an accepted step: its length again, if that spares factors, or the proposed one. */
static void choose_next(cd_index3_run *run, double h, double err, double wanted)
{
    const cd_index3_stages *s = &run->stages;
    if (run->options->constant_steps) {
        run->h = fmin(run->options->h_first, run->control.h_largest);
        return;
    }
    int most = 2 * s->max_iterations, clipped = wanted > h, free = !run->control.after_reject;
    double safety = fmin(SAFETY, SAFETY * (1 + most) / (s->iterations + most));
    double elementary = safety * pow(err, -1 / run->control.q);
    double next = cd_stepsize_accept(&run->control, h, err, SAFETY);
    next = fmin(next, h * fmax(elementary, run->control.least));
    if (clipped && free)
        next = fmax(next, wanted);
    int keep = s->contraction <= FAST && next >= h && next <= KEEP_TO * h && !clipped;
    run->h = keep ? h : next;
}

/* Where the next step must end: an output time, or right. */
static double next_stop(const cd_index3_run *run)
{
    const coldae_index3_options *o = run->options;
    if (o->out_is_exact && run->n_out < o->n_out)
        return fmin(o->t_out[run->n_out], run->problem->right);
    return run->problem->right;
}

/* Try one step. */
static coldae_status attempt(cd_index3_run *run)
{
    cd_index3_stages *s = &run->stages;
    double stop = next_stop(run), wanted = run->h, err = 0.5, left = stop - s->t, t = s->t + run->h;
    if (left <= STRETCH * run->h) {
        run->h = left;
        t = stop;
    } else if (left < SLIVER * run->h) { /* two equal steps, not a long and a tiny one */
        run->h = left / 2;
        t = s->t + run->h;
    }
    double h = run->h;
    s->t_next = t;
    coldae_status status = prepare(run);
    if (status == COLDAE_OK)
        status = cd_index3_stages_solve(s, h);
    if (status == COLDAE_OK && !run->options->constant_steps)
        status = cd_index3_stages_estimate(s, h, run->n_steps == 0 || run->control.after_reject, &err);
    if (status == COLDAE_OK && !(err < 1)) {
        run->n_rejected++;
        int most = 2 * s->max_iterations;
        double safety = fmin(SAFETY, SAFETY * (1 + most) / (s->iterations + most));
        run->h = cd_stepsize_reject(&run->control, h, err, safety);
        run->last_failure = CD_DIVERGED;
        run->needs_jacobian = !run->jacobian_is_fresh;
    } else {
        double shrink = status == CD_DIVERGED ? s->shrink : 0.5;
        if (status == COLDAE_OK)
            status = arrive(run, t, h);
        if (status == CD_DIVERGED || status == CD_UNDEFINED) {
            run->needs_jacobian = !run->jacobian_is_fresh;
            CD_TRY(fail(run, status, shrink));
        } else {
            CD_TRY(status);
            choose_next(run, h, err, wanted);
            CD_TRY(put_out(run));
            CD_TRY(tell(run));
        }
    }
    if (run->options->jacobian == COLDAE_INDEX3_JACOBIAN_CONSTANT)
        run->needs_jacobian = 0;
    return COLDAE_OK;
}

coldae_status cd_index3_run_steps(cd_index3_run *run)
{
    cd_index3_stages *s = &run->stages;
    coldae_status status = cd_index3_gate_all(&s->gate, s->t, s->x, s->r);
    if (status != COLDAE_OK)
        return status == CD_UNDEFINED ? COLDAE_ERR_CALLBACK : status;
    find_scale(run);
    run->needs_jacobian = 1;
    CD_TRY(tell(run));
    while (s->t < run->problem->right) {
        if (run->n_steps + run->n_rejected + run->n_failed >= run->options->max_steps)
            return cd_say(&run->report, COLDAE_ERR_MESH_LIMIT,
                          "options.max_steps = %d steps were taken up to t = %.10g, right = %.10g",
                          run->options->max_steps, s->t, run->problem->right);
        if (cd_stepsize_is_lost(fmax(fabs(s->t), run->t_unit), run->h))
            return lost(run);
        CD_TRY(attempt(run));
    }
    run->report.text[0] = 0;
    return COLDAE_OK;
}
