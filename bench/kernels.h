/* kernels.h - the command bench kernels, and what it compares with */
#ifndef BENCH_KERNELS_H
#define BENCH_KERNELS_H

int bench_kernels(void);

/* One matrix by rows: a[n, ld] holds A[n, n], zeros to the next column that is a multiple of 4, and b[n, nb], zeros to ld;
 * b <- A^-1 b.  work[n + 2 ld], aligned.  -1 or the column whose pivot is lost. */
int bench_by_rows_baseline(int n, double *a, int ld, int *pivot, double *work);
#ifdef COLDAE_AVX2
int bench_by_rows_avx2(int n, double *a, int ld, int *pivot, double *work);
#else
#define bench_by_rows_avx2 bench_by_rows_baseline
#endif

#endif
