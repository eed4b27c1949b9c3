/* radau.h - the Radau IIA methods with s stages, ready for solving the stages
 *
 * With Z_i = X_i - x_n and B = A^-1 the stages satisfy  sum_j b_ij Z_j = h F(X_i).  B T = T Lambda with real T; Lambda
 * has one real entry for odd s and blocks [alpha beta; -beta alpha] on its diagonal: W = T^-1 Z decouples into one real
 * system and complex ones of the problem's own size.                    Hairer & Wanner, Solving ODEs II, IV.8
 */
#ifndef CD_RADAU_H
#define CD_RADAU_H

#include "tables.h"

enum { CD_RADAU_MOST = 5, CD_RADAU_SQUARE = CD_RADAU_MOST * CD_RADAU_MOST };

typedef struct cd_radau {
    int s, n_real, n_pair;             /* s = n_real + 2 n_pair; the real one comes first */
    double c[CD_RADAU_MOST];           /* nodes, c_s = 1 */
    double b[CD_RADAU_SQUARE];         /* A^-1, [s, s] */
    double t[CD_RADAU_SQUARE];         /* T, [s, s]: columns (real), re, im, re, im */
    double t_inverse[CD_RADAU_SQUARE]; /* [s, s] */
    double real;              /* real eigenvalue of B; even s: what the error estimate uses in its place */
    double alpha[2], beta[2]; /* the pairs alpha +- i beta, beta > 0 */
    double e[CD_RADAU_MOST];  /* error estimate: (real/h M - J)^-1 (F(x_n) + M/h sum_j e_j Z_j) */
    double lagrange[CD_RADAU_MOST]; /* 1/(c_i prod_{j != i} (c_i - c_j)) */
} cd_radau;

/* s = 2 .. CD_RADAU_MOST */
void cd_radau_create(int s, cd_radau *radau);

/* l[s]: the polynomial of degree s through 0 at 0 and Z_j at c_j is sum_j l_j(tau) Z_j. */
void cd_radau_interpolate(const cd_radau *radau, double tau, double *l);

/* l[s]: derivatives of these l_j at tau = 0. */
void cd_radau_start_slopes(const cd_radau *radau, double *l);

/* int_0^tau prod (sigma - c_j)/(-c_j) dsigma: slope 1 at 0 and 0 at every c_j, value 0 at 0 and 1. */
double cd_radau_bend(const cd_radau *radau, double tau);

#endif
