/* stress_march.c - coldae_march on classical stiff, mixed-order, index-1 and index-2 problems, hard scales and ends */
#include "stress_march.h"

/* ---- stiff kinetics ------------------------------------------------------------------------------- */

static int hires(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    double r = 280 * z[5] * z[7], s = 1.81 * z[6];
    f[0] = -1.71 * z[0] + 0.43 * z[1] + 8.32 * z[2] + 0.0007;
    f[1] = 1.71 * z[0] - 8.75 * z[1];
    f[2] = -10.03 * z[2] + 0.43 * z[3] + 0.035 * z[4];
    f[3] = 8.32 * z[1] + 1.71 * z[2] - 1.12 * z[3];
    f[4] = -1.745 * z[4] + 0.43 * z[5] + 0.43 * z[6];
    f[5] = -r + 0.69 * z[3] + 1.71 * z[4] - 0.43 * z[5] + 0.69 * z[6];
    f[6] = r - s;
    f[7] = -r + s;
    return 0;
}

static int oregonator(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = 77.27 * (z[1] + z[0] * (1 - 8.375e-6 * z[0] - z[1]));
    f[1] = (z[2] - (1 + z[0]) * z[1]) / 77.27;
    f[2] = 0.161 * (z[0] - z[2]);
    return 0;
}

static int brusselator(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = 1 + z[0] * z[0] * z[1] - 4 * z[0];
    f[1] = 3 * z[0] - z[0] * z[0] * z[1];
    return 0;
}

/* lines of a reaction-diffusion equation, 2 x 12 unknowns */
static int brusselator_lines(double t, const double *z, const double *y, const double *p, double *f,
                             void *user)
{
    enum { N = 12 };
    double c = 0.02 * (N + 1) * (N + 1);
    (void)t, (void)y, (void)p, (void)user;
    for (int i = 0; i < N; i++) {
        double u = z[i], v = z[N + i], ul = i ? z[i - 1] : 1, ur = i < N - 1 ? z[i + 1] : 1;
        double vl = i ? z[N + i - 1] : 3, vr = i < N - 1 ? z[N + i + 1] : 3;
        f[i] = 1 + u * u * v - 4 * u + c * (ul - 2 * u + ur);
        f[N + i] = 3 * u - u * u * v + c * (vl - 2 * v + vr);
    }
    return 0;
}

/* Prothero & Robinson: the exact solution is cos t whatever the stiffness */
static int prothero(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)p;
    f[0] = -trial_of(user)->eps * (z[0] - cos(t)) - sin(t);
    return 0;
}

static void prothero_exact(const trial *q, double t, double *z)
{
    (void)q;
    z[0] = cos(t);
}

/* x' = -(eps + 2) x + eps y^2, y' = x - y - y^2: x = e^-2t, y = e^-t                            Kaps */
static int kaps(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double e = trial_of(user)->eps;
    (void)t, (void)y, (void)p;
    f[0] = -(e + 2) * z[0] + e * z[1] * z[1];
    f[1] = z[0] - z[1] - z[1] * z[1];
    return 0;
}

static void kaps_exact(const trial *q, double t, double *z)
{
    (void)q;
    z[0] = exp(-2 * t);
    z[1] = exp(-t);
}

static void test_stiff(void)
{
    trial list[] = {
        {.name = "HIRES",
         .f = hires,
         .n_diff = 8,
         .order = {1, 1, 1, 1, 1, 1, 1, 1},
         .right = 321.8122,
         .z_left = {1, 0, 0, 0, 0, 0, 0, 0.0057}},
        {.name = "Oregonator",
         .f = oregonator,
         .n_diff = 3,
         .order = {1, 1, 1},
         .right = 360,
         .z_left = {1, 2, 3},
         .points = 1},
        {.name = "Brusselator",
         .f = brusselator,
         .n_diff = 2,
         .order = {1, 1},
         .right = 20,
         .z_left = {1.5, 3}},
        {.name = "Brusselator lines", .f = brusselator_lines, .n_diff = 24, .right = 4, .tightest = 1e-7},
        {.name = "Prothero 1e2",
         .eps = 1e2,
         .f = prothero,
         .exact = prothero_exact,
         .n_diff = 1,
         .order = {1},
         .right = 10,
         .z_left = {1},
         .points = 1},
        {.name = "Prothero 1e6",
         .eps = 1e6,
         .f = prothero,
         .exact = prothero_exact,
         .n_diff = 1,
         .order = {1},
         .right = 10,
         .z_left = {1},
         .points = 1},
        {.name = "Prothero 1e10",
         .eps = 1e10,
         .f = prothero,
         .exact = prothero_exact,
         .n_diff = 1,
         .order = {1},
         .right = 10,
         .z_left = {1},
         .points = 1},
        {.name = "Kaps 1e3",
         .eps = 1e3,
         .f = kaps,
         .exact = kaps_exact,
         .n_diff = 2,
         .order = {1, 1},
         .right = 5,
         .z_left = {1, 1},
         .points = 1},
        {.name = "Kaps 1e8",
         .eps = 1e8,
         .f = kaps,
         .exact = kaps_exact,
         .n_diff = 2,
         .order = {1, 1},
         .right = 5,
         .z_left = {1, 1},
         .points = 1},
    };
    for (int i = 0; i < 24; i++) {
        list[3].order[i] = 1;
        list[3].z_left[i] = i < 12 ? 1 + sin(2 * PI * (i + 1) / 13.0) : 3;
    }
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        trial_run(list + i);
}

/* ---- circuits of index 1 -------------------------------------------------------------------------- */

static double diode(double v)
{
    return 1e-6 * (exp(v / 0.026) - 1);
}

/* the transistor amplifier: z = charges over capacities, y = the eight potentials */
static int amplifier(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double first = diode(y[1] - y[2]), second = diode(y[4] - y[5]), F[8];
    (void)p, (void)user;
    F[0] = (y[0] - 0.1 * sin(200 * PI * t)) / 1000;
    F[1] = (2 * y[1] - 6) / 9000 + 0.01 * first;
    F[2] = y[2] / 9000 - first;
    F[3] = (y[3] - 6) / 9000 + 0.99 * first;
    F[4] = (2 * y[4] - 6) / 9000 + 0.01 * second;
    F[5] = y[5] / 9000 - second;
    F[6] = (y[6] - 6) / 9000 + 0.99 * second;
    F[7] = y[7] / 9000;
    f[0] = -F[0] / 1e-6;
    f[1] = -F[2] / 2e-6;
    f[2] = -F[3] / 3e-6;
    f[3] = -F[5] / 4e-6;
    f[4] = -F[6] / 5e-6;
    f[5] = y[0] - y[1] - z[0];
    f[6] = y[2] - z[1];
    f[7] = y[3] - y[4] - z[2];
    f[8] = y[5] - z[3];
    f[9] = y[6] - y[7] - z[4];
    f[10] = F[0] + F[1];
    f[11] = F[3] + F[4];
    f[12] = F[6] + F[7];
    return 0;
}

static int amplifier_guess(double t, double *z, double *y, double *dmu, void *user)
{
    static const double at[] = {0, 3, 3, 6, 3, 3, 6, 0};
    (void)t, (void)z, (void)dmu, (void)user;
    memcpy(y, at, sizeof at);
    return 0;
}

static void test_circuits(void)
{
    static const double end[] = {-0.5562145012262709e-2, 0.3006522471903042e1, 0.2849958788608128e1,
                                 0.2926422536206241e1,   0.2704617865010554e1, 0.2761837778393145e1,
                                 0.4770927631616772e1,   0.1236995868091548e1};
    trial q = {.name = "transistor amplifier",
               .f = amplifier,
               .n_diff = 5,
               .n_alg = 8,
               .order = {1, 1, 1, 1, 1},
               .right = 0.2,
               .z_left = {-3, 3, 3, 3, 6},
               .guess = amplifier_guess,
               .points = 1,
               .tightest = 1e-9};
    double y[8], z[5];
    coldae_problem p = trial_problem(&q);
    coldae_march_options o;
    coldae_march_options_init(&o);
    coldae_ivp_info info;
    for (double tol = 1e-3; tol > 1e-10; tol *= 1e-2) {
        double worst = 0;
        o.tol = tol;
        CHECK_INT(coldae_march(&p, q.z_left, &o, z, y, NULL, &info), COLDAE_OK);
        for (int i = 0; i < 8; i++)
            worst = fmax(worst, fabs(y[i] - end[i]) / (1 + fabs(end[i])));
        if (!(worst <= 20 * tol) || getenv("STRESS_VERBOSE"))
            printf("amplifier tol %g error/tol %g steps %d, %g s %s\n", tol, worst / tol, info.n_steps,
                   info.seconds_total, info.message);
        CHECK_NEAR(worst, 0, 20 * tol);
    }
}

/* ---- mixed orders, forcing that jumps, scales ------------------------------------------------------ */

/* u1 = e^-t, u2 = sin t, u3 = cos 2t, u4 = 1/(1 + t), orders 1, 2, 3, 4 */
static int mixed(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = -z[0] + z[1] * z[1] + z[2] * z[2] - 1;
    f[1] = -z[1] + z[0] * (z[3] - 1 + 2 * z[1] * z[1]);
    f[2] = -4 * z[4] + z[2] * z[2] + z[1] * z[1] - 1;
    f[3] = 24 * pow(z[6], 5) + (z[7] + z[6] * z[6]);
    return 0;
}

static void mixed_exact(const trial *q, double t, double *z)
{
    double a = 1 / (1 + t);
    double all[] = {exp(-t),         sin(t), cos(t), cos(2 * t),    -2 * sin(2 * t),
                    -4 * cos(2 * t), a,      -a * a, 2 * a * a * a, -6 * a * a * a * a};
    (void)q;
    memcpy(z, all, sizeof all);
}

/* u' = -u + the number of fixed points passed */
static int stairs(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    const trial *q = user;
    (void)y, (void)p;
    f[0] = -z[0];
    for (int i = 0; i < q->n_fixed; i++)
        f[0] += t >= q->fixed[i];
    return 0;
}

static void stairs_exact(const trial *q, double t, double *z)
{
    z[0] = exp(-t);
    for (int i = 0; i < q->n_fixed; i++)
        z[0] += t >= q->fixed[i] ? -expm1(q->fixed[i] - t) : 0;
}

/* u = eps (a sin wt + ..): u'' = -w^2 u with w = 2 pi 3/(right - left), u' scaled into order 1 */
static double omega(const trial *q)
{
    return 6 * PI / (q->right - q->left);
}

static int wave(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double w = omega(user);
    (void)t, (void)y, (void)p;
    f[0] = w * z[1];
    f[1] = -w * z[0];
    return 0;
}

static void wave_exact(const trial *q, double t, double *z)
{
    z[0] = q->eps * sin(omega(q) * (t - q->left));
    z[1] = q->eps * cos(omega(q) * (t - q->left));
}

static void test_scales(void)
{
    static const double lefts[] = {0, 0, 0, 0, -5, 1e6, 1e6, -1e8, 1e-3},
                        lengths[] = {1e-6, 1, 1e6, 1e-30, 10, 1, 1e-3, 1e3, 1e20}, sizes[] = {1, 1e8, 1e-8};
    for (size_t i = 0; i < sizeof lefts / sizeof *lefts; i++)
        for (int s = 0; s < 3; s++) {
            char name[64];
            double m = sizes[s] < 1 ? sizes[s] : 1;
            snprintf(name, sizeof name, "wave [%g, +%g] %g", lefts[i], lengths[i], sizes[s]);
            trial q = {.name = name,
                       .eps = sizes[s],
                       .f = wave,
                       .exact = wave_exact,
                       .left = lefts[i],
                       .right = lefts[i] + lengths[i],
                       .n_diff = 2,
                       .order = {1, 1},
                       .z_left = {0, sizes[s]},
                       .magnitude = {m, m},

                       .loosest = 1e-4,
                       .tightest = sizes[s] < 1 ? 1e-6 : 1e-10};
            trial_run(&q);
        }
}

static void test_orders(void)
{
    trial m = {.name = "orders 1 to 4",
               .f = mixed,
               .exact = mixed_exact,
               .n_diff = 4,
               .order = {1, 2, 3, 4},
               .right = 3};
    mixed_exact(&m, 0, m.z_left);
    trial_run(&m);
    trial s = {.name = "stairs",
               .f = stairs,
               .exact = stairs_exact,
               .n_diff = 1,
               .order = {1},
               .right = 6,
               .z_left = {1},
               .n_fixed = 4,
               .fixed = {0.7, 2, 2.0000001, 5.5}};
    trial_run(&s);
    for (int k = 1; k <= 7; k++)
        for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++) {
            trial b = {.name = "Brusselator, k",
                       .f = brusselator,
                       .n_diff = 2,
                       .order = {1, 1},
                       .right = 20,
                       .z_left = {1.5, 3}};
            b.limit = k == 1 && points == COLDAE_RADAU ? 1000
                                                       : 0; /* 1200 steps of order one: their errors add up */
            trial_row(&b, 1e-4, points, k);
            if (k > 1)
                trial_row(&s, 1e-6, points, k);
            if (k >= 4)
                trial_row(&m, 1e-6, points, k);
        }
}

/* ---- where the solution or a callback ends -------------------------------------------------------- */

static int wall_t(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)p;
    f[0] = -z[0];
    return t > trial_of(user)->eps;
}

static int wall_nan(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)p;
    f[0] = t >= trial_of(user)->eps ? NAN : -z[0];
    return 0;
}

/* z = 0 is reached at 2 - 2 log 2 with slope -1 */
static int wall_root(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = -1 - sqrt(z[0]);
    return 0;
}

static int square(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = z[0] * z[0];
    return 0;
}

static int exponential(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = exp(z[0]);
    return 0;
}

/* Callbacks that end are named, with t; a solution that ends says so; what was reached is kept. */
static void test_ends(void)
{
    const struct {
        trial q;
        double end;
        int callback;
    } list[] = {
        {{.name = "returns 1", .eps = 0.5, .f = wall_t, .right = 1}, 0.5, 1},
        {{.name = "returns 1 at 0", .eps = 0, .f = wall_t, .left = -1, .right = 1}, 0, 1},
        {{.name = "returns 1 far away", .eps = 1e6 + 0.3, .f = wall_t, .left = 1e6, .right = 1e6 + 1},
         1e6 + 0.3,
         1},
        {{.name = "NaN", .eps = 0.5, .f = wall_nan, .right = 1}, 0.5, 1},
        {{.name = "root", .f = wall_root, .right = 10}, 2 - 2 * log(2), 1},
        {{.name = "square", .f = square, .right = 10}, 1, 0},
        {{.name = "exponential", .f = exponential, .right = 10}, exp(-1), 0},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++)
            for (double tol = 1e-4; tol > 1e-11; tol *= 1e-3) {
                trial q = list[i].q;
                double tol_z[MARCH_MAX], z = 0, kept = 0;
                coldae_solution *s = NULL;
                coldae_ivp_info info;
                q.n_diff = q.order[0] = 1;
                q.z_left[0] = 1;
                coldae_problem p = trial_problem(&q);
                coldae_march_options o = trial_options(&q, tol, tol_z);
                o.points = points;
                coldae_status status = coldae_march(&p, q.z_left, &o, &z, NULL, &s, &info);
                CHECK(list[i].callback
                          ? status == COLDAE_ERR_CALLBACK
                          : status == COLDAE_ERR_MESH_LIMIT || status == COLDAE_ERR_NO_CONVERGENCE);
                CHECK_STR_HAS(info.message, list[i].callback ? "callback f" : "the solution ends here");
                CHECK_STR_HAS(info.message, list[i].callback ? "no step beyond t = " : "t = ");
                CHECK_NEAR(info.t, list[i].end, 20 * tol + 1e-14 * fabs(list[i].end));
                CHECK(s && coldae_solution_eval(s, info.t, &kept, NULL) == COLDAE_OK);
                CHECK(kept == z);
                coldae_solution_free(s);
            }
}

static int bad_call;

static int nan_once(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = --bad_call == 0 ? NAN : -z[0];
    return 0;
}

/* One bad value costs a step and no more. */
static void test_nan_once(void)
{
    trial q = {.name = "NaN once", .f = nan_once, .n_diff = 1, .order = {1}, .right = 1, .z_left = {1}};
    double tol_z[MARCH_MAX], z;
    coldae_problem p = trial_problem(&q);
    coldae_march_options o = trial_options(&q, 1e-6, tol_z);
    for (int at = 2; at < 150; at++) {
        bad_call = at;
        CHECK_INT(coldae_march(&p, q.z_left, &o, &z, NULL, NULL, NULL), COLDAE_OK);
        CHECK_NEAR(z, exp(-1), 20e-6);
    }
}

int main(void)
{
    test_stiff();
    test_circuits();
    test_orders();
    test_scales();
    test_ends();
    test_nan_once();
    return check_result();
}
