/* reform_rotating.c - a constraint that turns quickly
 *
 * Class: initial value problem, index 2
 *
 * Problem: Example 1 of Ascher & Petzold (1991), x' = -x + C^T y + q, 0 = C x + r, C = (sin nu t, cos nu t),
 * nu = 500, 0 <= t <= 1: the constraint turns eighty times; the solution is x = (e^t, e^t) all the same.
 *
 * Lesson: 100 steps of Radau's method of order 3 do for the index-2 problem and for projected invariants,
 * although the constraint turns by five radians in each. Baumgarte's terms need a gamma much larger than nu.
 * Coordinates that are good at the start (u = x_1) are singular 160 times on the way: coldae_reform_march looks
 * at their condition after each step and changes them in time, but its steps must be as short as a turn asks.
 *
 * Copy: the linear front end, and a march with changing coordinates and an observer that counts its steps.
 */
#include "coldae/reform.h"
#include "trace.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int get_A(int j, double t, double *A, void *user)
{
    A[0] = A[3] = -1;
    return 0;
}

static int get_B(double t, double *B, void *user)
{
    double nu = *(const double *)user;
    B[0] = sin(nu * t);
    B[1] = cos(nu * t);
    return 0;
}

static int get_C(int level, double t, double *C, void *user)
{
    double nu = *(const double *)user;
    C[0] = level == 0 ? sin(nu * t) : nu * cos(nu * t);
    C[1] = level == 0 ? cos(nu * t) : -nu * sin(nu * t);
    return 0;
}

static int get_q(double t, double *q, void *user)
{
    double nu = *(const double *)user;
    q[0] = exp(t) * (2 + sin(nu * t) / (2 - t));
    q[1] = exp(t) * (2 + cos(nu * t) / (2 - t));
    return 0;
}

static int get_r(int level, double t, double *r, void *user)
{
    double nu = *(const double *)user;
    double s = sin(nu * t), c = cos(nu * t);
    r[0] = level == 0 ? -exp(t) * (s + c) : -exp(t) * ((1 - nu) * s + (1 + nu) * c);
    return 0;
}

static int count(const coldae_step *step, void *user)
{
    *(int *)user = step->number;
    return 0;
}

typedef struct result {
    double error, drift;
    int steps, switches;
    coldae_ivp_info info;
    coldae_solution *solution;
} result;

/* One kind, Radau's method of order 3 with n steps; limit 0: constant coordinates. */
static int march(show_args *args, int kind, double nu, double gamma, double limit, int n, int keep,
                 result *out)
{
    const double x_left[] = {1, 1}, coordinates[] = {1, 0};
    coldae_reform_linear problem;
    coldae_reform_linear_init(&problem);
    problem.n = 2;
    problem.n_alg = problem.n_g = 1;
    problem.order = 1;
    problem.A = get_A;
    problem.B = get_B;
    problem.C = get_C;
    problem.q = get_q;
    problem.r = get_r;
    problem.z_left = x_left;
    problem.user = &nu;

    coldae_reform_options options;
    coldae_reform_options_init(&options);
    options.kind = kind;
    options.gamma = gamma;
    options.R = coordinates;
    memset(out, 0, sizeof *out);
    coldae_reform *reform;
    coldae_reform_info info;
    coldae_status status = coldae_reform_create_linear(&problem, &options, &reform, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "reform_rotating: %s: %s\n", coldae_strerror(status), info.message);
        return 1;
    }
    coldae_march_options steps;
    coldae_march_options_init(&steps);
    steps.points = COLDAE_RADAU;
    steps.n_points = 2;
    steps.step = COLDAE_STEP_FIXED;
    steps.n_steps = n;
    steps.rank_kappa = info.rank_kappa; /* a large gamma looks like index 2; the reform knows better */
    steps.observer = count;
    steps.observer_user = &out->steps;
    trace_watch(args, problem.right, &steps.observer, &steps.observer_user);
    double x[2] = {NAN, NAN};
    if (limit > 0)
        status = coldae_reform_march(reform, &steps, limit, x, NULL, &out->switches, &out->info);
    else {
        double z_new[2], y_new[2];
        status = coldae_march(coldae_reform_result(reform), NULL, &steps, z_new, y_new,
                              keep ? &out->solution : NULL, &out->info);
        if (status == COLDAE_OK)
            status = coldae_reform_from(reform, 1, z_new, y_new, NULL, x, NULL);
    }
    out->error = status == COLDAE_OK ? fmax(fabs(x[0] - exp(1)), fabs(x[1] - exp(1))) : INFINITY;
    if (status == COLDAE_OK)
        coldae_reform_drift(reform, 0, 1, x, NULL, NULL, &out->drift);
    coldae_reform_free(reform);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int kind;
        double gamma, limit;
        int steps, good;
    } kinds[] = {
        {"index 2", COLDAE_REFORM_INDEX2, 0, 0, 100, 1},
        {"projected invariants I", COLDAE_REFORM_INVARIANT1, 0, 0, 100, 1},
        {"Baumgarte, gamma = 1", COLDAE_REFORM_BAUMGARTE, 1, 0, 100, 0},
        {"Baumgarte, gamma = 100", COLDAE_REFORM_BAUMGARTE, 100, 0, 100, 0},
        {"Baumgarte, gamma = 1e5", COLDAE_REFORM_BAUMGARTE, 1e5, 0, 100, 1},
        {"state space, switching", COLDAE_REFORM_STATE_SPACE, 0, 3, 1000, 1},
    };
    enum { N_KINDS = sizeof kinds / sizeof kinds[0] };
    show_args args = show_parse(argc, argv);
    double nu = show_set(&args, "nu", 500, 1, 1000), worst = 0;
    coldae_options none; /* the steps are those of the example */
    coldae_options_init(&none);
    show_options(&args, &none);
    int wrong = 0;
    coldae_info info = {.index = 2};
    coldae_solution *shown = NULL;
    if (!args.demo)
        printf("kind                       error    drift  steps  changes of coordinates\n");
    for (int i = 0; i < N_KINDS; i++) {
        result r;
        if (march(&args, kinds[i].kind, nu, kinds[i].gamma, kinds[i].limit, kinds[i].steps, i == 0, &r) != 0)
            return 1;
        if (i == 0)
            shown = r.solution;
        if (!args.demo)
            printf("%-24s %7.1e  %7.1e  %5d  %d\n", kinds[i].name, r.error, fabs(r.drift), r.steps,
                   r.switches);
        if (kinds[i].good)
            worst = show_worst(worst, r.error);
        info.n_intervals = r.steps;
        info.seconds_total += r.info.seconds_total;
        int bad = !args.changed && (kinds[i].good != (r.error < 1e-5) || r.steps != kinds[i].steps ||
                                    (kinds[i].limit > 0 && r.switches < 160));
        if (bad)
            fprintf(stderr, "reform_rotating: wrong: %s: error %.1e: %s\n", kinds[i].name, r.error,
                    r.info.message);
        wrong |= bad;
    }
    if (args.demo)
        show_demo("reform_rotating", 1e-5, &info, worst);
    if (args.output) {
        show_curve curve[] = {{shown, 0, "x1"}, {shown, 1, "x2"}, {shown, 2, "y"}};
        wrong |= show_results(&args, "A rotating constraint", "time t", "x, y", 3, curve);
    }
    coldae_solution_free(shown);
    return wrong;
}
