/* tables.c - constants of the basis and of the leading terms against the same computed here, bit by bit */
#include "tables.h"
#include "check.h"
#include "precision.h"

enum { MOST_POINTS = CD_TABLED_POINTS + 2, MOST_ORDERS = CD_TABLED_ORDERS + 2 };

typedef struct both {
    cd_basis basis;
    cd_leading leading;
} both;

/* As the library does (tabled), or to be computed. */
static both lay_out(cd_memory *memory, cd_arena *arena, int points, int k, int max_order, int tabled)
{
    both b;
    memset(arena, 0, sizeof *arena);
    for (int pass = 0; pass < 2; pass++) {
        if (tabled) {
            cd_tables_layout_basis(arena, points, k, max_order, &b.basis);
            cd_tables_layout_leading(arena, &b.basis, &b.leading);
        } else {
            cd_basis_layout(arena, k, max_order, &b.basis);
            cd_leading_layout(arena, k, max_order, &b.leading);
        }
        if (pass == 0)
            CHECK_INT(cd_arena_create(memory, arena), COLDAE_OK);
    }
    return b;
}

static int is_same(const double *a, const double *b, int count)
{
    return memcmp(a, b, (size_t)count * sizeof(double)) == 0;
}

static void check_basis(const cd_basis *a, const cd_basis *b)
{
    int k = a->k, table = k * (a->max_order + 1);
    CHECK(is_same(a->rho, b->rho, k));
    CHECK(is_same(a->weight, b->weight, k));
    CHECK(is_same(a->psi, b->psi, table * k));
    CHECK(is_same(a->psi_end, b->psi_end, table));
    CHECK(is_same(a->lagrange_half, b->lagrange_half, 2 * k * k));
    CHECK(is_same(a->psi_middle, b->psi_middle, table));
    CHECK(is_same(a->lagrange_start, b->lagrange_start, k));
    CHECK(is_same(a->slopes, b->slopes, k * k));
    CHECK(is_same(a->coefficient, b->coefficient, k * k));
}

static void check_leading(const cd_basis *b, const cd_leading *x, const cd_leading *y)
{
    int samples = CD_SAMPLES * b->max_order;
    CHECK(is_same(x->most, y->most, b->max_order + 1));
    CHECK(is_same(x->top, y->top, b->k));
    CHECK(is_same(x->tau, y->tau, samples));
    CHECK(is_same(x->factor, y->factor, samples));
    CHECK(is_same(x->coarse, y->coarse, samples * b->k));
    CHECK(is_same(x->fine, y->fine, samples * b->k));
    CHECK(is_same(x->bubble, y->bubble, 2 * CD_SAMPLES));
}

static void test_size(int k, int max_order, int points)
{
    /* An emulator may have a shorter long double than the build had: then the basis computed here is another one. */
    int as_built = long_double_ulp() * DBL_EPSILON <= (double)LDBL_EPSILON;
    cd_memory memory = {0};
    cd_arena arena[2];
    both found = lay_out(&memory, &arena[0], points, k, max_order, 1),
         computed = lay_out(&memory, &arena[1], points, k, max_order, 0);
    cd_tables_basis(&found.basis);
    cd_basis_compute(&computed.basis, points);
    CHECK_INT(found.basis.points, points);
    CHECK_INT(found.basis.k, k);
    CHECK_INT(found.basis.max_order, max_order);
    if (as_built)
        check_basis(&found.basis, &computed.basis);
    cd_tables_leading(&found.basis, &found.leading);
    cd_leading_compute(&found.basis, &computed.leading);
    check_leading(&found.basis, &found.leading, &computed.leading);
    cd_arena_release(&memory, &arena[0]);
    cd_arena_release(&memory, &arena[1]);
}

int main(void)
{
    for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++)
        for (int k = 1; k <= MOST_POINTS; k++)
            for (int max_order = 1; max_order <= cd_min_int(k, MOST_ORDERS); max_order++)
                test_size(k, max_order, points);
    return check_result();
}
