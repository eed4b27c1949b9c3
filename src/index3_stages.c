/* index3_stages.c - one step of Radau IIA: solve the stages, estimate the error */
#include <float.h>
#include <math.h>
#include <string.h>

#include "index3_stages.h"

static const double FIRST_CONTRACTION = 1e-3; /* assumed before two corrections were seen */
static const double LEAST_REMAINING = 0.025;  /* a shorter step before this one proves no more */
static const double DIVERGENT = 0.99;         /* a contraction above this does not converge */
static const double SMALLEST_ERROR = 1e-10;
static const double AFTER_DIVERGENCE = 0.5;

void cd_index3_stages_layout(cd_arena *arena, int structure, cd_index3_stages *s)
{
    size_t n = (size_t)s->gate.n, n_v = (size_t)s->gate.n_v, all = n * (size_t)s->radau.s;
    cd_index3_linear_layout(arena, &s->gate, &s->radau, structure, &s->linear);
    s->x = cd_take_doubles(arena, n);
    s->r = cd_take_doubles(arena, n);
    s->mass = cd_take_doubles(arena, n_v * n_v);
    s->inverse = cd_take_doubles(arena, n);
    s->z = cd_take_doubles(arena, all);
    s->w = cd_take_doubles(arena, all);
    s->residual = cd_take_doubles(arena, all);
    s->slope = cd_take_doubles(arena, all);
    s->weight = cd_take_doubles(arena, n);
    s->stage = cd_take_doubles(arena, n);
    s->stage_mass = cd_take_doubles(arena, n_v * n_v);
    s->error = cd_take_doubles(arena, n);
    s->z_old = cd_take_doubles(arena, all);
}

/* y[n, 3] = x[n, 3] a^T */
static void transform_three(int n, const double *a, const double *x, double *y)
{
    const double *p = x, *q = x + n, *r = q + n;
    double *to = y, *second = y + n, *third = second + n;
    for (int l = 0; l < n; l++) {
        double x0 = p[l], x1 = q[l], x2 = r[l];
        to[l] = a[0] * x0 + a[3] * x1 + a[6] * x2;
        second[l] = a[1] * x0 + a[4] * x1 + a[7] * x2;
        third[l] = a[2] * x0 + a[5] * x1 + a[8] * x2;
    }
}

/* y[n, s] = x[n, s] a^T, a[s, s] */
static void transform(int n, int s, const double *a, const double *x, double *y)
{
    if (s == 3) {
        transform_three(n, a, x, y);
        return;
    }
    for (int i = 0; i < s; i++) {
        double *to = y + (ptrdiff_t)i * n;
        for (int l = 0; l < n; l++)
            to[l] = a[i] * x[l];
        for (int j = 1; j < s; j++)
            for (int l = 0; l < n; l++)
                to[l] += a[i + s * j] * x[l + (ptrdiff_t)j * n];
    }
}

/* Z from the polynomial of the last step continued, W = T^-1 Z; zero at the first step. */
static void predict(cd_index3_stages *s, double h)
{
    const cd_radau *r = &s->radau;
    double l[CD_RADAU_MOST], a[CD_RADAU_SQUARE];
    int n = s->gate.n, m = r->s;
    if (!(s->h_old > 0)) {
        memset(s->z, 0, (size_t)n * (size_t)m * sizeof(double));
        memset(s->w, 0, (size_t)n * (size_t)m * sizeof(double));
        return;
    }
    for (int i = 0; i < m; i++) { /* Z_i = P(1 + c_i h/h_old) - P(1) */
        cd_radau_interpolate(r, 1 + r->c[i] * h / s->h_old, l);
        for (int j = 0; j < m; j++)
            a[i + m * j] = l[j] - (j == m - 1);
    }
    transform(n, m, a, s->z_old, s->z);
    transform(n, m, r->t_inverse, s->z, s->w);
}

/* y[n_v] -= M x */
static void subtract_mass(int n_v, const double *m, const double *x, double *y)
{
    for (int j = 0; j < n_v; j++)
        for (int i = 0; i < n_v; i++)
            y[i] -= m[i + (ptrdiff_t)j * n_v] * x[j];
}

/* residual_i = (f - Zu', k - M Zv', g) at stage i */
static coldae_status find_residual(cd_index3_stages *s, double h, int i)
{
    const coldae_index3_problem *problem = s->gate.problem;
    int n = s->gate.n, n_u = s->gate.n_u, n_v = s->gate.n_v;
    const double *z = s->z + (ptrdiff_t)i * n, *slope = s->slope + (ptrdiff_t)i * n;
    double *to = s->residual + (ptrdiff_t)i * n,
           t = i + 1 < s->radau.s ? s->t + s->radau.c[i] * h : s->t_next;
    for (int l = 0; l < n; l++)
        s->stage[l] = s->x[l] + z[l];
    CD_TRY(cd_index3_gate_all(&s->gate, t, s->stage, to));
    for (int l = 0; l < (problem->mass ? n_u : n_u + n_v); l++)
        to[l] -= slope[l];
    if (!problem->mass)
        return COLDAE_OK;
    if (!problem->mass_is_constant)
        CD_TRY(cd_index3_gate_mass(&s->gate, t, s->stage, s->stage_mass));
    subtract_mass(n_v, problem->mass_is_constant ? s->mass : s->stage_mass, slope + n_u, to + n_u);
    return COLDAE_OK;
}

/* What an entry of x counts: 1/scale; v h times and lambda h^2 times less at index 3, lambda h times at index 2,
 * because their errors grow by these powers of 1/h.                                                          VII.4,
 * IV.8 */
static void find_weights(cd_index3_stages *s, double h)
{
    int n_u = s->gate.n_u, n_uv = n_u + s->gate.n_v, index = s->gate.index;
    double for_v = index == 3 ? h : 1, for_lambda = index == 3 ? h * h : index == 2 ? h : 1;
    for (int i = 0; i < s->gate.n; i++)
        s->weight[i] = s->inverse[i] * (i < n_u ? 1 : i < n_uv ? for_v : for_lambda);
}

static double sum_of_squares(int n, const double *weight, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double q = x[i] * weight[i];
        sum += q * q;
    }
    return sum;
}

/* One Newton correction: residual -> dW.  Returns its norm. */
static coldae_status correct(cd_index3_stages *s, double h, double *norm)
{
    int n = s->gate.n, stages = s->radau.s, n_real = s->radau.n_real;
    double sum = 0, b[CD_RADAU_SQUARE], *d = s->z; /* Z is not needed until it is computed anew */
    for (int i = 0; i < stages * stages; i++)
        b[i] = s->radau.b[i] / h;
    transform(n, stages, b, s->z, s->slope);
    for (int i = 0; i < stages; i++)
        CD_TRY(find_residual(s, h, i));
    transform(n, stages, s->radau.t_inverse, s->residual, d);
    if (n_real)
        cd_index3_linear_solve(&s->linear, &s->radau, h, d);
    for (int p = 0; p < s->radau.n_pair; p++) {
        double *re = d + (ptrdiff_t)n * (n_real + 2 * p);
        cd_index3_linear_solve_pair(&s->linear, &s->radau, h, p, re, re + n);
    }
    for (int i = 0; i < stages; i++)
        sum += sum_of_squares(n, s->weight, d + (ptrdiff_t)i * n);
    for (ptrdiff_t l = 0; l < (ptrdiff_t)n * stages; l++)
        s->w[l] += d[l];
    transform(n, stages, s->radau.t, s->w, s->z);
    *norm = sqrt(sum / (n * stages));
    return COLDAE_OK;
}

/* Is it converging fast enough?  Sets contraction and remaining; shrink if not. */
static int is_promising(cd_index3_stages *s, double norm, double last_norm, double *last_ratio)
{
    double ratio = norm / last_norm;
    int left = s->max_iterations - 1 - s->iterations;
    s->contraction = s->iterations == 2 ? ratio : sqrt(ratio * *last_ratio);
    *last_ratio = ratio;
    s->shrink = AFTER_DIVERGENCE;
    if (!(s->contraction < DIVERGENT))
        return 0;
    s->remaining = s->contraction / (1 - s->contraction);
    double expected = s->remaining * norm * pow(s->contraction, left) / s->newton_tol;
    if (!(expected >= 1))
        return 1;
    s->shrink = 0.8 * pow(fmax(1e-4, fmin(20, expected)), -1.0 / (4 + left));
    return 0;
}

coldae_status cd_index3_stages_solve(cd_index3_stages *s, double h)
{
    double norm = 0, last_norm = 0, last_ratio = 0;
    s->remaining = fmax(pow(s->remaining, 0.8), LEAST_REMAINING);
    s->contraction = FIRST_CONTRACTION;
    s->shrink = AFTER_DIVERGENCE;
    find_weights(s, h);
    predict(s, h);
    for (s->iterations = 1; s->iterations <= s->max_iterations; s->iterations++) {
        s->n_newton++;
        CD_TRY(correct(s, h, &norm));
        if (!isfinite(norm))
            return CD_DIVERGED;
        if (s->iterations > 1 && s->iterations < s->max_iterations &&
            !is_promising(s, norm, last_norm, &last_ratio))
            return CD_DIVERGED;
        if (s->remaining * norm <= s->newton_tol)
            return COLDAE_OK;
        last_norm = fmax(norm, DBL_EPSILON / 2);
    }
    return CD_DIVERGED;
}

/* error <- (real/h M - J)^-1 (r + M/h sum_j e_j Z_j), defect = the sum already times M/h */
static void filter(cd_index3_stages *s, double h, const double *r, const double *defect)
{
    for (int i = 0; i < s->gate.n; i++)
        s->error[i] = r[i] + defect[i];
    cd_index3_linear_solve(&s->linear, &s->radau, h, s->error);
}

coldae_status cd_index3_stages_estimate(cd_index3_stages *s, double h, int again, double *err)
{
    int n = s->gate.n, n_u = s->gate.n_u, n_v = s->gate.n_v, stages = s->radau.s;
    double *defect = s->residual; /* [n] */
    memset(defect, 0, (size_t)n * sizeof(double));
    for (int j = 0; j < stages; j++)
        for (int i = 0; i < n_u + n_v; i++)
            defect[i] += s->radau.e[j] / h * s->z[i + (ptrdiff_t)j * n];
    if (s->linear.has_mass) {
        for (int i = 0; i < n_v; i++) {
            s->slope[i] = -defect[n_u + i];
            defect[n_u + i] = 0;
        }
        subtract_mass(n_v, s->mass, s->slope, defect + n_u);
    }
    filter(s, h, s->r, defect);
    *err = fmax(sqrt(sum_of_squares(n, s->weight, s->error) / n), SMALLEST_ERROR);
    if (!again || *err < 1)
        return COLDAE_OK;
    for (int i = 0; i < n; i++)
        s->stage[i] = s->x[i] + s->error[i];
    CD_TRY(cd_index3_gate_all(&s->gate, s->t, s->stage, s->error));
    filter(s, h, s->error, defect);
    *err = fmax(sqrt(sum_of_squares(n, s->weight, s->error) / n), SMALLEST_ERROR);
    return COLDAE_OK;
}

void cd_index3_stages_rate(const cd_index3_stages *s, double h, double *rate)
{
    int n = s->gate.n, n_u = s->gate.n_u, n_v = s->gate.n_v, stages = s->radau.s;
    memset(rate, 0, (size_t)n_v * sizeof(double));
    for (int j = 0; j < stages; j++)
        for (int i = 0; i < n_v; i++)
            rate[i] += s->radau.b[stages - 1 + stages * j] / h * s->z[n_u + i + (ptrdiff_t)j * n];
}
