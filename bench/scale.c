/* scale.c - bench scale: one fixed mesh, growing in N, in d, in k and in the number of threads
 *
 * Times are the least of several runs and depend on the machine; the columns to look at are the last two.
 */
#include "scale.h"
#include "problems.h"

#include <math.h>
#include <stdio.h>

typedef struct measured {
    coldae_info info;
    int n, k;
    double seconds;
} measured;

/* The best of some runs on a mesh of n subintervals, a quarter of a second in all or 5 runs. */
static measured measure(const char *name, int n, int k, int threads)
{
    static test_problem q;
    measured m = {.seconds = INFINITY, .k = k};
    double spent = 0;
    if (problem_make(&q, name, 0))
        return m;
    for (int i = 0; i < 5 || (spent < 0.25 && i < 500); i++) {
        coldae_problem problem;
        coldae_options options;
        coldae_solution *s = NULL;
        problem_fill(&q, &problem, &options, 1e-8);
        options.n_intervals = n;
        options.n_points = k;
        options.n_threads = threads;
        options.adapt = COLDAE_FIXED_MESH;
        if (coldae_solve(&problem, &options, &s, &m.info) != COLDAE_OK)
            fprintf(stderr, "bench: %s on %d subintervals: %s\n", name, n, m.info.message);
        m.n = coldae_solution_mesh(s, NULL);
        m.seconds = fmin(m.seconds, m.info.seconds_total);
        spent += m.info.seconds_total;
        coldae_solution_free(s);
    }
    return m;
}

static void print(const char *name, const measured *m, int threads, double ratio)
{
    printf("| %-8s | %5d | %2d | %d | %2d | %6d | %6d | %9.3f | %8.2f | %8.0f | %5.2f |\n", name, m->n, m->k,
           threads, m->info.n_factor, m->info.n_f, m->info.n_df, 1e3 * m->seconds, 1e6 * m->seconds / m->n,
           m->info.peak_bytes / m->n, ratio);
}

static void header(const char *title, const char *ratio)
{
    printf("\n### %s\n\n| problem | N | k | threads | factor | f | df | ms | us/N | bytes/N | %s |\n", title,
           ratio);
    printf("|---|---|---|---|---|---|---|---|---|---|---|\n");
}

/* Time for each subinterval and factorisation, over that of the first row. */
static double per_step(const measured *m)
{
    return m->seconds / m->n / m->info.n_factor;
}

int bench_scale(void)
{
    static const char *const in_n[] = {"b15", "b31", "ex3_1"}, *const in_d[] = {"chain10", "chain20",
                                                                                "chain50", "chain100"};
    static const char *const in_threads[] = {"b31", "cap", "chain10", "dchain10", "ex3_1"};
    static const int sizes[] = {100, 300, 1000, 3000, 10000}, counts[] = {20, 100, 1000};
    header("Growing mesh", "us/N/factor over the first");
    for (int p = 0; p < 3; p++)
        for (int i = 0, first = 1; i < 5; i++, first = 0) {
            static double base;
            measured m = measure(in_n[p], sizes[i], 4, 1);
            base = first ? per_step(&m) : base;
            print(in_n[p], &m, 1, per_step(&m) / base);
        }
    header("Growing system, N = 20", "us/N/factor over the first");
    for (int i = 0; i < 4; i++) {
        static double base;
        measured m = measure(in_d[i], 20, 4, 1);
        base = i == 0 ? per_step(&m) : base;
        print(in_d[i], &m, 1, per_step(&m) / base);
    }
    header("Growing order, N = 200", "us/N/factor over the first");
    for (int k = 2; k <= 10; k += 2) {
        static double base;
        measured m = measure("b31", 200, k, 1);
        base = k == 2 ? per_step(&m) : base;
        print("b31", &m, 1, per_step(&m) / base);
    }
    header("Two threads", "one thread over two");
    for (int p = 0; p < 5; p++)
        for (int i = 0; i < 3; i++) {
            measured one = measure(in_threads[p], counts[i], 4, 1),
                     two = measure(in_threads[p], counts[i], 4, 2);
            print(in_threads[p], &two, 2, one.seconds / two.seconds);
        }
    return 0;
}
