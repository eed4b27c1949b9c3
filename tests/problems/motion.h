/* motion.h - constrained motion for tests, tables and benchmarks: a problem, its start, its answer */
#ifndef MOTION_H
#define MOTION_H

#include "coldae/ivp.h"

enum { MOTION_MOST = 80 };

typedef struct motion {
    const char *name;
    coldae_index3_problem problem;
    double u[MOTION_MOST], v[MOTION_MOST], lambda[MOTION_MOST]; /* at left */
    double exact[MOTION_MOST];                                  /* u at right */
    int has_exact;
} motion;

/* The pendulum of Schropp (4.1): u'' = -factor u lambda - (0, 1), |u| = 1, from (1, 0) at rest; [0, 20].  The tables
 * are those of factor 1, the text prints 2. */
void motion_pendulum(motion *m, double factor);
/* Andrews' squeezing mechanism, [0, right]; exact at 0.03 (IVP test set) and 0.05. */
void motion_andrews(motion *m, double right);

#endif
