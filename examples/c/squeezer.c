/* squeezer.c - Andrews' squeezing mechanism: seven bodies, seven angles, six constraints
 *
 * Class: initial value problem, index 3, a mechanism of seven bodies
 *
 * Problem: a motor turns the small arm of a planar mechanism with three closed loops and a spring, faster and faster:
 *
 *     M(q) q'' = f(q, q') - G(q)^T lambda,     0 = g(q),     q = (beta, Theta, gamma, Phi, delta, Omega, epsilon).
 *
 * The standard test of multibody codes (Hairer & Wanner, Solving ODEs II, VII.7; IVP test set), index 3.
 *
 * Lesson: nothing is differentiated or eliminated by hand.  Motion like this is not stiff, so the derivatives of f are
 * not needed: COLDAE_INDEX3_JACOBIAN_STRUCTURE works with M and G alone, one real factorisation of order 13 for each
 * step.
 *
 * Copy: a mass matrix, the structure option, a check against reference values.
 */
#include "trace.h"

#include <math.h>
#include <stdio.h>

static const double m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706, m5 = 0.07050, m6 = 0.00706,
                    m7 = 0.05498;
static const double i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5, i6 = 5.667e-7,
                    i7 = 1.912e-5;
static const double xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014, yc = 0.072,
                    d_ = 0.028, da = 0.0115, e_ = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092, zf = 0.02,
                    zt = 0.04, ss = 0.035, sa = 0.01874, sb = 0.01043, sc = 0.018, sd = 0.02, ta = 0.02308,
                    tb = 0.00916, fa = 0.01421, u_ = 0.04, ua = 0.01228, ub = 0.00449, c0 = 4530,
                    l0 = 0.07785, mom = 0.033;

static int mass(double t, const double *q, double *m, void *user)
{
    double c = cos(q[1]), s4 = sin(q[3]), s6 = sin(q[5]), e = e_ - ea, f = zf - fa;
    m[0] = m1 * ra * ra + m2 * (rr * rr - 2 * da * rr * c + da * da) + i1 + i2;
    m[1] = m[7] = m2 * (da * da - da * rr * c) + i2;
    m[8] = m2 * da * da + i2;
    m[16] = m3 * (sa * sa + sb * sb) + i3;
    m[24] = m4 * e * e + i4;
    m[25] = m[31] = m4 * (e * e + zt * e * s4) + i4;
    m[32] = m4 * (zt * zt + 2 * zt * e * s4 + e * e) + m5 * (ta * ta + tb * tb) + i4 + i5;
    m[40] = m6 * f * f + i6;
    m[41] = m[47] = m6 * (f * f - u_ * f * s6) + i6;
    m[48] = m6 * (f * f - 2 * u_ * f * s6 + u_ * u_) + m7 * (ua * ua + ub * ub) + i6 + i7;
    return 0;
}

/* G[6, 7] */
static void slopes(const double *q, double *g)
{
    double sb_ = sin(q[0]), cb = cos(q[0]), st = sin(q[0] + q[1]), ct = cos(q[0] + q[1]);
    double so = sin(q[5] + q[6]), co = cos(q[5] + q[6]), sp = sin(q[3] + q[4]), cp = cos(q[3] + q[4]);
    for (int i = 0; i < 6; i += 2) { /* columns beta and Theta */
        g[i] = -rr * sb_ + d_ * st;
        g[i + 1] = rr * cb - d_ * ct;
        g[6 + i] = d_ * st;
        g[6 + i + 1] = -d_ * ct;
    }
    g[12 + 0] = -ss * cos(q[2]);
    g[12 + 1] = -ss * sin(q[2]);
    g[18 + 2] = -e_ * cp;
    g[18 + 3] = -e_ * sp;
    g[24 + 2] = -e_ * cp + zt * sin(q[4]);
    g[24 + 3] = -e_ * sp - zt * cos(q[4]);
    g[30 + 4] = zf * so;
    g[30 + 5] = -zf * co;
    g[36 + 4] = zf * so - u_ * cos(q[6]);
    g[36 + 5] = -zf * co - u_ * sin(q[6]);
}

static int loops(double t, const double *q, const double *v, const double *lambda, double *g, void *user)
{
    double x = rr * cos(q[0]) - d_ * cos(q[0] + q[1]), y = rr * sin(q[0]) - d_ * sin(q[0] + q[1]);
    g[0] = x - ss * sin(q[2]) - xb;
    g[1] = y + ss * cos(q[2]) - yb;
    g[2] = x - e_ * sin(q[3] + q[4]) - zt * cos(q[4]) - xa;
    g[3] = y + e_ * cos(q[3] + q[4]) - zt * sin(q[4]) - ya;
    g[4] = x - zf * cos(q[5] + q[6]) - u_ * sin(q[6]) - xa;
    g[5] = y - zf * sin(q[5] + q[6]) + u_ * cos(q[6]) - ya;
    return 0;
}

static int forces(double t, const double *q, const double *v, const double *lambda, double *k, void *user)
{
    double sg = sin(q[2]), cg = cos(q[2]), e = e_ - ea, f = zf - fa, g[42] = {0};
    double xd = sd * cg + sc * sg + xb - xc, yd = sd * sg - sc * cg + yb - yc,
           length = sqrt(xd * xd + yd * yd);
    double force = -c0 * (length - l0) / length, fx = force * xd, fy = force * yd;
    k[0] = mom - m2 * da * rr * v[1] * (v[1] + 2 * v[0]) * sin(q[1]);
    k[1] = m2 * da * rr * v[0] * v[0] * sin(q[1]);
    k[2] = fx * (sc * cg - sd * sg) + fy * (sd * cg + sc * sg);
    k[3] = m4 * zt * e * v[4] * v[4] * cos(q[3]);
    k[4] = -m4 * zt * e * v[3] * (v[3] + 2 * v[4]) * cos(q[3]);
    k[5] = -m6 * u_ * f * v[6] * v[6] * cos(q[5]);
    k[6] = m6 * u_ * f * v[5] * (v[5] + 2 * v[6]) * cos(q[5]);
    slopes(q, g);
    for (int j = 0; j < 7; j++)
        for (int i = 0; i < 6; i++)
            k[j] -= g[i + 6 * j] * lambda[i];
    return 0;
}

/* Only what COLDAE_INDEX3_JACOBIAN_STRUCTURE needs: dk/dlambda = -G^T. */
static int forces_derivative(double t, const double *q, const double *v, const double *lambda,
                             const double *w, double *d, void *user)
{
    double g[42] = {0};
    slopes(q, g);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 7; j++)
            d[j + 7 * (14 + i)] = -g[i + 6 * j];
    return 0;
}

static int loops_derivative(double t, const double *q, const double *v, const double *lambda, const double *w,
                            double *d, void *user)
{
    slopes(q, d);
    return 0;
}

/* Angles of the loops without the two that turn around, and the deviations d1 = g, d2 = G q'. */
static int record(const coldae_step *step, void *user)
{
    double row[7] = {0}, g[6], d[42] = {0};
    const double *q = step->z, *v = q + 7;
    for (int i = 0; i < 5; i++)
        row[i] = q[2 + i];
    loops(step->t, q, v, step->y, g, NULL);
    slopes(q, d);
    for (int i = 0; i < 6; i++) {
        double rate = 0;
        for (int j = 0; j < 7; j++)
            rate += d[i + 6 * j] * v[j];
        row[5] = show_worst(row[5], fabs(g[i]));
        row[6] = show_worst(row[6], fabs(rate));
    }
    trace_add(user, step->t, row);
    return 0;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);
    static const double reference[] = {15.81077119629904,   -15.75637105984298, 0.04082224013073101,
                                       -0.5347301163226948, 0.5244099658805304, 0.5347301163226948,
                                       1.048080741042263};
    coldae_index3_problem problem;
    coldae_index3_problem_init(&problem);
    problem.n_u = problem.n_v = 7;
    problem.n_lambda = 6;
    problem.right = 0.03;
    problem.mass = mass;
    problem.k = forces;
    problem.g = loops;
    problem.dk = forces_derivative;
    problem.dg = loops_derivative;

    trace rows = {.columns = 7};
    coldae_index3_options options;
    coldae_index3_options_init(&options);
    options.tol = 1e-9;
    trace_options(&args, &options);
    options.jacobian = COLDAE_INDEX3_JACOBIAN_STRUCTURE;
    options.observer = record;
    options.observer_user = &rows;
    trace_watch(&args, problem.right, &options.observer, &options.observer_user);

    /* Theta = 0 was chosen; the loops are closed to ten digits, the library does the rest. */
    double q[7] = {-0.0617138900, 0, 0.4552798192, 0.2226683902, 0.4873649795, -0.2226683902, 1.2305474445};
    double v[7] = {0}, lambda[6] = {0}, error = 0, worst = 0;
    coldae_ivp_info info;
    coldae_status status = coldae_index3(&problem, &options, q, v, lambda, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "squeezer: %s: %s\n", coldae_strerror(status), info.message);
        trace_free(&rows);
        return 1;
    }
    for (int i = 0; i < 7; i++)
        error = show_worst(error, fabs(q[i] - reference[i]) / (1 + fabs(reference[i])));
    for (int i = 0; i < rows.n; i++)
        worst = show_worst(worst, show_worst(rows.rows[8 * i + 6], rows.rows[8 * i + 7]));
    int wrong = show_judge(&args, "squeezer", error, 1e-5) || !(worst <= 1e-13);
    if (args.demo)
        trace_demo("squeezer", options.tol, &info, error);
    else
        printf("beta(0.03) = %.6f after %d steps, %d evaluations, %d factorisations: error %.1e, constraints "
               "to %.1e\n",
               q[0], info.n_steps, info.n_f, info.n_factor, error, worst);
    if (args.output) {
        static const char *const name[] = {"gamma", "Phi", "delta", "Omega", "epsilon"};
        trace_curve angle[5], deviation[2] = {{&rows, -1, 5, "|g|"}, {&rows, -1, 6, "|G q'|"}};
        for (int i = 0; i < 5; i++)
            angle[i] = (trace_curve){&rows, -1, i, name[i]};
        trace_panel panel[] = {
            {"Andrews' squeezing mechanism", "time t in s", "angles in rad", 0, 0, 5, angle},
            {"The constraints", "time t in s", "largest residual", 1, 0, 2, deviation}};
        wrong |= trace_results(&args, &rows, "t,gamma,Phi,delta,Omega,epsilon,g,dg/dt", 2, 2, panel);
    }
    trace_free(&rows);
    return wrong;
}
