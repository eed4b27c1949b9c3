/* memory_formula.h - how much memory a mesh needs (docs/method.md, section system) */
#ifndef TESTS_MEMORY_FORMULA_H
#define TESTS_MEMORY_FORMULA_H

#include <math.h>

#include <coldae/coldae.h>

/* The local matrix of a subinterval, where constraints and y leave it first. */
static inline double memory_local_matrix(const coldae_problem *p, int k)
{
    double d = p->n_diff, m = p->n_alg, left = k * (d - m);
    double index1 = k * d * k * d + k * m * (d + m), index2 = left * left + k * m * (4 * d + m);
    int first_order = 1;
    for (int i = 0; i < p->n_diff; i++)
        first_order = first_order && p->order[i] == 1;
    return m > 0 && d > m && first_order ? fmax(index1, index2) : index1;
}

/* What one mesh of n subintervals needs, in bytes. */
static inline double memory_formula(const coldae_problem *p, int k, int n)
{
    double mstar = 0, c = p->n_param + p->n_coupled, d = p->n_diff, m = p->n_alg, q = p->n_param;
    for (int i = 0; i < p->n_diff; i++)
        mstar += p->order[i];
    double local = k * (d + m);
    double functions = 4 * (local + mstar + 1), vectors = 2 * local + 2 * mstar;
    double matrices = (p->linear ? 0 : memory_local_matrix(p, k)) + local * (mstar + q);
    double blocks = (3 * mstar + c) / 2 * (2 * mstar + c + 1);
    double projections = m > 0 ? d * m + m * (mstar + q) + m * m + d + m + 1.5 : 0;
    double measures = 3 * d + 1, integers = (local + mstar + 6) / 2;
    return 8 * n * (functions + vectors + matrices + blocks + projections + measures + integers);
}

#endif
