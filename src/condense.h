/* condense.h - a subinterval: eliminate the local unknowns w and y */
#ifndef CD_CONDENSE_H
#define CD_CONDENSE_H

#include "method.h"

/* The local matrices of one subinterval; pointers into the system's storage. */
typedef struct cd_local {
    double *lu;    /* [n_local, n_local] row-major: factors of W */
    int *pivot;    /* [n_local] */
    double *Gamma; /* [n_local, mstar+q] row-major:  dv = Gamma (dz, dp) + gamma */
    double *gamma; /* [n_local] */
} cd_local;

/* doubles of workspace for cd_condense */
size_t cd_condense_work(const cd_dims *dims);

/* Build W and V from df[n_eq, mstar+n_alg+q, k] at the points, factor W, Gamma = W^-1 V.
 * Returns -1, or the local unknown that the equations do not determine. */
int cd_condense(const cd_method *method, double h, const double *df, const cd_local *local, double *work);

/* gamma = W^-1 (f - w) from f[n_eq, k] and the point values v[n_eq, k] */
void cd_condense_rhs(const cd_method *method, const double *f, const double *v, const cd_local *local);

/* Phi[mstar, mstar+c] row-major, c >= q: the end value of the subinterval as a function of (z_left, p). */
void cd_condense_end(const cd_method *method, double h, const cd_local *local, int c, double *Phi);

/* z_end[mstar]: end value of the polynomial with left values z and point values v (+ dv unless NULL). */
void cd_condense_end_value(const cd_method *method, double h, const double *z, const double *v,
                           const double *dv, double *work_v, double *z_end);

#endif
