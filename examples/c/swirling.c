/* swirling.c - a system of mixed orders, four and two
 *
 * Class: boundary value problem, index 0, mixed orders, layers
 *
 * Problem: fluid between two disks that rotate in opposite directions, f axial and g angular
 * velocity,
 *
 *     eps f'''' = -(f f''' + g g'),   eps g'' = f' g - f g' on [0, 1],       eps = 2e-3,
 *     f = f' = 0 at both ends,   g(0) = -1,   g(1) = 1.
 *
 * Lesson: each equation keeps its own order, and z = (f, f', f'', f''', g, g') follows the
 * equations. Control what you need: the tolerance is put on f and g, not on their derivatives,
 * which are large in the layers at the disks.
 *
 * Copy: the list of orders, and names for the entries of z.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

enum { F, F1, F2, F3, G, G1 }; /* the entries of z */

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    const double eps = 2e-3;
    f[0] = -(z[F] * z[F3] + z[G] * z[G1]) / eps; /* f'''' */
    f[1] = (z[F1] * z[G] - z[F] * z[G1]) / eps;  /* g''   */
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    const double residual[] = {
        z[F], z[F1], z[G] + 1, /* the lower disk */
        z[F], z[F1], z[G] - 1, /* the upper disk */
    };
    *g = residual[l];
    return 0;
}

static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    z[G] = 2 * t - 1;
    z[G1] = 2;
    return 0;
}

/* Reference values: t, f, g */
static const double reference[][3] = {
    {0.025, 0.001984160870837, -0.7707517179748},
    {0.125, 0.01800706964853, -0.2452416399618},
    {0.25, 0.02185592367761, -0.09261130977924},
    {0.375, 0.0132743916077, -0.04202850476284},
    {0.5, 0, 0},
    {0.75, -0.02185592367761, 0.09261130977924},
    {0.875, -0.01800706964853, 0.2452416399618},
};

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {4, 2};
    const double zeta[] = {0, 0, 0, 1, 1, 1};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 2;
    problem.order = order;
    problem.n_side = 6;
    problem.zeta = zeta;
    problem.f = equations;
    problem.g = condition;
    problem.guess = guess;

    const double tol = show_tol(&args, 1e-8);
    const double tol_z[] = {tol, 0, 0, 0, tol, 0};
    coldae_options options;
    coldae_options_init(&options);
    options.n_intervals = 10;
    options.tol_z = tol_z;
    show_options(&args, &options);

    coldae_solution *solution;
    coldae_info info;
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "swirling: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }

    double error = 0;
    for (int i = 0; i < (int)(sizeof reference / sizeof reference[0]); i++) {
        double z[6];
        coldae_solution_eval(solution, reference[i][0], z, NULL);
        error = show_worst(error, fabs(z[F] - reference[i][1]) / (1 + fabs(z[F])));
        error = show_worst(error, fabs(z[G] - reference[i][2]) / (1 + fabs(z[G])));
    }
    int wrong = !args.changed && !(error <= 1e-8);
    if (wrong)
        fprintf(stderr, "swirling: wrong: error %.1e, allowed %.1e\n", error, 1e-8);

    if (args.demo) {
        show_demo("swirling", tol, &info, error);
    } else {
        double z[6];
        coldae_solution_eval(solution, 0, z, NULL);
        printf("shear at the disk: f''(0) = %.6f, g'(0) = %.6f\n", z[F2], z[G1]);
        printf("%d subintervals, %d Newton steps, error %.1e\n", info.n_intervals, info.n_newton, error);
    }
    if (args.output) {
        show_curve curve[] = {{solution, F1, "f', radial"}, {solution, G, "g, angular"}};
        wrong |= show_results(&args, "Flow between counter-rotating disks, eps = 0.002",
                              "height t between the disks", "velocities f', g", 2, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
