/* monitor.c - watch a solve, and stop it
 *
 * Class: boundary value problem, index 0, progress and stopping
 *
 * Problem: four equations of a thin shell on [0, 1], eps = 0.05, u1 = u3 = 0 at both ends,
 *
 *     u1' = sin u2,   u2' = u3,   eps u3' = -u4,
 *     eps u4' = (u1 - 1) cos u2 - u3 (sec u2 + eps u4 tan u2).
 *
 * Lesson: the library never prints. options.monitor is told about each mesh, each Newton step and
 * each error estimate: print them, draw them, or return nonzero to stop. A stopped solve gives
 * COLDAE_ERR_CANCELLED and the last converged solution, if there is one.
 *
 * Copy: the monitor, and what to do with a solve that was stopped.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double eps = *(const double *)user;
    f[0] = sin(z[1]);
    f[1] = z[2];
    f[2] = -z[3] / eps;
    f[3] = ((z[0] - 1) * cos(z[1]) - z[2] * (1 / cos(z[1]) + eps * z[3] * tan(z[1]))) / eps;
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    *g = l % 2 == 0 ? z[0] : z[2]; /* u1 = 0, then u3 = 0, at each end */
    return 0;
}

typedef struct watch {
    show_args *args;
    int print;      /* say what happens */
    int max_meshes; /* stop before the next one */
} watch;

static int monitor(const coldae_event *event, void *user)
{
    const watch *w = user;
    if (event->kind == COLDAE_EVENT_MESH && event->mesh > w->max_meshes)
        return 1;
    if (w->max_meshes > 1)
        show_watch(event, w->args); /* for the plot */
    if (!w->print)
        return 0;
    switch (event->kind) {
    case COLDAE_EVENT_MESH:
        printf("mesh %d of %d subintervals\n", event->mesh, event->n_intervals);
        break;
    case COLDAE_EVENT_NEWTON:
        printf("    step %d, damping %.3g, correction %.1e\n", event->iteration, event->damping,
               event->correction);
        break;
    case COLDAE_EVENT_DAMPING:
        printf("    step %d, damping %.3g refused\n", event->iteration, event->damping);
        break;
    case COLDAE_EVENT_ERROR:
        printf("    error estimate / tolerance %.2g\n", event->error);
        break;
    }
    return 0;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {1, 1, 1, 1};
    const double zeta[] = {0, 0, 1, 1};
    double eps = show_set(&args, "eps", 0.05, 0.01, 1);
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 4;
    problem.order = order;
    problem.n_side = 4;
    problem.zeta = zeta;
    problem.f = equations;
    problem.g = condition;
    problem.user = &eps;

    watch w = {&args, !args.demo, 1000};
    coldae_options options;
    coldae_options_init(&options);
    options.n_intervals = 10;
    options.monitor = monitor;
    options.monitor_user = &w;
    show_options(&args, &options);

    coldae_solution *solution, *stopped;
    coldae_info info, info_stopped;
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    w.print = 0;
    w.max_meshes = 1; /* now for the solution of the first mesh only */
    coldae_status status_stopped = coldae_solve(&problem, &options, &stopped, &info_stopped);
    if (status != COLDAE_OK || status_stopped != COLDAE_ERR_CANCELLED || !stopped) {
        fprintf(stderr, "monitor: %s: %s; stopped: %s: %s\n", coldae_strerror(status), info.message,
                coldae_strerror(status_stopped), info_stopped.message);
        coldae_solution_free(solution);
        coldae_solution_free(stopped);
        return 1;
    }

    /* Reference values at t = 0.2 */
    const double reference[] = {0.06688827656755, 0.2645425968304, -0.8544676246832, 0.02164054126404};
    double z[4], first[4], error = 0, error_stopped = 0;
    coldae_solution_eval(solution, 0.2, z, NULL);
    coldae_solution_eval(stopped, 0.2, first, NULL);
    for (int i = 0; i < 4; i++) {
        error = show_worst(error, fabs(z[i] - reference[i]) / (1 + fabs(reference[i])));
        error_stopped = show_worst(error_stopped, fabs(first[i] - reference[i]) / (1 + fabs(reference[i])));
    }
    int wrong = !args.changed && !(error <= options.tol && error_stopped <= 0.1);
    if (wrong)
        fprintf(stderr, "monitor: wrong: error %.1e, stopped after one mesh %.1e\n", error, error_stopped);

    if (args.demo)
        show_demo("monitor", options.tol, &info, error);
    else
        printf("error %.1e; stopped after one mesh: %.1e\n", error, error_stopped);
    if (args.output) {
        char title[80];
        (void)snprintf(title, sizeof title, "A thin shell, eps = %g", eps);
        show_curve curve[] = {
            {solution, 0, "u1"}, {solution, 1, "u2"}, {solution, 2, "u3"}, {solution, 3, "u4"}};
        wrong |= show_results(&args, title, "t", "u1, u2, u3, u4", 4, curve);
    }
    coldae_solution_free(solution);
    coldae_solution_free(stopped);
    return wrong;
}
