/* march_peer.h - another integrator for the problems of coldae_march, if there is one */
#ifndef MARCH_PEER_H
#define MARCH_PEER_H

#include "coldae/ivp.h"

typedef struct peer_run {
    int ok;
    int n_steps, n_f, n_factor;
    double seconds;
    double error; /* largest |z - z*|/(1 + |z*|) at the places */
} peer_run;

/* NULL: there is none in this build. */
const char *peer_name(void);

/* From z, y (consistent) over the places t[n], with exact values z_star[n, stride] of the first n_check components. */
peer_run peer_solve(const coldae_problem *problem, double tol, const double *z, const double *y, int n,
                    const double *t, const double *z_star, int stride, int n_check);

#endif
