/* ends.h - the two sweeps of the block solver, from the ends of the mesh to the middle and back, and the middle
 *
 * End 0 takes intervals 1 .. middle, end 1 n .. middle+1.  The functions exist once for each instruction set.
 */
#ifndef CD_ENDS_H
#define CD_ENDS_H

#include "blocks.h"

/* What the sweeps share: tasks of cd_pool_run, one item for each end. */
typedef struct cd_ends {
    cd_blocks *b;
    const double *phi, *g; /* right-hand sides and results, as in cd_blocks_solve */
    double *z, *border;
    int lost[2], where[2]; /* the column and the point where a pivot is lost, or -1 */
    double norm[2];        /* largest row sum of the intervals */
} cd_ends;

typedef struct cd_sweeps {
    /* intervals n .. n+count-1, Phi one behind the other */
    void (*put_intervals)(cd_blocks *b, int n, int count, const double *Phi);
    cd_task *factor, *forward, *backward;
    /* Between the sweeps, in the middle: -1 or the column that is lost, with the norm of the conditions; z and border. */
    int (*factor_middle)(cd_blocks *b);
    void (*solve_middle)(const cd_ends *e);
} cd_sweeps;

extern const cd_sweeps cd_sweeps_baseline, cd_sweeps_avx2;

#endif
