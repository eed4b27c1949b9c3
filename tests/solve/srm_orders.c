/* srm_orders.c - sequential regularization: the orders (4.4), (4.6), (4.8) and the factor eps per iteration
 *
 * Examples 1 and 2 of Ascher & Lin (1993), whose C B is singular at t = 1/2, a mesh point.  Errors for t >= 0.9, far
 * from the layer at left, which has the size (t/eps)^(s-1) e^(-t/eps).
 */
#include "check.h"
#include "srm_examples.h"

typedef struct errors {
    double x, By;
} errors;

/* Gauss points, k = 1, 2, 3 */
static const double rho[3][3] = {
    {0.5}, {0.21132486540518713, 0.78867513459481287}, {0.11270166537925831, 0.5, 0.88729833462074169}};

static void raise_to(double *most, double value)
{
    if (!(value <= *most))
        *most = value;
}

/* Example 1 on n subintervals: x at mesh points, By at collocation points. */
static errors solve(int k, int n, double eps, int iterations)
{
    coldae_srm_problem p = srm_example1();
    coldae_srm_options o;
    coldae_srm_info info;
    coldae_solution *solution;
    errors e = {0, 0};
    coldae_srm_options_init(&o);
    o.eps = eps;
    o.iterations = iterations;
    o.bvp.n_points = k;
    o.bvp.n_intervals = n;
    CHECK_INT(coldae_srm_solve(&p, &o, &solution, &info), COLDAE_OK);
    CHECK_INT(info.iterations, iterations);
    const double *t;
    CHECK_INT(coldae_solution_mesh(solution, &t), n);
    for (int i = n - n / 10; solution && i < n; i++) {
        double x[2], By[2], exact[2], exact_By[2];
        coldae_solution_eval(solution, t[i + 1], x, NULL);
        srm_exact(1, t[i + 1], exact, exact_By);
        raise_to(&e.x, srm_error(x, exact));
        for (int j = 0; j < k; j++) {
            double at = t[i] + rho[k - 1][j] * (t[i + 1] - t[i]);
            coldae_solution_eval(solution, at, NULL, By);
            srm_exact(1, at, exact, exact_By);
            raise_to(&e.By, srm_error(By, exact_By));
        }
    }
    coldae_solution_free(solution);
    return e;
}

/* The orders that two meshes show are these, to 0.3. */
static void check_orders(errors coarse, errors fine, double order_x, double order_By, const char *what, int k)
{
    double x = log2(coarse.x / fine.x), By = log2(coarse.By / fine.By);
    printf("%s, k = %d: errors %.2e %.2e, orders %.2f %.2f\n", what, k, fine.x, fine.By, x, By);
    CHECK_NEAR(x, order_x, 0.3);
    CHECK_NEAR(By, order_By, 0.3);
}

static int watch(const coldae_srm_step *step, void *user)
{
    errors *e = user;
    double x[2], By[2];
    if (step->t < 0.9)
        return 0;
    srm_exact(2, step->t, x, By);
    raise_to(&e->x, srm_error(step->x, x));
    raise_to(&e->By, srm_error(step->By, By));
    return 0;
}

static errors march(int stages, int k, int n, double eps, int iterations)
{
    coldae_srm_problem p = srm_example(2);
    coldae_srm_options o;
    coldae_srm_info info;
    errors e = {0, 0};
    double x[2];
    coldae_srm_options_init(&o);
    o.eps = eps;
    o.iterations = iterations;
    o.y0 = COLDAE_SRM_Y0_START;
    o.stages = stages;
    o.n_points = k;
    o.n_steps = n;
    o.observer = watch;
    o.observer_user = &e;
    CHECK_INT(coldae_srm_march(&p, &o, x, NULL, NULL, &info), COLDAE_OK);
    return e;
}

/* (4.4), h below eps: x of order 2k, By of order k+1. */
static void test_fine(void)
{
    check_orders(solve(1, 100, 0.02, 7), solve(1, 200, 0.02, 7), 2, 2, "(4.4)", 1);
    check_orders(solve(2, 50, 0.02, 7), solve(2, 100, 0.02, 7), 4, 3, "(4.4)", 2);
}

/* (4.6), eps far below h: x of order k+l, l = 1 for odd k on this mesh, By of order k.  For even k By is seen to have
 * order k-1: the errors of x do not alternate and their differences are not smaller than they are. */
static void test_coarse(void)
{
    check_orders(solve(1, 80, 1e-9, 2), solve(1, 160, 1e-9, 2), 2, 1, "(4.6)", 1);
    check_orders(solve(2, 80, 1e-9, 2), solve(2, 160, 1e-9, 2), 2, 1, "(4.6)", 2);
    check_orders(solve(3, 20, 1e-9, 2), solve(3, 40, 1e-9, 2), 4, 3, "(4.6)", 3);
}

/* (4.8), Radau points: x of order 2k-1, By of order k, with eps far below h; above it no less. */
static void test_radau(void)
{
    for (int k = 1; k <= 3; k++)
        check_orders(march(COLDAE_SRM_RADAU, k, 20, 1e-5, 3), march(COLDAE_SRM_RADAU, k, 40, 1e-5, 3),
                     2 * k - 1, k, "(4.8)", k);
    check_orders(march(COLDAE_SRM_RADAU, 1, 80, 0.02, 7), march(COLDAE_SRM_RADAU, 1, 160, 0.02, 7), 1, 1,
                 "(4.8), h < eps", 1);
    check_orders(march(COLDAE_SRM_RADAU, 2, 80, 0.02, 7), march(COLDAE_SRM_RADAU, 2, 160, 0.02, 7), 3, 2.7,
                 "(4.8), h < eps", 2);
}

static void test_explicit(void)
{
    check_orders(march(COLDAE_SRM_EULER, 1, 200, 0.02, 7), march(COLDAE_SRM_EULER, 1, 400, 0.02, 7), 1, 1,
                 "forward Euler", 1);
    check_orders(march(COLDAE_SRM_RK4, 1, 200, 0.02, 7), march(COLDAE_SRM_RK4, 1, 400, 0.02, 7), 4, 4, "RK4",
                 4);
}

/* Theorem 3.1: the error of iteration s is O(eps^s); each iteration gains a factor of the size of eps. */
static void test_iterations(void)
{
    errors before = {0, 0}, before_march = {0, 0};
    for (int s = 1; s <= 4; s++) {
        errors large = solve(3, 400, 0.02, s), small = solve(3, 400, 0.01, s);
        errors large_march = march(COLDAE_SRM_RADAU, 3, 400, 0.02, s);
        errors small_march = march(COLDAE_SRM_RADAU, 3, 400, 0.01, s);
        check_orders(large, small, s + 0.15, s + 0.15, "eps^s, boundary values", s);
        check_orders(large_march, small_march, s + 0.15, s + 0.15, "eps^s, initial values", s);
        if (s > 1) {
            CHECK(small.x <= 8 * 0.01 * before.x && small.By <= 8 * 0.01 * before.By);
            CHECK(small_march.x <= 8 * 0.01 * before_march.x && small_march.By <= 8 * 0.01 * before_march.By);
        }
        before = small;
        before_march = small_march;
    }
}

int main(void)
{
    test_fine();
    test_coarse();
    test_radau();
    test_explicit();
    test_iterations();
    return check_result();
}
