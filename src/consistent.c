/* consistent.c - initial values: z onto conditions, constraints and invariants; y that belongs to them
 *
 * With E = d f_alg/dy = U S V^T of rank r, the constraints U_1^T f_alg = 0 determine V_1^T y, and U_2^T f_alg = 0 must
 * hold for z.  The rows  U_2^T f_alg,  g_l,  h  are met by Gauss-Newton with the shortest dz, measured by
 * |dz_i|/(1+|z_i|). Then V_2^T y follows from the constraints differentiated along the solution.  We let a short
 * collocation step differentiate: y of its polynomial at t, from steps that shorten until two agree, or until rounding
 * speaks.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "consistent.h"
#include "lapack.h"

static const double ROUNDING = 4e-16; /* changes relative to 1 + |z| that end the iteration */
static const double STALLED = 1e-9;   /* changes that do not fall any more are rounding below this */
static const double DEPENDENT =
    1e-11; /* singular values of the rows below this share of the largest are lost */
static const double NO_INFLUENCE =
    1e-14; /* entries of E below this share of the constraints' derivatives are rounding */
static const double SCALE_SHARE = 1e-2;  /* first short step over the time scale */
static const double STEPS_AGREE = 1e-12; /* y of two steps, relative to 1 + |y| */
enum { MOST_ITERATIONS = 50, MOST_STEPS = 14, PROBE_POINTS = 4 };

/* ---- memory --------------------------------------------------------------------------------------- */

static void layout(cd_arena *arena, int n_invariants, const coldae_invariant *invariants, cd_start *s)
{
    const cd_dims *d = &s->probe.dims;
    size_t ms = (size_t)d->mstar, na = (size_t)d->n_alg;
    int n_side = s->conditions ? s->conditions->n_side : 0;
    s->most_rows = d->n_alg + n_side + cd_invariants_rows(n_invariants, invariants);
    size_t rows = (size_t)s->most_rows, most = rows > ms ? rows : ms;
    cd_step_layout(arena, &s->probe, &s->step);
    cd_invariants_layout(arena, d->mstar, n_invariants, invariants, &s->invariants);
    s->r = cd_take_doubles(arena, rows);
    s->A = cd_take_doubles(arena, rows * ms);
    s->scaled = cd_take_doubles(arena, rows * ms + na * na);
    s->U = cd_take_doubles(arena, rows * rows);
    s->sigma = cd_take_doubles(arena, most);
    s->Vt = cd_take_doubles(arena, most * most);
    s->dz = cd_take_doubles(arena, ms + (size_t)d->n_param);
    s->dy = cd_take_doubles(arena, na);
    s->f_trial = cd_take_doubles(arena, (size_t)d->n_eq);
    s->z_best = cd_take_doubles(arena, ms);
    s->y_best = cd_take_doubles(arena, na);
    s->svd_size = 8 * (int)most + 64;
    s->svd = cd_take_doubles(arena, (size_t)s->svd_size);
}

int cd_start_points(const coldae_problem *problem)
{
    int k = PROBE_POINTS;
    for (int i = 0; i < problem->n_diff; i++)
        k = cd_max_int(k, problem->order[i]);
    return k;
}

coldae_status cd_start_create(cd_memory *memory, const coldae_problem *problem, const coldae_options *options,
                              const coldae_problem *conditions, int n_invariants,
                              const coldae_invariant *invariants, cd_report *report, cd_start *s)
{
    coldae_options o = *options;
    memset(s, 0, sizeof *s);
    o.points = COLDAE_GAUSS;
    o.n_points = cd_start_points(problem);
    if (o.projection == COLDAE_PROJECT_NONE)
        o.projection = COLDAE_PROJECT_AUTO;
    s->conditions = conditions;
    CD_TRY(cd_method_create(problem, &o, memory, report, &s->probe));
    layout(&s->arena, n_invariants, invariants, s);
    if (cd_arena_create(memory, &s->arena) != COLDAE_OK)
        return cd_no_memory(memory, &s->arena, 0, report);
    layout(&s->arena, n_invariants, invariants, s);
    cd_step_prepare(&s->probe, &s->step);
    return COLDAE_OK;
}

void cd_start_release(cd_memory *memory, cd_start *s)
{
    cd_arena_release(memory, &s->arena);
    cd_method_release(memory, &s->probe);
}

/* ---- rows ----------------------------------------------------------------------------------------- */

/* Add the row r, slope[mstar] with stride. */
static void put_row(cd_start *s, double r, const double *slope, int stride)
{
    s->r[s->rows] = r;
    for (int c = 0; c < s->probe.dims.mstar; c++)
        s->A[s->rows + c * s->most_rows] = slope[(size_t)c * (size_t)stride];
    s->rows++;
}

/* U_2^T f_alg; slope is that of the projector, [n_alg, mstar+q]. */
static void put_hidden(cd_start *s)
{
    const cd_dims *d = &s->probe.dims;
    for (int i = 0; i < d->n_alg - s->rank; i++) {
        const double *u = s->step.projector.hidden + (size_t)i * (size_t)d->n_alg;
        double r = 0;
        memset(s->dz, 0, (size_t)d->mstar * sizeof(double));
        for (int a = 0; a < d->n_alg; a++) {
            r += u[a] * s->step.f_end[d->n_diff + a];
            for (int c = 0; c < d->mstar; c++)
                s->dz[c] += u[a] * s->step.projector.slope[a + c * d->n_alg];
        }
        put_row(s, r, s->dz, 1);
    }
}

static coldae_status put_conditions(cd_gate *gate, const double *z, const double *p, cd_start *s)
{
    double g;
    for (int l = 0; s->conditions && l < s->conditions->n_side; l++) {
        CD_TRY(cd_gate_g(gate, l, z, p, &g));
        CD_TRY(cd_gate_dg(gate, l, z, p, g, s->dz));
        put_row(s, g, s->dz, 1);
    }
    return COLDAE_OK;
}

static coldae_status put_invariants(cd_gate *gate, double t, const double *z, const double *p, cd_start *s)
{
    const cd_invariants *v = &s->invariants;
    for (int i = 0; i < v->n; i++) {
        const coldae_invariant *one = v->list + i;
        CD_TRY(cd_gate_invariant(gate, one, t, z, p, v->h));
        CD_TRY(cd_gate_dinvariant(gate, one, t, z, p, v->h, v->dh, v->moved));
        for (int j = 0; j < one->n; j++)
            put_row(s, v->h[j], v->dh + j, one->n);
    }
    return COLDAE_OK;
}

/* 1 / |d f_diff/dz|, at most the interval: a short time here. */
static double time_scale(const cd_method *m, const double *df)
{
    const cd_dims *d = &m->dims;
    double sum = 0;
    for (int c = 0; c < d->mstar; c++)
        for (int i = 0; i < d->n_diff; i++)
            sum = hypot(sum, df[(size_t)i + (size_t)c * (size_t)d->n_eq]);
    return fmin(m->problem->right - m->problem->left, 1 / sum);
}

/* f, the rank of E and all rows at (t, z, y). */
static coldae_status put_rows(cd_gate *gate, double t, const double *z, const double *y, const double *p,
                              cd_start *s)
{
    const cd_dims *d = &s->probe.dims;
    cd_step *step = &s->step;
    s->rows = 0;
    s->rank = d->n_alg > 0 ? -1 : 0;
    if (d->n_alg > 0) {
        CD_TRY(cd_gate_f(gate, 1, &t, z, y, p, step->f_end));
        CD_TRY(cd_gate_df(gate, 1, &t, z, y, p, step->f_end, step->df_end));
        s->h = time_scale(&s->probe, step->df_end);
        coldae_status found = cd_project_find(&s->probe, SCALE_SHARE * s->h, t, step->df_end, gate->report,
                                              &step->projector, &s->rank, step->work);
        if (found != COLDAE_OK)
            s->rank = -1;
        if (found == CD_LOST)
            return cd_say(gate->report, COLDAE_ERR_SINGULAR,
                          "at t = %.6g the constraints determine y neither directly nor through the highest "
                          "derivatives "
                          "(E and C B are singular): index above 2? differentiate the constraint",
                          t);
        CD_TRY(found);
        put_hidden(s);
    }
    CD_TRY(put_conditions(gate, z, p, s));
    return put_invariants(gate, t, z, p, s);
}

/* ---- Gauss-Newton --------------------------------------------------------------------------------- */

/* Shortest dz with A dz = -r as well as it can be, kept components excepted. */
static void solve_rows(const double *z, cd_start *s)
{
    int rows = s->rows, mstar = s->probe.dims.mstar, least = cd_min_int(rows, mstar), info = 0;
    memset(s->dz, 0, (size_t)mstar * sizeof(double));
    s->determined = 0;
    if (rows == 0 || s->holds_z)
        return;
    for (int c = 0; c < mstar; c++)
        for (int i = 0; i < rows; i++)
            s->scaled[i + c * rows] =
                s->keep && s->keep[c] ? 0 : s->A[i + c * s->most_rows] * (1 + fabs(z[c]));
    dgesvd_("S", "S", &rows, &mstar, s->scaled, &rows, s->sigma, s->U, &rows, s->Vt, &least, s->svd,
            &s->svd_size, &info, 1, 1);
    for (int i = 0; info == 0 && i < least && s->sigma[i] > DEPENDENT * s->sigma[0]; i++) {
        double part = 0;
        for (int j = 0; j < rows; j++)
            part -= s->U[j + i * rows] * s->r[j];
        for (int c = 0; c < mstar; c++)
            s->dz[c] += s->Vt[i + c * least] * part / s->sigma[i] * (1 + fabs(z[c]));
        s->determined++;
    }
}

/* Largest entry of the constraints' derivatives: what their rounding errors are relative to. */
static double constraint_size(const cd_start *s)
{
    const cd_dims *d = &s->probe.dims;
    double most = 0;
    for (int c = 0; c < d->mstar + d->n_alg; c++)
        for (int i = d->n_diff; i < d->n_eq; i++)
            most = fmax(most, fabs(s->step.df_end[i + (ptrdiff_t)c * d->n_eq]));
    return most;
}

/* dy = -V_1 S_1^-1 U_1^T (f_alg + C_z dz) */
static coldae_status solve_y(cd_gate *gate, double t, cd_start *s)
{
    const cd_dims *d = &s->probe.dims;
    int m = d->n_alg, info = 0;
    double *E = s->scaled, *U = s->step.work, *Vt = U + (size_t)m * (size_t)m;
    double *sigma = Vt + (size_t)m * (size_t)m, *svd = sigma + m;
    int size = 8 * m + 64; /* cd_project_work has room for all of it */
    const double *dy = s->step.df_end + (size_t)d->mstar * (size_t)d->n_eq + d->n_diff;
    memset(s->dy, 0, (size_t)m * sizeof(double));
    for (int j = 0; j < m; j++)
        memcpy(E + (size_t)j * (size_t)m, dy + (size_t)j * (size_t)d->n_eq, (size_t)m * sizeof(double));
    dgesvd_("A", "A", &m, &m, E, &m, sigma, U, &m, Vt, &m, svd, &size, &info, 1, 1);
    for (int i = 0; info == 0 && i < s->rank; i++) {
        double part = 0;
        if (!(sigma[i] > NO_INFLUENCE * constraint_size(s)))
            return cd_say(
                gate->report, COLDAE_ERR_SINGULAR,
                "at t = %.10g y has no influence on constraints that must determine it, neither directly nor "
                "through z (E and C B are singular): a redundant constraint, or index above 2",
                t);
        for (int a = 0; a < m; a++) {
            double r = s->step.f_end[d->n_diff + a];
            for (int c = 0; c < d->mstar; c++)
                r += s->step.projector.slope[a + c * m] * s->dz[c];
            part -= U[a + i * m] * r;
        }
        for (int a = 0; a < m; a++)
            s->dy[a] += Vt[i + a * m] * part / sigma[i];
    }
    return COLDAE_OK;
}

/* z + dz, y + dy; shorter where f is not defined.  *change: the largest relative one. */
static coldae_status move(cd_gate *gate, double t, const double *p, cd_start *s, double *z, double *y,
                          double *change)
{
    const cd_dims *d = &s->probe.dims;
    coldae_status status = CD_UNDEFINED;
    memcpy(s->z_best, z, (size_t)d->mstar * sizeof(double));
    for (int i = 0; i < d->n_alg; i++)
        s->y_best[i] = y[i];
    for (double way = 1; status == CD_UNDEFINED && way > 1e-3; way /= 2) {
        *change = 0;
        for (int i = 0; i < d->mstar; i++) {
            z[i] = s->z_best[i] + way * s->dz[i];
            *change = fmax(*change, fabs(s->dz[i]) / (1 + fabs(z[i])));
        }
        for (int i = 0; i < d->n_alg; i++) {
            y[i] = s->y_best[i] + way * s->dy[i];
            *change = fmax(*change, fabs(s->dy[i]) / (1 + fabs(y[i])));
        }
        status = d->n_alg > 0 ? cd_gate_f(gate, 1, &t, z, y, p, s->f_trial) : COLDAE_OK;
    }
    return status;
}

/* The first row that is larger than rounding or the tolerance lets it be; -1: none is. */
static int unmet_row(const double *z, const cd_start *s)
{
    for (int i = 0; i < s->rows; i++) {
        double size = 0;
        for (int c = 0; c < s->probe.dims.mstar; c++)
            size += fabs(s->A[i + c * s->most_rows]) * (1 + fabs(z[c]));
        if (!(fabs(s->r[i]) <= s->probe.tightest * size))
            return i;
    }
    return -1;
}

/* Until z and y do not change any more; rows and rank are then those at the end. */
static coldae_status iterate(cd_gate *gate, double t, const double *p, cd_start *s, double *z, double *y)
{
    double change = HUGE_VAL;
    for (int iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
        double before = change;
        CD_TRY(put_rows(gate, t, z, y, p, s));
        solve_rows(z, s);
        if (s->probe.dims.n_alg > 0)
            CD_TRY(solve_y(gate, t, s));
        CD_TRY(move(gate, t, p, s, z, y, &change));
        s->step.n_newton++;
        if (change <= ROUNDING || (change <= STALLED && change > before / 2))
            return put_rows(gate, t, z, y, p, s);
    }
    return cd_say(gate->report, COLDAE_ERR_NO_CONVERGENCE,
                  "no consistent values found at t = %.6g: after %d iterations the correction is still %.3g; "
                  "try a better guess%s",
                  t, (int)MOST_ITERATIONS, change,
                  change <= STALLED ? "; df is wrong, if it is so slow" : "");
}

/* ---- y by short steps ----------------------------------------------------------------------------- */

/* y at t from the step of length h; z is kept.  The iteration starts with y. */
static coldae_status probe(cd_gate *gate, double t, double h, const double *y, cd_start *s, double *found)
{
    cd_step *step = &s->step;
    cd_goal goal = {.max_iterations = 20, .linear = s->probe.problem->linear};
    int iterations;
    step->u.t[0] = t;
    step->u.t[1] = t + h;
    step->h_before = 0;
    step->h_factored = 0;
    cd_step_predict(&s->probe, y, step);
    CD_TRY(cd_step_solve(&s->probe, gate, &goal, step, &iterations));
    cd_piecewise_combine(&s->probe.dims, h, 0, step->psi_0, step->u.z, step->u.v, NULL, found, NULL);
    return COLDAE_OK;
}

static double distance(int n, const double *a, const double *b)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(a[i] - b[i]) / (1 + fabs(a[i])));
    return most;
}

/* Shorten until two steps agree, or agree less than the two before: the best of them. */
static coldae_status find_y(cd_gate *gate, double t, const double *p, cd_start *s, const double *z, double *y)
{
    const cd_dims *d = &s->probe.dims;
    int m = d->n_alg, found = 0;
    double gap = HUGE_VAL, way = t < s->probe.problem->right ? 1 : -1;
    coldae_status last = CD_DIVERGED;
    memcpy(s->step.u.z, z, (size_t)d->mstar * sizeof(double));
    for (int i = 0; i < d->n_param; i++)
        s->step.u.p[i] = p[i];
    memcpy(s->step.f_left, s->step.f_end, (size_t)d->n_eq * sizeof(double));
    s->step.has_left = 1;
    memcpy(s->y_best, y, (size_t)m * sizeof(double));
    for (int i = 0; i < MOST_STEPS; i++) {
        double h = way * fmin(SCALE_SHARE * s->h, s->probe.problem->right - s->probe.problem->left);
        h *= pow(0.25, i);
        if (!(fabs(h) > 1e4 * DBL_EPSILON * fabs(t)))
            break;
        last = probe(gate, t, h, s->y_best, s, s->dy);
        if (last < 0 && last != COLDAE_ERR_SINGULAR)
            return last;
        if (last != COLDAE_OK)
            continue;
        double now = found ? distance(m, s->dy, s->y_best) : HUGE_VAL;
        if (found && now >= gap) /* rounding, which grows like 1/h */
            break;
        memcpy(s->y_best, s->dy, (size_t)m * sizeof(double));
        gap = now;
        found = 1;
        if (gap <= STEPS_AGREE)
            break;
    }
    if (found)
        memcpy(y, s->y_best, (size_t)m * sizeof(double));
    return found ? COLDAE_OK : last;
}

coldae_status cd_start_find(cd_gate *gate, double t, const double *p, cd_start *s, double *z, double *y)
{
    CD_TRY(iterate(gate, t, p, s, z, y));
    int row = unmet_row(z, s);
    if (row >= 0)
        return cd_say(gate->report, COLDAE_ERR_NO_CONVERGENCE,
                      "the constraints, conditions and invariants cannot be met at t = %.6g: row %d of %d is "
                      "left with %.3g; fewer kept components, or another z",
                      t, row, s->rows, s->r[row]);
    if (s->conditions && s->determined < s->probe.dims.mstar)
        return cd_say(gate->report, COLDAE_ERR_SINGULAR,
                      "the conditions and constraints at left determine only %d of the %d components of z: "
                      "redundant or missing conditions",
                      s->determined, s->probe.dims.mstar);
    return s->rank < s->probe.dims.n_alg ? find_y(gate, t, p, s, z, y) : COLDAE_OK;
}

coldae_status cd_start_find_y(cd_gate *gate, double t, const double *p, cd_start *s, double *z, double *y,
                              double *off)
{
    s->holds_z = 1;
    CD_TRY(iterate(gate, t, p, s, z, y));
    int row = unmet_row(z, s);
    *off = row >= 0 ? s->r[row] : 0;
    if (row >= 0 || s->rank == s->probe.dims.n_alg)
        return COLDAE_OK;
    return find_y(gate, t, p, s, z, y);
}
