/* rows.c - elimination in one matrix stored by rows, of any size: eliminate.h as functions */
#include "eliminate.h"
#include "rows.h"

static int eliminate(int rows, int n, double *a, int ld, int *pivot, double *scale, double *column)
{
    return eliminate_any(rows, n, a, ld, pivot, scale, column);
}

static void forward(int rows, int n, const double *a, int ld, const int *pivot, double *b, double *y)
{
    forward_any(rows, n, a, ld, pivot, b, y);
}

static void backward(int n, const double *a, int ld, const double *b, double *x)
{
    backward_any(n, a, ld, b, x);
}

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

static double norm(int rows, const double *a, int ld)
{
    return norm_any(rows, a, ld);
}

const cd_rows CD_ISA(cd_rows) = {
    .eliminate = eliminate, .forward = forward, .backward = backward, .finite = finite, .norm = norm};
