/* control.c - optimal control with a constraint
 *
 * Class: optimal control, index 2
 *
 * Problem: a particle moves on a circle, pushed by a force u: p' = v, v' = u - lambda p, 0 = p . v. It rests at
 * (1, 0) and shall rest at (-1, 0) at time T = 2, with the least effort (1/2) integral of |u|^2. The necessary
 * conditions (alpha, beta: adjoint to p, v; mu: to the constraint) are u = -beta and
 *
 *     alpha' = lambda beta - mu v,   beta' = -alpha - mu p,   0 = p . beta,       0 <= t <= T.
 *
 * In the angle b from 0 to pi this is b'' = u, so b = pi (3 s^2 - 2 s^3), s = t/T, and the effort is 6 pi^2/T^3.
 *
 * Lesson: the constraint has an adjoint constraint, and both have index 2. The library adds that they hold at
 * t = 0; what else holds there must not repeat them: p = (1, 0) and v2 = 0, for p . v = 0 says v1 = 0. At t = T
 * both hold by themselves, and |p| = 1, too: there remain p2 = 0, v2 = 0, and alpha1 = 0 because nothing was
 * said about p1. The other rest position, (1, 0), satisfies them as well: the guess says that we mean half a turn.
 *
 * Copy: the adjoint equations beside the equations of motion, with complementary conditions at the end.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846, T = 2;

enum { P1, P2, V1, V2, A1, A2, B1, B2 }; /* the entries of z */

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double lambda = y[0], mu = y[1];
    f[P1] = z[V1];                        /* p'                    */
    f[P2] = z[V2];                        /*                       */
    f[V1] = -z[B1] - lambda * z[P1];      /* v' = u - lambda p     */
    f[V2] = -z[B2] - lambda * z[P2];      /*                       */
    f[A1] = lambda * z[B1] - mu * z[V1];  /* alpha' = - dH/dp      */
    f[A2] = lambda * z[B2] - mu * z[V2];  /*                       */
    f[B1] = -z[A1] - mu * z[P1];          /* beta' = - dH/dv       */
    f[B2] = -z[A2] - mu * z[P2];          /*                       */
    f[8] = z[P1] * z[V1] + z[P2] * z[V2]; /* 0 = p . v             */
    f[9] = z[P1] * z[B1] + z[P2] * z[B2]; /* 0 = dH/dlambda        */
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    const double residual[] = {z[P1] - 1, z[P2], z[V2], /* at 0 */
                               z[P2],     z[V2], z[A1] /* at T */};
    *g = residual[l];
    return 0;
}

/* It turns steadily, without any force but that of the constraint. */
static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    double w = pi / T, c = cos(w * t), s = sin(w * t);
    z[P1] = c;
    z[P2] = s;
    z[V1] = dmu[P1] = -w * s;
    z[V2] = dmu[P2] = w * c;
    dmu[V1] = -w * w * c;
    dmu[V2] = -w * w * s;
    y[0] = w * w;
    return 0;
}

/* Largest error of p, v and the force u = -beta over 1 + |.|; in *effort (1/2) integral of |u|^2. */
static double compare(const coldae_solution *solution, double *effort)
{
    enum { N = 1000 };
    double error = 0, h = T / N;
    *effort = 0;
    for (int i = 0; i <= N; i++) {
        double s = i / (double)N, z[8];
        double b = pi * (3 - 2 * s) * s * s, w = pi * 6 * s * (1 - s) / T, u = pi * (6 - 12 * s) / (T * T);
        const double exact[] = {cos(b), sin(b), -w * sin(b), w * cos(b), u * sin(b), -u * cos(b)};
        coldae_solution_eval(solution, T * s, z, NULL);
        for (int j = 0; j < 6; j++)
            error = show_worst(error, fabs(z[j < 4 ? j : j + 2] - exact[j]) / (1 + fabs(exact[j])));
        double weight = i == 0 || i == N ? h / 3 : i % 2 ? 4 * h / 3 : 2 * h / 3; /* Simpson's rule */
        *effort += weight * (z[B1] * z[B1] + z[B2] * z[B2]) / 2;
    }
    return error;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {1, 1, 1, 1, 1, 1, 1, 1};
    const double zeta[] = {0, 0, 0, T, T, T};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 8;
    problem.n_alg = 2;
    problem.order = order;
    problem.right = T;
    problem.n_side = 6; /* and the two constraints at t = 0 */
    problem.zeta = zeta;
    problem.f = equations;
    problem.g = condition;
    problem.guess = guess;

    coldae_options options;
    coldae_options_init(&options);
    options.tol = 1e-8;
    show_options(&args, &options);

    coldae_solution *solution;
    coldae_info info;
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "control: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }

    double effort, error = compare(solution, &effort), exact = 6 * pi * pi / (T * T * T);
    error = show_worst(error, fabs(effort - exact) / (1 + exact));
    int wrong = !args.changed && !(error <= options.tol && info.index == 2);
    if (wrong)
        fprintf(stderr, "control: wrong: error %.1e, allowed %.1e; index %d\n", error, options.tol,
                info.index);

    if (args.demo)
        show_demo("control", options.tol, &info, error);
    else
        printf("effort %.10f, exactly %.10f\nindex %d, %d subintervals, error %.1e, constraints satisfied to "
               "%.1e\n",
               effort, exact, info.index, info.n_intervals, error, info.constraint_residual);
    if (args.output) {
        show_curve curve[] = {{solution, P1, "p1"},
                              {solution, P2, "p2"},
                              {solution, V1, "v1"},
                              {solution, V2, "v2"},
                              {solution, 8, "lambda"}};
        wrong |= show_results(&args, "Half a turn with the least effort", "time t", "p, v, lambda", 5, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
