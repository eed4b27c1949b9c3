/* test_definitions.c - is every problem of the library what it says?  Without solving anything:
 * derivatives against differences, exact solutions and reference files against the equations.
 */
#include "check.h"
#include "problems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = 2 * PROBLEM_MAX_Z + PROBLEM_MAX_DIFF + 2, MAX_ENTRIES = 100 * 2 * 400, STENCIL = 9 };

static test_problem q;
static coldae_problem problem;
static coldae_options options;

/* The same pseudo-random numbers in [-1, 1] every time. */
static double noise(void)
{
    static unsigned state = 12345;
    state = state * 1103515245u + 12345u;
    return (double)(state >> 8) / (double)(1u << 23) - 1;
}

/* ---- derivatives ---------------------------------------------------------------------------------- */

typedef struct point {
    double t, x[MAX_COLUMNS]; /* (z, y, p), or (zl, zr, p) */
} point;

/* f, side condition l, or the coupled conditions: all as functions of x */
typedef void function(const point *at, int l, double *value);

static void value_f(const point *at, int l, double *value)
{
    (void)l;
    const double *y = at->x + q.mstar, *p = y + problem.n_alg;
    memset(value, 0, sizeof(double) * (size_t)(problem.n_diff + problem.n_alg));
    CHECK_INT(problem.f(at->t, at->x, y, p, value, problem.user), 0);
}

static void value_g(const point *at, int l, double *value)
{
    CHECK_INT(problem.g(l, at->x, at->x + q.mstar, value, problem.user), 0);
}

static void value_coupled(const point *at, int l, double *value)
{
    (void)l;
    CHECK_INT(problem.coupled(at->x, at->x + q.mstar, at->x + 2 * q.mstar, value, problem.user), 0);
}

/* Central differences of the rows of `value` against the matrix d[rows, columns]. */
static void compare_derivatives(function *value, const point *at, int l, int rows, int columns,
                                const double *d)
{
    double above[2 * PROBLEM_MAX_DIFF], below[2 * PROBLEM_MAX_DIFF], worst = 0;
    point moved = *at;
    for (int j = 0; j < columns; j++) {
        double h = 1e-5 * (1 + fabs(at->x[j]));
        moved.x[j] = at->x[j] + h;
        value(&moved, l, above);
        moved.x[j] = at->x[j] - h;
        value(&moved, l, below);
        moved.x[j] = at->x[j];
        for (int i = 0; i < rows; i++) {
            double size = 1e-3 * (fabs(above[i]) + fabs(below[i])); /* rounding 1e-16/h is seen at 1e-8 */
            double e =
                fabs(d[i + rows * j] - (above[i] - below[i]) / (2 * h)) / (1 + fabs(d[i + rows * j]) + size);
            worst = e <= worst ? worst : e;
        }
    }
    if (!(worst <= 1e-6))
        printf("%s, condition %d, t = %g: ", q.name, l, at->t);
    CHECK(worst <= 1e-6);
}

/* A point near the guess, where every problem is defined. */
static point near_guess(double t)
{
    point at = {.t = t};
    double dmu[PROBLEM_MAX_DIFF] = {0};
    if (problem.guess)
        CHECK_INT(problem.guess(t, at.x, at.x + q.mstar, dmu, problem.user), 0);
    for (int j = 0; j < problem.n_param; j++)
        at.x[q.mstar + problem.n_alg + j] = q.param_guess[j];
    for (int j = 0; j < q.mstar + problem.n_alg + problem.n_param; j++)
        at.x[j] += 0.3 * noise();
    return at;
}

static void check_derivatives(void)
{
    static double d[MAX_ENTRIES];
    int n = problem.n_diff + problem.n_alg, columns = q.mstar + problem.n_alg + problem.n_param;
    for (int i = 0; i < 5; i++) {
        point at = near_guess(problem.left + (problem.right - problem.left) * (0.1 + 0.2 * i));
        const double *y = at.x + q.mstar, *p = y + problem.n_alg;
        memset(d, 0, sizeof d);
        CHECK_INT(problem.df(at.t, at.x, y, p, d, problem.user), 0);
        compare_derivatives(value_f, &at, -1, n, columns, d);
    }
    for (int l = 0; l < problem.n_side; l++) {
        point at = near_guess(problem.zeta[l]);
        memmove(at.x + q.mstar, at.x + q.mstar + problem.n_alg, 2 * sizeof(double)); /* p follows z */
        memset(d, 0, sizeof d);
        CHECK_INT(problem.dg(l, at.x, at.x + q.mstar, d, problem.user), 0);
        compare_derivatives(value_g, &at, l, 1, q.mstar + problem.n_param, d);
    }
    if (problem.n_coupled > 0) {
        point at = {.t = 0};
        for (int j = 0; j < 2 * q.mstar + problem.n_param; j++)
            at.x[j] = noise();
        memset(d, 0, sizeof d);
        CHECK_INT(problem.dcoupled(at.x, at.x + q.mstar, at.x + 2 * q.mstar, d, problem.user), 0);
        compare_derivatives(value_coupled, &at, -1, problem.n_coupled, 2 * q.mstar + problem.n_param, d);
    }
}

/* ---- exact solutions -------------------------------------------------------------------------------- */

/* Weights w[j + n l] of the l-th derivative at 0 from values at x[n], l <= m.   Fornberg (1988) */
static void difference_weights(int n, const double *x, int m, double *w)
{
    double c1 = 1;
    memset(w, 0, sizeof(double) * (size_t)(n * (m + 1)));
    w[0] = 1;
    for (int i = 1; i < n; i++) {
        double c2 = 1;
        for (int j = 0; j < i; j++) {
            double c3 = x[i] - x[j];
            c2 *= c3;
            for (int l = m; l >= 0 && j == i - 1; l--)
                w[i + n * l] =
                    c1 * ((l > 0 ? l * w[i - 1 + n * (l - 1)] : 0) - x[i - 1] * w[i - 1 + n * l]) / c2;
            for (int l = m; l >= 0; l--)
                w[j + n * l] = (x[i] * w[j + n * l] - (l > 0 ? l * w[j + n * (l - 1)] : 0)) / c3;
        }
        c1 = c2;
    }
}

/* z, y, p of the exact solution at t, and dmu[n_diff]; the stencil lies on one side, `shift` = -1, 0 or 1. */
static void exact_point(double t, int shift, point *at, double *dmu)
{
    double x[STENCIL], w[STENCIL * 8], u[STENCIL][PROBLEM_MAX_DIFF], y[PROBLEM_MAX_DIFF];
    double h = 0.05 * q.scale;
    for (int j = 0; j < STENCIL; j++) {
        int place = j - STENCIL / 2 + shift * (STENCIL / 2);
        x[j] = h * place;
        q.exact(&q, t + x[j], u[j], y);
    }
    difference_weights(STENCIL, x, 7, w);
    at->t = t;
    for (int i = 0; i < problem.n_diff; i++) {
        for (int l = 0; l <= q.order[i]; l++) {
            double sum = 0;
            for (int j = 0; j < STENCIL; j++)
                sum += w[j + STENCIL * l] * u[j][i];
            *(l < q.order[i] ? &at->x[q.u[i] + l] : &dmu[i]) = sum;
        }
    }
    q.exact(&q, t, u[0], at->x + q.mstar);
    for (int j = 0; j < problem.n_param; j++)
        at->x[q.mstar + problem.n_alg + j] = q.param[j];
}

static int near_fixed(double t)
{
    int near = 0;
    for (int i = 0; i < q.n_fixed; i++)
        near |= fabs(t - q.fixed[i]) < q.scale * 0.05 * STENCIL;
    return near;
}

static void check_equations(void)
{
    double f[2 * PROBLEM_MAX_DIFF], dmu[PROBLEM_MAX_DIFF], residual[2 * PROBLEM_MAX_DIFF] = {0};
    double size[2 * PROBLEM_MAX_DIFF] = {0};
    for (int i = 0; i <= 400; i++) {
        point at;
        double t = problem.left + (problem.right - problem.left) * i / 400;
        if (near_fixed(t))
            continue;
        exact_point(t, 0, &at, dmu);
        value_f(&at, 0, f);
        for (int j = 0; j < problem.n_diff + problem.n_alg; j++) {
            double r = j < problem.n_diff ? dmu[j] - f[j] : f[j];
            residual[j] = fabs(r) <= residual[j] ? residual[j] : fabs(r);
            size[j] = fmax(size[j], j < problem.n_diff ? fabs(dmu[j]) : 0);
        }
    }
    for (int j = 0; j < problem.n_diff + problem.n_alg; j++) {
        if (!(residual[j] <= 1e-7 * (1 + size[j])))
            printf("%s, equation %d, size %g: ", q.name, j, size[j]);
        CHECK_NEAR(residual[j], 0, 1e-7 * (1 + size[j]));
    }
}

static void check_conditions(void)
{
    point at, right;
    double dmu[PROBLEM_MAX_DIFF], r[PROBLEM_MAX_Z];
    for (int l = 0; l < problem.n_side; l++) {
        exact_point(problem.zeta[l],
                    problem.zeta[l] == problem.left    ? 1
                    : problem.zeta[l] == problem.right ? -1
                                                       : 0,
                    &at, dmu);
        memmove(at.x + q.mstar, at.x + q.mstar + problem.n_alg, 2 * sizeof(double));
        value_g(&at, l, r);
        if (!(fabs(r[0]) <= 1e-7))
            printf("%s, condition %d: ", q.name, l);
        CHECK_NEAR(r[0], 0, 1e-7);
    }
    if (problem.n_coupled > 0) {
        exact_point(problem.left, 1, &at, dmu);
        exact_point(problem.right, -1, &right, dmu);
        memcpy(at.x + q.mstar, right.x, sizeof(double) * (size_t)(q.mstar + problem.n_param));
        value_coupled(&at, 0, r);
        for (int l = 0; l < problem.n_coupled; l++)
            CHECK_NEAR(r[l], 0, 1e-7);
    }
}

/* ---- reference files -------------------------------------------------------------------------------- */

/* z' of the ODE as a first-order system */
static void slope(double t, const double *z, double *dz)
{
    double f[PROBLEM_MAX_DIFF] = {0};
    problem.f(t, z, NULL, NULL, f, problem.user);
    for (int i = 0; i < problem.n_diff; i++) {
        for (int l = 0; l + 1 < q.order[i]; l++)
            dz[q.u[i] + l] = z[q.u[i] + l + 1];
        dz[q.u[i] + q.order[i] - 1] = f[i];
    }
}

/* From one row to the next by the classical Runge-Kutta method, in whichever direction errors shrink. */
static double march_error(const double *from, const double *to)
{
    enum { STEPS = 2000 };
    double z[8] = {0}, k[4][8] = {{0}}, stage[8] = {0}, h = (to[0] - from[0]) / STEPS, worst = 0;
    memcpy(z, from + 1, sizeof(double) * (size_t)q.mstar);
    for (int s = 0; s < STEPS; s++) {
        double t = from[0] + h * s;
        slope(t, z, k[0]);
        for (int r = 1; r < 4; r++) {
            for (int j = 0; j < q.mstar; j++)
                stage[j] = z[j] + (r < 3 ? h / 2 : h) * k[r - 1][j];
            slope(t + (r < 3 ? h / 2 : h), stage, k[r]);
        }
        for (int j = 0; j < q.mstar; j++)
            z[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
    }
    for (int j = 0; j < q.mstar; j++) {
        double e = fabs(z[j] - to[1 + j]) / (1 + fabs(to[1 + j]));
        worst = e <= worst ? worst : e;
    }
    return worst;
}

static void check_file(void)
{
    CHECK(q.n_rows > 2);
    for (int c = 0; c < q.n_columns; c++)
        CHECK(q.column[c] < q.mstar);
    if (problem.n_alg == 0 && q.n_columns == q.mstar) {
        /* cap is a saddle with rates of some hundreds: 13 digits shrink to 5 whichever way one goes */
        double tol = strcmp(q.name, "cap") == 0 ? 1e-4 : 1e-7;
        for (int r = 0; r + 1 < q.n_rows; r++) {
            double e = fmin(march_error(q.row[r], q.row[r + 1]), march_error(q.row[r + 1], q.row[r]));
            if (!(e <= tol))
                printf("%s, rows %d and %d: ", q.name, r, r + 1);
            CHECK_NEAR(e, 0, tol);
        }
    }
    for (int r = 0; r < q.n_rows && problem.n_diff == 2 && problem.n_alg == 1;
         r++) { /* the constraint of ex4 */
        double f[3];
        CHECK_INT(problem.f(q.row[r][0], q.row[r] + 1, q.row[r] + 3, NULL, f, problem.user), 0);
        CHECK_NEAR(f[2], 0, 1e-11);
    }
}

/* ---- guesses and sizes ------------------------------------------------------------------------------ */

static void check_guess(void)
{
    double h = 1e-5, y[PROBLEM_MAX_DIFF], dmu[3][PROBLEM_MAX_DIFF], z[3][PROBLEM_MAX_Z];
    for (int i = 0; i < 7; i++) {
        double t = problem.left + (problem.right - problem.left) * (0.07 + 0.14 * i);
        for (int s = 0; s < 3; s++) {
            memset(z[s], 0, sizeof z[s]);
            memset(dmu[s], 0, sizeof dmu[s]);
            memset(y, 0, sizeof y);
            CHECK_INT(problem.guess(t + (s - 1) * h, z[s], y, dmu[s], problem.user), 0);
        }
        for (int c = 0; c < problem.n_diff; c++)
            for (int l = 0; l < q.order[c]; l++) {
                int j = q.u[c] + l;
                double d = l + 1 < q.order[c] ? z[1][j + 1] : dmu[1][c];
                CHECK_NEAR(d, (z[2][j] - z[0][j]) / (2 * h), 1e-6 * (1 + fabs(d)));
            }
    }
}

static void check_sizes(void)
{
    int conditions = problem.n_side + problem.n_coupled, wanted = q.mstar + problem.n_param;
    CHECK(conditions <= wanted && conditions >= wanted - (q.kind == PROBLEM_INDEX2 ? problem.n_alg : 0));
    CHECK(q.n_tol > 0 && q.n0 > 0);
    for (int l = 0; l < problem.n_side; l++)
        CHECK(problem.zeta[l] >= problem.left && problem.zeta[l] <= problem.right &&
              (l == 0 || problem.zeta[l] >= problem.zeta[l - 1]));
    for (int j = 0, controlled = 0; j < q.mstar; j++) {
        controlled += options.tol_z[j] > 0;
        CHECK(j + 1 < q.mstar || controlled == problem.n_diff);
    }
}

static void check_problem(const char *name, double eps)
{
    int failed = check_failed;
    CHECK_INT(problem_make(&q, name, eps), 0);
    problem_fill(&q, &problem, &options, 1e-6);
    check_sizes();
    check_derivatives();
    if (problem.guess)
        check_guess();
    if (q.exact) {
        check_equations();
        check_conditions();
    }
    if (q.file)
        check_file();
    if (check_failed > failed)
        printf("    in problem %s, parameter %g\n", name, eps);
}

int main(void)
{
    for (int i = 0; i < problem_count(); i++)
        check_problem(problem_at(i)->name, 0);
    check_problem("b7", 1e-6);
    check_problem("b20", 2e-3);
    check_problem("transonic", 0.01);
    CHECK_INT(problem_make(&q, "no such problem", 0), -1);
    return check_result();
}
