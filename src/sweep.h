/* sweep.h - the work of one linearised mesh that is done group by group, in any order */
#ifndef CD_SWEEP_H
#define CD_SWEEP_H

#include "conditions.h"

/* The verbs of system.h for group g = subintervals 4g .. 4g+3, with the scratch and the gate of `worker`. */
coldae_status cd_sweep_evaluate(const cd_method *method, const cd_piecewise *u, cd_system *system, int g,
                                int worker);
coldae_status cd_sweep_linearize(const cd_method *method, const cd_piecewise *u, cd_system *system, int g,
                                 int worker);
void cd_sweep_expand(const cd_method *method, const cd_piecewise *u, cd_system *system,
                     cd_piecewise *correction, int g, int worker);
/* Phi of the group into the blocks, projected as the last linearisation found. */
void cd_sweep_put(const cd_method *method, const cd_piecewise *u, cd_system *system, int g, int worker);

/* Zeros for a linearisation about u = 0, before its first group. */
void cd_sweep_clear(const cd_method *method, cd_scratch *scratch);

void cd_scratch_layout(cd_arena *arena, const cd_method *method, cd_scratch *scratch);

#endif
