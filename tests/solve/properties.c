/* properties.c - what must not change the result: mirror, scale, shift of t, batches, a second run, threads
 *
 * The problems come from the library; each property is a transformation of the callbacks of one of them.
 */
#include "check.h"
#include "problems.h"

#include <string.h>

enum { SAMPLES = 200 };

static coldae_solution *solve(const char *what, const coldae_problem *problem, const coldae_options *options,
                              coldae_info *info)
{
    coldae_solution *s = NULL;
    coldae_status status = coldae_solve(problem, options, &s, info);
    if (status != COLDAE_OK)
        printf("%s: %s\n", what, info->message);
    CHECK_INT(status, COLDAE_OK);
    return s;
}

/* ---- another variable: s = (t - shift)/scale, scale < 0 is the mirror image --------------------------- */

typedef struct moved {
    test_problem inner;
    coldae_problem plain;
    double shift, scale;
    double zeta[PROBLEM_MAX_Z];
} moved;

/* z of the plain problem from that of the moved one: u^(l) = scale^-l (d/ds)^l u */
static void to_plain(const moved *q, const double *z, double *plain)
{
    for (int i = 0; i < q->plain.n_diff; i++)
        for (int l = 0; l < q->inner.order[i]; l++)
            plain[q->inner.u[i] + l] = z[q->inner.u[i] + l] / pow(q->scale, l);
}

static int moved_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    const moved *q = user;
    double plain[PROBLEM_MAX_Z];
    to_plain(q, z, plain);
    int code = q->plain.f(q->shift + q->scale * t, plain, y, p, f, q->plain.user);
    for (int i = 0; i < q->plain.n_diff; i++)
        f[i] *= pow(q->scale, q->inner.order[i]);
    return code;
}

static int moved_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    const moved *q = user;
    double plain[PROBLEM_MAX_Z];
    int rows = q->plain.n_diff + q->plain.n_alg, columns = q->inner.mstar + q->plain.n_alg + q->plain.n_param;
    to_plain(q, z, plain);
    int code = q->plain.df(q->shift + q->scale * t, plain, y, p, df, q->plain.user);
    for (int i = 0; i < q->plain.n_diff; i++)
        for (int c = 0; c < columns; c++)
            df[i + rows * c] *= pow(q->scale, q->inner.order[i]);
    for (int j = 0; j < q->plain.n_diff; j++)
        for (int l = 0; l < q->inner.order[j]; l++)
            for (int i = 0; i < rows; i++)
                df[i + rows * (q->inner.u[j] + l)] /= pow(q->scale, l);
    return code;
}

static int moved_g(int l, const double *z, const double *p, double *g, void *user)
{
    const moved *q = user;
    double plain[PROBLEM_MAX_Z];
    to_plain(q, z, plain);
    return q->plain.g(q->scale > 0 ? l : q->plain.n_side - 1 - l, plain, p, g, q->plain.user);
}

static int moved_guess(double t, double *z, double *y, double *dmu, void *user)
{
    const moved *q = user;
    int code = q->plain.guess(q->shift + q->scale * t, z, y, dmu, q->plain.user);
    for (int i = 0; i < q->plain.n_diff; i++) {
        for (int l = 0; l < q->inner.order[i]; l++)
            z[q->inner.u[i] + l] *= pow(q->scale, l);
        dmu[i] *= pow(q->scale, q->inner.order[i]);
    }
    return code;
}

static void move(moved *q, coldae_problem *problem)
{
    *problem = q->plain;
    double left = (q->plain.left - q->shift) / q->scale, right = (q->plain.right - q->shift) / q->scale;
    problem->left = fmin(left, right);
    problem->right = fmax(left, right);
    for (int l = 0; l < q->plain.n_side; l++)
        q->zeta[l] = (q->plain.zeta[q->scale > 0 ? l : q->plain.n_side - 1 - l] - q->shift) / q->scale;
    problem->zeta = q->zeta;
    problem->f = moved_f;
    problem->df = moved_df;
    problem->g = moved_g;
    problem->dg = NULL;
    problem->guess = q->plain.guess ? moved_guess : NULL;
    problem->user = q;
}

/* The moved problem gives the moved solution: to `limit`, relative to 1 + |u|; the meshes if wanted. */
static void check_moved(const char *name, double shift, double scale, int adapt, double tol, double limit,
                        int same_n)
{
    static moved q;
    coldae_problem problem;
    coldae_options options;
    coldae_info info, info_moved;
    CHECK_INT(problem_make(&q.inner, name, 0), 0);
    problem_fill(&q.inner, &q.plain, &options, tol);
    options.adapt = adapt;
    if (adapt == COLDAE_FIXED_MESH)
        options.n_intervals = 40;
    q.shift = shift;
    q.scale = scale;
    move(&q, &problem);
    coldae_solution *a = solve(name, &q.plain, &options, &info),
                    *b = solve(name, &problem, &options, &info_moved);
    double worst = 0, z[PROBLEM_MAX_Z], z_moved[PROBLEM_MAX_Z];
    for (int i = 0; a && b && i <= SAMPLES; i++) {
        double s = problem.left + (problem.right - problem.left) * i / SAMPLES;
        double t = fmin(fmax(shift + scale * s, q.plain.left), q.plain.right);
        CHECK_INT(coldae_solution_eval(a, t, z, NULL), COLDAE_OK);
        CHECK_INT(coldae_solution_eval(b, i == SAMPLES ? problem.right : s, z_moved, NULL), COLDAE_OK);
        for (int c = 0; c < q.plain.n_diff; c++)
            worst = fmax(worst, fabs(z[q.inner.u[c]] - z_moved[q.inner.u[c]]) / (1 + fabs(z[q.inner.u[c]])));
    }
    if (!(worst <= limit))
        printf("%s, shift %g, scale %g: ", name, shift, scale);
    CHECK_NEAR(worst, 0, limit);
    if (same_n)
        CHECK_INT(info_moved.n_intervals, info.n_intervals);
    coldae_solution_free(a);
    coldae_solution_free(b);
}

static void check_mirrors(void)
{
    static const char *const names[] = {"b1",   "b7",  "b19",     "b20",  "b31",      "b33",
                                        "beam", "cap", "chain10", "yjac", "subsonic3"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        check_moved(names[i], 0, -1, COLDAE_ADAPT, 1e-8, 6e-8, 0);
        if (strcmp(names[i], "cap") != 0) /* its guess jumps, and Newton starts from the left values */
            check_moved(names[i], 0, -1, COLDAE_FIXED_MESH, 1e-11, 1e-9, 1); /* the same equations */
    }
}

static void check_scales(void)
{
    static const char *const linear[] = {"b1", "b7", "b15", "beam"};
    static const char *const others[] = {"b19", "b31", "b33", "chain10", "yjac"};
    static const double scales[] = {1.0 / 1024, 1.0 / 8, 8, 1024};
    for (int s = 0; s < 4; s++) {
        for (size_t i = 0; i < sizeof linear / sizeof linear[0]; i++)
            /* Powers of 2 round alike; but pivots of the global matrix are chosen anew, and rounding errors in the
             * highest derivatives move the points of a redistributed mesh. */
            check_moved(linear[i], 0, scales[s], COLDAE_ADAPT, 1e-8, 1e-10, 1);
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
            check_moved(others[i], 0, scales[s], COLDAE_ADAPT, 1e-8, 6e-8, 0);
    }
    for (size_t i = 0; i < sizeof linear / sizeof linear[0]; i++)
        check_moved(linear[i], 100, 1, COLDAE_ADAPT, 1e-8, 6e-8, 0);
}

/* ---- batches ------------------------------------------------------------------------------------------ */

typedef struct batched {
    test_problem inner;
    coldae_problem plain;
    int most; /* points in one call so far */
} batched;

static int batch_f(int m, const double *t, const double *z, const double *y, const double *p, double *f,
                   void *user)
{
    batched *q = user;
    int rows = q->plain.n_diff + q->plain.n_alg, code = 0;
    q->most = m > q->most ? m : q->most;
    for (int i = 0; i < m && !code; i++)
        code =
            q->plain.f(t[i], z + i * q->inner.mstar, y + i * q->plain.n_alg, p, f + i * rows, q->plain.user);
    return code;
}

static int batch_df(int m, const double *t, const double *z, const double *y, const double *p, double *df,
                    void *user)
{
    batched *q = user;
    int rows = q->plain.n_diff + q->plain.n_alg, columns = q->inner.mstar + q->plain.n_alg + q->plain.n_param;
    int code = 0;
    for (int i = 0; i < m && !code; i++)
        code = q->plain.df(t[i], z + i * q->inner.mstar, y + i * q->plain.n_alg, p, df + i * rows * columns,
                           q->plain.user);
    return code;
}

/* The conditions get the batch's user too. */
static int batch_g(int l, const double *z, const double *p, double *g, void *user)
{
    batched *q = user;
    return q->plain.g(l, z, p, g, q->plain.user);
}

static int batch_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    batched *q = user;
    return q->plain.dg(l, z, p, dg, q->plain.user);
}

static int batch_guess(double t, double *z, double *y, double *dmu, void *user)
{
    batched *q = user;
    return q->plain.guess(t, z, y, dmu, q->plain.user);
}

/* ---- the same bits ------------------------------------------------------------------------------------ */

static void check_same(const test_problem *q, const coldae_solution *a, const coldae_solution *b)
{
    const double *t_a, *t_b;
    double z[2][PROBLEM_MAX_Z], y[2][PROBLEM_MAX_DIFF];
    CHECK(a && b);
    if (!a || !b)
        return;
    int n = coldae_solution_mesh(a, &t_a);
    CHECK_INT(coldae_solution_mesh(b, &t_b), n);
    CHECK(memcmp(t_a, t_b, sizeof(double) * (size_t)(n + 1)) == 0);
    for (int i = 0; i <= SAMPLES; i++) {
        double t = i == SAMPLES ? q->def.right : q->def.left + (q->def.right - q->def.left) * i / SAMPLES;
        coldae_solution_eval(a, t, z[0], y[0]);
        coldae_solution_eval(b, t, z[1], y[1]);
        CHECK(memcmp(z[0], z[1], sizeof(double) * (size_t)q->mstar) == 0);
        CHECK(memcmp(y[0], y[1], sizeof(double) * (size_t)q->def.n_alg) == 0);
    }
}

/* Again, with threads, and with batches: always the same bits and the same counts. */
static void check_repeated(const char *name)
{
    static batched q;
    coldae_problem problem;
    coldae_options options;
    coldae_info first, again;
    q.most = 0;
    CHECK_INT(problem_make(&q.inner, name, 0), 0);
    problem_fill(&q.inner, &q.plain, &options, 1e-8);
    coldae_solution *a = solve(name, &q.plain, &options, &first),
                    *b = solve(name, &q.plain, &options, &again);
    check_same(&q.inner, a, b);
    coldae_solution_free(b);
    options.n_threads = 2;
    b = solve(name, &q.plain, &options, &again);
    check_same(&q.inner, a, b);
    coldae_solution_free(b);
    options.n_threads = 1;
    problem = q.plain;
    problem.f = NULL;
    problem.df = NULL;
    problem.f_batch = batch_f;
    problem.df_batch = batch_df;
    problem.g = batch_g;
    problem.dg = batch_dg;
    problem.guess = q.plain.guess ? batch_guess : NULL;
    problem.user = &q;
    b = solve(name, &problem, &options, &again);
    check_same(&q.inner, a, b);
    CHECK(q.most > 1);
    CHECK_INT(again.n_f, first.n_f);
    CHECK_INT(again.n_df, first.n_df);
    CHECK_INT(again.n_newton, first.n_newton);
    coldae_solution_free(a);
    coldae_solution_free(b);
}

/* ---- linear problems ---------------------------------------------------------------------------------- */

/* One step for each mesh; not said to be linear, the same answer. */
static void check_linear(const char *name)
{
    static test_problem q;
    coldae_problem problem;
    coldae_options options;
    coldae_info info;
    CHECK_INT(problem_make(&q, name, 0), 0);
    problem_fill(&q, &problem, &options, 1e-8);
    CHECK(problem.linear);
    coldae_solution *s = solve(name, &problem, &options, &info);
    CHECK_INT(info.n_newton, info.n_meshes);
    CHECK_INT(info.n_factor, info.n_meshes);
    int constraints = q.def.n_alg > 0 ? info.n_intervals + 1 : 0; /* f at the mesh points of the result .. */
    CHECK(info.n_df <= info.n_f - constraints &&
          info.n_f - constraints <= info.n_df + 3); /* .. and in 3 samples */
    coldae_solution_free(s);
    problem.linear = 0;
    s = solve(name, &problem, &options, &info);
    CHECK(s && problem_error(&q, s) <= 3e-8);
    CHECK(info.n_factor <= 2 * info.n_meshes);
    coldae_solution_free(s);
}

/* A piecewise quadratic is exact for every k >= 2. */
static void check_jump(int points, int k)
{
    static test_problem q;
    coldae_problem problem;
    coldae_options options;
    coldae_info info;
    CHECK_INT(problem_make(&q, "jump", 0), 0);
    problem_fill(&q, &problem, &options, 1e-10);
    options.points = points;
    options.n_points = k;
    coldae_solution *s = solve("jump", &problem, &options, &info);
    CHECK_NEAR(problem_error(&q, s), 0, 1e-15);
    CHECK_INT(info.n_meshes, 2);
    const double *t;
    int found = 0;
    for (int i = coldae_solution_mesh(s, &t); i >= 0; i--)
        found += t[i] == 0.5;
    CHECK_INT(found, 1);
    coldae_solution_free(s);
}

int main(void)
{
    static const char *const repeated[] = {"b7", "b20", "b33", "cap", "chain10", "yjac", "dchain10"};
    static const char *const linear[] = {"b1", "b7", "b15", "beam", "period", "inner", "jump", "inteq"};
    check_mirrors();
    check_scales();
    for (size_t i = 0; i < sizeof repeated / sizeof repeated[0]; i++)
        check_repeated(repeated[i]);
    for (size_t i = 0; i < sizeof linear / sizeof linear[0]; i++)
        check_linear(linear[i]);
    for (int k = 2; k <= 9; k++) {
        check_jump(COLDAE_GAUSS, k);
        check_jump(COLDAE_RADAU, k);
    }
    return check_result();
}
