/* basis.h - collocation points and the Runge-Kutta monomial basis; no problem data */
#ifndef CD_BASIS_H
#define CD_BASIS_H

#include "memory.h"

enum { CD_MAX_POINTS = 30 }; /* k; the weights stay accurate far beyond, the mesh selection does not */

extern const double CD_INVERSE[CD_MAX_POINTS + 2]; /* 1/r */

/* psi_{r,j}, r = 0 .. max_order: the r-fold integral from 0 of the Lagrange polynomial of point j;
 * r = 0 is the Lagrange polynomial itself.  A table at one tau is stored [k, max_order+1]. */
typedef struct cd_basis {
    int k, max_order, points;
    double *rho;            /* [k] collocation points in (0, 1] */
    double *weight;         /* [k] quadrature weights on [0, 1] */
    double *psi;            /* [k, max_order+1, k] at rho_j, j last */
    double *psi_end;        /* [k, max_order+1] at 1 */
    double *lagrange_half;  /* [k, 2k] psi_0 at rho_j/2 and (1+rho_j)/2, for halved meshes */
    double *psi_middle;     /* [k, max_order+1] at 1/2 */
    double *lagrange_start; /* [k] psi_0 at 0 */
    double *slopes;      /* [k, k] u(rho_l), u(0) = 0, of a polynomial -> u'(rho_j): l last; psi_1 inverted */
    double *coefficient; /* [k, k] Lagrange polynomials in shifted Legendre polynomials: c_{jn} at j + n k */
} cd_basis;

void cd_basis_layout(cd_arena *arena, int k, int max_order, cd_basis *basis);
void cd_basis_compute(cd_basis *basis, int points);     /* COLDAE_GAUSS or COLDAE_RADAU */
void cd_basis_copy(const cd_basis *from, cd_basis *to); /* of the same size */

/* tau prod_j (tau - rho_j) / prod_j (1 - rho_j): zero at 0 and at the points, 1 at 1; 0 everywhere if 1 is a point */
double cd_basis_bubble(const cd_basis *basis, double tau);

/* psi[k, max_order+1] at any tau in [0, 1] */
void cd_basis_at(const cd_basis *basis, double tau, double *psi);
/* .. only r = 0 .. orders of it */
void cd_basis_orders(const cd_basis *basis, int orders, double tau, double *psi);

#endif
