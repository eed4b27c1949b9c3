/* tuning.c - everything a demanding user can say, and what the library tells
 *
 * Class: periodic problem, index 0, exact Jacobians in batches
 *
 * Problem: on [0, 1], with the solution u = sin(2 pi t),
 *
 *     u'' = u + u^3 - (1 + 4 pi^2) s - s^3,   s = sin(2 pi t),       u(0) = 0,   u'(0) = u'(1).
 *
 * Lesson: the defaults are good; these are the knobs for programs that solve thousands of problems, or one that
 * is hard. f_batch and df_batch see many points in one call, so that a loop over them is fast. df, dg and
 * dcoupled replace differences; coldae_check_jacobian tells whether they are right. Memory, steps and threads
 * have limits. info says what a solve has cost, and coldae_solution_eval_many evaluates at many points.
 *
 * Copy: the layout of the batches, the check of the Jacobian, and the last lines, which print info.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846;

/* t[m], z[2, m], f[1, m]: point by point */
static int equations(int m, const double *t, const double *z, const double *y, const double *p, double *f,
                     void *user)
{
    for (int i = 0; i < m; i++) {
        double u = z[2 * i], s = sin(2 * pi * t[i]);
        f[i] = u + u * u * u - (1 + 4 * pi * pi) * s - s * s * s; /* u'' */
    }
    return 0;
}

/* df[1, 2, m]: one row, a column each for u and u' */
static int derivatives(int m, const double *t, const double *z, const double *y, const double *p, double *df,
                       void *user)
{
    for (int i = 0; i < m; i++)
        df[2 * i] = 1 + 3 * z[2 * i] * z[2 * i];
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    *g = z[0]; /* u(0) = 0 */
    return 0;
}

static int condition_by_z(int l, const double *z, const double *p, double *dg, void *user)
{
    dg[0] = 1;
    return 0;
}

static int ends(const double *zl, const double *zr, const double *p, double *r, void *user)
{
    r[0] = zl[1] - zr[1]; /* u'(0) = u'(1) */
    return 0;
}

/* dr[1, 4]: u(0), u'(0), u(1), u'(1) */
static int ends_by_z(const double *zl, const double *zr, const double *p, double *dr, void *user)
{
    dr[1] = 1;
    dr[3] = -1;
    return 0;
}

static double exact(double t, int c, void *user)
{
    return c == 0 ? sin(2 * pi * t) : 2 * pi * cos(2 * pi * t);
}

/* What a solve has cost. */
static void print_info(const coldae_info *info)
{
    printf("%d meshes, %d Newton steps, %d matrices factored\n", info->n_meshes, info->n_newton,
           info->n_factor);
    printf("points evaluated: f %d, df %d; conditions: g %d, dg %d\n", info->n_f, info->n_df, info->n_g,
           info->n_dg);
    printf("condition number about %.0e, conditions met to %.0e\n", info->condition, info->bc_residual);
    printf("%.0f kilobytes at most; last code of a callback: %d\n", info->peak_bytes / 1000,
           info->callback_code);
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {2};
    const double zeta[] = {0};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 1;
    problem.order = order;
    problem.n_side = 1;
    problem.zeta = zeta;
    problem.n_coupled = 1;
    problem.f_batch = equations; /* problem.f is not needed then */
    problem.df_batch = derivatives;
    problem.g = condition;
    problem.dg = condition_by_z;
    problem.coupled = ends;
    problem.dcoupled = ends_by_z;

    const double z[] = {0.3, -1};
    double worst;
    char message[256];
    if (coldae_check_jacobian(&problem, 0.4, z, NULL, NULL, &worst, message, 256) != COLDAE_OK ||
        !(worst <= 1e-6)) {
        fprintf(stderr, "tuning: %s\n", message);
        return 1;
    }

    coldae_options options;
    coldae_options_init(&options);
    options.tol = 1e-9;
    options.sensitive = 1;       /* begin with short Newton steps */
    options.max_iterations = 60; /* .. and allow more of them */
    options.max_bytes = 50e6;    /* give up rather than take more memory */
    options.n_threads = 1;       /* more: callbacks are called from several threads */
    options.consistency = 0;     /* all conditions are given: add none */
    show_options(&args, &options);

    coldae_solution *solution;
    coldae_info info;
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "tuning: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }

    enum { N = 201 };
    double t[N], u[2 * N], error = 0; /* u[2, N] */
    for (int i = 0; i < N; i++)
        t[i] = i / (N - 1.0);
    coldae_solution_eval_many(solution, N, t, u, NULL);
    for (int i = 0; i < N; i++)
        for (int c = 0; c < 2; c++)
            error = show_worst(error, fabs(u[2 * i + c] - exact(t[i], c, NULL)) / (1 + fabs(u[2 * i + c])));
    int wrong = show_judge(&args, "tuning", error, options.tol);

    if (args.demo) {
        show_demo("tuning", options.tol, &info, error);
    } else {
        printf("libcoldae %s: %d subintervals, error %.1e\n", coldae_version(), info.n_intervals, error);
        print_info(&info);
    }
    args.exact = exact;
    if (args.output) {
        show_curve curve[] = {{solution, 0, "u"}, {solution, 1, "u'"}};
        wrong |= show_results(&args, "A periodic problem with exact Jacobians", "t", "u, u'", 2, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
