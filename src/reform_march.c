/* reform_march.c - march in state-space form, with new coordinates whenever the old ones have worn out
 *
 * R is constant until the condition of (R; dg/dx) passes a limit; then the march begins anew at that point
 * with R from the null space of dg/dx there.                             Ascher & Petzold (1991) section 3.3
 */
#include <math.h>
#include <string.h>

#include "reform.h"

/* What the march tells us, and what was told before its last restart. */
typedef struct journey {
    coldae_reform *reform;
    const coldae_march_options *options;
    double limit;
    double *z;    /* [n m] original, at the last step */
    double *next; /* [n m] scratch */
    int is_known; /* z has a value */
    int worn;     /* the coordinates at the last step are */
    int code;     /* return of the user's observer */
    int fault;    /* a code of g or dg, asked for z and the condition at the last step */
    coldae_ivp_info before;
} journey;

/* Original z and the condition of the coordinates at a step.  If z cannot be solved for, it is that of the march, and
 * the coordinates are at their end. */
static int look(const coldae_step *step, journey *j, double *condition)
{
    const coldae_reform *r = j->reform;
    size_t size = (size_t)r->mstar * sizeof(double);
    cd_reform_work *w = cd_reform_borrow(r, 0);
    cd_reform_expand(r, step->z, step->y, j->z);
    memcpy(j->next, j->z, size);
    int code = cd_reform_state_solve(r, step->t, step->z, r->param, w, j->next);
    if (code == 0) {
        memcpy(j->z, j->next, size);
        code = cd_reform_state_condition(r, &r->at, step->t, j->z, r->param, w, condition);
    }
    cd_reform_return(r, w);
    if (code == COLDAE_REFORM_NO_COORDINATES && step->t < r->out.right) {
        *condition = HUGE_VAL;
        return 0;
    }
    return code;
}

/* Look at the coordinates after each step; the user's observer sees one march, its steps numbered through. */
static int observe(const coldae_step *step, void *user)
{
    journey *j = user;
    double condition = 0;
    j->fault = look(step, j, &condition);
    j->is_known = 1;
    if (j->fault != 0)
        return 1;
    j->worn = !(condition <= j->limit);
    coldae_step seen = *step;
    seen.number += j->before.n_steps;
    if (step->number > 0 || j->before.n_steps == 0)
        j->code = cd_reform_observe(j->options, &seen);
    return j->code != 0 || (j->worn && step->number > 0 && step->t < j->reform->out.right);
}

/* The sums of the march so far, a, and of the piece that follows it. */
static void add_up(const coldae_ivp_info *a, coldae_ivp_info *info)
{
    if (a->n_steps > 0) {
        int none = info->n_steps == 0;
        info->h = none ? a->h : info->h;
        info->smallest = none ? a->smallest : fmin(info->smallest, a->smallest);
        info->largest = fmax(info->largest, a->largest);
    }
    info->n_steps += a->n_steps;
    info->n_rejected += a->n_rejected;
    info->n_failed += a->n_failed;
    info->n_newton += a->n_newton;
    info->n_factor += a->n_factor;
    info->n_f += a->n_f;
    info->n_df += a->n_df;
    info->n_g += a->n_g;
    info->n_dg += a->n_dg;
    info->callback_code = info->callback_code ? info->callback_code : a->callback_code;
    info->constraint_residual = fmax(info->constraint_residual, a->constraint_residual);
    info->seconds_total += a->seconds_total;
    info->peak_bytes = fmax(info->peak_bytes, a->peak_bytes);
}

/* Steps tried, accepted or not. */
static int n_tried(const coldae_ivp_info *info)
{
    return info->n_steps + info->n_rejected + info->n_failed;
}

/* The options for the rest of the way. */
static coldae_march_options rest_of(const journey *j)
{
    coldae_march_options o = *j->options;
    int done = j->before.n_steps;
    o.observer = observe;
    o.rank_kappa = fmin(o.rank_kappa, CD_REFORM_KAPPA);
    if (done > 0 && o.step == COLDAE_STEP_AUTO) {
        o.h_first = j->before.h;
        o.max_steps -= n_tried(&j->before);
        while (o.n_fixed > 0 && !(o.fixed[0] > j->reform->out.left)) {
            o.fixed++;
            o.n_fixed--;
        }
    } else if (done > 0) {
        o.n_steps -= done;
        o.mesh = o.mesh ? o.mesh + done : NULL;
    }
    return o;
}

/* New coordinates at the last step; fresh ones that are no better will never do. */
static coldae_status switch_coordinates(journey *j, coldae_ivp_info *info)
{
    cd_report report = {""};
    double condition = 0;
    coldae_status status =
        cd_reform_restart(j->reform, info->t, j->z, &report, &condition, &info->callback_code);
    if (status == COLDAE_OK && !(condition <= j->limit))
        status = cd_say(&report, COLDAE_ERR_SINGULAR,
                        "at t = %.6g even new coordinates have the condition %.3g, above limit = %.3g",
                        info->t, condition, j->limit);
    memcpy(info->message, report.text, sizeof info->message);
    return status;
}

/* One piece of the march was stopped by our observer: why? */
static coldae_status explain_stop(journey *j, coldae_ivp_info *info, int *goes_on)
{
    cd_report report = {""};
    coldae_status status = COLDAE_ERR_CANCELLED;
    info->callback_code = j->code ? j->code : j->before.callback_code;
    if (j->fault == COLDAE_REFORM_NO_COORDINATES)
        status =
            cd_say(&report, COLDAE_ERR_SINGULAR,
                   "the coordinates cannot be solved for at t = %.6g: (R; dg/dx) is singular there", info->t);
    else if (j->fault != 0)
        status = cd_reform_say(&report, j->reform->in.dg ? "g or dg" : "g", j->fault, info->t,
                               &info->callback_code);
    else if (j->code != 0)
        (void)cd_say(&report, status, "the observer returned %d at t = %.6g, after %d steps", j->code,
                     info->t, info->n_steps);
    else
        *goes_on = 1;
    memcpy(info->message, report.text, sizeof info->message);
    return status;
}

/* max_steps is for the whole way. */
static coldae_status say_steps(const journey *j, coldae_ivp_info *info)
{
    cd_report report = {""};
    coldae_status status = cd_say(&report, COLDAE_ERR_MESH_LIMIT,
                                  "max_steps = %d reached at t = %.10g (h = %.3g): raise it, or ask for less",
                                  j->options->max_steps, info->t, info->h);
    memcpy(info->message, report.text, sizeof info->message);
    return status;
}

static coldae_status go(journey *j, double *z_new, double *y_new, int *n_switches, coldae_ivp_info *info)
{
    int automatic = j->options->step == COLDAE_STEP_AUTO;
    for (;;) {
        coldae_march_options o = rest_of(j);
        int goes_on = 0;
        o.observer_user = j;
        j->worn = j->code = j->fault = 0;
        if (automatic && j->before.n_steps > 0 && o.max_steps < 1)
            return say_steps(j, info);
        coldae_status status = coldae_march(&j->reform->out, NULL, &o, z_new, y_new, NULL, info);
        add_up(&j->before, info);
        if (status == COLDAE_ERR_MESH_LIMIT && automatic && n_tried(info) >= j->options->max_steps)
            return say_steps(j, info);
        if (status != COLDAE_ERR_CANCELLED)
            return status;
        status = explain_stop(j, info, &goes_on);
        if (!goes_on)
            return status;
        status = switch_coordinates(j, info);
        if (status != COLDAE_OK)
            return status;
        ++*n_switches;
        j->before = *info;
    }
}

static coldae_status refuse(const coldae_reform *r, coldae_ivp_info *info, const char *words)
{
    cd_report report;
    coldae_status status = cd_say(&report, COLDAE_ERR_INVALID, "%s", words);
    memset(info, 0, sizeof *info);
    info->t = r ? r->out.left : 0;
    memcpy(info->message, report.text, sizeof info->message);
    return status;
}

static coldae_status start(coldae_reform *r, const coldae_march_options *options, double limit, double *z,
                           double *y, int *n_switches, coldae_ivp_info *info)
{
    cd_memory memory = {0};
    cd_arena arena = {0};
    if (!r || !r->plan.is_state || !r->uses_left || r->in.n_side > 0 || r->in.n_coupled > 0)
        return refuse(
            r, info,
            "reform: must be of kind COLDAE_REFORM_STATE_SPACE, with z_left and no other conditions");
    if (!(limit > 1))
        return refuse(r, info, "limit: must be larger than 1");
    size_t mstar = (size_t)r->mstar, mstar_new = (size_t)r->mstar_new, n_alg = (size_t)r->n_alg_new;
    (void)cd_take_doubles(&arena, 2 * mstar + mstar_new + n_alg);
    if (cd_arena_create(&memory, &arena) != COLDAE_OK) {
        (void)refuse(r, info, "no memory for the march");
        return COLDAE_ERR_MEMORY;
    }
    double *values = cd_take_doubles(&arena, 2 * mstar + mstar_new + n_alg);
    double *z_new = values + 2 * mstar, *y_new = z_new + mstar_new;
    journey j = {.reform = r, .options = options, .limit = limit, .z = values, .next = values + mstar};
    coldae_status status = go(&j, z_new, y_new, n_switches, info);
    if (j.is_known && z)
        memcpy(z, j.z, mstar * sizeof(double));
    if (j.is_known && y && r->n_y > 0)
        memcpy(y, y_new, (size_t)r->n_y * sizeof(double));
    cd_arena_release(&memory, &arena);
    return status;
}

coldae_status coldae_reform_march(coldae_reform *reform, const coldae_march_options *options, double limit,
                                  double *z, double *y, int *n_switches, coldae_ivp_info *info)
{
    coldae_march_options defaults;
    coldae_ivp_info aside;
    int count = 0;
    coldae_march_options_init(&defaults);
    coldae_status status =
        start(reform, options ? options : &defaults, limit, z, y, &count, info ? info : &aside);
    if (n_switches)
        *n_switches = count;
    return status;
}
