/* index2.c - index 2: the examples of Ascher & Spiteri (1994), "Collocation software for boundary value
 * differential-algebraic equations", and a fully implicit problem in that form
 *
 * n = n_diff + n_alg rows; columns of df: z, y.
 */
#include "problems.h"

#include <math.h>
#include <stddef.h>

#define PI 3.14159265358979323846

static const test_problem *instance(const void *user)
{
    return user;
}

/* ---- ex1: linear, pure index 2; par = nu, eps (0: p = 0, else a layer at 1/3)
 *      x1' = (nu - 1/(2-t)) x1 + (2-t) nu y + q1
 *      x2' = (nu-1)/(2-t) x1 - x2 + (nu - 1 - nu p/(2+t)) y + q2
 *      0   = (t+2-p) x1 + (t^2-4) x2 - (t^2+t-2) e^t ------------------------------------------------- */

/* p(t) = -(1 + erf((t - 1/3)/sqrt(2 eps))) and its derivative */
static double ex1_p(const double *par, double t, double *dp)
{
    double eps = par[1], x = eps > 0 ? (t - 1.0 / 3) / sqrt(2 * eps) : 0;
    *dp = eps > 0 ? -sqrt(2 / (PI * eps)) * exp(-x * x) : 0;
    return eps > 0 ? -erfc(-x) : 0;
}

static int ex1_f(double t, const double *z, const double *y, const double *unused, double *f, void *user)
{
    (void)unused;
    const double *par = instance(user)->par;
    double nu = par[0], dp, p = ex1_p(par, t, &dp), e = exp(t), s = t * t - 4;
    f[0] = (nu - 1 / (2 - t)) * z[0] + (2 - t) * nu * y[0] + (3 - t) / (2 - t) * e;
    f[1] = (nu - 1) / (2 - t) * z[0] - z[1] + (nu - 1 - nu * p / (2 + t)) * y[0] +
           (2 + ((nu + 2) * p + dp) / s - 2 * t * p / (s * s)) * e;
    f[2] = (t + 2 - p) * z[0] + s * z[1] - (t * t + t - 2) * e;
    return 0;
}

static int ex1_df(double t, const double *z, const double *y, const double *unused, double *df, void *user)
{
    (void)z, (void)y, (void)unused;
    const double *par = instance(user)->par;
    double nu = par[0], dp, p = ex1_p(par, t, &dp);
    df[0 + 3 * 0] = nu - 1 / (2 - t);
    df[0 + 3 * 2] = (2 - t) * nu;
    df[1 + 3 * 0] = (nu - 1) / (2 - t);
    df[1 + 3 * 1] = -1;
    df[1 + 3 * 2] = nu - 1 - nu * p / (2 + t);
    df[2 + 3 * 0] = t + 2 - p;
    df[2 + 3 * 1] = t * t - 4;
    return 0;
}

static int ex1_g(int l, const double *z, const double *unused, double *g, void *user)
{
    (void)unused;
    double dp, p = ex1_p(instance(user)->par, 0, &dp);
    *g = l == 0 ? z[0] - 1 : (2 - p) * z[0] - 4 * z[1] + 2;
    return 0;
}

static int ex1_dg(int l, const double *z, const double *unused, double *dg, void *user)
{
    (void)z, (void)unused;
    double dp, p = ex1_p(instance(user)->par, 0, &dp);
    dg[0] = l == 0 ? 1 : 2 - p;
    dg[1] = l == 0 ? 0 : -4;
    return 0;
}

static void ex1_exact(const test_problem *q, double t, double *u, double *y)
{
    double dp, p = ex1_p(q->par, t, &dp);
    u[0] = exp(t);
    u[1] = (1 + p / (t * t - 4)) * exp(t);
    y[0] = -exp(t) / (2 - t);
}

static void ex1_common(test_problem *q, double nu, double eps)
{
    static const double zeta[] = {0, 0}, tols[] = {1e-5, 1e-8, 1e-10};
    problem_sizes(q, 2, 1, NULL);
    problem_side(q, 2, zeta);
    problem_tols(q, eps > 0 ? 3 : 1, tols);
    q->kind = PROBLEM_INDEX2;
    q->par[0] = nu;
    q->par[1] = eps;
    q->def.linear = 1;
    q->def.f = ex1_f;
    q->def.df = ex1_df;
    q->def.g = ex1_g;
    q->def.dg = ex1_dg;
    q->exact = ex1_exact;
    q->scale = eps > 0 ? sqrt(2 * eps) : 1;
}

static void ex1_setup(test_problem *q)
{
    ex1_common(q, q->eps, 0);
}

static void ex1_erf_setup(test_problem *q)
{
    ex1_common(q, 20, q->eps);
}

/* ---- ex2: index 1 or 2, two solutions
 *      x1' = (eps + x2 - sin t) y + cos t, x2' = cos t, x3' = y, 0 = (x1 - sin t)(y - e^t)
 * solution 1: (sin t + eps (e^t - 1), sin t, e^t; e^t), index 1;  2: (sin t, sin t, 1; 0), index 2
 * par[0] = 1: guess solution 1;  2: guess (0, 0, 1; 0) for solution 2;  3: solution 1 from farther off - */

static int ex2_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)p;
    f[0] = (instance(user)->eps + z[1] - sin(t)) * y[0] + cos(t);
    f[1] = cos(t);
    f[2] = y[0];
    f[3] = (z[0] - sin(t)) * (y[0] - exp(t));
    return 0;
}

static int ex2_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)p;
    df[0 + 4 * 1] = y[0];
    df[0 + 4 * 3] = instance(user)->eps + z[1] - sin(t);
    df[2 + 4 * 3] = 1;
    df[3 + 4 * 0] = y[0] - exp(t);
    df[3 + 4 * 3] = z[0] - sin(t);
    return 0;
}

/* x1(0) = 0, x3(0) = 1, x2(1) = sin 1 */
static int ex2_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l == 0 ? z[0] : l == 1 ? z[2] - 1 : z[1] - sin(1);
    return 0;
}

static int ex2_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)z, (void)p, (void)user;
    dg[l == 0 ? 0 : l == 1 ? 2 : 1] = 1;
    return 0;
}

static int ex2_guess(double t, double *z, double *y, double *dmu, void *user)
{
    const test_problem *q = instance(user);
    int which = (int)q->par[0];
    if (which == 2) {
        z[2] = 1;
        return 0;
    }
    z[0] = sin(t) + (which == 1 ? q->eps * (exp(t) - 1) : t / 2);
    z[1] = sin(t);
    z[2] = y[0] = which == 1 ? exp(t) : 1 + t;
    dmu[0] = cos(t) + (which == 1 ? q->eps * exp(t) : 0.5);
    dmu[1] = cos(t);
    dmu[2] = which == 1 ? exp(t) : 1;
    return 0;
}

static void ex2_exact(const test_problem *q, double t, double *u, double *y)
{
    int second = q->par[0] == 2;
    u[0] = sin(t) + (second ? 0 : q->eps * (exp(t) - 1));
    u[1] = sin(t);
    u[2] = second ? 1 : exp(t);
    y[0] = second ? 0 : exp(t);
}

static void ex2_common(test_problem *q, int which)
{
    static const double zeta[] = {0, 0, 1}, tols[] = {1e-5};
    problem_sizes(q, 3, 1, NULL);
    problem_side(q, 3, zeta);
    problem_tols(q, 1, tols);
    q->kind = PROBLEM_INDEX2;
    q->n0 = q->eps < 1e-6 ? 20 : 5;
    q->par[0] = which;
    q->def.f = ex2_f;
    q->def.df = ex2_df;
    q->def.g = ex2_g;
    q->def.dg = ex2_dg;
    q->def.guess = ex2_guess;
    q->exact = ex2_exact;
}

static void ex2a_setup(test_problem *q)
{
    ex2_common(q, 1);
}

static void ex2b_setup(test_problem *q)
{
    ex2_common(q, 2);
}

static void ex2c_setup(test_problem *q)
{
    ex2_common(q, 3);
}

/* ---- ex3: the frequency omega that fits observations r of x1 + x2; z = (x1, x2, w, l1, l2, nu), y = (y, mu)
 * par[0] = 1: exact data, omega = pi/3; 2: piecewise linear data through 21 points, omega = 1.047520049279 */

static const double ex3_a = PI / 3; /* the true omega */

static double ex3_exact_data(double t)
{
    return sin(ex3_a * t) / ex3_a + cos(ex3_a * t);
}

static double ex3_data(int which, double t)
{
    if (which == 1)
        return ex3_exact_data(t);
    int i = (int)floor(t * 10);
    i = i < 0 ? 0 : i > 19 ? 19 : i;
    double s = t * 10 - i;
    return (1 - s) * ex3_exact_data(i / 10.0) + s * ex3_exact_data((i + 1) / 10.0);
}

static int ex3_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)p;
    double a2 = ex3_a * ex3_a, w = z[2], misfit = z[0] + z[1] - ex3_data((int)instance(user)->par[0], t);
    f[0] = z[1] + z[0] * y[0];
    f[1] = -w * w * z[0] + z[1] * y[0];
    f[2] = 0;
    f[3] = -y[0] * z[3] + w * w * z[4] - 2 * a2 * z[0] * y[1] - misfit;
    f[4] = -z[3] - y[0] * z[4] - 2 * z[1] * y[1] - misfit;
    f[5] = 2 * w * z[0] * z[4];
    f[6] = a2 * z[0] * z[0] + z[1] * z[1] - 1;
    f[7] = z[0] * z[3] + z[1] * z[4];
    return 0;
}

static int ex3_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)p, (void)user;
    double a2 = ex3_a * ex3_a, w = z[2];
    double(*d)[8] = (double(*)[8])df; /* d[column][row] */
    d[0][0] = d[1][1] = y[0];
    d[1][0] = 1;
    d[6][0] = z[0];
    d[0][1] = -w * w;
    d[2][1] = -2 * w * z[0];
    d[6][1] = z[1];
    d[0][3] = -2 * a2 * y[1] - 1;
    d[1][3] = -1;
    d[2][3] = 2 * w * z[4];
    d[3][3] = d[4][4] = -y[0];
    d[4][3] = w * w;
    d[6][3] = -z[3];
    d[7][3] = -2 * a2 * z[0];
    d[0][4] = d[3][4] = -1;
    d[1][4] = -2 * y[1] - 1;
    d[6][4] = -z[4];
    d[7][4] = -2 * z[1];
    d[0][5] = 2 * w * z[4];
    d[2][5] = 2 * z[0] * z[4];
    d[4][5] = 2 * w * z[0];
    d[0][6] = 2 * a2 * z[0];
    d[1][6] = 2 * z[1];
    d[0][7] = z[3];
    d[1][7] = z[4];
    d[3][7] = z[0];
    d[4][7] = z[1];
    return 0;
}

/* At 0: x1 = 0, x2 = 1, nu = 0, l2 = 0; at 2: nu = 0, x2 l1 - a^2 x1 l2 = 0 */
static const int ex3_at[] = {0, 1, 5, 4, 5};

static int ex3_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l < 5 ? z[ex3_at[l]] - (l == 1) : z[1] * z[3] - ex3_a * ex3_a * z[0] * z[4];
    return 0;
}

static int ex3_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)p, (void)user;
    if (l < 5) {
        dg[ex3_at[l]] = 1;
        return 0;
    }
    dg[0] = -ex3_a * ex3_a * z[4];
    dg[1] = z[3];
    dg[3] = z[1];
    dg[4] = -ex3_a * ex3_a * z[0];
    return 0;
}

static int ex3_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)y, (void)user;
    z[0] = t * (1 - t / 3.5);
    z[1] = cos(t);
    z[2] = 1;
    dmu[0] = 1 - 2 * t / 3.5;
    dmu[1] = -sin(t);
    return 0;
}

static void ex3_exact(const test_problem *q, double t, double *u, double *y)
{
    (void)q;
    u[0] = sin(ex3_a * t) / ex3_a;
    u[1] = cos(ex3_a * t);
    u[2] = ex3_a;
    u[3] = u[4] = u[5] = y[0] = y[1] = 0;
}

static void ex3_setup(test_problem *q)
{
    static const double zeta[] = {0, 0, 0, 0, 2, 2}, tols[] = {1e-5};
    problem_sizes(q, 6, 2, NULL);
    problem_side(q, 6, zeta);
    problem_tols(q, 1, tols);
    q->kind = PROBLEM_INDEX2;
    q->n0 = 20;
    q->par[0] = q->eps;
    q->def.right = 2;
    q->def.f = ex3_f;
    q->def.df = ex3_df;
    q->def.g = ex3_g;
    q->def.dg = ex3_dg;
    q->def.guess = ex3_guess;
    if (q->eps == 1)
        q->exact = ex3_exact;
    for (; q->eps == 2 && q->n_fixed < 19; q->n_fixed++) /* the kinks of the data */
        q->fixed[q->n_fixed] = (q->n_fixed + 1) / 10.0;
}

/* ---- implicit: E X' + F X = Q of index 1 as X' = Y, 0 = E Y + F X - Q; X = (x1, x2, w), eps = nu ------ */

static int implicit_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)p;
    double nu = instance(user)->eps, e = exp(t), i = exp(-t);
    f[0] = y[0];
    f[1] = y[1];
    f[2] = y[2];
    f[3] = y[0] - (2 - t) * nu * y[2] - (nu - 1 / (2 - t)) * z[0] - e * (1 - nu + 1 / (2 - t)) -
           nu * (2 - t) * i;
    f[4] = y[1] - (nu - 1) * y[2] - (nu - 1) / (2 - t) * z[0] + z[1] - 2 * e + (nu - 1) * e / (2 - t) -
           (nu - 1) * i;
    f[5] = (t + 2) * z[0] + (t * t - 4) * z[1] - (t * t + t - 2) * e;
    return 0;
}

static int implicit_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)z, (void)y, (void)p;
    double nu = instance(user)->eps;
    for (int i = 0; i < 3; i++)
        df[i + 6 * (3 + i)] = 1;
    df[3 + 6 * 0] = -(nu - 1 / (2 - t));
    df[3 + 6 * 3] = 1;
    df[3 + 6 * 5] = -(2 - t) * nu;
    df[4 + 6 * 0] = -(nu - 1) / (2 - t);
    df[4 + 6 * 1] = 1;
    df[4 + 6 * 4] = 1;
    df[4 + 6 * 5] = -(nu - 1);
    df[5 + 6 * 0] = t + 2;
    df[5 + 6 * 1] = t * t - 4;
    return 0;
}

/* x1(0) = 1, w(0) = 1, 2 x1(0) - 4 x2(0) = -2 */
static int implicit_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l == 0 ? z[0] - 1 : l == 1 ? z[2] - 1 : 2 * z[0] - 4 * z[1] + 2;
    return 0;
}

static int implicit_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)z, (void)p, (void)user;
    dg[0] = l == 0 ? 1 : l == 1 ? 0 : 2;
    dg[1] = l == 2 ? -4 : 0;
    dg[2] = l == 1;
    return 0;
}

static void implicit_exact(const test_problem *q, double t, double *u, double *y)
{
    (void)q;
    u[0] = u[1] = y[0] = y[1] = exp(t);
    u[2] = exp(-t);
    y[2] = -exp(-t);
}

static void implicit_setup(test_problem *q)
{
    static const double zeta[] = {0, 0, 0}, tols[] = {1e-5, 1e-8};
    problem_sizes(q, 3, 3, NULL);
    problem_side(q, 3, zeta);
    problem_tols(q, 2, tols);
    q->kind = PROBLEM_INDEX2;
    q->def.linear = 1;
    q->def.f = implicit_f;
    q->def.df = implicit_df;
    q->def.g = implicit_g;
    q->def.dg = implicit_dg;
    q->exact = implicit_exact;
}

const problem_entry problems_index2[] = {{"ex1_1", 1, ex1_setup},
                                         {"ex1_10", 10, ex1_setup},
                                         {"ex1_50", 50, ex1_setup},
                                         {"ex1_100", 100, ex1_setup},
                                         {"ex1_erf", 1e-5, ex1_erf_setup},
                                         {"ex2a_1", 1, ex2a_setup},
                                         {"ex2a_1e-4", 1e-4, ex2a_setup},
                                         {"ex2a_1e-8", 1e-8, ex2a_setup},
                                         {"ex2b_1", 1, ex2b_setup},
                                         {"ex2b_1e-4", 1e-4, ex2b_setup},
                                         {"ex2b_1e-8", 1e-8, ex2b_setup},
                                         {"ex2c_1", 1, ex2c_setup},
                                         {"ex3_1", 1, ex3_setup},
                                         {"ex3_2", 2, ex3_setup},
                                         {"implicit_1", 1, implicit_setup},
                                         {"implicit_20", 20, implicit_setup},
                                         {NULL, 0, NULL}};
