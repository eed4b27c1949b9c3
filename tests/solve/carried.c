/* carried.c - problems without df: differences on one mesh serve on the next */
#include "check.h"
#include "problems.h"

typedef struct run {
    coldae_info info;
    double error;
    double first; /* correction of the first step on the second mesh, taken or refused */
    int mstar;
} run;

static int note_first(const coldae_event *event, void *user)
{
    double *first = user;
    int is_step = event->kind == COLDAE_EVENT_NEWTON || event->kind == COLDAE_EVENT_DAMPING;
    if (is_step && event->mesh == 2 && event->iteration == 1 && *first == 0)
        *first = event->correction;
    return 0;
}

/* Solve a problem of the library, with its df or by differences. */
static run solve(const char *name, double eps, double tol, int with_df, int newton, int n_threads)
{
    static test_problem q;
    coldae_problem problem;
    coldae_options options;
    coldae_solution *solution = NULL;
    run r = {.first = 0};
    CHECK_INT(problem_make(&q, name, eps), 0);
    problem_fill(&q, &problem, &options, tol);
    if (!with_df)
        problem.df = NULL;
    options.newton = newton;
    options.n_threads = n_threads;
    options.monitor = note_first;
    options.monitor_user = &r.first;
    CHECK_INT(coldae_solve(&problem, &options, &solution, &r.info), COLDAE_OK);
    r.error = problem_error(&q, solution) / tol;
    r.mstar = q.mstar;
    coldae_solution_free(solution);
    return r;
}

/* With differences df is evaluated on fewer meshes, and f no more often than `f_share` of what it would take to difference
 * wherever df is asked where it is given. */
static void check_saving(const char *name, double tol, double f_share)
{
    run given = solve(name, 0, tol, 1, COLDAE_NEWTON_DAMPED, 1);
    run differenced = solve(name, 0, tol, 0, COLDAE_NEWTON_DAMPED, 1);
    double everywhere = given.info.n_f + (double)given.mstar * given.info.n_df;
    CHECK(differenced.info.n_df < given.info.n_df);
    if (!(differenced.info.n_f <= f_share * everywhere))
        printf("%s %g: f %d of %g\n", name, tol, differenced.info.n_f, everywhere);
    CHECK(differenced.info.n_f <= f_share * everywhere);
    CHECK_INT(differenced.info.n_intervals, given.info.n_intervals);
    if (!(differenced.error <= 2 * given.error + 0.1))
        printf("%s %g: error/tol %g, with df %g\n", name, tol, differenced.error, given.error);
    CHECK(differenced.error <= 2 * given.error + 0.1);
}

/* Layers, where df changes much from point to point: what is lent does not do, and is given up in time. */
static void check_layers(void)
{
    static const struct {
        const char *name;
        double eps, tol;
    } layers[] = {{"b19", 5e-4, 1e-6}, {"b31", 0.005, 1e-6}, {"b33", 1e-4, 1e-6}, {"b20", 0.02, 1e-8}};
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++) {
        run r = solve(layers[i].name, layers[i].eps, layers[i].tol, 0, COLDAE_NEWTON_DAMPED, 1);
        CHECK(r.info.error <= 1);
    }
}

/* A long step leads elsewhere: it is taken with df of the mesh itself, a short one with that of the mesh before. */
static void check_long_steps(void)
{
    static const struct {
        const char *name;
        double eps;
        int is_long;
    } steps[] = {{"b19", 5e-3, 1}, {"cap", 0, 1}, {"b33", 1e-4, 0}, {"b31", 0.02, 0}};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        double given = solve(steps[i].name, steps[i].eps, 1e-6, 1, COLDAE_NEWTON_DAMPED, 1).first;
        double differenced = solve(steps[i].name, steps[i].eps, 1e-6, 0, COLDAE_NEWTON_DAMPED, 1).first;
        CHECK_INT(given > 0.1, steps[i].is_long);
        CHECK_INT(fabs(differenced - given) < 1e-5 * given, steps[i].is_long);
    }
}

/* Nothing is lent where it is not wanted: df is then asked as often as if it were given. */
static void check_exceptions(void)
{
    int full = COLDAE_NEWTON_FULL, damped = COLDAE_NEWTON_DAMPED;
    CHECK_INT(solve("chain10", 0, 1e-6, 0, full, 1).info.n_df,
              solve("chain10", 0, 1e-6, 1, full, 1).info.n_df);
    CHECK_INT(solve("dchain5", 0, 1e-6, 0, damped, 1).info.n_df, /* is the index 1 or 2? */
              solve("dchain5", 0, 1e-6, 1, damped, 1).info.n_df);
}

static void check_threads(void)
{
    run one = solve("chain20", 0, 1e-8, 0, COLDAE_NEWTON_DAMPED, 1);
    for (int n = 2; n <= 3; n++) {
        run more = solve("chain20", 0, 1e-8, 0, COLDAE_NEWTON_DAMPED, n);
        CHECK(more.error == one.error && more.info.error == one.info.error);
        CHECK_INT(more.info.n_f, one.info.n_f);
        CHECK_INT(more.info.n_df, one.info.n_df);
    }
}

/* ---- f is rounded coarsely, or fails now and then -------------------------------------------------- */

typedef struct failing {
    coldae_f_fn *f;
    void *user;
    int calls, at, code; /* that call returns the code */
    int n;               /* equations; 0: nothing is rounded */
    double large;        /* added and taken away again, so that f loses digits */
} failing;

static int failing_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    failing *q = user;
    int code = q->f(t, z, y, p, f, q->user);
    for (int i = 0; i < q->n; i++) {
        volatile double sum = f[i] + q->large;
        f[i] = sum - q->large;
    }
    return ++q->calls == q->at ? q->code : code;
}

static int failing_g(int l, const double *z, const double *p, double *g, void *user)
{
    const failing *q = user;
    const test_problem *problem = q->user;
    return problem->def.g(l, z, p, g, q->user);
}

static int failing_guess(double t, double *z, double *y, double *dmu, void *user)
{
    const failing *q = user;
    const test_problem *problem = q->user;
    return problem->def.guess(t, z, y, dmu, q->user);
}

static void spoil(coldae_problem *problem, failing *user)
{
    problem->f = failing_f;
    problem->g = failing_g;
    problem->guess = problem->guess ? failing_guess : NULL;
    problem->df = NULL;
    problem->dg = NULL;
    problem->user = user;
}

/* Where convergence ends in rounding, Newton does not go on for what carried df leaves. */
static void check_rounded(void)
{
    static test_problem q;
    coldae_problem problem;
    coldae_options options;
    coldae_info info;
    coldae_solution *solution = NULL;
    CHECK_INT(problem_make(&q, "b31", 0), 0);
    problem_fill(&q, &problem, &options, 1e-13);
    failing user = {.f = problem.f, .user = &q, .n = problem.n_diff, .large = 1e4};
    spoil(&problem, &user);
    CHECK_INT(coldae_solve(&problem, &options, &solution, &info), COLDAE_OK);
    CHECK(problem_error(&q, solution) < 2e-13);
    CHECK(info.n_factor <= info.n_meshes + 4);
    coldae_solution_free(solution);
}

/* Whenever it fails: "not defined here" is answered by another step or mesh, "stop" ends the solve. */
static void check_faults(void)
{
    static test_problem q;
    coldae_problem problem;
    coldae_options options;
    coldae_info info;
    CHECK_INT(problem_make(&q, "b31", 0), 0);
    problem_fill(&q, &problem, &options, 1e-6);
    failing user = {.f = problem.f, .user = &q};
    spoil(&problem, &user);
    for (user.at = 1; user.at < 1000; user.at += 41)
        for (user.code = -1; user.code <= 1; user.code += 2) {
            coldae_solution *solution = NULL;
            user.calls = 0;
            coldae_status status = coldae_solve(&problem, &options, &solution, &info);
            if (user.calls < user.at || (user.code > 0 && status == COLDAE_OK))
                CHECK(problem_error(&q, solution) < 3e-6);
            else
                CHECK_INT(status, COLDAE_ERR_CALLBACK);
            coldae_solution_free(solution);
        }
}

int main(void)
{
    check_saving("chain10", 1e-6, 0.45);
    check_saving("chain50", 1e-8, 0.2); /* three meshes, one evaluation */
    check_saving("b31", 1e-8, 0.7);
    check_saving("cap", 1e-8, 0.7);
    check_layers();
    check_long_steps();
    check_exceptions();
    check_threads();
    check_rounded();
    check_faults();
    return check_result();
}
