/* saddle.h - the matrix [M -k_lambda; C 0] of constraints and their forces
 *
 * C = g_u f_v (index 3) or g_v (index 2).  It projects, it gives lambda at the start, and it is regular exactly where
 * the index is what the problem says.
 */
#ifndef CD_SADDLE_H
#define CD_SADDLE_H

#include "index3_gate.h"

/* Without M it is factored by its Schur complement C k_lambda. */
typedef struct cd_saddle {
    int n_v, n_l, has_mass;
    int order;        /* of the matrix that is factored; 0: there are no constraints of index 2 or 3 */
    double *matrix;   /* [order, order] */
    int *pivot;       /* [order] */
    double *c;        /* [n_l, n_v] C */
    double *k_lambda; /* [n_v, n_l] */
    double *x;        /* [n_v + n_l] right-hand side */
    double *column;   /* [order] largest entries of its columns */
    double
        regular; /* smallest pivot over the entries of its column, or over that of better times: 0 = singular */
    double best; /* the largest of the smallest pivots so far */
} cd_saddle;

void cd_saddle_layout(cd_arena *arena, const cd_index3_gate *gate, cd_saddle *saddle);
/* Factor the saddle matrix of the derivatives d and the mass matrix; saddle.regular says how that went. */
void cd_saddle_factor(cd_saddle *saddle, const cd_index3_gate *gate, const cd_index3_jacobian *d,
                      const double *mass);
/* M dv - k_lambda mu = a, C dv = b:  x = (a, b) -> (dv, mu) */
void cd_saddle_solve(const cd_saddle *saddle, double *x);

#endif
