/* choose.c - which instruction set's kernels run here */
#include "cpu.h"
#include "group.h"

/* Lanes for the elimination by index 2: S, X, H, (G h J H)_22 at all points, and scratch. */
static size_t index2_work(const cd_dims *dims)
{
    size_t d = (size_t)dims->n_diff, k = (size_t)dims->k, ld = (size_t)(dims->mstar + dims->n_param + 1);
    return 2 * k * d * (ld + d) + 2 * d * (d + ld + k);
}

size_t cd_group_work(const cd_dims *d)
{
    size_t local = (size_t)d->n_local, orders = (size_t)d->max_order + 1, k = (size_t)d->k;
    size_t index1 = (k + 1) * orders + (size_t)d->n_diff * (size_t)(d->mstar + d->n_param) * k;
    size_t index2 = d->max_order == 1 ? index2_work(d) : 0;
    size_t points = (size_t)d->mstar * (k + 1) + local; /* expand */
    size_t jacobians = k * (size_t)d->n_eq * (size_t)(d->mstar + d->n_alg + d->n_param);
    size_t condense = jacobians + 3 * local;
    if (d->n_alg == 0)
        condense += (k + 1) * orders;
    else
        condense += index1 > index2 ? index1 : index2;
    return CD_WIDTH * (condense > points ? condense : points);
}

size_t cd_group_room(const cd_method *method)
{
    const cd_dims *dims = &method->dims;
    size_t d = (size_t)dims->n_diff, m = (size_t)dims->n_alg, k = (size_t)dims->k,
           full = k * (d + m) * k * (d + m);
    size_t index1 = k * d * k * d + k * (m * m + d * m);
    size_t index2 = d > m ? k * (d - m) * k * (d - m) + k * m * (4 * d + m) : 0;
    int may_be_1 = m > 0 && method->options.projection != COLDAE_PROJECT_INDEX2;
    int may_be_2 = m > 0 && d > m && dims->max_order == 1 && k > 1; /* cd_index2_fits */
    size_t usual = may_be_1 ? index1 : 0;
    if (may_be_2 && index2 > usual)
        usual = index2;
    return usual == 0 || usual > full ? full : usual;
}

const cd_kernels *cd_kernels_choose(void)
{
    return cd_cpu_has_avx2() ? &cd_kernels_avx2 : &cd_kernels_baseline;
}
