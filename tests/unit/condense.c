/* condense.c - the local elimination against a dense solve of the same equations; its order; singular ones */
#include <float.h>
#include <stdlib.h>

#include "check.h"
#include "uniform.h"
#include "condense.h"
#include "piecewise.h"

void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *pivot, double *b, const int *ldb,
            int *info);

static double *doubles(int n)
{
    return calloc((size_t)(n > 0 ? n : 1), sizeof(double));
}

static double *random_doubles(int n)
{
    double *v = doubles(n);
    for (int i = 0; i < n; i++)
        v[i] = uniform();
    return v;
}

typedef struct setup {
    coldae_problem problem;
    cd_memory memory;
    cd_method method;
    cd_local local;
    double *work, *df;
} setup;

static void create(setup *s, int n_diff, int n_alg, int n_param, const int *order, int k, int points)
{
    static const double zeta[40];
    cd_report report;
    coldae_options options;
    memset(s, 0, sizeof *s);
    coldae_problem_init(&s->problem);
    coldae_options_init(&options);
    s->problem.n_diff = n_diff;
    s->problem.n_alg = n_alg;
    s->problem.n_param = n_param;
    s->problem.order = order;
    s->problem.zeta = zeta;
    s->problem.n_side = n_param;
    for (int i = 0; i < n_diff; i++)
        s->problem.n_side += order[i];
    options.n_points = k;
    options.points = points;
    CHECK_INT(cd_method_create(&s->problem, &options, &s->memory, &report, &s->method), COLDAE_OK);
    const cd_dims *d = &s->method.dims;
    s->local.lu = doubles(d->n_local * d->n_local);
    s->local.pivot = malloc((size_t)d->n_local * sizeof(int));
    s->local.Gamma = doubles(d->n_local * (d->mstar + n_param));
    s->local.gamma = doubles(d->n_local);
    s->work = doubles((int)cd_condense_work(d));
    s->df = random_doubles(d->n_eq * (d->mstar + n_alg + n_param) * k);
}

static void destroy(setup *s)
{
    cd_method_release(&s->memory, &s->method);
    free(s->local.lu);
    free(s->local.pivot);
    free(s->local.Gamma);
    free(s->local.gamma);
    free(s->work);
    free(s->df);
}

/* Residuals of the linear equations  w - J (z, y, p) - b  (0 - J .. for constraints) at the points:
 * R[n_local]. */
static void residual(const setup *s, double h, const double *z_left, const double *p, const double *v,
                     const double *b, double *R)
{
    const cd_dims *d = &s->method.dims;
    int columns = d->mstar + d->n_alg + d->n_param;
    double psi[CD_MAX_POINTS * (CD_MAX_POINTS + 1)], x[60];
    for (int j = 0; j < d->k; j++) {
        double tau = s->method.basis.rho[j];
        cd_basis_at(&s->method.basis, tau, psi);
        cd_piecewise_combine(d, h, tau, psi, z_left, v, x, NULL, NULL);
        for (int i = 0; i < d->n_alg; i++)
            x[d->mstar + i] = v[d->n_diff + i + j * d->n_eq];
        for (int i = 0; i < d->n_param; i++)
            x[d->mstar + d->n_alg + i] = p[i];
        for (int i = 0; i < d->n_eq; i++) {
            double sum = (i < d->n_diff ? v[i + j * d->n_eq] : 0) - (b ? b[i + j * d->n_eq] : 0);
            for (int c = 0; c < columns; c++)
                sum -= s->df[i + d->n_eq * (c + j * columns)] * x[c];
            R[i + j * d->n_eq] = sum;
        }
    }
}

/* dense[n_local, n_local] v = rhs: columns of the residual for unit v; returns || dense^-1 ||. */
static double dense_solve(const setup *s, double h, double *rhs)
{
    const cd_dims *d = &s->method.dims;
    int n = d->n_local, count = n + 1, info, *pivot = malloc((size_t)n * sizeof(int));
    double *W = doubles(n * n), *x = doubles(n * count), *unit = doubles(n), norm = 0;
    double *zero = doubles(d->mstar + d->n_param + 1);
    for (int i = 0; i < n; i++) {
        unit[i] = 1;
        residual(s, h, zero, zero, unit, NULL, W + i * n);
        unit[i] = 0;
        x[i + (i + 1) * n] = 1;
        x[i] = rhs[i];
    }
    dgesv_(&n, &count, W, &n, pivot, x, &n, &info);
    CHECK_INT(info, 0);
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 1; j < count; j++)
            sum += fabs(x[i + j * n]);
        norm = fmax(norm, sum);
        rhs[i] = x[i];
    }
    free(W);
    free(x);
    free(unit);
    free(zero);
    free(pivot);
    return norm;
}

/* Linear equations J (z, y, p) + b from a wrong v: one Newton step v + Gamma (dz, dp) + gamma must solve
 * them. */
static void test_against_dense(int n_diff, int n_alg, int n_param, const int *order, int k, int points,
                               double h, int index)
{
    setup s;
    create(&s, n_diff, n_alg, n_param, order, k, points);
    const cd_dims *d = &s.method.dims;
    for (int i = 0; i < d->n_eq * (d->mstar + n_alg + n_param) * k; i++) {
        int column = i / d->n_eq % (d->mstar + n_alg + n_param) - d->mstar;
        if (index == 2 && i % d->n_eq >= n_diff && column >= 0 && column < n_alg)
            s.df[i] = 0; /* no y in the constraints: their rows of W are of size h */
    }
    int n = d->n_local, kept = d->mstar + n_param, c = n_param + 2;
    double *z = random_doubles(d->mstar), *dx = random_doubles(kept), *p = random_doubles(n_param + 1);
    double *v = random_doubles(n), *b = random_doubles(n), *f = doubles(n), *rhs = doubles(n),
           *dv = doubles(n);
    CHECK_INT(cd_condense(&s.method, h, s.df, &s.local, s.work), -1);
    residual(&s, h, z, p, v, b, f);
    for (int i = 0; i < n; i++) /* residual = w - f */
        f[i] = (i % d->n_eq < n_diff ? v[i] : 0) - f[i];
    cd_condense_rhs(&s.method, f, v, &s.local);
    for (int i = 0; i < n; i++) {
        dv[i] = s.local.gamma[i];
        for (int q = 0; q < kept; q++)
            dv[i] += s.local.Gamma[i * kept + q] * dx[q];
    }
    double *z_new = doubles(d->mstar), *p_new = doubles(n_param + 1), *zero = doubles(n);
    for (int i = 0; i < d->mstar; i++)
        z_new[i] = z[i] + dx[i];
    for (int i = 0; i < n_param; i++)
        p_new[i] = p[i] + dx[d->mstar + i];
    residual(&s, h, z_new, p_new, zero, b, rhs); /* W v = -residual with v = 0 */
    for (int i = 0; i < n; i++)
        rhs[i] = -rhs[i];
    double tol = 2000 * DBL_EPSILON * dense_solve(&s, h, rhs),
           size = 1; /* eps || W^-1 || || W ||, sums of ~ 50 */
    for (int i = 0; i < n; i++)
        size = fmax(size, fabs(rhs[i]));
    for (int i = 0; i < n; i++)
        CHECK_NEAR(v[i] + dv[i], rhs[i], tol * size);

    double *Phi = doubles(d->mstar * (d->mstar + c)), *before = doubles(d->mstar), *after = doubles(d->mstar);
    double *change = doubles(d->mstar), *work = doubles(n); /* Phi: how the end value follows (z, p) */
    cd_condense_end(&s.method, h, &s.local, c, Phi);
    cd_condense_end_value(&s.method, h, z, v, s.local.gamma, work, before);
    cd_condense_end_value(&s.method, h, z_new, rhs, NULL, NULL, after);
    for (int i = 0; i < d->mstar; i++) {
        const double *row = Phi + i * (d->mstar + c);
        change[i] = before[i];
        for (int q = 0; q < kept; q++)
            change[i] += row[q] * dx[q];
        CHECK_NEAR(change[i], after[i], tol * size);
        CHECK(row[kept] == 0 && row[kept + 1] == 0); /* border columns that are not parameters */
    }
    double *all[] = {z, dx, p, v, b, f, rhs, dv, z_new, p_new, zero, Phi, before, after, change, work};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    destroy(&s);
}

/* sum_j (m+n-j)! m! / ((m+n)! j! (m-j)!) x^j: numerator of the (m, n) Pade approximation of e^x */
static double pade(int m, int n, double x)
{
    double sum = 0, term = 1;
    for (int j = 0; j <= m; j++) {
        sum += term;
        term *= x * (m - j) / ((j + 1.0) * (m + n - j));
    }
    return sum;
}

/* u' = -2 u: Phi is the Pade approximation of e^{-2h}, (k, k) for Gauss, (k-1, k) for Radau points; its
 * error is m! n! / ((m+n)! (m+n+1)!) x^{m+n+1} to leading order. */
static void test_order(int k, int points)
{
    static const int one[] = {1};
    int m = points == COLDAE_GAUSS ? k : k - 1;
    setup s;
    double Phi;
    create(&s, 1, 0, 0, one, k, points);
    for (int j = 0; j < k; j++)
        s.df[j] = -2;
    for (double h = 0.05; h < 4; h *= 2) {
        double x = 2 * h, leading = pow(x, m + k + 1) * exp(lgamma(m + 1) + lgamma(k + 1));
        leading /= exp(lgamma(m + k + 1) + lgamma(m + k + 2));
        CHECK_INT(cd_condense(&s.method, h, s.df, &s.local, s.work), -1);
        cd_condense_end(&s.method, h, &s.local, 0, &Phi);
        CHECK_NEAR(Phi, pade(m, k, -x) / pade(k, m, x), 8 * DBL_EPSILON);
        CHECK_NEAR(Phi, exp(-x), leading + 8 * DBL_EPSILON);
    }
    cd_condense(&s.method, 1e8, s.df, &s.local, s.work); /* stiff: (-1)^k (Gauss), 0 (Radau) */
    cd_condense_end(&s.method, 1e8, &s.local, 0, &Phi);
    CHECK_NEAR(Phi, points == COLDAE_RADAU ? 0 : k % 2 ? -1 : 1, 1e-5);
    destroy(&s);
}

static void test_singular(void)
{
    static const int orders[] = {2, 1};
    setup s;
    create(&s, 2, 2, 1, orders, 3, COLDAE_GAUSS);
    const cd_dims *d = &s.method.dims;
    int columns = d->mstar + d->n_alg + d->n_param;
    for (int j = 0; j < 3; j++) /* y_1 occurs nowhere */
        for (int i = 0; i < d->n_eq; i++)
            s.df[i + d->n_eq * (d->mstar + 1 + j * columns)] = 0;
    CHECK_INT(cd_condense(&s.method, 0.1, s.df, &s.local, s.work), d->n_diff + 1);
    for (int j = 0; j < 3; j++) /* the second constraint is empty */
        for (int c = 0; c < columns; c++)
            s.df[3 + d->n_eq * (c + j * columns)] = 0;
    CHECK(cd_condense(&s.method, 0.1, s.df, &s.local, s.work) >= 0);
    destroy(&s);
}

int main(void)
{
    uniform_state = 5;
    static const int a[] = {1, 3, 2}, b[] = {2, 4}, c[] = {1, 1, 1, 1}, e[] = {6};
    for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++) {
        for (double h = 1; h > 1e-4; h /= 8) {
            test_against_dense(3, 0, 0, a, 4, points, h, 1);
            test_against_dense(3, 2, 1, a, 5, points, h, 1);
            test_against_dense(2, 1, 2, b, 4, points, h, 1);
            test_against_dense(4, 3, 0, c, 3, points, h, 1);
            test_against_dense(1, 0, 1, e, 7, points, h, 1);
            test_against_dense(3, 2, 1, a, 5, points, h, 2);
            test_against_dense(4, 3, 0, c, 3, points, h, 2);
        }
        for (int k = 1; k <= 8; k++)
            test_order(k, points);
    }
    test_singular();
    return check_result();
}
