/* checks.h - the tests that every door makes of what it is given, and their words */
#ifndef CD_CHECKS_H
#define CD_CHECKS_H

#include "internal.h"

/* name: the field with its struct, as "options.n_points".  What fails is said, with COLDAE_ERR_INVALID. */
coldae_status cd_check_int(cd_report *say, const char *name, int value, int low, int high); /* [low, high] */
coldae_status cd_check_finite(cd_report *say, const char *name, int n, const double *values); /* or NULL */
coldae_status cd_check_interval(cd_report *say, double left, double right); /* finite, left < right */

int cd_all_finite(size_t n, const double *values);

/* How a callback answered at t: code < 0 COLDAE_ERR_CALLBACK, code > 0 or a value that is not finite CD_UNDEFINED. */
coldae_status cd_check_answer(cd_report *say, const char *name, double t, int code, size_t n,
                              const double *values);

#endif
