/* differences.h - how far a component is moved for a difference quotient */
#ifndef CD_DIFFERENCES_H
#define CD_DIFFERENCES_H

#include <float.h>
#include <math.h>

/* A component counts as at least this large: below, rounding of f, which is of size 1, would prevail. */
#define CD_SMALLEST_SIZE 1e-3

/* One-sided: truncation ~ step and rounding ~ eps/step are equal. */
static inline double cd_one_sided_step(double v)
{
    return sqrt(DBL_EPSILON) * fmax(fabs(v), CD_SMALLEST_SIZE);
}

/* Two-sided: truncation ~ step^2. */
static inline double cd_two_sided_step(double v)
{
    return cbrt(DBL_EPSILON) * fmax(fabs(v), CD_SMALLEST_SIZE);
}

#endif
