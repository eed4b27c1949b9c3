/* continuation.c - options.start: from an easy problem to a hard one, and all that may differ on the way */
#include "check.h"
#include "problems.h"

#include <string.h>

static test_problem q;
static coldae_problem problem;
static coldae_options options;
static coldae_info info;

static void prepare(const char *name, double eps, double tol)
{
    CHECK_INT(problem_make(&q, name, eps), 0);
    problem_fill(&q, &problem, &options, tol);
}

/* Solve what is prepared, from `start`. */
static coldae_solution *solve_from(const coldae_solution *start)
{
    coldae_solution *s = NULL;
    options.start = start;
    coldae_status status = coldae_solve(&problem, &options, &s, &info);
    if (status != COLDAE_OK)
        printf("%s, eps = %g: %s\n", q.name, q.eps, info.message);
    CHECK_INT(status, COLDAE_OK);
    return s;
}

/* What the monitor saw first: subintervals of the mesh, correction of Newton's step. */
typedef struct first_seen {
    int n;
    double correction;
} first_seen;

static int remember_first(const coldae_event *event, void *user)
{
    first_seen *first = user;
    if (event->kind == COLDAE_EVENT_MESH && event->mesh == 1)
        first->n = event->n_intervals;
    if (event->kind == COLDAE_EVENT_NEWTON && event->mesh == 1 && event->iteration == 1)
        first->correction = event->correction;
    return 0;
}

/* The true error is at most three times the tolerance. */
static void check_error(const char *what, const coldae_solution *s, double tol)
{
    double error = problem_error(&q, s);
    if (!(error <= 3 * tol))
        printf("%s, eps = %g, %s: N = %d, estimated %.3g: ", q.name, q.eps, what, info.n_intervals,
               info.error);
    CHECK_NEAR(error / tol, 0, 3);
}

/* A corner layer that cannot be found from the guess is followed from eps = 0.02 down. */
static void check_layer(const char *name, int n, const double *eps, double tol)
{
    coldae_solution *s = NULL;
    for (int i = 0; i < n; i++) {
        prepare(name, eps[i], tol);
        coldae_solution *next = solve_from(s);
        if (problem_has_reference(&q))
            check_error("continued", next, tol);
        coldae_solution_free(s);
        s = next;
    }
    coldae_solution_free(s);
}

static void check_layers(void)
{
    static const double b20[] = {0.02, 0.01, 0.005, 0.003, 0.002}, b7[] = {1e-4, 1e-5, 1e-6};
    static const double b33[] = {2e-3, 5e-4, 1e-4}, b31[] = {0.05, 0.02, 0.01, 0.005};
    check_layer("b20", 5, b20, 1e-6);
    check_layer("b7", 3, b7, 1e-6);
    check_layer("b33", 3, b33, 1e-6);
    check_layer("b31", 4, b31, 1e-6);
}

/* The mesh of the start is taken, or every second point of it, or the given mesh. */
static void check_first_mesh(void)
{
    static const double mesh[] = {0, 0.1, 0.6, 0.7, 0.74, 0.77, 0.85, 1};
    first_seen first = {0, 0};
    prepare("b20", 0, 1e-6);
    options.monitor = remember_first;
    options.monitor_user = &first;
    coldae_solution *s = solve_from(NULL), *next;
    int n = coldae_solution_mesh(s, NULL);
    CHECK_INT(first.n, q.n0);
    CHECK_INT(n % 2, 0);

    CHECK_INT(options.start_coarsen, 1);
    next = solve_from(s);
    CHECK_INT(first.n, n / 2);
    coldae_solution_free(next);

    options.start_coarsen = 0;
    next = solve_from(s);
    CHECK_INT(first.n, n);
    check_error("on the mesh of the start", next, 1e-6);
    coldae_solution_free(next);

    options.mesh = mesh;
    options.n_intervals = 7;
    next = solve_from(s);
    CHECK_INT(first.n, 7);
    check_error("on a given mesh", next, 1e-6);
    coldae_solution_free(next);

    options.n_points = 6; /* on the mesh alone, the points must be those given */
    options.adapt = COLDAE_FIXED_MESH;
    next = solve_from(s);
    const double *t;
    CHECK_INT(coldae_solution_mesh(next, &t), 7);
    CHECK(memcmp(t, mesh, sizeof mesh) == 0);
    coldae_solution_free(next);
    coldae_solution_free(s);
}

/* Another k, other points, another tolerance: all may differ from those of the start. */
static void check_other_method(void)
{
    static const int k[] = {4, 6, 3, 8, 0};
    prepare("b20", 0, 1e-6);
    options.n_points = 5;
    coldae_solution *s = solve_from(NULL);
    int scratch = info.n_f + info.n_df;
    for (int i = 0; i < 5; i++)
        for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++) {
            prepare("b20", 0, i % 2 ? 1e-9 : 1e-6);
            options.n_points = k[i];
            options.points = points;
            coldae_solution *next = solve_from(s);
            int n_points = 0;
            coldae_solution_sizes(next, NULL, NULL, NULL, NULL, &n_points, NULL);
            CHECK(k[i] == 0 || n_points == k[i]);
            check_error("with another method", next, i % 2 ? 1e-9 : 1e-6);
            coldae_solution_free(next);
        }
    prepare("b20", 0, 1e-6);
    options.n_points = 5;
    coldae_solution *again = solve_from(s);
    CHECK(2 * (info.n_f + info.n_df) < scratch); /* from the answer itself it is cheap */
    coldae_solution_free(again);
    coldae_solution_free(s);
}

/* The parameters come from the start, unless param_guess is given. */
static void check_parameters(void)
{
    static const double guess[] = {12};
    first_seen first = {0, 0};
    prepare("eig", 0, 1e-8);
    coldae_solution *s = solve_from(NULL), *next;
    options.monitor = remember_first;
    options.monitor_user = &first;
    options.start_coarsen = 0;
    problem.param_guess = NULL;
    next = solve_from(s);
    CHECK_NEAR(coldae_solution_param(next)[0], q.param[0], 1e-7);
    CHECK(first.correction <= 1e-7);
    coldae_solution_free(next);

    problem.param_guess = guess;
    next = solve_from(s);
    CHECK_NEAR(coldae_solution_param(next)[0], q.param[0], 1e-7);
    CHECK(first.correction >= 1e-2); /* Newton had p to mend */
    coldae_solution_free(next);
    coldae_solution_free(s);
}

/* Algebraic components continue as well: nothing is left to do for Newton. */
static void check_dae(void)
{
    prepare("yjac", 0, 1e-8);
    coldae_solution *s = solve_from(NULL);
    int scratch = info.n_newton;
    options.start_coarsen = 0;
    coldae_solution *next = solve_from(s);
    CHECK(info.n_newton < scratch);
    check_error("again", next, 1e-8);
    CHECK(problem_error_y(&q, next) <= 1e-5);
    coldae_solution_free(next);
    coldae_solution_free(s);
}

/* A start is never changed, not even by a continuation that fails; one that does not fit is refused. */
static void check_untouched(void)
{
    double before[101][2], after[101][2];
    prepare("b20", 0, 1e-6);
    coldae_solution *s = solve_from(NULL), *next = NULL;
    for (int i = 0; i <= 100; i++)
        CHECK_INT(coldae_solution_eval(s, i / 100.0, before[i], NULL), COLDAE_OK);
    prepare("b20", 1e-6, 1e-6);
    options.start = s;
    options.max_intervals = 100;
    CHECK(coldae_solve(&problem, &options, &next, &info) != COLDAE_OK);
    CHECK(strlen(info.message) > 0);
    coldae_solution_free(next);
    for (int i = 0; i <= 100; i++)
        CHECK_INT(coldae_solution_eval(s, i / 100.0, after[i], NULL), COLDAE_OK);
    CHECK(memcmp(before, after, sizeof before) == 0);

    prepare("b7", 0, 1e-6); /* another interval */
    options.start = s;
    CHECK_INT(coldae_solve(&problem, &options, &next, &info), COLDAE_ERR_INVALID);
    CHECK(next == NULL);
    prepare("b31", 0, 1e-6); /* other orders */
    options.start = s;
    CHECK_INT(coldae_solve(&problem, &options, &next, &info), COLDAE_ERR_INVALID);
    prepare("yjac", 0, 1e-6); /* an algebraic component more */
    options.start = s;
    CHECK_INT(coldae_solve(&problem, &options, &next, &info), COLDAE_ERR_INVALID);
    coldae_solution_free(s);
}

int main(void)
{
    check_layers();
    check_first_mesh();
    check_other_method();
    check_parameters();
    check_dae();
    check_untouched();
    return check_result();
}
