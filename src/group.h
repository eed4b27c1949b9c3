/* group.h - a group of CD_WIDTH subintervals side by side: eliminate the local unknowns, as condense.h does for one
 *
 * h, z_left, v and what stands in cd_group are in lanes (lanes.h): their shapes are those of one lane.  What comes from
 * the system's arrays or goes there is not: [.., count] subintervals one behind the other.
 */
#ifndef CD_GROUP_H
#define CD_GROUP_H

#include "lanes.h"
#include "method.h"
#include "poly.h"

/* How the local unknowns of a group are eliminated.
 *
 * full:     W dv = V (dz, dp) + r  for all unknowns of the k points, as in condense.c.
 * by index 1: at each point  dy = -(e + X (dz_j, dp)),  X = E^-1 C,  e = E^-1 f_alg,  and W, V of order k d are those of
 *           the differential equation with J - B X in place of J.
 * by index 2: where E = 0, constraints and y at each point; W of order k (d - m).  See index2.h. */
enum { CD_FULL, CD_BY_INDEX1, CD_BY_INDEX2 };

/* The local matrices of a group; pointers into the system's storage. */
typedef struct cd_group {
    int *reduced; /* one of these ways */
    int full;     /* W has room for CD_FULL, not only for the other ways: cd_group_room */
    double *
        W; /* [n_local, n_local] row-major: factors; by index 1: [k d, k d], then E [m, m, k] and B [d, m, k];
                     by index 2: what index2.h keeps */
    int *pivot; /* [4 n_local] of W, then of E */
    double *
        Gamma; /* [n_local, mstar+q+1] row-major: W^-1 V and gamma = W^-1 r; by index 1: of order k d, then X and e
                      [m, mstar+q+1, k] */
} cd_group;

/* doubles of workspace */
size_t cd_group_work(const cd_dims *dims);
/* .. of W, for a subinterval, in the ways that reduce it, if they are open to the problem at all */
size_t cd_group_room(const cd_method *method);

enum { CD_NO_ROOM = -2 }; /* it takes CD_FULL */

/* One instruction set's functions. */
typedef struct cd_kernels {
    /* Factor W and find Gamma, gamma from J[n_eq, mstar+n_alg+q, k, count], f[n_eq, k, count] and v.  -1, or the unknown
     * that is not determined and its lane, or CD_NO_ROOM: again with more.  work: cd_group_work */
    int (*condense)(const cd_method *method, const double *h, const double *J, const double *f, int count,
                    const double *v, const cd_group *group, double *work, int *lane);
    /* gamma for another f and v; work: cd_group_work */
    void (*rhs)(const cd_method *method, const double *f, int count, const double *v, const cd_group *group,
                double *work);
    /* Phi[mstar, mstar+c] row-major, one behind the other; work: lanes of it */
    void (*end_matrix)(const cd_method *method, const double *h, const cd_group *group, int c, int count,
                       double *work, double *Phi);
    /* phi[mstar, count]: z_end with the local corrections, of z_left and v + gamma, less z_next[mstar, count]
     * (NULL: zero); work: lanes of it */
    void (*end_value)(const cd_method *method, const double *h, const double *z_left, const double *v,
                      const cd_group *group, const double *z_next, int count, double *work, double *phi);
    /* dv[n_eq, k, count] = Gamma (dz[mstar, count], dp[q]) + gamma; work: cd_group_work */
    void (*expand)(const cd_method *method, const double *h, const double *dz, const double *dp, int count,
                   const cd_group *group, double *work, double *dv);
} cd_kernels;

/* The best this machine can do. */
const cd_kernels *cd_kernels_choose(void);

extern const cd_kernels cd_kernels_baseline, cd_kernels_avx2;

#endif
