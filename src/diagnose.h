/* diagnose.h - after a failure: the cause that the user can mend, in words */
#ifndef CD_DIAGNOSE_H
#define CD_DIAGNOSE_H

#include "newton.h"

/* What is known when a solve has failed. */
typedef struct cd_failure {
    const cd_method *method;
    cd_memory *memory;
    const cd_piecewise *u; /* the last iterate, or the last good function */
    const cd_newton *newton;
    double ratio;  /* error / tolerance of the last good function */
    double before; /* .. and of the mesh before, if this one is its halving; else 0 */
    int at_guess;  /* nothing but the guess was evaluated */
} cd_failure;

/* Look for the cause of a failure and say it in gate->report instead of, or behind, what stands there.  What the search
 * evaluates is counted; if it fails itself, the words stay as they are.  Nonzero: a mistake was found. */
int cd_diagnose(const cd_failure *failure, cd_gate *gate, coldae_status status);

#endif
