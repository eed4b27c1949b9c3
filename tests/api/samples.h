/* samples.h - the problems of these tests, with callbacks that count and that fail on demand
 *
 * Orbit: every kind of callback at once, solution u1 = sin 2t, u2 = exp(-t), y = u1 u2, p = 4 on [0, 1]:
 *     u1'' = -p u1 + y^2 - (u1 u2)^2,   u2' = -u2 + y - u1 u2,   0 = y + y^3/4 - (u1 u2) - (u1 u2)^3/4,
 *     u1(0) = 0,   u1'(0) = 2,   u2(1/2) = exp(-1/2),   u1(1) + u2(0)^2 = sin 2 + 1 (coupled)
 * Bratu: u'' = -lambda exp(u), u(0) = u(1) = 0: no solution for lambda > 3.52
 * Layer: u'' = 100 (u - 1), u(0) = u(1) = 0, linear: u = 1 - cosh(10 (t - 1/2)) / cosh(5)
 */
#ifndef SAMPLES_H
#define SAMPLES_H

#include <math.h>
#include <string.h>

#include "coldae/coldae.h"

enum { IN_F, IN_DF, IN_G, IN_DG, IN_COUPLED, IN_DCOUPLED, IN_GUESS, IN_F_BATCH, IN_DF_BATCH, KINDS };

typedef struct sample {
    int calls[KINDS];  /* made so far */
    int points[KINDS]; /* in them */
    int kind, at;      /* the call that fails, at from 1; 0: none */
    int code;          /* what it returns */
    int after;         /* calls of anything after it */
    double lambda;     /* Bratu */
} sample;

/* Count a call; its return code.  Without a sample (several threads) there is nothing to count. */
static inline int sample_count(sample *s, int kind, int points)
{
    if (!s)
        return 0;
    s->after += s->at > 0 && s->calls[s->kind] >= s->at;
    s->calls[kind]++;
    s->points[kind] += points;
    return kind == s->kind && s->calls[kind] == s->at ? s->code : 0;
}

/* ---- orbit ---------------------------------------------------------------------------------------- */

static inline void orbit_exact(double t, double *z, double *y)
{
    z[0] = sin(2 * t);
    z[1] = 2 * cos(2 * t);
    z[2] = exp(-t);
    *y = z[0] * z[2];
}

static inline void orbit_rates(const double *z, const double *y, const double *p, double *f)
{
    double q = z[0] * z[2];
    f[0] = -p[0] * z[0] + y[0] * y[0] - q * q;
    f[1] = -z[2] + y[0] - q;
    f[2] = y[0] + y[0] * y[0] * y[0] / 4 - q - q * q * q / 4;
}

/* df[3, 5], columns u1 u1' u2 y p */
static inline void orbit_slopes(const double *z, const double *y, const double *p, double *df)
{
    double q = z[0] * z[2], slope = 1 + 3 * q * q / 4;
    df[0] = -p[0] - 2 * q * z[2];
    df[1] = -z[2];
    df[2] = -slope * z[2];
    df[6] = -2 * q * z[0];
    df[7] = -1 - z[0];
    df[8] = -slope * z[0];
    df[9] = 2 * y[0];
    df[10] = 1;
    df[11] = 1 + 3 * y[0] * y[0] / 4;
    df[12] = -z[0];
}

static inline int orbit_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t;
    orbit_rates(z, y, p, f);
    return sample_count(user, IN_F, 1);
}

static inline int orbit_df(double t, const double *z, const double *y, const double *p, double *df,
                           void *user)
{
    (void)t;
    orbit_slopes(z, y, p, df);
    return sample_count(user, IN_DF, 1);
}

static inline int orbit_f_batch(int m, const double *t, const double *z, const double *y, const double *p,
                                double *f, void *user)
{
    (void)t;
    for (int i = 0; i < m; i++)
        orbit_rates(z + 3 * i, y + i, p, f + 3 * i);
    return sample_count(user, IN_F_BATCH, m);
}

static inline int orbit_df_batch(int m, const double *t, const double *z, const double *y, const double *p,
                                 double *df, void *user)
{
    (void)t;
    for (int i = 0; i < m; i++)
        orbit_slopes(z + 3 * i, y + i, p, df + 15 * i);
    return sample_count(user, IN_DF_BATCH, m);
}

static inline int orbit_g(int l, const double *z, const double *p, double *g, void *user)
{
    const double value[] = {0, 2, exp(-0.5)};
    (void)p;
    *g = z[l] - value[l];
    return sample_count(user, IN_G, 1);
}

static inline int orbit_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)z;
    (void)p;
    dg[l] = 1;
    return sample_count(user, IN_DG, 1);
}

static inline int orbit_coupled(const double *zl, const double *zr, const double *p, double *r, void *user)
{
    (void)p;
    r[0] = zr[0] + zl[2] * zl[2] - sin(2.0) - 1;
    return sample_count(user, IN_COUPLED, 1);
}

static inline int orbit_dcoupled(const double *zl, const double *zr, const double *p, double *dr, void *user)
{
    (void)zr;
    (void)p;
    dr[2] = 2 * zl[2];
    dr[3] = 1;
    return sample_count(user, IN_DCOUPLED, 1);
}

static inline int orbit_guess(double t, double *z, double *y, double *dmu, void *user)
{
    z[0] = 2 * t - t * t;
    z[1] = 2 - 2 * t;
    z[2] = 1 - t / 2;
    y[0] = t / 2;
    dmu[0] = -2;
    dmu[1] = -0.5;
    return sample_count(user, IN_GUESS, 1);
}

/* The problem with its sample cleared. */
static inline coldae_problem orbit_problem(sample *user)
{
    static const int order[] = {2, 1};
    static const double zeta[] = {0, 0, 0.5}, guess[] = {3};
    coldae_problem p;
    memset(user, 0, sizeof *user);
    coldae_problem_init(&p);
    p.n_diff = 2;
    p.n_alg = 1;
    p.n_param = 1;
    p.order = order;
    p.n_side = 3;
    p.zeta = zeta;
    p.n_coupled = 1;
    p.f = orbit_f;
    p.df = orbit_df;
    p.g = orbit_g;
    p.dg = orbit_dg;
    p.coupled = orbit_coupled;
    p.dcoupled = orbit_dcoupled;
    p.guess = orbit_guess;
    p.param_guess = guess;
    p.user = user;
    return p;
}

/* ---- Bratu ---------------------------------------------------------------------------------------- */

static inline int bratu_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t;
    (void)y;
    (void)p;
    f[0] = -((sample *)user)->lambda * exp(z[0]);
    return sample_count(user, IN_F, 1);
}

static inline int bratu_df(double t, const double *z, const double *y, const double *p, double *df,
                           void *user)
{
    (void)t;
    (void)y;
    (void)p;
    df[0] = -((sample *)user)->lambda * exp(z[0]);
    return sample_count(user, IN_DF, 1);
}

static inline int zero_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l;
    (void)p;
    *g = z[0];
    return sample_count(user, IN_G, 1);
}

static inline int zero_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)l;
    (void)z;
    (void)p;
    dg[0] = 1;
    return sample_count(user, IN_DG, 1);
}

/* One equation of order 2 on [0, 1] with u(0) = u(1) = 0. */
static inline coldae_problem bratu_problem(double lambda, sample *user)
{
    static const int order[] = {2};
    static const double zeta[] = {0, 1};
    coldae_problem p;
    memset(user, 0, sizeof *user);
    user->lambda = lambda;
    coldae_problem_init(&p);
    p.n_diff = 1;
    p.order = order;
    p.n_side = 2;
    p.zeta = zeta;
    p.f = bratu_f;
    p.df = bratu_df;
    p.g = zero_g;
    p.dg = zero_dg;
    p.user = user;
    return p;
}

/* ---- layer ---------------------------------------------------------------------------------------- */

static inline int layer_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t;
    (void)y;
    (void)p;
    f[0] = 100 * (z[0] - 1);
    return sample_count(user, IN_F, 1);
}

static inline int layer_df(double t, const double *z, const double *y, const double *p, double *df,
                           void *user)
{
    (void)t;
    (void)z;
    (void)y;
    (void)p;
    df[0] = 100;
    return sample_count(user, IN_DF, 1);
}

static inline double layer_exact(double t)
{
    return 1 - cosh(10 * (t - 0.5)) / cosh(5);
}

static inline coldae_problem layer_problem(sample *user)
{
    coldae_problem p = bratu_problem(0, user);
    p.f = layer_f;
    p.df = layer_df;
    p.linear = 1;
    return p;
}

/* ---- events --------------------------------------------------------------------------------------- */

enum { MOST_EVENTS = 2000 };
typedef struct record {
    coldae_event event[MOST_EVENTS]; /* the first of them */
    int n;
    int of_kind[4];
} record;

/* A monitor that writes everything down. */
static inline int record_event(const coldae_event *event, void *user)
{
    record *r = user;
    if (r->n < MOST_EVENTS)
        r->event[r->n] = *event;
    r->n++;
    r->of_kind[event->kind]++;
    return 0;
}

/* Default options with an empty record as monitor. */
static inline coldae_options recorded_options(record *r)
{
    coldae_options o;
    memset(r, 0, sizeof *r);
    coldae_options_init(&o);
    o.monitor = record_event;
    o.monitor_user = r;
    return o;
}

/* ---- comparison ----------------------------------------------------------------------------------- */

/* Nonzero if the two solutions have the same bits: mesh, z, y, derivative, parameters, errors. */
static inline int same_bits(const coldae_solution *a, const coldae_solution *b)
{
    const double *ta, *tb, *pa = coldae_solution_param(a), *pb = coldae_solution_param(b);
    double va[3][32] = {{0}}, vb[3][32] = {{0}}; /* z, y, derivatives: the samples are small */
    int n = coldae_solution_mesh(a, &ta), n_param = 0;
    if (n == 0 || n != coldae_solution_mesh(b, &tb) || memcmp(ta, tb, ((size_t)n + 1) * sizeof(double)) != 0)
        return 0;
    coldae_solution_error(a, va[0]);
    coldae_solution_error(b, vb[0]);
    int same = memcmp(va, vb, sizeof va) == 0;
    for (int i = 0; i <= 3 * n && same; i++) {
        double t = i < 3 * n ? ta[i / 3] + (i % 3) * (ta[i / 3 + 1] - ta[i / 3]) / 3 : ta[n];
        same = coldae_solution_eval(a, t, va[0], va[1]) == COLDAE_OK &&
               coldae_solution_eval(b, t, vb[0], vb[1]) == COLDAE_OK &&
               coldae_solution_derivative(a, t, va[2]) == COLDAE_OK &&
               coldae_solution_derivative(b, t, vb[2]) == COLDAE_OK && memcmp(va, vb, sizeof va) == 0;
    }
    coldae_solution_sizes(a, NULL, NULL, &n_param, NULL, NULL, NULL);
    return same && (!pa) == (!pb) && (!pa || memcmp(pa, pb, (size_t)n_param * sizeof(double)) == 0);
}

#endif
