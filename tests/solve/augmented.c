/* augmented.c - parameters, coupled and interior conditions against hand-made forms without them
 *
 *     an unknown constant p         a component with p' = 0
 *     u(left) = u(right)            a component with a' = 0, u(left) = a and u(right) = a; or the interval
 *                                   folded in the middle, u(s) and u(left + right - s) side by side: then it
 *                                   is a condition at one point
 *     a condition in the middle     the interval folded there
 * On the same mesh both are the same equations and agree to rounding; with adapted meshes, to the tolerance.
 */
#include "check.h"
#include "problems.h"

#include <string.h>

#define PI 3.14159265358979323846

/* ---- eig and mathieu: z = (u, u', p) ------------------------------------------------------------------ */

static int eig_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = -z[2] * z[0];
    f[1] = 0;
    return 0;
}

static int eig_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l == 1 ? z[1] - 1 : z[0];
    return 0;
}

static int eig_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)y, (void)user;
    z[0] = t * (1 - t);
    z[1] = 1 - 2 * t;
    z[2] = 8;
    dmu[0] = -2;
    return 0;
}

static int mathieu_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)p, (void)user;
    f[0] = -(z[2] - 10 * cos(2 * t)) * z[0];
    f[1] = 0;
    return 0;
}

static int mathieu_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l == 0 ? z[0] - 1 : z[1];
    return 0;
}

static int mathieu_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)y, (void)user;
    z[0] = cos(4 * t);
    z[1] = -4 * sin(4 * t);
    z[2] = 15;
    dmu[0] = -16 * cos(4 * t);
    return 0;
}

/* ---- inteq: z = (u, u', w, p) -------------------------------------------------------------------------- */

static int inteq_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = z[3];
    f[1] = z[0];
    f[2] = 0;
    return 0;
}

static int inteq_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l % 2 == 0 ? z[0] : z[2] - (l == 3);
    return 0;
}

/* ---- period: z = (u, v, a, b), a = u(0) = u(pi), b = v(0) = v(pi) ------------------------------------- */

static int period_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)p, (void)user;
    f[0] = z[1];
    f[1] = -z[0] - z[1] / 2 + cos(2 * t);
    f[2] = f[3] = 0;
    return 0;
}

static int period_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = z[l % 2] - z[2 + l % 2];
    return 0;
}

/* Folded: z = (u, v at s; u, v at pi - s), 0 <= s <= pi/2. */
static int folded_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)p, (void)user;
    f[0] = z[1];
    f[1] = -z[0] - z[1] / 2 + cos(2 * t);
    f[2] = -z[3];
    f[3] = z[2] + z[3] / 2 - cos(2 * (PI - t));
    return 0;
}

/* ---- limit: z = (x, y, a, b, T) ------------------------------------------------------------------------ */

static int limit_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = z[4] * z[1];
    f[1] = z[4] * ((1 - z[0] * z[0]) * z[1] - z[0]);
    f[2] = f[3] = f[4] = 0;
    return 0;
}

static int limit_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l == 0 ? z[1] : z[(l - 1) % 2] - z[2 + (l - 1) % 2];
    return 0;
}

static int limit_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)y, (void)user;
    z[0] = 2 * cos(2 * PI * t);
    z[1] = -2 * sin(2 * PI * t);
    z[2] = 2;
    z[4] = 6.5;
    dmu[0] = -4 * PI * sin(2 * PI * t);
    dmu[1] = -4 * PI * cos(2 * PI * t);
    return 0;
}

/* ---- inner: z = (u, u', u'' at s; v, v', v'' of v(s) = u(1 - s)), 0 <= s <= 1/2 ------------------------ */

static int inner_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = z[1];
    f[1] = z[4];
    return 0;
}

static int inner_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    switch (l) {
    case 0:
        *g = z[0] - 1; /* u(0) = 1 */
        break;
    case 1:
        *g = z[4] + exp(1); /* u'(1) = e */
        break;
    case 2:
        *g = z[0] - exp(0.5); /* u(1/2) = e^(1/2) */
        break;
    default:
        *g = z[l - 3] - (l == 4 ? -1 : 1) * z[l]; /* u and v meet smoothly */
    }
    return 0;
}

/* ---- the pairs ----------------------------------------------------------------------------------------- */

typedef struct pair {
    const char *name; /* of the problem in the library */
    int n_diff, order[5], n_side;
    double zeta[6], right;
    int linear;
    coldae_f_fn *f;
    coldae_g_fn *g;
    coldae_guess_fn *guess;
    int compare;   /* so many leading components of z mean the same */
    int parameter; /* component that is p[0], or -1 */
    int folded;    /* its meshes have half as many subintervals */
} pair;

static const pair pairs[] = {
    {"eig", 2, {2, 1}, 3, {0, 0, 1}, 1, 0, eig_f, eig_g, eig_guess, 2, 2, 0},
    {"mathieu", 2, {2, 1}, 3, {0, 0, PI}, PI, 0, mathieu_f, mathieu_g, mathieu_guess, 2, 2, 0},
    {"inteq", 3, {2, 1, 1}, 4, {0, 0, 1, 1}, 1, 1, inteq_f, inteq_g, NULL, 3, 3, 0},
    {"period", 4, {1, 1, 1, 1}, 4, {0, 0, PI, PI}, PI, 1, period_f, period_g, NULL, 2, -1, 0},
    {"period", 4, {1, 1, 1, 1}, 4, {0, 0, PI / 2, PI / 2}, PI / 2, 1, folded_f, period_g, NULL, 2, -1, 1},
    {"limit", 5, {1, 1, 1, 1, 1}, 5, {0, 0, 0, 1, 1}, 1, 0, limit_f, limit_g, limit_guess, 2, 4, 0},
    {"inner", 2, {3, 3}, 6, {0, 0, 0.5, 0.5, 0.5, 0.5}, 0.5, 1, inner_f, inner_g, NULL, 3, -1, 1}};

static coldae_solution *solve(const char *name, const coldae_problem *problem, const coldae_options *options)
{
    coldae_solution *s = NULL;
    coldae_info info;
    coldae_status status = coldae_solve(problem, options, &s, &info);
    if (status != COLDAE_OK)
        printf("%s: %s\n", name, info.message);
    CHECK_INT(status, COLDAE_OK);
    return s;
}

static coldae_solution *solve_augmented(const pair *a, coldae_options options)
{
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = a->n_diff;
    problem.order = a->order;
    problem.right = a->right;
    problem.n_side = a->n_side;
    problem.zeta = a->zeta;
    problem.linear = a->linear;
    problem.f = a->f;
    problem.g = a->g;
    problem.guess = a->guess;
    options.n_intervals /= a->folded ? 2 : 1;
    return solve(a->name, &problem, &options);
}

/* Solve both ways with these options; the results agree to `limit`. */
static void check_pair(const pair *a, const coldae_options *options, double limit)
{
    static test_problem q;
    coldae_problem problem;
    coldae_options unused;
    CHECK_INT(problem_make(&q, a->name, 0), 0);
    problem_fill(&q, &problem, &unused, 1e-6);
    coldae_solution *plain = solve(a->name, &problem, options), *augmented = solve_augmented(a, *options);
    double worst = 0, z[6], z_augmented[6];
    for (int i = 0; plain && augmented && i <= 200; i++) {
        double t = a->right * i / 200;
        CHECK_INT(coldae_solution_eval(plain, t, z, NULL), COLDAE_OK);
        CHECK_INT(coldae_solution_eval(augmented, t, z_augmented, NULL), COLDAE_OK);
        for (int j = 0; j < a->compare; j++)
            worst = fmax(worst, fabs(z[j] - z_augmented[j]) / (1 + fabs(z[j])));
        if (a->parameter >= 0)
            CHECK_NEAR(z_augmented[a->parameter], coldae_solution_param(plain)[0], 20 * limit);
    }
    if (!(worst <= limit))
        printf("%s: ", a->name);
    CHECK_NEAR(worst, 0, limit);
    coldae_solution_free(plain);
    coldae_solution_free(augmented);
}

int main(void)
{
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        coldae_options options;
        coldae_options_init(&options);
        options.tol = 1e-12;
        options.adapt = COLDAE_FIXED_MESH;
        options.n_intervals = 16;
        options.n_points = 4;
        check_pair(&pairs[i], &options, 1e-11);
        if (!pairs[i].folded) { /* the mirror image of Radau points is another set */
            options.points = COLDAE_RADAU;
            check_pair(&pairs[i], &options, 1e-11);
        }
        coldae_options_init(&options);
        options.tol = 1e-8;
        options.n_intervals = 10;
        check_pair(&pairs[i], &options, 3e-8);
        options.n_points = 5;
        check_pair(&pairs[i], &options, 3e-8);
    }
    return check_result();
}
