/* index2_orders.c - index 2: projection keeps the order that collocation has for differential equations
 *
 *     u^(m) = U^(m) + sum_l A_l (u^(l) - U^(l)) + B (y - Y) + ..
 *         0 = C (x - X) + D (u - U) + ..,                             x = u^(m-1)
 *
 * with three components, two constraints and the solution U, Y put in; linear, and with quadratic terms (..).
 * Errors at mesh points fall by 2^q when the mesh is halved: q = 2k for Gauss points with projection;
 * without, x has only q = k, or k + 1 for odd k.  Radau points have 2k - 1 either way: their last point is
 * the mesh point, so there the projection is the identity.
 *                          Ascher & Petzold (1991), "Projected implicit Runge-Kutta methods"
 */
#include "check.h"

#include <coldae/coldae.h>

enum { D = 3, M = 2, N_EQ = D + M, MAX_ORDER = 3, MAX_Z = D * MAX_ORDER, MAX_K = 5, FIRST = 4, MESHES = 6 };
static const double RIGHT = 2;
static const double SLACK = 0.3;      /* an order may fall short by that much */
static const double ROUNDING = 2e-13; /* errors below it, in units of the solution, tell nothing */

typedef struct setup {
    int m;            /* order of the differential equations */
    double quadratic; /* factor of the quadratic terms */
} setup;

static double frequency(int i)
{
    return 4 + 0.5 * i;
}

static double exact(int i, int l, double t)
{
    double w = frequency(i), phase = w * t + i, wave = l % 2 ? cos(phase) : sin(phase);
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

static double B(int i, int j, double t) /* C B stays well conditioned on [0, 2] */
{
    const double value[D][M] = {{1, 0.3 * t}, {0.2 * t, 1}, {0.5, 0.4}};
    return value[i][j];
}

static double C(int j, int i, double t)
{
    const double value[M][D] = {{1.5, 0.2 * cos(t), 0.3}, {-0.3, 1, 0.4 * t}};
    return value[j][i];
}

static double Du(int j, int i, double t) /* by u itself, where x is a derivative */
{
    return 0.3 * cos(i + j + 2 * t);
}

/* The sums above at (z, y), without what puts the exact solution in. */
static void raw(const setup *q, double t, const double *z, const double *y, double *f)
{
    int m = q->m, top = m - 1;
    for (int i = 0; i < D; i++) {
        f[i] = q->quadratic * 0.3 * z[m * i] * z[m * ((i + 1) % D)];
        for (int j = 0; j < D; j++)
            for (int l = 0; l < m; l++)
                f[i] += A(i, j, l, t) * z[m * j + l];
        for (int j = 0; j < M; j++)
            f[i] += B(i, j, t) * y[j] * (1 + q->quadratic * 0.1 * z[m * j]);
    }
    for (int j = 0; j < M; j++) {
        double x = z[m * (j + 1) + top];
        f[D + j] = q->quadratic * 0.1 * x * x / pow(frequency(j + 1), top);
        for (int i = 0; i < D; i++)
            f[D + j] += C(j, i, t) * z[m * i + top] + (top ? Du(j, i, t) * z[m * i] : 0);
    }
}

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)p;
    const setup *q = user;
    double z0[MAX_Z], y0[M], f0[N_EQ];
    for (int i = 0; i < D; i++)
        for (int l = 0; l < q->m; l++)
            z0[q->m * i + l] = exact(i, l, t);
    for (int j = 0; j < M; j++)
        y0[j] = exact_y(j, t);
    raw(q, t, z, y, f);
    raw(q, t, z0, y0, f0);
    for (int i = 0; i < N_EQ; i++)
        f[i] -= i < D ? f0[i] - exact(i, q->m, t) : f0[i];
    return 0;
}

static int derivatives(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)p;
    const setup *q = user;
    int m = q->m, top = m - 1;
    for (int i = 0; i < D; i++) {
        int next = (i + 1) % D;
        for (int j = 0; j < D; j++)
            for (int l = 0; l < m; l++)
                df[i + N_EQ * (m * j + l)] += A(i, j, l, t);
        df[i + N_EQ * (m * i)] += q->quadratic * 0.3 * z[m * next];
        df[i + N_EQ * (m * next)] += q->quadratic * 0.3 * z[m * i];
        for (int j = 0; j < M; j++) {
            df[i + N_EQ * (m * D + j)] += B(i, j, t) * (1 + q->quadratic * 0.1 * z[m * j]);
            df[i + N_EQ * (m * j)] += B(i, j, t) * q->quadratic * 0.1 * y[j];
        }
    }
    for (int j = 0; j < M; j++) {
        int x = m * (j + 1) + top;
        df[D + j + N_EQ * x] += q->quadratic * 0.2 * z[x] / pow(frequency(j + 1), top);
        for (int i = 0; i < D; i++) {
            df[D + j + N_EQ * (m * i + top)] += C(j, i, t);
            df[D + j + N_EQ * (m * i)] += top ? Du(j, i, t) : 0;
        }
    }
    return 0;
}

/* All but the highest derivatives of the first two components at 0, everything of the third at the right end;
 * the library adds the two constraints at 0. */
static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p;
    int m = ((const setup *)user)->m, n_left = 2 * (m - 1);
    int i = l < n_left ? l / (m - 1) : 2, order = l < n_left ? l % (m - 1) : l - n_left;
    *g = z[m * i + order] - exact(i, order, l < n_left ? 0 : RIGHT);
    return 0;
}

static int guess(double t, double *z, double *y, double *dmu, void *user) /* a little off the solution */
{
    int m = ((const setup *)user)->m;
    for (int i = 0; i < D; i++) {
        for (int l = 0; l < m; l++)
            z[m * i + l] = exact(i, l, t) + 0.05;
        dmu[i] = exact(i, m, t);
    }
    for (int j = 0; j < M; j++)
        y[j] = exact_y(j, t);
    return 0;
}

static coldae_solution *solve(const setup *q, int k, int points, int projection, int n)
{
    int order[D] = {q->m, q->m, q->m};
    double zeta[MAX_Z];
    coldae_problem problem;
    coldae_options options;
    coldae_solution *s = NULL;
    coldae_info info;
    coldae_problem_init(&problem);
    problem.n_diff = D;
    problem.n_alg = M;
    problem.order = order;
    problem.right = RIGHT;
    problem.n_side = D * q->m - M;
    problem.zeta = zeta;
    for (int l = 0; l < problem.n_side; l++)
        zeta[l] = l < 2 * (q->m - 1) ? 0 : RIGHT;
    problem.linear = q->quadratic == 0;
    problem.f = equations;
    problem.df = derivatives;
    problem.g = condition;
    problem.guess = guess;
    problem.user = (void *)(size_t)q;
    coldae_options_init(&options);
    options.tol = 1e-12;
    options.points = points;
    options.projection = projection;
    options.n_points = k;
    options.n_intervals = n;
    options.adapt = COLDAE_FIXED_MESH;
    coldae_status status = coldae_solve(&problem, &options, &s, &info);
    if (check_fails(status == COLDAE_OK, __FILE__, __LINE__))
        printf("m = %d, k = %d, N = %d: %s\n", q->m, k, n, info.message);
    return s;
}

/* The root of the mean square of the errors of x, in units of the solution, at the points of the first mesh,
 * which all meshes have; and *lower: the same of the lower derivatives. */
static double error_at_mesh(const setup *q, const coldae_solution *s, double *lower)
{
    double z[MAX_Z], sum = 0, sum_lower = 0;
    const double *t;
    int n = coldae_solution_mesh(s, &t);
    for (int at = 0; at <= n; at += n / FIRST) {
        CHECK_INT(coldae_solution_eval(s, t[at], z, NULL), COLDAE_OK);
        for (int i = 0; i < D; i++)
            for (int l = 0; l < q->m; l++) {
                double e = (z[q->m * i + l] - exact(i, l, t[at])) / pow(frequency(i), l);
                *(l == q->m - 1 ? &sum : &sum_lower) += e * e / ((FIRST + 1) * D);
            }
    }
    *lower = sqrt(sum_lower);
    return sqrt(sum);
}

/* The constraints at all mesh points, freshly evaluated from what the user sees. */
static double largest_constraint(const setup *q, const coldae_solution *s)
{
    double z[MAX_Z], y[M], f[N_EQ], most = 0;
    const double *t;
    int n = coldae_solution_mesh(s, &t);
    for (int at = 0; at <= n; at++) {
        CHECK_INT(coldae_solution_eval(s, t[at], z, y), COLDAE_OK);
        equations(t[at], z, y, NULL, f, (void *)(size_t)q);
        for (int j = 0; j < M; j++)
            most = fmax(most, fabs(f[D + j]) / pow(frequency(j + 1), q->m - 1));
    }
    return most;
}

/* The order from the finest pair of meshes whose errors are above rounding. */
static double observed(const double *error)
{
    double order = NAN;
    for (int i = 1; i < MESHES; i++)
        if (error[i] > ROUNDING)
            order = log2(error[i - 1] / error[i]);
    return order;
}

typedef struct orders {
    double x, lower;
} orders;

static orders measure(const setup *q, int k, int points, int projection)
{
    double x[MESHES] = {0}, lower[MESHES] = {0};
    for (int i = 0; i < MESHES; i++) {
        coldae_solution *s = solve(q, k, points, projection, FIRST << i);
        if (!s)
            continue;
        x[i] = error_at_mesh(q, s, &lower[i]);
        double constraint = largest_constraint(q, s);
        if (projection != COLDAE_PROJECT_NONE || points == COLDAE_RADAU)
            if (check_fails(constraint <= 1e-13, __FILE__, __LINE__))
                printf("m = %d, k = %d, N = %d, quadratic %g: constraints %.3g at mesh points\n", q->m, k,
                       FIRST << i, q->quadratic, constraint);
        coldae_solution_free(s);
    }
    return (orders){observed(x), q->m > 1 ? observed(lower) : NAN};
}

static void check_gauss(const setup *q, int k)
{
    orders with = measure(q, k, COLDAE_GAUSS, COLDAE_PROJECT_AUTO);
    orders without = measure(q, k, COLDAE_GAUSS, COLDAE_PROJECT_NONE);
    orders pure = measure(q, k, COLDAE_GAUSS, COLDAE_PROJECT_INDEX2);
    printf("Gauss m = %d, k = %d, quadratic %g: projected x %5.2f, lower %5.2f (%d); without x %5.2f, lower "
           "%5.2f\n",
           q->m, k, q->quadratic, with.x, with.lower, 2 * k, without.x, without.lower);
    CHECK(with.x >= 2 * k - SLACK);
    CHECK(pure.x >= 2 * k - SLACK);
    if (q->m > 1)
        CHECK(with.lower >= 2 * k - SLACK);
    if (k > 1)
        CHECK(without.x <= k + k % 2 + SLACK);
    CHECK(without.x >= k + k % 2 - SLACK);
}

static void check_radau(const setup *q, int k)
{
    orders with = measure(q, k, COLDAE_RADAU, COLDAE_PROJECT_AUTO);
    printf("Radau m = %d, k = %d, quadratic %g: x %5.2f, lower %5.2f (%d)\n", q->m, k, q->quadratic, with.x,
           with.lower, 2 * k - 1);
    CHECK(with.x >= 2 * k - 1 - SLACK);
    if (q->m > 1)
        CHECK(with.lower >= 2 * k - 1 - SLACK);
}

/* With Radau points, z and y with and without projection differ by rounding only. */
static void check_identity(const setup *q, int k)
{
    double z[2][MAX_Z], y[2][M], worst_z = 0, worst_y = 0;
    coldae_solution *s[2];
    for (int i = 0; i < 2; i++)
        s[i] = solve(q, k, COLDAE_RADAU, i ? COLDAE_PROJECT_INDEX2 : COLDAE_PROJECT_NONE, 8);
    for (int a = 0; s[0] && s[1] && a <= 40; a++) { /* mesh points and others */
        for (int i = 0; i < 2; i++)
            CHECK_INT(coldae_solution_eval(s[i], RIGHT * a / 40, z[i], y[i]), COLDAE_OK);
        for (int i = 0; i < D * q->m; i++)
            worst_z = fmax(worst_z, fabs(z[0][i] - z[1][i]) / (1 + fabs(z[0][i])));
        for (int i = 0; i < M; i++)
            worst_y = fmax(worst_y, fabs(y[0][i] - y[1][i]) / (1 + fabs(y[0][i])));
    }
    if (check_fails(worst_z <= 1e-13 && worst_y <= 1e-11, __FILE__, __LINE__))
        printf("Radau m = %d, k = %d, quadratic %g: projection changes z by %.3g, y by %.3g\n", q->m, k,
               q->quadratic, worst_z, worst_y);
    coldae_solution_free(s[0]);
    coldae_solution_free(s[1]);
}

int main(void)
{
    for (int m = 1; m <= MAX_ORDER; m++)
        for (int quadratic = 0; quadratic <= 1; quadratic++)
            for (int k = m; k <= MAX_K; k++) {
                setup q = {m, quadratic};
                check_gauss(&q, k);
                check_radau(&q, k);
                check_identity(&q, k);
            }
    return check_result();
}
