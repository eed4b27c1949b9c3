/* reform_pendulum.c - a pendulum as mechanics gives it: index 3, and what each reformulation makes of it
 *
 * Class: constrained mechanics, index 3
 *
 * Problem: p'' = -lambda p - (0, 1),  0 = (|p|^2 - 1)/2,  from rest at (1, 0), 0 <= t <= 50: about seven
 * swings.
 *
 * Lesson: you write f, the constraint g and its derivatives g', g'' once; options.kind chooses what is
 * solved. All kinds march with the same 1000 steps of Radau's method of order 3. Look at the drift: without
 * stabilisation the rod gets longer, Baumgarte's terms pull it back, projected invariants and the stabilised
 * form do not let it go.
 *
 * Copy: the three functions of a mechanical system, z = (p1, v1, p2, v2), and coldae_reform_from for the way
 * back.
 */
#include "coldae/reform.h"
#include "trace.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { P1, V1, P2, V2 }; /* the entries of z */

/* p'' */
static int acceleration(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    f[0] = -y[0] * z[P1];
    f[1] = -y[0] * z[P2] - 1;
    return 0;
}

/* g, g' and g''; in g'' the acceleration is put in */
static int constraint(int level, double t, const double *z, const double *y, const double *p, double *g,
                      void *user)
{
    double square = z[P1] * z[P1] + z[P2] * z[P2];
    if (level == 0)
        g[0] = (square - 1) / 2;
    else if (level == 1)
        g[0] = z[P1] * z[V1] + z[P2] * z[V2];
    else
        g[0] = z[V1] * z[V1] + z[V2] * z[V2] - y[0] * square - z[P2];
    return 0;
}

/* The angle at the end, a'' = -cos a, by the classical Runge-Kutta method. */
static double angle(double end)
{
    enum { N = 200000 };
    double a = 0, w = 0, h = end / N;
    for (int i = 0; i < N; i++) {
        double a1 = w, w1 = -cos(a);
        double a2 = w + h / 2 * w1, w2 = -cos(a + h / 2 * a1);
        double a3 = w + h / 2 * w2, w3 = -cos(a + h / 2 * a2);
        double a4 = w + h * w3, w4 = -cos(a + h * a3);
        a += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        w += h / 6 * (w1 + 2 * w2 + 2 * w3 + w4);
    }
    return a;
}

typedef struct result {
    double error, drift[2]; /* of p at the end; |g|, |g'| there */
    coldae_ivp_info info;
    coldae_solution *solution;
} result;

/* One kind: 0 if it worked. */
static int march(show_args *args, int kind, double end, double exact, const coldae_options *given, int keep,
                 result *out)
{
    const double z_left[] = {1, 0, 0, 0};
    coldae_reform_problem problem;
    coldae_reform_problem_init(&problem);
    problem.n = 2;
    problem.n_alg = problem.n_g = 1;
    problem.right = end;
    problem.f = acceleration;
    problem.g = constraint;
    problem.z_left = z_left;

    coldae_reform_options options;
    coldae_reform_options_init(&options);
    options.kind = kind;

    memset(out, 0, sizeof *out);
    coldae_reform *reform;
    coldae_reform_info info;
    coldae_status status = coldae_reform_create(&problem, &options, &reform, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "reform_pendulum: %s: %s\n", coldae_strerror(status), info.message);
        return 1;
    }

    coldae_march_options steps;
    coldae_march_options_init(&steps);
    steps.points = given->points;
    steps.n_points = given->n_points;
    steps.step = COLDAE_STEP_FIXED;
    steps.n_steps = 1000;
    trace_watch(args, end, &steps.observer, &steps.observer_user);
    double z[4];
    if (kind == COLDAE_REFORM_STATE_SPACE) /* it needs other coordinates now and then */
        status = coldae_reform_march(reform, &steps, 5, z, NULL, NULL, &out->info);
    else {
        double z_new[6], y_new[4];
        status = coldae_march(coldae_reform_result(reform), NULL, &steps, z_new, y_new,
                              keep ? &out->solution : NULL, &out->info);
        if (status == COLDAE_OK)
            status = coldae_reform_from(reform, end, z_new, y_new, NULL, z, NULL);
    }
    if (status != COLDAE_OK) {
        fprintf(stderr, "reform_pendulum: %s: %s\n", coldae_strerror(status), out->info.message);
        coldae_reform_free(reform);
        return 1;
    }
    out->error = hypot(z[P1] - cos(exact), z[P2] - sin(exact));
    for (int j = 0; j < 2; j++) {
        coldae_reform_drift(reform, j, end, z, NULL, NULL, &out->drift[j]);
        out->drift[j] = fabs(out->drift[j]);
    }
    coldae_reform_free(reform);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int kind;
        double drift[2]; /* at most */
    } kinds[] = {
        {"index 1, not stabilised", COLDAE_REFORM_INDEX1, {1e-2, 1e-2}},
        {"index 2, not stabilised", COLDAE_REFORM_INDEX2, {1e-2, 1e-12}},
        {"Baumgarte, gamma = 1", COLDAE_REFORM_BAUMGARTE, {1e-4, 1e-4}},
        {"Baumgarte, index 2", COLDAE_REFORM_BAUMGARTE2, {1e-4, 1e-4}},
        {"stabilised index 2", COLDAE_REFORM_STABILIZED, {1e-12, 1e-12}},
        {"projected invariants I", COLDAE_REFORM_INVARIANT1, {1e-2, 1e-12}},
        {"projected invariants II", COLDAE_REFORM_INVARIANT2, {1e-12, 1e-2}},
        {"family, g imposed", COLDAE_REFORM_FAMILY, {1e-12, 1e-2}},
        {"state space", COLDAE_REFORM_STATE_SPACE, {1e-12, 1e-12}},
    };
    show_args args = show_parse(argc, argv);
    double end = show_set(&args, "end", 50, 1, 1000), exact = angle(end), worst = 0;
    coldae_options given;
    coldae_options_init(&given);
    given.points = COLDAE_RADAU;
    given.n_points = 2;
    show_options(&args, &given);
    int wrong = 0;
    coldae_info info = {.index = 2};
    coldae_solution *shown = NULL;
    if (!args.demo)
        printf("kind                        error of p   drift of |p| = 1   of p . p' = 0   ms\n");
    for (int i = 0; i < (int)(sizeof kinds / sizeof kinds[0]); i++) {
        result r;
        if (march(&args, kinds[i].kind, end, exact, &given, kinds[i].kind == COLDAE_REFORM_STABILIZED, &r) !=
            0) {
            coldae_solution_free(shown);
            return 1;
        }
        int bad = !args.changed &&
                  !(r.error <= 0.05 && r.drift[0] <= kinds[i].drift[0] && r.drift[1] <= kinds[i].drift[1]);
        if (bad)
            fprintf(stderr, "reform_pendulum: wrong: %s: error %.1e, drift %.1e, %.1e\n", kinds[i].name,
                    r.error, r.drift[0], r.drift[1]);
        wrong |= bad;
        worst = show_worst(worst, r.error);
        info.n_intervals = r.info.n_steps;
        info.seconds_total += r.info.seconds_total;
        if (!args.demo)
            printf("%-26s %10.1e %15.1e %17.1e %9.1f\n", kinds[i].name, r.error, r.drift[0], r.drift[1],
                   1e3 * r.info.seconds_total);
        if (r.solution)
            shown = r.solution;
    }
    if (args.demo)
        show_demo("reform_pendulum", 0.05, &info, worst);
    if (args.output) {
        show_curve curve[] = {{shown, P1, "p1"}, {shown, P2, "p2"}, {shown, 4, "lambda, force"}};
        wrong |= show_results(&args, "Pendulum from rest at (1, 0), stabilised index 2",
                              "time t in units of sqrt(length / gravity)", "p1, p2 / length; lambda / weight",
                              3, curve);
    }
    coldae_solution_free(shown);
    return wrong;
}
