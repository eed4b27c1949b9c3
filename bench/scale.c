/* scale.c - bench scale: one fixed mesh, growing in N, in d, in k and in the number of threads
 *
 * Times are the least of several runs and depend on the machine; the columns to look at are the last two.
 * plots.sh draws these tables.
 */
#include "scale.h"
#include "problems.h"

#include <math.h>
#include <stdio.h>

typedef struct measured {
    coldae_info info;
    int d, m, n, k, threads, runs;
    double seconds, spent; /* the least, the sum */
} measured;

static measured none(int k, int threads)
{
    return (measured){.seconds = INFINITY, .k = k, .threads = threads};
}

/* One more run on a mesh of n subintervals. */
static void run(test_problem *q, int n, measured *m)
{
    coldae_problem problem;
    coldae_options options;
    coldae_solution *s = NULL;
    problem_fill(q, &problem, &options, 1e-8);
    options.n_intervals = n;
    options.n_points = m->k;
    options.n_threads = m->threads;
    options.adapt = COLDAE_FIXED_MESH;
    if (coldae_solve(&problem, &options, &s, &m->info) != COLDAE_OK)
        fprintf(stderr, "bench: %s on %d subintervals: %s\n", q->name, n, m->info.message);
    m->d = problem.n_diff;
    m->m = problem.n_alg;
    m->n = coldae_solution_mesh(s, NULL);
    m->seconds = fmin(m->seconds, m->info.seconds_total);
    m->spent += m->info.seconds_total;
    m->runs++;
    coldae_solution_free(s);
}

static int is_enough(const measured *m)
{
    return m->runs >= 5 && (m->spent >= 0.25 || m->runs >= 500);
}

/* parameter: d of the chains, 0: the problem's own */
static measured measure(const char *name, int parameter, int n, int k)
{
    static test_problem q;
    measured m = none(k, 1);
    if (problem_make(&q, name, parameter) == 0)
        while (!is_enough(&m))
            run(&q, n, &m);
    return m;
}

/* One thread and two, in turn, so that other work on the machine hits both. */
static void measure_threads(const char *name, int n, measured *one, measured *two)
{
    static test_problem q;
    *one = none(4, 1);
    *two = none(4, 2);
    if (problem_make(&q, name, 0) == 0)
        while (!is_enough(one) || !is_enough(two)) {
            run(&q, n, one);
            run(&q, n, two);
        }
}

static void print(const char *name, const measured *m, double ratio)
{
    printf("| %-8s | %3d | %2d | %5d | %2d | %d | %2d | %6d | %6d | %9.3f | %8.2f | %8.0f | %5.2f |\n", name,
           m->d, m->m, m->n, m->k, m->threads, m->info.n_factor, m->info.n_f, m->info.n_df, 1e3 * m->seconds,
           1e6 * m->seconds / m->n, m->info.peak_bytes / m->n, ratio);
    fflush(stdout);
}

static void header(const char *title, const char *ratio)
{
    printf("\n### %s\n\n| problem | d | m | N | k | threads | factor | f | df | ms | us/N | bytes/N | %s |\n",
           title, ratio);
    printf("|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
}

/* Time for each subinterval and factorisation. */
static double per_step(const measured *m)
{
    return m->seconds / m->n / m->info.n_factor;
}

static void grow_mesh(void)
{
    static const char *const names[] = {"b15", "b31", "ex3_1"};
    static const int sizes[] = {100, 300, 1000, 3000, 10000};
    double first = 1;
    header("Growing mesh", "us/N/factor over the first");
    for (int p = 0; p < 3; p++)
        for (int i = 0; i < 5; i++) {
            measured m = measure(names[p], 0, sizes[i], 4);
            first = i == 0 ? per_step(&m) : first;
            print(names[p], &m, per_step(&m) / first);
        }
}

static void grow_system(void)
{
    static const int sizes[] = {1, 2, 5, 10, 20, 50, 100, 200};
    double first = 1;
    header("Growing system, N = 20", "us/N/factor over the first");
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < (p == 0 ? 8 : 7); i++) { /* as many unknowns at most */
            measured m = measure(p == 0 ? "chain10" : "dchain10", sizes[i], 20, 4);
            first = i == 0 ? per_step(&m) : first;
            print(p == 0 ? "chain" : "dchain", &m, per_step(&m) / first);
        }
}

static void grow_order(void)
{
    static const char *const names[] = {"b31", "ex3_1", "chain10"};
    double first = 1;
    header("Growing order, N = 200", "us/N/factor over the first");
    for (int p = 0; p < 3; p++)
        for (int k = 2; k <= 10; k += 2) {
            measured m = measure(names[p], 0, 200, k);
            first = k == 2 ? per_step(&m) : first;
            print(names[p], &m, per_step(&m) / first);
        }
}

static void two_threads(void)
{
    static const char *const names[] = {"b31", "cap", "chain10", "dchain10", "ex3_1"};
    static const int sizes[] = {20, 50, 100, 300, 1000};
    header("Two threads", "one thread over two");
    for (int p = 0; p < 5; p++)
        for (int i = 0; i < 5; i++) {
            measured one, two;
            measure_threads(names[p], sizes[i], &one, &two);
            print(names[p], &two, one.seconds / two.seconds);
        }
}

int bench_scale(void)
{
    grow_mesh();
    grow_system();
    grow_order();
    two_threads();
    return bench_sweep();
}
