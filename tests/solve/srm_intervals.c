/* srm_intervals.c - sequential regularization on short and long intervals: COLDAE_OK means that tol is met
 *
 *     x1' = -x1 + x2 + w sin wt,  x2' = y,  0 = x1 + x2 - sin wt - cos wt
 *
 * has the solution x = (sin wt, cos wt) up to the scale of time: x1' = w cos wt asks for A = w [-1 1; 0 0].
 */
#include <stdlib.h>

#include <coldae/srm.h>

#include "check.h"

static double omega(const void *user)
{
    return *(const double *)user;
}

static int A(double t, const double *x, double *out, void *user)
{
    (void)t, (void)x;
    out[0] = -omega(user);
    out[2] = omega(user);
    return 0;
}

static int B(double t, const double *x, double *out, void *user)
{
    (void)t, (void)x, (void)user;
    out[1] = 1;
    return 0;
}

static int C(double t, const double *x, double *out, void *user)
{
    (void)t, (void)x, (void)user;
    out[0] = out[1] = 1;
    return 0;
}

static int q(double t, const double *x, double *out, void *user)
{
    (void)x;
    out[0] = omega(user) * sin(omega(user) * t);
    return 0;
}

static int r(double t, const double *x, double *out, void *user)
{
    (void)x;
    out[0] = -sin(omega(user) * t) - cos(omega(user) * t);
    return 0;
}

static int at_left(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l, (void)p, (void)user;
    *g = z[0];
    return 0;
}

static coldae_srm_problem make(double length, double *w)
{
    static const double start[] = {0, 1}, zeta[] = {0};
    coldae_srm_problem p;
    coldae_srm_problem_init(&p);
    p.n_x = 2;
    p.n_y = 1;
    p.right = length;
    p.A = A;
    p.B = B;
    p.C = C;
    p.q = q;
    p.r = r;
    p.start = start;
    p.n_side = 1;
    p.zeta = zeta;
    p.side = at_left;
    p.user = w;
    return p;
}

typedef struct seen {
    double w, from, residual, error;
} seen;

static int watch(const coldae_srm_step *step, void *user)
{
    seen *s = user;
    double sine = sin(s->w * step->t), cosine = cos(s->w * step->t);
    if (!(step->t >= s->from))
        return 0;
    s->residual = fmax(s->residual, fabs(step->x[0] + step->x[1] - sine - cosine));
    s->error = fmax(s->error, fmax(fabs(step->x[0] - sine), fabs(step->x[1] - cosine)));
    return 0;
}

/* March; what COLDAE_OK promises is measured here, in the second half. */
static coldae_srm_info march(double length, double w, coldae_srm_options o, coldae_status expected, seen *s)
{
    coldae_srm_problem p = make(length, &w);
    coldae_srm_info info;
    double x[2] = {NAN, NAN};
    *s = (seen){.w = w, .from = length / 2};
    o.observer = watch;
    o.observer_user = s;
    coldae_status status = coldae_srm_march(&p, &o, x, NULL, NULL, &info);
    CHECK_INT(status, expected);
    if (status != expected || getenv("STRESS_VERBOSE"))
        printf(
            "L = %g, w = %g, stages %d, %d steps: eps %.3g, %d iterations, error %.3g, residual %.3g: %s\n",
            length, w, o.stages, o.n_steps, info.eps, info.iterations, s->error, s->residual, info.message);
    CHECK_NEAR(info.t, length, 0); /* the result is kept in any case */
    CHECK(isfinite(x[0]) && isfinite(x[1]));
    CHECK((info.message[0] == 0) == (status == COLDAE_OK));
    if (status == COLDAE_OK)
        CHECK_NEAR(s->residual, 0, o.tol);
    return info;
}

static coldae_srm_options defaults(int n_steps)
{
    coldae_srm_options o;
    coldae_srm_options_init(&o);
    o.n_steps = n_steps;
    return o;
}

/* Steps that resolve the motion: tol is met, by every kind of stages, whatever the unit of time. */
static void test_march(void)
{
    seen s;
    for (double length = 1; length <= 1000; length *= 10)
        for (int stages = COLDAE_SRM_RADAU; stages <= COLDAE_SRM_RK4; stages++) {
            if (stages == COLDAE_SRM_EULER && length > 10)
                continue; /* order 1: too many steps */
            coldae_srm_options o = defaults(100 + (int)(20 * length));
            o.stages = stages;
            if (stages != COLDAE_SRM_RADAU)
                o.n_steps = (int)((stages == COLDAE_SRM_EULER ? 1000 : 100) * length) + 300;
            (void)march(length, 1, o, COLDAE_OK, &s);
            CHECK_NEAR(s.error, 0, stages == COLDAE_SRM_EULER ? 1e-3 : 1e-6);
        }
    for (double length = 1e-4; length <= 1e4; length *= 100) {
        coldae_srm_info info = march(length, 10 / length, defaults(200), COLDAE_OK, &s);
        CHECK_NEAR(info.eps / length, 5e-4, 1e-6);
        CHECK_NEAR(s.error, 0, 1e-6);
    }
}

/* Steps that do not: an error, never COLDAE_OK with a wrong x. */
static void test_coarse(void)
{
    seen s;
    coldae_srm_info info = march(100, 1, defaults(100), COLDAE_ERR_MESH_LIMIT, &s);
    CHECK_STR_HAS(info.message, "shorter steps");
    info = march(1000, 1, defaults(100), COLDAE_ERR_MESH_LIMIT, &s);
    CHECK(s.error > 0.1 && s.residual <= 1e-6);
    CHECK_STR_HAS(info.message, "between the steps");
    coldae_srm_options o = defaults(1000);
    o.stages = COLDAE_SRM_EULER;
    o.tol = 1e-7;
    info = march(1, 1, o, COLDAE_ERR_MESH_LIMIT, &s);
    CHECK_STR_HAS(info.message, "between the steps");
}

/* A given eps: as many iterations as it needs; said if its layer does not end or m is not enough. */
static void test_given(void)
{
    seen s;
    coldae_srm_options o = defaults(2100);
    for (double length = 10; length <= 100; length *= 10) {
        o.eps = 0.1;
        coldae_srm_info info = march(length, 1, o, COLDAE_OK, &s);
        CHECK_INT(info.iterations, 7);
        CHECK_NEAR(info.residual[6], s.residual, 1e-7); /* outside of the layer */
    }
    o.eps = 0.5;
    CHECK_INT(march(100, 1, o, COLDAE_OK, &s).iterations, 20);
    o.max_iterations = 5;
    CHECK_STR_HAS(march(100, 1, o, COLDAE_ERR_MESH_LIMIT, &s).message, "more iterations");
    o.max_iterations = 20;
    CHECK_STR_HAS(march(1, 1, o, COLDAE_ERR_MESH_LIMIT, &s).message, "the layer at left");
    o.iterations = 1; /* given too: tol is not asked for */
    double w = 1, x[2];
    coldae_srm_problem p = make(1, &w);
    CHECK_INT(coldae_srm_march(&p, &o, x, NULL, NULL, NULL), COLDAE_OK);
}

static void test_solve(void)
{
    for (double length = 1; length <= 1000; length *= 10) {
        double w = 1, worst = 0, x[2];
        coldae_srm_problem p = make(length, &w);
        coldae_srm_options o;
        coldae_srm_info info;
        coldae_solution *solution;
        coldae_srm_options_init(&o);
        o.bvp.n_intervals = 100 + (int)(9 * length);
        CHECK_INT(coldae_srm_solve(&p, &o, &solution, &info), COLDAE_OK);
        CHECK(info.n_residual > 0 && info.residual[info.n_residual - 1] <= o.tol);
        for (int i = 0; solution && i <= 200; i++) {
            double t = length / 2 * (1 + i / 200.0);
            coldae_solution_eval(solution, t, x, NULL);
            worst = fmax(worst, fmax(fabs(x[0] - sin(t)), fabs(x[1] - cos(t))));
        }
        CHECK(solution != NULL);
        CHECK_NEAR(worst, 0, 1e-5);
        coldae_solution_free(solution);
    }
}

int main(void)
{
    test_march();
    test_coarse();
    test_given();
    test_solve();
    return check_result();
}
