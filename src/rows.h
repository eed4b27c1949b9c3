/* rows.h - elimination in one matrix stored by rows; the rows are padded to whole vectors
 *
 * a[rows, ld] row-major, 32-byte aligned, ld = cd_rows_ld(width); columns beyond width hold zeros.
 */
#ifndef CD_ROWS_H
#define CD_ROWS_H

#include <stddef.h>

static inline int cd_rows_ld(int width)
{
    return (width + 3) / 4 * 4;
}

typedef struct cd_rows {
    /* Gaussian elimination of the first n columns with scaled row pivoting; the scale of a row is its largest entry.
     * On return the first n rows hold U with inverse pivots on the diagonal and the transformed columns, multipliers
     * stand below the diagonal, and pivot[j] is the row swapped with row j.  scale[rows], column[ld]: workspace.
     * Returns -1, or the column whose pivot is lost in rounding (relative to that column's own entries). */
    int (*eliminate)(int rows, int n, double *a, int ld, int *pivot, double *scale, double *column);
    /* The same row operations on b[rows]; y[cd_rows_ld(n)]: workspace. */
    void (*forward)(int rows, int n, const double *a, int ld, const int *pivot, double *b, double *y);
    /* x[0 .. n-1] from the first n rows, b[n] and the other unknowns x[n .. ld-1]; the first n need not be set. */
    void (*backward)(int n, const double *a, int ld, const double *b, double *x);
    /* Largest row sum of |a|. */
    double (*norm)(int rows, const double *a, int ld);
} cd_rows;

extern const cd_rows cd_rows_baseline, cd_rows_avx2;

#endif
