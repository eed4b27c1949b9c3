/* findings.c - singular matrices put into words: which unknown, where, and which condition is to blame */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "conditions.h"

/* A global matrix worse conditioned than this is looked at for a redundant condition .. */
static const double SUSPICIOUS = 1e13;
static const double CLEAR = 1e11; /* by one solve; a second one seldom finds ten times as much */
/* .. which is one whose exchange makes it so much better. */
static const double CURED = 1e-6;
/* A condition that lies so closely in the span of the constraints repeats them. */
static const double PARALLEL = 1e-8;
static const double HOPELESS = 1e13; /* condition number that leaves few digits of a solution */
/* |B (C B)^-1| so much above its geometric mean over the mesh points, with a peak inside, hints at a singular C B. */
static const double OUTSTANDING = 20;

coldae_status cd_say_local(const cd_method *m, cd_gate *gate, int lost, double t)
{
    int i = lost % m->dims.n_eq;
    char who[48];
    if (m->dims.n_alg == 0)
        return cd_say(
            gate->report, COLDAE_ERR_SINGULAR,
            "the collocation equations near t = %.6g do not determine u[%d]: a singular local matrix; "
            "check df, or start from another mesh",
            t, i);
    if (i >= m->dims.n_diff)
        (void)snprintf(who, sizeof who, "y[%d]", i - m->dims.n_diff);
    else /* w and y are determined together: rounding decides which of them is the last */
        (void)snprintf(who, sizeof who, m->dims.n_alg == 1 ? "u[%d] and y[0]" : "u[%d] and y", i);
    return cd_say(gate->report, COLDAE_ERR_SINGULAR,
                  "the equations near t = %.6g do not determine %s: C B is singular there; at an isolated "
                  "point regularize (coldae/srm.h), else a redundant constraint, or index above 2 "
                  "(differentiate the constraint)",
                  t, who);
}

/* |B (C B)^-1| at mesh point n, largest entry */
static double size_of_gain(const cd_method *m, const cd_system *s, int n)
{
    size_t size = (size_t)m->dims.n_diff * (size_t)m->dims.n_alg;
    double most = 0;
    for (size_t i = 0; i < size; i++)
        most = fmax(most, fabs(s->K[(size_t)n * size + i]));
    return most;
}

int cd_system_nearly_singular(const cd_method *m, const cd_piecewise *u, const cd_system *s, double *t)
{
    double most = 0, sum = 0;
    int count = 0, points = m->dims.n_alg > 0 && s->K ? s->n + 1 : 0;
    for (int n = 0; n < points; n++) {
        double size = size_of_gain(m, s, n);
        if (size > most) {
            most = size;
            *t = u->t[n];
        }
    }
    /* smaller at both ends: a peak, and not a constraint whose scale changes */
    if (points == 0 || !(most > 4 * size_of_gain(m, s, 0) && most > 4 * size_of_gain(m, s, s->n)))
        return 0;
    for (int n = 0; n < points; n++) {
        double size = size_of_gain(m, s, n);
        if (size > 0) {
            sum += log(size);
            count++;
        }
    }
    return count > 2 && most > OUTSTANDING * exp(sum / count);
}

/* The condition estimate with point row i exchanged for an arbitrary one; HUGE_VAL if the matrix is singular then. */
static double condition_without(const cd_method *m, const cd_piecewise *u, cd_system *s, int i)
{
    size_t size = (size_t)(m->dims.mstar + m->n_border);
    double *row = s->blocks.point + (size_t)i * size, condition = HUGE_VAL;
    int where, column;
    unsigned state = 2463534242u; /* the same numbers every time */
    memcpy(s->aside_row, row, size * sizeof(double));
    for (size_t j = 0; j < size; j++) {
        state = state * 1664525u + 1013904223u;
        row[j] = (double)(state >> 8) / 16777216.0 - 0.3;
    }
    cd_system_put_again(m, u, s);
    if (cd_blocks_factor(&s->blocks, &where, &column) == COLDAE_OK)
        condition = cd_blocks_condition(&s->blocks, s->phi, s->row, s->aside_z, s->border);
    memcpy(row, s->aside_row, size * sizeof(double));
    return condition;
}

/* The last side condition that the others (and the constraints) imply, -1 if there is none. */
static int redundant_condition(const cd_method *m, const cd_piecewise *u, cd_system *s, double condition)
{
    for (int l = m->problem->n_side - 1; l >= 0; l--) {
        int first = l; /* the first condition at the same mesh point */
        while (first > 0 && s->side_at[first - 1] == s->side_at[l])
            first--;
        int row = s->blocks.first[s->side_at[l]] + l - first;
        if (condition_without(m, u, s, row) < CURED * condition)
            return l;
    }
    return -1;
}

/* The part of row[width] that is orthogonal to the index-2 constraints at mesh point n, over |row|; work[n_alg
 * width]. */
static double beside_constraints(const cd_method *m, const cd_system *s, int n, const double *row,
                                 double *rest, double *work)
{
    int width = m->dims.mstar + m->dims.n_param, n_alg = m->dims.n_alg;
    cd_projector projector = cd_projector_at(m, s, n);
    double whole = 0, left = 0;
    memcpy(rest, row, (size_t)width * sizeof(double));
    for (int c = 0; c < width; c++)
        whole = hypot(whole, row[c]);
    for (int i = 0; i < n_alg - s->rank[n]; i++) { /* U_2^T C, orthonormal one by one */
        double *h = work + (size_t)i * (size_t)width, length = 0, share = 0;
        for (int c = 0; c < width; c++) {
            h[c] = 0;
            for (int a = 0; a < n_alg; a++)
                h[c] += projector.hidden[a + i * n_alg] * projector.slope[a + c * n_alg];
        }
        for (int j = 0; j < i; j++) {
            double *other = work + (size_t)j * (size_t)width, common = 0;
            for (int c = 0; c < width; c++)
                common += h[c] * other[c];
            for (int c = 0; c < width; c++)
                h[c] -= common * other[c];
        }
        for (int c = 0; c < width; c++)
            length = hypot(length, h[c]);
        for (int c = 0; c < width && length > 0; c++) {
            h[c] /= length;
            share += h[c] * rest[c];
        }
        for (int c = 0; c < width && length > 0; c++)
            rest[c] -= share * h[c];
    }
    for (int c = 0; c < width; c++)
        left = hypot(left, rest[c]);
    return whole > 0 ? left / whole : 1;
}

/* Constraints of index 2 hold at every mesh point but the first by themselves: the side condition that repeats one
 * there, -1 if there is none. */
static int repeated_constraint(const cd_method *m, cd_system *s)
{
    if (!cd_system_projections(m, s).K)
        return -1;
    for (int l = 0, at = 0; l < m->problem->n_side; l++) {
        int n = s->side_at[l];
        at = l > 0 && s->side_at[l - 1] == n ? at + 1 : 0;
        const double *row =
            s->blocks.point + (size_t)(s->blocks.first[n] + at) * (size_t)(m->dims.mstar + m->n_border);
        if (n > 0 && s->rank[n] < m->dims.n_alg &&
            beside_constraints(m, s, n, row, s->aside_row, s->scratch[0].work) < PARALLEL)
            return l;
    }
    return -1;
}

static coldae_status say_repeated(const cd_method *m, cd_gate *gate, int l)
{
    return cd_say(
        gate->report, COLDAE_ERR_SINGULAR,
        "the matrix is singular: side condition %d (at t = %.6g) repeats index-2 constraints, which hold "
        "there by themselves; give it at left = %.6g, or leave it out and give another",
        l, m->problem->zeta[l], m->problem->left);
}

static coldae_status say_redundant(const cd_method *m, cd_gate *gate, int l)
{
    const char *and_constraints = m->dims.n_alg > 0 ? " and the constraints" : "";
    return cd_say(
        gate->report, COLDAE_ERR_SINGULAR,
        "the matrix is singular: side condition %d (at t = %.6g) follows from the other conditions%s; "
        "it determines nothing and another one is missing",
        l, m->problem->zeta[l], and_constraints);
}

coldae_status cd_say_global(const cd_method *m, cd_gate *gate, const cd_piecewise *u, cd_system *s, int where,
                            int column)
{
    int repeated = repeated_constraint(m, s);
    if (repeated >= 0)
        return say_repeated(m, gate, repeated);
    int redundant = redundant_condition(m, u, s, HUGE_VAL);
    if (redundant >= 0)
        return say_redundant(m, gate, redundant);
    const cd_dims *d = &m->dims;
    if (column >= d->mstar + d->n_param)
        return cd_say(
            gate->report, COLDAE_ERR_SINGULAR,
            "the coupled conditions are linearly dependent (number %d): the solution is not isolated",
            column - d->mstar - d->n_param);
    if (column >= d->mstar)
        return cd_say(gate->report, COLDAE_ERR_SINGULAR,
                      "the conditions do not determine parameter p[%d] at this iterate: another guess, or a "
                      "redundant condition",
                      column - d->mstar);
    int i = d->n_diff - 1;
    while (d->offset[i] > column)
        i--;
    return cd_say(
        gate->report, COLDAE_ERR_SINGULAR,
        "the global matrix is singular: the conditions do not determine D^%d u[%d] near t = %.6g; a "
        "redundant or missing side condition, or a guess at a bifurcation",
        column - d->offset[i], i, u->t[where]);
}

coldae_status cd_system_check_conditions(const cd_method *m, cd_gate *gate, const cd_piecewise *u,
                                         cd_system *s)
{
    int where, column;
    /* one solve is enough to see that nothing is wrong */
    if (cd_blocks_estimate(&s->blocks, s->phi, s->row, s->aside_z, s->border) < CLEAR)
        return COLDAE_OK;
    double condition = cd_blocks_condition(&s->blocks, s->phi, s->row, s->aside_z, s->border);
    if (condition < SUSPICIOUS)
        return COLDAE_OK;
    int repeated = repeated_constraint(m, s);
    if (repeated >= 0)
        return say_repeated(m, gate, repeated);
    int redundant = redundant_condition(m, u, s, condition);
    if (redundant >= 0)
        return say_redundant(m, gate, redundant);
    cd_system_put_again(m, u, s);
    if (cd_blocks_factor(&s->blocks, &where, &column) != COLDAE_OK)
        return cd_say_global(m, gate, u, s, where, column);
    return COLDAE_OK;
}

coldae_status cd_system_say_lost(const cd_system *s, cd_report *report)
{
    if (s->is_lost_everywhere)
        return cd_say(
            report, COLDAE_ERR_SINGULAR,
            "index above 2: at t = %.6g, as at all mesh points, the constraints determine y neither "
            "directly nor through the highest derivatives (E and C B are singular): differentiate the "
            "constraint, or see coldae/reform.h",
            s->lost_at);
    return cd_say(
        report, COLDAE_ERR_SINGULAR,
        "near t = %.6g the constraints determine y neither directly nor through the highest derivatives "
        "(E and C B are singular): an isolated point? see coldae/srm.h; index above 2? differentiate the "
        "constraint",
        s->lost_at);
}

void cd_system_note_singular(const cd_method *m, const cd_piecewise *u, const cd_system *s, cd_report *report)
{
    double t = s->lost_at;
    report->text[0] = 0;
    if (s->is_lost || cd_system_nearly_singular(m, u, s, &t))
        (void)cd_say(
            report, COLDAE_OK,
            "solved, but C B is singular or nearly so near t = %.6g: y is uncertain there; see coldae/srm.h",
            s->is_lost ? s->lost_at : t);
}

void cd_system_hint_condition(double condition, cd_report *report)
{
    if (!(condition < HOPELESS))
        cd_say_behind(report, "; condition number %.1e: nearly singular", condition);
}
