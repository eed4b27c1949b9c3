/* by_rows.h - the functions of src/eliminate.h for matrices of any size */
#ifndef TESTS_BY_ROWS_H
#define TESTS_BY_ROWS_H

typedef struct by_rows {
    int (*eliminate)(int rows, int n, double *a, int ld, int *pivot, double *scale, double *column);
    void (*forward)(int rows, int n, const double *a, int ld, const int *pivot, double *b, double *y);
    void (*backward)(int n, const double *a, int ld, const double *b, double *x);
    double (*norm)(int rows, const double *a, int ld);
} by_rows;

extern const by_rows by_rows_baseline, by_rows_avx2;

#endif
