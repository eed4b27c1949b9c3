/* march.h - what the files of the marching share: everything that one call owns */
#ifndef CD_MARCH_H
#define CD_MARCH_H

#include "consistent.h"
#include "dense.h"
#include "record.h"
#include "stepsize.h"

typedef struct cd_march {
    cd_memory memory;
    cd_report report;
    const coldae_problem *problem;
    coldae_problem equations; /* the problem without its conditions */
    const coldae_march_options *options;
    coldae_options common; /* what boundary value problems have as well */
    cd_method method;
    cd_gate gate;
    cd_step step;
    cd_invariants invariants;
    double *y;      /* [n_alg] at the last good point */
    double *error;  /* [mstar] largest local error estimates */
    cd_arena arena; /* gate, step, invariants, y, error */
    cd_start start; /* only while the initial values are found */
    cd_record record;
    int keeps;      /* the whole is wanted */
    int is_started; /* z and y at step.u.t[0] are good */
    int n_steps, n_rejected, n_failed;
    int ones, twos; /* the start and ends of steps of index 1, of index 2 */
    double off; /* z_left was taken as it is, with an index-2 constraint so far from being met; 0: none is */
    double h, smallest, largest;
    double constraint_residual;
    cd_report undefined; /* what was said of the last callback that was not defined .. */
    double undefined_to; /* .. in a step up to here; no step has come so far since */
} cd_march;

/* Every field against its range, before anything is allocated; fills equations and common. */
coldae_status cd_march_check(const coldae_problem *problem, const double *z_left,
                             const coldae_march_options *options, cd_march *march);

/* The method and the block of a march. */
coldae_status cd_march_create(cd_march *march);
void cd_march_release(cd_march *march);

/* Values at left: step.u.z, y, f_left.  z_left or NULL. */
coldae_status cd_march_start(const double *z_left, cd_march *march);

void cd_march_fill_info(const cd_march *march, coldae_status status, coldae_ivp_info *info);

#endif
