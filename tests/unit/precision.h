/* precision.h - how much longer long double is than double, here and now */
#ifndef PRECISION_H
#define PRECISION_H

#include <float.h>

/* Rounding of long double in ulp of double: 2^-11 on x86, 1 where it is no longer than double (some
 * processors, emulators).  The tables of the basis are computed in long double. */
static inline double long_double_ulp(void)
{
    volatile long double one = 1, moved = one + LDBL_EPSILON;
    return moved == one ? 1 : (double)(LDBL_EPSILON / DBL_EPSILON);
}

#endif
