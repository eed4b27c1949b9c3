/* march_options.c - defaults of the marching, and every field against its range
 *
 * Comparisons are written so that NaN fails them.
 */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "checks.h"
#include "march.h"

void coldae_march_options_init(coldae_march_options *options)
{
    memset(options, 0, sizeof *options);
    options->tol = 1e-6;
    options->points = COLDAE_RADAU;
    options->projection = COLDAE_PROJECT_AUTO;
    options->rank_kappa = 1e-2;
    options->consistency = 1;
    options->step = COLDAE_STEP_AUTO;
    options->n_steps = 100;
    options->max_steps = 1000000;
    options->max_iterations = 10;
}

static coldae_status check_length(cd_report *say, const char *name, double value)
{
    if (value >= 0)
        return COLDAE_OK;
    return cd_say(say, COLDAE_ERR_INVALID, "options.%s = %g: must not be negative (0: chosen)", name, value);
}

static coldae_status check_steps(const coldae_march_options *o, cd_report *say)
{
    CD_TRY(cd_check_int(say, "options.step", o->step, COLDAE_STEP_FIXED, COLDAE_STEP_AUTO));
    CD_TRY(cd_check_int(say, "options.n_steps", o->n_steps, 1, INT_MAX - 1));
    CD_TRY(cd_check_int(say, "options.max_steps", o->max_steps, 1, INT_MAX));
    CD_TRY(check_length(say, "h_first", o->h_first));
    CD_TRY(check_length(say, "h_largest", o->h_largest));
    if (o->step == COLDAE_STEP_MESH && !o->mesh)
        return cd_say(say, COLDAE_ERR_INVALID,
                      "options.mesh = NULL: COLDAE_STEP_MESH needs n_steps + 1 = %d points", o->n_steps + 1);
    return COLDAE_OK;
}

static coldae_status check_invariants(const coldae_march_options *o, int mstar, cd_report *say)
{
    long long rows = 0;
    CD_TRY(cd_check_int(say, "options.n_invariants", o->n_invariants, 0, INT_MAX));
    if (o->n_invariants > 0 && !o->invariants)
        return cd_say(say, COLDAE_ERR_INVALID, "options.invariants = NULL: must point to n_invariants = %d",
                      o->n_invariants);
    for (int i = 0; i < o->n_invariants; i++) {
        if (o->invariants[i].n < 1 || o->invariants[i].n > mstar)
            return cd_say(say, COLDAE_ERR_INVALID,
                          "options.invariants[%d].n = %d: must be from 1 to mstar = %d", i,
                          o->invariants[i].n, mstar);
        if (!o->invariants[i].h)
            return cd_say(say, COLDAE_ERR_INVALID, "options.invariants[%d].h = NULL: must be given", i);
        rows += o->invariants[i].n;
    }
    if (rows * mstar > INT_MAX / 16)
        return cd_say(say, COLDAE_ERR_INVALID, "options.invariants: %lld rows in all are too many", rows);
    return COLDAE_OK;
}

static coldae_status check_left(const coldae_problem *p, const double *z_left, int consistency, int mstar,
                                cd_report *say)
{
    CD_TRY(cd_check_finite(say, "z_left", mstar, z_left));
    if (z_left)
        return COLDAE_OK;
    if (p->n_coupled != 0)
        return cd_say(say, COLDAE_ERR_INVALID,
                      "problem.n_coupled = %d: without z_left all conditions must be at left", p->n_coupled);
    if (p->n_side > mstar || p->n_side < mstar - (consistency ? p->n_alg : 0))
        return cd_say(say, COLDAE_ERR_INVALID,
                      "problem.n_side = %d: without z_left, mstar = %d conditions at left are needed%s",
                      p->n_side, mstar,
                      consistency && p->n_alg > 0 ? " (index-2 constraints may be left out)" : "");
    if (p->n_side > 0 && (!p->zeta || !p->g))
        return cd_say(say, COLDAE_ERR_INVALID, "problem.%s = NULL: needed for n_side = %d",
                      p->zeta ? "g" : "zeta", p->n_side);
    for (int l = 0; l < p->n_side; l++)
        if (!(p->zeta[l] == p->left))
            return cd_say(say, COLDAE_ERR_INVALID,
                          "problem.zeta[%d] = %g: without z_left all conditions must be at left = %g", l,
                          p->zeta[l], p->left);
    return COLDAE_OK;
}

/* k from the tolerance, the local error being controlled as h^{k+1}; with k close to the order of the equations loose
 * tolerances are not held. */
static int choose_points(double tol, const double *tol_z, int mstar, int max_order)
{
    double tightest = tol;
    for (int i = 0, found = 0; tol_z && i < mstar; i++)
        if (tol_z[i] > 0 && (!found || tol_z[i] < tightest)) {
            tightest = tol_z[i];
            found = 1;
        }
    int k = (int)lround(-log10(tightest) / 2.5 + 1.75);
    return cd_min_int(cd_max_int(cd_min_int(k, 7), max_order + 2), CD_MAX_POINTS);
}

static coldae_options common_options(const coldae_march_options *o)
{
    coldae_options c;
    coldae_options_init(&c);
    c.tol = o->tol;
    c.tol_z = o->tol_z;
    c.points = o->points;
    c.n_points = o->n_points;
    c.projection = o->projection;
    c.rank_kappa = o->rank_kappa;
    c.max_intervals = INT_MAX;
    c.n_intervals = o->step == COLDAE_STEP_MESH ? o->n_steps : 1;
    c.mesh = o->step == COLDAE_STEP_MESH ? o->mesh : NULL;
    c.fixed = o->fixed;
    c.n_fixed = o->n_fixed;
    c.max_iterations = o->max_iterations;
    c.max_bytes = o->max_bytes;
    return c;
}

coldae_status cd_march_check(const coldae_problem *problem, const double *z_left,
                             const coldae_march_options *options, cd_march *s)
{
    int mstar = 0, max_order = 1;
    s->problem = problem;
    s->options = options;
    s->common = common_options(options);
    CD_TRY(check_steps(options, &s->report));
    CD_TRY(cd_method_check_equations(problem, &s->common, &s->report));
    for (int i = 0; i < problem->n_diff; i++) {
        mstar += problem->order[i];
        max_order = cd_max_int(max_order, problem->order[i]);
    }
    CD_TRY(check_invariants(options, mstar, &s->report));
    CD_TRY(check_left(problem, z_left, options->consistency, mstar, &s->report));
    if (s->common.n_points == 0)
        s->common.n_points = choose_points(options->tol, options->tol_z, mstar, max_order);
    s->common.fixed = NULL; /* kept by the marching itself */
    s->common.n_fixed = 0;
    s->equations = *problem;
    s->equations.n_side = 0;
    s->equations.n_coupled = 0;
    return COLDAE_OK;
}
