/* saved.c - save a solution, load it, go on from there
 *
 * Class: boundary value problem, index 0, restart from a file
 *
 * Problem: eps u'' + (u')^2 = 1 on [0, 1], with a corner of width eps at t = 0.745,
 *
 *     u = 1 + eps ln cosh((t - 0.745)/eps),       whose values at 0 and 1 are the side conditions.
 *
 * Lesson: a solution does not depend on the problem it came from; it can be evaluated, saved and
 * loaded by itself. The file is portable and checked, and loading gives back the same bits. Here
 * eps = 0.02 is solved and saved; the loaded solution then starts the solve for eps = 0.005.
 *
 * Copy: coldae_solution_save, coldae_solution_load, options.start.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

static const char *const path = "saved_example.coldae";

static double exact(double t, double eps)
{
    double x = fabs(t - 0.745) / eps; /* ln cosh x, without overflow */
    return 1 + eps * (x + log1p(exp(-2 * x)) - log(2));
}

static int equation(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double eps = *(const double *)user;
    f[0] = (1 - z[1] * z[1]) / eps; /* u'' */
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    double eps = *(const double *)user;
    *g = z[0] - exact(l, eps); /* at t = 0 and t = 1 */
    return 0;
}

static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    double eps = *(const double *)user, slope = exact(1, eps) - exact(0, eps);
    z[0] = exact(0, eps) + slope * t; /* the straight line */
    z[1] = slope;
    return 0;
}

/* Solve and write the solution to a file: this could be another program, on another day. */
static int solve_and_save(coldae_problem *problem, coldae_options *options)
{
    coldae_solution *solution;
    coldae_info info;
    coldae_status status = coldae_solve(problem, options, &solution, &info);
    if (status == COLDAE_OK)
        status = coldae_solution_save(solution, path);
    if (status != COLDAE_OK)
        fprintf(stderr, "saved: %s: %s\n", coldae_strerror(status), info.message);
    coldae_solution_free(solution);
    return status != COLDAE_OK;
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
    double eps = 0.02;
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 1;
    problem.order = order;
    problem.n_side = 2;
    problem.zeta = zeta;
    problem.f = equation;
    problem.g = condition;
    problem.guess = guess;
    problem.user = &eps;

    const double tol_z[] = {show_tol(&args, 1e-10), 0};
    coldae_options options;
    coldae_options_init(&options);
    options.n_intervals = 40; /* a loose tolerance would leave too few for the corner to become narrower */
    options.tol_z = tol_z;
    show_options(&args, &options);
    if (solve_and_save(&problem, &options))
        return 1;

    coldae_solution *loaded;
    char message[256];
    if (coldae_solution_load(path, &loaded, message, 256) != COLDAE_OK) {
        fprintf(stderr, "saved: %s\n", message);
        return 1;
    }
    remove(path);

    eps = 0.005;
    options.start = loaded;
    coldae_solution *solution;
    coldae_info info;
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "saved: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(loaded);
        coldae_solution_free(solution);
        return 1;
    }

    double error = 0;
    for (int i = 0; i <= 1000; i++) {
        double t = i / 1000.0, u[2], z[2];
        coldae_solution_eval(loaded, t, u, NULL);
        coldae_solution_eval(solution, t, z, NULL);
        error = show_worst(error, fabs(u[0] - exact(t, 0.02)) / (1 + exact(t, 0.02)));
        error = show_worst(error, fabs(z[0] - exact(t, 0.005)) / (1 + exact(t, 0.005)));
    }
    int wrong = !args.changed && !(error <= 3 * tol_z[0]); /* an estimate is no bound */
    if (wrong)
        fprintf(stderr, "saved: wrong: error %.1e, allowed %.1e\n", error, 3 * tol_z[0]);

    if (args.demo)
        show_demo("saved", tol_z[0], &info, error);
    else
        printf("loaded for eps = 0.02: %d subintervals\ncontinued to eps = 0.005: %d "
               "subintervals\nerror %.1e\n",
               coldae_solution_mesh(loaded, NULL), info.n_intervals, error);
    args.exact = known;
    args.exact_user = &eps;
    if (args.output) {
        show_curve curve[] = {{loaded, 0, "loaded, eps = 0.02"}, {solution, 0, "eps = 0.005"}};
        wrong |= show_results(&args, "Continued from a saved solution", "t", "u", 2, curve);
    }
    coldae_solution_free(loaded);
    coldae_solution_free(solution);
    return wrong;
}
