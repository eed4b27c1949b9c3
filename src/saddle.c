/* saddle.c - the matrix [M -k_lambda; C 0] of constraints and their forces */
#include <math.h>
#include <string.h>

#include "lu.h"
#include "saddle.h"

static const double LOST = 1e-15; /* a pivot this much smaller than its column is rounding */

void cd_saddle_layout(cd_arena *arena, const cd_index3_gate *gate, cd_saddle *s)
{
    s->n_v = gate->n_v;
    s->n_l = gate->n_l;
    s->has_mass = gate->problem->mass != NULL;
    size_t n_v = (size_t)s->n_v, n_l = (size_t)s->n_l;
    s->order = gate->index < 2 ? 0 : s->has_mass ? s->n_v + s->n_l : s->n_l;
    s->matrix = cd_take_doubles(arena, (size_t)s->order * (size_t)s->order);
    s->pivot = cd_arena_take(arena, (size_t)s->order, sizeof(int));
    s->column = cd_take_doubles(arena, (size_t)s->order);
    s->c = cd_take_doubles(arena, n_l * n_v);
    s->k_lambda = cd_take_doubles(arena, n_l * n_v);
    s->x = cd_take_doubles(arena, n_v + n_l);
}

/* C = g_u f_v, g_u (index 3, u' = v) or g_v (index 2) */
static void find_c(const cd_saddle *s, const cd_index3_gate *gate, const cd_index3_jacobian *d)
{
    int n_l = s->n_l, n_v = s->n_v, n_u = gate->n_u;
    if (gate->index == 2 || !gate->problem->f) {
        const double *from = d->dg + (gate->index == 2 ? (ptrdiff_t)n_l * n_u : 0);
        memcpy(s->c, from, (size_t)n_l * (size_t)n_v * sizeof(double));
        return;
    }
    memset(s->c, 0, (size_t)n_l * (size_t)n_v * sizeof(double));
    for (int j = 0; j < n_v; j++)
        for (int a = 0; a < n_u; a++) {
            double f_v = d->df[a + (ptrdiff_t)(n_u + j) * n_u];
            for (int i = 0; i < n_l; i++)
                s->c[i + (ptrdiff_t)j * n_l] += d->dg[i + (ptrdiff_t)a * n_l] * f_v;
        }
}

/* Largest entries of the columns of the matrix. */
static void find_columns(const cd_saddle *s)
{
    for (int j = 0; j < s->order; j++) {
        s->column[j] = 0;
        for (int i = 0; i < s->order; i++)
            s->column[j] = fmax(s->column[j], fabs(s->matrix[i + (ptrdiff_t)j * s->order]));
    }
}

/* C k_lambda */
static void put_schur(const cd_saddle *s)
{
    int n_l = s->n_l;
    memset(s->matrix, 0, (size_t)n_l * (size_t)n_l * sizeof(double));
    for (int j = 0; j < n_l; j++)
        for (int v = 0; v < s->n_v; v++) {
            double x = s->k_lambda[v + (ptrdiff_t)j * s->n_v];
            for (int i = 0; i < n_l; i++)
                s->matrix[i + (ptrdiff_t)j * n_l] += s->c[i + (ptrdiff_t)v * n_l] * x;
        }
}

static void put_all(const cd_saddle *s, const double *mass)
{
    int n_l = s->n_l, n_v = s->n_v, order = n_l + n_v;
    double *a = s->matrix;
    for (int j = 0; j < n_v; j++) {
        memcpy(a + (ptrdiff_t)j * order, mass + (ptrdiff_t)j * n_v, (size_t)n_v * sizeof(double));
        memcpy(a + (ptrdiff_t)j * order + n_v, s->c + (ptrdiff_t)j * n_l, (size_t)n_l * sizeof(double));
    }
    for (int j = 0; j < n_l; j++) {
        double *column = a + (ptrdiff_t)(n_v + j) * order;
        for (int i = 0; i < n_v; i++)
            column[i] = -s->k_lambda[i + (ptrdiff_t)j * n_v];
        memset(column + n_v, 0, (size_t)n_l * sizeof(double));
    }
}

void cd_saddle_factor(cd_saddle *s, const cd_index3_gate *gate, const cd_index3_jacobian *d,
                      const double *mass)
{
    if (s->order == 0)
        return;
    memcpy(s->k_lambda, d->dk + (ptrdiff_t)s->n_v * (gate->n_u + s->n_v),
           (size_t)s->n_l * (size_t)s->n_v * sizeof(double));
    find_c(s, gate, d);
    if (s->has_mass)
        put_all(s, mass);
    else
        put_schur(s);
    find_columns(s);
    double smallest = cd_lu_factor(s->order, s->matrix, s->pivot);
    s->best = fmax(s->best, smallest);
    s->regular = smallest > 0 ? smallest / s->best : 0;
    for (int j = 0; j < s->order && s->regular > 0; j++)
        s->regular = fmin(s->regular, cd_lu_pivot(s->order, s->matrix, j) / s->column[j]);
    if (!(s->regular > LOST))
        s->regular = 0;
}

void cd_saddle_solve(const cd_saddle *s, double *x)
{
    int n_v = s->n_v, n_l = s->n_l;
    double *mu = x + n_v;
    if (s->has_mass) {
        cd_lu_solve(s->order, s->matrix, s->pivot, x);
        return;
    }
    for (int j = 0; j < n_v; j++) /* C k_lambda mu = b - C a,  dv = a + k_lambda mu */
        for (int i = 0; i < n_l; i++)
            mu[i] -= s->c[i + (ptrdiff_t)j * n_l] * x[j];
    cd_lu_solve(n_l, s->matrix, s->pivot, mu);
    for (int j = 0; j < n_l; j++)
        for (int i = 0; i < n_v; i++)
            x[i] += s->k_lambda[i + (ptrdiff_t)j * n_v] * mu[j];
}
