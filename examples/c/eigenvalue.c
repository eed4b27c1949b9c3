/* eigenvalue.c - an eigenvalue is an unknown constant
 *
 * Class: eigenvalue problem, index 0, one parameter
 *
 * Problem: Mathieu's equation u'' + (p - 10 cos 2t) u = 0 on [0, pi], u'(0) = u'(pi) = 0; find
 * the eigenvalue p near 15 and its eigenfunction.
 *
 * Lesson: take the eigenvalue as a parameter. Its extra condition fixes the size of the
 * eigenfunction, u(0) = 1, which keeps the solution away from u = 0. The product p u makes the
 * problem nonlinear: the guess, cos 4t, chooses the eigenvalue.
 *
 * Copy: the normalising condition, and the parameter inside f.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846;

static int equation(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    f[0] = -(p[0] - 10 * cos(2 * t)) * z[0]; /* u'' */
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    *g = l == 0 ? z[0] - 1 : z[1]; /* u(0) = 1, u'(0) = 0, u'(pi) = 0 */
    return 0;
}

static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    z[0] = cos(4 * t);
    z[1] = -4 * sin(4 * t);
    dmu[0] = -16 * cos(4 * t);
    return 0;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {2};
    const double zeta[] = {0, 0, pi}, p_guess[] = {15};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 1;
    problem.n_param = 1;
    problem.order = order;
    problem.right = pi;
    problem.n_side = 3; /* order 2 + one parameter */
    problem.zeta = zeta;
    problem.f = equation;
    problem.g = condition;
    problem.guess = guess;
    problem.param_guess = p_guess;

    coldae_options options;
    coldae_options_init(&options);
    options.tol = 1e-8;
    show_options(&args, &options);

    coldae_solution *solution;
    coldae_info info;
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "eigenvalue: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }

    double p = coldae_solution_param(solution)[0]; /* the characteristic value a_4 for q = 5 */
    double error = fabs(p - 17.096581684366) / (1 + fabs(p));
    int wrong = show_judge(&args, "eigenvalue", error, options.tol);

    if (args.demo)
        show_demo("eigenvalue", options.tol, &info, error);
    else
        printf("p = %.10f\n%d subintervals, error %.1e\n", p, info.n_intervals, error);
    if (args.output) {
        show_curve curve[] = {{solution, 0, "u"}};
        wrong |= show_results(&args, "Mathieu's equation: eigenfunction for p = 17.0966", "t", "u", 1, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
