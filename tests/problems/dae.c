/* dae.c - index 1: a Jacobian that depends on y, and the hydrodynamic semiconductor model
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

/* ---- yjac: u'' = y u - e^t (1 + sin pi t) - pi^2 sin pi t, 0 = y^3 + u y - e^3t - (1 + sin pi t) e^t */

static int yjac_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)p, (void)user;
    double s = sin(PI * t), e = exp(t);
    f[0] = y[0] * z[0] - e * (1 + s) - PI * PI * s;
    f[1] = y[0] * y[0] * y[0] + z[0] * y[0] - e * e * e - (1 + s) * e;
    return 0;
}

static int yjac_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)p, (void)user;
    df[0 + 2 * 0] = y[0];
    df[0 + 2 * 2] = z[0];
    df[1 + 2 * 0] = y[0];
    df[1 + 2 * 2] = 3 * y[0] * y[0] + z[0];
    return 0;
}

static int yjac_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l, (void)p, (void)user;
    *g = z[0] - 1;
    return 0;
}

static int yjac_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)l, (void)z, (void)p, (void)user;
    dg[0] = 1;
    return 0;
}

static int yjac_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)t, (void)dmu, (void)user;
    z[0] = y[0] = 1;
    return 0;
}

static void yjac_exact(const test_problem *q, double t, double *u, double *y)
{
    (void)q;
    u[0] = 1 + sin(PI * t);
    y[0] = exp(t);
}

static void yjac_setup(test_problem *q)
{
    static const int two[] = {2};
    static const double zeta[] = {0, 1}, tols[] = {1e-4, 1e-8};
    problem_sizes(q, 1, 1, two);
    problem_side(q, 2, zeta);
    problem_tols(q, 2, tols);
    q->kind = PROBLEM_INDEX1;
    q->def.f = yjac_f;
    q->def.df = yjac_df;
    q->def.g = yjac_g;
    q->def.dg = yjac_dg;
    q->def.guess = yjac_guess;
    q->exact = yjac_exact;
}

/* ---- ex4: x1' = x2 y - alpha J, x2' = y - 1, 0 = x1 - (J^2/y + y), y(0) = y(beta) = nbar > J
 * The conditions on y are imposed as x1 = J^2/nbar + nbar; the guess stays on the branch y > J.
 * par = J, alpha, nbar, beta ---------------------------------------------------------------------- */

enum { EX4_J, EX4_ALPHA, EX4_NBAR, EX4_BETA };

static double ex4_x1(const double *par)
{
    return par[EX4_J] * par[EX4_J] / par[EX4_NBAR] + par[EX4_NBAR];
}

static int ex4_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)p;
    const double *par = instance(user)->par;
    f[0] = z[1] * y[0] - par[EX4_ALPHA] * par[EX4_J];
    f[1] = y[0] - 1;
    f[2] = z[0] - (par[EX4_J] * par[EX4_J] / y[0] + y[0]);
    return 0;
}

static int ex4_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)p;
    const double *par = instance(user)->par;
    df[0 + 3 * 1] = y[0];
    df[0 + 3 * 2] = z[1];
    df[1 + 3 * 2] = 1;
    df[2 + 3 * 0] = 1;
    df[2 + 3 * 2] = par[EX4_J] * par[EX4_J] / (y[0] * y[0]) - 1;
    return 0;
}

static int ex4_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l, (void)p;
    *g = z[0] - ex4_x1(instance(user)->par);
    return 0;
}

static int ex4_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)l, (void)z, (void)p, (void)user;
    dg[0] = 1;
    return 0;
}

static int ex4_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)t, (void)dmu;
    z[0] = ex4_x1(instance(user)->par);
    y[0] = instance(user)->par[EX4_NBAR];
    return 0;
}

/* eps = 1, 2, 3: three sets of constants */
static void ex4_setup(test_problem *q)
{
    static const double sets[3][4] = {{0.5, 0.25, 2, 5}, {0.5, 0, 3, 10}, {0.8, 1, 1.5, 5}};
    static const char *const files[] = {"subsonic1", "subsonic2", "subsonic3"};
    static const double tols[] = {1e-5, 1e-8, 1e-10};
    static const int columns[] = {0, 1, -1};
    int set = (int)q->eps - 1;
    for (int i = 0; i < 4; i++)
        q->par[i] = sets[set][i];
    double zeta[] = {0, q->par[EX4_BETA]};
    problem_sizes(q, 2, 1, NULL);
    problem_side(q, 2, zeta);
    problem_tols(q, 3, tols);
    problem_file(q, files[set], 3, columns);
    q->kind = PROBLEM_INDEX1;
    q->n0 = 10;
    q->def.right = q->par[EX4_BETA];
    q->def.f = ex4_f;
    q->def.df = ex4_df;
    q->def.g = ex4_g;
    q->def.dg = ex4_dg;
    q->def.guess = ex4_guess;
}

/* ---- transonic: the regularised ODE eps y' = x1 - (J^2/y + y), z = (x1, x2, y) ------------------------
 * Conditions x1(0) = J^2/nbar + nbar, y(0) = y(beta) = nbar.  Solve by continuation from eps = 1. */

static int transonic_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p;
    const test_problem *q = instance(user);
    double J = q->par[EX4_J];
    f[0] = z[1] * z[2] - q->par[EX4_ALPHA] * J;
    f[1] = z[2] - 1;
    f[2] = (z[0] - (J * J / z[2] + z[2])) / q->eps;
    return 0;
}

static int transonic_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)y, (void)p;
    const test_problem *q = instance(user);
    double J = q->par[EX4_J];
    df[0 + 3 * 1] = z[2];
    df[0 + 3 * 2] = z[1];
    df[1 + 3 * 2] = 1;
    df[2 + 3 * 0] = 1 / q->eps;
    df[2 + 3 * 2] = (J * J / (z[2] * z[2]) - 1) / q->eps;
    return 0;
}

static int transonic_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p;
    const double *par = instance(user)->par;
    *g = l == 0 ? z[0] - ex4_x1(par) : z[2] - par[EX4_NBAR];
    return 0;
}

static int transonic_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)z, (void)p, (void)user;
    dg[l == 0 ? 0 : 2] = 1;
    return 0;
}

static int transonic_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)t, (void)y, (void)dmu;
    z[0] = ex4_x1(instance(user)->par);
    z[2] = instance(user)->par[EX4_NBAR];
    return 0;
}

static void transonic_setup(test_problem *q)
{
    static const double constants[] = {1.5, 0, 3, 3}, zeta[] = {0, 0, 3}, tols[] = {1e-6};
    static const int columns[] = {0, 1, 2};
    for (int i = 0; i < 4; i++)
        q->par[i] = constants[i];
    problem_sizes(q, 3, 0, NULL);
    problem_side(q, 3, zeta);
    problem_tols(q, 1, tols);
    const char *file = q->eps == 0.1     ? "transonic_0.1"
                       : q->eps == 0.01  ? "transonic_0.01"
                       : q->eps == 0.001 ? "transonic_0.001"
                                         : NULL;
    if (file)
        problem_file(q, file, 3, columns);
    q->kind = PROBLEM_ODE;
    q->n0 = 10;
    q->def.right = 3;
    q->def.f = transonic_f;
    q->def.df = transonic_df;
    q->def.g = transonic_g;
    q->def.dg = transonic_dg;
    q->def.guess = transonic_guess;
}

const problem_entry problems_dae[] = {
    {"yjac", 0, yjac_setup},     {"subsonic1", 1, ex4_setup},         {"subsonic2", 2, ex4_setup},
    {"subsonic3", 3, ex4_setup}, {"transonic", 0.1, transonic_setup}, {NULL, 0, NULL}};
