/* assemble.h - the local matrices of a group from the Jacobians at its points, and where their unknowns stand
 *
 * Small matrices hold the unknowns point by point, large ones component by component: where components depend on their
 * neighbours only (chains, networks, methods of lines), the matrix is then banded, and what lies outside the band stays
 * zero and is passed over by large.c.
 */
#ifndef CD_ASSEMBLE_H
#define CD_ASSEMBLE_H

#include "group.h"
#include "unrolled.h"
#include "vector.h"

/* Columns of Gamma and gamma, which are one matrix. */
static inline int ld_of(const cd_dims *d)
{
    return d->mstar + d->n_param + 1;
}

/* Rows of Gamma for a point, but those of X. */
static inline int rows_of(const cd_dims *d, const cd_group *g)
{
    return *g->reduced == CD_BY_INDEX1 ? d->n_diff : d->n_eq;
}

/* From this order on unknowns stand component by component. */
enum { BY_COMPONENT = 29 };

/* Distance of the unknowns of neighbouring components and of neighbouring points in W and Gamma. */
typedef struct strides {
    int component, point;
} strides;

static inline strides strides_of(const cd_dims *d, int way)
{
    int rows = way == CD_BY_INDEX1 ? d->n_diff : d->n_eq;
    int by_component = way != CD_BY_INDEX2 && rows * d->k >= BY_COMPONENT;
    return by_component ? (strides){d->k, 1} : (strides){1, rows};
}

/* What assembling needs: J[rows, columns, k] -> W[rows k, rows k], V[rows k, ld] but its last column, row-major. */
typedef struct assembly {
    const cd_dims *d;
    const cd_basis *basis;
    int rows;     /* unknowns of a point: n_eq, or n_diff if y is eliminated; also the rows of J */
    int columns;  /* of J at a point */
    int ld;       /* of V: mstar + n_param and the right-hand side */
    strides at;   /* of W and V */
    int param_at; /* column of J where the parameters begin */
    cd_vec *hr;   /* [max_order+1] h^r */
    cd_vec *s;    /* [max_order+1, k] s^r / r!, s = rho_j h */
    const cd_vec *J;
    cd_vec *W, *V;
} assembly;

/* The columns of a component: W[k] (`apart`), V[order] from the slopes J[order] (ld apart) of one row. */
UNROLLED void assemble_component(int k, int order, int ld, int apart, const double *psi, const cd_vec *hr,
                                 const cd_vec *s, const cd_vec *J, cd_vec *W, cd_vec *V)
{
    cd_vec slope = J[0], scaled = slope * -hr[order], *to = W;
    const double *weight = psi + order * k;
    if (cd_is_zero(slope)) {
        for (int q = 0; q < k; q++, to += apart)
            *to = slope;
        for (int l = 0; l < order; l++)
            V[l] = slope;
    } else {
        for (int q = 0; q < k; q++, to += apart)
            *to = scaled * cd_all(weight[q]);
        V[0] = slope;
        for (int l = 1; l < order; l++)
            V[l] = slope * s[l];
    }
    for (int l = 1; l < order; l++) { /* entry D^l u of z */
        slope = J[l * ld];
        if (cd_is_zero(slope))
            continue;
        weight = psi + (order - l) * k;
        scaled = slope * hr[order - l];
        to = W;
        for (int q = 0; q < k; q++, to += apart)
            *to = cd_minus_product(*to, scaled, cd_all(weight[q]));
        for (int q = l; q < order; q++)
            V[q] = cd_plus_product(V[q], slope, s[q - l]);
    }
}

/* .. of component c in the rows of all equations and points */
UNROLLED void assemble_rows(const assembly *e, int k, int order, int c)
{
    const cd_dims *d = e->d;
    int rows = e->rows, n = rows * k, ld = e->ld, orders = d->max_order + 1, at = d->offset[c];
    const cd_vec *hr = e->hr, *s = e->s, *J = e->J + at * rows;
    int next = e->at.component, apart = e->at.point;
    const double *psi = e->basis->psi;
    cd_vec *W = e->W + c * next, *V = e->V + at;
    for (int j = 0; j < k; j++, J += rows * e->columns, s += orders, psi += orders * k) {
        for (int i = 0; i < rows; i++)
            assemble_component(k, order, rows, apart, psi, hr, s, J + i, W + i * next * n, V + i * next * ld);
        W[c * next * n + j * apart] += cd_all(1);
        W += apart * n;
        V += apart * ld;
    }
}

/* The columns of the algebraic component that is unknown a of a point. */
UNROLLED void assemble_algebraic(const assembly *e, int a)
{
    const cd_dims *d = e->d;
    int k = d->k, rows = e->rows, n = rows * k;
    const cd_vec *slope = e->J + (d->mstar + a - d->n_diff) * rows;
    int next = e->at.component, apart = e->at.point;
    for (int j = 0; j < k; j++, slope += rows * e->columns)
        for (int i = 0; i < rows; i++) {
            cd_vec *to = e->W + (i * next + j * apart) * n + a * next;
            for (int q = 0; q < k; q++)
                to[q * apart] = cd_all(0);
            to[j * apart] = -slope[i];
        }
}

UNROLLED void assemble_parameter(const assembly *e, int a)
{
    const cd_dims *d = e->d;
    int rows = e->rows;
    const cd_vec *slope = e->J + (e->param_at + a) * rows;
    cd_vec *to = e->V + d->mstar + a;
    for (int j = 0; j < d->k; j++, slope += rows * e->columns)
        for (int i = 0; i < rows; i++)
            to[(i * e->at.component + j * e->at.point) * e->ld] = slope[i];
}

/* h^r and s^r / r! at all points */
UNROLLED void find_powers(const assembly *e, cd_vec h)
{
    const cd_dims *d = e->d;
    int max_order = d->max_order;
    cd_vec *s = e->s;
    e->hr[0] = cd_all(1);
    for (int r = 1; r <= max_order; r++)
        e->hr[r] = e->hr[r - 1] * h;
    for (int j = 0; j < d->k; j++, s += max_order + 1) {
        cd_vec here = h * cd_all(e->basis->rho[j]);
        s[0] = cd_all(1);
        for (int r = 1; r < max_order; r++)
            s[r] = s[r - 1] * here * cd_all(CD_INVERSE[r]);
    }
}

UNROLLED void assemble(const cd_dims *d, const cd_basis *basis, int rows, cd_vec h, const cd_vec *J,
                       cd_vec *W, cd_vec *V, cd_vec *work)
{
    int k = d->k, param_at = rows > d->n_diff ? d->mstar + d->n_alg : d->mstar;
    assembly e = {.d = d,
                  .basis = basis,
                  .rows = rows,
                  .columns = param_at + d->n_param,
                  .ld = ld_of(d),
                  .at = strides_of(d, rows == d->n_eq ? CD_FULL : CD_BY_INDEX1),
                  .param_at = param_at,
                  .hr = work,
                  .s = work + d->max_order + 1,
                  .J = J,
                  .W = W,
                  .V = V};
    find_powers(&e, h);
    for (int c = 0; c < d->n_diff; c++) {
        int order = d->order[c];
        if (k == 4 && order == 1) /* frequent: unrolled */
            assemble_rows(&e, 4, 1, c);
        else if (k == 4 && order == 2)
            assemble_rows(&e, 4, 2, c);
        else if (order == 1)
            assemble_rows(&e, k, 1, c);
        else if (order == 2)
            assemble_rows(&e, k, 2, c);
        else if (order == 4)
            assemble_rows(&e, k, 4, c);
        else
            assemble_rows(&e, k, order, c);
    }
    for (int a = d->n_diff; a < rows; a++)
        assemble_algebraic(&e, a);
    for (int a = 0; a < d->n_param; a++)
        assemble_parameter(&e, a);
}

#endif
