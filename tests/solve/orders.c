/* orders.c - the observed orders of convergence are those of the theory
 *
 * u^(m) = U^(m) + sum_l a_l(t) (u^(l) - U^(l)),   U = sin(w t + 1),   m = 1..4, k = m..6,   on uniform meshes
 * of N and 2N subintervals.  Errors fall by 2^q:  at mesh points q = 2k (Gauss) or 2k-1 (Radau), between them
 * q = min(that, k + m - l) for the l-th derivative.       Ascher, Mattheij & Russell (1988) sections 5.4, 5.5
 */
#include "check.h"

#include <coldae/coldae.h>

enum { MAX_ORDER = 4, INSIDE = 32, FIRST = 4 };
static const double RIGHT = 5, OMEGA = 4;
static const double SLACK = 0.3;      /* an order may fall short by that much */
static const double ROUNDING = 3e-12; /* errors below it tell nothing */

static double exact(int l, double t)
{
    double phase = OMEGA * t + 1, wave = l % 2 ? cos(phase) : sin(phase);
    return pow(OMEGA, l) * (l % 4 >= 2 ? -wave : wave);
}

static double coefficient(int l, double t)
{
    return cos(t + l) / (1 + l);
}

static int equation(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)p;
    int m = *(const int *)user;
    f[0] = exact(m, t);
    for (int l = 0; l < m; l++)
        f[0] += coefficient(l, t) * (z[l] - exact(l, t));
    return 0;
}

static int derivative(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)z, (void)y, (void)p;
    for (int l = 0; l < *(const int *)user; l++)
        df[l] = coefficient(l, t);
    return 0;
}

/* u, u', .. at the left end for half of the conditions, at the right end for the others */
static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p;
    int left = (*(const int *)user + 1) / 2, i = l < left ? l : l - left;
    *g = z[i] - exact(i, l < left ? 0 : RIGHT);
    return 0;
}

/* Errors of u^(l): the root of their mean square at the points of the first mesh, which all meshes have, and
 * the largest anywhere. */
typedef struct errors {
    double mesh[MAX_ORDER], between[MAX_ORDER];
} errors;

static errors measure(const coldae_solution *s, int m)
{
    errors e = {{0}, {0}};
    const double *t;
    double z[MAX_ORDER];
    int n = coldae_solution_mesh(s, &t);
    for (int i = 0; i <= n * INSIDE; i++) {
        int at = i / INSIDE, inside = i % INSIDE;
        double x = inside ? t[at] + (t[at + 1] - t[at]) * inside / INSIDE : t[at];
        CHECK_INT(coldae_solution_eval(s, x, z, NULL), COLDAE_OK);
        for (int l = 0; l < m; l++) {
            double error = fabs(z[l] - exact(l, x));
            e.between[l] = fmax(e.between[l], error);
            if (inside == 0 && at % (n / FIRST) == 0)
                e.mesh[l] += error * error / (FIRST + 1);
        }
    }
    for (int l = 0; l < m; l++)
        e.mesh[l] = sqrt(e.mesh[l]);
    return e;
}

static errors solve(int m, int k, int points, int n)
{
    double zeta[MAX_ORDER];
    coldae_problem problem;
    coldae_options options;
    coldae_solution *s;
    for (int l = 0; l < m; l++)
        zeta[l] = l < (m + 1) / 2 ? 0 : RIGHT;
    coldae_problem_init(&problem);
    problem.n_diff = 1;
    problem.order = &m;
    problem.right = RIGHT;
    problem.n_side = m;
    problem.zeta = zeta;
    problem.linear = 1;
    problem.f = equation;
    problem.df = derivative;
    problem.g = condition;
    problem.user = &m;
    coldae_options_init(&options);
    options.points = points;
    options.n_points = k;
    options.n_intervals = n;
    options.adapt = COLDAE_FIXED_MESH;
    CHECK_INT(coldae_solve(&problem, &options, &s, NULL), COLDAE_OK);
    errors e = measure(s, m);
    coldae_solution_free(s);
    return e;
}

/* The order from the finest pair of meshes whose errors are above rounding. */
static double observed(const errors *e, int n_meshes, int l, int between)
{
    double order = NAN;
    for (int i = 1; i < n_meshes; i++) {
        double coarse = between ? e[i - 1].between[l] : e[i - 1].mesh[l];
        double fine = between ? e[i].between[l] : e[i].mesh[l];
        if (fine > ROUNDING * pow(OMEGA, l))
            order = log2(coarse / fine);
    }
    return order;
}

static void check_orders(int m, int k, int points)
{
    enum { MESHES = 6 };
    errors e[MESHES];
    int best = points == COLDAE_GAUSS ? 2 * k : 2 * k - 1;
    for (int i = 0; i < MESHES; i++)
        e[i] = solve(m, k, points, FIRST << i);
    for (int l = 0; l < m; l++) {
        int inside = k + m - l < best ? k + m - l : best;
        double at_mesh = observed(e, MESHES, l, 0), at_inside = observed(e, MESHES, l, 1);
        printf("%s m = %d, k = %d, derivative %d: at mesh points %5.2f (%2d), between %5.2f (%2d)\n",
               points == COLDAE_GAUSS ? "Gauss" : "Radau", m, k, l, at_mesh, best, at_inside, inside);
        CHECK(at_mesh >= best - SLACK);
        CHECK(at_inside >= inside - SLACK);
    }
}

int main(void)
{
    for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++)
        for (int m = 1; m <= MAX_ORDER; m++)
            for (int k = m; k <= 6; k++)
                check_orders(m, k, points);
    return check_result();
}
