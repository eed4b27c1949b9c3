/* table_001_fig5.c - Figures 5.1 and 5.2: Example 1 with a layer at 1/3, eps = 1e-5, nu = 20
 *
 * Tolerance 1e-5, k = 4, first mesh of 5 subintervals; the mesh is selected from the solution as it is (5.1) or
 * projected onto the constraint (5.2).
 */
#include "paper_tables.h"
#include "run.h"
#include "show.h"
#include "table.h"

#include <stdio.h>

static const int PROJECTED_LIMIT = 160; /* subintervals allowed to Figure 5.2: twice the paper's */

static int draw(const coldae_solution *solution, int projected, const char *file)
{
    show_curve curve[] = {{solution, 1, "x2"}};
    return show_plot(file,
                     projected ? "Mesh selection on the projected solution"
                               : "Mesh selection on the unprojected solution",
                     "t", "x2", 1, curve);
}

static void print_mesh(const coldae_solution *solution)
{
    const double *t;
    int n = coldae_solution_mesh(solution, &t);
    printf("t,x1,x2\n");
    for (int i = 0; i <= n; i++) {
        double z[2];
        coldae_solution_eval(solution, t[i], z, NULL);
        printf("%.17g,%.17g,%.17g\n", t[i], z[0], z[1]);
    }
}

/* Subintervals in front of, in and behind the layer. */
static void count_layer(const coldae_solution *solution, int count[3])
{
    const double *t;
    const double width = 0.02; /* 6 sqrt(eps) */
    int n = coldae_solution_mesh(solution, &t);
    count[0] = count[1] = count[2] = 0;
    for (int i = 0; i < n; i++)
        count[(t[i + 1] > 1.0 / 3 - width) + (t[i] > 1.0 / 3 + width)]++;
}

static int figure(const paper_args *args, int row)
{
    static test_problem q;
    static table golden;
    coldae_problem problem;
    coldae_options options;
    coldae_solution *solution;
    coldae_info info;
    int count[3], missed = 0;
    table_read(&golden, "table_001_fig5.csv");
    problem_make(&q, "ex1_erf", 0);
    problem_fill(&q, &problem, &options, 1e-5);
    options.n_points = 4;
    options.mesh_on_projected = (int)table_number(&golden, row, "mesh_on_projected");
    coldae_status status = coldae_solve(&problem, &options, &solution, &info);
    missed += expect(status == COLDAE_OK, "%s", info.message);
    if (!solution)
        return missed;
    double error = problem_error(&q, solution);
    missed += expect_at_most("layer", "error", error, 3e-5);
    if (options.mesh_on_projected)
        missed += expect_at_most("layer", "N", info.n_intervals, PROJECTED_LIMIT);
    count_layer(solution, count);
    if (args->csv)
        print_mesh(solution);
    else
        printf("mesh_on_projected = %d: N = %d (printed: %s), error %.1e\n"
               "subintervals before the layer %d, in it %d, behind it %d; %d meshes tried\n",
               options.mesh_on_projected, info.n_intervals, table_text(&golden, row, "printed_N"), error,
               count[0], count[1], count[2], info.n_meshes);
    if (args->plot)
        missed += draw(solution, options.mesh_on_projected, args->plot);
    coldae_solution_free(solution);
    return missed;
}

int table_001_fig5_1(const paper_args *args)
{
    return figure(args, 0);
}

int table_001_fig5_2(const paper_args *args)
{
    return figure(args, 1);
}
