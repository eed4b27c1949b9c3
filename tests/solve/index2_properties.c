/* index2_properties.c - index 2 and mixed index: what must not matter does not, and what is found is reported
 *
 *     (u0', u1'', u2') = A z + B y + ..,       0 = C z + E y + ..,       z = (u0, u1, u1', u2)
 *
 * with two constraints and a prescribed solution of period 1; E = U diag(s) V^T of rank 0, 1 or 2, which may
 * change at 1/2; on demand quadratic terms, an unknown constant, y = T y~, constraints S f_alg for f_alg.
 */
#include "check.h"

#include <coldae/coldae.h>

enum { D = 3, M = 2, N_EQ = D + M, Z = 4 };
enum { ADDED, GIVEN, PERIODIC, ALL_PERIODIC }; /* conditions: see fill */

static const double TAU = 6.28318530717958647692, P = 0.7;
static const double U[M][M] = {{0.8, -0.6}, {0.6, 0.8}}, V[M][M] = {{0.28, 0.96}, {-0.96, 0.28}};

typedef struct setup {
    int rank;           /* of E, unless it varies */
    int rank_right;     /* its rank on t >= 1/2 */
    int quadratic;      /* nonzero: quadratic terms */
    int n_param;        /* 0 or 1 */
    int conditions;     /* ADDED, .. */
    double T[M][M];     /* y = T y~ */
    double S[M][M];     /* S f_alg for f_alg */
    int column[Z + 1];  /* condition l prescribes z[column[l]], or is hidden constraint -1 - column[l] */
    double zeta[Z + 1]; /* .. there */
    int projection, k;  /* options */
    int n;              /* subintervals of the fixed mesh; 0: adapt */
    double tol;
} setup;

static setup plain(int rank)
{
    return (setup){.rank = rank,
                   .rank_right = rank,
                   .T = {{1, 0}, {0, 1}},
                   .S = {{1, 0}, {0, 1}},
                   .projection = COLDAE_PROJECT_AUTO,
                   .k = 3,
                   .n = 12,
                   .tol = 1e-12};
}

static void exact(double t, double *z, double *y, double *dmu)
{
    double a = TAU * t;
    z[0] = sin(a);
    z[1] = cos(a) / 2;
    z[2] = -TAU * sin(a) / 2;
    z[3] = sin(2 * a + 1) / 2;
    y[0] = cos(a);
    y[1] = sin(2 * a);
    dmu[0] = TAU * cos(a);
    dmu[1] = -TAU * TAU * cos(a) / 2;
    dmu[2] = TAU * cos(2 * a + 1);
}

/* f at (z, y) without what puts the exact solution in, and df if not NULL; y and f_alg the true ones */
static void raw(const setup *q, double t, const double *z, const double *y, double p, double *f, double *df)
{
    double s = sin(TAU * t), c = cos(TAU * t);
    const double B[D][M] = {{1, 0.3 * s}, {0.2 * c, 1}, {0.5, 0.4}};
    const double C[M][Z] = {{1.5, 0.4, 0.2 * c, 0.3}, {-0.3, 0.2 * s, 1, 0.4 * s}};
    int rank = t < 0.5 ? q->rank : q->rank_right;
    double jacobian[N_EQ][Z + M + 1] = {{0}};
    for (int i = 0; i < D; i++) {
        for (int j = 0; j < Z; j++)
            jacobian[i][j] = 0.5 * sin(i + 2 * j + TAU * t);
        for (int j = 0; j < M; j++)
            jacobian[i][Z + j] = B[i][j];
    }
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < Z; j++)
            jacobian[D + i][j] = C[i][j];
        for (int j = 0; j < M; j++)
            jacobian[D + i][Z + j] =
                (rank > 0 ? U[i][0] * 2 * V[j][0] : 0) + (rank > 1 ? U[i][1] * 1.5 * V[j][1] : 0);
    }
    jacobian[2][Z + M] = 1;
    jacobian[4][Z + M] = 0.5;
    for (int i = 0; i < N_EQ; i++) {
        f[i] = jacobian[i][Z + M] * p;
        for (int j = 0; j < Z + M; j++)
            f[i] += jacobian[i][j] * (j < Z ? z[j] : y[j - Z]);
    }
    if (q->quadratic) { /* 0.3 u0 u2 in the first equations, 0.1 u2^2 in the first constraint */
        for (int i = 0; i < D; i++) {
            f[i] += 0.3 * z[0] * z[3];
            jacobian[i][0] += 0.3 * z[3];
            jacobian[i][3] += 0.3 * z[0];
        }
        f[D] += 0.1 * z[3] * z[3];
        jacobian[D][3] += 0.2 * z[3];
    }
    for (int i = 0; df && i < N_EQ; i++)
        for (int j = 0; j < Z + M + q->n_param; j++)
            df[i + N_EQ * j] = jacobian[i][j];
}

static void true_y(const setup *q, const double *y, double *ty)
{
    for (int i = 0; i < M; i++)
        ty[i] = q->T[i][0] * y[0] + q->T[i][1] * y[1];
}

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    const setup *q = user;
    double z0[Z], y0[M], dmu[D], f0[N_EQ], ty[M];
    exact(t, z0, y0, dmu);
    true_y(q, y, ty);
    raw(q, t, z, ty, q->n_param ? p[0] : P, f, NULL);
    raw(q, t, z0, y0, P, f0, NULL);
    for (int i = 0; i < N_EQ; i++)
        f[i] -= i < D ? f0[i] - dmu[i] : f0[i];
    double first = f[D], second = f[D + 1];
    for (int i = 0; i < M; i++)
        f[D + i] = q->S[i][0] * first + q->S[i][1] * second;
    return 0;
}

static int derivatives(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    const setup *q = user;
    double ty[M], f[N_EQ];
    true_y(q, y, ty);
    raw(q, t, z, ty, q->n_param ? p[0] : P, f, df);
    for (int j = 0; j < Z + M + q->n_param; j++) {
        double first = df[D + N_EQ * j], second = df[D + 1 + N_EQ * j];
        for (int i = 0; i < M; i++)
            df[D + i + N_EQ * j] = q->S[i][0] * first + q->S[i][1] * second;
    }
    for (int i = 0; i < N_EQ; i++) {
        double first = df[i + N_EQ * Z], second = df[i + N_EQ * (Z + 1)];
        for (int j = 0; j < M; j++)
            df[i + N_EQ * (Z + j)] = first * q->T[0][j] + second * q->T[1][j];
    }
    return 0;
}

/* Hidden constraint number a of the left end: row a of U^T f_alg, which does not contain y for a >= rank */
static double hidden(const setup *q, int a, double t, const double *z, const double *p)
{
    double f[N_EQ], y[M] = {0, 0};
    equations(t, z, y, p, f, (void *)(size_t)q);
    return U[0][a] * f[D] + U[1][a] * f[D + 1];
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    const setup *q = user;
    double z0[Z], y0[M], dmu[D];
    exact(q->zeta[l], z0, y0, dmu);
    *g = q->column[l] >= 0 ? z[q->column[l]] - z0[q->column[l]] : hidden(q, -1 - q->column[l], 0, z, p);
    return 0;
}

/* u1 and u2, or everything */
static int coupled(const double *zl, const double *zr, const double *p, double *r, void *user)
{
    (void)p;
    int all = ((const setup *)user)->conditions == ALL_PERIODIC, n = 0;
    for (int i = 0; i < Z; i++)
        if (all || i == 1 || i == 3)
            r[n++] = zr[i] - zl[i];
    return 0;
}

static int guess(double t, double *z, double *y, double *dmu, void *user) /* not the solution */
{
    (void)user;
    exact(t, z, y, dmu);
    for (int i = 0; i < Z; i++)
        z[i] += 0.1 * cos(i + t);
    y[0] = y[1] = 0;
    return 0;
}

static void prescribe(setup *q, coldae_problem *problem, int column, double zeta)
{
    q->column[problem->n_side] = column;
    q->zeta[problem->n_side++] = zeta;
}

/* u1 at left, u2 at right; u2 at left for the constant; u0 and u1' at left where E leaves them free; then the
 * library adds the hidden constraints, or they are given here. */
static void fill(setup *q, coldae_problem *problem)
{
    static const int order[D] = {1, 2, 1};
    coldae_problem_init(problem);
    problem->n_diff = D;
    problem->n_alg = M;
    problem->n_param = q->n_param;
    problem->order = order;
    problem->linear = !q->quadratic;
    problem->f = equations;
    problem->df = derivatives;
    problem->g = condition;
    problem->guess = guess;
    problem->user = q;
    if (q->conditions == PERIODIC || q->conditions == ALL_PERIODIC) {
        problem->n_coupled = q->conditions == PERIODIC ? 2 : 4;
        problem->coupled = coupled;
        return;
    }
    problem->zeta = q->zeta;
    prescribe(q, problem, 1, 0);
    if (q->n_param)
        prescribe(q, problem, 3, 0);
    if (q->rank > 0)
        prescribe(q, problem, 0, 0);
    if (q->rank > 1)
        prescribe(q, problem, 2, 0);
    for (int a = q->rank; a < M && q->conditions == GIVEN; a++)
        prescribe(q, problem, -1 - a, 0);
    prescribe(q, problem, 3, 1);
}

static coldae_solution *solve(const setup *with, coldae_info *info)
{
    setup q = *with;
    const double half = 0.5;
    coldae_problem problem;
    coldae_options options;
    coldae_solution *s = NULL;
    fill(&q, &problem);
    coldae_options_init(&options);
    options.tol = q.tol;
    options.projection = q.projection;
    options.n_points = q.k;
    options.n_intervals = q.n ? q.n : 5;
    options.adapt = q.n ? COLDAE_FIXED_MESH : COLDAE_ADAPT;
    if (q.rank != q.rank_right) {
        options.fixed = &half;
        options.n_fixed = 1;
    }
    coldae_status status = coldae_solve(&problem, &options, &s, info);
    if (check_fails(status == COLDAE_OK, __FILE__, __LINE__))
        printf("rank %d/%d, quadratic %d, conditions %d: %s: %s\n", q.rank, q.rank_right, q.quadratic,
               q.conditions, coldae_strerror(status), info->message);
    return s;
}

/* The largest differences of z and of the true y, over mesh points and others. */
static void differ(const char *what, const setup *a, const setup *b, double limit_z, double limit_y)
{
    enum { SAMPLES = 60 };
    coldae_info info[2];
    coldae_solution *s = solve(a, &info[0]), *r = solve(b, &info[1]);
    double z[2][Z], y[2][M], ty[2][M], worst_z = 0, worst_y = 0;
    for (int i = 0; s && r && i <= SAMPLES; i++) {
        double t = i / (double)SAMPLES;
        CHECK_INT(coldae_solution_eval(s, t, z[0], y[0]), COLDAE_OK);
        CHECK_INT(coldae_solution_eval(r, t, z[1], y[1]), COLDAE_OK);
        true_y(a, y[0], ty[0]);
        true_y(b, y[1], ty[1]);
        for (int j = 0; j < Z; j++)
            worst_z = fmax(worst_z, fabs(z[0][j] - z[1][j]) / (1 + fabs(z[0][j])));
        for (int j = 0; j < M; j++)
            worst_y = fmax(worst_y, fabs(ty[0][j] - ty[1][j]) / (1 + fabs(ty[0][j])));
    }
    if (check_fails(s && r && worst_z <= limit_z && worst_y <= limit_y, __FILE__, __LINE__))
        printf("%s (rank %d, quadratic %d): z differs by %.3g > %.3g or y by %.3g > %.3g\n", what, a->rank,
               a->quadratic, worst_z, limit_z, worst_y, limit_y);
    CHECK_INT(info[0].index, info[1].index);
    coldae_solution_free(s);
    coldae_solution_free(r);
}

/* E = 0: selective = pure = found by the library; E nonsingular: = none. */
static void check_selective(int quadratic)
{
    setup a = plain(0), b = plain(0);
    a.quadratic = b.quadratic = quadratic;
    a.projection = COLDAE_PROJECT_SELECTIVE;
    b.projection = COLDAE_PROJECT_INDEX2;
    differ("selective and pure", &a, &b, 1e-13, 1e-11);
    b.projection = COLDAE_PROJECT_AUTO;
    differ("selective and auto", &a, &b, 0, 0);
    a = b = plain(2);
    a.quadratic = b.quadratic = quadratic;
    a.projection = COLDAE_PROJECT_SELECTIVE;
    b.projection = COLDAE_PROJECT_NONE;
    differ("selective and none", &a, &b, 0, 0);
    a.projection = COLDAE_PROJECT_AUTO;
    differ("auto and none", &a, &b, 0, 0);
    a = b = plain(1);
    a.quadratic = b.quadratic = quadratic;
    a.projection = COLDAE_PROJECT_SELECTIVE;
    differ("selective and auto", &a, &b, 0, 0);
}

/* Other coordinates of y and of the constraints: orthogonal ones always; any where E = 0. */
static void check_invariance(int rank, int quadratic)
{
    const double turn[M][M] = {{0.6, 0.8}, {-0.8, 0.6}},
                 mirror[M][M] = {{5.0 / 13, 12.0 / 13}, {12.0 / 13, -5.0 / 13}};
    const double skew[M][M] = {{100, 30}, {-0.02, 0.01}};
    setup a = plain(rank), b;
    a.quadratic = quadratic;
    b = a;
    memcpy(b.T, turn, sizeof turn);
    differ("y turned", &a, &b, 1e-12, 1e-10);
    memcpy(b.S, mirror, sizeof mirror);
    differ("y and the constraints turned", &a, &b, 1e-12, 1e-10);
    if (rank > 0)
        return;
    memcpy(b.S, skew, sizeof skew);
    differ("constraints recombined", &a, &b, 1e-12, 1e-10);
    memcpy(b.T, skew, sizeof skew);
    differ("y and the constraints recombined", &a, &b, 1e-12, 1e-10);
}

/* The conditions that the library adds are the ones that a user would give. */
static void check_consistency(int rank, int quadratic, int n_param)
{
    setup a = plain(rank), b;
    a.quadratic = quadratic;
    a.n_param = n_param;
    b = a;
    b.conditions = GIVEN;
    differ("constraints at left added and given", &a, &b, 1e-12, 1e-10);
}

/* The largest hidden constraint at the mesh points, freshly evaluated from what the user sees. */
static double largest_hidden(const setup *q, const coldae_solution *s)
{
    const double *t;
    double z[Z], most = 0;
    int n = coldae_solution_mesh(s, &t);
    for (int i = 0; i <= n; i++) {
        CHECK_INT(coldae_solution_eval(s, t[i], z, NULL), COLDAE_OK);
        for (int a = t[i] < 0.5 ? q->rank : q->rank_right; a < M; a++)
            most = fmax(most, fabs(hidden(q, a, t[i], z, coldae_solution_param(s))));
    }
    return most;
}

/* The largest |z - z*|/(1 + |z*|) */
static double largest_error(const coldae_solution *s)
{
    const double *t;
    double z[Z], z0[Z], y0[M], dmu[D], most = 0;
    int n = coldae_solution_mesh(s, &t);
    for (int i = 0; i <= 4 * n; i++) {
        double at = i % 4 ? t[i / 4] + (t[i / 4 + 1] - t[i / 4]) * (i % 4) / 4 : t[i / 4];
        CHECK_INT(coldae_solution_eval(s, at, z, NULL), COLDAE_OK);
        exact(at, z0, y0, dmu);
        for (int j = 0; j < Z; j++)
            most = fmax(most, fabs(z[j] - z0[j]) / (1 + fabs(z0[j])));
    }
    return most;
}

/* True errors at the tolerance, the index, and the hidden constraints at all mesh points. */
static void check_solve(const setup *q, int index)
{
    coldae_info info;
    coldae_solution *s = solve(q, &info);
    if (!s)
        return;
    double error = largest_error(s), constraint = largest_hidden(q, s);
    if (check_fails(q->n || (error <= 3 * q->tol && error <= 3 * fmax(info.error, 1e-3) * q->tol), __FILE__,
                    __LINE__))
        printf("rank %d/%d, quadratic %d, conditions %d: error/tol %.3g, estimated %.3g\n", q->rank,
               q->rank_right, q->quadratic, q->conditions, error / q->tol, info.error);
    if (check_fails(constraint <= 2e-13, __FILE__, __LINE__))
        printf("rank %d/%d, quadratic %d, conditions %d: hidden constraints %.3g at mesh points\n", q->rank,
               q->rank_right, q->quadratic, q->conditions, constraint);
    if (check_fails(info.index == index, __FILE__, __LINE__))
        printf("rank %d/%d: index %d found, %d expected\n", q->rank, q->rank_right, info.index, index);
    if (q->n_param && !q->n)
        CHECK_NEAR(coldae_solution_param(s)[0], P, 3 * q->tol);
    coldae_solution_free(s);
}

static void check_solves(int quadratic)
{
    static const int ranks[][3] = {{0, 0, 2},  {1, 1, 2},  {2, 2, 1},  {0, 1, 2}, {1, 0, 2},
                                   {0, 2, -1}, {2, 0, -1}, {1, 2, -1}, {2, 1, -1}}; /* left, right, index */
    for (size_t i = 0; i < sizeof ranks / sizeof ranks[0]; i++)
        for (int n_param = 0; n_param <= 1; n_param++) {
            setup q = plain(ranks[i][0]);
            q.rank_right = ranks[i][1];
            q.quadratic = quadratic;
            q.n_param = n_param;
            q.n = 0;
            q.k = 0;
            q.tol = 1e-8;
            check_solve(&q, ranks[i][2]);
            q.n = 6; /* a coarse mesh, far from the solution: the constraints hold all the same */
            q.k = 2;
            q.tol = 1e-12;
            check_solve(&q, ranks[i][2]);
        }
}

/* Periodic conditions: of two components with the constraints added, or of all; both are the same problem. */
static void check_periodic(int quadratic)
{
    setup q = plain(0), all;
    q.quadratic = quadratic;
    q.conditions = PERIODIC;
    all = q;
    all.conditions = ALL_PERIODIC;
    differ("two and all components periodic", &q, &all, 1e-12, 1e-10);
    q.n = 0;
    q.k = 4;
    q.tol = 1e-8;
    check_solve(&q, 2);
    q.conditions = ALL_PERIODIC;
    check_solve(&q, 2);
}

/* No algebraic components: index 0. */
static int decay(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = -z[0];
    return 0;
}

static int one(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l, (void)p, (void)user;
    *g = z[0] - 1;
    return 0;
}

static void check_index0(void)
{
    const int order = 1;
    const double zeta = 0;
    coldae_problem problem;
    coldae_solution *s;
    coldae_info info;
    coldae_problem_init(&problem);
    problem.n_diff = 1;
    problem.order = &order;
    problem.n_side = 1;
    problem.zeta = &zeta;
    problem.f = decay;
    problem.g = one;
    CHECK_INT(coldae_solve(&problem, NULL, &s, &info), COLDAE_OK);
    CHECK_INT(info.index, 0);
    coldae_solution_free(s);
}

int main(void)
{
    check_index0();
    for (int quadratic = 0; quadratic <= 1; quadratic++) {
        check_selective(quadratic);
        for (int rank = 0; rank <= M; rank++)
            check_invariance(rank, quadratic);
        for (int rank = 0; rank < M; rank++)
            for (int n_param = 0; n_param <= 1; n_param++)
                check_consistency(rank, quadratic, n_param);
        check_solves(quadratic);
        check_periodic(quadratic);
    }
    return check_result();
}
