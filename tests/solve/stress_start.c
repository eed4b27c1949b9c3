/* stress_start.c - coldae_march on index-2 mechanisms; coldae_consistent on hard starts; redundant constraints */
#include "stress_march.h"

/* ---- index 2 -------------------------------------------------------------------------------------- */

/* bead on a helix of slope eps */
static int helix(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double c = trial_of(user)->eps, si = sin(z[4] / c), co = cos(z[4] / c);
    (void)t, (void)p;
    f[0] = y[0];
    f[1] = y[1];
    f[2] = -9.81 + y[0] * si / c - y[1] * co / c;
    f[3] = z[1] + si * z[5] / c;
    f[4] = z[3] - co * z[5] / c;
    return 0;
}

static void helix_exact(const trial *q, double t, double *z)
{
    double c = q->eps, a = -9.81 / (1 + c * c) * c, th = 0.3 + t + a * t * t / 2, w = 1 + a * t;
    double all[] = {cos(th), -sin(th) * w, sin(th), cos(th) * w, c * th, c * w};
    memcpy(z, all, sizeof all);
}

/* bead on a wire that turns with eps: the constraint depends on t */
static int wire(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double w = trial_of(user)->eps, si = sin(w * t), co = cos(w * t);
    (void)p;
    f[0] = si * y[0];
    f[1] = -co * y[0];
    f[2] = z[1] * si - z[3] * co + w * (z[0] * co + z[2] * si);
    return 0;
}

static void wire_exact(const trial *q, double t, double *z)
{
    double w = q->eps, r = cosh(w * t), s = w * sinh(w * t), co = cos(w * t), si = sin(w * t);
    double all[] = {r * co, s * co - w * r * si, r * si, s * si + w * r * co};
    memcpy(z, all, sizeof all);
}

/* blade on an inclined plane: no slipping sideways */
static int blade(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)p;
    f[0] = trial_of(user)->eps + y[0] * sin(z[4]);
    f[1] = -y[0] * cos(z[4]);
    f[3] = z[1] * sin(z[4]) - z[3] * cos(z[4]);
    return 0;
}

static void blade_exact(const trial *q, double t, double *z)
{
    double a = q->eps, w = 2, s = a / w * sin(w * t), co = cos(w * t), si = sin(w * t);
    double all[] = {a / (2 * w * w) * si * si, s * co, a / (2 * w * w) * (w * t - si * co), s * si, w * t, w};
    memcpy(z, all, sizeof all);
}

/* y occurs nonlinearly: u = (e^t, e^-2t), y = 1 */
static int powers(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)p, (void)user;
    f[0] = z[0] * z[0] * z[0] * z[1] * y[0] * y[0];
    f[1] = z[1] - 3 * z[1] * y[0];
    f[2] = z[0] * z[0] * z[1] - 1;
    return 0;
}

static void powers_exact(const trial *q, double t, double *z)
{
    (void)q;
    z[0] = exp(t);
    z[1] = exp(-2 * t);
}

static int powers_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)t, (void)z, (void)dmu, (void)user;
    y[0] = 1;
    return 0;
}

static void test_index2(void)
{
    trial list[] = {
        {.name = "helix 0.5",
         .eps = 0.5,
         .f = helix,
         .exact = helix_exact,
         .n_diff = 3,
         .n_alg = 2,
         .order = {2, 2, 2},
         .right = 1.5},
        {.name = "helix 0.05",
         .eps = 0.05,
         .f = helix,
         .exact = helix_exact,
         .n_diff = 3,
         .n_alg = 2,
         .order = {2, 2, 2},
         .right = 1.5},
        {.name = "wire",
         .eps = 1.5,
         .f = wire,
         .exact = wire_exact,
         .n_diff = 2,
         .n_alg = 1,
         .order = {2, 2},
         .right = 2},
        {.name = "blade",
         .eps = 3,
         .f = blade,
         .exact = blade_exact,
         .n_diff = 3,
         .n_alg = 1,
         .order = {2, 2, 2},
         .right = 6},
        {.name = "powers",
         .f = powers,
         .exact = powers_exact,
         .n_diff = 2,
         .n_alg = 1,
         .order = {1, 1},
         .right = 1,
         .guess = powers_guess},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        list[i].exact(list + i, 0, list[i].z_left);
        trial_run(list + i);
        for (int k = 2; k <= 7; k++)
            for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++)
                trial_row(list + i, 1e-5, points, k);
    }
}

/* ---- starts --------------------------------------------------------------------------------------- */

static int pendulum(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)p, (void)user;
    f[0] = -y[0] * z[0];
    f[1] = -y[0] * z[2] - 1;
    f[2] = z[0] * z[1] + z[2] * z[3];
    return 0;
}

static int on_circle(double t, const double *z, const double *p, double *h, void *user)
{
    (void)t, (void)p, (void)user;
    h[0] = z[0] * z[0] + z[2] * z[2] - 1;
    return 0;
}

static int twice_index2(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double sum = y[0] + y[1];
    (void)pendulum(t, z, &sum, p, f, user);
    f[3] = 2 * f[2];
    return 0;
}

static int twice_curved(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)p, (void)user;
    f[0] = -z[0] + y[0];
    f[1] = z[2] + y[1];
    f[2] = z[0] + z[2] - 1;
    f[3] = sin(f[2]);
    return 0;
}

static int twice_index1(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)p, (void)user;
    f[0] = -z[0];
    f[1] = -z[2];
    f[2] = y[0] + y[1] - z[0];
    f[3] = 2 * f[2];
    return 0;
}

/* Redundant constraints are an error that says so; no callback is blamed. */
static void test_redundant(void)
{
    coldae_f_fn *const list[] = {twice_index2, twice_curved, twice_index1};
    static const int order[] = {2, 2};
    for (int i = 0; i < 3; i++) {
        coldae_problem p;
        coldae_ivp_info info;
        double z[] = {1, 0, 0, 0}, y[] = {0, 0};
        coldae_problem_init(&p);
        p.n_diff = p.n_alg = 2;
        p.order = order;
        p.f = list[i];
        CHECK_INT(coldae_march(&p, z, NULL, NULL, NULL, NULL, &info), COLDAE_ERR_SINGULAR);
        CHECK_STR_HAS(info.message, "singular");
        CHECK_INT(coldae_consistent(&p, 0, NULL, NULL, z, y, NULL, &info), COLDAE_ERR_SINGULAR);
        CHECK(z[0] == 1 && y[0] == 0);
    }
}

/* Far off, kept components that leave a way or none, a constraint without a gradient. */
static void test_starts(void)
{
    static const int order[] = {2, 2}, keep_x[] = {1, 1, 0, 0}, keep_all[] = {1, 1, 1, 0};
    static const struct {
        double z[4];
        const int *keep;
        coldae_status status;
    } list[] = {
        {{5, 3, 7, -20}, NULL, COLDAE_OK},
        {{1e6, 3e6, 7e5, -20}, NULL, COLDAE_OK},
        {{1e-3, 100, 1e-4, 3}, NULL, COLDAE_OK},
        {{0.6, 1, 0.5, 0}, keep_x, COLDAE_OK},
        {{2, 1, 0.5, 0}, keep_x, COLDAE_ERR_NO_CONVERGENCE},
        {{0.6, 1, 0.5, 0}, keep_all, COLDAE_ERR_NO_CONVERGENCE},
        {{0, 0, 0, 0}, NULL, COLDAE_ERR_SINGULAR},
    };
    coldae_invariant circle = {.n = 1, .h = on_circle};
    coldae_march_options o;
    coldae_march_options_init(&o);
    o.invariants = &circle;
    o.n_invariants = 1;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        coldae_problem p;
        coldae_ivp_info info;
        double z[4], y = 0;
        memcpy(z, list[i].z, sizeof z);
        coldae_problem_init(&p);
        p.n_diff = 2;
        p.n_alg = 1;
        p.order = order;
        p.f = pendulum;
        CHECK_INT(coldae_consistent(&p, 0, list[i].keep, &o, z, &y, NULL, &info), list[i].status);
        if (list[i].status != COLDAE_OK) {
            CHECK(info.message[0] && memcmp(z, list[i].z, sizeof z) == 0 && y == 0);
            continue;
        }
        double speed = z[1] * z[1] + z[3] * z[3];
        CHECK_NEAR(z[0] * z[0] + z[2] * z[2], 1, 1e-14);
        CHECK_NEAR(z[0] * z[1] + z[2] * z[3], 0, 1e-14 * (1 + speed));
        CHECK_NEAR(y, speed - z[2], 1e-8 * (1 + speed)); /* the constraint differentiated once more */
        CHECK_INT(coldae_march(&p, z, &o, NULL, NULL, NULL, &info), COLDAE_OK);
    }
}

/* y^3 + y = 1e6 z: next to 1e6 the derivative 1 at y = 0 does not show in a short difference. */
static int cubic(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)p, (void)user;
    f[0] = -z[0];
    f[1] = y[0] * y[0] * y[0] + y[0] - 1e6 * z[0];
    return 0;
}

static void test_hidden(void)
{
    static const int order[] = {1};
    coldae_problem p;
    coldae_ivp_info info;
    double z = 1, y = 0;
    coldae_problem_init(&p);
    p.n_diff = p.n_alg = 1;
    p.order = order;
    p.f = cubic;
    CHECK_INT(coldae_consistent(&p, 0, NULL, NULL, &z, &y, NULL, &info), COLDAE_OK);
    CHECK_NEAR(y * y * y + y, 1e6, 1e-8);
    CHECK_INT(coldae_march(&p, &z, NULL, &z, &y, NULL, &info), COLDAE_OK);
    CHECK_NEAR(z, exp(-1), 20e-6);
}

int main(void)
{
    test_index2();
    test_redundant();
    test_starts();
    test_hidden();
    return check_result();
}
