/* solve.h - what the files of one solve (meshes.c, coldae.c) share */
#ifndef CD_SOLVE_H
#define CD_SOLVE_H

#include "mesh.h"
#include "newton.h"

/* A function on a mesh with its memory. */
typedef struct cd_stage {
    cd_piecewise u;
    cd_carried carried; /* df of its last linearisation */
    cd_arena arena;
    int halved; /* its mesh is the halving of the last good one */
} cd_stage;

/* Everything a solve owns. */
typedef struct cd_solve {
    cd_memory memory;
    cd_report report;
    cd_method method;
    cd_gate gate;
    cd_leading leading;
    double *work;     /* small vectors */
    double *lanes;    /* .. of four subintervals side by side */
    double *error;    /* [mstar] of the last good function */
    double *single;   /* [mstar] leading error terms of the last good function */
    cd_arena tables;  /* method, gate, leading, work, error */
    cd_stage current; /* being solved */
    cd_stage good;    /* converged last; empty at first */
    int has_good;
    cd_newton newton;
    int n_meshes, failures;
    int lost_meshes;         /* in a row: at none of their points the constraints determine y */
    cd_report damped_report; /* of the last failure with damping, and .. */
    coldae_status damped_failure;
    int diagnosed;       /* its cause was looked for */
    int redistributions; /* since the last halving */
    int redistributed;   /* the last good pair of meshes came from a redistribution .. */
    int last_coarse;     /* .. of this size, and did not do */
    int misled;          /* a redistribution made the estimate far worse: halve */
    double ratio;        /* largest estimate / tolerance of the last good function .. */
    double before;       /* .. the same of the mesh before, if this one is its halving, else 0 .. */
    double single_ratio; /* .. and the same from its leading term alone */
    double condition;
    int index;
} cd_solve;

/* A function on n subintervals; its mesh is not yet set. */
coldae_status cd_stage_create(cd_solve *s, int n, cd_stage *to);
void cd_stage_release(cd_solve *s, cd_stage *which);

/* From the first mesh to an accepted solution, in s->good; or why there is none. */
coldae_status cd_solve_run(cd_solve *s);
/* Look for the cause of a failure; nonzero if one was found. */
int cd_solve_diagnose(cd_solve *s, coldae_status status);

#endif
