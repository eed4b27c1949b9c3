/* march_invalid.c - every field of the marching out of range: refused before anything is allocated or called */
#include <limits.h>

#include "check.h"
#include "heap.h"
#include "march_samples.h"

static swing_setup setup;
static swing user;
static const double *z_left;

static void refuse(const char *field, const char *value, int line)
{
    coldae_solution *solution = (coldae_solution *)(void *)&user;
    coldae_ivp_info info;
    double z[4] = {5, 5, 5, 5};
    int before = check_failed, calls = 0;
    heap_fail(0, 0);
    CHECK_INT(coldae_march(&setup.problem, z_left, &setup.options, z, NULL, &solution, &info),
              COLDAE_ERR_INVALID);
    CHECK(solution == NULL);
    CHECK_STR_HAS(info.message, field);
    CHECK_STR_HAS(info.message, value);
    CHECK_INT(heap.calls, 0);
    for (int i = 0; i < OF_KINDS; i++)
        calls += user.calls[i];
    CHECK_INT(calls, 0);
    CHECK(z[0] == 5 && info.n_steps == 0 && info.n_f == 0 && info.peak_bytes == 0);
    if (check_failed > before)
        printf("    in the case of line %d: %s\n", line, info.message);
}

/* A good march with the change that follows must be refused, naming field and value. */
#define REFUSED(field, value, change)                                                                        \
    do {                                                                                                     \
        swing_make(&setup, &user);                                                                           \
        z_left = NULL;                                                                                       \
        change;                                                                                              \
        refuse(field, value, __LINE__);                                                                      \
    } while (0)

static void test_problem(void)
{
    static const int orders[] = {2, 0};
    static const double nan_p[] = {NAN}, zeta[] = {0, 0, 0.5}, zeta_nan[] = {0, 0, NAN};
    static const double bad[] = {1, NAN, 0, 0}, infinite[] = {1, 0, 0, INFINITY};
    REFUSED("n_diff", "0", setup.problem.n_diff = 0);
    REFUSED("n_alg", "-1", setup.problem.n_alg = -1);
    REFUSED("n_param", "-1", setup.problem.n_param = -1);
    REFUSED("order[1]", "0", setup.problem.order = orders);
    REFUSED("order", "NULL", setup.problem.order = NULL);
    REFUSED("left", "nan", setup.problem.left = NAN);
    REFUSED("right", "-1", setup.problem.right = -1);
    REFUSED("right", "inf", setup.problem.right = INFINITY);
    REFUSED("f", "NULL", setup.problem.f = NULL);
    REFUSED("param_guess[0]", "nan", (setup.problem.n_param = 1, setup.problem.param_guess = nan_p));
    REFUSED("n_side", "2", setup.problem.n_side = 2);
    REFUSED("n_side", "5", setup.problem.n_side = 5);
    REFUSED("n_side", "3", setup.options.consistency = 0);
    REFUSED("zeta[2]", "0.5", setup.problem.zeta = zeta);
    REFUSED("zeta[2]", "nan", setup.problem.zeta = zeta_nan);
    REFUSED("zeta", "NULL", setup.problem.zeta = NULL);
    REFUSED("problem.g", "NULL", setup.problem.g = NULL);
    REFUSED("n_coupled", "1", setup.problem.n_coupled = 1);
    REFUSED("z_left[1]", "nan", z_left = bad);
    REFUSED("z_left[3]", "inf", z_left = infinite);
}

static void test_method(void)
{
    static const double none[4], negative[] = {1e-3, -1, 0, 0}, nan[] = {1e-3, NAN, 0, 0};
    REFUSED("tol", "0", setup.options.tol = 0);
    REFUSED("tol", "nan", setup.options.tol = NAN);
    REFUSED("tol", "1", setup.options.tol = 1);
    REFUSED("tol_z", "0", setup.options.tol_z = none);
    REFUSED("tol_z[1]", "-1", setup.options.tol_z = negative);
    REFUSED("tol_z[1]", "nan", setup.options.tol_z = nan);
    REFUSED("points", "2", setup.options.points = 2);
    REFUSED("n_points", "1", setup.options.n_points = 1);
    REFUSED("n_points", "31", setup.options.n_points = 31);
    REFUSED("projection", "-1", setup.options.projection = -1);
    REFUSED("rank_kappa", "0", setup.options.rank_kappa = 0);
    REFUSED("rank_kappa", "nan", setup.options.rank_kappa = NAN);
    REFUSED("max_iterations", "0", setup.options.max_iterations = 0);
    REFUSED("max_bytes", "-1", setup.options.max_bytes = -1);
    REFUSED("max_bytes", "nan", setup.options.max_bytes = NAN);
}

static void test_steps(void)
{
    static const double back[] = {0, 0.5, 0.4, 1}, short_of[] = {0, 0.4, 0.5, 0.9},
                        late[] = {0.1, 0.4, 0.5, 1}, hole[] = {0, 0.4, NAN, 1}, outside[] = {1.5};
    REFUSED("step", "3", setup.options.step = 3);
    REFUSED("n_steps", "0", setup.options.n_steps = 0);
    REFUSED("n_steps", "2147483647", setup.options.n_steps = INT_MAX);
    REFUSED("max_steps", "0", setup.options.max_steps = 0);
    REFUSED("h_first", "-1", setup.options.h_first = -1);
    REFUSED("h_first", "nan", setup.options.h_first = NAN);
    REFUSED("h_largest", "-1", setup.options.h_largest = -1);
    REFUSED("h_largest", "nan", setup.options.h_largest = NAN);
    REFUSED("mesh", "NULL", setup.options.step = COLDAE_STEP_MESH);
#define MESH(points)                                                                                         \
    (setup.options.step = COLDAE_STEP_MESH, setup.options.n_steps = 3, setup.options.mesh = (points))
    REFUSED("mesh[2]", "0.4", MESH(back));
    REFUSED("mesh[3]", "0.9", MESH(short_of));
    REFUSED("mesh[0]", "0.1", MESH(late));
    REFUSED("mesh[2]", "nan", MESH(hole));
    REFUSED("n_fixed", "-1", setup.options.n_fixed = -1);
    REFUSED("fixed", "NULL", setup.options.n_fixed = 1);
    REFUSED("fixed[0]", "1.5", (setup.options.fixed = outside, setup.options.n_fixed = 1));
}

static void test_invariants(void)
{
    REFUSED("n_invariants", "-1", setup.options.n_invariants = -1);
    REFUSED("invariants", "NULL", setup.options.invariants = NULL);
    REFUSED("invariants[0].n", "0", setup.invariant.n = 0);
    REFUSED("invariants[0].n", "5", setup.invariant.n = 5);
    REFUSED("invariants[0].h", "NULL", setup.invariant.h = NULL);
}

static void refuse_consistent(const coldae_problem *p, double t, double *z, double *y, const char *words)
{
    coldae_ivp_info info;
    heap_fail(0, 0);
    CHECK_INT(coldae_consistent(p, t, NULL, NULL, z, y, NULL, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, words);
    CHECK_INT(heap.calls, 0);
}

static void test_consistent(void)
{
    double z[] = {1, 0, 0, 0}, y = 0, bad = NAN;
    swing_make(&setup, &user);
    refuse_consistent(NULL, 0, z, &y, "problem");
    refuse_consistent(&setup.problem, -0.5, z, &y, "t = -0.5");
    refuse_consistent(&setup.problem, NAN, z, &y, "t = nan");
    refuse_consistent(&setup.problem, 0, NULL, &y, "z = NULL");
    refuse_consistent(&setup.problem, 0, z, NULL, "y = NULL");
    refuse_consistent(&setup.problem, 0, z, &bad, "y[0] = nan");
    z[2] = NAN;
    refuse_consistent(&setup.problem, 0, z, &y, "[2] = nan");
}

int main(void)
{
    coldae_ivp_info info;
    test_problem();
    test_method();
    test_steps();
    test_invariants();
    test_consistent();
    CHECK_INT(coldae_march(NULL, NULL, NULL, NULL, NULL, NULL, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "problem");
    swing_make(&setup, &user); /* nothing wanted but the march itself */
    CHECK_INT(coldae_march(&setup.problem, NULL, NULL, NULL, NULL, NULL, NULL), COLDAE_OK);
    CHECK_INT(heap.blocks, 0);
    return check_result();
}
