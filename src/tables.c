/* tables.c - the basis and the leading terms of frequent sizes are constants
 *
 * They depend on nothing but the kind of points, k and max_order, and to compute them would be up to a quarter of the
 * work of a small problem.  The constants are filled by cd_basis_compute and cd_leading_compute while the library is
 * built (tools/tables.c): no digit is typed and none can be out of date.  Tables of more orders begin with those of
 * fewer, so there is one block for each k; psi at the points has an own table for each number of orders.
 */
#include "tables.h"
#include "tables_data.h"

static int are_known(int k, int max_order)
{
    return k <= CD_TABLED_POINTS && max_order <= cd_min_int(k, CD_TABLED_ORDERS);
}

void cd_tables_layout_basis(cd_arena *arena, int points, int k, int max_order, cd_basis *b)
{
    int radau = points == COLDAE_RADAU;
    if (are_known(k, max_order)) {
        *b = BASES[radau][k - 1];
        b->max_order = max_order;
        b->psi = PSI[radau][k - 1][max_order - 1];
    } else {
        cd_basis_layout(arena, k, max_order, b);
    }
    b->points = points;
}

void cd_tables_basis(cd_basis *b)
{
    if (!are_known(b->k, b->max_order))
        cd_basis_compute(b, b->points);
}

void cd_tables_layout_leading(cd_arena *arena, const cd_basis *b, cd_leading *leading)
{
    if (are_known(b->k, b->max_order))
        *leading = LEADING[b->points == COLDAE_RADAU][b->k - 1];
    else
        cd_leading_layout(arena, b->k, b->max_order, leading);
}

void cd_tables_leading(const cd_basis *b, cd_leading *leading)
{
    if (!are_known(b->k, b->max_order))
        cd_leading_compute(b, leading);
}
