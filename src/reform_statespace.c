/* reform_statespace.c - state-space form: coordinates u = R x, R constant
 *
 * x = P u + Q w with R P = I, R Q = 0; the dependent coordinates w_j follow from g^(j) = 0, j < m, whose
 * matrix is C Q, C = dg/dx, at every level.  Good as long as (R; C) is far from singular.   Ascher & Petzold
 * (1991) section 3.3
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "lapack.h"
#include "reform.h"

static const int MOST_ITERATIONS = 30; /* of Newton for w; from a neighbouring point it needs five */
static const double NOT_YET = 1e-8;    /* a relative step this large at the end: no solution was found */

double cd_reform_length(int n, const double *v, int stride)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = hypot(sum, v[(size_t)i * (size_t)stride]);
    return sum;
}

double cd_reform_inverse_size(int n, double *a, cd_reform_work *w)
{
    int info = 0, one = 1, size = 8 * n + 64;
    double *sigma = w->svd + size, sum = 0;
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++)
        sum += 0 * a[i];
    if (!(sum == 0)) /* not finite */
        return HUGE_VAL;
    dgesvd_("N", "N", &n, &n, a, &n, sigma, NULL, &one, NULL, &one, w->svd, &size, &info, 1, 1);
    return info == 0 && sigma[n - 1] > 0 ? 1 / sigma[n - 1] : HUGE_VAL;
}

/* C[n_g, n] = dg/dx out of w->J */
static double C_of(const coldae_reform *r, const cd_reform_work *w, int a, int i)
{
    return w->J[(size_t)a + (size_t)(i * r->m) * (size_t)r->n_g];
}

/* w->J[n_g, columns] = dg^(level), finite */
static int constraint_slopes(const coldae_reform *r, int level, double t, const double *z, const double *p,
                             cd_reform_work *w)
{
    int code = cd_reform_dg(r, level, t, z, r->no_y, p, w, w->J);
    return cd_reform_finite(code, (size_t)r->n_g * (size_t)r->columns, w->J);
}

int cd_reform_state_condition(const coldae_reform *r, const cd_reform_coordinates *c, double t,
                              const double *z, const double *p, cd_reform_work *w, double *condition)
{
    int n = r->n, n_u = r->n_u;
    int code = constraint_slopes(r, 0, t, z, p, w);
    if (code != 0)
        return code;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            w->square[k + i * n] = k < n_u ? c->R[k + i * n_u] : C_of(r, w, k - n_u, i);
    for (int k = 0; k < n; k++) {
        double size = cd_reform_length(n, w->square + k, n);
        for (int i = 0; i < n; i++)
            w->square[k + i * n] /= size;
    }
    *condition = cd_reform_inverse_size(n, w->square, w);
    return 0;
}

/* The rows of Vt that complete a[rows, n] = U S Vt to a basis, as columns of null[n, n - rows]. */
static int null_space(int n, int rows, double *a, double *null, cd_reform_work *w)
{
    int info = 0, one = 1, size = 8 * n + 64;
    dgesvd_("N", "A", &rows, &n, a, &rows, w->svd + size, NULL, &one, w->square, &n, w->svd, &size, &info, 1,
            1);
    for (int k = rows; k < n; k++)
        for (int i = 0; i < n; i++)
            null[i + (k - rows) * n] = w->square[k + i * n];
    return info == 0 && w->svd[size + rows - 1] > 1 / CD_REFORM_SINGULAR * w->svd[size] ? 0 : -1;
}

/* P = R^T (R R^T)^-1, the right inverse that is orthogonal to Q. */
static int right_inverse(int n, int n_u, const double *R, double *P, cd_reform_work *w)
{
    int info = 0;
    double *M = w->square;
    for (int i = 0; i < n_u; i++)
        for (int k = 0; k < n_u; k++) {
            M[i + k * n_u] = 0;
            for (int l = 0; l < n; l++)
                M[i + k * n_u] += R[i + l * n_u] * R[k + l * n_u];
        }
    memcpy(w->row, R, (size_t)n_u * (size_t)n * sizeof(double));
    dgetrf_(&n_u, &n_u, M, &n_u, w->pivot, &info);
    if (info != 0)
        return -1;
    dgetrs_("N", &n_u, &n, M, &n_u, w->pivot, w->row, &n_u, &info, 1); /* (R R^T)^-1 R */
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n_u; k++)
            P[i + k * n] = w->row[k + i * n_u];
    return 0;
}

static coldae_status choose(const coldae_reform *r, const double *R, double t, const double *z,
                            const double *p, cd_report *report, const cd_reform_coordinates *to,
                            cd_reform_work *w, int *callback_code)
{
    int n = r->n, n_u = r->n_u, n_g = r->n_g;
    int code = constraint_slopes(r, 0, t, z, p, w);
    if (code != 0)
        return cd_reform_say(report, cd_reform_name_dg(r), code, t, callback_code);
    if (R)
        memcpy(to->R, R, (size_t)(n_u * n) * sizeof(double));
    else {
        for (int a = 0; a < n_g; a++)
            for (int i = 0; i < n; i++)
                w->row[a + i * n_g] = C_of(r, w, a, i);
        if (null_space(n, n_g, w->row, to->P, w) != 0)
            return cd_say(report, COLDAE_ERR_SINGULAR,
                          "dg/dx is singular at t = %.6g: the constraints are redundant there", t);
        for (int k = 0; k < n_u; k++)
            for (int i = 0; i < n; i++)
                to->R[k + i * n_u] = to->P[i + k * n];
    }
    memcpy(w->row, to->R, (size_t)(n_u * n) * sizeof(double));
    if (null_space(n, n_u, w->row, to->Q, w) != 0 || right_inverse(n, n_u, to->R, to->P, w) != 0)
        return cd_say(report, COLDAE_ERR_SINGULAR,
                      "options.R has linearly dependent rows: it must have rank n - n_g = %d", n_u);
    return COLDAE_OK;
}

coldae_status cd_reform_choose(const coldae_reform *r, const double *R, double t, const double *z,
                               const double *p, cd_report *report, const cd_reform_coordinates *to,
                               double *condition, int *callback_code)
{
    cd_reform_work *w = cd_reform_borrow(r, 0);
    coldae_status status = choose(r, R, t, z, p, report, to, w, callback_code);
    int code = status == COLDAE_OK ? cd_reform_state_condition(r, to, t, z, p, w, condition) : 0;
    if (code != 0)
        status = cd_reform_say(report, cd_reform_name_dg(r), code, t, callback_code);
    else if (status == COLDAE_OK && !(*condition <= CD_REFORM_SINGULAR))
        status = cd_say(
            report, COLDAE_ERR_SINGULAR,
            "(R; dg/dx) is singular at t = %.6g (1/sigma_min = %.3g): choose another options.R, or NULL", t,
            *condition);
    cd_reform_return(r, w);
    return status;
}

/* M = C Q, factored in w->square; C of w->J */
static int factor_CQ(const coldae_reform *r, cd_reform_work *w)
{
    int n_g = r->n_g, info = 0;
    for (int a = 0; a < n_g; a++)
        for (int b = 0; b < n_g; b++) {
            double sum = 0;
            for (int i = 0; i < r->n; i++)
                sum += C_of(r, w, a, i) * r->at.Q[i + b * r->n];
            w->square[a + b * n_g] = sum;
        }
    dgetrf_(&n_g, &n_g, w->square, &n_g, w->pivot, &info);
    return info;
}

/* x^(j) += Q v */
static void move(const coldae_reform *r, int j, const double *v, double *z, int stride)
{
    for (int i = 0; i < r->n; i++)
        for (int a = 0; a < r->n_g; a++)
            z[(size_t)(i * r->m + j) * (size_t)stride] += r->at.Q[i + a * r->n] * v[a];
}

/* Newton for w_j: g^(j)(z) = 0; *last is its last relative step. */
static int solve_level(const coldae_reform *r, int j, double t, const double *p, cd_reform_work *w, double *z)
{
    int n_g = r->n_g, one = 1, info = 0;
    double before = HUGE_VAL, step = HUGE_VAL, size = 1 + cd_reform_length(r->n, z + j, r->m);
    for (int iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
        int code = constraint_slopes(r, 0, t, z, p, w);
        if (code == 0)
            code = cd_reform_finite(cd_reform_g(r, j, t, z, r->no_y, p, w->g), (size_t)n_g, w->g);
        if (code != 0 || factor_CQ(r, w) != 0)
            return code ? code : COLDAE_REFORM_NO_COORDINATES;
        dgetrs_("N", &n_g, &one, w->square, &n_g, w->pivot, w->g, &n_g, &info, 1);
        for (int a = 0; a < n_g; a++)
            w->g[a] = -w->g[a];
        move(r, j, w->g, z, 1);
        step = cd_reform_length(n_g, w->g, 1) / size;
        if (!(step > 4 * DBL_EPSILON) ||
            (step < NOT_YET && step >= before / 2)) /* done, or at rounding level */
            break;
        before = step;
    }
    return step <= NOT_YET ? 0 : COLDAE_REFORM_NO_COORDINATES;
}

int cd_reform_state_solve(const coldae_reform *r, double t, const double *z_new, const double *p,
                          cd_reform_work *w, double *z)
{
    int n = r->n, m = r->m, code = 0;
    for (int j = 0; j < m && code == 0; j++) {
        for (int i = 0; i < n; i++) { /* x^(j) = P u^(j) + Q Q^T x^(j) */
            w->f[i] = 0;
            for (int k = 0; k < r->n_u; k++)
                w->f[i] += r->at.P[i + k * n] * z_new[k * m + j];
        }
        for (int a = 0; a < r->n_g; a++) {
            w->g[a] = 0;
            for (int i = 0; i < n; i++)
                w->g[a] += r->at.Q[i + a * n] * z[i * m + j];
        }
        for (int i = 0; i < n; i++)
            z[i * m + j] = w->f[i];
        move(r, j, w->g, z, 1);
        code = solve_level(r, j, t, p, w, z);
    }
    return code;
}

int cd_reform_state_slopes(const coldae_reform *r, double t, const double *z, const double *p,
                           cd_reform_work *w)
{
    int n = r->n, m = r->m, n_g = r->n_g, mstar = r->mstar, columns = r->mstar_new + r->n_param;
    int one = 1, info = 0;
    memset(w->Z, 0, (size_t)mstar * (size_t)columns * sizeof(double));
    for (int j = 0; j < m; j++) {
        int code = constraint_slopes(r, 0, t, z, p, w);
        if (code != 0 || factor_CQ(r, w) != 0)
            return code ? code : COLDAE_REFORM_NO_COORDINATES;
        code = constraint_slopes(r, j, t, z, p, w);
        if (code != 0)
            return code;
        for (int c = 0; c < columns; c++) {
            double *column = w->Z + (size_t)c * (size_t)mstar;
            if (c < r->mstar_new && c % m == j) /* u_k^(j) itself */
                for (int i = 0; i < n; i++)
                    column[i * m + j] = r->at.P[i + c / m * n];
            for (int a = 0; a < n_g; a++) { /* C Q dw_j = -(dg^(j)/dz dz + dg^(j)/dp) */
                w->g[a] = c < r->mstar_new ? 0 : -w->J[a + (r->n_y + mstar + c - r->mstar_new) * n_g];
                for (int i = 0; i < mstar; i++)
                    w->g[a] -= w->J[a + i * n_g] * column[i];
            }
            dgetrs_("N", &n_g, &one, w->square, &n_g, w->pivot, w->g, &n_g, &info, 1);
            move(r, j, w->g, column, 1);
        }
    }
    return 0;
}
