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
    double *z; /* [n m] original, at the last step */
    int worn;  /* the coordinates at the last step are */
    int code;  /* return of the user's observer */
    coldae_ivp_info before;
} journey;

/* Look at the coordinates after each step; the user's observer sees one march, its steps numbered through. */
static int observe(const coldae_step *step, void *user)
{
    journey *j = user;
    const coldae_reform *r = j->reform;
    double condition = 0;
    if (coldae_reform_from(r, step->t, step->z, step->y, r->param, j->z, NULL) != COLDAE_OK ||
        coldae_reform_condition(r, step->t, j->z, r->param, &condition) != COLDAE_OK)
        condition = HUGE_VAL;
    j->worn = !(condition <= j->limit);
    coldae_step seen = *step;
    seen.number += j->before.n_steps;
    if (step->number > 0 || j->before.n_steps == 0)
        j->code = cd_reform_observe(j->options, &seen);
    return j->code != 0 || (j->worn && step->number > 0 && step->t < r->out.right);
}

static void add_up(const coldae_ivp_info *a, coldae_ivp_info *info)
{
    info->n_steps += a->n_steps;
    info->n_rejected += a->n_rejected;
    info->n_failed += a->n_failed;
    info->n_newton += a->n_newton;
    info->n_factor += a->n_factor;
    info->n_f += a->n_f;
    info->n_df += a->n_df;
    info->n_g += a->n_g;
    info->n_dg += a->n_dg;
    if (a->n_steps == 0)
        return;
    info->smallest = fmin(info->smallest, a->smallest);
    info->largest = fmax(info->largest, a->largest);
    info->constraint_residual = fmax(info->constraint_residual, a->constraint_residual);
    info->seconds_total += a->seconds_total;
    info->peak_bytes = fmax(info->peak_bytes, a->peak_bytes);
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
    double condition = 0;
    coldae_status status =
        coldae_reform_restart(j->reform, info->t, j->z, info->message, sizeof info->message);
    if (status != COLDAE_OK)
        return status;
    if (coldae_reform_condition(j->reform, info->t, j->z, j->reform->param, &condition) == COLDAE_OK &&
        condition <= j->limit)
        return COLDAE_OK;
    cd_report report = {""};
    status = cd_say(&report, COLDAE_ERR_SINGULAR,
                    "at t = %.6g even new coordinates have the condition %.3g, above limit = %.3g", info->t,
                    condition, j->limit);
    memcpy(info->message, report.text, sizeof info->message);
    return status;
}

static coldae_status go(journey *j, double *z_new, double *y_new, int *n_switches, coldae_ivp_info *info)
{
    for (;;) {
        coldae_march_options o = rest_of(j);
        o.observer_user = j;
        j->worn = j->code = 0;
        coldae_status status = coldae_march(&j->reform->out, NULL, &o, z_new, y_new, NULL, info);
        add_up(&j->before, info);
        if (status != COLDAE_ERR_CANCELLED || j->code != 0 || !j->worn)
            return status;
        status = switch_coordinates(j, info);
        if (status != COLDAE_OK)
            return status;
        ++*n_switches;
        j->before = *info;
    }
}

static coldae_status refuse(coldae_ivp_info *info, const char *words)
{
    cd_report report;
    coldae_status status = cd_say(&report, COLDAE_ERR_INVALID, "%s", words);
    memset(info, 0, sizeof *info);
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
            info, "reform: must be of kind COLDAE_REFORM_STATE_SPACE, with z_left and no other conditions");
    if (!(limit > 1))
        return refuse(info, "limit: must be larger than 1");
    size_t mstar = (size_t)r->mstar, mstar_new = (size_t)r->mstar_new, n_alg = (size_t)r->n_alg_new;
    (void)cd_take_doubles(&arena, mstar + mstar_new + n_alg);
    if (cd_arena_create(&memory, &arena) != COLDAE_OK) {
        (void)refuse(info, "no memory for the march");
        return COLDAE_ERR_MEMORY;
    }
    double *values = cd_take_doubles(&arena, mstar + mstar_new + n_alg);
    double *z_new = values + mstar, *y_new = z_new + mstar_new;
    journey j = {.reform = r, .options = options, .limit = limit, .z = values};
    coldae_status status = go(&j, z_new, y_new, n_switches, info);
    if (info->n_steps > 0 && z)
        memcpy(z, j.z, mstar * sizeof(double));
    if (info->n_steps > 0 && y && r->n_y > 0)
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
