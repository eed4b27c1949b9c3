/* beam.c - the smallest complete program
 *
 * Class: boundary value problem, index 0, linear, order 4
 *
 * Problem: a beam of varying stiffness under a uniform load, simply supported at both ends,
 *
 *     (t^3 u'')'' = 1,   1 <= t <= 2,       u = u'' = 0 at t = 1 and t = 2.
 *
 * Lesson: an equation of order four is given as it stands, solved for its highest derivative,
 * u'''' = (1 - 6 t^2 u''' - 6 t u'') / t^3. There is no reduction to first order: the library
 * hands z = (u, u', u'', u''') to the callbacks. The problem is linear: say so, and no guess is
 * needed. Derivatives that are not given are differenced.
 *
 * Copy: everything - problem, options, solve, check the status, evaluate, free.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

static int equation(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    f[0] = (1 - 6 * t * t * z[3] - 6 * t * z[2]) / (t * t * t); /* u'''' */
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    *g = l % 2 == 0 ? z[0] : z[2]; /* u = 0, then u'' = 0, at each end */
    return 0;
}

static double exact(double t)
{
    return (10 * log(2) - 3) * (1 - t) / 4 + (1 / t + (3 + t) * log(t) - t) / 2;
}

/* for the plot: u is known */
static double known(double t, int c, void *user)
{
    return c == 0 ? exact(t) : NAN;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {4};
    const double zeta[] = {1, 1, 2, 2}; /* where condition 0, 1, 2, 3 holds */
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 1;
    problem.order = order;
    problem.left = 1;
    problem.right = 2;
    problem.n_side = 4;
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
        fprintf(stderr, "beam: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }

    double error = 0; /* measured as options.tol is meant: |error| <= tol (1 + |u|) */
    for (int i = 0; i <= 100; i++) {
        double t = 1 + i / 100.0, z[4];
        coldae_solution_eval(solution, t, z, NULL);
        error = show_worst(error, fabs(z[0] - exact(t)) / (1 + fabs(exact(t))));
    }
    int wrong = show_judge(&args, "beam", error, options.tol);

    if (args.demo) {
        show_demo("beam", options.tol, &info, error);
    } else {
        printf("    t        u          u'         u''\n");
        for (int i = 0; i <= 4; i++) {
            double t = 1 + i / 4.0, z[4];
            coldae_solution_eval(solution, t, z, NULL);
            printf("%7.2f %10.6f %10.6f %10.6f\n", t, z[0], z[1], z[2]);
        }
        printf("%d subintervals, error %.1e\n", info.n_intervals, error);
    }
    args.exact = known;
    if (args.output) {
        show_curve curve[] = {{solution, 0, "u"}, {solution, 2, "u''"}};
        wrong |=
            show_results(&args, "Deflection u and curvature u'' of a beam", "position t", "u, u''", 2, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
