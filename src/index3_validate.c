/* index3_validate.c - ranges of a coldae_index3 problem and its options */
#include <limits.h>
#include <math.h>
#include <stddef.h>

#include "index3_run.h"

static const double SMALLEST_TOL = 1e-14;

/* Inside the function: leave with the words if the condition does not hold (NaN never holds). */
#define REQUIRE(condition, ...)                                                                              \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            return cd_say(report, COLDAE_ERR_INVALID, __VA_ARGS__);                                          \
    } while (0)

static coldae_status check_sizes(const coldae_index3_problem *p, cd_report *report)
{
    REQUIRE(p->n_u >= 0, "problem.n_u = %d, must be at least 0", p->n_u);
    REQUIRE(p->n_v >= 1, "problem.n_v = %d, must be at least 1", p->n_v);
    REQUIRE(p->n_lambda >= 0 && p->n_lambda <= p->n_v,
            "problem.n_lambda = %d, must be from 0 to n_v = %d: more constraints than velocities cannot be "
            "independent",
            p->n_lambda, p->n_v);
    REQUIRE((long long)p->n_u + p->n_v + p->n_lambda <= 20000,
            "problem.n_u + n_v + n_lambda = %lld, must be at most 20000",
            (long long)p->n_u + p->n_v + p->n_lambda);
    REQUIRE(p->index >= 1 && p->index <= 3, "problem.index = %d, must be 1, 2 or 3", p->index);
    REQUIRE(isfinite(p->left) && isfinite(p->right) && p->left < p->right,
            "problem.left = %g and right = %g, must be finite with left < right", p->left, p->right);
    REQUIRE(p->f || p->n_u == 0 || p->n_u == p->n_v,
            "problem.f is NULL (u' = v), then n_u = %d must be 0 or n_v = %d", p->n_u, p->n_v);
    REQUIRE(p->n_lambda == 0 || p->index != 3 || p->n_u > 0,
            "problem.n_u = 0 with constraints of index 3: g(t, u) needs u");
    return COLDAE_OK;
}

static coldae_status check_problem(const coldae_index3_problem *p, cd_report *report)
{
    CD_TRY(check_sizes(p, report));
    REQUIRE(p->k, "problem.k is NULL, must be given");
    REQUIRE(p->g || p->n_lambda == 0, "problem.g is NULL, must be given with n_lambda = %d", p->n_lambda);
    REQUIRE(!p->f || p->n_u > 0, "problem.f is given, but n_u = 0");
    return COLDAE_OK;
}

static coldae_status check_tolerances(const coldae_index3_options *o, int n, cd_report *report)
{
    const char *rounding = "below lies the rounding error of the computer's numbers";
    REQUIRE(o->tol >= SMALLEST_TOL && o->tol < 1, "options.tol = %g, must be from %g to below 1: %s", o->tol,
            SMALLEST_TOL, rounding);
    REQUIRE(o->rtol < 0 || (o->rtol >= SMALLEST_TOL && o->rtol < 1),
            "options.rtol = %g, must be negative (tol) or from %g to below 1: %s", o->rtol, SMALLEST_TOL,
            rounding);
    REQUIRE(isfinite(o->atol), "options.atol = %g, must be negative (tol), 0 or more, and finite", o->atol);
    for (int i = 0; i < n && o->atol_x; i++)
        REQUIRE(o->atol_x[i] >= 0 && isfinite(o->atol_x[i]),
                "options.atol_x[%d] = %g, must be 0 or more and finite", i, o->atol_x[i]);
    return COLDAE_OK;
}

static coldae_status check_output(const coldae_index3_problem *p, const coldae_index3_options *o,
                                  cd_report *report)
{
    REQUIRE(o->n_out >= 0, "options.n_out = %d, must be at least 0", o->n_out);
    REQUIRE(o->n_out == 0 || (o->t_out && o->out), "options.%s is NULL, must be given with n_out = %d",
            o->t_out ? "out" : "t_out", o->n_out);
    for (int i = 0; i < o->n_out; i++) {
        double before = i > 0 ? o->t_out[i - 1] : p->left;
        REQUIRE(o->t_out[i] > before && o->t_out[i] <= p->right,
                "options.t_out[%d] = %g, must be above %g and at most right = %g", i, o->t_out[i], before,
                p->right);
    }
    return COLDAE_OK;
}

coldae_status cd_index3_validate(const coldae_index3_problem *p, const coldae_index3_options *o,
                                 cd_report *report)
{
    CD_TRY(check_problem(p, report));
    CD_TRY(check_tolerances(o, p->n_u + p->n_v + p->n_lambda, report));
    REQUIRE(o->stages >= 2 && o->stages <= CD_RADAU_MOST, "options.stages = %d, must be from 2 to %d",
            o->stages, CD_RADAU_MOST);
    REQUIRE(o->projection >= COLDAE_INDEX3_PROJECT_BOTH && o->projection <= COLDAE_INDEX3_PROJECT_NONE,
            "options.projection = %d, must be COLDAE_INDEX3_PROJECT_BOTH, _VELOCITY or _NONE", o->projection);
    REQUIRE(o->jacobian >= COLDAE_INDEX3_JACOBIAN_FULL && o->jacobian <= COLDAE_INDEX3_JACOBIAN_CONSTANT,
            "options.jacobian = %d, must be COLDAE_INDEX3_JACOBIAN_FULL, _STRUCTURE or _CONSTANT",
            o->jacobian);
    REQUIRE(o->jacobian != COLDAE_INDEX3_JACOBIAN_STRUCTURE || (!p->f && p->n_lambda > 0 && p->index > 1),
            "options.jacobian = COLDAE_INDEX3_JACOBIAN_STRUCTURE needs constraints of index 2 or 3 and "
            "problem.f = NULL");
    REQUIRE(o->h_first >= 0 && isfinite(o->h_first), "options.h_first = %g, must be 0 or more and finite",
            o->h_first);
    REQUIRE(o->h_largest >= 0 && isfinite(o->h_largest),
            "options.h_largest = %g, must be 0 or more and finite", o->h_largest);
    REQUIRE(!o->constant_steps || o->h_first > 0,
            "options.h_first = 0 with constant_steps: it is the length of the steps and must be given");
    REQUIRE(o->max_steps >= 1, "options.max_steps = %d, must be at least 1", o->max_steps);
    REQUIRE(o->start_limit > 0, "options.start_limit = %g, must be above 0", o->start_limit);
    REQUIRE(o->max_bytes >= 0, "options.max_bytes = %g, must be 0 or more", o->max_bytes);
    return check_output(p, o, report);
}
