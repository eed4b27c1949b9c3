/* system.c - one mesh: sweep condense + project + side conditions into blocks; solve; expand
 *
 * Unknown corrections: dz_n at the mesh points and the border (dp, sigma), see conditions.c.
 */
#include <math.h>
#include <string.h>

#include "sweep.h"

/* Multiplications in a sweep from which on threads pay: it takes about 0.6 ms, to start a thread a tenth of that. */
static const double WORTH_THREADS = 1.8e6;
static const double OVERHEAD = 3000; /* of a subinterval, in multiplications */

int cd_system_is_large(const cd_method *m, int n)
{
    const cd_dims *d = &m->dims;
    double local = d->k * d->n_diff, kept = d->mstar + d->n_param, columns = kept + d->n_alg;
    double callbacks = 4.0 * d->k * (d->n_eq * columns + 50);
    return m->options.n_threads > 1 &&
           n * (local * local * (local / 3 + kept) + callbacks + OVERHEAD) > WORTH_THREADS;
}

/* What the workers use stands first and does not depend on the mesh. */
static void layout_scratch(cd_arena *arena, const cd_method *m, int n_workers, cd_system *s)
{
    cd_scratch unused;
    s->n_workers = n_workers;
    s->scratch = cd_arena_take(arena, (size_t)n_workers, sizeof *s->scratch);
    if (cd_arena_holds(arena))
        memset(s->scratch, 0, (size_t)n_workers * sizeof *s->scratch);
    for (int i = 0; i < n_workers; i++)
        cd_scratch_layout(arena, m, s->scratch ? s->scratch + i : &unused);
    s->behind_scratch = arena->used;
}

/* Without constraints there is nothing to project. */
static void layout_projectors(cd_arena *arena, const cd_method *m, int n, cd_system *s)
{
    const cd_dims *d = &m->dims;
    size_t points = (size_t)n + 1, slots = (size_t)m->options.n_fixed;
    size_t na = (size_t)d->n_alg, ne = (size_t)d->n_eq, kept = (size_t)(d->mstar + d->n_param);
    s->K = cd_take_doubles(arena, (size_t)d->n_diff * na * points);
    s->slope = cd_take_doubles(arena, na * kept * points);
    s->hidden = cd_take_doubles(arena, na * na * points);
    s->f_mesh = cd_take_doubles(arena, ne * points);
    s->needs_f = cd_arena_take(arena, points, sizeof(int));
    s->rank = cd_arena_take(arena, points, sizeof(int));
    s->again = cd_arena_take(arena, points, sizeof(int));
    if (slots == 0)
        return;
    s->K2 = cd_take_doubles(arena, (size_t)d->n_diff * na * slots);
    s->slope2 = cd_take_doubles(arena, na * kept * slots);
    s->hidden2 = cd_take_doubles(arena, na * na * slots);
    s->f2 = cd_take_doubles(arena, ne * slots);
    s->rank2 = cd_arena_take(arena, slots, sizeof(int));
}

static void layout(cd_arena *arena, const cd_method *m, int n, const int *count, cd_system *s)
{
    const cd_dims *d = &m->dims;
    size_t N = (size_t)n, nl = (size_t)d->n_local, ms = (size_t)d->mstar, kept = ms + (size_t)d->n_param;
    size_t c = (size_t)m->n_border, groups = (N + CD_WIDTH - 1) / CD_WIDTH, lanes = groups * CD_WIDTH;
    s->n = n;
    s->f = cd_take_doubles(arena, nl * N);
    s->g = cd_take_doubles(arena, ms + c);
    s->reduced = cd_arena_take(arena, groups, sizeof(int));
    if (!m->problem->linear)
        cd_room_layout(arena, m, (int)groups, s->full_everywhere, &s->room);
    s->pivot = cd_arena_take(arena, nl * lanes, sizeof(int));
    s->Gamma = cd_take_doubles(arena, nl * (kept + 1) * lanes);
    s->phi = cd_take_doubles(arena, ms * N);
    if (d->n_alg > 0)
        layout_projectors(arena, m, n, s);
    cd_blocks_layout(arena, n, d->mstar, m->n_border, count, &s->blocks);
    s->row = cd_take_doubles(arena, ms + c);
    s->coupled = cd_take_doubles(arena, (size_t)m->problem->n_coupled * (ms + kept));
    s->border = cd_take_doubles(arena, c);
    s->aside_row = cd_take_doubles(arena, ms + c);
    s->aside_z = cd_take_doubles(arena, ms * (N + 1));
}

static void place_slots(const cd_method *m, const cd_piecewise *u, cd_system *s)
{
    for (int n = 0, i = 0; n <= u->n; n++) {
        while (i < m->options.n_fixed && m->options.fixed[i] < u->t[n])
            i++;
        int here = n > 0 && n < u->n && i < m->options.n_fixed && m->options.fixed[i] == u->t[n];
        s->again[n] = here ? i : -1;
        if (here)
            s->rank2[i] = m->dims.n_alg;
    }
}

/* What the first linearisation finds. */
static void start(const cd_method *m, const cd_piecewise *u, cd_system *s)
{
    size_t points = (size_t)u->n + 1, groups = (points + CD_WIDTH - 2) / CD_WIDTH;
    memset(s->reduced, 0, groups * sizeof(int));
    cd_room_start(&s->room);
    if (m->dims.n_alg == 0)
        return;
    memset(s->needs_f, 0, points * sizeof(int));
    memset(s->K, 0, (size_t)(m->dims.n_diff * m->dims.n_alg) * points * sizeof(double)); /* no projections */
    for (size_t i = 0; i < points; i++)
        s->rank[i] = m->dims.n_alg;
    place_slots(m, u, s);
}

/* What the next mesh can learn from this one is kept. */
static void release_room(cd_memory *memory, cd_system *s)
{
    s->full_everywhere |= cd_room_is_short(&s->room);
    cd_room_release(memory, &s->room);
}

coldae_status cd_system_create(cd_memory *memory, const cd_method *m, const cd_piecewise *u, int *side_at,
                               int *count, cd_report *report, cd_system *s)
{
    int is_large = cd_system_is_large(m, u->n), n_workers = is_large && m->pool ? m->options.n_threads : 1;
    int keeps_scratch = s->arena.base && s->n_workers == n_workers;
    release_room(memory, s);
    memset(s, 0, offsetof(cd_system, full_everywhere));
    s->memory = memory;
    cd_conditions_place(m, u, side_at, count);
    s->side_at = side_at;
    s->pool = is_large ? m->pool : NULL;
    cd_arena_restart(&s->arena);
    if (keeps_scratch)
        s->arena.used = s->behind_scratch;
    else
        layout_scratch(&s->arena, m, n_workers, s);
    layout(&s->arena, m, u->n, count, s);
    if (!cd_arena_holds(&s->arena)) {
        s->room.more = NULL; /* nothing is in it yet */
        if (cd_arena_renew_raw(memory, &s->arena) != COLDAE_OK)
            return cd_no_memory(memory, &s->arena, u->n, report);
        layout_scratch(&s->arena, m, n_workers, s);
        layout(&s->arena, m, u->n, count, s);
    }
    s->kernels = cd_kernels_choose();
    s->poly = cd_piecewise_poly();
    s->blocks.pool = s->pool;
    start(m, u, s);
    return COLDAE_OK;
}

void cd_system_release(cd_memory *memory, cd_system *s)
{
    release_room(memory, s);
    cd_arena_release(memory, &s->arena);
}

cd_projector cd_projector_at(const cd_method *m, const cd_system *s, int n)
{
    size_t na = (size_t)m->dims.n_alg, kept = (size_t)(m->dims.mstar + m->dims.n_param), i = (size_t)n;
    return (cd_projector){.K = s->K + i * na * (size_t)m->dims.n_diff,
                          .slope = s->slope + i * na * kept,
                          .hidden = s->hidden + i * na * na};
}

cd_projector cd_second_projector(const cd_method *m, const cd_system *s, int slot)
{
    size_t na = (size_t)m->dims.n_alg, kept = (size_t)(m->dims.mstar + m->dims.n_param), i = (size_t)slot;
    return (cd_projector){.K = s->K2 + i * na * (size_t)m->dims.n_diff,
                          .slope = s->slope2 + i * na * kept,
                          .hidden = s->hidden2 + i * na * na};
}

int cd_second_slot(const cd_method *m, const cd_system *s, int n)
{
    int slot = s->again[n];
    return slot >= 0 && s->rank2[slot] < m->dims.n_alg ? slot : -1;
}

double *cd_f_at_mesh(const cd_method *m, const cd_system *s, int n)
{
    return s->f_mesh + (size_t)n * (size_t)m->dims.n_eq;
}

int cd_projects(const cd_method *m)
{
    return m->dims.n_alg > 0 && m->options.projection != COLDAE_PROJECT_NONE;
}

/* ---- sweeps over the groups ----------------------------------------------------------------------- */

/* What the tasks of a sweep share. */
typedef struct sweep {
    const cd_method *method;
    const cd_piecewise *u;
    cd_system *system;
    cd_piecewise *correction;
} sweep;

static coldae_status evaluate_group(void *context, int group, int worker)
{
    const sweep *a = context;
    return cd_sweep_evaluate(a->method, a->u, a->system, group, worker);
}

static coldae_status linearize_group(void *context, int group, int worker)
{
    const sweep *a = context;
    return cd_sweep_linearize(a->method, a->u, a->system, group, worker);
}

static coldae_status put_group(void *context, int group, int worker)
{
    const sweep *a = context;
    cd_sweep_put(a->method, a->u, a->system, group, worker);
    return COLDAE_OK;
}

static coldae_status expand_group(void *context, int group, int worker)
{
    const sweep *a = context;
    cd_sweep_expand(a->method, a->u, a->system, a->correction, group, worker);
    return COLDAE_OK;
}

/* Run a task on all groups; gate (NULL: no callbacks) lends its problem and takes the counts and the words. */
static coldae_status sweep_groups(sweep *a, cd_gate *gate, cd_task *task)
{
    cd_system *s = a->system;
    int by = 0;
    for (int i = 0; gate && i < s->n_workers; i++) {
        cd_scratch *w = s->scratch + i;
        w->gate.problem = gate->problem;
        w->gate.dims = gate->dims;
        w->gate.report = &w->report;
        w->gate.code = w->gate.n_f = w->gate.n_df = 0;
        w->report.text[0] = 0;
    }
    coldae_status status = cd_pool_run(s->pool, (s->n + CD_WIDTH - 1) / CD_WIDTH, task, a, &by);
    for (int i = s->n_workers - 1; gate && i >= 0; i--) {
        const cd_gate *own = &s->scratch[i].gate;
        gate->n_f += own->n_f;
        gate->n_df += own->n_df;
        if (own->code != 0)
            gate->code = own->code;
    }
    if (gate && s->scratch[by].report.text[0])
        *gate->report = s->scratch[by].report;
    return status;
}

void cd_system_put_again(const cd_method *m, const cd_piecewise *u, cd_system *s)
{
    sweep a = {.method = m, .u = u, .system = s};
    (void)sweep_groups(&a, NULL, put_group);
}

coldae_status cd_system_evaluate(const cd_method *m, cd_gate *gate, const cd_piecewise *u, cd_system *s)
{
    sweep a = {.method = m, .u = u, .system = s};
    s->wants_f = 0;
    CD_TRY(sweep_groups(&a, gate, evaluate_group));
    s->fresh_mesh = 1;
    return cd_conditions_evaluate(m, gate, u, s);
}

void cd_system_evaluate_later(cd_system *s)
{
    s->wants_f = 1;
}

/* Where the last linearisation found E and C B singular. */
static void find_lost(const cd_method *m, const cd_piecewise *u, cd_system *s)
{
    int count = 0;
    s->is_lost = 0;
    for (int n = 0; m->dims.n_alg > 0 && n <= u->n; n++)
        if (s->needs_f[n] == CD_NEEDS_F_LOST) {
            s->is_lost = 1;
            s->lost_at = u->t[n];
            count += n > 0;
        }
    s->is_lost_everywhere = count == u->n;
}

coldae_status cd_system_linearize(const cd_method *m, cd_gate *gate, const cd_piecewise *u, cd_system *s)
{
    sweep a = {.method = m, .u = u, .system = s};
    int where = 0, column = 0;
    s->is_factored = 0;
    s->fresh_mesh = s->fresh_mesh && !s->wants_f;
    for (int i = 0; s->at_zero && i < s->n_workers; i++)
        cd_sweep_clear(m, s->scratch + i);
    if (s->keep)
        s->keep->known = 0;
    CD_TRY(sweep_groups(&a, gate, linearize_group));
    if (s->keep) {
        s->keep->known = 1;
        s->keep->contraction = 0;
    }
    find_lost(m, u, s);
    if (s->wants_f)
        CD_TRY(cd_conditions_evaluate(m, gate, u, s));
    s->wants_f = 0;
    s->fresh_mesh = 1;
    s->guess_v = NULL;
    CD_TRY(cd_conditions_check(m, gate, s));
    CD_TRY(cd_conditions_linearize(m, gate, u, s));
    if (cd_blocks_factor(&s->blocks, &where, &column) != COLDAE_OK)
        return cd_say_global(m, gate, u, s, where, column);
    s->is_factored = 1;
    return COLDAE_OK;
}

void cd_system_solve(const cd_method *m, const cd_piecewise *u, cd_system *s, cd_piecewise *correction)
{
    sweep a = {.method = m, .u = u, .system = s, .correction = correction};
    if (cd_n_deficit(m) > 0)
        cd_conditions_add_consistency(m, s);
    for (int i = 0; i < m->dims.mstar + m->n_border; i++)
        s->row[i] = -s->g[i];
    cd_blocks_solve(&s->blocks, s->phi, s->row, correction->z, s->border);
    if (m->dims.n_param > 0)
        memcpy(correction->p, s->border, (size_t)m->dims.n_param * sizeof(double));
    (void)sweep_groups(&a, NULL, expand_group);
}

double cd_system_condition(const cd_method *m, cd_system *s, cd_piecewise *work)
{
    (void)m;
    if (!s->is_factored)
        return 0;
    return cd_blocks_estimate(&s->blocks, s->phi, s->row, work->z, s->border);
}

int cd_system_index(const cd_method *m, const cd_system *s)
{
    int n_alg = m->dims.n_alg, ones = 0, twos = 0;
    if (n_alg == 0)
        return 0;
    for (int n = 1; n <= s->n; n++) {
        ones += s->rank[n] == n_alg;
        twos += s->rank[n] < n_alg;
    }
    return twos == 0 ? 1 : ones == 0 ? 2 : -1;
}

cd_projections cd_system_projections(const cd_method *m, const cd_system *s)
{
    int wanted = cd_projects(m) && m->options.mesh_on_projected;
    return (cd_projections){.K = wanted ? s->K : NULL, .slope = s->slope, .rank = s->rank};
}
