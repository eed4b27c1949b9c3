/* index3_linear.h - the linear systems of coldae_index3: stages, error estimate, projection
 *
 * For an eigenvalue mu of A^-1 and eta = h/mu a stage system is
 *     (1/eta diag(I, M, 0) - J) (du, dv, dlambda) = (r_u, r_v, r_g).
 * Multiplied by eta, with eta dlambda as unknown, and without du = eta (r_u + dv) where u' = v, it is
 *     [ M - eta k_v - eta^2 k_u   -k_lambda ]
 *     [ g_u  (index 3)                 0    ]
 * of order n_v + n_lambda, all entries O(1); the saddle matrix [M -k_lambda; C 0], C = g_u f_v (index 3) or g_v
 * (index 2), is its limit.  The saddle matrix alone is enough where J is not stiff, then for all eta.
 */
#ifndef CD_INDEX3_LINEAR_H
#define CD_INDEX3_LINEAR_H

#include "index3_gate.h"
#include "radau.h"
#include "saddle.h"

typedef struct cd_index3_linear {
    int n_u, n_v, n_l, n, index;
    int reduced;   /* u' = v: du is eliminated */
    int structure; /* the saddle matrix stands for all systems */
    int order;     /* of the stage systems */
    int has_mass;
    cd_index3_jacobian d; /* the derivatives .. */
    double *mass;         /* .. and M [n_v, n_v], at the point of linearisation */
    cd_saddle saddle;
    double *real, *pair[2]; /* factors for the real eigenvalue and the pairs, [order, order] */
    int *real_pivot, *pair_pivot[2];
    double *b;    /* [2 order] right-hand sides */
    int n_factor; /* how often the stage systems were factored */
} cd_index3_linear;

void cd_index3_linear_layout(cd_arena *arena, const cd_index3_gate *gate, const cd_radau *radau,
                             int structure, cd_index3_linear *linear);

/* Factor the stage systems for step h: nonzero if one is singular. */
int cd_index3_linear_factor(cd_index3_linear *linear, const cd_radau *radau, double h);
/* r[n] -> (du, dv, dlambda), for the real eigenvalue and for alpha - i beta of a pair, r = re + i im */
void cd_index3_linear_solve(cd_index3_linear *linear, const cd_radau *radau, double h, double *r);
void cd_index3_linear_solve_pair(cd_index3_linear *linear, const cd_radau *radau, double h, int pair,
                                 double *re, double *im);

#endif
