/* ends.h - the two sweeps of the block solver, from the ends of the mesh to the middle and back
 *
 * End 0 takes intervals 1 .. middle, end 1 n .. middle+1.  The functions exist once for each instruction set.
 */
#ifndef CD_ENDS_H
#define CD_ENDS_H

#include "blocks.h"

/* What the sweeps share: tasks of cd_pool_run, one item for each end. */
typedef struct cd_ends {
    cd_blocks *b;
    const double *phi, *g, *border; /* right-hand sides, as in cd_blocks_solve */
    double *z;
    int lost[2], where[2]; /* the column and the point where a pivot is lost, or -1 */
    double norm[2];        /* largest row sum of the intervals */
} cd_ends;

typedef struct cd_sweeps {
    /* intervals n .. n+count-1, Phi one behind the other */
    void (*put_intervals)(cd_blocks *b, int n, int count, const double *Phi);
    cd_task *factor, *forward, *backward;
    /* The rows for the elimination of a point, to[.., ld]: what the interval `from` (0: none) left over, then the
     * conditions there (point -1: none); returns how many.  The columns of the other z are left out. */
    int (*collect)(const cd_blocks *b, int from, int point, double *to, int ld);
} cd_sweeps;

extern const cd_sweeps cd_sweeps_baseline, cd_sweeps_avx2;

#endif
