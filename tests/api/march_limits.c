/* march_limits.c - where marching ends: memory that does not grow, steps below rounding, solutions that end, bad
 * starts */
#include "check.h"
#include "march_samples.h"

static int circle_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t;
    (void)y;
    (void)p;
    (void)user;
    f[0] = -z[0];
    return 0;
}

static int circle_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t;
    (void)z;
    (void)y;
    (void)p;
    (void)user;
    df[0] = -1;
    return 0;
}

static coldae_problem circle(void)
{
    static const int order[] = {2};
    coldae_problem p;
    coldae_problem_init(&p);
    p.n_diff = 1;
    p.order = order;
    p.linear = 1;
    p.f = circle_f;
    p.df = circle_df;
    return p;
}

static void test_memory(void)
{
    const double z_left[] = {0, 1};
    coldae_problem p = circle();
    coldae_march_options o;
    coldae_ivp_info few, many;
    double z[2];
    coldae_march_options_init(&o);
    o.n_points = 2;
    o.step = COLDAE_STEP_FIXED;
    o.n_steps = 1000;
    CHECK_INT(coldae_march(&p, z_left, &o, z, NULL, NULL, &few), COLDAE_OK);
    o.n_steps = 100000;
    p.right = 100;
    CHECK_INT(coldae_march(&p, z_left, &o, z, NULL, NULL, &many), COLDAE_OK);
    CHECK_NEAR(z[0], sin(100), 1e-7);
    CHECK_INT(many.n_steps, 100000);
    CHECK(few.peak_bytes > 0);
    CHECK_NEAR(few.peak_bytes, many.peak_bytes, 0);
}

static void test_below_rounding(void)
{
    const double z_left[] = {0, 1}, mesh[] = {1e10, nextafter(1e10, 2e10), 1e10 + 1};
    coldae_problem p = circle();
    coldae_march_options o;
    coldae_ivp_info info;
    coldae_march_options_init(&o);
    p.left = 1e10;
    p.right = 1e10 + 1;
    o.step = COLDAE_STEP_FIXED;
    o.n_steps = 1000000;
    CHECK_INT(coldae_march(&p, z_left, &o, NULL, NULL, NULL, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "rounding");
    o.step = COLDAE_STEP_MESH;
    o.mesh = mesh;
    o.n_steps = 2;
    CHECK_INT(coldae_march(&p, z_left, &o, NULL, NULL, NULL, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "rounding");
    o.step = COLDAE_STEP_AUTO;
    o.h_first = 1e-12;
    CHECK_INT(coldae_march(&p, z_left, &o, NULL, NULL, NULL, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "h_first");
}

static int blow_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t;
    (void)y;
    (void)p;
    (void)user;
    f[0] = z[0] * z[0];
    return 0;
}

/* u' = u^2, u(0) = 1 ends at t = 1; a limit on the steps ends it before. */
static void test_solution_ends(void)
{
    static const int order[] = {1};
    const double one = 1;
    double z;
    coldae_problem p;
    coldae_march_options o;
    coldae_ivp_info info;
    coldae_problem_init(&p);
    p.n_diff = 1;
    p.order = order;
    p.right = 2;
    p.f = blow_f;
    coldae_march_options_init(&o);
    coldae_status status = coldae_march(&p, &one, &o, &z, NULL, NULL, &info);
    CHECK(status == COLDAE_ERR_MESH_LIMIT || status == COLDAE_ERR_NO_CONVERGENCE);
    CHECK_NEAR(info.t, 1, 1e-4);
    CHECK(z > 1e4);
    CHECK_STR_HAS(info.message, "t = ");
    o.max_steps = 5;
    CHECK_INT(coldae_march(&p, &one, &o, &z, NULL, NULL, &info), COLDAE_ERR_MESH_LIMIT);
    CHECK_STR_HAS(info.message, "max_steps = 5");
    CHECK_NEAR(z, 1 / (1 - info.t), 1e-5);
    CHECK_INT(info.n_steps + info.n_rejected + info.n_failed, 5);
}

static void test_step_lengths(void)
{
    const double z_left[] = {0, 1};
    coldae_problem p = circle();
    coldae_march_options o;
    coldae_ivp_info info;
    coldae_march_options_init(&o);
    o.h_largest = 0.01;
    CHECK_INT(coldae_march(&p, z_left, &o, NULL, NULL, NULL, &info), COLDAE_OK);
    CHECK(info.largest <= 0.01 * (1 + 1e-12));
    CHECK(info.n_steps >= 100);
    coldae_march_options_init(&o);
    o.h_first = 1e-5;
    CHECK_INT(coldae_march(&p, z_left, &o, NULL, NULL, NULL, &info), COLDAE_OK);
    CHECK_NEAR(info.smallest, 1e-5, 1e-12);
}

/* Each component with its own tolerance: 0 is not controlled. */
static void test_tolerances(void)
{
    const double z_left[] = {0, 1}, tight[] = {1e-10, 0}, loose[] = {1e-3, 0};
    coldae_problem p = circle();
    coldae_march_options o;
    coldae_ivp_info few, many;
    double z[2];
    p.right = 10;
    coldae_march_options_init(&o);
    o.n_points = 3;
    o.tol_z = loose;
    CHECK_INT(coldae_march(&p, z_left, &o, z, NULL, NULL, &few), COLDAE_OK);
    o.tol_z = tight;
    CHECK_INT(coldae_march(&p, z_left, &o, z, NULL, NULL, &many), COLDAE_OK);
    CHECK(many.n_steps > 5 * few.n_steps);
    CHECK_NEAR(z[0], sin(10), 20e-10);
}

static void test_inconsistent(void)
{
    const double off_speed[] = {1, 0.5, 0, 0}, off_length[] = {1.1, 0, 0, 0};
    swing_setup setup;
    swing user;
    coldae_ivp_info info;
    double z[4];
    swing_make(&setup, &user);
    CHECK_INT(coldae_march(&setup.problem, off_speed, &setup.options, z, NULL, NULL, &info),
              COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "z_left[1] = 0.5");
    CHECK_STR_HAS(info.message, "coldae_consistent");
    CHECK_INT(user.calls[OF_OBSERVER], 0);
    CHECK_INT(coldae_march(&setup.problem, off_length, &setup.options, z, NULL, NULL, &info),
              COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "z_left[0] = 1.1");
    setup.options.consistency = 0; /* taken as it is: the invariant is met after the first step */
    setup.options.step = COLDAE_STEP_FIXED;
    CHECK_INT(coldae_march(&setup.problem, off_length, &setup.options, z, NULL, NULL, &info), COLDAE_OK);
    CHECK_NEAR(z[0] * z[0] + z[2] * z[2], 1, 1e-14);
}

/* The start: conditions from the guess, y that belongs to them, dense output at both ends. */
static int look(const coldae_step *step, void *user)
{
    double z[4], y[1];
    (void)user;
    if (step->number == 0) {
        CHECK(step->dense == NULL && step->t == 0 && step->t_old == 0);
        CHECK_INT(coldae_step_eval(step, 0, z, y), COLDAE_ERR_INVALID);
        CHECK_NEAR(step->z[0], 1, 1e-14);
        CHECK_NEAR(step->z[2], 0, 1e-14);
        CHECK_NEAR(step->y[0], 0, 1e-10);
        return 0;
    }
    CHECK_INT(coldae_step_eval(step, step->t, z, y), COLDAE_OK);
    CHECK_NEAR(z[0], step->z[0], 0);
    CHECK_NEAR(y[0], step->y[0], 1e-13);
    CHECK_INT(coldae_step_eval(step, (step->t + step->t_old) / 2, z, NULL), COLDAE_OK);
    CHECK_NEAR(z[0] * z[0] + z[2] * z[2], 1, 1e-4);
    CHECK_INT(coldae_step_eval(step, step->t + 1, z, y), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_step_eval(step, NAN, z, y), COLDAE_ERR_INVALID);
    return 0;
}

static void test_observer(void)
{
    swing_setup setup;
    swing user;
    coldae_ivp_info info;
    swing_make(&setup, &user);
    setup.problem.right = 3;
    setup.options.observer = look;
    CHECK_INT(coldae_march(&setup.problem, NULL, &setup.options, NULL, NULL, NULL, &info), COLDAE_OK);
    CHECK(info.n_steps > 3);
    CHECK_INT(info.index, 2);
    CHECK(info.constraint_residual < 1e-14);
    CHECK_NEAR(info.t, 3, 0);
}

/* p'' = -y p - (0, 1), 0 = |p|^2 - 1 has index 3: said at the start. */
static int index3_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t;
    (void)p;
    (void)user;
    f[0] = -y[0] * z[0];
    f[1] = -y[0] * z[2] - 1;
    f[2] = z[0] * z[0] + z[2] * z[2] - 1;
    return 0;
}

static void test_index3(void)
{
    const double z_left[] = {1, 0, 0, 0};
    swing_setup setup;
    swing user;
    coldae_ivp_info info;
    swing_make(&setup, &user);
    setup.problem.f = index3_f;
    setup.problem.df = NULL;
    CHECK_INT(coldae_march(&setup.problem, z_left, NULL, NULL, NULL, NULL, &info), COLDAE_ERR_SINGULAR);
    CHECK_STR_HAS(info.message, "index above 2");
}

int main(void)
{
    test_memory();
    test_below_rounding();
    test_solution_ends();
    test_step_lengths();
    test_tolerances();
    test_inconsistent();
    test_observer();
    test_index3();
    return check_result();
}
