/* differences.c - differenced Jacobians: linear problems to rounding, and at the edge of the domain */
#include <float.h>

#include "callbacks.h"
#include "check.h"

enum { N = 2, COLUMNS = 4, CAPACITY = 3, COUPLED = 2 }; /* two first-order equations, y and p */
static const int order[] = {1}, offset[] = {0};
static const double zeta[] = {0, 1};

/* f = A (z, y, p) + b(t), with coefficients of very different sizes */
static const double A[N * COLUMNS] = {1e6, -3, 1e-4, 7, -1e3, 0, 0.1, 1 / 3.0};

static int linear_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    const double v[COLUMNS] = {z[0], z[1], y[0], p[0]};
    (void)user;
    for (int i = 0; i < N; i++) {
        f[i] = sin(t);
        for (int c = 0; c < COLUMNS; c++)
            f[i] += A[i + c * N] * v[c];
    }
    return 0;
}

static int linear_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)user;
    *g = A[l] * z[0] + z[1] / 3 - 2 * p[0] - 5;
    return 0;
}

static int linear_coupled(const double *zl, const double *zr, const double *p, double *r, void *user)
{
    (void)user;
    r[0] = zl[0] - zr[0];
    r[1] = 1e3 * zl[1] + zr[1] / 7 - p[0];
    return 0;
}

/* Defined for z0 <= 1, z1 >= -1, y <= 2, p <= 3 only; a code or a NaN outside, as `user` says. */
static int edge_value(const double *v, const int *code, double *value)
{
    static const double edge[] = {1, 1, 2, 3}, sign[] = {1, -1, 1, 1};
    *value = 0;
    for (int c = 0; c < COLUMNS; c++) {
        double room = edge[c] - sign[c] * v[c];
        if (!(room >= 0) && *code)
            return *code;
        *value += room >= 0 ? (c + 1) * room + room * room : NAN;
    }
    return 0;
}

static int edge_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    const double v[COLUMNS] = {z[0], z[1], y[0], p[0]};
    f[1] = t;
    return edge_value(v, user, f);
}

static int edge_g(int l, const double *z, const double *p, double *g, void *user)
{
    const double v[COLUMNS] = {z[0], z[1], 2 - l, p[0]};
    return edge_value(v, user, g);
}

static int edge_coupled(const double *zl, const double *zr, const double *p, double *r, void *user)
{
    const double v[COLUMNS] = {zl[0], zr[1], 0, p[0]};
    r[1] = zl[1];
    return edge_value(v, user, r);
}

static coldae_problem problem;
static cd_dims dims;
static cd_report report;
static int code;

static cd_gate create(cd_memory *memory, cd_arena *arena)
{
    coldae_problem_init(&problem);
    problem.n_diff = problem.n_side = N;
    problem.n_alg = problem.n_param = 1;
    problem.order = order;
    problem.n_coupled = COUPLED;
    problem.zeta = zeta;
    problem.user = &code;
    /* the gate asks no more than the sizes: two equations, one of them a constraint on one y */
    dims = (cd_dims){.n_diff = 1,
                     .n_alg = 1,
                     .n_param = 1,
                     .n_eq = N,
                     .mstar = N,
                     .max_order = 2,
                     .order = order,
                     .offset = offset};
    cd_gate gate = {.problem = &problem, .dims = &dims, .report = &report};
    cd_gate_layout(arena, &dims, COUPLED, CAPACITY, &gate);
    CHECK_INT(cd_arena_create(memory, arena), COLDAE_OK);
    cd_gate_layout(arena, &dims, COUPLED, CAPACITY, &gate);
    return gate;
}

static const double t3[] = {0, 0.5, 1}, z3[] = {0, 0, 1e-8, 2, -3, 0.1}, y3[] = {0, 1e4, 0}, p1[] = {0.3};

/* Rounding of f, no more: eps |f| over a step of the size of the values. */
static void test_linear(void)
{
    cd_memory memory = {0};
    cd_arena arena = {0};
    cd_gate gate = create(&memory, &arena);
    double f[N * 3], df[N * COLUMNS * 3], g, dg[3], r[COUPLED], dr[COUPLED * 5];
    problem.linear = 1;
    problem.f = linear_f;
    problem.g = linear_g;
    problem.coupled = linear_coupled;
    CHECK_INT(cd_gate_f(&gate, 3, t3, z3, y3, p1, f), COLDAE_OK);
    CHECK_INT(cd_gate_df(&gate, 3, t3, z3, y3, p1, f, df), COLDAE_OK);
    for (int i = 0; i < N * COLUMNS * 3; i++) {
        double size = 0; /* of the terms in this row, with a moved value */
        for (int c = 0; c < COLUMNS; c++)
            size += fabs(A[i % N + c * N]) * (c == 2 ? 2e4 : 6);
        CHECK_NEAR(df[i], A[i % (N * COLUMNS)], 4 * DBL_EPSILON * size);
    }
    for (int l = 0; l < 2; l++) {
        CHECK_INT(cd_gate_g(&gate, l, z3 + 4, p1, &g), COLDAE_OK);
        CHECK_INT(cd_gate_dg(&gate, l, z3 + 4, p1, g, dg), COLDAE_OK);
        CHECK_NEAR(dg[0], A[l], 8 * DBL_EPSILON * 6 * fabs(A[l]));
        CHECK_NEAR(dg[1], 1 / 3.0, 8 * DBL_EPSILON * 6 * fabs(A[l]));
        CHECK_NEAR(dg[2], -2, 8 * DBL_EPSILON * 6 * fabs(A[l]));
    }
    CHECK_INT(cd_gate_coupled(&gate, z3, z3 + 4, p1, r), COLDAE_OK);
    CHECK_INT(cd_gate_dcoupled(&gate, z3, z3 + 4, p1, r, dr), COLDAE_OK);
    static const double exact[] = {1, 0, 0, 1e3, -1, 0, 0, 1 / 7.0, 0, -1};
    for (int i = 0; i < COUPLED * 5; i++)
        CHECK_NEAR(dr[i], exact[i], 8 * DBL_EPSILON * (1 + fabs(exact[i])));
    cd_arena_release(&memory, &arena);
}

/* At the edge the step away from zero leaves the domain: the other side must do, whatever moves. */
static void test_edge(void)
{
    cd_memory memory = {0};
    cd_arena arena = {0};
    cd_gate gate = create(&memory, &arena);
    static const double z[] = {1, -1, 1, -1, 1, -1}, y[] = {2, 2, 2}, p[] = {3}, exact[] = {-1, 2, -3, -4};
    double f[N * 3], df[N * COLUMNS * 3], g, dg[3], r[COUPLED], dr[COUPLED * 5], tol = 1e-6;
    problem.f = edge_f;
    problem.g = edge_g;
    problem.coupled = edge_coupled;
    for (code = 0; code <= 1; code++) {
        CHECK_INT(cd_gate_f(&gate, 3, t3, z, y, p, f), COLDAE_OK);
        CHECK_INT(cd_gate_df(&gate, 3, t3, z, y, p, f, df), COLDAE_OK);
        for (int i = 0; i < N * COLUMNS * 3; i++)
            CHECK_NEAR(df[i], i % 2 ? 0 : exact[i / 2 % COLUMNS], tol);
        CHECK_INT(cd_gate_g(&gate, 0, z, p, &g), COLDAE_OK);
        CHECK_INT(cd_gate_dg(&gate, 0, z, p, g, dg), COLDAE_OK);
        CHECK_NEAR(dg[0], exact[0], tol);
        CHECK_NEAR(dg[1], exact[1], tol);
        CHECK_NEAR(dg[2], exact[3], tol);
        CHECK_INT(cd_gate_coupled(&gate, z, z, p, r), COLDAE_OK);
        CHECK_INT(cd_gate_dcoupled(&gate, z, z, p, r, dr), COLDAE_OK);
        CHECK_NEAR(dr[0], exact[0], tol);
        CHECK_NEAR(dr[6], exact[1], tol);
        CHECK_NEAR(dr[8], exact[3], tol);
        CHECK_INT(gate.code, code);
    }
    code = -5; /* stop is stop: no second try */
    gate.n_f = 0;
    CHECK_INT(cd_gate_df(&gate, 3, t3, z, y, p, f, df), COLDAE_ERR_CALLBACK);
    CHECK_INT(gate.n_f, 1);
    static const double outside[] = {2, -1}; /* nowhere to go */
    code = 4;
    CHECK_INT(cd_gate_df(&gate, 1, t3, outside, y, p, f, df), CD_UNDEFINED);
    CHECK_INT(cd_gate_dg(&gate, 0, outside, p, 0, dg), CD_UNDEFINED);
    CHECK_INT(cd_gate_dcoupled(&gate, outside, z, p, r, dr), CD_UNDEFINED);
    cd_arena_release(&memory, &arena);
}

int main(void)
{
    test_linear();
    test_edge();
    return check_result();
}
