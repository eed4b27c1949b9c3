/* index2.c - index 2: what projection is for
 *
 * Class: boundary value problem, index 2, linear, layer
 *
 * Problem: on [0, 1], with the solution x1 = e^t, x2 = (1 + p/(t^2-4)) e^t, y = -e^t/(2-t),
 *
 *     x1' = (nu - 1/(2-t)) x1 + (2-t) nu y + q1(t),
 *     x2' = (nu-1)/(2-t) x1 - x2 + (nu - 1 - nu p/(2+t)) y + q2(t),
 *       0 = (t+2-p) x1 + (t^2-4) x2 - (t^2+t-2) e^t,       x1(0) = 1.
 *
 * The constraint does not contain y; its derivative does: index 2. On the constraint the problem is
 * harmless for every nu. First p = 0; then p(t) = -(1 + erf((t - 1/3)/sqrt(2 eps))), a layer at
 * t = 1/3, eps = 1e-5.       Ascher & Spiteri (1992), Example 1
 *
 * Lesson: collocation at Gauss points leaves the constraint between its points, and for large nu this
 * error grows without bound. Projection puts the solution back on the constraint at each mesh point;
 * the library does so by itself where it finds index 2. Switch it off only to see what it is good for.
 * The constraint at t = 0 counts as one of the
 * mstar = 2 conditions: give the other one, and the library adds it.
 *
 * Copy: nothing but n_alg; the defaults do it.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

typedef struct data {
    double nu;
    double eps; /* 0: p = 0 */
} data;

/* p(t), and its derivative */
static double p_of(const data *d, double t, double *dp)
{
    const double pi = 3.14159265358979323846;
    double x = d->eps > 0 ? (t - 1.0 / 3) / sqrt(2 * d->eps) : 0;
    *dp = d->eps > 0 ? -sqrt(2 / (pi * d->eps)) * exp(-x * x) : 0;
    return d->eps > 0 ? -erfc(-x) : 0;
}

static int equations(double t, const double *z, const double *y, const double *param, double *f, void *user)
{
    const data *d = user;
    double nu = d->nu, dp, p = p_of(d, t, &dp), e = exp(t), s = t * t - 4;
    double q1 = (3 - t) / (2 - t) * e, q2 = (2 + ((nu + 2) * p + dp) / s - 2 * t * p / (s * s)) * e;
    f[0] = (nu - 1 / (2 - t)) * z[0] + (2 - t) * nu * y[0] + q1;                       /* x1' */
    f[1] = (nu - 1) / (2 - t) * z[0] - z[1] + (nu - 1 - nu * p / (2 + t)) * y[0] + q2; /* x2' */
    f[2] = (t + 2 - p) * z[0] + s * z[1] - (t * t + t - 2) * e;                        /* 0   */
    return 0;
}

static int condition(int l, const double *z, const double *param, double *g, void *user)
{
    *g = z[0] - 1; /* x1(0) = 1 */
    return 0;
}

/* x1, x2, y */
static double exact(double t, int c, void *user)
{
    double dp, p = p_of(user, t, &dp), e = exp(t);
    return c == 0 ? e : c == 1 ? (1 + p / (t * t - 4)) * e : -e / (2 - t);
}

/* Largest error of x1, x2 at n+1 points t; weight 1: over 1 + |x|, weight 0: absolute. */
static double error_at(const coldae_solution *solution, const data *d, double weight, int n, const double *t)
{
    double error = 0;
    for (int i = 0; i <= n; i++) {
        double dp, x1 = exp(t[i]), x2 = (1 + p_of(d, t[i], &dp) / (t[i] * t[i] - 4)) * x1, z[2];
        coldae_solution_eval(solution, t[i], z, NULL);
        error = show_worst(error, fabs(z[0] - x1) / (1 + weight * fabs(x1)));
        error = show_worst(error, fabs(z[1] - x2) / (1 + weight * fabs(x2)));
    }
    return error;
}

/* Ten equal subintervals, four points on each: the largest error at mesh points. */
static double ten_intervals(coldae_problem *problem, data *d, int projection)
{
    coldae_options options;
    coldae_options_init(&options);
    options.n_points = 4;
    options.n_intervals = 10;
    options.adapt = COLDAE_FIXED_MESH;
    options.projection = projection;
    coldae_solution *solution;
    coldae_info info;
    double error = NAN;
    problem->user = d;
    if (coldae_solve(problem, &options, &solution, &info) == COLDAE_OK) {
        const double *t;
        int n = coldae_solution_mesh(solution, &t);
        error = error_at(solution, d, 0, n, t);
    } else {
        fprintf(stderr, "index2: nu = %g: %s\n", d->nu, info.message);
    }
    coldae_solution_free(solution);
    return error;
}

/* p = 0: with and without projection; nonzero if the error with projection is too large. */
static int compare(coldae_problem *problem, int print)
{
    const double nu[] = {1, 10, 50, 100}, allowed[] = {1e-13, 1e-11, 1e-6, 1e-6};
    int wrong = 0;
    if (print)
        printf("p = 0, 10 equal subintervals, error at mesh points\n   nu   not projected   projected\n");
    for (int i = 0; i < 4; i++) {
        data d = {nu[i], 0};
        double with = ten_intervals(problem, &d, COLDAE_PROJECT_AUTO);
        double without = ten_intervals(problem, &d, COLDAE_PROJECT_NONE);
        if (print)
            printf("%5g %15.1e %11.1e\n", nu[i], without, with);
        if (!(with <= allowed[i])) {
            fprintf(stderr, "index2: wrong: nu = %g: error %.1e, allowed %.1e\n", nu[i], with, allowed[i]);
            wrong = 1;
        }
    }
    return wrong;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {1, 1};
    const double zeta[] = {0};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 2;
    problem.n_alg = 1;
    problem.order = order;
    problem.n_side = 1; /* and the constraint at t = 0 */
    problem.zeta = zeta;
    problem.linear = 1;
    problem.f = equations;
    problem.g = condition;
    int wrong = compare(&problem, !args.demo);

    data layer = {show_set(&args, "nu", 20, 0, 1e6), show_set(&args, "eps", 1e-5, 1e-8, 1)};
    problem.user = &layer;
    coldae_options options;
    coldae_options_init(&options);
    options.tol = 1e-6;
    options.n_points = 4;
    show_options(&args, &options);
    coldae_solution *solution;
    coldae_info info;
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "index2: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }

    double t[1001];
    for (int i = 0; i <= 1000; i++)
        t[i] = i / 1000.0;
    double error = error_at(solution, &layer, 1, 1000, t);
    wrong |= show_judge(&args, "index2", error, options.tol);
    if (args.demo)
        show_demo("index2", options.tol, &info, error);
    else
        printf("a layer at t = 1/3, nu = %g: index %d, %d subintervals, error %.1e, constraint satisfied to "
               "%.1e\n",
               layer.nu, info.index, info.n_intervals, error, info.constraint_residual);
    if (args.output) {
        char title[80];
        (void)snprintf(title, sizeof title, "Index 2 with a layer, nu = %g", layer.nu);
        args.exact = exact;
        args.exact_user = &layer;
        show_curve curve[] = {{solution, 0, "x1"}, {solution, 1, "x2"}, {solution, 2, "y"}};
        wrong |= show_results(&args, title, "t", "x1, x2, y", 3, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
