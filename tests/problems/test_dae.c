/* test_dae.c - problems of index 1, and the semiconductor in two regimes: subsonic (index 1) and transonic
 * (an ODE with a layer, reached by continuation)
 */
#include "rows.h"

/* y at the rows of a file, in the column that is not in z; y is not controlled and of order k only. */
static void check_y(const char *name, double tol, double limit)
{
    static test_problem q;
    double y, worst = 0;
    CHECK_INT(problem_make(&q, name, 0), 0);
    coldae_solution *s = problem_tight_run(&q, tol, 0);
    CHECK(s != NULL);
    for (int r = 0; s && r < q.n_rows; r++) {
        CHECK_INT(coldae_solution_eval(s, q.row[r][0], NULL, &y), COLDAE_OK);
        worst = fmax(worst, fabs(y - q.row[r][q.n_columns]) / (1 + fabs(y)));
    }
    if (q.exact && s)
        worst = problem_error_y(&q, s);
    row_limit(name, "error of y", worst, limit);
    coldae_solution_free(s);
}

static void check_index(const char *name)
{
    static test_problem q;
    coldae_problem problem;
    coldae_options options;
    coldae_solution *s;
    coldae_info info;
    CHECK_INT(problem_make(&q, name, 0), 0);
    problem_fill(&q, &problem, &options, 1e-6);
    CHECK_INT(coldae_solve(&problem, &options, &s, &info), COLDAE_OK);
    CHECK_INT(info.index, 1);
    row_limit(name, "constraint residual", info.constraint_residual,
              1e-2); /* at mesh points y is of low order */
    coldae_solution_free(s);
}

/* eps = 1, 0.1, .. 0.001: each from the solution before; k = 0 and k = 4, and with differences */
static void check_transonic(int k, int differenced)
{
    static const double eps[] = {1, 0.1, 0.01, 0.001};
    static test_problem q;
    coldae_problem problem;
    coldae_options options;
    coldae_info info;
    coldae_solution *before = NULL;
    for (int i = 0; i < 4; i++) {
        coldae_solution *s = NULL;
        CHECK_INT(problem_make(&q, "transonic", eps[i]), 0);
        problem_fill(&q, &problem, &options, 1e-6);
        options.n_points = k;
        options.start = before;
        if (differenced)
            problem.df = NULL;
        CHECK_INT(coldae_solve(&problem, &options, &s, &info), COLDAE_OK);
        if (q.n_rows > 0) {
            char row[64];
            snprintf(row, sizeof row, "transonic, eps = %g, k = %d", eps[i], k);
            row_limit(row, "error/tol", problem_error(&q, s) / 1e-6, ROW_ERROR);
        }
        coldae_solution_free(before);
        before = s;
    }
    coldae_solution_free(before);
}

int main(void)
{
    static const char *const names[] = {"dchain5",   "dchain10",  "dchain20",  "yjac",
                                        "subsonic1", "subsonic2", "subsonic3", NULL};
    row_problems(names);
    for (int i = 0; names[i]; i++)
        check_index(names[i]);
    check_y("yjac", 1e-8, 1e-5);
    check_y("subsonic1", 1e-8, 1e-5);
    check_y("subsonic2", 1e-8, 1e-5);
    check_y("subsonic3", 1e-8, 1e-5);
    check_transonic(0, 0);
    check_transonic(4, 0);
    check_transonic(0, 1);
    return check_result();
}
