/* continuation.c - reach a hard problem through easier ones
 *
 * Class: boundary value problem, index 0, thin layer
 *
 * Problem: a nonlinear boundary layer at t = 0, down to eps = 5e-4,
 *
 *     eps u'' + e^u u' - (pi/2) sin(pi t/2) e^{2u} = 0 on [0, 1],       u(0) = u(1) = 0.
 *
 * Lesson: solve for a mild eps first, and give each solution to the next solve as options.start,
 * which carries both the curve and the mesh. A solve that fails leaves its start unharmed. With
 * no exact solution at hand, the answer is judged by a run with a tolerance 1000 times smaller.
 *
 * Copy: the loop over eps, and options.start.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

enum { STEPS = 4 };

static const double pi = 3.14159265358979323846;

static int equation(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double eps = *(const double *)user, e = exp(z[0]);
    f[0] = (pi / 2 * sin(pi * t / 2) * e * e - e * z[1]) / eps; /* u'' */
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    *g = z[0]; /* u = 0 at both ends */
    return 0;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {2};
    const double zeta[] = {0, 1};
    const double tol = show_tol(&args, 1e-8), last = show_set(&args, "eps", 5e-4, 1e-5, 1e-2);
    double tol_z[] = {tol, 0}; /* u only */
    double eps[STEPS] = {5e-2, 1e-2, fmin(4 * last, 1e-2), last};
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
    options.n_intervals = 10;
    options.tol_z = tol_z;
    show_options(&args, &options);

    coldae_solution *solution[STEPS + 1] = {NULL}; /* the last one: the tighter run */
    coldae_info info[STEPS + 1];
    coldae_status status = COLDAE_OK;
    for (int s = 0; s <= STEPS && status == COLDAE_OK; s++) {
        problem.user = &eps[s < STEPS ? s : STEPS - 1];
        options.start = s > 0 ? solution[s - 1] : NULL;
        options.monitor = s < STEPS ? options.monitor : NULL; /* the plot is about the others */
        tol_z[0] = s < STEPS ? tol : fmax(tol / 1000, 1e-13);
        status = coldae_solve(&problem, &options, &solution[s], &info[s]);
        if (status != COLDAE_OK)
            fprintf(stderr, "continuation: eps = %g: %s: %s\n", *(double *)problem.user,
                    coldae_strerror(status), info[s].message);
        else if (!args.demo)
            printf("eps = %-6g tol %.0e: %4d subintervals, %2d meshes, %2d Newton steps\n",
                   *(double *)problem.user, tol_z[0], info[s].n_intervals, info[s].n_meshes,
                   info[s].n_newton);
    }

    int wrong = status != COLDAE_OK;
    if (!wrong) {
        double error = 0;
        for (int i = 0; i <= 1000; i++) {
            double t = pow(i / 1000.0, 3), z[2], tight[2]; /* more points where the layer is */
            coldae_solution_eval(solution[STEPS - 1], t, z, NULL);
            coldae_solution_eval(solution[STEPS], t, tight, NULL);
            error = show_worst(error, fabs(z[0] - tight[0]) / (1 + fabs(tight[0])));
        }
        wrong = show_judge(&args, "continuation", error, tol);
        if (args.demo)
            show_demo("continuation", tol, &info[STEPS - 1], error);
        else
            printf("error %.1e against the tighter run\n", error);
    }
    if (args.output && !wrong) {
        char label[STEPS][32];
        for (int s = 0; s < STEPS; s++)
            (void)snprintf(label[s], sizeof label[s], "eps = %.2g", eps[s]);
        show_curve curve[] = {{solution[0], 0, label[0]},
                              {solution[1], 0, label[1]},
                              {solution[2], 0, label[2]},
                              {solution[3], 0, label[3]}};
        wrong = show_results(&args, "Continuation in eps to a thin layer", "t", "u", STEPS, curve);
    }
    for (int s = 0; s <= STEPS; s++)
        coldae_solution_free(solution[s]);
    return wrong;
}
