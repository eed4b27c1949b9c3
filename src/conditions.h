/* conditions.h - what the files of one linearised mesh (system.c, conditions.c, findings.c) share */
#ifndef CD_CONDITIONS_H
#define CD_CONDITIONS_H

#include "system.h"

/* Consistency conditions that the library adds at left. */
static inline int cd_n_deficit(const cd_method *m)
{
    return m->dims.mstar + m->dims.n_param - m->problem->n_side - m->problem->n_coupled;
}

/* The projector and f at mesh point n. */
cd_projector cd_projector_at(const cd_method *method, const cd_system *system, int n);
double *cd_f_at_mesh(const cd_method *method, const cd_system *system, int n);
/* Slot of mesh point n if the last linearisation projects a second time there, else -1; its projector. */
int cd_second_slot(const cd_method *method, const cd_system *system, int n);
cd_projector cd_second_projector(const cd_method *method, const cd_system *system, int slot);
/* Nonzero if mesh points may be projected at all. */
int cd_projects(const cd_method *method);

/* Side conditions sit at mesh points: side_at[n_side]; count[n+1] rows of each mesh point. */
void cd_conditions_place(const cd_method *method, const cd_piecewise *u, int *side_at, int *count);
/* Residuals of the point rows at u, into system->g; those of consistency come with f at left. */
coldae_status cd_conditions_evaluate(const cd_method *method, cd_gate *gate, const cd_piecewise *u,
                                     cd_system *system);
void cd_conditions_add_consistency(const cd_method *method, cd_system *system);
/* The point rows of the linearisation, into the blocks. */
coldae_status cd_conditions_linearize(const cd_method *method, cd_gate *gate, const cd_piecewise *u,
                                      cd_system *system);
/* Are there as many conditions as the index found at left asks for? */
coldae_status cd_conditions_check(const cd_method *method, cd_gate *gate, const cd_system *system);

/* Put Phi of all subintervals into the blocks again, after a factorisation has destroyed them. */
void cd_system_put_again(const cd_method *method, const cd_piecewise *u, cd_system *system);

/* Words for a singular local matrix (unknown `lost` near t) and for a singular global one. */
coldae_status cd_say_local(const cd_method *method, cd_gate *gate, int lost, double t);
coldae_status cd_say_global(const cd_method *method, cd_gate *gate, const cd_piecewise *u, cd_system *system,
                            int where, int column);

#endif
