/* newton.c - one mesh: damped (affine-invariant) Newton, full Newton, convergence, recoverable failure
 *
 * d = -F'(u)^-1 F(u) is the Newton step, e = -F'(u)^-1 F(u + lambda d) the simplified step with the old factors.
 * Natural level: a step is accepted if |e| <= (1 - lambda/4) |d|; the next damping factor is predicted from the two
 * steps.  Converged when lambda = 1 and theta |e_i| <= 0.1 tol_i for each controlled component, theta = |e|/|d|:
 * then u + d + e is the solution.            Deuflhard (1974); Ascher, Mattheij & Russell (1988) ch. 8
 * y is never compared with a tolerance of its own: for index 2 its updates stall at about eps/(|CB| h).  But a y that
 * nothing else depends on is iterated until its updates are small beside its error on the mesh, or stall.
 * From a function that has converged on another mesh the first step may be so small that nothing is left to iterate.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arrays.h"
#include "cpu.h"
#include "newton.h"

static const double SMALLEST_DAMPING = 1e-4;
static const double FIRST_DAMPING_SENSITIVE = 0.01;
static const double FAST = 0.25; /* contraction that permits another step with the old factors */
/* of CD_SAFETY where another mesh's df leaves more of each step: error estimates do not see it */
static const double LENT_SHARE = 0.005;
static const double LENT_LONGEST = 0.1; /* |d| of the longest first step taken with that df */
static const double Y_SETTLED = 1e-8;   /* relative size of y updates that need not be iterated .. */
static const double Y_SHARE = 0.1;      /* .. and their share of what the mesh leaves of an error of y */
/* A first step that is left alone, without a look at the residuals behind it: */
static const double UNSEEN = 0.01; /* share of CD_SAFETY for what is expected there, from the mesh before */
static const double LEAST_CONTRACTION = 1e-3; /* a better one is not counted on .. */
static const double LEAST_STEP = 1e-5; /* .. nor a curvature found by a shorter step: rounding hides it */
static const double TINY = 1e-7;       /* with constraints: the square of such a change of z is rounding .. */
static const double TINY_Y = 1e-5;     /* .. and of y, below Y_SETTLED */

/* ---- vectors -------------------------------------------------------------------------------------- */

static void layout(cd_arena *arena, const cd_method *m, int n, cd_newton *w)
{
    cd_piecewise_layout(arena, &m->dims, &m->basis, n, &w->trial);
    cd_piecewise_layout(arena, &m->dims, &m->basis, n, &w->step);
    if (!m->problem->linear) /* which takes one step */
        cd_piecewise_layout(arena, &m->dims, &m->basis, n, &w->next);
    w->slope = cd_take_doubles(arena, (size_t)n * (size_t)m->dims.n_diff);
    w->density = cd_take_doubles(arena, (size_t)n);
    w->tops = cd_take_doubles(arena, (size_t)n * (size_t)m->dims.n_diff);
    w->side_at = cd_arena_take(arena, (size_t)m->problem->n_side, sizeof(int));
    w->count = cd_arena_take(arena, (size_t)n + 1, sizeof(int));
}

coldae_status cd_newton_create(cd_memory *memory, const cd_method *m, const cd_piecewise *u,
                               cd_report *report, cd_newton *w)
{
    cd_arena_restart(&w->arena);
    layout(&w->arena, m, u->n, w);
    if (!cd_arena_holds(&w->arena)) {
        cd_system_release(memory, &w->system); /* a larger mesh: room before anything grows */
        if (cd_arena_renew_raw(memory, &w->arena) != COLDAE_OK)
            return cd_no_memory(memory, &w->arena, u->n, report);
        layout(&w->arena, m, u->n, w);
    }
    memcpy(w->trial.t, u->t, ((size_t)u->n + 1) * sizeof(double));
    return cd_system_create(memory, m, u, w->side_at, w->count, report, &w->system);
}

void cd_newton_release(cd_memory *memory, cd_newton *w)
{
    cd_system_release(memory, &w->system);
    cd_arena_release(memory, &w->arena);
}

static double larger(double a, double b) /* fmax without its care for NaN in b */
{
    return a > b ? a : b;
}

static const cd_arrays *arrays(void)
{
    return cd_cpu_has_avx2() ? &cd_arrays_avx2 : &cd_arrays_baseline;
}

/* sum = u + lambda d */
static void combine(const cd_piecewise *u, double lambda, const cd_piecewise *d, cd_piecewise *sum)
{
    const cd_arrays *a = arrays();
    size_t n = (size_t)u->n;
    a->add((n + 1) * (size_t)u->dims->mstar, u->z, lambda, d->z, sum->z);
    a->add(n * (size_t)u->dims->n_local, u->v, lambda, d->v, sum->v);
    a->add((size_t)u->dims->n_param, u->p, lambda, d->p, sum->p);
}

/* |d - s e| over z and p, weighted with 1/(1 + |u|); root mean square */
static double distance(const cd_piecewise *u, const cd_piecewise *d, double s, const cd_piecewise *e)
{
    size_t n = ((size_t)u->n + 1) * (size_t)u->dims->mstar, q = (size_t)u->dims->n_param;
    double sum = arrays()->squares(n, u->z, d->z, s, e->z) + arrays()->squares(q, u->p, d->p, s, e->p);
    return sqrt(sum / (double)(n + q));
}

static double length(const cd_piecewise *u, const cd_piecewise *d)
{
    return distance(u, d, 0, d);
}

/* Largest |d_i| / (tol_i (1 + |u_i|)) over controlled components and mesh points; parameters count with the
 * tightest tolerance. */
static double against_tolerance(const cd_method *m, const cd_piecewise *u, const cd_piecewise *d)
{
    double most = 0;
    for (int n = 0; n <= u->n; n++) {
        const double *z = cd_piecewise_z(u, n), *dz = cd_piecewise_z(d, n);
        for (int i = 0; i < m->dims.mstar; i++)
            if (m->tol[i] > 0) {
                double size = fabs(dz[i]) / (m->tol[i] * (1 + fabs(z[i])));
                most = larger(size, most);
            }
    }
    for (int i = 0; i < m->dims.n_param; i++)
        most = fmax(most, fabs(d->p[i]) / (m->tightest * (1 + fabs(u->p[i]))));
    return most;
}

/* Largest |dy| / (1 + |y|) */
static double y_length(const cd_method *m, const cd_piecewise *u, const cd_piecewise *d)
{
    const cd_dims *dims = &m->dims;
    double most = 0;
    for (int n = 0; n < u->n && dims->n_alg > 0; n++) {
        const double *v = cd_piecewise_v(u, n), *dv = cd_piecewise_v(d, n);
        for (int first = dims->n_diff; first < dims->n_local; first += dims->n_eq)
            for (int i = first; i < first + dims->n_alg; i++) {
                double size = fabs(dv[i]) / (1 + fabs(v[i]));
                most = larger(size, most);
            }
    }
    return most;
}

/* ---- the iteration -------------------------------------------------------------------------------- */

/* What is known of the iteration at hand. */
typedef struct course {
    int iteration; /* accepted steps */
    int held;      /* steps since the last linearisation */
    int stalls;    /* successive steps in which y did not get better */
    double lambda;
    double d, e;    /* |d|, |e| */
    double y_first; /* size of the y update of the first step */
    double y_step;  /* .. of the last one with z converged */
    double y_goal;  /* size of y updates that need not be iterated */
} course;

static coldae_status tell(cd_gate *gate, const cd_newton *w, int kind, int iteration, double lambda,
                          double size)
{
    coldae_event event = {.kind = kind,
                          .mesh = w->mesh,
                          .n_intervals = w->system.n,
                          .iteration = iteration,
                          .damping = lambda,
                          .correction = size};
    return cd_gate_tell(gate, &event);
}

static coldae_status diverged(const cd_method *m, cd_gate *gate, const cd_newton *w, const course *c,
                              const char *why)
{
    char size[64] = "";
    int unfinished = c->iteration >= m->options.max_iterations;
    if (isfinite(c->d))
        (void)snprintf(size, sizeof size, ", damping %.2g, correction %.3g", c->lambda, c->d);
    return cd_say(
        gate->report, CD_DIVERGED,
        "Newton gave up on %d subintervals after %d of at most %d steps (%s%s): try %sa better guess, "
        "continuation%s",
        w->system.n, c->iteration, m->options.max_iterations, why, size,
        unfinished ? "a larger max_iterations, " : "", m->options.sensitive ? "" : ", or sensitive = 1");
}

/* Linearise at u, whose residuals are at hand, and solve for the Newton step. */
static coldae_status newton_step(const cd_method *m, cd_gate *gate, const cd_piecewise *u, cd_newton *w,
                                 cd_piecewise *step)
{
    CD_TRY(cd_system_linearize(m, gate, u, &w->system));
    w->n_factor++;
    cd_system_solve(m, u, &w->system, step);
    w->has_step = step == &w->step;
    return COLDAE_OK;
}

/* Residuals at u + lambda d and the simplified step e there. */
static coldae_status try_step(const cd_method *m, cd_gate *gate, const cd_piecewise *u, cd_newton *w,
                              course *c)
{
    combine(u, c->lambda, &w->step, &w->trial);
    CD_TRY(cd_system_evaluate(m, gate, &w->trial, &w->system));
    cd_system_solve(m, &w->trial, &w->system, &w->next);
    c->e = length(u, &w->next);
    return isfinite(c->e) ? COLDAE_OK : cd_say(gate->report, CD_UNDEFINED, "a Newton step overflows");
}

/* The size of y updates that need not be iterated; `first`: that of the first step on the mesh.  An error of y or w
 * enters z by way of an integral over the subinterval, so that h |dy| is held against the tolerance.  y itself shall be
 * as good as the mesh permits: where u comes from the mesh that was halved, the step shows the error of y there. */
static double find_y_goal(const cd_method *m, const cd_piecewise *u, const cd_newton *w, double first)
{
    double h = 0, goal;
    if (m->dims.n_alg == 0 || !(w->not_final || w->transferred))
        return Y_SETTLED;
    for (int n = 0; n < u->n; n++)
        h = fmax(h, u->t[n + 1] - u->t[n]);
    goal = CD_SAFETY * m->tightest / h;
    if (!w->not_final)
        goal = fmin(goal, Y_SHARE * ldexp(first, -m->dims.k));
    return fmax(goal, Y_SETTLED);
}

/* Nonzero if y need not be iterated further: its update is small, or has stalled at rounding level. */
static int y_is_settled(const cd_method *m, const cd_piecewise *u, const cd_newton *w, course *c)
{
    if (m->dims.n_alg == 0)
        return 1;
    double size = y_length(m, u, &w->next), before = c->y_step;
    if (before == 0)
        before = c->iteration == 1 ? c->y_first : y_length(m, u, &w->step);
    double theta = before > 0 ? size / before : 0;
    c->y_step = size;
    c->stalls = size > 0.5 * before && size < 1e-3 ? c->stalls + 1 : 0;
    return size * fmin(theta, 1) <= c->y_goal || c->stalls >= 2;
}

/* Largest |dz_i| / (1 + |z_i|), with p */
static double z_length(const cd_piecewise *u, const cd_piecewise *d)
{
    double most = 0;
    for (size_t i = 0; i < ((size_t)u->n + 1) * (size_t)u->dims->mstar; i++) {
        double size = fabs(d->z[i]) / (1 + fabs(u->z[i]));
        most = larger(size, most);
    }
    for (int i = 0; i < u->dims->n_param; i++)
        most = fmax(most, fabs(d->p[i]) / (1 + fabs(u->p[i])));
    return most;
}

/* Largest h |dw_i| / (1 + |u_i^(m_i-1)|): how much z changes inside subintervals */
static double inner_length(const cd_piecewise *u, const cd_piecewise *d)
{
    const cd_dims *dims = u->dims;
    double most = 0;
    for (int n = 0; n < u->n; n++) {
        const double *z = cd_piecewise_z(u, n), h = u->t[n + 1] - u->t[n];
        for (int i = 0; i < dims->n_diff; i++) {
            const double *dw = cd_piecewise_v(d, n) + i;
            double change = 0;
            for (int j = 0; j < dims->k; j++, dw += dims->n_eq)
                change = larger(fabs(*dw), change);
            change *= h / (1 + fabs(z[dims->offset[i] + dims->order[i] - 1]));
            most = larger(change, most);
        }
    }
    return most;
}

/* After a full step d with new factors: what a first step on the next mesh may count on. */
static void remember(const cd_method *m, const cd_piecewise *u, cd_newton *w, const course *c)
{
    double size = fmax(LEAST_STEP, fmax(z_length(u, &w->step), inner_length(u, &w->step)));
    w->contraction = c->d > 0 ? c->e / c->d : 0;
    w->bend = against_tolerance(m, u, &w->next) / (size * size);
}

/* Nonzero if u + d is the solution, without a look at the residuals there: u has converged on another mesh, or came here
 * from there with its df, and both the contraction and the curvature found there tell that nothing is left. */
static int step_is_enough(const cd_method *m, const cd_piecewise *u, const cd_newton *w, const course *c)
{
    if (!w->transferred || c->lambda < 1 ||
        fmax(w->contraction, LEAST_CONTRACTION) * against_tolerance(m, u, &w->step) > CD_SAFETY)
        return 0;
    double z = z_length(u, &w->step);
    if (m->dims.n_alg > 0 && (z > TINY || y_length(m, u, &w->step) > TINY_Y))
        return 0;
    double inner = inner_length(u, &w->step), size = fmax(z, inner);
    return w->contraction * inner <= m->tightest && w->bend * size * size <= UNSEEN * CD_SAFETY;
}

/* u + d is the solution. */
static coldae_status take_step(cd_gate *gate, cd_piecewise *u, cd_newton *w, const course *c)
{
    if (!w->at_zero)
        combine(u, 1, &w->step, u);
    w->n_newton++;
    return tell(gate, w, COLDAE_EVENT_NEWTON, c->iteration + 1, 1, c->d);
}

/* lambda after a refused step; a trial outside the domain of f has no e and is cut by ten. */
static double cut_damping(const cd_piecewise *u, const cd_newton *w, const course *c, coldae_status tried)
{
    if (tried != COLDAE_OK)
        return c->lambda / 10;
    double bend = distance(u, &w->next, 1 - c->lambda, &w->step);
    double wanted = bend > 0 ? c->lambda * c->lambda * c->d / (2 * bend) : c->lambda / 2;
    return fmax(c->lambda / 10, fmin(c->lambda / 2, wanted));
}

/* Linearise at u anew, after the factors were used elsewhere. */
static coldae_status start_again(const cd_method *m, cd_gate *gate, const cd_piecewise *u, cd_newton *w,
                                 course *c)
{
    w->lent = NULL;
    cd_system_evaluate_later(&w->system);
    CD_TRY(newton_step(m, gate, u, w, &w->step));
    c->d = length(u, &w->step);
    c->held = 0;
    return COLDAE_OK;
}

static int is_full(const cd_method *m, const cd_newton *w)
{
    return m->options.newton == COLDAE_NEWTON_FULL || w->undamped;
}

/* Shorten lambda until the natural level decreases. */
static coldae_status damp(const cd_method *m, cd_gate *gate, const cd_piecewise *u, cd_newton *w, course *c)
{
    for (;;) {
        coldae_status tried = try_step(m, gate, u, w, c);
        if (tried < 0)
            return tried;
        if (tried == COLDAE_OK &&
            (is_full(m, w) || c->e <= (1 - c->lambda / 4) * c->d ||
             against_tolerance(m, u, &w->next) <= CD_SAFETY)) /* at rounding level nothing falls */
            return COLDAE_OK;
        CD_TRY(tell(gate, w, COLDAE_EVENT_DAMPING, c->iteration + 1, c->lambda, c->d));
        if (c->held > 0) /* old factors: a fresh linearisation is the better remedy */
            return CD_UNDEFINED;
        c->lambda = cut_damping(u, w, c, tried);
        if (c->lambda < SMALLEST_DAMPING)
            return diverged(m, gate, w, c, "damping limit");
    }
}

/* Fixed-Jacobian steps pay if the contraction reaches the tolerance within three of them. */
static int may_hold(const cd_method *m, const cd_piecewise *u, const cd_newton *w, const course *c)
{
    double theta = c->e / c->d;
    if (is_full(m, w) || c->lambda < 1 || theta > FAST || c->held >= 4)
        return 0;
    return against_tolerance(m, u, &w->next) / CD_SAFETY * pow(theta, 4) <= 1;
}

/* The next Newton step from the accepted u, and its damping factor: d+ against the simplified step e. */
static coldae_status next_step(const cd_method *m, cd_gate *gate, const cd_piecewise *u, cd_newton *w,
                               course *c)
{
    w->lent = NULL;
    CD_TRY(newton_step(m, gate, u, w, &w->step));
    double fresh = length(u, &w->step), gap = distance(u, &w->next, 1, &w->step);
    double product = gap * fresh;
    c->lambda = product > 0 ? fmin(1, c->lambda * c->d * c->e / product) : 1;
    c->lambda = is_full(m, w) ? 1 : fmax(c->lambda, SMALLEST_DAMPING);
    c->d = fresh;
    c->held = 0;
    return COLDAE_OK;
}

/* |e|/|d|, at most 1.  Another mesh's df may fit worse in some places than in others: then the worst one counts too. */
static double contraction_of(const cd_method *m, const cd_piecewise *u, const cd_newton *w, const course *c)
{
    double theta = c->d > 0 ? c->e / c->d : 0, worst = 0;
    if (w->lent)
        worst = against_tolerance(m, u, &w->next) / against_tolerance(m, u, &w->step); /* NaN: 0/0 */
    return fmin(fmax(theta, worst), 1);
}

static void swap_steps(cd_newton *w)
{
    cd_piecewise keep = w->step;
    w->step = w->next;
    w->next = keep;
}

static coldae_status iterate(const cd_method *m, cd_gate *gate, cd_piecewise *u, cd_newton *w, course *c)
{
    int first = 1;
    while (c->iteration < m->options.max_iterations) {
        if (first && !w->lent) { /* the first step with df of this mesh */
            if (step_is_enough(m, u, w, c))
                return take_step(gate, u, w, c);
            first = 0;
        }
        coldae_status tried = damp(m, gate, u, w, c);
        if (tried == CD_UNDEFINED &&
            c->held > 0) { /* the old factors did not do: linearise at u, which is accepted */
            CD_TRY(start_again(m, gate, u, w, c));
            c->lambda = 1;
            continue;
        }
        CD_TRY(tried);
        c->iteration++;
        w->n_newton++;
        CD_TRY(tell(gate, w, COLDAE_EVENT_NEWTON, c->iteration, c->lambda, c->d));
        double theta = contraction_of(m, u, w, c);
        int full = c->lambda >= 1;
        if (full && c->held == 0)
            remember(m, u, w, c);
        if (w->lent && c->iteration == 1 && c->held == 1)
            w->keep->contraction = theta;
        double share = w->lent ? LENT_SHARE * CD_SAFETY : CD_SAFETY;
        if (full && theta * against_tolerance(m, u, &w->next) <= share && y_is_settled(m, u, w, c)) {
            combine(&w->trial, 1, &w->next, u);
            return COLDAE_OK;
        }
        cd_piecewise_copy(&w->trial, u);
        if (may_hold(m, u, w, c)) {
            swap_steps(w);
            c->d = c->e;
            c->held++;
        } else {
            CD_TRY(next_step(m, gate, u, w, c));
        }
    }
    w->unfinished = 1;
    return diverged(m, gate, w, c, "too many steps");
}

/* The first step, with the df of another mesh if it is lent: its factors then count as old ones. */
static coldae_status first_step(const cd_method *m, cd_gate *gate, const cd_piecewise *u, cd_newton *w,
                                course *c, cd_piecewise *step)
{
    w->system.lent = w->lent;
    c->held = w->lent != NULL;
    cd_system_evaluate_later(&w->system);
    coldae_status status = newton_step(m, gate, u, w, step);
    w->system.lent = NULL;
    if (status == COLDAE_OK)
        c->d = length(u, step);
    if (w->lent && (status == COLDAE_ERR_SINGULAR || (status == COLDAE_OK && !(c->d <= LENT_LONGEST))))
        return start_again(m, gate, u, w, c);
    return status;
}

coldae_status cd_newton_iterate(const cd_method *m, cd_gate *gate, cd_piecewise *u, cd_newton *w)
{
    course c = {.lambda = m->options.sensitive && !is_full(m, w) ? FIRST_DAMPING_SENSITIVE : 1};
    w->unfinished = 0;
    w->has_step = 0;
    w->system.guess_v = w->from_guess ? u->v : NULL;
    w->system.at_zero = w->at_zero;
    w->system.keep = w->keep;
    cd_piecewise *step = w->at_zero ? u : &w->step; /* from zero the step is the solution */
    CD_TRY(first_step(m, gate, u, w, &c, step));
    if (w->n_factor == 1)
        CD_TRY(cd_system_check_conditions(m, gate, u, &w->system));
    if (!isfinite(c.d))
        return diverged(m, gate, w, &c, "the first step overflows");
    if (m->problem->linear)
        return take_step(gate, u, w, &c);
    c.y_first = y_length(m, u, &w->step);
    c.y_goal = find_y_goal(m, u, w, c.y_first);
    return iterate(m, gate, u, w, &c);
}
