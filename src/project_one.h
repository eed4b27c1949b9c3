/* project_one.h - the projections of project.h where there is one constraint: all matrices are numbers */
#ifndef CD_PROJECT_ONE_H
#define CD_PROJECT_ONE_H

#include "project.h"

int cd_project_one_is_index1(const cd_method *method, double h, const double *df);

/* Columns of df and their order in slope are those of cd_project_find. */
coldae_status cd_project_one_find(const cd_method *method, double h, double t, const double *df,
                                  cd_report *report, const cd_projector *projector, int *rank);

/* work[mstar+q] */
void cd_project_one_matrix(const cd_dims *dims, const cd_projector *projector, int c, double *Phi,
                           double *work);
void cd_project_one_vector(const cd_dims *dims, const cd_projector *projector, double f_alg, double *phi);

/* COLDAE_ERR_SINGULAR: the words of pure index 2 where C B is singular, for any number of constraints */
coldae_status cd_project_say_singular(cd_report *report, double t);

#endif
