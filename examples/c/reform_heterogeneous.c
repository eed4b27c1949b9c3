/* reform_heterogeneous.c - light and heavy bodies: the formulation decides, not the method
 *
 * Class: constrained mechanics, index 3
 *
 * Problem: Example 4.1 of Ascher & Petzold (1992), M p'' = E p' - C^T lambda + q, 0 = C p + r, in a linear
 * model with the solution p = (e^t, e^t), 0 <= t <= 1. The mass matrix has eigenvalues that differ by a
 * factor of about nu^2; solution and constraint C = (1, t - 2) are as smooth as can be.
 *
 * Lesson: 100 steps of backward Euler are plenty for p. But the force acts along M^-1 C^T, which turns
 * quickly where nu is large, and index-2 formulations treat that explicitly: for nu = 1000 they explode,
 * stabilised or not. Projected invariants with D = C^T do not see it. Which formulation is good is a
 * property of the problem, not of the method.
 *
 * Copy: the linear front end, a problem given by its matrices.
 */
#include "coldae/reform.h"
#include "trace.h"

#include <math.h>
#include <stdio.h>

/* A_1 = M^-1 E */
static int get_A(int j, double t, double *A, void *user)
{
    double nu = *(const double *)user;
    if (j == 1) {
        A[2] = 2 * nu - 1;
        A[3] = (2 * nu * nu - 2 * nu + 1) / (nu * (2 - t));
    }
    return 0;
}

/* -M^-1 C^T */
static int get_B(double t, double *B, void *user)
{
    double nu = *(const double *)user;
    B[0] = -(2 + t) * (2 - t) * nu;
    B[1] = -(2 + t) * (nu - 1);
    return 0;
}

static int get_C(int level, double t, double *C, void *user)
{
    C[0] = level == 0;
    C[1] = level == 0 ? t - 2 : level == 1;
    return 0;
}

/* M^-1 q */
static int get_q(double t, double *q, void *user)
{
    double nu = *(const double *)user, e = exp(t);
    q[0] = e * (2 - 2 * nu + nu * (2 + t));
    q[1] = e * (nu * nu * (t + 2) - 2 * nu * t - (2 * nu * nu - 2 * nu + 1)) / (nu * (2 - t));
    return 0;
}

static int get_r(int level, double t, double *r, void *user)
{
    r[0] = (level == 0 ? 1 - t : level == 1 ? -t : -1 - t) * exp(t);
    return 0;
}

/* Largest error of p at t = 1, INFINITY if it cannot be computed; 0 or 1: did the reformulation work? */
static int march(show_args *args, int kind, double nu, int n, double *error, coldae_ivp_info *march_info,
                 coldae_solution **solution)
{
    const double z_left[] = {1, 1, 1, 1};
    coldae_reform_linear problem;
    coldae_reform_linear_init(&problem);
    problem.n = 2;
    problem.n_alg = problem.n_g = 1;
    problem.A = get_A;
    problem.B = get_B;
    problem.C = get_C;
    problem.q = get_q;
    problem.r = get_r;
    problem.z_left = z_left;
    problem.user = &nu;

    coldae_reform_options options;
    coldae_reform_options_init(&options);
    options.kind = kind;
    options.first_order = 1; /* so that one Radau point is backward Euler */
    coldae_reform *reform;
    coldae_reform_info info;
    coldae_status status = coldae_reform_create_linear(&problem, &options, &reform, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "reform_heterogeneous: %s: %s\n", coldae_strerror(status), info.message);
        return 1;
    }
    coldae_march_options steps;
    coldae_march_options_init(&steps);
    steps.points = COLDAE_RADAU;
    steps.n_points = 1;
    steps.step = COLDAE_STEP_FIXED;
    steps.n_steps = n;
    trace_watch(args, problem.right, &steps.observer, &steps.observer_user);
    double z_new[6], y_new[3], z[4];
    status = coldae_march(coldae_reform_result(reform), NULL, &steps, z_new, y_new, solution, march_info);
    *error = INFINITY;
    if (status == COLDAE_OK && coldae_reform_from(reform, 1, z_new, y_new, NULL, z, NULL) == COLDAE_OK)
        *error = fmax(fabs(z[0] - exp(1)), fabs(z[2] - exp(1)));
    coldae_reform_free(reform);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int kind, good; /* good: also for nu = 1000 */
    } kinds[] = {
        {"index 2, not stabilised", COLDAE_REFORM_INDEX2, 0},
        {"Baumgarte, index 2", COLDAE_REFORM_BAUMGARTE2, 0},
        {"stabilised index 2", COLDAE_REFORM_STABILIZED, 0},
        {"projected invariants II", COLDAE_REFORM_INVARIANT2, 1},
        {"family, g imposed", COLDAE_REFORM_FAMILY, 1},
    };
    static const double NU[] = {1, 100, 1000};
    show_args args = show_parse(argc, argv);
    int steps = (int)show_set(&args, "steps", 100, 1, 1e6);
    coldae_options none; /* the tables are of backward Euler, whatever is given */
    coldae_options_init(&none);
    show_options(&args, &none);
    double worst = 0;
    int wrong = 0;
    coldae_info info = {.index = 2};
    coldae_solution *shown = NULL;
    if (!args.demo)
        printf("error of p at t = 1         nu = 1       100      1000\n");
    for (int i = 0; i < 5; i++) {
        double error[3];
        for (int j = 0; j < 3; j++) {
            coldae_ivp_info m;
            int keep = i == 4 && j == 2;
            if (march(&args, kinds[i].kind, NU[j], steps, &error[j], &m, keep ? &shown : NULL) != 0)
                return 1;
            info.n_intervals = m.n_steps;
            info.seconds_total += m.seconds_total;
            if (kinds[i].good || j < 2)
                worst = show_worst(worst, error[j]);
        }
        if (!args.demo)
            printf("%-24s %9.1e %9.1e %9.1e\n", kinds[i].name, error[0], error[1], error[2]);
        int bad =
            !args.changed && (!(error[0] < 0.02 && error[1] < 0.02) || kinds[i].good != (error[2] < 0.02));
        if (bad)
            fprintf(stderr, "reform_heterogeneous: wrong: %s\n", kinds[i].name);
        wrong |= bad;
    }
    if (args.demo)
        show_demo("reform_heterogeneous", 0.02, &info, worst);
    if (args.output) {
        show_curve curve[] = {{shown, 0, "p1"}, {shown, 2, "p2"}, {shown, 4, "lambda"}, {shown, 5, "mu"}};
        wrong |= show_results(&args, "Heterogeneous masses, nu = 1000, projected invariant", "time t",
                              "p1, p2, lambda, mu", 4, curve);
    }
    coldae_solution_free(shown);
    return wrong;
}
