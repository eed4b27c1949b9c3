/* slider_crank.c - an engine: crank, connecting rod and slider, three coordinates for one degree of freedom
 *
 * Class: initial value problem, index 3, more coordinates than needed
 *
 * Problem: u = (crank angle a, rod angle b, slider position x), a crank of length r and a rod of length l with its mass
 * in the middle, a spring on the slider:
 *
 *     M(u) u'' = forces(u, u') - G(u)^T lambda,     0 = r cos a + l cos b - x,    0 = r sin a + l sin b.
 *
 * Lesson: equations of motion are easy to write in more coordinates than needed, with a mass matrix that depends on
 * them. The check is another formulation: the angle a alone satisfies J(a) a'' + J'(a) a'^2/2 + V'(a) = 0, an ordinary
 * equation for the same integrator (n_lambda = 0).
 *
 * Copy: mass, derivatives left to differences, output at given times, lambda found by the library.
 */
#include "trace.h"

#include <math.h>
#include <stdio.h>

static const double r = 1, l = 3, J_crank = 0.5, m_rod = 1, m_slider = 2, spring = 3, rest = 3;
enum { SAMPLES = 200 };
static const double RIGHT = 20;

/* The middle of the rod is at r (cos a, sin a) + l/2 (cos b, sin b); its own inertia is m l^2/12. */
static int mass(double t, const double *u, double *m, void *user)
{
    double coupling = m_rod * r * l / 2 * cos(u[0] - u[1]);
    m[0] = J_crank + m_rod * r * r;
    m[1] = m[3] = coupling;
    m[4] = m_rod * l * l / 3;
    m[8] = m_slider;
    return 0;
}

static int forces(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    double s = m_rod * r * l / 2 * sin(u[0] - u[1]);
    k[0] = -s * v[1] * v[1] - (-r * sin(u[0]) * lambda[0] + r * cos(u[0]) * lambda[1]);
    k[1] = s * v[0] * v[0] - (-l * sin(u[1]) * lambda[0] + l * cos(u[1]) * lambda[1]);
    k[2] = -spring * (u[2] - rest) + lambda[0];
    return 0;
}

static int joints(double t, const double *u, const double *v, const double *lambda, double *g, void *user)
{
    g[0] = r * cos(u[0]) + l * cos(u[1]) - u[2];
    g[1] = r * sin(u[0]) + l * sin(u[1]);
    return 0;
}

static int joints_derivative(double t, const double *u, const double *v, const double *lambda,
                             const double *w, double *d, void *user)
{
    d[0] = -r * sin(u[0]);
    d[1] = r * cos(u[0]);
    d[2] = -l * sin(u[1]);
    d[3] = l * cos(u[1]);
    d[4] = -1;
    return 0;
}

/* b' = p a', x' = q a' by the joints */
static void slopes(double a, double *b, double *p, double *q)
{
    *b = asin(-r * sin(a) / l);
    *p = -r * cos(a) / (l * cos(*b));
    *q = -r * sin(a) - l * sin(*b) * *p;
}

/* kinetic energy J(a) a'^2/2, potential energy V(a) */
static double inertia(double a)
{
    double b, p, q;
    slopes(a, &b, &p, &q);
    return J_crank + m_rod * r * r + m_rod * r * l * cos(a - b) * p + m_rod * l * l / 3 * p * p +
           m_slider * q * q;
}

static double potential(double a)
{
    double b, p, q;
    slopes(a, &b, &p, &q);
    double stretch = r * cos(a) + l * cos(b) - rest;
    return spring / 2 * stretch * stretch;
}

static double derivative(double (*f)(double), double a)
{
    const double h = 2e-3; /* of order 6: 1e-15 from h^6, 1e-13 from rounding */
    return (45 * (f(a + h) - f(a - h)) - 9 * (f(a + 2 * h) - f(a - 2 * h)) + f(a + 3 * h) - f(a - 3 * h)) /
           (60 * h);
}

/* v = (a, a') */
static int reduced(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    k[0] = v[1];
    k[1] = -(derivative(inertia, v[0]) * v[1] * v[1] / 2 + derivative(potential, v[0])) / inertia(v[0]);
    return 0;
}

/* The angle by its own equation. */
static coldae_status reference(double *v)
{
    coldae_index3_problem problem;
    coldae_index3_options options;
    coldae_index3_problem_init(&problem);
    problem.n_v = 2;
    problem.right = RIGHT;
    problem.k = reduced;
    coldae_index3_options_init(&options);
    options.tol = 1e-12;
    options.stages = 5;
    return coldae_index3(&problem, &options, NULL, v, NULL, NULL);
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);
    coldae_index3_problem problem;
    coldae_index3_problem_init(&problem);
    problem.n_u = problem.n_v = 3;
    problem.n_lambda = 2;
    problem.right = RIGHT;
    problem.mass = mass;
    problem.k = forces;
    problem.g = joints;
    problem.dg = joints_derivative;

    double t_out[SAMPLES], out[8 * SAMPLES];
    for (int i = 0; i < SAMPLES; i++)
        t_out[i] = RIGHT * (i + 1) / SAMPLES;
    coldae_index3_options options;
    coldae_index3_options_init(&options);
    options.tol = 1e-8;
    trace_options(&args, &options);
    options.t_out = t_out;
    options.n_out = SAMPLES;
    options.out = out;
    trace_watch(&args, problem.right, &options.observer, &options.observer_user);

    double b, p, q, u[3] = {0.5}, v[3] = {2}, lambda[2] = {0}; /* a and a' are free, the rest follows */
    slopes(u[0], &b, &p, &q);
    u[1] = b;
    u[2] = r * cos(u[0]) + l * cos(b);
    v[1] = p * v[0];
    v[2] = q * v[0];
    double angle[2] = {u[0], v[0]}, energy = inertia(u[0]) * v[0] * v[0] / 2 + potential(u[0]);
    coldae_ivp_info info;
    coldae_status status = coldae_index3(&problem, &options, u, v, lambda, &info);
    if (status != COLDAE_OK || reference(angle) != COLDAE_OK) {
        fprintf(stderr, "slider_crank: %s: %s\n", coldae_strerror(status), info.message);
        return 1;
    }
    double error = show_worst(fabs(u[0] - angle[0]), fabs(v[0] - angle[1]));
    double change = fabs(inertia(u[0]) * v[0] * v[0] / 2 + potential(u[0]) - energy);
    int wrong = show_judge(&args, "slider_crank", error, 1e-4) ||
                show_judge(&args, "slider_crank", change, 1e-5) || !(info.constraint_residual <= 1e-13);
    if (args.demo)
        trace_demo("slider_crank", options.tol, &info, error);
    else
        printf("%.2f turns in %d steps: angle to %.1e, energy to %.1e, joints to %.1e; force on the slider's "
               "guide %.4f\n",
               u[0] / 6.283185307179586, info.n_steps, error, change, info.constraint_residual, lambda[1]);
    if (args.output) {
        trace rows = {.columns = 8};
        for (int i = 0; i < SAMPLES; i++)
            trace_add(&rows, t_out[i], out + 8 * i);
        trace_curve motion[] = {{&rows, -1, 2, "slider x"}, {&rows, -1, 3, "crank a'"}};
        trace_curve joint[] = {{&rows, -1, 6, "lambda 1"}, {&rows, -1, 7, "lambda 2"}};
        trace_panel panel[] = {
            {"Slider and crank", "time t", "position x, angular velocity a'", 0, 0, 2, motion},
            {"Forces in the joint", "time t", "lambda", 0, 0, 2, joint}};
        wrong |= trace_results(&args, &rows, "t,a,b,x,a',b',x',lambda1,lambda2", 2, 2, panel);
        trace_free(&rows);
    }
    return wrong;
}
