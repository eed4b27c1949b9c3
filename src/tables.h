/* tables.h - the basis and the leading terms of any size: frequent ones are constants, the others computed
 *
 * With the constants tables.c is a part of the library, without them tables_none.c (CMakeLists.txt).
 */
#ifndef CD_TABLES_H
#define CD_TABLES_H

#include "leading.h"

/* The sizes with constants: k up to here, max_order up to here and to k.  choose_points in method.c takes no more
 * points but for orders above 7; few problems have orders above 4. */
enum { CD_TABLED_POINTS = 8, CD_TABLED_ORDERS = 4 };

/* Lay out, then fill with what cd_basis_compute and cd_leading_compute find, bit by bit.  Frequent sizes point to
 * constants, which nobody may write to: nothing is taken from the arena and nothing is left to fill. */
void cd_tables_layout_basis(cd_arena *arena, int points, int k, int max_order, cd_basis *basis);
void cd_tables_basis(cd_basis *basis);
/* .. for a basis that is laid out */
void cd_tables_layout_leading(cd_arena *arena, const cd_basis *basis, cd_leading *leading);
void cd_tables_leading(const cd_basis *basis, cd_leading *leading);

#endif
