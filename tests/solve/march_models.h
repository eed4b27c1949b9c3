/* march_models.h - initial value problems with references, for the tests of coldae_march
 *
 * References: scipy 1.10.1 solve_ivp, in other coordinates where there are any.
 *   pendulum     p'' = -lambda p - (0, 1), 0 = p . p', p(0) = (1, 0) at rest: DOP853 on the angle, rtol 1e-13, atol 1e-15
 *   slider-crank crank pin A on the unit circle (mass 1), slider B = (x, 0) (mass 1/2), |A - B| = 2, gravity 9.81, from 45
 *                degrees with angular velocity 3, as an index-2 problem: DOP853 on the crank angle, rtol 1e-13, atol 1e-15,
 *                steps <= 0.01
 *   van der Pol  u'' = 1000 (1 - u^2) u' - u, u(0) = 2, u'(0) = 0: Radau, rtol 1e-12, atol 1e-14
 *   Robertson    three species, the third one by conservation (index 1): Radau, rtol 1e-11, atol 1e-20
 */
#ifndef MARCH_MODELS_H
#define MARCH_MODELS_H

#include <math.h>

#include <coldae/ivp.h>

enum { MODEL_POINTS = 4, MODEL_Z = 6 };

typedef struct model {
    const char *name;
    coldae_problem problem;
    double z_left[MODEL_Z];
    int n_check;                     /* components compared */
    double t[MODEL_POINTS];          /* where */
    double z[MODEL_POINTS][MODEL_Z]; /* the reference there */
} model;

static inline int pendulum_f(double t, const double *z, const double *y, const double *p, double *f,
                             void *user)
{
    (void)t, (void)p, (void)user;
    f[0] = -y[0] * z[0];
    f[1] = -y[0] * z[2] - 1;
    f[2] = z[0] * z[1] + z[2] * z[3];
    return 0;
}

static inline int pendulum_df(double t, const double *z, const double *y, const double *p, double *df,
                              void *user)
{
    (void)t, (void)p, (void)user;
    df[0] = df[7] = -y[0];
    df[2] = z[1];
    df[5] = z[0];
    df[8] = z[3];
    df[11] = z[2];
    df[12] = -z[0];
    df[13] = -z[2];
    return 0;
}

/* z = (x1, x1', y1, y1', x, x'); y = the two rod forces over length */
static inline int slider_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double dx = z[0] - z[4], dvx = z[1] - z[5];
    (void)t, (void)p, (void)user;
    f[0] = -y[0] * z[0] - y[1] * dx;
    f[1] = -y[0] * z[2] - y[1] * z[2] - 9.81;
    f[2] = 2 * y[1] * dx;
    f[3] = z[0] * z[1] + z[2] * z[3];
    f[4] = dx * dvx + z[2] * z[3];
    return 0;
}

static inline int slider_position(double t, const double *z, const double *p, double *h, void *user)
{
    double dx = z[0] - z[4];
    (void)t, (void)p, (void)user;
    h[0] = z[0] * z[0] + z[2] * z[2] - 1;
    h[1] = dx * dx + z[2] * z[2] - 4;
    return 0;
}

static inline int vdpol_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = 1e3 * (1 - z[0] * z[0]) * z[1] - z[0];
    return 0;
}

static inline int vdpol_df(double t, const double *z, const double *y, const double *p, double *df,
                           void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    df[0] = -2e3 * z[0] * z[1] - 1;
    df[1] = 1e3 * (1 - z[0] * z[0]);
    return 0;
}

static inline int robertson_f(double t, const double *z, const double *y, const double *p, double *f,
                              void *user)
{
    (void)t, (void)p, (void)user;
    f[0] = -0.04 * z[0] + 1e4 * z[1] * y[0];
    f[1] = 0.04 * z[0] - 1e4 * z[1] * y[0] - 3e7 * z[1] * z[1];
    f[2] = z[0] + z[1] + y[0] - 1;
    return 0;
}

static inline int robertson_df(double t, const double *z, const double *y, const double *p, double *df,
                               void *user)
{
    (void)t, (void)p, (void)user;
    df[0] = -0.04;
    df[1] = 0.04;
    df[3] = 1e4 * y[0];
    df[4] = -1e4 * y[0] - 6e7 * z[1];
    df[6] = 1e4 * z[1];
    df[7] = -1e4 * z[1];
    df[2] = df[5] = df[8] = 1;
    return 0;
}

static const int model_orders[] = {2, 2, 2}, model_first_orders[] = {1, 1};

static inline model make_pendulum(void)
{
    model m = {.name = "pendulum",
               .z_left = {1, 0, 0, 0},
               .n_check = 4,
               .t = {2.5, 5, 7.5, 10},
               .z = {{-0.75365594056734, -0.75358086316773, -0.65726914064754, 0.86409152522312},
                     {-0.68534487127876, 0.8788357128748, -0.72821865357315, -0.827094370022},
                     {0.99999386467129, -0.00029320061173681, -0.0035029444436395, -0.083700674553105},
                     {-0.81158644619127, -0.63152914906508, -0.58423235134545, 0.87728879884104}}};
    coldae_problem_init(&m.problem);
    m.problem.n_diff = 2;
    m.problem.n_alg = 1;
    m.problem.order = model_orders;
    m.problem.right = 10;
    m.problem.f = pendulum_f;
    m.problem.df = pendulum_df;
    return m;
}

static inline model make_slider(void)
{
    double s = sqrt(0.5), x = s + sqrt(3.5), v = -3 * s - 3 * 0.5 / sqrt(3.5);
    model m = {.name = "slider-crank",
               .z_left = {s, -3 * s, s, 3 * s, x, v},
               .n_check = 6,
               .t = {1, 2, 3, 4},
               .z = {{-0.382004348893962, 5.53356923627875, -0.924160525788729, -2.28731638517048,
                      1.39167186805599, 4.34178040077227},
                     {-0.274107848364947, -2.39988650487615, 0.961698958856013, -0.684026659396818,
                      1.47949846792593, -2.02475799395526},
                     {0.926465688412283, -1.5579050379061, 0.376379234542442, 3.83481720286532,
                      2.89073111645536, -2.29270673161742},
                     {-0.883377019892531, 2.78017061287881, -0.468663035373808, -5.24030837814808,
                      1.06093647316208, 1.51703128911715}}};
    coldae_problem_init(&m.problem);
    m.problem.n_diff = 3;
    m.problem.n_alg = 2;
    m.problem.order = model_orders;
    m.problem.right = 4;
    m.problem.f = slider_f;
    return m;
}

static inline model make_vdpol(void)
{
    model m = {.name = "van der Pol",
               .z_left = {2, 0},
               .n_check = 2,
               .t = {400, 1000, 1500, 2000},
               .z = {{1.6932094268309, -0.00090693431385359},
                     {-1.8636462548081, 0.00075354308654355},
                     {-1.3547459194866, 0.0016217887275975},
                     {1.7061677321705, -0.00089280970102477}}};
    coldae_problem_init(&m.problem);
    m.problem.n_diff = 1;
    m.problem.order = model_orders;
    m.problem.right = 2000;
    m.problem.f = vdpol_f;
    m.problem.df = vdpol_df;
    return m;
}

static inline model make_robertson(void)
{
    model m = {.name = "Robertson",
               .z_left = {1, 0},
               .n_check = 2,
               .t = {0.4, 4e3, 4e7, 1e11},
               .z = {{0.985172113861, 3.386395378975e-05},
                     {0.1832022577767, 8.942371252776e-07},
                     {5.20307184412e-05, 2.081335731892e-10},
                     {2.083340149701e-08, 8.333360770333e-14}}};
    coldae_problem_init(&m.problem);
    m.problem.n_diff = 2;
    m.problem.n_alg = 1;
    m.problem.order = model_first_orders;
    m.problem.right = 1e11;
    m.problem.f = robertson_f;
    m.problem.df = robertson_df;
    return m;
}

#endif
