/* reform_crank.c - a slider-crank written as a problem of index 3, solved as a boundary value problem and marched
 *
 * Class: constrained mechanics, index 3
 *
 * Problem: a crank of length 1 turns by the angle a, a uniform rod of length 2 and mass 1 hangs on it at the
 * angle b, its other end moves a slider on the line of height 0. With x = (a, b), kinetic energy x'.M(x)
 * x'/2 and gravity,
 *
 *     M x'' = h(x, x') - g_x^T lambda,      0 = g = sin a + 2 sin b,         0 <= t <= 2.
 *
 * With which speed must the crank leave a = 0 to be at a = pi at t = 2?
 *
 * Lesson: the two conditions are said on a, as always; whatever kind of reformulation is chosen, it adds g =
 * 0 and g' = 0 at the left end. Three kinds give the same speed. Nothing was lost: the energy stays what it
 * was, and a march that starts with this speed arrives.
 *
 * Copy: a mass matrix that depends on the position, solved for x'' inside f; coldae_solve on the result of
 * coldae_reform.
 */
#include "coldae/reform.h"
#include "show.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { A, DA, B, DB }; /* the entries of z: a, a', b, b' */

static const double CRANK = 1;     /* moment of inertia about its pivot */
static const double ROD = 1.0 / 3; /* moment of inertia about its centre, mass 1, length 2 */
static const double SLIDER = 0.5;  /* mass */
static const double GRAVITY = 2;   /* weight of the rod */
static const double PI = 3.14159265358979323846;

/* M, column-major */
static void mass(const double *z, double *M)
{
    M[0] = CRANK + 1 + SLIDER * sin(z[A]) * sin(z[A]);
    M[1] = M[2] = cos(z[A] - z[B]) + 2 * SLIDER * sin(z[A]) * sin(z[B]);
    M[3] = ROD + 1 + 4 * SLIDER * sin(z[B]) * sin(z[B]);
}

/* x'' = M^-1 (h - g_x^T lambda) */
static int acceleration(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double M[4], r[2], sa = sin(z[A]), ca = cos(z[A]), sb = sin(z[B]), cb = cos(z[B]);
    mass(z, M);
    r[0] = -SLIDER * sa * ca * z[DA] * z[DA] - (sin(z[A] - z[B]) + 2 * SLIDER * sa * cb) * z[DB] * z[DB] -
           GRAVITY * ca - ca * y[0];
    r[1] = -4 * SLIDER * sb * cb * z[DB] * z[DB] + (sin(z[A] - z[B]) - 2 * SLIDER * ca * sb) * z[DA] * z[DA] -
           GRAVITY * cb - 2 * cb * y[0];
    double det = M[0] * M[3] - M[1] * M[2];
    f[0] = (M[3] * r[0] - M[2] * r[1]) / det;
    f[1] = (M[0] * r[1] - M[1] * r[0]) / det;
    return 0;
}

/* g, g', g'' */
static int constraint(int level, double t, const double *z, const double *y, const double *p, double *g,
                      void *user)
{
    double f[2];
    if (level == 0)
        g[0] = sin(z[A]) + 2 * sin(z[B]);
    else if (level == 1)
        g[0] = cos(z[A]) * z[DA] + 2 * cos(z[B]) * z[DB];
    else {
        acceleration(t, z, y, p, f, user);
        g[0] = cos(z[A]) * f[0] + 2 * cos(z[B]) * f[1] - sin(z[A]) * z[DA] * z[DA] -
               2 * sin(z[B]) * z[DB] * z[DB];
    }
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    *g = l == 0 ? z[A] : z[A] - PI; /* a(0) = 0, a(2) = pi */
    return 0;
}

/* It turns steadily. */
static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    z[A] = PI / 2 * t;
    z[DA] = PI / 2;
    z[B] = asin(-sin(z[A]) / 2);
    z[DB] = -cos(z[A]) * z[DA] / (2 * cos(z[B]));
    dmu[1] = (sin(z[A]) * z[DA] * z[DA] + 2 * sin(z[B]) * z[DB] * z[DB]) / (2 * cos(z[B]));
    return 0;
}

static double energy(const double *z)
{
    double M[4];
    mass(z, M);
    return (M[0] * z[DA] * z[DA] + 2 * M[1] * z[DA] * z[DB] + M[3] * z[DB] * z[DB]) / 2 +
           GRAVITY * (sin(z[A]) + sin(z[B]));
}

typedef struct result {
    double start[4], speed; /* z(0), and a'(0) of it */
    double drift, change;   /* largest |g|, |g'| and relative change of the energy */
    coldae_info info;
    coldae_solution *solution;
} result;

/* The equations, without conditions. */
static coldae_reform_problem make_problem(void)
{
    coldae_reform_problem problem;
    coldae_reform_problem_init(&problem);
    problem.n = 2;
    problem.n_alg = problem.n_g = 1;
    problem.right = 2;
    problem.f = acceleration;
    problem.g = constraint;
    return problem;
}

static int solve(int kind, const coldae_options *solver, result *out)
{
    const double zeta[] = {0, 2}, coordinates[] = {1, 0}; /* the crank's angle is good for the whole turn */
    coldae_reform_problem problem = make_problem();
    problem.n_side = 2;
    problem.zeta = zeta;
    problem.side = condition;
    problem.guess = guess;

    coldae_reform_options options;
    coldae_reform_options_init(&options);
    options.kind = kind;
    options.R = coordinates;

    coldae_reform *reform;
    coldae_reform_info info;
    coldae_status status = coldae_reform_create(&problem, &options, &reform, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "reform_crank: %s: %s\n", coldae_strerror(status), info.message);
        return 1;
    }
    status = coldae_solve(coldae_reform_result(reform), solver, &out->solution, &out->info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "reform_crank: %s: %s\n", coldae_strerror(status), out->info.message);
        coldae_solution_free(out->solution);
        coldae_reform_free(reform);
        return 1;
    }
    double start = 0;
    out->drift = out->change = 0;
    for (int i = 0; i <= 200; i++) {
        double t = i / 100.0, z_new[6], y_new[4], z[4], g;
        coldae_solution_eval(out->solution, t, z_new, y_new);
        coldae_reform_from(reform, t, z_new, y_new, NULL, z, NULL);
        if (i == 0) {
            start = energy(z);
            out->speed = z[DA];
            memcpy(out->start, z, sizeof z);
        }
        out->change = show_worst(out->change, fabs(energy(z) - start) / (1 + fabs(start)));
        for (int j = 0; j < 2; j++) {
            coldae_reform_drift(reform, j, t, z, NULL, NULL, &g);
            out->drift = show_worst(out->drift, fabs(g));
        }
    }
    coldae_reform_free(reform);
    return 0;
}

/* March from z(0): |a - pi| at the end, NaN if it does not get there. */
static double miss(const double *start, double tol)
{
    coldae_reform_problem problem = make_problem();
    problem.z_left = start;
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
        status = coldae_reform_from(reform, 2, z_new, y_new, NULL, z, NULL);
    else
        fprintf(stderr, "reform_crank: %s: %s\n", coldae_strerror(status), info.message);
    coldae_reform_free(reform);
    return status == COLDAE_OK ? fabs(z[A] - PI) : NAN;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int kind;
    } kinds[] = {
        {"stabilised index 2", COLDAE_REFORM_STABILIZED},
        {"projected invariants II", COLDAE_REFORM_INVARIANT2},
        {"state space, u = a", COLDAE_REFORM_STATE_SPACE},
    };
    show_args args = show_parse(argc, argv);
    coldae_options options;
    coldae_options_init(&options);
    options.tol = 1e-8;
    show_options(&args, &options);
    const double tol = options.tol;
    double error = 0, speed = 0;
    int wrong = 0;
    result r[3];
    for (int i = 0; i < 3; i++) {
        if (solve(kinds[i].kind, &options, &r[i]) != 0) {
            while (i > 0)
                coldae_solution_free(r[--i].solution);
            return 1;
        }
        if (i == 0)
            speed = r[0].speed;
        error = show_worst(error, show_worst(fabs(r[i].speed - speed) / (1 + speed), r[i].change));
        wrong |= !(r[i].drift <= 10 * tol);
        if (!args.demo)
            printf("%-24s a'(0) = %.9f, %3d subintervals, drift %.1e, energy changes by %.1e\n",
                   kinds[i].name, r[i].speed, r[i].info.n_intervals, r[i].drift, r[i].change);
    }
    wrong = !args.changed && (wrong || !(error <= tol));
    if (wrong)
        fprintf(stderr, "reform_crank: wrong: error %.1e, allowed %.1e\n", error, tol);
    double missed = miss(r[0].start, tol);
    wrong |= show_judge(&args, "reform_crank, march", missed, 10 * tol);
    if (!args.demo)
        printf("marched from there it misses a = pi by %.1e\n", missed);
    if (args.demo)
        show_demo("reform_crank", tol, &r[0].info, error);
    if (args.output) {
        show_curve curve[] = {{r[0].solution, A, "a"}, {r[0].solution, B, "b"}, {r[0].solution, 4, "lambda"}};
        wrong |= show_results(&args, "Slider-crank from a = 0 to a = pi", "time t",
                              "angles; force on the slider", 3, curve);
    }
    for (int i = 0; i < 3; i++)
        coldae_solution_free(r[i].solution);
    return wrong;
}
