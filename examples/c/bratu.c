/* bratu.c - two solutions from two guesses
 *
 * Class: boundary value problem, index 0, two solutions
 *
 * Problem: u'' = -lambda e^u on [0, 1], u(0) = u(1) = 0, lambda = 1; heat that a reaction makes and the walls take
 * away.
 *
 * Lesson: a nonlinear problem may have several solutions, and the guess decides which one is
 * found. Here u = a t (1 - t) leads to the lower solution for a = 1 and to the upper one for a =
 * 16. Beyond lambda = 3.5138 there is no solution: --set lambda=3.6 shows what the library says.
 *
 * Copy: the guess callback, and `user`, which hands your own data to every callback.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

typedef struct data {
    double lambda;
    double a; /* of the guess */
} data;

static int equation(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    f[0] = -((const data *)user)->lambda * exp(z[0]); /* u'' */
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    *g = z[0]; /* u = 0 at both ends */
    return 0;
}

static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    double a = ((const data *)user)->a;
    z[0] = a * t * (1 - t); /* u   */
    z[1] = a * (1 - 2 * t); /* u'  */
    dmu[0] = -2 * a;        /* u'' */
    return 0;
}

static double exact(double t, double theta)
{
    return -2 * log(cosh((t - 0.5) * theta / 2) / cosh(theta / 4));
}

/* theta = sqrt(2 lambda) cosh(theta/4), by Newton's method from below (first root) or above (second) */
static double theta_of(double lambda, double theta)
{
    for (int i = 0; i < 60; i++) {
        double r = sqrt(2 * lambda), residual = theta - r * cosh(theta / 4);
        theta -= residual / (1 - r * sinh(theta / 4) / 4);
    }
    return theta;
}

/* for the plot */
static double known(double t, int c, void *user)
{
    return c == 0 ? exact(t, *(const double *)user) : NAN;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {2};
    const double zeta[] = {0, 1};
    double lambda = show_set(&args, "lambda", 1, 0.05, 10);
    data guesses[] = {{lambda, 1}, {lambda, 16}};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 1;
    problem.order = order;
    problem.n_side = 2;
    problem.zeta = zeta;
    problem.f = equation;
    problem.g = condition;
    problem.guess = guess;

    coldae_options options;
    coldae_options_init(&options);
    options.tol = 1e-8;
    show_options(&args, &options);

    double theta[] = {theta_of(lambda, 0), theta_of(lambda, 16)};
    coldae_solution *solution[] = {NULL, NULL};
    coldae_info info;
    double error = 0;
    int wrong = 0;
    for (int s = 0; s < 2 && !wrong; s++) {
        problem.user = &guesses[s];
        coldae_status status = coldae_solve(&problem, &options, &solution[s], &info);
        if (status != COLDAE_OK) {
            fprintf(stderr, "bratu: %s: %s\n", coldae_strerror(status), info.message);
            wrong = 1;
            break;
        }
        for (int i = 0; i <= 100; i++) {
            double t = i / 100.0, z[2], u = exact(t, theta[s]);
            coldae_solution_eval(solution[s], t, z, NULL);
            error = show_worst(error, fabs(z[0] - u) / (1 + fabs(u)));
        }
        wrong = show_judge(&args, "bratu", error, options.tol);
        if (!args.demo) {
            double z[2];
            coldae_solution_eval(solution[s], 0.5, z, NULL);
            printf("guess %2g t (1 - t): u(1/2) = %.8f, %d subintervals, %d Newton steps\n", guesses[s].a,
                   z[0], info.n_intervals, info.n_newton);
        }
    }

    if (args.demo && !wrong)
        show_demo("bratu", options.tol, &info, error);
    else if (!wrong)
        printf("error %.1e\n", error);
    if (args.output && !wrong) {
        char title[80];
        (void)snprintf(title, sizeof title, "u'' = -lambda exp(u), lambda = %g: two solutions", lambda);
        args.exact = known;
        args.exact_user = &theta[1];
        show_curve curve[] = {{solution[0], 0, "from a = 1"}, {solution[1], 0, "from a = 16"}};
        wrong = show_results(&args, title, "position t", "temperature u", 2, curve);
    }
    coldae_solution_free(solution[0]);
    coldae_solution_free(solution[1]);
    return wrong;
}
