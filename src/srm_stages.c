/* srm_stages.c - one step of all iterations: implicit stages at Radau points, explicit stages
 *
 *     X_j = x + h sum_l a_jl W_l,    W_j = x'(t_j, X_j),    By_s at the stages = W_j - f(t_j, X_j)
 *                                                              Ascher & Lin (1993) section 4.2
 */
#include <math.h>
#include <string.h>

#include "lapack.h"
#include "srm_march.h"

enum { MOST_NEWTON = 25 };
static const double CONVERGED = 1e-12, STALLED = 1e-8; /* Newton's correction of x, over 1 + |x| */

/* ---- one right-hand side ----------------------------------------------------------------------------- */

static coldae_status evaluate(cd_srm_march *m, int slot, double t, const double *u, const double *base,
                              double *du, double *By)
{
    if (m->is_pc)
        return cd_srm_park_chiou(&m->core, slot, t, u, du, By);
    return cd_srm_rhs(&m->core, slot, t, u, base, du, By);
}

/* J by u, du = the right-hand side at u */
static coldae_status differentiate(cd_srm_march *m, int slot, double t, double *u, const double *base,
                                   const double *du, double *By)
{
    size_t size = (size_t)m->size;
    if (!m->is_pc)
        return cd_srm_jacobian(&m->core, slot, t, u, base, du, m->J);
    for (size_t j = 0; j < size; j++) {
        double keep = u[j], step = cd_srm_difference_step(m->core.is_linear, keep);
        u[j] = keep + step;
        coldae_status status = evaluate(m, slot, t, u, base, m->J + j * size, By);
        u[j] = keep;
        CD_TRY(status);
        for (size_t i = 0; i < size; i++)
            m->J[i + j * size] = (m->J[i + j * size] - du[i]) / step;
    }
    return COLDAE_OK;
}

/* ---- implicit stages: collocation at k Radau points ---------------------------------------------------- */

static double stage_time(const cd_srm_march *m, double t, double end, int j)
{
    return m->basis.rho[j] < 1 ? t + m->basis.rho[j] * (end - t) : end;
}

/* psi_{1,l}(rho_j): the Runge-Kutta matrix a_jl */
static double weight(const cd_srm_march *m, int j, int l)
{
    return m->basis.psi[(size_t)j * 2 * (size_t)m->k + (size_t)m->k + (size_t)l];
}

static void stage_values(cd_srm_march *m, const double *x, double h)
{
    for (int j = 0; j < m->k; j++)
        for (int i = 0; i < m->size; i++) {
            double sum = 0;
            for (int l = 0; l < m->k; l++)
                sum += weight(m, j, l) * m->W[i + l * m->size];
            m->X[i + j * m->size] = x[i] + h * sum;
        }
}

/* matrix = I - h (a_jl J_j), factored */
static coldae_status factor(cd_srm_march *m, double t, double end, const double *base)
{
    int size = m->size, total = size * m->k, info = 0;
    double h = end - t;
    for (int j = 0; j < m->k; j++) {
        const double *base_j = base ? base + (ptrdiff_t)j * m->n_x : NULL;
        CD_TRY(differentiate(m, j, stage_time(m, t, end, j), m->X + (ptrdiff_t)j * size, base_j,
                             m->F + (ptrdiff_t)j * size, m->by));
        for (int l = 0; l < m->k; l++)
            for (int c = 0; c < size; c++)
                for (int r = 0; r < size; r++)
                    m->matrix[(size_t)(r + j * size) + (size_t)(c + l * size) * (size_t)total] =
                        (j == l && r == c) - h * weight(m, j, l) * m->J[r + c * size];
    }
    dgetrf_(&total, &total, m->matrix, &total, m->pivot, &info);
    if (info != 0)
        return cd_say(&m->report, COLDAE_ERR_SINGULAR,
                      "the stage equations of the step from t = %.6g to %.6g are singular: another step", t,
                      end);
    m->factored = 1;
    return COLDAE_OK;
}

/* One Newton step for W; *size: its length. */
static coldae_status newton_step(cd_srm_march *m, const double *x, double t, double end, const double *base,
                                 double *length)
{
    int size = m->size, total = size * m->k, one = 1, info = 0;
    double h = end - t;
    stage_values(m, x, h);
    for (int j = 0; j < m->k; j++)
        CD_TRY(evaluate(m, j, stage_time(m, t, end, j), m->X + (ptrdiff_t)j * size,
                        base ? base + (ptrdiff_t)j * m->n_x : NULL, m->F + (ptrdiff_t)j * size, m->by));
    if (!m->factored || !m->core.is_linear)
        CD_TRY(factor(m, t, end, base));
    for (int i = 0; i < total; i++)
        m->step[i] = m->F[i] - m->W[i];
    dgetrs_("N", &total, &one, m->matrix, &total, m->pivot, m->step, &total, &info, 1);
    *length = 0;
    for (int i = 0; i < total; i++) {
        m->W[i] += m->step[i];
        double part = h * fabs(m->step[i]) / (1 + fabs(x[i % size]));
        if (!(part <= *length))
            *length = part; /* NaN stays */
    }
    m->n_newton++;
    return COLDAE_OK;
}

static coldae_status newton(cd_srm_march *m, const double *x, double t, double end, const double *base)
{
    double before = HUGE_VAL, length = 0;
    for (int i = 0; i < MOST_NEWTON; i++) {
        CD_TRY(newton_step(m, x, t, end, base, &length));
        if (!isfinite(length))
            break;
        if (m->core.is_linear || length <= CONVERGED || (length <= STALLED && length > before / 2))
            return COLDAE_OK;
        before = length;
    }
    return cd_say(
        &m->report, COLDAE_ERR_NO_CONVERGENCE,
        "Newton does not converge in the step from t = %.6g to %.6g (last correction %.3g): shorter "
        "steps, or a larger eps",
        t, end, length);
}

/* One iteration of a step: from x_s(t), By_{s-1} at the stages (NULL: B y_0). */
static coldae_status implicit_chain(cd_srm_march *m, int s, double t, double end, const double *base)
{
    size_t size = (size_t)m->size, n = (size_t)m->n_x, last = (size_t)m->k - 1;
    const double *x = m->x + (size_t)s * size;
    for (size_t j = 0; j <= last; j++)
        memcpy(m->W + j * size, m->dx + (size_t)s * size, size * sizeof(double));
    CD_TRY(newton(m, x, t, end, base));
    stage_values(m, x, end - t);
    for (size_t j = 0; j <= last && !m->is_pc; j++) { /* By = x' - f at the stages */
        CD_TRY(cd_srm_f(&m->core, (int)j, stage_time(m, t, end, (int)j), m->X + j * size, m->F));
        for (size_t i = 0; i < n; i++)
            m->by[i + j * n] = m->W[i + j * size] - m->F[i];
    }
    if (m->is_pc)
        CD_TRY(evaluate(m, (int)last, end, m->X + last * size, NULL, m->F, m->by + last * n));
    memcpy(m->next + (size_t)s * size, m->X + last * size, size * sizeof(double));
    memcpy(m->By_next + (size_t)s * n, m->by + last * n, n * sizeof(double));
    memcpy(m->dx + (size_t)s * size, m->W + last * size, size * sizeof(double));
    return COLDAE_OK;
}

coldae_status cd_srm_step_implicit(cd_srm_march *m, double t, double end)
{
    m->factored = 0;
    for (int s = 0; s < m->chains; s++) {
        CD_TRY(implicit_chain(m, s, t, end, s > 0 ? m->base : NULL));
        double *keep = m->base;
        m->base = m->by;
        m->by = keep;
    }
    return COLDAE_OK;
}

/* ---- explicit stages: forward Euler, the classical method of order 4 ----------------------------------- */

coldae_status cd_srm_evaluate_chains(cd_srm_march *m, int slot, double t, const double *x, double *to,
                                     size_t stride, double *By)
{
    size_t size = (size_t)m->size, n = (size_t)m->n_x;
    for (size_t s = 0; s < (size_t)m->chains; s++)
        CD_TRY(
            evaluate(m, slot, t, x + s * size, s > 0 ? By + (s - 1) * n : NULL, to + s * stride, By + s * n));
    return COLDAE_OK;
}

coldae_status cd_srm_step_explicit(cd_srm_march *m, double t, double end)
{
    static const double rk4_at[] = {0, 0.5, 0.5, 1}, rk4_b[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    static const double euler_b[] = {1};
    const double *b = m->k == 1 ? euler_b : rk4_b;
    size_t size = (size_t)m->size, k = m->k == 1 ? 1 : 4, total = size * (size_t)m->chains;
    double h = end - t;
    for (size_t i = 0; i < total; i++) /* the first stage is known from the end of the last step */
        m->W[i / size * size * k + i % size] = m->dx[i];
    for (size_t j = 1; j < k; j++) {
        for (size_t i = 0; i < total; i++)
            m->next[i] = m->x[i] + h * rk4_at[j] * m->W[i / size * size * k + (j - 1) * size + i % size];
        double at = j + 1 == k ? end : t + rk4_at[j] * h;
        CD_TRY(cd_srm_evaluate_chains(m, (int)j, at, m->next, m->W + j * size, size * k, m->By_next));
    }
    for (size_t i = 0; i < total; i++) {
        m->next[i] = m->x[i];
        for (size_t j = 0; j < k; j++)
            m->next[i] += h * b[j] * m->W[i / size * size * k + j * size + i % size];
    }
    return cd_srm_evaluate_chains(m, (int)k - 1, end, m->next, m->dx, size, m->By_next);
}
