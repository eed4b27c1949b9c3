/* table_001_5_2.c - Table 5.2: Example 2, both solutions, eps = 1, 1e-4, 1e-8, never and selectively projected
 *
 * The golden file has each row for two thresholds of a fixed rank decision, svdtol: 1e-5 is right for solution 2
 * and 1e-12 for solution 1.  Ours has no such threshold (options.rank_kappa); the rows come in pairs.
 */
#include "paper_tables.h"
#include "run.h"
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static test_problem problem;

/* The paper's first mesh: 5, and 20 where it could not do with less. */
static int first_mesh(const table *t, int row, const char *sln)
{
    return table_number(t, row, sln) == 2 && table_number(t, row, "eps") < 1e-6 ? 20 : 5;
}

static run solve_row(const table *t, int row, const char *sln, int adaptive)
{
    int none = strcmp(table_text(t, row, "proj"), "none") == 0;
    int projection = none ? COLDAE_PROJECT_NONE : COLDAE_PROJECT_SELECTIVE;
    problem_make(&problem, table_number(t, row, sln) == 1 ? "ex2a_1" : "ex2b_1", table_number(t, row, "eps"));
    return adaptive ? run_adaptive(&problem, first_mesh(t, row, sln), projection)
                    : run_uniform(&problem, 4, (int)table_number(t, row, "N"), projection);
}

/* Which solution it is: x3(1) = e or 1. */
static int which_solution(const coldae_solution *s)
{
    double z[3];
    coldae_solution_eval(s, 1, z, NULL);
    return fabs(z[2] - exp(1)) < fabs(z[2] - 1) ? 1 : 2;
}

/* The ranks of d f_alg / dy that the projection met. */
static const char *ranks(const run *r, int none)
{
    return none ? "[]" : r->info.index == 1 ? "[1]" : r->info.index == 2 ? "[0]" : "[0, 1]";
}

static void fill_row(table *ours, int row, const run *r)
{
    if (r->solution)
        table_set(ours, row, "sln_got", which_solution(r->solution));
    else
        table_set_text(ours, row, "sln_got", "*");
    table_set(ours, row, "erru", r->erru);
    table_set(ours, row, "erry", r->erry);
    table_set(ours, row, "ermsh", r->ermsh);
    table_set(ours, row, "err_left_t1", r->left_t1);
    table_set(ours, row, "erry_left_t1", r->erry_left_t1);
    table_set(ours, row, "erry_left_max", r->erry_left_max);
    table_set(ours, row, "newton_its", r->info.n_newton);
    table_set(ours, row, "last_update", r->last_update);
    table_set_text(ours, row, "ranks", ranks(r, strcmp(table_text(ours, row, "proj"), "none") == 0));
}

/* At eps = 1e-8 the second solution has y to 1e-16/(eps h) only: errors at mesh points are rounding there. */
static double rounding(double eps, int sln)
{
    return sln == 1 ? 1e-13 : 1e-14 / eps;
}

/* The wanted solution, errors no larger than twice the golden ones; the rows where those make sense. */
static int check_row(const table *golden, const table *ours, int row)
{
    char name[96];
    int sln = (int)table_number(golden, row, "sln_wanted"), missed = 0;
    double eps = table_number(golden, row, "eps"), svdtol = table_number(golden, row, "svdtol");
    int none = strcmp(table_text(golden, row, "proj"), "none") == 0;
    snprintf(name, sizeof name, "solution %d, eps = %g, N = %s, %s", sln, eps, table_text(golden, row, "N"),
             table_text(golden, row, "proj"));
    if (svdtol != (sln == 1 ? 1e-12 : 1e-5))
        return 0; /* the threshold that is wrong for this solution */
    if (sln == 2 && eps < 1e-6 && (none || table_number(golden, row, "N") < 40))
        return 0; /* Newton's iteration stalls far from the solution, here and there */
    missed += expect(table_number(ours, row, "sln_got") == sln, "%s: got solution %s", name,
                     table_text(ours, row, "sln_got"));
    for (int c = 6; c < 9; c++) /* erru, erry, ermsh */
        missed += expect_at_most(name, golden->name[c], table_number(ours, row, golden->name[c]),
                                 fmax(2 * table_number(golden, row, golden->name[c]), rounding(eps, sln)));
    return missed;
}

/* Each row of the paper: the wanted solution with no more subintervals than it needed. */
static int check_printed(const table *printed, int row, const run *r)
{
    char name[96];
    double n = table_number(printed, row, "N"), sln = table_number(printed, row, "sln");
    int missed = 0;
    snprintf(name, sizeof name, "solution %g, eps = %s, %s, with mesh selection", sln,
             table_text(printed, row, "eps"), table_text(printed, row, "proj"));
    if (isnan(n))
        return 0; /* the paper has no result: whatever we get is reported */
    missed += expect(r->status == COLDAE_OK, "%s: %s", name, r->info.message);
    missed += expect(r->solution && which_solution(r->solution) == sln, "%s: the other solution", name);
    /* twice where the printed error is above 3 tol: our estimate sees it and goes on (solution 2: eps = 1e-4 without
     * projection, eps = 1e-8) */
    double n_allowed = table_number(printed, row, "erru") > 3e-5 ? 2 * n : n;
    missed += expect_at_most(name, "N", r->info.n_intervals, n_allowed);
    return missed + expect_at_most(name, "erru", r->erru, fmax(3e-5, 2 * table_number(printed, row, "erru")));
}

static int paper_runs(void)
{
    static table printed, ours;
    int missed = 0;
    table_read(&printed, "printed_001_5_2.csv");
    ours = printed;
    for (int row = 0; row < printed.n_rows; row++) {
        run r = solve_row(&printed, row, "sln", 1);
        int solved = r.status == COLDAE_OK;
        table_set(&ours, row, "N", solved ? (double)r.info.n_intervals : NAN);
        table_set(&ours, row, "erru", solved ? r.erru : NAN);
        table_set(&ours, row, "erry", solved ? r.erry : NAN);
        table_set(&ours, row, "ermsh", solved ? r.ermsh : NAN);
        missed += check_printed(&printed, row, &r);
        run_free(&r);
    }
    printf("\nWith mesh selection: tolerance 1e-5, k = 4, first mesh of 5 subintervals, 20 in the last two "
           "rows\n");
    table_compare(2, (const table *[]){&printed, &ours}, (const char *[]){"printed", "ours"}, 3,
                  "N erru erry ermsh", 2);
    return missed;
}

int table_001_5_2(const paper_args *args)
{
    static table golden, ours;
    int missed = 0;
    table_read(&golden, "table_001_5_2.csv");
    ours = golden;
    for (int row = 0; row < golden.n_rows; row++) {
        run r = solve_row(&golden, row, "sln_wanted", 0);
        fill_row(&ours, row, &r);
        missed += check_row(&golden, &ours, row);
        run_free(&r);
    }
    if (args->csv) {
        table_csv(&ours);
        return missed;
    }
    printf("Uniform meshes, k = 4\n");
    table_beside(&golden, &ours, 5, "sln_got erru erry ermsh newton_its", 2);
    return missed + paper_runs();
}
