/* group.c - a group of subintervals side by side: eliminate the local unknowns
 *
 * The equations are those of condense.c.  For index 1, where E = d f_alg/dy has a comfortable inverse at every point, y is
 * eliminated there first: the local matrix is then of order k n_diff.  Comfortable means that neither the pivots of
 * E are small nor B E^-1 C is much larger than J, B and 1/h: beside such a term the digits of J would be lost.
 * For index 2, where E is zero, index2.h has the way to one of order k (n_diff - n_alg).
 */
#include <float.h>

#include "assemble.h"
#include "group.h"
#include "index2.h"
#include "sizes.h"
#include "traffic.h"
#include "vector.h"

static const double LOST = 8 * DBL_EPSILON; /* a smaller pivot is cancellation, not information */
static const double SMALL_PIVOT = 1e-5;     /* E is not eliminated alone below this .. */
static const double GROWTH = 1e4;           /* .. or where J - B E^-1 C is so much larger than J, B and 1/h */

/* ---- the local matrices --------------------------------------------------------------------------- */

/* X <- E^-1 X for a single constraint; E becomes its inverse, as in cd_lanes_factor.  Nonzero if it is not zero. */
UNROLLED int divide_by_single(int kept, cd_vec *E, cd_vec *X, int *pivot)
{
    if (!cd_every(cd_abs(*E) > cd_all(0)))
        return 0;
    *E = cd_all(1) / *E;
    for (int l = 0; l < CD_WIDTH; l++)
        pivot[l] = 0;
    for (int c = 0; c < kept; c++)
        X[c] *= *E;
    return 1;
}

/* The parts of a reduced group at a point. */
typedef struct point {
    cd_vec *E, *B, *X; /* [m, m] factored, [d, m], [m, ld]: E^-1 (C, C_p) and e = E^-1 f_alg */
    int *pivot;
} point;

/* Eliminate y at one point: E, B, X, reduced[d, mstar+q] = J - B X.  Nonzero if it went well. */
UNROLLED int eliminate_y(const cd_dims *d, cd_vec h, const cd_vec *J, const cd_vec *f, const point *p,
                         cd_vec *reduced, cd_vec *work)
{
    int nd = d->n_diff, na = d->n_alg, n_eq = d->n_eq, kept = d->mstar + d->n_param, ld = ld_of(d), lane;
    const cd_vec *dy = J + d->mstar * n_eq;
    cd_vec size = cd_all(1) / h, growth = cd_all(0);
    for (int a = 0; a < na; a++) {
        for (int b = 0; b < na; b++)
            p->E[a * na + b] = dy[nd + a + b * n_eq];
        for (int c = 0; c < kept; c++)
            p->X[a * ld + c] = J[nd + a + (c < d->mstar ? c : c + na) * n_eq];
        p->X[a * ld + kept] = f[nd + a];
        for (int i = 0; i < nd; i++) {
            p->B[i * na + a] = dy[i + a * n_eq];
            size = cd_larger(cd_abs(dy[i + a * n_eq]), size);
        }
    }
    if (na == 1 ? !divide_by_single(ld, p->E, p->X, p->pivot)
                : CD_ISA(cd_lanes_factor)(na, (double *)p->E, ld, (double *)p->X, p->pivot, SMALL_PIVOT,
                                          (double *)work, &lane) >= 0)
        return 0;
    for (int c = 0; c < kept; c++) {
        const cd_vec *column = J + (c < d->mstar ? c : c + na) * n_eq;
        for (int i = 0; i < nd; i++) {
            reduced[i + c * nd] = column[i];
            size = cd_larger(cd_abs(column[i]), size);
        }
    }
    for (int i = 0; i < nd; i++)
        for (int a = 0; a < na; a++) {
            cd_vec b = p->B[i * na + a];
            if (cd_is_zero(b))
                continue;
            cd_vec *to = reduced + i;
            const cd_vec *x = p->X + a * ld;
            for (int c = 0; c < kept; c++, to += nd)
                *to -= b * x[c]; /* rounded twice: what cancels becomes zero and is passed over later */
        }
    for (int c = 0; c < kept * nd; c++)
        growth = cd_larger(cd_abs(reduced[c]), growth);
    return cd_every(growth < cd_all(GROWTH) * size);
}

static inline point point_of(const cd_dims *d, const cd_group *g, int j)
{
    int nd = d->n_diff, na = d->n_alg, n = d->k * nd, at = n + j * na;
    cd_vec *E = (cd_vec *)g->W + (ptrdiff_t)n * n;
    return (point){.E = E + j * na * na,
                   .B = E + d->k * na * na + j * nd * na,
                   .X = (cd_vec *)g->Gamma + at * ld_of(d),
                   .pivot = g->pivot + at * CD_WIDTH};
}

UNROLLED int try_reduced(const cd_dims *d, const double *h, const cd_vec *J, const cd_vec *f,
                         const cd_group *g, cd_vec *reduced, cd_vec *work)
{
    int kept = d->mstar + d->n_param, columns = kept + d->n_alg;
    for (int j = 0; j < d->k; j++) {
        point p = point_of(d, g, j);
        if (!eliminate_y(d, *(const cd_vec *)h, J + j * d->n_eq * columns, f + j * d->n_eq, &p,
                         reduced + j * d->n_diff * kept, work))
            return 0;
    }
    return 1;
}

/* The right-hand side of W: f - v, f_alg; by index 1: f - v - B e; `stride` from entry to entry. */
UNROLLED void assemble_rhs(const cd_dims *d, int way, const cd_vec *f, const cd_vec *v, const cd_group *g,
                           int stride, cd_vec *r)
{
    int nd = d->n_diff, na = d->n_alg, ld = ld_of(d), reduced = way == CD_BY_INDEX1;
    strides at = strides_of(d, way);
    int next = at.component * stride;
    for (int j = 0; j < d->k; j++, f += d->n_eq, v += d->n_eq, r += at.point * stride) {
        point p = point_of(d, g, j);
        for (int i = 0; i < nd; i++) {
            cd_vec here = f[i] - v[i];
            for (int a = 0; reduced && a < na; a++)
                here = cd_minus_product(here, p.B[i * na + a], p.X[a * ld + ld - 1]);
            r[i * next] = here;
        }
        for (int a = 0; !reduced && a < na; a++)
            r[(nd + a) * next] = f[nd + a];
    }
}

/* How the local unknowns are eliminated, with `reduced` for CD_BY_INDEX1. */
UNROLLED int choose_way(const cd_dims *d, const cd_method *m, const double *h, const cd_vec *J,
                        const cd_vec *f, const cd_vec *v, const cd_group *g, cd_vec *reduced, cd_vec *work)
{
    if (d->n_alg == 0)
        return CD_FULL;
    if (cd_index2_fits(d, J)) {
        assemble_rhs(d, CD_BY_INDEX2, f, v, g, ld_of(d), (cd_vec *)g->Gamma + ld_of(d) - 1);
        return cd_index2_condense(d, &m->basis, *(const cd_vec *)h, J, g, LOST, work) ? CD_BY_INDEX2
                                                                                      : CD_FULL;
    }
    int may = m->options.projection != COLDAE_PROJECT_INDEX2;
    return may && try_reduced(d, h, J, f, g, reduced, work) ? CD_BY_INDEX1 : CD_FULL;
}

/* *lost: -1, or the unknown that is not determined */
UNROLLED void condense_any(const cd_dims *d, const cd_method *m, const double *h, const double *J_,
                           const double *f_, int count, const double *v, const cd_group *g, double *work_,
                           int *lane, int *lost)
{
    int ld = ld_of(d), size = d->n_eq * (d->mstar + d->n_alg + d->n_param) * d->k;
    cd_vec *J = (cd_vec *)work_, *f = J + size, *work = f + d->n_local;
    cd_vec *reduced = work + 2 * d->n_local + (d->k + 1) * (d->max_order + 1);
    cd_vec *gamma = (cd_vec *)g->Gamma + ld - 1;
    cd_take(size, J_, count, J);
    cd_take(d->n_local, f_, count, f);
    *lost = -1;
    *g->reduced = choose_way(d, m, h, J, f, (const cd_vec *)v, g, reduced, work);
    if (*g->reduced == CD_BY_INDEX2)
        return;
    if (*g->reduced == CD_FULL && !g->full) {
        *lost = CD_NO_ROOM;
        return;
    }
    int by_index1 = *g->reduced == CD_BY_INDEX1, rows = rows_of(d, g);
    assemble(d, &m->basis, rows, *(const cd_vec *)h, by_index1 ? reduced : J, (cd_vec *)g->W,
             (cd_vec *)g->Gamma, work);
    assemble_rhs(d, *g->reduced, f, (const cd_vec *)v, g, ld, gamma);
    *lost = CD_ISA(cd_lanes_factor)(rows * d->k, g->W, ld, g->Gamma, g->pivot, LOST, (double *)work, lane);
    int apart = strides_of(d, *g->reduced).point; /* the unknown in v's order */
    if (*lost >= 0)
        *lost = apart == 1 ? *lost / d->k + *lost % d->k * d->n_eq : *lost % rows + *lost / rows * d->n_eq;
}

static int condense(const cd_method *m, const double *h, const double *J, const double *f, int count,
                    const double *v, const cd_group *g, double *work, int *lane)
{
    int lost;
    CD_BY_SIZE(condense_any, &m->dims, m, h, J, f, count, v, g, work, lane, &lost);
    return lost;
}

/* ---- right-hand sides ----------------------------------------------------------------------------- */

UNROLLED void rhs_any(const cd_dims *d, const cd_basis *basis, const double *f_, int count, const double *v,
                      const cd_group *g, double *work)
{
    int na = d->n_alg, reduced = *g->reduced == CD_BY_INDEX1, rows = rows_of(d, g), ld = ld_of(d);
    cd_vec *f = (cd_vec *)work, *r = f + d->n_local, *gamma = (cd_vec *)g->Gamma + ld - 1;
    cd_take(d->n_local, f_, count, f);
    if (na > 0 && *g->reduced == CD_BY_INDEX2) {
        assemble_rhs(d, CD_BY_INDEX2, f, (const cd_vec *)v, g, 1, r);
        cd_index2_solve(d, basis, g, r, r + d->n_local);
        for (int i = 0; i < d->n_local; i++)
            gamma[i * ld] = r[i];
        return;
    }
    for (int j = 0; reduced && j < d->k; j++) {
        point p = point_of(d, g, j);
        const cd_vec *f_alg = f + j * d->n_eq + d->n_diff;
        for (int a = 0; a < na; a++)
            r[a] = f_alg[a];
        if (na == 1)
            *r *= *p.E;
        else
            CD_ISA(cd_lanes_solve)(na, (const double *)p.E, p.pivot, (double *)r);
        for (int a = 0; a < na; a++)
            p.X[a * ld + ld - 1] = r[a];
    }
    assemble_rhs(d, *g->reduced, f, (const cd_vec *)v, g, 1, r);
    CD_ISA(cd_lanes_solve)(rows * d->k, g->W, g->pivot, (double *)r);
    for (int i = 0; i < rows * d->k; i++)
        gamma[i * ld] = r[i];
}

static void rhs(const cd_method *m, const double *f, int count, const double *v, const cd_group *g,
                double *work)
{
    CD_BY_SIZE(rhs_any, &m->dims, &m->basis, f, count, v, g, work);
}

UNROLLED void end_matrix_any(const cd_dims *d, const cd_basis *basis, const double *h_, const cd_group *g,
                             int c, int count, double *work, double *to)
{
    cd_vec h = *(const cd_vec *)h_, *Phi = (cd_vec *)work, factor[CD_MAX_POINTS], zero = cd_all(0);
    const cd_vec *Gamma = (const cd_vec *)g->Gamma;
    int ld = ld_of(d), kept = ld - 1, width = d->mstar + c, k = d->k;
    strides to_next = strides_of(d, *g->reduced);
    for (int i = 0; i < d->n_diff; i++) {
        int order = d->order[i], at = d->offset[i];
        cd_vec power = h;
        for (int l = order - 1; l >= 0; l--, power *= h) {
            cd_vec *row = Phi + (at + l) * width, taylor = cd_all(1);
            const double *psi = basis->psi_end + (order - l) * k;
            for (int j = 0; j < k; j++)
                factor[j] = power * cd_all(psi[j]);
            for (int q = 0; q < kept; q++) {
                const cd_vec *column = Gamma + i * to_next.component * ld + q;
                cd_vec sum = zero;
                for (int j = 0; j < k; j++)
                    sum = cd_plus_product(sum, factor[j], column[j * to_next.point * ld]);
                row[q] = sum;
            }
            for (int q = kept; q < width; q++)
                row[q] = zero;
            for (int r = l; r < order; r++) {
                row[at + r] += taylor;
                taylor *= h * cd_all(CD_INVERSE[r - l + 1]);
            }
        }
    }
    cd_give(d->mstar * width, Phi, count, to);
}

static void end_matrix(const cd_method *m, const double *h, const cd_group *g, int c, int count, double *work,
                       double *Phi)
{
    if (c == 0)
        CD_BY_SIZE(end_matrix_any, &m->dims, &m->basis, h, g, 0, count, work, Phi);
    else
        end_matrix_any(&m->dims, &m->basis, h, g, c, count, work, Phi);
}

UNROLLED void end_value_any(const cd_dims *d, const cd_basis *basis, const double *h_, const double *z_left_,
                            const double *v_, const cd_group *g, const double *z_next, int count,
                            double *z_end, double *phi)
{
    cd_vec h = *(const cd_vec *)h_;
    const cd_vec *z_left = (const cd_vec *)z_left_, *v = (const cd_vec *)v_,
                 *gamma = (const cd_vec *)g->Gamma + ld_of(d) - 1;
    int ld = ld_of(d), k = d->k, n_eq = d->n_eq;
    strides to_next = strides_of(d, *g->reduced);
    const double *psi = basis->psi_end;
    for (int i = 0; i < d->n_diff; i++) {
        int order = d->order[i], at = d->offset[i];
        cd_vec power = h, sum[CD_MAX_POINTS], w;
        for (int r = 1; r <= order; r++)
            sum[r - 1] = cd_all(0);
        for (int j = 0; j < k; j++) {
            w = v[i + j * n_eq] + gamma[(i * to_next.component + j * to_next.point) * ld];
            for (int r = 1; r <= order; r++)
                sum[r - 1] = cd_plus_product(sum[r - 1], w, cd_all(psi[r * k + j]));
        }
        for (int l = order - 1; l >= 0; l--, power *= h) {
            cd_vec taylor = z_left[at + order - 1];
            for (int r = order - 2; r >= l; r--)
                taylor = cd_plus_product(z_left[at + r], taylor, h * cd_all(CD_INVERSE[r - l + 1]));
            ((cd_vec *)z_end)[at + l] = cd_plus_product(taylor, power, sum[order - l - 1]);
        }
    }
    cd_give(d->mstar, (const cd_vec *)z_end, count, phi);
    int c = 0, size = z_next ? count * d->mstar : 0;
    for (; c + CD_WIDTH <= size; c += CD_WIDTH)
        cd_store(phi + c, cd_load(phi + c) - cd_load(z_next + c));
    for (; c < size; c++)
        phi[c] -= z_next[c];
}

static void end_value(const cd_method *m, const double *h, const double *z_left, const double *v,
                      const cd_group *g, const double *z_next, int count, double *work, double *phi)
{
    CD_BY_SIZE(end_value_any, &m->dims, &m->basis, h, z_left, v, g, z_next, count, work, phi);
}

/* A (dz, dp) + x0 for one row (A, x0) of Gamma, gamma */
static inline cd_vec row_times(const cd_dims *d, const cd_vec *row, const cd_vec *dz, const double *dp)
{
    cd_vec sum = row[ld_of(d) - 1];
    for (int q = 0; q < d->mstar; q++)
        sum = cd_plus_product(sum, row[q], dz[q]);
    for (int q = 0; q < d->n_param; q++)
        sum = cd_plus_product(sum, row[d->mstar + q], cd_all(dp[q]));
    return sum;
}

UNROLLED void expand_any(const cd_dims *d, const cd_basis *basis, const double *h, const double *dz_,
                         const double *dp, int count, const cd_group *g, double *work, double *to)
{
    cd_vec *dz = (cd_vec *)work, *dv = dz + d->mstar, *z = dv + d->n_local;
    int na = d->n_alg, ld = ld_of(d), rows = rows_of(d, g);
    strides to_next = strides_of(d, *g->reduced);
    const cd_vec *Gamma = (const cd_vec *)g->Gamma, *row = Gamma + rows * d->k * ld;
    cd_take(d->mstar, dz_, count, dz);
    for (int j = 0; j < d->k; j++)
        for (int i = 0; i < rows; i++)
            dv[i + j * d->n_eq] =
                row_times(d, Gamma + (i * to_next.component + j * to_next.point) * ld, dz, dp);
    if (*g->reduced == CD_BY_INDEX1) {
        CD_ISA(cd_poly_at_points)(d, basis, h, (const double *)dz, (const double *)dv, (double *)z);
        for (int j = 0; j < d->k; j++)
            for (int a = 0; a < na; a++, row += ld)
                dv[d->n_diff + a + j * d->n_eq] = -row_times(d, row, z + j * d->mstar, dp);
    }
    cd_give(d->n_local, dv, count, to);
}

static void expand(const cd_method *m, const double *h, const double *dz, const double *dp, int count,
                   const cd_group *g, double *work, double *dv)
{
    CD_BY_SIZE(expand_any, &m->dims, &m->basis, h, dz, dp, count, g, work, dv);
}

const cd_kernels CD_ISA(cd_kernels) = {
    .condense = condense, .rhs = rhs, .end_matrix = end_matrix, .end_value = end_value, .expand = expand};
