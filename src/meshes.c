/* meshes.c - the sequence of meshes
 *
 * A mesh is solved; if it is the halving of the one before, their difference estimates the error and the solution
 * is accepted or not; then the next mesh is halved from this one, or redistributed first where the error is badly
 * spread.  A mesh on which Newton fails is halved, and the start repeated from the last good function.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "diagnose.h"
#include "solution.h"
#include "solve.h"

/* s_i h_i may vary by this factor around its mean on a mesh that is only halved. */
static const double EVEN_ENOUGH = 2;
static const double SPARE = 1.35; /* more subintervals than the leading term asks for */
static const double MISLED = 1e5; /* a redistribution with a leading term so much larger is not repeated */
static const double INHERITED = 0.25; /* share of what is comfortable on a mesh of another problem */
static const double GROWTH = 1.2;     /* of a redistributed mesh over the one before that did not do */
static const double AGREED =
    3; /* an estimate of at most so many leading terms is of an error that is local .. */
static const double LEAP = 3;       /* .. and a mesh so many times as large is believed at once */
static const double LENT_STEPS = 3; /* with the df of another mesh, until the iteration has converged */
enum { MOST_REDISTRIBUTIONS = 2 };  /* at one size */
enum { MOST_LOST = 3 };             /* meshes in a row on which no mesh point determines y */
enum { MOST_FAILURES = 4 };         /* meshes in a row without convergence: more points will not help */

/* ---- starting values ------------------------------------------------------------------------------ */

/* Linear differential equations are linearised at zero, where nothing is to be evaluated or carried over: the Newton step
 * is the solution.  But a guess or a start is looked at, differences of f want arguments of the right size, and
 * constraints hold to rounding only where the last correction is small. */
static int starts_at_zero(const cd_solve *s)
{
    const coldae_problem *p = s->method.problem;
    return p->linear && p->n_alg == 0 && (p->df || p->df_batch) &&
           (s->has_good || !(p->guess || s->method.options.start));
}

/* Fill current from the best function at hand: the last good one, the start, or the guess. */
static coldae_status fill_current(cd_solve *s)
{
    const coldae_solution *start = s->method.options.start;
    cd_piecewise *u = &s->current.u;
    if (starts_at_zero(s)) {
        cd_piecewise_clear(u);
        return COLDAE_OK;
    }
    int doubt =
        start && s->has_good && s->failures >= 2 && !s->good.halved; /* a chance function of a coarse mesh */
    if (doubt)
        cd_piecewise_transfer(&start->u, u, s->lanes);
    else if (s->has_good && s->current.halved)
        cd_piecewise_transfer_halved(&s->good.u, u, s->lanes);
    else if (s->has_good)
        cd_piecewise_transfer(&s->good.u, u, s->lanes);
    else if (start)
        cd_piecewise_transfer(&start->u, u, s->lanes);
    else if (s->newton.unfinished)
        return cd_piecewise_guess(&s->gate, u, s->lanes);
    else /* the first linearisation asks for the rest */
        return cd_piecewise_guess_z(&s->gate, u, s->lanes);
    const double *p = s->method.problem->param_guess;
    for (int i = 0; (doubt || !s->has_good) && p && i < s->method.dims.n_param; i++)
        u->p[i] = p[i];
    return COLDAE_OK;
}

static coldae_status first_mesh(cd_solve *s)
{
    const coldae_solution *start = s->method.options.start;
    const double *given = start ? start->u.t : NULL;
    int n_given = start ? start->u.n : 0, n = cd_mesh_first(&s->method, given, n_given, NULL);
    if (n > s->method.options.max_intervals)
        return cd_say(
            &s->report, COLDAE_ERR_INVALID,
            "options.max_intervals = %d, but the first mesh with its fixed and side-condition points has "
            "%d subintervals",
            s->method.options.max_intervals, n);
    CD_TRY(cd_stage_create(s, n, &s->current));
    (void)cd_mesh_first(&s->method, given, n_given, s->current.u.t);
    if (!cd_mesh_is_increasing(n, s->current.u.t))
        return cd_say(
            &s->report, COLDAE_ERR_INVALID,
            "the first mesh of %d subintervals has equal points: right - left, or fixed and zeta, are too "
            "close for the precision of a double",
            n);
    return fill_current(s);
}

/* ---- one mesh ------------------------------------------------------------------------------------- */

static coldae_status tell(cd_solve *s, int kind, double error)
{
    coldae_event event = {.kind = kind, .mesh = s->n_meshes, .n_intervals = s->current.u.n, .error = error};
    return cd_gate_tell(&s->gate, &event);
}

/* The df of the good mesh, if Newton's iteration on the current one may begin with it.  Where it was carried to the good
 * mesh already, the first step of about `ratio` tolerances shall not need more than a few with the same factors. */
static const cd_carried *find_lender(const cd_solve *s)
{
    const cd_carried *from = &s->good.carried;
    if (!s->newton.transferred || !from->known)
        return NULL;
    return pow(from->contraction, LENT_STEPS) * fmax(s->ratio, 1) <= CD_SAFETY ? from : NULL;
}

/* Newton on the current mesh. */
static coldae_status solve_mesh(cd_solve *s)
{
    s->n_meshes++;
    s->newton.mesh = s->n_meshes;
    s->newton.from_guess =
        !s->has_good && !s->newton.unfinished && !s->method.options.start && s->method.problem->guess;
    s->newton.at_zero = starts_at_zero(s);
    s->newton.undamped =
        s->failures == MOST_FAILURES - 1; /* full steps sometimes reach what damping cannot */
    s->newton.transferred = s->has_good && !s->newton.unfinished && s->failures == 0;
    s->newton.not_final = !s->current.halved && s->method.options.adapt != COLDAE_FIXED_MESH;
    CD_TRY(tell(s, COLDAE_EVENT_MESH, 0));
    if (!s->method.pool && cd_system_is_large(&s->method, s->current.u.n))
        cd_pool_create(s->method.options.n_threads, &s->method.pool); /* NULL: then without */
    s->newton.keep = s->current.carried.J ? &s->current.carried : NULL;
    s->newton.lent = find_lender(s);
    CD_TRY(cd_newton_create(&s->memory, &s->method, &s->current.u, &s->report, &s->newton));
    return cd_newton_iterate(&s->method, &s->gate, &s->current.u, &s->newton);
}

/* Slopes of the current function, or of its projection: for its error and the next mesh. */
static void measure(cd_solve *s)
{
    cd_projections projections = cd_system_projections(&s->method, &s->newton.system);
    cd_estimate_slopes(&s->method, &s->leading, &projections, &s->current.u, s->newton.slope, s->newton.tops,
                       s->lanes);
}

static void estimate(cd_solve *s)
{
    size_t size = (size_t)s->method.dims.mstar * sizeof(double);
    double *single_before = s->work, *error_before = s->work + s->method.dims.mstar, ratio_before = s->ratio;
    memcpy(single_before, s->single, size);
    memcpy(error_before, s->error, size);
    s->before = s->current.halved ? ratio_before : 0;
    double single_ratio_before = s->single_ratio;
    s->single_ratio = cd_estimate_single(&s->method, &s->leading, &s->current.u, s->newton.slope, s->single,
                                         s->newton.density, s->lanes);
    if (s->current.halved) {
        s->ratio = cd_estimate_pair(&s->method, &s->leading, &s->good.u, &s->current.u, single_before,
                                    s->single, s->newton.tops, s->error, s->lanes);
        if (s->good.halved)
            s->ratio = cd_estimate_distrust(&s->method, error_before, ratio_before, s->error, s->ratio);
    } else {
        s->ratio = s->single_ratio;
        memcpy(s->error, s->single, size);
    }
    s->misled = s->has_good && !s->current.halved && s->single_ratio > MISLED * single_ratio_before;
}

/* The current function has converged: estimate its error and keep it as the good one. */
static coldae_status keep(cd_solve *s)
{
    measure(s);
    estimate(s);
    s->index = cd_system_index(&s->method, &s->newton.system);
    s->failures = 0;
    s->diagnosed = 0;
    coldae_status told = tell(s, COLDAE_EVENT_ERROR, s->ratio);
    cd_stage_release(s, &s->good);
    s->good = s->current;
    s->has_good = 1;
    memset(&s->current, 0, sizeof s->current);
    return told;
}

/* ---- the next mesh -------------------------------------------------------------------------------- */

/* Halve the mesh of `from` into a new current stage; an iteration that only ran out of steps goes on from there. */
static coldae_status halve(cd_solve *s, const cd_piecewise *from, int of_good)
{
    cd_stage next;
    CD_TRY(cd_stage_create(s, 2 * from->n, &next));
    cd_mesh_halve(from->n, from->t, next.u.t);
    next.halved = of_good;
    int too_fine = !cd_mesh_is_increasing(next.u.n, next.u.t);
    if (too_fine) { /* current stays if it holds a function */
        cd_stage_release(s, &next);
        if (of_good)
            cd_stage_release(s, &s->current);
        return cd_say(&s->report, s->has_good ? COLDAE_ERR_MESH_LIMIT : COLDAE_ERR_NO_CONVERGENCE,
                      "a subinterval of the mesh of %d cannot be halved in the precision of a double",
                      from->n);
    }
    int unfinished = !of_good && s->newton.unfinished && s->failures < MOST_FAILURES - 1;
    if (unfinished)
        cd_piecewise_transfer_halved(from, &next.u, s->lanes);
    cd_stage_release(s, &s->current);
    s->current = next;
    return unfinished ? COLDAE_OK : fill_current(s);
}

static coldae_status redistribute(cd_solve *s, int n)
{
    CD_TRY(cd_stage_create(s, n, &s->current));
    cd_mesh_redistribute(&s->method, s->good.u.n, s->good.u.t, s->newton.density, n, s->current.u.t);
    return cd_mesh_is_increasing(n, s->current.u.t) ? fill_current(s) : halve(s, &s->good.u, 1);
}

static coldae_status mesh_limit(cd_solve *s)
{
    return cd_say(
        &s->report, COLDAE_ERR_MESH_LIMIT,
        "error/tolerance = %.3g on %d subintervals; halving them would pass max_intervals = %d: raise it or "
        "n_points, or ask for less",
        s->ratio, s->good.u.n, s->method.options.max_intervals);
}

/* Halve how many times until the tolerance is met, as the theory has it?  Work in subintervals solved. */
static double cost_of_halving(const cd_solve *s)
{
    double n = s->good.u.n, ratio = s->ratio, fall = ldexp(1, -(s->method.dims.k + 1)), cost = 0;
    do {
        n *= 2;
        ratio *= fall;
        cost += n;
    } while (ratio > 1 && n < s->method.options.max_intervals);
    return cost;
}

/* Is the size that the density asks for to be believed even where it is more than the mesh at hand has?  On an even
 * mesh with a local error the density will not change much any more. */
static int is_predictable(const cd_solve *s, const cd_demand *demand, double wanted)
{
    return s->good.halved && demand->uneven <= EVEN_ENOUGH && s->ratio <= AGREED * s->single_ratio &&
           wanted <= LEAP * s->good.u.n;
}

/* Subintervals of the coarser mesh of an equidistributed pair that should meet the tolerance.  Where two meshes tell
 * of a larger error than the leading term on one, it is not local: ask for as many more. */
static int coarse_size(const cd_solve *s, const cd_demand *demand)
{
    double beyond = s->good.halved && s->single_ratio > 0 ? s->ratio / s->single_ratio : 1;
    double wanted = demand->needed * SPARE * pow(fmax(beyond, 1), 1.0 / (s->method.dims.k + 1)) / 2;
    int n = s->good.u.n, lowest = cd_max_int(cd_mesh_smallest(&s->method), (n + 1) / 2);
    lowest = cd_max_int(lowest, (int)ceil(GROWTH * s->last_coarse));
    if (!is_predictable(s, demand, wanted))
        wanted = fmin(wanted, n);
    return cd_max_int(lowest, (int)ceil(wanted));
}

/* Is a mesh of n_new equidistributed subintervals, and its halving, better than halving the one at hand?  An even mesh
 * gains by a better size only. */
static int is_better_redistributed(const cd_solve *s, const cd_demand *demand, int n_new)
{
    int n = s->good.u.n;
    if (demand->uneven > EVEN_ENOUGH)
        return n_new <= n;
    return s->good.halved && (5 * n_new <= 4 * n || n_new > n) && 3 * n_new < cost_of_halving(s);
}

/* Build the next mesh after a converged one that is not yet good enough. */
static coldae_status refine(cd_solve *s)
{
    cd_demand demand = cd_mesh_demand(s->good.u.n, s->good.u.t, s->newton.density);
    const coldae_options *o = &s->method.options;
    if (s->good.halved && s->redistributed)
        s->last_coarse = s->good.u.n / 2;
    int n = s->good.u.n, n_new = coarse_size(s, &demand);
    int possible = o->adapt == COLDAE_ADAPT && !s->misled && s->redistributions < MOST_REDISTRIBUTIONS &&
                   n_new <= o->max_intervals / 2;
    if (possible && is_better_redistributed(s, &demand, n_new)) {
        s->redistributions++;
        s->redistributed = 1;
        return redistribute(s, n_new);
    }
    if (n > o->max_intervals / 2)
        return mesh_limit(s);
    if (s->good.halved)
        s->redistributed = 0;
    s->redistributions = 0;
    return halve(s, &s->good.u, 1);
}

/* Words on failures that a change of the rank of E explains. */
static void hint_at_index(cd_solve *s, coldae_status status)
{
    double t;
    if (s->has_good && s->index < 0 &&
        (status == COLDAE_ERR_NO_CONVERGENCE || status == COLDAE_ERR_MESH_LIMIT))
        cd_say_behind(&s->report, "; the index varies: put a fixed point where it changes");
    else if ((status == COLDAE_ERR_NO_CONVERGENCE || status == COLDAE_ERR_MESH_LIMIT) && s->current.u.t &&
             cd_system_nearly_singular(&s->method, &s->current.u, &s->newton.system, &t))
        cd_say_behind(&s->report, "; (C B)^-1 peaks near t = %.6g: singular? see coldae/srm.h", t);
}

/* Why did it fail?  From the last iterate, or the last good function, which is what a mesh limit is about; nonzero if the
 * cause was found. */
int cd_solve_diagnose(cd_solve *s, coldae_status status)
{
    int iterate = status != COLDAE_ERR_MESH_LIMIT && s->current.u.n > 0;
    hint_at_index(s, status);
    s->diagnosed = 1;
    cd_failure failure = {.method = &s->method,
                          .memory = &s->memory,
                          .u = iterate ? &s->current.u : &s->good.u,
                          .newton = &s->newton,
                          .ratio = s->ratio,
                          .before = s->before,
                          .at_guess = !s->has_good && s->newton.n_newton == 0 && s->gate.code >= 0};
    return failure.u->dims ? cd_diagnose(&failure, &s->gate, status) : 0;
}

/* Newton failed on the current mesh: halve it, or recognise that this leads nowhere.  The last attempt is made without
 * damping, if there is no mistake to be found; if it fails too, the words are those of the failure before it. */
static coldae_status recover(cd_solve *s, coldae_status failure)
{
    int n = s->current.u.n;
    coldae_status final = failure < 0 ? failure : COLDAE_ERR_NO_CONVERGENCE;
    if (failure == CD_UNDEFINED && !s->has_good && s->newton.n_newton == 0)
        final = COLDAE_ERR_CALLBACK; /* not defined at the guess itself */
    s->failures++;
    if (s->newton.undamped) {
        s->report = s->damped_report;
        return s->damped_failure;
    }
    if (final == COLDAE_ERR_CALLBACK || n > s->method.options.max_intervals / 2 ||
        s->method.options.adapt == COLDAE_FIXED_MESH)
        return final;
    if (s->failures == MOST_FAILURES - 1 && cd_solve_diagnose(s, final))
        return final;
    s->damped_report = s->report;
    s->damped_failure = final;
    return halve(s, &s->current.u, 0);
}

/* A constraint may be lost at a guess that is zero; on several meshes it is the problem. */
static coldae_status watch_index(cd_solve *s)
{
    s->lost_meshes = s->newton.system.is_lost_everywhere ? s->lost_meshes + 1 : 0;
    return s->lost_meshes < MOST_LOST ? COLDAE_OK : cd_system_say_lost(&s->newton.system, &s->report);
}

static int is_recoverable(coldae_status status)
{
    return status > 0 || status == COLDAE_ERR_SINGULAR;
}

/* The estimate is comfortably below the tolerance, or just below it and the mesh cannot be halved.  The first pair of
 * meshes of a continuation was made for another problem: around a layer that has become thinner its estimate is often
 * too small. */
static int is_accurate(const cd_solve *s)
{
    int last = s->good.u.n > s->method.options.max_intervals / 2;
    int inherited = s->method.options.start && s->n_meshes == 2;
    return s->good.halved && s->ratio <= (last ? 1 : CD_COMFORTABLE * (inherited ? INHERITED : 1));
}

coldae_status cd_solve_run(cd_solve *s)
{
    int fixed = s->method.options.adapt == COLDAE_FIXED_MESH;
    coldae_status status = first_mesh(s);
    if (status == CD_UNDEFINED)
        return COLDAE_ERR_CALLBACK;
    CD_TRY(status);
    for (;;) {
        status = solve_mesh(s);
        if (is_recoverable(status) || status == COLDAE_OK)
            CD_TRY(watch_index(s));
        if (is_recoverable(status)) {
            CD_TRY(recover(s, status));
            continue;
        }
        CD_TRY(status);
        CD_TRY(keep(s));
        if (fixed || is_accurate(s))
            return COLDAE_OK;
        CD_TRY(refine(s));
    }
}
