/* method.c - every field of problem and options refused out of range, by name and value; what is derived */
#include <float.h>
#include <limits.h>

#include "check.h"
#include "method.h"

static int f(double t, const double *z, const double *y, const double *p, double *out, void *user)
{
    (void)t, (void)z, (void)y, (void)p, (void)out, (void)user;
    return 0;
}

static int f_batch(int m, const double *t, const double *z, const double *y, const double *p, double *out,
                   void *user)
{
    (void)m, (void)t, (void)z, (void)y, (void)p, (void)out, (void)user;
    return 0;
}

static int g(int l, const double *z, const double *p, double *out, void *user)
{
    (void)l, (void)z, (void)p, (void)out, (void)user;
    return 0;
}

static int coupled(const double *zl, const double *zr, const double *p, double *out, void *user)
{
    (void)zl, (void)zr, (void)p, (void)out, (void)user;
    return 0;
}

static coldae_problem problem;
static coldae_options options;
static int order[3];
static double zeta[6], tol_z[6], mesh[5], fixed[3], param_guess[4]; /* room for a wrong n_param */
static cd_report report;

/* A good problem: orders 2, 1, 3, one y, two parameters, six point conditions and two coupled ones on [-1,
 * 2]. */
static void reset(void)
{
    coldae_problem_init(&problem);
    coldae_options_init(&options);
    memcpy(order, (int[]){2, 1, 3}, sizeof order);
    memcpy(zeta, (double[]){-1, -1, 0, 0.5, 2, 2}, sizeof zeta);
    memcpy(tol_z, (double[]){1e-3, 0, 1e-9, 0.5, 1e-14, 1e-4}, sizeof tol_z);
    memcpy(mesh, (double[]){-1, 0, 0.3, 1, 2}, sizeof mesh);
    memcpy(fixed, (double[]){-0.5, 0, 1.5}, sizeof fixed);
    memcpy(param_guess, (double[]){1, -1, 0, 0}, sizeof param_guess);
    problem.n_diff = 3;
    problem.n_alg = 1;
    problem.n_param = 2;
    problem.order = order;
    problem.left = -1;
    problem.right = 2;
    problem.n_side = 6;
    problem.zeta = zeta;
    problem.n_coupled = 2;
    problem.f = f;
    problem.g = g;
    problem.coupled = coupled;
    problem.param_guess = param_guess;
    options.tol_z = tol_z;
    options.n_points = 4;
    options.n_intervals = 4;
    options.mesh = mesh;
    options.fixed = fixed;
    options.n_fixed = 3;
}

static void expect_good(int line)
{
    coldae_status status = cd_method_check(&problem, &options, &report);
    if (check_fails(status == COLDAE_OK, __FILE__, line))
        printf("refused: %s\n", report.text);
    reset();
}

static void expect_bad(const char *field, const char *value, int line)
{
    report.text[0] = 0;
    coldae_status status = cd_method_check(&problem, &options, &report);
    int named = strstr(report.text, field) && strstr(report.text, value);
    if (check_fails(status == COLDAE_ERR_INVALID && named, __FILE__, line))
        printf("%s = %s: status %d, \"%s\"\n", field, value, (int)status, report.text);
    reset();
}

/* One field changed: must be refused with its name and its value, or be accepted. */
#define BAD(change, field, value) ((void)(change), expect_bad(field, value, __LINE__))
#define GOOD(change) ((void)(change), expect_good(__LINE__))

static void test_problem(void)
{
    BAD(problem.n_diff = 0, "problem.n_diff", "0");
    BAD(problem.n_diff = -3, "problem.n_diff", "-3");
    BAD(problem.n_alg = -1, "problem.n_alg", "-1");
    BAD(problem.n_param = -2, "problem.n_param", "-2");
    BAD(problem.order = NULL, "problem.order", "NULL");
    BAD(order[1] = 0, "problem.order[1]", "0");
    BAD(order[2] = -7, "problem.order[2]", "-7");
    BAD(order[2] = CD_MAX_POINTS + 1, "problem.order[2]", "31");
    BAD(order[0] = INT_MAX, "problem.order[0]", "2147483647");
    BAD(problem.left = NAN, "problem.left", "nan");
    BAD(problem.left = -INFINITY, "problem.left", "-inf");
    BAD(problem.right = NAN, "problem.right", "nan");
    BAD(problem.right = INFINITY, "problem.right", "inf");
    BAD(problem.right = -1, "problem.right", "-1");
    BAD(problem.right = -1.5, "problem.right", "-1.5");
    BAD((problem.left = -DBL_MAX, problem.right = DBL_MAX), "problem.right", "1.79769e+308");
    BAD(problem.n_side = -1, "problem.n_side", "-1");
    BAD(problem.n_side = 4, "n_side + n_coupled", "6 conditions");
    BAD(problem.n_side = INT_MAX, "n_side + n_coupled", "2147483649 conditions");
    BAD((problem.n_side = 5, options.consistency = 0), "n_side + n_coupled", "7 conditions");
    BAD(problem.n_coupled = 3, "n_side + n_coupled", "9 conditions");
    BAD(problem.n_coupled = -1, "problem.n_coupled", "-1");
    BAD(problem.n_param = 4, "n_side + n_coupled", "6 + 4");
    BAD(problem.zeta = NULL, "problem.zeta", "NULL");
    BAD(zeta[0] = -1.25, "problem.zeta[0]", "-1.25");
    BAD(zeta[5] = 2.5, "problem.zeta[5]", "2.5");
    BAD(zeta[3] = -0.5, "problem.zeta[3]", "-0.5");
    BAD(zeta[2] = NAN, "problem.zeta[2]", "nan");
    BAD(zeta[4] = INFINITY, "problem.zeta[4]", "inf");
    BAD(problem.f = NULL, "problem.f", "NULL");
    BAD(problem.g = NULL, "problem.g", "NULL");
    BAD(problem.coupled = NULL, "problem.coupled", "NULL");
    BAD(param_guess[1] = NAN, "problem.param_guess[1]", "nan");
    BAD(param_guess[0] = -INFINITY, "problem.param_guess[0]", "-inf");
    GOOD(problem.param_guess = NULL);
    GOOD((problem.f = NULL, problem.f_batch = f_batch));
    GOOD((problem.n_side = 5)); /* the constraint at left may be left out */
    GOOD((problem.n_coupled = 0, problem.coupled = NULL, problem.n_param = 0));
    GOOD(problem.linear = -1);
}

/* Sizes whose products leave int, or even long long: refused, with every number in the message. */
static void test_huge(void)
{
    BAD(problem.n_diff = INT_MAX, "problem.n_diff", "2147483647");
    BAD(problem.n_alg = INT_MAX, "n_alg", "2147483647");
    BAD(problem.n_param = INT_MAX, "n_param", "2147483647");
    BAD(problem.n_coupled = INT_MAX, "n_coupled", "2147483647");
    BAD((problem.n_diff = problem.n_alg = problem.n_param = problem.n_coupled = INT_MAX), "problem.n_diff",
        "2147483647");
    BAD(problem.n_diff = 100000, "problem.n_diff", "100000");
    BAD(problem.n_alg = 10000, "n_alg", "10000");
    static int many[3000];
    for (int i = 0; i < 3000; i++)
        many[i] = CD_MAX_POINTS;
    BAD((problem.n_diff = 3000, problem.order = many), "sum of orders", "90000");
}

static void test_options(void)
{
    BAD(options.tol = 0, "options.tol", "0");
    BAD(options.tol = -1e-3, "options.tol", "-0.001");
    BAD(options.tol = 1, "options.tol", "1");
    BAD(options.tol = 1e-15, "options.tol", "1e-15");
    BAD(options.tol = NAN, "options.tol", "nan");
    BAD(options.tol = INFINITY, "options.tol", "inf");
    BAD(tol_z[3] = NAN, "options.tol_z[3]", "nan");
    BAD(tol_z[0] = -1e-6, "options.tol_z[0]", "-1e-06");
    BAD(tol_z[5] = 1, "options.tol_z[5]", "1");
    BAD(tol_z[5] = 1e-15, "options.tol_z[5]", "1e-15");
    BAD(memset(tol_z, 0, sizeof tol_z), "options.tol_z", "all 6 entries are 0");
    BAD(options.points = 2, "options.points", "2");
    BAD(options.points = -1, "options.points", "-1");
    BAD(options.n_points = -1, "options.n_points", "-1");
    BAD(options.n_points = 2, "options.n_points", "2");
    BAD(options.n_points = 31, "options.n_points", "31");
    BAD(options.n_points = INT_MAX, "options.n_points", "2147483647");
    BAD(options.projection = -1, "options.projection", "-1");
    BAD(options.projection = 4, "options.projection", "4");
    BAD(options.rank_kappa = 0, "options.rank_kappa", "0");
    BAD(options.rank_kappa = 1.5, "options.rank_kappa", "1.5");
    BAD(options.rank_kappa = NAN, "options.rank_kappa", "nan");
    BAD(options.n_intervals = 0, "options.n_intervals", "0");
    BAD(options.n_intervals = -5, "options.n_intervals", "-5");
    BAD(options.max_intervals = 0, "options.max_intervals", "0");
    BAD(options.max_intervals = 3, "options.max_intervals", "3");
    BAD(options.adapt = -1, "options.adapt", "-1");
    BAD(options.adapt = 3, "options.adapt", "3");
    BAD(options.newton = -1, "options.newton", "-1");
    BAD(options.newton = 2, "options.newton", "2");
    BAD(options.max_iterations = 0, "options.max_iterations", "0");
    BAD(options.n_threads = 0, "options.n_threads", "0");
    BAD(options.max_bytes = -1, "options.max_bytes", "-1");
    BAD(options.max_bytes = NAN, "options.max_bytes", "nan");
    GOOD(options.tol_z = NULL);
    GOOD(options.n_points = 0);
    GOOD(options.n_points = 3);
    GOOD(options.n_points = CD_MAX_POINTS);
    GOOD(options.rank_kappa = 1);
    GOOD(options.max_intervals = 4);
    GOOD((options.max_iterations = 1, options.points = COLDAE_RADAU, options.tol = 1e-14));
    GOOD((options.consistency = 7, options.sensitive = -1, options.mesh_on_projected = 0));
}

static void test_meshes(void)
{
    BAD(options.n_fixed = -1, "options.n_fixed", "-1");
    BAD(options.fixed = NULL, "options.fixed", "NULL");
    BAD(fixed[0] = -1, "options.fixed[0]", "-1");
    BAD(fixed[2] = 2, "options.fixed[2]", "2");
    BAD(fixed[1] = -0.75, "options.fixed[1]", "-0.75");
    BAD(fixed[1] = -0.5, "options.fixed[1]", "-0.5");
    BAD(fixed[2] = NAN, "options.fixed[2]", "nan");
    BAD(mesh[0] = -0.875, "options.mesh[0]", "-0.875");
    BAD(mesh[4] = 1.75, "options.mesh[4]", "1.75");
    BAD(mesh[4] = INFINITY, "options.mesh[4]", "inf");
    BAD(mesh[2] = -0.25, "options.mesh[2]", "-0.25");
    BAD(mesh[1] = 0.3, "options.mesh[2]", "0.3");
    for (int i = 0; i < 5; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "options.mesh[%d]", i);
        BAD(mesh[i] = NAN, name, "nan");
    }
    GOOD(options.mesh = NULL);
    GOOD((options.n_fixed = 0, options.fixed = NULL));
}

static void test_create(void)
{
    cd_memory memory = {0};
    cd_method m;
    static const double kept[] = {-1, -0.5, 0, 0.5, 1.5, 2};
    CHECK_INT(cd_method_create(&problem, &options, &memory, &report, &m), COLDAE_OK);
    CHECK_INT(m.n_kept, 6); /* 0 is fixed and a side-condition point */
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(m.kept[i], kept[i], 0);
    CHECK(m.dims.n_diff == 3 && m.dims.n_alg == 1 && m.dims.n_param == 2 && m.dims.n_eq == 4);
    CHECK(m.dims.mstar == 6 && m.dims.max_order == 3 && m.dims.k == 4 && m.dims.n_local == 16);
    CHECK(m.offset[0] == 0 && m.offset[1] == 2 && m.offset[2] == 3 && m.dims.order[2] == 3);
    CHECK_INT(m.n_border, 4);
    CHECK_NEAR(m.tightest, 1e-14, 0);
    CHECK(memcmp(m.tol, tol_z, sizeof tol_z) == 0);
    CHECK(m.basis.k == 4 && m.basis.max_order == 3 && m.basis.points == COLDAE_GAUSS);
    CHECK(memory.used > 0);
    cd_method_release(&memory, &m);
    CHECK_INT(memory.used, 0);

    memory.limit = 100;
    CHECK_INT(cd_method_create(&problem, &options, &memory, &report, &m), COLDAE_ERR_MEMORY);
    cd_method_release(&memory, &m);
    memory.limit = 0;
    options.mesh = NULL;
    options.n_intervals = options.max_intervals = 4; /* the kept points alone make 5 */
    CHECK_INT(cd_method_check(&problem, &options, &report), COLDAE_OK);
    CHECK_INT(cd_method_create(&problem, &options, &memory, &report, &m), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(report.text, "options.max_intervals = 4");
    CHECK_STR_HAS(report.text, "need 5");
    cd_method_release(&memory, &m);
    CHECK_INT(memory.used, 0);
    reset();
}

/* n_points = 0: more points for tighter tolerances, always above the largest order. */
static void test_choice(void)
{
    cd_memory memory = {0};
    cd_method m;
    int before = 0;
    for (double tol = 0.5; tol > 1e-14; tol /= 10) {
        options.n_points = 0;
        options.tol = tol;
        options.tol_z = NULL;
        CHECK_INT(cd_method_create(&problem, &options, &memory, &report, &m), COLDAE_OK);
        CHECK(m.dims.k >= before && m.dims.k > 3 && m.dims.k <= 9);
        CHECK_NEAR(m.tightest, tol, 0);
        CHECK_NEAR(m.tol[5], tol, 0);
        before = m.dims.k;
        cd_method_release(&memory, &m);
    }
    CHECK(before >= 7);
    order[2] = CD_MAX_POINTS; /* no room above: as many as there are */
    CHECK_INT(cd_method_create(&problem, &options, &memory, &report, &m), COLDAE_OK);
    CHECK_INT(m.dims.k, CD_MAX_POINTS);
    cd_method_release(&memory, &m);
    reset();
}

int main(void)
{
    reset();
    GOOD(0);
    test_problem();
    test_huge();
    test_options();
    test_meshes();
    test_create();
    test_choice();
    return check_result();
}
