/* What the kinds promise beyond their order: equivalences, drift, invariants of ODEs, coordinates. */

#include "coldae/ivp.h"

#include "check.h"
#include "reform_model.h"
#include "reform_pendulum.h"

/* March with n equal steps; z, y of the new problem at its right end. */
static coldae_status march(const coldae_reform *r, int points, int k, int n, double *z, double *y)
{
    coldae_march_options o;
    coldae_march_options_init(&o);
    o.points = points;
    o.n_points = k;
    o.step = COLDAE_STEP_FIXED;
    o.n_steps = n;
    return coldae_march(coldae_reform_result(r), NULL, &o, z, y, NULL, NULL);
}

/* ---- equivalences ------------------------------------------------------------------------------ */

static void linear_values(int m, const coldae_reform_options *o, int points, double *z)
{
    model q;
    double z_left[9], y[8];
    coldae_reform *r;
    coldae_reform_linear p = model_make(&q, m, 0, z_left);
    CHECK_INT(coldae_reform_create_linear(&p, o, &r, NULL), COLDAE_OK);
    CHECK_INT(march(r, points, 3, 6, z, y), COLDAE_OK);
    coldae_reform_free(r);
}

/* Projected invariants I with D = B is the index-2 problem itself; for m = 1 the family is projected
 * invariants I; Baumgarte with all roots zero is the plain reduction; roots and gamma say the same. */
static void test_equal(int m, int points)
{
    double a[16], b[16], roots[3] = {-2, -2, -2}, zero[3] = {0, 0, 0};
    coldae_reform_options o;
    coldae_reform_options_init(&o);
    o.kind = COLDAE_REFORM_INDEX2;
    linear_values(m, &o, points, a);
    o.kind = COLDAE_REFORM_INVARIANT1;
    o.direction = COLDAE_REFORM_FORCES;
    linear_values(m, &o, points, b);
    for (int i = 0; i < 3 * m; i++)
        CHECK_NEAR(a[i], b[i], 1e-11);
    o.kind = COLDAE_REFORM_BAUMGARTE;
    o.gamma = 2;
    linear_values(m, &o, points, a);
    o.n_roots = m;
    o.root_re = roots;
    o.gamma = 1;
    linear_values(m, &o, points, b);
    for (int i = 0; i < 3 * m; i++)
        CHECK_NEAR(a[i], b[i], 0);
    o.root_re = zero;
    linear_values(m, &o, points, a);
    o.kind = COLDAE_REFORM_INDEX1;
    o.n_roots = 0;
    linear_values(m, &o, points, b);
    for (int i = 0; i < 3 * m; i++)
        CHECK_NEAR(a[i], b[i], 0);
    if (m > 1)
        return;
    o.kind = COLDAE_REFORM_FAMILY;
    linear_values(m, &o, points, a);
    o.kind = COLDAE_REFORM_INVARIANT1;
    linear_values(m, &o, points, b);
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(a[i], b[i], 0);
}

/* A huge gamma: index 1 that looks like index 2. */
static void test_kappa(void)
{
    model q;
    double z_left[9], z[9], y[1], exact[9];
    coldae_reform *r;
    coldae_reform_info info;
    coldae_march_options o;
    coldae_reform_options ro;
    coldae_reform_options_init(&ro);
    coldae_march_options_init(&o);
    ro.kind = COLDAE_REFORM_BAUMGARTE;
    ro.gamma = 1e5;
    coldae_reform_linear p = model_make(&q, 1, 0, z_left);
    CHECK_INT(coldae_reform_create_linear(&p, &ro, &r, &info), COLDAE_OK);
    CHECK_INT(info.index, 1);
    CHECK_INT(info.projection, COLDAE_PROJECT_NONE);
    o.rank_kappa = info.rank_kappa;
    o.projection = info.projection;
    o.step = COLDAE_STEP_FIXED;
    o.n_points = 3;
    o.n_steps = 10;
    CHECK_INT(coldae_march(coldae_reform_result(r), NULL, &o, z, y, NULL, NULL), COLDAE_OK);
    model_z(1, 1, exact);
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(z[i], exact[i], 1e-6);
    coldae_reform_free(r);
}

/* ---- drift ------------------------------------------------------------------------------------- */

/* A start off the constraint: g(0) = e, g'(0) = 0.  What g does then is known. */
static void test_decay(int kind, double gamma, const double *re, const double *im, double expected)
{
    double z_left[4], z[6], y[3], g[1], lambda, e = 1e-4;
    coldae_reform_problem q = pendulum_make(1.5);
    coldae_reform_options o;
    coldae_reform_options_init(&o);
    pendulum_state(-1, 0, z_left, &lambda); /* at rest: g' = 0 */
    z_left[P1] *= sqrt(1 + 2 * e);
    z_left[P2] *= sqrt(1 + 2 * e);
    q.z_left = z_left;
    o.kind = kind;
    o.gamma = gamma;
    o.consistent = 1e-3;
    o.root_re = re;
    o.root_im = im;
    o.n_roots = re ? 2 : 0;
    coldae_reform *r = reform_make(&q, &o);
    CHECK_INT(march(r, COLDAE_RADAU, 4, 40, z, y), COLDAE_OK);
    CHECK_INT(coldae_reform_drift(r, 0, 1.5, z, NULL, NULL, g), COLDAE_OK);
    CHECK_NEAR(g[0] / e, expected, 1e-6);
    coldae_reform_free(r);
}

static void test_drift(void)
{
    const double re[] = {-1, -1}, im[] = {3, -3};
    double t = 1.5;
    test_decay(COLDAE_REFORM_INDEX1, 0, NULL, NULL, 1); /* g'' = 0 */
    test_decay(COLDAE_REFORM_BAUMGARTE, 5, NULL, NULL, (1 + 5 * t) * exp(-5 * t));
    test_decay(COLDAE_REFORM_BAUMGARTE, 0, re, im, exp(-t) * (cos(3 * t) + sin(3 * t) / 3));
    test_decay(COLDAE_REFORM_BAUMGARTE, 1, NULL, NULL, (1 + t) * exp(-t));
}

/* Over many steps: unstabilised index 1 drifts, the others keep what they promise. */
static void test_long(void)
{
    static const int KIND[] = {COLDAE_REFORM_INDEX1, COLDAE_REFORM_INDEX2, COLDAE_REFORM_BAUMGARTE,
                               COLDAE_REFORM_FAMILY, COLDAE_REFORM_STABILIZED};
    double drift[5], z_left[4], z[6], y[3], lambda, g[1];
    for (int i = 0; i < 5; i++) {
        coldae_reform_problem q = pendulum_make(50);
        coldae_reform_options o;
        coldae_reform_options_init(&o);
        pendulum_state(0, 0, z_left, &lambda);
        q.z_left = z_left;
        o.kind = KIND[i];
        coldae_reform *r = reform_make(&q, &o);
        CHECK_INT(march(r, COLDAE_RADAU, 2, 500, z, y), COLDAE_OK);
        CHECK_INT(coldae_reform_drift(r, 0, 50, z, NULL, NULL, g), COLDAE_OK);
        drift[i] = fabs(g[0]);
        coldae_reform_free(r);
    }
    CHECK(drift[0] > 20 * drift[2] && drift[2] < 1e-2);
    CHECK(drift[1] < 1e-2);
    CHECK(drift[3] < 1e-14 && drift[4] < 1e-14);
    printf("drift of |p| = 1 at t = 50: index 1 %.1e, index 2 %.1e, Baumgarte %.1e, family %.1e, stabilised "
           "%.1e\n",
           drift[0], drift[1], drift[2], drift[3], drift[4]);
}

/* ---- ordinary differential equations with an invariant ----------------------------------------- */

/* The pendulum with lambda = v^2 - p2 put in (right where |p| = 1). */
static int ode_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    double lambda = z[V1] * z[V1] + z[V2] * z[V2] - z[P2];
    f[0] = -lambda * z[P1];
    f[1] = -lambda * z[P2] - 1;
    return 0;
}

/* Its energy: an invariant that contains velocities. */
static int energy(int level, double t, const double *z, const double *y, const double *p, double *g,
                  void *user)
{
    (void)t, (void)y, (void)p, (void)user, (void)level;
    g[0] = (z[V1] * z[V1] + z[V2] * z[V2]) / 2 + z[P2] - 0.045;
    return 0;
}

static void test_ode(int kind, int is_energy)
{
    double z_left[4], z_new[6], y_new[4], z[4], exact[4], lambda, g[1], error = 0;
    coldae_reform_problem q = pendulum_make(1);
    coldae_reform_options o;
    coldae_reform_options_init(&o);
    o.kind = kind;
    pendulum_state(0, -0.3, z_left, &lambda);
    q.n_alg = 0;
    q.f = ode_f;
    q.df = NULL;
    q.z_left = z_left;
    q.highest = kind == COLDAE_REFORM_STATE_SPACE || kind == COLDAE_REFORM_INVARIANT1;
    if (is_energy) {
        q.g = energy;
        q.dg = NULL;
        q.g_order = 1;
        q.highest = 0;
    }
    coldae_reform *r = reform_make(&q, &o);
    CHECK_INT(march(r, COLDAE_GAUSS, 3, 10, z_new, y_new), COLDAE_OK);
    CHECK_INT(coldae_reform_from(r, 1, z_new, y_new, NULL, z, NULL), COLDAE_OK);
    pendulum_exact(0, -0.3, 1, exact, &lambda);
    for (int i = 0; i < 4; i++)
        error = fmax(error, fabs(z[i] - exact[i]));
    CHECK(error < 1e-8);
    int level = kind == COLDAE_REFORM_INVARIANT1 && !is_energy; /* the one that is imposed */
    CHECK_INT(coldae_reform_drift(r, level, 1, z, NULL, NULL, g), COLDAE_OK);
    CHECK_NEAR(g[0], 0, 1e-14);
    coldae_reform_free(r);
}

/* ---- constraints with derivatives -------------------------------------------------------------- */

/* 0 = C x' + r: index m for a problem of order m */
static int r_of_velocity(int level, double t, double *r, void *user)
{
    double C[3], binomial = 1;
    for (int j = 0; j <= level; j++) {
        model_C(level - j, t, C, user);
        for (int i = 0; i < 3; i++)
            r[0] -= binomial * C[i] * model_x(i, j + 1, t);
        binomial = binomial * (level - j) / (j + 1);
    }
    return 0;
}

static void test_motion(int m, int kind)
{
    model q;
    double z_left[9], error[2] = {0, 0}, z[9], y[4], exact[9];
    coldae_reform_linear p = model_make(&q, m, 0, z_left);
    coldae_reform_options o;
    coldae_reform *r;
    coldae_reform_options_init(&o);
    o.kind = kind;
    p.g_order = 1;
    p.r = r_of_velocity;
    CHECK_INT(coldae_reform_create_linear(&p, &o, &r, NULL), COLDAE_OK);
    model_z(m, 1, exact);
    for (int n = 0; n < 2; n++) {
        CHECK_INT(march(r, COLDAE_RADAU, 3, 4 << n, z, y), COLDAE_OK);
        for (int i = 0; i < 3 * m; i++)
            error[n] = fmax(error[n], fabs(z[i] - exact[i]));
    }
    CHECK(error[1] < 1e-5);
    CHECK(log2(error[0] / error[1]) > 4.4);
    coldae_reform_free(r);
}

/* ---- state space ------------------------------------------------------------------------------- */

typedef struct watch {
    const coldae_reform *reform;
    double limit, z[4], worst;
} watch;

/* Stop where the coordinates have worn out. */
static int observe(const coldae_step *step, void *user)
{
    watch *w = user;
    double condition;
    CHECK_INT(coldae_reform_from(w->reform, step->t, step->z, step->y, NULL, w->z, NULL), COLDAE_OK);
    CHECK_INT(coldae_reform_condition(w->reform, step->t, w->z, NULL, &condition), COLDAE_OK);
    w->worst = fmax(w->worst, condition);
    return condition > w->limit;
}

/* A pendulum that turns over: no constant coordinates serve for long. */
static void test_switching(void)
{
    double z_left[4], exact[4], lambda, error = 0;
    coldae_reform_problem q = pendulum_make(4);
    coldae_reform_options o;
    coldae_march_options mo;
    coldae_ivp_info info = {0};
    coldae_reform_options_init(&o);
    coldae_march_options_init(&mo);
    pendulum_state(0, 3, z_left, &lambda);
    q.z_left = z_left;
    o.kind = COLDAE_REFORM_STATE_SPACE;
    coldae_reform *r = reform_make(&q, &o);
    watch w = {.reform = r, .limit = 4};
    mo.tol = 1e-8;
    mo.observer = observe;
    mo.observer_user = &w;
    int pieces = 1;
    char message[256];
    while (coldae_march(coldae_reform_result(r), NULL, &mo, NULL, NULL, NULL, &info) ==
               COLDAE_ERR_CANCELLED &&
           pieces++ < 50)
        CHECK_INT(coldae_reform_restart(r, info.t, w.z, message, sizeof message), COLDAE_OK);
    CHECK_NEAR(info.t, 4, 1e-15);
    pendulum_exact(0, 3, 4, exact, &lambda);
    for (int i = 0; i < 4; i++)
        error = fmax(error, fabs(w.z[i] - exact[i]) / (1 + fabs(exact[i])));
    printf("switching: %d pieces, worst condition %.1f, error %.1e\n", pieces, w.worst, error);
    CHECK(pieces > 3 && pieces < 50);
    CHECK(error < 20 * mo.tol);
    CHECK_INT(coldae_reform_restart(r, 5, w.z, message, sizeof message), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(message, "t = 5");
    coldae_reform_free(r);
}

static int count_steps(const coldae_step *step, void *user)
{
    int *next = user;
    CHECK_INT(step->number, *next);
    return ++*next > 100000;
}

/* The same in one call, with every way of choosing steps. */
static void test_switching_march(int step)
{
    enum { N = 200 };
    double z_left[4], z[4], y[1], exact[4], lambda, error, mesh[N + 1];
    int switches, next = 0;
    coldae_reform_problem q = pendulum_make(4);
    coldae_reform_options o;
    coldae_march_options mo;
    coldae_ivp_info info;
    coldae_reform_options_init(&o);
    coldae_march_options_init(&mo);
    pendulum_state(0, 3, z_left, &lambda);
    q.z_left = z_left;
    o.kind = COLDAE_REFORM_STATE_SPACE;
    coldae_reform *r = reform_make(&q, &o);
    for (int i = 0; i <= N; i++)
        mesh[i] = 4.0 * i / N;
    mo.step = step;
    mo.n_points = 4;
    mo.n_steps = N;
    mo.mesh = step == COLDAE_STEP_MESH ? mesh : NULL;
    mo.tol = 1e-8;
    mo.observer = count_steps;
    mo.observer_user = &next;
    CHECK_INT(coldae_reform_march(r, &mo, 5, z, y, &switches, &info), COLDAE_OK);
    CHECK(info.t == 4 && switches >= 3 && switches < 20);
    CHECK_INT(info.n_steps, next - 1);
    if (step != COLDAE_STEP_AUTO)
        CHECK_INT(info.n_steps, N);
    pendulum_exact(0, 3, 4, exact, &lambda);
    error = fabs(y[0] - lambda) / (1 + fabs(lambda));
    for (int i = 0; i < 4; i++)
        error = fmax(error, fabs(z[i] - exact[i]) / (1 + fabs(exact[i])));
    CHECK(error < 20 * mo.tol);
    CHECK_INT(coldae_reform_march(r, &mo, 1, z, y, &switches, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "limit");
    coldae_reform_free(r);
}

/* Chosen coordinates p1; and the maps there and back. */
static void test_coordinates(void)
{
    const double R[] = {1, 0};
    double z_left[4], z_new[2], y_new[4], z[4], y[1], lambda = 0.7, condition;
    coldae_reform_problem q = pendulum_make(1);
    coldae_reform_options o;
    coldae_reform_options_init(&o);
    pendulum_state(-1, 0.4, z_left, &lambda);
    q.z_left = z_left;
    o.kind = COLDAE_REFORM_STATE_SPACE;
    o.R = R;
    coldae_reform *r = reform_make(&q, &o);
    CHECK_INT(coldae_reform_to(r, z_left, &lambda, z_new, y_new), COLDAE_OK);
    CHECK_NEAR(z_new[0], z_left[P1], 1e-16);
    CHECK_NEAR(z_new[1], z_left[V1], 1e-16);
    CHECK_INT(coldae_reform_from(r, 0, z_new, y_new, NULL, z, y), COLDAE_OK);
    for (int i = 0; i < 4; i++)
        CHECK_NEAR(z[i], z_left[i], 1e-15);
    CHECK_NEAR(y[0], lambda, 0);
    CHECK_INT(coldae_reform_condition(r, 0, z_left, NULL, &condition), COLDAE_OK);
    CHECK_NEAR(condition, 1 / sqrt(1 - cos(1)), 1e-12); /* rows (1, 0) and (cos 1, -sin 1) */
    coldae_reform_free(r);
}

/* Values off the constraints are moved onto both of them by coldae_consistent on the stabilised form. */
static void test_consistent(void)
{
    double z[4], y[2] = {0, 0}, g[1], lambda;
    coldae_reform_problem q = pendulum_make(1);
    coldae_reform_options o;
    coldae_reform_options_init(&o);
    pendulum_state(-0.7, 0.5, z, &lambda);
    z[P1] += 0.01;
    z[V2] -= 0.02;
    q.z_left = z;
    o.kind = COLDAE_REFORM_STABILIZED;
    o.consistent = 0.1;
    coldae_reform *r = reform_make(&q, &o);
    CHECK_INT(coldae_consistent(coldae_reform_result(r), 0, NULL, NULL, z, y, NULL, NULL), COLDAE_OK);
    for (int j = 0; j < 2; j++) {
        CHECK_INT(coldae_reform_drift(r, j, 0, z, NULL, NULL, g), COLDAE_OK);
        CHECK_NEAR(g[0], 0, 1e-12);
    }
    CHECK_NEAR(y[0], z[V1] * z[V1] + z[V2] * z[V2] - z[P2], 1e-2);
    coldae_reform_free(r);
}

int main(void)
{
    for (int m = 1; m <= 3; m++) {
        test_equal(m, COLDAE_GAUSS);
        test_equal(m, COLDAE_RADAU);
    }
    test_kappa();
    test_drift();
    test_long();
    test_ode(COLDAE_REFORM_INVARIANT1, 0);
    test_ode(COLDAE_REFORM_INVARIANT1, 1);
    test_ode(COLDAE_REFORM_INVARIANT2, 0);
    test_ode(COLDAE_REFORM_FAMILY, 0);
    test_ode(COLDAE_REFORM_STATE_SPACE, 0);
    for (int kind = COLDAE_REFORM_INDEX1; kind <= COLDAE_REFORM_FAMILY; kind++)
        for (int m = 2; m <= 3 && kind != COLDAE_REFORM_INVARIANT2; m++)
            test_motion(m, kind);
    test_switching();
    test_switching_march(COLDAE_STEP_AUTO);
    test_switching_march(COLDAE_STEP_FIXED);
    test_switching_march(COLDAE_STEP_MESH);
    test_coordinates();
    test_consistent();
    return check_result();
}
