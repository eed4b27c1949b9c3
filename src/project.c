/* project.c - a mesh point: pure index-2 projection and SVD-selective projection
 *
 * The rank of E.  No fixed threshold on its singular values works; we compare with what the projection would use
 * instead: the smallest r with
 *     sigma_{r+1}(E) <= kappa h sigma_min(U_2^T C B V_2),
 * r = m if there is none.  The rule does not depend on the choice of singular vectors.
 *                                        Ascher & Spiteri (1992) sections 3, 4; docs/method.md
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "kernels.h"
#include "lapack.h"
#include "project.h"
#include "project_one.h"

/* The blocks of df that matter here, column-major, and room for their decompositions. */
typedef struct parts {
    int d, m;
    double *E, *B, *C;      /* [m, m], [d, m], [m, d] */
    double *U, *Vt, *sigma; /* E = U diag(sigma) Vt */
    double *BV, *UC, *M;    /* B V, U^T C, (U_2^T C)(B V_2) */
    double *X;              /* [m, m] */
    double *svd;            /* workspace of dgesvd */
    int svd_size;
} parts;

static int svd_work(int m)
{
    return 8 * m + 64;
}

size_t cd_project_work(const cd_dims *d)
{
    size_t m = (size_t)d->n_alg, n = (size_t)d->n_diff;
    return 10 * m * m + 4 * m * n + 4 * m + (size_t)svd_work((int)m) + m * (size_t)(d->mstar + d->n_param);
}

static int top_of(const cd_dims *d, int i) /* position of D^{m_i-1} u_i in z */
{
    return d->offset[i] + d->order[i] - 1;
}

static parts take_parts(const cd_dims *dims, const double *df, double *work)
{
    int d = dims->n_diff, m = dims->n_alg, n_eq = dims->n_eq;
    size_t mm = (size_t)m * (size_t)m, md = (size_t)m * (size_t)d;
    parts p = {.d = d, .m = m, .svd_size = svd_work(m)};
    p.E = work;
    p.U = p.E + mm;
    p.Vt = p.U + mm;
    p.M = p.Vt + mm;
    p.X = p.M + mm;
    p.B = p.X + mm;
    p.C = p.B + md;
    p.BV = p.C + md;
    p.UC = p.BV + md;
    p.sigma = p.UC + md;
    p.svd = p.sigma + m;
    const double *dy = df + (size_t)dims->mstar * (size_t)n_eq;
    for (int j = 0; j < m; j++) {
        memcpy(p.E + (size_t)j * (size_t)m, dy + (size_t)j * (size_t)n_eq + d, (size_t)m * sizeof(double));
        memcpy(p.B + (size_t)j * (size_t)d, dy + (size_t)j * (size_t)n_eq, (size_t)d * sizeof(double));
    }
    for (int i = 0; i < d; i++)
        memcpy(p.C + (size_t)i * (size_t)m, df + (size_t)top_of(dims, i) * (size_t)n_eq + d,
               (size_t)m * sizeof(double));
    return p;
}

static double frobenius(size_t n, const double *a)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * a[i];
    return sqrt(sum);
}

/* An upper bound of |E^-1|_F where E has a dominant diagonal, HUGE_VAL elsewhere. */
static double dominant_bound(const parts *p)
{
    double least = HUGE_VAL;
    for (int i = 0; i < p->m; i++) {
        double rest = 0;
        for (int j = 0; j < p->m; j++)
            rest += fabs(p->E[i + j * p->m]);
        double diagonal = fabs(p->E[i + i * p->m]);
        least = fmin(least, 2 * diagonal - rest);
    }
    return least > 0 ? sqrt(p->m) / least : HUGE_VAL;
}

/* E = 0, as in problems of pure index 2. */
static int has_no_E(const cd_dims *d, const double *df)
{
    const double *E = df + (size_t)d->mstar * (size_t)d->n_eq + d->n_diff;
    for (int j = 0; j < d->n_alg; j++, E += d->n_eq)
        for (int i = 0; i < d->n_alg; i++)
            if (E[i] != 0)
                return 0;
    return 1;
}

int cd_project_is_index1(const cd_method *method, double h, const double *df, double *work)
{
    const cd_dims *dims = &method->dims;
    if (dims->n_alg == 1)
        return cd_project_one_is_index1(method, h, df);
    if (has_no_E(dims, df))
        return 0;
    parts p = take_parts(dims, df, work);
    size_t m = (size_t)p.m, md = m * (size_t)p.d;
    double *a = p.svd + p.svd_size, *scale = p.sigma; /* [m, 2m] row-major: E | I */
    double limit = 10 * method->options.rank_kappa * h * frobenius(md, p.B) * frobenius(md, p.C);
    if (dominant_bound(&p) * limit < 1)
        return 1;
    int *pivot = (int *)(void *)(a + 2 * m * m);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++) {
            a[i * 2 * m + j] = p.E[i + j * m];
            a[i * 2 * m + m + j] = i == j;
        }
    if (cd_eliminate(p.m, p.m, 2 * p.m, p.m, a, 2 * p.m, pivot, scale, p.svd) >= 0)
        return 0;
    cd_back_substitute(p.m, a, 2 * p.m, a + m, 2 * p.m, p.m);
    double inverse = 0;
    for (size_t i = 0; i < m; i++)
        inverse = hypot(inverse, frobenius(m, a + i * 2 * m + m));
    /* sigma_min(E) >= 1/|E^-1|_F against kappa h |C||B|, an upper bound of the rule's right-hand side; and ten
     * times, because the mesh point is not this point */
    return inverse * limit < 1;
}

/* sigma_min of a[2, 2]: the determinant over sigma_max = (hypot(a+d, b-c) + hypot(a-d, b+c))/2 */
static double smaller_of_two(const double *a, int ld)
{
    double most = hypot(a[0] + a[ld + 1], a[ld] - a[1]) + hypot(a[0] - a[ld + 1], a[ld] + a[1]);
    return most > 0 ? fabs(a[0] * (a[ld + 1] / most) - a[ld] * (a[1] / most)) * 2 : 0;
}

/* sigma_min of the last n rows and columns of M[m, m] (destroys X). */
static double smallest_singular(const parts *p, int n)
{
    int at = p->m - n, info = 0, one = 1;
    if (n == 1)
        return fabs(p->M[(size_t)at + (size_t)at * (size_t)p->m]);
    if (n == 2)
        return smaller_of_two(p->M + (size_t)at + (size_t)at * (size_t)p->m, p->m);
    for (int j = 0; j < n; j++)
        memcpy(p->X + (size_t)j * (size_t)n, p->M + (size_t)at + (size_t)(at + j) * (size_t)p->m,
               (size_t)n * sizeof(double));
    double *sigma = p->svd + p->svd_size;
    dgesvd_("N", "N", &n, &n, p->X, &n, sigma, NULL, &one, NULL, &one, p->svd, &p->svd_size, &info, 1, 1);
    return info == 0 ? sigma[n - 1] : 0;
}

/* M = U^T C B V from its two factors; small ones without a call. */
static void multiply(const parts *p)
{
    int d = p->d, m = p->m;
    double one = 1, zero = 0;
    if (m * m * d > 500) {
        dgemm_("N", "N", &m, &m, &d, &one, p->UC, &m, p->BV, &d, &zero, p->M, &m, 1, 1);
        return;
    }
    for (int j = 0; j < m; j++)
        for (int i = 0; i < m; i++) {
            double sum = 0;
            for (int l = 0; l < d; l++)
                sum += p->UC[i + l * m] * p->BV[l + j * d];
            p->M[i + j * m] = sum;
        }
}

/* E = U S V^T for two constraints: V is the rotation that makes the columns of E V orthogonal, U S = E V. */
static void decompose_two(const parts *p)
{
    double size = fmax(fmax(fabs(p->E[0]), fabs(p->E[1])), fmax(fabs(p->E[2]), fabs(p->E[3])));
    double a = p->E[0] / size, b = p->E[1] / size, c = p->E[2] / size, d = p->E[3] / size;
    double gap = (c * c + d * d) - (a * a + b * b), twice = 2 * (a * c + b * d);
    double root = fabs(gap) + hypot(gap, twice), tangent = root > 0 ? copysign(twice, gap * twice) / root : 0;
    double cosine = 1 / sqrt(1 + tangent * tangent), sine = cosine * tangent;
    double x[2] = {cosine * a - sine * c, cosine * b - sine * d};
    double y[2] = {sine * a + cosine * c, sine * b + cosine * d};
    double V[2][2] = {{cosine, -sine}, {sine, cosine}}; /* columns */
    int larger = hypot(y[0], y[1]) > hypot(x[0], x[1]);
    const double *first = larger ? y : x, *second = larger ? x : y;
    double most = hypot(first[0], first[1]);
    p->U[0] = first[0] / most;
    p->U[1] = first[1] / most;
    double side = p->U[0] * second[1] - p->U[1] * second[0];
    p->U[2] = side < 0 ? p->U[1] : -p->U[1]; /* so that sigma is not negative */
    p->U[3] = side < 0 ? -p->U[0] : p->U[0];
    p->sigma[0] = size * most;
    p->sigma[1] = size * fabs(side);
    for (int j = 0; j < 2; j++) {
        p->Vt[2 * j] = V[larger][j];
        p->Vt[2 * j + 1] = V[!larger][j];
    }
}

/* E = U S V^T, B V, U^T C and M = U^T C B V; pure index 2, and E = 0, take U = V = I. */
static void decompose(const parts *p, int pure)
{
    int d = p->d, m = p->m, info = 0;
    double one = 1, zero = 0;
    size_t md = (size_t)m * (size_t)d;
    memset(p->U, 0, 2 * (size_t)m * (size_t)m * sizeof(double));
    for (int i = 0; i < m; i++)
        p->U[i + i * m] = p->Vt[i + i * m] = 1;
    memset(p->sigma, 0, (size_t)m * sizeof(double));
    if (pure || frobenius((size_t)m * (size_t)m, p->E) == 0) {
        memcpy(p->BV, p->B, md * sizeof(double));
        memcpy(p->UC, p->C, md * sizeof(double));
    } else {
        if (m == 2)
            decompose_two(p);
        else
            dgesvd_("A", "A", &m, &m, p->E, &m, p->sigma, p->U, &m, p->Vt, &m, p->svd, &p->svd_size, &info, 1,
                    1);
        dgemm_("N", "T", &d, &m, &m, &one, p->B, &d, p->Vt, &m, &zero, p->BV, &d, 1, 1);
        dgemm_("T", "N", &m, &d, &m, &one, p->U, &m, p->C, &m, &zero, p->UC, &m, 1, 1);
    }
    multiply(p);
}

/* most = |B||C| */
static int find_rank(const parts *p, double kappa_h, double most)
{
    for (int r = 0; r < p->m; r++) {
        if (p->sigma[r] > kappa_h * most)
            continue;
        double smallest = smallest_singular(p, p->m - r);
        if (smallest > 16 * DBL_EPSILON * most && p->sigma[r] <= kappa_h * smallest)
            return r;
    }
    return p->m;
}

/* x[n, m] = a[n, n]^-1 x by Cramer's rule, n = 1 or 2; a, x in rows of `width`.  -1: a is singular */
static int divide_small(int n, int m, const double *a, double *x, int width)
{
    double one = n == 1 ? 1 : a[width + 1], two = n == 1 ? 0 : a[1], three = n == 1 ? 0 : a[width];
    double left = a[0] * one, right = two * three, determinant = left - right;
    if (!(fabs(determinant) > 8 * DBL_EPSILON * (fabs(left) + fabs(right))))
        return -1;
    for (int j = 0; j < m; j++) {
        double first = x[j], second = n == 1 ? 0 : x[width + j];
        x[j] = (one * first - two * second) / determinant;
        if (n == 2)
            x[width + j] = (a[0] * second - three * first) / determinant;
    }
    return 0;
}

/* K = (B V_2) M_22^-1 U_2^T */
static int gain(const parts *p, int r, double *K)
{
    int d = p->d, m = p->m, n = m - r, width = n + m;
    double *a = p->svd + p->svd_size; /* [n, n+m] row-major: M_22 | U_2^T */
    int *pivot = (int *)(void *)(a + 2 * (size_t)m * (size_t)m);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            a[i * width + j] = p->M[(r + i) + (r + j) * m];
        for (int j = 0; j < m; j++)
            a[i * width + n + j] = p->U[j + (r + i) * m];
    }
    if (n <= 2) {
        if (divide_small(n, m, a, a + n, width) != 0)
            return -1;
    } else {
        if (cd_eliminate(n, n, width, n, a, width, pivot, p->sigma, p->svd) >= 0)
            return -1;
        cd_back_substitute(n, a, width, a + n, width, m);
    }
    for (int j = 0; j < m; j++)
        for (int i = 0; i < d; i++) {
            double sum = 0;
            for (int l = 0; l < n; l++)
                sum += p->BV[i + (r + l) * d] * a[l * width + n + j];
            K[i + j * d] = sum;
        }
    return 0;
}

/* cd_project_find for several constraints */
static coldae_status find_many(const cd_dims *dims, int pure, double kappa_h, double t, const double *df,
                               cd_report *report, const cd_projector *projector, int *rank, double *work)
{
    parts p = take_parts(dims, df, work);
    size_t m = (size_t)p.m, md = m * (size_t)p.d;
    double most = frobenius(md, p.B) * frobenius(md, p.C);
    memset(projector->K, 0, md * sizeof(double));
    decompose(&p, pure);
    *rank = pure ? 0 : find_rank(&p, kappa_h, most);
    memcpy(projector->hidden, p.U + (size_t)*rank * m, (m - (size_t)*rank) * m * sizeof(double));
    if (*rank == p.m)
        return p.sigma[p.m - 1] <= 16 * DBL_EPSILON * fmax(p.sigma[0], kappa_h * most) ? CD_LOST : COLDAE_OK;
    if (pure && smallest_singular(&p, p.m) <= 16 * DBL_EPSILON * most)
        return cd_project_say_singular(report, t);
    if (gain(&p, *rank, projector->K) != 0)
        return cd_say(report, COLDAE_ERR_SINGULAR, "the projection at t = %.6g is singular: index above 2?",
                      t);
    return COLDAE_OK;
}

coldae_status cd_project_find(const cd_method *method, double h, double t, const double *df,
                              cd_report *report, const cd_projector *projector, int *rank, double *work)
{
    const cd_dims *dims = &method->dims;
    int pure = method->options.projection == COLDAE_PROJECT_INDEX2, m = dims->n_alg, n_eq = dims->n_eq;
    double kappa_h = method->options.rank_kappa * h, *slope = projector->slope;
    const double *from = df + dims->n_diff;
    if (m == 1)
        return cd_project_one_find(method, h, t, df, report, projector, rank);
    for (int j = 0; j < dims->mstar + dims->n_param; j++, from += n_eq, slope += m) {
        if (j == dims->mstar) /* the columns of y stand before those of p */
            from += m * n_eq;
        for (int a = 0; a < m; a++)
            slope[a] = from[a];
    }
    return find_many(dims, pure, kappa_h, t, df, report, projector, rank, work);
}

void cd_project_matrix(const cd_dims *dims, const cd_projector *projector, int c, double *Phi, double *work)
{
    int m = dims->n_alg, width = dims->mstar + c, kept = dims->mstar + dims->n_param;
    if (m == 1) {
        cd_project_one_matrix(dims, projector, c, Phi, work);
        return;
    }
    for (int a = 0; a < m; a++) { /* work[m, kept] row-major = C_z Phi + C_p */
        double *row = work + (size_t)a * (size_t)kept;
        for (int j = 0; j < kept; j++)
            row[j] = j < dims->mstar ? 0 : projector->slope[a + j * m];
        for (int i = 0; i < dims->mstar; i++) {
            double slope = projector->slope[a + i * m];
            for (int j = 0; slope != 0 && j < kept; j++)
                row[j] += slope * Phi[(size_t)i * (size_t)width + (size_t)j];
        }
    }
    for (int i = 0; i < dims->n_diff; i++) {
        double *row = Phi + (size_t)top_of(dims, i) * (size_t)width;
        for (int a = 0; a < m; a++) {
            double gain_ia = projector->K[i + a * dims->n_diff];
            for (int j = 0; gain_ia != 0 && j < kept; j++)
                row[j] -= gain_ia * work[(size_t)a * (size_t)kept + (size_t)j];
        }
    }
}

void cd_project_vector(const cd_dims *dims, const cd_projector *projector, const double *f_alg, double *phi,
                       double *work)
{
    int m = dims->n_alg;
    if (m == 1) {
        cd_project_one_vector(dims, projector, *f_alg, phi);
        return;
    }
    for (int a = 0; a < m; a++) {
        work[a] = f_alg[a];
        for (int i = 0; i < dims->mstar; i++)
            work[a] += projector->slope[a + i * m] * phi[i];
    }
    for (int i = 0; i < dims->n_diff; i++)
        for (int a = 0; a < m; a++)
            phi[top_of(dims, i)] -= projector->K[i + a * dims->n_diff] * work[a];
}
