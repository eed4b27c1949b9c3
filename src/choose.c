/* choose.c - which instruction set's kernels run here */
#include "cpu.h"
#include "group.h"

size_t cd_group_work(const cd_dims *d)
{
    size_t local = (size_t)d->n_local, orders = (size_t)d->max_order + 1, k = (size_t)d->k;
    size_t reduced = d->n_alg > 0 ? (size_t)d->n_diff * (size_t)(d->mstar + d->n_param) * k : 0;
    size_t points = (size_t)d->mstar * (k + 1) + local; /* expand */
    size_t jacobians = k * (size_t)d->n_eq * (size_t)(d->mstar + d->n_alg + d->n_param);
    size_t condense = jacobians + 3 * local + (k + 1) * orders + reduced;
    return CD_WIDTH * (condense > points ? condense : points);
}

const cd_kernels *cd_kernels_choose(void)
{
    return cd_cpu_has_avx2() ? &cd_kernels_avx2 : &cd_kernels_baseline;
}
