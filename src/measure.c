/* measure.c - the leading error term on one mesh, several subintervals side by side
 *
 * The error of u_i^(l) is  e = max|P_r| h^{k+r} |u_i^(k+m_i)|,  r = m_i - l.  Held against its tolerance it gives the
 * density of the mesh as well:  s h = max_r (e_r / (tol (1 + |u^(l)|)))^{1/(k+r)}.           docs/method.md
 */
#include <string.h>

#include "measure.h"
#include "series.h"
#include "sizes.h"

UNROLLED void find_tops(const cd_dims *d, const cd_leading *leading, const double *h_, const double *v,
                        double *top)
{
    cd_vec h = *(const cd_vec *)h_, power = cd_all(1);
    for (int j = 1; j < d->k; j++)
        power *= h;
    power = cd_all(1) / power;
    for (int i = 0; i < d->n_diff; i++)
        ((cd_vec *)top)[i] = power * point_sum(d->k, leading->top, 1, (const cd_vec *)v + i, d->n_eq);
}

static void tops(const cd_dims *d, const cd_leading *leading, const double *h, const double *v, double *top)
{
    CD_BY_SIZE(find_tops, d, leading, h, v, top);
}

/* x^(1/p) for x >= 0: the exponent divided by p is off by less than 0.06/p, Newton's method squares that. */
UNROLLED cd_vec root(cd_vec x, int p)
{
    static const long long ONE = 0x3ff0000000000000LL; /* bits of 1.0 */
    static const double LARGEST = 1e300, SMALLEST = 1e-300;
    cd_vec y, most = cd_all(LARGEST), least = cd_all(SMALLEST), share = cd_all(1.0 / p);
    cd_mask some = x > cd_all(0);
    cd_vec bounded = cd_select(x < most, cd_larger(x, least), most);
    for (int l = 0; l < CD_WIDTH; l++) {
        long long bits;
        double value = ((const double *)&bounded)[l];
        memcpy(&bits, &value, sizeof bits);
        bits = ONE + (bits - ONE) / p;
        memcpy((double *)&y + l, &bits, sizeof bits);
    }
    for (int iteration = 0; iteration < 4; iteration++) { /* y <- y - (y - x / y^{p-1}) / p */
        cd_vec power = y;
        for (int i = 2; i < p; i++)
            power *= y;
        y -= (y - bounded / power) * share;
    }
    return (cd_vec)((cd_mask)y & some);
}

UNROLLED void find_single(const cd_dims *d, const cd_basis *basis, const cd_leading *leading,
                          const double *tol, int projected, const cd_measured *m, double *error,
                          double *worst, double *density)
{
    cd_vec h = *(const cd_vec *)m->h, power = h, most[CD_MAX_POINTS + 1], s = cd_all(0), zero = s;
    cd_vec away = zero, *all = (cd_vec *)error, *ratio = (cd_vec *)worst;
    for (int j = 1; j < d->k; j++)
        power *= h;
    for (int r = 1; r <= d->max_order; r++)
        most[r] = zero;
    for (int i = 0; i < d->n_diff; i++) {
        cd_vec term = power * ((const cd_vec *)m->slope)[i];
        for (int l = d->order[i] - 1; l >= 0; l--) {
            int r = d->order[i] - l, c = d->offset[i] + l;
            term *= h;
            cd_vec here = term * cd_all(leading->most[r]), gone = zero;
            if (r == 1 && d->n_alg > 0) {
                gone = cd_abs(change_at_end(d, basis, m->h, m->z[0], m->z[1], (const cd_vec *)m->v + i, c));
                if (projected)
                    gone *= cd_all(CD_LEFT_BEHIND);
            }
            all[c] = cd_larger(cd_larger(here, gone), all[c]);
            if (!(tol[c] > 0))
                continue;
            cd_vec size =
                cd_larger(cd_abs(((const cd_vec *)m->z[0])[c]), cd_abs(((const cd_vec *)m->z[1])[c]));
            cd_vec unit = cd_all(1) / (cd_all(tol[c]) * (cd_all(1) + size));
            most[r] = cd_larger(here * unit, most[r]);
            away = cd_larger(gone * unit, away);
        }
    }
    for (int r = 1; r <= d->max_order; r++) {
        *ratio = cd_larger(most[r], *ratio);
        if (r == 1) {
            *ratio = cd_larger(away, *ratio);
            if (projected)
                most[r] = cd_larger(away, most[r]);
        }
        if (!cd_is_zero(most[r]))
            s = cd_larger(root(most[r], d->k + r), s);
    }
    *(cd_vec *)density = s / h;
}

static void single(const cd_dims *d, const cd_basis *basis, const cd_leading *leading, const double *tol,
                   int projected, const cd_measured *m, double *error, double *worst, double *density)
{
    CD_BY_SIZE(find_single, d, basis, leading, tol, projected, m, error, worst, density);
}

const cd_measures CD_ISA(cd_measures) = {.tops = tops, .single = single};
