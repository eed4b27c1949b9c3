/* carried.h - the derivatives of f at the points of one mesh, carried to the next */
#ifndef CD_CARRIED_H
#define CD_CARRIED_H

#include "basis.h"

typedef struct cd_carried {
    int known;       /* they stand in J; 0: there is room for them only */
    int n;           /* subintervals of their mesh */
    size_t size;     /* numbers at a point: n_eq (mstar+n_alg+q) */
    const double *t; /* [n+1] their mesh */
    double *J;       /* [size, k, n], or NULL: they are not worth keeping */
    double
        contraction; /* |e|/|d| of the first Newton step with them, if they were carried here already; else 0 */
} cd_carried;

/* J[size, m] at m points t: the values at t of the polynomials through the points of each subinterval. */
void cd_carried_at(const cd_carried *carried, const cd_basis *basis, int m, const double *t, double *J);

#endif
