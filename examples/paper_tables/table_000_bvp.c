/* table_000_bvp.c - Example 4.1 of Ascher & Petzold (1992) as a boundary value problem
 *
 * p1 = 1 and C p + r = 0 at the left end, p1 = e at the right one; C p' + C' p + r' = 0 at the left end is added by the
 * library.  The paper recommends projected collocation at Gauss points for such problems and has no table.
 */
#include "paper_tables.h"
#include "problem_000.h"
#include "run.h"

#include <math.h>
#include <stdio.h>

static int g(int l, const double *z, const double *p, double *out, void *user)
{
    (void)p;
    *out = l == 0 ? z[0] - 1 : l == 1 ? problem_000_drift(user, 0, z) : z[0] - exp(1);
    return 0;
}

static int dg(int l, const double *z, const double *p, double *out, void *user)
{
    (void)z;
    (void)p;
    (void)user;
    out[0] = 1;
    if (l == 1)
        out[2] = -2;
    return 0;
}

/* Errors at mesh points (0: p1, 1: p1', 2: drift) of a solution on n equal subintervals; NAN without one. */
static void solve(form_000 form, double nu, double alpha, int points, int k, int n, double *error)
{
    static const double zeta[] = {0, 0, 1};
    static problem_000 q;
    coldae_options o;
    coldae_info info;
    coldae_solution *solution;
    const double *t;
    double z[4], y[1];
    problem_000_make(&q, form, nu, alpha);
    q.problem.n_side = 3;
    q.problem.zeta = zeta;
    q.problem.g = g;
    q.problem.dg = dg;
    coldae_options_init(&o);
    o.points = points;
    o.n_points = k;
    o.n_intervals = n;
    o.adapt = COLDAE_FIXED_MESH;
    error[0] = error[1] = error[2] = NAN;
    if (coldae_solve(&q.problem, &o, &solution, &info) != COLDAE_OK) {
        printf("%s\n", info.message);
        return;
    }
    error[0] = error[1] = error[2] = 0;
    for (int i = 0; i <= coldae_solution_mesh(solution, &t); i++) {
        coldae_solution_eval(solution, t[i], z, y);
        error[0] = fmax(error[0], fabs(z[0] - exp(t[i])));
        error[1] = fmax(error[1], fabs(z[1] - exp(t[i])));
        error[2] = fmax(error[2], fabs(problem_000_drift(&q, t[i], z)));
    }
    coldae_solution_free(solution);
}

static void print_row(int csv, const char *name, const char *points, double nu, double alpha, int k, int n,
                      const double *error, const double *rate)
{
    char rates[2][16] = {"", ""};
    for (int i = 0; i < 2; i++)
        if (!isnan(rate[i]))
            snprintf(rates[i], sizeof rates[i], "%.2f", rate[i]);
    printf(csv ? "000,bvp,%g,%g,%s,%s,%d,%d,%.17g,%.17g,%.17g,%s,%s\n"
               : " %4g %6g  %-28s  %-6s %2d %3d  | %9.2e  %9.2e  %9.2e  %6s %6s\n",
           nu, alpha, name, points, k, n, error[0], error[1], error[2], rates[0], rates[1]);
}

/* Four meshes of one method.  The index-2 form at Radau points is not stable for nu = 50, alpha = 1 until N = 40 (Table
 * 4.1 shows the same for initial values); the rate is tested where the problem is not stiff and rounding is far. */
static int compare(int csv, form_000 form, double nu, double alpha, int points, int k)
{
    const char *name = form == INDEX2_41 ? "index-2 (4.2)" : "projected invariants I (4.3)";
    const char *which = points == COLDAE_GAUSS ? "gauss" : "radau";
    double before[3] = {NAN, NAN, NAN}, error[3];
    int missed = 0, order = points == COLDAE_GAUSS ? 2 * k : 2 * k - 1;
    int stable = points == COLDAE_GAUSS || form == PI1_41 || nu <= 1;
    for (int n = 10; n <= 80; n *= 2) {
        solve(form, nu, alpha, points, k, n, error);
        double rate[2] = {log2(before[0] / error[0]), log2(before[1] / error[1])};
        print_row(csv, name, which, nu, alpha, k, n, error, rate);
        missed += expect(!isnan(error[0]) && (!stable || (error[0] < 1e-3 && error[1] < 0.1)),
                         "%s, %s, N = %d: error %.3g", name, which, n, error[0]);
        if (n > 20 && nu <= 1 && error[0] > 1e-12)
            missed += expect(fabs(rate[0] - order) < 0.3, "%s, %s, k = %d, N = %d: rate %.2f instead of %d",
                             name, which, k, n, rate[0], order);
        for (int i = 0; i < 3; i++)
            before[i] = error[i];
    }
    return missed;
}

int table_000_bvp(const paper_args *args)
{
    int missed = 0;
    if (args->csv)
        printf(
            "paper,table,nu,alpha,formulation,points,k,N,max err p1,max err v1,max |Cp+r|,rate p,rate v\n");
    else
        printf("   nu  alpha  formulation                   points  k   N  | max err p  max err v  max "
               "|Cp+r|  rates\n");
    for (int nu = 1; nu <= 50; nu += 49)
        for (int alpha = 1; alpha <= 2; alpha++)
            for (int form = INDEX2_41; form <= PI1_41; form++)
                for (int k = 2; k <= 3; k++) {
                    missed += compare(args->csv, (form_000)form, nu, alpha, COLDAE_GAUSS, k);
                    missed += compare(args->csv, (form_000)form, nu, alpha, COLDAE_RADAU, k);
                }
    return missed;
}
