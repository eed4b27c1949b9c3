/* run.h - solve a problem as the paper did, and measure what its tables show */
#ifndef PAPER_RUN_H
#define PAPER_RUN_H

#include "problems.h"

typedef struct run {
    coldae_status status;
    coldae_info info;
    coldae_solution *solution; /* NULL: none; free with run_free */
    double last_update;        /* weighted norm of the last Newton correction */
    /* largest absolute errors, INFINITY without a solution */
    double erru, erry;  /* at 101 equidistant points, continuous from the right, y at the end from the left */
    double erry_inside; /* the same without the end */
    double ermsh;       /* of u at mesh points */
    double left_t1, left_max;           /* of u, limits from the left at the first, at all mesh points */
    double erry_left_t1, erry_left_max; /* the same of y, and all that went into erry */
} run;

/* k points, N equal subintervals, solved once. */
run run_uniform(test_problem *q, int k, int n, int projection);
/* The paper's setup: k = 4, tolerance 1e-5, at most 100 subintervals, the first mesh uniform. */
run run_adaptive(test_problem *q, int n, int projection);
void run_free(run *r);

/* Print what was expected, if ok is zero; returns !ok. */
int expect(int ok, const char *format, ...);
/* value <= limit, or a complaint about this row. */
int expect_at_most(const char *row, const char *what, double value, double limit);

#endif
