/* stress_classic.c - the problem class in its breadth: high orders, many components, interior and coupled conditions,
 * eigenvalues and other unknown constants, periodic orbits, unusual scales of t and of the unknowns
 */
#include "stress.h"

#define F(name, ...)                                                                                         \
    static int name(double t, const double *z, const double *y, const double *p, double *f, void *user)      \
    {                                                                                                        \
        const stress *q = user;                                                                              \
        double eps = q->eps;                                                                                 \
        (void)t, (void)z, (void)y, (void)p, (void)eps;                                                       \
        __VA_ARGS__;                                                                                         \
        return 0;                                                                                            \
    }
#define EXACT(name, ...)                                                                                     \
    static void name(const stress *q, double t, double *z)                                                   \
    {                                                                                                        \
        double eps = q->eps;                                                                                 \
        (void)t, (void)eps, (void)q;                                                                         \
        __VA_ARGS__;                                                                                         \
    }

/* ---- orders 5 and 6 ------------------------------------------------------------------------------- */

F(sixth, f[0] = z[0] - 6 * exp(t)) /* (1 - t) e^t, order 6 */
EXACT(sixth_u, for (int l = 0; l < 6; l++) z[l] = (1 - l - t) * exp(t))
F(fifth, f[0] = exp(-t) * z[0] * z[0]) /* e^t, order 5 */
EXACT(fifth_u, for (int l = 0; l < 5; l++) z[l] = exp(t))
F(sixth_n, f[0] = exp(t) * z[0] * z[0]) /* e^-t, order 6 */
EXACT(sixth_nu, for (int l = 0; l < 6; l++) z[l] = (l % 2 ? -1 : 1) * exp(-t))

static void high_orders(void)
{
    stress q = {.name = "order 6",
                .f = sixth,
                .exact = sixth_u,
                .right = 1,
                .n_diff = 1,
                .order = {6},
                .linear = 1,
                .n_side = 6,
                .zeta = {0, 0, 0, 1, 1, 1},
                .c = {0, 1, 2, 0, 1, 2},
                .value = {1, 0, -1, 0, -exp(1), -2 * exp(1)},
                .tightest = 1e-12};
    stress_all(&q);
    stress r = {.name = "order 5",
                .f = fifth,
                .exact = fifth_u,
                .right = 1,
                .n_diff = 1,
                .order = {5},
                .n_side = 5,
                .zeta = {0, 0, 0, 1, 1},
                .c = {0, 1, 2, 0, 1},
                .value = {1, 1, 1, exp(1), exp(1)},
                .tightest = 1e-12};
    stress_all(&r);
    stress s = {.name = "order 6, nonlinear",
                .f = sixth_n,
                .exact = sixth_nu,
                .right = 1,
                .n_diff = 1,
                .order = {6},
                .n_side = 6,
                .zeta = {0, 0, 0, 1, 1, 1},
                .c = {0, 2, 4, 0, 2, 4},
                .value = {1, 1, 1, exp(-1), exp(-1), exp(-1)},
                .tightest = 1e-12};
    stress_all(&s);
}

/* ---- unusual scales ------------------------------------------------------------------------------- */

/* u'' = -omega^2 u + .. on an interval of length eps: u = A cos(3 t/eps), A = value[2] */
F(scaled, f[0] = -9 / (eps * eps) * z[0])
EXACT(scaled_u, double A = q->value[2]; z[0] = A * cos(3 * t / eps), z[1] = -3 * A / eps * sin(3 * t / eps))

static void scales(void)
{
    double length[] = {1e-6, 1e-3, 1, 1e4}, size[] = {1e-8, 1, 1e8};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++) {
            double T = length[i], A = size[j];
            stress q = {.name = "scales",
                        .eps = T,
                        .f = scaled,
                        .exact = scaled_u,
                        .right = T,
                        .n_diff = 1,
                        .order = {2},
                        .linear = 1,
                        .n_side = 2,
                        .zeta = {0, T},
                        .value = {A, A * cos(3), A},
                        .u_only = 1,
                        .tightest = 1e-9};
            if (A < 1)
                q.magnitude[0] = A;
            if (j == 0)
                q.tightest = 1e-6; /* tol_z >= 1e-14 */
            stress_all(&q);
        }
}

/* ---- eigenvalues and other constants -------------------------------------------------------------- */

F(eigen, f[0] = -p[0] * z[0]) /* u = sin(eps pi t)/(eps pi), p = (eps pi)^2 */
EXACT(eigen_u, z[0] = sin(eps * PI * t) / (eps * PI), z[1] = cos(eps * PI * t))
static int eigen_guess(double t, double *z, double *y, double *dmu, void *user)
{
    double eps = stress_of(user)->eps;
    (void)y;
    z[0] = sin(eps * PI * t) / (eps * PI) * (1 + 0.2 * t), z[1] = cos(eps * PI * t);
    dmu[0] = -eps * PI * sin(eps * PI * t);
    return 0;
}

/* 0 = u'' + exp(p) u / 4, normalised by its integral: u = A sin; p enters nonlinearly. w' = u */
F(nonlinear_p, f[0] = -exp(p[0]) * z[0], f[1] = z[0])
EXACT(nonlinear_u, z[0] = PI / 2 * sin(PI * t), z[1] = PI * PI / 2 * cos(PI * t),
      z[2] = (1 - cos(PI * t)) / 2)
static int bump(double t, double *z, double *y, double *dmu, void *user)
{
    (void)y, (void)dmu, (void)user;
    z[0] = 6 * t * (1 - t), z[1] = 6 - 12 * t, z[2] = 3 * t * t - 2 * t * t * t;
    return 0;
}

/* two constants: u' = a u + b, three points given: u = e^{2t} - 3 */
F(fit, f[0] = p[0] * z[0] + p[1])
EXACT(fit_u, z[0] = exp(2 * t) - 3)
static int fit_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)y, (void)dmu, (void)user;
    z[0] = -2 + 6 * t;
    return 0;
}

static void constants(void)
{
    for (int n = 1; n <= 5; n += 2) {
        stress q = {.name = "eigenvalue",
                    .eps = n,
                    .f = eigen,
                    .exact = eigen_u,
                    .right = 1,
                    .n_diff = 1,
                    .order = {2},
                    .n_param = 1,
                    .n_side = 3,
                    .zeta = {0, 0, 1},
                    .c = {0, 1, 0},
                    .value = {0, 1, 0},
                    .param_guess = {0.9 * n * n * PI * PI},
                    .param = {n * n * PI * PI},
                    .guess = eigen_guess,
                    .n0 = 2 * n + 3};
        stress_all(&q);
    }
    stress q = {.name = "p in an exponent",
                .f = nonlinear_p,
                .exact = nonlinear_u,
                .right = 1,
                .n_diff = 2,
                .order = {2, 1},
                .n_param = 1,
                .n_side = 4,
                .zeta = {0, 0, 1, 1},
                .c = {0, 2, 0, 2},
                .value = {0, 0, 0, 1},
                .param_guess = {2},
                .param = {2 * log(PI)},
                .guess = bump};
    stress_all(&q);
    stress r = {.name = "two constants",
                .f = fit,
                .exact = fit_u,
                .right = 1,
                .n_diff = 1,
                .order = {1},
                .n_param = 2,
                .n_side = 3,
                .zeta = {0, 0.5, 1},
                .value = {-2, exp(1) - 3, exp(2) - 3},
                .param_guess = {1, 1},
                .param = {2, 6},
                .guess = fit_guess};
    stress_all(&r);
}

/* ---- coupled and interior conditions, many fixed points ------------------------------------------- */

/* three coupled conditions: u' = A u + .., exact (sin t, cos t, e^-t) on [0, 2] */
F(triple, f[0] = z[1] + (z[2] - exp(-t)), f[1] = -z[0], f[2] = -z[2] + 0.3 * (z[0] - sin(t)))
EXACT(triple_u, z[0] = sin(t), z[1] = cos(t), z[2] = exp(-t))
static int triple_coupled(const double *zl, const double *zr, const double *p, double *r, void *user)
{
    (void)p, (void)user;
    r[0] = zl[0] + zr[1] - cos(2);
    r[1] = zl[1] * zr[2] - exp(-2);
    r[2] = zl[2] - zr[0] - 1 + sin(2);
    return 0;
}
static int triple_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)t, (void)y, (void)dmu, (void)user;
    z[0] = t / 2, z[1] = 0.5, z[2] = 0.5;
    return 0;
}

/* order 4 with conditions at 0, 1/3, 2/3, 1: u = sin 2t */
F(four, f[0] = 16 * z[0])
EXACT(four_u, z[0] = sin(2 * t), z[1] = 2 * cos(2 * t), z[2] = -4 * z[0], z[3] = -4 * z[1])

/* u'' = sign of sin(10 pi t): jumps at 0.1, 0.2 .. */
F(many_jumps, f[0] = (int)floor(t * 10) % 2 ? -1 : 1)

/* Lotka-Volterra orbit of unknown period through x(0) = y(0), amplitude given */
F(volterra, f[0] = p[0] * z[0] * (1 - z[1]), f[1] = p[0] * z[1] * (z[0] - 1))
static int volterra_coupled(const double *zl, const double *zr, const double *p, double *r, void *user)
{
    (void)p, (void)user;
    r[0] = zr[1] - zl[1];
    return 0;
}
static int volterra_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)y, (void)dmu, (void)user;
    z[0] = exp(0.6 * cos(2 * PI * t)), z[1] = exp(0.6 * sin(2 * PI * t));
    return 0;
}

static void conditions(void)
{
    stress q = {.name = "coupled",
                .f = triple,
                .exact = triple_u,
                .right = 2,
                .n_diff = 3,
                .order = {1, 1, 1},
                .n_coupled = 3,
                .coupled = triple_coupled,
                .guess = triple_guess,
                .tightest = 1e-12};
    stress_all(&q);
    stress r = {.name = "multipoint",
                .f = four,
                .exact = four_u,
                .right = 1,
                .n_diff = 1,
                .order = {4},
                .linear = 1,
                .n_side = 4,
                .zeta = {0, 1.0 / 3, 2.0 / 3, 1},
                .value = {0, sin(2.0 / 3), sin(4.0 / 3), sin(2)},
                .tightest = 1e-12};
    stress_all(&r);
    stress s = {.name = "many jumps",
                .f = many_jumps,
                .right = 1,
                .n_diff = 1,
                .order = {2},
                .linear = 1,
                .n_side = 2,
                .zeta = {0, 1},
                .n_fixed = 9,
                .tightest = 1e-12};
    for (int i = 0; i < 9; i++)
        s.fixed[i] = (i + 1) / 10.0;
    stress_all(&s);
    stress v = {.name = "orbit",
                .f = volterra,
                .right = 1,
                .n_diff = 2,
                .order = {1, 1},
                .n_param = 1,
                .n_side = 2,
                .zeta = {0, 0},
                .c = {0, 1},
                .value = {2, 1},
                .n_coupled = 1,
                .coupled = volterra_coupled,
                .param_guess = {6.5},
                .param = {NAN},
                .guess = volterra_guess,
                .n0 = 10};
    stress_all(&v);
}

/* ---- many components, many points ----------------------------------------------------------------- */

/* 30 coupled pendula, u_i'' = sin u_(i-1) - 2 sin u_i + sin u_(i+1) + q_i, u_i = sin(t + i)/2 */
static double angle(double t, int i)
{
    return sin(t + i) / 2;
}
static int pendula(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    int n = stress_of(user)->n_diff;
    (void)y, (void)p;
    for (int i = 0; i < n; i++) {
        double l = i > 0 ? sin(z[2 * i - 2]) - sin(angle(t, i - 1)) : 0;
        double r = i + 1 < n ? sin(z[2 * i + 2]) - sin(angle(t, i + 1)) : 0;
        f[i] = l - 2 * (sin(z[2 * i]) - sin(angle(t, i))) + r - angle(t, i);
    }
    return 0;
}
static void pendula_u(const stress *q, double t, double *z)
{
    for (int i = 0; i < q->n_diff; i++)
        z[2 * i] = angle(t, i), z[2 * i + 1] = cos(t + i) / 2;
}

F(smooth, f[0] = -z[0] * z[0] / 2 + (cos(t) * cos(t)) / 2 - cos(t)) /* u = cos t */
EXACT(smooth_u, z[0] = cos(t), z[1] = -sin(t))

static void many(void)
{
    stress q = {
        .name = "30 pendula", .f = pendula, .exact = pendula_u, .right = 2, .n_diff = 30, .n_side = 60};
    for (int i = 0; i < 30; i++) {
        q.order[i] = 2;
        q.zeta[30 + i] = 2;
        q.c[i] = q.c[30 + i] = 2 * i;
        q.value[i] = angle(0, i);
        q.value[30 + i] = angle(2, i);
    }
    stress_all(&q);
    stress r = {.name = "k",
                .f = smooth,
                .exact = smooth_u,
                .right = 2,
                .n_diff = 1,
                .order = {2},
                .n_side = 2,
                .zeta = {0, 2},
                .value = {1, cos(2)}};
    for (int k = 2; k <= 15; k++)
        for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++) {
            double tols[] = {1e-3, 1e-6, 1e-9, 1e-12};
            for (int i = 0; i < (k < 3 ? 2 : k < 4 ? 3 : 4); i++)
                stress_run(&r, tols[i], k, points, NULL);
        }
    stress s = {.name = "k = 1",
                .f = fit,
                .exact = fit_u,
                .right = 1,
                .n_diff = 1,
                .order = {1},
                .n_param = 2,
                .n_side = 3,
                .zeta = {0, 0.5, 1},
                .value = {-2, exp(1) - 3, exp(2) - 3},
                .param_guess = {1, 1},
                .param = {2, 6},
                .guess = fit_guess};
    stress_run(&s, 1e-3, 1, COLDAE_GAUSS, NULL);
    stress_run(&s, 1e-5, 1, COLDAE_GAUSS, NULL);
    stress_run(&s, 1e-3, 1, COLDAE_RADAU, NULL);
}

/* heat conduction with a sharp source, u'' = -eps e^{-eps (t - 0.3)^2} on [0, 1] */
F(source, f[0] = -eps * exp(-eps * eps * (t - 0.3) * (t - 0.3)))

static void sharp(void)
{
    for (double s = 10; s < 200; s *= 10) { /* a first mesh that sees it */
        stress q = {.name = "source",
                    .eps = s,
                    .f = source,
                    .right = 1,
                    .n_diff = 1,
                    .order = {2},
                    .linear = 1,
                    .n_side = 2,
                    .zeta = {0, 1},
                    .n0 = (int)fmax(5, s / 5)};
        stress_all(&q);
    }
}

int main(void)
{
    high_orders();
    scales();
    constants();
    conditions();
    many();
    sharp();
    return check_result();
}
