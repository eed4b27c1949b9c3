/* table_001_ex4.c - Example 4: the semiconductor, subsonic (index 1) and transonic (eps y' = constraint)
 *
 * The paper prints no numbers; the golden ones are accurate to 12 digits.
 */
#include "paper_tables.h"
#include "run.h"
#include "table.h"

#include <math.h>
#include <stdio.h>

static const double TOL = 1e-10;
static const double Y_TOL = 1e-6; /* y of index 1 is not controlled, and of order k only */

static test_problem problem;

/* Replace x1, x2, y of a row; y is algebraic, or the third of z. */
static int fill_row(const table *golden, table *ours, int row, const coldae_solution *solution)
{
    double z[3], *y = z + 2, t = table_number(golden, row, "t");
    const char *const names[] = {"x1", "x2", "y"};
    int missed = 0;
    coldae_solution_eval(solution, t, z, problem.def.n_alg ? y : NULL);
    for (int i = 0; i < 3; i++) {
        char name[64];
        double was = table_number(golden, row, names[i]);
        table_set(ours, row, names[i], z[i]);
        snprintf(name, sizeof name, "%s, eps = %g, t = %g", problem.name, problem.eps, t);
        missed += expect_at_most(name, names[i], fabs(z[i] - was) / (1 + fabs(was)),
                                 i == 2 && problem.def.n_alg ? Y_TOL : 30 * TOL);
    }
    return missed;
}

static void print(const paper_args *args, const table *golden, const table *ours, int n_keys)
{
    if (args->csv)
        table_csv(ours);
    else
        table_beside(golden, ours, n_keys, "x1 x2 y", 11);
}

/* Solve the problem that stands in `problem`, from the solution before, and free that. */
static coldae_solution *solve(coldae_solution *before, double tol, int *missed)
{
    coldae_problem definition;
    coldae_options options;
    coldae_solution *solution;
    coldae_info info;
    problem_fill(&problem, &definition, &options, tol);
    options.start = before;
    coldae_status status = coldae_solve(&definition, &options, &solution, &info);
    *missed += expect(status == COLDAE_OK, "%s, eps = %g: %s", problem.name, problem.eps, info.message);
    coldae_solution_free(before);
    return solution;
}

int table_001_ex4_subsonic(const paper_args *args)
{
    static table golden, ours;
    const char *const names[] = {"subsonic1", "subsonic2", "subsonic3"};
    coldae_solution *solution = NULL;
    int set = -1, missed = 0;
    table_read(&golden, "table_001_ex4_subsonic.csv");
    ours = golden;
    for (int row = 0; row < golden.n_rows; row++) {
        if (table_number(&golden, row, "t") == 0) { /* the next set of constants */
            coldae_solution_free(solution);
            set = set < 2 ? set + 1 : 2;
            missed += expect(problem_make(&problem, names[set], 0) == 0, "no %s", names[set]);
            solution = solve(NULL, TOL, &missed);
        }
        if (solution)
            missed += fill_row(&golden, &ours, row, solution);
    }
    coldae_solution_free(solution);
    print(args, &golden, &ours, 5);
    return missed;
}

int table_001_ex4_transonic(const paper_args *args)
{
    static table golden, ours;
    coldae_solution *solution = NULL;
    int missed = 0;
    table_read(&golden, "table_001_ex4_transonic.csv");
    ours = golden;
    problem_make(&problem, "transonic", 1); /* continuation: eps = 1, 0.1, 0.01, 0.001 */
    solution = solve(NULL, 1e-6, &missed);
    for (int row = 0; row < golden.n_rows; row++) {
        if (table_number(&golden, row, "t") == 0) {
            problem_make(&problem, "transonic", table_number(&golden, row, "eps"));
            solution = solve(solution, TOL, &missed);
        }
        if (solution)
            missed += fill_row(&golden, &ours, row, solution);
    }
    coldae_solution_free(solution);
    print(args, &golden, &ours, 6);
    return missed;
}
