/* manufactured.c - index 2 with several constraints: a pendulum that has to reach a given position, and
 * systems with a prescribed solution, pure ("two") and of mixed index ("mixed")
 */
#include "problems.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const test_problem *instance(const void *user)
{
    return user;
}

/* ---- pend2: p'' = -lambda p - (0, 1), 0 = p . p'; p(0) = (1, 0), p1(2) = -0.6; z = (p1, p1', p2, p2')
 * With p = (cos a, sin a): a'' = -cos a, lambda = a'^2 - sin a.  par[0] = a'(0) ------------------------- */

static int pend2_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)p, (void)user;
    f[0] = -y[0] * z[0];
    f[1] = -y[0] * z[2] - 1;
    f[2] = z[0] * z[1] + z[2] * z[3];
    return 0;
}

static int pend2_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)p, (void)user;
    df[0 + 3 * 0] = -y[0];
    df[0 + 3 * 4] = -z[0];
    df[1 + 3 * 2] = -y[0];
    df[1 + 3 * 4] = -z[2];
    df[2 + 3 * 0] = z[1];
    df[2 + 3 * 1] = z[0];
    df[2 + 3 * 2] = z[3];
    df[2 + 3 * 3] = z[2];
    return 0;
}

static int pend2_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l == 0 ? z[0] - 1 : l == 1 ? z[2] : z[0] + 0.6;
    return 0;
}

static int pend2_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)z, (void)p, (void)user;
    dg[l == 1 ? 2 : 0] = 1;
    return 0;
}

static int pend2_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)user;
    double v = -1.1071487, a = v * t;
    z[0] = cos(a);
    z[1] = -v * sin(a);
    z[2] = sin(a);
    z[3] = v * cos(a);
    dmu[0] = -v * v * cos(a);
    dmu[1] = -v * v * sin(a);
    y[0] = v * v - sin(a);
    return 0;
}

/* a, a' at t from a(0) = 0, a'(0) = v, by the classical Runge-Kutta method: error about 1e-14 */
static void swing(double v, double t, double *angle, double *rate)
{
    enum { STEPS = 2000 };
    double a = 0, b = v, h = t / STEPS;
    for (int i = 0; i < STEPS; i++) {
        double k1 = b, l1 = -cos(a);
        double k2 = b + h / 2 * l1, l2 = -cos(a + h / 2 * k1);
        double k3 = b + h / 2 * l2, l3 = -cos(a + h / 2 * k2);
        double k4 = b + h * l3, l4 = -cos(a + h * k3);
        a += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        b += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
    }
    *angle = a;
    *rate = b;
}

static void pend2_exact(const test_problem *q, double t, double *u, double *y)
{
    double a, b;
    swing(q->par[0], t, &a, &b);
    u[0] = cos(a);
    u[1] = sin(a);
    y[0] = b * b - sin(a);
}

static void pend2_setup(test_problem *q)
{
    static const int order[] = {2, 2};
    static const double zeta[] = {0, 0, 2}, tols[] = {1e-6, 1e-10};
    problem_sizes(q, 2, 1, order);
    problem_side(q, 3, zeta);
    problem_tols(q, 2, tols);
    q->kind = PROBLEM_INDEX2;
    q->def.right = 2;
    q->def.f = pend2_f;
    q->def.df = pend2_df;
    q->def.g = pend2_g;
    q->def.dg = pend2_dg;
    q->def.guess = pend2_guess;
    q->exact = pend2_exact;
    double v0 = -0.33, v1 = -0.3367576, a, b; /* secant method for cos a(2) = -0.6 */
    swing(v0, 2, &a, &b);
    for (double r0 = cos(a) + 0.6; fabs(v1 - v0) > 1e-15;) {
        swing(v1, 2, &a, &b);
        double r1 = cos(a) + 0.6, next = r1 == r0 ? v1 : v1 - r1 * (v1 - v0) / (r1 - r0);
        v0 = v1;
        r0 = r1;
        v1 = next;
    }
    q->par[0] = v1;
}

/* ---- two, mixed: u^(m) = A x + G u + B y + q, 0 = C x + D u + E y + r, d = 4, x = highest derivatives in z
 * The exact solution is put in through q and r.  par: order m, quadratic terms or not, kind of E
 *     E_NONE: n_alg = 2, pure index 2;   E_CONSTANT: n_alg = 3, E of rank 1;   E_SWITCH: rank 2, t < 1/2 */

enum { D = 4, ORDER = 0, QUADRATIC = 1, KIND = 2 };
enum { E_NONE, E_CONSTANT, E_SWITCH };

typedef struct model {
    double A[D][D], G[D][D], B[D][3], C[3][D], Du[3][D], E[3][3];
} model;

/* C B is well conditioned on [0, 1]: its determinant stays above 0.9, entries below 2. */
static void fill_model(const test_problem *q, double t, model *m)
{
    const double B0[D][3] = {{0.2, 1, t}, {0.3, -t, 1}, {0.1, 0.5, 0}, {0.4, 0, 0.5 + t}};
    const double C0[3][D] = {{0.3, 0.1, 0.2, 0.4}, {1, 0.2 * t, 0, 0.3}, {-t, 1, 0.5, 0}};
    const double U[3][3] = {{0.8, -0.6, 0}, {0.6, 0.8, 0}, {0, 0, 1}},
                 V[3][3] = {{0.6, 0, 0.8}, {0, 1, 0}, {-0.8, 0, 0.6}};
    int n = q->def.n_alg, second = q->par[ORDER] > 1;
    memset(m, 0, sizeof *m);
    for (int i = 0; i < D; i++)
        for (int j = 0; j < D; j++) {
            m->A[i][j] = 0.5 * sin(i + 2 * j + t);
            m->G[i][j] = second ? 0.4 * cos(2 * i - j + t) : 0;
        }
    if (n == 2) { /* the last two rows and columns as they are */
        for (int i = 0; i < D; i++)
            for (int j = 0; j < 2; j++) {
                m->B[i][j] = B0[i][j + 1];
                m->C[j][i] = C0[j + 1][i];
                m->Du[j][i] = second ? 0.3 * sin(i + j + 2 * t) : 0;
            }
        return;
    }
    double s[3] = {2, q->par[KIND] == E_SWITCH && t < 0.5 ? 1.5 : 0, 0};
    for (int j = 0; j < 3; j++) /* rotated, so that no row or column of E is zero: U S V^T, B V^T, U C */
        for (int l = 0; l < 3; l++) {
            for (int i = 0; i < D; i++) {
                m->B[i][j] += B0[i][l] * V[j][l];
                m->C[j][i] += U[j][l] * C0[l][i];
            }
            for (int i = 0; i < 3; i++)
                m->E[i][j] += U[i][l] * s[l] * V[j][l];
        }
}

/* The right-hand sides without q and r, and their derivatives if df is not NULL. */
static void model_value(const test_problem *q, double t, const double *z, const double *y, double *f,
                        double *df)
{
    model m;
    int na = q->def.n_alg, n = D + na, order = (int)q->par[ORDER], top = order - 1;
    double quadratic = q->par[QUADRATIC];
    fill_model(q, t, &m);
    for (int i = 0; i < n; i++) {
        const double *to_x = i < D ? m.A[i] : m.C[i - D], *to_u = i < D ? m.G[i] : m.Du[i - D];
        const double *to_y = i < D ? m.B[i] : m.E[i - D];
        f[i] = 0;
        for (int j = 0; j < D; j++) {
            f[i] += to_x[j] * z[order * j + top] + (top ? to_u[j] * z[order * j] : 0);
            if (df) {
                df[i + n * (order * j + top)] += to_x[j];
                df[i + n * (order * j)] += top ? to_u[j] : 0;
            }
        }
        for (int j = 0; j < na; j++) {
            f[i] += to_y[j] * y[j];
            if (df)
                df[i + n * (order * D + j)] += to_y[j];
        }
        int a = order * (i % D), b = order * ((i + 1) % D);
        if (i < D) { /* + 0.3 u_i u_{i+1} */
            f[i] += quadratic * 0.3 * z[a] * z[b];
            if (df) {
                df[i + n * a] += quadratic * 0.3 * z[b];
                df[i + n * b] += quadratic * 0.3 * z[a];
            }
        } else if (i == D) { /* + 0.2 x_3^2 */
            int c = order * 2 + top;
            f[i] += quadratic * 0.2 * z[c] * z[c];
            if (df)
                df[i + n * c] += quadratic * 0.4 * z[c];
        }
    }
}

/* u_i = sin((1 + i/2) t + i), y_j = cos((j+1) t); z of order m and dmu */
static void solution(const test_problem *q, double t, double *z, double *y, double *dmu)
{
    int order = (int)q->par[ORDER];
    for (int i = 0; i < D; i++) {
        double w = 1 + 0.5 * i, s = sin(w * t + i), c = cos(w * t + i);
        z[order * i] = s;
        if (order == 2)
            z[order * i + 1] = w * c;
        dmu[i] = order == 1 ? w * c : -w * w * s;
    }
    for (int j = 0; j < q->def.n_alg; j++)
        y[j] = cos((j + 1) * t);
}

static int model_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)p;
    const test_problem *q = instance(user);
    double z0[2 * D], y0[3], dmu[D], f0[D + 3];
    solution(q, t, z0, y0, dmu);
    model_value(q, t, z, y, f, NULL);
    model_value(q, t, z0, y0, f0, NULL);
    for (int i = 0; i < D + q->def.n_alg; i++)
        f[i] -= i < D ? f0[i] - dmu[i] : f0[i];
    return 0;
}

static int model_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)p;
    double f[D + 3];
    model_value(instance(user), t, z, y, f, df);
    return 0;
}

/* Condition l prescribes z[column[l]]. */
static int model_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p;
    const test_problem *q = instance(user);
    double z0[2 * D], y0[3], dmu[D];
    int j = q->column[l];
    solution(q, q->zeta[l], z0, y0, dmu);
    *g = z[j] - z0[j];
    return 0;
}

static int model_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)z, (void)p;
    dg[instance(user)->column[l]] = 1;
    return 0;
}

static void model_exact(const test_problem *q, double t, double *u, double *y)
{
    double z[2 * D], dmu[D];
    solution(q, t, z, y, dmu);
    for (int i = 0; i < D; i++)
        u[i] = z[q->u[i]];
}

/* `at` lists the prescribed components: all but the last `n_right` at 0, those at 1. */
static void model_setup(test_problem *q, int order, int quadratic, int kind, int n_side, const int *at,
                        int n_right)
{
    static const double tols[] = {1e-6, 1e-10};
    const int orders[D] = {order, order, order, order};
    double zeta[2 * D];
    problem_sizes(q, D, kind == E_NONE ? 2 : 3, orders);
    for (int l = 0; l < n_side; l++) {
        zeta[l] = l < n_side - n_right ? 0 : 1;
        q->column[l] = at[l];
    }
    problem_side(q, n_side, zeta);
    problem_tols(q, 2, tols);
    q->kind = PROBLEM_INDEX2;
    q->par[ORDER] = order;
    q->par[QUADRATIC] = quadratic;
    q->par[KIND] = kind;
    q->def.linear = !quadratic;
    q->def.f = model_f;
    q->def.df = model_df;
    q->def.g = model_g;
    q->def.dg = model_dg;
    q->exact = model_exact;
    if (kind == E_SWITCH)
        q->fixed[q->n_fixed++] = 0.5;
}

/* At 0 the constraints give x1 and x2 from the others; eps = 1 with quadratic terms, 0 without. */
static void two1_setup(test_problem *q)
{
    static const int at[] = {2, 3};
    model_setup(q, 1, q->eps > 0, E_NONE, 2, at, 1);
}

static void two2_setup(test_problem *q)
{
    static const int at[] = {0, 2, 4, 6, 4, 6};
    model_setup(q, 2, q->eps > 0, E_NONE, 6, at, 2);
}

static void mixed1_setup(test_problem *q)
{
    static const int at[] = {2, 3};
    model_setup(q, 1, 0, E_CONSTANT, 2, at, 1);
}

/* One index-2 direction on the left half, two on the right: x1 is free at 0, given by the others at 1. */
static void mixed2_setup(test_problem *q)
{
    static const int at[] = {0, 2, 3};
    model_setup(q, 1, 0, E_SWITCH, 3, at, 1);
}

const problem_entry problems_manufactured[] = {{"pend2", 0, pend2_setup},   {"two1", 0, two1_setup},
                                               {"two2", 0, two2_setup},     {"two1q", 1, two1_setup},
                                               {"two2q", 1, two2_setup},    {"mixed1", 0, mixed1_setup},
                                               {"mixed2", 0, mixed2_setup}, {NULL, 0, NULL}};
