/* blocks_stability.c - the block solver keeps its digits on well-conditioned problems with growing modes */
#include "block_system.h"

/* z1' = lambda z1, z2' = -lambda z2 in coordinates that turn by `turn` per interval; z1 given at right, z2 at
 * left.  The problem is well conditioned for every lambda; Phi has entries e^{lambda h}. */
static double dichotomy(int n, double lambda_h, double turn)
{
    block_system a = create(n, 2, 0, SEPARATED);
    double grow = exp(lambda_h), decay = exp(-lambda_h);
    for (int i = 0; i < n; i++) {
        double c0 = cos(turn * i), s0 = sin(turn * i), c1 = cos(turn * (i + 1)), s1 = sin(turn * (i + 1));
        double *Phi = a.Phi + 4 * i; /* Q_{i+1} diag(grow, decay) Q_i^T */
        Phi[0] = c1 * grow * c0 + s1 * decay * s0;
        Phi[1] = c1 * grow * s0 - s1 * decay * c0;
        Phi[2] = s1 * grow * c0 - c1 * decay * s0;
        Phi[3] = s1 * grow * s0 + c1 * decay * c0;
    }
    a.row[0] = 0;
    a.row[1] = 1;
    a.row[2] = cos(turn * n);
    a.row[3] = sin(turn * n);
    double error = forward_error(&a);
    destroy(&a);
    return error;
}

/* u' = [-1/6 1; 1 -1/6] u with u(0) + u(T) given, T = 60: well conditioned, but elimination without row
 * scaling loses every digit, the errors growing like the product of the interval matrices (S. J. Wright
 * 1993). */
static double wright(int n)
{
    block_system a = create(n, 2, 2, SEPARATED);
    double h = 60.0 / n, grow = exp(5 * h / 6), decay = exp(-7 * h / 6);
    memset(a.Phi, 0, (size_t)(8 * n) * sizeof(double));
    memset(a.row, 0, 16 * sizeof(double));
    for (int i = 0; i < n; i++)
        for (int r = 0; r < 2; r++) {
            a.Phi[(2 * i + r) * 4 + r] = (grow + decay) / 2;
            a.Phi[(2 * i + r) * 4 + 1 - r] = (grow - decay) / 2;
        }
    for (int r = 0; r < 2; r++) { /* z_0 - sigma = 0,  z_N + sigma = g */
        a.row[r * 4 + r] = a.row[(2 + r) * 4 + r] = a.row[(2 + r) * 4 + 2 + r] = 1;
        a.row[r * 4 + 2 + r] = -1;
    }
    double error = forward_error(&a);
    destroy(&a);
    return error;
}

/* Four systems of Wright's kind, tied together by dense conditions L z_0 + R z_N = g. */
static double four_wright(int n)
{
    enum { S = 8, WIDTH = 16 };
    block_system a = create(n, S, S, SEPARATED); /* L and R: the random rows at either end */
    double h = 60.0 / n, grow = exp(5 * h / 6), decay = exp(-7 * h / 6);
    memset(a.Phi, 0, (size_t)(n * S * WIDTH) * sizeof(double));
    for (int i = 0; i < n; i++)
        for (int r = 0; r < S; r++) {
            double *row = a.Phi + (i * S + r) * WIDTH;
            row[r] = (grow + decay) / 2;
            row[r % 2 ? r - 1 : r + 1] = (grow - decay) / 2;
        }
    for (int r = 0; r < 2 * S; r++)
        for (int j = 0; j < S; j++) {
            a.row[r * WIDTH + j] = 0.2 * a.row[r * WIDTH + j] + (r % S == j);
            a.row[r * WIDTH + S + j] = r % S == j ? (r < S ? -1 : 1) : 0;
        }
    double error = forward_error(&a);
    destroy(&a);
    return error;
}

/* y'' = lambda^2 y as a system of first order, y given at both ends: rows of very different sizes.  c > 0: parameters that
 * enter everywhere.  The right-hand side is `size` in the intervals and 1 in the conditions. */
static double stiff(int n, double lambda, int c, double size)
{
    int where, column, width = 2 + c;
    block_system a = create(n, 2, c, SEPARATED);
    double h = 1.0 / n;
    for (int i = 0; i < n; i++) {
        double *row = a.Phi + i * 2 * width;
        row[0] = row[width + 1] = cosh(lambda * h);
        row[1] = sinh(lambda * h) / lambda;
        row[width] = sinh(lambda * h) * lambda;
        for (int j = 0; j < c; j++)
            row[width + 2 + j] *= lambda;
    }
    for (int r = 0; r < 2 + c; r++) {
        a.row[r * width] = 1;
        a.row[r * width + 1] = r % 2 ? 1 / lambda : 0;
    }
    CHECK_INT(factor(&a, &where, &column), COLDAE_OK);
    fill(2 * n, a.phi);
    fill(2 + c, a.g);
    for (int i = 0; i < 2 * n; i++)
        a.phi[i] *= size;
    solve(&a);
    double error = backward_error(&a);
    destroy(&a);
    return error;
}

static void test_torture(void)
{
    static const int sizes[] = {10, 100, 1000};
    static const double lambdas[] = {50, 500, 2000, 9940};
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(four_wright(sizes[i]), 0, 1e-12);
        for (int l = 0; l < 4; l++)
            for (int c = 0; c <= 2; c++)
                for (int power = -20; power <= 20;
                     power += 20) /* the scale of rows must not see the right-hand side */
                    if (lambdas[l] < 20 * sizes[i])
                        CHECK_NEAR(stiff(sizes[i], lambdas[l], c, ldexp(1, power)), 0, 1e-12);
    }
}

static void test_stability(void)
{
    static const double lambda_h[] = {0.01, 1, 10, 30, 50, 300};
    for (int i = 0; i < 6; i++) /* exactly representable modes: no digit is lost however stiff */
        CHECK_NEAR(dichotomy(100, lambda_h[i], 0), 0, 20 * DBL_EPSILON);
    for (int i = 0; i < 3; i++) /* mixed: rounding of Phi alone moves z by eps e^{lambda h} */
        CHECK_NEAR(dichotomy(100, lambda_h[i], 0.7), 0, 20 * DBL_EPSILON * exp(lambda_h[i]));
    CHECK_NEAR(dichotomy(10000, 0.5, 0.01), 0, 1e-13);
    CHECK_NEAR(dichotomy(10000, 1, 0.3), 0, 1e-13);
    static const int sizes[] = {10, 100, 1000, 10000};
    for (int i = 0; i < 4; i++)
        CHECK_NEAR(wright(sizes[i]), 0, 1e-12);
}

int main(void)
{
    test_stability();
    test_torture();
    return check_result();
}
