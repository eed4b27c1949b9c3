/* srm_forms.c - sequential regularization: linear and nonlinear form, two constraints, the solution of a march */
#include "check.h"
#include "srm_examples.h"

static coldae_srm_options options_with(double eps, int iterations)
{
    coldae_srm_options o;
    coldae_srm_options_init(&o);
    o.eps = eps;
    o.iterations = iterations;
    return o;
}

/* ---- the nonlinear form
 * ------------------------------------------------------------------------------------------------ */

static int nl_f(double t, const double *x, double *f, void *user)
{
    (void)user;
    f[0] = -x[0] + x[1] - sin(t);
    return 0;
}

static int nl_g(double t, const double *x, double *g, void *user)
{
    (void)user;
    g[0] = (1 - 2 * t) * (x[0] + x[1] - exp(-t) - sin(t));
    return 0;
}

static int nl_gt(double t, const double *x, double *gt, void *user)
{
    (void)user;
    gt[0] = -2 * (x[0] + x[1] - exp(-t) - sin(t)) - (1 - 2 * t) * (cos(t) - exp(-t));
    return 0;
}

static coldae_srm_problem as_nonlinear(coldae_srm_problem p)
{
    p.f = nl_f;
    p.g = nl_g;
    p.gt = nl_gt;
    p.A = p.q = p.r = p.dC = p.dr = NULL;
    return p;
}

/* Examples 1 and 2 in both forms, also with E that needs no inverse and with alpha1 > 0. */
static void test_forms(void)
{
    static const double mesh[] = {0, 0.13, 0.27, 0.41, 0.61, 0.8, 1}; /* t* is no collocation point */
    coldae_solution *a, *b;
    double steps[61];
    for (int i = 0; i <= 60; i++)
        steps[i] = i / 60.0 * (0.9 + 0.1 * i / 60.0);
    for (int variant = 0; variant < 4; variant++) {
        coldae_srm_problem linear = srm_example1(), nonlinear = as_nonlinear(linear);
        coldae_srm_options o = options_with(0.05, 2);
        double x[2], By[2], other[2], other_By[2];
        o.alpha1 = variant == 1 ? 0.01 : 0;
        o.E = variant == 2 ? COLDAE_SRM_E_DELTA : COLDAE_SRM_E_INVERSE;
        o.delta = 0.1;
        if (variant == 3)
            linear.smooth = nonlinear.smooth = srm_example1_smooth;
        o.bvp.tol = 1e-10;
        o.bvp.mesh = mesh;
        o.bvp.n_intervals = 6;
        o.bvp.n_points = 4;
        CHECK_INT(coldae_srm_solve(&linear, &o, &a, NULL), COLDAE_OK);
        CHECK_INT(coldae_srm_solve(&nonlinear, &o, &b, NULL), COLDAE_OK);
        for (int i = 0; a && b && i <= 20; i++) {
            coldae_solution_eval(a, i / 20.0, x, By);
            coldae_solution_eval(b, i / 20.0, other, other_By);
            CHECK_NEAR(srm_error(x, other), 0, 1e-8);
            CHECK_NEAR(srm_error(By, other_By), 0, 1e-6);
        }
        coldae_solution_free(a);
        coldae_solution_free(b);
        for (int stages = COLDAE_SRM_RADAU; stages <= COLDAE_SRM_RK4; stages++) {
            o.stages = stages;
            o.y0 = COLDAE_SRM_Y0_START;
            o.n_steps = 60;
            o.mesh = steps;
            CHECK_INT(coldae_srm_march(&linear, &o, x, By, NULL, NULL), COLDAE_OK);
            CHECK_INT(coldae_srm_march(&nonlinear, &o, other, other_By, NULL, NULL), COLDAE_OK);
            CHECK_NEAR(srm_error(x, other), 0, 1e-10);
            CHECK_NEAR(srm_error(By, other_By), 0, 1e-7);
        }
    }
}

/* ---- a problem that is nonlinear in earnest
 * ---------------------------------------------------------------------------- */

/* x1' = -x1^2 + x2 + q1, x2' = x1 x2 + (1-2t)(1 + x1^2) y + q2, 0 = (1-2t)(x1^2 + x2 - e^-2t - sin t);
 * exact x = (e^-t, sin t), B y = (0, cos t) */
static int curved_f(double t, const double *x, double *f, void *user)
{
    (void)user;
    f[0] = -x[0] * x[0] + x[1] - exp(-t) + exp(-2 * t) - sin(t);
    f[1] = x[0] * x[1] - exp(-t) * sin(t);
    return 0;
}

static int curved_B(double t, const double *x, double *B, void *user)
{
    (void)user;
    B[1] = (1 - 2 * t) * (1 + x[0] * x[0]);
    return 0;
}

static int curved_g(double t, const double *x, double *g, void *user)
{
    (void)user;
    g[0] = (1 - 2 * t) * (x[0] * x[0] + x[1] - exp(-2 * t) - sin(t));
    return 0;
}

static int curved_C(double t, const double *x, double *C, void *user)
{
    (void)user;
    C[0] = (1 - 2 * t) * 2 * x[0];
    C[1] = 1 - 2 * t;
    return 0;
}

static int curved_gt(double t, const double *x, double *gt, void *user)
{
    (void)user;
    gt[0] = -2 * (x[0] * x[0] + x[1] - exp(-2 * t) - sin(t)) + (1 - 2 * t) * (2 * exp(-2 * t) - cos(t));
    return 0;
}

static int curved_side(int l, const double *x, const double *p, double *g, void *user)
{
    (void)l;
    (void)p;
    (void)user;
    *g = x[0] - exp(-1); /* at t = 1 */
    return 0;
}

static int curved_guess(double t, const double *x, double *out, void *user)
{
    (void)x;
    (void)user;
    out[0] = 1 - t / 2;
    out[1] = t;
    return 0;
}

static coldae_srm_problem curved(void)
{
    static const double zeta[] = {1}, start[] = {1, 0};
    coldae_srm_problem p;
    coldae_srm_problem_init(&p);
    p.n_x = 2;
    p.n_y = 1;
    p.f = curved_f;
    p.B = curved_B;
    p.g = curved_g;
    p.C = curved_C;
    p.gt = curved_gt;
    p.n_side = 1;
    p.zeta = zeta;
    p.side = curved_side;
    p.guess = curved_guess;
    p.start = start;
    return p;
}

/* Largest error of x and By for t >= 0.3, of the boundary or the initial value problem. */
static double curved_error(double eps, int iterations, int initial)
{
    coldae_srm_problem p = curved();
    coldae_srm_options o = options_with(eps, iterations);
    coldae_srm_info info;
    coldae_solution *solution;
    double x[2], By[2], exact[2], exact_By[2], error = 0;
    if (initial) {
        o.y0 = COLDAE_SRM_Y0_START;
        CHECK_INT(coldae_srm_march(&p, &o, x, By, &solution, &info), COLDAE_OK);
    } else {
        CHECK_INT(coldae_srm_solve(&p, &o, &solution, &info), COLDAE_OK);
    }
    for (int i = 30; solution && i <= 100; i++) {
        coldae_solution_eval(solution, i / 100.0, x, By);
        srm_exact(1, i / 100.0, exact, exact_By);
        error = fmax(error, fmax(srm_error(x, exact), srm_error(By, exact_By)));
    }
    coldae_solution_free(solution);
    CHECK_INT(info.n_singular, 1);
    CHECK_NEAR(info.singular_t[0], 0.5, 1e-15);
    CHECK(info.n_newton > iterations);
    return error;
}

/* The error of iteration m is that of eps^m: eps halved, it falls by 2^m. */
static void test_curved(void)
{
    for (int initial = 0; initial < 2; initial++)
        for (int m = 1; m <= 3; m++) {
            double large = curved_error(0.008, m, initial), small = curved_error(0.004, m, initial);
            CHECK_NEAR(log2(large / small), m, 0.4);
            CHECK(large <= pow(initial ? 0.05 : 0.15, m));
        }
}

/* ---- two constraints that become dependent at t = 1/2
 * ------------------------------------------------------------------- */

/* C: rows a and a + (t - 1/2) b; B = C^T; exact x = (sin t, cos t, e^t, e^-t), y = (e^t, cos t) */
static int two_C(double t, const double *x, double *C, void *user)
{
    const double a[] = {1, t, 0, 1}, b[] = {0, 1, 1, t};
    (void)x;
    (void)user;
    for (int i = 0; i < 4; i++) {
        C[2 * i] = a[i];
        C[2 * i + 1] = a[i] + (t - 0.5) * b[i];
    }
    return 0;
}

static int two_B(double t, const double *x, double *B, void *user)
{
    double C[8];
    two_C(t, x, C, user);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++)
            B[i + 4 * j] = C[j + 2 * i];
    return 0;
}

static void two_exact(double t, double *x, double *By)
{
    double B[8];
    x[0] = sin(t);
    x[1] = cos(t);
    x[2] = exp(t);
    x[3] = exp(-t);
    two_B(t, NULL, B, NULL);
    for (int i = 0; i < 4; i++)
        By[i] = B[i] * exp(t) + B[i + 4] * cos(t);
}

static int two_q(double t, const double *x, double *q, void *user)
{
    double exact[4], By[4];
    (void)x;
    (void)user;
    two_exact(t, exact, By);
    q[0] = cos(t) - By[0];
    q[1] = -sin(t) - By[1];
    q[2] = exp(t) - By[2];
    q[3] = -exp(-t) - By[3];
    return 0;
}

static int two_r(double t, const double *x, double *r, void *user)
{
    double exact[4], By[4], C[8];
    (void)x;
    (void)user;
    two_exact(t, exact, By);
    two_C(t, NULL, C, NULL);
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 4; i++)
            r[j] -= C[j + 2 * i] * exact[i];
    return 0;
}

static int two_side(int l, const double *x, const double *p, double *g, void *user)
{
    (void)p;
    (void)user;
    *g = l == 0 ? x[2] - 1 : x[3] - exp(-1);
    return 0;
}

static void test_two(void)
{
    static const double zeta[] = {0, 1}, start[] = {0, 1, 1, 1};
    coldae_srm_problem p;
    coldae_srm_options o = options_with(0.005, 3);
    coldae_srm_info info;
    coldae_solution *solution;
    double x[4], By[4], exact[4], exact_By[4], y[2], condition;
    coldae_srm_problem_init(&p);
    p.n_x = 4;
    p.n_y = 2;
    p.B = two_B;
    p.C = two_C;
    p.q = two_q;
    p.r = two_r;
    p.n_side = 2;
    p.zeta = zeta;
    p.side = two_side;
    p.start = start;
    CHECK_INT(coldae_srm_solve(&p, &o, &solution, &info), COLDAE_OK);
    CHECK_INT(info.n_singular, 1);
    CHECK_NEAR(info.singular_t[0], 0.5, 0.02);
    for (int i = 20; solution && i <= 100; i++) {
        coldae_solution_eval(solution, i / 100.0, x, By);
        two_exact(i / 100.0, exact, exact_By);
        for (int j = 0; j < 4; j++) {
            CHECK_NEAR(x[j], exact[j], 1e-6);
            CHECK_NEAR(By[j], exact_By[j], 1e-4);
        }
    }
    coldae_solution_eval(solution, 0.8, x, By);
    CHECK_INT(coldae_srm_recover(&p, 0.8, x, By, y, &condition), COLDAE_OK);
    CHECK_NEAR(y[0], exp(0.8), 1e-3);
    CHECK_NEAR(y[1], cos(0.8), 1e-3);
    CHECK(condition > 1);
    CHECK_INT(coldae_srm_recover(&p, 0.5, x, By, y, NULL), COLDAE_ERR_SINGULAR);
    coldae_solution_free(solution);
    o.iterations = 4;
    CHECK_INT(coldae_srm_march(&p, &o, x, By, NULL, &info), COLDAE_OK);
    two_exact(1, exact, exact_By);
    for (int j = 0; j < 4; j++)
        CHECK_NEAR(x[j], exact[j], 1e-6);
    CHECK_NEAR(info.singular_t[0], 0.5, 0.02);
}

/* ---- the steps as a solution
 * ------------------------------------------------------------------------------------------ */

typedef struct steps {
    int n, stop;
    double t[61], x[61][2], By[61][2];
} steps;

static int keep(const coldae_srm_step *step, void *user)
{
    steps *s = user;
    s->n = step->number;
    s->t[s->n] = step->t;
    memcpy(s->x[s->n], step->x, sizeof s->x[0]);
    memcpy(s->By[s->n], step->By, sizeof s->By[0]);
    return s->n == s->stop;
}

/* Mesh and values of the solution are what the observer saw, also of a march that was stopped; By just left of each
 * mesh point. */
static void test_solution(int stages, int variant, int stop)
{
    static steps s;
    coldae_srm_problem p = srm_example(2);
    coldae_srm_options o = options_with(0.1, 2);
    coldae_solution *solution;
    const double *t;
    double x[2], By[2];
    s = (steps){.stop = stop};
    o.stages = stages;
    o.variant = variant;
    o.n_points = 2;
    o.n_steps = 60;
    o.y0 = COLDAE_SRM_Y0_START;
    o.observer = keep;
    o.observer_user = &s;
    CHECK_INT(coldae_srm_march(&p, &o, x, By, &solution, NULL), stop > 60 ? COLDAE_OK : COLDAE_ERR_CANCELLED);
    if (stop == 0) {
        CHECK(solution == NULL);
        return;
    }
    CHECK_INT(coldae_solution_mesh(solution, &t), s.n);
    for (int i = 0; solution && i <= s.n; i++) {
        CHECK_NEAR(t[i], s.t[i], 0);
        coldae_solution_eval(solution, t[i], x, NULL);
        CHECK_NEAR(srm_error(x, s.x[i]), 0, 0);
        if (i > 0) {
            coldae_solution_eval(solution, nextafter(t[i], 0), x, By);
            CHECK_NEAR(srm_error(x, s.x[i]), 0, 1e-13);
            CHECK_NEAR(srm_error(By, s.By[i]), 0, 1e-11);
        }
    }
    coldae_solution_free(solution);
}

int main(void)
{
    test_forms();
    test_curved();
    test_two();
    for (int stages = COLDAE_SRM_RADAU; stages <= COLDAE_SRM_RK4; stages++)
        for (int stop = 0; stop < 100; stop += 33)
            test_solution(stages, COLDAE_SRM_SEQUENTIAL, stop);
    test_solution(COLDAE_SRM_RADAU, COLDAE_SRM_PARK_CHIOU, 100);
    return check_result();
}
