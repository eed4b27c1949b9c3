/* dense.c - evaluate inside a step: one verb for all integrators */
#include "dense.h"

coldae_status coldae_step_eval(const coldae_step *step, double t, double *z, double *y)
{
    if (!step || !step->dense || !(t >= step->t_old && t <= step->t))
        return COLDAE_ERR_INVALID;
    const cd_dense *dense = step->dense;
    dense->eval(dense, t, z, y);
    return COLDAE_OK;
}
