/* stress_march.h - initial value problems in a few lines each, and one judge for all of them
 *
 * The judge demands of coldae_march with automatic steps
 *     status OK,   |error| <= 20 tol (1 + |z|)   at right and between the ends of the steps.
 * Without an exact solution the reference is a march with another number of points and 1e-3 of the tolerance.
 */
#ifndef COLDAE_TEST_STRESS_MARCH_H
#define COLDAE_TEST_STRESS_MARCH_H

#include <coldae/ivp.h>

#include <float.h>
#include <stdlib.h>

#include "check.h"

#define PI 3.14159265358979323846

enum { MARCH_MAX = 64, MARCH_LIMIT = 20 };

typedef struct trial trial;
struct trial {
    const char *name;
    double eps; /* the parameter of the problem */
    coldae_f_fn *f;
    void (*exact)(const trial *q, double t, double *z);
    double left, right;
    int n_diff, n_alg;
    int order[MARCH_MAX];
    double z_left[MARCH_MAX];
    double z_right[MARCH_MAX];   /* without exact: values at right from the literature, all zero: none */
    double magnitude[MARCH_MAX]; /* of z[c]: tol_z = tol * magnitude; 0: 1 */
    coldae_guess_fn *guess;      /* for y at left */
    int n_fixed;
    double fixed[8];
    double loosest, tightest; /* tolerances; 0: 1e-3, 1e-11 */
    double limit;             /* of error/tol; 0: MARCH_LIMIT */
    int n_points;             /* 0: chosen */
    int points;               /* COLDAE_GAUSS = 0: also, 1: Radau only */
};

static inline const trial *trial_of(const void *user)
{
    return user;
}

static inline int trial_mstar(const trial *q)
{
    int mstar = 0;
    for (int i = 0; i < q->n_diff; i++)
        mstar += q->order[i];
    return mstar;
}

static inline coldae_problem trial_problem(const trial *q)
{
    coldae_problem p;
    coldae_problem_init(&p);
    p.n_diff = q->n_diff;
    p.n_alg = q->n_alg;
    p.order = q->order;
    p.left = q->left;
    p.right = q->right;
    p.f = q->f;
    p.guess = q->guess;
    p.user = (void *)q;
    return p;
}

static inline coldae_march_options trial_options(const trial *q, double tol, double *tol_z)
{
    coldae_march_options o;
    coldae_march_options_init(&o);
    o.tol = tol;
    for (int c = 0; c < trial_mstar(q); c++)
        tol_z[c] = fmax(tol * (q->magnitude[c] > 0 ? q->magnitude[c] : 1), 1e-14);
    o.tol_z = tol_z;
    o.fixed = q->fixed;
    o.n_fixed = q->n_fixed;
    o.n_points = q->n_points;
    return o;
}

/* Largest error/(tol (1 + max |z|)) at right and at 36 other places of the dense output. */
static inline double trial_error(const trial *q, const double *tol_z, const coldae_solution *s,
                                 const coldae_solution *reference)
{
    double worst[MARCH_MAX] = {0}, size[MARCH_MAX] = {0}, all = 0, z[MARCH_MAX], known[MARCH_MAX];
    for (int i = 1; i <= 37; i++) {
        double t = i == 37 ? q->right : q->left + (q->right - q->left) * i / 37;
        if (coldae_solution_eval(s, t, z, NULL) != COLDAE_OK)
            return INFINITY;
        if (q->exact)
            q->exact(q, t, known);
        else if (reference && coldae_solution_eval(reference, t, known, NULL) != COLDAE_OK)
            return INFINITY;
        for (int c = 0; c < trial_mstar(q); c++) {
            double error = fabs(z[c] - known[c]);
            worst[c] = error <= worst[c] ? worst[c] : error;
            size[c] = fmax(size[c], fabs(known[c]));
        }
    }
    for (int c = 0; c < trial_mstar(q); c++)
        all = fmax(all, worst[c] / (tol_z[c] * (1 + size[c])));
    return all;
}

static inline void trial_row(const trial *q, double tol, int points, int n_points)
{
    double tol_z[MARCH_MAX], tight_z[MARCH_MAX], limit = q->limit > 0 ? q->limit : MARCH_LIMIT;
    coldae_problem p = trial_problem(q);
    coldae_march_options o = trial_options(q, tol, tol_z), tight = trial_options(q, tol * 1e-3, tight_z);
    coldae_solution *s = NULL, *reference = NULL;
    coldae_ivp_info info;
    o.points = points;
    o.n_points = n_points > 0 ? n_points : o.n_points;
    coldae_status status = coldae_march(&p, q->z_left, &o, NULL, NULL, &s, &info);
    if (!q->exact) {
        tight.n_points = 6;
        CHECK_INT(coldae_march(&p, q->z_left, &tight, NULL, NULL, &reference, NULL), COLDAE_OK);
    }
    double error = s ? trial_error(q, tol_z, s, reference) : INFINITY;
    int good = status == COLDAE_OK && error <= limit;
    if (!good || getenv("STRESS_VERBOSE"))
        printf(
            "%-24s tol %.0e %s k %d: %s, error/tol %.3g, steps %d rejected %d failed %d n_f %d, %.3f s %s\n",
            q->name, tol, points == COLDAE_GAUSS ? "Gauss" : "Radau", n_points, coldae_strerror(status),
            error, info.n_steps, info.n_rejected, info.n_failed, info.n_f, info.seconds_total, info.message);
    CHECK(good);
    coldae_solution_free(s);
    coldae_solution_free(reference);
}

/* Every second decade from the loosest to the tightest tolerance. */
static inline void trial_run(const trial *q)
{
    double last = q->tightest > 0 ? q->tightest : 1e-11;
    for (double tol = q->loosest > 0 ? q->loosest : 1e-3; tol > 0.5 * last; tol *= 1e-2) {
        trial_row(q, tol, COLDAE_RADAU, 0);
        if (q->points == 0)
            trial_row(q, tol, COLDAE_GAUSS, 0);
    }
}

#endif
