/* index3_differences.c - velocities and forces without dg and g_t are as good whatever u, t and the interval are */
#include "../problems/motion.h"
#include "check.h"

static const double TURN = 6.283185307179586;

/* The largest |dg/dt| over |dg| |v| of all steps, largest entries. */
typedef struct watch {
    const coldae_index3_problem *problem;
    coldae_index3_jacobian_fn *dg;
    double worst;
} watch;

static int observe(const coldae_step *step, void *user)
{
    watch *w = user;
    const coldae_index3_problem *p = w->problem;
    const double *v = step->z + p->n_u;
    double d[6 * MOTION_MOST] = {0};
    w->dg(step->t, step->z, v, step->y, v, d, p->user);
    for (int l = 0; l < p->n_lambda; l++) {
        double sum = 0, entry = 0, speed = 0;
        for (int j = 0; j < p->n_u; j++) {
            sum += d[l + j * p->n_lambda] * v[j];
            entry = fmax(entry, fabs(d[l + j * p->n_lambda]));
            speed = fmax(speed, fabs(v[j]));
        }
        w->worst = fmax(w->worst, fabs(sum) / (entry * speed + 1e-300));
    }
    return 0;
}

/* Andrews' mechanism: angles up to 60 rad, velocities of 1e4, lengths of 1e-2 */
static void test_andrews(void)
{
    motion m;
    coldae_index3_options o;
    coldae_ivp_info info;
    motion_andrews(&m, 0.05);
    watch w = {&m.problem, m.problem.dg, 0};
    m.problem.dg = NULL;
    coldae_index3_options_init(&o);
    o.tol = 1e-8;
    o.observer = observe;
    o.observer_user = &w;
    CHECK_INT(coldae_index3(&m.problem, &o, m.u, m.v, m.lambda, &info), COLDAE_OK);
    CHECK(w.worst <= 2e-13);
    CHECK(info.constraint_residual <= 1e-14);
    CHECK_NEAR(m.u[0], m.exact[0], 3e-4); /* as with dg */
}

/* A crank of radius 1/2 with a slider, phi'' = lambda sin(phi)/2 + torque, x'' = lambda, 0 = x - cos(phi)/2 */
static int crank_k(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    (void)t, (void)v;
    k[0] = lambda[0] * 0.5 * sin(u[0]) + *(double *)user;
    k[1] = lambda[0];
    return 0;
}

static int crank_g(double t, const double *u, const double *v, const double *lambda, double *g, void *user)
{
    (void)t, (void)v, (void)lambda, (void)user;
    g[0] = u[1] - 0.5 * cos(u[0]);
    return 0;
}

static int crank_dg(double t, const double *u, const double *v, const double *lambda, const double *w,
                    double *d, void *user)
{
    (void)t, (void)v, (void)lambda, (void)w, (void)user;
    d[0] = 0.5 * sin(u[0]);
    d[1] = 1;
    return 0;
}

static void set_crank(coldae_index3_problem *p, double *torque)
{
    coldae_index3_problem_init(p);
    p->n_u = p->n_v = 2;
    p->n_lambda = 1;
    p->right = 20;
    p->k = crank_k;
    p->g = crank_g;
    p->user = torque;
}

static void test_turns(void)
{
    double torque = 0;
    for (double turns = 0; turns<2e4; turns = turns> 0 ? turns * 10 : 1) {
        coldae_index3_problem p;
        coldae_index3_options o;
        coldae_ivp_info info;
        double u[2] = {turns * TURN, 0.5}, v[2] = {1, 0}, lambda[1] = {0}, out[10], at[2] = {7.3, 19.9};
        set_crank(&p, &torque);
        watch w = {&p, crank_dg, 0};
        coldae_index3_options_init(&o);
        o.tol = 1e-8;
        o.observer = observe;
        o.observer_user = &w;
        o.t_out = at;
        o.n_out = 2;
        o.out = out;
        CHECK_INT(coldae_index3(&p, &o, u, v, lambda, &info), COLDAE_OK);
        CHECK(w.worst <= (turns < 2e3 ? 1e-13 : 1e-12));
        CHECK(info.n_steps < 320);
        CHECK_NEAR(u[0] - turns * TURN, 18.872053, 3e-6);
        CHECK_NEAR(v[0] * v[0] + v[1] * v[1], 1, 1e-6);
        for (int i = 0; i < 2; i++)
            CHECK_NEAR(out[5 * i + 3] + 0.5 * sin(out[5 * i]) * out[5 * i + 2], 0, 1e-12);
    }
}

/* lambda of consistent values, with and without dg, also where sin(phi) = 0: there g is even along the motion */
static void test_lambda(void)
{
    static const double phi[] = {0.7, 0, TURN / 4};
    double torque = 0.1;
    for (int given = 0; given < 2; given++)
        for (int i = 0; i < 3; i++)
            for (double turns = 0; turns<2e4; turns = turns> 0 ? turns * 10 : 1) {
                coldae_index3_problem p;
                coldae_index3_start start;
                coldae_ivp_info info;
                double u[2] = {phi[i] + turns * TURN, 0}, c = cos(u[0]), s = sin(u[0]), lambda[1] = {0};
                double v[2] = {1, -0.5 * s}, exact = (-0.05 * s - 0.5 * c) / (1 + 0.25 * s * s), worst;
                u[1] = 0.5 * c;
                set_crank(&p, &torque);
                p.dg = given ? crank_dg : NULL;
                CHECK_INT(coldae_index3_consistent(&p, NULL, u, v, lambda, &start, &info), COLDAE_OK);
                CHECK_NEAR(lambda[0], exact, turns < 200 ? 1e-10 : 3e-9);
                CHECK(start.moved_v <= 1e-11 && start.rate <= 1e-11);
                CHECK_INT(coldae_index3_check_jacobian(&p, 0, u, v, lambda, NULL, &worst, info.message, 256),
                          COLDAE_OK);
                CHECK(worst <= 1e-6);
            }
}

/* u_1 = sin(t) driven, u_2 free, inside of [left, right] only */
static int drive_k(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    (void)t, (void)v, (void)user;
    k[0] = lambda[0];
    k[1] = -u[1];
    return 0;
}

static int drive_g(double t, const double *u, const double *v, const double *lambda, double *g, void *user)
{
    const coldae_index3_problem *p = user;
    (void)v, (void)lambda;
    g[0] = u[0] - sin(t);
    return t < p->left || t > p->right ? -1 : 0;
}

static int drive_dg(double t, const double *u, const double *v, const double *lambda, const double *w,
                    double *d, void *user)
{
    (void)t, (void)u, (void)v, (void)lambda, (void)w, (void)user;
    d[0] = 1;
    return 0;
}

static void test_drive(void)
{
    static const double left[] = {0, 0, 0, 0, 1000, 1e5, -1e4}, length[] = {0.01, 1, 200, 2000, 20, 20, 20};
    for (int i = 0; i < 7; i++)
        for (int given = 0; given < 2; given++)
            for (int projection = 0; projection < 3; projection += 2) {
                coldae_index3_problem p;
                coldae_index3_options o;
                coldae_index3_start start;
                coldae_ivp_info info;
                double u[2] = {sin(left[i]), 1}, v[2] = {cos(left[i]), 0}, lambda[1] = {0};
                coldae_index3_problem_init(&p);
                p.n_u = p.n_v = 2;
                p.n_lambda = 1;
                p.left = left[i];
                p.right = left[i] + length[i];
                p.k = drive_k;
                p.g = drive_g;
                p.dg = given ? drive_dg : NULL;
                p.g_depends_on_t = 1;
                p.user = &p;
                coldae_index3_options_init(&o);
                o.projection = projection;
                o.start = &start;
                CHECK_INT(coldae_index3(&p, &o, u, v, lambda, &info), COLDAE_OK);
                CHECK(start.moved_v <= 2e-12 && start.moved_u <= 1e-15);
                CHECK(info.n_failed <= info.n_steps / 20 + 2);
                CHECK_NEAR(v[0], cos(p.right), projection == 0 ? 2e-12 : 1e-4);
                CHECK_NEAR(u[0], sin(p.right), 1e-12);
            }
}

/* u' = f turns with t: u' = R(t) v with the angle t^2/2, g = |u|^2 - 1 does not know t.  lambda has g_u f_t in it. */
static int turned_f(double t, const double *u, const double *v, const double *lambda, double *f, void *user)
{
    double c = cos(t * t / 2), s = sin(t * t / 2);
    (void)u, (void)lambda, (void)user;
    f[0] = c * v[0] - s * v[1];
    f[1] = s * v[0] + c * v[1];
    return 0;
}

/* forces along the normal of the circle, in the turned frame */
static int turned_k(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    double c = cos(t * t / 2), s = sin(t * t / 2);
    (void)v, (void)user;
    k[0] = -lambda[0] * (c * u[0] + s * u[1]);
    k[1] = -lambda[0] * (-s * u[0] + c * u[1]);
    return 0;
}

static int circle_g(double t, const double *u, const double *v, const double *lambda, double *g, void *user)
{
    (void)t, (void)v, (void)lambda, (void)user;
    g[0] = u[0] * u[0] + u[1] * u[1] - 1;
    return 0;
}

/* u'' = t (-u_2', u_1') + R v', so that u u'' = -|u'|^2 gives lambda = |u'|^2 + t (u_2 u_1' - u_1 u_2') ... */
static void test_turned_f(void)
{
    coldae_index3_problem p;
    coldae_ivp_info info;
    double t = 2, c = cos(t * t / 2), s = sin(t * t / 2), u[2] = {0.6, 0.8}, f[2] = {-0.8 * 1.5, 0.6 * 1.5};
    double v[2] = {c * f[0] + s * f[1], -s * f[0] + c * f[1]}, lambda[1] = {0};
    coldae_index3_problem_init(&p);
    p.n_u = p.n_v = 2;
    p.n_lambda = 1;
    p.left = t;
    p.right = 3;
    p.f = turned_f;
    p.k = turned_k;
    p.g = circle_g;
    CHECK_INT(coldae_index3_consistent(&p, NULL, u, v, lambda, NULL, &info), COLDAE_OK);
    CHECK_NEAR(lambda[0], 1.5 * 1.5 + t * (u[1] * f[0] - u[0] * f[1]), 1e-6);
}

/* A pendulum at the points where its rod carries nothing, |v|^2 = u_2: lambda is 0 but for rounding. */
static int rod_k(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    (void)t, (void)v, (void)user;
    k[0] = -u[0] * lambda[0];
    k[1] = -u[1] * lambda[0] - 1;
    return 0;
}

static int rod_dg(double t, const double *u, const double *v, const double *lambda, const double *w,
                  double *d, void *user)
{
    (void)t, (void)v, (void)lambda, (void)w, (void)user;
    d[0] = 2 * u[0];
    d[1] = 2 * u[1];
    return 0;
}

static void test_no_force(void)
{
    for (int given = 0; given < 2; given++)
        for (double phi = 0.01; phi < 3.13; phi += 0.01) {
            coldae_index3_problem p;
            coldae_ivp_info info;
            double c = cos(phi), s = sin(phi), u[2] = {c, s}, v[2] = {-sqrt(s) * s, sqrt(s) * c}, lambda[1];
            lambda[0] = 0.3;
            coldae_index3_problem_init(&p);
            p.n_u = p.n_v = 2;
            p.n_lambda = 1;
            p.k = rod_k;
            p.g = circle_g;
            p.dg = given ? rod_dg : NULL;
            CHECK_INT(coldae_index3_consistent(&p, NULL, u, v, lambda, NULL, &info), COLDAE_OK);
            CHECK_NEAR(lambda[0], 0, 1e-10);
        }
}

int main(void)
{
    test_no_force();
    test_andrews();
    test_turns();
    test_lambda();
    test_drive();
    test_turned_f();
    return check_result();
}
