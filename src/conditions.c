/* conditions.c - side, coupled and consistency conditions of one mesh, as point rows of the blocks
 *
 * A condition r(z_0, z_N, p) = 0 that couples the two ends becomes two point rows with one border unknown sigma each,
 *     R_0 dz_0 - sigma = 0,      R_N dz_N + R_p dp + sigma = -r,
 * so that the block solver needs to know point rows only.  Order at left: side, coupled, consistency.
 */
#include <string.h>

#include "conditions.h"

/* Side conditions sit at mesh points; count[n+1] rows of each mesh point. */
void cd_conditions_place(const cd_method *m, const cd_piecewise *u, int *side_at, int *count)
{
    const coldae_problem *problem = m->problem;
    memset(count, 0, ((size_t)u->n + 1) * sizeof(int));
    for (int l = 0; l < problem->n_side; l++) {
        int at = cd_piecewise_find(u, problem->zeta[l]);
        if (problem->zeta[l] - u->t[at] > u->t[at + 1] - problem->zeta[l])
            at++;
        count[at]++;
        side_at[l] = at;
    }
    count[0] += problem->n_coupled + cd_n_deficit(m);
    count[u->n] += problem->n_coupled;
}

/* The mesh point after j that has conditions from side condition l on, or is the last one; n + 1 after that. */
static int next_point(const cd_method *m, const cd_system *s, int j, int l)
{
    if (j == s->n)
        return j + 1;
    return l < m->problem->n_side ? s->side_at[l] : s->n;
}

coldae_status cd_conditions_evaluate(const cd_method *m, cd_gate *gate, const cd_piecewise *u, cd_system *s)
{
    const coldae_problem *problem = m->problem;
    double *g = s->g;
    for (int j = 0, l = 0; j <= u->n; j = next_point(m, s, j, l)) {
        for (; l < problem->n_side && s->side_at[l] == j; l++)
            CD_TRY(cd_gate_g(gate, l, cd_piecewise_z(u, j), u->p, g++));
        if (j == 0) {
            for (int i = 0; i < problem->n_coupled; i++)
                *g++ = 0;
            g += cd_n_deficit(m); /* filled by cd_conditions_add_consistency */
        }
        if (j == u->n && problem->n_coupled > 0)
            CD_TRY(cd_gate_coupled(gate, cd_piecewise_z(u, 0), cd_piecewise_z(u, u->n), u->p, g));
    }
    return COLDAE_OK;
}

/* The coupled conditions at one end: rows from `at` of mesh point j. */
static void put_coupled(const cd_method *m, cd_system *s, int j, int at)
{
    const cd_dims *d = &m->dims;
    int n = m->problem->n_coupled, first = j == 0 ? 0 : d->mstar;
    for (int i = 0; i < n; i++) {
        double *row = cd_blocks_row(&s->blocks, j, at + i);
        for (int c = 0; c < d->mstar; c++)
            row[c] = s->coupled[i + (first + c) * n];
        for (int c = 0; j > 0 && c < d->n_param; c++)
            row[d->mstar + c] = s->coupled[i + (2 * d->mstar + c) * n];
        row[d->mstar + d->n_param + i] = j == 0 ? -1 : 1;
    }
}

/* Consistency: U_2^T (f_alg + C_z dz + C_p dp) = 0 at left. */
static void put_consistency(const cd_method *m, cd_system *s, int at)
{
    const cd_dims *d = &m->dims;
    if (cd_n_deficit(m) == 0)
        return;
    cd_projector projector = cd_projector_at(m, s, 0);
    for (int i = 0; i < cd_n_deficit(m); i++) {
        double *row = cd_blocks_row(&s->blocks, 0, at + i);
        for (int c = 0; c < d->mstar + d->n_param; c++)
            for (int a = 0; a < d->n_alg; a++)
                row[c] += projector.hidden[a + i * d->n_alg] * projector.slope[a + c * d->n_alg];
    }
}

/* The residuals of the consistency conditions, into their rows of g. */
void cd_conditions_add_consistency(const cd_method *m, cd_system *s)
{
    const cd_dims *d = &m->dims;
    cd_projector projector = cd_projector_at(m, s, 0);
    const double *f_alg = cd_f_at_mesh(m, s, 0) + d->n_diff;
    int at = s->blocks.count[0] - cd_n_deficit(m);
    for (int i = 0; i < cd_n_deficit(m); i++) {
        s->g[at + i] = 0;
        for (int a = 0; a < d->n_alg; a++)
            s->g[at + i] += projector.hidden[a + i * d->n_alg] * f_alg[a];
    }
}

coldae_status cd_conditions_linearize(const cd_method *m, cd_gate *gate, const cd_piecewise *u, cd_system *s)
{
    const coldae_problem *problem = m->problem;
    const double *zl = cd_piecewise_z(u, 0), *zr = cd_piecewise_z(u, u->n), *g = s->g;
    if (problem->n_coupled > 0)
        CD_TRY(cd_gate_dcoupled(gate, zl, zr, u->p, s->g + s->blocks.first[u->n + 1] - problem->n_coupled,
                                s->coupled));
    for (int j = 0, l = 0; j <= u->n; j = next_point(m, s, j, l)) {
        int at = 0;
        for (; l < problem->n_side && s->side_at[l] == j; l++, at++) {
            double *row = cd_blocks_row(&s->blocks, j, at);
            CD_TRY(cd_gate_dg(gate, l, cd_piecewise_z(u, j), u->p, g[s->blocks.first[j] + at], row));
        }
        if (j == 0 || j == u->n)
            put_coupled(m, s, j, at);
        if (j == 0)
            put_consistency(m, s, at + problem->n_coupled);
    }
    return COLDAE_OK;
}

coldae_status cd_conditions_check(const cd_method *m, cd_gate *gate, const cd_system *s)
{
    if (cd_n_deficit(m) == 0)
        return COLDAE_OK;
    int hidden = m->dims.n_alg - s->rank[0], given = m->problem->n_side + m->problem->n_coupled;
    if (cd_n_deficit(m) == hidden)
        return COLDAE_OK;
    if (s->is_lost && s->needs_f[0] == CD_NEEDS_F_LOST) /* the constraints there are of no known index */
        return cd_system_say_lost(s, gate->report);
    return cd_say(gate->report, COLDAE_ERR_INVALID,
                  "n_side + n_coupled = %d conditions, but %d are needed: mstar + n_param = %d less the %d "
                  "index-2 constraints found at left, which the library adds (options.consistency)",
                  given, m->dims.mstar + m->dims.n_param - hidden, m->dims.mstar + m->dims.n_param, hidden);
}
