/* test_index2.c - problems of index 2 and of mixed index: the examples of Ascher & Spiteri (1994), the
 * pendulum that has to reach a position, and systems with a prescribed solution
 */
#include "rows.h"

static test_problem q;

/* Solve at tol with k points, hand back the solution (or NULL) and info. */
static coldae_solution *solve(const char *name, double eps, double tol, int k, coldae_info *info)
{
    coldae_problem problem;
    coldae_options options;
    coldae_solution *s = NULL;
    CHECK_INT(problem_make(&q, name, eps), 0);
    problem_fill(&q, &problem, &options, tol);
    options.n_points = k;
    coldae_status status = coldae_solve(&problem, &options, &s, info);
    if (check_fails(status == COLDAE_OK, __FILE__, __LINE__))
        printf("%s, eps = %g, tol %.0e, k = %d: %s: %s\n", name, q.eps, tol, k, coldae_strerror(status),
               info->message);
    return s;
}

/* The index that is found; the constraints hold at mesh points where all of them are of index 2. */
static void check_found(const char *name, int index, int pure)
{
    coldae_info info;
    coldae_solution *s = solve(name, 0, 1e-6, 0, &info);
    if (check_fails(info.index == index, __FILE__, __LINE__))
        printf("%s: index %d found, %d expected\n", name, info.index, index);
    if (pure)
        row_limit(name, "constraint residual", info.constraint_residual, 1e-13);
    row_limit(name, "bc residual", info.bc_residual, 1e-12);
    coldae_solution_free(s);
}

/* The layer at strict tolerances: the library's own k keeps the mesh small. */
static void check_layer(double tol)
{
    coldae_info info;
    coldae_solution *s = solve("ex1_erf", 0, tol, 0, &info);
    char row[64];
    snprintf(row, sizeof row, "ex1_erf, tol %.0e, own k", tol);
    row_limit(row, "N", info.n_intervals, 999);
    coldae_solution_free(s);
}

/* Solution 1 from the guess farther off; the Jacobian depends on y, yet few linearisations are enough. */
static void check_farther(double eps)
{
    coldae_info info;
    coldae_solution *s = solve("ex2c_1", eps, 1e-5, 4, &info);
    char row[64];
    snprintf(row, sizeof row, "ex2c, eps = %g", eps);
    row_limit(row, "factorisations", info.n_factor, 8);
    row_limit(row, "error/tol", problem_error(&q, s) / 1e-5, ROW_ERROR);
    coldae_solution_free(s);
}

/* Both solutions of ex2 at all three eps: what is found is the one that was meant. */
static void check_both(int k)
{
    static const double eps[] = {1, 1e-4, 1e-8};
    static const char *const names[] = {"ex2a_1", "ex2b_1"};
    for (int which = 0; which < 2; which++)
        for (int i = 0; i < 3; i++) {
            coldae_info info;
            coldae_solution *s = solve(names[which], eps[i], 1e-5, k, &info);
            char row[64];
            snprintf(row, sizeof row, "ex2, solution %d, eps = %g, k = %d", which + 1, eps[i], k);
            row_limit(row, "error/tol", problem_error(&q, s) / 1e-5, ROW_ERROR);
            if (check_fails(info.index == 1 + which, __FILE__, __LINE__))
                printf("%s: index %d\n", row, info.index);
            coldae_solution_free(s);
        }
}

/* The frequency that fits the data. */
static void check_omega(const char *name, double omega, double limit)
{
    coldae_info info;
    double z[6] = {0};
    coldae_solution *s = solve(name, 0, 1e-12, 0, &info);
    if (s)
        CHECK_INT(coldae_solution_eval(s, 1, z, NULL), COLDAE_OK);
    CHECK_NEAR(z[2], omega, limit);
    coldae_solution_free(s);
}

/* The pendulum's start and end. */
static void check_pendulum(double tol, double limit)
{
    coldae_info info;
    double z[4] = {0};
    coldae_solution *s = solve("pend2", 0, tol, 0, &info);
    if (s)
        CHECK_INT(coldae_solution_eval(s, 0, z, NULL), COLDAE_OK);
    CHECK_NEAR(z[3], -0.33675760120, limit);
    CHECK_NEAR(z[1], 0, 1e-13); /* p . p' = 0 at p = (1, 0) */
    if (s)
        CHECK_INT(coldae_solution_eval(s, 2, z, NULL), COLDAE_OK);
    CHECK_NEAR(z[0], -0.6, 1e-14);
    CHECK_NEAR(z[2], -0.8, limit);
    CHECK_NEAR(z[0] * z[1] + z[2] * z[3], 0, 1e-14);
    coldae_solution_free(s);
}

/* N and evaluations for the layer */
static void solve_layer(double tol, int k, int projected, double *n, double *evaluations)
{
    coldae_problem p;
    coldae_options o;
    coldae_info info;
    coldae_solution *s;
    CHECK_INT(problem_make(&q, "ex1_erf", problem_default("ex1_erf")), 0);
    problem_fill(&q, &p, &o, tol);
    o.n_points = k;
    o.mesh_on_projected = projected;
    CHECK_INT(coldae_solve(&p, &o, &s, &info), COLDAE_OK);
    *n = info.n_intervals;
    *evaluations = info.n_f + info.n_df;
    coldae_solution_free(s);
}

/* Without the projected solution error estimate and mesh take clearly more: a fifth more subintervals in the figures of
 * the paper, and one and a half times the evaluations in the mean over tolerances and points. */
static void check_mesh_on_projected(void)
{
    double n[2], evaluations[2], sizes = 0, work = 0;
    int count = 0;
    for (double tol = 1e-4; tol > 0.5e-8; tol /= 10)
        for (int k = 3; k <= 7; k++, count++) {
            for (int projected = 0; projected < 2; projected++)
                solve_layer(tol, k, projected, n + projected, evaluations + projected);
            sizes += log(n[0] / n[1]);
            work += log(evaluations[0] / evaluations[1]);
        }
    sizes = exp(sizes / count);
    work = exp(work / count);
    printf("without mesh_on_projected, over with it: N %.2f, evaluations %.2f\n", sizes, work);
    CHECK(sizes > 1.1 && work > 1.4);
    for (int projected = 0; projected < 2; projected++)
        solve_layer(1e-5, 4, projected, n + projected, evaluations + projected);
    printf("tol 1e-5, k = 4: N %g and %g\n", n[0], n[1]);
    CHECK(n[0] > 1.15 * n[1] && n[1] <= 160);
}

/* x goes up to its projected values at the mesh points without a jump. */
static void check_continuity(const char *name)
{
    coldae_problem p;
    coldae_options o;
    coldae_info info;
    coldae_solution *s;
    const double *t;
    double left[PROBLEM_MAX_Z], right[PROBLEM_MAX_Z];
    CHECK_INT(problem_make(&q, name, problem_default(name)), 0);
    problem_fill(&q, &p, &o, 1e-4);
    CHECK_INT(coldae_solve(&p, &o, &s, &info), COLDAE_OK);
    int n = s ? coldae_solution_mesh(s, &t) : 0, mstar = 0;
    for (int i = 0; i < p.n_diff; i++)
        mstar += p.order[i];
    for (int i = 1; i <= n; i++) {
        double h = t[i] - t[i - 1];
        CHECK_INT(coldae_solution_eval(s, t[i] - 1e-13 * h, left, NULL), COLDAE_OK);
        CHECK_INT(coldae_solution_eval(s, t[i], right, NULL), COLDAE_OK);
        for (int c = 0; c < mstar; c++)
            CHECK_NEAR(left[c], right[c], 1e-10 * (1 + fabs(right[c])));
    }
    coldae_solution_free(s);
}

int main(void)
{
    static const char *const names[] = {
        "ex1_1",  "ex1_10",    "ex1_50",    "ex1_100", "ex1_erf", "ex2a_1", "ex2a_1e-4",  "ex2a_1e-8",
        "ex2b_1", "ex2b_1e-4", "ex2b_1e-8", "ex2c_1",  "ex3_1",   "ex3_2",  "implicit_1", "implicit_20",
        "pend2",  "two1",      "two2",      "two1q",   "two2q",   "mixed1", "mixed2",     NULL};
    static const char *const pure[] = {"ex1_1", "ex1_10", "ex1_50", "ex1_100", "ex1_erf", "ex2b_1", "ex3_1",
                                       "ex3_2", "pend2",  "two1",   "two2",    "two1q",   "two2q",  NULL};
    row_problems(names);
    for (int i = 0; pure[i]; i++)
        check_found(pure[i], 2, 1);
    check_found("implicit_1", 2, 0);
    check_found("mixed1", 2, 0);
    check_found("mixed2", 2, 0);
    check_layer(1e-8);
    check_layer(1e-10);
    check_mesh_on_projected();
    check_continuity("ex1_erf");
    check_continuity("two1q");
    check_continuity("ex2b_1");
    check_both(0);
    check_both(4);
    check_farther(1);
    check_farther(1e-4);
    check_farther(1e-8);
    check_omega("ex3_1", 3.14159265358979323846 / 3, 1e-12);
    check_omega("ex3_2", 1.047520049279, 1e-11);
    check_pendulum(1e-6, 3e-6);
    check_pendulum(1e-10, 3e-10);
    check_pendulum(1e-12, 1e-11);
    return check_result();
}
