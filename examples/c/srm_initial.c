/* srm_initial.c - initial values of a problem whose constraint becomes singular, step by step
 *
 * Class: initial value problem, index 2, singular at a point
 *
 * Problem: that of srm_boundary.c with x1(0) = 1, x2(0) = 0, from which y(0) = 1 follows.
 * Ascher & Lin (1993), Example 2
 *
 * Lesson: coldae_srm_march makes all iterations inside each step and then forgets the step; memory does not grow. It
 * finds y(0) itself (COLDAE_SRM_Y0_START, which needs C' and r'), so that only a layer of size eps^2 is left at t = 0,
 * because y'(0) is not met. Behind it each iteration makes the error about eps times smaller, until it is that of the
 * method: backward Euler, Radau points or explicit
 * Runge-Kutta stages, which need steps below eps.
 *
 * Copy: the observer, which also gets y, where B has not lost its rank.
 */
#include "trace.h"

#include "coldae/srm.h"

#include <math.h>
#include <stdio.h>

static int A(double t, const double *x, double *out, void *user)
{
    out[0] = -1;
    out[2] = 1;
    return 0;
}

static int B(double t, const double *x, double *out, void *user)
{
    out[1] = 1 - 2 * t;
    return 0;
}

static int C(double t, const double *x, double *out, void *user)
{
    out[0] = out[1] = 1 - 2 * t;
    return 0;
}

static int dC(double t, const double *x, double *out, void *user)
{
    out[0] = out[1] = -2;
    return 0;
}

static int q(double t, const double *x, double *out, void *user)
{
    out[0] = -sin(t);
    return 0;
}

static int r(double t, const double *x, double *out, void *user)
{
    out[0] = -(1 - 2 * t) * (exp(-t) + sin(t));
    return 0;
}

static int dr(double t, const double *x, double *out, void *user)
{
    out[0] = 2 * (exp(-t) + sin(t)) - (1 - 2 * t) * (cos(t) - exp(-t));
    return 0;
}

typedef struct errors {
    double x, By;       /* for t >= 1/2 */
    double first;       /* of x before */
    double t_without_y; /* where B has lost its rank */
} errors;

static int watch(const coldae_srm_step *step, void *user)
{
    errors *e = user;
    double x = show_worst(fabs(step->x[0] - exp(-step->t)), fabs(step->x[1] - sin(step->t)));
    double By = show_worst(fabs(step->By[0]), fabs(step->By[1] - cos(step->t)));
    if (step->t >= 0.5) {
        e->x = show_worst(e->x, x);
        e->By = show_worst(e->By, By);
    } else {
        e->first = show_worst(e->first, x);
    }
    if (isnan(step->y[0]))
        e->t_without_y = step->t;
    return 0; /* nonzero would stop */
}

static const struct {
    const char *name;
    int stages, n_points, n_steps;
    double allowed; /* error of x for t >= 1/2, after four iterations */
} method[] = {{"backward Euler", COLDAE_SRM_RADAU, 1, 1000, 2e-4},
              {"Radau, 3 points", COLDAE_SRM_RADAU, 3, 100, 2e-6},
              {"forward Euler", COLDAE_SRM_EULER, 1, 1000, 2e-4},
              {"Runge-Kutta 4", COLDAE_SRM_RK4, 1, 100, 4e-6}};

/* March with method i; nonzero if that fails. */
static int run(show_args *args, const coldae_srm_problem *problem, double eps, int i, int iterations,
               errors *e, coldae_solution **solution, coldae_srm_info *info)
{
    double x[2];
    coldae_srm_options options;
    coldae_srm_options_init(&options);
    options.eps = eps;
    options.iterations = iterations;
    options.y0 = COLDAE_SRM_Y0_START;
    options.stages = method[i].stages;
    options.n_points = method[i].n_points;
    options.n_steps = method[i].n_steps;
    options.observer = watch;
    options.observer_user = e;
    trace_watch_srm(args, problem->right, &options);
    *e = (errors){0};
    if (coldae_srm_march(problem, &options, x, NULL, solution, info) == COLDAE_OK)
        return 0;
    fprintf(stderr, "srm_initial: %s: %s\n", method[i].name, info->message);
    return 1;
}

/* Every method with one to four iterations; nonzero if something is wrong. */
static int compare(const coldae_srm_problem *problem, double eps, show_args *args)
{
    int wrong = 0, print = !args->demo;
    errors e = {0};
    coldae_srm_info info;
    if (print)
        printf("error of x for t >= 1/2, iteration   1        2        3        4\n");
    for (int i = 0; i < 4; i++) {
        if (print)
            printf("%-16s %5d steps     ", method[i].name, method[i].n_steps);
        for (int m = 1; m <= 4; m++) {
            wrong |= run(args, problem, eps, i, m, &e, NULL, &info);
            if (print)
                printf("  %.1e%s", e.x, m == 4 ? "\n" : "");
        }
        wrong |= show_judge(args, method[i].name, e.x, method[i].allowed);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);
    double eps = show_set(&args, "eps", 0.02, 0.001, 0.1);
    coldae_options unused;
    coldae_options_init(&unused);
    show_options(&args, &unused);

    const double start[] = {1, 0};
    coldae_srm_problem problem;
    coldae_srm_problem_init(&problem);
    problem.n_x = 2;
    problem.n_y = 1;
    problem.A = A;
    problem.B = B;
    problem.C = C;
    problem.dC = dC;
    problem.q = q;
    problem.r = r;
    problem.dr = dr;
    problem.start = start;
    int wrong = compare(&problem, eps, &args);

    errors e;
    coldae_solution *solution;
    coldae_srm_info info;
    wrong |= run(&args, &problem, eps, 1, 4, &e, &solution, &info);
    if (args.demo) {
        coldae_info line = {.index = 2, .n_intervals = info.n_intervals, .seconds_total = info.seconds_total};
        show_demo("srm_initial", method[1].allowed, &line, e.x);
    } else {
        printf("before that at most %.1e (Radau); y is not to be had at t = %g, B y is known to %.1e there\n",
               e.first, e.t_without_y, e.By);
    }
    if (args.output && solution) {
        show_curve curve[] = {{solution, 0, "x1"}, {solution, 1, "x2"}, {solution, 3, "(B y)_2"}};
        wrong |=
            show_results(&args, "Marching through a singular constraint", "t", "x1, x2, (B y)_2", 3, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
