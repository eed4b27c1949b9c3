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
 * property of the problem, not of the method. The plot has the errors of all five.
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

/* Times 1/N .. 1 of the plot, formulations, mass ratios */
enum { N = 100, KINDS = 5, RATIOS = 3 };

static double error_of(const double *z, double t)
{
    return show_worst(fabs(z[0] - exp(t)), fabs(z[2] - exp(t)));
}

/* Errors of p at the times of the plot, the last one at t = 1; NaN where they cannot be computed. */
static void sample(const coldae_reform *reform, const coldae_solution *solution, double *error)
{
    for (int i = 0; i < N; i++) {
        double t = (i + 1) / (double)N, z_new[6], y_new[3], z[4];
        error[i] = NAN;
        if (solution && coldae_solution_eval(solution, t, z_new, y_new) == COLDAE_OK &&
            coldae_reform_from(reform, t, z_new, y_new, NULL, z, NULL) == COLDAE_OK)
            error[i] = error_of(z, t);
    }
}

/* Errors of p for one formulation; 0 or 1: did the reformulation work? */
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
    double z_new[6], y_new[3];
    status = coldae_march(coldae_reform_result(reform), NULL, &steps, z_new, y_new, solution, march_info);
    sample(reform, *solution, error);
    if (status != COLDAE_OK)
        error[N - 1] = INFINITY;
    coldae_reform_free(reform);
    return 0;
}

static const struct {
    const char *name, *label; /* label: in the plot; the last two curves lie on each other */
    int kind, good;           /* good: also for nu = 1000 */
} kinds[KINDS] = {
    {"index 2, not stabilised", "index 2", COLDAE_REFORM_INDEX2, 0},
    {"Baumgarte, index 2", "Baumgarte", COLDAE_REFORM_BAUMGARTE2, 0},
    {"stabilised index 2", "stabilised", COLDAE_REFORM_STABILIZED, 0},
    {"projected invariants II", "invariants II", COLDAE_REFORM_INVARIANT2, 1},
    {"family, g imposed", "-family", COLDAE_REFORM_FAMILY, 1},
};
static const double NU[RATIOS] = {1, 100, 1000};

/* The errors of all formulations over time, for nu = 100 and nu = 1000. */
static int draw(const char *file, double error[RATIOS][KINDS][N])
{
    trace rows = {.columns = 2 * KINDS};
    trace_curve curve[2][KINDS];
    for (int i = 0; i < N; i++) {
        double row[2 * KINDS];
        for (int c = 0; c < 2 * KINDS; c++)
            row[c] = error[1 + c / KINDS][c % KINDS][i];
        trace_add(&rows, (i + 1) / (double)N, row);
    }
    for (int c = 0; c < 2 * KINDS; c++)
        curve[c / KINDS][c % KINDS] = (trace_curve){&rows, -1, c, kinds[c % KINDS].label};
    const trace_panel panel[] = {
        {"nu = 100", "time t", "error of p", 1, 0, KINDS, curve[0]},
        {"nu = 1000", "time t", "error of p", 1, 0, KINDS, curve[1]},
    };
    int failed = trace_plot(file, 2, 2, panel);
    trace_free(&rows);
    return failed;
}

/* The solution of the last formulation as a file, the errors of all as a plot. */
static int write_files(const show_args *args, double error[RATIOS][KINDS][N], const coldae_solution *shown)
{
    const show_curve curve[] = {{shown, 0, "p1"}};
    show_args without = *args;
    without.plot = NULL;
    int failed = show_results(&without, "", "", "", 1, curve);
    return args->plot ? failed | draw(args->plot, error) : failed;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);
    int steps = (int)show_set(&args, "steps", 100, 1, 1e6);
    coldae_options none; /* the tables are of backward Euler, whatever is given */
    coldae_options_init(&none);
    show_options(&args, &none);
    static double error[RATIOS][KINDS][N];
    double worst = 0;
    int wrong = 0;
    coldae_info info = {.index = 2};
    coldae_solution *shown = NULL;
    if (!args.demo)
        printf("error of p at t = 1         nu = 1       100      1000\n");
    for (int i = 0; i < KINDS; i++) {
        double end[RATIOS];
        for (int j = 0; j < RATIOS; j++) {
            coldae_ivp_info m;
            coldae_solution_free(shown);
            shown = NULL;
            if (march(&args, kinds[i].kind, NU[j], steps, error[j][i], &m, &shown) != 0)
                return 1;
            end[j] = error[j][i][N - 1];
            info.n_intervals = m.n_steps;
            info.seconds_total += m.seconds_total;
            if (kinds[i].good || j < 2)
                worst = show_worst(worst, end[j]);
        }
        if (!args.demo)
            printf("%-24s %9.1e %9.1e %9.1e\n", kinds[i].name, end[0], end[1], end[2]);
        int bad = !args.changed && (!(end[0] < 0.02 && end[1] < 0.02) || kinds[i].good != (end[2] < 0.02));
        if (bad)
            fprintf(stderr, "reform_heterogeneous: wrong: %s\n", kinds[i].name);
        wrong |= bad;
    }
    if (args.demo)
        show_demo("reform_heterogeneous", 0.02, &info, worst);
    if (args.output && shown)
        wrong |= write_files(&args, error, shown);
    coldae_solution_free(shown);
    return wrong;
}
