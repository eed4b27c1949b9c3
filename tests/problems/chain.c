/* chain.c - systems of ODEs: a shock on a string (b31), swirling flow (b33), a spherical cap, and
 * Bratu's equation in the plane by lines ("chain"), also with u'' as an algebraic component ("dchain")
 */
#include "problems.h"

#include <math.h>
#include <stddef.h>

static const double tols[] = {1e-4, 1e-8, 1e-10};

static const test_problem *instance(const void *user)
{
    return user;
}

/* ---- b31: y1' = sin y2, y2' = y3, eps y3' = -y4, eps y4' = (y1-1) cos y2 - y3 (sec y2 + eps y4 tan y2) */

static int b31_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p;
    double eps = instance(user)->eps, c = cos(z[1]), s = sin(z[1]);
    f[0] = s;
    f[1] = z[2];
    f[2] = -z[3] / eps;
    f[3] = ((z[0] - 1) * c - z[2] * (1 / c + eps * z[3] * s / c)) / eps;
    return 0;
}

static int b31_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)y, (void)p;
    double eps = instance(user)->eps, c = cos(z[1]), s = sin(z[1]);
    df[0 + 4 * 1] = c;
    df[1 + 4 * 2] = 1;
    df[2 + 4 * 3] = -1 / eps;
    df[3 + 4 * 0] = c / eps;
    df[3 + 4 * 1] = (-(z[0] - 1) * s - z[2] * (s + eps * z[3]) / (c * c)) / eps;
    df[3 + 4 * 2] = -(1 / c + eps * z[3] * s / c) / eps;
    df[3 + 4 * 3] = -z[2] * s / c;
    return 0;
}

static int b31_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = z[2 * (l % 2)]; /* y1, y3 at 0; y1, y3 at 1 */
    return 0;
}

static int b31_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)z, (void)p, (void)user;
    dg[2 * (l % 2)] = 1;
    return 0;
}

static void b31_setup(test_problem *q)
{
    static const int columns[] = {0, 1, 2, 3};
    static const double zeta[] = {0, 0, 1, 1};
    problem_sizes(q, 4, 0, NULL);
    problem_side(q, 4, zeta);
    problem_tols(q, 3, tols);
    q->kind = PROBLEM_ODE;
    q->n0 = 10;
    q->def.f = b31_f;
    q->def.df = b31_df;
    q->def.g = b31_g;
    q->def.dg = b31_dg;
    if (q->eps == 0.05)
        problem_file(q, "b31", 4, columns);
}

/* ---- b33: eps f'''' = -(f f''' + g g'), eps g'' = f' g - f g'; z = (f, f', f'', f''', g, g') --- */

static int b33_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p;
    double eps = instance(user)->eps;
    f[0] = -(z[0] * z[3] + z[4] * z[5]) / eps;
    f[1] = (z[1] * z[4] - z[0] * z[5]) / eps;
    return 0;
}

static int b33_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)y, (void)p;
    double eps = instance(user)->eps;
    df[0 + 2 * 0] = -z[3] / eps;
    df[0 + 2 * 3] = -z[0] / eps;
    df[0 + 2 * 4] = -z[5] / eps;
    df[0 + 2 * 5] = -z[4] / eps;
    df[1 + 2 * 0] = -z[5] / eps;
    df[1 + 2 * 1] = z[4] / eps;
    df[1 + 2 * 4] = z[1] / eps;
    df[1 + 2 * 5] = -z[0] / eps;
    return 0;
}

static const int b33_at[] = {0, 1, 4}; /* f, f', g at each end */

static int b33_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = z[b33_at[l % 3]] - (l == 2 ? -1 : l == 5 ? 1 : 0);
    return 0;
}

static int b33_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)z, (void)p, (void)user;
    dg[b33_at[l % 3]] = 1;
    return 0;
}

static int b33_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)y, (void)dmu, (void)user;
    z[4] = 2 * t - 1;
    z[5] = 2;
    return 0;
}

static void b33_setup(test_problem *q)
{
    static const int order[] = {4, 2}, columns[] = {0, 1, 2, 3, 4, 5};
    static const double zeta[] = {0, 0, 0, 1, 1, 1};
    problem_sizes(q, 2, 0, order);
    problem_side(q, 6, zeta);
    problem_tols(q, 3, tols);
    q->kind = PROBLEM_ODE;
    q->n0 = 10;
    q->def.f = b33_f;
    q->def.df = b33_df;
    q->def.g = b33_g;
    q->def.dg = b33_dg;
    q->def.guess = b33_guess;
    if (q->eps == 2e-3)
        problem_file(q, "b33", 6, columns);
}

/* ---- cap: a thin shallow spherical cap, z = (phi, phi', psi, psi'), singular at 0
 *      (e^4/mu)(phi'' + phi'/t - phi/t^2) + psi (1 - phi/t) - phi = -g t (1 - t^2/2)
 *       mu (psi'' + psi'/t - psi/t^2) - phi (1 - phi/(2t)) = 0,       e = mu = eps, g = 1.1 --------- */

static const double cap_g = 1.1;

static int cap_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)p;
    double mu = instance(user)->eps, a = mu * mu * mu; /* e^4/mu */
    double phi = z[0], psi = z[2];
    f[0] = phi / (t * t) - z[1] / t + (phi - psi * (1 - phi / t) - cap_g * t * (1 - t * t / 2)) / a;
    f[1] = psi / (t * t) - z[3] / t + phi * (1 - phi / (2 * t)) / mu;
    return 0;
}

static int cap_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)y, (void)p;
    double mu = instance(user)->eps, a = mu * mu * mu;
    df[0 + 2 * 0] = 1 / (t * t) + (1 + z[2] / t) / a;
    df[0 + 2 * 1] = -1 / t;
    df[0 + 2 * 2] = -(1 - z[0] / t) / a;
    df[1 + 2 * 0] = (1 - z[0] / t) / mu;
    df[1 + 2 * 2] = 1 / (t * t);
    df[1 + 2 * 3] = -1 / t;
    return 0;
}

static int cap_bc(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l == 1 ? z[2] : l == 3 ? z[3] - 0.3 * z[2] + 0.7 : z[0];
    return 0;
}

static int cap_dbc(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)z, (void)p, (void)user;
    dg[0] = l == 0 || l == 2;
    dg[2] = l == 1 ? 1 : l == 3 ? -0.3 : 0;
    dg[3] = l == 3;
    return 0;
}

static int cap_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)y, (void)user;
    double c = cap_g * t * (1 - t * t / 2), dc = cap_g * (1 - 1.5 * t * t), ddc = -3 * cap_g * t;
    int inside = t <= sqrt(2 * (cap_g - 1) / cap_g);
    z[0] = inside ? 2 * t : 0;
    z[1] = inside ? 2 : 0;
    z[2] = inside ? -2 * t + c : -c;
    z[3] = inside ? -2 + dc : -dc;
    dmu[1] = inside ? ddc : -ddc;
    return 0;
}

static void cap_setup(test_problem *q)
{
    static const int order[] = {2, 2}, columns[] = {0, 1, 2, 3};
    static const double zeta[] = {0, 0, 1, 1};
    problem_sizes(q, 2, 0, order);
    problem_side(q, 4, zeta);
    problem_tols(q, 3, tols);
    q->kind = PROBLEM_ODE;
    q->n0 = 10;
    q->def.f = cap_f;
    q->def.df = cap_df;
    q->def.g = cap_bc;
    q->def.dg = cap_dbc;
    q->def.guess = cap_guess;
    if (q->eps == 0.01)
        problem_file(q, "cap", 4, columns);
}

/* ---- chain: u_i'' = -(d+1)^2 (u_{i-1} - 2 u_i + u_{i+1}) - e^{u_i}, u_0 = u_{d+1} = 0, eps = d -- */

/* r_i = (d+1)^2 (2 u_i - u_{i-1} - u_{i+1}) - e^{u_i}; u_i = z[2 i] */
static void chain_right(int d, const double *z, double *r)
{
    double c = (d + 1.0) * (d + 1.0), before = 0;
    for (int i = 0; i < d; i++) {
        double after = i + 1 < d ? z[2 * i + 2] : 0;
        r[i] = c * (2 * z[2 * i] - before - after) - exp(z[2 * i]);
        before = z[2 * i];
    }
}

/* d r_i / d u_j into rows `first`.. of a matrix with n rows */
static void chain_dright(int d, const double *z, int n, int first, double *dr)
{
    double c = (d + 1.0) * (d + 1.0);
    for (int i = 0; i < d; i++) {
        double *column = dr + (size_t)n * (size_t)(2 * i) + first;
        column[i] = 2 * c - exp(z[2 * i]);
        if (i > 0)
            column[i - 1] = -c;
        if (i + 1 < d)
            column[i + 1] = -c;
    }
}

static int chain_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p;
    chain_right(instance(user)->def.n_diff, z, f);
    return 0;
}

static int chain_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)y, (void)p;
    int d = instance(user)->def.n_diff;
    chain_dright(d, z, d, 0, df);
    return 0;
}

static int chain_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p;
    *g = z[2 * (l % instance(user)->def.n_diff)];
    return 0;
}

static int chain_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)z, (void)p;
    dg[2 * (l % instance(user)->def.n_diff)] = 1;
    return 0;
}

static void chain_setup(test_problem *q)
{
    int d = (int)q->eps, order[PROBLEM_MAX_DIFF];
    double zeta[PROBLEM_MAX_Z];
    for (int i = 0; i < d; i++) {
        order[i] = 2;
        zeta[i] = 0;
        zeta[d + i] = 1;
    }
    problem_sizes(q, d, 0, order);
    problem_side(q, 2 * d, zeta);
    problem_tols(q, d <= 50 ? 3 : 2, tols);
    q->kind = PROBLEM_ODE;
    q->def.f = chain_f;
    q->def.df = chain_df;
    q->def.g = chain_g;
    q->def.dg = chain_dg;
    int columns[] = {0, 2 * (d / 4), 2 * (d / 2 - 1), 2 * (d - 1)};
    const char *file = d == 10 ? "chain10" : d == 20 ? "chain20" : d == 50 ? "chain50" : NULL;
    if (file)
        problem_file(q, file, 4, columns);
}

/* ---- dchain: u_i'' = y_i, 0 = r_i - y_i -------------------------------------------------------- */

static int dchain_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)p;
    int d = instance(user)->def.n_diff;
    chain_right(d, z, f + d);
    for (int i = 0; i < d; i++) {
        f[i] = y[i];
        f[d + i] -= y[i];
    }
    return 0;
}

static int dchain_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)y, (void)p;
    int d = instance(user)->def.n_diff;
    chain_dright(d, z, 2 * d, d, df);
    for (int i = 0; i < d; i++) {
        df[i + 2 * d * (2 * d + i)] = 1;
        df[d + i + 2 * d * (2 * d + i)] = -1;
    }
    return 0;
}

static void dchain_setup(test_problem *q)
{
    chain_setup(q);
    q->kind = PROBLEM_INDEX1;
    q->def.n_alg = q->def.n_diff;
    q->def.f = dchain_f;
    q->def.df = dchain_df;
}

const problem_entry problems_chain[] = {
    {"b31", 0.05, b31_setup},       {"b33", 2e-3, b33_setup},       {"cap", 0.01, cap_setup},
    {"chain10", 10, chain_setup},   {"chain20", 20, chain_setup},   {"chain50", 50, chain_setup},
    {"chain100", 100, chain_setup}, {"dchain5", 5, dchain_setup},   {"dchain10", 10, dchain_setup},
    {"dchain20", 20, dchain_setup}, {"dchain50", 50, dchain_setup}, {NULL, 0, NULL}};
