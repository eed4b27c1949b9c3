/* radau.c - the Radau IIA methods with s stages, ready for solving the stages */
#include <math.h>
#include <string.h>

#include "lapack.h"
#include "lu.h"
#include "radau.h"

/* inverse[s, s] of a[s, s] */
static void invert(int s, const double *a, double *inverse)
{
    double factors[CD_RADAU_SQUARE];
    int pivot[CD_RADAU_MOST];
    memcpy(factors, a, (size_t)(s * s) * sizeof(double));
    (void)cd_lu_factor(s, factors, pivot);
    memset(inverse, 0, (size_t)(s * s) * sizeof(double));
    for (int j = 0; j < s; j++) {
        inverse[j + s * j] = 1;
        cd_lu_solve(s, factors, pivot, inverse + s * j);
    }
}

/* Nodes c and the matrix A: integrals of the Lagrange polynomials up to the nodes. */
static void find_method(cd_radau *r, double *a)
{
    _Alignas(64) char block[1 << 13];
    cd_arena arena = {block, sizeof block, 0, 0};
    cd_basis basis;
    int s = r->s;
    cd_tables_layout_basis(&arena, COLDAE_RADAU, s, 1, &basis);
    cd_tables_basis(&basis);
    memcpy(r->c, basis.rho, (size_t)s * sizeof(double));
    for (int i = 0; i < s; i++)
        for (int j = 0; j < s; j++)
            a[i + s * j] = basis.psi[j + s + 2 * s * i];
}

/* Column `at` of T: the real eigenvector v with length 1; its sign does not matter. */
static void put_real(cd_radau *r, const double *v)
{
    double square = 0;
    for (int i = 0; i < r->s; i++)
        square += v[i] * v[i];
    for (int i = 0; i < r->s; i++)
        r->t[i] = v[i] / sqrt(square);
}

/* Columns of pair p: re + i im of the eigenvector, scaled so that its last entry is 1. */
static void put_pair(cd_radau *r, int p, const double *re, const double *im)
{
    int s = r->s;
    double *column = r->t + s * (r->n_real + 2 * p), x = re[s - 1], y = im[s - 1], square = x * x + y * y;
    for (int i = 0; i < s; i++) {
        column[i] = (re[i] * x + im[i] * y) / square;
        column[i + s] = (im[i] * x - re[i] * y) / square;
    }
}

/* B T = T Lambda */
static void find_transformation(cd_radau *r)
{
    double b[CD_RADAU_SQUARE], wr[CD_RADAU_MOST], wi[CD_RADAU_MOST], vectors[CD_RADAU_SQUARE], work[64];
    int s = r->s, size = 64, info, pairs = 0;
    memcpy(b, r->b, sizeof b);
    dgeev_("N", "V", &s, b, &s, wr, wi, NULL, &s, vectors, &s, work, &size, &info, 1, 1);
    for (int i = 0; i < s; i++) {
        if (wi[i] == 0) {
            r->real = wr[i];
            put_real(r, vectors + s * i);
        } else if (wi[i] > 0) { /* its conjugate follows */
            r->alpha[pairs] = wr[i];
            r->beta[pairs] = wi[i];
            put_pair(r, pairs++, vectors + s * i, vectors + s * (i + 1));
        }
    }
    if (r->n_real == 0)
        r->real = hypot(r->alpha[0], r->beta[0]); /* no real one: a number of the same size */
    invert(s, r->t, r->t_inverse);
}

/* The embedded formula with gamma_0 = 1/real at x_n:  sum_j d_j c_j^q = -gamma_0 (q = 0), 0 (q = 1 .. s-1);
 * e = d B / gamma_0.                                                                                IV.8 (8.17) */
static void find_estimate(cd_radau *r)
{
    double powers[CD_RADAU_SQUARE], d[CD_RADAU_MOST] = {-1};
    int pivot[CD_RADAU_MOST], s = r->s;
    for (int j = 0; j < s; j++)
        for (int q = 0; q < s; q++)
            powers[q + s * j] = pow(r->c[j], q);
    (void)cd_lu_factor(s, powers, pivot);
    cd_lu_solve(s, powers, pivot, d);
    for (int j = 0; j < s; j++) {
        r->e[j] = 0;
        for (int i = 0; i < s; i++)
            r->e[j] += d[i] * r->b[i + s * j];
    }
}

void cd_radau_create(int s, cd_radau *r)
{
    double a[CD_RADAU_SQUARE];
    memset(r, 0, sizeof *r);
    r->s = s;
    r->n_real = s % 2;
    r->n_pair = s / 2;
    find_method(r, a);
    invert(s, a, r->b);
    find_transformation(r);
    find_estimate(r);
    for (int i = 0; i < s; i++) {
        double product = r->c[i];
        for (int j = 0; j < s; j++)
            product *= j == i ? 1 : r->c[i] - r->c[j];
        r->lagrange[i] = 1 / product;
    }
}

void cd_radau_interpolate(const cd_radau *r, double tau, double *l)
{
    for (int i = 0; i < r->s; i++) {
        l[i] = tau * r->lagrange[i];
        for (int j = 0; j < r->s; j++)
            l[i] *= j == i ? 1 : tau - r->c[j];
    }
}

void cd_radau_start_slopes(const cd_radau *radau, double *l)
{
    for (int j = 0; j < radau->s; j++) {
        l[j] = radau->lagrange[j];
        for (int i = 0; i < radau->s; i++)
            if (i != j)
                l[j] *= -radau->c[i];
    }
}

double cd_radau_bend(const cd_radau *radau, double tau)
{
    double a[CD_RADAU_MOST + 1] = {1}, sum = 0; /* prod (1 - sigma/c_j) by powers of sigma */
    for (int j = 0; j < radau->s; j++)
        for (int i = j + 1; i > 0; i--)
            a[i] -= a[i - 1] / radau->c[j];
    for (int i = radau->s; i >= 0; i--)
        sum = (sum + a[i] / (i + 1)) * tau;
    return sum;
}
