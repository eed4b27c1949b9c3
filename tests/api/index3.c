/* index3.c - coldae_index3 in trouble: clear statuses, results so far kept */
#include "../problems/motion.h"
#include "check.h"

static motion m;
static coldae_index3_options options;
static coldae_ivp_info info;

static coldae_status run(void)
{
    return coldae_index3(&m.problem, &options, m.u, m.v, m.lambda, &info);
}

static void begin(void)
{
    motion_pendulum(&m, 1);
    m.problem.right = 3;
    coldae_index3_options_init(&options);
}

/* On the circle, moving along it: a good state of the pendulum, wherever it is. */
static void check_state(void)
{
    CHECK_NEAR(m.u[0] * m.u[0] + m.u[1] * m.u[1], 1, 1e-13);
    CHECK_NEAR(m.u[0] * m.v[0] + m.u[1] * m.v[1], 0, 1e-13);
    CHECK_NEAR((m.v[0] * m.v[0] + m.v[1] * m.v[1]) / 2 + m.u[1], 0, 1e-3);
}

static void test_inconsistent(void)
{
    coldae_index3_start start = {0};
    begin();
    m.u[0] = 1.1;
    m.v[0] = 0.2;
    options.start = &start;
    CHECK_INT(run(), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "not consistent");
    CHECK_STR_HAS(info.message, "start_limit = 0.001");
    CHECK(m.u[0] == 1.1 && m.v[0] == 0.2); /* nothing changed */
    CHECK_NEAR(start.g, 0.21, 1e-12);
    CHECK_NEAR(start.rate, 0.44, 1e-12);
    CHECK(start.moved_u > 0.04 && start.moved_v > 0.1);
    CHECK_INT(coldae_index3_consistent(&m.problem, NULL, m.u, m.v, m.lambda, &start, &info), COLDAE_OK);
    CHECK_NEAR(m.u[0], 1, 1e-15);
    CHECK_NEAR(m.v[0], 0, 1e-15);
    CHECK_NEAR(m.lambda[0], 0, 1e-12);
    CHECK_NEAR(start.moved_u, 0.1 / 2.1, 1e-12);
    CHECK_INT(run(), COLDAE_OK);
    begin();
    m.u[0] = 1.1;
    options.start_limit = 1;
    CHECK_INT(run(), COLDAE_OK); /* moved, because that was allowed */
    check_state();
    begin();
    m.u[0] = 1 + 1e-5;
    options.consistency = 0; /* as it is: only within tol */
    CHECK_INT(run(), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "options.tol = 1e-06");
    m.u[0] = 1 + 1e-13;
    CHECK_INT(run(), COLDAE_OK);
    begin();
    m.u[0] = NAN;
    CHECK_INT(run(), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "u[0]");
    begin();
    m.u[0] = 0; /* Dg = 0 there */
    CHECK_INT(run(), COLDAE_ERR_SINGULAR);
    CHECK_STR_HAS(info.message, "singular at t = 0");
}

/* u'' = c lambda, 0 = c (u - sin t) with c = 1 - t: the forces lose their grip at t = 1. */
static int fading_k(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    (void)u, (void)v, (void)user;
    k[0] = (1 - t) * lambda[0];
    return 0;
}

static int fading_g(double t, const double *u, const double *v, const double *lambda, double *g, void *user)
{
    (void)v, (void)lambda, (void)user;
    g[0] = (1 - t) * (u[0] - sin(t));
    return 0;
}

static int fading_dg(double t, const double *u, const double *v, const double *lambda, const double *w,
                     double *d, void *user)
{
    (void)u, (void)v, (void)lambda, (void)w, (void)user;
    d[0] = 1 - t;
    return 0;
}

static void test_singular(void)
{
    memset(&m, 0, sizeof m);
    coldae_index3_problem_init(&m.problem);
    m.problem.n_u = m.problem.n_v = m.problem.n_lambda = 1;
    m.problem.right = 2;
    m.problem.k = fading_k;
    m.problem.g = fading_g;
    m.problem.dg = fading_dg;
    m.problem.g_depends_on_t = 1;
    m.v[0] = 1;
    coldae_index3_options_init(&options);
    CHECK_INT(run(), COLDAE_ERR_SINGULAR);
    CHECK_STR_HAS(info.message, "is singular near t = ");
    CHECK(info.t > 0.9 && info.t < 1 + 1e-6);
    CHECK_NEAR(m.u[0], sin(info.t), 1e-4);
    /* two equal constraints: singular from the start */
    begin();
    m.problem.n_lambda = 2;
    m.problem.dk = m.problem.dg = NULL;
    CHECK_INT(run(), COLDAE_ERR_SINGULAR);
    CHECK_STR_HAS(info.message, "dependent");
}

/* k of the pendulum, not defined or not finite after t = 1, or asking to stop */
static int answer;

static int limited_k(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    (void)v, (void)user;
    k[0] = -u[0] * lambda[0];
    k[1] = t > 1 && answer == 0 ? NAN : -1 - u[1] * lambda[0];
    return t > 1 ? answer : 0;
}

static void test_undefined(void)
{
    static const int answers[] = {0, 7, -3};
    for (int i = 0; i < 3; i++) {
        begin();
        answer = answers[i];
        m.problem.k = limited_k;
        CHECK_INT(run(), COLDAE_ERR_CALLBACK);
        CHECK_STR_HAS(info.message, answer == 0 ? "nan" : answer > 0 ? "returned 7" : "returned -3");
        CHECK(info.t <= 1 && info.t > (answer < 0 ? 0.5 : 1 - 1e-6)); /* a stop ends it at once, .. */
        CHECK_INT(info.callback_code, answer);
        CHECK(info.n_steps > 0);
        check_state();
    }
    begin();
    m.problem.k = limited_k;
    m.problem.left = 2;
    answer = 7;
    CHECK_INT(run(), COLDAE_ERR_CALLBACK); /* not even at the start */
    CHECK_STR_HAS(info.message, "at t = 2");
    CHECK(m.u[0] == 1);
}

/* g of another index than the problem says, g with t in it, f with lambda: all named */
static int with_v(double t, const double *u, const double *v, const double *lambda, double *g, void *user)
{
    (void)t, (void)lambda, (void)user;
    g[0] = u[0] * u[0] + u[1] * u[1] - 1 + 0.1 * v[0];
    return 0;
}

static int with_t(double t, const double *u, const double *v, const double *lambda, double *g, void *user)
{
    (void)v, (void)lambda, (void)user;
    g[0] = u[0] * u[0] + u[1] * u[1] - cos(t);
    return 0;
}

static int with_lambda(double t, const double *u, const double *v, const double *lambda, double *f,
                       void *user)
{
    (void)t, (void)u, (void)user;
    f[0] = v[0];
    f[1] = v[1] + lambda[0];
    return 0;
}

static void test_structure(void)
{
    begin();
    m.problem.dg = NULL;
    m.problem.g = with_v;
    CHECK_INT(run(), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "problem.index = 3, but g[0] depends on v");
    m.problem.g = with_t;
    CHECK_INT(run(), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "g_depends_on_t = 0, but g[0] changes");
    begin();
    m.problem.index = 2; /* g(t, u) has index 3 */
    CHECK_INT(run(), COLDAE_ERR_SINGULAR);
    CHECK_STR_HAS(info.message, "index is above 2");
    begin();
    m.problem.index = 1;
    CHECK_INT(run(), COLDAE_ERR_SINGULAR);
    CHECK_STR_HAS(info.message, "index is above 1");
    begin();
    m.problem.f = with_lambda;
    CHECK_INT(run(), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "u'[1] depends on lambda");
}

/* Wrong derivatives: found by the check, at the start (dg), or when nothing converges (dk). */
static int wrong_dg(double t, const double *u, const double *v, const double *lambda, const double *w,
                    double *d, void *user)
{
    (void)t, (void)v, (void)lambda, (void)w, (void)user;
    d[0] = 2 * u[0];
    d[1] = -2 * u[1] - 1;
    return 0;
}

static int wrong_dk(double t, const double *u, const double *v, const double *lambda, const double *w,
                    double *d, void *user)
{
    (void)t, (void)v, (void)w, (void)user;
    d[0] = d[3] = -lambda[0];
    d[8] = u[0];
    d[9] = u[1];
    return 0;
}

static void test_derivatives(void)
{
    static const double w[2] = {0.1, 0.2};
    double worst;
    char message[256];
    begin();
    m.u[0] = 0.6;
    m.u[1] = -0.8;
    m.lambda[0] = 0.3;
    CHECK_INT(coldae_index3_check_jacobian(&m.problem, 0, m.u, m.v, m.lambda, w, &worst, message, 256),
              COLDAE_OK);
    CHECK(worst < 1e-7);
    m.problem.dg = wrong_dg;
    CHECK_INT(coldae_index3_check_jacobian(&m.problem, 0, m.u, m.v, m.lambda, NULL, &worst, message, 256),
              COLDAE_OK);
    CHECK_NEAR(worst, 2.2 / 1.6, 1e-6);
    CHECK_STR_HAS(message, "dg is wrong at t = 0: row 0 by u[1] is 0.6, differences give -1.6");
    CHECK_INT(coldae_index3_check_jacobian(&m.problem, 0, NULL, m.v, m.lambda, NULL, NULL, NULL, 0),
              COLDAE_ERR_INVALID);
    begin();
    m.problem.dg = wrong_dg;
    CHECK_INT(run(), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "dg is wrong at t = 0: row 0 by u[1]");
    begin();
    m.problem.dk = wrong_dk;
    CHECK_INT(run(), COLDAE_ERR_NO_CONVERGENCE);
    CHECK_STR_HAS(info.message, "dk is wrong");
    CHECK_STR_HAS(info.message, "by lambda[0]");
}

/* An angle after many turns: a difference over 1e-5 of it says nothing about the derivative. */
static int crank_g(double t, const double *u, const double *v, const double *lambda, double *g, void *user)
{
    (void)t, (void)v, (void)lambda, (void)user;
    g[0] = u[1] - 0.5 * cos(u[0]);
    return 0;
}

static double mistake;

static int crank_dg(double t, const double *u, const double *v, const double *lambda, const double *w,
                    double *d, void *user)
{
    (void)t, (void)v, (void)lambda, (void)w, (void)user;
    d[0] = 0.5 * sin(u[0]) + mistake;
    d[1] = 1;
    return 0;
}

static void test_many_turns(void)
{
    for (int i = 0; i < 2; i++)
        for (double phi = 0.7; phi < 1e6; phi += 6.283185307179586 * (i + 1) * (1 + floor(phi))) {
            double worst;
            char message[256];
            begin();
            m.problem.dk = NULL;
            m.problem.g = crank_g;
            m.problem.dg = crank_dg;
            mistake = i == 0 ? 0 : 1e-3;
            m.u[0] = phi;
            m.u[1] = 0.5 * cos(phi);
            CHECK_INT(
                coldae_index3_check_jacobian(&m.problem, 0, m.u, m.v, m.lambda, NULL, &worst, message, 256),
                COLDAE_OK);
            CHECK((worst <= 1e-6) == (i == 0));
            coldae_status status =
                coldae_index3_consistent(&m.problem, NULL, m.u, m.v, m.lambda, NULL, &info);
            CHECK((status == COLDAE_ERR_INVALID) == (i == 1)); /* forces are those of the pendulum */
            if (i == 1)
                CHECK_STR_HAS(info.message, "dg is wrong at t = 0: row 0 by u[0]");
        }
}

/* An integration inside a callback of another one changes nothing. */
static int nested_k(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    motion other;
    motion_pendulum(&other, 1);
    other.problem.right = 0.01;
    if (coldae_index3(&other.problem, NULL, other.u, other.v, other.lambda, NULL) != COLDAE_OK)
        return -1;
    return other.problem.k(t, u, v, lambda, k, user);
}

static void test_nested(void)
{
    double alone[2];
    begin();
    m.problem.right = 0.05;
    CHECK_INT(run(), COLDAE_OK);
    memcpy(alone, m.u, sizeof alone);
    begin();
    m.problem.right = 0.05;
    m.problem.k = nested_k;
    CHECK_INT(run(), COLDAE_OK);
    CHECK(m.u[0] == alone[0] && m.u[1] == alone[1]);
}

static int stop_at_ten(const coldae_step *step, void *user)
{
    memcpy(user, step->z, 4 * sizeof(double));
    return step->number == 10 ? 42 : 0;
}

static void test_stop(void)
{
    double z[4] = {0};
    begin();
    options.observer = stop_at_ten;
    options.observer_user = z;
    CHECK_INT(run(), COLDAE_ERR_CANCELLED);
    CHECK_STR_HAS(info.message, "returned 42 after step 10");
    CHECK_INT(info.n_steps, 10);
    CHECK_INT(info.callback_code, 42);
    CHECK(z[0] == m.u[0] && z[1] == m.u[1] && z[2] == m.v[0] && z[3] == m.v[1]);
    check_state();
}

static void test_limits(void)
{
    double out[10], at[] = {1e-4, 2};
    begin();
    options.max_steps = 12;
    options.t_out = at;
    options.n_out = 2;
    options.out = out;
    out[5] = -77;
    CHECK_INT(run(), COLDAE_ERR_MESH_LIMIT);
    CHECK_STR_HAS(info.message, "max_steps = 12");
    CHECK(info.t > 0 && info.t < 2);
    CHECK(out[0] > 0.99 && out[5] == -77);
    check_state();
    begin();
    options.tol = 1e-16;
    CHECK_INT(run(), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "options.tol = 1e-16");
    CHECK_STR_HAS(info.message, "rounding");
    begin();
    options.tol = 1e-14; /* the smallest: it still arrives */
    m.problem.right = 0.5;
    CHECK_INT(run(), COLDAE_OK);
    begin();
    options.tol_is_local = 1;
    options.rtol = 1e-14;
    options.atol = 0; /* v = 0 cannot be known to 1e-14 of itself */
    CHECK_INT(run(), COLDAE_ERR_NO_CONVERGENCE);
    CHECK_STR_HAS(info.message, "rounding");
    begin();
    options.constant_steps = 1;
    options.h_first = 3;
    CHECK_INT(run(), COLDAE_ERR_NO_CONVERGENCE);
    CHECK_STR_HAS(info.message, "smaller options.h_first");
    begin();
    options.max_bytes = 100;
    CHECK_INT(run(), COLDAE_ERR_MEMORY);
    CHECK_STR_HAS(info.message, "max_bytes = 100");
    begin();
    CHECK_INT(coldae_index3(&m.problem, NULL, m.u, m.v, m.lambda, NULL), COLDAE_OK);
    CHECK_INT(coldae_index3(NULL, NULL, m.u, m.v, m.lambda, &info), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_index3_consistent(NULL, NULL, m.u, m.v, m.lambda, NULL, NULL), COLDAE_ERR_INVALID);
}

int main(void)
{
    test_inconsistent();
    test_singular();
    test_undefined();
    test_structure();
    test_derivatives();
    test_many_turns();
    test_nested();
    test_stop();
    test_limits();
    return check_result();
}
