/* record.h - steps kept as they come, to become a solution */
#ifndef CD_RECORD_H
#define CD_RECORD_H

#include "solution.h"

/* A function on the mesh of the steps so far; room for more. */
typedef struct cd_record {
    int n, capacity;
    cd_piecewise u; /* of `capacity` subintervals, n of them filled */
    cd_arena arena;
} cd_record;

/* Add the one subinterval of step. */
coldae_status cd_record_add(cd_memory *memory, cd_report *report, const cd_piecewise *step,
                            cd_record *record);
void cd_record_release(cd_memory *memory, cd_record *record);

/* The whole as a solution; NULL without a step. */
coldae_status cd_record_take(const cd_record *record, const double *error, coldae_solution **solution);

#endif
