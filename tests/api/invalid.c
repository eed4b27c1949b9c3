/* invalid.c - every field out of range, through the public door: refused before anything is allocated */
#include <limits.h>

#include "check.h"
#include "heap.h"
#include "samples.h"

static coldae_problem problem;
static coldae_options options;
static sample user;

static void refuse(const char *field, const char *value, int line)
{
    coldae_solution *const untouched = (coldae_solution *)&user;
    coldae_solution *solution = untouched;
    coldae_info info;
    int before = check_failed;
    heap_fail(0, 0);
    CHECK_INT(coldae_solve(&problem, &options, &solution, &info), COLDAE_ERR_INVALID);
    CHECK(solution == NULL);
    CHECK_STR_HAS(info.message, field);
    CHECK_STR_HAS(info.message, value);
    CHECK_INT(heap.calls, 0);
    for (int i = 0; i < KINDS; i++)
        CHECK_INT(user.calls[i], 0);
    CHECK_INT(
        info.n_f + info.n_df + info.n_g + info.n_dg + info.n_meshes + info.n_newton + info.callback_code, 0);
    CHECK(info.peak_bytes == 0);
    if (check_failed > before)
        printf("    in the case of line %d: %s\n", line, info.message);
    if (solution && solution != untouched)
        coldae_solution_free(solution);
}

/* A good problem with the change that follows must be refused, naming field and value. */
#define REFUSED(field, value, change)                                                                        \
    do {                                                                                                     \
        problem = orbit_problem(&user);                                                                      \
        coldae_options_init(&options);                                                                       \
        change;                                                                                              \
        refuse(field, value, __LINE__);                                                                      \
    } while (0)

static void test_sizes(void)
{
    static const int none[] = {2, 0}, negative[] = {-3, 1}, huge[] = {2, INT_MAX}, many[] = {31, 1};
    static int orders[100000];
    for (int i = 0; i < 100000; i++)
        orders[i] = 30;
    REFUSED("n_diff", "0", problem.n_diff = 0);
    REFUSED("n_diff", "-1", problem.n_diff = -1);
    REFUSED("n_diff", "-2147483648", problem.n_diff = INT_MIN);
    REFUSED("n_diff", "2147483647", problem.n_diff = INT_MAX); /* before order[] is read that far */
    REFUSED("n_alg", "-1", problem.n_alg = -1);
    REFUSED("n_alg", "2147483647", problem.n_alg = INT_MAX);
    REFUSED("n_param", "-1", problem.n_param = -1);
    REFUSED("n_param", "2147483647", problem.n_param = INT_MAX);
    REFUSED("n_param", "-2147483648", problem.n_param = INT_MIN);
    REFUSED("order", "NULL", problem.order = NULL);
    REFUSED("order[1]", "0", problem.order = none);
    REFUSED("order[0]", "-3", problem.order = negative);
    REFUSED("order[1]", "2147483647", problem.order = huge);
    REFUSED("order[0]", "31", problem.order = many);
    REFUSED("n_diff", "100000", (problem.n_diff = 100000, problem.order = orders));
    REFUSED("n_diff", "20000", (problem.n_diff = 20000, problem.order = orders, problem.n_alg = 20000));
    REFUSED("n_alg", "1000000000", (problem.n_alg = 1000000000, problem.n_param = 1000000000));
}

static void test_interval(void)
{
    REFUSED("left", "nan", problem.left = NAN);
    REFUSED("left", "-inf", problem.left = -INFINITY);
    REFUSED("right", "nan", problem.right = NAN);
    REFUSED("right", "inf", problem.right = INFINITY);
    REFUSED("right", "-1", problem.right = -1);
    REFUSED("right", "0", problem.right = 0);
    REFUSED("right", "1e+308", (problem.left = -1e308, problem.right = 1e308)); /* right - left overflows */
}

static void test_conditions(void)
{
    static const double unsorted[] = {0, 0.7, 0.5}, outside[] = {0, 0.5, 1.5}, before[] = {-0.25, 0, 0};
    static const double nan[] = {0, NAN, 1}, infinite[] = {0, 0, INFINITY}, guess[] = {NAN};
    REFUSED("n_side", "-1", problem.n_side = -1);
    REFUSED("n_side", "5 conditions", problem.n_side = 4);                /* 3 + 1 are needed */
    REFUSED("n_side", "2147483648 conditions", problem.n_side = INT_MAX); /* with one coupled */
    REFUSED("n_side", "2 conditions",
            problem.n_side = 1); /* one too few even where index-2 constraints are left out */
    REFUSED("n_side", "3 conditions", (problem.n_side = 2, options.consistency = 0));
    REFUSED("n_coupled", "-1", problem.n_coupled = -1);
    REFUSED("n_coupled", "-2147483648", problem.n_coupled = INT_MIN);
    REFUSED("n_coupled", "2147483647", problem.n_coupled = INT_MAX);
    REFUSED("n_coupled", "6 conditions", problem.n_coupled = 3);
    REFUSED("zeta", "NULL", problem.zeta = NULL);
    REFUSED("zeta[2]", "0.5", problem.zeta = unsorted);
    REFUSED("zeta[2]", "1.5", problem.zeta = outside);
    REFUSED("zeta[0]", "-0.25", problem.zeta = before);
    REFUSED("zeta[1]", "nan", problem.zeta = nan);
    REFUSED("zeta[2]", "inf", problem.zeta = infinite);
    REFUSED("problem.f ", "NULL", problem.f = NULL);
    REFUSED("problem.f ", "NULL", (problem.f = NULL, problem.df_batch = orbit_df_batch));
    REFUSED("problem.g ", "NULL", problem.g = NULL);
    REFUSED("coupled", "NULL", problem.coupled = NULL);
    REFUSED("param_guess[0]", "nan", problem.param_guess = guess);
}

static void test_tolerances(void)
{
    static const double zeros[] = {0, 0, 0}, one[] = {1e-3, 1, 1e-3}, negative[] = {1e-3, 1e-3, -1e-3};
    static const double nan[] = {NAN, 1e-3, 1e-3}, infinite[] = {0, INFINITY, 0}, small[] = {1e-3, 1e-20, 0};
    REFUSED("options.tol ", "0", options.tol = 0);
    REFUSED("options.tol ", "-1e-06", options.tol = -1e-6);
    REFUSED("options.tol ", "1", options.tol = 1);
    REFUSED("options.tol ", "9e-15", options.tol = 9e-15);
    REFUSED("options.tol ", "nan", options.tol = NAN);
    REFUSED("options.tol ", "inf", options.tol = INFINITY);
    REFUSED("tol_z", "0", options.tol_z = zeros);
    REFUSED("tol_z[1]", "1", options.tol_z = one);
    REFUSED("tol_z[2]", "-0.001", options.tol_z = negative);
    REFUSED("tol_z[0]", "nan", options.tol_z = nan);
    REFUSED("tol_z[1]", "inf", options.tol_z = infinite);
    REFUSED("tol_z[1]", "1e-20", options.tol_z = small);
}

static void test_choices(void)
{
    REFUSED("points", "-1", options.points = -1);
    REFUSED("points", "2", options.points = 2);
    REFUSED("n_points", "-1", options.n_points = -1);
    REFUSED("n_points", "1", options.n_points = 1); /* the largest order is 2 */
    REFUSED("n_points", "31", options.n_points = 31);
    REFUSED("n_points", "2147483647", options.n_points = INT_MAX);
    REFUSED("projection", "-1", options.projection = -1);
    REFUSED("projection", "4", options.projection = 4);
    REFUSED("rank_kappa", "0", options.rank_kappa = 0);
    REFUSED("rank_kappa", "1.5", options.rank_kappa = 1.5);
    REFUSED("rank_kappa", "nan", options.rank_kappa = NAN);
    REFUSED("adapt", "-1", options.adapt = -1);
    REFUSED("adapt", "3", options.adapt = 3);
    REFUSED("newton", "-1", options.newton = -1);
    REFUSED("newton", "2", options.newton = 2);
    REFUSED("max_iterations", "0", options.max_iterations = 0);
    REFUSED("n_threads", "0", options.n_threads = 0);
    REFUSED("n_threads", "-2", options.n_threads = -2);
    REFUSED("max_bytes", "-1", options.max_bytes = -1);
    REFUSED("max_bytes", "nan", options.max_bytes = NAN);
}

static void test_mesh(void)
{
    static const double descending[] = {0, 0.6, 0.4, 1}, repeated[] = {0, 0.5, 0.5, 1},
                        late[] = {0.1, 0.5, 1};
    static const double early[] = {0, 0.5, 0.9}, nan[] = {0, NAN, 1}, infinite[] = {0, INFINITY, 1};
    static const double at_left[] = {0}, at_right[] = {0.5, 1}, twice[] = {0.5, 0.5}, back[] = {0.5, 0.25};
    REFUSED("n_intervals", "0", options.n_intervals = 0);
    REFUSED("n_intervals", "-5", options.n_intervals = -5);
    REFUSED("max_intervals", "0", options.max_intervals = 0);
    REFUSED("max_intervals", "4", options.max_intervals = 4); /* the first mesh has 5 */
    REFUSED("n_intervals", "2147483647", options.n_intervals = INT_MAX);
    REFUSED("mesh[2]", "0.4", (options.mesh = descending, options.n_intervals = 3));
    REFUSED("mesh[2]", "0.5", (options.mesh = repeated, options.n_intervals = 3));
    REFUSED("mesh[0]", "0.1", (options.mesh = late, options.n_intervals = 2));
    REFUSED("mesh[2]", "0.9", (options.mesh = early, options.n_intervals = 2));
    REFUSED("mesh[1]", "nan", (options.mesh = nan, options.n_intervals = 2));
    REFUSED("mesh[1]", "inf", (options.mesh = infinite, options.n_intervals = 2));
    REFUSED("n_fixed", "-1", options.n_fixed = -1);
    REFUSED("fixed", "NULL", options.n_fixed = 1);
    REFUSED("fixed[0]", "0", (options.fixed = at_left, options.n_fixed = 1));
    REFUSED("fixed[1]", "1", (options.fixed = at_right, options.n_fixed = 2));
    REFUSED("fixed[1]", "0.5", (options.fixed = twice, options.n_fixed = 2));
    REFUSED("fixed[1]", "0.25", (options.fixed = back, options.n_fixed = 2));
    REFUSED("fixed[0]", "nan", (options.fixed = nan + 1, options.n_fixed = 1));
    REFUSED("fixed[0]", "inf", (options.fixed = infinite + 1, options.n_fixed = 1));
}

/* What shows only when the first mesh is laid out, and the arguments themselves. */
static void test_others(void)
{
    static const double fixed[] = {0.1, 0.2, 0.3, 0.4};
    sample other;
    coldae_info info;
    coldae_solution *solution = NULL, *start = NULL;
    coldae_problem bratu = bratu_problem(1, &other);
    CHECK_INT(coldae_solve(&bratu, NULL, &start, NULL), COLDAE_OK); /* no options, no info */
    REFUSED("start", "n_diff = 1", options.start = start);
    coldae_options_init(&options);
    options.start = start;
    problem = bratu_problem(1, &user);
    problem.order = (const int[]){3};
    problem.zeta = (const double[]){0, 1, 1};
    problem.n_side = 3;
    refuse("start", "order[0] = 2", __LINE__);
    problem = bratu_problem(1, &user);
    problem.right = 2;
    refuse("start", "2", __LINE__);
    coldae_solution_free(start);

    coldae_options_init(&options);
    options.n_intervals = 2;
    options.max_intervals = 3;
    options.fixed = fixed;
    options.n_fixed = 4;
    CHECK_INT(coldae_solve(&bratu, &options, &solution, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "max_intervals = 3");
    CHECK(solution == NULL);
    coldae_options_init(&options);
    CHECK_INT(coldae_solve(NULL, NULL, &solution, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "problem");
    CHECK_INT(coldae_solve(&bratu, NULL, NULL, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "solution");
    CHECK_INT(heap.blocks, 0);
    CHECK(strcmp(coldae_strerror(COLDAE_ERR_INVALID), coldae_strerror(COLDAE_OK)) != 0);
}

int main(void)
{
    test_sizes();
    test_interval();
    test_conditions();
    test_tolerances();
    test_choices();
    test_mesh();
    test_others();
    return check_result();
}
