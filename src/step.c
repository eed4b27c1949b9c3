/* step.c - one collocation step of an initial value problem: Newton for the point values
 *
 * Factors are kept within a step, and for the next one of equal length if Newton contracts well.  Converged when
 * theta/(1-theta) |dv| is a small share of the tolerance, theta = |dv|/|dv before|.     Hairer & Wanner II, IV.8
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "step.h"

static const double KEEPS_FACTORS = 0.02; /* contraction that pays to be met again in the next step */
static const double CONTINUES =
    2; /* polynomials are continued to at most this many lengths of the last step */
static const double ROUNDING = 4e-16; /* goal of fixed steps, relative to 1 + |z| */
static const double STALLED = 1e-9;   /* corrections that do not fall any more are rounding below this .. */
static const double Y_STALLED = 1e-3; /* .. and those of y, which may be eps/h for index 2, below this */
static const double Y_SHARE = 10;     /* y is iterated to this many times the goal of z */

static const double CHANCE = 0.5; /* of the defect that the decay of coefficients lets expect */

enum {
    GRID = 64,       /* places where a maximum on [0, 1] is looked for */
    MOST_TRIALS = 4, /* of a correction, each half as long as the one before */
};

void cd_step_layout(cd_arena *arena, const cd_method *m, cd_step *s)
{
    const cd_dims *d = &m->dims;
    size_t nl = (size_t)d->n_local, ms = (size_t)d->mstar, na = (size_t)d->n_alg, ne = (size_t)d->n_eq;
    size_t k = (size_t)d->k, kept = ms + (size_t)d->n_param, table = k * (size_t)(d->max_order + 1);
    cd_piecewise_layout(arena, d, &m->basis, 1, &s->u);
    s->start = cd_take_doubles(arena, nl);
    s->before = cd_take_doubles(arena, nl);
    s->f = cd_take_doubles(arena, nl);
    s->df = cd_take_doubles(arena, ne * (kept + na) * k);
    s->t = cd_take_doubles(arena, k);
    s->z = cd_take_doubles(arena, ms * k);
    s->y = cd_take_doubles(arena, na * k);
    s->f_left = cd_take_doubles(arena, ne);
    s->f_end = cd_take_doubles(arena, ne);
    s->df_end = cd_take_doubles(arena, na > 0 ? ne * (kept + na) : 0);
    s->y_end = cd_take_doubles(arena, na);
    s->z_end = cd_take_doubles(arena, 2 * ms); /* and a correction */
    s->error = cd_take_doubles(arena, ms);
    s->spread = cd_take_doubles(arena, (size_t)d->max_order + 1);
    s->w_before = cd_take_doubles(arena, (size_t)d->n_diff);
    s->zero = cd_take_doubles(arena, nl + ms);
    s->local.lu = cd_take_doubles(arena, nl * nl);
    s->local.pivot = cd_arena_take(arena, nl, sizeof(int));
    s->local.Gamma = cd_take_doubles(arena, nl * kept);
    s->local.gamma = cd_take_doubles(arena, nl);
    s->projector.K = cd_take_doubles(arena, (size_t)d->n_diff * na);
    s->projector.slope = cd_take_doubles(arena, na * kept);
    s->projector.hidden = cd_take_doubles(arena, na * na);
    s->psi_0 = cd_take_doubles(arena, table);
    s->psi_any = cd_take_doubles(arena, table);
    size_t condense = cd_condense_work(d), project = cd_project_work(d);
    s->work = cd_take_doubles(arena, condense > project ? condense : project);
}

/* max over tau of |int_0^tau (tau-s)^{r-1}/(r-1)! prod (s - rho_j) ds| / prod rho_j, by the points' own quadrature on
 * [0, tau], which is exact but for its last term if r = k, and for one point */
static void find_spread(const cd_basis *b, double *spread)
{
    double at_zero = 1;
    for (int j = 0; j < b->k; j++)
        at_zero *= b->rho[j];
    for (int g = 1; g <= GRID; g++) {
        double tau = (double)g / GRID;
        for (int r = 1; r <= b->max_order; r++) {
            double sum = 0;
            for (int i = 0; i < b->k; i++) {
                double s = tau * b->rho[i], product = b->weight[i] * tau / at_zero;
                for (int j = 0; j < b->k; j++)
                    product *= s - b->rho[j];
                for (int q = 1; q < r; q++)
                    product *= (tau - s) / q;
                sum += product;
            }
            spread[r] = fmax(spread[r], fabs(sum));
        }
    }
    if (b->k == 1)
        spread[1] = b->rho[0] < 1 ? 0.25 : 0.5;
}

void cd_step_prepare(const cd_method *m, cd_step *s)
{
    cd_basis_at(&m->basis, 0, s->psi_0);
    find_spread(&m->basis, s->spread);
    s->rank = m->dims.n_alg;
}

void cd_step_predict(const cd_method *m, const double *y, cd_step *s)
{
    const cd_dims *d = &m->dims;
    double h = s->u.t[1] - s->u.t[0], ratio = s->h_before > 0 ? h / s->h_before : 0;
    for (int j = 0; j < d->k; j++) {
        double *v = s->u.v + (size_t)j * (size_t)d->n_eq;
        if (s->h_before > 0) {
            double tau = 1 + (ratio <= CONTINUES ? m->basis.rho[j] * ratio : 0);
            cd_basis_at(&m->basis, tau, s->psi_any);
            cd_piecewise_combine(d, s->h_before, tau, s->psi_any, s->zero, s->before, NULL, v + d->n_diff, v);
            continue;
        }
        for (int i = 0; i < d->n_diff; i++)
            v[i] = s->has_left ? s->f_left[i] : 0;
        for (int i = 0; i < d->n_alg; i++)
            v[d->n_diff + i] = y[i];
    }
    memcpy(s->start, s->u.v, (size_t)d->n_local * sizeof(double));
}

/* ---- Newton --------------------------------------------------------------------------------------- */

/* Where the right end is asked: at a jump the functions are continuous from the right. */
static double right_end(const cd_method *m, const cd_step *s)
{
    return s->u.t[1] < m->problem->right ? nextafter(s->u.t[1], s->u.t[0]) : s->u.t[1];
}

static coldae_status evaluate(const cd_method *m, cd_gate *gate, cd_step *s)
{
    cd_piecewise_at_points(&s->u, 0, s->t, s->z, s->y);
    if (m->basis.rho[m->dims.k - 1] == 1)
        s->t[m->dims.k - 1] = right_end(m, s);
    return cd_gate_f(gate, m->dims.k, s->t, s->z, s->y, s->u.p, s->f);
}

static coldae_status say_singular(const cd_method *m, cd_gate *gate, const cd_step *s, int lost)
{
    int i = lost % m->dims.n_eq, is_y = i >= m->dims.n_diff;
    return cd_say(gate->report, COLDAE_ERR_SINGULAR,
                  "the step from t = %.10g with h = %.6g is singular: its equations do not determine %s[%d]; "
                  "another step size, or a redundant constraint, or index above 2",
                  s->u.t[0], s->u.t[1] - s->u.t[0], is_y ? "y" : "u", is_y ? i - m->dims.n_diff : i);
}

/* Factor W at v, whose f is at hand. */
static coldae_status linearize(const cd_method *m, cd_gate *gate, cd_step *s)
{
    double h = s->u.t[1] - s->u.t[0];
    s->h_factored = 0;
    CD_TRY(cd_gate_df(gate, m->dims.k, s->t, s->z, s->y, s->u.p, s->f, s->df));
    int lost = cd_condense(m, h, s->df, &s->local, s->work);
    s->n_factor++;
    if (lost >= 0)
        return say_singular(m, gate, s, lost);
    s->h_factored = h;
    s->df_at = s->u.t[0];
    return COLDAE_OK;
}

static int is_finite(int n, const double *v)
{
    double sum = 0; /* 0 * v is 0 for finite v, NaN otherwise */
    for (int i = 0; i < n; i++)
        sum += 0 * v[i];
    return sum == 0;
}

/* Largest change of z that dv stands for, over its goal: h^r |dw| / (goal (1 + |z|)), r = m - l. */
static double z_size(const cd_method *m, const cd_goal *goal, const cd_step *s, const double *dv)
{
    const cd_dims *d = &m->dims;
    double h = fabs(s->u.t[1] - s->u.t[0]), most = 0;
    for (int i = 0; i < d->n_diff; i++) {
        double change = 0;
        for (int j = 0; j < d->k; j++)
            change = fmax(change, fabs(dv[i + j * d->n_eq]));
        for (int l = d->order[i] - 1; l >= 0; l--) {
            int c = d->offset[i] + l;
            change *= h;
            if (m->tol[c] > 0)
                most =
                    fmax(most, change / ((goal->share > 0 ? goal->share * m->tol[c] : ROUNDING) *
                                         (1 + fmax(fabs(s->u.z[c]), fabs(s->z[c + (d->k - 1) * d->mstar])))));
        }
    }
    return most;
}

/* Largest |dy| / (1 + |y|) */
static double y_size(const cd_method *m, const cd_step *s, const double *dv)
{
    const cd_dims *d = &m->dims;
    double most = 0;
    for (int j = 0; j < d->k; j++)
        for (int i = d->n_diff; i < d->n_eq; i++)
            most = fmax(most, fabs(dv[i + j * d->n_eq]) / (1 + fabs(s->u.v[i + j * d->n_eq])));
    return most;
}

/* What is known of the iteration at hand. */
typedef struct course {
    int iteration;
    int fresh;          /* the factors are of this step */
    double z, y;        /* sizes of the last correction, z over its goal */
    double theta;       /* contraction */
    double second;      /* .. as the second iteration showed it, far from rounding */
    int z_done, y_done; /* once converged, what follows is rounding */
} course;

static int has_converged(const cd_method *m, const cd_goal *goal, const course *before, course *now)
{
    double unit = goal->share > 0 ? goal->share * m->tightest : ROUNDING;
    double y_ratio = before->y > 0 ? now->y / before->y : 1, y_goal = fmax(Y_SHARE * unit, 1e3 * DBL_EPSILON);
    if (now->iteration == 1) { /* contractions of older steps prove nothing */
        now->z_done = now->z <= 1;
        now->y_done = now->y <= y_goal;
    } else {
        double eta = now->theta / (1 - fmin(now->theta, 0.99));
        now->z_done |= eta * now->z <= 1 || (now->theta > 0.5 && now->z * unit <= STALLED);
        now->y_done |= fmin(y_ratio, 1) * now->y <= y_goal || (y_ratio > 0.5 && now->y < Y_STALLED);
    }
    return now->z_done && now->y_done;
}

/* Will the goal be reached in the iterations that are left? */
static int is_hopeless(const cd_goal *goal, const course *c)
{
    if (c->iteration < 2 || c->z_done)
        return 0;
    if (c->theta >= 1)
        return 1;
    return pow(c->theta, goal->max_iterations - c->iteration) / (1 - c->theta) * c->z > 1;
}

static coldae_status diverged(const cd_method *m, cd_gate *gate, const cd_step *s, const course *c)
{
    return cd_say(gate->report, CD_DIVERGED,
                  "Newton gave up on the step from t = %.10g with h = %.6g after %d iterations, contraction "
                  "%.2g (tolerance %.2g): try shorter steps, a better df or more max_iterations",
                  s->u.t[0], s->u.t[1] - s->u.t[0], c->iteration, c->theta, m->tightest);
}

/* v <- v + dv and f there; where f is not defined, a shorter way. */
static coldae_status move(const cd_method *m, cd_gate *gate, cd_step *s)
{
    coldae_status status = COLDAE_OK;
    size_t n = (size_t)m->dims.n_local;
    for (size_t i = 0; i < n; i++)
        s->u.v[i] += s->local.gamma[i];
    double way = 1;
    for (int trial = 0; trial < MOST_TRIALS; trial++, way /= 2) {
        status = evaluate(m, gate, s);
        if (status != CD_UNDEFINED)
            return status;
        for (size_t i = 0; i < n; i++)
            s->u.v[i] -= way / 2 * s->local.gamma[i];
    }
    return status;
}

/* The factors are not of this step and do not do: from the start again with its own. */
static coldae_status start_again(const cd_method *m, cd_gate *gate, cd_step *s, course *c)
{
    memcpy(s->u.v, s->start, (size_t)m->dims.n_local * sizeof(double));
    CD_TRY(evaluate(m, gate, s));
    CD_TRY(linearize(m, gate, s));
    *c = (course){.fresh = 1, .theta = 1};
    return COLDAE_OK;
}

static coldae_status iterate(const cd_method *m, cd_gate *gate, const cd_goal *goal, cd_step *s, course *c)
{
    int full = 0, spent = 0; /* linearise in each iteration; iterations with other factors */
    while (c->iteration < goal->max_iterations) {
        course before = *c;
        cd_condense_rhs(m, s->f, s->u.v, &s->local);
        c->iteration++;
        s->n_newton++;
        c->z = z_size(m, goal, s, s->local.gamma);
        c->y = y_size(m, s, s->local.gamma);
        c->theta = c->iteration > 1 ? (before.z > 0 ? c->z / before.z : 0) : before.theta;
        if (c->iteration == 2)
            c->second = c->theta;
        if (!is_finite(m->dims.n_local, s->local.gamma))
            return diverged(m, gate, s, c);
        int done = has_converged(m, goal, &before, c);
        if (!done && !full && is_hopeless(goal, c)) {
            if (!c->fresh) {
                spent += c->iteration;
                CD_TRY(start_again(m, gate, s, c));
                continue;
            }
            if (goal->share > 0)
                return diverged(m, gate, s, c);
            full = 1;
        }
        CD_TRY(move(m, gate, s));
        if (done) {
            c->iteration += spent;
            return COLDAE_OK;
        }
        if (full)
            CD_TRY(linearize(m, gate, s));
    }
    return diverged(m, gate, s, c);
}

coldae_status cd_step_solve(const cd_method *m, cd_gate *gate, const cd_goal *goal, cd_step *s,
                            int *iterations)
{
    double h = s->u.t[1] - s->u.t[0];
    course c = {.fresh = goal->linear || s->h_factored != h || s->theta > KEEPS_FACTORS, .theta = 1};
    CD_TRY(evaluate(m, gate, s));
    if (c.fresh)
        CD_TRY(linearize(m, gate, s));
    else
        c.theta = s->theta;
    if (!goal->linear) {
        coldae_status status = iterate(m, gate, goal, s, &c);
        s->theta = c.iteration > 1 ? c.second : s->theta;
        *iterations = c.iteration;
        return status;
    }
    cd_condense_rhs(m, s->f, s->u.v, &s->local);
    s->n_newton++;
    *iterations = 1;
    if (!is_finite(m->dims.n_local, s->local.gamma))
        return diverged(m, gate, s, &c);
    for (int i = 0; i < m->dims.n_local; i++)
        s->u.v[i] += s->local.gamma[i];
    return COLDAE_OK;
}

/* ---- the end of the step -------------------------------------------------------------------------- */

/* Is the end so clearly of index 1 that nothing is to be projected there? */
static int is_clear(const cd_method *m, const cd_step *s, double h)
{
    const cd_dims *d = &m->dims;
    size_t size = (size_t)d->n_eq * (size_t)(d->mstar + d->n_alg + d->n_param);
    return d->n_alg == 0 || m->options.projection == COLDAE_PROJECT_NONE ||
           (m->options.projection != COLDAE_PROJECT_INDEX2 &&
            cd_project_is_index1(m, h, s->df + (size_t)(d->k - 1) * size, s->work));
}

/* x_1 <- x_1 - K (f_alg + C (z_end - z_1)) with K at z_1; returns the change over 1 + |z| in *change. */
static coldae_status project_once(const cd_method *m, cd_gate *gate, double t, double h, cd_step *s,
                                  double *change)
{
    const cd_dims *d = &m->dims;
    double *z = cd_piecewise_z(&s->u, 1), *phi = s->z_end + d->mstar;
    CD_TRY(cd_gate_f(gate, 1, &t, z, s->y_end, s->u.p, s->f_end));
    CD_TRY(cd_gate_df(gate, 1, &t, z, s->y_end, s->u.p, s->f_end, s->df_end));
    coldae_status found = cd_project_find(m, h, t, s->df_end, gate->report, &s->projector, &s->rank, s->work);
    *change = 0;
    s->is_lost = found == CD_LOST;
    if (found != COLDAE_OK || s->rank == d->n_alg)
        return found == CD_LOST ? COLDAE_OK : found;
    for (int i = 0; i < d->mstar; i++)
        phi[i] = s->z_end[i] - z[i];
    cd_project_vector(d, &s->projector, s->f_end + d->n_diff, phi, s->work);
    for (int i = 0; i < d->mstar; i++) {
        *change = fmax(*change, fabs(phi[i]) / (1 + fabs(z[i])));
        z[i] += phi[i];
    }
    return COLDAE_OK;
}

coldae_status cd_step_finish(const cd_method *m, cd_gate *gate, cd_step *s)
{
    const cd_dims *d = &m->dims;
    double h = s->u.t[1] - s->u.t[0], change = 1, before = 2;
    cd_piecewise_combine(d, h, 1, m->basis.psi_end, s->u.z, s->u.v, s->z_end, s->y_end, NULL);
    memcpy(cd_piecewise_z(&s->u, 1), s->z_end, (size_t)d->mstar * sizeof(double));
    s->is_lost = 0;
    s->rank = d->n_alg;
    if (is_clear(m, s, h))
        return COLDAE_OK;
    for (int pass = 0; pass < 10 && change > ROUNDING && change < before; pass++) {
        before = change;
        CD_TRY(project_once(m, gate, right_end(m, s), h, s, &change));
        if (m->problem->linear)
            break;
    }
    return COLDAE_OK;
}

coldae_status cd_step_evaluate_end(const cd_method *m, cd_gate *gate, cd_step *s)
{
    double t = right_end(m, s);
    return cd_gate_f(gate, 1, &t, cd_piecewise_z(&s->u, 1), s->y_end, s->u.p, s->f_end);
}

/* sum_j psi_j(0) w_j */
static double w_at_left(const cd_method *m, const cd_step *s, int i)
{
    double sum = 0;
    for (int j = 0; j < m->dims.k; j++)
        sum += s->psi_0[j] * s->u.v[i + j * m->dims.n_eq];
    return sum;
}

/* Coefficient n of w_i in shifted Legendre polynomials. */
static double legendre_coefficient(const cd_method *m, const cd_step *s, int i, int n)
{
    double sum = 0;
    for (int j = 0; j < m->dims.k; j++)
        sum += m->basis.coefficient[j + n * m->dims.k] * s->u.v[i + j * m->dims.n_eq];
    return fabs(sum);
}

/* The coefficient of w_i that the polynomial does not have any more, from the last one and that two before it, which
 * has the same parity: where an oscillation makes the defect vanish by chance, these two are large. */
static double next_coefficient(const cd_method *m, const cd_step *s, int i)
{
    if (m->dims.k < 3)
        return 0;
    double last = legendre_coefficient(m, s, i, m->dims.k - 1);
    double first = legendre_coefficient(m, s, i, m->dims.k - 3);
    return last < first ? last * sqrt(last / first) : last;
}

/* error[mstar] of z from the defect at t_0. */
static void spread_defect(const cd_method *m, cd_step *s)
{
    const cd_dims *d = &m->dims;
    for (int i = 0; i < d->n_eq; i++) {
        double defect = s->f_left[i] - (i < d->n_diff ? w_at_left(m, s, i) : 0);
        for (int j = 0; j < d->k; j++)
            s->f[i + j * d->n_eq] = s->spread[1] * defect;
    }
    cd_condense_rhs(m, s->f, s->zero, &s->local);
    cd_piecewise_combine(d, s->u.t[1] - s->u.t[0], 1, m->basis.psi_end, s->zero, s->local.gamma, s->error,
                         NULL, NULL);
}

/* The defect of the polynomials at t_0 is their error in w there, up to a factor; as a perturbation of the equations at
 * all points, solved with W, it becomes an error of z at the end of the step.  An inaccurate y_0 drops out by the
 * constraint rows, a stiff component is damped as its error is.  Inside the step nothing is damped: polynomials that meet
 * a stiff equation at the points may be anything between them.  There the jump of w against the last step counts. */
double cd_step_error(const cd_method *m, cd_step *s)
{
    const cd_dims *d = &m->dims;
    const double *z = cd_piecewise_z(&s->u, 1);
    double h = s->u.t[1] - s->u.t[0], most = 0;
    spread_defect(m, s);
    for (int i = 0; i < d->n_diff; i++) {
        double power = h, jump = fabs(s->w_before[i] - w_at_left(m, s, i));
        jump = fmax(jump, CHANCE * next_coefficient(m, s, i));
        for (int r = 1; r <= d->order[i]; r++, power *= h) {
            int c = d->offset[i] + d->order[i] - r;
            double away = fabs(s->z_end[c] - z[c]), raw = s->spread[r] * power * jump;
            s->error[c] = fmax(fmax(fabs(s->error[c]), raw), away);
            if (m->tol[c] > 0)
                most = fmax(most, s->error[c] / (m->tol[c] * (1 + fmax(fabs(z[c]), fabs(s->u.z[c])))));
            if (isnan(s->error[c]))
                return NAN;
        }
    }
    return most;
}

void cd_step_advance(const cd_method *m, cd_step *s)
{
    const cd_dims *d = &m->dims;
    s->h_before = s->u.t[1] - s->u.t[0];
    s->u.t[0] = s->u.t[1];
    memcpy(s->u.z, cd_piecewise_z(&s->u, 1), (size_t)d->mstar * sizeof(double));
    memcpy(s->before, s->u.v, (size_t)d->n_local * sizeof(double));
    cd_piecewise_combine(d, s->h_before, 1, m->basis.psi_end, s->zero, s->u.v, NULL, NULL, s->w_before);
    memcpy(s->f_left, s->f_end, (size_t)d->n_eq * sizeof(double));
}
