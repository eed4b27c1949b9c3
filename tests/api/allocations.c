/* allocations.c - every allocation made to fail in turn, and the memory limit */
#include <unistd.h>

#include "check.h"
#include "heap.h"
#include "samples.h"

/* ---- what is tried ---------------------------------------------------------------------------------- */

static char path[64];          /* of the saved solution */
static coldae_solution *saved; /* the solution in it */

enum {
    SOLVE_ODE,
    SOLVE_ORBIT,
    SOLVE_DIFFERENCED,
    CONTINUE,
    SOLVE_IMPLICIT,
    SAVE,
    LOAD,
    CHECK_JACOBIAN,
    TASKS
};

static coldae_status solve_task(int task, coldae_solution **solution, char *message)
{
    sample user;
    coldae_info info;
    coldae_options o;
    coldae_problem p = task == SOLVE_ODE ? bratu_problem(2, &user) : orbit_problem(&user);
    coldae_options_init(&o);
    o.tol = 1e-5;
    o.n_points = 3;
    if (task == SOLVE_DIFFERENCED) {
        p.df = NULL;
        p.dg = NULL;
        p.dcoupled = NULL;
    }
    if (task == CONTINUE)
        o.start = saved;
    coldae_status status = coldae_solve(&p, &o, solution, &info);
    (void)snprintf(message, sizeof info.message, "%s", info.message);
    return status;
}

/* x1' = t x2 .. fully implicit: embedded as a mixture of index 1 and index 2, with projections */
static int residual(double t, const double *x, const double *dx, const double *p, double *r, void *user)
{
    (void)p, (void)user;
    r[0] = dx[0] - t * dx[1] + x[0];
    r[1] = x[1] - sin(t);
    return 0;
}

static int at_left(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l, (void)p, (void)user;
    *g = z[0] - 1;
    return 0;
}

static coldae_status implicit_task(coldae_solution **solution, char *message)
{
    static const double zeta[] = {0};
    coldae_info info;
    coldae_options o;
    coldae_implicit q;
    coldae_implicit_init(&q);
    q.n = 2;
    q.n_side = 1;
    q.zeta = zeta;
    q.residual = residual;
    q.g = at_left;
    coldae_options_init(&o);
    o.n_points = 3;
    coldae_status status = coldae_solve_implicit(&q, &o, solution, &info);
    (void)snprintf(message, sizeof info.message, "%s", info.message);
    return status;
}

static coldae_status run(int task, coldae_solution **solution, char *message)
{
    static const double z[] = {0.3, 0.2, 0.4}, y[] = {0.2}, p[] = {3};
    sample user;
    double worst;
    *solution = NULL;
    if (task == SOLVE_IMPLICIT)
        return implicit_task(solution, message);
    if (task == SAVE)
        return coldae_solution_save(saved, path);
    if (task == LOAD)
        return coldae_solution_load(path, solution, message, 256);
    if (task == CHECK_JACOBIAN) {
        coldae_problem problem = orbit_problem(&user);
        return coldae_check_jacobian(&problem, 0.5, z, y, p, &worst, message, 256);
    }
    return solve_task(task, solution, message);
}

/* Fail at allocation n, alone or with all that follow. */
static void fail_at(int task, int n, int to)
{
    coldae_solution *solution;
    char message[256] = "memory"; /* save has no words */
    int blocks = heap.blocks;
    heap_fail(n, to);
    CHECK_INT(run(task, &solution, message), COLDAE_ERR_MEMORY);
    CHECK_STR_HAS(message, "memory");
    CHECK(heap.calls >= n);
    if (to > n || task >= SAVE)
        CHECK(solution == NULL);
    heap_fail(0, 0);
    double z[3];
    if (solution) /* the last converged one: whole */
        CHECK(coldae_solution_eval(solution, 0.3, z, NULL) == COLDAE_OK && isfinite(z[0]));
    coldae_solution_free(solution);
    CHECK_INT(heap.blocks, blocks);
}

static void test_failures(int task)
{
    coldae_solution *solution;
    char message[256];
    int blocks = heap.blocks;
    heap_fail(0, 0);
    CHECK_INT(run(task, &solution, message), COLDAE_OK);
    int calls = heap.calls;
    CHECK(calls > 0);
    CHECK_INT(heap.blocks - blocks, solution ? 1 : 0); /* nothing but the solution is left */
    coldae_solution_free(solution);
    CHECK_INT(heap.blocks, blocks);
    for (int n = 1; n <= calls; n++) {
        fail_at(task, n, n);
        fail_at(task, n, 1 << 30);
    }
}

/* ---- the limit -------------------------------------------------------------------------------------- */

static coldae_status solve_within(double max_bytes, coldae_info *info)
{
    sample user;
    coldae_options o;
    coldae_solution *solution;
    coldae_problem p = orbit_problem(&user);
    coldae_options_init(&o);
    o.max_bytes = max_bytes;
    heap_fail(0, 0);
    size_t before = heap.held;
    coldae_status status = coldae_solve(&p, &o, &solution, info);
    CHECK(info->peak_bytes >= (double)(heap.peak - before)); /* it tells all that was held */
    coldae_solution_free(solution);
    CHECK(heap.held == before);
    return status;
}

static void test_limit(void)
{
    coldae_info info;
    CHECK_INT(solve_within(0, &info), COLDAE_OK);
    double peak = info.peak_bytes;
    CHECK(peak > 0);
    CHECK_INT(solve_within(peak, &info), COLDAE_OK);
    CHECK_NEAR(info.peak_bytes, peak, 0);
    CHECK_INT(solve_within(1e300, &info), COLDAE_OK); /* more than any size_t */
    CHECK_INT(solve_within(INFINITY, &info), COLDAE_OK);
    const double share[] = {0, 0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 1};
    for (int i = 0; i < (int)(sizeof share / sizeof *share); i++) {
        double limit = i == 0 ? 0.5 : floor(share[i] * peak) - 1;
        CHECK_INT(solve_within(limit, &info), COLDAE_ERR_MEMORY);
        CHECK_STR_HAS(info.message, "max_bytes");
        CHECK(info.peak_bytes <= limit);
    }
}

int main(void)
{
    char message[256];
    (void)snprintf(path, sizeof path, "api_allocations.%ld.tmp", (long)getpid()); /* tests run side by side */
    CHECK_INT(run(SOLVE_ORBIT, &saved, message), COLDAE_OK);
    CHECK_INT(coldae_solution_save(saved, path), COLDAE_OK);
    for (int task = 0; task < TASKS; task++)
        test_failures(task);
    test_limit();
    coldae_solution_free(saved);
    CHECK_INT(heap.blocks, 0);
    CHECK(heap.held == 0);
    (void)remove(path);
    return check_result();
}
