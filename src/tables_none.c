/* tables_none.c - in place of tables.c where no program can be run while the library is built: all sizes are computed */
#include "tables.h"

void cd_tables_layout_basis(cd_arena *arena, int points, int k, int max_order, cd_basis *b)
{
    cd_basis_layout(arena, k, max_order, b);
    b->points = points;
}

void cd_tables_basis(cd_basis *b)
{
    cd_basis_compute(b, b->points);
}

void cd_tables_layout_leading(cd_arena *arena, const cd_basis *b, cd_leading *leading)
{
    cd_leading_layout(arena, b->k, b->max_order, leading);
}

void cd_tables_leading(const cd_basis *b, cd_leading *leading)
{
    cd_leading_compute(b, leading);
}
