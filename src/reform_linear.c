/* reform_linear.c - the linear front end: matrices in, a problem for the reformulations out
 *
 *     f       = sum_j A_j x^(j) + B y + q
 *     g^(l)   = sum_{j=0..l} binom(l, j) C^(l-j) x^(q+j) + r^(l),       x^(m) = f at level l = s = m - q
 *                                                                  Ascher & Petzold (1991) (2.3), (3.5b)
 * The matrices of the user are called here and nowhere else.
 */
#include <string.h>

#include "reform.h"

/* ---- the user's matrices ----------------------------------------------------------------------- */

static void clear(size_t n, double *v)
{
    memset(v, 0, n * sizeof(double));
}

static int get_A(const coldae_reform *r, int j, double t, double *A)
{
    clear((size_t)r->n * (size_t)r->n, A);
    return r->linear.A ? r->linear.A(j, t, A, r->linear.user) : 0;
}

static int get_B(const coldae_reform *r, double t, double *B)
{
    clear((size_t)r->n * (size_t)r->n_g, B);
    return r->linear.B ? r->linear.B(t, B, r->linear.user) : 0;
}

static int get_C(const coldae_reform *r, int level, double t, double *C)
{
    clear((size_t)r->n_g * (size_t)r->n, C);
    return r->linear.C(level, t, C, r->linear.user);
}

static int get_q(const coldae_reform *r, double t, double *q)
{
    clear((size_t)r->n, q);
    return r->linear.q ? r->linear.q(t, q, r->linear.user) : 0;
}

static int get_r(const coldae_reform *r, int level, double t, double *value)
{
    clear((size_t)r->n_g, value);
    return r->linear.r ? r->linear.r(level, t, value, r->linear.user) : 0;
}

/* ---- the problem that they make ---------------------------------------------------------------- */

/* to[rows] += factor M[rows, n] v, v with a stride */
static void multiply(int rows, int n, double factor, const double *M, const double *v, int stride, double *to)
{
    for (int i = 0; i < n; i++)
        for (int a = 0; a < rows; a++)
            to[a] += factor * M[a + i * rows] * v[(size_t)i * (size_t)stride];
}

static int rates(const coldae_reform *r, double t, const double *z, const double *y, double *f, double *M)
{
    int code = get_q(r, t, f);
    for (int j = 0; j < r->m && code == 0 && r->linear.A; j++) {
        code = get_A(r, j, t, M);
        multiply(r->n, r->n, 1, M, z + j, r->m, f);
    }
    if (code == 0 && r->n_y > 0) {
        code = get_B(r, t, M);
        multiply(r->n, r->n_y, 1, M, y, 1, f);
    }
    return code;
}

static int linear_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    const coldae_reform *r = user;
    cd_reform_work *w = cd_reform_borrow(r, 1);
    (void)p;
    int code = rates(r, t, z, y, f, w->square);
    cd_reform_return(r, w);
    return code;
}

/* df[n, n m + n_y] = (A_j in the columns of x^(j), B) */
static int rate_slopes(const coldae_reform *r, double t, double *df, double *M)
{
    int n = r->n, m = r->m, code = 0;
    for (int j = 0; j < m && code == 0 && r->linear.A; j++) {
        code = get_A(r, j, t, M);
        for (int i = 0; i < n; i++)
            memcpy(df + (size_t)(i * m + j) * (size_t)n, M + (size_t)i * (size_t)n,
                   (size_t)n * sizeof(double));
    }
    if (code == 0 && r->n_y > 0)
        code = get_B(r, t, df + (size_t)r->mstar * (size_t)n);
    return code;
}

static int linear_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    const coldae_reform *r = user;
    cd_reform_work *w = cd_reform_borrow(r, 1);
    (void)z, (void)y, (void)p;
    int code = rate_slopes(r, t, df, w->square);
    cd_reform_return(r, w);
    return code;
}

static double binomial(int n, int k)
{
    double b = 1;
    for (int i = 1; i <= k; i++)
        b = b * (n - k + i) / i;
    return b;
}

static int linear_g(int level, double t, const double *z, const double *y, const double *p, double *g,
                    void *user)
{
    const coldae_reform *r = user;
    cd_reform_work *w = cd_reform_borrow(r, 1);
    (void)p;
    int code = get_r(r, level, t, g);
    for (int j = 0; j <= level && code == 0; j++) {
        int top = r->q + j == r->m; /* x^(m) = f */
        if (top)
            code = rates(r, t, z, y, w->f, w->square);
        if (code == 0)
            code = get_C(r, level - j, t, w->square);
        multiply(r->n_g, r->n, binomial(level, j), w->square, top ? w->f : z + r->q + j, top ? 1 : r->m, g);
    }
    cd_reform_return(r, w);
    return code;
}

static int linear_dg(int level, double t, const double *z, const double *y, const double *p, double *dg,
                     void *user)
{
    const coldae_reform *r = user;
    int n = r->n, m = r->m, n_g = r->n_g, code = 0;
    cd_reform_work *w = cd_reform_borrow(r, 1);
    (void)z, (void)y, (void)p;
    for (int j = 0; j <= level && code == 0; j++) {
        code = get_C(r, level - j, t, w->square);
        if (code == 0 && r->q + j == m) { /* C df */
            clear((size_t)n * (size_t)r->columns, w->J);
            code = rate_slopes(r, t, w->J, w->J + (size_t)n * (size_t)r->columns);
            for (int c = 0; c < r->columns; c++)
                multiply(n_g, n, 1, w->square, w->J + (size_t)c * (size_t)n, 1, dg + (size_t)c * (size_t)n_g);
            continue;
        }
        double factor = binomial(level, j);
        for (int i = 0; i < n; i++)
            for (int a = 0; a < n_g; a++)
                dg[(size_t)a + (size_t)(i * m + r->q + j) * (size_t)n_g] += factor * w->square[a + i * n_g];
    }
    cd_reform_return(r, w);
    return code;
}

static int linear_D(double t, const double *z, const double *p, double *D, void *user)
{
    const coldae_reform *r = user;
    (void)z, (void)p;
    return r->linear.D(t, D, r->linear.user);
}

/* ---- public ------------------------------------------------------------------------------------ */

void coldae_reform_linear_init(coldae_reform_linear *linear)
{
    memset(linear, 0, sizeof *linear);
    linear->order = 2;
    linear->highest = -1;
    linear->right = 1;
}

coldae_status cd_reform_linear_check(const coldae_reform_linear *linear, cd_report *report)
{
    if (linear->n_alg > 0 && !linear->B)
        return cd_say(report, COLDAE_ERR_INVALID, "problem.B = NULL: needed for n_alg = %d", linear->n_alg);
    if (!linear->C)
        return cd_say(report, COLDAE_ERR_INVALID, "problem.C = NULL: there is no constraint");
    return COLDAE_OK;
}

coldae_reform_problem cd_reform_linear_problem(const coldae_reform_linear *l)
{
    return (coldae_reform_problem){.n = l->n,
                                   .n_alg = l->n_alg,
                                   .n_g = l->n_g,
                                   .order = l->order,
                                   .g_order = l->g_order,
                                   .highest = l->highest,
                                   .left = l->left,
                                   .right = l->right,
                                   .linear = 1,
                                   .f = linear_f,
                                   .df = linear_df,
                                   .g = linear_g,
                                   .dg = linear_dg,
                                   .D = l->D ? linear_D : NULL,
                                   .z_left = l->z_left,
                                   .n_side = l->n_side,
                                   .zeta = l->zeta,
                                   .n_coupled = l->n_coupled,
                                   .side = l->side,
                                   .dside = l->dside,
                                   .coupled = l->coupled,
                                   .dcoupled = l->dcoupled,
                                   .guess = l->guess};
}
