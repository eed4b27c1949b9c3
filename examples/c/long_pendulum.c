/* long_pendulum.c - a pendulum in Cartesian coordinates over 1000 periods: no drift
 *
 * Class: initial value problem, index 3, 1000 periods
 *
 * Problem: u'' = -u lambda - (0, 1), 0 = |u|^2 - 1 from rest at u = (1, 0); the rod's force lambda is unknown.  The
 * period is 4 K(1/2) = 7.4162987092..., so after 1000 of them the pendulum is back where it began.  Energy |v|^2/2 +
 * u_2 = 0.
 *
 * Lesson: positions and velocities stay on |u| = 1 and u.v = 0 to rounding for as long as one likes, since each step is
 * projected; only the energy feels the tolerance.  The same method without projection is shown beside it: with five
 * stages it gives up after a few periods, because its steps become too short.
 *
 * Copy: the callbacks of constrained motion and their derivatives; an observer.
 */
#include "trace.h"

#include <math.h>
#include <stdio.h>

static const double PERIOD = 7.4162987092054876737;
static const int PERIODS = 1000;

static int forces(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    k[0] = -u[0] * lambda[0];
    k[1] = -u[1] * lambda[0] - 1;
    return 0;
}

static int rod(double t, const double *u, const double *v, const double *lambda, double *g, void *user)
{
    g[0] = u[0] * u[0] + u[1] * u[1] - 1;
    return 0;
}

/* columns u_1, u_2, v_1, v_2, lambda */
static int forces_derivative(double t, const double *u, const double *v, const double *lambda,
                             const double *w, double *d, void *user)
{
    d[0] = d[3] = -lambda[0];
    d[8] = -u[0];
    d[9] = -u[1];
    return 0;
}

static int rod_derivative(double t, const double *u, const double *v, const double *lambda, const double *w,
                          double *d, void *user)
{
    d[0] = 2 * u[0];
    d[1] = 2 * u[1];
    return 0;
}

typedef struct watch {
    double g, rate, energy; /* largest so far */
    double next;            /* when to record */
    trace rows;             /* period, |g|, |dg/dt|, energy: the largest since the last row */
    double since[3];
} watch;

static int observe(const coldae_step *step, void *user)
{
    watch *w = user;
    const double *u = step->z, *v = u + 2;
    double now[3] = {fabs(u[0] * u[0] + u[1] * u[1] - 1), fabs(2 * (u[0] * v[0] + u[1] * v[1])),
                     fabs((v[0] * v[0] + v[1] * v[1]) / 2 + u[1])};
    w->g = show_worst(w->g, now[0]);
    w->rate = show_worst(w->rate, now[1]);
    w->energy = show_worst(w->energy, now[2]);
    for (int i = 0; i < 3; i++)
        w->since[i] = fmax(w->since[i], now[i]);
    if (step->t >= w->next) {
        trace_add(&w->rows, step->t / PERIOD, w->since);
        w->since[0] = w->since[1] = w->since[2] = 0;
        w->next = step->t + PERIOD;
    }
    return 0;
}

static coldae_status integrate(show_args *args, int projection, int stages, double *u, double *v, watch *w,
                               coldae_ivp_info *info)
{
    double lambda[1] = {0};
    coldae_index3_problem problem;
    coldae_index3_problem_init(&problem);
    problem.n_u = problem.n_v = 2;
    problem.n_lambda = 1;
    problem.right = PERIODS * PERIOD;
    problem.k = forces;
    problem.g = rod;
    problem.dk = forces_derivative;
    problem.dg = rod_derivative;

    coldae_index3_options options;
    coldae_index3_options_init(&options);
    options.tol = 1e-7;
    trace_options(args, &options);
    options.stages = stages;
    options.projection = projection;
    options.max_steps = 1000000;
    options.observer = observe;
    options.observer_user = w;
    trace_watch(args, problem.right, &options.observer, &options.observer_user);
    u[0] = 1;
    u[1] = v[0] = v[1] = 0;
    coldae_status status = coldae_index3(&problem, &options, u, v, lambda, info);
    show_clear(args);
    return status;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);
    double u[2], v[2], lost_u[2], lost_v[2];
    watch with = {.rows = {.columns = 3}}, without = with, lost = with;
    coldae_ivp_info info, other;
    coldae_status status = integrate(&args, COLDAE_INDEX3_PROJECT_BOTH, 5, u, v, &with, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "long_pendulum: %s: %s\n", coldae_strerror(status), info.message);
        trace_free(&with.rows);
        return 1;
    }
    double error = with.energy;
    int wrong =
        show_judge(&args, "long_pendulum", error, 1e-3) || !(with.g <= 1e-13) || !(with.rate <= 1e-13);
    if (args.demo) {
        trace_demo("long_pendulum", show_tol(&args, 1e-7), &info, error);
    } else {
        printf("%d periods, %d steps: |u|^2 - 1 to %.1e, u.v to %.1e, energy to %.1e, u = (%.4f, %.4f)\n",
               PERIODS, info.n_steps, with.g, with.rate / 2, error, u[0], u[1]);
        status = integrate(&args, COLDAE_INDEX3_PROJECT_NONE, 5, lost_u, lost_v, &lost, &other);
        printf("without projection, 5 stages: %s after %.1f periods, %d steps; u.v to %.1e\n",
               status == COLDAE_OK ? "arrives" : "gives up", other.t / PERIOD, other.n_steps, lost.rate / 2);
    }
    if (args.output) {
        wrong |=
            integrate(&args, COLDAE_INDEX3_PROJECT_NONE, 3, lost_u, lost_v, &without, &other) != COLDAE_OK;
        trace_curve on[] = {{&with.rows, -1, 0, "| |u|^2 - 1 |"},
                            {&with.rows, -1, 1, "2 |u.v|"},
                            {&with.rows, -1, 2, "energy"}};
        trace_curve off[] = {{&without.rows, -1, 0, "| |u|^2 - 1 |"},
                             {&without.rows, -1, 1, "2 |u.v|"},
                             {&without.rows, -1, 2, "energy"}};
        trace_panel panel[] = {{"projected, 5 stages", "period", "deviation", 1, 0, 3, on},
                               {"not projected, 3 stages", "period", "deviation", 1, 0, 3, off}};
        wrong |= trace_results(&args, &with.rows, "period,g,dg/dt,energy", 2, 2, panel);
    }
    trace_free(&with.rows);
    trace_free(&without.rows);
    trace_free(&lost.rows);
    return wrong;
}
