/* sweep.c - one mesh, group by group: values at the points, callbacks, condensation, projection, into the blocks
 *
 * A group writes only its own subintervals and the mesh points at their right ends (group 0 also the first one), so
 * groups may be worked on in any order and by several threads; what they share is read only.
 */
#include <math.h>
#include <string.h>

#include "sweep.h"
#include "vector.h"

void cd_scratch_layout(cd_arena *arena, const cd_method *m, cd_scratch *w)
{
    const cd_dims *d = &m->dims;
    size_t k = (size_t)d->k, ms = (size_t)d->mstar, na = (size_t)d->n_alg, ne = (size_t)d->n_eq;
    size_t points = k * CD_WIDTH, size = ne * (ms + na + (size_t)d->n_param),
           end = ms * (ms + (size_t)m->n_border);
    size_t nl = (size_t)d->n_local, group = cd_group_work(d), project = cd_project_work(d);
    w->t = cd_take_doubles(arena, points);
    w->z = cd_take_doubles(arena, ms * points);
    w->y = cd_take_doubles(arena, na * points);
    w->df = cd_take_doubles(arena, size * points);
    w->y_mesh = cd_take_doubles(arena, na * CD_WIDTH);
    w->df_mesh = cd_take_doubles(arena, na > 0 ? size * CD_WIDTH : 0);
    w->z_poly = cd_take_doubles(arena, m->problem->guess ? ms * points : 0);
    w->Phi = cd_take_doubles(arena, end * CD_WIDTH);
    w->h = cd_take_doubles(arena, CD_WIDTH);
    w->z_lanes = cd_take_doubles(arena, ms * CD_WIDTH);
    w->v_lanes = cd_take_doubles(arena, nl * CD_WIDTH);
    w->point_lanes = cd_take_doubles(arena, ms * points);
    w->end_lanes = cd_take_doubles(arena, end * CD_WIDTH);
    w->W = cd_take_doubles(arena, m->problem->linear ? nl * nl * CD_WIDTH : 0);
    w->work = cd_take_doubles(arena, group > project ? group : project);
    cd_gate_layout(arena, d, m->problem->n_coupled, (int)points, &w->gate);
}

/* The subintervals of a group: the first one and how many; lanes beyond repeat the last one. */
typedef struct members {
    int first, count;
} members;

static members members_of(const cd_system *s, int g)
{
    return (members){.first = g * CD_WIDTH, .count = cd_min_int(CD_WIDTH, s->n - g * CD_WIDTH)};
}

static cd_group group_of(const cd_method *m, const cd_system *s, int g, const cd_scratch *w)
{
    size_t nl = (size_t)m->dims.n_local, kept = (size_t)(m->dims.mstar + m->dims.n_param);
    size_t i = (size_t)g * CD_WIDTH;
    int full = 1;
    double *W = m->problem->linear ? w->W : cd_room_of(&s->room, g, &full);
    return (cd_group){.reduced = s->reduced + g,
                      .full = full,
                      .W = W,
                      .pivot = s->pivot + i * nl,
                      .Gamma = s->Gamma + i * nl * (kept + 1)};
}

/* h of the group, in lanes */
static void load_lengths(const cd_piecewise *u, members g, cd_scratch *w)
{
    for (int l = 0; l < CD_WIDTH; l++) {
        int n = g.first + cd_min_int(l, g.count - 1);
        w->h[l] = u->t[n + 1] - u->t[n];
    }
}

/* h, z at the left ends and v of the group, in lanes. */
static void load_group(const cd_method *m, const cd_piecewise *u, cd_system *s, members g, cd_scratch *w)
{
    s->poly->load(&m->dims, u->t + g.first, cd_piecewise_z(u, g.first), cd_piecewise_v(u, g.first), g.count,
                  w->h, w->z_lanes, w->v_lanes);
}

/* w->t: the collocation points of the group; at rho = 1 just left of a mesh point, see cd_piecewise_point. */
static void find_times(const cd_method *m, const cd_piecewise *u, const cd_system *s, members g,
                       cd_scratch *w)
{
    int k = m->dims.k;
    s->poly->times(&m->dims, &m->basis, u->t + g.first, g.count, w->t);
    for (int l = 0; m->basis.rho[k - 1] == 1 && l < g.count; l++)
        w->t[l * k + k - 1] = cd_piecewise_point(u, g.first + l, k - 1);
}

/* .. of u = 0: the zeros stand there already, see cd_sweep_clear */
static void values_at_zero(const cd_method *m, const cd_piecewise *u, const cd_system *s, members g,
                           cd_scratch *w)
{
    load_lengths(u, g, w);
    find_times(m, u, s, g, w);
}

void cd_sweep_clear(const cd_method *m, cd_scratch *w)
{
    const cd_dims *d = &m->dims;
    cd_clear((size_t)d->mstar * CD_WIDTH, w->z_lanes);
    cd_clear((size_t)d->n_local * CD_WIDTH, w->v_lanes);
    cd_clear((size_t)(d->mstar * d->k) * CD_WIDTH, w->z);
}

/* .. of the guess that u stands for; u's v too */
static coldae_status values_of_guess(const cd_method *m, const cd_piecewise *u, cd_system *s, members g,
                                     cd_scratch *w)
{
    const cd_dims *d = &m->dims;
    double *v = s->guess_v + (size_t)g.first * (size_t)d->n_local, *z = w->z;
    find_times(m, u, s, g, w);
    for (int j = 0; j < d->k * g.count; j++, z += d->mstar, v += d->n_eq)
        CD_TRY(cd_gate_guess(&w->gate, w->t[j], z, v + d->n_diff, v));
    load_group(m, u, s, g, w);
    return COLDAE_OK;
}

/* .. of u's polynomials */
static void values_of_polynomial(const cd_method *m, const cd_piecewise *u, cd_system *s, members g,
                                 cd_scratch *w)
{
    load_group(m, u, s, g, w);
    s->poly->values(&m->dims, &m->basis, w->h, w->z_lanes, w->v_lanes, g.count, w->point_lanes, w->z);
    find_times(m, u, s, g, w);
}

/* t, z, y at the collocation points of the group. */
static coldae_status values_at_points(const cd_method *m, const cd_piecewise *u, cd_system *s, members g,
                                      cd_scratch *w)
{
    const cd_dims *d = &m->dims;
    if (s->guess_v)
        CD_TRY(values_of_guess(m, u, s, g, w));
    else if (s->at_zero)
        values_at_zero(m, u, s, g, w);
    else
        values_of_polynomial(m, u, s, g, w);
    const double *v = cd_piecewise_v(u, g.first) + d->n_diff;
    double *y = w->y;
    for (int j = 0; d->n_alg > 0 && j < d->k * g.count; j++, v += d->n_eq)
        for (int i = 0; i < d->n_alg; i++)
            *y++ = v[i];
    return COLDAE_OK;
}

/* df there, evaluated or from another mesh; kept for the next one if that is wanted. */
static coldae_status slopes_at_points(const cd_method *m, const cd_piecewise *u, const cd_system *s,
                                      members g, const double *f, cd_scratch *w)
{
    int points = m->dims.k * g.count;
    if (s->lent)
        cd_carried_at(s->lent, &m->basis, points, w->t, w->df);
    else
        CD_TRY(cd_gate_df(&w->gate, points, w->t, w->z, w->y, u->p, f, w->df));
    if (s->keep) {
        size_t each = s->keep->size * (size_t)m->dims.k;
        memcpy(s->keep->J + (size_t)g.first * each, w->df, (size_t)g.count * each * sizeof(double));
    }
    return COLDAE_OK;
}

/* ---- mesh points ---------------------------------------------------------------------------------- */

/* t and y for the values at mesh point n that belong to the subinterval on its left (the first one at n = 0);
 * at a jump the functions are continuous from the right, so the left one is asked just before it. */
static double mesh_values(const cd_piecewise *u, int n, double *y)
{
    int interval = n > 0 ? n - 1 : 0;
    cd_piecewise_y(u->dims, n > 0 ? u->basis->psi_end : u->basis->lagrange_start, cd_piecewise_v(u, interval),
                   y);
    if (n > 0 && n < u->n)
        return cd_just_before(u->t[n]);
    return u->t[n];
}

/* .. at up to CD_WIDTH points in a row */
static void row_values(const cd_piecewise *u, members row, double *t, double *y)
{
    for (int i = 0; i < row.count; i++)
        t[i] = mesh_values(u, row.first + i, y + i * u->dims->n_alg);
}

static coldae_status evaluate_row(const cd_method *m, const cd_piecewise *u, cd_system *s, members row,
                                  cd_scratch *w)
{
    double t[CD_WIDTH];
    row_values(u, row, t, w->y_mesh);
    return cd_gate_f(&w->gate, row.count, t, cd_piecewise_z(u, row.first), w->y_mesh, u->p,
                     cd_f_at_mesh(m, s, row.first));
}

/* f on the right of mesh point n, with y from the subinterval there. */
static coldae_status evaluate_right_of(const cd_method *m, const cd_piecewise *u, cd_system *s, int n,
                                       cd_scratch *w)
{
    cd_piecewise_y(&m->dims, u->basis->lagrange_start, cd_piecewise_v(u, n), w->y_mesh);
    return cd_gate_f(&w->gate, 1, &u->t[n], cd_piecewise_z(u, n), w->y_mesh, u->p,
                     s->f2 + (size_t)s->again[n] * (size_t)m->dims.n_eq);
}

/* f at mesh point n belongs to the last evaluation. */
static int knows_f(const cd_system *s, int n)
{
    return s->needs_f[n] && s->fresh_mesh;
}

/* The projectors at mesh points in a row; f is known at all of them or at none. */
static coldae_status linearize_row(const cd_method *m, const cd_piecewise *u, cd_system *s, members row,
                                   cd_scratch *w)
{
    const cd_dims *d = &m->dims;
    double t[CD_WIDTH], *f = cd_f_at_mesh(m, s, row.first), *df = w->df_mesh;
    const double *z = cd_piecewise_z(u, row.first);
    row_values(u, row, t, w->y_mesh);
    if (!knows_f(s, row.first))
        CD_TRY(cd_gate_f(&w->gate, row.count, t, z, w->y_mesh, u->p, f));
    CD_TRY(cd_gate_df(&w->gate, row.count, t, z, w->y_mesh, u->p, f, df));
    for (int i = 0; i < row.count; i++, df += d->n_eq * (d->mstar + d->n_alg + d->n_param)) {
        int n = row.first + i, left = n > 0 ? n - 1 : 0;
        cd_projector projector = cd_projector_at(m, s, n);
        coldae_status found = cd_project_find(m, u->t[left + 1] - u->t[left], t[i], df, w->gate.report,
                                              &projector, &s->rank[n], w->work);
        s->needs_f[n] = found == CD_LOST ? CD_NEEDS_F_LOST : CD_NEEDS_F;
        if (found != CD_LOST)
            CD_TRY(found);
    }
    return COLDAE_OK;
}

/* f where the last linearisation needed it: at the right ends of a group (at the left end of the mesh too). */
static coldae_status evaluate_ends(const cd_method *m, const cd_piecewise *u, cd_system *s, members g,
                                   cd_scratch *w)
{
    int last = g.first + g.count;
    for (int n = g.first == 0 ? 0 : g.first + 1; m->dims.n_alg > 0 && n <= last; n++) {
        members row = {.first = n, .count = 0};
        while (n + row.count <= last && row.count < CD_WIDTH && s->needs_f[n + row.count])
            row.count++;
        if (row.count > 0) {
            CD_TRY(evaluate_row(m, u, s, row, w));
            n += row.count - 1;
        }
    }
    for (int n = g.first + 1; m->dims.n_alg > 0 && n <= last; n++)
        if (cd_second_slot(m, s, n) >= 0)
            CD_TRY(evaluate_right_of(m, u, s, n, w));
    return COLDAE_OK;
}

/* The second projector at a fixed point, used where the right side has more index-2 directions than the left. */
static coldae_status linearize_right_of(const cd_method *m, const cd_piecewise *u, cd_system *s, int n,
                                        cd_scratch *w)
{
    int slot = s->again[n], rank = m->dims.n_alg;
    cd_projector projector = cd_second_projector(m, s, slot);
    const double *f = s->f2 + (size_t)slot * (size_t)m->dims.n_eq;
    s->rank2[slot] = m->dims.n_alg;
    CD_TRY(evaluate_right_of(m, u, s, n, w));
    CD_TRY(cd_gate_df(&w->gate, 1, &u->t[n], cd_piecewise_z(u, n), w->y_mesh, u->p, f, w->df_mesh));
    coldae_status found = cd_project_find(m, u->t[n + 1] - u->t[n], u->t[n], w->df_mesh, w->gate.report,
                                          &projector, &rank, w->work);
    if (found != COLDAE_OK && found != CD_LOST)
        return found;
    if (rank < s->rank[n])
        s->rank2[slot] = rank;
    return COLDAE_OK;
}

static int is_index1_near(const cd_method *m, double h, const double *df, cd_scratch *w)
{
    return m->dims.n_alg == 0 ||
           (m->options.projection != COLDAE_PROJECT_INDEX2 && cd_project_is_index1(m, h, df, w->work));
}

/* The projections at the right ends of a group (at the left end of the mesh too); df at its points. */
static coldae_status linearize_ends(const cd_method *m, const cd_piecewise *u, cd_system *s, members g,
                                    const double *df, cd_scratch *w)
{
    const cd_dims *d = &m->dims;
    size_t size = (size_t)d->n_eq * (size_t)(d->mstar + d->n_alg + d->n_param);
    int wants[CD_WIDTH], project = cd_projects(m);
    if (g.first == 0)
        s->rank[0] = is_index1_near(m, u->t[1] - u->t[0], df, w) ? d->n_alg : 0;
    for (int l = 0; l < g.count; l++) {
        int n = g.first + l;
        const double *last = df + (size_t)((l + 1) * d->k - 1) * size;
        int clear = is_index1_near(m, u->t[n + 1] - u->t[n], last, w);
        wants[l] = project && !clear;
        s->needs_f[n + 1] = s->needs_f[n + 1] && wants[l];
        s->rank[n + 1] = clear ? d->n_alg : 0;
    }
    for (int l = 0; l < g.count; l++) {
        members row = {.first = g.first + l + 1, .count = 0};
        while (l < g.count && wants[l] && knows_f(s, g.first + l + 1) == knows_f(s, row.first)) {
            row.count++;
            l++;
        }
        if (row.count > 0)
            CD_TRY(linearize_row(m, u, s, row, w));
        l -= row.count > 0;
    }
    for (int n = g.first + 1; project && n <= g.first + g.count; n++)
        if (s->again[n] >= 0)
            CD_TRY(linearize_right_of(m, u, s, n, w));
    if (g.first == 0 && cd_n_deficit(m) > 0)
        return linearize_row(m, u, s, (members){.first = 0, .count = 1}, w);
    return COLDAE_OK;
}

/* ---- right-hand sides ----------------------------------------------------------------------------- */

/* f was evaluated at the guess z_g; the linearised f at the polynomial u is f + J (z_u - z_g). */
static void carry_to_polynomial(const cd_method *m, cd_system *s, members g, cd_scratch *w)
{
    const cd_dims *d = &m->dims;
    size_t size = (size_t)d->n_eq * (size_t)(d->mstar + d->n_alg + d->n_param);
    s->poly->values(d, &m->basis, w->h, w->z_lanes, w->v_lanes, g.count, w->point_lanes, w->z_poly);
    const double *J = w->df, *z = w->z_poly, *z_guess = w->z;
    double *f = s->f + (size_t)g.first * (size_t)d->n_local;
    for (int j = 0; j < d->k * g.count; j++, J += size, z += d->mstar, z_guess += d->mstar, f += d->n_eq)
        for (int c = 0; c < d->mstar; c++)
            for (int i = 0; i < d->n_eq; i++)
                f[i] += J[i + c * d->n_eq] * (z[c] - z_guess[c]);
}

/* phi of a group whose h, z, v are in lanes:  phi_n = end value with the local corrections - z_n, projected where
 * the linearisation projects. */
static void find_phi(const cd_method *m, const cd_piecewise *u, cd_system *s, members g,
                     const cd_group *local, cd_scratch *w)
{
    const cd_dims *d = &m->dims;
    double *phi = s->phi + (size_t)g.first * (size_t)d->mstar;
    s->kernels->end_value(m, w->h, w->z_lanes, w->v_lanes, local,
                          s->at_zero ? NULL : cd_piecewise_z(u, g.first + 1), g.count, w->end_lanes, phi);
    for (int n = g.first + 1; d->n_alg > 0 && n <= g.first + g.count; n++, phi += d->mstar) {
        int slot = cd_second_slot(m, s, n);
        if (s->needs_f[n] && s->rank[n] < d->n_alg) {
            cd_projector projector = cd_projector_at(m, s, n);
            cd_project_vector(d, &projector, cd_f_at_mesh(m, s, n) + d->n_diff, phi, w->work);
        }
        if (slot >= 0) {
            cd_projector projector = cd_second_projector(m, s, slot);
            cd_project_vector(d, &projector, s->f2 + (size_t)slot * (size_t)d->n_eq + d->n_diff, phi,
                              w->work);
        }
    }
}

/* ---- the verbs ------------------------------------------------------------------------------------ */

coldae_status cd_sweep_evaluate(const cd_method *m, const cd_piecewise *u, cd_system *s, int group,
                                int worker)
{
    cd_scratch *w = s->scratch + worker;
    members g = members_of(s, group);
    cd_group local = group_of(m, s, group, w);
    CD_TRY(values_at_points(m, u, s, g, w));
    CD_TRY(cd_gate_f(&w->gate, m->dims.k * g.count, w->t, w->z, w->y, u->p,
                     s->f + (size_t)g.first * (size_t)m->dims.n_local));
    CD_TRY(evaluate_ends(m, u, s, g, w));
    s->kernels->rhs(m, s->f + (size_t)g.first * (size_t)m->dims.n_local, g.count, w->v_lanes, &local,
                    w->work);
    find_phi(m, u, s, g, &local, w);
    return COLDAE_OK;
}

/* Phi of a group whose h is in lanes, into the blocks. */
static void put_group(const cd_method *m, cd_system *s, members g, const cd_group *local, cd_scratch *w)
{
    const cd_dims *d = &m->dims;
    size_t size = (size_t)(d->mstar * (d->mstar + m->n_border));
    s->kernels->end_matrix(m, w->h, local, m->n_border, g.count, w->end_lanes, w->Phi);
    for (int l = 0; d->n_alg > 0 && l < g.count; l++) {
        int n = g.first + l + 1, slot = cd_second_slot(m, s, n);
        double *Phi = w->Phi + (size_t)l * size;
        if (s->needs_f[n] && s->rank[n] < d->n_alg) {
            cd_projector projector = cd_projector_at(m, s, n);
            cd_project_matrix(d, &projector, m->n_border, Phi, w->work);
        }
        if (slot >= 0) {
            cd_projector projector = cd_second_projector(m, s, slot);
            cd_project_matrix(d, &projector, m->n_border, Phi, w->work);
        }
    }
    cd_blocks_put_intervals(&s->blocks, g.first + 1, g.count, w->Phi);
}

coldae_status cd_sweep_linearize(const cd_method *m, const cd_piecewise *u, cd_system *s, int group,
                                 int worker)
{
    const cd_dims *d = &m->dims;
    cd_scratch *w = s->scratch + worker;
    members g = members_of(s, group);
    cd_group local = group_of(m, s, group, w);
    int lane = 0;
    double *f = s->f + (size_t)g.first * (size_t)d->n_local;
    CD_TRY(values_at_points(m, u, s, g, w));
    if (s->wants_f)
        CD_TRY(cd_gate_f(&w->gate, d->k * g.count, w->t, w->z, w->y, u->p, f));
    CD_TRY(slopes_at_points(m, u, s, g, f, w));
    if (s->guess_v)
        carry_to_polynomial(m, s, g, w);
    int lost = s->kernels->condense(m, w->h, w->df, f, g.count, w->v_lanes, &local, w->work, &lane);
    if (lost == CD_NO_ROOM) {
        CD_TRY(cd_room_extend(s->memory, s->pool, group, w->gate.report, &s->room));
        local = group_of(m, s, group, w);
        lost = s->kernels->condense(m, w->h, w->df, f, g.count, w->v_lanes, &local, w->work, &lane);
    }
    if (lost >= 0)
        return cd_say_local(m, &w->gate, lost, w->t[lane * d->k + lost / d->n_eq]);
    if (d->n_alg > 0)
        CD_TRY(linearize_ends(m, u, s, g, w->df, w));
    put_group(m, s, g, &local, w);
    find_phi(m, u, s, g, &local, w);
    return COLDAE_OK;
}

void cd_sweep_put(const cd_method *m, const cd_piecewise *u, cd_system *s, int group, int worker)
{
    cd_scratch *w = s->scratch + worker;
    members g = members_of(s, group);
    cd_group local = group_of(m, s, group, w);
    load_lengths(u, g, w);
    put_group(m, s, g, &local, w);
}

void cd_sweep_expand(const cd_method *m, const cd_piecewise *u, cd_system *s, cd_piecewise *correction,
                     int group, int worker)
{
    cd_scratch *w = s->scratch + worker;
    members g = members_of(s, group);
    cd_group local = group_of(m, s, group, w);
    load_lengths(u, g, w);
    s->kernels->expand(m, w->h, cd_piecewise_z(correction, g.first), correction->p, g.count, &local, w->work,
                       cd_piecewise_v(correction, g.first));
}
