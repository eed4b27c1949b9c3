/* tables_none.c - in place of tables.c where no program can be run while the library is built: all sizes are computed */
#include "tables.h"

void cd_tables_basis(cd_basis *b, int points)
{
    cd_basis_compute(b, points);
}

void cd_tables_leading(const cd_basis *b, cd_leading *leading)
{
    cd_leading_compute(b, leading);
}
