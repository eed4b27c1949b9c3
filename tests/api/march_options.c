/* march_options.c - each option of the marching moves what it says it moves */
#include "check.h"
#include "march_samples.h"

static coldae_march_options defaults(void)
{
    coldae_march_options o;
    coldae_march_options_init(&o);
    return o;
}

/* The defaults are those that the header states. */
static void test_defaults(void)
{
    coldae_march_options o = defaults();
    CHECK_NEAR(o.tol, 1e-6, 0);
    CHECK_NEAR(o.rank_kappa, 1e-2, 0);
    CHECK_INT(o.points, COLDAE_RADAU);
    CHECK_INT(o.projection, COLDAE_PROJECT_AUTO);
    CHECK_INT(o.step, COLDAE_STEP_AUTO);
    CHECK_INT(o.consistency, 1);
    CHECK_INT(o.n_steps, 100);
    CHECK_INT(o.max_steps, 1000000);
    CHECK_INT(o.max_iterations, 10);
    CHECK_INT(o.n_points + o.n_fixed + o.n_invariants, 0);
    CHECK(!o.tol_z && !o.mesh && !o.fixed && !o.invariants && !o.observer && !o.observer_user);
    CHECK(o.h_first == 0 && o.h_largest == 0 && o.max_bytes == 0);
}

static coldae_status swing_march(coldae_march_options *o, coldae_ivp_info *info)
{
    static const double z_left[] = {1, 0, 0, 0};
    swing_setup setup;
    swing user;
    swing_make(&setup, &user);
    setup.problem.right = 3;
    return coldae_march(&setup.problem, z_left, o, NULL, NULL, NULL, info);
}

static void test_points(void)
{
    coldae_march_options o = defaults();
    coldae_ivp_info radau, gauss, more;
    o.n_points = 3;
    CHECK_INT(swing_march(&o, &radau), COLDAE_OK);
    o.points = COLDAE_GAUSS;
    CHECK_INT(swing_march(&o, &gauss), COLDAE_OK);
    o.n_points = 6;
    CHECK_INT(swing_march(&o, &more), COLDAE_OK);
    CHECK(radau.n_steps != gauss.n_steps);
    CHECK(2 * more.n_steps < gauss.n_steps);
    o = defaults(); /* k grows with the accuracy: steps hardly do */
    o.tol = 1e-4;
    CHECK_INT(swing_march(&o, &radau), COLDAE_OK);
    o.tol = 1e-10;
    CHECK_INT(swing_march(&o, &more), COLDAE_OK);
    CHECK(more.n_steps < 6 * radau.n_steps);
}

/* Without projection Gauss points leave the constraint. */
static void test_projection(void)
{
    coldae_march_options o = defaults();
    coldae_ivp_info info;
    o.points = COLDAE_GAUSS;
    o.n_points = 2;
    o.step = COLDAE_STEP_FIXED;
    o.n_steps = 40;
    for (o.projection = COLDAE_PROJECT_AUTO; o.projection <= COLDAE_PROJECT_SELECTIVE; o.projection++) {
        CHECK_INT(swing_march(&o, &info), COLDAE_OK);
        if (o.projection == COLDAE_PROJECT_NONE)
            CHECK(info.constraint_residual > 1e-6);
        else
            CHECK(info.constraint_residual < 1e-14 && info.index == 2);
    }
}

static void test_iterations(void)
{
    coldae_march_options o = defaults();
    coldae_ivp_info info;
    o.step = COLDAE_STEP_FIXED;
    o.n_steps = 10;
    o.max_iterations = 1;
    CHECK_INT(swing_march(&o, &info), COLDAE_ERR_NO_CONVERGENCE);
    CHECK_STR_HAS(info.message, "Newton");
    CHECK_STR_HAS(info.message, "h = 0.3");
    CHECK_INT(info.n_steps, 0);
    o.max_iterations = 20;
    CHECK_INT(swing_march(&o, &info), COLDAE_OK);
    CHECK(info.n_newton > 10);
}

/* u' = y, 0 = u - sin t + 1e-4 y: index 1, and index 2 for steps of 0.1 unless kappa says otherwise */
static int nearly_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)p;
    (void)user;
    f[0] = y[0];
    f[1] = z[0] - sin(t) + 1e-4 * y[0];
    return 0;
}

static void test_rank(void)
{
    static const int order[] = {1};
    const double zero = 0;
    coldae_problem p;
    coldae_march_options o = defaults();
    coldae_ivp_info info;
    coldae_problem_init(&p);
    p.n_diff = p.n_alg = 1;
    p.order = order;
    p.f = nearly_f;
    o.points = COLDAE_GAUSS;
    o.n_points = 3;
    o.consistency = 0;
    o.step = COLDAE_STEP_FIXED;
    o.n_steps = 10;
    CHECK_INT(coldae_march(&p, &zero, &o, NULL, NULL, NULL, &info), COLDAE_OK);
    CHECK_INT(info.index, 2);
    o.rank_kappa = 1e-5;
    CHECK_INT(coldae_march(&p, &zero, &o, NULL, NULL, NULL, &info), COLDAE_OK);
    CHECK_INT(info.index, 1);
}

/* ---- batches and parameters ----------------------------------------------------------------------- */

static int batch_f(int m, const double *t, const double *z, const double *y, const double *p, double *f,
                   void *user)
{
    int *largest = user;
    (void)t;
    (void)y;
    *largest = m > *largest ? m : *largest;
    for (int i = 0; i < m; i++)
        f[i] = p[0] * z[i];
    return 0;
}

static void test_batch_and_parameter(void)
{
    static const int order[] = {1};
    const double one = 1, rate = -2;
    int largest = 0;
    double z;
    coldae_problem p;
    coldae_march_options o = defaults();
    coldae_ivp_info info;
    coldae_solution *solution;
    coldae_problem_init(&p);
    p.n_diff = p.n_param = 1;
    p.param_guess = &rate;
    p.order = order;
    p.f_batch = batch_f;
    p.user = &largest;
    o.n_points = 4;
    CHECK_INT(coldae_march(&p, &one, &o, &z, NULL, &solution, &info), COLDAE_OK);
    CHECK_INT(largest, 4); /* the points of a step in one call */
    CHECK_NEAR(z, exp(-2), 2e-6);
    CHECK_NEAR(coldae_solution_param(solution)[0], rate, 0);
    double error;
    coldae_solution_error(solution, &error);
    CHECK(error > 0 && error <= 2e-6); /* of the worst step */
    coldae_solution_free(solution);
}

int main(void)
{
    test_defaults();
    test_points();
    test_projection();
    test_iterations();
    test_rank();
    test_batch_and_parameter();
    return check_result();
}
