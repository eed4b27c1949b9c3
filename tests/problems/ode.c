/* ode.c - boundary value ODEs: layers, turning points, a beam, a spherical cap, Bratu
 *
 * b1 .. b33 are numbered as in the collection of Cash, Wright and Mazzia; "beam" and "cap" are the
 * examples of the COLSYS papers.  Matrices are column-major: df[i + n j] = d f_i / d z_j, n = n_diff.
 */
#include "problems.h"

#include <math.h>
#include <stddef.h>

#define PI 3.14159265358979323846

static const double tols[] = {1e-4, 1e-8, 1e-10};
static const double ends01[] = {0, 1}, ends11[] = {-1, 1};

static const test_problem *instance(const void *user)
{
    return user;
}

/* u prescribed at both ends, order two: par[0] = u(left), par[1] = u(right). */
static int dirichlet_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p;
    *g = z[0] - instance(user)->par[l];
    return 0;
}

static int dirichlet_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)l, (void)z, (void)p, (void)user;
    dg[0] = 1;
    return 0;
}

/* One equation u'' = f(t, u, u') with u given at both ends. */
static void second_order(test_problem *q, const double *ends, double u_left, double u_right, int n0)
{
    static const int two[] = {2};
    problem_sizes(q, 1, 0, two);
    problem_side(q, 2, ends);
    problem_tols(q, 3, tols);
    q->def.left = ends[0];
    q->def.right = ends[1];
    q->def.g = dirichlet_g;
    q->def.dg = dirichlet_dg;
    q->par[0] = u_left;
    q->par[1] = u_right;
    q->n0 = n0;
}

/* ---- b1: eps u'' = u ---------------------------------------------------------------------- */

static int b1_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p;
    f[0] = z[0] / instance(user)->eps;
    return 0;
}

static int b1_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)z, (void)y, (void)p;
    df[0] = 1 / instance(user)->eps;
    return 0;
}

static void b1_exact(const test_problem *q, double t, double *u, double *y)
{
    (void)y;
    double s = sqrt(q->eps);
    u[0] = (exp(-t / s) - exp((t - 2) / s)) / (1 - exp(-2 / s));
}

static void b1_setup(test_problem *q)
{
    second_order(q, ends01, 1, 0, 5);
    q->kind = PROBLEM_ODE;
    q->def.linear = 1;
    q->def.f = b1_f;
    q->def.df = b1_df;
    q->exact = b1_exact;
    q->scale = sqrt(q->eps);
}

/* ---- b7: eps u'' + t u' - u = -(1 + eps pi^2) cos pi t - pi t sin pi t ----------------------- */

static int b7_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)p;
    double eps = instance(user)->eps;
    f[0] = (z[0] - t * z[1] - (1 + eps * PI * PI) * cos(PI * t) - PI * t * sin(PI * t)) / eps;
    return 0;
}

static int b7_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)z, (void)y, (void)p;
    double eps = instance(user)->eps;
    df[0] = 1 / eps;
    df[1] = -t / eps;
    return 0;
}

static void b7_exact(const test_problem *q, double t, double *u, double *y)
{
    (void)y;
    double s = sqrt(2 * q->eps), c = s / sqrt(PI);
    u[0] =
        cos(PI * t) + t + (t * erf(t / s) + c * exp(-t * t / (s * s))) / (erf(1 / s) + c * exp(-1 / (s * s)));
}

static void b7_setup(test_problem *q)
{
    second_order(q, ends11, -1, 1, 5);
    q->kind = PROBLEM_ODE;
    q->def.linear = 1;
    q->def.f = b7_f;
    q->def.df = b7_df;
    q->exact = b7_exact;
    q->scale = sqrt(2 * q->eps);
}

/* ---- b15: eps u'' = t u -------------------------------------------------------------------- */

static int b15_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)p;
    f[0] = t * z[0] / instance(user)->eps;
    return 0;
}

static int b15_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)z, (void)y, (void)p;
    df[0] = t / instance(user)->eps;
    return 0;
}

static void b15_setup(test_problem *q)
{
    static const int columns[] = {0, 1};
    second_order(q, ends11, 1, 1, 10);
    q->kind = PROBLEM_ODE;
    q->def.linear = 1;
    q->def.f = b15_f;
    q->def.df = b15_df;
    if (q->eps == 1e-4)
        problem_file(q, "b15", 2, columns);
}

/* ---- b19: eps u'' + e^u u' - (pi/2) sin(pi t/2) e^2u = 0 ------------------------------------- */

static int b19_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)p;
    double e = exp(z[0]);
    f[0] = (PI / 2 * sin(PI * t / 2) * e * e - e * z[1]) / instance(user)->eps;
    return 0;
}

static int b19_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)y, (void)p;
    double e = exp(z[0]), eps = instance(user)->eps;
    df[0] = (PI * sin(PI * t / 2) * e * e - e * z[1]) / eps;
    df[1] = -e / eps;
    return 0;
}

static void b19_setup(test_problem *q)
{
    static const int columns[] = {0, 1};
    second_order(q, ends01, 0, 0, 10);
    q->kind = PROBLEM_ODE;
    q->def.f = b19_f;
    q->def.df = b19_df;
    if (q->eps == 5e-3)
        problem_file(q, "b19", 2, columns);
}

/* ---- b20: eps u'' + (u')^2 = 1 --------------------------------------------------------------- */

static double log_cosh(double x)
{
    return fabs(x) + log1p(exp(-2 * fabs(x))) - log(2);
}

static int b20_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p;
    f[0] = (1 - z[1] * z[1]) / instance(user)->eps;
    return 0;
}

static int b20_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)y, (void)p;
    df[1] = -2 * z[1] / instance(user)->eps;
    return 0;
}

static int b20_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)y, (void)dmu;
    const double *end = instance(user)->par;
    z[1] = end[1] - end[0];
    z[0] = end[0] + z[1] * t;
    return 0;
}

static void b20_exact(const test_problem *q, double t, double *u, double *y)
{
    (void)y;
    u[0] = 1 + q->eps * log_cosh((t - 0.745) / q->eps);
}

static void b20_setup(test_problem *q)
{
    double e = q->eps;
    second_order(q, ends01, 1 + e * log_cosh(0.745 / e), 1 + e * log_cosh(0.255 / e), 10);
    q->kind = PROBLEM_ODE;
    q->def.f = b20_f;
    q->def.df = b20_df;
    q->def.guess = b20_guess;
    q->exact = b20_exact;
    q->scale = e;
}

/* ---- bratu: u'' = -e^u, two solutions by the guess a t (1 - t), eps = a ----------------------- */

static int bratu_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = -exp(z[0]);
    return 0;
}

static int bratu_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    df[0] = -exp(z[0]);
    return 0;
}

static int bratu_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)y;
    double a = instance(user)->eps;
    z[0] = a * t * (1 - t);
    z[1] = a * (1 - 2 * t);
    dmu[0] = -2 * a;
    return 0;
}

static void bratu_exact(const test_problem *q, double t, double *u, double *y)
{
    (void)y;
    double theta = q->eps < 8 ? 1.5171645990507543 : 10.938702772122106;
    u[0] = -2 * (log_cosh((t - 0.5) * theta / 2) - log_cosh(theta / 4));
}

static void bratu_setup(test_problem *q)
{
    static const double two[] = {1e-6, 1e-10};
    second_order(q, ends01, 0, 0, 5);
    problem_tols(q, 2, two);
    q->kind = PROBLEM_ODE;
    q->def.f = bratu_f;
    q->def.df = bratu_df;
    q->def.guess = bratu_guess;
    q->exact = bratu_exact;
    q->scale = 0.2;
}

/* ---- beam: u'''' = (1 - 6 t^2 u''' - 6 t u'') / t^3 ------------------------------------------- */

static int beam_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)p, (void)user;
    f[0] = (1 - 6 * t * t * z[3] - 6 * t * z[2]) / (t * t * t);
    return 0;
}

static int beam_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)z, (void)y, (void)p, (void)user;
    df[2] = -6 / (t * t);
    df[3] = -6 / t;
    return 0;
}

static int beam_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = z[2 * (l % 2)]; /* u, u'' at 1; u, u'' at 2 */
    return 0;
}

static int beam_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)z, (void)p, (void)user;
    dg[2 * (l % 2)] = 1;
    return 0;
}

static void beam_exact(const test_problem *q, double t, double *u, double *y)
{
    (void)q, (void)y;
    u[0] = (10 * log(2) - 3) * (1 - t) / 4 + (1 / t + (3 + t) * log(t) - t) / 2;
}

static void beam_setup(test_problem *q)
{
    static const int four[] = {4};
    static const double zeta[] = {1, 1, 2, 2};
    problem_sizes(q, 1, 0, four);
    problem_side(q, 4, zeta);
    problem_tols(q, 3, tols);
    q->kind = PROBLEM_ODE;
    q->def.left = 1;
    q->def.right = 2;
    q->def.linear = 1;
    q->def.f = beam_f;
    q->def.df = beam_df;
    q->def.g = beam_g;
    q->def.dg = beam_dg;
    q->exact = beam_exact;
    q->scale = 0.3;
}

const problem_entry problems_ode[] = {
    {"b1", 1e-4, b1_setup},     {"b7", 1e-4, b7_setup},      {"b15", 1e-4, b15_setup},
    {"b19", 5e-3, b19_setup},   {"b20", 0.02, b20_setup},    {"beam", 0, beam_setup},
    {"bratu1", 1, bratu_setup}, {"bratu2", 16, bratu_setup}, {NULL, 0, NULL}};
