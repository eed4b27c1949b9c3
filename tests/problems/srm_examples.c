/* srm_examples.c - the examples of Ascher & Lin (1993), sequential regularization */
#include "srm_examples.h"

#include <math.h>
#include <stddef.h>

/* ---- Examples 1, 2, 3 ------------------------------------------------------------------------------------- */

static int A1(double t, const double *x, double *A, void *user)
{
    (void)t;
    (void)x;
    (void)user;
    A[0] = -1;
    A[2] = 1;
    return 0;
}

static int B1(double t, const double *x, double *B, void *user)
{
    (void)x;
    (void)user;
    B[1] = 1 - 2 * t;
    return 0;
}

static int C1(double t, const double *x, double *C, void *user)
{
    (void)x;
    (void)user;
    C[0] = C[1] = 1 - 2 * t;
    return 0;
}

static int q1(double t, const double *x, double *q, void *user)
{
    (void)x;
    (void)user;
    q[0] = -sin(t);
    return 0;
}

static int r1(double t, const double *x, double *r, void *user)
{
    (void)x;
    (void)user;
    r[0] = -(1 - 2 * t) * (exp(-t) + sin(t));
    return 0;
}

static int dC1(double t, const double *x, double *dC, void *user)
{
    (void)t;
    (void)x;
    (void)user;
    dC[0] = dC[1] = -2;
    return 0;
}

static int dr1(double t, const double *x, double *dr, void *user)
{
    (void)x;
    (void)user;
    dr[0] = 2 * (exp(-t) + sin(t)) - (1 - 2 * t) * (cos(t) - exp(-t));
    return 0;
}

static int coupled1(const double *xl, const double *xr, const double *p, double *r, void *user)
{
    (void)p;
    (void)user;
    r[0] = xr[0] + xl[1] - exp(-1); /* x1(1) + x2(0) = 1/e */
    return 0;
}

int srm_example1_smooth(double t, const double *x, double *P, double *v, void *user)
{
    (void)user;
    if (P)
        P[1] = P[3] = 1;
    if (v)
        v[1] = x[0] + x[1] - exp(-t) - sin(t);
    return 0;
}

static int C3(double t, const double *x, double *C, void *user)
{
    (void)t;
    (void)x;
    (void)user;
    C[0] = C[1] = 1;
    return 0;
}

static int r3(double t, const double *x, double *r, void *user)
{
    (void)x;
    (void)user;
    r[0] = -exp(-t) - sin(t);
    return 0;
}

static int dC3(double t, const double *x, double *dC, void *user)
{
    (void)t;
    (void)x;
    (void)dC;
    (void)user;
    return 0;
}

static int dr3(double t, const double *x, double *dr, void *user)
{
    (void)x;
    (void)user;
    dr[0] = exp(-t) - cos(t);
    return 0;
}

/* ---- Example 4 ---------------------------------------------------------------------------------------------- */

static int C4(double t, const double *x, double *C, void *user) /* also B = C^T */
{
    (void)x;
    (void)user;
    C[0] = t - 0.5;
    C[1] = t * t - 0.25;
    return 0;
}

static int q4(double t, const double *x, double *q, void *user)
{
    (void)x;
    (void)user;
    q[0] = exp(t) * (1.5 - t);
    q[1] = exp(t) * (1.25 - t * t);
    return 0;
}

static int r4(double t, const double *x, double *r, void *user)
{
    (void)x;
    (void)user;
    r[0] = -exp(t) * (t * t + t - 0.75);
    return 0;
}

static int dC4(double t, const double *x, double *dC, void *user)
{
    (void)x;
    (void)user;
    dC[0] = 1;
    dC[1] = 2 * t;
    return 0;
}

static int dr4(double t, const double *x, double *dr, void *user)
{
    (void)x;
    (void)user;
    dr[0] = -exp(t) * (t * t + 3 * t + 0.25);
    return 0;
}

/* ---- problems ------------------------------------------------------------------------------------------------- */

static coldae_srm_problem first_three(int number)
{
    static const double start[] = {1, 0};
    coldae_srm_problem p;
    coldae_srm_problem_init(&p);
    p.n_x = 2;
    p.n_y = 1;
    p.A = A1;
    p.B = B1;
    p.q = q1;
    p.C = number == 3 ? C3 : C1;
    p.r = number == 3 ? r3 : r1;
    p.dC = number == 3 ? dC3 : dC1;
    p.dr = number == 3 ? dr3 : dr1;
    p.start = start;
    return p;
}

coldae_srm_problem srm_example1(void)
{
    coldae_srm_problem p = first_three(1);
    p.n_coupled = 1;
    p.coupled = coupled1;
    return p;
}

coldae_srm_problem srm_example(int number)
{
    static const double start[] = {1, 1};
    if (number < 4)
        return first_three(number);
    coldae_srm_problem p;
    coldae_srm_problem_init(&p);
    p.n_x = 2;
    p.n_y = 1;
    p.B = C4;
    p.C = C4;
    p.q = q4;
    p.r = r4;
    p.dC = dC4;
    p.dr = dr4;
    p.start = start;
    return p;
}

void srm_exact(int number, double t, double *x, double *By)
{
    x[0] = number == 4 ? exp(t) : exp(-t);
    x[1] = number == 4 ? exp(t) : sin(t);
    By[0] = number == 4 ? exp(t) * (t - 0.5) : 0;
    By[1] = number == 4 ? exp(t) * (t * t - 0.25) : cos(t);
}

double srm_error(const double *a, const double *b)
{
    double first = fabs(a[0] - b[0]), second = fabs(a[1] - b[1]);
    return first > second || isnan(first) ? first : second;
}

double srm_drift(int number, double t, const double *x)
{
    coldae_srm_problem p = srm_example(number);
    double C[2], r[1];
    p.C(t, NULL, C, NULL);
    p.r(t, NULL, r, NULL);
    return fabs(C[0] * x[0] + C[1] * x[1] + r[0]);
}
