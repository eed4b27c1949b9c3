/* implicit.c - fully implicit problems through the public door
 *
 * Mixed: 0 = s + s^3 + w + w^3, 0 = x2 - sin t with w = x1 - t x2, s = w': x = (e^-t + t sin t, sin t).
 * Oscillator: x1' = x2 given solved, 0 = e^{x2'} - e^{-p x1}: x1 = sin(pi t)/pi, p = pi^2.
 */
#include <limits.h>

#include "check.h"

#include <coldae/coldae.h>

static const double PI = 3.14159265358979323846;

static int calls, stop_at;

static int mixed(double t, const double *x, const double *dx, const double *p, double *r, void *user)
{
    (void)p, (void)user;
    double w = x[0] - t * x[1], s = dx[0] - t * dx[1] - x[1];
    CHECK(r[0] == 0 && r[1] == 0); /* zero on entry */
    r[0] = s + s * s * s + w + w * w * w;
    r[1] = x[1] - sin(t);
    return ++calls == stop_at ? -7 : 0;
}

static int mixed_slopes(double t, const double *x, const double *dx, const double *p, double *dr, void *user)
{
    (void)p, (void)user;
    double w = x[0] - t * x[1], s = dx[0] - t * dx[1] - x[1], by_w = 1 + 3 * w * w, by_s = 1 + 3 * s * s;
    for (int i = 0; i < 8; i++)
        CHECK(dr[i] == 0);
    dr[0] = by_w;
    dr[2] = -t * by_w - by_s;
    dr[3] = 1;
    dr[4] = by_s;
    dr[6] = -t * by_s;
    return 0;
}

static int mixed_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l, (void)p, (void)user;
    *g = z[0] - exp(-3) - 3 * sin(3);
    return 0;
}

static coldae_implicit mixed_problem(void)
{
    static const double zeta[] = {3};
    coldae_implicit q;
    coldae_implicit_init(&q);
    q.n = 2;
    q.right = 3;
    q.n_side = 1;
    q.zeta = zeta;
    q.residual = mixed;
    q.g = mixed_g;
    calls = 0;
    stop_at = 0;
    return q;
}

/* With and without derivatives, at both kinds of points; x' is y. */
static void test_mixed(int derivatives, int points, double tol)
{
    coldae_implicit q = mixed_problem();
    coldae_options o;
    coldae_solution *s = NULL;
    coldae_info info;
    double z[2], y[2];
    q.dresidual = derivatives ? mixed_slopes : NULL;
    coldae_options_init(&o);
    o.tol = tol;
    o.points = points;
    CHECK_INT(coldae_solve_implicit(&q, &o, &s, &info), COLDAE_OK);
    CHECK_INT(info.index, 2);
    CHECK_INT(info.n_f, derivatives ? calls : info.n_f);
    for (int i = 0; i <= 30; i++) {
        double t = i / 10.0;
        CHECK_INT(coldae_solution_eval(s, t, z, y), COLDAE_OK);
        CHECK_NEAR(z[0], exp(-t) + t * sin(t), tol * (2 + fabs(t * sin(t))));
        CHECK_NEAR(z[1], sin(t), tol * 2);
        CHECK_NEAR(y[0], -exp(-t) + sin(t) + t * cos(t), 1e-3);
        CHECK_NEAR(y[1], cos(t), 1e-3);
    }
    coldae_solution_free(s);
}

static int oscillator(double t, const double *x, const double *dx, const double *p, double *r, void *user)
{
    (void)t, (void)user;
    r[0] = x[1];
    r[1] = exp(dx[0]) - exp(-p[0] * x[0]);
    return 0;
}

/* dr[2, 2 + 1 + 1]: columns x1, x2, x2', p */
static int oscillator_slopes(double t, const double *x, const double *dx, const double *p, double *dr,
                             void *user)
{
    (void)t, (void)user;
    dr[1] = p[0] * exp(-p[0] * x[0]);
    dr[2] = 1;
    dr[5] = exp(dx[0]);
    dr[7] = x[0] * exp(-p[0] * x[0]);
    return 0;
}

static int oscillator_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l == 1 ? z[1] - 1 : z[0];
    return 0;
}

static int oscillator_guess(double t, double *x, double *dx, void *user)
{
    (void)user;
    x[0] = t * (1 - t);
    x[1] = dx[0] = 1 - 2 * t;
    dx[1] = -2;
    return 0;
}

static void test_explicit_part(int derivatives)
{
    static const double zeta[] = {0, 0, 1}, first[] = {8};
    coldae_implicit q;
    coldae_options o;
    coldae_solution *s = NULL;
    coldae_info info;
    double z[2];
    int n_diff, n_alg, n_param;
    coldae_implicit_init(&q);
    q.n = 2;
    q.n_explicit = 1;
    q.n_param = 1;
    q.n_side = 3;
    q.zeta = zeta;
    q.residual = oscillator;
    q.dresidual = derivatives ? oscillator_slopes : NULL;
    q.g = oscillator_g;
    q.guess = oscillator_guess;
    q.param_guess = first;
    coldae_options_init(&o);
    o.tol = 1e-9;
    CHECK_INT(coldae_solve_implicit(&q, &o, &s, &info), COLDAE_OK);
    CHECK_INT(info.index, 1);
    coldae_solution_sizes(s, &n_diff, &n_alg, &n_param, NULL, NULL, NULL);
    CHECK(n_diff == 2 && n_alg == 1 && n_param == 1);
    CHECK_NEAR(coldae_solution_param(s)[0], PI * PI, 3e-8);
    for (int i = 0; i <= 10; i++) {
        CHECK_INT(coldae_solution_eval(s, i / 10.0, z, NULL), COLDAE_OK);
        CHECK_NEAR(z[0], sin(PI * i / 10) / PI, 2e-9);
    }
    coldae_solution_free(s);
}

/* Nothing implicit: an ordinary problem, x' = -x. */
static int decay(double t, const double *x, const double *dx, const double *p, double *r, void *user)
{
    (void)t, (void)dx, (void)p, (void)user;
    r[0] = -x[0];
    return 0;
}

static int one(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l, (void)p, (void)user;
    *g = z[0] - 1;
    return 0;
}

static void test_all_explicit(void)
{
    static const double zeta[] = {0};
    coldae_implicit q;
    coldae_solution *s = NULL;
    coldae_info info;
    double z[1];
    coldae_implicit_init(&q);
    q.n = 1;
    q.n_explicit = 1;
    q.n_side = 1;
    q.zeta = zeta;
    q.linear = 1;
    q.residual = decay;
    q.g = one;
    CHECK_INT(coldae_solve_implicit(&q, NULL, &s, &info), COLDAE_OK);
    CHECK_INT(info.index, 0);
    CHECK_INT(coldae_solution_eval(s, 1, z, NULL), COLDAE_OK);
    CHECK_NEAR(z[0], exp(-1), 2e-6);
    coldae_solution_free(s);
}

static void refuse(const coldae_implicit *q, const char *field, const char *value)
{
    coldae_solution *s = (coldae_solution *)&calls;
    coldae_info info;
    CHECK_INT(coldae_solve_implicit(q, NULL, &s, &info), COLDAE_ERR_INVALID);
    CHECK(s == NULL);
    CHECK_STR_HAS(info.message, field);
    CHECK_STR_HAS(info.message, value);
    CHECK_INT(calls, 0);
}

#define REFUSED(field, value, change)                                                                        \
    do {                                                                                                     \
        coldae_implicit q = mixed_problem();                                                                 \
        change;                                                                                              \
        refuse(&q, field, value);                                                                            \
    } while (0)

static void test_invalid(void)
{
    coldae_info info;
    coldae_implicit good = mixed_problem();
    static const double unsorted[] = {2, 1}, nan[] = {NAN};
    refuse(NULL, "problem", "NULL");
    REFUSED("problem.n ", "0", q.n = 0);
    REFUSED("problem.n ", "-1", q.n = -1);
    REFUSED("problem.n ", "2147483647", q.n = INT_MAX);
    REFUSED("n_explicit", "-1", q.n_explicit = -1);
    REFUSED("n_explicit", "3", q.n_explicit = 3);
    REFUSED("n_param", "-1", q.n_param = -1);
    REFUSED("n_param", "2147483647", q.n_param = INT_MAX);
    REFUSED("residual", "NULL", q.residual = NULL);
    REFUSED("right", "0", q.right = 0);
    REFUSED("left", "nan", q.left = NAN);
    REFUSED("zeta", "NULL", q.zeta = NULL);
    REFUSED("zeta[0]", "nan", q.zeta = nan);
    REFUSED("zeta[1]", "1", (q.n_side = 2, q.zeta = unsorted));
    REFUSED("n_side", "3 conditions", (q.n_side = 3));
    REFUSED("problem.g ", "NULL", q.g = NULL);
    REFUSED("coupled", "NULL", (q.n_side = 0, q.n_coupled = 1));
    CHECK_INT(coldae_solve_implicit(&good, NULL, NULL, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "solution");
}

/* A stop at every call ends the solve at once. */
static void test_stops(void)
{
    coldae_implicit q = mixed_problem();
    coldae_options o;
    coldae_solution *s;
    coldae_info info;
    coldae_options_init(&o);
    o.tol = 1e-3;
    o.n_points = 2;
    o.n_intervals = 2;
    CHECK_INT(coldae_solve_implicit(&q, &o, &s, &info), COLDAE_OK);
    coldae_solution_free(s);
    int all = calls;
    for (int at = 1; at <= all; at += 1 + all / 60) {
        q = mixed_problem();
        stop_at = at;
        CHECK_INT(coldae_solve_implicit(&q, &o, &s, &info), COLDAE_ERR_CALLBACK);
        CHECK_INT(info.callback_code, -7);
        CHECK_INT(calls, at);
        coldae_solution_free(s);
    }
}

int main(void)
{
    test_mixed(0, COLDAE_GAUSS, 1e-6);
    test_mixed(1, COLDAE_GAUSS, 1e-9);
    test_mixed(1, COLDAE_RADAU, 1e-6);
    test_explicit_part(0);
    test_explicit_part(1);
    test_all_explicit();
    test_invalid();
    test_stops();
    return check_result();
}
