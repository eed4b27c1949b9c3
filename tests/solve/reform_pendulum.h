/* reform_pendulum.h - the planar pendulum as it comes from mechanics: index 3
 *
 * p1'' = -lambda p1,  p2'' = -lambda p2 - 1,  0 = (p1^2 + p2^2 - 1)/2;  z = (p1, v1, p2, v2).
 * Reference: the angle, p = (cos a, sin a), a'' = -cos a, by the classical Runge-Kutta method.
 */
#ifndef REFORM_PENDULUM_H
#define REFORM_PENDULUM_H

#include <stdio.h>
#include <math.h>
#include <string.h>

#include "check.h"
#include "coldae/reform.h"

enum { P1, V1, P2, V2 };

static inline int pendulum_f(double t, const double *z, const double *y, const double *p, double *f,
                             void *user)
{
    (void)t, (void)p, (void)user;
    f[0] = -y[0] * z[P1];
    f[1] = -y[0] * z[P2] - 1;
    return 0;
}

static inline int pendulum_df(double t, const double *z, const double *y, const double *p, double *df,
                              void *user)
{
    (void)t, (void)p, (void)user;
    df[0 + 2 * P1] = df[1 + 2 * P2] = -y[0];
    df[0 + 2 * 4] = -z[P1];
    df[1 + 2 * 4] = -z[P2];
    return 0;
}

static inline int pendulum_g(int level, double t, const double *z, const double *y, const double *p,
                             double *g, void *user)
{
    (void)t, (void)p, (void)user;
    double square = z[P1] * z[P1] + z[P2] * z[P2];
    if (level == 0)
        g[0] = (square - 1) / 2;
    else if (level == 1)
        g[0] = z[P1] * z[V1] + z[P2] * z[V2];
    else
        g[0] = z[V1] * z[V1] + z[V2] * z[V2] - y[0] * square - z[P2];
    return 0;
}

static inline int pendulum_dg(int level, double t, const double *z, const double *y, const double *p,
                              double *dg, void *user)
{
    (void)t, (void)p, (void)user;
    if (level == 0) {
        dg[P1] = z[P1];
        dg[P2] = z[P2];
    } else if (level == 1) {
        dg[P1] = z[V1];
        dg[V1] = z[P1];
        dg[P2] = z[V2];
        dg[V2] = z[P2];
    } else {
        dg[P1] = -2 * y[0] * z[P1];
        dg[V1] = 2 * z[V1];
        dg[P2] = -2 * y[0] * z[P2] - 1;
        dg[V2] = 2 * z[V2];
        dg[4] = -z[P1] * z[P1] - z[P2] * z[P2];
    }
    return 0;
}

/* z and lambda at the angle a with speed w */
static inline void pendulum_state(double a, double w, double *z, double *lambda)
{
    z[P1] = cos(a);
    z[V1] = -w * sin(a);
    z[P2] = sin(a);
    z[V2] = w * cos(a);
    *lambda = w * w - sin(a);
}

/* The motion from (a, w) at 0 to t. */
static inline void pendulum_exact(double a, double w, double t, double *z, double *lambda)
{
    int n = 200 + (int)(2000 * t);
    double h = t / n;
    for (int i = 0; i < n; i++) {
        double a1 = w, w1 = -cos(a);
        double a2 = w + h / 2 * w1, w2 = -cos(a + h / 2 * a1);
        double a3 = w + h / 2 * w2, w3 = -cos(a + h / 2 * a2);
        double a4 = w + h * w3, w4 = -cos(a + h * a3);
        a += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        w += h / 6 * (w1 + 2 * w2 + 2 * w3 + w4);
    }
    pendulum_state(a, w, z, lambda);
}

/* Boundary values: it starts at (1, 0) and must be at p1(2) = -0.6. */
static inline int pendulum_side(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l == 0 ? z[P2] : z[P1] + 0.6;
    return 0;
}

static inline int pendulum_dside(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)z, (void)p, (void)user;
    dg[l == 0 ? P2 : P1] = 1;
    return 0;
}

static inline int pendulum_guess(double t, double *z, double *y, double *dmu, void *user)
{
    double w = -atan2(0.8, -0.6) / 2;
    (void)user;
    pendulum_state(w * t, w, z, y);
    dmu[0] = -y[0] * z[P1];
    dmu[1] = -y[0] * z[P2] - 1;
    return 0;
}

static const double PENDULUM_PUSH = -0.33675760120; /* v2(0) of the boundary value problem */

/* Without z_left and conditions. */
static inline coldae_reform_problem pendulum_make(double right)
{
    coldae_reform_problem q;
    coldae_reform_problem_init(&q);
    q.n = 2;
    q.n_alg = q.n_g = 1;
    q.right = right;
    q.f = pendulum_f;
    q.df = pendulum_df;
    q.g = pendulum_g;
    q.dg = pendulum_dg;
    return q;
}

static inline coldae_reform_problem pendulum_bvp(void)
{
    static const double ZETA[] = {0, 2};
    coldae_reform_problem q = pendulum_make(2);
    q.n_side = 2;
    q.zeta = ZETA;
    q.side = pendulum_side;
    q.dside = pendulum_dside;
    q.guess = pendulum_guess;
    return q;
}

/* A reform that must come about; a warning is shown. */
static inline coldae_reform *reform_make(const coldae_reform_problem *q, const coldae_reform_options *o)
{
    coldae_reform *r;
    coldae_reform_info info;
    CHECK_INT(coldae_reform_create(q, o, &r, &info), COLDAE_OK);
    if (info.message[0])
        printf("%s\n", info.message);
    return r;
}

#endif
