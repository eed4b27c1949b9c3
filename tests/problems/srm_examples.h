/* srm_examples.h - the examples of Ascher & Lin (1993), whose C B is singular at t = 1/2
 *
 * 1, 2: A = [-1 1; 0 0], B = (0, 1-2t), C = (1-2t)(1, 1), exact x = (e^-t, sin t), B y = (0, cos t).
 * 3:    the same with the constraint x1 + x2 = e^-t + sin t: singular B, regular C.
 * 4:    A = 0, C = (t - 1/2)(1, t + 1/2), B = C^T, exact x1 = x2 = y = e^t.
 */
#ifndef SRM_EXAMPLES_H
#define SRM_EXAMPLES_H

#include "coldae/srm.h"

/* The boundary value problem of Example 1: x1(1) + x2(0) = 1/e. */
coldae_srm_problem srm_example1(void);
/* The initial value problems of Examples 2, 3 and 4 (number). */
coldae_srm_problem srm_example(int number);

/* x[2] and By[2] of the exact solution. */
void srm_exact(int number, double t, double *x, double *By);
/* The larger of two errors |a - b|. */
double srm_error(const double *a, const double *b);
/* |C x + r| */
double srm_drift(int number, double t, const double *x);
/* Example 1 with B E C and B E g formed by hand, as `smooth` of the problem. */
extern coldae_srm_smooth_fn srm_example1_smooth;

#endif
