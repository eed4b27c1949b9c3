/* march_faults.c - stop at every call of every callback, spoil its values, stop at every step: reported, nothing
 * lost */
#include "check.h"
#include "march_samples.h"

static coldae_status run(swing *user, int kind, int at, int code, int spoils, int step,
                         coldae_solution **solution, double *z, coldae_ivp_info *info)
{
    swing_setup setup;
    double y;
    swing_make(&setup, user);
    setup.options.step = step;
    setup.options.n_steps = 4;
    user->kind = kind;
    user->at = at;
    user->code = code;
    user->spoils = spoils;
    z[0] = NAN;
    return coldae_march(&setup.problem, NULL, &setup.options, z, &y, solution, info);
}

/* What there is after an error: the steps that the observer saw. */
static void check_left_over(const swing *user, const double *z, coldae_solution *solution,
                            const coldae_ivp_info *info)
{
    double at[4];
    if (info->n_steps > 0) {
        CHECK(isfinite(z[0]));
        CHECK_INT(coldae_solution_mesh(solution, NULL), info->n_steps);
        CHECK_INT(coldae_solution_eval(solution, info->t, at, NULL), COLDAE_OK);
        CHECK_NEAR(at[0], z[0], 0);
        CHECK_NEAR(user->t, info->t, 0);
    } else {
        CHECK(solution == NULL);
    }
    CHECK_INT(user->last, info->n_steps);
    coldae_solution_free(solution);
}

/* A negative code stops at once, whichever call it is. */
static void test_stops(int kind, int step)
{
    swing user;
    coldae_ivp_info info;
    coldae_solution *solution;
    double z[4];
    for (int at = 1;; at++) {
        coldae_status status = run(&user, kind, at, -7, 0, step, &solution, z, &info);
        if (user.calls[kind] < at) { /* all calls have had their turn */
            CHECK_INT(status, COLDAE_OK);
            CHECK(at > 1);
            coldae_solution_free(solution);
            return;
        }
        CHECK_INT(status, kind == OF_OBSERVER ? COLDAE_ERR_CANCELLED : COLDAE_ERR_CALLBACK);
        CHECK_INT(info.callback_code, -7);
        CHECK_INT(user.calls[kind], at);
        CHECK_STR_HAS(info.message, "-7");
        CHECK_STR_HAS(info.message, "t = ");
        check_left_over(&user, z, solution, &info);
    }
}

/* "Not defined" or NaN, once: another step size does it; with fixed steps, or where nothing can be changed, an
 * error. */
static void test_undefined(int kind, int spoils, int step)
{
    swing user;
    coldae_ivp_info info;
    coldae_solution *solution;
    double z[4];
    int recovered = 0, refused = 0;
    for (int at = 1;; at++) {
        coldae_status status = run(&user, kind, at, 3, spoils, step, &solution, z, &info);
        CHECK(status == COLDAE_OK || status == COLDAE_ERR_CALLBACK);
        CHECK_INT(info.callback_code, spoils || user.calls[kind] < at ? 0 : 3);
        check_left_over(&user, z, solution, &info);
        if (user.calls[kind] < at)
            break;
        recovered += status == COLDAE_OK && info.n_failed > 0;
        refused += status != COLDAE_OK;
        if (status == COLDAE_OK && step == COLDAE_STEP_AUTO)
            CHECK_NEAR(z[0] * z[0] + z[2] * z[2], 1, 1e-12);
    }
    CHECK(refused > 0 || recovered > 0 || step == COLDAE_STEP_FIXED);
    if (step == COLDAE_STEP_AUTO && (kind == OF_F || kind == OF_DF))
        CHECK(recovered > 3);
}

/* f that is not defined anywhere on the right: the march ends before it, whatever the step. */
static int wall_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y;
    (void)p;
    (void)user;
    f[0] = -z[0];
    return t > 0.5;
}

static void test_wall(void)
{
    static const int order[] = {1};
    const double one = 1;
    coldae_problem p;
    coldae_march_options o;
    coldae_ivp_info info;
    double z;
    coldae_problem_init(&p);
    p.n_diff = 1;
    p.order = order;
    p.f = wall_f;
    coldae_march_options_init(&o);
    CHECK_INT(coldae_march(&p, &one, &o, &z, NULL, NULL, &info), COLDAE_ERR_CALLBACK);
    CHECK(info.t > 0.49 && info.t <= 0.5);
    CHECK_NEAR(z, exp(-info.t), 1e-5);
    CHECK_STR_HAS(info.message, "not defined");
    o.step = COLDAE_STEP_FIXED;
    o.n_steps = 8;
    CHECK_INT(coldae_march(&p, &one, &o, &z, NULL, NULL, &info), COLDAE_ERR_CALLBACK);
    CHECK_NEAR(info.t, 0.5, 0);
    CHECK_INT(info.n_steps, 4);
}

int main(void)
{
    for (int step = COLDAE_STEP_FIXED; step <= COLDAE_STEP_AUTO; step += COLDAE_STEP_AUTO) {
        for (int kind = 0; kind < OF_KINDS; kind++)
            test_stops(kind, step);
        for (int kind = 0; kind < OF_OBSERVER; kind++) {
            test_undefined(kind, 0, step);
            test_undefined(kind, 1, step);
        }
    }
    test_wall();
    return check_result();
}
