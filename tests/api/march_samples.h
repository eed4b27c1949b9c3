/* march_samples.h - a pendulum of index 2 with every kind of callback, which count and fail on demand
 *
 *     p'' = -y p - (0, 1),   0 = p . p',   p(0) = (1, 0) at rest;  invariant |p| = 1;  z = (p1, p1', p2, p2')
 */
#ifndef MARCH_SAMPLES_H
#define MARCH_SAMPLES_H

#include <math.h>
#include <string.h>

#include "coldae/ivp.h"

enum { OF_F, OF_DF, OF_G, OF_DG, OF_GUESS, OF_H, OF_DH, OF_D, OF_OBSERVER, OF_KINDS };

typedef struct swing {
    int calls[OF_KINDS];
    int kind, at, code; /* call number `at` (from 1) of this kind returns code; 0: none does */
    int spoils;         /* .. and gives NaN instead */
    int last;           /* steps seen by the observer */
    double t;           /* .. and where they ended */
} swing;

/* Count a call; spoil its first value, or the code that it returns. */
static inline int swing_count(swing *s, int kind, double *value)
{
    int meant = kind == s->kind && ++s->calls[kind] == s->at;
    if (kind != s->kind)
        s->calls[kind]++;
    if (meant && s->spoils && value)
        *value = NAN;
    return meant && !s->spoils ? s->code : 0;
}

static inline int swing_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t;
    (void)p;
    f[0] = -y[0] * z[0];
    f[1] = -y[0] * z[2] - 1;
    f[2] = z[0] * z[1] + z[2] * z[3];
    return swing_count(user, OF_F, f);
}

static inline int swing_df(double t, const double *z, const double *y, const double *p, double *df,
                           void *user)
{
    (void)t;
    (void)p;
    df[0] = df[7] = -y[0];
    df[2] = z[1];
    df[5] = z[0];
    df[8] = z[3];
    df[11] = z[2];
    df[12] = -z[0];
    df[13] = -z[2];
    return swing_count(user, OF_DF, df);
}

/* The fourth condition is left to the constraint. */
static inline int swing_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p;
    *g = l == 0 ? z[0] - 1 : l == 1 ? z[2] : z[3];
    return swing_count(user, OF_G, g);
}

static inline int swing_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    (void)z;
    (void)p;
    dg[l == 0 ? 0 : l + 1] = 1;
    return swing_count(user, OF_DG, dg);
}

static inline int swing_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)t;
    (void)dmu;
    z[0] = 0.9;
    z[2] = 0.1;
    y[0] = 0.1;
    return swing_count(user, OF_GUESS, z);
}

static inline int swing_h(double t, const double *z, const double *p, double *h, void *user)
{
    (void)t;
    (void)p;
    h[0] = z[0] * z[0] + z[2] * z[2] - 1;
    return swing_count(user, OF_H, h);
}

static inline int swing_dh(double t, const double *z, const double *p, double *dh, void *user)
{
    (void)t;
    (void)p;
    dh[0] = 2 * z[0];
    dh[2] = 2 * z[2];
    return swing_count(user, OF_DH, dh);
}

static inline int swing_D(double t, const double *z, const double *p, double *D, void *user)
{
    (void)t;
    (void)p;
    D[0] = z[0];
    D[2] = z[2];
    return swing_count(user, OF_D, D);
}

static inline int swing_observer(const coldae_step *step, void *user)
{
    swing *s = user;
    s->last = step->number;
    s->t = step->t;
    return swing_count(s, OF_OBSERVER, NULL);
}

typedef struct swing_setup {
    coldae_problem problem;
    coldae_march_options options;
    coldae_invariant invariant;
} swing_setup;

/* Everything set, the counts cleared; setup must stay where it is. */
static inline void swing_make(swing_setup *setup, swing *user)
{
    static const int order[] = {2, 2};
    static const double zeta[] = {0, 0, 0};
    coldae_problem *p = &setup->problem;
    memset(user, 0, sizeof *user);
    coldae_problem_init(p);
    p->n_diff = 2;
    p->n_alg = 1;
    p->order = order;
    p->n_side = 3;
    p->zeta = zeta;
    p->f = swing_f;
    p->df = swing_df;
    p->g = swing_g;
    p->dg = swing_dg;
    p->guess = swing_guess;
    p->user = user;
    setup->invariant = (coldae_invariant){1, swing_h, swing_dh, swing_D, user};
    coldae_march_options_init(&setup->options);
    setup->options.tol = 1e-5;
    setup->options.invariants = &setup->invariant;
    setup->options.n_invariants = 1;
    setup->options.observer = swing_observer;
    setup->options.observer_user = user;
}

#endif
