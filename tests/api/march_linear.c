/* march_linear.c - problem.linear = 1 in a march: f at the end of the one correction tells whether it was true
 *
 * A wrong df or a nonlinear f is named.  Stiff and badly scaled linear problems are not blamed for their rounding.
 */
#include "check.h"

#include <coldae/ivp.h>

#define UNUSED (void)t, (void)z, (void)y, (void)p, (void)user

typedef struct sizes {
    double stiff;  /* f = -stiff (z - cos t) - sin t */
    double first;  /* z_0 of this size .. */
    double second; /* .. and z_1 of this one */
    double wrong;  /* factor of an entry of df */
} sizes;

static int rotation(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    UNUSED;
    f[0] = z[1];
    f[1] = -z[0];
    return 0;
}

static int rotation_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    UNUSED;
    df[2] = 1;
    df[1] = -((const sizes *)user)->wrong;
    return 0;
}

static int square(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    UNUSED;
    f[0] = -z[0] * z[0];
    return 0;
}

static coldae_status go(int n_diff, coldae_f_fn *f, coldae_df_fn *df, sizes *user, int step, double *z,
                        coldae_ivp_info *info)
{
    const int order[] = {1, 1};
    const double z_left[] = {1, 0};
    coldae_problem problem;
    coldae_march_options options;
    coldae_problem_init(&problem);
    coldae_march_options_init(&options);
    problem.n_diff = n_diff;
    problem.order = order;
    problem.right = 5;
    problem.f = f;
    problem.df = df;
    problem.user = user;
    problem.linear = 1;
    options.step = step;
    return coldae_march(&problem, z_left, &options, z, NULL, NULL, info);
}

static void test_mistakes(void)
{
    static const int steps[] = {COLDAE_STEP_AUTO, COLDAE_STEP_FIXED};
    for (int i = 0; i < 2; i++) {
        sizes user = {.wrong = -1};
        double z[2] = {7, 7};
        coldae_ivp_info info;
        CHECK_INT(go(2, rotation, rotation_df, &user, steps[i], z, &info), COLDAE_ERR_NO_CONVERGENCE);
        CHECK_STR_HAS(info.message, "df is wrong, or the problem is not linear");
        CHECK_STR_HAS(info.message, "f[1]");
        CHECK(info.n_steps == 0 && info.t == 0 && z[0] == 1 && z[1] == 0); /* the last good values */
        CHECK_INT(go(1, square, NULL, &user, steps[i], z, &info), COLDAE_ERR_NO_CONVERGENCE);
        CHECK_STR_HAS(info.message, "df is wrong, or the problem is not linear");
        user.wrong = 1;
        CHECK_INT(go(2, rotation, rotation_df, &user, steps[i], z, &info), COLDAE_OK);
        CHECK_NEAR(z[0], cos(5), 1e-6);
        CHECK_INT(info.n_newton, info.n_steps + info.n_rejected); /* one correction each */
    }
}

/* A df of five digits: more corrections make up for it. */
static void test_repair(void)
{
    sizes user = {.wrong = 1.00001};
    double z[2];
    coldae_ivp_info info;
    CHECK_INT(go(2, rotation, rotation_df, &user, COLDAE_STEP_FIXED, z, &info), COLDAE_OK);
    CHECK_NEAR(z[0], cos(5), 1e-9);
    CHECK_NEAR(z[1], -sin(5), 1e-9);
    CHECK(info.n_newton > info.n_steps);
}

/* ---- rounding --------------------------------------------------------------------------------------- */

/* u_0' = -s (u_0 - cos t) - sin t,  u_1' = u_0 - u_1,  in the units of the sizes */
static int scaled(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    const sizes *s = user;
    double u = z[0] / s->first, v = z[1] / s->second;
    UNUSED;
    f[0] = s->first * (-s->stiff * (u - cos(t)) - sin(t));
    f[1] = s->second * (u - v);
    return 0;
}

/* index 2: u_0' = -s (u_0 - cos t) - sin t + y,  0 = u_0 - cos t, y = 0 but for rounding; u_1 as above */
static int constrained(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    const sizes *s = user;
    (void)scaled(t, z, y, p, f, user);
    f[0] += s->first * y[0];
    f[2] = s->second * (z[0] / s->first - cos(t));
    return 0;
}

/* index 1: the same u_0, y = u_0 */
static int direct(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    const sizes *s = user;
    (void)scaled(t, z, y, p, f, user);
    f[1] = s->second * (y[0] - z[1] / s->second);
    f[2] = s->second * (y[0] - z[0] / s->first);
    return 0;
}

static void run_scaled(coldae_f_fn *f, int n_alg, sizes *s, int step, int points, double tol)
{
    const int order[] = {1, 1};
    double z_left[] = {s->first, s->second / 2}, z[2];
    const double tol_z[] = {tol * fmin(s->first, 1), tol * fmin(s->second, 1)};
    coldae_problem problem;
    coldae_march_options options;
    coldae_ivp_info info;
    coldae_problem_init(&problem);
    coldae_march_options_init(&options);
    problem.n_diff = 2;
    problem.n_alg = n_alg;
    problem.order = order;
    problem.right = 3;
    problem.f = f;
    problem.user = s;
    problem.linear = 1;
    options.step = step;
    options.points = points;
    options.tol = tol;
    options.tol_z = tol_z[0] >= 1e-14 && tol_z[1] >= 1e-14 ? tol_z : NULL;
    options.n_points = points == COLDAE_GAUSS ? 7 : 0;
    if (coldae_march(&problem, z_left, &options, z, NULL, NULL, &info) != COLDAE_OK)
        printf("stiff %g sizes %g %g step %d points %d tol %g: %s\n", s->stiff, s->first, s->second, step,
               points, tol, info.message);
    CHECK(strstr(info.message, "linear") == NULL);
    CHECK_NEAR(info.t, 3, 0);
    /* u_1' = cos t - u_1, u_1(0) = 1/2: u_1 = (cos t + sin t)/2 */
    CHECK_NEAR(z[0] / s->first, cos(3), fmax(100 * tol, 1e-7));
    CHECK_NEAR(z[1] / s->second, (cos(3) + sin(3)) / 2, fmax(100 * tol, 1e-7));
}

static void test_rounding(void)
{
    static const sizes all[] = {
        {.stiff = 1, .first = 1, .second = 1},        {.stiff = 1e6, .first = 1, .second = 1},
        {.stiff = 1e12, .first = 1, .second = 1},     {.stiff = 1, .first = 1e10, .second = 1},
        {.stiff = 1e8, .first = 1e-3, .second = 1e8}, {.stiff = 1e4, .first = 1e8, .second = 1e-3}};
    static coldae_f_fn *const f[] = {scaled, direct, constrained};
    static const int n_alg[] = {0, 1, 1};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 3; j++) {
            sizes s = all[i];
            run_scaled(f[j], n_alg[j], &s, COLDAE_STEP_FIXED, COLDAE_RADAU, 1e-6);
            run_scaled(f[j], n_alg[j], &s, COLDAE_STEP_AUTO, COLDAE_RADAU, 1e-6);
            run_scaled(f[j], n_alg[j], &s, COLDAE_STEP_AUTO, COLDAE_RADAU, 1e-9);
            run_scaled(f[j], n_alg[j], &s, COLDAE_STEP_FIXED, COLDAE_GAUSS, 1e-6);
        }
}

/* y so large against the 1 by which it is differenced that df has few digits: u' = -u, 1e-8 y = u */
static int tiny(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    UNUSED;
    f[0] = -1e-8 * y[0];
    f[1] = z[0] - 1e-8 * y[0];
    return 0;
}

static void test_few_digits(void)
{
    const int order[] = {1};
    const double z_left[] = {1};
    double z, y;
    coldae_problem problem;
    coldae_march_options options;
    coldae_ivp_info info;
    coldae_problem_init(&problem);
    coldae_march_options_init(&options);
    problem.n_diff = problem.n_alg = 1;
    problem.order = order;
    problem.f = tiny;
    problem.linear = 1;
    options.tol = 1e-10;
    for (options.consistency = 0; options.consistency < 2; options.consistency++) {
        CHECK_INT(coldae_march(&problem, z_left, &options, &z, &y, NULL, &info), COLDAE_OK);
        CHECK_NEAR(z, exp(-1), 1e-9);
        CHECK_NEAR(y * 1e-8, exp(-1), 1e-8);
    }
}

int main(void)
{
    test_mistakes();
    test_repair();
    test_rounding();
    test_few_digits();
    return check_result();
}
