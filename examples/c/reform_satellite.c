/* reform_satellite.c - a satellite of two bodies on a rod, from one place and attitude to another
 *
 * Class: constrained mechanics, index 3
 *
 * Problem: two unit masses at r, s are held at the distance L = 0.1 by a rigid rod and fall around the
 * centre,
 *
 * r'' = -r/|r|^3 - lambda (r - s),   s'' = -s/|s|^3 + lambda (r - s),   0 = (|r - s|^2 - L^2)/2,    0 <= t <= 2.
 *
 * Its middle is to go from (1, 0) to (0, 1.2); the rod points along the path at the start and along the x
 * axis at the end. With which velocities must it start?
 *
 * Lesson: index 3, eight entries of z, six conditions: three at each end. The constraint and its derivative
 * are the other two. Projected invariants II keep equations of order two and hold the length of the rod
 * itself at mesh points. Energy and angular momentum, which nobody told the library about, show that the
 * motion is right.
 *
 * Copy: a constraint between two bodies, and side conditions at both ends on the original z.
 */
#include "coldae/reform.h"
#include "show.h"

#include <math.h>
#include <stdio.h>

enum { R1, DR1, R2, DR2, S1, DS1, S2, DS2 }; /* the entries of z */
static const double L = 0.1, PI = 3.14159265358979323846, END = 2;

static int acceleration(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double r = pow(hypot(z[R1], z[R2]), 3), s = pow(hypot(z[S1], z[S2]), 3);
    f[0] = -z[R1] / r - y[0] * (z[R1] - z[S1]);
    f[1] = -z[R2] / r - y[0] * (z[R2] - z[S2]);
    f[2] = -z[S1] / s + y[0] * (z[R1] - z[S1]);
    f[3] = -z[S2] / s + y[0] * (z[R2] - z[S2]);
    return 0;
}

/* g, g', g'' of the distance */
static int constraint(int level, double t, const double *z, const double *y, const double *p, double *g,
                      void *user)
{
    const double d[2] = {z[R1] - z[S1], z[R2] - z[S2]}, v[2] = {z[DR1] - z[DS1], z[DR2] - z[DS2]};
    if (level == 0)
        g[0] = (d[0] * d[0] + d[1] * d[1] - L * L) / 2;
    else if (level == 1)
        g[0] = d[0] * v[0] + d[1] * v[1];
    else {
        double f[4];
        acceleration(t, z, y, p, f, user);
        g[0] = v[0] * v[0] + v[1] * v[1] + d[0] * (f[0] - f[2]) + d[1] * (f[1] - f[3]);
    }
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    const double residual[] = {
        z[R1] - 1,     /* r(0) = (1, L/2)        */
        z[R2] - L / 2, /*                        */
        z[S1] - 1,     /* s(0) is straight below */
        z[R1] + L / 2, /* r(2) = (-L/2, 1.2)     */
        z[R2] - 1.2,   /*                        */
        z[S2] - 1.2,   /* s(2) is beside it      */
    };
    *g = residual[l];
    return 0;
}

/* A quarter turn on a circle, the rod turning with it. */
static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    double w = PI / 2 / END, a = w * t;
    for (int body = 0; body < 2; body++) {
        double side = body == 0 ? L / 2 : -L / 2, *q = z + 4 * body;
        q[0] = cos(a) - side * sin(a);
        q[1] = w * (-sin(a) - side * cos(a));
        q[2] = sin(a) + side * cos(a);
        q[3] = w * (cos(a) - side * sin(a));
        dmu[2 * body] = -w * w * q[0];
        dmu[2 * body + 1] = -w * w * q[2];
    }
    return 0;
}

static double energy(const double *z)
{
    double v = 0;
    for (int i = 1; i < 8; i += 2)
        v += z[i] * z[i] / 2;
    return v - 1 / hypot(z[R1], z[R2]) - 1 / hypot(z[S1], z[S2]);
}

static double momentum(const double *z)
{
    return z[R1] * z[DR2] - z[R2] * z[DR1] + z[S1] * z[DS2] - z[S2] * z[DS1];
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const double zeta[] = {0, 0, 0, END, END, END};
    coldae_reform_problem problem;
    coldae_reform_problem_init(&problem);
    problem.n = 4;
    problem.n_alg = problem.n_g = 1;
    problem.right = END;
    problem.f = acceleration;
    problem.g = constraint;
    problem.n_side = 6; /* and the length of the rod and its derivative at t = 0 */
    problem.zeta = zeta;
    problem.side = condition;
    problem.guess = guess;

    coldae_reform_options kind;
    coldae_reform_options_init(&kind);
    kind.kind = COLDAE_REFORM_INVARIANT2;
    coldae_reform *reform;
    coldae_reform_info made;
    coldae_status status = coldae_reform_create(&problem, &kind, &reform, &made);
    if (status != COLDAE_OK) {
        fprintf(stderr, "reform_satellite: %s: %s\n", coldae_strerror(status), made.message);
        return 1;
    }
    coldae_options options;
    coldae_options_init(&options);
    options.tol = 1e-8;
    show_options(&args, &options);
    coldae_solution *solution;
    coldae_info info;
    status = coldae_solve(coldae_reform_result(reform), &options, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "reform_satellite: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        coldae_reform_free(reform);
        return 1;
    }

    double first[8], z[8], z_new[12], y_new[2], g, error = 0, drift = 0;
    for (int i = 0; i <= 200; i++) {
        double t = END * i / 200;
        coldae_solution_eval(solution, t, z_new, y_new);
        coldae_reform_from(reform, t, z_new, y_new, NULL, i == 0 ? first : z, NULL);
        if (i == 0)
            continue;
        error = show_worst(error, fabs(energy(z) - energy(first)) / (1 + fabs(energy(first))));
        error = show_worst(error, fabs(momentum(z) - momentum(first)) / (1 + fabs(momentum(first))));
        coldae_reform_drift(reform, 0, t, z, NULL, NULL, &g);
        drift = show_worst(drift, fabs(g));
    }
    int wrong = !args.changed && !(error <= options.tol && drift <= options.tol && info.index == made.index);
    if (wrong)
        fprintf(stderr, "reform_satellite: wrong: error %.1e, drift %.1e, allowed %.1e\n", error, drift,
                options.tol);
    if (args.demo)
        show_demo("reform_satellite", options.tol, &info, error);
    else
        printf("start with r' = (%.8f, %.8f), s' = (%.8f, %.8f)\n"
               "%d subintervals; energy and angular momentum change by %.1e, the rod by %.1e\n",
               first[DR1], first[DR2], first[DS1], first[DS2], info.n_intervals, error, drift / L);
    if (args.output) { /* component 12 of (z, y): lambda, behind x, x' and phi */
        show_curve curve[] = {
            {solution, R1, "r1"}, {solution, R2, "r2"}, {solution, S1, "s1"}, {solution, S2, "s2"}};
        wrong |= show_results(&args, "Two bodies on a rod, from (1, 0) to (0, 1.2)", "time t",
                              "positions r, s", 4, curve);
    }
    coldae_solution_free(solution);
    coldae_reform_free(reform);
    return wrong;
}
