/* solution.c - the opaque result: outlives the problem; evaluate, mesh, errors, free */
#include <string.h>

#include "solution.h"
#include "tables.h"

/* The struct stands first: one block. */
static void layout(cd_arena *arena, int points, int n, coldae_solution *s)
{
    (void)cd_arena_take(arena, 1, sizeof *s);
    s->order = cd_arena_take(arena, (size_t)s->dims.n_diff, sizeof(int));
    s->offset = cd_arena_take(arena, (size_t)s->dims.n_diff, sizeof(int));
    s->error = cd_take_doubles(arena, (size_t)s->dims.mstar);
    cd_tables_layout_basis(arena, points, s->dims.k, s->dims.max_order, &s->basis);
    cd_piecewise_layout(arena, &s->dims, &s->basis, n, &s->u);
}

/* With everything but the basis, if that is not constant. */
static coldae_solution *create(const cd_dims *dims, const int *orders, int points, int n)
{
    cd_memory unlimited = {0};
    cd_arena arena = {0};
    coldae_solution sizes = {.dims = *dims};
    sizes.dims.mstar = 0;
    sizes.dims.max_order = 1;
    for (int i = 0; i < dims->n_diff; i++) {
        sizes.dims.mstar += orders[i];
        sizes.dims.max_order = cd_max_int(sizes.dims.max_order, orders[i]);
    }
    sizes.dims.n_eq = dims->n_diff + dims->n_alg;
    sizes.dims.n_local = dims->k * sizes.dims.n_eq;
    layout(&arena, points, n, &sizes);
    if (cd_arena_create_raw(&unlimited, &arena) != COLDAE_OK)
        return NULL;
    coldae_solution *s = (void *)arena.base;
    *s = sizes;
    layout(&arena, points, n, s);
    for (int i = 0, at = 0; i < dims->n_diff; at += orders[i++]) {
        s->order[i] = orders[i];
        s->offset[i] = at;
    }
    s->dims.order = s->order;
    s->dims.offset = s->offset;
    return s;
}

coldae_solution *cd_solution_create(const cd_dims *dims, const int *orders, int points, int n)
{
    coldae_solution *s = create(dims, orders, points, n);
    if (s)
        cd_tables_basis(&s->basis);
    return s;
}

coldae_status cd_solution_take(const cd_piecewise *u, const double *error, coldae_solution **solution)
{
    coldae_solution *s = create(u->dims, u->dims->order, u->basis->points, u->n);
    *solution = s;
    if (!s)
        return COLDAE_ERR_MEMORY;
    if (s->basis.rho != u->basis->rho) /* else both are the same constants */
        cd_basis_copy(u->basis, &s->basis);
    cd_piecewise_copy(u, &s->u);
    memcpy(s->error, error, (size_t)s->dims.mstar * sizeof(double));
    return COLDAE_OK;
}

coldae_status cd_solution_fits(const coldae_solution *start, const coldae_problem *p, cd_report *report)
{
    const cd_dims *d = &start->dims;
    if (d->n_diff != p->n_diff || d->n_alg != p->n_alg)
        return cd_say(report, COLDAE_ERR_INVALID,
                      "options.start has n_diff = %d and n_alg = %d, but the problem has %d and %d",
                      d->n_diff, d->n_alg, p->n_diff, p->n_alg);
    for (int i = 0; i < p->n_diff; i++)
        if (d->order[i] != p->order[i])
            return cd_say(report, COLDAE_ERR_INVALID,
                          "options.start has order[%d] = %d, but the problem has %d", i, d->order[i],
                          p->order[i]);
    if (start->u.t[0] > p->left || start->u.t[start->u.n] < p->right)
        return cd_say(report, COLDAE_ERR_INVALID,
                      "options.start covers [%.17g, %.17g]: it must contain [left, right] = [%.17g, %.17g]",
                      start->u.t[0], start->u.t[start->u.n], p->left, p->right);
    return COLDAE_OK;
}

static int is_inside(const coldae_solution *s, double t)
{
    return s && t >= s->u.t[0] && t <= s->u.t[s->u.n]; /* false for NaN */
}

coldae_status coldae_solution_eval(const coldae_solution *s, double t, double *z, double *y)
{
    if (!is_inside(s, t))
        return COLDAE_ERR_INVALID;
    cd_piecewise_at(&s->u, t, z, s->dims.n_alg > 0 ? y : NULL, NULL);
    return COLDAE_OK;
}

coldae_status coldae_solution_eval_many(const coldae_solution *s, int n, const double *t, double *z,
                                        double *y)
{
    if (!s || n < 0 || (n > 0 && !t))
        return COLDAE_ERR_INVALID;
    for (int i = 0; i < n; i++)
        if (!is_inside(s, t[i]))
            return COLDAE_ERR_INVALID;
    for (size_t i = 0; i < (size_t)n; i++)
        CD_TRY(coldae_solution_eval(s, t[i], z ? z + i * (size_t)s->dims.mstar : NULL,
                                    y ? y + i * (size_t)s->dims.n_alg : NULL));
    return COLDAE_OK;
}

coldae_status coldae_solution_derivative(const coldae_solution *s, double t, double *dmu)
{
    if (!is_inside(s, t) || !dmu)
        return COLDAE_ERR_INVALID;
    cd_piecewise_at(&s->u, t, NULL, NULL, dmu);
    return COLDAE_OK;
}

int coldae_solution_mesh(const coldae_solution *s, const double **t)
{
    if (t)
        *t = s ? s->u.t : NULL;
    return s ? s->u.n : 0;
}

void coldae_solution_error(const coldae_solution *s, double *error_z)
{
    if (s && error_z)
        memcpy(error_z, s->error, (size_t)s->dims.mstar * sizeof(double));
}

const double *coldae_solution_param(const coldae_solution *s)
{
    return s && s->dims.n_param > 0 ? s->u.p : NULL;
}

static void set_if(int *to, int value)
{
    if (to)
        *to = value;
}

void coldae_solution_sizes(const coldae_solution *s, int *n_diff, int *n_alg, int *n_param, int *mstar,
                           int *n_points, const int **order)
{
    static const cd_dims NONE = {0};
    const cd_dims *d = s ? &s->dims : &NONE;
    set_if(n_diff, d->n_diff);
    set_if(n_alg, d->n_alg);
    set_if(n_param, d->n_param);
    set_if(mstar, d->mstar);
    set_if(n_points, d->k);
    if (order)
        *order = d->order;
}

void coldae_solution_free(coldae_solution *s)
{
    cd_deallocate(s);
}
