/* srm_choices.c - sequential regularization: which E, and what the library tells about a wrong one
 *
 * Class: initial value problem, index 2, singular at a point
 *
 * Problem: on [0, 1], x1(0) = x2(0) = 1, with the solution x1 = x2 = y = e^t,
 *
 *     x1' = a y + e^t (3/2 - t),     a = t - 1/2,
 *     x2' = b y + e^t (5/4 - t^2),   b = t^2 - 1/4,
 *       0 = a x1 + b x2 - e^t (t^2 + t - 3/4).
 *
 * a and b vanish at t = 1/2: C B = a^2 + b^2 is singular there. Ascher & Lin (1993), Example 4
 *
 * Lesson: E = (C B)^-1 gains a factor eps in each iteration, and the library takes it round the singular point.
 * E = I and E = (C B + delta I)^-1 need no such care but are weak near it: a smaller eps helps more than iterations.
 * E = (C B)^T is weaker still. An E of the wrong sign drives x away from the constraint: the result comes with a
 * warning.
 *
 * Copy: read info.n_indefinite and info.message even with COLDAE_OK; y from B y with coldae_srm_recover.
 */
#include "show.h"

#include "coldae/srm.h"

#include <math.h>
#include <stdio.h>

static int C(double t, const double *x, double *out, void *user) /* and B = C^T */
{
    out[0] = t - 0.5;
    out[1] = t * t - 0.25;
    return 0;
}

static int q(double t, const double *x, double *out, void *user)
{
    out[0] = exp(t) * (1.5 - t);
    out[1] = exp(t) * (1.25 - t * t);
    return 0;
}

static int r(double t, const double *x, double *out, void *user)
{
    out[0] = -exp(t) * (t * t + t - 0.75);
    return 0;
}

static int wrong_sign(double t, const double *x, double *out, void *user)
{
    out[0] = -1;
    return 0;
}

static int first_y(double t, const double *x, double *out, void *user)
{
    out[0] = 1 + t; /* right at t = 0 with its derivative: hardly a layer */
    return 0;
}

/* Largest error of x over the steps. */
static double error_of(const coldae_solution *solution)
{
    double error = 0, x[2];
    for (int i = 0; solution && i <= 200; i++) {
        coldae_solution_eval(solution, i / 200.0, x, NULL);
        error = show_worst(error, show_worst(fabs(x[0] - exp(i / 200.0)), fabs(x[1] - exp(i / 200.0))));
    }
    return solution ? error : NAN;
}

static const struct {
    const char *name;
    int E;
    double allowed; /* error after three iterations with eps = 1e-3 */
} choice[] = {{"(C B)^-1", COLDAE_SRM_E_INVERSE, 1e-7},
              {"(C B + delta I)^-1", COLDAE_SRM_E_DELTA, 1e-4},
              {"I", COLDAE_SRM_E_IDENTITY, 5e-3},
              {"(C B)^T", COLDAE_SRM_E_TRANSPOSE, 5e-2}};

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);
    const double start[] = {1, 1};
    coldae_srm_problem problem;
    coldae_srm_problem_init(&problem);
    problem.n_x = 2;
    problem.n_y = 1;
    problem.B = C;
    problem.C = C;
    problem.q = q;
    problem.r = r;
    problem.E = wrong_sign;
    problem.y0 = first_y;
    problem.start = start;

    coldae_srm_options options;
    coldae_srm_options_init(&options);
    options.eps = show_set(&args, "eps", 1e-3, 1e-6, 0.1);
    options.delta = show_set(&args, "delta", 1e-4, 1e-12, 1);
    show_options(&args, &options.bvp);
    options.iterations = 3;
    options.n_steps = 200;
    options.y0 = COLDAE_SRM_Y0_FUNCTION;

    int wrong = 0;
    coldae_solution *best = NULL;
    coldae_srm_info info, first = {0};
    double x[2], By[2], y = NAN, error = NAN;
    if (!args.demo)
        printf("E                     error    calls of the data  evaluations at the singular point\n");
    for (int i = 0; i < 4; i++) {
        coldae_solution *solution;
        options.E = choice[i].E;
        coldae_status status = coldae_srm_march(&problem, &options, x, By, &solution, &info);
        double e = error_of(solution);
        wrong |= status != COLDAE_OK || show_judge(&args, choice[i].name, e, choice[i].allowed);
        if (!args.demo)
            printf("%-20s %.1e %15d %15d\n", choice[i].name, e, info.n_data, info.n_dodged);
        if (i > 0) {
            coldae_solution_free(solution);
            continue;
        }
        best = solution;
        first = info;
        error = e;
        wrong |= coldae_srm_recover(&problem, 1, x, By, &y, NULL) != COLDAE_OK ||
                 show_judge(&args, "y(1)", fabs(y - exp(1)), 1e-3);
    }

    options.E = COLDAE_SRM_E_FUNCTION; /* -1 */
    options.eps = 1;
    options.iterations = 1;
    coldae_status status = coldae_srm_march(&problem, &options, x, NULL, NULL, &info);
    wrong |= status != COLDAE_OK || info.n_indefinite == 0;
    if (args.demo) {
        coldae_info line = {
            .index = 2, .n_intervals = first.n_intervals, .seconds_total = first.seconds_total};
        show_demo("srm_choices", choice[0].allowed, &line, error);
    } else {
        printf("y(1) = %.6f from B y, e = %.6f\n", y, exp(1));
        printf("E = -1: %d steps with an eigenvalue below zero, the first at t = %g: %.2g\n%s\n",
               info.n_indefinite, info.indefinite_t, info.indefinite_value, info.message);
    }
    if (args.output && best) {
        show_curve curve[] = {{best, 0, "x1"}, {best, 2, "(B y)_1"}, {best, 3, "(B y)_2"}};
        wrong |= show_results(&args, "C B = 0 at t = 1/2, E = (C B)^-1", "t", "x1, B y", 3, curve);
    }
    coldae_solution_free(best);
    return wrong;
}
