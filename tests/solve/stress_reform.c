/* stress_reform.c - every reform of four problems of order 1 to 3, marched and solved as boundary value problems */
#include <coldae/reform.h>

#include <stdlib.h>

#include "check.h"

enum { N_KINDS = COLDAE_REFORM_STATE_SPACE + 1, Z_MAX = 6 };

/* bead on a helix of slope 1/2: two constraints */
static int helix_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)p, (void)user;
    f[0] = y[0];
    f[1] = y[1];
    f[2] = -9.81 + 2 * y[0] * sin(2 * z[4]) - 2 * y[1] * cos(2 * z[4]);
    return 0;
}

static int helix_g(int level, double t, const double *z, const double *y, const double *p, double *g,
                   void *user)
{
    double si = sin(2 * z[4]), co = cos(2 * z[4]), w = 2 * z[5], f[3];
    if (level == 0) {
        g[0] = z[0] - co;
        g[1] = z[2] - si;
    } else if (level == 1) {
        g[0] = z[1] + si * w;
        g[1] = z[3] - co * w;
    } else {
        (void)helix_f(t, z, y, p, f, user);
        g[0] = f[0] + co * w * w + 2 * si * f[2];
        g[1] = f[1] + si * w * w - 2 * co * f[2];
    }
    return 0;
}

static void helix_exact(double t, double *z, double *y)
{
    double a = -9.81 * 0.4, th = 0.3 + t + a * t * t / 2, w = 1 + a * t;
    double all[] = {cos(th), -sin(th) * w, sin(th), cos(th) * w, th / 2, w / 2};
    memcpy(z, all, sizeof all);
    y[0] = -sin(th) * a - cos(th) * w * w;
    y[1] = cos(th) * a - sin(th) * w * w;
}

/* bead on a wire that turns: the constraint depends on t */
static int wire_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)z, (void)p, (void)user;
    f[0] = sin(t) * y[0];
    f[1] = -cos(t) * y[0];
    return 0;
}

static int wire_g(int level, double t, const double *z, const double *y, const double *p, double *g,
                  void *user)
{
    double s = sin(t), c = cos(t);
    (void)p, (void)user;
    if (level == 0)
        g[0] = z[0] * s - z[2] * c;
    else if (level == 1)
        g[0] = z[1] * s - z[3] * c + z[0] * c + z[2] * s;
    else
        g[0] = y[0] + 2 * (z[1] * c + z[3] * s) - (z[0] * s - z[2] * c);
    return 0;
}

static void wire_exact(double t, double *z, double *y)
{
    double r = cosh(t), s = sinh(t), c = cos(t), si = sin(t);
    z[0] = r * c, z[1] = s * c - r * si, z[2] = r * si, z[3] = s * si + r * c;
    y[0] = -2 * s;
}

/* order 1, index 2: x = (2 + sin t, cos t) */
static int first_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)p, (void)user;
    f[0] = y[0] * z[0];
    f[1] = -z[1] + cos(t) - sin(t);
    return 0;
}

static int first_g(int level, double t, const double *z, const double *y, const double *p, double *g,
                   void *user)
{
    double f[2];
    (void)first_f(t, z, y, p, f, user);
    g[0] = level == 0 ? z[0] * z[0] + z[1] * z[1] - 5 - 4 * sin(t)
                      : 2 * z[0] * f[0] + 2 * z[1] * f[1] - 4 * cos(t);
    return 0;
}

static void first_exact(double t, double *z, double *y)
{
    z[0] = 2 + sin(t);
    z[1] = cos(t);
    y[0] = cos(t) / z[0];
}

/* order 3, index 4: x = (sin t, cos t), 0 = x1 + 3 x2 - r */
static int third_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)z, (void)p, (void)user;
    f[0] = y[0];
    f[1] = -2 * y[0] + sin(t) - 2 * cos(t);
    return 0;
}

static int third_g(int level, double t, const double *z, const double *y, const double *p, double *g,
                   void *user)
{
    double turn = t + level * 1.57079632679489662, f[2];
    (void)third_f(t, z, y, p, f, user);
    g[0] = (level < 3 ? z[level] + 3 * z[3 + level] : f[0] + 3 * f[1]) - sin(turn) - 3 * cos(turn);
    return 0;
}

static void third_exact(double t, double *z, double *y)
{
    double all[] = {sin(t), cos(t), -sin(t), cos(t), -sin(t), -cos(t)};
    memcpy(z, all, sizeof all);
    y[0] = -cos(t);
}

typedef struct model {
    const char *name;
    int n, n_g, order;
    coldae_f_fn *f;
    coldae_reform_g_fn *g;
    void (*exact)(double t, double *z, double *y);
    double right;
    int side
        [2]; /* boundary values: this component at left, that one at right; as many as conditions are needed */
} model;

static const model MODELS[] = {{"helix", 3, 2, 2, helix_f, helix_g, helix_exact, 0.7, {4, 4}},
                               {"wire", 2, 1, 2, wire_f, wire_g, wire_exact, 1.2, {0, 0}},
                               {"first order", 2, 1, 1, first_f, first_g, first_exact, 3, {1, 1}},
                               {"third order", 2, 1, 3, third_f, third_g, third_exact, 2, {0, 0}}};

static const model *now;

static coldae_reform_problem make(const model *m)
{
    coldae_reform_problem q;
    coldae_reform_problem_init(&q);
    q.n = m->n;
    q.n_alg = q.n_g = m->n_g;
    q.order = m->order;
    q.f = m->f;
    q.g = m->g;
    q.right = m->right;
    return q;
}

static double error_at(const model *m, double t, const double *z)
{
    double known[Z_MAX], y[2], worst = 0;
    m->exact(t, known, y);
    for (int i = 0; i < m->n * m->order; i++)
        worst = fmax(worst, fabs(z[i] - known[i]) / (1 + fabs(known[i])));
    return worst;
}

static void tell(const model *m, int kind, const char *what, int status, double error, const char *message)
{
    if (getenv("STRESS_VERBOSE"))
        printf("%-12s kind %d %s: status %d, error/tol %.3g %s\n", m->name, kind, what, status, error,
               message);
}

/* Initial values: all kinds within 20 tol. */
static void march(const model *m, int kind, double tol)
{
    coldae_reform_problem q = make(m);
    coldae_reform_options o;
    coldae_reform_info info;
    coldae_march_options mo;
    coldae_ivp_info ivp = {0};
    coldae_reform *reform;
    double z[Z_MAX], y[2], z_new[64], y_new[64], back[Z_MAX];
    m->exact(0, z, y);
    q.z_left = z;
    coldae_reform_options_init(&o);
    coldae_march_options_init(&mo);
    o.kind = kind;
    mo.tol = tol;
    CHECK_INT(coldae_reform_create(&q, &o, &reform, &info), COLDAE_OK);
    if (!reform) {
        printf("%s kind %d: %s\n", m->name, kind, info.message);
        return;
    }
    mo.projection = info.projection;
    mo.rank_kappa = info.rank_kappa;
    int status = coldae_march(coldae_reform_result(reform), NULL, &mo, z_new, y_new, NULL, &ivp);
    int also = coldae_reform_from(reform, m->right, z_new, y_new, NULL, back, y);
    double error = status == COLDAE_OK && also == COLDAE_OK ? error_at(m, m->right, back) / tol : INFINITY;
    tell(m, kind, "march", status, error, ivp.message);
    CHECK_INT(status, COLDAE_OK);
    CHECK_NEAR(error, 0, 20);
    coldae_reform_free(reform);
}

static int side(int l, const double *z, const double *p, double *g, void *user)
{
    double known[Z_MAX], y[2];
    (void)p, (void)user;
    now->exact(l == 0 ? 0 : now->right, known, y);
    *g = z[now->side[l]] - known[now->side[l]];
    return 0;
}

static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)user;
    now->exact(t, z, y);
    for (int i = 0; i < now->n * now->order; i++)
        z[i] *= 1.05;
    memset(dmu, 0, (size_t)now->n * sizeof(double));
    return 0;
}

/* Boundary values: n m - s n_g conditions, the constraints at left are added. */
static void solve(const model *m, int kind, double tol)
{
    double zeta[] = {0, m->right}, z[Z_MAX], z_new[64], y_new[64], worst = 0;
    coldae_reform_problem q = make(m);
    coldae_reform_options o;
    coldae_reform_info info;
    coldae_options so;
    coldae_info bvp = {0};
    coldae_reform *reform;
    coldae_solution *s = NULL;
    now = m;
    q.zeta = zeta;
    q.n_side = m->n * m->order - m->order * m->n_g;
    q.side = side;
    q.guess = guess;
    coldae_reform_options_init(&o);
    coldae_options_init(&so);
    o.kind = kind;
    so.tol = tol;
    if (q.n_side > 2)
        return;
    CHECK_INT(coldae_reform_create(&q, &o, &reform, &info), COLDAE_OK);
    if (!reform) {
        printf("%s kind %d: %s\n", m->name, kind, info.message);
        return;
    }
    so.projection = info.projection;
    so.rank_kappa = info.rank_kappa;
    int status = coldae_solve(coldae_reform_result(reform), &so, &s, &bvp);
    CHECK_INT(status, COLDAE_OK);
    for (int i = 0; s && i <= 10; i++) {
        double t = m->right * i / 10;
        coldae_solution_eval(s, t, z_new, y_new);
        CHECK_INT(coldae_reform_from(reform, t, z_new, y_new, coldae_solution_param(s), z, NULL), COLDAE_OK);
        worst = fmax(worst, error_at(m, t, z));
    }
    tell(m, kind, "solve", status, s ? worst / tol : INFINITY, bvp.message);
    CHECK_NEAR(worst, 0, 3 * tol);
    coldae_solution_free(s);
    coldae_reform_free(reform);
}

int main(void)
{
    for (size_t i = 0; i < sizeof MODELS / sizeof *MODELS; i++)
        for (int kind = 0; kind < N_KINDS; kind++)
            for (double tol = 1e-4; tol > 1e-9; tol *= 1e-4) {
                march(MODELS + i, kind, tol);
                solve(MODELS + i, kind, tol);
            }
    return check_result();
}
