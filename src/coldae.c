/* coldae.c - coldae_solve: owner of all memory of a solve; what the caller gets */
#include <string.h>

#include "solution.h"
#include "solve.h"
#include "verify.h"

enum { FEW_COLUMNS = 2 }; /* so many differences are taken anew on each mesh */

/* ---- memory --------------------------------------------------------------------------------------- */

static void layout_tables(cd_solve *s)
{
    const cd_dims *d = &s->method.dims;
    cd_method_layout(&s->tables, &s->method);
    cd_gate_layout(&s->tables, d, s->method.problem->n_coupled, 1, &s->gate);
    cd_tables_layout_leading(&s->tables, &s->method.basis, &s->leading);
    size_t conditions = (size_t)(d->mstar + d->n_param + s->method.problem->n_coupled);
    size_t small = conditions + 3 * (size_t)d->mstar + 2 * (size_t)d->n_eq, checking = cd_verify_work(d);
    if (s->method.problem->linear && cd_verify_linear_work(d) > checking)
        checking = cd_verify_linear_work(d);
    s->work = cd_take_doubles(&s->tables, small > checking ? small : checking);
    const coldae_solution *start = s->method.options.start; /* it may have more points */
    size_t own = cd_piecewise_work(d), estimating = cd_estimate_work(d);
    size_t other = start ? cd_piecewise_work(&start->dims) : 0;
    own = own > estimating ? own : estimating;
    s->lanes = cd_take_doubles(&s->tables, own > other ? own : other);
    s->error = cd_take_doubles(&s->tables, (size_t)d->mstar);
    s->single = cd_take_doubles(&s->tables, (size_t)d->mstar);
    for (int i = 0; s->tables.base && i < d->mstar; i++)
        s->error[i] = s->single[i] = 0;
}

static coldae_status prepare(cd_solve *s, const coldae_problem *problem, const coldae_options *options)
{
    cd_method_derive(problem, options, &s->method);
    layout_tables(s);
    if (cd_arena_create_raw(&s->memory, &s->tables) != COLDAE_OK)
        return cd_no_memory(&s->memory, &s->tables, 0, &s->report);
    layout_tables(s);
    CD_TRY(cd_method_fill(&s->report, &s->method));
    s->gate.problem = problem;
    s->gate.dims = &s->method.dims;
    s->gate.report = &s->report;
    s->gate.monitor = options->monitor;
    s->gate.monitor_user = options->monitor_user;
    cd_tables_leading(&s->method.basis, &s->leading);
    return COLDAE_OK;
}

/* Is df worth keeping for the next mesh?  Differences cost an evaluation of f for each of their columns, steps with another
 * mesh's df about two altogether; a df of the user's costs no more than one.  Not where the index is to be found: it is
 * read off df, and so are the projections.  Not where steps begin with strong damping, which wants new factors each
 * time. */
static int carries_slopes(const cd_method *m)
{
    const coldae_problem *p = m->problem;
    const coldae_options *o = &m->options;
    if (p->df || p->df_batch || p->linear || m->dims.mstar + m->dims.n_alg + m->dims.n_param <= FEW_COLUMNS)
        return 0;
    int finds_index = p->n_alg > 0 && o->projection != COLDAE_PROJECT_NONE;
    return !finds_index && o->adapt != COLDAE_FIXED_MESH && o->newton != COLDAE_NEWTON_FULL && !o->sensitive;
}

static void layout_stage(const cd_solve *s, int n, cd_stage *to)
{
    const cd_dims *d = &s->method.dims;
    cd_piecewise_layout(&to->arena, d, &s->method.basis, n, &to->u);
    if (!carries_slopes(&s->method))
        return;
    size_t size = (size_t)d->n_eq * (size_t)(d->mstar + d->n_alg + d->n_param);
    double *J = cd_take_doubles(&to->arena, size * (size_t)d->k * (size_t)n);
    to->carried = (cd_carried){.n = n, .size = size, .t = to->u.t, .J = J};
}

coldae_status cd_stage_create(cd_solve *s, int n, cd_stage *to)
{
    memset(to, 0, sizeof *to);
    layout_stage(s, n, to);
    if (cd_arena_create_raw(&s->memory, &to->arena) != COLDAE_OK)
        return cd_no_memory(&s->memory, &to->arena, n, &s->report);
    layout_stage(s, n, to);
    return COLDAE_OK;
}

void cd_stage_release(cd_solve *s, cd_stage *which)
{
    cd_arena_release(&s->memory, &which->arena);
    memset(which, 0, sizeof *which);
}

static void release_all(cd_solve *s)
{
    cd_newton_release(&s->memory, &s->newton);
    cd_stage_release(s, &s->current);
    cd_stage_release(s, &s->good);
    cd_arena_release(&s->memory, &s->tables);
    cd_pool_destroy(s->method.pool);
}

/* ---- the result ----------------------------------------------------------------------------------- */

static const double SUSPICIOUS = 1e8; /* condition number with which a solution may be one of a family */

/* A solution of equations without t that only couples the two ends, found with a matrix that is nearly singular: any
 * shift of it would do as well, and chance has chosen. */
static int is_one_of_many(cd_solve *s, double condition)
{
    const coldae_problem *p = s->method.problem;
    return p->n_coupled > 0 && p->n_side == 0 && condition > SUSPICIOUS &&
           cd_solve_diagnose(s, COLDAE_ERR_SINGULAR);
}

/* Give the good function to the caller and say what it is worth. */
static coldae_status deliver(cd_solve *s, coldae_status status, coldae_solution **solution, coldae_info *info)
{
    if ((status == COLDAE_ERR_NO_CONVERGENCE || status == COLDAE_ERR_MESH_LIMIT) && s->newton.system.is_lost)
        status = cd_system_say_lost(&s->newton.system, &s->report);
    if (status > 0) /* a private status: the guess is not defined on a finer mesh */
        status = COLDAE_ERR_CALLBACK;
    int known = status == COLDAE_OK || status == COLDAE_ERR_MESH_LIMIT;
    if (known)
        info->condition = cd_system_condition(&s->method, &s->newton.system, &s->newton.trial);
    if (status == COLDAE_ERR_MESH_LIMIT)
        cd_system_hint_condition(info->condition, &s->report);
    if (!s->diagnosed)
        (void)cd_solve_diagnose(s, status);
    if (!s->has_good)
        return status;
    info->error = s->ratio;
    info->index = s->index;
    if (known) {
        cd_report words = s->report;
        coldae_status checked = cd_verify(&s->method, &s->gate, &s->good.u, s->work, info);
        if (checked == COLDAE_OK && status == COLDAE_OK && s->method.problem->linear)
            checked =
                cd_verify_linear(&s->method, &s->gate, &s->good.u, info->bc_residual,
                                 s->newton.at_zero || s->method.options.adapt ==
                                                          COLDAE_FIXED_MESH, /* else meshes would differ */
                                 s->work);
        if (checked == COLDAE_OK)
            s->report = words;
        else
            status = checked > 0 ? COLDAE_ERR_CALLBACK : checked;
        if (checked == COLDAE_ERR_NO_CONVERGENCE)
            (void)cd_solve_diagnose(s, checked);
        if (status == COLDAE_OK && is_one_of_many(s, info->condition))
            status = COLDAE_ERR_SINGULAR;
        if (status == COLDAE_OK)
            cd_system_note_singular(&s->method, &s->good.u, &s->newton.system, &s->report);
    }
    cd_newton_release(&s->memory, &s->newton); /* room for the copy */
    if (cd_solution_take(&s->good.u, s->error, solution) != COLDAE_OK)
        return cd_say(&s->report, COLDAE_ERR_MEMORY, "no memory for the solution");
    return status;
}

static void fill_info(const cd_solve *s, coldae_status status, coldae_info *info)
{
    info->n_intervals = s->has_good ? s->good.u.n : s->current.u.n;
    info->n_meshes = s->n_meshes;
    info->n_newton = s->newton.n_newton;
    info->n_factor = s->newton.n_factor;
    info->n_f = s->gate.n_f;
    info->n_df = s->gate.n_df;
    info->n_g = s->gate.n_g;
    info->n_dg = s->gate.n_dg;
    info->callback_code = s->gate.code;
    info->peak_bytes = (double)s->memory.peak;
    if (status != COLDAE_OK || s->has_good) /* OK: a note, or nothing */
        cd_copy_words(s->report.text, info->message, sizeof info->message);
}

coldae_status coldae_solve(const coldae_problem *problem, const coldae_options *options,
                           coldae_solution **solution, coldae_info *info)
{
    cd_solve s;
    coldae_options defaults;
    coldae_info unwanted;
    double begin = cd_seconds();
    memset(&s, 0, sizeof s);
    if (!options) {
        coldae_options_init(&defaults);
        options = &defaults;
    }
    if (!info)
        info = &unwanted;
    memset(info, 0, sizeof *info);
    if (solution)
        *solution = NULL;
    coldae_status status =
        solution ? cd_method_check(problem, options, &s.report)
                 : cd_say(&s.report, COLDAE_ERR_INVALID, "solution is NULL: where should it go?");
    if (status == COLDAE_OK && options->start)
        status = cd_solution_fits(options->start, problem, &s.report);
    if (status == COLDAE_OK) {
        cd_memory_limit(&s.memory, options->max_bytes);
        status = prepare(&s, problem, options);
        if (status == COLDAE_OK) {
            status = cd_solve_run(&s);
            status = deliver(&s, status, solution, info);
        }
        fill_info(&s, status, info);
        release_all(&s);
    } else {
        fill_info(&s, status, info);
    }
    info->seconds_total = cd_seconds() - begin;
    return status;
}
