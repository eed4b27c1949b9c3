/* stress_srm.c - sequential regularization: two singular points, at the ends, two constraints, every E, adaptive meshes */
#include <coldae/srm.h>

#include <stdlib.h>

#include "check.h"

/* phi(t): where C B = phi^2 vanishes */
enum { TWO_POINTS, AT_LEFT, AT_RIGHT, NOWHERE, N_WHERE };

typedef struct model {
    int where, pair; /* pair: two constraints, three unknowns */
} model;

static double phi(const void *user, double t)
{
    switch (((const model *)user)->where) {
    case TWO_POINTS:
        return 4 * (t - 0.3) * (t - 0.7);
    case AT_LEFT:
        return t;
    case AT_RIGHT:
        return 1 - t;
    default:
        return 1 + t / 2;
    }
}

/* One constraint: x1' = -x1 + x2 - sin t, x2' = phi y, 0 = phi (x1 + x2 - e^-t - sin t); x = (e^-t, sin t).
 * Two: x1' = phi y1, x2' = -x2 + (1 + t) y2, x3' = -x3 + x1, 0 = phi (x1 - sin t), 0 = x2 - cos t; x3 = e^-t + .. */
static int A_fn(double t, const double *x, double *A, void *user)
{
    (void)t, (void)x;
    if (((model *)user)->pair) {
        A[4] = A[8] = -1;
        A[2] = 1;
    } else {
        A[0] = -1;
        A[2] = 1;
    }
    return 0;
}

static int B_fn(double t, const double *x, double *B, void *user)
{
    (void)x;
    if (((model *)user)->pair) {
        B[0] = phi(user, t);
        B[4] = 1 + t;
    } else {
        B[1] = phi(user, t);
    }
    return 0;
}

static int C_fn(double t, const double *x, double *C, void *user)
{
    (void)x;
    C[0] = phi(user, t);
    if (((model *)user)->pair)
        C[3] = 1;
    else
        C[1] = C[0];
    return 0;
}

static int q_fn(double t, const double *x, double *q, void *user)
{
    (void)x;
    if (!((model *)user)->pair)
        q[0] = -sin(t);
    return 0;
}

static int r_fn(double t, const double *x, double *r, void *user)
{
    (void)x;
    r[0] = -phi(user, t) * (((model *)user)->pair ? sin(t) : exp(-t) + sin(t));
    if (((model *)user)->pair)
        r[1] = -cos(t);
    return 0;
}

static int f_fn(double t, const double *x, double *f, void *user)
{
    double q[3] = {0}, A[9] = {0};
    int n = ((model *)user)->pair ? 3 : 2;
    (void)A_fn(t, x, A, user);
    (void)q_fn(t, x, q, user);
    for (int i = 0; i < n; i++) {
        f[i] = q[i];
        for (int j = 0; j < n; j++)
            f[i] += A[i + j * n] * x[j];
    }
    return 0;
}

static int g_fn(double t, const double *x, double *g, void *user)
{
    (void)r_fn(t, x, g, user);
    g[0] += phi(user, t) * (((model *)user)->pair ? x[0] : x[0] + x[1]);
    if (((model *)user)->pair)
        g[1] += x[1];
    return 0;
}

static int against_fn(double t, const double *x, double *E, void *user)
{
    (void)t, (void)x, (void)user;
    E[0] = -1;
    return 0;
}

static void exact(const model *m, double t, double *x, double *By)
{
    x[0] = m->pair ? sin(t) : exp(-t);
    x[1] = m->pair ? cos(t) : sin(t);
    x[2] = 1.5 * exp(-t) + (sin(t) - cos(t)) / 2;
    By[0] = m->pair ? cos(t) : 0;
    By[1] = m->pair ? cos(t) - sin(t) : cos(t);
    By[2] = 0;
}

static int side(int l, const double *x, const double *p, double *g, void *user)
{
    double known[3], By[3];
    int c = ((model *)user)->pair ? 2 : 0;
    (void)l, (void)p;
    exact(user, 0, known, By);
    *g = x[c] - known[c];
    return 0;
}

/* All conditions at left where the constraints do not say anything there. */
static int all_sides(int l, const double *x, const double *p, double *g, void *user)
{
    double known[3], By[3];
    (void)p;
    exact(user, 0, known, By);
    *g = x[l] - known[l];
    return 0;
}

static coldae_srm_problem make(model *m, int nonlinear, const double *start)
{
    static const double ZETA[] = {0, 0, 0};
    coldae_srm_problem p;
    coldae_srm_problem_init(&p);
    p.n_x = m->pair ? 3 : 2;
    p.n_y = m->pair ? 2 : 1;
    p.B = B_fn;
    p.C = C_fn;
    if (nonlinear) {
        p.f = f_fn;
        p.g = g_fn;
    } else {
        p.A = A_fn;
        p.q = q_fn;
        p.r = r_fn;
    }
    p.n_side = m->where == AT_LEFT ? p.n_x : 1;
    p.zeta = ZETA;
    p.side = m->where == AT_LEFT ? all_sides : side;
    p.start = start;
    p.user = m;
    return p;
}

static void tell(const model *m, const char *what, int status, double error, const coldae_srm_info *info)
{
    if (getenv("STRESS_VERBOSE"))
        printf("where %d pair %d %s: status %d, error %.3g, eps %.3g, %d iterations, residual %.3g, singular "
               "%d, indefinite %d: %s\n",
               m->where, m->pair, what, status, error, info->eps, info->iterations, info->constraint_residual,
               info->n_singular, info->n_indefinite, info->message);
}

/* Error of x at ten points, outside of the layer at left. */
static void solve(model *m, int nonlinear, int adapt, int E, double limit)
{
    coldae_srm_problem p = make(m, nonlinear, NULL);
    coldae_srm_options o;
    coldae_srm_info info;
    coldae_solution *s = NULL;
    double x[3], By[3], known[3], force[3], worst = 0;
    char what[64];
    coldae_srm_options_init(&o);
    o.bvp.adapt = adapt;
    o.E = E;
    int status = coldae_srm_solve(&p, &o, &s, &info);
    CHECK_INT(status, COLDAE_OK);
    for (int i = 3; s && i <= 10; i++) {
        double t = i / 10.0;
        coldae_solution_eval(s, t, x, By);
        exact(m, t, known, force);
        for (int c = 0; c < p.n_x; c++)
            worst = fmax(worst, fabs(x[c] - known[c]));
    }
    snprintf(what, sizeof what, "solve form %d adapt %d E %d", nonlinear, adapt, E);
    tell(m, what, status, worst, &info);
    CHECK_NEAR(worst, 0, limit);
    coldae_solution_free(s);
}

static void march(model *m, int nonlinear, int stages, int E, double limit)
{
    double start[3], x[3], By[3], known[3], force[3], worst = 0;
    exact(m, 0, start, By);
    coldae_srm_problem p = make(m, nonlinear, start);
    coldae_srm_options o;
    coldae_srm_info info;
    char what[64];
    coldae_srm_options_init(&o);
    o.stages = stages;
    o.E = E;
    o.n_steps = stages == COLDAE_SRM_RADAU ? 200 : 400;
    int status = coldae_srm_march(&p, &o, x, By, NULL, &info);
    exact(m, 1, known, force);
    for (int c = 0; c < p.n_x; c++)
        worst = fmax(worst, fabs(x[c] - known[c]));
    snprintf(what, sizeof what, "march form %d stages %d E %d", nonlinear, stages, E);
    tell(m, what, status, worst, &info);
    CHECK_INT(status, COLDAE_OK);
    CHECK_NEAR(worst, 0, limit);
}

/* E with the wrong sign: the library says where, whatever comes out. */
static void test_sign(void)
{
    model m = {TWO_POINTS, 0};
    double start[3], By[3], x[3];
    exact(&m, 0, start, By);
    coldae_srm_problem p = make(&m, 0, start);
    coldae_srm_options o;
    coldae_srm_info info;
    coldae_solution *s = NULL;
    coldae_srm_options_init(&o);
    o.E = COLDAE_SRM_E_FUNCTION;
    p.E = against_fn;
    o.eps = 0.05;
    o.iterations = 2;
    (void)coldae_srm_solve(&p, &o, &s, &info);
    tell(&m, "wrong sign, solve", 0, 0, &info);
    CHECK(info.n_indefinite > 0 && info.indefinite_value < 0 && info.message[0]);
    coldae_solution_free(s);
    (void)coldae_srm_march(&p, &o, x, By, NULL, &info);
    tell(&m, "wrong sign, march", 0, 0, &info);
    CHECK(info.n_indefinite > 0 && info.indefinite_value < 0 && info.message[0]);
}

int main(void)
{
    for (int where = 0; where < N_WHERE; where++)
        for (int pair = 0; pair < 2; pair++) {
            model m = {where, pair};
            for (int form = 0; form < 2; form++) {
                solve(&m, form, COLDAE_FIXED_MESH, COLDAE_SRM_E_INVERSE, 1e-5);
                solve(&m, form, COLDAE_ADAPT, COLDAE_SRM_E_INVERSE, 1e-5);
                march(&m, form, COLDAE_SRM_RADAU, COLDAE_SRM_E_INVERSE, 1e-5);
                march(&m, form, COLDAE_SRM_RK4, COLDAE_SRM_E_INVERSE, 1e-5);
            }
        }
    for (int E = COLDAE_SRM_E_INVERSE; E <= COLDAE_SRM_E_DELTA; E++) { /* C B regular: any E will do */
        model m = {NOWHERE, 0};
        solve(&m, 0, COLDAE_FIXED_MESH, E, 1e-5);
        march(&m, 1, COLDAE_SRM_RADAU, E, 1e-5);
    }
    test_sign();
    return check_result();
}
