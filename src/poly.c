/* poly.c - the polynomials of several subintervals side by side
 *
 *     u_i^(l)(t) = sum_{r=l}^{m_i-1} (tau h)^{r-l}/(r-l)! z_{i,r} + h^{m_i-l} sum_j psi_{m_i-l,j}(tau) w_ij
 * as in piecewise.c.
 */
#include "poly.h"
#include "series.h"
#include "sizes.h"
#include "traffic.h"
#include "vector.h"

/* z[order] of one component at tau = s/h with psi[k, max_order+1] */
UNROLLED void combine_component(int k, int order, cd_vec h, cd_vec s, const double *psi, const cd_vec *z_left,
                                const cd_vec *v, int n_eq, cd_vec *z)
{
    cd_vec power = h;
    for (int l = order - 1; l >= 0; l--, power *= h)
        z[l] = cd_plus_product(taylor_sum(order, l, s, z_left), power,
                               point_sum(k, psi + (order - l) * k, 1, v, n_eq));
}

/* z at tau with psi[k, max_order+1] */
UNROLLED void combine(const cd_dims *d, int k, cd_vec h, double tau, const double *psi, const cd_vec *z_left,
                      const cd_vec *v, cd_vec *z)
{
    cd_vec s = h * cd_all(tau);
    int n_diff = d->n_diff, n_eq = d->n_eq;
    for (int i = 0; i < n_diff; i++) {
        int order = d->order[i], at = d->offset[i];
        if (order == 1) /* frequent: unrolled */
            combine_component(k, 1, h, s, psi, z_left + at, v + i, n_eq, z + at);
        else if (order == 2)
            combine_component(k, 2, h, s, psi, z_left + at, v + i, n_eq, z + at);
        else if (order == 4)
            combine_component(k, 4, h, s, psi, z_left + at, v + i, n_eq, z + at);
        else
            combine_component(k, order, h, s, psi, z_left + at, v + i, n_eq, z + at);
    }
}

UNROLLED void at_points_k(const cd_dims *d, int k, const cd_basis *b, const double *h, const double *z_left,
                          const double *v, double *z)
{
    size_t table = (size_t)(k * (d->max_order + 1));
    const double *rho = b->rho, *psi = b->psi;
    int mstar = d->mstar;
    for (int j = 0; j < k; j++, psi += table)
        combine(d, k, *(const cd_vec *)h, rho[j], psi, (const cd_vec *)z_left, (const cd_vec *)v,
                (cd_vec *)z + j * mstar);
}

UNROLLED void at_points(const cd_dims *d, const cd_basis *b, const double *h, const double *z_left,
                        const double *v, double *z)
{
    if (d->k == 4)
        at_points_k(d, 4, b, h, z_left, v, z);
    else
        at_points_k(d, d->k, b, h, z_left, v, z);
}

void CD_ISA(cd_poly_at_points)(const cd_dims *d, const cd_basis *b, const double *h, const double *z_left,
                               const double *v, double *z)
{
    CD_BY_SIZE(at_points, d, b, h, z_left, v, z);
}

UNROLLED void values_any(const cd_dims *d, const cd_basis *b, const double *h, const double *z_left,
                         const double *v, int count, double *work, double *z)
{
    at_points(d, b, h, z_left, v, work);
    cd_give(d->mstar * d->k, (const cd_vec *)work, count, z);
}

static void values(const cd_dims *d, const cd_basis *b, const double *h, const double *z_left,
                   const double *v, int count, double *work, double *z)
{
    CD_BY_SIZE(values_any, d, b, h, z_left, v, count, work, z);
}

UNROLLED void load_any(const cd_dims *d, const double *t, const double *z, const double *v, int count,
                       double *h, double *z_left, double *v_lanes)
{
    cd_take_lengths(t, count, h);
    cd_take(d->mstar, z, count, (cd_vec *)z_left);
    cd_take(d->n_local, v, count, (cd_vec *)v_lanes);
}

static void load(const cd_dims *d, const double *t, const double *z, const double *v, int count, double *h,
                 double *z_left, double *v_lanes)
{
    CD_BY_SIZE(load_any, d, t, z, v, count, h, z_left, v_lanes);
}

UNROLLED void times_any(const cd_dims *d, const cd_basis *b, const double *t, int count, double *times)
{
    int k = d->k;
    const double *rho = b->rho;
    for (int l = 0; l < count; l++, times += k) {
        double left = t[l], h = t[l + 1] - left;
        int j = 0;
        for (; j + CD_WIDTH <= k; j += CD_WIDTH)
            cd_store(times + j, cd_all(left) + cd_load(rho + j) * cd_all(h));
        for (; j < k; j++)
            times[j] = left + rho[j] * h;
    }
}

static void times(const cd_dims *d, const cd_basis *b, const double *t, int count, double *to)
{
    CD_BY_SIZE(times_any, d, b, t, count, to);
}

UNROLLED void halve_k(const cd_dims *d, int k, const cd_basis *b, const double *h, const double *z_left,
                      const double *v, double *z_middle, double *v_fine)
{
    combine(d, k, *(const cd_vec *)h, 0.5, b->psi_middle, (const cd_vec *)z_left, (const cd_vec *)v,
            (cd_vec *)z_middle);
    cd_vec *to = (cd_vec *)v_fine;
    const double *weight = b->lagrange_half;
    int n_eq = d->n_eq;
    for (int j = 0; j < 2 * k; j++, weight += k)
        for (int i = 0; i < n_eq; i++)
            *to++ = point_sum(k, weight, 1, (const cd_vec *)v + i, n_eq);
}

UNROLLED void halve_any(const cd_dims *d, const cd_basis *b, const double *h, const double *z_left,
                        const double *v, double *z_middle, double *v_fine)
{
    if (d->k == 4)
        halve_k(d, 4, b, h, z_left, v, z_middle, v_fine);
    else
        halve_k(d, d->k, b, h, z_left, v, z_middle, v_fine);
}

static void halve(const cd_dims *d, const cd_basis *b, const double *h, const double *z_left, const double *v,
                  double *z_middle, double *v_fine)
{
    CD_BY_SIZE(halve_any, d, b, h, z_left, v, z_middle, v_fine);
}

/* Factors of the recurrences of Legendre polynomials and their integrals, n = 0 .. 2 CD_MAX_POINTS - 1. */
#define RISE_OF(n) (2 * (n) + 1.0) / ((n) + 1)
#define FALL_OF(n) (double)(n) / ((n) + 1)
#define SHARE_OF(n) 0.5 / (2 * (n) + 1)
#define TEN(of, n)                                                                                           \
    of(n), of(n + 1), of(n + 2), of(n + 3), of(n + 4), of(n + 5), of(n + 6), of(n + 7), of(n + 8), of(n + 9)
#define SIXTY(of) TEN(of, 0), TEN(of, 10), TEN(of, 20), TEN(of, 30), TEN(of, 40), TEN(of, 50)
static const double RISE[2 * CD_MAX_POINTS] = {SIXTY(RISE_OF)}, FALL[2 * CD_MAX_POINTS] = {SIXTY(FALL_OF)},
                             SHARE[2 * CD_MAX_POINTS] = {SIXTY(SHARE_OF)};

/* psi_r, r = 0 .. orders, at tau: see cd_basis_orders */
UNROLLED void find_psi_any(const cd_basis *b, int k, int orders, cd_vec tau, cd_vec *psi)
{
    int top = k + orders;
    cd_vec integral[2 * CD_MAX_POINTS + 1], x = tau + tau - cd_all(1), power = cd_all(1);
    integral[0] = power;
    integral[1] = x;
    for (int n = 1; n + 1 < top; n++)
        integral[n + 1] = x * cd_all(RISE[n]) * integral[n] - cd_all(FALL[n]) * integral[n - 1];
    for (int r = 0; r <= orders; r++) {
        for (int j = 0; j < k; j++)
            *psi++ = point_sum(k, b->coefficient + j, k, integral, 1);
        if (r == orders)
            break;
        power *= tau * cd_all(CD_INVERSE[r + 1]);
        cd_vec before = integral[0];
        integral[0] = power;
        for (int n = 1; n + 1 < top - r; n++) {
            cd_vec now = integral[n];
            integral[n] = (integral[n + 1] - before) * cd_all(SHARE[n]);
            before = now;
        }
    }
}

/* For v alone, with 4 to 7 points, the recurrence is unrolled: its factors are constants then. */
static void find_psi(const cd_basis *b, int orders, cd_vec tau, cd_vec *psi)
{
    switch (orders == 0 ? b->k : 0) {
    case 4:
        find_psi_any(b, 4, 0, tau, psi);
        return;
    case 5:
        find_psi_any(b, 5, 0, tau, psi);
        return;
    case 6:
        find_psi_any(b, 6, 0, tau, psi);
        return;
    case 7:
        find_psi_any(b, 7, 0, tau, psi);
        return;
    default:
        find_psi_any(b, b->k, orders, tau, psi);
    }
}

/* sum_j psi_j v_ij */
static inline cd_vec sum_products(int k, const cd_vec *psi, const cd_vec *v, int n_eq)
{
    cd_vec sum = v[0] * psi[0];
    for (int j = 1; j < k; j++)
        sum = cd_plus_product(sum, v[j * n_eq], psi[j]);
    return sum;
}

static void at(const cd_dims *d, const cd_basis *b, const double *h_, const double *tau_,
               const double *z_left, const double *v_, double *z, double *value)
{
    cd_vec psi[CD_MAX_POINTS * (CD_MAX_POINTS + 1)], h = *(const cd_vec *)h_, tau = *(const cd_vec *)tau_;
    const cd_vec *v = (const cd_vec *)v_;
    find_psi(b, z ? b->max_order : 0, tau, psi);
    for (int i = 0; z && i < d->n_diff; i++) {
        int order = d->order[i], first = d->offset[i];
        cd_vec power = h;
        for (int l = order - 1; l >= 0; l--, power *= h)
            ((cd_vec *)z)[first + l] =
                cd_plus_product(taylor_sum(order, l, h * tau, (const cd_vec *)z_left + first), power,
                                sum_products(d->k, psi + (order - l) * d->k, v + i, d->n_eq));
    }
    for (int i = 0; value && i < d->n_eq; i++)
        ((cd_vec *)value)[i] = sum_products(d->k, psi, v + i, d->n_eq);
}

const cd_poly CD_ISA(cd_poly) = {.gather = CD_ISA(cd_lanes_gather),
                                 .scatter = CD_ISA(cd_lanes_scatter),
                                 .load = load,
                                 .times = times,
                                 .values = values,
                                 .halve = halve,
                                 .at = at};
