/* srm_info.c - what coldae_srm_solve and coldae_srm_march share: defaults, eps, words, y from By */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lapack.h"
#include "srm.h"

/* eps in units of the damping rate.  An iteration gains eps over the time in which y changes.  That time is not known,
 * but the mesh resolves it: eps goes with the subintervals, and a part of the whole interval bounds it.  Radau points
 * damp however small eps is.  Gauss points do not damp, and explicit stages are not stable, with eps below the spacing;
 * the classical method leaves some h^2 (h/eps)^2 in the constraints. */
static const double EPS_WANTED = 0.01, EPS_MOST = 0.1; /* of the interval */
static const double EPS_DAMPED = 0.3, EPS_SYMMETRIC = 3, EPS_EXPLICIT = 10,
                    EPS_LEAST = 2; /* of the spacing h/k */
/* The layer at left, (t/w)^(s-1)/(s-1)! e^(-t/w) with w = eps/rate in iteration s, is below 1e-10 from 25 + 2 s widths
 * on; where a step is longer than w, Radau points damp it by some 20 in each step instead. */
static const double LAYER = 25, LAYER_MORE = 2;
static const double LOST_RANK = 1e-12; /* of B, or |B|/|By|: y would have no digits */

void coldae_srm_problem_init(coldae_srm_problem *problem)
{
    memset(problem, 0, sizeof *problem);
    problem->right = 1;
}

void coldae_srm_options_init(coldae_srm_options *o)
{
    memset(o, 0, sizeof *o);
    o->max_iterations = 20;
    o->tol = 1e-6;
    o->E = COLDAE_SRM_E_INVERSE;
    o->delta = 1e-6;
    o->alpha2 = 1;
    o->variant = COLDAE_SRM_SEQUENTIAL;
    o->y0 = COLDAE_SRM_Y0_ZERO;
    coldae_options_init(&o->bvp);
    o->bvp.adapt = COLDAE_FIXED_MESH;
    o->bvp.n_intervals = 100;
    o->end = COLDAE_SRM_END_KEEP;
    o->stages = COLDAE_SRM_RADAU;
    o->n_points = 3;
    o->n_steps = 100;
}

double cd_srm_choose_eps(double rate, double length, double h, int k, int scheme)
{
    double spacing = h / k, wanted = (scheme == CD_SRM_EXPLICIT ? EPS_EXPLICIT : EPS_SYMMETRIC) * spacing;
    if (scheme == CD_SRM_DAMPED)
        return rate * fmin(EPS_WANTED * length, EPS_DAMPED * h / fmax(k, 3));
    double eps = fmax(fmin(EPS_WANTED * length, wanted), EPS_LEAST * spacing);
    return rate * fmin(eps, fmax(EPS_MOST * length, spacing));
}

int cd_srm_layer_steps(int s)
{
    return 9 + s;
}

double cd_srm_layer_end(const cd_srm_core *c, int s, double after)
{
    const coldae_srm_problem *p = c->problem;
    double end = p->left + (LAYER + LAYER_MORE * s) * fabs(c->eps) / c->rate;
    return fmin(fmax(end, after), p->left + (p->right - p->left) / 2);
}

/* A known cause that makes any result doubtful; "" if there is none.  Its length. */
static size_t warn(const cd_srm_core *c, const coldae_srm_info *info, char *text, size_t size)
{
    text[0] = 0;
    if (info->n_indefinite > 0)
        (void)snprintf(
            text, size,
            "warning: B E C has an eigenvalue with real part %.3g at t = %.6g (%d points in all), which "
            "drives x away: choose another E",
            info->indefinite_value, info->indefinite_t, info->n_indefinite);
    else if (c->n_lost > 0)
        (void)snprintf(
            text, size,
            "warning: C loses rank near t = %.6g: with alpha1 > 0, x is wrong from there on, take alpha1 = 0",
            c->lost_t);
    else if (c->start_off > 0)
        (void)snprintf(
            text, size,
            "warning: problem.start is off the constraints by %.3g, and x goes to them in the layer at "
            "left",
            c->start_off);
    return strlen(text);
}

void cd_srm_fill_info(const cd_srm_core *c, const cd_report *report, coldae_status status,
                      coldae_srm_info *info)
{
    size_t size = sizeof info->message, used = 0;
    int doubtful = status == COLDAE_OK || status == COLDAE_ERR_SINGULAR ||
                   status == COLDAE_ERR_NO_CONVERGENCE || status == COLDAE_ERR_MESH_LIMIT;
    info->n_data = c->gate.calls;
    if (c->gate.code != 0)
        info->callback_code = c->gate.code;
    info->n_dodged = c->n_dodged;
    info->message[0] = 0;
    if (doubtful) /* otherwise the failure has a cause of its own */
        used = warn(c, info, info->message, size);
    if (status != COLDAE_OK)
        (void)snprintf(info->message + used, size - used, "%s%.*s", used > 0 ? "; " : "",
                       (int)(size - used - 3), report->text);
}

size_t cd_srm_recover_work(int n_x, int n_y)
{
    return (size_t)n_x * (size_t)n_y + (size_t)n_y * (size_t)n_y + (size_t)n_y + 8 * (size_t)n_x + 64;
}

int cd_srm_solve_y(int n_x, int n_y, double *B, const double *By, double *y, double *condition, double *work)
{
    int info = 0, size = 8 * n_x + 64;
    double *U = work, *Vt = U + n_x * n_y, *sigma = Vt + n_y * n_y, *lapack = sigma + n_y, length = 0;
    dgesvd_("S", "S", &n_x, &n_y, B, &n_x, sigma, U, &n_x, Vt, &n_y, lapack, &size, &info, 1, 1);
    for (int i = 0; i < n_x; i++)
        length = hypot(length, By[i]);
    double smallest = info == 0 ? sigma[n_y - 1] : 0;
    if (condition)
        *condition = smallest > 0 ? sigma[0] / smallest : HUGE_VAL;
    if (!(smallest > LOST_RANK * fmax(sigma[0], length)))
        return 0;
    memset(y, 0, (size_t)n_y * sizeof(double));
    for (int a = 0; a < n_y; a++) { /* y += v_a (u_a^T By) / sigma_a */
        double sum = 0;
        for (int i = 0; i < n_x; i++)
            sum += U[i + a * n_x] * By[i];
        for (int i = 0; i < n_y; i++)
            y[i] += Vt[a + i * n_y] * sum / sigma[a];
    }
    return 1;
}

coldae_status coldae_srm_recover(const coldae_srm_problem *p, double t, const double *x, const double *By,
                                 double *y, double *condition)
{
    cd_report report;
    cd_srm_gate gate = {.problem = p, .report = &report};
    cd_memory memory = {0};
    cd_arena arena = {0};
    if (!p || !p->B || p->n_x < 1 || p->n_y < 1 || p->n_y > p->n_x || !x || !By || !y)
        return COLDAE_ERR_INVALID;
    size_t size = (size_t)p->n_x * (size_t)p->n_y, work = cd_srm_recover_work(p->n_x, p->n_y);
    (void)cd_take_doubles(&arena, size);
    (void)cd_take_doubles(&arena, work);
    CD_TRY(cd_arena_create(&memory, &arena));
    double *B = cd_take_doubles(&arena, size), *rest = cd_take_doubles(&arena, work);
    coldae_status status = cd_srm_data(&gate, p->B, "B", t, x, size, B);
    if (status != COLDAE_OK)
        status = COLDAE_ERR_CALLBACK;
    else if (!cd_srm_solve_y(p->n_x, p->n_y, B, By, y, condition, rest))
        status = COLDAE_ERR_SINGULAR;
    cd_arena_release(&memory, &arena);
    return status;
}
