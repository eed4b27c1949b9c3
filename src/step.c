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

static const double JUMP =
    1e3; /* corrections over 1 + |z|, 1 + |y| that nobody has asked f to be defined for */
static const double CLEAN = 1e-13; /* residuals of linear equations, over their terms, that are rounding .. */
static const double NOISE = 1e-8;  /* .. and that no user is blamed for */
static const double REPAIRS = 1e-3; /* each correction of linear equations over the one before */

enum {
    MOST_LINEAR = 4, /* corrections of linear equations */
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
    s->terms = cd_take_doubles(arena, nl);
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

static coldae_status evaluate(const cd_method *m, cd_gate *gate, cd_step *s)
{
    cd_piecewise_at_points(&s->u, 0, s->t, s->z, s->y);
    if (m->basis.rho[m->dims.k - 1] == 1)
        s->t[m->dims.k - 1] = cd_step_right(m, s);
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

/* Newton's goal for z over 1 + |z|, where no tolerance is smaller. */
static double unit_of(const cd_method *m, const cd_goal *goal)
{
    return goal->share > 0 ? goal->share * m->tightest : ROUNDING;
}

/* What corrections of y must come down to, over 1 + |y| */
static double y_goal_of(const cd_method *m, const cd_goal *goal)
{
    return fmax(Y_SHARE * unit_of(m, goal), 1e3 * DBL_EPSILON);
}

static int has_converged(const cd_method *m, const cd_goal *goal, const course *before, course *now)
{
    double unit = unit_of(m, goal);
    double y_ratio = before->y > 0 ? now->y / before->y : 1, y_goal = y_goal_of(m, goal);
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

/* v <- v + dv and f there; where f is not defined, a shorter way.  If that is after a jump of this size, Newton is to
 * blame, not f. */
static coldae_status move(const cd_method *m, cd_gate *gate, const cd_goal *goal, const course *c, cd_step *s)
{
    coldae_status status = COLDAE_OK;
    double jump = fmax(c->z * unit_of(m, goal), c->y);
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
    if (!(jump <= JUMP))
        return cd_say(
            gate->report, CD_DIVERGED,
            "Newton diverges in the step from t = %.10g with h = %.6g: its correction %d is %.2g times "
            "(1 + |z|, |y|), and f is not defined there; try shorter steps, a better df or guess of y",
            s->u.t[0], s->u.t[1] - s->u.t[0], c->iteration, jump);
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
        int grows = c->iteration > 1 && c->z_done && !c->y_done && c->y >= before.y;
        if (!done && !full && (grows || is_hopeless(goal, c))) {
            if (!c->fresh || grows) { /* y of index 1 is as far away in a shorter step */
                spent += c->iteration;
                full = c->fresh;
                CD_TRY(start_again(m, gate, s, c));
                continue;
            }
            if (goal->share > 0)
                return diverged(m, gate, s, c);
            full = 1;
        }
        CD_TRY(move(m, gate, goal, c, s));
        if (done) {
            c->iteration += spent;
            return COLDAE_OK;
        }
        if (full)
            CD_TRY(linearize(m, gate, s));
    }
    return diverged(m, gate, s, c);
}

/* ---- linear equations ------------------------------------------------------------------------------ */

/* terms[n_eq, k] += |w| + |f| + |df| |(z, y, p)| at the points as they are, and |df| |z_0|: what rounding errors of the
 * residual are relative to. */
static void add_terms(const cd_method *m, cd_step *s)
{
    const cd_dims *d = &m->dims;
    int columns = d->mstar + d->n_alg + d->n_param;
    for (int j = 0; j < d->k; j++) {
        double *terms = s->terms + (size_t)j * (size_t)d->n_eq;
        const double *df = s->df + (size_t)j * (size_t)d->n_eq * (size_t)columns;
        for (int i = 0; i < d->n_eq; i++)
            terms[i] += fabs(s->f[i + j * d->n_eq]) + (i < d->n_diff ? fabs(s->u.v[i + j * d->n_eq]) : 0);
        for (int c = 0; c < columns; c++, df += d->n_eq) {
            double size = c < d->mstar              ? fabs(s->z[c + j * d->mstar]) + fabs(s->u.z[c])
                          : c < d->mstar + d->n_alg ? fabs(s->y[c - d->mstar + j * d->n_alg])
                                                    : fabs(s->u.p[c - d->mstar - d->n_alg]);
            for (int i = 0; i < d->n_eq; i++)
                terms[i] += fabs(df[i]) * size;
        }
    }
}

/* Largest |f - w| over its terms, in equation *worst of all k n_eq; f - w is 0 - f_alg for constraints. */
static double residual_share(const cd_method *m, const cd_step *s, int *worst)
{
    const cd_dims *d = &m->dims;
    double most = 0;
    *worst = 0;
    for (int n = 0; n < d->n_local; n++) {
        double r = fabs(s->f[n] - (n % d->n_eq < d->n_diff ? s->u.v[n] : 0));
        double share = r > 0 ? r / s->terms[n] : 0;
        if (!(share <= most)) {
            most = share;
            *worst = n;
        }
    }
    return most;
}

static coldae_status say_not_linear(const cd_method *m, cd_gate *gate, const cd_step *s, int worst)
{
    return cd_say(
        gate->report, COLDAE_ERR_NO_CONVERGENCE,
        "problem.linear = 1, but one Newton step does not solve the step from t = %.10g with h = %.6g "
        "(f[%d] at t = %.6g is left with %.3g): df is wrong, or the problem is not linear",
        s->u.t[0], s->u.t[1] - s->u.t[0], worst % m->dims.n_eq, s->t[worst / m->dims.n_eq],
        s->f[worst] - (worst % m->dims.n_eq < m->dims.n_diff ? s->u.v[worst] : 0));
}

/* v <- v + W^-1 (f - w): what rounding in the factors has left of the first correction. */
static void refine(const cd_method *m, cd_step *s)
{
    cd_condense_rhs(m, s->f, s->u.v, &s->local);
    for (int i = 0; i < m->dims.n_local; i++)
        s->u.v[i] += s->local.gamma[i];
}

/* One correction is exact up to rounding, and f at its end shows whether it was.  More of them repair a df of few
 * digits (differences of a large f); if they do not, df or the word of the user is wrong. */
static coldae_status solve_linear(const cd_method *m, cd_gate *gate, const cd_goal *goal, cd_step *s,
                                  course *c)
{
    int worst;
    double y_goal = y_goal_of(m, goal);
    memset(s->terms, 0, (size_t)m->dims.n_local * sizeof(double));
    add_terms(m, s);
    for (;;) {
        double z_enough = fmax(1, REPAIRS * c->z), y_enough = fmax(y_goal, REPAIRS * c->y);
        cd_condense_rhs(m, s->f, s->u.v, &s->local);
        c->iteration++;
        s->n_newton++;
        c->z = z_size(m, goal, s, s->local.gamma);
        c->y = y_size(m, s, s->local.gamma);
        if (!is_finite(m->dims.n_local, s->local.gamma))
            return diverged(m, gate, s, c);
        if (c->iteration > 1 && c->z <= 1 && c->y <= y_goal)
            return COLDAE_OK;
        int repairs = c->iteration == 1 || (c->z <= z_enough && c->y <= y_enough);
        if (!repairs || c->iteration > MOST_LINEAR) {
            double share = residual_share(m, s, &worst);
            return share <= NOISE ? COLDAE_OK : say_not_linear(m, gate, s, worst);
        }
        CD_TRY(move(m, gate, goal, c, s));
        add_terms(m, s);
        if (residual_share(m, s, &worst) <= CLEAN) {
            if (goal->share == 0) /* to rounding: the residual is at hand */
                refine(m, s);
            return COLDAE_OK;
        }
    }
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
    coldae_status status = goal->linear ? solve_linear(m, gate, goal, s, &c) : iterate(m, gate, goal, s, &c);
    if (!goal->linear)
        s->theta = c.iteration > 1 ? c.second : s->theta;
    *iterations = c.iteration;
    return status;
}
