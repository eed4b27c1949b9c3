/* march_properties.c - what must hold whatever the numbers: formulations that agree, singular steps, invariants,
 * jumps */
#include "check.h"
#include "march_models.h"

/* ---- a rotating constraint: Example 4.2 of Ascher & Petzold (1992) --------------------------------- */

typedef struct rotation {
    double nu, alpha;
    int direct; /* x'' = alpha x' + C^T y + q, else the equations with y eliminated, + C^T mu */
} rotation;

static int rotation_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    const rotation *r = user;
    double e = exp(t), nu = r->nu, a = r->alpha, s = sin(nu * t), c = cos(nu * t);
    double C[2] = {s, c}, R[2] = {c, -s}, q[2] = {e * (1 - a - s / (2 - t)), e * (1 - a - c / (2 - t))};
    double ddr = -e * ((1 - nu * nu) * (s + c) + 2 * nu * (c - s));
    (void)p;
    for (int i = 0; i < 2; i++) {
        if (r->direct)
            f[i] = a * z[2 * i + 1] + C[i] * y[0] + q[i];
        else
            f[i] = nu * nu * C[i] * (s * z[0] + c * z[2]) +
                   (a * R[i] - 2 * nu * C[i]) * (R[0] * z[1] + R[1] * z[3]) +
                   R[i] * (R[0] * q[0] + R[1] * q[1]) - C[i] * ddr + C[i] * y[0];
    }
    f[2] = s * z[1] + c * z[3] + nu * (c * z[0] - s * z[2]) - e * ((1 - nu) * s + (1 + nu) * c);
    return 0;
}

static coldae_problem rotation_problem(rotation *r)
{
    coldae_problem p;
    coldae_problem_init(&p);
    p.n_diff = 2;
    p.n_alg = 1;
    p.order = model_orders;
    p.linear = 1;
    p.f = rotation_f;
    p.user = r;
    return p;
}

/* Collocating the problem itself is the same as eliminating y and adding D mu, if D = B. */
static void test_direct_is_projected_invariants(void)
{
    const double z_left[] = {1, 1, 1, 1};
    for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++)
        for (int k = 2; k <= 4; k++) {
            rotation r = {.nu = 3, .alpha = -9};
            coldae_problem p = rotation_problem(&r);
            coldae_march_options o;
            coldae_ivp_info info;
            double z[2][4];
            coldae_march_options_init(&o);
            o.points = points;
            o.n_points = k;
            o.step = COLDAE_STEP_FIXED;
            o.n_steps = 20;
            for (r.direct = 0; r.direct < 2; r.direct++)
                CHECK_INT(coldae_march(&p, z_left, &o, z[r.direct], NULL, NULL, &info), COLDAE_OK);
            for (int i = 0; i < 4; i++)
                CHECK_NEAR(z[0][i], z[1][i], 1e-12);
            CHECK(fabs(z[0][0] - exp(1)) < 1e-3);
        }
}

/* ---- a step that has no solution ------------------------------------------------------------------ */

/* Example 3 of Ascher & Petzold (1993), alpha = 2, unstabilised index 2 in first-order form, z = (p1, p2, v1, v2):
 * backward Euler with h = 0.01 has a singular matrix in the step to t = 0.99 if nu = 100. */
static int singular_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double e = exp(t), nu = 100, a = 2, u = 2 - t;
    (void)p, (void)user;
    f[0] = z[2];
    f[1] = z[3];
    f[2] = a * (2 * nu - 1) * z[3] - (2 + t) * u * nu * y[0] + e * (1 + a * (1 - 2 * nu) + nu * (2 + t));
    f[3] = a * (2 * nu * nu - 2 * nu + 1) / (nu * u) * z[3] - (2 + t) * (nu - 1) * y[0] +
           e * (nu * nu * (t + 2) - 2 * nu * t - a * (2 * nu * nu - 2 * nu + 1)) / (nu * u);
    f[4] = z[2] - u * z[3] + z[1] - t * e;
    return 0;
}

static int singular_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    double nu = 100, a = 2, u = 2 - t;
    (void)z, (void)y, (void)p, (void)user;
    df[4 + 1 * 5] = 1;
    df[0 + 2 * 5] = df[4 + 2 * 5] = 1;
    df[1 + 3 * 5] = 1;
    df[2 + 3 * 5] = a * (2 * nu - 1);
    df[3 + 3 * 5] = a * (2 * nu * nu - 2 * nu + 1) / (nu * u);
    df[4 + 3 * 5] = -u;
    df[2 + 4 * 5] = -(2 + t) * u * nu;
    df[3 + 4 * 5] = -(2 + t) * (nu - 1);
    return 0;
}

static void test_singular_step(void)
{
    static const int order[] = {1, 1, 1, 1};
    const double z_left[] = {1, 1, 1, 1};
    double z[4] = {0};
    coldae_problem p;
    coldae_march_options o;
    coldae_ivp_info info;
    coldae_problem_init(&p);
    p.n_diff = 4;
    p.n_alg = 1;
    p.order = order;
    p.linear = 1;
    p.f = singular_f;
    p.df = singular_df;
    coldae_march_options_init(&o);
    o.n_points = 1;
    o.step = COLDAE_STEP_FIXED;
    o.n_steps = 100;
    CHECK_INT(coldae_march(&p, z_left, &o, z, NULL, NULL, &info), COLDAE_ERR_SINGULAR);
    CHECK_STR_HAS(info.message, "t = 0.98");
    CHECK_STR_HAS(info.message, "h = 0.01");
    CHECK_INT(info.n_steps, 98); /* what came before is not lost */
    CHECK_NEAR(info.t, 0.98, 1e-15);
    CHECK(isfinite(z[0]));
    o.n_steps = 120; /* no step of this length is singular */
    CHECK_INT(coldae_march(&p, z_left, &o, z, NULL, NULL, &info), COLDAE_OK);
    coldae_march_options_init(&o);
    o.tol = 1e-8;
    CHECK_INT(coldae_march(&p, z_left, &o, z, NULL, NULL, &info), COLDAE_OK);
    for (int i = 0; i < 4; i++)
        CHECK_NEAR(z[i], exp(1), 20 * 1e-8 * (1 + exp(1)));
}

/* ---- invariants ----------------------------------------------------------------------------------- */

static int length(double t, const double *z, const double *p, double *h, void *user)
{
    (void)t, (void)p, (void)user;
    h[0] = z[0] * z[0] + z[2] * z[2] - 1;
    return 0;
}

static int speed(double t, const double *z, const double *p, double *h, void *user)
{
    (void)t, (void)p, (void)user;
    h[0] = z[0] * z[1] + z[2] * z[3];
    return 0;
}

static int along_velocity(double t, const double *z, const double *p, double *D, void *user)
{
    (void)t, (void)p, (void)user;
    D[1] = z[0];
    D[3] = z[2];
    return 0;
}

static int only_x(double t, const double *z, const double *p, double *D, void *user)
{
    (void)t, (void)z, (void)p, (void)user;
    D[0] = 1;
    return 0;
}

/* Residuals at the end: [0] of the length, [1] of the speed. */
static void residuals(const coldae_invariant *list, int n, double *r, double *z)
{
    const model m = make_pendulum();
    coldae_march_options o;
    coldae_ivp_info info;
    coldae_march_options_init(&o);
    o.n_points = 2;
    o.step = COLDAE_STEP_FIXED;
    o.n_steps = 200;
    o.invariants = list;
    o.n_invariants = n;
    CHECK_INT(coldae_march(&m.problem, m.z_left, &o, z, NULL, NULL, &info), COLDAE_OK);
    r[0] = fabs(z[0] * z[0] + z[2] * z[2] - 1);
    r[1] = fabs(z[0] * z[1] + z[2] * z[3]);
}

static void test_invariants(void)
{
    const coldae_invariant list[] = {{.n = 1, .h = length}, {.n = 1, .h = speed, .D = along_velocity}};
    const coldae_invariant sideways = {.n = 1, .h = length, .D = only_x};
    double r[2], z[4], z_other[4];
    residuals(NULL, 0, r, z);
    CHECK(r[0] > 1e-6); /* the drift of index 2 */
    CHECK(r[1] < 1e-14);
    residuals(list, 1, r, z); /* radially: the speed constraint is not touched */
    CHECK(r[0] < 1e-14 && r[1] < 1e-14);
    residuals(list, 2, r, z); /* position, then speed */
    CHECK(r[0] < 1e-14 && r[1] < 1e-14);
    residuals(&sideways, 1, r, z_other); /* another direction, another point of the circle */
    CHECK(r[0] < 1e-14);
    CHECK(r[1] > 1e-10); /* .. and the speed constraint, met before, is not restored */
    CHECK(fabs(z[0] - z_other[0]) > 1e-8);
}

/* ---- equations that jump -------------------------------------------------------------------------- */

/* u' = -u + (t < 1/3 ? 0 : 1), 0 = y - u - (t < 1/3 ? 0 : 5) */
static int jump_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    int later = t >= 1.0 / 3;
    (void)p, (void)user;
    f[0] = -z[0] + later;
    f[1] = y[0] - z[0] - 5 * later;
    return 0;
}

static void test_jump(void)
{
    static const int order[] = {1};
    const double z_left = 1, at = 1.0 / 3, mesh[] = {0, 0.2, 1.0 / 3, 0.7, 1};
    double z, y, right = 1 + (exp(-at) - 1) * exp(-(1 - at));
    coldae_problem p;
    coldae_march_options o;
    coldae_ivp_info info;
    coldae_problem_init(&p);
    p.n_diff = p.n_alg = 1;
    p.order = order;
    p.f = jump_f;
    coldae_march_options_init(&o);
    o.tol = 1e-9;
    o.fixed = &at;
    o.n_fixed = 1;
    CHECK_INT(coldae_march(&p, &z_left, &o, &z, &y, NULL, &info), COLDAE_OK);
    CHECK_NEAR(z, right, 2e-8);
    CHECK_NEAR(y, right + 5, 2e-8);
    CHECK_INT(info.n_rejected + info.n_failed, 0); /* nothing is felt of the jump */
    CHECK_INT(info.index, 1);
    for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++) {
        coldae_march_options_init(&o);
        o.points = points;
        o.n_points = 6;
        o.step = COLDAE_STEP_MESH;
        o.mesh = mesh;
        o.n_steps = 4;
        CHECK_INT(coldae_march(&p, &z_left, &o, &z, &y, NULL, &info), COLDAE_OK);
        CHECK_NEAR(z, right, 1e-12);
        CHECK_INT(info.n_steps, 4);
        CHECK_NEAR(info.largest, 0.7 - at, 1e-15);
    }
}

/* ---- backward Euler, determinism, parameters ------------------------------------------------------ */

static int decay_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)user;
    f[0] = -p[0] * z[0] * z[0];
    return 0;
}

static void test_backward_euler(void)
{
    static const int order[] = {1};
    const double rate = 2, z_left = 1, h = 0.1;
    double z, by_hand = 1;
    coldae_problem p;
    coldae_march_options o;
    coldae_ivp_info info;
    coldae_problem_init(&p);
    p.n_diff = p.n_param = 1;
    p.param_guess = &rate;
    p.order = order;
    p.f = decay_f;
    coldae_march_options_init(&o);
    o.n_points = 1;
    o.step = COLDAE_STEP_FIXED;
    o.n_steps = 10;
    CHECK_INT(coldae_march(&p, &z_left, &o, &z, NULL, NULL, &info), COLDAE_OK);
    for (int i = 0; i < 10; i++) /* x + h rate x^2 = x_old */
        by_hand = (-1 + sqrt(1 + 4 * h * rate * by_hand)) / (2 * h * rate);
    CHECK_NEAR(z, by_hand, 1e-14);
    o.step = COLDAE_STEP_AUTO; /* errors of first order add up: each step keeps to the tolerance */
    o.tol = 1e-4;
    CHECK_INT(coldae_march(&p, &z_left, &o, &z, NULL, NULL, &info), COLDAE_OK);
    CHECK_NEAR(z, 1 / 3.0, info.n_steps * 2e-4);
    CHECK(info.n_steps > 20);
}

static void test_determinism(void)
{
    const model m = make_slider();
    coldae_march_options o;
    coldae_ivp_info a, b;
    double z[2][MODEL_Z], y[2][2];
    coldae_march_options_init(&o);
    CHECK_INT(coldae_march(&m.problem, m.z_left, &o, z[0], y[0], NULL, &a), COLDAE_OK);
    CHECK_INT(coldae_march(&m.problem, m.z_left, &o, z[1], y[1], NULL, &b), COLDAE_OK);
    CHECK(memcmp(z[0], z[1], sizeof z[0]) == 0 && memcmp(y[0], y[1], sizeof y[0]) == 0);
    CHECK_INT(a.n_f, b.n_f);
    CHECK_INT(a.n_newton, b.n_newton);
}

int main(void)
{
    test_direct_is_projected_invariants();
    test_singular_step();
    test_invariants();
    test_jump();
    test_backward_euler();
    test_determinism();
    return check_result();
}
