/* srm_boundary.c - a constraint that becomes singular inside the interval: sequential regularization
 *
 * Class: boundary value problem, index 2, singular at a point
 *
 * Problem: on [0, 1], with the solution x1 = e^-t, x2 = sin t, y = cos t / (1-2t),
 *
 *     x1' = -x1 + x2 - sin t,
 *     x2' = (1-2t) y,
 *       0 = (1-2t) (x1 + x2 - e^-t - sin t),      x1(1) + x2(0) = 1/e.
 *
 * At t = 1/2 the constraint says nothing and y is infinite; x and the product B y = (0, cos t) are smooth.
 * Ascher & Lin (1993), Example 1
 *
 * Lesson: coldae_srm_solve replaces the constraint by a force that pulls towards it, and corrects that force in a few
 * iterations. It returns x and B y, never y. Where y(0) is not known, B y has a layer of width eps at the left end;
 * shooting back from the right end removes it. coldae_solve stops if one of its points is t = 1/2, and says so.
 *
 * Copy: write A, B, C, q, r as functions of t; leave eps and the number of iterations to the library.
 */
#include "show.h"

#include "coldae/srm.h"

#include <math.h>
#include <stdio.h>

static int A(double t, const double *x, double *out, void *user)
{
    out[0] = -1; /* column by column */
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

static int ends(const double *xl, const double *xr, const double *p, double *out, void *user)
{
    out[0] = xr[0] + xl[1] - exp(-1); /* the constraint at t = 0 is added by the library */
    return 0;
}

/* Largest errors of x and of B y for t >= from. */
static double error_of(const coldae_solution *solution, double from, double *error_By)
{
    double error = 0;
    *error_By = 0;
    for (int i = 0; i <= 1000; i++) {
        double t = i / 1000.0, x[2], By[2];
        if (t < from)
            continue;
        coldae_solution_eval(solution, t, x, By);
        error = show_worst(error, show_worst(fabs(x[0] - exp(-t)), fabs(x[1] - sin(t))));
        *error_By = show_worst(*error_By, show_worst(fabs(By[0]), fabs(By[1] - cos(t))));
    }
    return error;
}

/* The same equations for coldae_solve; 11 subintervals of 3 points: the middle one is t = 1/2. */
static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    f[0] = -z[0] + z[1] - sin(t);
    f[1] = (1 - 2 * t) * y[0];
    f[2] = (1 - 2 * t) * (z[0] + z[1] - exp(-t) - sin(t));
    return 0;
}

static int plain_collocation_solves_it(int print)
{
    const int order[] = {1, 1};
    coldae_problem problem;
    coldae_options options;
    coldae_problem_init(&problem);
    coldae_options_init(&options);
    problem.n_diff = 2;
    problem.n_alg = 1;
    problem.order = order;
    problem.linear = 1;
    problem.n_coupled = 1;
    problem.f = equations;
    problem.coupled = ends;
    options.n_points = 3;
    options.n_intervals = 11;
    options.adapt = COLDAE_FIXED_MESH;
    coldae_solution *solution;
    coldae_info info;
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    coldae_solution_free(solution);
    if (print)
        printf("coldae_solve: %s\n", info.message);
    return status == COLDAE_OK;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    coldae_srm_problem problem;
    coldae_srm_problem_init(&problem);
    problem.n_x = 2;
    problem.n_y = 1;
    problem.A = A;
    problem.B = B;
    problem.C = C;
    problem.q = q;
    problem.r = r;
    problem.n_coupled = 1;
    problem.coupled = ends;

    coldae_srm_options options;
    coldae_srm_options_init(&options);
    options.eps = show_set(&args, "eps", 0, 0, 0.2); /* 0: chosen by the library */
    show_options(&args, &options.bvp);
    coldae_solution *layered, *solution;
    coldae_srm_info info, back_info;
    coldae_status status = coldae_srm_solve(&problem, &options, &layered, &info);
    options.shoot_back = 3;
    coldae_status back = coldae_srm_solve(&problem, &options, &solution, &back_info);
    if (status != COLDAE_OK || back != COLDAE_OK) {
        fprintf(stderr, "srm_boundary: %s %s\n", info.message, back_info.message);
        coldae_solution_free(layered);
        coldae_solution_free(solution);
        return 1;
    }

    double By, layer, By_back, error = error_of(layered, 0.3, &By),
                               back_error = error_of(solution, 0, &By_back);
    (void)error_of(layered, 0, &layer);
    int wrong = show_judge(&args, "srm_boundary", error, 1e-5) |
                show_judge(&args, "srm_boundary, B y", By, 1e-4) |
                show_judge(&args, "srm_boundary, shooting back", back_error, 1e-4) |
                show_judge(&args, "srm_boundary, shooting back, B y", By_back, 1e-2);
    if (plain_collocation_solves_it(!args.demo)) {
        fprintf(stderr, "srm_boundary: coldae_solve solves it, which it should not\n");
        wrong = 1;
    }
    if (args.demo) {
        coldae_info line = {.index = 2, .n_intervals = info.n_intervals, .seconds_total = info.seconds_total};
        show_demo("srm_boundary", options.tol, &line, error);
    } else {
        printf("C B is singular at t = %g; eps = %g, constraint residual after iteration", info.singular_t[0],
               info.eps);
        for (int s = 0; s < info.n_residual; s++)
            printf("%s %d: %.1e", s ? "," : "", s + 1, info.residual[s]);
        printf("\nerror of x %.1e, of B y %.1e for t >= 0.3; in the layer %.1e\n", error, By, layer);
        printf("after shooting back %.1e and %.1e everywhere\n", back_error, By_back);
    }
    if (args.output) {
        show_curve curve[] = {
            {solution, 0, "x1"}, {solution, 1, "x2"}, {solution, 3, "(B y)_2"}, {layered, 3, "-with layer"}};
        wrong |= show_results(&args, "C B singular at t = 1/2", "t", "x1, x2, (B y)_2", 4, curve);
    }
    coldae_solution_free(layered);
    coldae_solution_free(solution);
    return wrong;
}
