/* reform_plan.c - what each kind of reformulation consists of
 *
 * s = m - q differentiations make y appear.  A block of constraints is sum_j alpha_j g^(j); Baumgarte's
 * alpha are the coefficients of the polynomial with the given roots, (tau + gamma)^s or (tau + gamma)^(s-1).
 *               Ascher & Petzold, Stability of computational methods for constrained dynamics systems (1991)
 */
#include <math.h>
#include <string.h>

#include "checks.h"
#include "reform.h"

/* alpha[degree+1], alpha_degree = 1, from roots or from (tau + gamma)^degree */
static void polynomial(const coldae_reform_options *o, int degree, double *alpha)
{
    double re[CD_REFORM_MOST + 2] = {1}, im[CD_REFORM_MOST + 2] = {0};
    for (int i = 0; i < degree; i++) { /* times (tau - root) */
        double a = o->n_roots > 0 ? o->root_re[i] : -o->gamma;
        double b = o->n_roots > 0 && o->root_im ? o->root_im[i] : 0;
        for (int j = i + 1; j >= 0; j--) {
            double c = re[j], d = im[j];
            re[j] = (j > 0 ? re[j - 1] : 0) - (a * c - b * d);
            im[j] = (j > 0 ? im[j - 1] : 0) - (a * d + b * c);
        }
    }
    memcpy(alpha, re, (size_t)(degree + 1) * sizeof(double));
}

/* How many roots does the kind have? */
static int n_roots_of(int kind, int s)
{
    if (kind == COLDAE_REFORM_BAUMGARTE)
        return s;
    return kind == COLDAE_REFORM_BAUMGARTE2 || kind == COLDAE_REFORM_INVARIANT1 ? s - 1 : 0;
}

/* The next block of constraints is g^(level). */
static void impose(cd_reform_plan *plan, int level)
{
    plan->alpha[level + (plan->s + 1) * plan->n_blocks++] = 1;
}

/* .. is a polynomial of this degree in d/dt. */
static void impose_polynomial(const coldae_reform_options *o, cd_reform_plan *plan, int degree)
{
    polynomial(o, degree, plan->alpha + (plan->s + 1) * plan->n_blocks++);
}

/* g^(s) with f in place of x^(m) determines y. */
static void determine_y(const coldae_reform_problem *q, cd_reform_plan *plan)
{
    plan->needs_top = q->n_alg > 0;
    if (plan->needs_top)
        impose(plan, plan->s);
}

void cd_reform_plan_fill(const coldae_reform_problem *q, const coldae_reform_options *o, cd_reform_plan *plan)
{
    int s = q->order - q->g_order, kind = o->kind;
    plan->s = s;
    plan->first_order =
        o->first_order != 0 || kind == COLDAE_REFORM_STABILIZED || kind == COLDAE_REFORM_FAMILY;
    plan->is_shifted = kind == COLDAE_REFORM_INVARIANT2;
    plan->is_state = kind == COLDAE_REFORM_STATE_SPACE;
    plan->n_blocks = plan->n_mu = plan->needs_top = 0;
    memset(plan->alpha, 0, (size_t)((s + 1) * (s + 1)) * sizeof(double));
    switch (kind) {
    case COLDAE_REFORM_INDEX1:
        determine_y(q, plan);
        break;
    case COLDAE_REFORM_INDEX2:
        impose(plan, s - 1);
        break;
    case COLDAE_REFORM_BAUMGARTE:
        plan->needs_top = 1;
        impose_polynomial(o, plan, s);
        break;
    case COLDAE_REFORM_BAUMGARTE2:
        impose_polynomial(o, plan, s - 1);
        break;
    case COLDAE_REFORM_STABILIZED:
        impose(plan, s - 1); /* determines y */
        for (int j = 0; j < s - 1; j++) {
            plan->target[plan->n_mu++] = q->g_order + j;
            impose(plan, j);
        }
        break;
    case COLDAE_REFORM_INVARIANT1:
        determine_y(q, plan);
        plan->target[plan->n_mu++] = q->order - 1;
        if (o->n_roots > 0)
            impose_polynomial(o, plan, s - 1);
        else
            impose(plan, s - 1);
        break;
    case COLDAE_REFORM_INVARIANT2:
        determine_y(q, plan);
        plan->target[plan->n_mu++] = q->order; /* phi */
        impose(plan, 0);
        break;
    case COLDAE_REFORM_FAMILY:
        determine_y(q, plan);
        for (int j = 0; j < o->n_imposed; j++) {
            plan->target[plan->n_mu++] = q->g_order + j;
            impose(plan, j);
        }
        break;
    default: /* COLDAE_REFORM_STATE_SPACE */
        determine_y(q, plan);
        for (int j = 0; j < s; j++)
            impose(plan, j);
    }
}

/* ---- ranges ------------------------------------------------------------------------------------ */

static coldae_status check_sizes(const coldae_reform_problem *q, const coldae_reform_options *o,
                                 cd_report *say)
{
    CD_TRY(cd_check_int(say, "problem.n", q->n, 1, CD_REFORM_LARGEST));
    int most = o->kind == COLDAE_REFORM_STATE_SPACE ? q->n - 1 : q->n;
    if (q->n_g < 1 || q->n_g > most)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.n_g = %d: must be from 1 to %s = %d", q->n_g,
                      most < q->n ? "n - 1" : "n", most);
    if (q->n_alg != 0 && q->n_alg != q->n_g)
        return cd_say(say, COLDAE_ERR_INVALID,
                      "problem.n_alg = %d: must be n_g = %d, or 0 for an ODE with an invariant", q->n_alg,
                      q->n_g);
    CD_TRY(cd_check_int(say, "problem.order", q->order, 1, CD_REFORM_MOST));
    CD_TRY(cd_check_int(say, "problem.g_order", q->g_order, 0, q->order - 1));
    CD_TRY(cd_check_int(say, "problem.highest", q->highest, -1, q->order - q->g_order));
    CD_TRY(cd_check_int(say, "problem.n_param", q->n_param, 0, CD_REFORM_LARGEST));
    if (q->n_g > CD_REFORM_LARGEST / q->order || q->n > CD_REFORM_LARGEST / q->order)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.n = %d, order = %d: their product is above %d", q->n,
                      q->order, (int)CD_REFORM_LARGEST);
    if (!isfinite(q->left) || !isfinite(q->right) || !(q->left < q->right))
        return cd_say(say, COLDAE_ERR_INVALID, "problem.left = %g, right = %g: must be finite, left < right",
                      q->left, q->right);
    return COLDAE_OK;
}

static coldae_status check_functions(const coldae_reform_problem *q, cd_report *say)
{
    if (!q->f)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.f = NULL: there are no equations");
    if (!q->g)
        return cd_say(say, COLDAE_ERR_INVALID,
                      "problem.g = NULL: the constraint and its derivatives are needed");
    int most = q->n * q->order + q->n_param; /* each of them alone: their sum is an int */
    CD_TRY(cd_check_int(say, "problem.n_side", q->n_side, 0, most));
    CD_TRY(cd_check_int(say, "problem.n_coupled", q->n_coupled, 0, most));
    if (q->n_side > 0 && (!q->side || !q->zeta))
        return cd_say(say, COLDAE_ERR_INVALID, "problem.%s = NULL: needed for n_side = %d",
                      q->side ? "zeta" : "side", q->n_side);
    if (q->n_coupled > 0 && !q->coupled)
        return cd_say(say, COLDAE_ERR_INVALID, "problem.coupled = NULL: needed for n_coupled = %d",
                      q->n_coupled);
    return COLDAE_OK;
}

/* Side conditions: all of z, or all but those that the constraints give. */
static coldae_status check_conditions(const coldae_reform_problem *q, const coldae_reform_options *o,
                                      cd_report *say)
{
    int mstar = q->n * q->order, given = q->n_side + q->n_coupled - q->n_param;
    int hidden = (q->order - q->g_order) * q->n_g;
    if (q->z_left) {
        CD_TRY(cd_check_finite(say, "problem.z_left", mstar, q->z_left));
        return given == 0
                   ? COLDAE_OK
                   : cd_say(say, COLDAE_ERR_INVALID,
                            "problem.n_side + n_coupled = %d: must be n_param = %d, because z_left gives "
                            "the others",
                            q->n_side + q->n_coupled, q->n_param);
    }
    if (given == mstar - hidden || (given == mstar && o->kind != COLDAE_REFORM_STATE_SPACE))
        return COLDAE_OK;
    return cd_say(
        say, COLDAE_ERR_INVALID,
        "problem.n_side + n_coupled = %d: must be n m - s n_g + n_param = %d%s (the constraints and "
        "their derivatives at left are added)",
        q->n_side + q->n_coupled, mstar - hidden + q->n_param,
        o->kind == COLDAE_REFORM_STATE_SPACE ? "" : ", or s n_g more");
}

/* The highest derivative of g that is called. */
static coldae_status check_levels(const coldae_reform_problem *q, const coldae_reform_options *o,
                                  cd_report *say)
{
    int s = q->order - q->g_order, highest = q->highest < 0 ? s : q->highest, needed = s;
    int full = q->z_left || q->n_side + q->n_coupled == q->n * q->order + q->n_param;
    if (o->kind == COLDAE_REFORM_INDEX2 || o->kind == COLDAE_REFORM_BAUMGARTE2 ||
        o->kind == COLDAE_REFORM_STABILIZED)
        needed = s - 1;
    if (q->n_alg == 0 && o->kind != COLDAE_REFORM_BAUMGARTE) {
        needed = o->kind == COLDAE_REFORM_INVARIANT2 ? 0 : s - 1;
        needed = o->kind == COLDAE_REFORM_FAMILY ? o->n_imposed - 1 : needed;
        needed = full ? needed : s - 1;
    }
    if (needed <= highest)
        return COLDAE_OK;
    return cd_say(
        say, COLDAE_ERR_INVALID,
        "problem.highest = %d: this kind and these conditions need g^(%d), a derivative that is missing",
        highest, needed);
}

/* How often is (re, im) among the roots? */
static int count_roots(const coldae_reform_options *o, double re, double im)
{
    int count = 0;
    for (int i = 0; i < o->n_roots; i++)
        count += o->root_re[i] == re && (o->root_im ? o->root_im[i] : 0) == im;
    return count;
}

static coldae_status check_roots(const coldae_reform_problem *q, const coldae_reform_options *o,
                                 cd_report *say)
{
    int wanted = n_roots_of(o->kind, q->order - q->g_order);
    if (!isfinite(o->gamma) || !(o->gamma >= 0))
        return cd_say(say, COLDAE_ERR_INVALID,
                      "options.gamma = %g: must be finite and not negative, or the constraints explode",
                      o->gamma);
    if (o->n_roots == 0)
        return COLDAE_OK;
    if (o->n_roots != wanted)
        return cd_say(say, COLDAE_ERR_INVALID, "options.n_roots = %d: must be 0%s%.0d for this kind",
                      o->n_roots, wanted > 0 ? " or " : "", wanted);
    if (!o->root_re)
        return cd_say(say, COLDAE_ERR_INVALID, "options.root_re = NULL: needed for n_roots = %d", o->n_roots);
    for (int i = 0; i < o->n_roots; i++) {
        double re = o->root_re[i], im = o->root_im ? o->root_im[i] : 0;
        if (!isfinite(re) || !(re <= 0) || !isfinite(im))
            return cd_say(say, COLDAE_ERR_INVALID,
                          "options root %d = %g %+g i: must be finite, its real part not positive, or the "
                          "constraints explode",
                          i, re, im);
        if (count_roots(o, re, im) != count_roots(o, re, -im))
            return cd_say(say, COLDAE_ERR_INVALID,
                          "options root %d = %g %+g i: its conjugate must be given as often", i, re, im);
    }
    return COLDAE_OK;
}

static coldae_status check_kind(const coldae_reform_problem *q, const coldae_reform_options *o,
                                cd_report *say)
{
    int needs_y = o->kind == COLDAE_REFORM_INDEX1 || o->kind == COLDAE_REFORM_INDEX2 ||
                  o->kind == COLDAE_REFORM_BAUMGARTE || o->kind == COLDAE_REFORM_BAUMGARTE2 ||
                  o->kind == COLDAE_REFORM_STABILIZED;
    int needs_x = o->kind == COLDAE_REFORM_INVARIANT2 || o->kind == COLDAE_REFORM_STATE_SPACE;
    if (needs_y && q->n_alg == 0)
        return cd_say(say, COLDAE_ERR_INVALID,
                      "options.kind = %d: needs multipliers, but problem.n_alg = 0; for an ODE with an "
                      "invariant use COLDAE_REFORM_INVARIANT1, _INVARIANT2, _FAMILY or _STATE_SPACE",
                      o->kind);
    if (needs_x && q->g_order > 0)
        return cd_say(
            say, COLDAE_ERR_INVALID,
            "problem.g_order = %d: must be 0 for options.kind = %d (g must be a function of x alone)",
            q->g_order, o->kind);
    if (o->kind == COLDAE_REFORM_FAMILY)
        CD_TRY(cd_check_int(say, "options.n_imposed", o->n_imposed, 1, q->order - q->g_order));
    if (o->direction == COLDAE_REFORM_FORCES && q->n_alg == 0 && !q->D)
        return cd_say(say, COLDAE_ERR_INVALID,
                      "options.direction = COLDAE_REFORM_FORCES: needs multipliers, but problem.n_alg = 0");
    if (!q->z_left && !q->guess && o->kind == COLDAE_REFORM_STATE_SPACE && !q->linear)
        return cd_say(say, COLDAE_ERR_INVALID,
                      "problem.z_left and guess are NULL: state-space form needs one of them to choose its "
                      "coordinates");
    return COLDAE_OK;
}

coldae_status cd_reform_check(const coldae_reform_problem *q, const coldae_reform_options *o, cd_report *say)
{
    CD_TRY(cd_check_int(say, "options.kind", o->kind, COLDAE_REFORM_INDEX1, COLDAE_REFORM_STATE_SPACE));
    CD_TRY(
        cd_check_int(say, "options.direction", o->direction, COLDAE_REFORM_TRANSPOSED, COLDAE_REFORM_FORCES));
    CD_TRY(check_sizes(q, o, say));
    CD_TRY(check_functions(q, say));
    CD_TRY(check_kind(q, o, say));
    CD_TRY(check_conditions(q, o, say));
    CD_TRY(check_levels(q, o, say));
    if (!(o->consistent > 0))
        return cd_say(say, COLDAE_ERR_INVALID, "options.consistent = %g: must be positive", o->consistent);
    int entries = (q->n - q->n_g) * q->n;
    if (o->kind == COLDAE_REFORM_STATE_SPACE)
        CD_TRY(cd_check_finite(say, "options.R", entries, o->R));
    return check_roots(q, o, say);
}
