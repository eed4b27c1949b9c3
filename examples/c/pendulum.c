/* pendulum.c - a mechanical system with a constraint, as a boundary value problem
 *
 * Class: constrained mechanics, index 2
 *
 * Problem: a pendulum of length 1 hangs from the origin; p is its position, lambda the force in the rod,
 *
 *     p1'' = -lambda p1,   p2'' = -lambda p2 - 1,   0 = p1 p1' + p2 p2',       0 <= t <= 2.
 *
 * It starts at (1, 0). Which push downwards brings it to p1(2) = -0.6?
 *
 * Lesson: mechanics gives |p|^2 = 1, which has index 3; its derivative 0 = p . p' has index 2, and that is
 * what the library solves. The length itself is then said once, by p(0) = (1, 0), and stays what it was: look
 * at the drift that is printed. The constraint holds at t = 0, too, and counts as one of the mstar = 4
 * conditions: give the other three, and the library adds it.
 *
 * Copy: equations of order two beside a constraint, z = (p1, p1', p2, p2'), and a guess that satisfies it.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

enum { P1, V1, P2, V2 }; /* the entries of z */

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    f[0] = -y[0] * z[P1];                 /* p1''       */
    f[1] = -y[0] * z[P2] - 1;             /* p2''       */
    f[2] = z[P1] * z[V1] + z[P2] * z[V2]; /* 0 = p . p' */
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    const double residual[] = {
        z[P1] - 1,   /* p1(0) = 1    */
        z[P2],       /* p2(0) = 0    */
        z[P1] + 0.6, /* p1(2) = -0.6 */
    };
    *g = residual[l];
    return 0;
}

/* It turns steadily from (1, 0) to (-0.6, -0.8). */
static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    double w = -atan2(0.8, -0.6) / 2, a = w * t; /* p = (cos a, sin a) */
    z[P1] = cos(a);
    z[V1] = -w * sin(a);
    z[P2] = sin(a);
    z[V2] = w * cos(a);
    y[0] = w * w - sin(a);
    dmu[0] = -y[0] * cos(a);
    dmu[1] = -y[0] * sin(a) - 1;
    return 0;
}

/* The same motion in the angle, a'' = -cos a, with the push that was found, by the classical Runge-Kutta
 * method. Returns the largest distance from the solution (over 1 + |p|), in *drift the largest ||p| - 1|. */
static double compare(const coldae_solution *solution, double push, double *drift)
{
    enum { N = 4000 };
    double a = 0, w = push, h = 2.0 / N, error = 0;
    *drift = 0;
    for (int i = 0; i <= N; i++) {
        double z[4], t = i < N ? i * h : 2;
        coldae_solution_eval(solution, t, z, NULL);
        error = show_worst(error, hypot(z[P1] - cos(a), z[P2] - sin(a)) / 2);
        *drift = show_worst(*drift, fabs(hypot(z[P1], z[P2]) - 1));
        double a1 = w, w1 = -cos(a);
        double a2 = w + h / 2 * w1, w2 = -cos(a + h / 2 * a1);
        double a3 = w + h / 2 * w2, w3 = -cos(a + h / 2 * a2);
        double a4 = w + h * w3, w4 = -cos(a + h * a3);
        a += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        w += h / 6 * (w1 + 2 * w2 + 2 * w3 + w4);
    }
    return error;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {2, 2};
    const double zeta[] = {0, 0, 2};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 2;
    problem.n_alg = 1;
    problem.order = order;
    problem.right = 2;
    problem.n_side = 3; /* and the constraint at t = 0 */
    problem.zeta = zeta;
    problem.f = equations;
    problem.g = condition;
    problem.guess = guess;

    coldae_options options;
    coldae_options_init(&options);
    options.tol = 1e-8;
    show_options(&args, &options);

    coldae_solution *solution;
    coldae_info info;
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "pendulum: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }

    double z[4], end[4], y[1], drift;
    coldae_solution_eval(solution, 0, z, y);
    coldae_solution_eval(solution, 2, end, NULL);
    double error = show_worst(fabs(z[V2] + 0.33675760120) / 1.3, compare(solution, z[V2], &drift));
    int wrong = !args.changed && !(error <= options.tol && drift <= options.tol && info.index == 2);
    if (wrong)
        fprintf(stderr, "pendulum: wrong: error %.1e, drift %.1e, allowed %.1e; index %d\n", error, drift,
                options.tol, info.index);

    if (args.demo)
        show_demo("pendulum", options.tol, &info, error);
    else
        printf("push p2'(0) = %.10f leads to p(2) = (%.8f, %.8f)\nforce in the rod at t = 0: %.8f\n"
               "index %d, %d subintervals, error %.1e, drift of |p| = 1: %.1e, of p . p' = 0: %.1e\n",
               z[V2], end[P1], end[P2], y[0], info.index, info.n_intervals, error, drift,
               info.constraint_residual);
    if (args.output) {
        show_curve curve[] = {{solution, P1, "p1"}, {solution, P2, "p2"}, {solution, 4, "lambda, force"}};
        wrong |= show_results(&args, "Pendulum from (1, 0) to p1(2) = -0.6",
                              "time t in units of sqrt(length / gravity)", "p1, p2 / length; lambda / weight",
                              3, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
