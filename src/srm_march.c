/* srm_march.c - initial values: all iterations inside each step
 *
 * With By_s(t) = By_0(t) - (1/eps) sum_{r <= s} B E g(t, x_r), the iterations s = 1 .. m are one system of differential
 * equations for (x_1, .., x_m) in which x_s depends on x_1 .. x_s only.  A one-step method therefore goes through s in
 * each step, with By_{s-1} at its stages, and forgets the step.       Ascher & Lin (1993) section 4.2
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "srm_march.h"
#include "tables.h"

enum { STAGES_RK4 = 4 };
/* -h/eps must be in the region of absolute stability. */
static const double STABLE_EULER = 2, STABLE_RK4 = 2.785;

static void layout(cd_srm_march *m)
{
    cd_arena *a = &m->arena;
    size_t size = (size_t)m->size, n = (size_t)m->n_x, chains = (size_t)m->chains, k = (size_t)m->k;
    size_t implicit = m->is_explicit ? 0 : 1, n_y = (size_t)m->problem->n_y;
    cd_srm_core_layout(a, m->problem, m->k, &m->core);
    m->x = cd_take_doubles(a, size * chains);
    m->next = cd_take_doubles(a, size * chains);
    m->By = cd_take_doubles(a, n * chains);
    m->By_next = cd_take_doubles(a, n * chains);
    m->dx = cd_take_doubles(a, size * chains);
    m->base = cd_take_doubles(a, n * k);
    m->by = cd_take_doubles(a, n * k);
    m->W = cd_take_doubles(a, size * k * (m->is_explicit ? chains : 1));
    m->X = cd_take_doubles(a, size * k);
    m->F = cd_take_doubles(a, size * k);
    m->J = cd_take_doubles(a, size * size);
    m->matrix = cd_take_doubles(a, implicit * size * k * size * k);
    m->step = cd_take_doubles(a, size * k);
    m->pivot = cd_arena_take(a, size * k, sizeof(int));
    m->g = cd_take_doubles(a, n_y);
    m->y = cd_take_doubles(a, n_y);
    m->B = cd_take_doubles(a, n * n_y);
    m->recover = cd_take_doubles(a, cd_srm_recover_work(m->n_x, m->problem->n_y));
    if (implicit)
        cd_tables_layout_basis(a, COLDAE_RADAU, m->k, 1, &m->basis);
}

static double mesh_point(const cd_srm_march *m, int i)
{
    const coldae_srm_problem *p = m->problem;
    int n = m->options->n_steps;
    if (m->options->mesh)
        return m->options->mesh[i];
    return i == n ? p->right : p->left + (p->right - p->left) * i / n;
}

static double longest_step(const cd_srm_march *m)
{
    double h = 0;
    for (int i = 0; i < (m->options->mesh ? m->options->n_steps : 1); i++)
        h = fmax(h, mesh_point(m, i + 1) - mesh_point(m, i));
    return h;
}

/* ---- the sequence of steps ------------------------------------------------------------------------------ */

/* Keep the step in the solution: x' and By at its stages; explicit stages: a straight line, By of the end. */
static void record(cd_srm_march *m, int number)
{
    cd_piecewise *u = &m->solution->u;
    size_t n = (size_t)m->n_x, k = m->is_explicit ? 1 : (size_t)m->k, size = (size_t)m->size;
    size_t last = (size_t)m->chains - 1;
    const double *x = m->x + last * size, *next = m->next + last * size;
    double *v = u->v + (size_t)number * 2 * n * k, h = mesh_point(m, number + 1) - mesh_point(m, number);
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < n; i++) {
            v[i + 2 * j * n] = m->is_explicit ? (next[i] - x[i]) / h : m->W[i + j * size];
            v[i + (2 * j + 1) * n] =
                m->is_explicit || m->is_pc ? m->By_next[last * n + i] : m->base[i + j * n];
        }
    if (number == 0) {
        u->t[0] = mesh_point(m, 0);
        memcpy(u->z, x, n * sizeof(double));
    }
    u->t[number + 1] = mesh_point(m, number + 1);
    memcpy(u->z + ((size_t)number + 1) * n, next, n * sizeof(double));
}

/* Is the start where it should be? */
static void look_at_start(cd_srm_march *m, const coldae_srm_info *info)
{
    if (!(info->constraint_residual <= m->options->tol))
        m->core.start_off = info->constraint_residual;
}

/* Residuals of the constraints of every iteration at t, and what the watch sees. */
static coldae_status inspect(cd_srm_march *m, double t, coldae_srm_info *info)
{
    for (int s = 0; s < m->chains; s++) {
        double most = 0;
        CD_TRY(cd_srm_constraint(&m->core, t, m->x + (ptrdiff_t)s * m->size, m->g));
        for (int i = 0; i < m->problem->n_y; i++)
            most = fmax(most, fabs(m->g[i]));
        if (s < COLDAE_SRM_LIST && t >= m->outside)
            info->residual[s] = fmax(info->residual[s], most);
        if (s == m->chains - 1 && t >= m->outside)
            m->residual = fmax(m->residual, most);
        if (s == m->chains - 1)
            info->constraint_residual = fmax(info->constraint_residual, most);
    }
    return cd_srm_watch(&m->core, t, m->x + (ptrdiff_t)(m->chains - 1) * m->size, info);
}

static coldae_status tell(cd_srm_march *m, int number, double t_old, double t)
{
    size_t last = (size_t)m->chains - 1, n = (size_t)m->n_x, n_y = (size_t)m->problem->n_y;
    coldae_srm_step step = {.number = number,
                            .t_old = t_old,
                            .t = t,
                            .x = m->x + last * (size_t)m->size,
                            .By = m->By + last * n,
                            .y = m->y};
    if (!m->options->observer)
        return COLDAE_OK;
    CD_TRY(cd_srm_data(&m->core.gate, m->problem->B, "B", t, step.x, n * n_y, m->B));
    if (!cd_srm_solve_y(m->n_x, m->problem->n_y, m->B, step.By, m->y, NULL, m->recover))
        for (size_t i = 0; i < n_y; i++)
            m->y[i] = NAN;
    return cd_srm_tell(&m->core.gate, m->options, &step);
}

static coldae_status one_step(cd_srm_march *m, double t, double end)
{
    CD_TRY(m->is_explicit ? cd_srm_step_explicit(m, t, end) : cd_srm_step_implicit(m, t, end));
    for (size_t i = 0; i < (size_t)m->size * (size_t)m->chains; i++)
        if (!isfinite(m->next[i]))
            return cd_say(&m->report, COLDAE_ERR_NO_CONVERGENCE,
                          "the solution overflows in the step from t = %.6g to %.6g: h/eps = %.3g too large "
                          "for explicit stages, or B E C not positive semidefinite",
                          t, end, (end - t) / m->core.eps);
    return COLDAE_OK;
}

/* X = x of the last iteration in the middle of the step, before it is made: the polynomial of the Radau points, the
 * cubic of the classical method, the straight line of Euler's. */
static void middle(cd_srm_march *m, double h)
{
    size_t size = (size_t)m->size, k = (size_t)m->k, last = ((size_t)m->chains - 1) * size;
    const double *x = m->x + last, *next = m->next + last, *dx = m->W + last * k, *dx_next = m->dx + last;
    for (size_t i = 0; i < (size_t)m->n_x; i++) {
        double sum = 0;
        for (size_t l = 0; l < k && !m->is_explicit; l++)
            sum += m->basis.psi_middle[k + l] * m->W[i + l * size];
        double bend = k > 1 ? h / 8 * (dx[i] - dx_next[i]) : 0;
        m->X[i] = m->is_explicit ? (x[i] + next[i]) / 2 + bend : x[i] + h * sum;
    }
}

/* The iterations take the constraints to zero at the stages however long the step is: only between them can it be
 * seen that the steps do not resolve the motion. */
static coldae_status look_between(cd_srm_march *m, double t, double end)
{
    if (!m->is_judged || !(t >= m->outside))
        return COLDAE_OK;
    middle(m, end - t);
    coldae_status status = cd_srm_constraint(&m->core, t + (end - t) / 2, m->X, m->g);
    for (int i = 0; i < m->problem->n_y && status == COLDAE_OK; i++)
        m->between = fmax(m->between, fabs(m->g[i]));
    return status > 0 ? COLDAE_OK : status;
}

static coldae_status run(cd_srm_march *m, coldae_srm_info *info)
{
    for (int i = 0; i < m->options->n_steps; i++) {
        double t = mesh_point(m, i), end = mesh_point(m, i + 1);
        CD_TRY(one_step(m, t, end));
        CD_TRY(look_between(m, t, end));
        if (m->solution)
            record(m, i);
        double *x = m->x, *By = m->By;
        m->x = m->next;
        m->next = x;
        m->By = m->By_next;
        m->By_next = By;
        info->t = end;
        info->n_intervals = i + 1;
        CD_TRY(inspect(m, end, info));
        CD_TRY(tell(m, i + 1, t, end));
    }
    return COLDAE_OK;
}

/* ---- the start ------------------------------------------------------------------------------------------ */

static void choose_sizes(cd_srm_march *m)
{
    const coldae_srm_options *o = m->options;
    m->n_x = m->problem->n_x;
    m->is_pc = o->variant == COLDAE_SRM_PARK_CHIOU;
    m->size = m->n_x + (m->is_pc ? m->problem->n_y : 0);
    m->is_explicit = o->stages != COLDAE_SRM_RADAU;
    m->k = o->stages == COLDAE_SRM_RADAU ? o->n_points : o->stages == COLDAE_SRM_RK4 ? STAGES_RK4 : 1;
    m->chains = o->variant != COLDAE_SRM_SEQUENTIAL ? 1 : o->iterations;
    m->is_judged = m->chains == 0;
}

/* One iteration more than eps^m <= tol, eps over its rate, asks for: y and its derivatives are not all below 1.  The
 * time in which y changes counts as 1, or as the interval where that is shorter. */
static int choose_m(const cd_srm_march *m, const cd_srm_core *core, double eps)
{
    const coldae_srm_options *o = m->options;
    double time = fmin(1, m->problem->right - m->problem->left);
    double gain = fmin(eps / (core->rate * time), 0.5), enough = ceil(log(o->tol) / log(gain) - 1e-9) + 1;
    return enough < o->max_iterations ? (int)enough : o->max_iterations;
}

/* eps, the number of iterations, and whether explicit stages are stable with them. */
static coldae_status choose_iteration(cd_srm_march *m, cd_srm_core *core, double *eps)
{
    const coldae_srm_options *o = m->options;
    double length = m->problem->right - m->problem->left, h = longest_step(m);
    CD_TRY(cd_srm_find_rate(core, m->problem->start));
    *eps = o->eps > 0 ? o->eps
                      : cd_srm_choose_eps(core->rate, length, h, m->is_explicit ? 1 : m->k,
                                          m->is_explicit ? CD_SRM_EXPLICIT : CD_SRM_DAMPED);
    if (m->chains == 0)
        m->chains = choose_m(m, core, *eps);
    double rate = core->rate / fmax(o->alpha1, o->alpha2);
    double stable = o->stages == COLDAE_SRM_EULER ? STABLE_EULER : STABLE_RK4;
    double damping = m->is_pc ? rate / *eps : o->alpha2 * rate / (*eps + o->alpha1 * rate);
    if (m->is_explicit && !(h * damping <= stable))
        return cd_say(&m->report, COLDAE_ERR_INVALID,
                      "options.eps = %g: explicit stages with steps up to %g need h/eps times the largest "
                      "eigenvalue of B E C below %g, it is %.3g: shorter steps, a larger eps, or "
                      "COLDAE_SRM_RADAU",
                      *eps, h, stable, h * damping);
    return COLDAE_OK;
}

/* A core of its own, before the sizes of the others are known. */
static coldae_status first_look(cd_srm_march *m, double *eps)
{
    cd_arena arena = {0};
    cd_srm_core core = {.problem = m->problem, .options = m->options};
    core.gate = (cd_srm_gate){.problem = m->problem, .report = &m->report};
    cd_srm_core_layout(&arena, m->problem, 1, &core);
    if (cd_arena_create(&m->memory, &arena) != COLDAE_OK)
        return cd_no_memory(&m->memory, &arena, 0, &m->report);
    cd_srm_core_layout(&arena, m->problem, 1, &core);
    coldae_status status = cd_srm_core_prepare(&core, m->problem->start);
    if (status == COLDAE_OK)
        status = choose_iteration(m, &core, eps);
    m->core.gate = core.gate;
    m->core.rate = core.rate;
    cd_arena_release(&m->memory, &arena);
    return status;
}

static coldae_status begin(cd_srm_march *m, coldae_srm_info *info)
{
    double left = m->problem->left, eps = 0;
    size_t n = (size_t)m->n_x;
    CD_TRY(first_look(m, &eps));
    layout(m);
    if (cd_arena_create(&m->memory, &m->arena) != COLDAE_OK)
        return cd_no_memory(&m->memory, &m->arena, 0, &m->report);
    layout(m);
    if (!m->is_explicit)
        cd_tables_basis(&m->basis);
    m->core.problem = m->problem;
    m->core.options = m->options;
    CD_TRY(cd_srm_core_prepare(&m->core, m->problem->start));
    cd_srm_core_set_eps(&m->core, eps);
    m->outside = cd_srm_layer_end(
        &m->core, m->chains, mesh_point(m, cd_min_int(m->options->n_steps, cd_srm_layer_steps(m->chains))));
    info->eps = eps;
    info->iterations = m->chains;
    info->n_residual = cd_min_int(m->chains, COLDAE_SRM_LIST);
    for (int s = 0; s < m->chains; s++)
        memcpy(m->x + (size_t)s * (size_t)m->size, m->problem->start, n * sizeof(double));
    m->started = 1;
    if (m->is_pc && m->options->y0 == COLDAE_SRM_Y0_FUNCTION)
        CD_TRY(cd_srm_data(&m->core.gate, m->problem->y0, "y0", left, NULL, (size_t)m->problem->n_y,
                           m->core.y_start));
    if (m->is_pc)
        memcpy(m->x + n, m->core.y_start, (size_t)m->problem->n_y * sizeof(double));
    return cd_srm_evaluate_chains(m, 0, left, m->x, m->dx, (size_t)m->size, m->By);
}

/* Room for all steps, where the whole solution is wanted. */
static coldae_status make_room(cd_srm_march *m)
{
    cd_dims dims = {.n_diff = m->n_x, .n_alg = m->n_x, .k = m->is_explicit ? 1 : m->k};
    for (int i = 0; i < m->n_x; i++)
        m->pivot[i] = 1; /* all orders; the pivots come later */
    m->solution = cd_solution_create(&dims, m->pivot, COLDAE_RADAU, m->options->n_steps);
    if (m->solution)
        return COLDAE_OK;
    return cd_say(&m->report, COLDAE_ERR_MEMORY, "no memory for the solution of %d steps",
                  m->options->n_steps);
}

/* Nothing is left to do but to say so: the iterations were made inside the steps. */
static coldae_status judge(cd_srm_march *m)
{
    double tol = m->options->tol, half = (m->problem->right - m->problem->left) / 2;
    if (!m->is_judged || (m->residual <= tol && m->between <= tol))
        return COLDAE_OK;
    if (m->residual <= tol)
        return cd_say(&m->report, COLDAE_ERR_MESH_LIMIT,
                      "the constraint residual is %.3g between the steps, tol = %.3g: shorter steps or more "
                      "points (at the steps it is %.3g)",
                      m->between, tol, m->residual);
    const char *cure =
        m->outside < m->problem->left + half
            ? "shorter steps, more iterations, or another eps than"
            : "the layer at left takes half of the interval, shorter steps or a smaller eps than";
    return cd_say(
        &m->report, COLDAE_ERR_MESH_LIMIT,
        "the constraint residual is %.3g for t >= %.6g with %d iterations in each step, tol = %.3g: "
        "%s %.3g",
        m->residual, m->outside, m->chains, tol, cure, m->core.eps);
}

static coldae_status integrate(cd_srm_march *m, int wanted, coldae_srm_info *info)
{
    CD_TRY(begin(m, info));
    if (wanted)
        CD_TRY(make_room(m));
    CD_TRY(inspect(m, m->problem->left, info));
    look_at_start(m, info);
    CD_TRY(tell(m, 0, m->problem->left, m->problem->left));
    CD_TRY(run(m, info));
    return judge(m);
}

/* x and By at the last good point, and the steps up to it. */
static void deliver(cd_srm_march *m, double *x, double *By, coldae_solution **solution, coldae_srm_info *info)
{
    size_t last = (size_t)m->chains - 1, n = (size_t)m->n_x;
    if (m->started) {
        cd_srm_watch_end(&m->core, info);
        memcpy(x, m->x + last * (size_t)m->size, n * sizeof(double));
        if (By)
            memcpy(By, m->By + last * n, n * sizeof(double));
    }
    if (solution && m->solution && info->n_intervals > 0) {
        m->solution->u.n = info->n_intervals;
        *solution = m->solution;
    } else {
        coldae_solution_free(m->solution);
    }
}

coldae_status coldae_srm_march(const coldae_srm_problem *problem, const coldae_srm_options *options,
                               double *x, double *By, coldae_solution **solution, coldae_srm_info *info)
{
    cd_srm_march m;
    coldae_srm_options defaults;
    coldae_srm_info unwanted;
    double begin_time = cd_seconds();
    memset(&m, 0, sizeof m);
    coldae_srm_options_init(&defaults);
    m.problem = problem;
    m.options = options ? options : &defaults;
    if (!info)
        info = &unwanted;
    memset(info, 0, sizeof *info);
    if (solution)
        *solution = NULL;
    coldae_status status = x ? cd_srm_check_march(problem, m.options, &m.report)
                             : cd_say(&m.report, COLDAE_ERR_INVALID, "x is NULL: where should it go?");
    if (status == COLDAE_OK && x) {
        size_t bytes = (size_t)problem->n_x * sizeof(double);
        m.core.gate = (cd_srm_gate){.problem = problem, .report = &m.report};
        cd_memory_limit(&m.memory, m.options->max_bytes);
        info->t = problem->left;
        memcpy(x, problem->start, bytes);
        if (By)
            memset(By, 0, bytes);
        choose_sizes(&m);
        status = integrate(&m, solution != NULL, info);
        if (status > 0)
            status = COLDAE_ERR_CALLBACK; /* not defined here, and the steps are given */
        deliver(&m, x, By, solution, info);
    }
    info->n_newton = m.n_newton;
    cd_srm_fill_info(&m.core, &m.report, status, info);
    info->peak_bytes = (double)m.memory.peak;
    cd_arena_release(&m.memory, &m.arena);
    info->seconds_total = cd_seconds() - begin_time;
    return status;
}
