/* index1.c - differential equations with an algebraic one
 *
 * Class: boundary value problem, index 1
 *
 * Problem: on [0, 1], with the solution u = 1 + sin pi t, y = e^t,
 *
 *     u'' = y u - e^t (1 + sin pi t) - pi^2 sin pi t,            u(0) = u(1) = 1,
 *       0 = y^3 + u y - e^{3t} - (1 + sin pi t) e^t.
 *
 * Lesson: a constraint is one more row of f, its unknown one more entry of y; y has no derivative
 * and no side condition. Here the constraint can be solved for y (index 1); the library finds
 * that out by itself (info.index). Derivatives by hand save time: write df column by column, and
 * let coldae_check_jacobian compare it with differences before you trust it.
 *
 * Copy: n_alg, df, and the check.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846;

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double u = 1 + sin(pi * t);
    f[0] = y[0] * z[0] - exp(t) * u - pi * pi * sin(pi * t);           /* u'' */
    f[1] = y[0] * y[0] * y[0] + z[0] * y[0] - exp(3 * t) - u * exp(t); /* 0   */
    return 0;
}

/* df[2, 3], column-major: a column each for u, u', y; zero on entry */
static int derivatives(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    df[0] = y[0];                   /* d f0 / d u */
    df[1] = y[0];                   /* d f1 / d u */
    df[4] = z[0];                   /* d f0 / d y */
    df[5] = 3 * y[0] * y[0] + z[0]; /* d f1 / d y */
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    *g = z[0] - 1;
    return 0;
}

static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    z[0] = 1;
    y[0] = 1;
    return 0;
}

/* for the plot: u, u', y */
static double known(double t, int c, void *user)
{
    return c == 0 ? 1 + sin(pi * t) : c == 1 ? pi * cos(pi * t) : exp(t);
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {2};
    const double zeta[] = {0, 1};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 1;
    problem.n_alg = 1;
    problem.order = order;
    problem.n_side = 2;
    problem.zeta = zeta;
    problem.f = equations;
    problem.df = derivatives;
    problem.g = condition;
    problem.guess = guess;

    const double z_test[] = {0.7, -0.3}, y_test[] = {1.9};
    double worst;
    char message[256];
    if (coldae_check_jacobian(&problem, 0.4, z_test, y_test, NULL, &worst, message, 256) != COLDAE_OK ||
        !(worst <= 1e-5)) {
        fprintf(stderr, "index1: df is wrong: %s\n", message);
        return 1;
    }

    coldae_options options;
    coldae_options_init(&options);
    options.tol = 1e-8;
    show_options(&args, &options);

    coldae_solution *solution;
    coldae_info info;
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "index1: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }

    double error = 0, error_y = 0;
    for (int i = 0; i <= 100; i++) {
        double t = i / 100.0, u = 1 + sin(pi * t), z[2], y[1];
        coldae_solution_eval(solution, t, z, y);
        error = show_worst(error, fabs(z[0] - u) / (1 + fabs(u)));
        error_y = show_worst(error_y, fabs(y[0] - exp(t)) / (1 + exp(t)));
    }
    int wrong =
        !args.changed && !(error <= options.tol && error_y <= 100 * options.tol); /* y is not controlled */
    if (wrong)
        fprintf(stderr, "index1: wrong: error %.1e in u, %.1e in y\n", error, error_y);

    if (args.demo)
        show_demo("index1", options.tol, &info, error);
    else
        printf("index %d, %d subintervals, error %.1e in u, %.1e in y\n", info.index, info.n_intervals, error,
               error_y);
    args.exact = known;
    if (args.output) {
        show_curve curve[] = {{solution, 0, "u"}, {solution, 2, "y"}};
        wrong |= show_results(&args, "A second-order equation with a constraint", "t", "u, y", 2, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
