/* dense.h - dense output of a step, whoever made it */
#ifndef CD_DENSE_H
#define CD_DENSE_H

#include "coldae/ivp.h"

/* The first member of every object that coldae_step.dense points to. */
typedef struct cd_dense {
    void (*eval)(const struct cd_dense *dense, double t, double *z, double *y); /* z, y may be NULL */
} cd_dense;

#endif
