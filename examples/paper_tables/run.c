/* run.c - solve a problem as the paper did, and measure what its tables show */
#include "run.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* On one mesh the tolerance only ends Newton's iteration; the tables want the discrete solution itself. */
static const double CONVERGED = 1e-11;

static int remember_update(const coldae_event *event, void *user)
{
    if (event->kind == COLDAE_EVENT_NEWTON)
        *(double *)user = event->correction;
    return 0;
}

/* NaN counts as infinitely wrong. */
static void worst(double *most, double value)
{
    if (!(value <= *most))
        *most = isnan(value) ? INFINITY : value;
}

/* Raise *erru and *erry (either may be NULL) to the errors at t. */
static void compare(const test_problem *q, const coldae_solution *s, double t, double *erru, double *erry)
{
    double z[8], y[8], u[8], v[8];
    coldae_solution_eval(s, t, z, y);
    q->exact(q, t, u, v);
    for (int i = 0; erru && i < q->def.n_diff; i++)
        worst(erru, fabs(z[q->u[i]] - u[i]));
    for (int i = 0; erry && i < q->def.n_alg; i++)
        worst(erry, fabs(y[i] - v[i]));
}

/* A mesh point that is t but for rounding, or t: else rounding would choose the limit from the left. */
static double snap(int n, const double *mesh, double t)
{
    for (int i = 0; i <= n; i++)
        if (fabs(mesh[i] - t) < 1e-12)
            return mesh[i];
    return t;
}

static void measure(const test_problem *q, run *r)
{
    const double *mesh;
    int n = coldae_solution_mesh(r->solution, &mesh);
    for (int i = 0; i <= 100; i++) {
        double t = snap(n, mesh, q->def.left + (q->def.right - q->def.left) * i / 100);
        compare(q, r->solution, t, &r->erru, &r->erry);
        if (i < 100)
            compare(q, r->solution, t, NULL, &r->erry_inside);
    }
    r->erry_left_max = r->erry_inside;
    for (int i = 0; i <= n; i++) {
        compare(q, r->solution, mesh[i], &r->ermsh, NULL);
        if (i > 0)
            compare(q, r->solution, nextafter(mesh[i], mesh[0]), &r->left_max, &r->erry_left_max);
        if (i == 1) {
            r->left_t1 = r->left_max;
            compare(q, r->solution, nextafter(mesh[1], mesh[0]), NULL, &r->erry_left_t1);
        }
    }
}

static run solve(const test_problem *q, const coldae_problem *problem, coldae_options *options)
{
    run r;
    memset(&r, 0, sizeof r);
    options->monitor = remember_update;
    options->monitor_user = &r.last_update;
    r.status = coldae_solve(problem, options, &r.solution, &r.info);
    options->monitor_user = NULL;
    if (r.solution && q->exact)
        measure(q, &r);
    else
        r.erru = r.erry = r.erry_inside = r.ermsh = r.left_t1 = r.left_max = r.erry_left_t1 =
            r.erry_left_max = INFINITY;
    return r;
}

/* Once more from the solution that was found: Newton's first steps are judged with the derivatives at the guess,
 * and Example 2 has others at its solution. */
static void polish(const test_problem *q, const coldae_problem *problem, coldae_options *options, run *r)
{
    options->start = r->solution;
    options->start_coarsen = 0;
    run again = solve(q, problem, options);
    again.info.n_newton += r->info.n_newton;
    run *worse = again.solution ? r : &again;
    run_free(worse);
    if (worse == r)
        *r = again;
}

run run_uniform(test_problem *q, int k, int n, int projection)
{
    coldae_problem problem;
    coldae_options options;
    problem_fill(q, &problem, &options, CONVERGED);
    options.n_points = k;
    options.n_intervals = n;
    options.adapt = COLDAE_FIXED_MESH;
    options.projection = projection;
    run r = solve(q, &problem, &options);
    if (r.solution && !problem.linear)
        polish(q, &problem, &options, &r);
    return r;
}

run run_adaptive(test_problem *q, int n, int projection)
{
    coldae_problem problem;
    coldae_options options;
    problem_fill(q, &problem, &options, 1e-5);
    options.n_points = 4;
    options.n_intervals = n;
    options.max_intervals = 100;
    options.projection = projection;
    return solve(q, &problem, &options);
}

void run_free(run *r)
{
    coldae_solution_free(r->solution);
    r->solution = NULL;
}

int expect(int ok, const char *format, ...)
{
    if (ok)
        return 0;
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "paper_tables: not as expected: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    return 1;
}

int expect_at_most(const char *row, const char *what, double value, double limit)
{
    return expect(!!(value <= limit), "%s: %s %.3g > %.3g", row, what, value, limit);
}
