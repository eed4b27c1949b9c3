/* stress_nonlinear.c - nonlinear problems: shocks, corner layers, boundary layers of fluids, Troesch, Emden
 *
 * b21 .. b32 are numbered as in the collection of Cash, Wright and Mazzia.
 */
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

F(f21, f[0] = (z[0] + z[0] * z[0] - exp(-2 * t / sqrt(eps))) / eps)
EXACT(u21, z[0] = exp(-t / sqrt(eps)), z[1] = -z[0] / sqrt(eps))
F(f22, f[0] = -(z[1] + z[0] * z[0]) / eps)
F(f23, f[0] = eps * sinh(eps * z[0])) /* Troesch */
F(f24, double a = 1 + t * t, da = 2 * t;
  f[0] = ((1.2 - eps * da) * z[0] * z[1] - z[1] / z[0] - da / a * (1 - 0.2 * z[0] * z[0])) / (eps * a * z[0]))
F(f25, f[0] = (z[0] - z[0] * z[1]) / eps)
F(f32, f[0] = eps * (z[1] * z[2] - z[0] * z[3]))
F(f34, f[0] = -eps * exp(z[0]))

/* straight line between the values at the ends */
static int line(double t, double *z, double *y, double *dmu, void *user)
{
    const stress *q = user;
    double slope = (q->value[1] - q->value[0]) / (q->right - q->left);
    (void)y, (void)dmu;
    z[0] = q->value[0] + slope * (t - q->left);
    z[1] = slope;
    return 0;
}

static int ones(double t, double *z, double *y, double *dmu, void *user)
{
    (void)t, (void)y, (void)dmu, (void)user;
    z[0] = 1;
    return 0;
}

/* A halving outside the asymptotic range: the layer at 0 is narrower than the subinterval that holds it. */
static const stress_exception exceptions[] = {
    {"b29 (0.001), tol 1e-06 u, k = 0", 3, 3.3},
    {0},
};

static void two_points(const char *name, coldae_f_fn *f, void (*exact)(const stress *, double, double *),
                       double left, double right, double u_left, double u_right, double eps)
{
    stress q = {.name = name,
                .eps = eps,
                .f = f,
                .exact = exact,
                .left = left,
                .right = right,
                .n_diff = 1,
                .order = {2},
                .n_side = 2,
                .zeta = {left, right},
                .value = {u_left, u_right},
                .guess = line,
                .n0 = 10,
                .gauss_only = eps < 0.05,
                .exceptions = exceptions};
    stress_all(&q);
    q.u_only = 1;
    stress_all(&q);
}

static void singular_perturbations(void)
{
    for (double eps = 0.1; eps > 0.0009; eps /= 10) {
        two_points("b21", f21, u21, 0, 1, 1, exp(-1 / sqrt(eps)), eps);
        two_points("b22", f22, NULL, 0, 1, 0, 0.5, eps);
        two_points("b25", f25, NULL, 0, 1, -1.0 / 3, 1.0 / 3, eps);
        two_points("b26", f25, NULL, 0, 1, 1, -1.0 / 3, eps);
        two_points("b27", f25, NULL, 0, 1, 1, 1.0 / 3, eps);
        two_points("b28", f25, NULL, 0, 1, 1, 1.5, eps);
        two_points("b29", f25, NULL, 0, 1, 0, 1.5, eps);
        if (eps > 0.005) /* else a shock that Newton cannot carry across the mesh: see continued() */
            two_points("b30", f25, NULL, 0, 1, -7.0 / 6, 1.5, eps);
    }
    two_points("b24", f24, NULL, 0, 1, 0.9129, 0.375, 0.1);
    two_points("b24", f24, NULL, 0, 1, 0.9129, 0.375, 0.05);
    two_points("b24", f24, NULL, 0, 1, 0.9129, 0.375, 0.02);
    two_points("troesch", f23, NULL, 0, 1, 0, 1, 1);
    two_points("troesch", f23, NULL, 0, 1, 0, 1, 5);
    two_points("troesch", f23, NULL, 0, 1, 0, 1, 10);
    two_points("gelfand", f34, NULL, 0, 1, 0, 0, 1);
    two_points("gelfand", f34, NULL, 0, 1, 0, 0, 3.5);
}

/* squeezing flow, b32 */
static void fourth_order(void)
{
    for (double R = 1; R < 20000; R *= 10) {
        stress q = {.name = "b32",
                    .eps = R,
                    .f = f32,
                    .right = 1,
                    .n_diff = 1,
                    .order = {4},
                    .n_side = 4,
                    .zeta = {0, 0, 1, 1},
                    .c = {0, 1, 0, 1},
                    .value = {0, 0, 1, 0},
                    .n0 = 10};
        stress_all(&q);
    }
}

F(emden, f[0] = -2 * z[1] / t - pow(z[0], 5))
EXACT(emden_u, z[0] = 1 / sqrt(1 + t * t / 3), z[1] = -t / 3 * pow(1 + t * t / 3, -1.5))
F(emden1, f[0] = -2 * z[1] / t - z[0])
EXACT(emden1_u, z[0] = t > 0 ? sin(t) / t : 1,
      z[1] = t > 1e-3 ? cos(t) / t - sin(t) / (t * t) : -t / 3 + t * t * t / 30)
F(thiele, f[0] = -2 * z[1] / t + eps * eps * z[0]) /* catalyst pellet, sinh(eps t)/(t sinh eps) */
EXACT(thiele_u, z[0] = t > 0 ? sinh(eps * t) / (t * sinh(eps)) : eps / sinh(eps),
      z[1] = t > 1e-4 ? (eps * t * cosh(eps * t) - sinh(eps * t)) / (t * t * sinh(eps))
                      : eps * eps * eps * t / (3 * sinh(eps)))
F(polar,
  f[0] = -z[1] / t - exp(z[0])) /* explosion in a cylinder: u = 2 ln((b+1)/(b t^2+1)), 8b/(b+1)^2 = 1 */
EXACT(polar_u, double b = 3 - 2 * sqrt(2);
      z[0] = 2 * log((b + 1) / (b * t * t + 1)), z[1] = -4 * b * t / (b * t * t + 1))

static void singular_ends(void)
{
    stress q = {.name = "emden 5",
                .f = emden,
                .exact = emden_u,
                .right = 1,
                .n_diff = 1,
                .order = {2},
                .n_side = 2,
                .zeta = {0, 1},
                .c = {1, 0},
                .value = {0, sqrt(0.75)},
                .guess = ones};
    stress_all(&q);
    q.name = "emden 1";
    q.f = emden1;
    q.exact = emden1_u;
    q.value[1] = sin(1);
    stress_all(&q);
    q.name = "polar";
    q.f = polar;
    q.exact = polar_u;
    q.value[1] = 0;
    q.guess = NULL;
    stress_all(&q);
    for (double phi = 1; phi < 500; phi *= 5) {
        q.name = "thiele";
        q.eps = phi;
        q.f = thiele;
        q.exact = thiele_u;
        q.value[1] = 1;
        q.linear = 1;
        stress_all(&q);
    }
}

/* Falkner-Skan f''' + f f'' + eps (1 - f'^2) = 0 on a long interval; Blasius is eps = 0 */
F(falkner, f[0] = -z[0] * z[2] - eps * (1 - z[1] * z[1]))
static int profile(double t, double *z, double *y, double *dmu, void *user)
{
    (void)y, (void)user;
    double e = exp(-t);
    z[0] = t - 1 + e;
    z[1] = 1 - e;
    z[2] = e;
    dmu[0] = -e;
    return 0;
}

static void fluids(void)
{
    for (double beta = 0; beta <= 1.01; beta += 0.5) {
        stress q = {.name = "falkner-skan",
                    .eps = beta,
                    .f = falkner,
                    .right = 20,
                    .n_diff = 1,
                    .order = {3},
                    .n_side = 3,
                    .zeta = {0, 0, 20},
                    .c = {0, 1, 1},
                    .value = {0, 0, 1},
                    .guess = profile,
                    .n0 = 10};
        stress_all(&q);
    }
}

/* b30 with eps = 1e-3 from the solution for 5e-3, and that from 2e-2 */
static void continued(void)
{
    coldae_solution *start = NULL, *s;
    for (double eps = 0.02; eps > 0.0009; eps = eps > 0.01 ? 5e-3 : eps / 5) {
        stress q = {.name = "b30 continued",
                    .eps = eps,
                    .f = f25,
                    .right = 1,
                    .n_diff = 1,
                    .order = {2},
                    .n_side = 2,
                    .zeta = {0, 1},
                    .value = {-7.0 / 6, 1.5},
                    .guess = line,
                    .n0 = 10};
        coldae_problem p;
        coldae_options o;
        coldae_info info;
        double tol_z[2], z[2];
        stress_fill(&q, &p, &o, 1e-6, tol_z);
        o.start = start;
        CHECK_INT(coldae_solve(&p, &o, &s, &info), COLDAE_OK);
        coldae_solution_eval(s, 1.0 / 3, z, NULL); /* where t - 7/6 and t + 1/2 are opposite */
        CHECK_NEAR(z[0], 0, 0.01);
        coldae_solution_eval(s, 0.1, z, NULL);
        CHECK_NEAR(z[0], -7.0 / 6 + 0.1, 1e-4);
        coldae_solution_eval(s, 0.9, z, NULL);
        CHECK_NEAR(z[0], 1.4, 1e-5);
        coldae_solution_free(start);
        start = s;
    }
    coldae_solution_free(start);
}

int main(void)
{
    continued();
    singular_perturbations();
    fourth_order();
    singular_ends();
    fluids();
    return check_result();
}
