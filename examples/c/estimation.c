/* estimation.c - parameter estimation: the frequency that fits observations best
 *
 * Class: parameter estimation, index 2
 *
 * Problem: for given omega the state moves on an ellipse, a = pi/3,
 *
 *     x1' = x2 + x1 y,   x2' = -omega^2 x1 + x2 y,   0 = a^2 x1^2 + x2^2 - 1,       x(0) = (0, 1).
 *
 * Which omega makes x1 + x2 fit the data r(t) best on [0, 2]? The least (1/2) integral of (x1 + x2 - r)^2
 * has the necessary conditions (l1, l2, nu: adjoint to x1, x2, omega; mu: to the constraint)
 *
 *     l1' = -y l1 + omega^2 l2 - 2 a^2 x1 mu - (x1 + x2 - r),       0 = x1 l1 + x2 l2,
 *     l2' = -l1 - y l2 - 2 x2 mu - (x1 + x2 - r),                   nu' = 2 omega x1 l2,
 *     nu(0) = nu(2) = 0,   l(2) = 0.       Ascher & Spiteri (1992), Example 3
 *
 * With exact data omega = a. With data that are linear between 21 measurements it is 1.047520049279.
 *
 * Lesson: the constraint and the adjoint constraint hold at both ends as soon as they hold at one, so conditions
 * must not repeat them: at t = 0 we give all of x and l2 = 0, at t = 2 only what is complementary,
 * x2 l1 - a^2 x1 l2 = 0. And the sense of minimisation is lost: any stationary point will do, so we look at
 * the misfit beside omega. The measurements are corners of r: `fixed` puts mesh points there.
 *
 * Copy: an unknown constant, n_param = 1, with its adjoint equation.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

static const double a = 3.14159265358979323846 / 3; /* the true omega */

enum { X1, X2, L1, L2, NU }; /* the entries of z */

static double exact_data(double t)
{
    return sin(a * t) / a + cos(a * t);
}

/* Observations: exact, or *linear between the 21 measurements. */
static double data(double t, const int *linear)
{
    if (!*linear)
        return exact_data(t);
    int i = (int)fmin(floor(10 * t), 19);
    double s = 10 * t - i;
    return (1 - s) * exact_data(i / 10.0) + s * exact_data((i + 1) / 10.0);
}

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double w2 = p[0] * p[0], gap = z[X1] + z[X2] - data(t, user), mu = y[1];
    f[X1] = z[X2] + z[X1] * y[0];
    f[X2] = -w2 * z[X1] + z[X2] * y[0];
    f[L1] = -y[0] * z[L1] + w2 * z[L2] - 2 * a * a * z[X1] * mu - gap;
    f[L2] = -z[L1] - y[0] * z[L2] - 2 * z[X2] * mu - gap;
    f[NU] = 2 * p[0] * z[X1] * z[L2];
    f[5] = a * a * z[X1] * z[X1] + z[X2] * z[X2] - 1; /* the constraint */
    f[6] = z[X1] * z[L1] + z[X2] * z[L2];             /* its adjoint    */
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    const double residual[] = {z[X1], z[X2] - 1,
                               z[NU], z[L2], /* at 0 */
                               z[NU], z[X2] * z[L1] - a * a * z[X1] * z[L2] /* at 2 */};
    *g = residual[l];
    return 0;
}

static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    z[X1] = sin(t); /* the motion for omega = 1 on the unit circle */
    z[X2] = cos(t);
    dmu[X1] = cos(t);
    dmu[X2] = -sin(t);
    return 0;
}

/* The misfit itself, in the angle: x1 = sin(b)/a, x2 = cos b, b' = a cos^2 b + (omega^2/a) sin^2 b, by the classical
 * Runge-Kutta method and the trapezoidal rule. */
static double misfit(double omega, const int *linear)
{
    enum { N = 20000 };
    double b = 0, h = 2.0 / N, sum = 0, k[4] = {0};
    for (int i = 0; i <= N; i++) {
        double e = sin(b) / a + cos(b) - data(i * h, linear);
        sum += (i == 0 || i == N ? 0.5 : 1) * h * e * e / 2;
        for (int j = 0; j < 4; j++) {
            double c = b + (j == 0 ? 0 : j < 3 ? h / 2 * k[j - 1] : h * k[2]);
            k[j] = a * cos(c) * cos(c) + omega * omega / a * sin(c) * sin(c);
        }
        b += h / 6 * (k[0] + 2 * k[1] + 2 * k[2] + k[3]);
    }
    return sum;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {1, 1, 1, 1, 1};
    const double zeta[] = {0, 0, 0, 0, 2, 2}, first = 1, answer[] = {a, 1.047520049279};
    int linear;
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 5;
    problem.n_alg = 2;
    problem.n_param = 1;
    problem.order = order;
    problem.right = 2;
    problem.n_side = 6;
    problem.zeta = zeta;
    problem.f = equations;
    problem.g = condition;
    problem.guess = guess;
    problem.param_guess = &first;
    problem.user = &linear;

    double corner[19];
    for (int i = 0; i < 19; i++)
        corner[i] = (i + 1) / 10.0;
    coldae_options options;
    coldae_options_init(&options);
    options.tol = 1e-9;
    options.fixed = corner;
    show_options(&args, &options);

    coldae_solution *solution = NULL;
    coldae_info info;
    double worst = 0;
    int wrong = 0;
    for (linear = 0; linear <= 1 && !wrong; linear++) {
        coldae_solution_free(solution);
        options.n_fixed = linear ? 19 : 0;
        coldae_status status = coldae_solve(&problem, &options, &solution, &info);
        double omega = status == COLDAE_OK ? *coldae_solution_param(solution) : NAN;
        double error = fabs(omega - answer[linear]) / (1 + omega), least = misfit(omega, &linear);
        worst = show_worst(worst, error);
        wrong = !isfinite(error) ||
                (!args.changed && !(error <= options.tol && least < misfit(omega - 1e-3, &linear) &&
                                    least < misfit(omega + 1e-3, &linear)));
        if (wrong)
            fprintf(stderr, "estimation: wrong: omega = %.12f instead of %.12f, or no minimum %s\n", omega,
                    answer[linear], info.message);
        if (!args.demo)
            printf("%-22s omega = %.12f (%+.1e), misfit %.1e; index %d, %d subintervals\n",
                   linear ? "piecewise linear data:" : "exact data:", omega, omega - a, least, info.index,
                   info.n_intervals);
    }
    if (args.demo)
        show_demo("estimation", options.tol, &info, worst);
    if (args.output && !wrong) {
        show_curve curve[] = {{solution, L1, "lambda1"}, {solution, L2, "lambda2"}, {solution, NU, "nu"}};
        wrong |= show_results(&args, "Parameter estimation: adjoint variables for piecewise linear data", "t",
                              "lambda1, lambda2, nu", 3, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
