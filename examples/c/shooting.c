/* shooting.c - an initial value problem gives the guess
 *
 * Class: boundary value problem, index 0, from an initial value problem
 *
 * Problem: Lambert's problem of space flight. A craft leaves (1, 0) and has to be at a given place at a given
 * time T; the Sun at the origin attracts it,
 *
 *     x'' = -x/r^3,   y'' = -y/r^3,   r^2 = x^2 + y^2.       Which velocity must it start with?
 *
 * Length is measured in the distance of the start from the Sun; a circle there takes the time 2 pi. The
 * target is past the far end of the ellipse of eccentricity 0.3 that starts with velocity (0, sqrt(1.3)).
 *
 * Lesson: nobody can draw a whole orbit as a guess, but everybody can guess an initial velocity. So solve an
 * initial value problem first: the same equations, all conditions at t = 0, and the initial values for all t
 * as the guess. Newton then works its way along the interval, and passes through states that damping would
 * refuse: COLDAE_NEWTON_FULL. Its solution, which misses the target, starts the boundary value problem.
 * Without it Newton fails, or finds another way to the target.       Ascher & Spiteri (1992), section 5.4
 *
 * Copy: two solves that differ in their side conditions, joined by options.start.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

enum { X, VX, Y, VY }; /* the entries of z */

static const double push = 1.1;  /* the guessed initial velocity: (0, 1.1) */
static const double e = 0.3;     /* eccentricity of the ellipse */
static const double E_end = 4.0; /* where the target is on it: the eccentric anomaly */

/* The ellipse at the angle E; returns the time. */
static double orbit(double E, double *x, double *y)
{
    double a = 1 / (1 - e);
    *x = a * (cos(E) - e);
    *y = a * sqrt(1 - e * e) * sin(E);
    return a * sqrt(a) * (E - e * sin(E)); /* Kepler's equation */
}

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double r = hypot(z[X], z[Y]);
    f[0] = -z[X] / (r * r * r); /* x'' */
    f[1] = -z[Y] / (r * r * r); /* y'' */
    return 0;
}

static int initial_condition(int l, const double *z, const double *p, double *g, void *user)
{
    const double residual[] = {z[X] - 1, z[VX], z[Y], z[VY] - push};
    *g = residual[l];
    return 0;
}

static int boundary_condition(int l, const double *z, const double *p, double *g, void *user)
{
    const double *target = user, residual[] = {z[X] - 1, z[Y], z[X] - target[0], z[Y] - target[1]};
    *g = residual[l];
    return 0;
}

static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    z[X] = 1; /* the initial values, for all t */
    z[VY] = push;
    dmu[0] = -1;
    return 0;
}

/* Largest error over 1 + |x|, against Kepler's solution. */
static double compare(const coldae_solution *solution, double T)
{
    double error = 0;
    for (int i = 0; i <= 100; i++) {
        double x, y, t = fmin(orbit(E_end * i / 100, &x, &y), T), z[4];
        coldae_solution_eval(solution, t, z, NULL);
        error = show_worst(error, fabs(z[X] - x) / (1 + fabs(x)));
        error = show_worst(error, fabs(z[Y] - y) / (1 + fabs(y)));
    }
    return error;
}

static void report(const coldae_solution *shot, const coldae_solution *solution, const double *target,
                   double T)
{
    double z[4], missed[4];
    coldae_solution_eval(solution, 0, z, NULL);
    coldae_solution_eval(shot, T, missed, NULL);
    printf("target: (%.6f, %.6f) at T = %.6f\n", target[0], target[1], T);
    printf("shot:     velocity (0, %.8f) leads to (%.6f, %.6f)\n", push, missed[X], missed[Y]);
    printf("solution: velocity (%.0f, %.8f) hits it\n", fabs(z[VX]), z[VY]);
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    double target[2], T = orbit(E_end, &target[0], &target[1]);
    const int order[] = {2, 2};
    const double all_left[] = {0, 0, 0, 0}, both_ends[] = {0, 0, T, T};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 2;
    problem.order = order;
    problem.right = T;
    problem.n_side = 4;
    problem.f = equations;
    problem.guess = guess;
    problem.user = target;

    coldae_options options;
    coldae_options_init(&options);

    /* 1. shoot: accuracy does not matter */
    problem.zeta = all_left;
    problem.g = initial_condition;
    options.newton = COLDAE_NEWTON_FULL;
    show_options(&args, &options);
    options.tol = 1e-2;
    coldae_solution *shot;
    coldae_info info;
    coldae_status status = coldae_solve(&problem, &options, &shot, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "shooting: initial value problem: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(shot);
        return 1;
    }

    /* 2. hit: from there to the boundary value problem */
    problem.zeta = both_ends;
    problem.g = boundary_condition;
    options.tol = show_tol(&args, 1e-8);
    options.newton = COLDAE_NEWTON_DAMPED;
    options.start = shot;
    coldae_solution *solution;
    status = coldae_solve(&problem, &options, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "shooting: boundary value problem: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(shot);
        coldae_solution_free(solution);
        return 1;
    }

    double error = compare(solution, T);
    int wrong = show_judge(&args, "shooting", error, options.tol);

    if (args.demo) {
        show_demo("shooting", options.tol, &info, error);
    } else {
        report(shot, solution, target, T);
        printf("%d subintervals, %d Newton steps, error %.1e\n", info.n_intervals, info.n_newton, error);

        /* 3. what if nobody had shot? */
        options.start = NULL;
        options.monitor = NULL; /* the plot is about the solve before */
        coldae_solution *direct;
        status = coldae_solve(&problem, &options, &direct, &info);
        printf("from the same guess without the shot: %s\n", coldae_strerror(status));
        coldae_solution_free(direct);
    }
    if (args.output) {
        show_curve curve[] = {
            {solution, X, "x"}, {shot, X, "-x, shot"}, {solution, Y, "y"}, {shot, Y, "-y, shot"}};
        wrong |= show_results(&args, "Lambert's problem: the shot misses, the solution hits",
                              "time t (a circle at the start takes 2 pi)",
                              "x, y in units of the distance at t = 0", 4, curve);
    }
    coldae_solution_free(shot);
    coldae_solution_free(solution);
    return wrong;
}
