/* stiff.c - a stiff initial value problem over eleven powers of ten
 *
 * Class: initial value problem, index 1, stiff
 *
 * Problem: Robertson's chemical reactions. u1 and u2 are concentrations, y is the third one, by conservation of mass,
 *
 *     u1' = -0.04 u1 + 10^4 u2 y,   u2' = 0.04 u1 - 10^4 u2 y - 3 10^7 u2^2,   0 = u1 + u2 + y - 1,   0 <= t <= 10^11,
 *
 * from u = (1, 0).
 *
 * Lesson: steps grow from 10^-4 to 10^10 as the solution becomes slow, although rates of 10^4 stay in the equations:
 * Radau points damp what is fast. u2 never exceeds 4 10^-5, so its tolerance is its own, and df is given: differences
 * would not know how small u2 is.
 *
 * Copy: tolerances for each component, limits of the steps, an observer that prints at times of its own.
 */
#include "trace.h"

#include "coldae/ivp.h"

#include <math.h>
#include <stdio.h>

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    f[0] = -0.04 * z[0] + 1e4 * z[1] * y[0];
    f[1] = 0.04 * z[0] - 1e4 * z[1] * y[0] - 3e7 * z[1] * z[1];
    f[2] = z[0] + z[1] + y[0] - 1;
    return 0;
}

/* df[3, 3], columns u1 u2 y */
static int derivatives(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    const double by_u1[] = {-0.04, 0.04, 1};
    const double by_u2[] = {1e4 * y[0], -1e4 * y[0] - 6e7 * z[1], 1};
    const double by_y[] = {1e4 * z[1], -1e4 * z[1], 1};
    for (int i = 0; i < 3; i++) {
        df[i] = by_u1[i];
        df[3 + i] = by_u2[i];
        df[6 + i] = by_y[i];
    }
    return 0;
}

/* Where the table goes on, and whether it is wanted. */
typedef struct table {
    double next;
    int quiet;
} table;

/* Values at powers of ten, from inside the steps. */
static int print(const coldae_step *step, void *user)
{
    table *rows = user;
    for (; step->dense && rows->next <= step->t; rows->next *= 100) {
        double z[2], y[1];
        coldae_step_eval(step, rows->next, z, y);
        if (!rows->quiet)
            printf("t = %.0e: u1 = %.6e, u2 = %.6e, y = %.10f (step %d, from %.2e)\n", rows->next, z[0], z[1],
                   y[0], step->number, step->t_old);
    }
    return step->y[0] > 1.1; /* never: it would be the end of the march */
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {1, 1};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 2;
    problem.n_alg = 1;
    problem.order = order;
    problem.right = 1e11;
    problem.f = equations;
    problem.df = derivatives;

    table rows = {0.1, args.demo};
    /* u1 and u2 fall to 1e-8 and below, and the reactions explode from a negative u1: a looser tolerance, absolute as it
     * is, would lose the sign of u1 */
    const double tol = fmin(show_tol(&args, 1e-10), 1e-8), tol_z[] = {tol, fmax(tol / 1000, 1e-14)};
    const double z_left[] = {1, 0};
    coldae_march_options options;
    coldae_march_options_init(&options);
    options.tol_z = tol_z;
    show_numbers(&args, &options.tol, &options.points, &options.n_points);
    options.h_first = 1e-4;
    options.h_largest = 2e10;
    options.max_steps = 2000;
    options.observer = print;
    options.observer_user = &rows;
    trace_watch(&args, problem.right, &options.observer, &options.observer_user);

    double z[2], y[1];
    coldae_solution *solution;
    coldae_ivp_info info;
    coldae_status status = coldae_march(&problem, z_left, &options, z, y, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "stiff: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }

    /* at t = 10^11, by another method with much tighter tolerances */
    double error = show_worst(fabs(z[0] - 2.083340149701e-08), fabs(z[1] - 8.333360770333e-14));
    int wrong = !args.changed && !(error <= 1e-10 && info.index == 1 && info.largest <= 2e10 * (1 + 1e-9));
    if (wrong)
        fprintf(stderr, "stiff: wrong: error %.1e, allowed 1e-10; index %d\n", error, info.index);

    coldae_info shown = {
        .n_intervals = info.n_steps, .index = info.index, .seconds_total = info.seconds_total};
    if (args.demo)
        show_demo("stiff", tol_z[0], &shown, error);
    else
        printf("%d steps from %.1e to %.1e long, %d refused, %d factorisations; error %.1e\n", info.n_steps,
               info.smallest, info.largest, info.n_rejected + info.n_failed, info.n_factor, error);
    args.log_t = 1e-3;
    if (args.output) {
        show_curve curve[] = {{solution, 0, "u1"}, {solution, 2, "y = 1 - u1 - u2"}};
        wrong |= show_results(&args, "Robertson's reactions over eleven powers of ten", "time t",
                              "concentration", 2, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
