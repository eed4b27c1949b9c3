/* stress_models.c - problems that users bring: epidemics, rods, reactors, free end times, long intervals, instability
 *
 * Without exact solutions: each run is held against one at a hundredth of the smallest tolerance with k = 9.
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
#define GUESS(name, ...)                                                                                     \
    static int name(double t, double *z, double *y, double *dmu, void *user)                                 \
    {                                                                                                        \
        (void)t, (void)z, (void)y, (void)dmu, (void)user;                                                    \
        __VA_ARGS__;                                                                                         \
        return 0;                                                                                            \
    }

/* measles: s' = mu - b s i, e' = b s i - e/l, i' = e/l - i/n, periodic over a year, b = 1575 (1 + cos 2 pi t) */
F(measles, double b = 1575 * (1 + cos(2 * PI * t));
  f[0] = 0.02 - b * z[0] * z[2], f[1] = b * z[0] * z[2] - z[1] / 0.0279, f[2] = z[1] / 0.0279 - z[2] / 0.01)
static int year(const double *zl, const double *zr, const double *p, double *r, void *user)
{
    (void)p, (void)user;
    for (int i = 0; i < 3; i++)
        r[i] = zr[i] - zl[i];
    return 0;
}
GUESS(few, z[0] = 0.07, z[1] = 6e-4, z[2] = 2e-4)

/* elastica: a clamped rod under the load eps, x' = cos a, y' = sin a, a'' = -eps sin a, unknown length scale p */
F(rod, f[0] = p[0] * cos(z[2]), f[1] = p[0] * sin(z[2]), f[2] = -p[0] * p[0] * eps * sin(z[2]))
GUESS(rod_guess, z[0] = t * 0.9, z[1] = 0.3 * sin(PI * t / 2), z[2] = 0.5 * cos(PI * t / 2),
      z[3] = -0.5 * PI / 2 * sin(PI * t / 2))

/* tubular reactor with axial dispersion, u''/Pe - u' - R(u) = 0, mixed conditions at the inlet */
F(reactor, f[0] = eps * (z[1] + 2 * z[0] * z[0]))
static int reactor_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p;
    *g = l == 0 ? z[0] - z[1] / stress_of(user)->eps - 1 : z[1];
    return 0;
}
GUESS(half, z[0] = 0.5)

/* brachistochrone in time with unknown T = p: x' = p v sin a, y' = p v cos a, v = sqrt(2 y), Euler-Lagrange a' = p c */
F(fall, f[0] = p[0] * z[2] * sin(z[3]), f[1] = p[0] * z[2] * cos(z[3]), f[2] = p[0] * cos(z[3]),
  f[3] = p[0] * p[1])
static int fall_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l < 4 ? z[l] : l == 4 ? z[0] - 1 : z[1] - 1;
    return 0;
}
GUESS(fall_guess, z[0] = t, z[1] = t, z[2] = t, z[3] = 0.8 * t)

/* an unstable initial value problem as a boundary value one: u'' = eps^2 u + q, u = sin t on a long interval */
F(unstable, f[0] = eps * eps * (z[0] - sin(t)) - sin(t))
static void sine(const stress *q, double t, double *z)
{
    (void)q;
    z[0] = sin(t), z[1] = cos(t);
}

/* thin film, u''' = (1 - u)/u^3 */
F(film, f[0] = (1 - z[0]) / (z[0] * z[0] * z[0]))
GUESS(one, z[0] = 1 + 0.1 * exp(-t))

/* nerve cell (FitzHugh-Nagumo), a periodic orbit of unknown period p */
F(nerve, f[0] = p[0] * 3 * (z[0] + z[1] - z[0] * z[0] * z[0] / 3 - 1.3),
  f[1] = -p[0] * (z[0] - 0.7 + 0.8 * z[1]) / 3)
static int nerve_coupled(const double *zl, const double *zr, const double *p, double *r, void *user)
{
    (void)p, (void)user;
    r[0] = zr[0] - zl[0], r[1] = zr[1] - zl[1];
    return 0;
}
static int nerve_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l, (void)user;
    *g = -p[0] * (z[0] - 0.7 + 0.8 * z[1]) / 3 - 1; /* the second component has slope 1 at 0 */
    return 0;
}
GUESS(nerve_guess, z[0] = sin(2 * PI * t), z[1] = cos(2 * PI * t))

/* Far from the solution: damped steps are stuck, full ones get there. */
GUESS(far_off, z[0] = 0.05, z[1] = 0.005, z[2] = 0.005)

static void measles_runs(void)
{
    stress m = {.name = "measles",
                .f = measles,
                .right = 1,
                .n_diff = 3,
                .order = {1, 1, 1},
                .n_coupled = 3,
                .coupled = year,
                .guess = few,
                .n0 = 10,
                .loosest = 1e-6}; /* two components are below 1e-3 */
    stress_all(&m);
    coldae_solution *orbit = stress_reference(&m, 1e-10);
    m.guess = far_off;
    stress_run(&m, 1e-6, 4, COLDAE_GAUSS, orbit);
    coldae_solution_free(orbit);
}

static void rod_runs(void)
{
    for (double load = 3; load < 20; load *= 2) {
        stress r = {.name = "elastica",
                    .eps = load,
                    .f = rod,
                    .right = 1,
                    .n_diff = 3,
                    .order = {1, 1, 2},
                    .n_param = 1,
                    .n_side = 5,
                    .zeta = {0, 0, 0, 0, 1},
                    .c = {0, 1, 2, 3, 2},
                    .value = {0, 0, 0.5, 0, 0},
                    .param_guess = {0.9},
                    .param = {NAN},
                    .guess = rod_guess,
                    .n0 = 10};
        stress_all(&r);
    }
}

static void reactor_runs(void)
{
    for (double Pe = 1; Pe < 2000; Pe *= 10) {
        stress r = {.name = "reactor",
                    .eps = Pe,
                    .f = reactor,
                    .right = 1,
                    .n_diff = 1,
                    .order = {2},
                    .n_side = 2,
                    .zeta = {0, 1},
                    .g = reactor_g,
                    .guess = half,
                    .gauss_only = Pe > 50};
        stress_all(&r);
    }
}

static void fall_runs(void)
{
    stress b = {.name = "brachistochrone",
                .f = fall,
                .right = 1,
                .n_diff = 4,
                .order = {1, 1, 1, 1},
                .n_param = 2,
                .n_side = 6,
                .zeta = {0, 0, 0, 0, 1, 1},
                .g = fall_g,
                .param_guess = {1.8, 0.7},
                .param = {NAN, NAN},
                .guess = fall_guess};
    stress_all(&b);
}

static void unstable_runs(void)
{
    for (double rate = 1; rate < 200; rate *= 10) {
        stress u = {.name = "unstable",
                    .eps = rate,
                    .f = unstable,
                    .exact = sine,
                    .right = 20,
                    .n_diff = 1,
                    .order = {2},
                    .linear = 1,
                    .n_side = 2,
                    .zeta = {0, 20},
                    .value = {0, sin(20)},
                    .gauss_only = rate > 5};
        stress_all(&u);
    }
}

static void film_runs(void)
{
    stress f = {.name = "film",
                .f = film,
                .right = 10,
                .n_diff = 1,
                .order = {3},
                .n_side = 3,
                .zeta = {0, 10, 10},
                .c = {0, 0, 1},
                .value = {1.2, 1, 0},
                .guess = one,
                .n0 = 10};
    stress_all(&f);
}

static void nerve_runs(void)
{
    stress n = {.name = "nerve",
                .f = nerve,
                .right = 1,
                .n_diff = 2,
                .order = {1, 1},
                .n_param = 1,
                .n_coupled = 2,
                .coupled = nerve_coupled,
                .n_side = 1,
                .zeta = {0},
                .g = nerve_g,
                .param_guess = {2 * PI},
                .param = {NAN},
                .guess = nerve_guess,
                .n0 = 20};
    stress_all(&n);
}

int main(void)
{
    measles_runs();
    rod_runs();
    reactor_runs();
    fall_runs();
    unstable_runs();
    film_runs();
    nerve_runs();
    return check_result();
}
