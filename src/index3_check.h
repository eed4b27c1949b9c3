/* index3_check.h - are the given derivatives those of f, k and g? */
#ifndef CD_INDEX3_CHECK_H
#define CD_INDEX3_CHECK_H

#include "index3_gate.h"

typedef struct cd_index3_worst {
    double difference; /* largest |given - differenced|/(1 + |given|) */
    const char *name;  /* of the callback: "df", "dk" or "dg"; NULL: nothing was given, or nothing differs */
    int row, column;   /* of the entry */
    double given, found; /* its values */
} cd_index3_worst;

/* Compare what is given at (t, x) with central differences; d and column[n] are workspace.  structure: of dk only the
 * columns of lambda. */
coldae_status cd_index3_check(cd_index3_gate *gate, double t, const double *x, const double *w, int structure,
                              cd_index3_jacobian *d, double *column, cd_index3_worst *worst);

/* Put the words for a wrong entry into the report, with this status. */
coldae_status cd_index3_name_entry(const cd_index3_gate *gate, double t, const cd_index3_worst *worst,
                                   coldae_status status);

/* dg alone, in one direction: it decides where the velocities go.  COLDAE_ERR_INVALID names a wrong entry. */
coldae_status cd_index3_check_dg(cd_index3_gate *gate, double t, const double *x, const double *w,
                                 cd_index3_jacobian *d, double *moved, double *column);

#endif
