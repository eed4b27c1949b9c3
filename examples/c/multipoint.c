/* multipoint.c - a condition inside the interval
 *
 * Class: multipoint problem, index 0, linear
 *
 * Problem: u''' = u' on [0, 1], u(0) = 1, u(1/2) = sqrt(e), u'(1) = e. The solution is u = e^t.
 *
 * Lesson: side conditions may hold at any points. List the points in zeta, in increasing order;
 * condition l is asked for at zeta[l], and every mesh contains that point.
 *
 * Copy: zeta with an interior point, and the list of residuals.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

static int equation(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    f[0] = z[1]; /* u''' = u' */
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    const double residual[] = {
        z[0] - 1,        /* u(0) = 1         */
        z[0] - exp(0.5), /* u(1/2) = sqrt(e) */
        z[1] - exp(1),   /* u'(1) = e        */
    };
    *g = residual[l];
    return 0;
}

/* for the plot: u = u' = u'' = e^t */
static double known(double t, int c, void *user)
{
    return exp(t);
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {3};
    const double zeta[] = {0, 0.5, 1};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 1;
    problem.order = order;
    problem.n_side = 3;
    problem.zeta = zeta;
    problem.linear = 1;
    problem.f = equation;
    problem.g = condition;

    coldae_options options;
    coldae_options_init(&options);
    options.tol = 1e-8;
    show_options(&args, &options);

    coldae_solution *solution;
    coldae_info info;
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "multipoint: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }

    double error = 0;
    for (int i = 0; i <= 100; i++) {
        double t = i / 100.0, z[3];
        coldae_solution_eval(solution, t, z, NULL);
        for (int j = 0; j < 3; j++) /* u = u' = u'' = e^t */
            error = show_worst(error, fabs(z[j] - exp(t)) / (1 + exp(t)));
    }
    int wrong = show_judge(&args, "multipoint", error, options.tol);

    if (args.demo) {
        show_demo("multipoint", options.tol, &info, error);
    } else {
        double z[3];
        coldae_solution_eval(solution, 0.5, z, NULL);
        printf("u(1/2) = %.10f, u'(1/2) = %.10f, sqrt(e) = %.10f\n", z[0], z[1], exp(0.5));
        printf("%d subintervals, error %.1e\n", info.n_intervals, error);
    }
    args.exact = known;
    if (args.output) {
        show_curve curve[] = {{solution, 0, "u"}};
        wrong |= show_results(&args, "u''' = u' with conditions at 0, 1/2 and 1", "t", "u", 1, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
