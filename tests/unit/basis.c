/* basis.c - collocation points, weights and the integrated Lagrange polynomials against exact integrals */
#include "basis.h"
#include "check.h"
#include "precision.h"

static double long_ulp; /* see precision.h */

static cd_basis create(cd_memory *memory, cd_arena *arena, int k, int max_order, int points)
{
    cd_basis basis;
    memset(arena, 0, sizeof *arena);
    cd_basis_layout(arena, k, max_order, &basis);
    CHECK_INT(cd_arena_create(memory, arena), COLDAE_OK);
    cd_basis_layout(arena, k, max_order, &basis);
    CHECK_INT(arena->used, arena->size);
    cd_basis_compute(&basis, points);
    return basis;
}

/* Ulps that a weight or table entry may be off.  Points near the ends are k^-2 apart: their differences,
 * known to the precision of long double, add a multiple of k^2. */
static double few(const cd_basis *b)
{
    return 2 + 10 * b->k * b->k * long_ulp;
}

/* int_0^1 s^n ds = 1/(n+1) for n <= 2k-1 (Gauss), 2k-2 (Radau).  Each term is off by half an ulp for its
 * weight and n halves for its point. */
static void test_quadrature(const cd_basis *b)
{
    int exact = b->points == COLDAE_RADAU ? 2 * b->k - 2 : 2 * b->k - 1;
    for (int n = 0; n <= exact; n++) {
        long double sum = 0;
        for (int j = 0; j < b->k; j++)
            sum += (long double)b->weight[j] * powl(b->rho[j], n);
        CHECK_NEAR((double)(sum * (n + 1)), 1, ((n + 3) / 2.0 + 10 * long_ulp * b->k * b->k) * DBL_EPSILON);
    }
    for (int j = 0; j < b->k; j++)
        CHECK(b->weight[j] > 0 && b->rho[j] > (j > 0 ? b->rho[j - 1] : 0) && b->rho[j] <= 1);
}

static void test_points(const cd_basis *b)
{
    int k = b->k;
    if (b->points == COLDAE_RADAU)
        CHECK(b->rho[k - 1] == 1);
    for (int j = 0; b->points == COLDAE_GAUSS && j < k; j++) {
        CHECK_NEAR(b->rho[j] + b->rho[k - 1 - j], 1, DBL_EPSILON);
        CHECK_NEAR(b->weight[j], b->weight[k - 1 - j], few(b) * DBL_EPSILON * b->weight[j]);
    }
}

/* sum_j psi_{r,j}(tau) rho_j^n = n!/(n+r)! tau^{n+r} for n < k: the r-fold integral of s^n.  The error is
 * a few ulp of the terms, and `absolute` ulp of psi_r at 1: long_ulp where long double was summed, k for
 * cd_basis_at. */
static void test_psi(const cd_basis *b, double tau, const double *psi, double absolute)
{
    double largest = 1; /* 1/r! */
    for (int r = 0; r <= b->max_order; largest /= ++r)
        for (int n = 0; n < b->k; n++) {
            long double sum = 0, size = 0, exact = powl(tau, n + r);
            for (int q = 1; q <= r; q++)
                exact /= n + q;
            for (int j = 0; j < b->k; j++) {
                long double term = psi[j + r * b->k] * powl(b->rho[j], n);
                sum += term;
                size += fabsl(term);
            }
            double tol = (few(b) + n + r) * (double)size + absolute * largest;
            CHECK_NEAR((double)sum, (double)exact, tol * DBL_EPSILON);
        }
}

/* Rounding of tau alone moves psi_0 by its slope, up to k^2 ulp at the ends. */
static void test_agreement(const cd_basis *b, int orders, double tau, const double *psi)
{
    double at[CD_MAX_POINTS * (CD_MAX_POINTS + 1)];
    cd_basis_at(b, tau, at);
    double largest = 1; /* 1/r! */
    for (int r = 0; r <= orders; largest /= ++r)
        for (int j = 0; j < b->k; j++)
            CHECK_NEAR(at[j + r * b->k], psi[j + r * b->k],
                       b->k * (4 + b->k) * (1 + 10 * long_ulp) * DBL_EPSILON * largest);
}

static void test_tables(const cd_basis *b)
{
    size_t table = (size_t)(b->k * (b->max_order + 1));
    double at[CD_MAX_POINTS * (CD_MAX_POINTS + 1)];
    for (int j = 0; j < b->k; j++) {
        const double *psi = b->psi + (size_t)j * table;
        for (int i = 0; i < b->k; i++)
            CHECK(psi[i] == (i == j));
        test_psi(b, b->rho[j], psi, long_ulp);
        test_agreement(b, b->max_order, b->rho[j], psi);
        test_agreement(b, 0, b->rho[j] / 2, b->lagrange_half + (ptrdiff_t)j * b->k);
        test_agreement(b, 0, (1 + b->rho[j]) / 2, b->lagrange_half + (ptrdiff_t)(b->k + j) * b->k);
    }
    test_psi(b, 1, b->psi_end, long_ulp);
    test_psi(b, 0.5, b->psi_middle, long_ulp);
    test_agreement(b, 0, 0, b->lagrange_start);
    test_agreement(b, b->max_order, 1, b->psi_end);
    test_agreement(b, b->max_order, 0.5, b->psi_middle);
    for (int j = 0; b->max_order > 0 && j < b->k; j++)
        CHECK_NEAR(b->psi_end[b->k + j], b->weight[j], few(b) * DBL_EPSILON * b->weight[j]);
    static const double taus[] = {0, 1e-9, 0.1, 0.3, 0.77, 0.999};
    for (int i = 0; i < 6; i++) {
        cd_basis_at(b, taus[i], at);
        test_psi(b, taus[i], at, b->k);
    }
}

/* sum_l slopes_jl rho_l^n = n rho_j^(n-1) for n = 1 .. k; an error is a few ulp of the terms. */
static void test_slopes(const cd_basis *b)
{
    for (int j = 0; j < b->k; j++)
        for (int n = 1; n <= b->k; n++) {
            long double sum = 0, size = 0;
            for (int l = 0; l < b->k; l++) {
                long double term = b->slopes[j * b->k + l] * powl(b->rho[l], n);
                sum += term;
                size += fabsl(term);
            }
            double bound = (n + 2 + few(b)) * (double)size * DBL_EPSILON; /* points and slopes are rounded */
            CHECK_NEAR((double)sum, n * pow(b->rho[j], n - 1), bound);
        }
}

static void test_known(void)
{
    cd_memory memory = {0};
    cd_arena arena;
    double ulp = DBL_EPSILON * (1 + 10 * long_ulp); /* of 1 */
    cd_basis b = create(&memory, &arena, 7, 1, COLDAE_GAUSS);
    CHECK_NEAR(2 * b.rho[6] - 1, 0.949107912342758524526, ulp);
    CHECK_NEAR(2 * b.rho[5] - 1, 0.741531185599394439864, ulp);
    CHECK_NEAR(2 * b.rho[4] - 1, 0.405845151377397166907, ulp);
    CHECK_NEAR(b.rho[3], 0.5, 0);
    CHECK_NEAR(2 * b.weight[6], 0.129484966168869693271, few(&b) * DBL_EPSILON / 8);
    CHECK_NEAR(2 * b.weight[3], 0.417959183673469387755, few(&b) * DBL_EPSILON / 2);
    cd_arena_release(&memory, &arena);
    b = create(&memory, &arena, 3, 1, COLDAE_RADAU); /* (4 -+ sqrt 6)/10, 1; (16 +- sqrt 6)/36, 1/9 */
    CHECK_NEAR(b.rho[0], (4 - sqrt(6)) / 10, ulp / 4);
    CHECK_NEAR(b.rho[1], (4 + sqrt(6)) / 10, ulp / 2);
    CHECK_NEAR(b.weight[0], (16 - sqrt(6)) / 36, ulp / 2);
    CHECK_NEAR(b.weight[1], (16 + sqrt(6)) / 36, ulp / 2);
    CHECK_NEAR(b.weight[2], 1 / 9.0, ulp / 4);
    cd_arena_release(&memory, &arena);
}

int main(void)
{
    cd_memory memory = {0};
    cd_arena arena;
    long_ulp = long_double_ulp();
    for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++)
        for (int k = 1; k <= CD_MAX_POINTS; k = k == 15 ? CD_MAX_POINTS : k + 1) {
            cd_basis b = create(&memory, &arena, k, k < 6 ? k : k == 30 ? 2 : 6, points);
            CHECK_INT(b.points, points);
            test_quadrature(&b);
            test_points(&b);
            test_tables(&b);
            test_slopes(&b);
            cd_arena_release(&memory, &arena);
        }
    test_known();
    cd_basis b = create(&memory, &arena, CD_MAX_POINTS, CD_MAX_POINTS, COLDAE_GAUSS); /* the largest tables */
    test_points(&b);
    cd_arena_release(&memory, &arena);
    CHECK_INT(memory.used, 0);
    return check_result();
}
