/* piecewise.c - a collocation solution on a mesh: evaluate, build from a guess, transfer to another mesh
 *
 * On [t_n, t_{n+1}], tau = (t - t_n)/h:
 *     u_i^(l)(t) = sum_{r=l}^{m_i-1} (tau h)^{r-l}/(r-l)! z_{n,i,r} + h^{m_i-l} sum_j psi_{m_i-l,j}(tau) w_ij
 *     y(t)       = sum_j psi_{0,j}(tau) y_j                               Ascher & Spiteri (1992) (2.2)
 */
#include <math.h>
#include <string.h>

#include "cpu.h"
#include "piecewise.h"

void cd_piecewise_layout(cd_arena *arena, const cd_dims *dims, const cd_basis *basis, int n, cd_piecewise *u)
{
    u->dims = dims;
    u->basis = basis;
    u->n = n;
    u->t = cd_take_doubles(arena, (size_t)n + 1);
    u->z = cd_take_doubles(arena, ((size_t)n + 1) * (size_t)dims->mstar);
    u->v = cd_take_doubles(arena, (size_t)n * (size_t)dims->n_local);
    u->p = cd_take_doubles(arena, (size_t)dims->n_param);
}

void cd_piecewise_copy(const cd_piecewise *from, cd_piecewise *to)
{
    size_t n = (size_t)from->n;
    memcpy(to->t, from->t, (n + 1) * sizeof(double));
    memcpy(to->z, from->z, (n + 1) * (size_t)from->dims->mstar * sizeof(double));
    memcpy(to->v, from->v, n * (size_t)from->dims->n_local * sizeof(double));
    if (from->dims->n_param > 0)
        memcpy(to->p, from->p, (size_t)from->dims->n_param * sizeof(double));
}

/* sum_j psi_j v_ij */
static double point_sum(const cd_dims *d, const double *psi, const double *v, int i)
{
    double sum = 0;
    for (int j = 0; j < d->k; j++)
        sum += psi[j] * v[i + j * d->n_eq];
    return sum;
}

void cd_piecewise_combine(const cd_dims *d, double h, double tau, const double *psi, const double *z_left,
                          const double *v, double *z, double *y, double *dmu)
{
    double s = tau * h;
    for (int i = 0; i < d->n_diff; i++) {
        int order = d->order[i], at = d->offset[i];
        double power = 1; /* h^{m-l} */
        for (int l = order - 1; z && l >= 0; l--) {
            double taylor = 0; /* Horner, from the highest derivative down */
            for (int r = order - 1; r >= l; r--)
                taylor = z_left[at + r] + taylor * s / (r - l + 1);
            power *= h;
            z[at + l] = taylor + power * point_sum(d, psi + (order - l) * d->k, v, i);
        }
        if (dmu)
            dmu[i] = point_sum(d, psi, v, i);
    }
    if (y)
        cd_piecewise_y(d, psi, v, y);
}

void cd_piecewise_y(const cd_dims *d, const double *psi, const double *v, double *y)
{
    for (int i = 0; i < d->n_alg; i++)
        y[i] = point_sum(d, psi, v, d->n_diff + i);
}

int cd_piecewise_find(const cd_piecewise *u, double t)
{
    int low = 0, high = u->n; /* t_low <= t < t_high, or the last subinterval */
    if (t >= u->t[high - 1])  /* side conditions are asked for at the ends */
        return high - 1;
    if (!(t >= u->t[1]))
        return 0;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (t >= u->t[middle])
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* x_i <- x_i + (x_{i,n+1} - x_i(t_{n+1}-)) b(tau): what the projection has changed at the right end of subinterval n, spread
 * over it.  The polynomials meet the constraints at the collocation points and at t_n, so that their error there is a
 * multiple of  b(tau) = tau prod_j (tau - rho_j) / prod_j (1 - rho_j)  to leading order; z is then continuous.  Radau
 * points need none of it. */
static void project_inside(const cd_piecewise *u, int n, double tau, double *z)
{
    const cd_dims *d = u->dims;
    const cd_basis *b = u->basis;
    const double *z_left = cd_piecewise_z(u, n), *z_right = cd_piecewise_z(u, n + 1),
                 *v = cd_piecewise_v(u, n);
    double h = u->t[n + 1] - u->t[n], share = cd_basis_bubble(b, tau);
    for (int i = 0; i < d->n_diff; i++) {
        int c = d->offset[i] + d->order[i] - 1;
        z[c] += share * (z_right[c] - z_left[c] - h * point_sum(d, b->psi_end + d->k, v, i));
    }
}

void cd_piecewise_at(const cd_piecewise *u, double t, double *z, double *y, double *dmu)
{
    double psi[CD_MAX_POINTS * (CD_MAX_POINTS + 1)];
    int n = cd_piecewise_find(u, t);
    double h = u->t[n + 1] - u->t[n], tau = (t - u->t[n]) / h;
    int at_mesh = t == u->t[n] ? n : t == u->t[n + 1] ? n + 1 : -1;
    if (at_mesh >= 0 && z) {
        memcpy(z, cd_piecewise_z(u, at_mesh), (size_t)u->dims->mstar * sizeof(double));
        z = NULL;
    }
    if (!z && !y && !dmu)
        return;
    cd_basis_orders(u->basis, z ? u->basis->max_order : 0, tau, psi);
    cd_piecewise_combine(u->dims, h, tau, psi, cd_piecewise_z(u, n), cd_piecewise_v(u, n), z, y, dmu);
    if (z && u->dims->n_alg > 0)
        project_inside(u, n, tau, z);
}

double cd_piecewise_point(const cd_piecewise *u, int n, int j)
{
    double left = u->t[n], right = u->t[n + 1];
    if (u->basis->rho[j] < 1)
        return left + u->basis->rho[j] * (right - left);
    return n + 1 < u->n ? cd_just_before(right) : right;
}

void cd_piecewise_at_points(const cd_piecewise *u, int n, double *t, double *z, double *y)
{
    const cd_dims *d = u->dims;
    const cd_basis *b = u->basis;
    double h = u->t[n + 1] - u->t[n];
    const double *z_left = cd_piecewise_z(u, n), *v = cd_piecewise_v(u, n);
    size_t table = (size_t)d->k * (size_t)(b->max_order + 1);
    for (int j = 0; j < d->k; j++) {
        t[j] = cd_piecewise_point(u, n, j);
        cd_piecewise_combine(d, h, b->rho[j], b->psi + (size_t)j * table, z_left, v, z + j * d->mstar, NULL,
                             NULL);
        for (int i = 0; i < d->n_alg; i++)
            y[j * d->n_alg + i] = v[d->n_diff + i + j * d->n_eq];
    }
}

void cd_piecewise_clear(cd_piecewise *u)
{
    const cd_dims *d = u->dims;
    memset(u->z, 0, ((size_t)u->n + 1) * (size_t)d->mstar * sizeof(double));
    memset(u->v, 0, (size_t)u->n * (size_t)d->n_local * sizeof(double));
    for (int i = 0; i < d->n_param; i++)
        u->p[i] = 0;
}

coldae_status cd_piecewise_guess_z(cd_gate *gate, cd_piecewise *u, double *work)
{
    const cd_dims *d = u->dims;
    cd_piecewise_clear(u);
    for (int i = 0; i < d->n_param && gate->problem->param_guess; i++)
        u->p[i] = gate->problem->param_guess[i];
    for (int n = 0; n <= u->n && gate->problem->guess; n++) /* y and dmu are not wanted here */
        CD_TRY(cd_gate_guess(gate, u->t[n], cd_piecewise_z(u, n), work + d->n_diff, work));
    return COLDAE_OK;
}

coldae_status cd_piecewise_guess(cd_gate *gate, cd_piecewise *u, double *work)
{
    const cd_dims *d = u->dims;
    CD_TRY(cd_piecewise_guess_z(gate, u, work));
    for (int n = 0; n < u->n && gate->problem->guess; n++)
        for (int j = 0; j < d->k; j++) {
            double *v = cd_piecewise_v(u, n) + j * d->n_eq;
            CD_TRY(cd_gate_guess(gate, cd_piecewise_point(u, n, j), work, v + d->n_diff, v));
        }
    return COLDAE_OK;
}

const cd_poly *cd_piecewise_poly(void)
{
    return cd_cpu_has_avx2() ? &cd_poly_avx2 : &cd_poly_baseline;
}

void cd_piecewise_lanes(const cd_poly *poly, const cd_piecewise *u, int first, double *h, double *z,
                        double *v)
{
    const double *z_lane[CD_WIDTH], *v_lane[CD_WIDTH];
    for (int l = 0; l < CD_WIDTH; l++) {
        int n = cd_min_int(first + l, u->n - 1);
        h[l] = u->t[n + 1] - u->t[n];
        z_lane[l] = cd_piecewise_z(u, n);
        v_lane[l] = cd_piecewise_v(u, n);
    }
    poly->gather(u->dims->mstar, z_lane, z);
    poly->gather(u->dims->n_local, v_lane, v);
}

void cd_piecewise_transfer_halved(const cd_piecewise *from, cd_piecewise *u, double *work)
{
    const cd_dims *d = u->dims;
    const cd_poly *poly = cd_piecewise_poly();
    double *h = work, *z = h + CD_WIDTH, *v = z + d->mstar * CD_WIDTH, *middle = v + d->n_local * CD_WIDTH;
    double *fine = middle + d->mstar * CD_WIDTH;
    for (int n = 0; n < from->n; n += CD_WIDTH) {
        double *z_lane[CD_WIDTH], *v_lane[CD_WIDTH];
        int count = cd_min_int(CD_WIDTH, from->n - n);
        cd_piecewise_lanes(poly, from, n, h, z, v);
        poly->halve(d, u->basis, h, z, v, middle, fine);
        for (int l = 0; l < count; l++) {
            memcpy(cd_piecewise_z(u, 2 * (n + l)), cd_piecewise_z(from, n + l),
                   (size_t)d->mstar * sizeof(double));
            z_lane[l] = cd_piecewise_z(u, 2 * (n + l) + 1);
            v_lane[l] = cd_piecewise_v(u, 2 * (n + l));
        }
        poly->scatter(d->mstar, middle, count, z_lane);
        poly->scatter(2 * d->n_local, fine, count, v_lane);
    }
    memcpy(cd_piecewise_z(u, u->n), cd_piecewise_z(from, from->n), (size_t)d->mstar * sizeof(double));
    if (d->n_param > 0)
        memcpy(u->p, from->p, (size_t)d->n_param * sizeof(double));
}

/* Four places of a solution side by side. */
typedef struct places {
    const cd_poly *poly;
    int interval; /* of the last place: the next ones are not before it */
    double *h, *tau, *z, *v, *found;
} places;

static places take_places(const cd_piecewise *from, double *work)
{
    places p = {.poly = cd_piecewise_poly(), .h = work, .tau = work + CD_WIDTH};
    p.z = p.tau + CD_WIDTH;
    p.v = p.z + from->dims->mstar * CD_WIDTH;
    p.found = p.v + from->dims->n_local * CD_WIDTH;
    return p;
}

/* Load the subintervals of t[count], increasing; lanes beyond repeat the last place. */
static void load_places(const cd_piecewise *from, int count, const double *t, int with_z, places *p)
{
    const double *z[CD_WIDTH], *v[CD_WIDTH];
    for (int l = 0; l < CD_WIDTH; l++) {
        double place = t[cd_min_int(l, count - 1)];
        while (p->interval + 1 < from->n && place >= from->t[p->interval + 1])
            p->interval++;
        int n = p->interval;
        p->h[l] = from->t[n + 1] - from->t[n];
        p->tau[l] = (place - from->t[n]) / p->h[l];
        z[l] = cd_piecewise_z(from, n);
        v[l] = cd_piecewise_v(from, n);
    }
    if (with_z)
        p->poly->gather(from->dims->mstar, z, p->z);
    p->poly->gather(from->dims->n_local, v, p->v);
}

/* z at all mesh points of u */
static void transfer_z(const cd_piecewise *from, cd_piecewise *u, places *p)
{
    const cd_dims *d = from->dims;
    p->interval = cd_piecewise_find(from, u->t[0]);
    for (int n = 0; n <= u->n; n += CD_WIDTH) {
        double *z[CD_WIDTH];
        int count = cd_min_int(CD_WIDTH, u->n + 1 - n), first = p->interval;
        load_places(from, count, u->t + n, 1, p);
        p->poly->at(d, from->basis, p->h, p->tau, p->z, p->v, p->found, NULL);
        for (int l = 0; l < count; l++)
            z[l] = cd_piecewise_z(u, n + l);
        p->poly->scatter(d->mstar, p->found, count, z);
        for (int l = 0, at = first; l < count; l++) { /* mesh points keep their own values */
            while (at < from->n && from->t[at] < u->t[n + l])
                at++;
            if (from->t[at] == u->t[n + l])
                memcpy(z[l], cd_piecewise_z(from, at), (size_t)d->mstar * sizeof(double));
        }
    }
}

void cd_piecewise_transfer(const cd_piecewise *from, cd_piecewise *u, double *work)
{
    const cd_dims *d = u->dims;
    places p = take_places(from, work);
    transfer_z(from, u, &p);
    p.interval = cd_piecewise_find(from, u->t[0]);
    for (int n = 0; n < u->n; n++)
        for (int j = 0; j < d->k; j += CD_WIDTH) {
            double t[CD_WIDTH], *v[CD_WIDTH];
            int count = cd_min_int(CD_WIDTH, d->k - j);
            for (int l = 0; l < count; l++) {
                t[l] = cd_piecewise_point(u, n, j + l);
                v[l] = cd_piecewise_v(u, n) + (j + l) * d->n_eq;
            }
            load_places(from, count, t, 0, &p);
            p.poly->at(from->dims, from->basis, p.h, p.tau, NULL, p.v, NULL, p.found);
            p.poly->scatter(d->n_eq, p.found, count, v);
        }
    for (int i = 0; i < d->n_param; i++)
        u->p[i] = i < from->dims->n_param ? from->p[i] : 0;
}
