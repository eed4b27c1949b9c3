/* arrays.h - sums over long arrays, at any address */
#ifndef CD_ARRAYS_H
#define CD_ARRAYS_H

#include <stddef.h>

/* One instruction set's functions. */
typedef struct cd_arrays {
    /* Nonzero if all of v[n] are finite. */
    int (*finite)(size_t n, const double *v);
    /* sum = u + factor d */
    void (*add)(size_t n, const double *u, double factor, const double *d, double *sum);
    /* sum ((d - s e) / (1 + |u|))^2 */
    double (*squares)(size_t n, const double *u, const double *d, double s, const double *e);
} cd_arrays;

extern const cd_arrays cd_arrays_baseline, cd_arrays_avx2;

#endif
