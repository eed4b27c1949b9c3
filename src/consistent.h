/* consistent.h - initial values: z onto conditions, constraints and invariants; y that belongs to them */
#ifndef CD_CONSISTENT_H
#define CD_CONSISTENT_H

#include "invariants.h"
#include "step.h"

/* What is needed for values at one point; one block. */
typedef struct cd_start {
    const coldae_problem *conditions; /* its side conditions must hold; NULL: none are asked for */
    cd_invariants invariants;         /* .. and these must */
    const int *keep;                  /* [mstar] or NULL */
    int holds_z;                      /* only y is looked for */
    cd_method probe;                  /* a method for short steps */
    cd_step step;
    int rows, most_rows;       /* hidden constraints, conditions, invariants */
    int rank;                  /* index-1 directions; -1: not found */
    int determined;            /* singular values of the rows that are not lost */
    double h;                  /* time scale at the point, for the rank decision and for short steps */
    double *r, *A, *scaled;    /* [rows], [rows, mstar], [rows, mstar] */
    double *U, *sigma, *Vt;    /* of scaled, and of E */
    double *dz, *dy, *f_trial; /* [mstar], [n_alg], [n_eq] */
    double *z_best, *y_best;   /* a place to return to */
    double *svd;
    int svd_size;
    cd_arena arena;
} cd_start;

/* problem without conditions, options of the marching already checked; capacity of the gate that it needs. */
coldae_status cd_start_create(cd_memory *memory, const coldae_problem *problem, const coldae_options *options,
                              const coldae_problem *conditions, int n_invariants,
                              const coldae_invariant *invariants, cd_report *report, cd_start *start);
void cd_start_release(cd_memory *memory, cd_start *start);
int cd_start_points(const coldae_problem *problem);

/* Move z onto all that is asked for and find y; p[n_param].  Both in and out. */
coldae_status cd_start_find(cd_gate *gate, double t, const double *p, cd_start *start, double *z, double *y);

/* Only y, z stays.  *off: how far an index-2 constraint is from being met at z, 0 if all
 * are; then the constraints cannot be differentiated, and y in their directions stays the guess. */
coldae_status cd_start_find_y(cd_gate *gate, double t, const double *p, cd_start *start, double *z, double *y,
                              double *off);

#endif
