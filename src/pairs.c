/* pairs.c - the error of one component of z from a mesh and its halving, several coarse subintervals side by side
 *
 * The largest of: the difference of the two solutions at samples inside, times the factor of the leading term
 * (estimate.c has the equations); their difference at mesh points, which is of higher order, but not where the problem
 * is stiff; the leading term on the halves; for index 2 a share of what the projection changes at their right ends, or
 * all of it where the unprojected polynomials are judged.
 */
#include "pairs.h"
#include "series.h"
#include "sizes.h"
#include "vector.h"

/* Estimates outside the asymptotic range are too small, seldom by more than this; taken where it refuses no mesh. */
static const double SAFETY = 3;
static const double NEARLY = 0.99; /* of what is comfortable: rounding must not decide */
/* Where the leading terms are doubtful a mesh is refused if the cautious estimate is this far above the tolerance
 * (being cautious, it is often too high). */
static const double TOLERATED = 3;

/* What is found at the samples and mesh points. */
typedef struct comparison {
    cd_vec difference, error, size; /* largest |u_fine - u_coarse|, leading-term error, |u| */
} comparison;

UNROLLED cd_vec power_of(cd_vec x, int n)
{
    cd_vec power = x;
    for (int i = 1; i < n; i++)
        power *= x;
    return power;
}

/* change_at_end of the coarse subinterval and of its halves */
typedef struct changes {
    cd_vec coarse, fine[2];
} changes;

UNROLLED changes find_changes(const cd_dims *d, const cd_basis *basis, const cd_pairs *p, int i, int c)
{
    const cd_vec *v = (const cd_vec *)p->v + i, *v_fine = (const cd_vec *)p->v_fine + i;
    changes all = {.coarse = change_at_end(d, basis, p->h, p->z[0], p->z[1], v, c)};
    for (int right = 0; right < 2; right++)
        all.fine[right] = change_at_end(d, basis, p->h_fine[right], p->z_fine[right], p->z_fine[right + 1],
                                        v_fine + right * d->n_local, c);
    return all;
}

/* At the samples in one half; changes: what is spread over the subintervals, or NULL. */
UNROLLED void compare_half(const cd_dims *d, const cd_leading *leading, const cd_pairs *p, int i, int l,
                           int right, const changes *spread, comparison *found)
{
    int order = d->order[i], at = d->offset[i], n_eq = d->n_eq, k = d->k,
        first = (order - l - 1) * CD_SAMPLES;
    const double *tau = leading->tau + first, *factor = leading->factor + first;
    const double *coarse = leading->coarse + first * k, *fine = leading->fine + first * k;
    cd_vec h = *(const cd_vec *)p->h, h_fine = *(const cd_vec *)p->h_fine[right];
    cd_vec power = power_of(h, order - l), power_fine = power_of(h_fine, order - l);
    const cd_vec *v = (const cd_vec *)p->v + i, *z = (const cd_vec *)p->z[0] + at;
    const cd_vec *v_fine = (const cd_vec *)p->v_fine + i + right * d->n_local;
    const cd_vec *z_fine = (const cd_vec *)p->z_fine[right] + at;
    for (int s = right * CD_SAMPLES / 2; s < (right + 1) * CD_SAMPLES / 2; s++) {
        cd_vec u = cd_plus_product(taylor_sum(order, l, h * cd_all(tau[s]), z), power,
                                   point_sum(k, coarse + s, CD_SAMPLES, v, n_eq));
        cd_vec u_fine = cd_plus_product(taylor_sum(order, l, h_fine * cd_all(2 * tau[s] - right), z_fine),
                                        power_fine, point_sum(k, fine + s, CD_SAMPLES, v_fine, n_eq));
        if (spread) {
            u = cd_plus_product(u, spread->coarse, cd_all(leading->bubble[s]));
            u_fine = cd_plus_product(u_fine, spread->fine[right], cd_all(leading->bubble[CD_SAMPLES + s]));
        }
        cd_vec gap = cd_abs(u_fine - u);
        found->difference = cd_larger(gap, found->difference);
        found->error = cd_larger(gap * cd_all(factor[s]), found->error);
        found->size = cd_larger(cd_abs(u_fine), found->size);
    }
}

/* At the mesh points. */
UNROLLED void compare_ends(const cd_dims *d, const cd_pairs *p, int c, int r, comparison *found)
{
    cd_vec left = ((const cd_vec *)p->z_fine[0])[c], right = ((const cd_vec *)p->z_fine[2])[c];
    cd_vec apart =
        cd_larger(cd_abs(left - ((const cd_vec *)p->z[0])[c]), cd_abs(right - ((const cd_vec *)p->z[1])[c]));
    found->difference = cd_larger(apart, found->difference);
    found->error = cd_larger(apart * cd_all(1 / (double)((1LL << (d->k + r)) - 1)), found->error);
    found->size = cd_larger(cd_abs(left), found->size);
    found->size = cd_larger(cd_abs(((const cd_vec *)p->z_fine[1])[c]), found->size);
    found->size = cd_larger(cd_abs(right), found->size);
}

UNROLLED void judge(const cd_dims *d, const cd_basis *basis, const cd_leading *leading, const cd_pairs *p,
                    int i, int l, const cd_scales *q, double *error, double *worst)
{
    int r = d->order[i] - l, c = d->offset[i] + l;
    comparison found = {cd_all(0), cd_all(0), cd_all(0)};
    int changed = d->n_alg > 0 && r == 1;
    changes change = {cd_all(0), {cd_all(0), cd_all(0)}};
    if (changed)
        change = find_changes(d, basis, p, i, c);
    const changes *spread = changed && q->projected ? &change : NULL;
    compare_half(d, leading, p, i, l, 0, spread, &found);
    compare_half(d, leading, p, i, l, 1, spread, &found);
    compare_ends(d, p, c, r, &found);
    cd_vec term = power_of(*(const cd_vec *)p->h_fine[0], d->k + r - 1) * cd_all(leading->most[r]);
    cd_vec here = cd_larger(term * cd_abs(*(const cd_vec *)p->bend), found.error);
    if (changed) {
        cd_vec away = cd_larger(cd_abs(change.fine[0]), cd_abs(change.fine[1]));
        here = cd_larger(away * cd_all(q->projected ? CD_LEFT_BEHIND : 1), here);
    }
    cd_vec cautious = cd_larger(cd_all(SAFETY) * here, found.difference * cd_all(q->observed));
    cd_vec limit = cd_all(q->tol) * (cd_all(1) + found.size);
    cd_vec nearly = cd_all(NEARLY * CD_COMFORTABLE) * limit;
    here = cd_larger(here, cd_select(cautious < nearly, cautious, nearly));
    if (q->doubtful)
        here = cd_select(cautious > cd_all(TOLERATED) * limit, cautious, here);
    *(cd_vec *)error = cd_larger(here, *(const cd_vec *)error);
    if (q->tol > 0)
        *(cd_vec *)worst = cd_larger(here / limit, *(const cd_vec *)worst);
}

void CD_ISA(cd_judge_pairs)(const cd_dims *d, const cd_basis *basis, const cd_leading *leading,
                            const cd_pairs *pairs, int i, int l, const cd_scales *scales, double *error,
                            double *worst)
{
    CD_BY_SIZE(judge, d, basis, leading, pairs, i, l, scales, error, worst);
}
