/* index3_stiff.c - stiff ordinary equations and their index-1 forms with the same integrator
 *
 * References: the IVP test set (Mazzia & Magherini, University of Bari), problems vdpol and rober, computed there in
 * quadruple precision; the linear problem has an exact solution.
 */
#include "check.h"

#include "coldae/ivp.h"

static coldae_index3_options options;
static coldae_ivp_info info;

static coldae_index3_problem equations(int n_v, double right, coldae_index3_fn *k)
{
    coldae_index3_problem problem;
    coldae_index3_problem_init(&problem);
    problem.n_v = n_v;
    problem.right = right;
    problem.k = k;
    coldae_index3_options_init(&options);
    return problem;
}

/* x'' = mu (1 - x^2) x' - x, mu = 1000, [0, 2000]: two jumps of the relaxation oscillation */
static int van_der_pol(double t, const double *u, const double *v, const double *lambda, double *k,
                       void *user)
{
    (void)t, (void)u, (void)lambda, (void)user;
    k[0] = v[1];
    k[1] = 1000 * (1 - v[0] * v[0]) * v[1] - v[0];
    return 0;
}

static void test_van_der_pol(int stages)
{
    coldae_index3_problem problem = equations(2, 2000, van_der_pol);
    double v[2] = {2, 0};
    options.stages = stages;
    options.tol = 1e-8;
    CHECK_INT(coldae_index3(&problem, &options, NULL, v, NULL, &info), COLDAE_OK);
    CHECK_NEAR(v[0], 1.706167732170483, 1e-6);
    CHECK_NEAR(v[1], -0.8928097010247975e-3, 1e-8);
    CHECK((info.n_steps < 2500 || stages == 2) && info.index == 0);
}

/* Robertson's kinetics, [0, 1e11] */
static int robertson(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    (void)t, (void)u, (void)lambda, (void)user;
    k[0] = -0.04 * v[0] + 1e4 * v[1] * v[2];
    k[2] = 3e7 * v[1] * v[1];
    k[1] = -k[0] - k[2];
    return 0;
}

/* .. its third equation replaced by the conservation of mass, 0 = y1 + y2 + lambda - 1 */
static int robertson_k(double t, const double *u, const double *v, const double *lambda, double *k,
                       void *user)
{
    (void)t, (void)u, (void)user;
    k[0] = -0.04 * v[0] + 1e4 * v[1] * lambda[0];
    k[1] = -k[0] - 3e7 * v[1] * v[1];
    return 0;
}

static int robertson_g(double t, const double *u, const double *v, const double *lambda, double *g,
                       void *user)
{
    (void)t, (void)u, (void)user;
    g[0] = v[0] + v[1] + lambda[0] - 1;
    return 0;
}

static void test_robertson(void)
{
    coldae_index3_problem problem = equations(3, 1e11, robertson);
    const double atol_x[3] = {1e-20, 1e-20, 1e-10}; /* lambda is a difference of numbers of size 1 */
    double v[3] = {1, 0, 0}, lambda[1] = {0.3};
    options.rtol = 1e-7;
    options.atol = 1e-20; /* y2 becomes as small as 1e-13 */
    CHECK_INT(coldae_index3(&problem, &options, NULL, v, NULL, &info), COLDAE_OK);
    CHECK_NEAR(v[0] / 0.2083340149701255e-7, 1, 1e-4);
    CHECK_NEAR(v[1] / 0.8333360770334713e-13, 1, 1e-4);
    CHECK_NEAR(v[2], 0.9999999791665050, 1e-6);
    CHECK(info.n_steps < 1000 && info.largest > 1e9);
    problem.n_v = 2;
    problem.n_lambda = problem.index = 1;
    problem.k = robertson_k;
    problem.g = robertson_g;
    options.atol_x = atol_x;
    v[0] = 1;
    v[1] = 0;
    CHECK_INT(coldae_index3(&problem, &options, NULL, v, lambda, &info), COLDAE_OK);
    CHECK_NEAR(v[0] / 0.2083340149701255e-7, 1, 1e-4);
    CHECK_NEAR(v[1] / 0.8333360770334713e-13, 1, 1e-4);
    CHECK_NEAR(lambda[0], 0.9999999791665050, 1e-8);
    CHECK_INT(info.index, 1);
}

/* y' = -1e6 (y - cos t) - sin t: y = cos t after a layer of 1e-6, and steps that do not see it */
static int layer(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    (void)u, (void)lambda, (void)user;
    k[0] = -1e6 * (v[0] - cos(t)) - sin(t);
    return 0;
}

static void test_layer(int stages)
{
    coldae_index3_problem problem = equations(1, 10, layer);
    double v[1] = {2};
    options.tol = 1e-7;
    options.stages = stages;
    CHECK_INT(coldae_index3(&problem, &options, NULL, v, NULL, &info), COLDAE_OK);
    CHECK_NEAR(v[0], cos(10), 1e-6);
    CHECK(info.n_steps < 200);
}

/* M y' = A y with a constant mass matrix, and 50 equations (LAPACK): the heat equation by linear finite elements */
enum { N = 50 };

static int stiffness(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    double h = 1.0 / (N + 1);
    (void)t, (void)u, (void)lambda, (void)user;
    for (int i = 0; i < N; i++)
        k[i] = ((i > 0 ? v[i - 1] : 0) - 2 * v[i] + (i < N - 1 ? v[i + 1] : 0)) / h;
    return 0;
}

static int mass(double t, const double *u, double *m, void *user)
{
    double h = 1.0 / (N + 1);
    (void)t, (void)u, (void)user;
    for (int i = 0; i < N; i++) {
        m[i + N * i] = 4 * h / 6;
        if (i > 0)
            m[i + N * (i - 1)] = m[i - 1 + N * i] = h / 6;
    }
    return 0;
}

static void test_heat(int constant)
{
    const double pi = 3.14159265358979323846;
    coldae_index3_problem problem = equations(N, 0.1, stiffness);
    double v[N], h = 1.0 / (N + 1), c = cos(pi * h);
    problem.mass = mass;
    problem.mass_is_constant = constant;
    for (int i = 0; i < N; i++)
        v[i] = sin(pi * (i + 1) * h);
    options.tol = 1e-9;
    CHECK_INT(coldae_index3(&problem, &options, NULL, v, NULL, &info), COLDAE_OK);
    double rate = -6 / (h * h) * (1 - c) / (2 + c); /* the eigenvalue of the discrete problem */
    for (int i = 0; i < N; i++)
        CHECK_NEAR(v[i], sin(pi * (i + 1) * h) * exp(0.1 * rate), 1e-8);
}

int main(void)
{
    for (int stages = 2; stages <= 5; stages++) {
        test_van_der_pol(stages);
        test_layer(stages);
    }
    test_robertson();
    test_heat(0);
    test_heat(1);
    return check_result();
}
