/* srm_invalid.c - every field of coldae_srm_problem and coldae_srm_options out of range: refused, and named */
#include "check.h"
#include "srm_examples.h"

#include <limits.h>

static coldae_srm_problem problem;
static coldae_srm_options options;

static int unit(double t, const double *x, double *out, void *user)
{
    (void)t;
    (void)x;
    (void)user;
    out[0] = 1;
    return 0;
}

static int side(int l, const double *x, const double *p, double *g, void *user)
{
    (void)l;
    (void)p;
    (void)user;
    *g = x[0] - 1;
    return 0;
}

static void refuse(int which, const char *field, const char *value, int line)
{
    coldae_solution *solution = (coldae_solution *)&problem;
    coldae_srm_info info;
    double x[2] = {7, 8};
    int before = check_failed;
    if (which & 1) {
        CHECK_INT(coldae_srm_solve(&problem, &options, &solution, &info), COLDAE_ERR_INVALID);
        CHECK(solution == NULL);
        CHECK_STR_HAS(info.message, field);
        CHECK_STR_HAS(info.message, value);
        CHECK_INT(info.iterations, 0);
    }
    if (which & 2) {
        CHECK_INT(coldae_srm_march(&problem, &options, x, NULL, NULL, &info), COLDAE_ERR_INVALID);
        CHECK_STR_HAS(info.message, field);
        CHECK_STR_HAS(info.message, value);
        CHECK_INT(info.n_data, 0);
        CHECK(x[0] == 7 && x[1] == 8);
    }
    if (check_failed > before)
        printf("    in the case of line %d: %s\n", line, info.message);
}

enum { SOLVE = 1, MARCH = 2, BOTH = 3 };

/* Example 1 with the change that follows must be refused by these functions. */
#define REFUSED(which, field, value, change)                                                                 \
    do {                                                                                                     \
        problem = srm_example1();                                                                            \
        coldae_srm_options_init(&options);                                                                   \
        change;                                                                                              \
        refuse(which, field, value, __LINE__);                                                               \
    } while (0)

static void test_problem(void)
{
    REFUSED(BOTH, "n_x", "0", problem.n_x = 0);
    REFUSED(BOTH, "n_x", "-3", problem.n_x = -3);
    REFUSED(BOTH, "n_x", "100000", problem.n_x = 100000);
    REFUSED(BOTH, "n_y", "0", problem.n_y = 0);
    REFUSED(BOTH, "n_y", "3", problem.n_y = 3);
    REFUSED(BOTH, "left", "inf", problem.left = -INFINITY);
    REFUSED(BOTH, "left", "nan", problem.left = NAN);
    REFUSED(BOTH, "right", "0", problem.right = 0);
    REFUSED(BOTH, "right", "nan", problem.right = NAN);
    REFUSED(BOTH, "problem.B", "NULL", problem.B = NULL);
    REFUSED(BOTH, "problem.C", "NULL", problem.C = NULL);
    REFUSED(BOTH, "problem.g", "NULL", problem.f = unit);
    REFUSED(BOTH, "problem.f", "NULL", problem.g = unit);
    REFUSED(BOTH, "problem.A", "linear form", problem.f = problem.g = unit);
    REFUSED(BOTH, "problem.dr", "linear form", problem.f = problem.g = unit;
            problem.A = problem.q = problem.r = problem.dC = NULL);
    REFUSED(SOLVE, "n_side", "-1", problem.n_side = -1);
    REFUSED(SOLVE, "n_coupled", "-1", problem.n_coupled = -1);
    REFUSED(SOLVE, "0 conditions", "n_x - n_y = 1", problem.n_coupled = 0);
    REFUSED(SOLVE, "3 conditions", "n_x = 2", problem.n_side = 2);
    REFUSED(SOLVE, "problem.zeta", "NULL", problem.n_side = 1);
    REFUSED(SOLVE, "problem.side", "NULL", problem.n_side = 1; problem.zeta = &problem.left);
    REFUSED(SOLVE, "problem.coupled", "NULL", problem.coupled = NULL);
    static const double outside[] = {2};
    REFUSED(SOLVE, "zeta", "2", problem.n_coupled = 0; problem.n_side = 1; problem.zeta = outside;
            problem.side = side); /* found by coldae_solve */
    REFUSED(MARCH, "problem.start", "NULL", problem.start = NULL);
    static const double nowhere[] = {0, NAN};
    REFUSED(MARCH, "problem.start[1]", "nan", problem.start = nowhere);
}

static void test_iteration(void)
{
    REFUSED(BOTH, "options.eps", "-0.1", options.eps = -0.1);
    REFUSED(BOTH, "options.eps", "nan", options.eps = NAN);
    REFUSED(BOTH, "options.eps", "inf", options.eps = INFINITY);
    REFUSED(BOTH, "options.max_iterations", "0", options.max_iterations = 0);
    REFUSED(BOTH, "options.iterations", "-1", options.iterations = -1);
    REFUSED(BOTH, "options.iterations", "21", options.iterations = 21);
    REFUSED(BOTH, "options.tol", "0", options.tol = 0);
    REFUSED(BOTH, "options.tol", "1", options.tol = 1);
    REFUSED(BOTH, "options.tol", "nan", options.tol = NAN);
    REFUSED(BOTH, "options.variant", "3", options.variant = 3);
    REFUSED(BOTH, "options.alpha1", "-1", options.alpha1 = -1);
    REFUSED(BOTH, "options.alpha1", "nan", options.alpha1 = NAN);
    REFUSED(BOTH, "options.alpha2", "-1", options.alpha2 = -1);
    REFUSED(BOTH, "alpha2", "0", options.alpha2 = 0);
    REFUSED(BOTH, "options.dodge", "nan", options.dodge = NAN);
    REFUSED(BOTH, "options.max_bytes", "-1", options.max_bytes = -1);
    REFUSED(BOTH, "options.max_bytes", "nan", options.max_bytes = NAN);
}

static void test_choices(void)
{
    static const double bad[] = {NAN};
    REFUSED(BOTH, "options.E", "5", options.E = 5);
    REFUSED(BOTH, "problem.E", "NULL", options.E = COLDAE_SRM_E_FUNCTION);
    REFUSED(BOTH, "options.delta", "0", options.E = COLDAE_SRM_E_DELTA; options.delta = 0);
    REFUSED(BOTH, "options.delta", "nan", options.E = COLDAE_SRM_E_DELTA; options.delta = NAN);
    REFUSED(BOTH, "options.y0", "-1", options.y0 = -1);
    REFUSED(BOTH, "problem.y0", "NULL", options.y0 = COLDAE_SRM_Y0_FUNCTION);
    REFUSED(BOTH, "options.y0_value", "NULL", options.y0 = COLDAE_SRM_Y0_VALUE);
    REFUSED(BOTH, "options.y0_value[0]", "nan", options.y0 = COLDAE_SRM_Y0_VALUE; options.y0_value = bad);
    /* derivatives of the constraints that are missing */
    REFUSED(BOTH, "problem.dC", "alpha1 > 0", options.alpha1 = 1; problem.dC = NULL);
    REFUSED(BOTH, "problem.dr", "alpha1 > 0", options.alpha1 = 1; problem.dr = NULL);
    REFUSED(BOTH, "problem.gt", "alpha1 > 0", options.alpha1 = 1; problem.f = problem.g = unit;
            problem.A = problem.q = problem.r = problem.dC = problem.dr = NULL);
    REFUSED(MARCH, "problem.dC", "Y0_START", options.y0 = COLDAE_SRM_Y0_START; problem.dC = NULL);
    REFUSED(MARCH, "problem.dC", "PARK_CHIOU", options.variant = COLDAE_SRM_PARK_CHIOU; problem.dC = NULL);
    REFUSED(SOLVE, "PARK_CHIOU", "initial values", options.variant = COLDAE_SRM_PARK_CHIOU);
    REFUSED(SOLVE, "Y0_START", "not known", options.y0 = COLDAE_SRM_Y0_START);
}

static void test_solve_only(void)
{
    static const int component[] = {2};
    REFUSED(SOLVE, "options.shoot_back", "-1", options.shoot_back = -1);
    REFUSED(SOLVE, "options.end", "3", options.end = 3);
    REFUSED(SOLVE, "options.end_components", "NULL", options.end = COLDAE_SRM_END_COMPONENTS);
    REFUSED(SOLVE, "options.end_components[0]", "2", options.end = COLDAE_SRM_END_COMPONENTS;
            options.end_components = component);
    REFUSED(SOLVE, "n_intervals", "0", options.bvp.n_intervals = 0);
    REFUSED(SOLVE, "n_points", "31", options.bvp.n_points = 31);
    REFUSED(SOLVE, "tol", "nan", options.bvp.tol = NAN);
    coldae_srm_info info;
    problem = srm_example1();
    coldae_srm_options_init(&options);
    CHECK_INT(coldae_srm_solve(&problem, &options, NULL, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "solution is NULL");
    coldae_solution *solution;
    CHECK_INT(coldae_srm_solve(NULL, &options, &solution, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "problem is NULL");
}

static void test_march_only(void)
{
    static const double backwards[] = {0, 0.6, 0.4, 1}, elsewhere[] = {0, 0.2, 0.4, 0.9},
                        undefined[] = {0, NAN, 0.5, 1};
    REFUSED(MARCH, "options.stages", "3", options.stages = 3);
    REFUSED(MARCH, "options.n_points", "0", options.n_points = 0);
    REFUSED(MARCH, "options.n_points", "31", options.n_points = 31);
    REFUSED(MARCH, "options.n_steps", "0", options.n_steps = 0);
    REFUSED(MARCH, "options.mesh[2]", "0.4", options.n_steps = 3; options.mesh = backwards);
    REFUSED(MARCH, "options.mesh[1]", "nan", options.n_steps = 3; options.mesh = undefined);
    REFUSED(MARCH, "options.mesh", "0.9", options.n_steps = 3; options.mesh = elsewhere);
    coldae_srm_info info;
    problem = srm_example(2);
    CHECK_INT(coldae_srm_march(&problem, NULL, NULL, NULL, NULL, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "x is NULL");
    CHECK_INT(coldae_srm_march(NULL, NULL, (double[2]){0}, NULL, NULL, &info), COLDAE_ERR_INVALID);
}

/* eps too small for explicit stages: the number against the limit. */
static void test_unstable(void)
{
    coldae_srm_info info;
    double x[2];
    problem = srm_example(2);
    coldae_srm_options_init(&options);
    options.eps = 0.001;
    options.n_steps = 100;
    for (int stages = COLDAE_SRM_EULER; stages <= COLDAE_SRM_RK4; stages++) {
        options.stages = stages;
        CHECK_INT(coldae_srm_march(&problem, &options, x, NULL, NULL, &info), COLDAE_ERR_INVALID);
        CHECK_STR_HAS(info.message, "options.eps = 0.001");
        CHECK_STR_HAS(info.message, stages == COLDAE_SRM_EULER ? "below 2" : "below 2.785");
    }
}

int main(void)
{
    test_problem();
    test_iteration();
    test_choices();
    test_solve_only();
    test_march_only();
    test_unstable();
    return check_result();
}
