/* made_motion.h - motion with a given solution, for orders and Jacobians: a point on the unit circle
 *
 *     u = (cos phi, sin phi), phi = t + 0.3 sin t,   u' = p(t) v,   M(u) v' = M(u) (F(t) - 2 u lambda - d v|v|^2 + ..),
 *     lambda = 1 + sin(2 t)/2,
 *
 * with p = 1 (f NULL) or 1 + 0.2 sin t, M = I or (1 + u_1^2/2) [2 0.3; 0.3 1], and the constraint on u (index 3), on
 * the velocity (index 2) or lambda given by an equation (index 1).
 */
#ifndef MADE_MOTION_H
#define MADE_MOTION_H

#include "coldae/ivp.h"

#include <math.h>
#include <string.h>

typedef struct made {
    int with_f, with_mass, with_jacobians, index;
    int moving; /* the circle has the radius 1 + 0.2 t: g depends on t */
} made;

static inline double made_radius(const made *m, double t, int derivative)
{
    return !m->moving ? derivative == 0 : derivative == 0 ? 1 + 0.2 * t : derivative == 1 ? 0.2 : 0;
}

/* u, v, v', lambda of the solution */
static inline void made_exact(const made *m, double t, double *u, double *v, double *w, double *lambda)
{
    double phi = t + 0.3 * sin(t), d1 = 1 + 0.3 * cos(t), d2 = -0.3 * sin(t), c = cos(phi), s = sin(phi);
    double p = m->with_f ? 1 + 0.2 * sin(t) : 1, dp = m->with_f ? 0.2 * cos(t) : 0;
    double r = made_radius(m, t, 0), r1 = made_radius(m, t, 1);
    double du[2] = {r1 * c - r * s * d1, r1 * s + r * c * d1};
    double ddu[2] = {-2 * r1 * s * d1 - r * (c * d1 * d1 + s * d2),
                     2 * r1 * c * d1 + r * (-s * d1 * d1 + c * d2)};
    u[0] = r * c;
    u[1] = r * s;
    for (int i = 0; i < 2; i++) {
        v[i] = du[i] / p;
        w[i] = (ddu[i] - dp * v[i]) / p;
    }
    *lambda = 1 + 0.5 * sin(2 * t);
}

static inline int made_f(double t, const double *u, const double *v, const double *lambda, double *f,
                         void *user)
{
    (void)u, (void)lambda, (void)user;
    f[0] = (1 + 0.2 * sin(t)) * v[0];
    f[1] = (1 + 0.2 * sin(t)) * v[1];
    return 0;
}

static inline int made_mass(double t, const double *u, double *m, void *user)
{
    double a = 1 + 0.5 * u[0] * u[0];
    (void)t, (void)user;
    m[0] = 2 * a;
    m[1] = m[2] = 0.3 * a;
    m[3] = a;
    return 0;
}

/* v' = exact v' + 2 (exact u lambda - u lambda) + (exact v - v): the solution is attractive along the circle */
static inline int made_k(double t, const double *u, const double *v, const double *lambda, double *k,
                         void *user)
{
    const made *m = user;
    double eu[2], ev[2], ew[2], el, a[2];
    made_exact(m, t, eu, ev, ew, &el);
    for (int i = 0; i < 2; i++)
        a[i] = ew[i] + 2 * (eu[i] * el - u[i] * lambda[0]) + (ev[i] - v[i]);
    if (m->with_mass) {
        double mass[4];
        made_mass(t, u, mass, NULL);
        k[0] = mass[0] * a[0] + mass[2] * a[1];
        k[1] = mass[1] * a[0] + mass[3] * a[1];
        return 0;
    }
    memcpy(k, a, sizeof a);
    return 0;
}

static inline int made_g(double t, const double *u, const double *v, const double *lambda, double *g,
                         void *user)
{
    const made *m = user;
    double r = made_radius(m, t, 0), eu[2], ev[2], ew[2], el, p = m->with_f ? 1 + 0.2 * sin(t) : 1;
    made_exact(m, t, eu, ev, ew, &el);
    g[0] = m->index == 3   ? u[0] * u[0] + u[1] * u[1] - r * r
           : m->index == 2 ? p * (u[0] * v[0] + u[1] * v[1]) - r * made_radius(m, t, 1)
                           : lambda[0] + 0.1 * lambda[0] * lambda[0] * lambda[0] - el - 0.1 * el * el * el +
                                 0.3 * (u[0] - eu[0]);
    return 0;
}

static inline int made_df(double t, const double *u, const double *v, const double *lambda, const double *w,
                          double *d, void *user)
{
    (void)u, (void)v, (void)lambda, (void)w, (void)user;
    d[4] = d[7] = 1 + 0.2 * sin(t);
    return 0;
}

/* without mass */
static inline int made_dk(double t, const double *u, const double *v, const double *lambda, const double *w,
                          double *d, void *user)
{
    (void)t, (void)v, (void)w, (void)user;
    d[0] = d[3] = -2 * lambda[0];
    d[4] = d[7] = -1;
    d[8] = -2 * u[0];
    d[9] = -2 * u[1];
    return 0;
}

static inline int made_dg(double t, const double *u, const double *v, const double *lambda, const double *w,
                          double *d, void *user)
{
    const made *m = user;
    double p = m->with_f ? 1 + 0.2 * sin(t) : 1;
    (void)w;
    if (m->index == 3) {
        d[0] = 2 * u[0];
        d[1] = 2 * u[1];
    } else if (m->index == 2) {
        d[0] = p * v[0];
        d[1] = p * v[1];
        d[2] = p * u[0];
        d[3] = p * u[1];
    } else {
        d[0] = 0.3;
        d[4] = 1 + 0.3 * lambda[0] * lambda[0];
    }
    return 0;
}

static inline void made_problem(made *m, double left, double right, coldae_index3_problem *problem)
{
    coldae_index3_problem_init(problem);
    problem->n_u = problem->n_v = 2;
    problem->n_lambda = 1;
    problem->index = m->index;
    problem->left = left;
    problem->right = right;
    problem->f = m->with_f ? made_f : NULL;
    problem->k = made_k;
    problem->g = made_g;
    problem->mass = m->with_mass ? made_mass : NULL;
    problem->g_depends_on_t = m->moving || m->index < 3;
    problem->user = m;
    if (m->with_jacobians) {
        problem->df = made_df;
        problem->dk = m->with_mass ? NULL : made_dk;
        problem->dg = made_dg;
    }
}

/* Largest errors of u, v, lambda at t. */
static inline void made_error(const made *m, double t, const double *u, const double *v, const double *lambda,
                              double error[3])
{
    double eu[2], ev[2], ew[2], el;
    made_exact(m, t, eu, ev, ew, &el);
    error[0] = fmax(fabs(u[0] - eu[0]), fabs(u[1] - eu[1]));
    error[1] = fmax(fabs(v[0] - ev[0]), fabs(v[1] - ev[1]));
    error[2] = fabs(lambda[0] - el);
}

#endif
