/* Reformulated problems with conditions that couple the ends and parameters; their Jacobians; many threads. */
#include <pthread.h>

#include "coldae/ivp.h"

#include "check.h"
#include "reform_model.h"
#include "reform_pendulum.h"

static const double PI = 3.14159265358979323846;

/* ---- conditions that couple the ends; parameters ----------------------------------------------- */

/* Half a period T of a swing from rest to rest, v1(0) = v1(1) = 0 written as sum and difference; p = T/2 is
 * unknown, time is scaled with it. */
static int scaled_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)user;
    f[0] = -y[0] * z[P1];
    f[1] = -y[0] * z[P2] - p[0] * p[0];
    return 0;
}

static int scaled_g(int level, double t, const double *z, const double *y, const double *p, double *g,
                    void *user)
{
    pendulum_g(level, t, z, y, p, g, user);
    if (level == 2)
        g[0] += z[P2] * (1 - p[0] * p[0]);
    return 0;
}

static int swing(const double *zl, const double *zr, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    g[0] = zl[V1] + zr[V1];
    g[1] = zl[V1] - zr[V1];
    return 0;
}

static int dswing(const double *zl, const double *zr, const double *p, double *dg, void *user)
{
    (void)zl, (void)zr, (void)p, (void)user;
    dg[0 + 2 * V1] = dg[0 + 2 * (4 + V1)] = dg[1 + 2 * V1] = 1;
    dg[1 + 2 * (4 + V1)] = -1;
    return 0;
}

static int start_high(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l, (void)p, (void)user;
    *g = z[P1] - sin(1.0);
    return 0;
}

static int dstart_high(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)l, (void)z, (void)p, (void)user;
    dg[P1] = 1;
    return 0;
}

static int swing_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)user;
    double b = cos(PI * t), w = -PI * sin(PI * t); /* angle from below, amplitude 1 */
    z[P1] = sin(b);
    z[V1] = w * cos(b);
    z[P2] = -cos(b);
    z[V2] = w * sin(b);
    y[0] = 10;
    dmu[0] = -10 * z[P1];
    dmu[1] = -10 * z[P2];
    return 0;
}

/* T/2 = 2 K(sin(1/2)) by the arithmetic-geometric mean */
static double half_period(void)
{
    double a = 1, b = cos(0.5);
    for (int i = 0; i < 6; i++) {
        double mean = (a + b) / 2;
        b = sqrt(a * b);
        a = mean;
    }
    return PI / a;
}

static void test_swing(int kind, int jacobians)
{
    const double zeta[] = {0}, guess[] = {3.2};
    coldae_reform_problem q = pendulum_make(1);
    coldae_reform_options o;
    coldae_options so;
    coldae_solution *s;
    coldae_info info;
    coldae_reform_options_init(&o);
    coldae_options_init(&so);
    o.kind = kind;
    q.f = scaled_f;
    q.df = NULL;
    q.g = scaled_g;
    q.dg = NULL;
    q.n_param = 1;
    q.param_guess = guess;
    q.n_side = 1;
    q.zeta = zeta;
    q.side = start_high;
    q.n_coupled = 2;
    q.coupled = swing;
    q.dside = jacobians ? dstart_high : NULL;
    q.dcoupled = jacobians ? dswing : NULL;
    q.guess = swing_guess;
    coldae_reform *r = reform_make(&q, &o);
    so.tol = 1e-7;
    CHECK_INT(coldae_solve(coldae_reform_result(r), &so, &s, &info), COLDAE_OK);
    if (s)
        CHECK_NEAR(coldae_solution_param(s)[0], half_period(), 1e-6);
    else
        printf("kind %d: %s\n", kind, info.message);
    coldae_solution_free(s);
    coldae_reform_free(r);
}

/* ---- Jacobians, threads ------------------------------------------------------------------------ */

static void test_jacobian(int kind, int first_order)
{
    double z_left[4], z[6], y[4], worst, lambda;
    char message[256];
    coldae_reform_problem q = pendulum_make(1);
    coldae_reform_options o;
    coldae_reform_options_init(&o);
    o.kind = kind;
    o.first_order = first_order;
    pendulum_state(-0.5, 0.4, z_left, &lambda);
    q.z_left = z_left;
    coldae_reform *r = reform_make(&q, &o);
    coldae_reform_to(r, z_left, &lambda, z, y);
    const coldae_problem *p = coldae_reform_result(r);
    for (int i = 1; i < p->n_alg; i++)
        y[i] += 0.1 * i; /* mu, w that are not zero */
    if (kind == COLDAE_REFORM_INVARIANT2)
        z[4] = 0.1, z[5] = -0.2;
    CHECK_INT(coldae_check_jacobian(p, 0.3, z, y, NULL, &worst, message, sizeof message), COLDAE_OK);
    if (!(worst < 1e-6))
        printf("kind %d: %s\n", kind, message);
    CHECK(worst < 1e-6);
    coldae_reform_free(r);
}

typedef struct share {
    const coldae_problem *problem;
    const double *z, *y, *f;
    int wrong;
} share;

static void *evaluate(void *argument)
{
    share *s = argument;
    double f[8];
    for (int i = 0; i < 2000; i++) {
        memset(f, 0, sizeof f);
        int code = s->problem->f(0.3, s->z, s->y, NULL, f, s->problem->user);
        s->wrong += code != 0 || memcmp(f, s->f, sizeof f) != 0;
    }
    return NULL;
}

/* The functions of the new problem may be called from more threads than there are slots. */
static void test_threads(void)
{
    enum { N = 24 };
    model q;
    double z_left[9], z[9], y[3] = {1, 0.2, 0.3}, f[8] = {0};
    coldae_reform *r;
    coldae_reform_options o;
    coldae_reform_options_init(&o);
    o.kind = COLDAE_REFORM_STATE_SPACE;
    coldae_reform_linear p = model_make(&q, 2, 0, z_left);
    CHECK_INT(coldae_reform_create_linear(&p, &o, &r, NULL), COLDAE_OK);
    const coldae_problem *problem = coldae_reform_result(r);
    CHECK_INT(coldae_reform_to(r, z_left, y, z, NULL), COLDAE_OK);
    CHECK_INT(problem->f(0.3, z, y, NULL, f, problem->user), 0);
    share s[N];
    pthread_t thread[N];
    for (int i = 0; i < N; i++) {
        s[i] = (share){problem, z, y, f, 0};
        CHECK_INT(pthread_create(&thread[i], NULL, evaluate, &s[i]), 0);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(thread[i], NULL);
        CHECK_INT(s[i].wrong, 0);
    }
    coldae_reform_free(r);
}

int main(void)
{
    for (int kind = COLDAE_REFORM_INDEX1; kind <= COLDAE_REFORM_STATE_SPACE; kind++) {
        test_swing(kind, 0);
        test_swing(kind, 1);
        test_jacobian(kind, 0);
        test_jacobian(kind, 1);
    }
    test_threads();
    return check_result();
}
