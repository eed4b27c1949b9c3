/* pairs.c - the error of the components of z from a mesh and its halving
 *
 * The largest of: the difference of the two solutions at samples inside, times the factor of the leading term
 * (estimate.c has the equations); their difference at mesh points, which is of higher order, but not where the problem
 * is stiff; the leading term on the halves; for index 2 a share of what the projection changes at their right ends, or
 * all of it where the unprojected polynomials are judged.
 *
 * The samples of one half stand side by side in a vector: their weights are vectors as leading.h stores them, and v is
 * read where it is.  What is found there, and mesh points, go on with four coarse subintervals side by side.
 */
#include "pairs.h"
#include "series.h"
#include "sizes.h"
#include "traffic.h"
#include "vector.h"

/* Estimates outside the asymptotic range are too small, seldom by more than this; taken where it refuses no mesh. */
static const double SAFETY = 3;
static const double NEARLY = 0.99; /* of what is comfortable: rounding must not decide */
/* The leading terms of two meshes should fall by 2^-q; a fall this many times smaller is not asymptotic. */
static const double DOUBTFUL = 4;
/* Where the leading terms are doubtful a mesh is refused if the cautious estimate is this far above the tolerance
 * (being cautious, it is often too high). */
static const double TOLERATED = 3;

_Static_assert(CD_SAMPLES == 2 * CD_WIDTH, "the samples of one half are one vector");

/* Coarse subintervals in lanes; those beyond the mesh repeat the last one. */
typedef struct lanes {
    double *h, *h_fine[2];
    cd_vec *z, *z_fine; /* [mstar, 2] and [mstar, 3] at the mesh points of each mesh */
    cd_vec *tops;       /* [n_diff, 2] of the two halves */
} lanes;

/* What is found at the samples of a coarse subinterval, or of several. */
typedef struct comparison {
    cd_vec difference, error, size; /* largest |u_fine - u_coarse|, leading-term error, |u| */
    cd_vec away;                    /* largest change at the right end of a half */
} comparison;

/* One component on one subinterval: z from u_i on, v from its first entry on; `length` in all lanes. */
typedef struct curve {
    cd_vec length;
    double h;
    const double *z, *z_next, *v;
} curve;

UNROLLED double power_of(double x, int n)
{
    double power = x;
    for (int i = 1; i < n; i++)
        power *= x;
    return power;
}

/* 2^-n, exactly */
UNROLLED double half_to(int n)
{
    return 1 / (double)(1LL << n);
}

/* ---- samples -------------------------------------------------------------------------------------- */

/* u^(l) at four places s from the left end, with the weights [CD_SAMPLES, k] of v there */
UNROLLED cd_vec at_samples(const cd_dims *d, int order, int l, const curve *u, cd_vec s, const double *weight)
{
    cd_vec taylor = cd_all(u->z[order - 1]), sum = cd_all(u->v[0]) * cd_load(weight);
    for (int r = order - 2; r >= l; r--)
        taylor = cd_plus_product(cd_all(u->z[r]), taylor, s * cd_all(CD_INVERSE[r - l + 1]));
    for (int j = 1; j < d->k; j++)
        sum = cd_plus_product(sum, cd_all(u->v[j * d->n_eq]), cd_load(weight + j * CD_SAMPLES));
    return cd_plus_product(taylor, cd_all(power_of(u->h, order - l)), sum);
}

/* z_right - x_i(t-), as change_at_end of series.h, in all lanes */
UNROLLED cd_vec find_change(const cd_dims *d, const cd_basis *basis, const curve *u, int l)
{
    const double *psi = basis->psi_end + d->k;
    cd_vec sum = cd_all(u->v[0]) * cd_all(psi[0]);
    for (int j = 1; j < d->k; j++)
        sum = cd_plus_product(sum, cd_all(u->v[j * d->n_eq]), cd_all(psi[j]));
    return cd_all(u->z_next[l]) - cd_plus_product(cd_all(u->z[l]), u->length, sum);
}

/* Component i in lane `at` of the mesh and in its halves */
typedef struct curves {
    curve coarse, fine[2];
} curves;

UNROLLED curves find_curves(const cd_dims *d, const cd_pairs *p, const lanes *a, int n, int at, int i)
{
    size_t c = (size_t)(n + at), mstar = (size_t)d->mstar, n_local = (size_t)d->n_local;
    const double *z = p->coarse->z + c * mstar + cd_offset_of(d, i),
                 *z_fine = p->fine->z + 2 * c * mstar + cd_offset_of(d, i);
    const double *v = p->coarse->v + c * n_local + i, *v_fine = p->fine->v + 2 * c * n_local + i;
    return (curves){
        {cd_all(a->h[at]), a->h[at], z, z + mstar, v},
        {{cd_all(a->h_fine[0][at]), a->h_fine[0][at], z_fine, z_fine + mstar, v_fine},
         {cd_all(a->h_fine[1][at]), a->h_fine[1][at], z_fine + mstar, z_fine + 2 * mstar, v_fine + n_local}}};
}

UNROLLED comparison compare(const cd_dims *d, const cd_basis *basis, const cd_leading *leading,
                            const curves *u, int i, int l, int changed, int projected)
{
    int order = cd_order_of(d, i), first = (order - l - 1) * CD_SAMPLES;
    const double *tau = leading->tau + first, *factor = leading->factor + first;
    const double *coarse = leading->coarse + first * d->k, *fine = leading->fine + first * d->k;
    comparison found = {cd_all(0), cd_all(0), cd_all(0), cd_all(0)};
    cd_vec change = changed ? find_change(d, basis, &u->coarse, l) : cd_all(0);
    for (int right = 0; right < 2; right++) {
        int s = right * CD_WIDTH;
        const curve *half = &u->fine[right];
        cd_vec place = cd_load(tau + s), place_fine = cd_all(2) * place - cd_all(right);
        cd_vec one = at_samples(d, order, l, &u->coarse, u->coarse.length * place, coarse + s);
        cd_vec two = at_samples(d, order, l, half, half->length * place_fine, fine + s);
        if (changed) {
            cd_vec change_fine = find_change(d, basis, half, l);
            found.away = cd_larger(cd_abs(change_fine), found.away);
            if (projected) {
                one = cd_plus_product(one, change, cd_load(leading->bubble + s));
                two = cd_plus_product(two, change_fine, cd_load(leading->bubble + CD_SAMPLES + s));
            }
        }
        cd_vec gap = cd_abs(two - one);
        found.difference = cd_larger(gap, found.difference);
        found.error = cd_larger(gap * cd_load(factor + s), found.error);
        found.size = cd_larger(cd_abs(two), found.size);
    }
    return found;
}

/* The largest of each vector, one lane for each of them. */
UNROLLED cd_vec largest_of_each(cd_vec a, cd_vec b, cd_vec c, cd_vec d)
{
    cd_vec r[CD_WIDTH] = {a, b, c, d};
    cd_transpose(r);
    return cd_larger(cd_larger(r[0], r[1]), cd_larger(r[2], r[3]));
}

/* At the samples of `count` subintervals from n on, side by side: u^(l), and u^(l-1) in found[1] if `many` is 2. */
UNROLLED void compare_inside(const cd_dims *d, const cd_basis *basis, const cd_leading *leading,
                             const cd_pairs *p, const lanes *a, int n, int count, int i, int l, int many,
                             comparison *found)
{
    comparison f[2][CD_WIDTH];
    for (int at = 0; at < count; at++) {
        curves u = find_curves(d, p, a, n, at, i);
        f[0][at] =
            compare(d, basis, leading, &u, i, l, d->n_alg > 0 && cd_order_of(d, i) - l == 1, p->projected);
        if (many == 2) /* what is read of v serves both */
            f[1][at] = compare(d, basis, leading, &u, i, l - 1, 0, p->projected);
    }
    for (int q = 0; q < many; q++) {
        comparison *g = f[q];
        for (int at = count; at < CD_WIDTH; at++)
            g[at] = g[count - 1];
        found[q].difference =
            largest_of_each(g[0].difference, g[1].difference, g[2].difference, g[3].difference);
        found[q].error = largest_of_each(g[0].error, g[1].error, g[2].error, g[3].error);
        found[q].size = largest_of_each(g[0].size, g[1].size, g[2].size, g[3].size);
        found[q].away = largest_of_each(g[0].away, g[1].away, g[2].away, g[3].away);
    }
}

/* ---- four coarse subintervals --------------------------------------------------------------------- */

UNROLLED lanes take_lanes(const cd_dims *d, double *work)
{
    cd_vec *z = (cd_vec *)work + 3;
    return (lanes){.h = work,
                   .h_fine = {work + CD_WIDTH, work + 2 * CD_WIDTH},
                   .z = z,
                   .z_fine = z + 2 * d->mstar,
                   .tops = z + 5 * d->mstar};
}

UNROLLED void load_lanes(const cd_dims *d, const cd_pairs *p, int n, int count, const lanes *a)
{
    const double *t_fine = p->fine->t + 2 * n;
    size_t at = (size_t)n, mstar = (size_t)d->mstar;
    cd_take_lengths(p->coarse->t + n, count, a->h);
    for (int l = 0; l < CD_WIDTH; l++) {
        int c = l < count ? l : count - 1;
        a->h_fine[0][l] = t_fine[2 * c + 1] - t_fine[2 * c];
        a->h_fine[1][l] = t_fine[2 * c + 2] - t_fine[2 * c + 1];
    }
    cd_take_apart(2 * d->mstar, d->mstar, p->coarse->z + at * mstar, count, a->z);
    cd_take_apart(3 * d->mstar, 2 * d->mstar, p->fine->z + 2 * at * mstar, count, a->z_fine);
    cd_take(2 * d->n_diff, p->tops + 2 * at * (size_t)d->n_diff, count, a->tops);
}

/* At the mesh points, where the difference is of order 2^-(k+r). */
UNROLLED void compare_ends(const cd_dims *d, const lanes *a, int c, int r, comparison *found)
{
    const cd_vec *z = a->z + c, *z_fine = a->z_fine + c;
    cd_vec left = z_fine[0], middle = z_fine[d->mstar], right = z_fine[2 * d->mstar];
    cd_vec apart = cd_larger(cd_abs(left - z[0]), cd_abs(right - z[d->mstar]));
    found->difference = cd_larger(apart, found->difference);
    found->error = cd_larger(apart * cd_all(1 / (double)((1LL << (d->k + r)) - 1)), found->error);
    found->size = cd_larger(cd_abs(left), found->size);
    found->size = cd_larger(cd_abs(middle), found->size);
    found->size = cd_larger(cd_abs(right), found->size);
}

/* Component c of z, of r = m_i - l; term: the leading term */
UNROLLED void judge(const cd_dims *d, const cd_pairs *p, int c, int r, cd_vec term, const comparison *found,
                    cd_vec *error, cd_vec *worst)
{
    double observed = p->observed[c], tol = p->tol[c];
    cd_vec here = cd_larger(term, found->error);
    if (d->n_alg > 0 && r == 1)
        here = cd_larger(found->away * cd_all(p->projected ? CD_LEFT_BEHIND : 1), here);
    cd_vec cautious = cd_larger(cd_all(SAFETY) * here, found->difference * cd_all(observed));
    cd_vec limit = cd_all(tol) * (cd_all(1) + found->size);
    cd_vec nearly = cd_all(NEARLY * CD_COMFORTABLE) * limit;
    here = cd_larger(here, cd_select(cautious < nearly, cautious, nearly));
    if (observed > DOUBTFUL * half_to(d->k + r))
        here = cd_select(cautious > cd_all(TOLERATED) * limit, cautious, here);
    error[c] = cd_larger(here, error[c]);
    if (tol > 0)
        *worst = cd_larger(here / limit, *worst);
}

/* u_i^(l), and u_i^(l-1) if `many` is 2; power: h^{k+r-1} of the halves, for both of them */
UNROLLED void judge_some(const cd_dims *d, const cd_basis *basis, const cd_leading *leading,
                         const cd_pairs *p, const lanes *a, int n, int count, int i, int l, int many,
                         cd_vec *power, double *error, double *worst)
{
    comparison found[2];
    cd_vec bend = cd_abs(a->tops[d->n_diff + i] - a->tops[i]);
    compare_inside(d, basis, leading, p, a, n, count, i, l, many, found);
    for (int q = 0; q < many; q++, l--) {
        int c = cd_offset_of(d, i) + l, r = cd_order_of(d, i) - l;
        compare_ends(d, a, c, r, &found[q]);
        judge(d, p, c, r, *power * cd_all(leading->most[r]) * bend, &found[q], (cd_vec *)error,
              (cd_vec *)worst);
        *power *= *(const cd_vec *)a->h_fine[0];
    }
}

UNROLLED void judge_component(const cd_dims *d, const cd_basis *basis, const cd_leading *leading,
                              const cd_pairs *p, const lanes *a, int n, int count, int i, cd_vec power,
                              double *error, double *worst)
{
    int l = cd_order_of(d, i) - 1;
    for (; l > 0; l -= 2)
        judge_some(d, basis, leading, p, a, n, count, i, l, 2, &power, error, worst);
    if (l == 0)
        judge_some(d, basis, leading, p, a, n, count, i, 0, 1, &power, error, worst);
}

UNROLLED void judge_mesh(const cd_dims *d, const cd_basis *basis, const cd_leading *leading,
                         const cd_pairs *p, double *error, double *worst, double *work)
{
    lanes a = take_lanes(d, work);
    for (int n = 0; n < p->coarse->n; n += CD_WIDTH) {
        int count = cd_min_int(CD_WIDTH, p->coarse->n - n);
        load_lanes(d, p, n, count, &a);
        cd_vec h = *(const cd_vec *)a.h_fine[0], power = h;
        for (int j = 1; j < d->k; j++)
            power *= h;
        for (int i = 0; i < d->n_diff; i++)
            judge_component(d, basis, leading, p, &a, n, count, i, power, error, worst);
    }
}

void CD_ISA(cd_judge_pairs)(const cd_dims *d, const cd_basis *basis, const cd_leading *leading,
                            const cd_pairs *pairs, double *error, double *worst, double *work)
{
    CD_BY_SIZE(judge_mesh, d, basis, leading, pairs, error, worst, work);
}
