/* srm_crank.c - a slider-crank with equal lengths through its dead point
 *
 * Class: constrained mechanics, index 2, singular at a point
 *
 * Problem: two rods of length 1: the crank, driven by a motor, turns about the origin; the connecting rod leads from
 * its end to a slider that moves on the x axis. Masses 1 at the joint and at the slider, gravity downwards. With the
 * angles p = (phi1, phi2), their velocities v and the force y in the guide,
 *
 *     p' = v,    M(p) v' = F(p, v) + G^T y,    0 = G v + gamma g,   g = sin phi1 + sin phi2,   G = (cos phi1, cos phi2)
 *
 * The constraint of the position, index 3, is differentiated once and held by the drift term gamma g: index 2. When the
 * crank points straight up, G = 0: the rods lie on each other, the connecting rod might as well begin to turn about the
 * origin, C B = G M^-1 G^T is singular, and y is infinite. The motion is smooth; here it gets there at t = 0.2.
 *
 * Lesson: coldae_solve, even started from the true motion, does not get through where a mesh point is the dead point,
 * and says why (on other meshes it may: luck). Sequential regularization does: E = I, because then B E C is smooth in x
 * too, a small eps, and Radau points, which do not mind stiffness. The angles are compared with the motion in the one
 * coordinate phi1, phi2 = -phi1, integrated by itself.
 *
 * Copy: mechanics with E = I and a drift term.
 */
#include "trace.h"

#include "coldae/srm.h"

#include <math.h>
#include <stdio.h>

static const double GRAVITY = 9.81, MOTOR = 30, GAMMA = 100, RIGHT = 0.4;

/* M^-1 F and M^-1 G^T */
static void dynamics(const double *x, double *acceleration, double *direction)
{
    double c1 = cos(x[0]), c2 = cos(x[1]), s = sin(x[0] - x[1]), c = cos(x[0] - x[1]);
    double m11 = 2, m12 = c, m22 = 1, det = m11 * m22 - m12 * m12;
    double f1 = MOTOR - s * x[3] * x[3] - 2 * GRAVITY * c1, f2 = s * x[2] * x[2] - GRAVITY * c2;
    acceleration[0] = (m22 * f1 - m12 * f2) / det;
    acceleration[1] = (m11 * f2 - m12 * f1) / det;
    direction[0] = (m22 * c1 - m12 * c2) / det;
    direction[1] = (m11 * c2 - m12 * c1) / det;
}

static int f(double t, const double *x, double *out, void *user)
{
    double direction[2];
    out[0] = x[2];
    out[1] = x[3];
    dynamics(x, out + 2, direction);
    return 0;
}

static int B(double t, const double *x, double *out, void *user)
{
    double acceleration[2];
    dynamics(x, acceleration, out + 2);
    return 0;
}

static int g(double t, const double *x, double *out, void *user)
{
    out[0] = cos(x[0]) * x[2] + cos(x[1]) * x[3] + GAMMA * (sin(x[0]) + sin(x[1]));
    return 0;
}

static int C(double t, const double *x, double *out, void *user)
{
    out[0] = -sin(x[0]) * x[2] + GAMMA * cos(x[0]);
    out[1] = -sin(x[1]) * x[3] + GAMMA * cos(x[1]);
    out[2] = cos(x[0]);
    out[3] = cos(x[1]);
    return 0;
}

static int gt(double t, const double *x, double *out, void *user)
{
    return 0; /* t does not occur in g */
}

/* The one coordinate phi: (1 + 4 sin^2 phi) phi'' = motor - 4 sin phi cos phi phi'^2 - g cos phi */
static void reduced(const double *u, double *du)
{
    double s = sin(u[0]), c = cos(u[0]);
    du[0] = u[1];
    du[1] = (MOTOR - 4 * s * c * u[1] * u[1] - GRAVITY * c) / (1 + 4 * s * s);
}

/* phi and phi' at t, by the classical Runge-Kutta method from the dead point, forwards or backwards. */
static void motion(double t, double *u)
{
    enum { STEPS = 400 };
    double h = (t - RIGHT / 2) / STEPS, k[4][2], v[2];
    u[0] = acos(0);
    u[1] = 6;
    for (int i = 0; i < STEPS; i++) {
        reduced(u, k[0]);
        for (int s = 1; s < 4; s++) {
            for (int j = 0; j < 2; j++)
                v[j] = u[j] + (s == 3 ? h : h / 2) * k[s - 1][j];
            reduced(v, k[s]);
        }
        for (int j = 0; j < 2; j++)
            u[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
    }
}

/* ---- coldae_solve, for comparison --------------------------------------------------------------------------- */

static int equations(double t, const double *z, const double *y, const double *p, double *out, void *user)
{
    double direction[2];
    out[0] = z[2];
    out[1] = z[3];
    dynamics(z, out + 2, direction);
    out[2] += direction[0] * y[0];
    out[3] += direction[1] * y[0];
    return g(t, z, out + 4, user);
}

static int condition(int l, const double *z, const double *p, double *out, void *user)
{
    *out = z[l] - ((const double *)user)[l];
    return 0;
}

static int true_motion(double t, double *z, double *y, double *dmu, void *user)
{
    double u[2];
    motion(t, u);
    z[0] = u[0];
    z[1] = -u[0];
    z[2] = dmu[0] = u[1];
    z[3] = dmu[1] = -u[1];
    return 0;
}

/* On 20, 40, 80 equal subintervals, all with the dead point; returns how often it fails. */
static int projection_fails(double *start, int print)
{
    const int order[] = {1, 1, 1, 1};
    const double zeta[] = {0, 0, 0, 0};
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 4;
    problem.n_alg = 1;
    problem.order = order;
    problem.right = RIGHT;
    problem.n_side = 4;
    problem.zeta = zeta;
    problem.f = equations;
    problem.g = condition;
    problem.guess = true_motion;
    problem.user = start;
    coldae_options options;
    coldae_options_init(&options);
    options.n_points = 4;
    options.adapt = COLDAE_FIXED_MESH;
    int failed = 0;
    for (options.n_intervals = 20; options.n_intervals <= 80; options.n_intervals *= 2) {
        coldae_solution *solution;
        coldae_info info;
        coldae_status status = coldae_solve(&problem, &options, &solution, &info);
        coldae_solution_free(solution);
        failed += status != COLDAE_OK;
        if (print)
            printf("coldae_solve: %s\n", info.message);
    }
    return failed;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);
    coldae_srm_options options;
    coldae_srm_options_init(&options);
    options.E = COLDAE_SRM_E_IDENTITY;
    options.eps = show_set(&args, "eps", 1e-9, 1e-10, 1e-3);
    options.iterations = (int)show_set(&args, "iterations", 2, 1, 4);
    show_options(&args, &options.bvp);
    options.n_points = options.bvp.n_points > 0 ? options.bvp.n_points : options.n_points;
    options.y0 = COLDAE_SRM_Y0_START;
    options.n_steps = 400;

    double u[2];
    motion(0, u);
    double start[] = {u[0], -u[0], u[1], -u[1]};
    int wrong = projection_fails(start, !args.demo) == 0;
    if (wrong)
        fprintf(stderr, "srm_crank: coldae_solve got through everywhere, which it should not\n");

    coldae_srm_problem problem;
    coldae_srm_problem_init(&problem);
    problem.n_x = 4;
    problem.n_y = 1;
    problem.f = f;
    problem.B = B;
    problem.g = g;
    problem.C = C;
    problem.gt = gt;
    problem.start = start;
    problem.right = RIGHT;
    coldae_solution *solution;
    coldae_srm_info info;
    double x[4];
    trace_watch_srm(&args, problem.right, &options);
    coldae_status status = coldae_srm_march(&problem, &options, x, NULL, &solution, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "srm_crank: %s: %s\n", coldae_strerror(status), info.message);
        coldae_solution_free(solution);
        return 1;
    }

    double error = 0, allowed = 3e-5;
    for (int i = 1; i <= 100; i++) {
        double t = RIGHT * i / 100;
        motion(t, u);
        coldae_solution_eval(solution, t, x, NULL);
        error = show_worst(error, show_worst(fabs(x[0] - u[0]), fabs(x[1] + u[0])));
    }
    wrong |= show_judge(&args, "srm_crank", error, allowed);
    if (args.demo) {
        coldae_info line = {.index = 2, .n_intervals = info.n_intervals, .seconds_total = info.seconds_total};
        show_demo("srm_crank", allowed, &line, error);
    } else {
        printf("coldae_srm_march: %d steps, error of the angles %.1e, constraint satisfied to %.1e\n",
               info.n_intervals, error, info.constraint_residual);
        for (int i = 0; i < info.n_singular && i < COLDAE_SRM_LIST; i++)
            printf("  dead point at t = %.3f (C B smaller there by %.1e)\n", info.singular_t[i],
                   info.singular_condition[i]);
    }
    if (args.output) {
        show_curve curve[] = {{solution, 0, "phi1"}, {solution, 1, "phi2"}, {solution, 2, "phi1'"}};
        wrong |= show_results(&args, "Slider-crank through its dead point at t = 0.2", "t",
                              "angles, velocity", 3, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
