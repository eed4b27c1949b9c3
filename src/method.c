/* method.c - defaults, and what is fixed for a solve: sizes, points, tolerances */
#include <float.h>
#include <math.h>
#include <string.h>

#include "method.h"
#include "sizes.h"

void coldae_problem_init(coldae_problem *problem)
{
    memset(problem, 0, sizeof *problem);
    problem->right = 1;
}

void coldae_options_init(coldae_options *options)
{
    memset(options, 0, sizeof *options);
    options->tol = 1e-6;
    options->points = COLDAE_GAUSS;
    options->projection = COLDAE_PROJECT_AUTO;
    options->consistency = 1;
    options->rank_kappa = 1e-2;
    options->n_intervals = 5;
    options->max_intervals = 10000;
    options->adapt = COLDAE_ADAPT;
    options->mesh_on_projected = 1;
    options->newton = COLDAE_NEWTON_DAMPED;
    options->max_iterations = 40;
    options->n_threads = 1;
    options->start_coarsen = 1;
}

/* The lowest derivative order m_i - l of the controlled components: their errors are of order k + this. */
static int lowest_smoothing(const coldae_problem *p, const coldae_options *o, int max_order)
{
    int lowest = max_order, at = 0;
    for (int i = 0; i < p->n_diff; i++)
        for (int l = 0; l < p->order[i]; l++, at++)
            if (!o->tol_z || o->tol_z[at] > 0)
                lowest = cd_min_int(lowest, p->order[i] - l);
    return lowest;
}

/* k from the tolerance: one more point for each two digits, one less for each order of smoothing above two; above
 * max m_i, or the local error term does not dominate and the mesh selection is blind. */
static int choose_points(double tightest, int max_order, int smoothing)
{
    int k = (int)lround(-log10(tightest) / 2.0 + 2.0) - cd_max_int(0, smoothing - 2);
    k = cd_min_int(cd_max_int(k, 3), 8);
    return cd_min_int(cd_max_int(k, max_order + 1), CD_MAX_POINTS);
}

void cd_method_layout(cd_arena *arena, cd_method *m)
{
    const cd_dims *d = &m->dims;
    m->order = cd_arena_take(arena, (size_t)d->n_diff, sizeof(int));
    m->offset = cd_arena_take(arena, (size_t)d->n_diff, sizeof(int));
    m->tol = cd_take_doubles(arena, (size_t)d->mstar);
    m->kept = cd_take_doubles(arena, (size_t)(m->problem->n_side + m->options.n_fixed + 2));
    cd_tables_layout_basis(arena, m->options.points, d->k, d->max_order, &m->basis);
}

/* Two points that only rounding separates (0.3 and 0.1 + 0.2) are one. */
static int are_apart(const coldae_problem *p, double a, double b)
{
    return b - a > 4 * DBL_EPSILON * fmax(fabs(b), p->right - p->left);
}

/* Merge two increasing lists of points between left and right into kept, without repetitions.  Of points that are one
 * the end stays, or the fixed one: a side condition moves to the nearest mesh point. */
static void merge_kept(const coldae_problem *p, const coldae_options *o, cd_method *m)
{
    int n = 0, f = 0, l = 0, firm = 1; /* the last one may not be replaced */
    m->kept[n++] = p->left;
    while (f < o->n_fixed || l < p->n_side) {
        int fixed = l >= p->n_side || (f < o->n_fixed && o->fixed[f] <= p->zeta[l]);
        double next = fixed ? o->fixed[f++] : p->zeta[l++];
        if (are_apart(p, m->kept[n - 1], next))
            m->kept[n++] = next;
        else if (fixed && !firm)
            m->kept[n - 1] = next;
        else
            continue;
        firm = fixed;
    }
    if (n > 1 && !are_apart(p, m->kept[n - 1], p->right))
        m->kept[n - 1] = p->right;
    else
        m->kept[n++] = p->right;
    m->n_kept = n;
}

void cd_method_derive(const coldae_problem *p, const coldae_options *o, cd_method *m)
{
    int mstar = 0, max_order = 1;
    for (int i = 0; i < p->n_diff; i++) {
        mstar += p->order[i];
        max_order = cd_max_int(max_order, p->order[i]);
    }
    double tightest = o->tol_z ? 1 : o->tol; /* entries of tol_z are below 1 */
    for (int i = 0; o->tol_z && i < mstar; i++)
        if (o->tol_z[i] > 0)
            tightest = fmin(tightest, o->tol_z[i]);
    int k =
        o->n_points > 0 ? o->n_points : choose_points(tightest, max_order, lowest_smoothing(p, o, max_order));
    memset(m, 0, sizeof *m);
    m->problem = p;
    m->options = *o;
    m->options.n_threads = cd_min_int(o->n_threads, CD_MOST_THREADS);
    m->tightest = tightest;
    m->n_border = p->n_param + p->n_coupled;
    m->dims = (cd_dims){.n_diff = p->n_diff,
                        .n_alg = p->n_alg,
                        .n_param = p->n_param,
                        .n_eq = p->n_diff + p->n_alg,
                        .mstar = mstar,
                        .max_order = max_order,
                        .k = k,
                        .n_local = k * (p->n_diff + p->n_alg)};
}

coldae_status cd_method_fill(cd_report *report, cd_method *m)
{
    const coldae_problem *p = m->problem;
    const coldae_options *o = &m->options;
    for (int i = 0, at = 0; i < p->n_diff; at += p->order[i++]) {
        m->order[i] = p->order[i];
        m->offset[i] = at;
    }
    for (int i = 0; i < m->dims.mstar; i++)
        m->tol[i] = o->tol_z ? o->tol_z[i] : o->tol;
    m->dims.order = m->order;
    m->dims.offset = m->offset;
    m->dims.usual = cd_usual_size(&m->dims);
    cd_tables_basis(&m->basis);
    merge_kept(p, o, m);
    if (o->n_intervals < m->n_kept - 1 && o->max_intervals < m->n_kept - 1)
        return cd_say(
            report, COLDAE_ERR_INVALID,
            "options.max_intervals = %d: fixed and side-condition points alone need %d subintervals",
            o->max_intervals, m->n_kept - 1);
    return COLDAE_OK;
}

coldae_status cd_method_create(const coldae_problem *p, const coldae_options *o, cd_memory *memory,
                               cd_report *report, cd_method *m)
{
    cd_method_derive(p, o, m);
    cd_method_layout(&m->arena, m);
    if (cd_arena_create_raw(memory, &m->arena) != COLDAE_OK)
        return cd_no_memory(memory, &m->arena, 0, report);
    cd_method_layout(&m->arena, m);
    return cd_method_fill(report, m);
}

void cd_method_release(cd_memory *memory, cd_method *m)
{
    cd_arena_release(memory, &m->arena);
}
