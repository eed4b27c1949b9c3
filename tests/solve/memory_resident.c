/* memory_resident.c - what the system says that a solve needs, beside info.peak_bytes and the formula of docs/method.md */
#define _XOPEN_SOURCE 700 /* fork, pipe, getrusage */
#include <stdio.h>

#if defined __linux__ && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "memory_formula.h"
#include "problems.h"

enum { POINTS = 5 };
static const double WANTED = 64e6; /* bytes of a mesh, beside which everything else is small */
static const double LARGE_PAGE = 2 << 20;

typedef struct measured {
    int status;
    double resident, peak; /* growth of the largest resident memory, and info.peak_bytes */
} measured;

static double resident(void)
{
    struct rusage usage;
    CHECK_INT(getrusage(RUSAGE_SELF, &usage), 0);
    return 1024.0 * (double)usage.ru_maxrss;
}

static coldae_status solve(test_problem *q, int n, int n_threads, double *peak)
{
    coldae_problem problem;
    coldae_options options;
    coldae_info info;
    coldae_solution *solution = NULL;
    problem_fill(q, &problem, &options, 1e-3);
    options.n_intervals = n;
    options.max_intervals = n;
    options.n_points = POINTS;
    options.adapt = COLDAE_FIXED_MESH;
    options.n_threads = n_threads;
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    *peak = info.peak_bytes;
    coldae_solution_free(solution);
    return status;
}

/* In a process of its own, because the largest resident memory never falls. */
static measured measure(test_problem *q, int n, int n_threads)
{
    measured found = {.status = COLDAE_ERR_MEMORY};
    int ends[2];
    CHECK_INT(pipe(ends), 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        (void)solve(q, 10, n_threads, &found.peak); /* code and libraries are in memory now */
        double before = resident();
        found.status = solve(q, n, n_threads, &found.peak);
        found.resident = resident() - before;
        _exit(write(ends[1], &found, sizeof found) != (ssize_t)sizeof found);
    }
    CHECK(child > 0);
    CHECK_INT(waitpid(child, NULL, 0), child);
    CHECK_INT(read(ends[0], &found, sizeof found), (int)sizeof found);
    close(ends[0]);
    close(ends[1]);
    return found;
}

static void check_resident(const char *name, int n_threads)
{
    static test_problem q;
    coldae_problem problem;
    coldae_options options;
    CHECK_INT(problem_make(&q, name, 0), 0);
    problem_fill(&q, &problem, &options, 1e-3);
    int n = (int)(WANTED / memory_formula(&problem, POINTS, 1));
    double formula = memory_formula(&problem, POINTS, n);
    measured found = measure(&q, n, n_threads);
    printf("%-8s N %6d threads %d: resident %.1f MB, peak_bytes %.1f, formula %.1f\n", name, n, n_threads,
           1e-6 * found.resident, 1e-6 * found.peak, 1e-6 * formula);
    CHECK_INT(found.status, COLDAE_OK);
    CHECK(found.resident <= 1.3 * formula && found.resident >= 0.7 * formula);
    CHECK(found.resident <= found.peak + 4 * LARGE_PAGE); /* the library counts all that it takes */
}

int main(void)
{
    static const char *const names[] = {"b15", "b31", "b33", "cap", "chain10", "dchain5", "ex1_1", "ex3_1"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (int n_threads = 1; n_threads <= 2; n_threads++)
            check_resident(names[i], n_threads);
    return check_result();
}

#else

int main(void)
{
    puts("not measured: only on Linux, without sanitizers");
    return 0;
}

#endif
