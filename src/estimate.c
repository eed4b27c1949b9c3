/* estimate.c - error per component from two meshes, or from the leading term on one
 *
 * On a subinterval  u^(l) - u_pi^(l) = P_r(tau) h^{k+r} u^(k+m) + ...,   r = m - l,   tau = (t - t_n)/h,  with P_r
 * of leading.c.
 * Coarse (h) and fine (h/2) solution at the same t differ by (P_r(tau_c) - 2^-q P_r(tau_f)) h^q u^(k+m), q = k + r,
 * so the error of the fine one is at most
 *     |u_fine - u_coarse| 2^-q max|P_r| / |P_r(tau_c) - 2^-q P_r(tau_f)|,
 * sampled where the denominator is large, and at mesh points.    Ascher, Christiansen & Russell (1979); docs/method.md
 */
#include <math.h>
#include <string.h>

#include "cpu.h"
#include "estimate.h"
#include "measure.h"
#include "vector.h"

static const double LUCK = 0.5; /* a halving is believed to do at most twice as well as the theory says */

static double larger(double a, double b) /* fmax without its care for NaN in b */
{
    return a > b ? a : b;
}

static int is_fixed(const cd_method *m, double t)
{
    for (int i = 0; i < m->options.n_fixed; i++)
        if (m->options.fixed[i] == t)
            return 1;
    return 0;
}

/* top[n_diff] <- (I - K C) top with the projector at mesh point n: the highest derivatives of the projected x. */
static void project_tops(const cd_dims *d, const cd_projections *p, int n, double *top, double *constraint)
{
    size_t m = (size_t)d->n_alg, kept = (size_t)(d->mstar + d->n_param), at = (size_t)n;
    const double *K = p->K + at * m * (size_t)d->n_diff, *slope = p->slope + at * m * kept;
    for (int a = 0; a < d->n_alg; a++) {
        constraint[a] = 0;
        for (int i = 0; i < d->n_diff; i++)
            constraint[a] += slope[a + (d->offset[i] + d->order[i] - 1) * d->n_alg] * top[i];
    }
    for (int i = 0; i < d->n_diff; i++)
        for (int a = 0; a < d->n_alg; a++)
            top[i] -= K[i + a * d->n_diff] * constraint[a];
}

/* One neighbour or none.  In one of two subintervals the highest derivative counts as if it could vanish there; in a
 * single one, with Cauchy's bound, as if u^(m) were smooth on its length only: |u^(m+k)| <= k! max |u^(m)| / h^k. */
static void guess_slopes(const cd_piecewise *u, const double *top, double *slope)
{
    const cd_dims *d = u->dims;
    for (int n = 0; n < u->n; n++)
        for (int i = 0; i < d->n_diff; i++) {
            double h = u->t[n + 1] - u->t[n], size = 0, *here = slope + n * d->n_diff + i;
            for (int j = 0; u->n == 1 && j < d->k; j++)
                size = larger(fabs(cd_piecewise_v(u, n)[i + j * d->n_eq]), size);
            for (int j = 1; j <= d->k; j++)
                size *= j / h;
            *here = larger(larger(fabs(top[n * d->n_diff + i]) / h, size), *here);
        }
}

static const cd_measures *measures(void)
{
    return cd_cpu_has_avx2() ? &cd_measures_avx2 : &cd_measures_baseline;
}

/* u_i^(k+m_i-1) in all subintervals, projected at their right ends */
static void find_tops(const cd_leading *leading, const cd_projections *projections, const cd_piecewise *u,
                      double *tops, double *work)
{
    const cd_dims *d = u->dims;
    measures()->tops(d, leading, u, tops, work);
    for (int n = 0; projections->K && n < u->n; n++)
        if (projections->rank[n + 1] < d->n_alg)
            project_tops(d, projections, n + 1, tops + (size_t)n * (size_t)d->n_diff, work);
}

/* The same as `join` with fixed points: a difference across one may be a jump and counts only if there is no other. */
static void join_beside_fixed(const cd_method *m, const cd_piecewise *u, double *slope)
{
    size_t d = (size_t)u->dims->n_diff;
    int jump = 0; /* at the left end */
    for (int n = 0; n < u->n; n++) {
        int next_jump = n + 1 < u->n && is_fixed(m, u->t[n + 1]);
        int left = !jump || next_jump || n + 1 == u->n;
        int right = n + 1 < u->n && (!next_jump || jump || n == 0);
        for (size_t i = 0; i < d; i++, slope++) {
            double before = left ? slope[0] : 0;
            slope[0] = right ? larger(slope[d], before) : before;
        }
        jump = next_jump;
    }
}

void cd_estimate_slopes(const cd_method *m, const cd_leading *leading, const cd_projections *projections,
                        const cd_piecewise *u, double *slope, double *tops, double *work)
{
    find_tops(leading, projections, u, tops, work);
    measures()->differences(u->dims, u, tops, slope);
    if (m->options.n_fixed > 0)
        join_beside_fixed(m, u, slope);
    else
        measures()->join(u->dims, u->n, slope);
    if (u->n <= 2)
        guess_slopes(u, tops, slope);
}

/* Error on the fine mesh over the difference of the two, as the leading terms fell from one mesh to the other:
 * with ratio q it is q/(1-q). */
static double observed_factor(double single_coarse, double single_fine)
{
    double ratio = single_coarse > 0 ? single_fine / single_coarse : 0;
    return ratio < 0.5 ? ratio / (1 - ratio) : 1;
}

size_t cd_estimate_work(const cd_dims *d)
{
    return CD_WIDTH * (5 + 6 * (size_t)d->mstar + 3 * (size_t)d->n_local);
}

static double largest_lane(const double *x)
{
    return larger(larger(x[0], x[1]), larger(x[2], x[3]));
}

/* Unknown constants: the largest error / (tol (1 + |p|)) against the tightest tolerance.  Their order is that of mesh
 * points; only as much is taken as the components have between them. */
static double compare_parameters(const cd_method *m, const cd_piecewise *coarse, const cd_piecewise *fine)
{
    const cd_dims *d = &m->dims;
    int order = cd_min_int(d->k + 1, m->options.points == COLDAE_RADAU ? 2 * d->k - 1 : 2 * d->k);
    double worst = 0;
    for (int i = 0; i < d->n_param; i++)
        worst = fmax(worst, fabs(fine->p[i] - coarse->p[i]) / (m->tightest * (1 + fabs(fine->p[i]))));
    return worst / (ldexp(1, order) - 1);
}

double cd_estimate_pair(const cd_method *m, const cd_leading *leading, const cd_piecewise *coarse,
                        const cd_piecewise *fine, const double *single_coarse, const double *single_fine,
                        const double *tops, double *error, double *work)
{
    const cd_dims *d = &m->dims;
    size_t lanes = (size_t)d->mstar * CD_WIDTH;
    double *worst_lanes = work, *error_lanes = work + CD_WIDTH, *inside = error_lanes + lanes;
    double *observed = inside + cd_pairs_work(d);
    cd_pairs pairs = {.coarse = coarse,
                      .fine = fine,
                      .tops = tops,
                      .tol = m->tol,
                      .observed = observed,
                      .projected = m->options.mesh_on_projected};
    cd_clear(CD_WIDTH + lanes, work);
    for (int c = 0; c < d->mstar; c++)
        observed[c] = observed_factor(single_coarse[c], single_fine[c]);
    (cd_cpu_has_avx2() ? cd_judge_pairs_avx2 : cd_judge_pairs_baseline)(d, &m->basis, leading, &pairs,
                                                                        error_lanes, worst_lanes, inside);
    for (int c = 0; c < d->mstar; c++)
        error[c] = largest_lane(error_lanes + c * CD_WIDTH);
    return larger(compare_parameters(m, coarse, fine), largest_lane(worst_lanes));
}

/* Estimates of two successive halvings should fall as the theory has it; where the second falls much further, the two
 * solutions agree by chance, as they do around a layer that neither resolves. */
double cd_estimate_distrust(const cd_method *m, const double *error_before, double ratio_before,
                            double *error, double ratio)
{
    const cd_dims *d = &m->dims;
    for (int i = 0; i < d->n_diff; i++)
        for (int l = 0; l < d->order[i]; l++) {
            int c = d->offset[i] + l;
            error[c] = fmax(error[c], error_before[c] * ldexp(LUCK, -(d->k + d->order[i] - l)));
        }
    return fmax(ratio, ratio_before * ldexp(LUCK, -(d->k + d->max_order)));
}

double cd_estimate_single(const cd_method *m, const cd_leading *leading, const cd_piecewise *u,
                          const double *slope, double *error, double *density, double *work)
{
    const cd_dims *d = &m->dims;
    size_t lanes = (size_t)d->mstar * CD_WIDTH;
    double *worst_lanes = work, *error_lanes = work + CD_WIDTH;
    cd_measured measured = {.u = u, .slope = slope, .tol = m->tol, .projected = m->options.mesh_on_projected};
    cd_clear(CD_WIDTH + lanes, work);
    measures()->single(d, leading, &measured, error_lanes, worst_lanes, density, error_lanes + lanes);
    for (int c = 0; c < d->mstar; c++)
        error[c] = largest_lane(error_lanes + c * CD_WIDTH);
    return largest_lane(worst_lanes);
}
