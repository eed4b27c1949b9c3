/* march_allocations.c - every allocation of a march made to fail in turn, and its memory limit */
#include "check.h"
#include "heap.h"
#include "march_samples.h"

enum { MARCH, MARCH_AND_KEEP, FROM_VALUES, CONSISTENT, TASKS };

static coldae_status run(int task, double max_bytes, coldae_solution **solution, coldae_ivp_info *info)
{
    static const double z_left[] = {1, 0, 0, 0};
    swing_setup setup;
    swing user;
    double z[4] = {0.9, 0.1, 0.2, 0}, y = 0;
    swing_make(&setup, &user);
    setup.problem.right = task == MARCH_AND_KEEP ? 20 : 1; /* enough steps to grow twice */
    setup.options.max_bytes = max_bytes;
    *solution = NULL;
    if (task == CONSISTENT)
        return coldae_consistent(&setup.problem, 0, NULL, &setup.options, z, &y, NULL, info);
    return coldae_march(&setup.problem, task == FROM_VALUES ? z_left : NULL, &setup.options, z, &y,
                        task == MARCH_AND_KEEP ? solution : NULL, info);
}

static void fail_at(int task, int n, int to)
{
    coldae_solution *solution;
    coldae_ivp_info info;
    double z[4];
    heap_fail(n, to);
    CHECK_INT(run(task, 0, &solution, &info), COLDAE_ERR_MEMORY);
    CHECK_STR_HAS(info.message, "memory");
    CHECK(heap.calls >= n);
    heap_fail(0, 0);
    if (solution) /* what was marched before */
        CHECK(coldae_solution_eval(solution, info.t, z, NULL) == COLDAE_OK && isfinite(z[0]));
    coldae_solution_free(solution);
    CHECK_INT(heap.blocks, 0);
}

static void test_failures(int task)
{
    coldae_solution *solution;
    coldae_ivp_info info;
    heap_fail(0, 0);
    CHECK_INT(run(task, 0, &solution, &info), COLDAE_OK);
    int calls = heap.calls;
    CHECK(calls > 0);
    CHECK_INT(heap.blocks, solution ? 1 : 0);
    CHECK(info.peak_bytes > 0 && info.peak_bytes <= (double)heap.peak);
    coldae_solution_free(solution);
    for (int n = 1; n <= calls; n++) {
        fail_at(task, n, n);
        fail_at(task, n, 1 << 30);
    }
}

static void test_limit(int task)
{
    coldae_solution *solution;
    coldae_ivp_info info;
    heap_fail(0, 0);
    CHECK_INT(run(task, 0, &solution, &info), COLDAE_OK);
    coldae_solution_free(solution);
    double peak = info.peak_bytes;
    CHECK_INT(run(task, peak, &solution, &info), COLDAE_OK);
    CHECK_NEAR(info.peak_bytes, peak, 0);
    coldae_solution_free(solution);
    for (double share = 0.1; share < 1; share += 0.1) {
        double limit = floor(share * peak);
        CHECK_INT(run(task, limit, &solution, &info), COLDAE_ERR_MEMORY);
        CHECK_STR_HAS(info.message, "max_bytes");
        CHECK(info.peak_bytes <= limit);
        coldae_solution_free(solution);
        CHECK_INT(heap.blocks, 0);
    }
}

int main(void)
{
    for (int task = 0; task < TASKS; task++) {
        test_failures(task);
        test_limit(task);
    }
    CHECK(heap.held == 0);
    return check_result();
}
