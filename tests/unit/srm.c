/* srm.c - the pieces of sequential regularization: products with E, the equations at a point, the watch, y from By */
#include "check.h"
#include "srm_examples.h"

#include "srm.h"
#include "system.h"

typedef struct bench {
    cd_memory memory;
    cd_arena arena;
    cd_report report;
    cd_srm_core core;
    coldae_srm_options options;
} bench;

static void bench_open(bench *b, const coldae_srm_problem *p, double eps, const double *x)
{
    cd_srm_core_layout(&b->arena, p, 1, &b->core);
    CHECK_INT(cd_arena_create(&b->memory, &b->arena), COLDAE_OK);
    cd_srm_core_layout(&b->arena, p, 1, &b->core);
    b->core.problem = p;
    b->core.options = &b->options;
    b->core.gate = (cd_srm_gate){.problem = p, .report = &b->report};
    CHECK_INT(cd_srm_core_prepare(&b->core, x), COLDAE_OK);
    cd_srm_core_set_eps(&b->core, eps);
}

static void bench_close(bench *b)
{
    cd_arena_release(&b->memory, &b->arena);
    CHECK_INT(b->memory.used, 0);
}

static void bench_start(bench *b)
{
    memset(b, 0, sizeof *b);
    coldae_srm_options_init(&b->options);
}

/* ---- srm_data.c
 * ------------------------------------------------------------------------------------------------------ */

/* Two constraints of three components: C B = [2 1; 0 3] (1 - 2t) */
static int two_B(double t, const double *x, double *B, void *user)
{
    (void)x;
    (void)user;
    B[0] = 2 * (1 - 2 * t);
    B[3] = 1 - 2 * t;
    B[4] = 3 * (1 - 2 * t);
    return 0;
}

static int two_C(double t, const double *x, double *C, void *user)
{
    (void)t;
    (void)x;
    (void)user;
    C[0] = C[3] = 1;
    return 0;
}

static int two_E(double t, const double *x, double *E, void *user)
{
    (void)t;
    (void)x;
    (void)user;
    E[1] = 5; /* [0 0; 5 0] */
    return 0;
}

static void test_E(void)
{
    coldae_srm_problem p;
    coldae_srm_problem_init(&p);
    p.n_x = 3;
    p.n_y = 2;
    p.B = two_B;
    p.C = two_C;
    p.E = two_E;
    const double R[] = {3, 6}, inverse[] = {0.5, 2}, transpose[] = {6, 21},
                 delta[] = {(3 - 6.0 / 4) / 3, 6.0 / 4}, function[] = {0, 15};
    const double *expected[] = {inverse, transpose, R, delta, function};
    double ER[2];
    for (int E = COLDAE_SRM_E_INVERSE; E <= COLDAE_SRM_E_FUNCTION; E++) {
        bench b;
        bench_start(&b);
        b.options.E = E;
        b.options.delta = 1;
        bench_open(&b, &p, 0.1, NULL);
        CHECK_INT(cd_srm_take_CB(&b.core, 0, NULL), COLDAE_OK);
        CHECK_NEAR(b.core.CB[0], 2, 0);
        CHECK_NEAR(b.core.CB[2], 1, 0);
        CHECK_NEAR(b.core.scale, sqrt(14), 1e-15);
        CHECK_INT(cd_srm_apply_E(&b.core, 0, NULL, 1, R, ER), COLDAE_OK);
        CHECK_NEAR(ER[0], expected[E][0], 1e-14);
        CHECK_NEAR(ER[1], expected[E][1], 1e-14);
        /* at t = 1/2 only the inverse is lost; its pseudo-inverse is zero */
        CHECK_INT(cd_srm_take_CB(&b.core, 0.5, NULL), COLDAE_OK);
        CHECK_INT(cd_srm_apply_E(&b.core, 0.5, NULL, 1, R, ER),
                  E == COLDAE_SRM_E_INVERSE ? CD_LOST : COLDAE_OK);
        cd_srm_apply_pseudo(&b.core, 1, R, ER);
        CHECK(ER[0] == 0 && ER[1] == 0);
        bench_close(&b);
    }
}

/* The interpolated products at t*, in the middle and at the ends of the interval, against those by hand. */
static void test_products(void)
{
    for (int where = 0; where < 3; where++) {
        bench b;
        coldae_srm_problem p = srm_example1();
        double P[4] = {0}, v[2] = {0}, zero[2] = {0, 0}, t = 0.5;
        p.left = where == 1 ? 0.5 : 0;
        p.right = where == 2 ? 0.5 : 1;
        bench_start(&b);
        bench_open(&b, &p, 0.1, NULL);
        srm_example1_smooth(t, zero, P, v, NULL);
        CHECK_INT(cd_srm_fill_products(&b.core, t, &b.core.slot[0]), COLDAE_OK);
        CHECK_INT(b.core.n_dodged, 1);
        for (int i = 0; i < 4; i++)
            CHECK_NEAR(b.core.slot[0].P[i], P[i], 1e-9);
        CHECK_NEAR(b.core.slot[0].v[0], v[0], 1e-9);
        CHECK_NEAR(b.core.slot[0].v[1], v[1], 1e-9);
        b.options.dodge = 0.01; /* the coefficients of another t */
        srm_example1_smooth(t + 0.01, zero, P, v, NULL);
        CHECK_INT(cd_srm_fill_products(&b.core, t, &b.core.slot[0]), COLDAE_OK);
        CHECK_NEAR(b.core.slot[0].v[1], v[1], 1e-12);
        CHECK_INT(cd_srm_fill_products(&b.core, 0.3, &b.core.slot[0]), COLDAE_OK);
        CHECK_INT(b.core.n_dodged, 2);
        bench_close(&b);
    }
}

static int no_B(double t, const double *x, double *B, void *user)
{
    (void)t;
    (void)x;
    (void)B;
    (void)user;
    return 0;
}

static void test_hopeless(void)
{
    bench b;
    coldae_srm_problem p = srm_example1();
    p.B = no_B;
    bench_start(&b);
    bench_open(&b, &p, 0.1, NULL);
    CHECK_INT(cd_srm_fill_products(&b.core, 0.3, &b.core.slot[0]), COLDAE_ERR_SINGULAR);
    CHECK_STR_HAS(b.report.text, "also near it");
    bench_close(&b);
}

/* ---- srm_core.c
 * ---------------------------------------------------------------------------------------------------------- */

/* By_s from its definition, and the Jacobian from differences; without and with alpha1. */
static void test_rhs(void)
{
    for (int modified = 0; modified < 2; modified++) {
        bench b;
        coldae_srm_problem p = srm_example(2);
        const double x[] = {0.7, 0.4}, base[] = {0, 0.9}, t = 0.2, eps = 0.1, c = 1 - 2 * t;
        double dx[2], By[2], J[4], moved[2], other[2];
        bench_start(&b);
        b.options.alpha1 = modified ? 0.3 : 0;
        b.options.alpha2 = 0.8;
        bench_open(&b, &p, eps, x);
        CHECK_INT(cd_srm_rhs(&b.core, 0, t, x, base, dx, By), COLDAE_OK);
        double w = x[0] + x[1] - exp(-t) - sin(t);
        double g_rate =
            -2 * w / c + dx[0] + dx[1] + exp(-t) - cos(t); /* (g/c)-free: B E dg/dt in component 2 */
        CHECK_NEAR(By[0], 0, 1e-15);
        CHECK_NEAR(By[1], base[1] - (0.8 * w + b.options.alpha1 * g_rate) / eps, 1e-12);
        CHECK_NEAR(dx[0], -x[0] + x[1] - sin(t), 1e-15);
        CHECK_NEAR(dx[1], By[1], 1e-15);
        CHECK_INT(cd_srm_jacobian(&b.core, 0, t, x, base, dx, J), COLDAE_OK);
        for (int j = 0; j < 2; j++) {
            memcpy(moved, x, sizeof moved);
            moved[j] += 1;
            CHECK_INT(cd_srm_rhs(&b.core, 0, t, moved, base, other, By), COLDAE_OK);
            CHECK_NEAR(J[2 * j], other[0] - dx[0], 1e-12);
            CHECK_NEAR(J[2 * j + 1], other[1] - dx[1], 1e-11);
        }
        bench_close(&b);
    }
}

/* y(0) = 1 of Example 2 and the constraint on the exact solution. */
static void test_start(void)
{
    bench b;
    coldae_srm_problem p = srm_example(2);
    double x[] = {1, 0}, y, g, By[2], dx[2];
    bench_start(&b);
    bench_open(&b, &p, 0.1, x);
    CHECK_INT(cd_srm_exact_y(&b.core, 0, x, &y), COLDAE_OK);
    CHECK_NEAR(y, 1, 1e-15);
    CHECK_INT(cd_srm_constraint(&b.core, 0, x, &g), COLDAE_OK);
    CHECK_NEAR(g, 0, 1e-16);
    CHECK_INT(cd_srm_exact_y(&b.core, 0.5, x, &y), COLDAE_ERR_SINGULAR);
    CHECK_STR_HAS(b.report.text, "Y0_START");
    b.options.y0 = COLDAE_SRM_Y0_VALUE; /* B y_0 where there is no iteration before */
    b.core.y_start[0] = 3;
    CHECK_INT(cd_srm_rhs(&b.core, 0, 0, x, NULL, dx, By), COLDAE_OK);
    CHECK_NEAR(By[1], 3, 1e-15);
    bench_close(&b);
}

/* ---- srm_watch.c
 * ----------------------------------------------------------------------------------------------------------- */

/* C B = (1-2t)^2 watched on a mesh: one place, at the point nearest to 1/2, also if that is the first or the last. */
static void test_watch(void)
{
    for (int n = 10; n <= 101; n += 7)
        for (int part = 0; part < 3; part++) {
            bench b;
            coldae_srm_problem p = srm_example(2);
            coldae_srm_info info = {0};
            double left = part == 1 ? 0.5 : 0, right = part == 2 ? 0.5 : 1, x[] = {1, 0};
            bench_start(&b);
            bench_open(&b, &p, 0.1, x);
            for (int i = 0; i <= n; i++)
                CHECK_INT(cd_srm_watch(&b.core, left + (right - left) * i / n, x, &info), COLDAE_OK);
            cd_srm_watch_end(&b.core, &info);
            double nearest = part > 0 || n % 2 == 0 ? 0 : 0.5 / n, condition = 1 / (4 * nearest * nearest);
            CHECK_INT(info.n_singular, condition >= 1e3);
            if (info.n_singular > 0)
                CHECK_NEAR(fabs(info.singular_t[0] - 0.5), nearest, 1e-15);
            if (info.n_singular > 0 && nearest > 0)
                CHECK_NEAR(info.singular_condition[0] / condition, 1, 1e-10);
            CHECK_INT(info.n_indefinite, 0);
            bench_close(&b);
        }
}

static void test_rate(void)
{
    bench b;
    coldae_srm_problem p = srm_example(4);
    double rate, x[] = {1, 1};
    bench_start(&b);
    bench_open(&b, &p, 0.1, x);
    CHECK_INT(cd_srm_rate(&b.core, 0, x, &rate), COLDAE_OK);
    CHECK_NEAR(rate, 1, 0);
    b.options.E = COLDAE_SRM_E_IDENTITY;
    CHECK_INT(cd_srm_rate(&b.core, 0, x, &rate), COLDAE_OK);
    CHECK_NEAR(rate, 0.25 + 0.0625, 1e-15);
    b.options.E = COLDAE_SRM_E_TRANSPOSE;
    CHECK_INT(cd_srm_rate(&b.core, 0, x, &rate), COLDAE_OK);
    CHECK_NEAR(rate, 0.3125 * 0.3125, 1e-15);
    bench_close(&b);
}

/* ---- srm_info.c
 * -------------------------------------------------------------------------------------------------------------- */

static void test_y(void)
{
    double B[] = {1, 1, 0, 0, 1, 1}, By[] = {2, 5, 3}, y[2], condition, work[200];
    CHECK(cd_srm_recover_work(3, 2) <= 200);
    CHECK_INT(cd_srm_solve_y(3, 2, B, By, y, &condition, work), 1);
    CHECK_NEAR(y[0], 2, 1e-14);
    CHECK_NEAR(y[1], 3, 1e-14);
    CHECK_NEAR(condition, sqrt(3), 1e-14);
    double dependent[] = {1, 1, 0, 2, 2, 0};
    CHECK_INT(cd_srm_solve_y(3, 2, dependent, By, y, &condition, work), 0);
    CHECK(condition > 1e12);
}

static void test_eps(void)
{
    /* Radau points: a part of the spacing, at most a part of the interval */
    CHECK_NEAR(cd_srm_choose_eps(1, 2, 0.01, 3, CD_SRM_DAMPED), 0.001, 1e-16);
    CHECK_NEAR(cd_srm_choose_eps(3, 2, 0.01, 1, CD_SRM_DAMPED), 0.003, 1e-16);
    CHECK_NEAR(cd_srm_choose_eps(1, 2, 0.01, 6, CD_SRM_DAMPED), 0.0005, 1e-16);
    CHECK_NEAR(cd_srm_choose_eps(1, 1, 0.5, 3, CD_SRM_DAMPED), 0.01, 1e-16);
    /* the same on a thousand times the interval with a thousand times the steps */
    CHECK_NEAR(cd_srm_choose_eps(1, 2000, 0.01, 3, CD_SRM_DAMPED), 0.001, 1e-16);
    /* Gauss points, explicit stages: not below the spacing */
    CHECK_NEAR(cd_srm_choose_eps(1, 1, 0.01, 3, CD_SRM_SYMMETRIC), 0.01, 1e-16);
    CHECK_NEAR(cd_srm_choose_eps(1, 1000, 0.01, 3, CD_SRM_SYMMETRIC), 0.01, 1e-16);
    CHECK_NEAR(cd_srm_choose_eps(3, 2, 0.001, 1, CD_SRM_EXPLICIT), 0.03, 1e-16);
    CHECK_NEAR(cd_srm_choose_eps(1, 1, 0.03, 1, CD_SRM_EXPLICIT), 0.06, 1e-16);
    CHECK_NEAR(cd_srm_choose_eps(1, 1, 0.09, 1, CD_SRM_EXPLICIT), 0.1, 1e-16);
    CHECK_NEAR(cd_srm_choose_eps(1, 1, 0.5, 1, CD_SRM_EXPLICIT), 0.5, 1e-16);
}

/* The layer: 25 + 2 s times eps/rate, some steps, at most half of the interval. */
static void test_layer(void)
{
    bench b;
    coldae_srm_problem p = srm_example(4);
    double x[] = {1, 1};
    bench_start(&b);
    b.options.E = COLDAE_SRM_E_IDENTITY;
    bench_open(&b, &p, 0.3125e-3, x);
    CHECK_INT(cd_srm_find_rate(&b.core, x), COLDAE_OK);
    CHECK_NEAR(b.core.rate, 0.3125, 1e-15);
    CHECK_NEAR(cd_srm_layer_end(&b.core, 3, 0), 0.031, 1e-15);
    CHECK_NEAR(cd_srm_layer_end(&b.core, 3, 0.12), 0.12, 0);
    CHECK_NEAR(cd_srm_layer_end(&b.core, 3, 0.7), 0.5, 0);
    CHECK(cd_srm_layer_steps(1) >= 10);
    bench_close(&b);
}

/* ---- findings.c: what coldae_solve says of a singular C B it only came near to ------------------------------------------------- */

/* A peak inside is one; a constraint whose scale changes is none, nor is one that is merely uneven. */
static void test_peak(void)
{
    enum { N = 20 };
    double t[N + 1], peak[N + 1], scaled[N + 1], uneven[N + 1], at = 0;
    cd_method method = {.dims = {.n_diff = 1, .n_alg = 1}};
    cd_piecewise u = {.t = t};
    cd_system system = {.n = N};
    for (int i = 0; i <= N; i++) {
        t[i] = i / (double)N;
        peak[i] = 1 / (fabs(t[i] - 0.35) + 1e-3);
        scaled[i] = exp(12 * t[i]);
        uneven[i] = 1 + 8 * (i == 7);
    }
    CHECK(!cd_system_nearly_singular(&method, &u, &system, &at)); /* no projection at all */
    system.K = peak;
    CHECK(cd_system_nearly_singular(&method, &u, &system, &at));
    CHECK_NEAR(at, 0.35, 1e-12);
    system.K = scaled;
    CHECK(!cd_system_nearly_singular(&method, &u, &system, &at));
    system.K = uneven;
    CHECK(!cd_system_nearly_singular(&method, &u, &system, &at));
}

int main(void)
{
    test_peak();
    test_E();
    test_products();
    test_hopeless();
    test_rhs();
    test_start();
    test_watch();
    test_rate();
    test_y();
    test_eps();
    test_layer();
    return check_result();
}
