/* slow_solve.c - a solve that takes a while, for the test of the progress line */
#define _POSIX_C_SOURCE 200809L /* nanosleep */

#include "show.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

static int equation(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    const struct timespec moment = {0, 5000000};
    nanosleep(&moment, NULL);
    f[0] = -exp(z[0]);
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    *g = z[0];
    return 0;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);
    const int order[] = {2};
    const double zeta[] = {0, 1};
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
    show_options(&args, &options);
    coldae_solution *solution;
    coldae_status status = coldae_solve(&problem, &options, &solution, NULL);
    coldae_solution_free(solution);
    printf("%s\n", coldae_strerror(status));
    return status != COLDAE_OK;
}
