/* lu.c - factor and solve, real and complex, small and by LAPACK: residuals, pivots, singular matrices */
#include "lu.h"

#include <stdlib.h>

#include "check.h"

static unsigned state = 1;

static double random_number(void)
{
    state = state * 1664525u + 1013904223u;
    return (double)(state >> 8) / (1 << 23) - 1;
}

enum { MOST = 60 };
static double a[2 * MOST * MOST], factors[2 * MOST * MOST], x[2 * MOST], b[2 * MOST];
static int pivot[MOST];

/* b = A x, complex numbers with step 2 */
static void multiply(int n, int step)
{
    memset(b, 0, sizeof b);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            const double *e = a + step * (i + j * n), *v = x + step * j;
            b[step * i] += e[0] * v[0] - (step == 2 ? e[1] * v[1] : 0);
            if (step == 2)
                b[2 * i + 1] += e[0] * v[1] + e[1] * v[0];
        }
}

static void test_solve(int n, int step)
{
    double worst = 0;
    for (int i = 0; i < step * n * n; i++)
        factors[i] = a[i] = random_number();
    a[0] = factors[0] = 0; /* a pivot must be found */
    if (step == 2)
        a[1] = factors[1] = 0;
    for (int i = 0; i < step * n; i++)
        x[i] = random_number();
    multiply(n, step);
    double smallest = step == 1 ? cd_lu_factor(n, factors, pivot) : cd_lu_factor_complex(n, factors, pivot);
    CHECK(smallest > 1e-6);
    if (step == 1) {
        double least = INFINITY;
        for (int k = 0; k < n; k++)
            least = fmin(least, cd_lu_pivot(n, factors, k));
        CHECK_NEAR(least / smallest, 1, 1e-14);
        cd_lu_solve(n, factors, pivot, b);
    } else {
        cd_lu_solve_complex(n, factors, pivot, b);
    }
    for (int i = 0; i < step * n; i++)
        worst = fmax(worst, fabs(b[i] - x[i]));
    CHECK_NEAR(worst, 0, 1e-10);
}

static void test_singular(int n)
{
    for (int step = 1; step <= 2; step++) {
        memset(factors, 0, sizeof factors);
        for (int i = 0; i < n - 1; i++)
            factors[step * (i + i * n)] = 1;
        double smallest =
            step == 1 ? cd_lu_factor(n, factors, pivot) : cd_lu_factor_complex(n, factors, pivot);
        CHECK(smallest == 0);
    }
}

int main(void)
{
    static const int sizes[] = {2, 3, 5, 13, 39, 40, 60};
    for (int i = 0; i < 7; i++) {
        test_solve(sizes[i], 1);
        test_solve(sizes[i], 2);
        test_singular(sizes[i]);
    }
    a[0] = 4;
    b[0] = 2;
    CHECK(cd_lu_factor(1, a, pivot) == 4);
    cd_lu_solve(1, a, pivot, b);
    CHECK(b[0] == 0.5);
    return check_result();
}
