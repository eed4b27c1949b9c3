/* tables.c - the basis and the leading terms of frequent sizes, copied from constants
 *
 * They depend on nothing but the kind of points, k and max_order, and to compute them would be up to a quarter of the
 * work of a small problem.  The constants are blocks as the layout functions make them, filled by cd_basis_compute and
 * cd_leading_compute while the library is built (tools/tables.c): no digit is typed and none can be out of date.  A
 * block of more orders begins, piece by piece, with those of fewer, so there is one for each k.
 */
#include "tables.h"
#include "tables_data.h"

/* The orders that the constants of this k have; 0 if there are none or too few. */
static int orders_known(const cd_basis *b)
{
    int most = cd_min_int(b->k, CD_TABLED_ORDERS);
    return b->k <= CD_TABLED_POINTS && b->max_order <= most ? most : 0;
}

/* The block of the basis (0) or of the leading terms (1), to be laid out and only read from. */
static cd_arena block(int points, int k, int which)
{
    return (cd_arena){.base = (char *)(CONSTANTS + FIRST[points == COLDAE_RADAU][k - 1][which]),
                      .size = sizeof CONSTANTS};
}

void cd_tables_basis(cd_basis *b, int points)
{
    int orders = orders_known(b);
    if (orders == 0) {
        cd_basis_compute(b, points);
        return;
    }
    cd_basis known = {.points = points};
    cd_arena arena = block(points, b->k, 0);
    cd_basis_layout(&arena, b->k, orders, &known);
    cd_basis_copy(&known, b);
}

void cd_tables_leading(const cd_basis *b, cd_leading *leading)
{
    int orders = orders_known(b);
    if (orders == 0) {
        cd_leading_compute(b, leading);
        return;
    }
    cd_leading known;
    cd_arena arena = block(b->points, b->k, 1);
    cd_leading_layout(&arena, b->k, orders, &known);
    cd_leading_copy(b, &known, leading);
}
