/* piecewise.h - a collocation solution on a mesh: what flows through the library */
#ifndef CD_PIECEWISE_H
#define CD_PIECEWISE_H

#include "basis.h"
#include "callbacks.h"
#include "poly.h"

typedef struct cd_piecewise {
    const cd_dims *dims;
    const cd_basis *basis;
    int n;     /* subintervals */
    double *t; /* [n+1] */
    double *z; /* [mstar, n+1] at mesh points (projected for index 2) */
    double *v; /* [n_eq, k, n] at collocation points: w = u^(m), then y */
    double *p; /* [n_param] */
} cd_piecewise;

void cd_piecewise_layout(cd_arena *arena, const cd_dims *dims, const cd_basis *basis, int n, cd_piecewise *u);
void cd_piecewise_copy(const cd_piecewise *from, cd_piecewise *to); /* same mesh size */

static inline double *cd_piecewise_z(const cd_piecewise *u, int n)
{
    return u->z + (size_t)n * (size_t)u->dims->mstar;
}

static inline double *cd_piecewise_v(const cd_piecewise *u, int n)
{
    return u->v + (size_t)n * (size_t)u->dims->n_local;
}

/* u = 0 on its mesh. */
void cd_piecewise_clear(cd_piecewise *u);

/* Collocation point j of subinterval n; at rho_j = 1 just left of t_{n+1}, where the equations may jump. */
double cd_piecewise_point(const cd_piecewise *u, int n, int j);

/* The polynomial of a subinterval of length h with left values z_left[mstar] and point values v[n_local], at
 * tau with psi[k, max_order+1] given: z[mstar], y[n_alg], dmu[n_diff]; any of them may be NULL. */
void cd_piecewise_combine(const cd_dims *dims, double h, double tau, const double *psi, const double *z_left,
                          const double *v, double *z, double *y, double *dmu);

/* y alone, with psi[k] of order 0: y[n_alg] */
void cd_piecewise_y(const cd_dims *dims, const double *psi, const double *v, double *y);

/* Subinterval that contains t (the right one at a mesh point, the last one at the right end). */
int cd_piecewise_find(const cd_piecewise *u, double t);

/* z, y, dmu at t in [t_0, t_n]; any may be NULL.  At mesh points z is the mesh value. */
void cd_piecewise_at(const cd_piecewise *u, double t, double *z, double *y, double *dmu);

/* z at the k collocation points of subinterval n: t[k], z[mstar, k], y[n_alg, k] */
void cd_piecewise_at_points(const cd_piecewise *u, int n, double *t, double *z, double *y);

/* Fill u (its mesh is set) from the user's guess, or from another solution; work: cd_piecewise_work doubles, 32-byte
 * aligned. */
coldae_status cd_piecewise_guess(cd_gate *gate, cd_piecewise *u, double *work);
/* .. z alone, v = 0 */
coldae_status cd_piecewise_guess_z(cd_gate *gate, cd_piecewise *u, double *work);
void cd_piecewise_transfer(const cd_piecewise *from, cd_piecewise *u, double *work);
/* .. where u's mesh is the halving of from's: tabulated psi, no search */
void cd_piecewise_transfer_halved(const cd_piecewise *from, cd_piecewise *u, double *work);

/* CD_WIDTH subintervals from `first` in lanes: h, z at the left, v; those beyond the mesh repeat the last one. */
void cd_piecewise_lanes(const cd_poly *poly, const cd_piecewise *u, int first, double *h, double *z,
                        double *v);

/* The functions for this machine. */
const cd_poly *cd_piecewise_poly(void);

static inline size_t cd_piecewise_work(const cd_dims *dims)
{
    return CD_WIDTH * (1 + 2 * (size_t)dims->mstar + 3 * (size_t)dims->n_local);
}

#endif
