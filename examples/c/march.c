/* march.c - an initial value problem with constraints, step by step
 *
 * Class: initial value problem, index 2, constrained mechanics
 *
 * Problem: a slider-crank. The crank pin A = (x1, y1) turns about the origin at distance 1 (mass 1), the slider B =
 * (x2, 0) moves on a line (mass 1/2), a rod of length 2 joins them, gravity pulls; lambda are the forces in the rods
 * over length:
 *
 *     x1'' = -lambda1 x1 - lambda2 (x1 - x2),    y1'' = -lambda1 y1 - lambda2 y1 - 9.81,    x2''/2 = lambda2 (x1 - x2),
 *     0 = A . A',    0 = (A - B) . (A' - B'),                                              0 <= t <= 10.
 *
 * It starts near 45 degrees with a push; only the speed of the pin is known well.
 *
 * Lesson: coldae_march takes the problem of coldae_solve and goes through it with steps of its own choice. Initial
 * values must satisfy the constraints: coldae_consistent moves them there. The lengths themselves are no longer in the
 * equations (differentiated once, they have index 2); as invariants they are met after each step and cannot drift.
 *
 * Copy: an observer that watches the energy, invariants, components that may not be moved.
 */
#include "trace.h"

#include "coldae/ivp.h"

#include <math.h>
#include <stdio.h>

enum { X1, U1, Y1, V1, X2, U2 }; /* the entries of z */
static const double GRAVITY = 9.81;

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double dx = z[X1] - z[X2], du = z[U1] - z[U2];
    f[0] = -y[0] * z[X1] - y[1] * dx;
    f[1] = -y[0] * z[Y1] - y[1] * z[Y1] - GRAVITY;
    f[2] = 2 * y[1] * dx;
    f[3] = z[X1] * z[U1] + z[Y1] * z[V1];
    f[4] = dx * du + z[Y1] * z[V1];
    return 0;
}

static int lengths(double t, const double *z, const double *p, double *h, void *user)
{
    double dx = z[X1] - z[X2];
    h[0] = z[X1] * z[X1] + z[Y1] * z[Y1] - 1;
    h[1] = dx * dx + z[Y1] * z[Y1] - 4;
    return 0;
}

static double energy(const double *z)
{
    return (z[U1] * z[U1] + z[V1] * z[V1]) / 2 + z[U2] * z[U2] / 4 + GRAVITY * z[Y1];
}

/* Energy at the start, and how far it moved away. */
typedef struct balance {
    double start, moved;
} balance;

static int watch(const coldae_step *step, void *user)
{
    balance *b = user;
    if (step->number == 0)
        b->start = energy(step->z);
    b->moved = show_worst(b->moved, fabs(energy(step->z) - b->start));
    return 0; /* anything else would stop the march here */
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {2, 2, 2};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 3;
    problem.n_alg = 2;
    problem.order = order;
    problem.right = 10;
    problem.f = equations;

    const coldae_invariant invariant = {.n = 2, .h = lengths};
    balance seen = {0, 0};
    coldae_march_options options;
    coldae_march_options_init(&options);
    options.tol = 1e-8;
    show_numbers(&args, &options.tol, &options.points, &options.n_points);
    options.invariants = &invariant;
    options.n_invariants = 1;
    options.observer = watch;
    options.observer_user = &seen;
    trace_watch(&args, problem.right, &options.observer, &options.observer_user);

    /* Measured values; the speed of the pin is to be kept. */
    double z[] = {0.7, -3.3, 0.7, 3.3, 2.6, -4}, y[2] = {0, 0}, moved[6];
    const int keep[] = {0, 1, 0, 1, 0, 0};
    coldae_ivp_info info;
    coldae_status status = coldae_consistent(&problem, 0, keep, &options, z, y, moved, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "march: %s: %s\n", coldae_strerror(status), info.message);
        return 1;
    }

    double end[6], force[2];
    coldae_solution *solution;
    status = coldae_march(&problem, z, &options, end, force, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "march: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }

    double drift = hypot(hypot(end[X1], end[Y1]) - 1, hypot(end[X1] - end[X2], end[Y1]) - 2);
    double error = seen.moved / (1 + fabs(seen.start));
    int wrong =
        !args.changed && !(error <= 10 * options.tol && drift <= 1e-13 && info.index == 2 && moved[U1] == 0);
    if (wrong)
        fprintf(stderr, "march: wrong: energy changes by %.1e, allowed %.1e; drift %.1e; index %d\n",
                seen.moved, 10 * options.tol, drift, info.index);

    coldae_info shown = {
        .n_intervals = info.n_steps, .index = info.index, .seconds_total = info.seconds_total};
    if (args.demo)
        show_demo("march", options.tol, &shown, error);
    else
        printf("start moved by (%.4f, %.4f) for the pin and %.4f for the slider, %.4f for its speed\n"
               "at t = 10: pin (%.8f, %.8f), slider %.8f, force in the rod %.6f\n"
               "%d steps from %.1e to %.1e long, %d refused; energy changes by %.1e, lengths by %.1e\n",
               moved[X1], moved[Y1], moved[X2], moved[U2], end[X1], end[Y1], end[X2], 2 * force[1],
               info.n_steps, info.smallest, info.largest, info.n_rejected + info.n_failed, seen.moved, drift);
    if (args.output) {
        show_curve curve[] = {
            {solution, X1, "x1, pin"}, {solution, Y1, "y1, pin"}, {solution, X2, "x2, slider"}};
        wrong |= show_results(&args, "Slider-crank under gravity, marched", "time t in s", "position in m", 3,
                              curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
