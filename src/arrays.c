/* arrays.c - sums over long arrays */
#include "arrays.h"
#include "vector.h"

static int finite(size_t n, const double *v)
{
    size_t i = 0;
    double sum = 0; /* 0 * v is 0 for finite v, NaN otherwise */
    cd_vec sums = cd_all(0), zero = cd_all(0);
    for (; i + CD_WIDTH <= n; i += CD_WIDTH)
        sums += zero * cd_load(v + i);
    for (; i < n; i++)
        sum += 0 * v[i];
    return sum + cd_sum(sums) == 0;
}

static void add(size_t n, const double *u, double factor, const double *d, double *sum)
{
    size_t i = 0;
    for (; i + CD_WIDTH <= n; i += CD_WIDTH)
        cd_store(sum + i, cd_plus_product(cd_load(u + i), cd_all(factor), cd_load(d + i)));
    for (; i < n; i++)
        sum[i] = u[i] + factor * d[i];
}

static double squares(size_t n, const double *u, const double *d, double s, const double *e)
{
    size_t i = 0;
    double rest = 0;
    cd_vec sum = cd_all(0), one = cd_all(1);
    for (; i + CD_WIDTH <= n; i += CD_WIDTH) {
        cd_vec x =
            cd_minus_product(cd_load(d + i), cd_all(s), cd_load(e + i)) / (one + cd_abs(cd_load(u + i)));
        sum = cd_plus_product(sum, x, x);
    }
    for (; i < n; i++) {
        double x = (d[i] - s * e[i]) / (1 + (u[i] < 0 ? -u[i] : u[i]));
        rest += x * x;
    }
    return cd_sum(sum) + rest;
}

const cd_arrays CD_ISA(cd_arrays) = {.finite = finite, .add = add, .squares = squares};
