/* march_orders.c - fixed steps have the orders of the theory, and are those of coldae_solve
 *
 *     u^(m) = U^(m) + sum_l A_l (u^(l) - U^(l)) + B (y - Y) + ..,       0 = C (x - X) + D (u - U) + ..,    x = u^(m-1)
 *
 * with three components, two constraints and the solution U, Y put in; the dots are quadratic terms.  With projection
 * values at mesh points have order p = 2k (Gauss) or 2k - 1 (Radau), u^(l) between them min(k + m - l, p), y and w =
 * u^(m) order k.                                      Ascher & Petzold (1992) Theorems 2.2, 2.3
 */
#include "check.h"

#include <coldae/ivp.h>

enum { D = 3, M = 2, N_EQ = D + M, MAX_ORDER = 3, MAX_Z = D * MAX_ORDER, PLACES = 7 };
static const double RIGHT = 1;
static const double SLACK = 0.3;      /* an order may fall short by that much */
static const double ROUNDING = 1e-11; /* smaller errors say nothing of orders: y has eps/h of its own */

typedef struct family {
    int m;            /* order of the equations */
    double quadratic; /* factor of the quadratic terms */
} family;

static double exact(int i, int l, double t)
{
    double w = 1.5 + 0.5 * i, phase = w * t + i, wave = l % 2 ? cos(phase) : sin(phase);
    return pow(w, l) * (l % 4 >= 2 ? -wave : wave);
}

static double exact_y(int j, double t)
{
    return cos((j + 1) * t + 0.5);
}

static double A(int i, int j, int l, double t)
{
    return 0.4 * sin(i + 2 * j + t) / (1 + l);
}

static double B(int i, int j, double t)
{
    const double value[D][M] = {{1, 0.3 * t}, {0.2 * t, 1}, {0.5, 0.4}};
    return value[i][j];
}

static double C(int j, int i, double t)
{
    const double value[M][D] = {{1.5, 0.2 * cos(t), 0.3}, {-0.3, 1, 0.4 * t}};
    return value[j][i];
}

static int f(double t, const double *z, const double *y, const double *p, double *out, void *user)
{
    const family *s = user;
    (void)p;
    for (int i = 0; i < D; i++) {
        double gap = z[i * s->m] - exact(i, 0, t);
        out[i] = exact(i, s->m, t) + s->quadratic * gap * gap;
        for (int j = 0; j < D; j++)
            for (int l = 0; l < s->m; l++)
                out[i] += A(i, j, l, t) * (z[j * s->m + l] - exact(j, l, t));
        for (int j = 0; j < M; j++)
            out[i] += B(i, j, t) * (y[j] - exact_y(j, t));
    }
    for (int j = 0; j < M; j++)
        for (int i = 0; i < D; i++) {
            double gap = z[i * s->m + s->m - 1] - exact(i, s->m - 1, t);
            out[D + j] += C(j, i, t) * gap + s->quadratic * (1 + j) * gap * gap;
            if (s->m > 1)
                out[D + j] += 0.3 * (1 + i - j) * (z[i * s->m] - exact(i, 0, t));
        }
    return 0;
}

static int df(double t, const double *z, const double *y, const double *p, double *out, void *user)
{
    const family *s = user;
    (void)y;
    (void)p;
    for (int j = 0; j < D; j++) {
        int u = j * s->m, x = u + s->m - 1; /* columns */
        for (int i = 0; i < D; i++)
            for (int l = 0; l < s->m; l++)
                out[i + (u + l) * N_EQ] = A(i, j, l, t);
        out[j + u * N_EQ] += 2 * s->quadratic * (z[u] - exact(j, 0, t));
        for (int i = 0; i < M; i++) {
            out[D + i + x * N_EQ] = C(i, j, t) + 2 * s->quadratic * (1 + i) * (z[x] - exact(j, s->m - 1, t));
            if (s->m > 1)
                out[D + i + u * N_EQ] += 0.3 * (1 + j - i);
            out[j + (D * s->m + i) * N_EQ] = B(j, i, t);
        }
    }
    return 0;
}

static int g(int l, const double *z, const double *p, double *out, void *user)
{
    const family *s = user;
    (void)p;
    *out = z[l] - exact(l / s->m, l % s->m, 0);
    return 0;
}

/* Near the solution: the quadratic constraints have others. */
static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    const family *s = user;
    for (int c = 0; c < D * s->m; c++)
        z[c] = exact(c / s->m, c % s->m, t) + 0.01;
    for (int i = 0; i < D; i++)
        dmu[i] = exact(i, s->m, t);
    for (int j = 0; j < M; j++)
        y[j] = exact_y(j, t);
    return 0;
}

static coldae_problem problem_of(family *s)
{
    static const int order[4][D] = {{1, 1, 1}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}};
    static const double zeta[MAX_Z];
    coldae_problem p;
    coldae_problem_init(&p);
    p.n_diff = D;
    p.n_alg = M;
    p.order = order[s->m];
    p.right = RIGHT;
    p.n_side = D * s->m;
    p.zeta = zeta;
    p.linear = s->quadratic == 0;
    p.f = f;
    p.df = df;
    p.g = g;
    p.guess = guess;
    p.user = s;
    return p;
}

static coldae_solution *march(family *s, int points, int k, int n)
{
    coldae_problem p = problem_of(s);
    coldae_march_options o;
    coldae_ivp_info info;
    coldae_solution *solution;
    double z[MAX_Z], y[M];
    coldae_march_options_init(&o);
    o.points = points;
    o.n_points = k;
    o.step = COLDAE_STEP_FIXED;
    o.n_steps = n;
    coldae_status status = coldae_march(&p, NULL, &o, z, y, &solution, &info);
    CHECK_INT(status, COLDAE_OK);
    if (status != COLDAE_OK)
        printf("%s\n", info.message);
    CHECK_INT(info.n_steps, n);
    CHECK_INT(info.index, 2);
    CHECK(info.constraint_residual < 1e-12);
    return solution;
}

/* ---- orders --------------------------------------------------------------------------------------- */

/* Largest errors: [0] at mesh points, [1 + l] of u^(l) between them, l = 0 .. m, [m+2] of y. */
static void errors_of(const family *s, const coldae_solution *solution, double *error)
{
    const double *t;
    double z[MAX_Z] = {0}, y[M] = {0}, dmu[D] = {0};
    int n = coldae_solution_mesh(solution, &t), m = s->m;
    for (int i = 0; i < m + 3; i++)
        error[i] = 0;
    for (int i = 0; i <= n; i++) {
        coldae_solution_eval(solution, t[i], z, NULL);
        for (int c = 0; c < D * m; c++)
            error[0] = fmax(error[0], fabs(z[c] - exact(c / m, c % m, t[i])));
    }
    for (int i = 0; i < n * PLACES; i++) {
        double at = t[i / PLACES] + (i % PLACES + 0.5) / PLACES * (t[i / PLACES + 1] - t[i / PLACES]);
        coldae_solution_eval(solution, at, z, y);
        coldae_solution_derivative(solution, at, dmu);
        for (int c = 0; c < D * m; c++)
            error[1 + c % m] = fmax(error[1 + c % m], fabs(z[c] - exact(c / m, c % m, at)));
        for (int c = 0; c < D; c++)
            error[1 + m] = fmax(error[1 + m], fabs(dmu[c] - exact(c, m, at)));
        for (int j = 0; j < M; j++)
            error[m + 2] = fmax(error[m + 2], fabs(y[j] - exact_y(j, at)));
    }
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void test_orders(int m, int points, int k, double quadratic)
{
    family s = {.m = m, .quadratic = quadratic};
    double error[MAX_ORDER + 3] = {0}, before[MAX_ORDER + 3] = {0};
    int p = points == COLDAE_GAUSS ? 2 * k : 2 * k - 1, seen[MAX_ORDER + 3] = {0};
    for (int n = 8; n <= 64; n *= 2) {
        coldae_solution *solution = march(&s, points, k, n);
        errors_of(&s, solution, error);
        coldae_solution_free(solution);
        for (int i = 0; i < m + 3; i++) {
            int l = i - 1, wanted = i == 0 ? p : i == m + 2 ? k : least(k + m - l, p);
            double rate = log2(before[i] / error[i]);
            if (n >= 16 && error[i] > ROUNDING) {
                if (!(rate >= wanted - SLACK))
                    printf("m %d, points %d, k %d, n %d, quantity %d: rate %.2f, error %.3g\n", m, points, k,
                           n, i, rate, error[i]);
                CHECK(rate >= wanted - SLACK);
                seen[i] = 1;
            }
            before[i] = error[i];
        }
    }
    CHECK(seen[m + 2] && seen[m + 1]); /* w and y are seen for every method .. */
    CHECK(seen[0] || k > 2);           /* .. and mesh values for those of low order */
}

/* ---- the same as boundary value problems ---------------------------------------------------------- */

/* coldae_solve on the same mesh gives the same function. */
static void test_against_solve(int m, int points, int k, double quadratic)
{
    family s = {.m = m, .quadratic = quadratic};
    coldae_problem p = problem_of(&s);
    coldae_options o;
    coldae_info info;
    coldae_solution *whole, *marched = march(&s, points, k, 10);
    double z[2][MAX_Z], y[2][M];
    coldae_options_init(&o);
    o.points = points;
    o.n_points = k;
    o.tol = 1e-12;
    o.n_intervals = 10;
    o.adapt = COLDAE_FIXED_MESH;
    CHECK_INT(coldae_solve(&p, &o, &whole, &info), COLDAE_OK);
    for (int i = 0; i <= 40; i++) {
        coldae_solution_eval(whole, i / 40.0, z[0], y[0]);
        coldae_solution_eval(marched, i / 40.0, z[1], y[1]);
        for (int c = 0; c < D * m; c++)
            CHECK_NEAR(z[0][c], z[1][c], 1e-11);
        for (int j = 0; j < M; j++)
            CHECK_NEAR(y[0][j], y[1][j], 1e-9);
    }
    coldae_solution_free(whole);
    o.start = marched; /* a march may begin a boundary value solve */
    o.start_coarsen = 0;
    CHECK_INT(coldae_solve(&p, &o, &whole, &info), COLDAE_OK);
    CHECK_INT(info.n_newton, 1);
    coldae_solution_free(whole);
    coldae_solution_free(marched);
}

int main(void)
{
    for (int m = 1; m <= MAX_ORDER; m++)
        for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++)
            for (int k = m; k <= 4; k++) {
                test_orders(m, points, k, 0);
                test_orders(m, points, k, 0.2);
                test_against_solve(m, points, k, 0);
                test_against_solve(m, points, k, 0.2);
            }
    return check_result();
}
