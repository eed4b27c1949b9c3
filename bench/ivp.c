/* ivp.c - constrained motion against the figures of RADAU5
 *
 *     bench_ivp table                   counts and true errors, Markdown
 *     bench_ivp run NAME TOL REPEAT     NAME = pendulum (printed factor 2), andrews03, andrews05; for scripts
 *     bench_ivp rows                    NAME TOL and RADAU5's instructions [million], for scripts
 *
 * RADAU5 (no projection): its own counts and instructions, -O2.  Ours: positions and velocities projected.
 */
#include "motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct row {
    const char *name;
    double tol;
    int fev, jac, accepted, rejected, lu;
    double ir; /* million */
} rows[] = {
    {"pendulum", 1e-6, 2834, 263, 275, 31, 318, 5.13},
    {"pendulum", 1e-8, 5465, 537, 559, 38, 605, 9.85},
    {"pendulum", 1e-10, 10760, 1096, 1165, 14, 1140, 19.15},
    {"pendulum", 1e-12, 22612, 2216, 2491, 3, 2331, 39.97},
    {"andrews03", 1e-6, 0, 0, 0, 0, 0, 19.3},
    {"andrews03", 1e-8, 0, 0, 0, 0, 0, 29.7},
    {"andrews03", 1e-10, 0, 0, 0, 0, 0, 55.7},
    {"andrews03", 1e-12, 0, 0, 0, 0, 0, 109.9},
    {"andrews05", 1e-6, 2175, 142, 146, 6, 206, 39.5},
    {"andrews05", 1e-8, 3418, 240, 243, 7, 280, 60.9},
    {"andrews05", 1e-10, 6121, 472, 475, 7, 498, 109.2},
    {"andrews05", 1e-12, 12021, 981, 987, 7, 996, 215.9},
};
enum { N_ROWS = sizeof rows / sizeof rows[0] };

static int solve(const char *name, double tol, coldae_ivp_info *info, double *error)
{
    static motion m;
    coldae_index3_options options;
    coldae_index3_options_init(&options);
    options.tol = tol;
    options.h_first = 1e-6;
    if (strcmp(name, "pendulum") == 0) {
        motion_pendulum(&m, 2);
    } else {
        motion_andrews(&m, strcmp(name, "andrews03") == 0 ? 0.03 : 0.05);
        options.jacobian = COLDAE_INDEX3_JACOBIAN_STRUCTURE; /* as RADAU5 was run */
    }
    coldae_status status = coldae_index3(&m.problem, &options, m.u, m.v, m.lambda, info);
    *error = 0;
    for (int i = 0; i < m.problem.n_u; i++)
        *error = fmax(*error, fabs(m.u[i] - m.exact[i]));
    return status != COLDAE_OK;
}

static int table(void)
{
    int failed = 0;
    printf("| problem | tol | f | df | accepted | refused | factor | error of u | RADAU5 f | df | accepted | "
           "rejected | LU |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < N_ROWS; i++) {
        const struct row *r = rows + i;
        coldae_ivp_info info;
        double error;
        failed += solve(r->name, r->tol, &info, &error);
        printf("| %s | %.0e | %d | %d | %d | %d | %d | %.1e |", r->name, r->tol, info.n_f, info.n_df,
               info.n_steps, info.n_rejected + info.n_failed, info.n_factor, error);
        if (r->fev > 0)
            printf(" %d | %d | %d | %d | %d |\n", r->fev, r->jac, r->accepted, r->rejected, r->lu);
        else
            printf(" | | | | |\n");
    }
    return failed;
}

int main(int argc, char **argv)
{
    coldae_ivp_info info;
    double error;
    if (argc == 2 && strcmp(argv[1], "table") == 0)
        return table();
    if (argc == 2 && strcmp(argv[1], "rows") == 0) {
        for (int i = 0; i < N_ROWS; i++)
            printf("%s %.0e %g\n", rows[i].name, rows[i].tol, rows[i].ir);
        return 0;
    }
    if (argc == 5 && strcmp(argv[1], "run") == 0) {
        for (int i = 0; i < atoi(argv[4]); i++)
            if (solve(argv[2], atof(argv[3]), &info, &error))
                return 1;
        return 0;
    }
    fprintf(stderr, "usage: %s table | rows | run NAME TOL REPEAT\n", argv[0]);
    return 2;
}
