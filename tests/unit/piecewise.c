/* piecewise.c - collocation solutions on a mesh represent polynomials exactly, also on another mesh */
#include "check.h"
#include "uniform.h"
#include "method.h"
#include "piecewise.h"
#include "precision.h"

enum { D = 6, M = 2, K = 7, MSTAR = 21, DEGREES = K + 6 }; /* orders 1 .. 6, two y, k = 7 */
static const int order[D] = {3, 1, 6, 2, 5, 4};
static double coefficient[D + M][DEGREES];
/* The l-th derivative of component i: sum_c a_c t^{c-l}/(c-l)!, of degree < k + m_i (y: < k). */
static double polynomial(int i, int l, double t)
{
    double sum = 0;
    for (int c = K + (i < D ? order[i] : 0) - 1; c >= l; c--)
        sum = coefficient[i][c] + sum * t / (c - l + 1);
    return sum;
}

static void exact(double t, double *z, double *y, double *dmu)
{
    for (int i = 0, at = 0; i < D; at += order[i++]) {
        for (int l = 0; l < order[i]; l++)
            z[at + l] = polynomial(i, l, t);
        dmu[i] = polynomial(i, order[i], t);
    }
    for (int i = 0; i < M; i++)
        y[i] = polynomial(D + i, 0, t);
}

static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    CHECK(t >= -1 && t <= 2);
    (void)user;
    exact(t, z, y, dmu);
    return 0;
}

static coldae_problem problem;
static cd_memory memory;
static cd_method method;

static void create_method(int points)
{
    static double zeta[MSTAR + 1];
    static const double p[] = {0.25};
    cd_report report;
    coldae_options options;
    coldae_problem_init(&problem);
    coldae_options_init(&options);
    problem.n_diff = D;
    problem.n_alg = M;
    problem.n_param = 1;
    problem.order = order;
    problem.left = -1;
    problem.right = 2;
    problem.n_side = MSTAR + 1;
    problem.zeta = zeta;
    problem.guess = guess;
    problem.param_guess = p;
    options.n_points = K;
    options.points = points;
    CHECK_INT(cd_method_create(&problem, &options, &memory, &report, &method), COLDAE_OK);
}

static cd_piecewise create(cd_arena *arena, int n)
{
    cd_piecewise u;
    memset(arena, 0, sizeof *arena);
    cd_piecewise_layout(arena, &method.dims, &method.basis, n, &u);
    CHECK_INT(cd_arena_create(&memory, arena), COLDAE_OK);
    cd_piecewise_layout(arena, &method.dims, &method.basis, n, &u);
    CHECK_INT(arena->used, arena->size);
    return u;
}

static void random_mesh(cd_piecewise *u)
{
    double sum = 0;
    u->t[0] = -1;
    for (int n = 1; n <= u->n; n++)
        u->t[n] = sum += 1.1 + uniform();
    for (int n = 1; n <= u->n; n++)
        u->t[n] = -1 + 3 * (u->t[n] / sum);
    u->t[u->n] = 2;
}

static double difference(int n, const double *a, const double *b)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

/* The coefficients give values up to e^2: eps times that, the sums over k points, and errors of the
 * tables. */
static double tolerance(void)
{
    return 100 * DBL_EPSILON * (1 + 10 * long_double_ulp());
}

static void check_exact_at(const cd_piecewise *u, double t)
{
    double z[MSTAR], y[M], dmu[D], z0[MSTAR], y0[M], dmu0[D];
    exact(t, z0, y0, dmu0);
    cd_piecewise_at(u, t, z, y, dmu);
    CHECK_NEAR(difference(MSTAR, z, z0), 0, tolerance());
    CHECK_NEAR(difference(M, y, y0), 0, tolerance());
    CHECK_NEAR(difference(D, dmu, dmu0), 0, tolerance());
}

static void check_exact(const cd_piecewise *u)
{
    for (int i = 0; i < 40; i++)
        check_exact_at(u, 0.5 + 1.5 * uniform());
    for (int n = 0; n <= u->n; n++) {
        double z[MSTAR], y[M], t = u->t[n];
        check_exact_at(u, t);
        cd_piecewise_at(u, t, z, NULL, NULL); /* the mesh value itself */
        CHECK(memcmp(z, cd_piecewise_z(u, n), sizeof z) == 0);
        cd_piecewise_at(u, t, NULL, y, NULL);
        cd_piecewise_at(u, t, NULL, NULL, NULL);
        CHECK_INT(cd_piecewise_find(u, t), n < u->n ? n : u->n - 1);
        if (n < u->n) {
            CHECK_INT(cd_piecewise_find(u, nextafter(u->t[n + 1], -9)), n);
            CHECK_INT(cd_piecewise_find(u, (t + u->t[n + 1]) / 2), n);
        }
    }
    CHECK_NEAR(u->p[0], 0.25, 0);
}

static void check_points(const cd_piecewise *u)
{
    double t[K], z[MSTAR * K], y[M * K], z0[MSTAR], y0[M], dmu0[D];
    for (int n = 0; n < u->n; n++) {
        cd_piecewise_at_points(u, n, t, z, y);
        for (int j = 0; j < K; j++) {
            CHECK(t[j] > u->t[n] && t[j] <= u->t[n + 1]);
            exact(t[j], z0, y0, dmu0);
            CHECK_NEAR(difference(MSTAR, z + j * MSTAR, z0), 0, tolerance());
            CHECK_NEAR(difference(M, y + j * M, y0), 0, tolerance());
        }
        if (u->basis->points == COLDAE_RADAU)
            CHECK(t[K - 1] == (n + 1 < u->n ? nextafter(u->t[n + 1], -9) : u->t[n + 1]));
    }
}

static void test_polynomial(int n, int n_other)
{
    cd_arena arena, other_arena, copy_arena, gate_arena = {0};
    cd_report report;
    cd_gate gate = {.problem = &problem, .dims = &method.dims, .report = &report};
    _Alignas(32) double work[CD_WIDTH * (1 + 2 * MSTAR + 3 * K * (D + M))];
    CHECK_INT(cd_piecewise_work(&method.dims), sizeof work / sizeof work[0]);
    cd_gate_layout(&gate_arena, &method.dims, 0, K, &gate);
    cd_piecewise u = create(&arena, n), other = create(&other_arena, n_other), copy = create(&copy_arena, n);
    random_mesh(&u);
    random_mesh(&other);
    CHECK_INT(cd_piecewise_guess(&gate, &u, work), COLDAE_OK);
    check_exact(&u);
    check_points(&u);
    cd_piecewise_transfer(&u, &other, work);
    check_exact(&other);
    cd_piecewise_copy(&u, &copy);
    CHECK(memcmp(copy_arena.base, arena.base, arena.size) == 0);
    cd_arena_release(&memory, &arena);
    cd_arena_release(&memory, &other_arena);
    cd_arena_release(&memory, &copy_arena);
}

/* Values that fit nowhere: y and u^(m) jump at every mesh point.  Both ways to the halved mesh give the
 * same. */
static void test_halved(int n)
{
    cd_arena arena, slow_arena, fast_arena;
    cd_piecewise u = create(&arena, n), slow = create(&slow_arena, 2 * n), fast = create(&fast_arena, 2 * n);
    _Alignas(32) double work[CD_WIDTH * (1 + 2 * MSTAR + 3 * K * (D + M))];
    random_mesh(&u);
    for (int i = 0; i < MSTAR * (n + 1); i++)
        u.z[i] = uniform();
    for (int i = 0; i < K * (D + M) * n; i++)
        u.v[i] = uniform();
    u.p[0] = 0.75;
    for (int i = 0; i <= 2 * n; i++)
        slow.t[i] = fast.t[i] = i % 2 ? (u.t[i / 2] + u.t[i / 2 + 1]) / 2 : u.t[i / 2];
    cd_piecewise_transfer(&u, &slow, work);
    cd_piecewise_transfer_halved(&u, &fast, work);
    CHECK_NEAR(difference(MSTAR * (2 * n + 1), slow.z, fast.z), 0, tolerance());
    double h =
        3; /* rounding of t, up to 2 eps, moves tau by that over h, and the slope of y and u^(m) is 2 k^2 */
    for (int i = 0; i < n; i++)
        h = fmin(h, u.t[i + 1] - u.t[i]);
    double tol = tolerance() + 2 * K * K * 2 * DBL_EPSILON / h;
    CHECK_NEAR(difference(K * (D + M) * 2 * n, slow.v, fast.v), 0, tol);
    CHECK(slow.p[0] == 0.75 && fast.p[0] == 0.75);
    for (int i = 0; i <= n; i++)
        CHECK(memcmp(cd_piecewise_z(&fast, 2 * i), cd_piecewise_z(&u, i), MSTAR * sizeof(double)) == 0);
    double t[K], z[MSTAR * K], y[M * K], y_there[M],
        dmu[D]; /* y, w: the values at the points, from either side */
    cd_piecewise_at_points(&u, 0, t, z, y);
    for (int j = 0; j < K - 1; j++) {
        cd_piecewise_at(&u, t[j], NULL, y_there, dmu);
        CHECK_NEAR(difference(M, y_there, y + j * M), 0, tol);
        CHECK_NEAR(difference(D, dmu, u.v + j * (D + M)), 0, tol);
    }
    cd_arena_release(&memory, &arena);
    cd_arena_release(&memory, &slow_arena);
    cd_arena_release(&memory, &fast_arena);
}

int main(void)
{
    uniform_state = 3;
    for (int i = 0; i < D + M; i++)
        for (int c = 0; c < DEGREES; c++)
            coefficient[i][c] = uniform();
    for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++) {
        create_method(points);
        for (int n = 1; n <= 25; n += 6) {
            test_polynomial(n, n);
            test_polynomial(n, 2 * n + 1);
            test_polynomial(2 * n + 1, n);
            test_halved(n);
        }
        cd_method_release(&memory, &method);
    }
    CHECK_INT(memory.used, 0);
    return check_result();
}
