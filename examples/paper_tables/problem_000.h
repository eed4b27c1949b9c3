/* problem_000.h - the examples of Ascher & Petzold (1992), in the forms that their tables compare
 *
 * Example 4.1 (C p + r = 0 with C = (1, t-2)), z = (p1, p1', p2, p2'):
 *     index 2   p'' = A2 p' - B lambda + M^-1 q,             0 = C p' + C' p + r'
 *     PiI       p'' = (H A2 - 2 F C') p' + g + C^T mu,       0 = C p' + C' p + r'
 * Example 4.2 (C = (sin nu t, cos nu t), alpha = -nu^2), z = (x1, x1', x2, x2' [, phi1, phi2]):
 *     direct    x'' = alpha x' + C^T y + q,                  0 = C x' + C' x + r'
 *     PiI       x'' = -F C'' x + (alpha H - 2 F C') x' + H q - F r'' + C^T mu,       the same constraint
 *     PiII      x'' = -F C'' (x + phi) + .. (as PiI),  phi' = C^T mu,                0 = C (x + phi) + r
 * The exact solution is p = x = (e^t, e^t), phi = 0.
 */
#ifndef PROBLEM_000_H
#define PROBLEM_000_H

#include "coldae/ivp.h"

typedef enum form_000 { INDEX2_41, PI1_41, DIRECT_42, PI1_42, PI2_42 } form_000;

typedef struct problem_000 {
    form_000 form;
    double nu, alpha;
    coldae_problem problem;    /* without conditions: for coldae_march; .user is this struct */
    coldae_invariant position; /* C p + r = 0 (C (x + phi) + r = 0) */
    double z_left[6];
} problem_000;

void problem_000_make(problem_000 *q, form_000 form, double nu, double alpha);
/* Residual of the original constraint at z. */
double problem_000_drift(const problem_000 *q, double t, const double *z);
/* The first component and its derivative: p1 (x1 + phi1) and p1' (x1'). */
void problem_000_first(const problem_000 *q, const double *z, double *position, double *velocity);

#endif
