/* lapack.h - how LAPACK and BLAS are called: Fortran symbols, only the routines used */
#ifndef CD_LAPACK_H
#define CD_LAPACK_H

#include <stddef.h>

/* Matrix product; factor a general matrix; solve with the factors; singular values and vectors; eigenvalues. */
extern void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
                   const double *alpha, const double *a, const int *lda, const double *b, const int *ldb,
                   const double *beta, double *c, const int *ldc, size_t transa_length, size_t transb_length);
extern void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *ipiv, int *info);
extern void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *a, const int *lda,
                    const int *ipiv, double *b, const int *ldb, int *info, size_t trans_length);
extern void dgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *a,
                    const int *lda, double *s, double *u, const int *ldu, double *vt, const int *ldvt,
                    double *work, const int *lwork, int *info, size_t jobu_length, size_t jobvt_length);
extern void dgeev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda, double *wr,
                   double *wi, double *vl, const int *ldvl, double *vr, const int *ldvr, double *work,
                   const int *lwork, int *info, size_t jobvl_length, size_t jobvr_length);

/* The same factors and solves for complex matrices (re, im interleaved). */
extern void zgetrf_(const int *m, const int *n, double *a, const int *lda, int *ipiv, int *info);
extern void zgetrs_(const char *trans, const int *n, const int *nrhs, const double *a, const int *lda,
                    const int *ipiv, double *b, const int *ldb, int *info, size_t trans_length);

#endif
