/* nonunique.c - two solutions, one of index 1 and one of index 2
 *
 * Class: boundary value problem, index 1 or 2, two solutions
 *
 * Problem: on [0, 1]
 *
 *     x1' = (eps + x2 - sin t) y + cos t,   x2' = cos t,   x3' = y,       x1(0) = 0,  x3(0) = 1,
 *       0 = (x1 - sin t) (y - e^t),                                       x2(1) = sin 1.
 *
 * The product can vanish in two ways: y = e^t, then x3 = e^t and x1 = sin t + eps (e^t - 1); or x1 = sin t, then
 * y = 0 and x3 = 1. Always x2 = sin t.       Ascher & Spiteri (1992), Example 2
 *
 * Lesson: where there are several solutions, the guess chooses. Here even the index depends on it: in the first
 * solution the constraint gives y (index 1), in the second only its derivative does (index 2). One cannot know
 * that beforehand; the library looks at each mesh point of each iterate, and projects where it must.
 *
 * Copy: a second solve with another guess; info.index tells what was found.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

typedef struct data {
    double eps;
    int which; /* the solution that we want, 1 or 2 */
} data;

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    const data *d = user;
    f[0] = (d->eps + z[1] - sin(t)) * y[0] + cos(t); /* x1' */
    f[1] = cos(t);                                   /* x2' */
    f[2] = y[0];                                     /* x3' */
    f[3] = (z[0] - sin(t)) * (y[0] - exp(t));        /* 0   */
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    const double residual[] = {
        z[0],          /* x1(0) = 0     */
        z[2] - 1,      /* x3(0) = 1     */
        z[1] - sin(1), /* x2(1) = sin 1 */
    };
    *g = residual[l];
    return 0;
}

/* Straight lines that are nearer to the one or to the other. */
static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    const data *d = user;
    int first = d->which == 1;
    z[0] = first ? (1 + d->eps) * t : 0;
    z[1] = first ? t : 0;
    z[2] = first ? 1 + t : 1;
    y[0] = first ? 1 + t : 0;
    dmu[0] = first ? 1 + d->eps : 0;
    dmu[1] = first;
    dmu[2] = y[0];
    return 0;
}

/* Largest error of x1, x2, x3 over 1 + |x|. */
static double error_of(const coldae_solution *solution, const data *d)
{
    double error = 0;
    for (int i = 0; i <= 1000; i++) {
        double t = i / 1000.0, z[3], x[3] = {sin(t), sin(t), 1};
        if (d->which == 1) {
            x[0] += d->eps * (exp(t) - 1);
            x[2] = exp(t);
        }
        coldae_solution_eval(solution, t, z, NULL);
        for (int j = 0; j < 3; j++)
            error = show_worst(error, fabs(z[j] - x[j]) / (1 + fabs(x[j])));
    }
    return error;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {1, 1, 1};
    const double zeta[] = {0, 0, 1};
    data d = {1, 1};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 3;
    problem.n_alg = 1;
    problem.order = order;
    problem.n_side = 3;
    problem.zeta = zeta;
    problem.f = equations;
    problem.g = condition;
    problem.guess = guess;
    problem.user = &d;

    coldae_options options;
    coldae_options_init(&options);
    options.tol = 1e-8;
    show_options(&args, &options);

    coldae_solution *solution[2] = {NULL, NULL};
    coldae_info info;
    double worst = 0;
    int wrong = 0;
    for (d.which = 1; d.which <= 2 && !wrong; d.which++) {
        coldae_solution **s = &solution[d.which - 1];
        coldae_status status = coldae_solve(&problem, &options, s, &info);
        double error = status == COLDAE_OK ? error_of(*s, &d) : INFINITY;
        worst = show_worst(worst, error);
        wrong = !isfinite(error) ||
                (!args.changed &&
                 !(error <= options.tol && info.index == d.which)); /* solution 1: index 1; 2: 2 */
        if (wrong)
            fprintf(stderr, "nonunique: wrong: solution %d: index %d, error %.1e, allowed %.1e %s\n", d.which,
                    info.index, error, options.tol, info.message);
        if (!args.demo)
            printf("solution %d: index %d, %d subintervals, error %.1e\n", d.which, info.index,
                   info.n_intervals, error);
    }
    if (args.demo)
        show_demo("nonunique", options.tol, &info, worst);
    if (args.output && !wrong) {
        show_curve curve[] = {{solution[0], 2, "x3, solution 1"},
                              {solution[1], 2, "-x3, solution 2"},
                              {solution[0], 0, "x1, solution 1"},
                              {solution[1], 0, "-x1, solution 2"},
                              {solution[1], 3, "y, solution 2"}};
        wrong |= show_results(&args, "Two solutions of one problem", "t", "x1, x3, y", 5, curve);
    }
    coldae_solution_free(solution[0]);
    coldae_solution_free(solution[1]);
    return wrong;
}
