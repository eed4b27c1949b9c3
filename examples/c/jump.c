/* jump.c - a right-hand side that jumps
 *
 * Class: boundary value problem, index 0, discontinuous right-hand side
 *
 * Problem: u'' = 1 for t < 1/2, -1 for t >= 1/2, u(0) = u(1) = 0. The solution is t^2/2 - t/4 on
 * the left half, and minus its mirror image on the right.
 *
 * Lesson: put a fixed mesh point where f jumps, and write f continuous from the right. Then no
 * subinterval sees the jump, and the answer is exact to rounding on the first mesh. Without the
 * fixed point one polynomial has to turn the corner of u'; accuracy is lost there, and an error
 * estimate that is made for smooth functions need not notice.
 *
 * Copy: options.fixed and options.n_fixed.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

static int equation(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    f[0] = t < 0.5 ? 1 : -1; /* u'' */
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    *g = z[0];
    return 0;
}

static double exact(double t)
{
    return t < 0.5 ? t * t / 2 - t / 4 : (1 - t) / 4 - (1 - t) * (1 - t) / 2;
}

/* for the plot: u and u' */
static double known(double t, int c, void *user)
{
    return c == 0 ? exact(t) : t < 0.5 ? t - 0.25 : 0.75 - t;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {2};
    const double zeta[] = {0, 1}, jumps[] = {0.5};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 1;
    problem.order = order;
    problem.n_side = 2;
    problem.zeta = zeta;
    problem.linear = 1;
    problem.f = equation;
    problem.g = condition;

    coldae_options options;
    coldae_options_init(&options);
    options.fixed = jumps;
    options.n_fixed = 1;
    show_options(&args, &options);

    coldae_solution *solution;
    coldae_info info;
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "jump: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }

    double error = 0;
    for (int i = 0; i <= 100; i++) {
        double t = i / 100.0, z[2];
        coldae_solution_eval(solution, t, z, NULL);
        error = show_worst(error, fabs(z[0] - exact(t)));
    }
    int wrong = !args.changed && !(error <= 1e-14);
    if (wrong)
        fprintf(stderr, "jump: wrong: error %.1e, allowed %.1e\n", error, 1e-14);

    if (args.demo) {
        show_demo("jump", options.tol, &info, error);
    } else {
        double before, after; /* u'' on the two sides of the jump */
        coldae_solution_derivative(solution, nextafter(0.5, 0), &before);
        coldae_solution_derivative(solution, 0.5, &after);
        printf("u'' jumps from %g to %g\n%d subintervals, error %.1e\n", before, after, info.n_intervals,
               error);
    }
    args.exact = known;
    if (args.output) {
        show_curve curve[] = {{solution, 0, "u"}, {solution, 1, "u'"}};
        wrong |= show_results(&args, "u'' jumps at t = 1/2", "t", "u, u'", 2, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
