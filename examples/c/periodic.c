/* periodic.c - conditions that couple the two ends
 *
 * Class: periodic problem, index 0, linear
 *
 * Problem: a damped oscillator, driven with period pi, after the transient has gone:
 *
 *     u' = v,   v' = -u - v/2 + cos 2t,       u(0) = u(pi),   v(0) = v(pi).
 *
 * Lesson: a periodic solution needs no initial values and no long run. There are no side
 * conditions, but two coupled conditions that see z at both ends at once.
 *
 * Copy: n_coupled and the callback `coupled`.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846;

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    f[0] = z[1];                            /* u' */
    f[1] = -z[0] - 0.5 * z[1] + cos(2 * t); /* v' */
    return 0;
}

static int periodicity(const double *zl, const double *zr, const double *p, double *r, void *user)
{
    r[0] = zl[0] - zr[0]; /* u(0) = u(pi) */
    r[1] = zl[1] - zr[1]; /* v(0) = v(pi) */
    return 0;
}

static double exact(double t)
{
    return (sin(2 * t) - 3 * cos(2 * t)) / 10;
}

/* for the plot: u and v = u' */
static double known(double t, int c, void *user)
{
    return c == 0 ? exact(t) : (cos(2 * t) + 3 * sin(2 * t)) / 5;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {1, 1};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 2;
    problem.order = order;
    problem.right = pi;
    problem.n_coupled = 2;
    problem.linear = 1;
    problem.f = equations;
    problem.coupled = periodicity;

    coldae_options options;
    coldae_options_init(&options);
    options.tol = 1e-8;
    show_options(&args, &options);

    coldae_solution *solution;
    coldae_info info;
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "periodic: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }

    double error = 0;
    for (int i = 0; i <= 100; i++) {
        double t = pi * i / 100, z[2];
        coldae_solution_eval(solution, t, z, NULL);
        error = show_worst(error, fabs(z[0] - exact(t)) / (1 + fabs(exact(t))));
    }
    int wrong = show_judge(&args, "periodic", error, options.tol);

    if (args.demo) {
        show_demo("periodic", options.tol, &info, error);
    } else {
        double zl[2], zr[2];
        coldae_solution_eval(solution, 0, zl, NULL);
        coldae_solution_eval(solution, pi, zr, NULL);
        printf("u(0) = %.10f, u(pi) = %.10f\nv(0) = %.10f, v(pi) = %.10f\n", zl[0], zr[0], zl[1], zr[1]);
        printf("%d subintervals, error %.1e\n", info.n_intervals, error);
    }
    args.exact = known;
    if (args.output) {
        show_curve curve[] = {{solution, 0, "u"}, {solution, 1, "v = u'"}};
        wrong |= show_results(&args, "One period of a driven oscillator", "time t", "u, v", 2, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
