/* reform.c - higher-index problem in, coldae_problem out: creation, maps, ownership
 *
 * The kinds are in reform_plan.c, the equations in reform_equations.c, the conditions in reform_conditions.c.
 */
#include <stdio.h>
#include <string.h>

#include "checks.h"
#include "reform.h"

enum { MOST_SLOTS = 16 };                 /* concurrent calls */
static const double SCRATCH_BYTES = 64e6; /* of all slots together, where one slot permits it */

void coldae_reform_problem_init(coldae_reform_problem *problem)
{
    memset(problem, 0, sizeof *problem);
    problem->order = 2;
    problem->highest = -1;
    problem->right = 1;
}

void coldae_reform_options_init(coldae_reform_options *options)
{
    memset(options, 0, sizeof *options);
    options->kind = COLDAE_REFORM_INVARIANT1;
    options->gamma = 1;
    options->n_imposed = 1;
    options->consistent = 1e-6;
}

/* ---- sizes and memory -------------------------------------------------------------------------- */

static void set_sizes(coldae_reform *r, const coldae_reform_problem *q)
{
    const cd_reform_plan *plan = &r->plan;
    r->in = *q;
    r->n = q->n;
    r->m = q->order;
    r->q = q->g_order;
    r->n_y = q->n_alg;
    r->n_g = q->n_g;
    r->n_u = q->n - q->n_g;
    r->n_param = q->n_param;
    r->mstar = q->n * q->order;
    r->columns = r->mstar + r->n_y + r->n_param;
    r->uses_left = q->z_left != NULL;
    int n = plan->is_state ? r->n_u : r->n, phi = plan->is_shifted ? r->n : 0;
    r->n_diff_new = (plan->first_order ? n * r->m : n) + phi;
    r->mstar_new = n * r->m + phi;
    r->n_alg_new = r->n_y + r->n_g * (plan->is_state ? r->m : plan->n_mu);
    int full = q->n_side + q->n_coupled == r->mstar + r->n_param;
    r->n_extra = (full || plan->is_state ? 0 : plan->s * r->n_g) + phi;
    if (r->uses_left)
        r->n_extra = r->mstar_new;
}

static size_t largest(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void layout_work(cd_arena *arena, const coldae_reform *r, cd_reform_work *w)
{
    size_t n = (size_t)r->n, n_g = (size_t)r->n_g, mstar = (size_t)r->mstar, columns = (size_t)r->columns;
    size_t ends = 2 * mstar + (size_t)r->n_param, coupled = (size_t)r->in.n_coupled;
    w->z = cd_take_doubles(arena, mstar);
    w->zr = cd_take_doubles(arena, mstar);
    w->z2 = cd_take_doubles(arena, mstar);
    w->y = cd_take_doubles(arena, n);
    w->p = cd_take_doubles(arena, (size_t)r->n_param);
    w->f = cd_take_doubles(arena, n);
    w->f2 = cd_take_doubles(arena, n);
    w->g = cd_take_doubles(arena, n_g);
    w->J = cd_take_doubles(arena, n * columns);
    w->D = cd_take_doubles(arena, n * n_g);
    w->D2 = cd_take_doubles(arena, n * n_g);
    w->square = cd_take_doubles(arena, n * n);
    w->svd = cd_take_doubles(arena, 9 * n + 64);
    w->Z = cd_take_doubles(arena, r->plan.is_state ? mstar * (size_t)(r->mstar_new + r->n_param) : 0);
    w->row = cd_take_doubles(arena, largest(n * n, largest(coupled, 1) * ends));
    w->pivot = cd_arena_take(arena, n, sizeof(int));
}

/* Scratch of the linear front end, used while the other is in use: A, x^(m), and df with a matrix behind it. */
static void layout_inner(cd_arena *arena, const coldae_reform *r, cd_reform_work *w)
{
    size_t n = (size_t)r->n;
    w->square = cd_take_doubles(arena, n * n);
    w->f = cd_take_doubles(arena, n);
    w->J = cd_take_doubles(arena, n * (size_t)r->columns + n * n);
}

static void layout_coordinates(cd_arena *arena, const coldae_reform *r, cd_reform_coordinates *c)
{
    size_t n = (size_t)r->n;
    c->R = cd_take_doubles(arena, n * (size_t)r->n_u);
    c->P = cd_take_doubles(arena, n * (size_t)r->n_u);
    c->Q = cd_take_doubles(arena, n * (size_t)r->n_g);
}

static void layout(cd_arena *arena, coldae_reform *r, int is_linear)
{
    size_t s1 = (size_t)r->plan.s + 1, slots = (size_t)r->n_slots;
    r->plan.alpha = cd_take_doubles(arena, s1 * s1);
    r->z_left = cd_take_doubles(arena, (size_t)r->mstar);
    r->z_start = cd_take_doubles(arena, (size_t)r->mstar_new);
    r->param = cd_take_doubles(arena, (size_t)r->n_param);
    r->no_y = cd_take_doubles(arena, (size_t)r->n_g);
    r->order = cd_arena_take(arena, (size_t)r->n_diff_new, sizeof(int));
    r->zeta = cd_take_doubles(arena, (size_t)r->n_extra + (size_t)r->in.n_side);
    if (r->plan.is_state) {
        layout_coordinates(arena, r, &r->at);
        layout_coordinates(arena, r, &r->spare);
    }
    cd_reform_work *work = cd_arena_take(arena, 2 * slots, sizeof *work), aside;
    r->busy = cd_arena_take(arena, 2 * slots, sizeof *r->busy);
    r->work = work;
    for (size_t i = 0; i < slots; i++) {
        layout_work(arena, r, work ? work + i : &aside);
        if (is_linear)
            layout_inner(arena, r, work ? work + slots + i : &aside);
    }
}

/* As many slots as fit into SCRATCH_BYTES. */
static void choose_slots(coldae_reform *r, int is_linear)
{
    cd_arena one = {0};
    cd_reform_work aside;
    layout_work(&one, r, &aside);
    if (is_linear)
        layout_inner(&one, r, &aside);
    double fit = SCRATCH_BYTES / (double)(one.used + 1);
    r->n_slots = fit >= MOST_SLOTS ? MOST_SLOTS : fit < 1 ? 1 : (int)fit;
}

/* ---- the new problem --------------------------------------------------------------------------- */

static void copy_arrays(coldae_reform *r, const coldae_reform_problem *q)
{
    for (int i = 0; i < 2 * r->n_slots; i++)
        atomic_flag_clear(&r->busy[i]);
    for (int i = 0; i < r->n_diff_new; i++)
        r->order[i] = r->plan.first_order ? 1 : r->m;
    for (int i = 0; r->plan.is_shifted && i < r->n; i++)
        r->order[r->n_diff_new - 1 - i] = 1; /* phi */
    for (int l = 0; l < r->n_extra + q->n_side; l++)
        r->zeta[l] = l < r->n_extra ? q->left : q->zeta[l - r->n_extra];
    if (q->z_left)
        memcpy(r->z_left, q->z_left, (size_t)r->mstar * sizeof(double));
    if (q->param_guess && r->n_param > 0)
        memcpy(r->param, q->param_guess, (size_t)r->n_param * sizeof(double));
}

static void make_problem(coldae_reform *r)
{
    const coldae_reform_problem *q = &r->in;
    int n_side = r->n_extra + q->n_side;
    coldae_problem_init(&r->out);
    r->out.n_diff = r->n_diff_new;
    r->out.n_alg = r->n_alg_new;
    r->out.n_param = r->n_param;
    r->out.order = r->order;
    r->out.left = q->left;
    r->out.right = q->right;
    r->out.n_side = n_side;
    r->out.zeta = n_side > 0 ? r->zeta : NULL;
    r->out.n_coupled = q->n_coupled;
    r->out.linear = q->linear;
    r->out.f = cd_reform_new_f;
    r->out.df = q->df && q->dg ? cd_reform_new_df : NULL;
    r->out.g = n_side > 0 ? cd_reform_new_g : NULL;
    r->out.dg = n_side > 0 && (q->n_side == 0 || q->dside) ? cd_reform_new_dg : NULL;
    r->out.coupled = q->n_coupled > 0 ? cd_reform_new_coupled : NULL;
    r->out.dcoupled = q->dcoupled ? cd_reform_new_dcoupled : NULL;
    r->out.guess = q->guess || r->uses_left ? cd_reform_new_guess : NULL;
    r->out.param_guess = q->param_guess ? r->param : NULL;
    r->out.user = r;
    r->in.z_left = r->uses_left ? r->z_left : NULL; /* ours from here on */
    r->in.zeta = NULL;
    r->in.param_guess = NULL;
}

/* ---- public ------------------------------------------------------------------------------------ */

/* Everything but the look at the user's functions. */
static coldae_status build(coldae_reform *r, const coldae_reform_problem *q,
                           const coldae_reform_linear *linear, cd_report *report)
{
    double aside[(CD_REFORM_MOST + 1) * (CD_REFORM_MOST + 1)];
    r->plan.alpha = aside; /* the sizes depend on the plan */
    cd_reform_plan_fill(q, &r->options, &r->plan);
    set_sizes(r, q);
    choose_slots(r, linear != NULL);
    layout(&r->arena, r, linear != NULL);
    if (cd_arena_create(&r->memory, &r->arena) != COLDAE_OK)
        return cd_no_memory(&r->memory, &r->arena, 0, report);
    layout(&r->arena, r, linear != NULL);
    cd_reform_plan_fill(q, &r->options, &r->plan);
    copy_arrays(r, q);
    r->user = linear ? linear->user : q->user;
    if (linear) {
        r->linear = *linear;
        r->in.user = r;
    }
    make_problem(r);
    return COLDAE_OK;
}

static coldae_status fill(coldae_reform *r, const coldae_reform_problem *q,
                          const coldae_reform_linear *linear, cd_report *report, coldae_reform_info *info)
{
    CD_TRY(build(r, q, linear, report));
    CD_TRY(cd_reform_look(r, report, info));
    if (r->plan.is_state)
        CD_TRY(cd_reform_choose(r, r->options.R, q->left, r->z_left, r->param, report, &r->at,
                                &info->condition, &info->callback_code));
    if (r->uses_left)
        cd_reform_contract(r, r->z_left, NULL, r->z_start, NULL);
    r->options.R = r->options.root_re = r->options.root_im = NULL; /* the user's: not after this call */
    return COLDAE_OK;
}

static coldae_status create(const coldae_reform_problem *q, const coldae_reform_linear *linear,
                            const coldae_reform_options *options, coldae_reform **reform, cd_report *report,
                            coldae_reform_info *info)
{
    coldae_reform_options defaults;
    coldae_reform_options_init(&defaults);
    if (!options)
        options = &defaults;
    if (!q)
        return cd_say(report, COLDAE_ERR_INVALID, "problem = NULL: must point to a problem");
    if (linear)
        CD_TRY(cd_reform_linear_check(linear, report));
    CD_TRY(cd_reform_check(q, options, report));
    coldae_reform *r = cd_allocate(sizeof *r);
    if (!r)
        return cd_say(report, COLDAE_ERR_MEMORY, "no memory for the reformulation");
    r->options = *options;
    coldae_status status = fill(r, q, linear, report, info);
    if (status != COLDAE_OK) {
        coldae_reform_free(r);
        return status;
    }
    int is_index2 = r->plan.n_mu > 0 || !r->plan.needs_top;
    info->index = is_index2 && !r->plan.is_state ? 2 : 1;
    info->rank_kappa = CD_REFORM_KAPPA;
    info->n_extra = r->n_extra;
    info->n_mu = r->n_alg_new - r->n_y;
    info->projection = info->index == 1                  ? COLDAE_PROJECT_NONE
                       : r->plan.needs_top && r->n_y > 0 ? COLDAE_PROJECT_AUTO
                                                         : COLDAE_PROJECT_INDEX2;
    *reform = r;
    return COLDAE_OK;
}

static coldae_status start(const coldae_reform_problem *q, const coldae_reform_linear *linear,
                           const coldae_reform_options *options, coldae_reform **reform,
                           coldae_reform_info *info)
{
    cd_report report = {{0}};
    coldae_reform_info aside;
    if (!info)
        info = &aside;
    memset(info, 0, sizeof *info);
    if (!reform) {
        (void)snprintf(info->message, sizeof info->message,
                       "reform = NULL: there is no place for the result");
        return COLDAE_ERR_INVALID;
    }
    *reform = NULL;
    coldae_status status = create(q, linear, options, reform, &report, info);
    memcpy(info->message, status == COLDAE_OK ? "" : report.text,
           status == COLDAE_OK ? 1 : sizeof report.text);
    return status;
}

coldae_status coldae_reform_create(const coldae_reform_problem *problem, const coldae_reform_options *options,
                                   coldae_reform **reform, coldae_reform_info *info)
{
    return start(problem, NULL, options, reform, info);
}

coldae_status coldae_reform_create_linear(const coldae_reform_linear *linear,
                                          const coldae_reform_options *options, coldae_reform **reform,
                                          coldae_reform_info *info)
{
    coldae_reform_problem q;
    coldae_reform_problem_init(&q);
    if (linear)
        q = cd_reform_linear_problem(linear);
    return start(linear ? &q : NULL, linear, options, reform, info);
}

void coldae_reform_free(coldae_reform *reform)
{
    if (!reform)
        return;
    cd_arena_release(&reform->memory, &reform->arena);
    cd_deallocate(reform);
}

const coldae_problem *coldae_reform_result(const coldae_reform *reform)
{
    return reform ? &reform->out : NULL;
}

coldae_status coldae_reform_to(const coldae_reform *r, const double *z, const double *y, double *z_new,
                               double *y_new)
{
    if (!r || !z)
        return COLDAE_ERR_INVALID;
    cd_reform_contract(r, z, y, z_new, y_new);
    return COLDAE_OK;
}

coldae_status coldae_reform_from(const coldae_reform *r, double t, const double *z_new, const double *y_new,
                                 const double *p, double *z, double *y)
{
    if (!r || !z_new || (!y_new && (r->plan.is_state || (y && r->n_y > 0))))
        return COLDAE_ERR_INVALID;
    if (y && r->n_y > 0)
        memcpy(y, y_new, (size_t)r->n_y * sizeof(double));
    if (!z)
        return COLDAE_OK;
    cd_reform_expand(r, z_new, y_new, z);
    if (!r->plan.is_state)
        return COLDAE_OK;
    cd_reform_work *w = cd_reform_borrow(r, 0);
    int code = cd_reform_state_solve(r, t, z_new, p, w, z);
    cd_reform_return(r, w);
    return code == 0                              ? COLDAE_OK
           : code == COLDAE_REFORM_NO_COORDINATES ? COLDAE_ERR_SINGULAR
                                                  : COLDAE_ERR_CALLBACK;
}

coldae_status coldae_reform_drift(const coldae_reform *r, int level, double t, const double *z,
                                  const double *y, const double *p, double *drift)
{
    int highest = !r ? -1 : r->in.highest < 0 ? r->plan.s : r->in.highest;
    if (!z || !drift || level < 0 || level > highest || (!y && level == r->plan.s && r->n_y > 0))
        return COLDAE_ERR_INVALID;
    int code = cd_reform_g(r, level, t, z, y ? y : r->no_y, p, drift);
    return cd_reform_finite(code, (size_t)r->n_g, drift) == 0 ? COLDAE_OK : COLDAE_ERR_CALLBACK;
}

coldae_status coldae_reform_condition(const coldae_reform *r, double t, const double *z, const double *p,
                                      double *condition)
{
    if (!r || !z || !condition || !r->plan.is_state)
        return COLDAE_ERR_INVALID;
    cd_reform_work *w = cd_reform_borrow(r, 0);
    int code = cd_reform_state_condition(r, &r->at, t, z, p, w, condition);
    cd_reform_return(r, w);
    return code == 0 ? COLDAE_OK : COLDAE_ERR_CALLBACK;
}

coldae_status cd_reform_restart(coldae_reform *r, double t, const double *z, cd_report *report,
                                double *condition, int *callback_code)
{
    if (!r || !z)
        return cd_say(report, COLDAE_ERR_INVALID, "%s = NULL", r ? "z" : "reform");
    if (!r->uses_left || r->in.n_side > 0 || r->in.n_coupled > 0)
        return cd_say(report, COLDAE_ERR_INVALID,
                      "only a problem whose conditions are all given by z_left can begin elsewhere");
    if (!(t > r->out.left && t < r->out.right))
        return cd_say(report, COLDAE_ERR_INVALID, "t = %g: must be in (left, right) = (%g, %g)", t,
                      r->out.left, r->out.right);
    CD_TRY(cd_check_finite(report, "z", r->mstar, z));
    if (r->plan.is_state) {
        CD_TRY(cd_reform_choose(r, NULL, t, z, r->param, report, &r->spare, condition, callback_code));
        cd_reform_coordinates swap = r->at;
        r->at = r->spare;
        r->spare = swap;
    }
    memcpy(r->z_left, z, (size_t)r->mstar * sizeof(double));
    cd_reform_contract(r, r->z_left, NULL, r->z_start, NULL);
    r->in.left = r->out.left = t;
    for (int l = 0; l < r->n_extra; l++)
        r->zeta[l] = t;
    return COLDAE_OK;
}

coldae_status coldae_reform_restart(coldae_reform *reform, double t, const double *z, char *message,
                                    int message_size)
{
    cd_report report = {{0}};
    double condition = 0;
    int code = 0;
    coldae_status status = cd_reform_restart(reform, t, z, &report, &condition, &code);
    if (message && message_size > 0)
        cd_copy_words(report.text, message, (size_t)message_size);
    return status;
}
