/* by_rows.c - the elimination of src/eliminate.h as functions, so that a test can call it; compiled for each instruction set */
#include "by_rows.h"
#include "eliminate.h"

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

static double norm(int rows, const double *a, int ld)
{
    return norm_any(rows, a, ld);
}

const by_rows CD_ISA(by_rows) = {
    .eliminate = eliminate, .forward = forward, .backward = backward, .norm = norm};
