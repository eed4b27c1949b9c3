/* validate.c - every field of problem and options against its range, before anything is allocated
 *
 * Comparisons are written so that NaN fails them.
 */
#include <limits.h>
#include <math.h>
#include <stdint.h>

#include "checks.h"
#include "method.h"

static const double SMALLEST_TOL = 1e-14; /* below, rounding of z itself is larger */

static coldae_status check_sizes(const coldae_problem *p, cd_report *say, int *mstar)
{
    if (p->n_diff < 1)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.n_diff = %d: must be at least 1", p->n_diff);
    if (p->n_alg < 0)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.n_alg = %d: must not be negative", p->n_alg);
    if (p->n_param < 0)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.n_param = %d: must not be negative", p->n_param);
    /* Local matrices have (k (d+m))^2 entries: keep every index an int and every size a size_t. */
    long long rows = ((long long)p->n_diff + p->n_alg) * CD_MAX_POINTS;
    long long others = p->n_alg + 2LL * p->n_param + 2LL * (p->n_coupled > 0 ? p->n_coupled : 0);
    if (rows > INT_MAX || others > INT_MAX / 4 || rows * (p->n_diff + others) > INT_MAX)
        return cd_say(
            say, COLDAE_ERR_INVALID,
            "problem.n_diff = %d, n_alg = %d, n_param = %d, n_coupled = %d: their product is too large",
            p->n_diff, p->n_alg, p->n_param, p->n_coupled);
    if (!p->order)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.order = NULL: must point to n_diff = %d orders",
                      p->n_diff);
    long long sum = 0;
    for (int i = 0; i < p->n_diff; i++) {
        if (p->order[i] < 1 || p->order[i] > CD_MAX_POINTS)
            return cd_say(say, COLDAE_ERR_INVALID, "problem.order[%d] = %d: must be from 1 to %d", i,
                          p->order[i], (int)CD_MAX_POINTS);
        sum += p->order[i];
    }
    if (rows * (sum + others) > INT_MAX)
        return cd_say(say, COLDAE_ERR_INVALID,
                      "problem.n_diff = %d, n_alg = %d, sum of orders %lld: their product is too large",
                      p->n_diff, p->n_alg, sum);
    *mstar = (int)sum;
    return COLDAE_OK;
}

static coldae_status check_conditions(const coldae_problem *p, int mstar, int consistency, cd_report *say)
{
    if (p->n_side < 0)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.n_side = %d: must not be negative", p->n_side);
    if (p->n_coupled < 0)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.n_coupled = %d: must not be negative", p->n_coupled);
    long long deficit = (long long)mstar + p->n_param - p->n_side - p->n_coupled;
    int most = consistency ? p->n_alg : 0;
    if (deficit < 0 || deficit > most)
        return cd_say(say, COLDAE_ERR_INVALID,
                      "n_side + n_coupled = %lld conditions, but mstar + n_param = %d + %d = %lld are needed "
                      "(mstar: the sum of order)%s",
                      (long long)p->n_side + p->n_coupled, mstar, p->n_param, (long long)mstar + p->n_param,
                      most > 0 ? " (index-2 constraints at left may be left out)" : "");
    if (p->n_side > 0 && !p->zeta)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.zeta = NULL: must point to n_side = %d points",
                      p->n_side);
    if (p->n_side > 0 && !p->g)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.g = NULL: needed for n_side = %d", p->n_side);
    if (p->n_coupled > 0 && !p->coupled)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.coupled = NULL: needed for n_coupled = %d",
                      p->n_coupled);
    for (int l = 0; l < p->n_side; l++) {
        double before = l > 0 ? p->zeta[l - 1] : p->left;
        if (!(p->zeta[l] >= p->left && p->zeta[l] <= p->right))
            return cd_say(say, COLDAE_ERR_INVALID,
                          "problem.zeta[%d] = %g: must be in [left, right] = [%g, %g]", l, p->zeta[l],
                          p->left, p->right);
        if (!(p->zeta[l] >= before))
            return cd_say(say, COLDAE_ERR_INVALID,
                          "problem.zeta[%d] = %g: must not be smaller than zeta[%d] = %g (nondecreasing)", l,
                          p->zeta[l], l - 1, before);
    }
    return COLDAE_OK;
}

static coldae_status check_equations(const coldae_problem *p, cd_report *say, int *mstar)
{
    CD_TRY(check_sizes(p, say, mstar));
    CD_TRY(cd_check_interval(say, p->left, p->right));
    if (!p->f && !p->f_batch)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.f = NULL: f or f_batch must be given");
    return cd_check_finite(say, "problem.param_guess", p->n_param, p->param_guess);
}

static coldae_status check_tolerances(const coldae_options *o, int mstar, cd_report *say)
{
    if (!(o->tol >= SMALLEST_TOL && o->tol < 1))
        return cd_say(say, COLDAE_ERR_INVALID, "options.tol = %g: must be in [%g, 1)", o->tol, SMALLEST_TOL);
    if (!o->tol_z)
        return COLDAE_OK;
    int controlled = 0;
    for (int i = 0; i < mstar; i++) {
        if (!(o->tol_z[i] == 0 || (o->tol_z[i] >= SMALLEST_TOL && o->tol_z[i] < 1)))
            return cd_say(say, COLDAE_ERR_INVALID,
                          "options.tol_z[%d] = %g: must be in [%g, 1), or 0 (not controlled)", i, o->tol_z[i],
                          SMALLEST_TOL);
        controlled += o->tol_z[i] > 0;
    }
    if (!controlled)
        return cd_say(say, COLDAE_ERR_INVALID,
                      "options.tol_z: all %d entries are 0, at least one must be > 0", mstar);
    return COLDAE_OK;
}

static coldae_status check_mesh(const coldae_problem *p, const coldae_options *o, cd_report *say)
{
    CD_TRY(cd_check_int(say, "options.n_intervals", o->n_intervals, 1, INT_MAX));
    CD_TRY(cd_check_int(say, "options.max_intervals", o->max_intervals, 1, INT_MAX));
    if (o->max_intervals < o->n_intervals && !o->start)
        return cd_say(say, COLDAE_ERR_INVALID,
                      "options.max_intervals = %d: must be at least n_intervals = %d, the first mesh",
                      o->max_intervals, o->n_intervals);
    CD_TRY(cd_check_int(say, "options.n_fixed", o->n_fixed, 0, INT_MAX));
    if (o->n_fixed > 0 && !o->fixed)
        return cd_say(say, COLDAE_ERR_INVALID, "options.fixed = NULL: must point to n_fixed = %d points",
                      o->n_fixed);
    double before = p->left;
    for (int i = 0; i < o->n_fixed; before = o->fixed[i++])
        if (!(o->fixed[i] > before && o->fixed[i] < p->right))
            return cd_say(say, COLDAE_ERR_INVALID,
                          "options.fixed[%d] = %g: must be larger than %g and smaller than right = %g", i,
                          o->fixed[i], before, p->right);
    if (!o->mesh)
        return COLDAE_OK;
    if (!(o->mesh[0] == p->left))
        return cd_say(say, COLDAE_ERR_INVALID, "options.mesh[0] = %g: must equal left = %g", o->mesh[0],
                      p->left);
    for (int i = 1; i <= o->n_intervals; i++)
        if (!(o->mesh[i] > o->mesh[i - 1]) || !isfinite(o->mesh[i]))
            return cd_say(say, COLDAE_ERR_INVALID,
                          "options.mesh[%d] = %g: must be finite and larger than mesh[%d] = %g", i,
                          o->mesh[i], i - 1, o->mesh[i - 1]);
    if (!(o->mesh[o->n_intervals] == p->right))
        return cd_say(say, COLDAE_ERR_INVALID, "options.mesh[%d] = %g: must equal right = %g", o->n_intervals,
                      o->mesh[o->n_intervals], p->right);
    return COLDAE_OK;
}

static coldae_status check_options(const coldae_problem *p, const coldae_options *o, int mstar,
                                   cd_report *say)
{
    int max_order = 1;
    for (int i = 0; i < p->n_diff; i++)
        max_order = cd_max_int(max_order, p->order[i]);
    CD_TRY(check_tolerances(o, mstar, say));
    CD_TRY(cd_check_int(say, "options.points", o->points, COLDAE_GAUSS, COLDAE_RADAU));
    if (o->n_points != 0 && (o->n_points < max_order || o->n_points > CD_MAX_POINTS))
        return cd_say(say, COLDAE_ERR_INVALID,
                      "options.n_points = %d: must be from the largest order, %d, to %d, or 0 (chosen)",
                      o->n_points, max_order, (int)CD_MAX_POINTS);
    CD_TRY(cd_check_int(say, "options.projection", o->projection, COLDAE_PROJECT_AUTO,
                        COLDAE_PROJECT_SELECTIVE));
    if (!(o->rank_kappa > 0 && o->rank_kappa <= 1))
        return cd_say(say, COLDAE_ERR_INVALID, "options.rank_kappa = %g: must be in (0, 1]", o->rank_kappa);
    CD_TRY(check_mesh(p, o, say));
    CD_TRY(cd_check_int(say, "options.adapt", o->adapt, COLDAE_ADAPT, COLDAE_FIXED_MESH));
    CD_TRY(cd_check_int(say, "options.newton", o->newton, COLDAE_NEWTON_DAMPED, COLDAE_NEWTON_FULL));
    CD_TRY(cd_check_int(say, "options.max_iterations", o->max_iterations, 1, INT_MAX));
    CD_TRY(cd_check_int(say, "options.n_threads", o->n_threads, 1, INT_MAX));
    if (!(o->max_bytes >= 0))
        return cd_say(say, COLDAE_ERR_INVALID, "options.max_bytes = %g: must not be negative", o->max_bytes);
    return COLDAE_OK;
}

coldae_status cd_method_check(const coldae_problem *problem, const coldae_options *options, cd_report *report)
{
    int mstar = 0;
    if (!problem)
        return cd_say(report, COLDAE_ERR_INVALID, "problem = NULL: must point to a problem");
    CD_TRY(check_equations(problem, report, &mstar));
    CD_TRY(check_conditions(problem, mstar, options->consistency, report));
    return check_options(problem, options, mstar, report);
}

coldae_status cd_method_check_equations(const coldae_problem *problem, const coldae_options *options,
                                        cd_report *report)
{
    int mstar = 0;
    if (!problem)
        return cd_say(report, COLDAE_ERR_INVALID, "problem = NULL: must point to a problem");
    CD_TRY(check_equations(problem, report, &mstar));
    return check_options(problem, options, mstar, report);
}
