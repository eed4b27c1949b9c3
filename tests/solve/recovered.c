/* recovered.c - problems that were once solved badly, refused or accepted for the wrong reason */
#include <float.h>
#include <math.h>
#include <string.h>

#include "check.h"
#include "coldae/coldae.h"

static const int ONE[] = {1, 1}, TWO[] = {2}, THREE[] = {3};
static const double ENDS[] = {0, 1};

/* ---- continuation to a thin layer ------------------------------------------------------------------ */

static int corner(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p;
    f[0] = (z[0] - z[0] * z[1]) / *(const double *)user; /* eps u'' + u u' - u = 0 */
    return 0;
}

static int corner_ends(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l == 0 ? z[0] + 7.0 / 6 : z[0] - 1.5;
    return 0;
}

static void corner_guess(double t, double *z)
{
    z[0] = -7.0 / 6 + (1.5 + 7.0 / 6) * t;
    z[1] = 1.5 + 7.0 / 6;
}

static int corner_guess_fn(double t, double *z, double *y, double *dmu, void *user)
{
    (void)y, (void)dmu, (void)user;
    corner_guess(t, z);
    return 0;
}

/* A coarsened mesh of the start may have a chance solution; the density of a graded mesh can mislead. */
static void follow_layer(double factor, double tol)
{
    double eps = 0.1, tol_z[] = {tol, 0};
    coldae_solution *start = NULL;
    for (; eps > 0.99e-5; eps /= factor) {
        coldae_problem p;
        coldae_options o;
        coldae_info info;
        coldae_solution *next;
        coldae_problem_init(&p);
        coldae_options_init(&o);
        p.n_diff = 1, p.order = TWO, p.n_side = 2, p.zeta = ENDS;
        p.f = corner, p.g = corner_ends, p.guess = corner_guess_fn, p.user = &eps;
        o.tol_z = tol_z, o.start = start;
        coldae_status status = coldae_solve(&p, &o, &next, &info);
        if (check_fails(status == COLDAE_OK, __FILE__, __LINE__))
            printf("factor %g, tol %g: eps = %g: %s\n", factor, tol, eps, info.message);
        CHECK(info.n_intervals < 2000);
        coldae_solution_free(start);
        start = next;
    }
    coldae_solution_free(start);
}

/* ---- y that is zero in the guess and large in the solution ------------------------------------------ */

static int force(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double unit = *(const double *)user; /* y = e^t / unit */
    (void)p;
    f[0] = unit * y[0] - exp(t) + cos(t);
    f[1] = -z[1] + 2 * unit * y[0] - 2 * exp(t) - sin(t) + cos(t);
    f[2] = z[0] + z[1] - sin(t) - cos(t) + 0.1 * (z[0] * z[0] - sin(t) * sin(t));
    return 0;
}

static int force_end(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l, (void)p, (void)user;
    *g = z[1] - cos(1.0);
    return 0;
}

static int heat(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double unit = *(const double *)user; /* u'' = -e^u, y = e^u / unit */
    (void)t, (void)p;
    f[0] = -unit * y[0];
    f[1] = unit * y[0] - exp(z[0]);
    return 0;
}

static int zero_ends(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l, (void)p, (void)user;
    *g = z[0];
    return 0;
}

static void find_large_y(double unit)
{
    static const double right[] = {1};
    coldae_problem p;
    coldae_info info;
    coldae_solution *s;
    double z[2], y;
    coldae_problem_init(&p);
    p.n_diff = 2, p.n_alg = 1, p.order = ONE, p.n_side = 1, p.zeta = right;
    p.f = force, p.g = force_end, p.user = &unit;
    CHECK_INT(coldae_solve(&p, NULL, &s, &info), COLDAE_OK);
    CHECK_INT(info.index, 2);
    CHECK_INT(info.n_intervals, 10);
    CHECK_INT(coldae_solution_eval(s, 0.5, z, &y), COLDAE_OK);
    CHECK_NEAR(z[0], sin(0.5), 1e-6);
    CHECK_NEAR(unit * y, exp(0.5), 1e-6);
    coldae_solution_free(s);

    coldae_problem_init(&p);
    p.n_diff = 1, p.n_alg = 1, p.order = TWO, p.n_side = 2, p.zeta = ENDS;
    p.f = heat, p.g = zero_ends, p.user = &unit;
    CHECK_INT(coldae_solve(&p, NULL, &s, &info), COLDAE_OK);
    CHECK_INT(info.index, 1);
    CHECK_INT(info.n_intervals, 10);
    CHECK_INT(coldae_solution_eval(s, 0.5, z, &y), COLDAE_OK);
    CHECK_NEAR(z[0], 2 * log(cosh(1.5171645990507543 / 4)), 1e-6);
    CHECK_NEAR(unit * y, exp(z[0]), 1e-6);
    coldae_solution_free(s);
}

/* ---- points that only rounding separates ------------------------------------------------------------ */

static int growth(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = z[1]; /* u''' = u' */
    return 0;
}

static int growth_points(int l, const double *z, const double *p, double *g, void *user)
{
    const double *zeta = user;
    (void)p;
    *g = l < 2 ? z[0] - exp(zeta[l]) : z[1] - exp(zeta[l]);
    return 0;
}

static void meet_points(double zeta_1, int n_fixed, double fixed, double right)
{
    double zeta[] = {0, zeta_1, right}, z[3];
    const double *mesh;
    coldae_problem p;
    coldae_options o;
    coldae_info info;
    coldae_solution *s;
    coldae_problem_init(&p);
    coldae_options_init(&o);
    p.n_diff = 1, p.order = THREE, p.n_side = 3, p.zeta = zeta, p.right = right, p.linear = 1;
    p.f = growth, p.g = growth_points, p.user = zeta;
    o.fixed = &fixed, o.n_fixed = n_fixed;
    CHECK_INT(coldae_solve(&p, &o, &s, &info), COLDAE_OK);
    CHECK(info.n_intervals <= 12);
    int n = coldae_solution_mesh(s, &mesh), found = n_fixed == 0;
    for (int i = 0; i <= n; i++)
        found |= n_fixed > 0 && mesh[i] == fixed;
    CHECK(found);
    CHECK(mesh[0] == 0 && mesh[n] == right);
    CHECK_INT(coldae_solution_eval(s, right, z, NULL), COLDAE_OK);
    if (zeta_1 < 0.9 * right)
        CHECK_NEAR(z[0], exp(right), 1e-6);
    coldae_solution_free(s);
}

/* ---- linear = 1 that is not true -------------------------------------------------------------------- */

static int square_ends(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = l == 0 ? z[0] : z[0] * z[0] + 3 * z[0] - 2;
    return 0;
}

static int straight(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = 0.5 * z[0];
    return 0;
}

static int bent(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    f[0] = -exp(z[0]);
    return 0;
}

static int large(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)p, (void)user;
    f[0] = 1e12 * (z[0] - cos(t)); /* truly linear: rounding errors of f are 1e-4 */
    return 0;
}

static coldae_status solve_linear(coldae_f_fn *f, coldae_g_fn *g, int adapt, coldae_info *info)
{
    coldae_problem p;
    coldae_options o;
    coldae_solution *s;
    coldae_problem_init(&p);
    coldae_options_init(&o);
    p.n_diff = 1, p.order = TWO, p.n_side = 2, p.zeta = ENDS, p.linear = 1, p.f = f, p.g = g;
    o.adapt = adapt;
    coldae_status status = coldae_solve(&p, &o, &s, info);
    CHECK(s != NULL);
    coldae_solution_free(s);
    return status;
}

static void refuse_false_linear(void)
{
    coldae_info info;
    CHECK_INT(solve_linear(straight, square_ends, COLDAE_FIXED_MESH, &info), COLDAE_ERR_NO_CONVERGENCE);
    CHECK_STR_HAS(info.message, "g[1] at t = 1");
    CHECK(info.bc_residual > 0.1);
    CHECK_STR_HAS(info.message, "set linear = 0");
    /* one step on each mesh of a sequence may do: then the condition holds */
    CHECK(solve_linear(straight, square_ends, COLDAE_ADAPT, &info) != COLDAE_OK || info.bc_residual < 1e-5);
    CHECK_INT(solve_linear(bent, zero_ends, COLDAE_FIXED_MESH, &info), COLDAE_ERR_NO_CONVERGENCE);
    CHECK_STR_HAS(info.message, "linear = 1");
    CHECK_STR_HAS(info.message, "f[0]");
    CHECK_INT(solve_linear(straight, zero_ends, COLDAE_FIXED_MESH, &info), COLDAE_OK);
    CHECK_INT(solve_linear(large, zero_ends, COLDAE_FIXED_MESH, &info), COLDAE_OK);
    CHECK_INT(info.message[0], 0);
}

/* ---- small things ----------------------------------------------------------------------------------- */

/* One subinterval has no neighbour to compare with; its estimate is not zero. */
static void estimate_alone(int k, int n)
{
    coldae_problem p;
    coldae_options o;
    coldae_info info;
    coldae_solution *s;
    double worst = 0, z[2];
    coldae_problem_init(&p);
    coldae_options_init(&o);
    p.n_diff = 1, p.order = TWO, p.n_side = 2, p.zeta = ENDS, p.f = bent, p.g = zero_ends;
    o.adapt = COLDAE_FIXED_MESH, o.n_intervals = n, o.n_points = k;
    CHECK_INT(coldae_solve(&p, &o, &s, &info), COLDAE_OK);
    for (int i = 0; i <= 20; i++) {
        double th = 1.5171645990507543, t = i / 20.0;
        CHECK_INT(coldae_solution_eval(s, t, z, NULL), COLDAE_OK);
        worst = fmax(worst, fabs(z[0] + 2 * log(cosh((t - 0.5) * th / 2) / cosh(th / 4))));
        worst = fmax(worst, fabs(z[1] + th * tanh((t - 0.5) * th / 2)) / (1 + fabs(z[1])));
    }
    CHECK(info.error >= worst / o.tol / 10);
    coldae_solution_free(s);
}

static int bent_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    df[0] = -exp(z[0]);
    return 0;
}

/* The check of df needs no conditions; its result is never left over from before. */
static void check_early(void)
{
    coldae_problem p;
    char message[200];
    double z[] = {0.5, 1}, worst = 0;
    coldae_problem_init(&p);
    p.n_diff = 1, p.order = TWO, p.f = bent;
    CHECK_INT(coldae_check_jacobian(&p, 0, z, NULL, NULL, &worst, message, 200), COLDAE_ERR_INVALID);
    CHECK(worst > 1);
    p.df = bent_df;
    CHECK_INT(coldae_check_jacobian(&p, 0, z, NULL, NULL, &worst, message, 200), COLDAE_OK);
    CHECK(worst < 1e-6);
}

static int calls_left(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    int *left = user;
    (void)t, (void)y, (void)p;
    f[0] = -exp(z[0]);
    return --*left < 0;
}

/* f ends between two meshes: words about a step that was never found would be read from anywhere. */
static void say_no_more(int calls)
{
    coldae_problem p;
    coldae_info info;
    coldae_solution *s;
    coldae_problem_init(&p);
    p.n_diff = 1, p.order = TWO, p.n_side = 2, p.zeta = ENDS, p.f = calls_left, p.g = zero_ends,
    p.user = &calls;
    CHECK(coldae_solve(&p, NULL, &s, &info) != COLDAE_OK || calls >= 0);
    CHECK(!strstr(info.message, "past a fold"));
    coldae_solution_free(s);
}

static int bent_df_once(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    bent_df(t, z, y, p, df, user);
    return *(const int *)user > 1;
}

static int one_ends(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l, (void)p, (void)user;
    *g = z[0] - 1;
    return 0;
}

static int inclined(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)p, (void)user;
    f[0] = z[0] - cos(t);
    return 0;
}

static int inclined_df_once(double t, const double *z, const double *y, const double *p, double *df,
                            void *user)
{
    (void)t, (void)z, (void)y, (void)p;
    df[0] = 1;
    return *(const int *)user > 1;
}

static int count_meshes(const coldae_event *event, void *user)
{
    *(int *)user = event->mesh;
    return 0;
}

/* The second mesh has no matrix at all, and cannot be halved: there is no condition number to ask for, and no words about
 * a function that nobody has solved for. */
static void estimate_nothing(int linear)
{
    double mesh[] = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.5 + DBL_EPSILON, 0.6, 0.7, 0.8, 0.9, 1};
    int meshes = 0;
    coldae_problem p;
    coldae_options o;
    coldae_info info;
    coldae_solution *s;
    coldae_problem_init(&p);
    coldae_options_init(&o);
    p.n_diff = 1, p.order = TWO, p.n_side = 2, p.zeta = ENDS, p.g = linear ? one_ends : zero_ends;
    p.linear = linear, p.f = linear ? inclined : bent, p.df = linear ? inclined_df_once : bent_df_once;
    p.user = o.monitor_user = &meshes;
    o.mesh = mesh, o.n_intervals = 11, o.adapt = COLDAE_HALVE_ONLY, o.monitor = count_meshes;
    CHECK_INT(coldae_solve(&p, &o, &s, &info), COLDAE_ERR_MESH_LIMIT);
    CHECK_INT(info.n_meshes, 2);
    CHECK_INT(info.n_intervals, 11);
    CHECK(info.condition == 0);
    CHECK_STR_HAS(info.message, "cannot be halved");
    coldae_solution_free(s);
}

int main(void)
{
    for (double tol = 1e-3; tol > 1e-9; tol /= 1000) {
        follow_layer(3.1622776601683795, tol);
        follow_layer(9.68, tol);
    }
    for (double unit = 1; unit > 1e-13; unit /= 100)
        find_large_y(unit);
    volatile double tenth = 0.1; /* not folded: 0.1 + 0.2 is one ulp above 0.3 */
    CHECK(tenth + 0.2 > 0.3);
    meet_points(tenth + 0.2, 1, 0.3, 1);
    meet_points(0.3, 1, tenth + 0.2, 1);
    meet_points(0.5, 0, 0, 1);
    meet_points(0.3, 0, 0, tenth + 0.2);
    refuse_false_linear();
    for (int k = 2; k <= 6; k++) {
        estimate_alone(k, 1);
        estimate_alone(k, 2);
    }
    check_early();
    for (int calls = 20; calls < 200; calls += 7)
        say_no_more(calls);
    estimate_nothing(0);
    estimate_nothing(1);
    return check_result();
}
