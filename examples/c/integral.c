/* integral.c - a condition on an integral
 *
 * Class: integral condition, index 0, one parameter
 *
 * Problem: u'' = p on [0, 1], u(0) = u(1) = 0, and the integral of u over [0, 1] is 1; the load p
 * is unknown. The solution is u = 6 t (1 - t), p = -12.
 *
 * Lesson: an integral becomes one more component, w' = u, w(0) = 0, w(1) = 1. Orders mix freely:
 * u is of order 2, w of order 1, z = (u, u', w).
 *
 * Copy: the list of orders, and the count: 4 conditions = 3 entries of z + 1 parameter.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    f[0] = p[0]; /* u'' = p */
    f[1] = z[0]; /* w'  = u */
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    const double residual[] = {
        z[0],     /* u(0) = 0 */
        z[2],     /* w(0) = 0 */
        z[0],     /* u(1) = 0 */
        z[2] - 1, /* w(1) = 1 */
    };
    *g = residual[l];
    return 0;
}

/* for the plot: u, u', w */
static double known(double t, int c, void *user)
{
    return c == 0 ? 6 * t * (1 - t) : c == 1 ? 6 - 12 * t : t * t * (3 - 2 * t);
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {2, 1};
    const double zeta[] = {0, 0, 1, 1};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 2;
    problem.n_param = 1;
    problem.order = order;
    problem.n_side = 4;
    problem.zeta = zeta;
    problem.linear = 1;
    problem.f = equations;
    problem.g = condition;

    coldae_options options;
    coldae_options_init(&options);
    show_options(&args, &options);

    coldae_solution *solution;
    coldae_info info;
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "integral: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }

    double p = coldae_solution_param(solution)[0], error = fabs(p + 12) / 13;
    for (int i = 0; i <= 100; i++) {
        double t = i / 100.0, z[3];
        coldae_solution_eval(solution, t, z, NULL);
        error = show_worst(error, fabs(z[0] - 6 * t * (1 - t)));
    }
    int wrong = !args.changed && !(error <= 1e-12); /* polynomials: exact to rounding */
    if (wrong)
        fprintf(stderr, "integral: wrong: error %.1e, allowed %.1e\n", error, 1e-12);

    if (args.demo)
        show_demo("integral", options.tol, &info, error);
    else
        printf("p = %.12f\n%d subintervals, error %.1e\n", p, info.n_intervals, error);
    args.exact = known;
    if (args.output) {
        show_curve curve[] = {{solution, 0, "u"}, {solution, 2, "w, integral of u"}};
        wrong |= show_results(&args, "u'' = p with the integral of u given", "t", "u, w", 2, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
