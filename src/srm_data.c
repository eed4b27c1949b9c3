/* srm_data.c - B, C, E and the products B E C, B E r, which stay smooth where C B is singular
 *
 * With E = (C B)^-1 the product P = B (C B)^-1 C is a projector that has a limit at a singular point t*, although E has
 * none (hypothesis H1), and so has B (C B)^-1 r (H2).  The pivots of C B tell when t is too close to t*; then the
 * products of the linear form are interpolated from both sides of it.      Ascher & Lin (1993) sections 1, 3, 5
 */
#include <math.h>
#include <string.h>

#include "lapack.h"
#include "srm.h"

/* C B counts as singular if a pivot is below this part of the largest |C B| seen: its square root, about the distance
 * from t* in units of the problem, leaves half of the digits to P. */
static const double LOST_PIVOT = 1e-12;
/* Distance of the points of interpolation from t*, in units of the interval: (C B)^-1 loses the digits of its square,
 * the interpolation has an error of its fourth power. */
static const double DODGE = 1e-3;

void cd_srm_multiply(int rows, int n, int columns, const double *a, const double *b, double *c)
{
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++) {
            double sum = 0;
            for (int l = 0; l < n; l++)
                sum += a[i + l * rows] * b[l + j * n];
            c[i + j * rows] = sum;
        }
}

static double frobenius(int n, const double *a)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * a[i];
    return sqrt(sum);
}

coldae_status cd_srm_take_CB(cd_srm_core *c, double t, const double *x)
{
    size_t n = (size_t)c->n_x * (size_t)c->n_y;
    CD_TRY(cd_srm_data(&c->gate, c->problem->B, "B", t, x, n, c->B));
    CD_TRY(cd_srm_data(&c->gate, c->problem->C, "C", t, x, n, c->C));
    cd_srm_multiply(c->n_y, c->n_x, c->n_y, c->C, c->B, c->CB);
    c->scale = fmax(c->scale, frobenius(c->n_y * c->n_y, c->CB));
    c->scale_C = fmax(c->scale_C, frobenius(c->n_y * c->n_x, c->C));
    return COLDAE_OK;
}

/* ER = (C B + delta I)^-1 R by elimination; the pivots are watched. */
static coldae_status solve_CB(cd_srm_core *c, double delta, double smallest, int width, const double *R,
                              double *ER)
{
    int m = c->n_y, info = 0;
    memcpy(c->E, c->CB, (size_t)m * (size_t)m * sizeof(double));
    memcpy(ER, R, (size_t)m * (size_t)width * sizeof(double));
    for (int i = 0; i < m; i++)
        c->E[i + i * m] += delta;
    dgetrf_(&m, &m, c->E, &m, c->pivot, &info);
    for (int i = 0; i < m; i++)
        if (info != 0 || !(fabs(c->E[i + i * m]) > smallest))
            return CD_LOST;
    dgetrs_("N", &m, &width, c->E, &m, c->pivot, ER, &m, &info, 1);
    return COLDAE_OK;
}

coldae_status cd_srm_apply_E(cd_srm_core *c, double t, const double *x, int width, const double *R,
                             double *ER)
{
    int m = c->n_y;
    switch (c->options->E) {
    case COLDAE_SRM_E_INVERSE:
        return solve_CB(c, 0, LOST_PIVOT * c->scale, width, R, ER);
    case COLDAE_SRM_E_DELTA:
        return solve_CB(c, c->options->delta, 0, width, R, ER);
    case COLDAE_SRM_E_TRANSPOSE:
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++)
                c->E[j + i * m] = c->CB[i + j * m];
        break;
    case COLDAE_SRM_E_FUNCTION:
        CD_TRY(cd_srm_data(&c->gate, c->problem->E, "E", t, x, (size_t)m * (size_t)m, c->E));
        break;
    default: /* the identity */
        memcpy(ER, R, (size_t)m * (size_t)width * sizeof(double));
        return COLDAE_OK;
    }
    cd_srm_multiply(m, m, width, c->E, R, ER);
    return COLDAE_OK;
}

void cd_srm_apply_pseudo(cd_srm_core *c, int width, const double *R, double *ER)
{
    int m = c->n_y, info = 0;
    memcpy(c->E, c->CB, (size_t)m * (size_t)m * sizeof(double));
    memset(ER, 0, (size_t)m * (size_t)width * sizeof(double));
    dgesvd_("A", "A", &m, &m, c->E, &m, c->sigma, c->U, &m, c->Vt, &m, c->lapack, &c->size_lapack, &info, 1,
            1);
    for (int a = 0; a < m && info == 0; a++) { /* ER += v_a (u_a^T R) / sigma_a */
        if (!(c->sigma[a] > LOST_PIVOT * c->scale))
            break;
        for (int j = 0; j < width; j++) {
            double sum = 0;
            for (int i = 0; i < m; i++)
                sum += c->U[i + a * m] * R[i + j * m];
            for (int i = 0; i < m; i++)
                ER[i + j * m] += c->Vt[a + i * m] * sum / c->sigma[a];
        }
    }
}

/* R = (C, r, C', r') and B E R at t, without regard to t*. */
static coldae_status products_at(cd_srm_core *c, double t)
{
    const coldae_srm_problem *p = c->problem;
    size_t m = (size_t)c->n_y, n = (size_t)c->n_x;
    int width = c->alpha1 > 0 ? 2 * c->n_x + 2 : c->n_x + 1;
    CD_TRY(cd_srm_take_CB(c, t, NULL));
    memcpy(c->R, c->C, m * n * sizeof(double));
    CD_TRY(cd_srm_data(&c->gate, p->r, "r", t, NULL, m, c->R + m * n));
    if (c->alpha1 > 0) {
        double *rate = c->R + m * (n + 1);
        CD_TRY(cd_srm_data(&c->gate, p->dC, "dC", t, NULL, m * n, rate));
        CD_TRY(cd_srm_data(&c->gate, p->dr, "dr", t, NULL, m, rate + m * n));
    }
    CD_TRY(cd_srm_apply_E(c, t, NULL, width, c->R, c->ER));
    cd_srm_multiply(c->n_x, c->n_y, width, c->B, c->ER, c->BER);
    return COLDAE_OK;
}

/* slot += weight * products */
static void add_products(const cd_srm_core *c, double weight, cd_srm_slot *s)
{
    int n = c->n_x, n2 = n * n;
    const double *from = c->BER;
    for (int i = 0; i < n2; i++)
        s->P[i] += weight * from[i];
    for (int i = 0; i < n; i++)
        s->v[i] += weight * from[n2 + i];
    for (int i = 0; i < n2 && c->alpha1 > 0; i++)
        s->P_rate[i] += weight * from[n2 + n + i];
    for (int i = 0; i < n && c->alpha1 > 0; i++)
        s->rate[i] += weight * from[2 * n2 + n + i];
}

double cd_srm_nearby(const cd_srm_core *c, double t, int i, double *weight)
{
    static const double both[] = {-2, -1, 1, 2}, both_weight[] = {-1.0 / 6, 4.0 / 6, 4.0 / 6, -1.0 / 6};
    static const double side[] = {1, 2, 3, 4}, side_weight[] = {4, -6, 4, -1};
    const coldae_srm_problem *p = c->problem;
    double step = DODGE * (p->right - p->left);
    int centred = t - 2 * step >= p->left && t + 2 * step <= p->right;
    double sign = t - 4 * step >= p->left ? -1 : 1;
    *weight = centred ? both_weight[i] : side_weight[i];
    return t + step * (centred ? both[i] : sign * side[i]);
}

static coldae_status interpolate(cd_srm_core *c, double t, cd_srm_slot *slot)
{
    for (int i = 0; i < CD_SRM_NEARBY; i++) {
        double weight, at = cd_srm_nearby(c, t, i, &weight);
        CD_TRY(products_at(c, at));
        add_products(c, weight, slot);
    }
    return COLDAE_OK;
}

/* Products at t; where C B is singular, at t + options.dodge or interpolated. */
static coldae_status form_products(cd_srm_core *c, double t, cd_srm_slot *s)
{
    coldae_status status = products_at(c, t);
    int lost = status == CD_LOST, interpolated = lost && c->options->dodge == 0;
    c->n_dodged += lost;
    if (lost)
        status = interpolated ? interpolate(c, t, s) : products_at(c, t + c->options->dodge);
    if (status == CD_LOST)
        return cd_say(c->gate.report, COLDAE_ERR_SINGULAR,
                      "C B is singular at t = %.6g and also near it: E = (C B)^-1 cannot be formed; try "
                      "another E, or give problem.smooth",
                      t);
    if (status == COLDAE_OK && !interpolated)
        add_products(c, 1, s);
    return status;
}

coldae_status cd_srm_fill_products(cd_srm_core *c, double t, cd_srm_slot *s)
{
    size_t n = (size_t)c->n_x, bytes = n * sizeof(double);
    memset(s->P, 0, n * bytes);
    memset(s->v, 0, bytes);
    memset(s->P_rate, 0, n * bytes);
    memset(s->rate, 0, bytes);
    if (!c->problem->smooth || c->alpha1 > 0)
        CD_TRY(form_products(c, t, s));
    if (!c->problem->smooth)
        return COLDAE_OK;
    memset(c->one, 0, bytes);
    return cd_srm_smooth(&c->gate, t, c->one, s->P, s->v); /* v at x = 0 is B E r */
}
