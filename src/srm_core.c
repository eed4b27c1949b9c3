/* srm_core.c - the regularized equations at a point
 *
 *     x' = f + By_s,    (I + (alpha1/eps) B E C) By_s = By_{s-1} - (1/eps) (alpha1 B E (C f + g_t) + alpha2 B E g)
 *
 * which is (3.3), (3.15) with x' in (C x + r)' = C x' + g_t replaced by the equation itself.  In the linear form
 * everything but x depends on t alone and is kept in a slot.            Ascher & Lin (1993) section 3
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "differences.h"
#include "lapack.h"
#include "srm.h"

static void layout_slot(cd_arena *arena, size_t n, cd_srm_slot *s)
{
    s->A = cd_take_doubles(arena, n * n);
    s->q = cd_take_doubles(arena, n);
    s->P = cd_take_doubles(arena, n * n);
    s->v = cd_take_doubles(arena, n);
    s->P_rate = cd_take_doubles(arena, n * n);
    s->rate = cd_take_doubles(arena, n);
    s->By0 = cd_take_doubles(arena, n);
    s->T = cd_take_doubles(arena, n * n);
    s->pivot = cd_arena_take(arena, n, sizeof(int));
    s->J = cd_take_doubles(arena, n * n);
}

void cd_srm_core_layout(cd_arena *arena, const coldae_srm_problem *p, int n_slots, cd_srm_core *c)
{
    size_t n = (size_t)p->n_x, m = (size_t)p->n_y, wide = 2 * n + 2;
    cd_srm_slot measured = {0};
    c->n_slots = n_slots;
    c->slot = cd_arena_take(arena, (size_t)n_slots, sizeof *c->slot);
    for (int i = 0; i < n_slots; i++)
        layout_slot(arena, n, c->slot ? &c->slot[i] : &measured);
    c->y_start = cd_take_doubles(arena, m);
    c->B = cd_take_doubles(arena, n * m);
    c->C = cd_take_doubles(arena, n * m);
    c->CB = cd_take_doubles(arena, m * m);
    c->E = cd_take_doubles(arena, m * m);
    c->R = cd_take_doubles(arena, m * wide);
    c->ER = cd_take_doubles(arena, m * wide);
    c->BER = cd_take_doubles(arena, n * wide);
    c->sum = cd_take_doubles(arena, n * wide);
    c->U = cd_take_doubles(arena, n * n);
    c->Vt = cd_take_doubles(arena, m * m);
    c->sigma = cd_take_doubles(arena, 2 * n);
    c->size_lapack = 8 * p->n_x + 64;
    c->lapack = cd_take_doubles(arena, (size_t)c->size_lapack);
    c->f = cd_take_doubles(arena, n);
    c->fx = cd_take_doubles(arena, n);
    c->square = cd_take_doubles(arena, n * n);
    c->one = cd_take_doubles(arena, n + m);
    c->two = cd_take_doubles(arena, n + m);
    c->pivot = cd_arena_take(arena, n, sizeof(int));
}

void cd_srm_core_set_eps(cd_srm_core *c, double eps)
{
    c->eps = eps;
    for (int i = 0; i < c->n_slots; i++)
        c->slot[i].valid = 0;
}

/* The largest |C B| at a few points, against which a pivot is judged. */
static coldae_status sample_scale(cd_srm_core *c, const double *x)
{
    enum { SAMPLES = 16 };
    double length = c->problem->right - c->problem->left;
    for (int i = 0; i <= SAMPLES; i++)
        if (i == 0 || c->is_linear)
            CD_TRY(cd_srm_take_CB(c, c->problem->left + length * i / SAMPLES, x));
    return COLDAE_OK;
}

coldae_status cd_srm_core_prepare(cd_srm_core *c, const double *x)
{
    const coldae_srm_options *o = c->options;
    int penalty = o->variant == COLDAE_SRM_PENALTY;
    c->n_x = c->problem->n_x;
    c->n_y = c->problem->n_y;
    c->is_linear = !c->problem->f;
    c->alpha1 = o->alpha1;
    c->alpha2 = o->alpha2;
    CD_TRY(sample_scale(c, x));
    if (!penalty && o->y0 == COLDAE_SRM_Y0_VALUE)
        memcpy(c->y_start, o->y0_value, (size_t)c->n_y * sizeof(double));
    if (!penalty && o->y0 == COLDAE_SRM_Y0_START)
        CD_TRY(cd_srm_exact_y(c, c->problem->left, x, c->y_start));
    return COLDAE_OK;
}

/* B y_0 at (t, x), B taken anew. */
static coldae_status first_By(cd_srm_core *c, double t, const double *x, double *By)
{
    const coldae_srm_options *o = c->options;
    memset(By, 0, (size_t)c->n_x * sizeof(double));
    if (o->variant == COLDAE_SRM_PENALTY || o->y0 == COLDAE_SRM_Y0_ZERO)
        return COLDAE_OK;
    double *y = c->y_start;
    if (o->y0 == COLDAE_SRM_Y0_FUNCTION)
        CD_TRY(cd_srm_data(&c->gate, c->problem->y0, "y0", t, NULL, (size_t)c->n_y, y));
    CD_TRY(cd_srm_data(&c->gate, c->problem->B, "B", t, x, (size_t)c->n_x * (size_t)c->n_y, c->B));
    cd_srm_multiply(c->n_x, c->n_y, 1, c->B, y, By);
    return COLDAE_OK;
}

/* T = I + (alpha1/eps) P, factored. */
static coldae_status factor_T(cd_srm_core *c, double t, const double *P, double *T, int *pivot)
{
    int n = c->n_x, info = 0;
    for (int i = 0; i < n * n; i++)
        T[i] = c->alpha1 / c->eps * P[i];
    for (int i = 0; i < n; i++)
        T[i + i * n] += 1;
    dgetrf_(&n, &n, T, &n, pivot, &info);
    if (info == 0)
        return COLDAE_OK;
    return cd_say(c->gate.report, COLDAE_ERR_SINGULAR,
                  "eps I + alpha1 B E C is singular at t = %.6g: another eps, or E that makes B E C "
                  "positive semidefinite",
                  t);
}

/* J = A - (1/eps) T^-1 (alpha1 (P A + B E C') + alpha2 P) */
static void fill_jacobian(const cd_srm_core *c, cd_srm_slot *s)
{
    int n = c->n_x, info = 0;
    for (int i = 0; i < n * n; i++)
        s->J[i] = c->alpha2 * s->P[i];
    if (c->alpha1 > 0) {
        cd_srm_multiply(n, n, n, s->P, s->A, c->square);
        for (int i = 0; i < n * n; i++)
            s->J[i] += c->alpha1 * (c->square[i] + s->P_rate[i]);
        dgetrs_("N", &n, &n, s->T, &n, s->pivot, s->J, &n, &info, 1);
    }
    for (int i = 0; i < n * n; i++)
        s->J[i] = s->A[i] - s->J[i] / c->eps;
}

/* The linear form at t. */
static coldae_status fill_slot(cd_srm_core *c, double t, cd_srm_slot *s)
{
    size_t n = (size_t)c->n_x;
    if (s->valid && s->t == t)
        return COLDAE_OK;
    s->valid = 0;
    CD_TRY(cd_srm_data(&c->gate, c->problem->A, "A", t, NULL, n * n, s->A));
    CD_TRY(cd_srm_data(&c->gate, c->problem->q, "q", t, NULL, n, s->q));
    CD_TRY(cd_srm_fill_products(c, t, s));
    CD_TRY(first_By(c, t, NULL, s->By0));
    if (c->alpha1 > 0)
        CD_TRY(factor_T(c, t, s->P, s->T, s->pivot));
    fill_jacobian(c, s);
    s->t = t;
    s->valid = 1;
    return COLDAE_OK;
}

/* out = M x + b */
static void affine(int n, const double *M, const double *x, const double *b, double *out)
{
    cd_srm_multiply(n, n, 1, M, x, out);
    for (int i = 0; i < n; i++)
        out[i] += b[i];
}

coldae_status cd_srm_f(cd_srm_core *c, int slot, double t, const double *x, double *f)
{
    if (!c->is_linear)
        return cd_srm_data(&c->gate, c->problem->f, "f", t, x, (size_t)c->n_x, f);
    cd_srm_slot *s = &c->slot[slot];
    CD_TRY(fill_slot(c, t, s));
    affine(c->n_x, s->A, x, s->q, f);
    return COLDAE_OK;
}

coldae_status cd_srm_constraint(cd_srm_core *c, double t, const double *x, double *g)
{
    size_t m = (size_t)c->n_y, n = (size_t)c->n_x;
    if (!c->is_linear)
        return cd_srm_data(&c->gate, c->problem->g, "g", t, x, m, g);
    CD_TRY(cd_srm_data(&c->gate, c->problem->C, "C", t, NULL, m * n, c->C));
    CD_TRY(cd_srm_data(&c->gate, c->problem->r, "r", t, NULL, m, c->R));
    cd_srm_multiply(c->n_y, c->n_x, 1, c->C, x, g);
    for (size_t i = 0; i < m; i++)
        g[i] += c->R[i];
    return COLDAE_OK;
}

/* By from base and the vector v = alpha1 (..) + alpha2 B E g. */
static void correct(const cd_srm_core *c, const double *base, const double *v, double *By)
{
    for (int i = 0; i < c->n_x; i++)
        By[i] = base[i] - v[i] / c->eps;
}

static coldae_status rhs_linear(cd_srm_core *c, cd_srm_slot *s, double t, const double *x, const double *base,
                                double *dx, double *By)
{
    int n = c->n_x, one = 1, info = 0;
    double *v = c->one, *w = c->two;
    CD_TRY(fill_slot(c, t, s));
    affine(n, s->A, x, s->q, c->f);
    affine(n, s->P, x, s->v, v); /* B E g */
    for (int i = 0; i < n; i++)
        v[i] *= c->alpha2;
    if (c->alpha1 > 0) { /* .. + alpha1 (P f + B E g_t) */
        affine(n, s->P_rate, x, s->rate, w);
        for (int i = 0; i < n; i++)
            v[i] += c->alpha1 * w[i];
        cd_srm_multiply(n, n, 1, s->P, c->f, w);
        for (int i = 0; i < n; i++)
            v[i] += c->alpha1 * w[i];
    }
    correct(c, base ? base : s->By0, v, By);
    if (c->alpha1 > 0)
        dgetrs_("N", &n, &one, s->T, &n, s->pivot, By, &n, &info, 1);
    for (int i = 0; i < n; i++)
        dx[i] = c->f[i] + By[i];
    return COLDAE_OK;
}

/* R = (g, C f + g_t, C), as many columns as alpha1 asks for, and BER = B E R, for f at hand; CD_LOST: C B is
 * singular. */
static coldae_status products_at(cd_srm_core *c, double t, const double *x)
{
    size_t m = (size_t)c->n_y, n = (size_t)c->n_x;
    int width = c->alpha1 > 0 ? c->n_x + 2 : 1;
    CD_TRY(cd_srm_take_CB(c, t, x));
    CD_TRY(cd_srm_data(&c->gate, c->problem->g, "g", t, x, m, c->R));
    if (c->alpha1 > 0) {
        CD_TRY(cd_srm_data(&c->gate, c->problem->gt, "gt", t, x, m, c->R + m));
        cd_srm_multiply(c->n_y, c->n_x, 1, c->C, c->f, c->two);
        for (size_t i = 0; i < m; i++)
            c->R[m + i] += c->two[i];
        memcpy(c->R + 2 * m, c->C, m * n * sizeof(double));
    }
    CD_TRY(cd_srm_apply_E(c, t, x, width, c->R, c->ER));
    cd_srm_multiply(c->n_x, c->n_y, width, c->B, c->ER, c->BER);
    return COLDAE_OK;
}

/* BER from points beside t, x as it is; CD_LOST: C B is singular there too, that is, at x. */
static coldae_status interpolate(cd_srm_core *c, double t, const double *x)
{
    size_t size = (size_t)c->n_x * (size_t)(c->alpha1 > 0 ? c->n_x + 2 : 1);
    memset(c->sum, 0, size * sizeof(double));
    for (int i = 0; i < CD_SRM_NEARBY; i++) {
        double weight, at = cd_srm_nearby(c, t, i, &weight);
        CD_TRY(products_at(c, at, x));
        for (size_t j = 0; j < size; j++)
            c->sum[j] += weight * c->BER[j];
    }
    memcpy(c->BER, c->sum, size * sizeof(double));
    return COLDAE_OK;
}

/* BER also where C B is singular: from beside t, or with the singular directions left out. */
static coldae_status products_nonlinear(cd_srm_core *c, double t, const double *x)
{
    coldae_status status = products_at(c, t, x);
    if (status != CD_LOST)
        return status;
    c->n_dodged++;
    status = c->options->dodge != 0 ? products_at(c, t + c->options->dodge, x) : interpolate(c, t, x);
    if (status != CD_LOST)
        return status;
    int width = c->alpha1 > 0 ? c->n_x + 2 : 1;
    cd_srm_apply_pseudo(c, width, c->R, c->ER);
    cd_srm_multiply(c->n_x, c->n_y, width, c->B, c->ER, c->BER);
    return COLDAE_OK;
}

static coldae_status rhs_nonlinear(cd_srm_core *c, double t, const double *x, const double *base, double *dx,
                                   double *By)
{
    int n = c->n_x, one = 1, info = 0;
    double *v = c->one;
    CD_TRY(cd_srm_data(&c->gate, c->problem->f, "f", t, x, (size_t)n, c->f));
    if (!base) {
        CD_TRY(first_By(c, t, x, c->fx));
        base = c->fx;
    }
    if (!c->problem->smooth || c->alpha1 > 0) {
        CD_TRY(products_nonlinear(c, t, x));
        memcpy(v, c->BER, (size_t)n * sizeof(double));
    }
    if (c->problem->smooth)
        CD_TRY(cd_srm_smooth(&c->gate, t, x, NULL, v));
    for (int i = 0; i < n; i++)
        v[i] = c->alpha2 * v[i] + (c->alpha1 > 0 ? c->alpha1 * c->BER[n + i] : 0);
    correct(c, base, v, By);
    if (c->alpha1 > 0) {
        CD_TRY(factor_T(c, t, c->BER + (size_t)2 * (size_t)n, c->square, c->pivot));
        dgetrs_("N", &n, &one, c->square, &n, c->pivot, By, &n, &info, 1);
    }
    for (int i = 0; i < n; i++)
        dx[i] = c->f[i] + By[i];
    return COLDAE_OK;
}

coldae_status cd_srm_rhs(cd_srm_core *c, int slot, double t, const double *x, const double *base, double *dx,
                         double *By)
{
    if (c->is_linear)
        return rhs_linear(c, &c->slot[slot], t, x, base, dx, By);
    return rhs_nonlinear(c, t, x, base, dx, By);
}

double cd_srm_difference_step(int is_linear, double v)
{
    /* differences of a linear function are exact for any step: a large one keeps rounding small */
    volatile double moved = v + copysign(is_linear ? fmax(fabs(v), 1) : cd_one_sided_step(v), v);
    return moved - v;
}

coldae_status cd_srm_jacobian(cd_srm_core *c, int slot, double t, const double *x, const double *base,
                              const double *dx, double *J)
{
    size_t n = (size_t)c->n_x;
    if (c->is_linear) {
        CD_TRY(fill_slot(c, t, &c->slot[slot]));
        memcpy(J, c->slot[slot].J, n * n * sizeof(double));
        return COLDAE_OK;
    }
    double *moved = c->slot[slot].q, *By = c->slot[slot].v; /* the slots are free in the nonlinear form */
    memcpy(moved, x, n * sizeof(double));
    for (size_t j = 0; j < n; j++) {
        double step = cd_srm_difference_step(0, x[j]);
        moved[j] = x[j] + step;
        CD_TRY(rhs_nonlinear(c, t, moved, base, J + j * n, By));
        moved[j] = x[j];
        for (size_t i = 0; i < n; i++)
            J[i + j * n] = (J[i + j * n] - dx[i]) / step;
    }
    return COLDAE_OK;
}

/* two[n_y] = g_t + C w, for C at hand */
static coldae_status total_rate(cd_srm_core *c, double t, const double *x, const double *w)
{
    const coldae_srm_problem *p = c->problem;
    size_t m = (size_t)c->n_y, n = (size_t)c->n_x;
    cd_srm_multiply(c->n_y, c->n_x, 1, c->C, w, c->two);
    if (c->is_linear) {
        CD_TRY(cd_srm_data(&c->gate, p->dC, "dC", t, NULL, m * n, c->BER));
        CD_TRY(cd_srm_data(&c->gate, p->dr, "dr", t, NULL, m, c->R));
        for (size_t i = 0; i < m; i++)
            for (size_t j = 0; j < n; j++)
                c->R[i] += c->BER[i + j * m] * x[j];
    } else {
        CD_TRY(cd_srm_data(&c->gate, p->gt, "gt", t, x, m, c->R));
    }
    for (size_t i = 0; i < m; i++)
        c->two[i] += c->R[i];
    return COLDAE_OK;
}

coldae_status cd_srm_park_chiou(cd_srm_core *c, int slot, double t, const double *u, double *du, double *By)
{
    CD_TRY(cd_srm_f(c, slot, t, u, c->f));
    CD_TRY(cd_srm_take_CB(c, t, u));
    cd_srm_multiply(c->n_x, c->n_y, 1, c->B, u + c->n_x, By);
    for (int i = 0; i < c->n_x; i++)
        du[i] = c->f[i] + By[i];
    CD_TRY(total_rate(c, t, u, du));
    memcpy(c->R, c->two, (size_t)c->n_y * sizeof(double));
    coldae_status status = cd_srm_apply_E(c, t, u, 1, c->R, c->ER);
    if (status == CD_LOST) {
        c->n_dodged++;
        cd_srm_apply_pseudo(c, 1, c->R, c->ER);
        status = COLDAE_OK;
    }
    for (int i = 0; i < c->n_y; i++)
        du[c->n_x + i] = -c->ER[i] / c->eps;
    return status;
}

coldae_status cd_srm_exact_y(cd_srm_core *c, double t, const double *x, double *y)
{
    int m = c->n_y, one = 1, info = 0;
    const coldae_srm_problem *p = c->problem;
    size_t n = (size_t)c->n_x;
    if (c->is_linear) {
        CD_TRY(cd_srm_data(&c->gate, p->A, "A", t, NULL, n * n, c->square));
        CD_TRY(cd_srm_data(&c->gate, p->q, "q", t, NULL, n, c->fx));
        affine(c->n_x, c->square, x, c->fx, c->f);
    } else {
        CD_TRY(cd_srm_data(&c->gate, p->f, "f", t, x, n, c->f));
    }
    CD_TRY(cd_srm_take_CB(c, t, x));
    CD_TRY(total_rate(c, t, x, c->f));
    dgetrf_(&m, &m, c->CB, &m, c->pivot, &info);
    for (int i = 0; i < m; i++)
        if (info != 0 || !(fabs(c->CB[i + i * m]) > DBL_EPSILON * c->scale))
            return cd_say(c->gate.report, COLDAE_ERR_SINGULAR,
                          "C B is singular at left = %.6g: COLDAE_SRM_Y0_START cannot find y(left), give y_0",
                          t);
    for (int i = 0; i < m; i++)
        y[i] = -c->two[i];
    dgetrs_("N", &m, &one, c->CB, &m, c->pivot, y, &m, &info, 1);
    return COLDAE_OK;
}
