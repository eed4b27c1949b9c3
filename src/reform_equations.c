/* reform_equations.c - f and df of the new problem
 *
 *     x^(m) = f(t, z, y) + D mu          or, first order, x^(j)' = x^(j+1) + D mu_j, x^(m-1)' = f + D mu_{m-1}
 *     phi'  = D mu                       (projected invariants II: z_1 = x + phi)
 *     u^(m) = R f                        (state space: x^(j) = P u^(j) + Q w_j)
 *         0 = sum_j alpha_jb g^(j)       block b = 0, 1, ..
 *                                        Ascher & Petzold (1991) sections 2, 3; (1993) sections 2.3, 3.3
 */
#include <math.h>
#include <string.h>

#include "differences.h"
#include "reform.h"

/* x^(j) = P u^(j) + Q w_j */
static void expand_state(const coldae_reform *r, const double *u, const double *w, double *z)
{
    int n = r->n, m = r->m, n_u = r->n_u, n_g = r->n_g;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double sum = 0;
            for (int k = 0; k < n_u; k++)
                sum += r->at.P[i + k * n] * u[k * m + j];
            for (int a = 0; a < n_g; a++)
                sum += r->at.Q[i + a * n] * w[j * n_g + a];
            z[i * m + j] = sum;
        }
}

void cd_reform_expand(const coldae_reform *r, const double *z_new, const double *y_new, double *z)
{
    if (r->plan.is_state) {
        expand_state(r, z_new, y_new + r->n_y, z);
        return;
    }
    memcpy(z, z_new, (size_t)r->mstar * sizeof(double));
    for (int i = 0; r->plan.is_shifted && i < r->n; i++)
        z[i * r->m] += z_new[r->mstar + i];
}

/* ---- f ----------------------------------------------------------------------------------------- */

/* The row of the new f whose left side is the derivative of x_i^(j), or of phi_i (j = m). */
static int row_of(const coldae_reform *r, int i, int j)
{
    if (j == r->m)
        return (r->plan.first_order ? r->n * r->m : r->n) + i;
    return r->plan.first_order ? i * r->m + j : i;
}

/* Differential equations without mu: from z and x^(m) = v. */
static void put_rates(const coldae_reform *r, const double *z_new, const double *v, double *f)
{
    int m = r->m, n = r->plan.is_state ? r->n_u : r->n;
    for (int i = 0; i < n; i++) {
        double top = 0;
        for (int l = 0; r->plan.is_state && l < r->n; l++)
            top += r->at.R[i + l * r->n_u] * v[l];
        f[row_of(r, i, m - 1)] = r->plan.is_state ? top : v[i];
        for (int j = 0; r->plan.first_order && j < m - 1; j++)
            f[i * m + j] = z_new[i * m + j + 1];
    }
}

/* .. + D mu */
static void add_multipliers(const coldae_reform *r, const double *D, const double *mu, double *f)
{
    for (int b = 0; b < r->plan.n_mu; b++)
        for (int i = 0; i < r->n; i++)
            for (int a = 0; a < r->n_g; a++)
                f[row_of(r, i, r->plan.target[b])] += D[i + a * r->n] * mu[b * r->n_g + a];
}

/* Does a block of constraints contain g^(j)? */
static int is_used(const cd_reform_plan *plan, int j)
{
    for (int b = 0; b < plan->n_blocks; b++)
        if (plan->alpha[j + (plan->s + 1) * b] != 0)
            return 1;
    return 0;
}

static int put_constraints(const coldae_reform *r, double t, const double *z, const double *y,
                           const double *p, cd_reform_work *w, double *f)
{
    const cd_reform_plan *plan = &r->plan;
    for (int j = 0; j <= plan->s; j++) {
        if (!is_used(plan, j))
            continue;
        int code = cd_reform_g(r, j, t, z, y, p, w->g);
        if (code != 0)
            return code;
        for (int b = 0; b < plan->n_blocks; b++)
            for (int a = 0; a < r->n_g; a++)
                f[r->n_diff_new + b * r->n_g + a] += plan->alpha[j + (plan->s + 1) * b] * w->g[a];
    }
    return 0;
}

static int evaluate(const coldae_reform *r, double t, const double *z_new, const double *y_new,
                    const double *p, cd_reform_work *w, double *f)
{
    cd_reform_expand(r, z_new, y_new, w->z);
    int code = cd_reform_f(r, t, w->z, y_new, p, w->f);
    if (code != 0)
        return code;
    put_rates(r, z_new, w->f, f);
    if (r->plan.n_mu > 0) {
        code = cd_reform_D(r, t, w->z, y_new, p, w, w->D);
        add_multipliers(r, w->D, y_new + r->n_y, f);
    }
    return code ? code : put_constraints(r, t, w->z, y_new, p, w, f);
}

int cd_reform_new_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    const coldae_reform *r = user;
    cd_reform_work *w = cd_reform_borrow(r, 0);
    int code = evaluate(r, t, z, y, p, w, f);
    cd_reform_return(r, w);
    return code;
}

/* ---- df ---------------------------------------------------------------------------------------- */

/* Add factor * (a derivative by original z_c) to row `row` of df: the chain rule. */
static void add_by_z(const coldae_reform *r, int c, double slope, double *df, int rows)
{
    int n = r->n, m = r->m, i = c / m, j = c % m, n_g = r->n_g;
    double *by_y = df + (size_t)r->mstar_new * (size_t)rows;
    if (!r->plan.is_state) {
        df[(size_t)c * (size_t)rows] += slope;
        if (r->plan.is_shifted && j == 0)
            df[(size_t)(r->mstar + i) * (size_t)rows] += slope;
        return;
    }
    for (int k = 0; k < r->n_u; k++)
        df[(size_t)(k * m + j) * (size_t)rows] += slope * r->at.P[i + k * n];
    for (int a = 0; a < n_g; a++)
        by_y[(size_t)(r->n_y + j * n_g + a) * (size_t)rows] += slope * r->at.Q[i + a * n];
}

/* Add factor * J(row of J) to a row of df (df points at it). */
static void add_row(const coldae_reform *r, double factor, const double *J, int ld, double *df, int rows)
{
    if (factor == 0)
        return;
    double *by_y = df + (size_t)r->mstar_new * (size_t)rows;
    double *by_p = by_y + (size_t)r->n_alg_new * (size_t)rows;
    for (int c = 0; c < r->mstar; c++) {
        double slope = J[(size_t)c * (size_t)ld];
        if (slope != 0)
            add_by_z(r, c, factor * slope, df, rows);
    }
    for (int a = 0; a < r->n_y; a++)
        by_y[(size_t)a * (size_t)rows] += factor * J[(size_t)(r->mstar + a) * (size_t)ld];
    for (int c = 0; c < r->n_param; c++)
        by_p[(size_t)c * (size_t)rows] += factor * J[(size_t)(r->mstar + r->n_y + c) * (size_t)ld];
}

static int put_rate_slopes(const coldae_reform *r, double t, const double *y, const double *p,
                           cd_reform_work *w, double *df, int rows)
{
    int m = r->m, n = r->plan.is_state ? r->n_u : r->n;
    int code = cd_reform_df(r, t, w->z, y, p, w, w->J);
    for (int i = 0; i < n; i++) {
        double *row = df + row_of(r, i, m - 1);
        for (int l = 0; r->plan.is_state && l < r->n; l++)
            add_row(r, r->at.R[i + l * r->n_u], w->J + l, r->n, row, rows);
        if (!r->plan.is_state)
            add_row(r, 1, w->J + i, r->n, row, rows);
        for (int j = 0; r->plan.first_order && j < m - 1; j++)
            df[(size_t)(i * m + j) + (size_t)(i * m + j + 1) * (size_t)rows] = 1;
    }
    return code;
}

/* d(D mu): D by mu exactly; D by z and p by differences of D, unless mu = 0 or D does not depend on them. */
static int put_multiplier_slopes(const coldae_reform *r, double t, const double *y, const double *p,
                                 cd_reform_work *w, double *df, int rows)
{
    int n_g = r->n_g, n = r->n, size = r->plan.n_mu * n_g, rest = 0;
    const double *mu = y + r->n_y;
    int code = cd_reform_D(r, t, w->z, y, p, w, w->D);
    for (int b = 0; b < size; b++) {
        double *column = df + (size_t)(r->mstar_new + r->n_y + b) * (size_t)rows;
        for (int i = 0; i < n; i++)
            column[row_of(r, i, r->plan.target[b / n_g])] += w->D[i + (b % n_g) * n];
        rest |= mu[b] != 0;
    }
    for (int c = 0; c < r->mstar && rest && !r->in.linear && code == 0; c++) {
        double keep = w->z[c], step = cd_one_sided_step(keep);
        volatile double moved = keep + step;
        w->z[c] = moved;
        code = cd_reform_D(r, t, w->z, y, p, w, w->D2);
        w->z[c] = keep;
        for (int b = 0; b < size; b++)
            for (int i = 0; i < n; i++)
                add_by_z(r, c, (w->D2[i + (b % n_g) * n] - w->D[i + (b % n_g) * n]) / (moved - keep) * mu[b],
                         df + row_of(r, i, r->plan.target[b / n_g]), rows);
    }
    return code;
}

static int put_constraint_slopes(const coldae_reform *r, double t, const double *y, const double *p,
                                 cd_reform_work *w, double *df, int rows)
{
    const cd_reform_plan *plan = &r->plan;
    for (int j = 0; j <= plan->s; j++) {
        if (!is_used(plan, j))
            continue;
        int code = cd_reform_dg(r, j, t, w->z, y, p, w, w->J);
        if (code != 0)
            return code;
        for (int b = 0; b < plan->n_blocks; b++)
            for (int a = 0; a < r->n_g; a++)
                add_row(r, plan->alpha[j + (plan->s + 1) * b], w->J + a, r->n_g,
                        df + r->n_diff_new + b * r->n_g + a, rows);
    }
    return 0;
}

int cd_reform_new_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    const coldae_reform *r = user;
    cd_reform_work *w = cd_reform_borrow(r, 0);
    int rows = r->n_diff_new + r->n_alg_new;
    cd_reform_expand(r, z, y, w->z);
    int code = put_rate_slopes(r, t, y, p, w, df, rows);
    if (code == 0 && r->plan.n_mu > 0)
        code = put_multiplier_slopes(r, t, y, p, w, df, rows);
    if (code == 0)
        code = put_constraint_slopes(r, t, y, p, w, df, rows);
    cd_reform_return(r, w);
    return code;
}
