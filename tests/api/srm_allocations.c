/* srm_allocations.c - sequential regularization: every allocation made to fail in turn, and the memory limit */
#include "check.h"
#include "heap.h"
#include "srm_examples.h"

enum { SOLVE, BACK, MARCH, KEEP, RECOVER, TASKS };

static coldae_status run(int task, double max_bytes, coldae_solution **solution, coldae_srm_info *info)
{
    coldae_srm_problem p = task == MARCH || task == KEEP ? srm_example(2) : srm_example1();
    coldae_srm_options o;
    double x[2] = {1, 0}, By[2] = {0, 1}, y;
    *solution = NULL;
    coldae_srm_options_init(&o);
    o.eps = 0.05;
    o.iterations = 2;
    o.bvp.n_intervals = 6;
    o.bvp.n_points = 2;
    o.n_steps = 6;
    o.n_points = 2;
    o.shoot_back = task == BACK;
    o.max_bytes = max_bytes;
    (void)snprintf(info->message, sizeof info->message, "memory");
    if (task == RECOVER)
        return coldae_srm_recover(&p, 0.2, x, By, &y, NULL);
    if (task == MARCH || task == KEEP)
        return coldae_srm_march(&p, &o, x, By, task == KEEP ? solution : NULL, info);
    return coldae_srm_solve(&p, &o, solution, info);
}

static void test_failures(int task)
{
    coldae_solution *solution;
    coldae_srm_info info;
    int blocks = heap.blocks;
    heap_fail(0, 0);
    CHECK_INT(run(task, 0, &solution, &info), COLDAE_OK);
    int calls = heap.calls;
    CHECK(calls > 0);
    CHECK_INT(heap.blocks - blocks, solution ? 1 : 0);
    coldae_solution_free(solution);
    for (int n = 1; n <= calls; n++)
        for (int more = 0; more < 2; more++) {
            heap_fail(n, more ? 1 << 30 : n);
            CHECK_INT(run(task, 0, &solution, &info), COLDAE_ERR_MEMORY);
            CHECK_STR_HAS(info.message, "memory");
            heap_fail(0, 0);
            double x[2];
            if (solution) /* the last good iteration: whole */
                CHECK(coldae_solution_eval(solution, 0.3, x, NULL) == COLDAE_OK && isfinite(x[0]));
            coldae_solution_free(solution);
            CHECK_INT(heap.blocks, blocks);
        }
}

static void test_limit(int task)
{
    coldae_solution *solution;
    coldae_srm_info info;
    CHECK_INT(run(task, 0, &solution, &info), COLDAE_OK);
    coldae_solution_free(solution);
    double peak = info.peak_bytes;
    CHECK_INT(run(task, peak, &solution, &info), COLDAE_OK);
    CHECK_NEAR(info.peak_bytes, peak, 0);
    coldae_solution_free(solution);
    CHECK_INT(run(task, INFINITY, &solution, &info), COLDAE_OK);
    coldae_solution_free(solution);
    for (double share = 0.1; share < 1; share += 0.1) {
        CHECK_INT(run(task, floor(share * peak), &solution, &info), COLDAE_ERR_MEMORY);
        CHECK_STR_HAS(info.message, "max_bytes");
        CHECK(info.peak_bytes <= floor(share * peak));
        coldae_solution_free(solution);
    }
}

int main(void)
{
    for (int task = 0; task < TASKS; task++)
        test_failures(task);
    test_limit(SOLVE);
    test_limit(MARCH);
    CHECK_INT(heap.blocks, 0);
    return check_result();
}
