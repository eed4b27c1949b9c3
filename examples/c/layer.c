/* layer.c - the mesh finds the boundary layers
 *
 * Class: boundary value problem, index 0, boundary layers
 *
 * Problem: on [0, 1], with eps = 1e-5,
 *
 *     eps u'' = u + cos^2(pi t) + 2 eps pi^2 cos(2 pi t),       u(0) = u(1) = 0.
 *
 * Away from the ends u is -cos^2(pi t); to meet the conditions it must turn within a width of sqrt(eps).
 *
 * Lesson: nobody has to say where a layer is. The solve begins with 5 equal subintervals; each solution
 * tells where the next mesh must be fine. To see every mesh, this program solves the problem again and
 * again, and stops after the first, the second, .. mesh. Look at them: --plot layer.svg
 *
 * Copy: tol_z, one tolerance for each entry of z (0: do not control this one), and coldae_solution_mesh.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

enum { MOST = 12 }; /* meshes that are shown */

static const double pi = 3.14159265358979323846;

static int equation(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double eps = *(const double *)user;
    f[0] = (z[0] + cos(pi * t) * cos(pi * t)) / eps + 2 * pi * pi * cos(2 * pi * t); /* u'' */
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    *g = z[0]; /* u = 0 at both ends */
    return 0;
}

static double exact(double t, double eps)
{
    double s = sqrt(eps);
    return (exp(-t / s) + exp((t - 1) / s)) / (1 + exp(-1 / s)) - cos(pi * t) * cos(pi * t);
}

/* Cancel the solve when it begins with a mesh after the last one that is wanted. */
static int stop_after(const coldae_event *event, void *user)
{
    const int *last = user;
    return event->kind == COLDAE_EVENT_MESH && event->mesh > *last;
}

/* for the plot */
static double known(double t, int c, void *user)
{
    return c == 0 ? exact(t, *(const double *)user) : NAN;
}

static double error_of(const coldae_solution *solution, double eps)
{
    double error = 0;
    for (int i = 0; i <= 2000; i++) {
        double t = i / 2000.0, z[2];
        coldae_solution_eval(solution, t, z, NULL);
        error = show_worst(error, fabs(z[0] - exact(t, eps)) / (1 + fabs(exact(t, eps))));
    }
    return error;
}

static void describe(int number, const coldae_solution *solution, double eps)
{
    const double *t;
    int n = coldae_solution_mesh(solution, &t);
    double widest = 0, narrowest = 1;
    for (int i = 0; i < n; i++) {
        widest = fmax(widest, t[i + 1] - t[i]);
        narrowest = fmin(narrowest, t[i + 1] - t[i]);
    }
    printf("mesh %2d: %3d subintervals, from %.4f to %.4f wide, error %.1e\n", number, n, narrowest, widest,
           error_of(solution, eps));
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {2};
    const double zeta[] = {0, 1};
    double eps = show_set(&args, "eps", 1e-5, 1e-10, 1);
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 1;
    problem.order = order;
    problem.n_side = 2;
    problem.zeta = zeta;
    problem.linear = 1;
    problem.f = equation;
    problem.g = condition;
    problem.user = &eps;

    const double tol_z[] = {show_tol(&args, 1e-8), 0}; /* u to 1e-8; u' as it comes */
    int last = 1000000;
    coldae_options options;
    coldae_options_init(&options);
    options.tol_z = tol_z;
    options.monitor = stop_after;
    options.monitor_user = &last;
    show_options(&args, &options);

    coldae_solution *solution;
    coldae_info info;
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "layer: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }
    double error = error_of(solution, eps);
    int wrong = show_judge(&args, "layer", error, tol_z[0]);

    /* the meshes before the last one, then the last one with its curve */
    show_curve curve[MOST + 1];
    coldae_solution *stage[MOST] = {NULL};
    int stages = 0;
    for (last = 1; last < info.n_meshes && stages < MOST; last++) {
        if (coldae_solve(&problem, &options, &stage[stages], NULL) != COLDAE_ERR_CANCELLED || !stage[stages])
            continue;
        curve[stages] = (show_curve){stage[stages], 0, NULL};
        stages++;
        if (!args.demo)
            describe(last, stage[stages - 1], eps);
    }
    curve[stages] = (show_curve){solution, 0, "u"};
    if (args.demo)
        show_demo("layer", tol_z[0], &info, error);
    else
        describe(info.n_meshes, solution, eps);
    char title[80];
    (void)snprintf(title, sizeof title, "Layers at both ends, eps = %g, and the meshes that led there", eps);
    args.exact = known;
    args.exact_user = &eps;
    if (args.output)
        wrong |= show_results(&args, title, "t", "u", stages + 1, curve);
    for (int i = 0; i < stages; i++)
        coldae_solution_free(stage[i]);
    coldae_solution_free(solution);
    return wrong;
}
