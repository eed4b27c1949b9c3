/* reform_model.h - a linear problem of order m = 1, 2, 3 and index m + 1 with a known solution, by its matrices
 *
 * n = 3, one constraint:  C = (1, t, cos t),  B = (2 + t, 1, t),  x = (sin t, e^t, cos 2t),  y = t^2 + 1.
 */
#ifndef REFORM_MODEL_H
#define REFORM_MODEL_H

#include <math.h>

#include "coldae/reform.h"

enum { MODEL_N = 3, MODEL_SIDE = 9 };
typedef struct model {
    int m;
    double at[MODEL_SIDE]; /* where the side conditions hold */
    int entry[MODEL_SIDE]; /* .. and the entry of z that they prescribe */
} model;

/* x_i^(j) */
static inline double model_x(int i, int j, double t)
{
    double quarter = j * acos(-1.0) / 2;
    return i == 0 ? sin(t + quarter) : i == 1 ? exp(t) : pow(2, j) * cos(2 * t + quarter);
}

static inline double model_y(double t)
{
    return t * t + 1;
}

static inline int model_A(int j, double t, double *A, void *user)
{
    (void)user;
    for (int i = 0; i < 9; i++)
        A[i] = (i % 4 == 0 ? -1 - j : 0.3) + 0.2 * sin(t + i + j);
    return 0;
}

static inline int model_B(double t, double *B, void *user)
{
    (void)user;
    B[0] = 2 + t;
    B[1] = 1;
    B[2] = t;
    return 0;
}

static inline int model_C(int level, double t, double *C, void *user)
{
    (void)user;
    C[0] = level == 0;
    C[1] = level == 0 ? t : level == 1;
    C[2] = cos(t + level * acos(-1.0) / 2);
    return 0;
}

static inline int model_q(double t, double *q, void *user)
{
    const model *p = user;
    double A[9], B[3];
    model_B(t, B, user);
    for (int i = 0; i < 3; i++)
        q[i] = model_x(i, p->m, t) - B[i] * model_y(t);
    for (int j = 0; j < p->m; j++) {
        model_A(j, t, A, user);
        for (int i = 0; i < 9; i++)
            q[i % 3] -= A[i] * model_x(i / 3, j, t);
    }
    return 0;
}

static inline int model_r(int level, double t, double *r, void *user)
{
    double C[3], binomial = 1;
    for (int j = 0; j <= level; j++) { /* (C x)^(level) */
        model_C(level - j, t, C, user);
        for (int i = 0; i < 3; i++)
            r[0] -= binomial * C[i] * model_x(i, j, t);
        binomial = binomial * (level - j) / (j + 1);
    }
    return 0;
}

static inline int model_side(int l, const double *z, const double *p, double *g, void *user)
{
    const model *q = user;
    (void)p;
    int i = q->entry[l] / q->m, j = q->entry[l] % q->m;
    *g = z[q->entry[l]] - model_x(i, j, q->at[l]);
    return 0;
}

static inline int model_dside(int l, const double *z, const double *p, double *dg, void *user)
{
    const model *q = user;
    (void)z, (void)p;
    dg[q->entry[l]] = 1;
    return 0;
}

static inline void model_z(int m, double t, double *z)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < m; j++)
            z[i * m + j] = model_x(i, j, t);
}

/* As an initial value problem (z_left[3 m] is filled) or as a boundary value problem: x_1, x_2 with their
 * derivatives, as many at each end as there are, and the constraints give the rest. */
static inline coldae_reform_linear model_make(model *q, int m, int is_bvp, double *z_left)
{
    coldae_reform_linear p;
    coldae_reform_linear_init(&p);
    q->m = m;
    p.n = 3;
    p.n_alg = p.n_g = 1;
    p.order = m;
    p.A = model_A;
    p.B = model_B;
    p.C = model_C;
    p.q = model_q;
    p.r = model_r;
    p.user = q;
    model_z(m, 0, z_left);
    if (!is_bvp) {
        p.z_left = z_left;
        return p;
    }
    for (int l = 0; l < 2 * m;
         l++) { /* entries of x_2 and x_3, low derivatives first, left and right in turn */
        q->entry[l] = l < m ? m + l / 2 * 1 + (l % 2) * m : m + (l - m) / 2 + ((l - m) % 2) * m;
        q->at[l] = l < m ? 0 : 1;
    }
    p.n_side = 2 * m;
    p.zeta = q->at;
    p.side = model_side;
    p.dside = model_dside;
    return p;
}

#endif
