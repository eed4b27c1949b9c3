/* march_start.c - the left end of a march: y there is computed whatever is asked of z, and what is wrong is named */
#include "check.h"

#include <coldae/ivp.h>

#define UNUSED (void)t, (void)z, (void)y, (void)p, (void)user

static const int one[] = {1}, two[] = {2, 2};

/* u' = y, 0 = y^3 + y + u + u^3: y = -u */
static int cubic(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    UNUSED;
    f[0] = y[0];
    f[1] = y[0] * y[0] * y[0] + y[0] + z[0] + z[0] * z[0] * z[0];
    return 0;
}

static int linear(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    UNUSED;
    f[0] = y[0];
    f[1] = y[0] + z[0];
    return 0;
}

/* A pendulum, p . p' = 0 (index 2) or |p| = 1 (index 3); z = (p1, p1', p2, p2') */
static int index2(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    UNUSED;
    f[0] = -y[0] * z[0];
    f[1] = -y[0] * z[2] - 1;
    f[2] = z[0] * z[1] + z[2] * z[3];
    return 0;
}

static int index3(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)index2(t, z, y, p, f, user);
    f[2] = z[0] * z[0] + z[2] * z[2] - 1;
    return 0;
}

/* u' = exp(u): with long steps the equations have no solution, and Newton goes anywhere */
static int explosion(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    UNUSED;
    f[0] = exp(z[0]);
    return 0;
}

static void make(coldae_f_fn *f, int n_diff, const int *order, int n_alg, coldae_problem *problem,
                 coldae_march_options *options)
{
    coldae_problem_init(problem);
    coldae_march_options_init(options);
    problem->n_diff = n_diff;
    problem->order = order;
    problem->n_alg = n_alg;
    problem->left = 3;
    problem->right = 4;
    problem->f = f;
}

/* y as the observer sees it first */
static int first_y(const coldae_step *step, void *user)
{
    if (step->number == 0)
        *(double *)user = step->y[0];
    return 0;
}

/* Modes: as usual, without a look at the constraints, without projection. */
static void set_mode(int mode, coldae_march_options *options)
{
    options->consistency = mode != 1;
    options->projection = mode == 2 ? COLDAE_PROJECT_NONE : COLDAE_PROJECT_AUTO;
}

static void test_y(coldae_f_fn *f, int step)
{
    const double z_left[] = {1};
    for (int mode = 0; mode < 3; mode++) {
        coldae_problem problem;
        coldae_march_options options;
        coldae_ivp_info info;
        double z = 0, y = 0, y_left = 0;
        make(f, 1, one, 1, &problem, &options);
        set_mode(mode, &options);
        options.step = step;
        options.observer = first_y;
        options.observer_user = &y_left;
        CHECK_INT(coldae_march(&problem, z_left, &options, &z, &y, NULL, &info), COLDAE_OK);
        CHECK_NEAR(y_left, -1, 1e-14);
        CHECK_NEAR(z, exp(-1), 1e-6);
        CHECK_NEAR(y, -exp(-1), 1e-5);
        CHECK_INT(info.index, 1);
        CHECK_INT(info.n_rejected, 0);
    }
}

/* Index 2: the force at rest is z_2' . z_2' - z_2 = 0 on the horizontal, 1/2 at 30 degrees below. */
static void test_y_index2(void)
{
    const double z_left[] = {sqrt(0.75), 0, -0.5, 0};
    for (int mode = 0; mode < 3; mode++) {
        coldae_problem problem;
        coldae_march_options options;
        coldae_ivp_info info;
        double z[4], y_left = 7;
        make(index2, 2, two, 1, &problem, &options);
        set_mode(mode, &options);
        options.observer = first_y;
        options.observer_user = &y_left;
        CHECK_INT(coldae_march(&problem, z_left, &options, z, NULL, NULL, &info), COLDAE_OK);
        CHECK_NEAR(y_left, 0.5, 1e-9);
        CHECK_NEAR(z[0] * z[1] + z[2] * z[3], 0, 1e-9);
        CHECK_INT(info.index, 2);
    }
}

/* z_left off the constraint is what the message is about, not the step size. */
static void test_off(void)
{
    const double z_left[] = {1, 0.1, 0, 0.5};
    coldae_problem problem;
    coldae_march_options options;
    coldae_ivp_info info;
    make(index2, 2, two, 1, &problem, &options);
    CHECK_INT(coldae_march(&problem, z_left, &options, NULL, NULL, NULL, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "is not consistent");
    CHECK_NEAR(info.t, 3, 0);
    options.consistency = 0;
    CHECK_INT(coldae_march(&problem, z_left, &options, NULL, NULL, NULL, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "z_left is not consistent");
    CHECK_STR_HAS(info.message, "0.1");
    CHECK_NEAR(info.t, 3, 0);
    CHECK_INT(info.index, 2);
    options.step = COLDAE_STEP_FIXED; /* given steps jump onto it */
    CHECK_INT(coldae_march(&problem, z_left, &options, NULL, NULL, NULL, &info), COLDAE_OK);
    CHECK_NEAR(info.t, 4, 0);
}

static void test_refused(void)
{
    const double z_left[] = {1, 0, 0, 0}, bad[] = {NAN, 0, 0, 0};
    coldae_problem problem;
    coldae_march_options options;
    coldae_ivp_info info;
    make(index3, 2, two, 1, &problem, &options);
    CHECK_INT(coldae_march(&problem, z_left, &options, NULL, NULL, NULL, &info), COLDAE_ERR_SINGULAR);
    CHECK_STR_HAS(info.message, "index above 2");
    CHECK_INT(info.index, -1);
    CHECK_NEAR(info.t, 3, 0);
    CHECK_INT(coldae_march(&problem, bad, &options, NULL, NULL, NULL, &info), COLDAE_ERR_INVALID);
    CHECK_NEAR(info.t, 3, 0);
}

/* y jumps at 3.5, so far that the factors of the first iterate do not find it. */
static int jumping(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    UNUSED;
    f[0] = -z[0];
    f[1] = y[0] * y[0] * y[0] + y[0] - (t >= 3.5 ? 10 : 0);
    return 0;
}

static void test_jump(void)
{
    const double z_left[] = {1}, fixed[] = {3.5};
    coldae_problem problem;
    coldae_march_options options;
    coldae_ivp_info info;
    double z = 0, y = 0;
    make(jumping, 1, one, 1, &problem, &options);
    options.fixed = fixed;
    options.n_fixed = 1;
    CHECK_INT(coldae_march(&problem, z_left, &options, &z, &y, NULL, &info), COLDAE_OK);
    CHECK_NEAR(z, exp(-1), 1e-6);
    CHECK_NEAR(y, 2, 1e-6);
    CHECK_INT(info.n_failed, 0);
}

/* f overflows where Newton has jumped to: it is Newton that is named. */
static void test_divergence(void)
{
    const double z_left[] = {1};
    coldae_problem problem;
    coldae_march_options options;
    coldae_ivp_info info;
    double z = 0;
    make(explosion, 1, one, 0, &problem, &options);
    options.step = COLDAE_STEP_FIXED;
    options.n_points = 1;
    for (options.n_steps = 1; options.n_steps <= 3; options.n_steps++) {
        CHECK_INT(coldae_march(&problem, z_left, &options, &z, NULL, NULL, &info), COLDAE_ERR_NO_CONVERGENCE);
        CHECK_STR_HAS(info.message, "Newton");
        CHECK_NEAR(z, 1, 0);
    }
    double low = 0.1,
           high = 0.3; /* 1 = h exp(1 + h e): the first correction is as long as rounding lets it be */
    for (int i = 0; i < 25; i++) {
        double h = (low + high) / 2;
        *(h * exp(1 + h * exp(1)) < 1 ? &low : &high) = h;
    }
    problem.right = 3 + low;
    options.n_steps = 1;
    CHECK_INT(coldae_march(&problem, z_left, &options, &z, NULL, NULL, &info), COLDAE_ERR_NO_CONVERGENCE);
    CHECK_STR_HAS(info.message, "Newton diverges");
    CHECK_STR_HAS(info.message, "not defined there");
}

int main(void)
{
    test_y(linear, COLDAE_STEP_AUTO);
    test_y(linear, COLDAE_STEP_FIXED);
    test_y(cubic, COLDAE_STEP_FIXED);
    test_y(cubic, COLDAE_STEP_AUTO);
    test_y_index2();
    test_off();
    test_refused();
    test_jump();
    test_divergence();
    return check_result();
}
