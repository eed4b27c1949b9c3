/* implicit.c - a fully implicit problem, F(t, x, x') = 0
 *
 * Class: fully implicit problem, index 1
 *
 * Problem: on [0, 3]
 *
 *     0 = s + s^3 + w + w^3,   w = x1 - t x2,   s = x1' - t x2' - x2,       x1(3) = e^-3 + 3 sin 3.
 *     0 = x2 - sin t,
 *
 * s is w', so w' = -w, and x1 = e^-t + t sin t, x2 = sin t.
 *
 * Lesson: neither x1' nor x2' can be had alone, for d F/d x' is singular: one equation holds for the
 * derivatives, the other for x2 itself. Give F as it is; the library solves x' = y, 0 = F(t, x, y), where the
 * first has index 1 and the second index 2. It finds out at each mesh point which is which, and projects on the
 * second only. That one counts as a condition at t = 0, which the library adds; we give the other.
 *                                           Ascher & Spiteri (1992), sections 4 and 5.3
 *
 * Copy: coldae_implicit and coldae_solve_implicit; y of the solution is x'.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

static const double END = 3;

static int residual(double t, const double *x, const double *dx, const double *p, double *r, void *user)
{
    double w = x[0] - t * x[1], s = dx[0] - t * dx[1] - x[1];
    r[0] = s + s * s * s + w + w * w * w;
    r[1] = x[1] - sin(t);
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    *g = z[0] - exp(-END) - END * sin(END);
    return 0;
}

/* x1, x2, x1', x2' */
static double exact(double t, int c, void *user)
{
    const double v[] = {exp(-t) + t * sin(t), sin(t), -exp(-t) + sin(t) + t * cos(t), cos(t)};
    return v[c];
}

/* Largest error of x over 1 + |x|; in *derivative that of y = x'. */
static double compare(const coldae_solution *solution, double *derivative)
{
    double error = 0;
    *derivative = 0;
    for (int i = 0; i <= 1000; i++) {
        double t = END * i / 1000, z[2], y[2];
        coldae_solution_eval(solution, t, z, y);
        for (int j = 0; j < 2; j++) {
            double x = exact(t, j, NULL), dx = exact(t, 2 + j, NULL);
            error = show_worst(error, fabs(z[j] - x) / (1 + fabs(x)));
            *derivative = show_worst(*derivative, fabs(y[j] - dx) / (1 + fabs(dx)));
        }
    }
    return error;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const double zeta[] = {END};
    coldae_implicit problem;
    coldae_implicit_init(&problem);
    problem.n = 2;
    problem.right = END;
    problem.n_side = 1; /* and 0 = x2 - sin t at t = 0 */
    problem.zeta = zeta;
    problem.residual = residual;
    problem.g = condition;

    coldae_options options;
    coldae_options_init(&options);
    options.tol = 1e-8;
    show_options(&args, &options);

    coldae_solution *solution;
    coldae_info info;
    coldae_status status = coldae_solve_implicit(&problem, &options, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "implicit: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }

    double derivative, error = compare(solution, &derivative);
    int wrong = !args.changed && !(error <= options.tol && derivative <= 1e-4);
    if (wrong)
        fprintf(stderr, "implicit: wrong: error %.1e, allowed %.1e; of x' %.1e\n", error, options.tol,
                derivative);

    if (args.demo)
        show_demo("implicit", options.tol, &info, error);
    else
        printf("index %d, %d subintervals, error of x %.1e, of x' %.1e; F = 0 satisfied to %.1e\n",
               info.index, info.n_intervals, error, derivative, info.constraint_residual);
    args.exact = exact;
    if (args.output) {
        show_curve curve[] = {
            {solution, 0, "x1"}, {solution, 2, "-x1'"}, {solution, 1, "x2"}, {solution, 3, "-x2'"}};
        wrong |= show_results(&args, "A fully implicit problem, F(t, x, x') = 0", "t", "x, x'", 4, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
