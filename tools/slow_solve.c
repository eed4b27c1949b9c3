/* slow_solve.c - runs that take a while, for the test of the progress line: --set kind=0 a solve, 1 a march, 2 constrained
 * motion, 3 a march of sequential regularization; --set stop=1: the observer of a march stops it half-way */
#define _POSIX_C_SOURCE 200809L /* nanosleep */

#include "trace.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

enum { SOLVE, MARCH, MOTION, REGULARIZE };

typedef struct run {
    show_args args;
    int stop;
    int seen; /* steps, by an observer as an example may have one */
} run;

static void wait_a_moment(void)
{
    const struct timespec moment = {0, 5000000};
    nanosleep(&moment, NULL);
}

static int watch(const coldae_step *step, void *user)
{
    run *r = user;
    r->seen = step->number;
    return r->stop && step->t > 0.8;
}

static int watch_srm(const coldae_srm_step *step, void *user)
{
    run *r = user;
    r->seen = step->number;
    return r->stop && step->t > 0.8;
}

/* u'' = -e^u */
static int equation(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    wait_a_moment();
    f[0] = -exp(z[0]);
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    *g = z[0];
    return 0;
}

static coldae_status solve(run *r, int kind)
{
    const int order[] = {2};
    const double zeta[] = {0, 1}, z_left[] = {0, 0.5};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 1;
    problem.order = order;
    problem.n_side = 2;
    problem.zeta = zeta;
    problem.f = equation;
    problem.g = condition;
    coldae_options options;
    coldae_options_init(&options);
    show_options(&r->args, &options);
    coldae_solution *solution = NULL;
    coldae_status status;
    if (kind == SOLVE) {
        status = coldae_solve(&problem, &options, &solution, NULL);
    } else {
        coldae_march_options steps;
        coldae_march_options_init(&steps);
        steps.step = COLDAE_STEP_FIXED;
        steps.n_steps = 25;
        steps.observer = watch;
        steps.observer_user = r;
        trace_watch(&r->args, problem.right, &steps.observer, &steps.observer_user);
        status = coldae_march(&problem, z_left, &steps, NULL, NULL, NULL, NULL);
    }
    coldae_solution_free(solution);
    return status;
}

/* v' = -v */
static int force(double t, const double *u, const double *v, const double *lambda, double *out, void *user)
{
    wait_a_moment();
    out[0] = -v[0];
    return 0;
}

static coldae_status move(run *r)
{
    double v[] = {1};
    coldae_index3_problem problem;
    coldae_index3_problem_init(&problem);
    problem.n_v = 1;
    problem.k = force;
    coldae_index3_options options;
    coldae_index3_options_init(&options);
    trace_options(&r->args, &options);
    options.h_first = 0.01;
    options.constant_steps = 1;
    options.observer = watch;
    options.observer_user = r;
    trace_watch(&r->args, problem.right, &options.observer, &options.observer_user);
    return coldae_index3(&problem, &options, NULL, v, NULL, NULL);
}

/* x' = y, 0 = x - 1 */
static int one(double t, const double *x, double *out, void *user)
{
    wait_a_moment();
    out[0] = 1;
    return 0;
}

static int minus_one(double t, const double *x, double *out, void *user)
{
    out[0] = -1;
    return 0;
}

static coldae_status regularize(run *r)
{
    const double start[] = {1};
    double x[1];
    coldae_srm_problem problem;
    coldae_srm_problem_init(&problem);
    problem.n_x = problem.n_y = 1;
    problem.B = one;
    problem.C = one;
    problem.r = minus_one;
    problem.start = start;
    coldae_srm_options options;
    coldae_srm_options_init(&options);
    show_options(&r->args, &options.bvp);
    options.eps = 0.01;
    options.iterations = 1;
    options.n_steps = 35;
    options.observer = watch_srm;
    options.observer_user = r;
    trace_watch_srm(&r->args, problem.right, &options);
    return coldae_srm_march(&problem, &options, x, NULL, NULL, NULL);
}

int main(int argc, char **argv)
{
    run r = {.args = show_parse(argc, argv)};
    int kind = (int)show_set(&r.args, "kind", SOLVE, SOLVE, REGULARIZE);
    r.stop = show_set(&r.args, "stop", 0, 0, 1) > 0;
    coldae_status status = kind == MOTION ? move(&r) : kind == REGULARIZE ? regularize(&r) : solve(&r, kind);
    printf("%s, %d steps\n", coldae_strerror(status), r.seen);
    return status != (r.stop ? COLDAE_ERR_CANCELLED : COLDAE_OK) || (kind != SOLVE && r.seen < 2);
}
