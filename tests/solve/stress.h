/* stress.h - many classical problems in a few lines each, and one judge for all of them
 *
 * Every problem is solved from data: sizes, f, side conditions z_c(zeta) = value, the exact solution or, where there
 * is none, a run at a much smaller tolerance with another number of points.  The judge demands
 *     status OK,   |error| <= 3 tol (1 + |u|),   info.error >= a third of the true error/(tol (1 + |u|)).
 */
#ifndef COLDAE_TEST_STRESS_H
#define COLDAE_TEST_STRESS_H

#include <coldae/coldae.h>

#include <float.h>
#include <stdlib.h>

#include "check.h"

#define PI 3.14159265358979323846

enum { STRESS_MAX = 64 };

/* Rows that miss a limit, with the figures that they keep to; every list says why. */
typedef struct stress_exception {
    const char *row;         /* beginning of its name */
    double error, dishonest; /* limits of error/tol and of error/estimate instead of 3 */
} stress_exception;

typedef struct stress stress;
struct stress {
    const char *name;
    double eps; /* the parameter of the problem */
    coldae_f_fn *f;
    void (*exact)(const stress *q, double t, double *z); /* all of z; NULL: a tight run */
    double left, right;
    int n_diff, n_alg, n_param, n_coupled, linear, n0;
    int order[STRESS_MAX];
    int n_side;
    double zeta[STRESS_MAX]; /* where .. */
    int c[STRESS_MAX];       /* .. z[c] = value, unless g is given */
    double value[STRESS_MAX];
    coldae_g_fn *g;
    coldae_coupled_fn *coupled;
    coldae_guess_fn *guess;
    double param_guess[4], param[4]; /* first guess, answer (NaN: not known) */
    int n_fixed;
    double fixed[STRESS_MAX];
    double loosest, tightest;           /* tolerances; 0: 1e-3 and 1e-9 */
    int u_only;                         /* tolerances for the u_i only, not for their derivatives */
    double rounding;                    /* what cannot be had: added to the allowed error/(1 + |u|) */
    int max_intervals;                  /* 0: the default */
    int gauss_only;                     /* fast growing modes: Radau points damp them */
    const stress_exception *exceptions; /* ends with row NULL */
    double magnitude[STRESS_MAX];       /* of z[c], if far from 1: tol_z = tol * magnitude; 0: 1 */
};

static inline stress_exception stress_limits(const stress_exception *list, const char *row)
{
    for (; list && list->row; list++)
        if (strncmp(list->row, row, strlen(list->row)) == 0)
            return *list;
    return (stress_exception){.row = row, .error = 3, .dishonest = 3};
}

static inline const stress *stress_of(const void *user)
{
    return user;
}

static inline int stress_g(int l, const double *z, const double *p, double *g, void *user)
{
    const stress *q = user;
    (void)p;
    *g = z[q->c[l]] - q->value[l];
    return 0;
}

static inline int stress_mstar(const stress *q)
{
    int mstar = 0;
    for (int i = 0; i < q->n_diff; i++)
        mstar += q->order[i];
    return mstar;
}

static inline void stress_fill(const stress *q, coldae_problem *p, coldae_options *o, double tol,
                               double *tol_z)
{
    coldae_problem_init(p);
    coldae_options_init(o);
    p->n_diff = q->n_diff;
    p->n_alg = q->n_alg;
    p->n_param = q->n_param;
    p->order = q->order;
    p->left = q->left;
    p->right = q->right;
    p->n_side = q->n_side;
    p->zeta = q->zeta;
    p->n_coupled = q->n_coupled;
    p->linear = q->linear;
    p->f = q->f;
    p->g = q->g ? q->g : stress_g;
    p->coupled = q->coupled;
    p->guess = q->guess;
    p->param_guess = q->n_param > 0 ? q->param_guess : NULL;
    p->user = (void *)q;
    o->tol = tol;
    o->fixed = q->fixed;
    o->n_fixed = q->n_fixed;
    if (q->n0 > 0)
        o->n_intervals = q->n0;
    if (q->max_intervals > 0)
        o->max_intervals = q->max_intervals;
    for (int i = 0, c = 0; i < q->n_diff; i++)
        for (int l = 0; l < q->order[i]; l++, c++)
            tol_z[c] = q->u_only && l > 0 ? 0 : tol * (q->magnitude[c] > 0 ? q->magnitude[c] : 1);
    o->tol_z = tol_z;
}

/* z of the solution that is known. */
static inline void stress_known(const stress *q, const coldae_solution *reference, double t, double *z)
{
    if (q->exact)
        q->exact(q, t, z);
    else
        coldae_solution_eval(reference, t, z, NULL);
}

/* Largest error / (tol_z (1 + |u|)) of the controlled components, |u| the maximum on the subinterval, looked at in
 * eleven places of each.  What rounding permits does not count. */
static inline double stress_error(const stress *q, const coldae_solution *s, const coldae_solution *reference,
                                  const double *tol_z)
{
    const double *t;
    double most = 0, z[STRESS_MAX], e[STRESS_MAX];
    int n = coldae_solution_mesh(s, &t), mstar = stress_mstar(q);
    for (int i = 0; i < n; i++) {
        double error[STRESS_MAX] = {0}, size[STRESS_MAX] = {0};
        for (int j = 0; j <= 10; j++) {
            double x = j < 10 ? t[i] + (t[i + 1] - t[i]) * j / 10 : nextafter(t[i + 1], t[i]);
            coldae_solution_eval(s, x, z, NULL);
            stress_known(q, reference, x, e);
            for (int c = 0; c < mstar; c++) {
                error[c] = isfinite(z[c]) ? fmax(error[c], fabs(z[c] - e[c])) : INFINITY;
                size[c] = fmax(size[c], fabs(e[c]));
            }
        }
        for (int c = 0; c < mstar; c++)
            if (tol_z[c] > 0 && error[c] > fmax(q->rounding, 1e-13) * (1 + size[c]))
                most = fmax(most, error[c] / (tol_z[c] * (1 + size[c])));
    }
    return most;
}

static inline void stress_judge(const stress *q, const char *row, const coldae_solution *s,
                                const coldae_info *info, const coldae_solution *reference,
                                const double *tol_z, double tol)
{
    double error = stress_error(q, s, reference, tol_z);
    stress_exception limit = stress_limits(q->exceptions, row);
    if (getenv("STRESS_TRACE"))
        printf("%-44s N %5d meshes %2d f+df %7d error %8.2g estimate %8.2g\n", row, info->n_intervals,
               info->n_meshes, info->n_f + info->n_df, error, info->error);
    if (check_fails(!!(error <= limit.error), __FILE__, __LINE__))
        printf("%s: error %.3g tol, estimated %.3g, on %d subintervals\n", row, error, info->error,
               info->n_intervals);
    if (error > 1e-3 && check_fails(!!(error <= limit.dishonest * info->error), __FILE__, __LINE__))
        printf("%s: error %.3g tol, but estimated %.3g\n", row, error, info->error);
    for (int i = 0; i < q->n_param; i++)
        if (!isnan(q->param[i]))
            CHECK_NEAR(coldae_solution_param(s)[i], q->param[i], 3 * tol * (1 + fabs(q->param[i])));
}

/* A run to compare with: k = 9, a hundredth of the tolerance. */
static inline coldae_solution *stress_reference(const stress *q, double tol)
{
    coldae_problem p;
    coldae_options o;
    coldae_info info;
    coldae_solution *s = NULL;
    double tol_z[STRESS_MAX];
    stress_fill(q, &p, &o, tol, tol_z);
    o.n_points = 9;
    coldae_status status = coldae_solve(&p, &o, &s, &info);
    if (check_fails(status == COLDAE_OK, __FILE__, __LINE__))
        printf("%s: no reference: %s: %s\n", q->name, coldae_strerror(status), info.message);
    if (status == COLDAE_OK)
        return s;
    coldae_solution_free(s);
    return NULL;
}

static inline void stress_run(const stress *q, double tol, int k, int points,
                              const coldae_solution *reference)
{
    coldae_problem p;
    coldae_options o;
    coldae_info info;
    coldae_solution *s = NULL;
    double tol_z[STRESS_MAX];
    char row[96];
    snprintf(row, sizeof row, "%s (%g), tol %.0e%s, k = %d%s", q->name, q->eps, tol, q->u_only ? " u" : "", k,
             points == COLDAE_RADAU ? " Radau" : "");
    stress_fill(q, &p, &o, tol, tol_z);
    o.n_points = k;
    o.points = points;
    coldae_status status = coldae_solve(&p, &o, &s, &info);
    if (check_fails(status == COLDAE_OK, __FILE__, __LINE__))
        printf("%s: %s: %s\n", row, coldae_strerror(status), info.message);
    if (status == COLDAE_OK)
        stress_judge(q, row, s, &info, reference, tol_z, tol);
    coldae_solution_free(s);
}

/* Every third power of ten, each with the library's k, with one of k = largest order + 1 .. + 3, and at Radau
 * points. */
static inline void stress_all(const stress *q)
{
    const char *only = getenv("STRESS_ONLY");
    if (only && strcmp(only, q->name) != 0)
        return;
    double loosest = q->loosest > 0 ? q->loosest : 1e-3, tightest = q->tightest > 0 ? q->tightest : 1e-9;
    coldae_solution *reference = NULL;
    int most = 1, turn = 0;
    for (int i = 0; i < q->n_diff; i++)
        most = q->order[i] > most ? q->order[i] : most;
    if (!q->exact) {
        reference = stress_reference(q, tightest / 100);
        if (!reference)
            return;
    }
    for (double tol = loosest; tol >= 0.9 * tightest; tol /= 1000, turn++) {
        stress_run(q, tol, 0, COLDAE_GAUSS, reference);
        stress_run(q, tol, most + 1 + turn % 3, COLDAE_GAUSS, reference);
        if (!q->gauss_only)
            stress_run(q, tol, 0, COLDAE_RADAU, reference);
    }
    coldae_solution_free(reference);
}

#endif
