/* index3_start.h - consistent initial values */
#ifndef CD_INDEX3_START_H
#define CD_INDEX3_START_H

#include "index3_project.h"

/* Move x[n] onto the constraints at t, compute lambda and the acceleration w[n_v]; M is left in s->mass, the
 * derivatives and the saddle factors in s->linear.  `start` gets what was found and moved. */
coldae_status cd_index3_start(cd_index3_stages *s, cd_index3_project *p, double t, double *x, double *w,
                              coldae_index3_start *start);

#endif
