/* project_one.c - a mesh point with one constraint: E, C B and |B||C| are numbers
 *
 * The rule of project.c for m = 1:  a direction of index 2 if |E| <= kappa h |C B|, K = B/(C B).
 */
#include <float.h>
#include <math.h>

#include "project_one.h"
#include "unrolled.h"

static const double LOST = 16 * DBL_EPSILON; /* share of |B||C| below which C B is nothing but rounding */

typedef struct scalars {
    double E, CB, most; /* most = |B||C| */
} scalars;

static inline int top_of(const cd_dims *d, int i) /* position of D^{m_i-1} u_i in z */
{
    return d->offset[i] + d->order[i] - 1;
}

static inline scalars take_scalars(const cd_dims *dims, const double *df)
{
    int d = dims->n_diff, n_eq = dims->n_eq;
    const double *B = df + dims->mstar * n_eq, *C = df + d;
    double BB = 0, CC = 0, CB = 0;
    for (int i = 0; i < d; i++) {
        double b = B[i], c = C[top_of(dims, i) * n_eq];
        BB += b * b;
        CC += c * c;
        CB += c * b;
    }
    return (scalars){.E = B[d], .CB = CB, .most = sqrt(BB) * sqrt(CC)};
}

coldae_status cd_project_say_singular(cd_report *report, double t)
{
    return cd_say(
        report, COLDAE_ERR_SINGULAR,
        "C B is singular at t = %.6g: the constraints do not determine y through the highest "
        "derivatives; at an isolated point regularize (coldae/srm.h), else try COLDAE_PROJECT_AUTO, or "
        "reduce the index if it is above 2",
        t);
}

int cd_project_one_is_index1(const cd_method *method, double h, const double *df)
{
    const cd_dims *d = &method->dims;
    if (df[d->mstar * d->n_eq + d->n_diff] == 0)
        return 0;
    scalars one = take_scalars(d, df);
    return fabs(one.E) > 10 * method->options.rank_kappa * h * one.most;
}

coldae_status cd_project_one_find(const cd_method *method, double h, double t, const double *df,
                                  cd_report *report, const cd_projector *projector, int *rank)
{
    const cd_dims *dims = &method->dims;
    int pure = method->options.projection == COLDAE_PROJECT_INDEX2, n_eq = dims->n_eq, d = dims->n_diff;
    const double *B = df + dims->mstar * n_eq, *C_z = df + d, *C_p = B + n_eq + d;
    double *slope = projector->slope, *K = projector->K, kappa_h = method->options.rank_kappa * h;
    for (int j = 0; j < dims->mstar; j++)
        *slope++ = C_z[j * n_eq];
    for (int j = 0; j < dims->n_param; j++)
        *slope++ = C_p[j * n_eq];
    scalars one = take_scalars(dims, df);
    double sigma = pure ? 0 : fabs(one.E);
    int projects = fabs(one.CB) > LOST * one.most && sigma <= kappa_h * fabs(one.CB);
    *rank = !projects && !pure;
    projector->hidden[0] = 1;
    for (int i = 0; i < d; i++)
        K[i] = projects ? B[i] / one.CB : 0;
    if (pure && !projects)
        return cd_project_say_singular(report, t);
    return *rank == 1 && sigma <= LOST * fmax(sigma, kappa_h * one.most) ? CD_LOST : COLDAE_OK;
}

/* Phi <- Phi - K (C_z Phi + C_p) with a row of constant length, or not */
UNROLLED void project(const cd_dims *dims, const cd_projector *projector, int mstar, int kept, int width,
                      double *Phi, double *row)
{
    const double *slope = projector->slope;
    for (int j = 0; j < kept; j++) {
        double sum = j < mstar ? 0 : slope[j];
        for (int i = 0; i < mstar; i++)
            sum += slope[i] * Phi[i * width + j];
        row[j] = sum;
    }
    for (int i = 0; i < dims->n_diff; i++) {
        double *to = Phi + top_of(dims, i) * width, gain = projector->K[i];
        for (int j = 0; j < kept; j++)
            to[j] -= gain * row[j];
    }
}

void cd_project_one_matrix(const cd_dims *dims, const cd_projector *projector, int c, double *Phi,
                           double *work)
{
    int mstar = dims->mstar, kept = mstar + dims->n_param, width = mstar + c;
    double row[4];
    if (mstar == 2 && width == 2)
        project(dims, projector, 2, 2, 2, Phi, row);
    else if (mstar == 3 && width == 3)
        project(dims, projector, 3, 3, 3, Phi, row);
    else if (mstar == 4 && width == 4)
        project(dims, projector, 4, 4, 4, Phi, row);
    else
        project(dims, projector, mstar, kept, width, Phi, work);
}

void cd_project_one_vector(const cd_dims *dims, const cd_projector *projector, double f_alg, double *phi)
{
    double value = f_alg;
    for (int i = 0; i < dims->mstar; i++)
        value += projector->slope[i] * phi[i];
    for (int i = 0; i < dims->n_diff; i++)
        phi[top_of(dims, i)] -= projector->K[i] * value;
}
