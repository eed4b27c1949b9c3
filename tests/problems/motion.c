/* motion.c - constrained motion for tests, tables and benchmarks */
#include "motion.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* ---- pendulum ------------------------------------------------------------------------------------------ */

static int pendulum_k(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    double c = *(const double *)user;
    (void)t, (void)v;
    k[0] = -c * u[0] * lambda[0];
    k[1] = -1 - c * u[1] * lambda[0];
    return 0;
}

static int pendulum_g(double t, const double *u, const double *v, const double *lambda, double *g, void *user)
{
    (void)t, (void)v, (void)lambda, (void)user;
    g[0] = u[0] * u[0] + u[1] * u[1] - 1;
    return 0;
}

static int pendulum_dk(double t, const double *u, const double *v, const double *lambda, const double *w,
                       double *d, void *user)
{
    double c = *(const double *)user;
    (void)t, (void)v, (void)w;
    d[0] = d[3] = -c * lambda[0];
    d[8] = -c * u[0];
    d[9] = -c * u[1];
    return 0;
}

static int pendulum_dg(double t, const double *u, const double *v, const double *lambda, const double *w,
                       double *d, void *user)
{
    (void)t, (void)v, (void)lambda, (void)w, (void)user;
    d[0] = 2 * u[0];
    d[1] = 2 * u[1];
    return 0;
}

void motion_pendulum(motion *m, double factor)
{
    static double one = 1, two = 2;
    memset(m, 0, sizeof *m);
    coldae_index3_problem_init(&m->problem);
    m->name = "pendulum";
    m->problem.n_u = m->problem.n_v = 2;
    m->problem.n_lambda = 1;
    m->problem.right = 20;
    m->problem.k = pendulum_k;
    m->problem.g = pendulum_g;
    m->problem.dk = pendulum_dk;
    m->problem.dg = pendulum_dg;
    m->problem.user = factor > 1.5 ? &two : &one;
    m->u[0] = 1;
    m->exact[0] = -0.517719703552777816;
    m->exact[1] = -0.855550295747259886;
    m->has_exact = 1;
}

/* ---- Andrews' squeezing mechanism: q = (beta, Theta, gamma, Phi, delta, Omega, epsilon) ------------------- */

static const double m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706, m5 = 0.07050, m6 = 0.00706,
                    m7 = 0.05498;
static const double i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5, i6 = 5.667e-7,
                    i7 = 1.912e-5;
static const double xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014, yc = 0.072,
                    d_ = 0.028, da = 0.0115, e_ = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092, zf = 0.02,
                    zt = 0.04, ss = 0.035, sa = 0.01874, sb = 0.01043, sc = 0.018, sd = 0.02, ta = 0.02308,
                    tb = 0.00916, fa = 0.01421, u_ = 0.04, ua = 0.01228, ub = 0.00449, c0 = 4530,
                    l0 = 0.07785, mom = 0.033;

static int andrews_mass(double t, const double *q, double *m, void *user)
{
    double c = cos(q[1]), s4 = sin(q[3]), s6 = sin(q[5]), e = e_ - ea, f = zf - fa;
    (void)t, (void)user;
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
static void andrews_jacobian(const double *q, double *g)
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

static int andrews_g(double t, const double *q, const double *v, const double *lambda, double *g, void *user)
{
    double x = rr * cos(q[0]) - d_ * cos(q[0] + q[1]), y = rr * sin(q[0]) - d_ * sin(q[0] + q[1]);
    (void)t, (void)v, (void)lambda, (void)user;
    g[0] = x - ss * sin(q[2]) - xb;
    g[1] = y + ss * cos(q[2]) - yb;
    g[2] = x - e_ * sin(q[3] + q[4]) - zt * cos(q[4]) - xa;
    g[3] = y + e_ * cos(q[3] + q[4]) - zt * sin(q[4]) - ya;
    g[4] = x - zf * cos(q[5] + q[6]) - u_ * sin(q[6]) - xa;
    g[5] = y - zf * sin(q[5] + q[6]) + u_ * cos(q[6]) - ya;
    return 0;
}

static int andrews_k(double t, const double *q, const double *v, const double *lambda, double *k, void *user)
{
    double sg = sin(q[2]), cg = cos(q[2]), e = e_ - ea, f = zf - fa, g[42] = {0};
    double xd = sd * cg + sc * sg + xb - xc, yd = sd * sg - sc * cg + yb - yc,
           length = sqrt(xd * xd + yd * yd);
    double force = -c0 * (length - l0) / length, fx = force * xd, fy = force * yd;
    (void)t, (void)user;
    k[0] = mom - m2 * da * rr * v[1] * (v[1] + 2 * v[0]) * sin(q[1]);
    k[1] = m2 * da * rr * v[0] * v[0] * sin(q[1]);
    k[2] = fx * (sc * cg - sd * sg) + fy * (sd * cg + sc * sg);
    k[3] = m4 * zt * e * v[4] * v[4] * cos(q[3]);
    k[4] = -m4 * zt * e * v[3] * (v[3] + 2 * v[4]) * cos(q[3]);
    k[5] = -m6 * u_ * f * v[6] * v[6] * cos(q[5]);
    k[6] = m6 * u_ * f * v[5] * (v[5] + 2 * v[6]) * cos(q[5]);
    andrews_jacobian(q, g);
    for (int j = 0; j < 7; j++)
        for (int i = 0; i < 6; i++)
            k[j] -= g[i + 6 * j] * lambda[i];
    return 0;
}

/* Only what COLDAE_INDEX3_JACOBIAN_STRUCTURE needs: dk/dlambda = -G^T. */
static int andrews_dk(double t, const double *q, const double *v, const double *lambda, const double *w,
                      double *d, void *user)
{
    double g[42] = {0};
    (void)t, (void)v, (void)lambda, (void)w, (void)user;
    andrews_jacobian(q, g);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 7; j++)
            d[j + 7 * (14 + i)] = -g[i + 6 * j];
    return 0;
}

static int andrews_dg(double t, const double *q, const double *v, const double *lambda, const double *w,
                      double *d, void *user)
{
    (void)t, (void)v, (void)lambda, (void)w, (void)user;
    andrews_jacobian(q, d);
    return 0;
}

void motion_andrews(motion *m, double right)
{
    static const double q0[] = {-0.0617138900142764496358948458001, 0,
                                0.455279819163070380255912382449,   0.222668390165885884674473185609,
                                0.487364979543842550225598953530,   -0.222668390165885884674473185609,
                                1.23054744454982119249735015568};
    static const double lambda0[] = {98.5668703962410896057654982170, -6.12268834425566265503114393122};
    static const double at_03[] = {15.81077119629904,   -15.75637105984298, 0.04082224013073101,
                                   -0.5347301163226948, 0.5244099658805304, 0.5347301163226948,
                                   1.048080741042263};
    static const double at_05[] = {33.825867767, -33.583431517, 0.1133950738, -0.4078528656,
                                   0.5260604449, 0.4078528656,  1.0569024294};
    memset(m, 0, sizeof *m);
    coldae_index3_problem_init(&m->problem);
    m->name = "andrews";
    m->problem.n_u = m->problem.n_v = 7;
    m->problem.n_lambda = 6;
    m->problem.right = right;
    m->problem.k = andrews_k;
    m->problem.g = andrews_g;
    m->problem.mass = andrews_mass;
    m->problem.dk = andrews_dk;
    m->problem.dg = andrews_dg;
    memcpy(m->u, q0, sizeof q0);
    memcpy(m->lambda, lambda0, sizeof lambda0);
    m->has_exact = right == 0.03 || right == 0.05;
    memcpy(m->exact, right == 0.03 ? at_03 : at_05, sizeof at_03);
}
