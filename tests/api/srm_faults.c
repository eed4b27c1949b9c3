/* srm_faults.c - functions of the problem that stop, are not defined or not finite; observers that stop; and what
 * coldae_solve says of a problem that it cannot solve */
#include "check.h"
#include "srm_examples.h"

/* A function of Example 1 or 2 fails from its call number `at` on. */
typedef struct fault {
    const char *name;
    int at, code; /* code 0: NaN */
    int calls;
} fault;

static coldae_srm_problem whole;

static int fails(fault *f, const char *name)
{
    return strcmp(f->name, name) == 0 && ++f->calls >= f->at;
}

#define FAULTY(member)                                                                                       \
    static int faulty_##member(double t, const double *x, double *out, void *user)                           \
    {                                                                                                        \
        int code = whole.member(t, x, out, NULL);                                                            \
        fault *f = user;                                                                                     \
        if (!fails(f, #member))                                                                              \
            return code;                                                                                     \
        if (f->code == 0)                                                                                    \
            out[0] = NAN;                                                                                    \
        return f->code;                                                                                      \
    }
FAULTY(A)
FAULTY(B)
FAULTY(C)
FAULTY(q)
FAULTY(r)
FAULTY(dC)
FAULTY(dr)

static int faulty_coupled(const double *xl, const double *xr, const double *p, double *r, void *user)
{
    fault *f = user;
    int code = whole.coupled(xl, xr, p, r, NULL);
    if (!fails(f, "coupled"))
        return code;
    if (f->code == 0)
        r[0] = NAN;
    return f->code;
}

static coldae_srm_problem with_fault(fault *f)
{
    coldae_srm_problem p = whole = srm_example1();
    p.A = faulty_A;
    p.B = faulty_B;
    p.C = faulty_C;
    p.q = faulty_q;
    p.r = faulty_r;
    p.dC = faulty_dC;
    p.dr = faulty_dr;
    p.coupled = faulty_coupled;
    p.user = f;
    return p;
}

static const char *const names[] = {"A", "B", "C", "q", "r", "dC", "dr", "coupled"};

/* Solve with the fault: an error, words that name the function, its code; the last good iteration is kept. */
static void test_solve(const char *name, int code)
{
    fault f = {.name = name, .at = 1 << 30};
    coldae_srm_problem p = with_fault(&f);
    coldae_srm_options o;
    coldae_srm_info info;
    coldae_solution *solution;
    coldae_srm_options_init(&o);
    o.eps = 0.05;
    o.iterations = 3;
    o.alpha1 = 0.01;
    o.bvp.n_intervals = 7;
    o.bvp.n_points = 2;
    CHECK_INT(coldae_srm_solve(&p, &o, &solution, &info), COLDAE_OK);
    coldae_solution_free(solution);
    int calls = f.calls, kept = 0, lost = 0;
    CHECK(calls > 0);
    for (int at = 1; at <= calls; at += at < 30 ? 1 : calls / 12 + 1) {
        f = (fault){.name = name, .at = at, .code = code};
        coldae_status status = coldae_srm_solve(&p, &o, &solution, &info);
        CHECK_INT(status, COLDAE_ERR_CALLBACK);
        CHECK_STR_HAS(info.message, name);
        if (code != 0)
            CHECK_INT(info.callback_code, code);
        double x[2] = {NAN, NAN};
        if (solution)
            CHECK(coldae_solution_eval(solution, 0.3, x, NULL) == COLDAE_OK && isfinite(x[0]));
        kept += solution != NULL;
        lost += solution == NULL;
        coldae_solution_free(solution);
    }
    CHECK(lost > 0);
    if (strcmp(name, "coupled") != 0)
        CHECK(kept > 0);
}

/* March with the fault: x is that of the last good point. */
static void test_march(const char *name, int code)
{
    fault f = {.name = name, .at = 1 << 30};
    coldae_srm_problem p = with_fault(&f);
    coldae_srm_options o;
    coldae_srm_info info;
    double x[2], exact[2], By[2];
    coldae_srm_options_init(&o);
    o.eps = 0.01;
    o.iterations = 2;
    o.n_steps = 20;
    o.variant =
        strcmp(name, "dC") == 0 || strcmp(name, "dr") == 0 ? COLDAE_SRM_PARK_CHIOU : COLDAE_SRM_SEQUENTIAL;
    o.y0 = COLDAE_SRM_Y0_START;
    CHECK_INT(coldae_srm_march(&p, &o, x, NULL, NULL, &info), COLDAE_OK);
    int calls = f.calls;
    for (int at = 1; at <= calls; at += calls / 12 + 1) {
        f = (fault){.name = name, .at = at, .code = code};
        x[0] = x[1] = NAN;
        CHECK_INT(coldae_srm_march(&p, &o, x, By, NULL, &info), COLDAE_ERR_CALLBACK);
        CHECK_STR_HAS(info.message, name);
        if (code != 0)
            CHECK_INT(info.callback_code, code);
        CHECK(info.t >= 0 && info.t <= 1);
        srm_exact(2, info.t, exact, By);
        CHECK(isfinite(x[0]) && isfinite(x[1]));
        if (o.variant == COLDAE_SRM_SEQUENTIAL)
            CHECK_NEAR(srm_error(x, exact), 0, 0.05);
    }
}

static int stop_at(const coldae_srm_step *step, void *user)
{
    return step->number == *(int *)user ? 9 : 0;
}

static void test_observer(void)
{
    coldae_srm_problem p = srm_example(2);
    coldae_srm_options o;
    coldae_srm_info info;
    double x[2], exact[2], By[2];
    coldae_srm_options_init(&o);
    o.n_steps = 10;
    o.observer = stop_at;
    for (int stop = 0; stop <= 10; stop++) {
        o.observer_user = &stop;
        CHECK_INT(coldae_srm_march(&p, &o, x, NULL, NULL, &info), COLDAE_ERR_CANCELLED);
        CHECK_INT(info.callback_code, 9);
        CHECK_INT(info.n_intervals, stop);
        CHECK_NEAR(info.t, stop / 10.0, 1e-15);
        CHECK_STR_HAS(info.message, "observer");
        srm_exact(2, info.t, exact, By);
        CHECK_NEAR(srm_error(x, exact), 0, 0.01);
    }
}

static int cancel(const coldae_event *event, void *user)
{
    (void)event;
    return --*(int *)user < 0 ? 4 : 0;
}

static void test_monitor(void)
{
    coldae_srm_problem p = srm_example1();
    coldae_srm_options o;
    coldae_srm_info info;
    coldae_solution *solution;
    int left = 7; /* events: two iterations and a bit */
    coldae_srm_options_init(&o);
    o.bvp.n_intervals = 10;
    o.bvp.monitor = cancel;
    o.bvp.monitor_user = &left;
    CHECK_INT(coldae_srm_solve(&p, &o, &solution, &info), COLDAE_ERR_CANCELLED);
    CHECK_INT(info.iterations, 2);
    CHECK(solution != NULL);
    CHECK_INT(info.callback_code, 4);
    coldae_solution_free(solution);
}

/* An explicit method that overflows although it looked stable at left: E grows. */
static int growing_E(double t, const double *x, double *E, void *user)
{
    (void)x;
    (void)user;
    E[0] = 1 + 1e6 * t;
    return 0;
}

static void test_overflow(void)
{
    coldae_srm_problem p = srm_example(3);
    coldae_srm_options o;
    coldae_srm_info info;
    double x[2];
    p.E = growing_E;
    coldae_srm_options_init(&o);
    o.eps = 0.05;
    o.iterations = 1;
    o.E = COLDAE_SRM_E_FUNCTION;
    o.stages = COLDAE_SRM_EULER;
    o.n_steps = 400;
    CHECK_INT(coldae_srm_march(&p, &o, x, NULL, NULL, &info), COLDAE_ERR_NO_CONVERGENCE);
    CHECK_STR_HAS(info.message, "overflows");
    CHECK(isfinite(x[0]) && isfinite(x[1]) && info.t < 1);
}

/* ---- coldae_solve on Example 1 ----------------------------------------------------------------------------------- */

static int example1(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)p;
    (void)user;
    f[0] = -z[0] + z[1] - sin(t);
    f[1] = (1 - 2 * t) * y[0];
    f[2] = (1 - 2 * t) * (z[0] + z[1] - exp(-t) - sin(t));
    return 0;
}

static int example4(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double a = t - 0.5, b = t * t - 0.25;
    (void)p;
    (void)user;
    f[0] = a * y[0] + exp(t) * (1.5 - t);
    f[1] = b * y[0] + exp(t) * (1.25 - t * t);
    f[2] = a * z[0] + b * z[1] - exp(t) * (t * t + t - 0.75);
    return 0;
}

static int first_is_one(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l;
    (void)p;
    (void)user;
    *g = z[0] - 1;
    return 0;
}

/* A collocation or mesh point on t = 1/2: C B is said to be singular there, and where to go. */
static void refused_by_solve(coldae_f_fn *f, int n, int k, int projection)
{
    static const int order[] = {1, 1};
    static const double zeta[] = {0};
    coldae_problem p;
    coldae_options o;
    coldae_info info;
    coldae_solution *solution;
    coldae_problem_init(&p);
    coldae_options_init(&o);
    p.n_diff = 2;
    p.n_alg = 1;
    p.order = order;
    p.linear = 1;
    p.n_side = 1;
    p.zeta = zeta;
    p.f = f;
    p.g = first_is_one;
    o.n_intervals = n;
    o.n_points = k;
    o.projection = projection;
    o.adapt = COLDAE_FIXED_MESH;
    CHECK_INT(coldae_solve(&p, &o, &solution, &info), COLDAE_ERR_SINGULAR);
    CHECK_STR_HAS(info.message, "C B is singular");
    CHECK_STR_HAS(info.message, "t = 0.5");
    CHECK_STR_HAS(info.message, "srm.h");
    coldae_solution_free(solution);
}

int main(void)
{
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
        test_solve(names[i], -5);
        test_solve(names[i], 3);
        test_solve(names[i], 0);
        if (strcmp(names[i], "coupled") == 0)
            continue;
        test_march(names[i], -5);
        test_march(names[i], 3);
        test_march(names[i], 0);
    }
    test_observer();
    test_monitor();
    test_overflow();
    refused_by_solve(example1, 11, 3, COLDAE_PROJECT_AUTO);
    refused_by_solve(example4, 7, 5, COLDAE_PROJECT_AUTO);
    refused_by_solve(example4, 10, 3, COLDAE_PROJECT_INDEX2);
    return check_result();
}
