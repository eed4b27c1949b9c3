/* index2.h - a group of subintervals where no constraint contains y (index 2): constraints and y leave at each point
 *
 * With components of order 1 the local equations are, for S_j = (z(t_j) - z_{n-1})/h and a = the inverse of the
 * Runge-Kutta matrix,
 *     sum_l a_jl dS_l - h J_j dS_j - B_j dy_j = V_j,      h C_j dS_j = -U_j,      dw_j = sum_l a_jl dS_l,
 * V = (J, J_p, f - w) and U = (C, C_p, f_alg): each constraint holds the unknowns of one point only, as with w in their
 * place it would not.  Reflections C_j H_j = [R_j^T 0] and G_j B_j = [T_j; 0] take it away and y with it; with
 * dS_j = H_j [s_j; x_j], s_j = -(h R_j^T)^-1 U_j, what is left is
 *     sum_l a_jl (G_j H_l)_22 x_l - (G_j h J_j H_j)_22 x_j = (G_j (V_j - sum_l a_jl H_l [s_l; 0]))_2 + (G_j h J_j H_j)_21 s_j
 * of order k (d - m) in place of k (d + m), and then  dy_j = T_j^-1 (G_j (dw_j - h J_j dS_j - V_j))_1.
 * S is a slope, not a difference: for small h only those digits are lost that index 2 costs anyway.
 */
#ifndef CD_INDEX2_H
#define CD_INDEX2_H

#include "group.h"
#include "unrolled.h"
#include "vector.h"

/* A column of C^T or B that is so much smaller, beside those before it, is left to pivoting .. */
static const double CD_DEPENDENT = 1e-5;
static const double CD_TINY = 1e-135; /* .. or beside this: digits of its square would underflow */

/* What is kept of a point, in lanes. */
typedef struct cd_index2 {
    cd_vec *H, *G; /* [m, d] reflections I - v v^T, first one first */
    cd_vec *R, *T; /* [m, m] h R and T, with inverse diagonals */
    cd_vec *D;     /* [d-m, m] (G h J H)_21 */
    cd_vec *J;     /* [m, d] (G h J)_1 */
} cd_index2;

/* The order of the matrix that is factored. */
UNROLLED int cd_index2_order(const cd_dims *d)
{
    return d->k * (d->n_diff - d->n_alg);
}

UNROLLED cd_index2 cd_index2_at(const cd_dims *dims, double *W, int j)
{
    int d = dims->n_diff, m = dims->n_alg, n = cd_index2_order(dims);
    cd_vec *H = (cd_vec *)W + (ptrdiff_t)n * n + (ptrdiff_t)j * (m * (4 * d + m)), *R = H + 2 * m * d;
    return (cd_index2){
        .H = H, .G = H + m * d, .R = R, .T = R + m * m, .D = R + 2 * m * m, .J = R + m * (d + m)};
}

/* Rows from .. d-1 of (I - v v^T) X, X[d, n]; v is zero before entry `first`. */
UNROLLED void cd_index2_reflect(int d, int first, int from, const cd_vec *v, int n, cd_vec *X)
{
    for (int q = 0; q < n; q++) {
        cd_vec sum = v[first] * X[first * n + q];
        for (int i = first + 1; i < d; i++)
            sum = cd_plus_product(sum, v[i], X[i * n + q]);
        for (int i = from; i < d; i++)
            X[i * n + q] = cd_minus_product(X[i * n + q], v[i], sum);
    }
}

/* H X */
UNROLLED void cd_index2_times_H(int d, int m, const cd_vec *v, int n, cd_vec *X)
{
    for (int a = m - 1; a >= 0; a--)
        cd_index2_reflect(d, a, a, v + a * d, n, X);
}

/* G X, whose first rows are not wanted if from = m */
UNROLLED void cd_index2_times_G(int d, int m, int from, const cd_vec *v, int n, cd_vec *X)
{
    for (int a = 0; a < m; a++)
        cd_index2_reflect(d, a, a < m - 1 || from < a ? a : from, v + a * d, n, X);
}

/* v[m, d], columns of a matrix one behind the other, become the reflections that take it to its upper triangle, and R
 * that triangle times `factor`.  Zero if a column nearly depends on those before it. */
UNROLLED int cd_index2_reflections(int d, int m, cd_vec factor, cd_vec *v, cd_vec *R)
{
    cd_vec most = cd_all(CD_TINY), zero = cd_all(0), one = cd_all(1);
    for (int a = 0; a < m; a++, v += d) {
        cd_vec squares = v[a] * v[a];
        for (int i = a + 1; i < d; i++)
            squares = cd_plus_product(squares, v[i], v[i]);
        cd_vec size = cd_root(squares), first = cd_abs(v[a]);
        cd_vec end = cd_select(v[a] > zero, zero - size, size); /* of the other sign: nothing cancels */
        most = cd_larger(size, most);
        if (!cd_every(size > cd_all(CD_DEPENDENT) * most))
            return 0;
        cd_vec scale = one / cd_root(cd_plus_product(squares, first, size));
        v[a] = (v[a] - end) * scale;
        for (int i = a + 1; i < d; i++)
            v[i] *= scale;
        for (int i = 0; i < a; i++) {
            R[i * m + a] = v[i] * factor;
            v[i] = zero;
        }
        R[a * m + a] = one / (end * factor);
        for (int b = 1; b < m - a; b++)
            cd_index2_reflect(d, a, a, v, 1, v + b * d);
    }
    return 1;
}

/* sum[n] = sum_l a_l S[n, l] */
UNROLLED void cd_index2_combine(int k, const double *a, int n, const cd_vec *S, cd_vec *sum)
{
    int r = 0;
    for (; r + 2 < n; r += 3) { /* a_l is loaded once for three */
        cd_vec x = cd_all(0), y = x, z = x;
        for (int l = 0; l < k; l++) {
            cd_vec here = cd_all(a[l]);
            x = cd_plus_product(x, here, S[l * n + r]);
            y = cd_plus_product(y, here, S[l * n + r + 1]);
            z = cd_plus_product(z, here, S[l * n + r + 2]);
        }
        sum[r] = x;
        sum[r + 1] = y;
        sum[r + 2] = z;
    }
    for (; r < n; r++) {
        cd_vec x = cd_all(0);
        for (int l = 0; l < k; l++)
            x = cd_plus_product(x, cd_all(a[l]), S[l * n + r]);
        sum[r] = x;
    }
}

/* Right-hand sides V, U [d+m, n, k]: S[d, n, k] = H [s; 0], and X[d-m, n, k], of the equations for x.  work[d, n] */
UNROLLED void cd_index2_enter(const cd_dims *dims, const cd_basis *basis, double *W, int n, const cd_vec *VU,
                              cd_vec *S, cd_vec *X, cd_vec *work)
{
    int d = dims->n_diff, m = dims->n_alg, k = dims->k;
    for (int j = 0; j < k; j++) {
        cd_index2 p = cd_index2_at(dims, W, j);
        const cd_vec *U = VU + (j * (d + m) + d) * n;
        cd_vec *s = S + j * d * n, *x = X + j * (d - m) * n;
        for (int q = 0; q < n; q++) {
            for (int a = 0; a < m; a++) {
                cd_vec rest = cd_all(0) - U[a * n + q];
                for (int b = 0; b < a; b++)
                    rest = cd_minus_product(rest, p.R[b * m + a], s[b * n + q]);
                s[a * n + q] = rest * p.R[a * m + a];
            }
            for (int r = 0; r < d - m; r++) {
                cd_vec sum = p.D[r * m] * s[q];
                for (int a = 1; a < m; a++)
                    sum = cd_plus_product(sum, p.D[r * m + a], s[a * n + q]);
                x[r * n + q] = sum;
                s[(m + r) * n + q] = cd_all(0);
            }
        }
        cd_index2_times_H(d, m, p.H, n, s);
    }
    for (int i = 0; i < k; i++) {
        cd_index2 p = cd_index2_at(dims, W, i);
        const cd_vec *V = VU + i * (d + m) * n;
        cd_vec *x = X + i * (d - m) * n;
        cd_index2_combine(k, basis->slopes + i * k, d * n, S, work);
        for (int r = 0; r < d * n; r++)
            work[r] = V[r] - work[r];
        cd_index2_times_G(d, m, m, p.G, n, work);
        for (int r = 0; r < (d - m) * n; r++)
            x[r] += work[m * n + r];
    }
}

/* From x: V, U become dw, dy.  work[2 d, n] */
UNROLLED void cd_index2_leave(const cd_dims *dims, const cd_basis *basis, double *W, int n, const cd_vec *X,
                              cd_vec *S, cd_vec *VU, cd_vec *work)
{
    int d = dims->n_diff, m = dims->n_alg, k = dims->k;
    cd_vec *rest = work + d * n;
    for (int j = 0; j < k; j++) {
        cd_index2 p = cd_index2_at(dims, W, j);
        for (int r = 0; r < m * n; r++)
            work[r] = cd_all(0);
        for (int r = 0; r < (d - m) * n; r++)
            work[m * n + r] = X[j * (d - m) * n + r];
        cd_index2_times_H(d, m, p.H, n, work);
        for (int r = 0; r < d * n; r++)
            S[j * d * n + r] += work[r];
    }
    for (int i = 0; i < k; i++, VU += (d + m) * n) {
        cd_index2 p = cd_index2_at(dims, W, i);
        const cd_vec *s = S + i * d * n;
        cd_vec *y = VU + d * n;
        cd_index2_combine(k, basis->slopes + i * k, d * n, S, work);
        for (int r = 0; r < d * n; r++) {
            rest[r] = work[r] - VU[r];
            VU[r] = work[r];
        }
        cd_index2_times_G(d, m, 0, p.G, n, rest);
        for (int a = m - 1; a >= 0; a--)
            for (int q = 0; q < n; q++) {
                cd_vec sum = rest[a * n + q];
                for (int c = 0; c < d; c++)
                    sum = cd_minus_product(sum, p.J[a * d + c], s[c * n + q]);
                for (int b = a + 1; b < m; b++)
                    sum = cd_minus_product(sum, p.T[a * m + b], y[b * n + q]);
                y[a * n + q] = sum * p.T[a * m + a];
            }
    }
}

/* The reflections at point j and what they make of J; Q[d, d] = H, GJH[d-m, d-m] = (G h J H)_22.  Zero: not possible. */
UNROLLED int cd_index2_reduce(const cd_dims *dims, cd_vec h, const cd_vec *J, const cd_index2 *p, cd_vec *Q,
                              cd_vec *GJH, cd_vec *work)
{
    int d = dims->n_diff, m = dims->n_alg, n_eq = d + m;
    for (int a = 0; a < m; a++)
        for (int c = 0; c < d; c++) {
            p->H[a * d + c] = J[d + a + c * n_eq];
            p->G[a * d + c] = J[c + (d + a) * n_eq];
        }
    if (!cd_index2_reflections(d, m, h, p->H, p->R) || !cd_index2_reflections(d, m, cd_all(1), p->G, p->T))
        return 0;
    for (int i = 0; i < d; i++)
        for (int c = 0; c < d; c++) {
            Q[i * d + c] = cd_all(i == c);
            work[i * d + c] = h * J[i + c * n_eq];
        }
    cd_index2_times_H(d, m, p->H, d, Q);
    cd_index2_times_G(d, m, 0, p->G, d, work);
    for (int r = 0; r < m * d; r++)
        p->J[r] = work[r];
    for (int r = 0; r < d - m; r++)
        for (int c = 0; c < d; c++) {
            cd_vec sum = cd_all(0);
            for (int i = 0; i < d; i++)
                sum = cd_plus_product(sum, work[(m + r) * d + i], Q[i * d + c]);
            if (c < m)
                p->D[r * m + c] = sum;
            else
                GJH[r * (d - m) + c - m] = sum;
        }
    return 1;
}

/* The rows of x at point i in the matrix W[n, n]; Q at all points.  work[d, d-m] */
UNROLLED void cd_index2_rows(const cd_dims *dims, const cd_basis *basis, int i, const cd_vec *G,
                             const cd_vec *Q, const cd_vec *GJH, cd_vec *W, cd_vec *work)
{
    int d = dims->n_diff, m = dims->n_alg, left = d - m, k = dims->k, n = cd_index2_order(dims);
    for (int j = 0; j < k; j++, Q += d * d) {
        cd_vec slope = cd_all(basis->slopes[i * k + j]), *to = W + i * left * n + j * left;
        for (int r = 0; r < d; r++)
            for (int c = 0; c < left; c++)
                work[r * left + c] = Q[r * d + m + c];
        cd_index2_times_G(d, m, m, G, left, work);
        for (int r = 0; r < left; r++)
            for (int c = 0; c < left; c++) {
                cd_vec x = slope * work[(m + r) * left + c];
                to[r * n + c] = x;
            }
    }
    for (int r = 0; r < left; r++)
        for (int c = 0; c < left; c++)
            W[(i * left + r) * n + i * left + c] -= GJH[r * left + c];
}

/* Does no constraint contain y, in all lanes and at all points?  And is there something to gain, and room in W? */
UNROLLED int cd_index2_fits(const cd_dims *d, const cd_vec *J)
{
    if (d->n_alg == 0 || d->n_alg >= d->n_diff || d->max_order > 1 || d->k == 1)
        return 0;
    int n_eq = d->n_eq, columns = d->mstar + d->n_alg + d->n_param;
    for (int j = 0; j < d->k; j++)
        for (int b = 0; b < d->n_alg; b++)
            for (int a = 0; a < d->n_alg; a++)
                if (!cd_every(J[(j * columns + d->mstar + b) * n_eq + d->n_diff + a] == cd_all(0)))
                    return 0;
    return 1;
}

/* Gamma and gamma of a group for which cd_index2_fits; the right-hand side of gamma stands in its column.  Zero if a
 * matrix on the way is, nearly, singular.  work: see cd_group_work */
UNROLLED int cd_index2_condense(const cd_dims *dims, const cd_basis *basis, cd_vec h, const cd_vec *J,
                                const cd_group *g, double threshold, cd_vec *work)
{
    int d = dims->n_diff, m = dims->n_alg, k = dims->k, n_eq = d + m, left = d - m, lane;
    int kept = dims->mstar + dims->n_param, n = kept + 1;
    cd_vec *S = work, *X = S + k * d * n, *Q = X + k * left * n, *GJH = Q + k * d * d;
    cd_vec *scratch = GJH + k * left * left, *VU = (cd_vec *)g->Gamma;
    for (int j = 0; j < k; j++, J += n_eq * (kept + m), VU += n_eq * n) {
        cd_index2 p = cd_index2_at(dims, g->W, j);
        if (!cd_index2_reduce(dims, h, J, &p, Q + j * d * d, GJH + j * left * left, scratch))
            return 0;
        for (int c = 0; c < kept; c++)
            for (int i = 0; i < n_eq; i++)
                VU[i * n + c] = J[(c < dims->mstar ? c : c + m) * n_eq + i];
    }
    VU = (cd_vec *)g->Gamma;
    for (int i = 0; i < k; i++)
        cd_index2_rows(dims, basis, i, cd_index2_at(dims, g->W, i).G, Q, GJH + i * left * left,
                       (cd_vec *)g->W, scratch);
    cd_index2_enter(dims, basis, g->W, n, VU, S, X, scratch);
    if (CD_ISA(cd_lanes_factor)(cd_index2_order(dims), g->W, n, (double *)X, g->pivot, threshold,
                                (double *)scratch, &lane) >= 0)
        return 0;
    cd_index2_leave(dims, basis, g->W, n, X, S, VU, scratch);
    return 1;
}

/* VU[d+m, k], a right-hand side, becomes its solution.  work: see cd_group_work */
UNROLLED void cd_index2_solve(const cd_dims *dims, const cd_basis *basis, const cd_group *g, cd_vec *VU,
                              cd_vec *work)
{
    cd_vec *S = work, *X = S + dims->k * dims->n_diff, *scratch = X + cd_index2_order(dims);
    cd_index2_enter(dims, basis, g->W, 1, VU, S, X, scratch);
    CD_ISA(cd_lanes_solve)(cd_index2_order(dims), g->W, g->pivot, (double *)X);
    cd_index2_leave(dims, basis, g->W, 1, X, S, VU, scratch);
}

#endif
