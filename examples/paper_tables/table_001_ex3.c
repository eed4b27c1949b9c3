/* table_001_ex3.c - Example 3: the frequency that fits the data best, exact and piecewise linear data
 *
 * 20 equal subintervals, k = 4.  The paper prints 1.3792 for the second case; that is no stationary point of
 * the misfit, and an independent minimisation confirms the golden value.
 */
#include "paper_tables.h"
#include "run.h"
#include "table.h"

#include <math.h>
#include <stdio.h>

enum { OMEGA = 2 }; /* of z */

typedef struct estimate {
    test_problem q;
    double omega; /* first guess */
} estimate;

static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    estimate *e = user;
    int status = e->q.def.guess(t, z, y, dmu, &e->q);
    z[OMEGA] = e->omega;
    return status;
}

/* omega, or NAN */
static double solve(int data, double omega, coldae_info *info)
{
    static estimate e;
    coldae_problem problem;
    coldae_options options;
    coldae_solution *solution;
    double z[6] = {0, 0, NAN};
    problem_make(&e.q, "ex3_1", data);
    problem_fill(&e.q, &problem, &options, 1e-13);
    e.omega = omega;
    problem.guess = guess;
    problem.user = &e; /* begins with q */
    options.n_points = 4;
    options.n_intervals = 20;
    options.adapt = COLDAE_FIXED_MESH;
    if (coldae_solve(&problem, &options, &solution, info) == COLDAE_OK)
        coldae_solution_eval(solution, 0, z, NULL);
    coldae_solution_free(solution);
    return z[OMEGA];
}

int table_001_ex3(const paper_args *args)
{
    static table golden, ours;
    int missed = 0;
    table_read(&golden, "table_001_ex3.csv");
    ours = golden;
    for (int row = 0; row < golden.n_rows; row++) {
        coldae_info info;
        char name[64];
        int data = (int)table_number(&golden, row, "case");
        double start = table_number(&golden, row, "guess"), omega = solve(data, start, &info);
        table_set(&ours, row, "omega", omega);
        snprintf(name, sizeof name, "case %d, guess %g", data, start);
        missed += expect(!isnan(omega), "%s: %s", name, info.message);
        missed +=
            expect_at_most(name, "error of omega", fabs(omega - table_number(&golden, row, "omega")), 1e-12);
    }
    if (args->csv) {
        table_csv(&ours);
        return missed;
    }
    printf("20 equal subintervals, k = 4; printed: %s (to machine precision), %s\n",
           table_text(&golden, 0, "printed"), table_text(&golden, golden.n_rows - 1, "printed"));
    table_beside(&golden, &ours, 3, "omega", 15);
    return missed;
}
