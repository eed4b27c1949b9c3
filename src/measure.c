/* measure.c - the leading error term on one mesh, several subintervals side by side
 *
 * The error of u_i^(l) is  e = max|P_r| h^{k+r} |u_i^(k+m_i)|,  r = m_i - l.  Held against its tolerance it gives the
 * density of the mesh as well:  s h = max_r (e_r / (tol (1 + |u^(l)|)))^{1/(k+r)}.           docs/method.md
 */
#include <string.h>

#include "measure.h"
#include "series.h"
#include "sizes.h"
#include "traffic.h"
#include "vector.h"

UNROLLED void find_tops(const cd_dims *d, const cd_leading *leading, const cd_piecewise *u, double *tops,
                        double *work)
{
    cd_vec *top = (cd_vec *)work, *v = top + d->n_diff;
    const double *from = u->v;
    for (int n = 0; n < u->n; n += CD_WIDTH, tops += CD_WIDTH * d->n_diff, from += CD_WIDTH * d->n_local) {
        int count = cd_min_int(CD_WIDTH, u->n - n);
        double lengths[CD_WIDTH] __attribute__((aligned(sizeof(cd_vec))));
        cd_take_lengths(u->t + n, count, lengths);
        cd_vec h = cd_load(lengths), power = cd_all(1);
        for (int j = 1; j < d->k; j++)
            power *= h;
        power = cd_all(1) / power;
        cd_take(d->n_local, from, count, v);
        for (int i = 0; i < d->n_diff; i++)
            top[i] = power * point_sum(d->k, leading->top, 1, v + i, d->n_eq);
        cd_give(d->n_diff, top, count, tops);
    }
}

static void tops(const cd_dims *d, const cd_leading *leading, const cd_piecewise *u, double *to, double *work)
{
    CD_BY_SIZE(find_tops, d, leading, u, to, work);
}

UNROLLED void find_differences(const cd_dims *d, const cd_piecewise *u, const double *tops, double *to)
{
    const double *t = u->t;
    int n = 1, nd = d->n_diff;
    for (int i = 0; i < nd; i++)
        to[i] = 0;
    for (; nd == 1 && n + CD_WIDTH <= u->n; n += CD_WIDTH) {
        cd_vec scale = cd_all(2) / (cd_load(t + n + 1) - cd_load(t + n - 1));
        cd_vec difference = scale * cd_abs(cd_load(tops + n) - cd_load(tops + n - 1));
        cd_store(to + n, cd_larger(difference, cd_all(0)));
    }
    for (; n < u->n; n++) {
        const double *top = tops + (ptrdiff_t)n * nd;
        double scale = 2 / (t[n + 1] - t[n - 1]), *here = to + (ptrdiff_t)n * nd;
        for (int i = 0; i < nd; i++) {
            double difference = scale * fabs(top[i] - top[i - nd]);
            here[i] = difference > 0 ? difference : 0; /* without NaN */
        }
    }
}

static void differences(const cd_dims *d, const cd_piecewise *u, const double *tops, double *to)
{
    CD_BY_SIZE(find_differences, d, u, tops, to);
}

static void join(const cd_dims *d, int n, double *x)
{
    ptrdiff_t apart = d->n_diff, size = (n - 1) * apart, e = 0;
    for (; e + CD_WIDTH <= size; e += CD_WIDTH)
        cd_store(x + e, cd_larger(cd_load(x + e + apart), cd_load(x + e)));
    for (; e < size; e++)
        x[e] = x[e + apart] > x[e] ? x[e + apart] : x[e];
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

/* Subintervals in lanes; those beyond the mesh repeat the last one. */
typedef struct lanes {
    double *h, *z[2]; /* length, z[mstar] at both ends */
    cd_vec *slope;    /* [n_diff] */
    cd_vec *v;        /* [n_local], with constraints only */
} lanes;

UNROLLED lanes take_lanes(const cd_dims *d, double *work)
{
    double *z = work + CD_WIDTH, *slope = z + 2 * d->mstar * CD_WIDTH;
    return (lanes){.h = work,
                   .z = {z, z + d->mstar * CD_WIDTH},
                   .slope = (cd_vec *)slope,
                   .v = (cd_vec *)(slope + d->n_diff * CD_WIDTH)};
}

UNROLLED void load_lanes(const cd_dims *d, const cd_measured *m, int n, int count, const lanes *a)
{
    size_t at = (size_t)n;
    cd_take_lengths(m->u->t + n, count, a->h);
    cd_take_apart(2 * d->mstar, d->mstar, m->u->z + at * (size_t)d->mstar, count, (cd_vec *)a->z[0]);
    cd_take(d->n_diff, m->slope + at * (size_t)d->n_diff, count, a->slope);
    if (d->n_alg > 0)
        cd_take(d->n_local, m->u->v + at * (size_t)d->n_local, count, a->v);
}

/* The largest ratios to the tolerances: of the terms of each r, and of what the projection changes. */
typedef struct ratios {
    cd_vec most[CD_MAX_POINTS + 1], away;
} ratios;

UNROLLED void measure_components(const cd_dims *d, const cd_leading *leading, const cd_measured *m,
                                 const lanes *a, cd_vec *all, ratios *found)
{
    cd_vec h = *(const cd_vec *)a->h, power = h, zero = cd_all(0);
    for (int j = 1; j < d->k; j++)
        power *= h;
    for (int r = 1; r <= d->max_order; r++)
        found->most[r] = zero;
    found->away = zero;
    for (int i = 0; i < d->n_diff; i++) {
        cd_vec term = power * a->slope[i];
        for (int r = 1; r <= cd_order_of(d, i); r++) {
            int c = cd_offset_of(d, i) + cd_order_of(d, i) - r;
            double tol = m->tol[c];
            term *= h;
            cd_vec here = term * cd_all(leading->most[r]), gone = zero;
            if (r == 1 && d->n_alg > 0) {
                gone = cd_abs(change_at_end(d, m->u->basis, a->h, a->z[0], a->z[1], a->v + i, c));
                if (m->projected)
                    gone *= cd_all(CD_LEFT_BEHIND);
            }
            all[c] = cd_larger(cd_larger(here, gone), all[c]);
            if (!(tol > 0))
                continue;
            cd_vec size =
                cd_larger(cd_abs(((const cd_vec *)a->z[0])[c]), cd_abs(((const cd_vec *)a->z[1])[c]));
            cd_vec unit = cd_all(1) / (cd_all(tol) * (cd_all(1) + size));
            found->most[r] = cd_larger(here * unit, found->most[r]);
            found->away = cd_larger(gone * unit, found->away);
        }
    }
}

/* s h = the largest (k+r)-th root; `ratio` grows to the largest of all. */
UNROLLED cd_vec find_density(const cd_dims *d, int projected, const ratios *found, cd_vec *ratio)
{
    cd_vec s = cd_all(0);
    for (int r = 1; r <= d->max_order; r++) {
        cd_vec most = found->most[r];
        *ratio = cd_larger(most, *ratio);
        if (r == 1 && d->n_alg > 0) {
            *ratio = cd_larger(found->away, *ratio);
            if (projected)
                most = cd_larger(found->away, most);
        }
        if (!cd_is_zero(most))
            s = cd_larger(root(most, d->k + r), s);
    }
    return s;
}

UNROLLED void measure_mesh(const cd_dims *d, const cd_leading *leading, const cd_measured *m, double *error,
                           double *worst, double *density, double *work)
{
    lanes a = take_lanes(d, work);
    for (int n = 0; n < m->u->n; n += CD_WIDTH) {
        int count = cd_min_int(CD_WIDTH, m->u->n - n);
        ratios found;
        load_lanes(d, m, n, count, &a);
        measure_components(d, leading, m, &a, (cd_vec *)error, &found);
        cd_vec s = find_density(d, m->projected, &found, (cd_vec *)worst) / *(const cd_vec *)a.h;
        cd_give(1, &s, count, density + n);
    }
}

static void single(const cd_dims *d, const cd_leading *leading, const cd_measured *m, double *error,
                   double *worst, double *density, double *work)
{
    CD_BY_SIZE(measure_mesh, d, leading, m, error, worst, density, work);
}

const cd_measures CD_ISA(cd_measures) = {
    .tops = tops, .differences = differences, .join = join, .single = single};
