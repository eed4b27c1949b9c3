/* srm_check.c - every field of coldae_srm_problem and coldae_srm_options against its range
 *
 * Comparisons are written so that NaN fails them.  What belongs to coldae_solve is checked there.
 */
#include <limits.h>
#include <math.h>

#include "basis.h"
#include "checks.h"
#include "srm.h"

enum { MOST_COMPONENTS = 2000 }; /* (k n_x)^2 entries of a stage matrix stay an int */

static coldae_status check_problem(const coldae_srm_problem *p, cd_report *say)
{
    if (!p)
        return cd_say(say, COLDAE_ERR_INVALID, "problem is NULL");
    CD_TRY(cd_check_int(say, "problem.n_x", p->n_x, 1, MOST_COMPONENTS));
    if (p->n_y < 1 || p->n_y > p->n_x)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.n_y = %d: must be from 1 to n_x = %d", p->n_y,
                      p->n_x);
    CD_TRY(cd_check_interval(say, p->left, p->right));
    if (!p->B)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.B = NULL: must be given");
    if (!p->C)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.C = NULL: must be given");
    if (!p->f != !p->g)
        return cd_say(say, COLDAE_ERR_INVALID,
                      "problem.%s = NULL: the nonlinear form needs f and g, the linear form neither",
                      p->f ? "g" : "f");
    if (p->f && (p->A || p->q || p->r || p->dC || p->dr))
        return cd_say(say, COLDAE_ERR_INVALID,
                      "problem.%s is given together with f and g: it belongs to the linear form",
                      p->A    ? "A"
                      : p->q  ? "q"
                      : p->r  ? "r"
                      : p->dC ? "dC"
                              : "dr");
    return COLDAE_OK;
}

/* The derivatives of the constraints by t, which `what` needs. */
static coldae_status check_rates(const coldae_srm_problem *p, const char *what, cd_report *say)
{
    if (p->f && !p->gt)
        return cd_say(say, COLDAE_ERR_INVALID,
                      "problem.gt = NULL: %s needs the derivative of g by t (a function that sets nothing if "
                      "there is none)",
                      what);
    if (!p->f && !p->dC)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.dC = NULL: %s needs C'(t)", what);
    if (!p->f && p->r && !p->dr)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.dr = NULL: %s needs r'(t)", what);
    return COLDAE_OK;
}

static coldae_status check_iteration(const coldae_srm_options *o, cd_report *say)
{
    if (!(o->eps >= 0) || !isfinite(o->eps))
        return cd_say(say, COLDAE_ERR_INVALID, "options.eps = %g: must be positive, or 0 (chosen)", o->eps);
    CD_TRY(cd_check_int(say, "options.max_iterations", o->max_iterations, 1, INT_MAX));
    if (o->iterations < 0 || o->iterations > o->max_iterations)
        return cd_say(
            say, COLDAE_ERR_INVALID,
            "options.iterations = %d: must be from 1 to max_iterations = %d, or 0 (until tol is met)",
            o->iterations, o->max_iterations);
    if (!(o->tol > 0 && o->tol < 1))
        return cd_say(say, COLDAE_ERR_INVALID, "options.tol = %g: must be in (0, 1)", o->tol);
    CD_TRY(cd_check_int(say, "options.variant", o->variant, COLDAE_SRM_SEQUENTIAL, COLDAE_SRM_PARK_CHIOU));
    if (!(o->alpha1 >= 0) || !isfinite(o->alpha1))
        return cd_say(say, COLDAE_ERR_INVALID, "options.alpha1 = %g: must not be negative", o->alpha1);
    if (!(o->alpha2 >= 0) || !isfinite(o->alpha2))
        return cd_say(say, COLDAE_ERR_INVALID, "options.alpha2 = %g: must not be negative", o->alpha2);
    if (!(o->alpha1 + o->alpha2 > 0))
        return cd_say(say, COLDAE_ERR_INVALID, "options.alpha1 = alpha2 = 0: one of them must be positive");
    if (!isfinite(o->dodge))
        return cd_say(say, COLDAE_ERR_INVALID, "options.dodge = %g: must be finite", o->dodge);
    if (!(o->max_bytes >= 0))
        return cd_say(say, COLDAE_ERR_INVALID, "options.max_bytes = %g: must not be negative", o->max_bytes);
    return COLDAE_OK;
}

static coldae_status check_choices(const coldae_srm_problem *p, const coldae_srm_options *o, cd_report *say)
{
    CD_TRY(cd_check_int(say, "options.E", o->E, COLDAE_SRM_E_INVERSE, COLDAE_SRM_E_FUNCTION));
    if (o->E == COLDAE_SRM_E_FUNCTION && !p->E && !p->smooth)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.E = NULL: needed for COLDAE_SRM_E_FUNCTION");
    if (o->E == COLDAE_SRM_E_DELTA && !(o->delta > 0 && isfinite(o->delta)))
        return cd_say(say, COLDAE_ERR_INVALID, "options.delta = %g: must be positive", o->delta);
    CD_TRY(cd_check_int(say, "options.y0", o->y0, COLDAE_SRM_Y0_ZERO, COLDAE_SRM_Y0_START));
    if (o->y0 == COLDAE_SRM_Y0_FUNCTION && !p->y0)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.y0 = NULL: needed for COLDAE_SRM_Y0_FUNCTION");
    if (o->y0 == COLDAE_SRM_Y0_VALUE && !o->y0_value)
        return cd_say(say, COLDAE_ERR_INVALID, "options.y0_value = NULL: needed for COLDAE_SRM_Y0_VALUE");
    if (o->y0 == COLDAE_SRM_Y0_VALUE)
        CD_TRY(cd_check_finite(say, "options.y0_value", p->n_y, o->y0_value));
    if (o->alpha1 > 0)
        CD_TRY(check_rates(p, "alpha1 > 0", say));
    if (o->y0 == COLDAE_SRM_Y0_START)
        CD_TRY(check_rates(p, "COLDAE_SRM_Y0_START", say));
    if (o->variant == COLDAE_SRM_PARK_CHIOU)
        CD_TRY(check_rates(p, "COLDAE_SRM_PARK_CHIOU", say));
    return COLDAE_OK;
}

static coldae_status check_both(const coldae_srm_problem *p, const coldae_srm_options *o, cd_report *say)
{
    CD_TRY(check_problem(p, say));
    CD_TRY(check_iteration(o, say));
    return check_choices(p, o, say);
}

static coldae_status check_end(const coldae_srm_problem *p, const coldae_srm_options *o, cd_report *say)
{
    CD_TRY(cd_check_int(say, "options.shoot_back", o->shoot_back, 0, INT_MAX));
    CD_TRY(cd_check_int(say, "options.end", o->end, COLDAE_SRM_END_KEEP, COLDAE_SRM_END_COMPONENTS));
    if (o->end != COLDAE_SRM_END_COMPONENTS)
        return COLDAE_OK;
    if (!o->end_components)
        return cd_say(say, COLDAE_ERR_INVALID,
                      "options.end_components = NULL: needed for COLDAE_SRM_END_COMPONENTS");
    for (int i = 0; i < p->n_y; i++)
        if (o->end_components[i] < 0 || o->end_components[i] >= p->n_x)
            return cd_say(say, COLDAE_ERR_INVALID,
                          "options.end_components[%d] = %d: must be from 0 to n_x-1 = %d", i,
                          o->end_components[i], p->n_x - 1);
    return COLDAE_OK;
}

coldae_status cd_srm_check_solve(const coldae_srm_problem *p, const coldae_srm_options *o, cd_report *say)
{
    CD_TRY(check_both(p, o, say));
    if (o->variant == COLDAE_SRM_PARK_CHIOU)
        return cd_say(say, COLDAE_ERR_INVALID,
                      "options.variant = COLDAE_SRM_PARK_CHIOU: for initial values only, coldae_srm_march");
    if (o->y0 == COLDAE_SRM_Y0_START)
        return cd_say(
            say, COLDAE_ERR_INVALID,
            "options.y0 = COLDAE_SRM_Y0_START: y(left) is not known before in a boundary value problem");
    CD_TRY(cd_check_int(say, "problem.n_side", p->n_side, 0, INT_MAX));
    CD_TRY(cd_check_int(say, "problem.n_coupled", p->n_coupled, 0, INT_MAX));
    long long given = (long long)p->n_side + p->n_coupled;
    if (given != p->n_x && given != p->n_x - p->n_y)
        return cd_say(say, COLDAE_ERR_INVALID,
                      "n_side + n_coupled = %lld conditions: must be n_x - n_y = %d (the constraints at left "
                      "are added), or n_x = %d",
                      given, p->n_x - p->n_y, p->n_x);
    if (p->n_side > 0 && !p->zeta)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.zeta = NULL: must point to n_side = %d points",
                      p->n_side);
    if (p->n_side > 0 && !p->side)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.side = NULL: needed for n_side = %d", p->n_side);
    if (p->n_coupled > 0 && !p->coupled)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.coupled = NULL: needed for n_coupled = %d",
                      p->n_coupled);
    return check_end(p, o, say);
}

static coldae_status check_steps(const coldae_srm_problem *p, const coldae_srm_options *o, cd_report *say)
{
    CD_TRY(cd_check_int(say, "options.stages", o->stages, COLDAE_SRM_RADAU, COLDAE_SRM_RK4));
    CD_TRY(cd_check_int(say, "options.n_points", o->n_points, 1, CD_MAX_POINTS));
    if ((double)p->n_x * o->n_points > 20000)
        return cd_say(say, COLDAE_ERR_INVALID, "n_x n_points = %d * %d: must not be above 20000", p->n_x,
                      o->n_points);
    CD_TRY(cd_check_int(say, "options.n_steps", o->n_steps, 1, INT_MAX));
    if (!o->mesh)
        return COLDAE_OK;
    if (!(o->mesh[0] == p->left) || !(o->mesh[o->n_steps] == p->right))
        return cd_say(say, COLDAE_ERR_INVALID,
                      "options.mesh goes from %g to %g: must go from left = %g to right = %g", o->mesh[0],
                      o->mesh[o->n_steps], p->left, p->right);
    for (int i = 1; i <= o->n_steps; i++)
        if (!(o->mesh[i] > o->mesh[i - 1]))
            return cd_say(say, COLDAE_ERR_INVALID, "options.mesh[%d] = %g: must be larger than mesh[%d] = %g",
                          i, o->mesh[i], i - 1, o->mesh[i - 1]);
    return COLDAE_OK;
}

coldae_status cd_srm_check_march(const coldae_srm_problem *p, const coldae_srm_options *o, cd_report *say)
{
    CD_TRY(check_both(p, o, say));
    if (!p->start)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.start = NULL: must point to x(left)");
    CD_TRY(cd_check_finite(say, "problem.start", p->n_x, p->start));
    return check_steps(p, o, say);
}
