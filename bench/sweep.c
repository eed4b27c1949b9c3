/* sweep.c - the last table of bench scale: all subintervals of a mesh linearised, without the global solve
 *
 * What cd_system_linearize does before it looks at the conditions, from the same private parts of the library: f and df at
 * the collocation points, local elimination, projection, into the blocks.
 */
#include "mesh.h"
#include "problems.h"
#include "scale.h"
#include "sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What a sweep needs, without the driver. */
typedef struct bed {
    coldae_problem problem;
    coldae_options options;
    cd_memory memory;
    cd_report report;
    cd_method method;
    cd_gate gate;
    cd_piecewise u;
    cd_system system;
    int *side_at, *count;
    double *work;
    cd_arena arena;
    double seconds; /* the least */
} bed;

static void layout(bed *b, int n)
{
    const cd_dims *d = &b->method.dims;
    cd_gate_layout(&b->arena, d, b->problem.n_coupled, 1, &b->gate);
    cd_piecewise_layout(&b->arena, d, &b->method.basis, n, &b->u);
    b->side_at = cd_arena_take(&b->arena, (size_t)b->method.problem->n_side, sizeof(int));
    b->count = cd_arena_take(&b->arena, (size_t)n + 1, sizeof(int));
    b->work = cd_take_doubles(&b->arena, cd_piecewise_work(d));
}

/* The problem on a mesh of n subintervals, at its guess. */
static coldae_status prepare(bed *b, test_problem *q, int n, int k, int threads)
{
    memset(b, 0, sizeof *b);
    b->seconds = INFINITY;
    problem_fill(q, &b->problem, &b->options, 1e-8);
    b->options.n_intervals = n;
    b->options.n_points = k;
    b->options.n_threads = threads;
    CD_TRY(cd_method_create(&b->problem, &b->options, &b->memory, &b->report, &b->method));
    n = cd_mesh_first(&b->method, NULL, 0, NULL);
    layout(b, n);
    CD_TRY(cd_arena_create(&b->memory, &b->arena));
    layout(b, n);
    b->gate.problem = &b->problem;
    b->gate.dims = &b->method.dims;
    b->gate.report = &b->report;
    (void)cd_mesh_first(&b->method, NULL, 0, b->u.t);
    CD_TRY(cd_piecewise_guess(&b->gate, &b->u, b->work));
    if (cd_system_is_large(&b->method, n))
        cd_pool_create(threads, &b->method.pool);
    CD_TRY(cd_system_create(&b->memory, &b->method, &b->u, b->side_at, b->count, &b->report, &b->system));
    cd_system_evaluate_later(&b->system); /* f as well */
    for (int i = 0; i < b->system.n_workers; i++) {
        cd_scratch *w = b->system.scratch + i;
        w->gate.problem = b->gate.problem;
        w->gate.dims = b->gate.dims;
        w->gate.report = &w->report;
    }
    return COLDAE_OK;
}

static void finish(bed *b)
{
    cd_system_release(&b->memory, &b->system);
    cd_pool_destroy(b->method.pool);
    cd_arena_release(&b->memory, &b->arena);
    cd_method_release(&b->memory, &b->method);
}

static coldae_status linearize(void *context, int group, int worker)
{
    bed *b = context;
    return cd_sweep_linearize(&b->method, &b->u, &b->system, group, worker);
}

/* One sweep; its time if it was faster than those before. */
static coldae_status sweep(bed *b)
{
    int by = 0, groups = (b->system.n + CD_WIDTH - 1) / CD_WIDTH;
    double begin = cd_seconds();
    CD_TRY(cd_pool_run(b->system.pool, groups, linearize, b, &by));
    b->seconds = fmin(b->seconds, cd_seconds() - begin);
    return COLDAE_OK;
}

static void time_sweep(const char *name, int n, int k)
{
    static test_problem q;
    static bed one, two;
    if (problem_make(&q, name, 0))
        return;
    coldae_status status = prepare(&one, &q, n, k, 1), second = prepare(&two, &q, n, k, 2);
    status = status == COLDAE_OK ? second : status;
    double begin = cd_seconds(); /* in turn, so that other work on the machine hits both */
    for (int i = 0; status == COLDAE_OK && (i < 5 || cd_seconds() - begin < 3); i++) {
        status = sweep(&one);
        if (status == COLDAE_OK)
            status = sweep(&two);
    }
    if (status == COLDAE_OK)
        printf("| %-8s | %3d | %2d | %5d | %2d | %9.3f | %9.3f | %8.2f | %5.2f |\n", name, q.def.n_diff,
               q.def.n_alg, one.u.n, k, 1e3 * one.seconds, 1e3 * two.seconds, 1e6 * one.seconds / one.u.n,
               one.seconds / two.seconds);
    else
        fprintf(stderr, "bench: the sweep of %s fails: %s %s\n", name, one.report.text, two.report.text);
    finish(&one);
    finish(&two);
}

int bench_sweep(void)
{
    static const char *const names[] = {"b31", "chain10", "dchain10"};
    static const int sizes[] = {100, 300, 1000};
    printf("\n### Two threads, the sweep alone\n\n| problem | d | m | N | k | one: ms | two: ms | one: us/N "
           "| one "
           "thread over two |\n|---|---|---|---|---|---|---|---|---|\n");
    for (int p = 0; p < 3; p++)
        for (int i = 0; i < 3; i++)
            time_sweep(names[p], sizes[i], 4);
    return 0;
}
