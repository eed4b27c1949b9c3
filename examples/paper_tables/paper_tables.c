/* paper_tables.c - compute the tables and figures of the papers
 *
 *     paper_tables list
 *     paper_tables 001-5.1 [--csv] [--plot FILE.svg]
 *     paper_tables all
 *
 * A name stands for every table that begins with it: 001-ex4 are two.  Every number is computed by
 * the library when the program runs; beside it stand the one printed in the paper, where there is one, and
 * the golden one, an independent recomputation (tests/data/golden).  '*': no convergence, or no solution.
 * The exit code says whether the results are what we expect of the library.
 */
#include "paper_tables.h"
#include "show.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *title;
    paper_table_fn *compute;
} tables[] = {
    {"000-4.1", "Example 4.1 in index-2 form, alpha = 1 (Table 4.1)", table_000_4_1},
    {"000-4.2", "the same with alpha = 2 (Table 4.2)", table_000_4_2},
    {"000-4.3", "Example 4.1 by projected invariants I (Table 4.3)", table_000_4_3},
    {"000-4.4", "Example 4.2: direct, projected invariants I and II (Table 4.4)", table_000_4_4},
    {"000-bvp", "Example 4.1 with conditions at both ends, which the paper recommends", table_000_bvp},
    {"001-5.1", "Example 1: index 2, with and without projection (Table 5.1)", table_001_5_1},
    {"001-5.1-exact", "the same against exact arithmetic, with limits from the left", table_001_5_1_exact},
    {"001-5.2", "Example 2: two solutions of index 1 and 2, selective projection (Table 5.2)", table_001_5_2},
    {"001-ex3", "Example 3: parameter estimation", table_001_ex3},
    {"001-ex4-subsonic", "Example 4: semiconductor, index 1", table_001_ex4_subsonic},
    {"001-ex4-transonic", "Example 4: semiconductor with a shock, regularised", table_001_ex4_transonic},
    {"001-fig5.1", "Example 1 with a layer, mesh from the unprojected solution (Figure 5.1)",
     table_001_fig5_1},
    {"001-fig5.2", "Example 1 with a layer, mesh from the projected solution (Figure 5.2)", table_001_fig5_2},
    {"001-implicit", "a fully implicit problem of index 1 as one of index 2 (section 5.3)",
     table_001_implicit},
    {"002-4.1", "Example 1: a rotating constraint, every kind of reformulation", table_002_4_1},
    {"002-4.2", "Example 2: a constraint that is nicer than the forces", table_002_4_2},
    {"002-4.3", "Example 3: mechanical system, stiff, projected invariants", table_002_4_3},
    {"002-4.4", ".. stabilised index 2", table_002_4_4},
    {"002-4.5", "Example 3 without damping, stiff, projected invariants", table_002_4_5},
    {"002-4.6", ".. stabilised index 2", table_002_4_6},
    {"002-4.7", "Example 3, not stiff, projected invariants; a singular step", table_002_4_7},
    {"002-4.8", ".. stabilised index 2", table_002_4_8},
    {"003-1", "the pendulum: work and deviations without and with projection (Table 1)", table_003_1},
    {"003-2", "Andrews' squeezing mechanism: the same (Table 2)", table_003_2},
    {"003-fig2", "the pendulum: d1 and d2 along the solution (Figure 2)", table_003_fig2},
    {"003-fig3", "the pendulum: d3 along the solution (Figure 3)", table_003_fig3},
    {"003-fig5", "Andrews' squeezing mechanism: d1 and d2 along the solution (Figure 5)", table_003_fig5},
    {"004-5.1", "Example 1: boundary values, C B singular at t = 1/2, midpoint scheme (Table 5.1)",
     table_004_5_1},
    {"004-5.2", "the same with shooting back from the right end (Table 5.2)", table_004_5_2},
    {"004-5.3", "Example 2: initial values, backward Euler (Table 5.3)", table_004_5_3},
    {"004-5.4", "the same with forward Euler (Table 5.4)", table_004_5_4},
    {"004-5.5", "Example 3: the modified formula (3.15) at the singular point (Table 5.5)", table_004_5_5},
    {"004-5.6", "the same for a constraint without singularity (Table 5.6)", table_004_5_6},
    {"004-5.7", "Example 4: against the method of Park & Chiou (Table 5.7)", table_004_5_7},
};
enum { N_TABLES = sizeof tables / sizeof tables[0] };

static int usage(const char *program)
{
    fprintf(stderr, "usage: %s list | all | NAME  [--csv] [--plot FILE.svg|FILE.png|FILE.pdf]\n", program);
    return 2;
}

/* Is table i meant?  Its own name, or the beginning of it if no table has that for a name. */
static int is_meant(int i, const char *name)
{
    if (strcmp(name, "all") == 0)
        return 1;
    for (int j = 0; j < N_TABLES; j++)
        if (strcmp(tables[j].name, name) == 0)
            return i == j;
    return strncmp(tables[i].name, name, strlen(name)) == 0;
}

/* Figures have a plot, tables have none. */
static int is_figure(int i)
{
    return strstr(tables[i].name, "-fig") != NULL;
}

/* Say why nothing can be drawn, and what could be; 0: the one figure of this name, into a file of a known kind. */
static int refuse_plot(const char *name, const char *file)
{
    int meant = 0, figures = 0;
    for (int i = 0; i < N_TABLES; i++)
        if (is_meant(i, name)) {
            meant++;
            figures += is_figure(i);
        }
    if (meant == 0)
        return 0; /* no such table: said elsewhere */
    if (!show_can_plot(file)) {
        fprintf(stderr, "--plot %s: does not end in .svg, .png or .pdf\n", file);
        return 2;
    }
    if (meant == 1 && figures == 1)
        return 0;
    fprintf(stderr, "--plot %s: %s is %s; one of these can be drawn:", file, name,
            meant > 1 ? "more than one table" : "a table without a plot");
    for (int i = 0; i < N_TABLES; i++)
        if (is_figure(i))
            fprintf(stderr, " %s", tables[i].name);
    fprintf(stderr, "\n");
    return 2;
}

static int list(void)
{
    printf("000: Ascher & Petzold (1992), Projected collocation for higher-order higher-index "
           "differential-algebraic equations\n");
    printf("001: Ascher & Spiteri (1992), Collocation software for boundary value differential-algebraic "
           "equations\n");
    printf("002: Ascher & Petzold (1991), Stability of computational methods for constrained dynamics "
           "systems\n");
    printf("003: Schropp (2003), Projected Runge-Kutta methods for differential algebraic equations of index "
           "3\n");
    printf(
        "004: Ascher & Lin (1993), Sequential regularization methods for higher index DAEs with constraint "
        "singularities\n");
    for (int i = 0; i < N_TABLES; i++)
        printf("  %-18s %s\n", tables[i].name, tables[i].title);
    return 0;
}

int main(int argc, char **argv)
{
    paper_args args = {0, NULL};
    int done = 0, missed = 0;
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--csv") == 0)
            args.csv = 1;
        else if (strcmp(argv[i], "--plot") == 0 && i + 1 < argc)
            args.plot = argv[++i];
        else
            return usage(argv[0]);
    }
    if (argc < 2)
        return usage(argv[0]);
    if (strcmp(argv[1], "list") == 0)
        return list();
    if (args.plot && refuse_plot(argv[1], args.plot) != 0)
        return 2;
    for (int i = 0; i < N_TABLES; i++)
        if (is_meant(i, argv[1])) {
            if (!args.csv)
                printf("%s%s: %s\n\n", done ? "\n" : "", tables[i].name, tables[i].title);
            missed += tables[i].compute(&args);
            done++;
        }
    if (done)
        return missed > 0;
    fprintf(stderr, "there is no table '%s': paper_tables list shows all of them\n", argv[1]);
    return usage(argv[0]);
}
