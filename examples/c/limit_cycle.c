/* limit_cycle.c - a periodic orbit and its unknown period
 *
 * Class: periodic problem with unknown period, index 0
 *
 * Problem: the limit cycle of van der Pol's oscillator x'' = (1 - x^2) x' - x. Its period T is
 * not known, so time is scaled to [0, 1] and T becomes an unknown constant:
 *
 *     x' = T y,   y' = T ((1 - x^2) y - x),       x, y periodic,   y(0) = 0: where it starts.
 *
 * Lesson: unknown constants are the entries of p; each of them needs one more condition. Here 2
 * coupled + 1 side condition = 2 components + 1 parameter. The rest state x = y = 0 is a solution
 * too, so the guess must look like an orbit.
 *
 * Copy: n_param, param_guess, and coldae_solution_param.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846;

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double mu = *(const double *)user;
    f[0] = p[0] * z[1];                                   /* x' = T y                    */
    f[1] = p[0] * (mu * (1 - z[0] * z[0]) * z[1] - z[0]); /* y' = T (mu (1-x^2) y - x)   */
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    *g = z[1]; /* y(0) = 0 */
    return 0;
}

static int periodicity(const double *zl, const double *zr, const double *p, double *r, void *user)
{
    r[0] = zl[0] - zr[0];
    r[1] = zl[1] - zr[1];
    return 0;
}

static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    z[0] = 2 * cos(2 * pi * t);
    z[1] = -2 * sin(2 * pi * t);
    dmu[0] = 2 * pi * z[1];
    dmu[1] = -2 * pi * z[0];
    return 0;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {1, 1};
    const double zeta[] = {0}, period_guess[] = {6.5};
    double mu = show_set(&args, "mu", 1, 0.1, 5);
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 2;
    problem.n_param = 1;
    problem.order = order;
    problem.n_side = 1;
    problem.zeta = zeta;
    problem.n_coupled = 2;
    problem.f = equations;
    problem.g = condition;
    problem.coupled = periodicity;
    problem.guess = guess;
    problem.param_guess = period_guess;
    problem.user = &mu;

    coldae_options options;
    coldae_options_init(&options);
    options.tol = 1e-8;
    show_options(&args, &options);

    coldae_solution *solution;
    coldae_info info;
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "limit_cycle: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }

    double z[2], period = coldae_solution_param(solution)[0];
    coldae_solution_eval(solution, 0, z, NULL); /* x' = 0 there: x is the amplitude */
    double error = show_worst(fabs(period - 6.663286859323) / (1 + period), fabs(z[0] - 2.00861986087) / 3);
    if (mu != 1)
        error = NAN; /* the reference values are those of mu = 1 */
    int wrong = show_judge(&args, "limit_cycle", error, options.tol);

    if (args.demo)
        show_demo("limit_cycle", options.tol, &info, error);
    else
        printf("period T = %.10f, amplitude %.10f\n%d subintervals, error %.1e\n", period, z[0],
               info.n_intervals, error);
    if (args.output) {
        show_curve curve[] = {{solution, 0, "x"}, {solution, 1, "y"}};
        wrong |=
            show_results(&args, "Limit cycle of van der Pol's oscillator", "time / period", "x, y", 2, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
