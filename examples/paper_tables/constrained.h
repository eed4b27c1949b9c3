/* constrained.h - the three linear examples of Ascher & Petzold (1991), by their matrices; solution x = (e^t, e^t) */
#ifndef PAPER_CONSTRAINED_H
#define PAPER_CONSTRAINED_H

#include "coldae/reform.h"

enum {
    ROTATING = 1,
    GROWING,
    MECHANICAL,
    MECHANICAL_AS_RUN
}; /* Examples 1, 2, 3; 3 as the authors' Table 4.7 had it */

typedef struct constrained {
    int example;
    double nu, alpha;
    double z_left[4];
    coldae_reform_linear linear; /* user is the struct itself: do not move it */
} constrained;

/* An initial value problem on [0, 1]; direction: "unit" D = (0, 1)^T, "B" D = B, others: that of the options. */
void constrained_make(constrained *c, int example, double nu, double alpha, const char *direction);

#endif
