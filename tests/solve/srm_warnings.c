/* srm_warnings.c - sequential regularization: known causes of a doubtful result are said, with COLDAE_OK and without */
#include "check.h"
#include "srm_examples.h"

static int minus_one(double t, const double *x, double *E, void *user)
{
    (void)t, (void)x, (void)user;
    E[0] = -1;
    return 0;
}

static coldae_srm_options defaults(void)
{
    coldae_srm_options o;
    coldae_srm_options_init(&o);
    return o;
}

static coldae_srm_info solve(const coldae_srm_problem *p, const coldae_srm_options *o, coldae_status expected)
{
    coldae_srm_info info;
    coldae_solution *solution;
    CHECK_INT(coldae_srm_solve(p, o, &solution, &info), expected);
    coldae_solution_free(solution);
    return info;
}

static coldae_srm_info march(const coldae_srm_problem *p, const coldae_srm_options *o, coldae_status expected)
{
    coldae_srm_info info;
    double x[2];
    CHECK_INT(coldae_srm_march(p, o, x, NULL, NULL, &info), expected);
    return info;
}

static int begins_with(const char *text, const char *part)
{
    return strncmp(text, part, strlen(part)) == 0;
}

/* B E C indefinite: the cause comes before the words of the failure it brings about. */
static void test_indefinite(void)
{
    coldae_srm_problem p = srm_example1();
    coldae_srm_options o = defaults();
    p.E = minus_one;
    o.E = COLDAE_SRM_E_FUNCTION;
    coldae_srm_info info = solve(&p, &o, COLDAE_ERR_MESH_LIMIT);
    CHECK(info.n_indefinite >= 99);
    CHECK(begins_with(info.message, "warning: B E C has an eigenvalue with real part -1 at t = 0"));
    CHECK_STR_HAS(info.message, "; the constraint residual stays at");
    o.eps = 0.01;
    o.n_steps = 1000; /* steps below eps: x grows as it should not */
    info = march(&p, &o, COLDAE_ERR_MESH_LIMIT);
    CHECK(begins_with(info.message, "warning: B E C has"));
    CHECK_STR_HAS(info.message, "; the constraint residual is");
}

/* (3.15) where C loses rank: a warning; where only B does (Example 3), or without alpha1: none. */
static void test_modified(void)
{
    coldae_srm_problem p = srm_example1(), third = srm_example(3);
    coldae_srm_options o = defaults();
    o.iterations = 3;
    o.alpha1 = 1;
    CHECK_STR_HAS(solve(&p, &o, COLDAE_OK).message, "warning: C loses rank near t = 0.5");
    CHECK_STR_HAS(march(&p, &o, COLDAE_OK).message, "take alpha1 = 0");
    coldae_srm_info info = march(&third, &o, COLDAE_OK);
    CHECK_INT(info.n_singular, 1);
    CHECK(info.message[0] == 0);
    o.alpha1 = 0;
    info = solve(&p, &o, COLDAE_OK);
    CHECK_INT(info.n_singular, 1);
    CHECK(info.message[0] == 0);
}

/* A start off the constraints by more than tol. */
static void test_start(void)
{
    coldae_srm_problem p = srm_example(2);
    coldae_srm_options o = defaults();
    double start[] = {1, 0.2};
    p.start = start;
    CHECK_STR_HAS(march(&p, &o, COLDAE_OK).message, "problem.start is off the constraints by 0.2");
    start[1] = 1e-7;
    CHECK(march(&p, &o, COLDAE_OK).message[0] == 0);
}

static int late_nan(double t, const double *x, double *q, void *user)
{
    (void)x, (void)user;
    q[0] = t > 0.3 ? NAN : -sin(t);
    return 0;
}

static int stops(const double *xl, const double *xr, const double *p, double *r, void *user)
{
    (void)xl, (void)xr, (void)p, (void)r, (void)user;
    return -7;
}

/* callback_code: what a callback returned, and nothing else. */
static void test_code(void)
{
    coldae_srm_problem p = srm_example1();
    coldae_srm_options o = defaults();
    p.q = late_nan;
    coldae_srm_info info = solve(&p, &o, COLDAE_ERR_CALLBACK);
    CHECK_INT(info.callback_code, 0);
    CHECK_STR_HAS(info.message, "callback q gives nan");
    CHECK_INT(march(&p, &o, COLDAE_ERR_CALLBACK).callback_code, 0);
    p = srm_example1();
    p.coupled = stops;
    CHECK_INT(solve(&p, &o, COLDAE_ERR_CALLBACK).callback_code, -7);
}

int main(void)
{
    test_indefinite();
    test_modified();
    test_start();
    test_code();
    return check_result();
}
