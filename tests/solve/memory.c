/* memory.c - info.peak_bytes against the formula of docs/method.md, and linear growth with the mesh */
#include "check.h"
#include "memory_formula.h"
#include "problems.h"

static double peak(const char *name, int n, double *formula)
{
    static test_problem q;
    coldae_problem problem;
    coldae_options options;
    coldae_info info;
    coldae_solution *solution = NULL;
    CHECK_INT(problem_make(&q, name, 0), 0);
    problem_fill(&q, &problem, &options, 1e-3);
    options.n_intervals = n;
    options.n_points = 5;
    options.adapt = COLDAE_FIXED_MESH;
    CHECK_INT(coldae_solve(&problem, &options, &solution, &info), COLDAE_OK);
    int points, found = coldae_solution_mesh(solution, NULL);
    coldae_solution_sizes(solution, NULL, NULL, NULL, NULL, &points, NULL);
    *formula = memory_formula(&problem, points, found);
    coldae_solution_free(solution);
    return info.peak_bytes;
}

/* Where differences are carried from mesh to mesh, df at the points of a mesh and of its half is kept. */
static void check_carried(const char *name)
{
    static test_problem q;
    coldae_problem problem;
    coldae_options options;
    coldae_info given, differenced;
    coldae_solution *solution = NULL;
    CHECK_INT(problem_make(&q, name, 0), 0);
    problem_fill(&q, &problem, &options, 1e-3);
    options.n_intervals = 300;
    options.n_points = 4;
    CHECK_INT(coldae_solve(&problem, &options, &solution, &given), COLDAE_OK);
    coldae_solution_free(solution);
    problem.df = NULL;
    CHECK_INT(coldae_solve(&problem, &options, &solution, &differenced), COLDAE_OK);
    coldae_solution_free(solution);
    CHECK_INT(differenced.n_intervals, given.n_intervals);
    double formula = 8 * 1.5 * differenced.n_intervals * 4 * problem.n_diff * (q.mstar + problem.n_param);
    CHECK_NEAR(differenced.peak_bytes - given.peak_bytes, formula, 0.05 * formula);
}

int main(void)
{
    static const char *const names[] = {"b1",      "b15",     "b31",   "b33",   "cap",
                                        "chain10", "dchain5", "ex1_1", "ex3_1", "period"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        double formula, half, small = peak(names[i], 200, &half), large = peak(names[i], 400, &formula);
        double growth = (large - small) / (formula - half); /* without what does not depend on the mesh */
        if (!(growth < 1.3 && growth > 0.7))
            printf("%s: ", names[i]);
        CHECK(growth < 1.3 && growth > 0.7);
        if (!(large < 1.3 * formula))
            printf("%s: %g bytes, formula %g\n", names[i], large, formula);
        CHECK(large < 1.3 * formula);
    }
    check_carried("b31");
    check_carried("chain10");
    return check_result();
}
