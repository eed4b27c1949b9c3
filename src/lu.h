/* lu.h - factor and solve one square system, real or complex, column-major
 *
 * Small systems by loops of our own (a call of LAPACK costs more than they do), larger ones by LAPACK.
 * Complex numbers are stored re, im, re, im, ..  The factors are only for the solve of the same size.
 */
#ifndef CD_LU_H
#define CD_LU_H

/* a[n, n] -> its factors, pivot[n].  Returns the smallest |pivot| of the elimination: 0 = singular, and then the
 * factors must not be used. */
double cd_lu_factor(int n, double *a, int *pivot);
double cd_lu_factor_complex(int n, double *a, int *pivot);

/* |pivot k| of real factors */
double cd_lu_pivot(int n, const double *a, int k);

/* b[n] <- A^-1 b */
void cd_lu_solve(int n, const double *a, const int *pivot, double *b);
void cd_lu_solve_complex(int n, const double *a, const int *pivot, double *b);

#endif
