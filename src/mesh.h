/* mesh.h - the next mesh: first, halve, equidistribute; points that must stay do stay */
#ifndef CD_MESH_H
#define CD_MESH_H

#include "estimate.h"

/* Density of subintervals that the tolerance asks for, and how the mesh at hand serves it. */
typedef struct cd_demand {
    double needed; /* sum s_i h_i: subintervals of an equidistributed mesh that meets the tolerance */
    double uneven; /* max s_i h_i / mean: 1 on an equidistributed mesh */
} cd_demand;

/* From the density s[n] on the mesh t[n+1]. */
cd_demand cd_mesh_demand(int n, const double *t, const double *s);

/* The first mesh: options.mesh, or `given` (n_given+1 points of a start, coarsened if asked), or uniform; with the
 * points that must stay.  Returns the number of subintervals n; t[n+1], or NULL to count only. */
int cd_mesh_first(const cd_method *method, const double *given, int n_given, double *t);

/* Points so close that no number lies between them make a mesh useless. */
int cd_mesh_is_increasing(int n, const double *t);

void cd_mesh_halve(int n, const double *from, double *t); /* t[2n+1] */

/* n_new subintervals, equidistributed for the density s on `from`; at least as many as the kept points need. */
int cd_mesh_smallest(const cd_method *method);
void cd_mesh_redistribute(const cd_method *method, int n, const double *from, const double *s, int n_new,
                          double *t);

#endif
