/* kernels.h - small dense kernels, row-major */
#ifndef CD_KERNELS_H
#define CD_KERNELS_H

/* Eliminate the first n columns of a[rows, width] (row-major, leading dimension ld) by Gaussian elimination
 * with scaled row pivoting; the scale of a row is its largest entry among the first scale_width columns.
 * On return the first n rows hold U and the transformed columns, multipliers stand below the diagonal, and
 * pivot[j] is the row swapped with row j.  scale[rows] and column[n] are workspace.
 * Returns -1, or the column whose pivot is lost in rounding (relative to that column's own entries). */
int cd_eliminate(int rows, int n, int width, int scale_width, double *a, int ld, int *pivot, double *scale,
                 double *column);

/* The same row operations on one right-hand side b[rows]. */
void cd_eliminate_vector(int rows, int n, const double *a, int ld, const int *pivot, double *b);

/* x <- U^-1 x for U = the first n rows and columns of a; x[n, count] row-major. */
void cd_back_substitute(int n, const double *a, int ld, double *x, int ldx, int count);

#endif
