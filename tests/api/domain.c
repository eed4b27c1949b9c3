/* domain.c - callbacks that are not defined everywhere: survived by damping, or reported */
#include "check.h"
#include "samples.h"

/* ---- a function that is not defined everywhere ------------------------------------------------------ */

/* u'' = 1e4 log(u / (1 + t^2)) + 2, u(1) = 2, u(2) = 5: u = 1 + t^2.  From u = 30 the full Newton step
 * leads to u = 30 (1 - log(30 / (1 + t^2))) < 0. */
typedef struct domain {
    int nan;       /* 1: gives NaN for u <= 0; 0: returns 5 */
    int undefined; /* times that happened */
    int dampings;
} domain;

static int log_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    domain *d = user;
    (void)y;
    (void)p;
    d->undefined += z[0] <= 0;
    f[0] = z[0] <= 0 ? NAN : 1e4 * log(z[0] / (1 + t * t)) + 2;
    if (z[0] > 0 || d->nan)
        return 0;
    f[0] = 1e30; /* must not be used */
    return 5;
}

static int log_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t;
    (void)y;
    (void)p;
    df[0] = z[0] > 0 ? 1e4 / z[0] : NAN;
    return z[0] > 0 || ((domain *)user)->nan ? 0 : 5;
}

static int log_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p;
    (void)user;
    *g = z[0] - (l == 0 ? 2 : 5);
    return 0;
}

static int log_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)t;
    (void)y;
    (void)dmu;
    (void)user;
    z[0] = 30;
    return 0;
}

static int count_damping(const coldae_event *event, void *user)
{
    ((domain *)user)->dampings += event->kind == COLDAE_EVENT_DAMPING;
    return 0;
}

static void solve_log(int nan, int differenced, coldae_solution **solution)
{
    static const int order[] = {2};
    static const double zeta[] = {1, 2};
    domain user = {.nan = nan};
    coldae_problem p;
    coldae_options o;
    coldae_info info;
    double z[2];
    coldae_problem_init(&p);
    coldae_options_init(&o);
    p.n_diff = 1;
    p.order = order;
    p.left = 1;
    p.right = 2;
    p.n_side = 2;
    p.zeta = zeta;
    p.f = log_f;
    p.df = differenced ? NULL : log_df;
    p.g = log_g;
    p.guess = log_guess;
    p.user = &user;
    o.monitor = count_damping;
    o.monitor_user = &user;
    CHECK_INT(coldae_solve(&p, &o, solution, &info), COLDAE_OK);
    CHECK(user.undefined > 0);
    CHECK(user.dampings > 0);
    CHECK_INT(info.callback_code, nan ? 0 : 5);
    CHECK_INT(strlen(info.message), 0);
    CHECK_INT(coldae_solution_eval(*solution, 1.5, z, NULL), COLDAE_OK);
    CHECK_NEAR(z[0], 3.25, 1e-6 * 4.25);
    CHECK_NEAR(z[1], 3, 1e-6 * 4);
}

static void test_domain(void)
{
    coldae_solution *code = NULL, *nan = NULL, *differenced = NULL;
    solve_log(0, 0, &code);
    solve_log(1, 0, &nan);
    solve_log(1, 1, &differenced);
    CHECK(same_bits(code, nan)); /* NaN counts as a positive code */
    coldae_solution_free(code);
    coldae_solution_free(nan);
    coldae_solution_free(differenced);
}

/* ---- never finite ----------------------------------------------------------------------------------- */

static int nan_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t;
    (void)z;
    (void)y;
    (void)p;
    f[0] = NAN;
    return sample_count(user, IN_F, 1);
}

static int inf_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t;
    (void)z;
    (void)y;
    (void)p;
    df[1] = -INFINITY;
    return sample_count(user, IN_DF, 1);
}

static int nan_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)z;
    (void)p;
    *g = l == 1 ? NAN : 0;
    return sample_count(user, IN_G, 1);
}

/* Defined on the first mesh only: t is one of its points i/5 or of its Gauss points, 3 in each fifth. */
static int coarse_guess(double t, double *z, double *y, double *dmu, void *user)
{
    double s = 5 * t - floor(5 * t + 1e-9), node = sqrt(0.15);
    (void)y;
    (void)dmu;
    (void)user;
    z[0] = 0;
    return fabs(s) < 1e-6 || fabs(s - 0.5) < 1e-6 || fabs(fabs(s - 0.5) - node) < 1e-6 ? 0 : 3;
}

static void fails_at_guess(const coldae_problem *p, const char *name, const char *value)
{
    coldae_solution *solution = NULL;
    coldae_info info;
    CHECK_INT(coldae_solve(p, NULL, &solution, &info), COLDAE_ERR_CALLBACK);
    CHECK(solution == NULL);
    CHECK_STR_HAS(info.message, name);
    CHECK_STR_HAS(info.message, value);
    CHECK(((sample *)p->user)->calls[IN_F] < 100);
}

static void test_never_finite(void)
{
    sample user;
    coldae_options o;
    coldae_info info;
    coldae_solution *solution = NULL;
    coldae_problem p = bratu_problem(1, &user);
    p.f = nan_f;
    fails_at_guess(&p, "callback f ", "nan");
    p = bratu_problem(1, &user);
    p.df = inf_df;
    fails_at_guess(&p, "callback df ", "-inf");
    p = bratu_problem(1, &user);
    p.g = nan_g;
    fails_at_guess(&p, "callback g ", "nan");
    p = bratu_problem(1, &user);
    p.linear = 1;
    p.f = nan_f;
    fails_at_guess(&p, "callback f ", "nan");
    /* Newton fails on the first mesh, and the guess is not defined on the next one. */
    p = bratu_problem(20, &user);
    p.guess = coarse_guess;
    coldae_options_init(&o);
    o.n_points = 3;
    CHECK_INT(coldae_solve(&p, &o, &solution, &info), COLDAE_ERR_CALLBACK);
    CHECK_STR_HAS(info.message, "guess");
    CHECK_INT(info.callback_code, 3);
    CHECK(solution == NULL);
}

int main(void)
{
    test_domain();
    test_never_finite();
    return check_result();
}
