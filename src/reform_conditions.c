/* reform_conditions.c - side conditions, coupled conditions and guess of the new problem
 *
 * Order of the point conditions: what the reformulation adds at left, then the user's own.  With z_left:
 * z_new = its image. Else g^(0), .., g^(s-1) = 0, and for projected invariants II then phi = 0.
 *                                                                     Ascher & Petzold (1991) (3.1b), (3.12)
 */
#include <string.h>

#include "reform.h"

/* ---- the original unknowns --------------------------------------------------------------------- */

void cd_reform_contract(const coldae_reform *r, const double *z, const double *y, double *z_new,
                        double *y_new)
{
    int n = r->n, m = r->m;
    if (z_new && r->plan.is_state)
        for (int k = 0; k < r->n_u; k++)
            for (int j = 0; j < m; j++) { /* u^(j) = R x^(j) */
                double sum = 0;
                for (int i = 0; i < n; i++)
                    sum += r->at.R[k + i * r->n_u] * z[i * m + j];
                z_new[k * m + j] = sum;
            }
    else if (z_new) {
        memset(z_new, 0, (size_t)r->mstar_new * sizeof(double));
        memcpy(z_new, z, (size_t)r->mstar * sizeof(double));
    }
    if (!y_new || r->n_alg_new == 0)
        return;
    memset(y_new, 0, (size_t)r->n_alg_new * sizeof(double));
    if (y && r->n_y > 0)
        memcpy(y_new, y, (size_t)r->n_y * sizeof(double));
    for (int j = 0; r->plan.is_state && j < m; j++) /* w_j = Q^T x^(j) */
        for (int a = 0; a < r->n_g; a++)
            for (int i = 0; i < n; i++)
                y_new[r->n_y + j * r->n_g + a] += r->at.Q[i + a * n] * z[i * m + j];
}

/* z at t from z_new alone: state-space form starts at the guess, which chooses the branch. */
static int original(const coldae_reform *r, double t, const double *z_new, const double *p, cd_reform_work *w,
                    double *z)
{
    if (!r->plan.is_state) {
        cd_reform_expand(r, z_new, NULL, z);
        return 0;
    }
    int code = cd_reform_guess(r, t, z, w->y, w->f2);
    return code ? code : cd_reform_state_solve(r, t, z_new, p, w, z);
}

/* dg_new = dg/dz dz/dz_new | dg/dp, where w->row has dg by z and p; strides of the two: ld, 1 */
static int chain(const coldae_reform *r, double t, const double *z, const double *p, const double *row,
                 int ld, const double *by_p, cd_reform_work *w, double *to, double *to_p, int to_ld)
{
    int mstar = r->mstar, code = 0;
    if (r->plan.is_state)
        code = cd_reform_state_slopes(r, t, z, p, w);
    for (int c = 0; c < r->mstar_new; c++) {
        double sum = 0;
        if (!r->plan.is_state)
            sum = row[(size_t)(c < mstar ? c : (c - mstar) * r->m) * (size_t)ld]; /* phi counts as x */
        for (int i = 0; r->plan.is_state && i < mstar; i++)
            sum += row[(size_t)i * (size_t)ld] * w->Z[i + c * mstar];
        to[(size_t)c * (size_t)to_ld] += sum;
    }
    for (int c = 0; c < r->n_param; c++) {
        double sum = by_p ? by_p[(size_t)c * (size_t)ld] : 0;
        for (int i = 0; r->plan.is_state && i < mstar; i++)
            sum += row[(size_t)i * (size_t)ld] * w->Z[i + (r->mstar_new + c) * mstar];
        to_p[(size_t)c * (size_t)to_ld] += sum;
    }
    return code;
}

/* ---- point conditions -------------------------------------------------------------------------- */

static int n_levels(const coldae_reform *r) /* conditions g^(j) = 0 at left */
{
    return r->n_extra - (r->plan.is_shifted ? r->n : 0);
}

static int added_g(const coldae_reform *r, int l, const double *z_new, const double *p, cd_reform_work *w,
                   double *g)
{
    int levels = n_levels(r);
    if (r->uses_left)
        *g = z_new[l] - r->z_start[l];
    else if (l >= levels)
        *g = z_new[r->mstar + l - levels]; /* phi */
    else {
        cd_reform_expand(r, z_new, NULL, w->z);
        int code = cd_reform_g(r, l / r->n_g, r->out.left, w->z, r->no_y, p, w->g);
        *g = w->g[l % r->n_g];
        return code;
    }
    return 0;
}

static int added_dg(const coldae_reform *r, int l, const double *z_new, const double *p, cd_reform_work *w,
                    double *dg)
{
    int levels = n_levels(r), n_g = r->n_g;
    if (r->uses_left)
        dg[l] = 1;
    else if (l >= levels)
        dg[r->mstar + l - levels] = 1;
    else {
        cd_reform_expand(r, z_new, NULL, w->z);
        int code = cd_reform_dg(r, l / n_g, r->out.left, w->z, r->no_y, p, w, w->J);
        const double *row = w->J + l % n_g;
        const double *by_p = row + (size_t)(r->mstar + r->n_y) * (size_t)n_g;
        return code ? code : chain(r, r->out.left, w->z, p, row, n_g, by_p, w, dg, dg + r->mstar_new, 1);
    }
    return 0;
}

int cd_reform_new_g(int l, const double *z_new, const double *p, double *g, void *user)
{
    const coldae_reform *r = user;
    cd_reform_work *w = cd_reform_borrow(r, 0);
    int code;
    if (l < r->n_extra)
        code = added_g(r, l, z_new, p, w, g);
    else {
        code = original(r, r->zeta[l], z_new, p, w, w->z);
        if (code == 0)
            code = cd_reform_side(r, l - r->n_extra, w->z, p, g);
    }
    cd_reform_return(r, w);
    return code;
}

int cd_reform_new_dg(int l, const double *z_new, const double *p, double *dg, void *user)
{
    const coldae_reform *r = user;
    cd_reform_work *w = cd_reform_borrow(r, 0);
    int code;
    if (l < r->n_extra)
        code = added_dg(r, l, z_new, p, w, dg);
    else {
        code = original(r, r->zeta[l], z_new, p, w, w->z);
        if (code == 0)
            code = cd_reform_dside(r, l - r->n_extra, w->z, p, w->row);
        if (code == 0)
            code = chain(r, r->zeta[l], w->z, p, w->row, 1, w->row + r->mstar, w, dg, dg + r->mstar_new, 1);
    }
    cd_reform_return(r, w);
    return code;
}

/* ---- coupled conditions ------------------------------------------------------------------------ */

int cd_reform_new_coupled(const double *zl, const double *zr, const double *p, double *g, void *user)
{
    const coldae_reform *r = user;
    cd_reform_work *w = cd_reform_borrow(r, 0);
    int code = original(r, r->out.left, zl, p, w, w->z);
    if (code == 0)
        code = original(r, r->out.right, zr, p, w, w->zr);
    if (code == 0)
        code = cd_reform_coupled(r, w->z, w->zr, p, g);
    cd_reform_return(r, w);
    return code;
}

int cd_reform_new_dcoupled(const double *zl, const double *zr, const double *p, double *dg, void *user)
{
    const coldae_reform *r = user;
    cd_reform_work *w = cd_reform_borrow(r, 0);
    int n = r->in.n_coupled, mstar = r->mstar;
    int code = original(r, r->out.left, zl, p, w, w->z);
    if (code == 0)
        code = original(r, r->out.right, zr, p, w, w->zr);
    if (code == 0)
        code = cd_reform_dcoupled(r, w->z, w->zr, p, w->row);
    double *by_p = dg + (size_t)(2 * r->mstar_new) * (size_t)n;
    for (int i = 0; i < n && code == 0; i++) { /* the parameters of the row are counted once */
        code = chain(r, r->out.left, w->z, p, w->row + i, n, NULL, w, dg + i, by_p + i, n);
        if (code == 0)
            code = chain(r, r->out.right, w->zr, p, w->row + i + mstar * n, n, w->row + i + 2 * mstar * n, w,
                         dg + i + r->mstar_new * n, by_p + i, n);
    }
    cd_reform_return(r, w);
    return code;
}

/* ---- guess ------------------------------------------------------------------------------------- */

int cd_reform_new_guess(double t, double *z_new, double *y_new, double *dmu, void *user)
{
    const coldae_reform *r = user;
    cd_reform_work *w = cd_reform_borrow(r, 0);
    int m = r->m, n = r->plan.is_state ? r->n_u : r->n;
    int code = cd_reform_guess(r, t, w->z, w->y, w->f);
    cd_reform_contract(r, w->z, w->y, z_new, y_new);
    for (int i = 0; i < n; i++) {
        double top = r->plan.is_state ? 0 : w->f[i];
        for (int l = 0; r->plan.is_state && l < r->n; l++)
            top += r->at.R[i + l * r->n_u] * w->f[l];
        dmu[r->plan.first_order ? i * m + m - 1 : i] = top;
        for (int j = 0; r->plan.first_order && j < m - 1; j++)
            dmu[i * m + j] = z_new[i * m + j + 1];
    }
    cd_reform_return(r, w);
    return code;
}
