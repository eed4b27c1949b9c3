/* step.c - one collocation step: the stability function, the error estimate, projection onto invariants */
#include "check.h"
#include "invariants.h"
#include "step.h"

/* One method with its gate and step. */
typedef struct bench {
    coldae_problem problem;
    coldae_options options;
    cd_memory memory;
    cd_report report;
    cd_method method;
    cd_gate gate;
    cd_step step;
    cd_arena arena;
} bench;

static void layout(bench *b)
{
    cd_gate_layout(&b->arena, &b->method.dims, 0, b->method.dims.k, &b->gate);
    cd_step_layout(&b->arena, &b->method, &b->step);
}

static void prepare(bench *b, const int *order, coldae_f_fn *f, int points, int k)
{
    memset(b, 0, sizeof *b);
    coldae_problem_init(&b->problem);
    b->problem.n_diff = 1;
    b->problem.order = order;
    b->problem.f = f;
    coldae_options_init(&b->options);
    b->options.points = points;
    b->options.n_points = k;
    CHECK_INT(cd_method_create(&b->problem, &b->options, &b->memory, &b->report, &b->method), COLDAE_OK);
    layout(b);
    CHECK_INT(cd_arena_create(&b->memory, &b->arena), COLDAE_OK);
    layout(b);
    b->gate.problem = &b->problem;
    b->gate.dims = &b->method.dims;
    b->gate.report = &b->report;
    cd_step_prepare(&b->method, &b->step);
}

static void finish(bench *b)
{
    cd_arena_release(&b->memory, &b->arena);
    cd_method_release(&b->memory, &b->method);
    CHECK_INT((int)b->memory.used, 0);
}

/* One step from z = 1, .. at t = 0 to h; returns the error estimate over tolerance. */
static double go(bench *b, double h)
{
    const cd_goal goal = {.max_iterations = 10};
    double t = 0, none = 0;
    int iterations = 0;
    for (int i = 0; i < b->method.dims.mstar; i++)
        b->step.u.z[i] = 1;
    b->step.u.t[0] = 0;
    b->step.u.t[1] = h;
    b->step.h_before = 0;
    CHECK_INT(cd_gate_f(&b->gate, 1, &t, b->step.u.z, &none, b->step.u.p, b->step.f_left), COLDAE_OK);
    b->step.has_left = 1;
    b->step.w_before[0] = b->step.f_left[0];
    cd_step_predict(&b->method, &none, &b->step);
    CHECK_INT(cd_step_solve(&b->method, &b->gate, &goal, &b->step, &iterations), COLDAE_OK);
    CHECK(iterations >= 1);
    CHECK_INT(cd_step_finish(&b->method, &b->gate, &b->step), COLDAE_OK);
    return cd_step_error(&b->method, &b->step);
}

static const int first[] = {1}, second[] = {2};

static int decay(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t;
    (void)y;
    (void)p;
    (void)user;
    f[0] = -z[0];
    return 0;
}

static int stiff(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y;
    (void)p;
    (void)user;
    f[0] = -1e6 * (z[0] - cos(t)) - sin(t);
    return 0;
}

/* u' = -u: Pade approximants of exp(-h) */
static void test_stability_function(void)
{
    bench b;
    double h = 0.5;
    prepare(&b, first, decay, COLDAE_RADAU, 1);
    (void)go(&b, h);
    CHECK_NEAR(b.step.u.z[1], 1 / (1 + h), 1e-15);
    finish(&b);
    prepare(&b, first, decay, COLDAE_GAUSS, 1);
    (void)go(&b, h);
    CHECK_NEAR(b.step.u.z[1], (1 - h / 2) / (1 + h / 2), 1e-15);
    finish(&b);
    prepare(&b, first, decay, COLDAE_RADAU, 2);
    (void)go(&b, h);
    CHECK_NEAR(b.step.u.z[1], (1 - h / 3) / (1 + 2 * h / 3 + h * h / 6), 1e-15);
    finish(&b);
}

/* The estimate has order k + 1, and is the largest error inside the step within a small factor. */
static void test_estimate(const int *order, int points, int k)
{
    bench b;
    double h = 0.2, psi[30 * 31], z[2], worst = 0;
    prepare(&b, order, decay, points, k);
    double coarse = go(&b, h);
    double fine = go(&b, h / 2), rate = log2(coarse / fine);
    CHECK(rate > k + 0.7 && rate < k + 2.4);
    for (int i = 0; i <= 32; i++) { /* u' = -u, and u'' = -u with u(0) = u'(0) = 1 */
        double tau = i / 32.0, t = tau * h / 2, e = order[0] == 1 ? exp(-t) : cos(t) + sin(t);
        cd_basis_at(&b.method.basis, tau, psi);
        cd_piecewise_combine(&b.method.dims, h / 2, tau, psi, b.step.u.z, b.step.u.v, z, NULL, NULL);
        worst = fmax(worst, fabs(z[0] - e) / (b.options.tol * (1 + e)));
        if (order[0] == 2)
            worst = fmax(worst, fabs(z[1] - cos(t) + sin(t)) / (b.options.tol * (1 + fabs(cos(t) - sin(t)))));
    }
    CHECK(fine >= worst / 3 && fine <= 5 * worst);
    finish(&b);
}

/* On the slow manifold of a stiff equation the estimate is small whatever f does off it. */
static void test_stiff(void)
{
    bench b;
    prepare(&b, first, stiff, COLDAE_RADAU, 3);
    CHECK(go(&b, 0.1) < 1);
    finish(&b);
}

/* Continued polynomials predict a polynomial solution exactly: one iteration finds nothing to correct. */
static int cubic(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y;
    (void)p;
    (void)user;
    f[0] = 3 * t * t - (z[0] - 1 - t * t * t);
    return 0;
}

static void test_prediction(void)
{
    bench b;
    const cd_goal goal = {.max_iterations = 10, .share = 0.01};
    int iterations;
    prepare(&b, first, cubic, COLDAE_RADAU, 3);
    (void)go(&b, 0.3);
    CHECK_NEAR(b.step.u.z[1], 1 + 0.027, 1e-15);
    CHECK_INT(cd_step_evaluate_end(&b.method, &b.gate, &b.step), COLDAE_OK);
    cd_step_advance(&b.method, &b.step);
    CHECK_NEAR(b.step.u.t[0], 0.3, 0);
    b.step.u.t[1] = 0.8;
    cd_step_predict(&b.method, NULL, &b.step);
    CHECK_INT(cd_step_solve(&b.method, &b.gate, &goal, &b.step, &iterations), COLDAE_OK);
    CHECK_INT(iterations, 1);
    finish(&b);
}

/* ---- invariants ----------------------------------------------------------------------------------- */

static int sphere(double t, const double *z, const double *p, double *h, void *user)
{
    (void)t;
    (void)p;
    (void)user;
    h[0] = z[0] * z[0] + z[1] * z[1] - 1;
    return 0;
}

static int dsphere(double t, const double *z, const double *p, double *dh, void *user)
{
    (void)t;
    (void)p;
    (void)user;
    dh[0] = 2 * z[0];
    dh[1] = 2 * z[1];
    return 0;
}

static int nothing(double t, const double *z, const double *p, double *D, void *user)
{
    (void)t;
    (void)z;
    (void)p;
    (void)D;
    (void)user;
    return 0;
}

static void test_invariants(void)
{
    bench b;
    cd_invariants v;
    cd_arena arena = {0};
    coldae_invariant list[] = {{.n = 1, .h = sphere}, {.n = 1, .h = sphere, .D = nothing}};
    double z[2] = {3, 4};
    prepare(&b, second, decay, COLDAE_RADAU, 2);
    CHECK_INT(cd_invariants_rows(2, list), 2);
    cd_invariants_layout(&arena, 2, 2, list, &v);
    CHECK_INT(cd_arena_create(&b.memory, &arena), COLDAE_OK);
    cd_invariants_layout(&arena, 2, 2, list, &v);
    v.n = 1; /* radially, the shortest way; differences of h know it to half the digits */
    CHECK_INT(cd_invariants_project(&v, &b.gate, 0, NULL, z), COLDAE_OK);
    CHECK_NEAR(z[0], 0.6, 1e-7);
    CHECK_NEAR(hypot(z[0], z[1]), 1, 1e-15);
    list[0].dh = dsphere;
    z[0] = 3;
    z[1] = 4;
    CHECK_INT(cd_invariants_project(&v, &b.gate, 0, NULL, z), COLDAE_OK);
    CHECK_NEAR(z[0], 0.6, 1e-15);
    CHECK_NEAR(z[1], 0.8, 1e-15);
    v.n = 2;
    CHECK_INT(cd_invariants_project(&v, &b.gate, 0.25, NULL, z), COLDAE_ERR_SINGULAR);
    CHECK_STR_HAS(b.report.text, "invariant 1");
    CHECK_STR_HAS(b.report.text, "t = 0.25");
    cd_arena_release(&b.memory, &arena);
    finish(&b);
}

int main(void)
{
    test_stability_function();
    for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++)
        for (int k = 2; k <= 5; k++) {
            test_estimate(first, points, k);
            test_estimate(second, points, k);
        }
    test_stiff();
    test_prediction();
    test_invariants();
    return check_result();
}
