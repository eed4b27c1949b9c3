/* system.h - one mesh: the linearised problem
 *
 * Three verbs, because damping needs residuals at trial points with the old factors:
 * evaluate (f and conditions at u), linearize (about u), solve (with what was evaluated last).
 */
#ifndef CD_SYSTEM_H
#define CD_SYSTEM_H

#include "blocks.h"
#include "carried.h"
#include "group.h"
#include "piecewise.h"
#include "project.h"
#include "room.h"

/* What one thread works with; *_lanes: a group of subintervals side by side. */
typedef struct cd_scratch {
    double *t, *z, *y;        /* the points of a group: [k, 4], [mstar, k, 4], [n_alg, k, 4] */
    double *df;               /* [n_eq, mstar+n_alg+q, k, 4] */
    double *y_mesh, *df_mesh; /* at a mesh point */
    double *z_poly;           /* [mstar, k, 4] of the polynomials, where z is the guess */
    double *Phi;              /* [mstar, mstar+c, 4] */
    double *h, *z_lanes, *v_lanes, *point_lanes, *end_lanes;
    double *W;    /* local matrices that are not kept (linear problems) */
    double *work; /* for cd_group and cd_project */
    cd_gate gate; /* counts and words of this thread */
    cd_report report;
} cd_scratch;

/* needs_f of a mesh point */
enum { CD_NEEDS_F = 1, CD_NEEDS_F_LOST = 2 /* .. and E and C B are singular there */ };

typedef struct cd_system {
    int n;
    const cd_kernels *kernels;
    const cd_poly *poly;
    double *f;    /* [n_eq, k, n] at the collocation points, of the last evaluate */
    double *g;    /* [mstar+c] residuals of the point rows, in the order of the mesh points */
    int *side_at; /* [n_side] mesh point of each side condition */
    /* The local matrices of the groups of four subintervals, in lanes: see cd_group. */
    int *reduced;  /* [groups] */
    cd_room room;  /* of W; linear problems keep none */
    int *pivot;    /* [n_local, 4 groups] */
    double *Gamma; /* [n_local, mstar+q+1, 4 groups], gamma last */
    double *phi;   /* [mstar, n] */
    /* Up to rank2 with constraints only, else NULL. */
    double *K, *slope, *hidden; /* projectors at the mesh points 0 .. n, see cd_projector */
    double *f_mesh;             /* [n_eq, n+1] f at the mesh points that need it, of the last evaluate */
    int *needs_f; /* [n+1] nonzero: the last linearisation found a projection here, CD_NEEDS_F.. */
    int *rank;    /* [n+1] index-1 directions found */
    /* Switching points: where more directions are of index 2 on the right of a fixed point, project again there. */
    int *again;                    /* [n+1] slot of a mesh point that is a fixed point, else -1 */
    double *K2, *slope2, *hidden2; /* projectors of the slots */
    double *f2;                    /* [n_eq, n_fixed] f on the right of them */
    int *rank2;                    /* [n_fixed] index-1 directions on the right; n_alg: nothing to do */
    int is_lost;                   /* the last linearisation found E and C B singular at a mesh point .. */
    int is_lost_everywhere;        /* .. at all of them: index above 2 */
    double lost_at;                /* .. here */
    int wants_f;                   /* the next linearisation evaluates as well */
    int fresh_mesh;                /* f_mesh belongs to the last evaluate */
    double *
        guess_v; /* u is the user's guess: linearise at its own values at the collocation points, because a guess
                        that jumps is not the polynomial that u makes of it, and fill u's v from it; else NULL */
    int at_zero;            /* u = 0: nothing to evaluate */
    cd_carried *keep;       /* where df at the collocation points is kept for the next mesh, or NULL */
    const cd_carried *lent; /* those of another mesh, while they stand in for df; else NULL */
    int is_factored;        /* the last linearisation went through */
    cd_blocks blocks;
    double *row;                 /* [mstar+c] right-hand sides of the point rows */
    double *coupled;             /* [n_coupled, 2 mstar+q] */
    double *aside_row, *aside_z; /* [mstar+c], [mstar, n+1] for findings.c */
    double *border;              /* [c] */
    cd_pool *pool;               /* NULL: one thread */
    cd_memory *memory;
    /* kept from mesh to mesh */
    int full_everywhere; /* most groups of the last mesh could not be reduced */
    int n_workers;
    cd_scratch *scratch;   /* [n_workers] */
    size_t behind_scratch; /* where the arrays of this mesh begin in the block */
    cd_arena arena;
} cd_system;

/* Nonzero if a mesh of n subintervals is worth several threads. */
int cd_system_is_large(const cd_method *method, int n);

/* The system on the mesh of u (u->t must be set); side_at[n_side] stays in use, count[n+1] is workspace. */
coldae_status cd_system_create(cd_memory *memory, const cd_method *method, const cd_piecewise *u,
                               int *side_at, int *count, cd_report *report, cd_system *system);
void cd_system_release(cd_memory *memory, cd_system *system);

/* f at all collocation points and the residuals of all conditions at u; right-hand sides with the factors at hand, so
 * only after a linearisation, and not for linear problems, which do not keep them. */
coldae_status cd_system_evaluate(const cd_method *method, cd_gate *gate, const cd_piecewise *u,
                                 cd_system *system);
/* The same, but together with the next linearisation, which is to be at the same u. */
void cd_system_evaluate_later(cd_system *system);
/* Linearise about u (evaluated last) and factor. */
coldae_status cd_system_linearize(const cd_method *method, cd_gate *gate, const cd_piecewise *u,
                                  cd_system *system);
/* The Newton correction for the residuals evaluated last at u, with the factors at hand. */
void cd_system_solve(const cd_method *method, const cd_piecewise *u, cd_system *system,
                     cd_piecewise *correction);

/* Condition estimate of the factored global matrix, 0 without factors; destroys phi, and work's z and p. */
double cd_system_condition(const cd_method *method, cd_system *system, cd_piecewise *work);

/* Is a side condition redundant, as far as the factored matrix at hand tells?  COLDAE_ERR_SINGULAR names it. */
coldae_status cd_system_check_conditions(const cd_method *method, cd_gate *gate, const cd_piecewise *u,
                                         cd_system *system);

/* Nonzero if B (C B)^-1 of the last linearisation has a high peak at a mesh point *t: C B may be singular there. */
int cd_system_nearly_singular(const cd_method *method, const cd_piecewise *u, const cd_system *system,
                              double *t);

/* A word behind those of the report where the condition number explains a failure. */
void cd_system_hint_condition(double condition, cd_report *report);

/* A solution was found: a note where C B is singular or nearly so, else no words. */
void cd_system_note_singular(const cd_method *method, const cd_piecewise *u, const cd_system *system,
                             cd_report *report);
/* Words for is_lost. */
coldae_status cd_system_say_lost(const cd_system *system, cd_report *report);

/* The projections of the last linearisation, for the mesh selection; K NULL if there are none. */
cd_projections cd_system_projections(const cd_method *method, const cd_system *system);

/* 0 without constraints, 1 or 2, -1 where it varies. */
int cd_system_index(const cd_method *method, const cd_system *system);

#endif
