/* newton.h - one mesh: damped Newton, full Newton */
#ifndef CD_NEWTON_H
#define CD_NEWTON_H

#include "system.h"

/* Share of the tolerance left to the iteration. */
#define CD_SAFETY 0.1

/* What an iteration works with: the system and three functions on its mesh; one block. */
typedef struct cd_newton {
    cd_system system;
    cd_piecewise trial, step, next; /* u + lambda d,  d,  e */
    double *slope, *tops;           /* [n_diff, n] room for what meshes.c measures of the solution, .. */
    double *density;                /* [n] .. until the next mesh */
    int *side_at;                   /* [n_side] mesh points of the side conditions */
    int *count;                     /* [n+1] conditions at each mesh point, while the system is built */
    int mesh;                       /* number of the mesh, for the monitor */
    int from_guess;                 /* u is the user's guess, which need not be continuous */
    int at_zero;                    /* u = 0: the Newton step of a linear problem is its solution */
    int undamped;                   /* full steps, whatever the options say: the last resort */
    int transferred;                /* u is a function that has converged on another mesh */
    cd_carried *keep;               /* room for df, see cd_system; or NULL */
    const cd_carried *lent;         /* df of another mesh for the first step, or NULL */
    int not_final;                  /* whatever comes out, another mesh follows */
    double contraction, bend; /* |e|/|d| and |e|/|d|^2 of the last full step with new factors, of any mesh */
    int has_step;             /* the last Newton step on this mesh is in step */
    int unfinished;           /* the iteration ended on its way: u is worth keeping */
    int n_newton, n_factor;   /* counts, over all meshes */
    cd_arena arena;
} cd_newton;

/* For the mesh of u; the counts are kept. */
coldae_status cd_newton_create(cd_memory *memory, const cd_method *method, const cd_piecewise *u,
                               cd_report *report, cd_newton *newton);
void cd_newton_release(cd_memory *memory, cd_newton *newton);

/* Iterate from u to the collocation solution.  CD_DIVERGED: no solution found on this mesh, CD_UNDEFINED: the
 * callbacks are not defined at u itself; both leave words in the report. */
coldae_status cd_newton_iterate(const cd_method *method, cd_gate *gate, cd_piecewise *u, cd_newton *newton);

#endif
