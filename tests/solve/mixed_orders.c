/* mixed_orders.c - 24 coupled components of orders 1 to 6: polynomials that the method contains are exact
 *
 * u_i^(m_i) = U_i^(m_i) + sum_c A_ic (z_c - Z_c) + q (z_a z_b - Z_a Z_b),   U_i of degree 7 with z = Z.
 * With k = 7 every u_i, piecewise of degree k + m_i - 1 at least, can be U_i, and then the residual vanishes.
 */
#include "check.h"

#include <coldae/coldae.h>

enum { DIFF = 24, MSTAR = 4 * (1 + 2 + 3 + 4 + 5 + 6), DEGREE = 7, MAX_ORDER = 6 };

typedef struct mixture {
    int order[DIFF], offset[DIFF];
    double coefficient[DIFF][DEGREE + 1]; /* of U_i in powers of t */
    double A[DIFF][MSTAR];
    double quadratic; /* q */
    double zeta[MSTAR];
    int condition[MSTAR]; /* which z is given at zeta */
} mixture;

/* The same pseudo-random numbers in [-1, 1] every time. */
static double noise(void)
{
    static unsigned state = 2024;
    state = state * 1103515245u + 12345u;
    return (double)(state >> 8) / (double)(1u << 23) - 1;
}

/* U_i^(l)(t) */
static double polynomial(const mixture *q, int i, int l, double t)
{
    double sum = 0;
    for (int j = DEGREE; j >= l; j--) {
        double factor = q->coefficient[i][j];
        for (int n = 0; n < l; n++)
            factor *= j - n;
        sum = sum * t + factor;
    }
    return sum;
}

static void exact(const mixture *q, double t, double *z)
{
    for (int i = 0; i < DIFF; i++)
        for (int l = 0; l < q->order[i]; l++)
            z[q->offset[i] + l] = polynomial(q, i, l, t);
}

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)p;
    const mixture *q = user;
    double Z[MSTAR];
    exact(q, t, Z);
    for (int i = 0; i < DIFF; i++) {
        int a = q->offset[i], b = q->offset[DIFF - 1 - i];
        f[i] = polynomial(q, i, q->order[i], t) + q->quadratic * (z[a] * z[b] - Z[a] * Z[b]);
        for (int c = 0; c < MSTAR; c++)
            f[i] += q->A[i][c] * (z[c] - Z[c]);
    }
    return 0;
}

static int derivatives(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)y, (void)p;
    const mixture *q = user;
    for (int i = 0; i < DIFF; i++) {
        int a = q->offset[i], b = q->offset[DIFF - 1 - i];
        for (int c = 0; c < MSTAR; c++)
            df[i + DIFF * c] = q->A[i][c];
        df[i + DIFF * a] += q->quadratic * z[b];
        df[i + DIFF * b] += q->quadratic * z[a];
    }
    return 0;
}

static int conditions(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p;
    const mixture *q = user;
    double Z[MSTAR];
    exact(q, q->zeta[l], Z);
    *g = z[q->condition[l]] - Z[q->condition[l]];
    return 0;
}

/* Half of the conditions of a component at the left end, the others at the right end; where the order is 3,
 * in the middle. */
static void make(mixture *q)
{
    int c = 0, l = 0;
    for (int i = 0; i < DIFF; i++) {
        q->order[i] = 1 + (5 * i) % MAX_ORDER; /* 1 6 5 4 3 2 1 .. */
        q->offset[i] = c;
        c += q->order[i];
        for (int j = 0; j <= DEGREE; j++)
            q->coefficient[i][j] = noise();
    }
    CHECK_INT(c, MSTAR);
    for (int i = 0; i < DIFF; i++)
        for (int j = 0; j < MSTAR; j++)
            q->A[i][j] = 0.05 * noise();
    for (int place = 0; place < 3; place++)
        for (int i = 0; i < DIFF; i++) {
            int left = (q->order[i] + 1) / 2, middle = q->order[i] == 3;
            int n = place == 0 ? left : place == 1 ? middle : q->order[i] - left - middle;
            for (int j = 0; j < n; j++) {
                q->zeta[l] = 0.5 * place;
                q->condition[l++] = q->offset[i] + j;
            }
        }
    CHECK_INT(l, MSTAR);
}

static void check_exact(const mixture *q, const coldae_solution *s, double limit)
{
    double z[MSTAR], Z[MSTAR], dmu[DIFF], worst = 0, worst_top = 0;
    for (int n = 0; n <= 60; n++) {
        double t = n / 60.0;
        CHECK_INT(coldae_solution_eval(s, t, z, NULL), COLDAE_OK);
        CHECK_INT(coldae_solution_derivative(s, t, dmu), COLDAE_OK);
        exact(q, t, Z);
        for (int c = 0; c < MSTAR; c++)
            worst = fmax(worst, fabs(z[c] - Z[c]) / (1 + fabs(Z[c])));
        for (int i = 0; i < DIFF; i++) {
            double top = polynomial(q, i, q->order[i], t);
            worst_top = fmax(worst_top, fabs(dmu[i] - top) / (1 + fabs(top)));
        }
    }
    CHECK_NEAR(worst, 0, limit);
    CHECK_NEAR(worst_top, 0, 100 * limit);
}

static void solve(mixture *q, int points, int k, int adapt, int differenced, double limit)
{
    coldae_problem problem;
    coldae_options options;
    coldae_solution *s;
    coldae_info info;
    coldae_problem_init(&problem);
    problem.n_diff = DIFF;
    problem.order = q->order;
    problem.n_side = MSTAR;
    problem.zeta = q->zeta;
    problem.linear = q->quadratic == 0;
    problem.f = equations;
    problem.df = differenced ? NULL : derivatives;
    problem.g = conditions;
    problem.user = q;
    coldae_options_init(&options);
    options.tol = 1e-10;
    options.points = points;
    options.n_points = k;
    options.n_intervals = 3;
    options.adapt = adapt;
    CHECK_INT(coldae_solve(&problem, &options, &s, &info), COLDAE_OK);
    if (s)
        check_exact(q, s, limit);
    CHECK(info.bc_residual <= 1e-10);
    CHECK(adapt == COLDAE_FIXED_MESH ? info.n_meshes == 1 : info.n_meshes == 2); /* nothing left to refine */
    coldae_solution_free(s);
}

int main(void)
{
    static mixture q;
    make(&q);
    for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++)
        for (int k = DEGREE; k <= DEGREE + 2; k++)
            solve(&q, points, k, COLDAE_FIXED_MESH, 0, 1e-11);
    solve(&q, COLDAE_GAUSS, DEGREE, COLDAE_ADAPT, 0, 1e-11);
    solve(&q, COLDAE_GAUSS, DEGREE, COLDAE_FIXED_MESH, 1, 1e-8); /* linear: one step with a differenced df */
    q.quadratic = 0.1;
    solve(&q, COLDAE_GAUSS, DEGREE, COLDAE_FIXED_MESH, 0, 1e-11);
    solve(&q, COLDAE_RADAU, DEGREE, COLDAE_ADAPT, 0, 1e-11);
    solve(&q, COLDAE_GAUSS, DEGREE, COLDAE_FIXED_MESH, 1, 1e-9);
    return check_result();
}
