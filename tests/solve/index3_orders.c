/* index3_orders.c - observed orders with constant steps
 *
 * Index 3, s stages, stage order q = s: Theorem 2.1 promises u O(h^q), O(h^(q+1)) for p >= q + 2, v O(h^q), lambda
 * O(h^(q-1)); index 2: u, v of order 2s-1, lambda s; index 1 and ordinary equations: 2s-1 in all components.
 */
#include "../problems/made_motion.h"
#include "check.h"

static const double LEFT = 0.5, RIGHT = 2.5;

static void run(made *m, int stages, int projection, int n, double error[3])
{
    coldae_index3_problem problem;
    coldae_index3_options options;
    coldae_ivp_info info;
    double u[2], v[2], w[2], lambda[1];
    made_problem(m, LEFT, RIGHT, &problem);
    made_exact(m, LEFT, u, v, w, lambda);
    coldae_index3_options_init(&options);
    options.tol = 1e-12;
    options.tol_is_local = 1;
    options.constant_steps = 1;
    options.h_first = (RIGHT - LEFT) / n;
    options.stages = stages;
    options.projection = projection;
    CHECK_INT(coldae_index3(&problem, &options, u, v, lambda, &info), COLDAE_OK);
    CHECK_INT(info.n_steps, n);
    made_error(m, RIGHT, u, v, lambda, error);
}

/* log2 of error ratios from n to 2n steps: at least the given ones. */
static void orders(made m, int stages, int projection, int n, double for_u, double for_v, double for_lambda)
{
    double coarse[3], fine[3], wanted[3] = {for_u, for_v, for_lambda};
    int before = check_failed;
    run(&m, stages, projection, n, coarse);
    run(&m, stages, projection, 2 * n, fine);
    for (int i = 0; i < 3; i++)
        CHECK(log2(coarse[i] / fine[i]) >= wanted[i] - 0.15);
    if (check_failed > before)
        printf(
            "index %d, s = %d, projection %d, f %d, mass %d: orders %.2f %.2f %.2f, errors %.1e %.1e %.1e\n",
            m.index, stages, projection, m.with_f, m.with_mass, log2(coarse[0] / fine[0]),
            log2(coarse[1] / fine[1]), log2(coarse[2] / fine[2]), fine[0], fine[1], fine[2]);
}

/* Without projection v has exactly the order of the theorem. */
static void test_unprojected_velocity(void)
{
    double coarse[3], fine[3];
    made m = {.index = 3, .with_jacobians = 1};
    run(&m, 3, COLDAE_INDEX3_PROJECT_NONE, 20, coarse);
    run(&m, 3, COLDAE_INDEX3_PROJECT_NONE, 40, fine);
    CHECK_NEAR(log2(coarse[1] / fine[1]), 3, 0.15);
    CHECK_NEAR(log2(coarse[2] / fine[2]), 2, 0.15);
}

static int turn(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    (void)t, (void)u, (void)lambda, (void)user;
    k[0] = v[1];
    k[1] = -v[0] + 0.1 * (1 - v[0] * v[0] - v[1] * v[1]); /* (cos t, -sin t) is a solution */
    return 0;
}

static double ode_error(int stages, int n)
{
    coldae_index3_problem problem;
    coldae_index3_options options;
    double v[2] = {1, 0};
    coldae_index3_problem_init(&problem);
    problem.n_v = 2;
    problem.k = turn;
    problem.right = 4;
    coldae_index3_options_init(&options);
    options.tol = 1e-13;
    options.tol_is_local = 1;
    options.constant_steps = 1;
    options.h_first = 4.0 / n;
    options.stages = stages;
    CHECK_INT(coldae_index3(&problem, &options, NULL, v, NULL, NULL), COLDAE_OK);
    return fmax(fabs(v[0] - cos(4)), fabs(v[1] + sin(4)));
}

static void test_ode(void)
{
    static const int steps[] = {0, 0, 16, 16, 8, 4};
    for (int s = 2; s <= 5; s++) {
        double order = log2(ode_error(s, steps[s]) / ode_error(s, 2 * steps[s]));
        CHECK_NEAR(order, 2 * s - 1, 0.5);
    }
}

int main(void)
{
    enum { BOTH = COLDAE_INDEX3_PROJECT_BOTH, VELOCITY = COLDAE_INDEX3_PROJECT_VELOCITY };
    for (int variant = 0; variant < 4; variant++) {
        made m = {.with_f = variant & 1, .with_mass = variant >> 1, .with_jacobians = 1, .index = 3};
        orders(m, 3, BOTH, 20, 4, 3, 2);
        orders(m, 3, VELOCITY, 20, 4, 3, 2);
        orders(m, 3, COLDAE_INDEX3_PROJECT_NONE, 20, 4, 3, 2);
        orders((made){m.with_f, m.with_mass, 1, 3, 1}, 3, BOTH, 20, 4, 3, 2);
        m.index = 2;
        orders(m, 3, BOTH, 10, 5, 5, 3);
        m.index = 1;
        orders(m, 3, BOTH, 10, 5, 5, 5);
    }
    orders((made){.index = 3, .with_jacobians = 1}, 2, BOTH, 20, 2, 2, 1);
    orders((made){.index = 2, .with_jacobians = 1}, 4, BOTH, 5, 6, 6, 4);
    orders((made){.index = 1, .with_jacobians = 1}, 2, BOTH, 10, 3, 3, 3);
    test_unprojected_velocity();
    test_ode();
    return check_result();
}
