/* srm_solve.c - boundary value problems: each iteration is a problem without constraints for coldae_solve
 *
 *     x_s' = f(t, x_s) + By_{s-1}(t) - (1/eps) B E g(t, x_s),    the conditions, and g = 0 at left
 *
 * By_s = x_s' - f(t, x_s) is kept at the collocation points, in the place of y in a solution: (4.3).  Shooting back:
 * the terminal value problem from x(right) with -eps, started with the constant By(right), which has no layer at left.
 *                                                                  Ascher & Lin (1993) section 4.1
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lapack.h"
#include "solution.h"
#include "srm.h"

static const double FALLS = 0.5;    /* a residual that falls less has reached the error of the mesh */
static const double DIVERGES = 1e3; /* growth over the smallest residual after which we give up */

typedef struct work {
    const coldae_srm_problem *problem;
    const coldae_srm_options *options;
    cd_memory memory;
    cd_report report;
    cd_srm_core core;
    cd_arena arena;
    double peak;   /* of coldae_solve, over what is held here */
    int n_added;   /* constraints at left among the conditions */
    double *zeta;  /* [n_x] */
    int *order;    /* [n_x] */
    double *z, *t; /* [n_x, 30], [30] points of a subinterval */
    double *base, *flat, *end, *By, *g;
    double base_t;
    int has_base;
    int is_back;             /* shooting back: conditions x(right) = end */
    int use_flat;            /* By_{s-1} = flat */
    coldae_solution *before; /* x_{s-1}, By_{s-1} */
    coldae_solution *inner;  /* the last result of coldae_solve */
    coldae_status failure;   /* why a callback of ours stopped coldae_solve */
    int undefined;           /* the last of our callbacks was not defined */
    int n_newton, code;
    int made_up;      /* the code that stands for NaN or another failure of ours, 0 if none */
    coldae_info last; /* of the last coldae_solve */
} work;

static void layout(work *w)
{
    size_t n = (size_t)w->problem->n_x;
    cd_srm_core_layout(&w->arena, w->problem, 1, &w->core);
    w->zeta = cd_take_doubles(&w->arena, n);
    w->order = cd_arena_take(&w->arena, n, sizeof(int));
    w->z = cd_take_doubles(&w->arena, n * CD_MAX_POINTS);
    w->t = cd_take_doubles(&w->arena, CD_MAX_POINTS);
    w->base = cd_take_doubles(&w->arena, n);
    w->flat = cd_take_doubles(&w->arena, n);
    w->end = cd_take_doubles(&w->arena, n);
    w->By = cd_take_doubles(&w->arena, n);
    w->g = cd_take_doubles(&w->arena, n);
}

/* ---- the problem of one iteration ---------------------------------------------------------------------- */

/* A status of ours as the return code of a callback. */
static int code_of(work *w, coldae_status status)
{
    w->undefined = status > 0;
    if (status == COLDAE_OK)
        return 0;
    if (status < 0)
        w->failure = status;
    int sign = status > 0 ? 1 : -1, code = w->core.gate.code;
    if (code * sign > 0)
        return code;
    return w->made_up = sign;
}

/* By_{s-1}(t); NULL: B y_0. */
static const double *base_at(work *w, double t)
{
    if (w->use_flat)
        return w->flat;
    if (!w->before)
        return NULL;
    if (!w->has_base || w->base_t != t)
        cd_piecewise_at(&w->before->u, t, NULL, w->base, NULL);
    w->has_base = 1;
    w->base_t = t;
    return w->base;
}

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    work *w = user;
    (void)y;
    (void)p;
    return code_of(w, cd_srm_rhs(&w->core, 0, t, z, base_at(w, t), f, w->By));
}

static int jacobian(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    work *w = user;
    (void)y;
    (void)p;
    return code_of(w, cd_srm_jacobian(&w->core, 0, t, z, base_at(w, t), NULL, df));
}

/* Conditions: the constraints at left, then the user's; shooting back: x(right) = end. */
static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    work *w = user;
    (void)p;
    if (w->is_back) {
        *g = z[l] - w->end[l];
        return 0;
    }
    if (l >= w->n_added)
        return cd_srm_side(w->problem, l - w->n_added, z, g);
    int code = code_of(w, cd_srm_constraint(&w->core, w->problem->left, z, w->g));
    *g = w->g[l];
    return code;
}

static int d_condition(int l, const double *z, const double *p, double *dg, void *user)
{
    work *w = user;
    (void)p;
    if (w->is_back) {
        dg[l] = 1;
        return 0;
    }
    if (l >= w->n_added)
        return cd_srm_dside(w->problem, l - w->n_added, z, dg);
    int code = code_of(w, cd_srm_take_CB(&w->core, w->problem->left, z));
    for (int i = 0; i < w->problem->n_x; i++)
        dg[i] = w->core.C[l + i * w->problem->n_y];
    return code;
}

static int coupled(const double *zl, const double *zr, const double *p, double *r, void *user)
{
    (void)p;
    return cd_srm_coupled(((work *)user)->problem, zl, zr, r);
}

static int d_coupled(const double *zl, const double *zr, const double *p, double *dr, void *user)
{
    (void)p;
    return cd_srm_dcoupled(((work *)user)->problem, zl, zr, dr);
}

static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    work *w = user;
    (void)y;
    (void)dmu;
    return code_of(
        w, cd_srm_data(&w->core.gate, w->problem->guess, "guess", t, NULL, (size_t)w->problem->n_x, z));
}

static coldae_problem make_problem(work *w)
{
    const coldae_srm_problem *q = w->problem;
    int back = w->is_back;
    coldae_problem p;
    coldae_problem_init(&p);
    p.n_diff = q->n_x;
    p.order = w->order;
    p.left = q->left;
    p.right = q->right;
    p.n_side = back ? q->n_x : q->n_side + w->n_added;
    p.n_coupled = back ? 0 : q->n_coupled;
    for (int l = 0; l < p.n_side; l++)
        w->zeta[l] = back ? q->right : l < w->n_added ? q->left : q->zeta[l - w->n_added];
    p.zeta = w->zeta;
    p.linear = w->core.is_linear;
    p.f = equations;
    p.df = w->core.is_linear ? jacobian : NULL;
    p.g = condition;
    p.dg = back || p.n_side == w->n_added || q->dside ? d_condition : NULL;
    p.coupled = p.n_coupled > 0 ? coupled : NULL;
    p.dcoupled = p.n_coupled > 0 && q->dcoupled ? d_coupled : NULL;
    p.guess = q->guess ? guess : NULL;
    p.user = w;
    return p;
}

/* The first iteration as the user says; the others on its mesh, from its result where that helps. */
static coldae_options make_options(const work *w)
{
    coldae_options o = w->options->bvp;
    o.start = NULL;
    o.projection = COLDAE_PROJECT_AUTO;
    o.consistency = 0;
    o.n_threads = 1; /* the callbacks share one workspace */
    o.max_bytes = w->memory.limit > 0 ? fmax(1, (double)(w->memory.limit - w->memory.used)) : 0; /* 0: none */
    if (w->inner) {
        o.mesh = w->inner->u.t;
        o.n_intervals = w->inner->u.n;
        o.max_intervals = cd_max_int(o.max_intervals, o.n_intervals);
        o.adapt = COLDAE_FIXED_MESH;
        o.n_points = w->inner->dims.k;
        o.start = w->core.is_linear ? NULL : w->inner;
        o.start_coarsen = 0;
    }
    return o;
}

/* ---- one iteration ---------------------------------------------------------------------------------------- */

/* x_s of coldae_solve and By_s = x_s' - f at its points, as one solution. */
static coldae_status join(work *w, const coldae_solution *x, coldae_solution **joined)
{
    int n_x = w->problem->n_x, k = x->dims.k, n = x->u.n;
    size_t d = (size_t)n_x;
    cd_dims dims = {.n_diff = n_x, .n_alg = n_x, .k = k};
    coldae_solution *to = cd_solution_create(&dims, w->order, x->basis.points, n);
    coldae_status status =
        to ? COLDAE_OK : cd_say(&w->report, COLDAE_ERR_MEMORY, "no memory for the solution");
    *joined = to;
    if (!to)
        return status;
    memcpy(to->u.t, x->u.t, ((size_t)n + 1) * sizeof(double));
    memcpy(to->u.z, x->u.z, ((size_t)n + 1) * d * sizeof(double));
    memcpy(to->error, x->error, d * sizeof(double));
    for (int i = 0; i < n && status == COLDAE_OK; i++) {
        const double *slope = cd_piecewise_v(&x->u, i);
        double *v = cd_piecewise_v(&to->u, i);
        cd_piecewise_at_points(&x->u, i, w->t, w->z, NULL);
        for (int j = 0; j < k && status == COLDAE_OK; j++) {
            status = cd_srm_f(&w->core, 0, w->t[j], w->z + (ptrdiff_t)j * n_x, w->By);
            memcpy(v + (ptrdiff_t)2 * j * n_x, slope + (ptrdiff_t)j * n_x, d * sizeof(double));
            for (int l = 0; l < n_x; l++)
                v[(2 * j + 1) * n_x + l] = slope[j * n_x + l] - w->By[l];
        }
    }
    return status;
}

/* Say why coldae_solve failed, in the words of the one who knows. */
static coldae_status explain(work *w, coldae_status status)
{
    if (w->failure != COLDAE_OK)
        return w->failure; /* our own words stand in the report */
    if (status == COLDAE_ERR_CALLBACK && w->undefined)
        return status;
    return cd_say(&w->report, status, "%s", w->last.message);
}

/* Solve for x_s and By_s; w->before becomes them. */
static coldae_status iterate(work *w)
{
    coldae_problem p = make_problem(w);
    coldae_options o = make_options(w);
    coldae_solution *x, *joined = NULL;
    w->failure = COLDAE_OK;
    w->has_base = w->made_up = 0;
    coldae_status status = coldae_solve(&p, &o, &x, &w->last);
    w->n_newton += w->last.n_newton;
    w->peak = fmax(w->peak, (double)w->memory.used + w->last.peak_bytes);
    if (w->last.callback_code != 0 && w->last.callback_code != w->made_up)
        w->code = w->last.callback_code;
    status = status == COLDAE_OK ? join(w, x, &joined) : explain(w, status);
    if (status == COLDAE_OK && joined) {
        coldae_solution_free(w->inner);
        coldae_solution_free(w->before);
        w->inner = x;
        w->before = joined;
        w->use_flat = 0;
        return COLDAE_OK;
    }
    coldae_solution_free(x);
    coldae_solution_free(joined);
    return status > 0 ? COLDAE_ERR_CALLBACK : status;
}

/* The largest |g| at mesh points from `from` on. */
static coldae_status residual(work *w, double from, double *most)
{
    const cd_piecewise *u = &w->before->u;
    *most = 0;
    for (int n = 0; n <= u->n; n++) {
        if (u->t[n] < from)
            continue;
        CD_TRY(cd_srm_constraint(&w->core, u->t[n], cd_piecewise_z(u, n), w->g));
        for (int i = 0; i < w->problem->n_y; i++)
            *most = fmax(*most, fabs(w->g[i]));
    }
    return COLDAE_OK;
}

/* ---- the sequence --------------------------------------------------------------------------------------- */

/* Where the layer of iteration s is over. */
static double outside(const work *w, int s)
{
    const cd_piecewise *u = &w->before->u;
    return cd_srm_layer_end(&w->core, s, u->t[cd_min_int(u->n, cd_srm_layer_steps(s))]);
}

/* Iterate forwards: as often as asked, or until the residual is small or no longer falls. */
static coldae_status sequence(work *w, coldae_srm_info *info)
{
    const coldae_srm_options *o = w->options;
    int given = o->variant == COLDAE_SRM_PENALTY ? 1 : o->iterations;
    double before = HUGE_VAL, best = HUGE_VAL, now = 0;
    for (int s = 1; s <= (given > 0 ? given : o->max_iterations); s++) {
        CD_TRY(iterate(w));
        CD_TRY(residual(w, outside(w, s), &now));
        info->iterations = s;
        if (s <= COLDAE_SRM_LIST)
            info->residual[s - 1] = now;
        info->n_residual = cd_min_int(s, COLDAE_SRM_LIST);
        if (given > 0)
            continue;
        if (now <= o->tol)
            return COLDAE_OK;
        best = fmin(best, now);
        if (!(now <= DIVERGES * best))
            return cd_say(
                &w->report, COLDAE_ERR_NO_CONVERGENCE,
                "the constraint residual grows to %.3g in iteration %d (it was %.3g): another E, or "
                "another eps than %.3g",
                now, s, best, w->core.eps);
        if (now > FALLS * before && s > 2)
            return cd_say(&w->report, COLDAE_ERR_MESH_LIMIT,
                          "the constraint residual stays at %.3g after %d iterations, tol = %.3g: more "
                          "subintervals or points, or another eps than %.3g",
                          now, s, o->tol, w->core.eps);
        before = now;
    }
    if (given > 0)
        return COLDAE_OK;
    return cd_say(
        &w->report, COLDAE_ERR_NO_CONVERGENCE,
        "the constraint residual is %.3g after max_iterations = %d, tol = %.3g: more iterations, or "
        "a smaller eps than %.3g",
        now, o->max_iterations, o->tol, w->core.eps);
}

/* Move x = end onto the constraints: along B, or in the given components.  Newton in n_y unknowns. */
static coldae_status correct_end(work *w)
{
    cd_srm_core *c = &w->core;
    const int *component = w->options->end_components;
    int m = w->problem->n_y, n = w->problem->n_x, one = 1, info = 0,
        along = w->options->end == COLDAE_SRM_END_ALONG_B;
    for (int i = 0; i < (c->is_linear ? 1 : 10); i++) {
        CD_TRY(cd_srm_constraint(c, w->problem->right, w->end, w->g));
        CD_TRY(cd_srm_take_CB(c, w->problem->right, w->end));
        for (int a = 0; a < m; a++)
            for (int j = 0; j < m; j++)
                c->E[j + a * m] = along ? c->CB[j + a * m] : c->C[j + component[a] * m];
        dgetrf_(&m, &m, c->E, &m, c->pivot, &info);
        if (info != 0)
            return cd_say(&w->report, COLDAE_ERR_SINGULAR,
                          "the constraints at right = %.6g do not determine %s: another options.end",
                          w->problem->right, along ? "the distance along B" : "end_components");
        dgetrs_("N", &m, &one, c->E, &m, c->pivot, w->g, &m, &info, 1);
        for (int a = 0; a < m; a++) {
            for (int l = 0; l < n && along; l++)
                w->end[l] -= c->B[l + a * n] * w->g[a];
            if (!along)
                w->end[component[a]] -= w->g[a];
        }
    }
    return COLDAE_OK;
}

/* The terminal value problem from x(right), By(right): shooting back. */
static coldae_status shoot_back(work *w)
{
    const cd_piecewise *u = &w->before->u;
    size_t n = (size_t)w->problem->n_x;
    memcpy(w->end, cd_piecewise_z(u, u->n), n * sizeof(double));
    memcpy(w->flat, cd_piecewise_v(u, u->n - 1) + (2 * (size_t)w->before->dims.k - 1) * n,
           n * sizeof(double));
    if (w->options->end != COLDAE_SRM_END_KEEP)
        CD_TRY(correct_end(w));
    w->is_back = 1;
    w->use_flat = 1;
    cd_srm_core_set_eps(&w->core, -w->core.eps);
    for (int s = 0; s < w->options->shoot_back; s++)
        CD_TRY(iterate(w));
    return COLDAE_OK;
}

/* What is left to say about the result: residuals everywhere, C B at the mesh points. */
static coldae_status inspect(work *w, coldae_srm_info *info)
{
    const cd_piecewise *u = &w->before->u;
    CD_TRY(residual(w, w->problem->left, &info->constraint_residual));
    for (int n = 0; n <= u->n; n++)
        CD_TRY(cd_srm_watch(&w->core, u->t[n], cd_piecewise_z(u, n), info));
    cd_srm_watch_end(&w->core, info);
    info->n_intervals = u->n;
    return COLDAE_OK;
}

static double longest(const coldae_srm_problem *p, const coldae_options *o)
{
    double h = (p->right - p->left) / o->n_intervals;
    for (int i = 0; o->mesh && o->n_intervals > 0 && i < o->n_intervals; i++)
        h = i == 0 ? o->mesh[1] - o->mesh[0] : fmax(h, o->mesh[i + 1] - o->mesh[i]);
    return h;
}

static coldae_status prepare(work *w, coldae_srm_info *info)
{
    const coldae_srm_problem *p = w->problem;
    double eps = w->options->eps;
    layout(w);
    if (cd_arena_create(&w->memory, &w->arena) != COLDAE_OK)
        return cd_no_memory(&w->memory, &w->arena, 0, &w->report);
    layout(w);
    for (int i = 0; i < p->n_x; i++)
        w->order[i] = 1;
    w->n_added = p->n_side + p->n_coupled < p->n_x ? p->n_y : 0;
    if (w->options->bvp.n_intervals < 1)
        return cd_say(&w->report, COLDAE_ERR_INVALID, "options.bvp.n_intervals = %d: must be at least 1",
                      w->options->bvp.n_intervals);
    CD_TRY(cd_srm_data(&w->core.gate, p->guess, "guess", p->left, NULL, (size_t)p->n_x, w->end));
    CD_TRY(cd_srm_core_prepare(&w->core, w->end));
    CD_TRY(cd_srm_find_rate(&w->core, w->end));
    int k = w->options->bvp.n_points > 0 ? w->options->bvp.n_points : 3; /* coldae_solve takes 3 or more */
    if (!(eps > 0))
        eps = cd_srm_choose_eps(w->core.rate, p->right - p->left, longest(p, &w->options->bvp), k,
                                w->options->bvp.points == COLDAE_RADAU ? CD_SRM_DAMPED : CD_SRM_SYMMETRIC);
    cd_srm_core_set_eps(&w->core, eps);
    info->eps = eps;
    return COLDAE_OK;
}

static coldae_status run(work *w, coldae_srm_info *info)
{
    CD_TRY(prepare(w, info));
    coldae_status status = sequence(w, info);
    if (status == COLDAE_OK && w->options->shoot_back > 0)
        status = shoot_back(w);
    if (!w->before)
        return status;
    cd_report words = w->report;
    coldae_status inspected = inspect(w, info);
    if (status == COLDAE_OK)
        return inspected;
    w->report = words;
    return status;
}

coldae_status coldae_srm_solve(const coldae_srm_problem *problem, const coldae_srm_options *options,
                               coldae_solution **solution, coldae_srm_info *info)
{
    work w;
    coldae_srm_options defaults;
    coldae_srm_info unwanted;
    double begin = cd_seconds();
    memset(&w, 0, sizeof w);
    coldae_srm_options_init(&defaults);
    w.problem = problem;
    w.options = options ? options : &defaults;
    if (!info)
        info = &unwanted;
    memset(info, 0, sizeof *info);
    if (solution)
        *solution = NULL;
    coldae_status status =
        solution ? cd_srm_check_solve(problem, w.options, &w.report)
                 : cd_say(&w.report, COLDAE_ERR_INVALID, "solution is NULL: where should it go?");
    if (status == COLDAE_OK && solution) {
        w.core.problem = problem;
        w.core.options = w.options;
        w.core.gate = (cd_srm_gate){.problem = problem, .report = &w.report};
        cd_memory_limit(&w.memory, w.options->max_bytes);
        status = run(&w, info);
        if (status > 0)
            status = COLDAE_ERR_CALLBACK; /* not defined at a mesh point or at the guess */
        *solution = w.before;
        info->t = w.before ? problem->right : problem->left;
        info->n_newton = w.n_newton;
        info->callback_code = w.code;
    }
    cd_srm_fill_info(&w.core, &w.report, status, info);
    info->peak_bytes = fmax((double)w.memory.peak, w.peak);
    coldae_solution_free(w.inner);
    cd_arena_release(&w.memory, &w.arena);
    info->seconds_total = cd_seconds() - begin;
    return status;
}
