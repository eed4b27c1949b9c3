/* threads.c - the same bits, counts and words with 1, 2, 3 and 8 threads */
#include "check.h"
#include "problems.h"

#include <string.h>

enum { MOST = PROBLEM_MAX_Z + PROBLEM_MAX_DIFF };

/* Mesh, z, y and u^(m) at mesh points and between them, parameters, error estimates. */
static int same_bits(const coldae_solution *a, const coldae_solution *b)
{
    static double va[3][MOST], vb[3][MOST];
    const double *ta, *tb;
    int n = coldae_solution_mesh(a, &ta), n_param, mstar, n_alg;
    coldae_solution_sizes(a, NULL, &n_alg, &n_param, &mstar, NULL, NULL);
    if (n == 0 || n != coldae_solution_mesh(b, &tb) || memcmp(ta, tb, ((size_t)n + 1) * sizeof(double)) != 0)
        return 0;
    coldae_solution_error(a, va[0]);
    coldae_solution_error(b, vb[0]);
    int same = memcmp(va[0], vb[0], (size_t)mstar * sizeof(double)) == 0;
    if (n_param > 0)
        same = same && memcmp(coldae_solution_param(a), coldae_solution_param(b),
                              (size_t)n_param * sizeof(double)) == 0;
    for (int i = 0; i <= 3 * n && same; i++) {
        double t = i < 3 * n ? ta[i / 3] + (i % 3) * (ta[i / 3 + 1] - ta[i / 3]) / 3 : ta[n];
        CHECK_INT(coldae_solution_eval(a, t, va[0], va[1]), COLDAE_OK);
        CHECK_INT(coldae_solution_eval(b, t, vb[0], vb[1]), COLDAE_OK);
        CHECK_INT(coldae_solution_derivative(a, t, va[2]), COLDAE_OK);
        CHECK_INT(coldae_solution_derivative(b, t, vb[2]), COLDAE_OK);
        same = memcmp(va, vb, sizeof va) == 0;
    }
    return same;
}

static const int threads[] = {2, 3, 8};

static void check_problem(const char *name, double tol, int n_intervals, int adapt)
{
    static test_problem q;
    coldae_problem problem;
    coldae_options options;
    coldae_info info, other;
    coldae_solution *one = NULL;
    CHECK_INT(problem_make(&q, name, 0), 0);
    problem_fill(&q, &problem, &options, tol);
    options.n_intervals = n_intervals;
    options.adapt = adapt;
    CHECK_INT(coldae_solve(&problem, &options, &one, &info), COLDAE_OK);
    for (int i = 0; i < 3; i++) {
        coldae_solution *more = NULL;
        options.n_threads = threads[i];
        CHECK_INT(coldae_solve(&problem, &options, &more, &other), COLDAE_OK);
        CHECK(same_bits(one, more));
        CHECK_INT(other.n_f, info.n_f);
        CHECK_INT(other.n_df, info.n_df);
        CHECK_INT(other.n_factor, info.n_factor);
        CHECK_INT(other.index, info.index);
        CHECK(other.error == info.error && other.condition == info.condition);
        coldae_solution_free(more);
    }
    coldae_solution_free(one);
}

/* ---- failures --------------------------------------------------------------------------------------- */

typedef struct broken {
    coldae_problem plain;
    void *user;
    double from;
    int code;
} broken;

static int broken_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    const broken *b = user;
    int code = b->plain.f(t, z, y, p, f, b->user);
    if (t > b->from && b->code == 0)
        f[0] = NAN;
    return t > b->from && b->code != 0 ? b->code : code;
}

static int broken_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    const broken *b = user;
    return b->plain.df(t, z, y, p, df, b->user);
}

static int broken_g(int l, const double *z, const double *p, double *g, void *user)
{
    const broken *b = user;
    return b->plain.g(l, z, p, g, b->user);
}

static int broken_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    const broken *b = user;
    return b->plain.dg(l, z, p, dg, b->user);
}

/* Many subintervals fail; the words are those of the first. */
static void check_failure(int code)
{
    static test_problem q;
    coldae_problem problem;
    coldae_options options;
    coldae_info info, other;
    coldae_solution *none = NULL;
    CHECK_INT(problem_make(&q, "b31", 0), 0);
    problem_fill(&q, &problem, &options, 1e-6);
    broken b = {.plain = problem, .user = problem.user, .from = 0.4, .code = code};
    problem.f = broken_f;
    problem.df = broken_df;
    problem.g = broken_g;
    problem.dg = broken_dg;
    problem.guess = NULL;
    problem.user = &b;
    options.n_intervals = 400;
    options.max_intervals = 400;
    coldae_status status = coldae_solve(&problem, &options, &none, &info);
    CHECK_INT(status, COLDAE_ERR_CALLBACK);
    CHECK(strstr(info.message, "t = 0.400") != NULL);
    for (int i = 0; i < 3; i++) {
        options.n_threads = threads[i];
        CHECK_INT(coldae_solve(&problem, &options, &none, &other), status);
        CHECK(strcmp(other.message, info.message) == 0);
        CHECK_INT(other.callback_code, info.callback_code);
    }
}

int main(void)
{
    check_problem("b31", 1e-8, 10, COLDAE_ADAPT);
    check_problem("b31", 1e-8, 400, COLDAE_ADAPT);
    check_problem("cap", 1e-8, 900, COLDAE_ADAPT);
    check_problem("chain10", 1e-8, 5, COLDAE_ADAPT);
    check_problem("chain10", 1e-8, 61, COLDAE_FIXED_MESH);
    check_problem("dchain5", 1e-8, 401, COLDAE_FIXED_MESH);
    check_problem("ex1_erf", 1e-5, 1001, COLDAE_FIXED_MESH);
    check_problem("ex3_1", 1e-5, 290, COLDAE_FIXED_MESH);
    check_problem("ex2b_1", 1e-5, 800, COLDAE_FIXED_MESH); /* groups that need more room than usual */
    check_problem("period", 1e-6, 1002, COLDAE_FIXED_MESH);
    check_failure(0);
    check_failure(3);
    check_failure(-3);
    return check_result();
}
