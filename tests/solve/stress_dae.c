/* stress_dae.c - constraints: from index 1 to index 2, several and of mixed orders, with constants, pendula, control */
#include "stress.h"

#define F(name, ...)                                                                                         \
    static int name(double t, const double *z, const double *y, const double *p, double *f, void *user)      \
    {                                                                                                        \
        double eps = stress_of(user)->eps;                                                                   \
        (void)t, (void)z, (void)y, (void)p, (void)eps;                                                       \
        __VA_ARGS__;                                                                                         \
        return 0;                                                                                            \
    }
#define EXACT(name, ...)                                                                                     \
    static void name(const stress *q, double t, double *z)                                                   \
    {                                                                                                        \
        double eps = q->eps;                                                                                 \
        (void)t, (void)eps;                                                                                  \
        __VA_ARGS__;                                                                                         \
    }
#define GUESS(name, ...)                                                                                     \
    static int name(double t, double *z, double *y, double *dmu, void *user)                                 \
    {                                                                                                        \
        (void)t, (void)z, (void)y, (void)dmu, (void)user;                                                    \
        __VA_ARGS__;                                                                                         \
        return 0;                                                                                            \
    }

/* x' = y, 0 = x - sin t + eps y: index 1, nearly 2; with 2 + sin y it is nonlinear */
F(nearly, f[0] = y[0], f[1] = z[0] - sin(t) + eps * y[0])
EXACT(nearly_u, z[0] = (sin(t) - eps * cos(t)) / (1 + eps * eps))

/* u'' = -u + (2 + v)(y1 - cos t), v' = -2 sin 2t + w - e^-t, w' = -w + (1 + u^2)(y2 - t^2); two constraints of index
 * 2 */
F(pair, f[0] = -z[0] + (2 + z[2]) * (y[0] - cos(t)), f[1] = -2 * sin(2 * t) + z[3] - exp(-t),
  f[2] = -z[3] + (1 + z[0] * z[0]) * (y[1] - t * t), f[3] = z[1] - cos(t) + (z[2] - cos(2 * t)) * z[0],
  f[4] = z[3] - exp(-t) + sin(z[2]) - sin(cos(2 * t)))
EXACT(pair_u, z[0] = sin(t), z[1] = cos(t), z[2] = cos(2 * t), z[3] = exp(-t))
GUESS(pair_guess, z[0] = t, z[1] = 1, z[2] = 1 - t, z[3] = 1 - t / 2, y[0] = 1, y[1] = 0.3)

/* the circle with unknown speed: x' = p J x + y x, 0 = |x|^2 - 1 */
F(circle, f[0] = -p[0] * z[1] + y[0] * z[0], f[1] = p[0] * z[0] + y[0] * z[1],
  f[2] = z[0] * z[0] + z[1] * z[1] - 1)
EXACT(circle_u, z[0] = cos(2 * t), z[1] = sin(2 * t))
GUESS(circle_guess, z[0] = cos(1.7 * t), z[1] = sin(1.7 * t))

/* pendulum of length 1 in index-2 form, from the lowest point to p1 = value[2] at time eps */
F(pendulum, f[0] = -y[0] * z[0], f[1] = -y[0] * z[2] - 1, f[2] = z[0] * z[1] + z[2] * z[3])
static int swing(double t, double *z, double *y, double *dmu, void *user)
{
    const stress *q = user;
    double rate = asin(q->value[2]) / q->right, a = rate * t - PI / 2;
    z[0] = cos(a), z[2] = sin(a);
    z[1] = -rate * z[2], z[3] = rate * z[0];
    y[0] = rate * rate - z[2];
    dmu[0] = -rate * rate * z[0], dmu[1] = -rate * rate * z[2];
    return 0;
}

/* control of x' = -x + u, cost int (x^2 + eps u^2)/2, with the control as y: index 1; x(0) = 1, lambda(1) = 0 */
F(control, f[0] = -z[0] + y[0], f[1] = -z[0] + z[1], f[2] = eps * y[0] + z[1])
static void control_u(const stress *q, double t, double *z) /* s^2 = 1 + 1/eps */
{
    double s = sqrt(1 + 1 / q->eps), e = exp(-2 * s * (1 - t)), e0 = exp(-2 * s);
    /* lambda = -eps u; x = a (s ch + sh), lambda = a sh with ch, sh of s (1 - t) */
    double scale = exp(-s * t) / (s * (1 + e0) + (1 - e0));
    z[0] = scale * (s * (1 + e) + (1 - e));
    z[1] = scale * (1 - e);
}

/* three constraints, E of rank 1: y1 of index 1, y2, y3 of index 2; x = (e^t, cos t, t), y = (sin t, t, 1) */
F(three, f[0] = z[0] + y[1] - t + (y[0] - sin(t)), f[1] = -sin(t) + y[2] - 1 + (z[0] - exp(t)),
  f[2] = 1 + (z[2] - t) * z[1] + (y[0] - sin(t)) * 0.5, f[3] = (2 + z[2]) * (y[0] - sin(t)) + z[2] - t,
  f[4] = z[0] - exp(t) + 0.3 * (z[1] - cos(t)), f[5] = z[1] - cos(t) - 0.2 * (z[0] - exp(t)) * z[2])
EXACT(three_u, z[0] = exp(t), z[1] = cos(t), z[2] = t)
GUESS(three_guess, z[0] = 1 + t, z[1] = 1, z[2] = t)

/* index 1 with two branches of y, y^2 = 1 + u, u'' = y u: the guess chooses y > 0 */
F(branch, f[0] = y[0] * z[0] - (sqrt(1 + exp(-t)) - 1) * exp(-t), f[1] = y[0] * y[0] - 1 - z[0])
EXACT(branch_u, z[0] = exp(-t), z[1] = -exp(-t))
GUESS(branch_guess, z[0] = 1, y[0] = 1)

static void transition(void)
{
    for (int i = 0; i <= 12; i += 2) {
        double eps = pow(10, -i), x0 = -eps / (1 + eps * eps);
        stress q = {.name = "index 1 to 2",
                    .eps = eps,
                    .f = nearly,
                    .exact = nearly_u,
                    .right = 3,
                    .n_diff = 1,
                    .n_alg = 1,
                    .order = {1},
                    .linear = 1,
                    .n_side = 1,
                    .zeta = {0},
                    .value = {x0}};
        stress_all(&q);
    }
}

static void index2(void)
{
    stress q = {.name = "two constraints",
                .f = pair,
                .exact = pair_u,
                .right = 1,
                .n_diff = 3,
                .n_alg = 2,
                .order = {2, 1, 1},
                .n_side = 2,
                .zeta = {0, 1},
                .c = {0, 2},
                .value = {0, cos(2)},
                .guess = pair_guess};
    stress_all(&q);
    for (int k = 2; k <= 10; k++)
        for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++)
            stress_run(&q, k < 3 ? 1e-4 : 1e-6, k, points, NULL);
    stress r = {.name = "circle",
                .f = circle,
                .exact = circle_u,
                .right = 1,
                .n_diff = 2,
                .n_alg = 1,
                .order = {1, 1},
                .n_param = 1,
                .n_side = 2,
                .zeta = {0, 1},
                .c = {1, 1},
                .value = {0, sin(2)},
                .param_guess = {1.7},
                .param = {2},
                .guess = circle_guess};
    stress_all(&r);
    stress s = {.name = "three constraints",
                .f = three,
                .exact = three_u,
                .right = 1,
                .n_diff = 3,
                .n_alg = 3,
                .order = {1, 1, 1},
                .n_side = 1,
                .zeta = {1},
                .c = {2},
                .value = {1},
                .guess = three_guess};
    stress_all(&s);
    for (int i = 1; i <= 3; i++) {
        stress m = {.name = "pendulum",
                    .eps = i,
                    .f = pendulum,
                    .right = i,
                    .n_diff = 2,
                    .n_alg = 1,
                    .order = {2, 2},
                    .n_side = 3,
                    .zeta = {0, 0, i},
                    .c = {0, 2, 0},
                    .value = {0, -1, 0.25 * i},
                    .guess = swing};
        stress_all(&m);
    }
}

static void index1(void)
{
    for (double eps = 1; eps > 1e-5; eps /= 100) {
        stress q = {.name = "control",
                    .eps = eps,
                    .f = control,
                    .exact = control_u,
                    .right = 1,
                    .n_diff = 2,
                    .n_alg = 1,
                    .order = {1, 1},
                    .linear = 1,
                    .n_side = 2,
                    .zeta = {0, 1},
                    .c = {0, 1},
                    .value = {1, 0},
                    .gauss_only = eps < 0.05};
        stress_all(&q);
    }
    stress q = {.name = "branches",
                .f = branch,
                .exact = branch_u,
                .right = 2,
                .n_diff = 1,
                .n_alg = 1,
                .order = {2},
                .n_side = 2,
                .zeta = {0, 2},
                .value = {1, exp(-2)},
                .guess = branch_guess};
    stress_all(&q);
}

int main(void)
{
    transition();
    index2();
    index1();
    return check_result();
}
