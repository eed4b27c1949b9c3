/* special.c - unknown parameters, coupled conditions, interior conditions, a jump, an integral
 *
 * Each has a stated answer.  Columns of df: z, p; of dg: z, p; of dcoupled: z(left), z(right), p.
 */
#include "problems.h"

#include <math.h>
#include <stddef.h>

#define PI 3.14159265358979323846

static const double tols[] = {1e-6, 1e-10};

/* ---- eig: u'' + p u = 0, u(0) = 0, u'(0) = 1, u(1) = 0; p = pi^2 -------------------------------- */

static int eig_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)user;
    f[0] = -p[0] * z[0];
    return 0;
}

static int eig_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)y, (void)user;
    df[0] = -p[0];
    df[2] = -z[0];
    return 0;
}

static int eig_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l == 1 ? z[1] - 1 : z[0];
    return 0;
}

static int eig_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)z, (void)p, (void)user;
    dg[l == 1] = 1;
    return 0;
}

static int eig_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)y, (void)user;
    z[0] = t * (1 - t);
    z[1] = 1 - 2 * t;
    dmu[0] = -2;
    return 0;
}

static void eig_exact(const test_problem *q, double t, double *u, double *y)
{
    (void)q, (void)y;
    u[0] = sin(PI * t) / PI;
}

static void eig_setup(test_problem *q)
{
    static const int two[] = {2};
    static const double zeta[] = {0, 0, 1};
    problem_sizes(q, 1, 0, two);
    problem_side(q, 3, zeta);
    problem_tols(q, 2, tols);
    q->kind = PROBLEM_SPECIAL;
    q->def.n_param = 1;
    q->param_guess[0] = 8;
    q->def.f = eig_f;
    q->def.df = eig_df;
    q->def.g = eig_g;
    q->def.dg = eig_dg;
    q->def.guess = eig_guess;
    q->exact = eig_exact;
    q->param[0] = PI * PI;
}

/* ---- mathieu: u'' + (p - 10 cos 2t) u = 0 on [0, pi], u(0) = 1, u'(0) = u'(pi) = 0 --------------- */

static int mathieu_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)user;
    f[0] = -(p[0] - 10 * cos(2 * t)) * z[0];
    return 0;
}

static int mathieu_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)y, (void)user;
    df[0] = -(p[0] - 10 * cos(2 * t));
    df[2] = -z[0];
    return 0;
}

static int mathieu_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l == 0 ? z[0] - 1 : z[1];
    return 0;
}

static int mathieu_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)z, (void)p, (void)user;
    dg[l != 0] = 1;
    return 0;
}

static int mathieu_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)y, (void)user;
    z[0] = cos(4 * t);
    z[1] = -4 * sin(4 * t);
    dmu[0] = -16 * cos(4 * t);
    return 0;
}

static void mathieu_setup(test_problem *q)
{
    static const int two[] = {2};
    static const double zeta[] = {0, 0, PI};
    problem_sizes(q, 1, 0, two);
    problem_side(q, 3, zeta);
    problem_tols(q, 2, tols);
    q->kind = PROBLEM_SPECIAL;
    q->n0 = 10;
    q->def.right = PI;
    q->def.n_param = 1;
    q->param_guess[0] = 15;
    q->def.f = mathieu_f;
    q->def.df = mathieu_df;
    q->def.g = mathieu_g;
    q->def.dg = mathieu_dg;
    q->def.guess = mathieu_guess;
    q->param[0] = 17.096581684366; /* characteristic value a_4 for q = 5 */
}

/* ---- periodic conditions: u_i(left) = u_i(right), two components -------------------------------- */

static int periodic(const double *zl, const double *zr, const double *p, double *r, void *user)
{
    (void)p, (void)user;
    r[0] = zl[0] - zr[0];
    r[1] = zl[1] - zr[1];
    return 0;
}

static int dperiodic(const double *zl, const double *zr, const double *p, double *dr, void *user)
{
    (void)zl, (void)zr, (void)p, (void)user;
    dr[0 + 2 * 0] = dr[1 + 2 * 1] = 1;
    dr[0 + 2 * 2] = dr[1 + 2 * 3] = -1;
    return 0;
}

/* ---- period: u' = v, v' = -u - v/2 + cos 2t on [0, pi], both periodic ----------------------------- */

static int period_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)p, (void)user;
    f[0] = z[1];
    f[1] = -z[0] - z[1] / 2 + cos(2 * t);
    return 0;
}

static int period_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)z, (void)y, (void)p, (void)user;
    df[0 + 2 * 1] = 1;
    df[1 + 2 * 0] = -1;
    df[1 + 2 * 1] = -0.5;
    return 0;
}

static void period_exact(const test_problem *q, double t, double *u, double *y)
{
    (void)q, (void)y;
    u[0] = (-3 * cos(2 * t) + sin(2 * t)) / 10;
    u[1] = (6 * sin(2 * t) + 2 * cos(2 * t)) / 10;
}

static void period_setup(test_problem *q)
{
    problem_sizes(q, 2, 0, NULL);
    problem_tols(q, 2, tols);
    q->kind = PROBLEM_SPECIAL;
    q->def.right = PI;
    q->def.n_coupled = 2;
    q->def.linear = 1;
    q->def.f = period_f;
    q->def.df = period_df;
    q->def.coupled = periodic;
    q->def.dcoupled = dperiodic;
    q->exact = period_exact;
}

/* ---- limit: x' = T y, y' = T ((1 - x^2) y - x), periodic, y(0) = 0; unknown T ---------------------- */

static int limit_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)user;
    f[0] = p[0] * z[1];
    f[1] = p[0] * ((1 - z[0] * z[0]) * z[1] - z[0]);
    return 0;
}

static int limit_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)y, (void)user;
    df[0 + 2 * 1] = p[0];
    df[0 + 2 * 2] = z[1];
    df[1 + 2 * 0] = p[0] * (-2 * z[0] * z[1] - 1);
    df[1 + 2 * 1] = p[0] * (1 - z[0] * z[0]);
    df[1 + 2 * 2] = (1 - z[0] * z[0]) * z[1] - z[0];
    return 0;
}

static int limit_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l, (void)p, (void)user;
    *g = z[1];
    return 0;
}

static int limit_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)l, (void)z, (void)p, (void)user;
    dg[1] = 1;
    return 0;
}

static int limit_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)y, (void)user;
    z[0] = 2 * cos(2 * PI * t);
    z[1] = -2 * sin(2 * PI * t);
    dmu[0] = -4 * PI * sin(2 * PI * t);
    dmu[1] = -4 * PI * cos(2 * PI * t);
    return 0;
}

static void limit_setup(test_problem *q)
{
    static const double zeta[] = {0};
    problem_sizes(q, 2, 0, NULL);
    problem_side(q, 1, zeta);
    problem_tols(q, 2, tols);
    q->kind = PROBLEM_SPECIAL;
    q->n0 = 10;
    q->def.n_coupled = 2;
    q->def.n_param = 1;
    q->param_guess[0] = 6.5;
    q->def.f = limit_f;
    q->def.df = limit_df;
    q->def.g = limit_g;
    q->def.dg = limit_dg;
    q->def.coupled = periodic;
    q->def.dcoupled = dperiodic;
    q->def.guess = limit_guess;
    q->param[0] = 6.663286859323;
}

/* ---- inner: u''' = u', u(0) = 1, u(1/2) = e^(1/2), u'(1) = e ---------------------------------------- */

static int inner_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = z[1];
    return 0;
}

static int inner_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)z, (void)y, (void)p, (void)user;
    df[1] = 1;
    return 0;
}

static int inner_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l == 2 ? z[1] - exp(1) : z[0] - exp(0.5 * l);
    return 0;
}

static int inner_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)z, (void)p, (void)user;
    dg[l == 2] = 1;
    return 0;
}

static void inner_exact(const test_problem *q, double t, double *u, double *y)
{
    (void)q, (void)y;
    u[0] = exp(t);
}

static void inner_setup(test_problem *q)
{
    static const int three[] = {3};
    static const double zeta[] = {0, 0.5, 1};
    problem_sizes(q, 1, 0, three);
    problem_side(q, 3, zeta);
    problem_tols(q, 2, tols);
    q->kind = PROBLEM_SPECIAL;
    q->def.linear = 1;
    q->def.f = inner_f;
    q->def.df = inner_df;
    q->def.g = inner_g;
    q->def.dg = inner_dg;
    q->exact = inner_exact;
}

/* ---- jump: u'' = 1 (t < 1/2), -1 (t >= 1/2), u(0) = u(1) = 0 ----------------------------------------- */

static int jump_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)z, (void)y, (void)p, (void)user;
    f[0] = t < 0.5 ? 1 : -1;
    return 0;
}

static int jump_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)z, (void)y, (void)p, (void)df, (void)user;
    return 0;
}

static int zero_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l, (void)p, (void)user;
    *g = z[0];
    return 0;
}

static int zero_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)l, (void)z, (void)p, (void)user;
    dg[0] = 1;
    return 0;
}

/* odd about 1/2: u(1 - t) = -u(t) */
static void jump_exact(const test_problem *q, double t, double *u, double *y)
{
    (void)q, (void)y;
    double s = t < 0.5 ? t : 1 - t, v = s * s / 2 - s / 4;
    u[0] = t < 0.5 ? v : -v;
}

static void jump_setup(test_problem *q)
{
    static const int two[] = {2};
    static const double zeta[] = {0, 1};
    problem_sizes(q, 1, 0, two);
    problem_side(q, 2, zeta);
    problem_tols(q, 2, tols);
    q->kind = PROBLEM_SPECIAL;
    q->def.linear = 1;
    q->def.f = jump_f;
    q->def.df = jump_df;
    q->def.g = zero_g;
    q->def.dg = zero_dg;
    q->fixed[0] = 0.5;
    q->n_fixed = 1;
    q->exact = jump_exact;
}

/* ---- inteq: u'' = p, w' = u; u(0) = u(1) = 0, w(0) = 0, w(1) = 1; z = (u, u', w) ----------------------- */

static int inteq_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)user;
    f[0] = p[0];
    f[1] = z[0];
    return 0;
}

static int inteq_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)z, (void)y, (void)p, (void)user;
    df[1 + 2 * 0] = 1;
    df[0 + 2 * 3] = 1;
    return 0;
}

static int inteq_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l % 2 == 0 ? z[0] : z[2] - (l == 3); /* u, w at 0; u, w at 1 */
    return 0;
}

static int inteq_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)z, (void)p, (void)user;
    dg[l % 2 == 0 ? 0 : 2] = 1;
    return 0;
}

static void inteq_exact(const test_problem *q, double t, double *u, double *y)
{
    (void)q, (void)y;
    u[0] = 6 * t * (1 - t);
    u[1] = t * t * (3 - 2 * t);
}

static void inteq_setup(test_problem *q)
{
    static const int order[] = {2, 1};
    static const double zeta[] = {0, 0, 1, 1};
    problem_sizes(q, 2, 0, order);
    problem_side(q, 4, zeta);
    problem_tols(q, 2, tols);
    q->kind = PROBLEM_SPECIAL;
    q->def.n_param = 1;
    q->def.linear = 1;
    q->def.f = inteq_f;
    q->def.df = inteq_df;
    q->def.g = inteq_g;
    q->def.dg = inteq_dg;
    q->exact = inteq_exact;
    q->param[0] = -12;
}

const problem_entry problems_special[] = {{"eig", 0, eig_setup},       {"mathieu", 0, mathieu_setup},
                                          {"period", 0, period_setup}, {"limit", 0, limit_setup},
                                          {"inner", 0, inner_setup},   {"jump", 0, jump_setup},
                                          {"inteq", 0, inteq_setup},   {NULL, 0, NULL}};
