/* srm_watch.c - where C B is nearly singular, and whether the regularization damps
 *
 * B E C must have no eigenvalue with negative real part, or the regularized problem grows like exp(t/eps).  Its nonzero
 * eigenvalues are those of E C B.                             Ascher & Lin (1993) section 3, (3.2)
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "lapack.h"
#include "srm.h"

/* C B is nearly singular where its smallest singular value is below the largest |C B| over this. */
static const double NEARLY_SINGULAR = 1e3;
/* A negative real part beyond this part of the largest eigenvalue is no rounding. */
static const double ROUNDING = 1e-8;

/* The smallest singular value of a[n_y, n], n >= n_y. */
static double smallest_singular(cd_srm_core *c, int n, const double *a)
{
    int m = c->n_y, info = 0, one = 1;
    if (n == 1)
        return fabs(a[0]);
    memcpy(c->R, a, (size_t)m * (size_t)n * sizeof(double));
    dgesvd_("N", "N", &m, &n, c->R, &m, c->sigma, NULL, &one, NULL, &one, c->lapack, &c->size_lapack, &info,
            1, 1);
    return info == 0 ? c->sigma[m - 1] : 0;
}

/* With alpha1 > 0, B E C' must be finite.  It is not where C loses rank; where only B does, it is.  Near such a point
 * C B goes with the square of C. */
static int loses_rank(cd_srm_core *c)
{
    return c->alpha1 > 0 && smallest_singular(c, c->n_x, c->C) * sqrt(NEARLY_SINGULAR) <= c->scale_C;
}

/* The smallest and the largest real part of the eigenvalues of B E C (without its zeros, where E C B is at hand). */
static coldae_status real_parts(cd_srm_core *c, double t, const double *x, double *low, double *high)
{
    int n = c->problem->smooth ? c->n_x : c->n_y, info = 0, one = 1;
    if (c->problem->smooth) {
        CD_TRY(cd_srm_smooth(&c->gate, t, x, c->square, NULL));
    } else {
        CD_TRY(cd_srm_take_CB(c, t, x));
        memcpy(c->R, c->CB, (size_t)n * (size_t)n * sizeof(double));
        coldae_status status = cd_srm_apply_E(c, t, x, n, c->R, c->square);
        if (status == CD_LOST)
            cd_srm_apply_pseudo(c, n, c->R, c->square);
        else
            CD_TRY(status);
    }
    double *real = c->sigma, *imaginary = c->sigma + n;
    dgeev_("N", "N", &n, c->square, &n, real, imaginary, NULL, &one, NULL, &one, c->lapack, &c->size_lapack,
           &info, 1, 1);
    *low = *high = info == 0 ? real[0] : 0;
    for (int i = 1; i < n && info == 0; i++) {
        *low = fmin(*low, real[i]);
        *high = fmax(*high, real[i]);
    }
    return COLDAE_OK;
}

/* E = (C B)^-1 and (C B)^T are right by construction. */
static int is_safe(const cd_srm_core *c)
{
    return !c->problem->smooth &&
           (c->options->E == COLDAE_SRM_E_INVERSE || c->options->E == COLDAE_SRM_E_TRANSPOSE);
}

coldae_status cd_srm_rate(cd_srm_core *c, double t, const double *x, double *rate)
{
    double low = 0, high = 1;
    if (c->problem->smooth || c->options->E != COLDAE_SRM_E_INVERSE)
        CD_TRY(real_parts(c, t, x, &low, &high));
    *rate = high > 0 ? high : 1;
    return COLDAE_OK;
}

coldae_status cd_srm_find_rate(cd_srm_core *c, const double *x)
{
    double rate = 1;
    coldae_status status = cd_srm_rate(c, c->problem->left, x, &rate);
    c->rate = fmax(c->alpha1, c->alpha2) * (status == COLDAE_OK ? rate : 1);
    return status > 0 ? COLDAE_OK : status;
}

static void note_singular(cd_srm_core *c, double t, double sigma, coldae_srm_info *info)
{
    if (c->watched_lost && c->n_lost++ == 0)
        c->lost_t = t;
    if (info->n_singular < COLDAE_SRM_LIST) {
        info->singular_t[info->n_singular] = t;
        info->singular_condition[info->n_singular] = sigma > 0 ? c->scale / sigma : HUGE_VAL;
    }
    info->n_singular++;
}

/* The point before is reported if it is a minimum of sigma, and small. */
static void judge_last(cd_srm_core *c, double next, coldae_srm_info *info)
{
    double before = c->n_watched > 1 ? c->watched_sigma[0] : HUGE_VAL, last = c->watched_sigma[1];
    if (c->n_watched > 0 && last * NEARLY_SINGULAR <= c->scale && last <= before && last < next)
        note_singular(c, c->watched_t, last, info);
}

coldae_status cd_srm_watch(cd_srm_core *c, double t, const double *x, coldae_srm_info *info)
{
    CD_TRY(cd_srm_take_CB(c, t, x));
    double sigma = smallest_singular(c, c->n_y, c->CB);
    judge_last(c, sigma, info);
    c->watched_lost = loses_rank(c);
    c->watched_sigma[0] = c->watched_sigma[1];
    c->watched_sigma[1] = sigma;
    c->watched_t = t;
    c->n_watched++;
    if (is_safe(c))
        return COLDAE_OK;
    double low, high;
    CD_TRY(real_parts(c, t, x, &low, &high));
    if (low < -ROUNDING * fmax(high, -low) && low < -DBL_EPSILON) {
        if (info->n_indefinite++ == 0) {
            info->indefinite_t = t;
            info->indefinite_value = low;
        }
    }
    return COLDAE_OK;
}

void cd_srm_watch_end(cd_srm_core *c, coldae_srm_info *info)
{
    judge_last(c, HUGE_VAL, info);
    c->n_watched = 0;
}
