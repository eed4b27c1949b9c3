/* step_end.c - the end of a collocation step: its projection, the error estimate, the way to the next one
 *
 * z_1 is moved onto the index-2 constraints:  x_1 <- x_1 - K (f_alg + C (z_end - z_1)).   docs/method.md
 */
#include <math.h>
#include <string.h>

#include "step.h"

static const double ROUNDING = 4e-16; /* changes relative to 1 + |z| that end the projection */
static const double CHANCE = 0.5;     /* of the defect that the decay of coefficients lets expect */

double cd_step_right(const cd_method *m, const cd_step *s)
{
    return s->u.t[1] < m->problem->right ? nextafter(s->u.t[1], s->u.t[0]) : s->u.t[1];
}

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
        CD_TRY(project_once(m, gate, cd_step_right(m, s), h, s, &change));
        if (m->problem->linear)
            break;
    }
    return COLDAE_OK;
}

coldae_status cd_step_evaluate_end(const cd_method *m, cd_gate *gate, cd_step *s)
{
    double t = cd_step_right(m, s);
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
