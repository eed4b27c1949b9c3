/* condense.c - eliminate the local unknowns of a subinterval
 *
 * At the points t_j the residuals are  R = w_j - f(t_j, z(t_j), y_j, p)  (w_j = 0 for constraints), and z(t_j) is
 * linear in z_{n-1} and w.  Linearised:
 *     W dv = V (dz_{n-1}, dp) + (f - w),     W = (I or 0) - J psi,    V = J T | J_p
 * with T the Taylor matrix of z_{n-1}.  We factor W and keep Gamma = W^-1 V, so dv = Gamma (dz, dp) + gamma, and
 * by continuity dz_n = Phi (dz, dp) + phi.              Ascher & Spiteri (1992) section 2; docs/notation.md
 * For index 2 the constraint rows of W are O(h) smaller: the row scaling of the elimination takes care of it.
 */
#include <string.h>

#include "condense.h"
#include "kernels.h"
#include "piecewise.h"

size_t cd_condense_work(const cd_dims *d)
{
    size_t n = (size_t)d->n_local, k = (size_t)d->k, orders = (size_t)d->max_order;
    return n * (n + (size_t)(d->mstar + d->n_param)) + k * k * orders + 2 * n + (size_t)d->max_order;
}

/* hpsi[k(j'), max_order, k(j)] = h^r psi_{r,j'}(rho_j), r = 1 .. max_order */
static void scale_psi(const cd_method *m, double h, double *hpsi)
{
    int k = m->dims.k, orders = m->dims.max_order;
    for (int j = 0; j < k; j++) {
        double power = 1;
        for (int r = 1; r <= orders; r++) {
            const double *psi = m->basis.psi + (size_t)(j * (orders + 1) + r) * (size_t)k;
            double *to = hpsi + (size_t)(j * orders + r - 1) * (size_t)k;
            power *= h;
            for (int i = 0; i < k; i++)
                to[i] = power * psi[i];
        }
    }
}

/* taylor[r] = s^r / r! */
static void taylor_powers(int n, double s, double *taylor)
{
    taylor[0] = 1;
    for (int r = 1; r < n; r++)
        taylor[r] = taylor[r - 1] * s / r;
}

/* The row of equation i at point j: [W | V] from the row J of the Jacobian (stride n_eq). */
static void assemble_row(const cd_method *m, int i, int j, const double *J, const double *hpsi,
                         const double *taylor, double *row)
{
    const cd_dims *d = &m->dims;
    int k = d->k, n_eq = d->n_eq, n = d->n_local;
    double *V = row + n;
    memset(row, 0, (size_t)(n + d->mstar + d->n_param) * sizeof(double));
    for (int c = 0; c < d->n_diff; c++)
        for (int l = 0; l < d->order[c]; l++) { /* entry D^l u_c of z */
            int at = d->offset[c] + l, r = d->order[c] - l;
            double slope = J[(size_t)at * (size_t)n_eq];
            if (slope == 0)
                continue;
            const double *psi = hpsi + (size_t)(j * d->max_order + r - 1) * (size_t)k;
            for (int q = 0; q < k; q++)
                row[c + q * n_eq] -= slope * psi[q];
            for (int q = 0; q < r; q++)
                V[at + q] += slope * taylor[q];
        }
    for (int a = 0; a < d->n_alg; a++)
        row[d->n_diff + a + j * n_eq] = -J[(size_t)(d->mstar + a) * (size_t)n_eq];
    for (int a = 0; a < d->n_param; a++)
        V[d->mstar + a] = J[(size_t)(d->mstar + d->n_alg + a) * (size_t)n_eq];
    if (i < d->n_diff)
        row[i + j * n_eq] += 1;
}

int cd_condense(const cd_method *m, double h, const double *df, const cd_local *local, double *work)
{
    const cd_dims *d = &m->dims;
    int n = d->n_local, columns = d->mstar + d->n_alg + d->n_param, kept = d->mstar + d->n_param;
    int width = n + kept;
    double *a = work, *hpsi = a + (size_t)n * (size_t)width;
    double *scale = hpsi + (size_t)d->k * (size_t)d->k * (size_t)d->max_order, *column = scale + n;
    double *taylor = column + n;
    scale_psi(m, h, hpsi);
    for (int j = 0; j < d->k; j++) {
        taylor_powers(d->max_order, m->basis.rho[j] * h, taylor);
        for (int i = 0; i < d->n_eq; i++)
            assemble_row(m, i, j, df + (size_t)j * (size_t)(d->n_eq * columns) + i, hpsi, taylor,
                         a + (size_t)(i + j * d->n_eq) * (size_t)width);
    }
    int lost = cd_eliminate(n, n, width, n, a, width, local->pivot, scale, column);
    if (lost >= 0)
        return lost;
    cd_back_substitute(n, a, width, a + n, width, kept);
    for (int i = 0; i < n; i++) {
        memcpy(local->lu + (size_t)i * (size_t)n, a + (size_t)i * (size_t)width, (size_t)n * sizeof(double));
        memcpy(local->Gamma + (size_t)i * (size_t)kept, a + (size_t)i * (size_t)width + n,
               (size_t)kept * sizeof(double));
    }
    return -1;
}

void cd_condense_rhs(const cd_method *m, const double *f, const double *v, const cd_local *local)
{
    const cd_dims *d = &m->dims;
    for (int j = 0; j < d->k; j++)
        for (int i = 0; i < d->n_eq; i++)
            local->gamma[i + j * d->n_eq] = f[i + j * d->n_eq] - (i < d->n_diff ? v[i + j * d->n_eq] : 0);
    cd_eliminate_vector(d->n_local, d->n_local, local->lu, d->n_local, local->pivot, local->gamma);
    cd_back_substitute(d->n_local, local->lu, d->n_local, local->gamma, 1, 1);
}

void cd_condense_end(const cd_method *m, double h, const cd_local *local, int c, double *Phi)
{
    const cd_dims *d = &m->dims;
    int kept = d->mstar + d->n_param, width = d->mstar + c;
    memset(Phi, 0, (size_t)d->mstar * (size_t)width * sizeof(double));
    for (int i = 0; i < d->n_diff; i++) {
        int order = d->order[i];
        double power = 1;
        for (int l = order - 1; l >= 0; l--) {
            double *row = Phi + (size_t)(d->offset[i] + l) * (size_t)width, taylor = 1;
            const double *psi = m->basis.psi_end + (size_t)(order - l) * (size_t)d->k;
            power *= h;
            for (int j = 0; j < d->k; j++) {
                const double *Gamma = local->Gamma + (size_t)(i + j * d->n_eq) * (size_t)kept;
                double factor = power * psi[j];
                for (int q = 0; q < kept; q++)
                    row[q] += factor * Gamma[q];
            }
            for (int r = l; r < order; r++) {
                row[d->offset[i] + r] += taylor;
                taylor *= h / (r - l + 1);
            }
        }
    }
}

void cd_condense_end_value(const cd_method *m, double h, const double *z, const double *v, const double *dv,
                           double *work_v, double *z_end)
{
    if (dv) {
        for (int i = 0; i < m->dims.n_local; i++)
            work_v[i] = v[i] + dv[i];
        v = work_v;
    }
    cd_piecewise_combine(&m->dims, h, 1, m->basis.psi_end, z, v, z_end, NULL, NULL);
}
