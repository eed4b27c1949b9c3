/* leading.c - P_r and the samples against integrals by a Gauss rule of many points */
#include <float.h>

#include "leading.h"
#include "check.h"

static const double GRID = 1000; /* subintervals for max |P_r|; the library looks at 64 places */

static cd_memory memory;

/* P_r(tau), the integral by 30 Gauss points */
static double term(const cd_basis *rule, const cd_basis *b, int r, double tau)
{
    long double sum = 0;
    for (int i = 0; i < rule->k; i++) {
        long double s = (long double)tau * rule->rho[i], product = tau * (long double)rule->weight[i];
        for (int q = 1; q < r; q++)
            product *= (tau - s) / q;
        for (int j = 0; j < b->k; j++)
            product *= (s - b->rho[j]) / (j + 1);
        sum += product;
    }
    return (double)sum;
}

static cd_basis create_basis(cd_arena *arena, int k, int max_order, int points)
{
    cd_basis b;
    memset(arena, 0, sizeof *arena);
    cd_basis_layout(arena, k, max_order, &b);
    CHECK_INT(cd_arena_create(&memory, arena), COLDAE_OK);
    cd_basis_layout(arena, k, max_order, &b);
    cd_basis_compute(&b, points);
    return b;
}

/* sum_j top_j rho_j^n is the derivative of order k - 1 of s^n. */
static void test_top(const cd_basis *b, const cd_leading *leading)
{
    double factorial = 1;
    for (int n = 0; n < b->k; factorial *= ++n) {
        long double sum = 0, size = 0;
        for (int j = 0; j < b->k; j++) {
            long double product = leading->top[j] * powl(b->rho[j], n);
            sum += product;
            size += fabsl(product);
        }
        CHECK_NEAR((double)sum, n == b->k - 1 ? factorial : 0,
                   b->k * b->k * DBL_EPSILON * (double)size + 1e-300);
    }
}

static void test_most(const cd_basis *rule, const cd_basis *b, const cd_leading *leading, int r)
{
    double most = 0;
    for (int i = 1; i <= GRID; i++)
        most = fmax(most, fabs(term(rule, b, r, i / GRID)));
    CHECK(leading->most[r] <= most * 1.001);
    CHECK(leading->most[r] >= most * 0.9);
}

static void test_samples(const cd_basis *rule, const cd_basis *b, const cd_leading *leading, int r)
{
    double psi[CD_MAX_POINTS * (CD_MAX_POINTS + 1)], share = ldexp(1, -(b->k + r));
    int at = (r - 1) * CD_SAMPLES, k = b->k;
    for (int s = 0; s < CD_SAMPLES; s++) {
        int right = s >= CD_SAMPLES / 2;
        double tau = leading->tau[at + s], fine = 2 * tau - right;
        CHECK(tau > 0.5 * right && tau < 0.5 + 0.5 * right);
        CHECK(s == 0 || tau > leading->tau[at + s - 1]);
        double gap = fabs(term(rule, b, r, tau) - share * term(rule, b, r, fine));
        /* both cancel; without a long double of more digits 1e-8 was seen, and the first digit matters */
        CHECK_NEAR(leading->factor[at + s] * gap / (share * leading->most[r]), 1, 1e-6);
        cd_basis_at(b, tau, psi);
        for (int j = 0; j < k; j++)
            CHECK_NEAR(leading->coarse[at * k + s + j * CD_SAMPLES], psi[j + r * k], 1e-15);
        cd_basis_at(b, fine, psi);
        for (int j = 0; j < k; j++)
            CHECK_NEAR(leading->fine[at * k + s + j * CD_SAMPLES], psi[j + r * k], 1e-15);
    }
}

static void test_size(const cd_basis *rule, int k, int max_order, int points)
{
    cd_arena arena, own = {0};
    cd_basis b = create_basis(&arena, k, max_order, points);
    cd_leading leading;
    cd_leading_layout(&own, k, max_order, &leading);
    CHECK_INT(cd_arena_create(&memory, &own), COLDAE_OK);
    cd_leading_layout(&own, k, max_order, &leading);
    CHECK_INT(own.used, own.size);
    cd_leading_compute(&b, &leading);
    test_top(&b, &leading);
    for (int r = 1; r <= max_order; r++) {
        test_most(rule, &b, &leading, r);
        test_samples(rule, &b, &leading, r);
    }
    cd_arena_release(&memory, &own);
    cd_arena_release(&memory, &arena);
}

int main(void)
{
    cd_arena arena;
    cd_basis rule = create_basis(&arena, CD_MAX_POINTS, 1, COLDAE_GAUSS);
    for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++)
        for (int k = 1 + (points == COLDAE_RADAU); k <= 10; k++) {
            /* Order k with Radau points: degree 2k - 1 is one too high for their own quadrature. */
            int exact = points == COLDAE_RADAU ? k - 1 : k;
            test_size(&rule, k, cd_min_int(exact, 5), points);
        }
    cd_arena_release(&memory, &arena);
    CHECK_INT(memory.used, 0);
    return check_result();
}
