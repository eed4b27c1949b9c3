/* carried.c - derivatives carried from one mesh to another: exact for polynomials, and each on its side of a jump */
#include <float.h>

#include "carried.h"
#include "check.h"

enum { SIZE = 7, N = 5 }; /* numbers at a point, not a multiple of a vector; subintervals */

static const double mesh[N + 1] = {-1, -0.9, -0.3, 0.2, 0.25, 2};
static const int jump = 3; /* mesh point at which entry 1 jumps */

/* Entry e of J: t^e as far as k points determine it; entry 1 jumps. */
static double entry(int k, int e, double t, int right_of_jump)
{
    return pow(t, e < k ? e : k - 1) + (e == 1 && right_of_jump ? 100 : 0);
}

static void fill(const cd_basis *b, cd_carried *c)
{
    for (int n = 0; n < N; n++)
        for (int j = 0; j < b->k; j++)
            for (int e = 0; e < SIZE; e++)
                c->J[e + SIZE * (j + n * b->k)] =
                    entry(b->k, e, mesh[n] + b->rho[j] * (mesh[n + 1] - mesh[n]), n >= jump);
}

static void check_at(const cd_basis *b, const cd_carried *c, double t, int right_of_jump)
{
    double J[2 * SIZE], twice[2] = {t, t};
    cd_carried_at(c, b, 2, twice, J);
    for (int e = 0; e < SIZE; e++) {
        double right = entry(b->k, e, t, right_of_jump);
        CHECK_NEAR(J[e], right, 64 * b->k * DBL_EPSILON * fmax(1, fabs(right)));
        CHECK(J[e] == J[e + SIZE]);
    }
}

static void check_points(int k, int points)
{
    cd_memory memory = {0};
    cd_arena arena = {0};
    cd_basis b;
    static double J[SIZE * 10 * N];
    cd_basis_layout(&arena, k, 1, &b);
    CHECK_INT(cd_arena_create(&memory, &arena), COLDAE_OK);
    cd_basis_layout(&arena, k, 1, &b);
    cd_basis_compute(&b, points);
    cd_carried c = {.known = 1, .n = N, .size = SIZE, .t = mesh, .J = J};
    fill(&b, &c);
    for (int i = 0; i <= 60; i++) {
        double t = -1 + i * 0.05;
        if (!(fabs(t - mesh[jump]) <= 0.01))
            check_at(&b, &c, t, t > mesh[jump]);
    }
    check_at(&b, &c, cd_just_before(mesh[jump]), 0); /* the last Radau point of another mesh */
    check_at(&b, &c, nextafter(mesh[jump], 3), 1);
    cd_arena_release(&memory, &arena);
}

int main(void)
{
    for (int k = 1; k <= 10; k++) {
        check_points(k, COLDAE_GAUSS);
        check_points(k, COLDAE_RADAU);
    }
    return check_result();
}
