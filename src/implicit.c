/* implicit.c - fully implicit problems 0 = r(t, x, x'), embedded as x' = y, 0 = r(t, x, y)
 *
 * The embedding has index one more than r: index 2 in the directions in which dr/dx' is singular, index 1 in the
 * others, which is what selective projection is for.        Ascher & Spiteri (1992) section 5.3
 * Components 0 .. e-1 are explicit, x_i' = r_i; the others take y_{i-e} = x_i'.
 */
#include <string.h>

#include "memory.h"

/* r_0 .. r_{n-1} at `from` become a column of the embedded problem at `to`, m = n - e rows longer: explicit rows, room
 * for the rows of y, residual rows.  `from` lies m or more behind `to`, so nothing is overwritten before it is read. */
static void embed_column(const coldae_implicit *q, const double *from, double *to)
{
    memmove(to, from, (size_t)q->n_explicit * sizeof(double));
    memmove(to + q->n, from + q->n_explicit, (size_t)(q->n - q->n_explicit) * sizeof(double));
}

/* The user's r is written to the end of f and moved from there: no workspace, so threads may call this at once. */
static int embedded_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    const coldae_implicit *q = user;
    int n = q->n, first = q->n_explicit, m = n - first;
    int code = q->residual(t, z, y, p, f + m, q->user);
    embed_column(q, f + m, f);
    for (int i = first; i < n; i++)
        f[i] = y[i - first];
    return code;
}

/* df[n + m, n + m + q] from dr[n, n + m + q]; m = n - n_explicit */
static int embedded_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    const coldae_implicit *q = user;
    size_t n = (size_t)q->n, first = (size_t)q->n_explicit, m = n - first;
    size_t columns = n + m + (size_t)q->n_param;
    double *dr = df + m * columns;
    int code = q->dresidual(t, z, y, p, dr, q->user);
    for (size_t j = 0; j < columns; j++) {
        double *column = df + j * (n + m);
        embed_column(q, dr + j * n, column);
        for (size_t i = first; i < n; i++)
            column[i] = j == n + i - first;
    }
    return code;
}

static int embedded_g(int l, const double *z, const double *p, double *g, void *user)
{
    const coldae_implicit *q = user;
    return q->g(l, z, p, g, q->user);
}

static int embedded_dg(int l, const double *z, const double *p, double *dg, void *user)
{
    const coldae_implicit *q = user;
    return q->dg(l, z, p, dg, q->user);
}

static int embedded_coupled(const double *zl, const double *zr, const double *p, double *r, void *user)
{
    const coldae_implicit *q = user;
    return q->coupled(zl, zr, p, r, q->user);
}

static int embedded_dcoupled(const double *zl, const double *zr, const double *p, double *dr, void *user)
{
    const coldae_implicit *q = user;
    return q->dcoupled(zl, zr, p, dr, q->user);
}

static int embedded_guess(double t, double *z, double *y, double *dmu, void *user)
{
    const coldae_implicit *q = user;
    int code = q->guess(t, z, dmu, q->user);
    for (int i = q->n_explicit; i < q->n; i++)
        y[i - q->n_explicit] = dmu[i];
    return code;
}

void coldae_implicit_init(coldae_implicit *problem)
{
    memset(problem, 0, sizeof *problem);
    problem->right = 1;
}

static coldae_status check(const coldae_implicit *q, cd_report *report)
{
    if (!q)
        return cd_say(report, COLDAE_ERR_INVALID, "problem is NULL");
    if (q->n < 1 || q->n > 30000)
        return cd_say(report, COLDAE_ERR_INVALID, "problem.n = %d: must be in [1, 30000]", q->n);
    if (q->n_explicit < 0 || q->n_explicit > q->n)
        return cd_say(report, COLDAE_ERR_INVALID, "problem.n_explicit = %d: must be in [0, n] = [0, %d]",
                      q->n_explicit, q->n);
    if (q->n_param < 0 || q->n_param > 30000)
        return cd_say(report, COLDAE_ERR_INVALID, "problem.n_param = %d: must be in [0, 30000]", q->n_param);
    if (!q->residual)
        return cd_say(report, COLDAE_ERR_INVALID, "problem.residual is NULL: there are no equations");
    return COLDAE_OK;
}

static coldae_problem embed(const coldae_implicit *q, const int *order)
{
    return (coldae_problem){.n_diff = q->n,
                            .n_alg = q->n - q->n_explicit,
                            .n_param = q->n_param,
                            .order = order,
                            .left = q->left,
                            .right = q->right,
                            .n_side = q->n_side,
                            .zeta = q->zeta,
                            .n_coupled = q->n_coupled,
                            .linear = q->linear,
                            .f = embedded_f,
                            .df = q->dresidual ? embedded_df : NULL,
                            .g = q->g ? embedded_g : NULL,
                            .dg = q->dg ? embedded_dg : NULL,
                            .coupled = q->coupled ? embedded_coupled : NULL,
                            .dcoupled = q->dcoupled ? embedded_dcoupled : NULL,
                            .guess = q->guess ? embedded_guess : NULL,
                            .param_guess = q->param_guess,
                            .user = (void *)q}; /* the callbacks only read it */
}

coldae_status coldae_solve_implicit(const coldae_implicit *q, const coldae_options *options,
                                    coldae_solution **solution, coldae_info *info)
{
    cd_report report = {{0}};
    cd_memory unlimited = {0};
    cd_arena arena = {0};
    coldae_status status = check(q, &report);
    if (status == COLDAE_OK) {
        (void)cd_arena_take(&arena, (size_t)q->n, sizeof(int));
        status = cd_arena_create(&unlimited, &arena);
        if (status != COLDAE_OK)
            (void)cd_no_memory(&unlimited, &arena, 0, &report);
    }
    if (status != COLDAE_OK) {
        if (solution)
            *solution = NULL;
        if (info) {
            memset(info, 0, sizeof *info);
            memcpy(info->message, report.text, sizeof info->message);
        }
        return status;
    }
    int *order = cd_arena_take(&arena, (size_t)q->n, sizeof(int));
    for (int i = 0; i < q->n; i++)
        order[i] = 1;
    coldae_problem embedded = embed(q, order);
    status = coldae_solve(&embedded, options, solution, info);
    cd_arena_release(&unlimited, &arena);
    return status;
}
