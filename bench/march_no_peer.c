/* march_no_peer.c - a build without another integrator */
#include "march_peer.h"

#include <stddef.h>

const char *peer_name(void)
{
    return NULL;
}

peer_run peer_solve(const coldae_problem *problem, double tol, const double *z, const double *y, int n,
                    const double *t, const double *z_star, int stride, int n_check)
{
    (void)problem, (void)tol, (void)z, (void)y, (void)n, (void)t, (void)z_star, (void)stride, (void)n_check;
    return (peer_run){0};
}
