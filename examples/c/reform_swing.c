/* reform_swing.c - a pendulum as mechanics gives it, index 3, that must be at a given angle at a given time
 *
 * Class: constrained mechanics, index 3, boundary value problem
 *
 * Problem: p'' = -lambda p - (0, 1),  0 = (|p|^2 - 1)/2,  0 <= t <= 2. It starts at (1, 0); which push along the
 * circle takes it to the angle a, p = (cos a, sin a), at t = 2?
 *
 * Lesson: write f, g, g', g'' as for a march and the two conditions on p; each kind of reformulation makes of it a
 * problem for coldae_solve and adds g = 0 and g' = 0 at the left end itself. Nine kinds give the same push. A march
 * that starts with it arrives.
 *
 * Copy: conditions at both ends of a mechanical system; start values for a march out of a boundary value problem.
 */
#include "coldae/reform.h"
#include "show.h"

#include <math.h>
#include <stdio.h>

enum { P1, V1, P2, V2 }; /* the entries of z */

static const double END = 2;

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

/* p2 = 0 at the start, p along (cos a, sin a) at the end; on which side of the circle is left to the guess */
static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    double a = *(const double *)user;
    *g = l == 0 ? z[P2] : z[P2] * cos(a) - z[P1] * sin(a);
    return 0;
}

/* It turns steadily. */
static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    double speed = *(const double *)user / END, a = speed * t;
    z[P1] = cos(a);
    z[P2] = sin(a);
    z[V1] = -speed * sin(a);
    z[V2] = speed * cos(a);
    y[0] = speed * speed - sin(a);
    return 0;
}

/* One number for the whole motion: the angle at t with a'(0) = push, a'' = -cos a, by the Runge-Kutta method. */
static double angle(double push, double t)
{
    enum { N = 2000 };
    double a = 0, w = push, h = t / N;
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

/* The push that we expect, by the secant method in that one number. */
static double find_push(double a)
{
    double before = 0, push = -0.1, miss_before = angle(before, END) - a;
    for (int i = 0; i < 20; i++) {
        double miss = angle(push, END) - a, slope = (miss - miss_before) / (push - before);
        if (!(fabs(miss) > 1e-14) || !(fabs(slope) > 0))
            break;
        before = push;
        miss_before = miss;
        push -= miss / slope;
    }
    return push;
}

/* for the plot */
static double known(double t, int c, void *user)
{
    double a = angle(*(const double *)user, t);
    return c == P1 ? cos(a) : c == P2 ? sin(a) : NAN;
}

static coldae_reform_problem make_problem(double *a)
{
    static const double zeta[] = {0, 2};
    coldae_reform_problem problem;
    coldae_reform_problem_init(&problem);
    problem.n = 2;
    problem.n_alg = problem.n_g = 1;
    problem.right = END;
    problem.f = acceleration;
    problem.g = constraint;
    problem.n_side = 2;
    problem.zeta = zeta;
    problem.side = condition;
    problem.guess = guess;
    problem.user = a;
    return problem;
}

/* One kind as a boundary value problem: z at the start, the largest |g| and |g'|.  0 if it worked. */
static int solve(int kind, double a, const coldae_options *solver, double *z, double *drift,
                 coldae_solution **solution, coldae_info *info)
{
    const double coordinates[] = {1, 0.5}; /* state space: good from 0 to beyond a */
    coldae_reform_problem problem = make_problem(&a);
    coldae_reform_options options;
    coldae_reform_options_init(&options);
    options.kind = kind;
    options.R = coordinates;
    coldae_reform *reform;
    coldae_reform_info reform_info;
    coldae_status status = coldae_reform_create(&problem, &options, &reform, &reform_info);
    *solution = NULL;
    if (status == COLDAE_OK)
        status = coldae_solve(coldae_reform_result(reform), solver, solution, info);
    else
        snprintf(info->message, sizeof info->message, "%s", reform_info.message);
    if (status != COLDAE_OK)
        fprintf(stderr, "reform_swing: %s: %s\n", coldae_strerror(status), info->message);
    *drift = 0;
    for (int i = 200; i >= 0 && status == COLDAE_OK; i--) { /* z ends as that of t = 0 */
        double t = END * i / 200, z_new[6], y_new[4], g;
        coldae_solution_eval(*solution, t, z_new, y_new);
        status = coldae_reform_from(reform, t, z_new, y_new, NULL, z, NULL);
        for (int j = 0; j < 2; j++) {
            coldae_reform_drift(reform, j, t, z, NULL, NULL, &g);
            *drift = show_worst(*drift, fabs(g));
        }
    }
    coldae_reform_free(reform);
    return status != COLDAE_OK;
}

/* March from z: how far from the angle a does it end?  NaN if it does not. */
static double miss(const double *z_left, double a, double tol)
{
    coldae_reform_problem problem = make_problem(&a);
    problem.n_side = 0;
    problem.z_left = z_left;
    coldae_reform_options options;
    coldae_reform_options_init(&options);
    options.kind = COLDAE_REFORM_STABILIZED;
    coldae_reform *reform;
    if (coldae_reform_create(&problem, &options, &reform, NULL) != COLDAE_OK)
        return NAN;
    coldae_march_options steps;
    coldae_march_options_init(&steps);
    steps.tol = tol / 10;
    double z_new[6], y_new[4], z[4] = {NAN, NAN, NAN, NAN};
    coldae_ivp_info info;
    coldae_status status =
        coldae_march(coldae_reform_result(reform), NULL, &steps, z_new, y_new, NULL, &info);
    if (status == COLDAE_OK)
        status = coldae_reform_from(reform, END, z_new, y_new, NULL, z, NULL);
    else
        fprintf(stderr, "reform_swing: %s: %s\n", coldae_strerror(status), info.message);
    coldae_reform_free(reform);
    return status == COLDAE_OK ? hypot(z[P1] - cos(a), z[P2] - sin(a)) : NAN;
}

static const struct {
    const char *name;
    int kind;
} kinds[] = {
    {"index 1, not stabilised", COLDAE_REFORM_INDEX1},
    {"index 2, not stabilised", COLDAE_REFORM_INDEX2},
    {"Baumgarte, gamma = 1", COLDAE_REFORM_BAUMGARTE},
    {"Baumgarte, index 2", COLDAE_REFORM_BAUMGARTE2},
    {"projected invariants I", COLDAE_REFORM_INVARIANT1},
    {"projected invariants II", COLDAE_REFORM_INVARIANT2},
    {"family, g imposed", COLDAE_REFORM_FAMILY},
    {"state space", COLDAE_REFORM_STATE_SPACE},
    {"stabilised index 2", COLDAE_REFORM_STABILIZED}, /* the last one is drawn */
};

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);
    double a = show_set(&args, "angle", -2.2, -2.5, -0.5), push = find_push(a), worst = 0, z[4] = {0};
    coldae_options options;
    coldae_options_init(&options);
    options.tol = 1e-8;
    show_options(&args, &options);
    coldae_solution *shown = NULL;
    coldae_info info = {0};
    int wrong = 0;
    for (int i = 0; i < (int)(sizeof kinds / sizeof kinds[0]); i++) {
        double drift;
        coldae_solution_free(shown);
        if (solve(kinds[i].kind, a, &options, z, &drift, &shown, &info) != 0) {
            coldae_solution_free(shown);
            return 1;
        }
        worst = show_worst(worst, fabs(z[V2] - push) / (1 + fabs(push)));
        wrong |= show_judge(&args, "reform_swing, drift", drift, 100 * options.tol);
        if (!args.demo)
            printf("%-24s push %.9f, %3d subintervals, drift %.1e\n", kinds[i].name, z[V2], info.n_intervals,
                   drift);
    }
    double end = miss(z, a, options.tol);
    wrong |= show_judge(&args, "reform_swing", worst, options.tol) |
             show_judge(&args, "reform_swing, march", end, 10 * options.tol);
    if (args.demo)
        show_demo("reform_swing", options.tol, &info, worst);
    else
        printf("expected                 push %.9f; marched from there it misses the angle by %.1e\n", push,
               end);
    args.exact = known;
    args.exact_user = &push;
    if (args.output) {
        show_curve curve[] = {{shown, P1, "p1"}, {shown, P2, "p2"}, {shown, 4, "lambda, force"}};
        wrong |= show_results(&args, "Pendulum from (1, 0) to a given angle, stabilised index 2",
                              "time t in units of sqrt(length / gravity)", "p1, p2 / length; lambda / weight",
                              3, curve);
    }
    coldae_solution_free(shown);
    return wrong;
}
