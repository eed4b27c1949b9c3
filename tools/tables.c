/* tables.c - writes the constants of src/tables.c: tables FILE
 *
 * Run while the library is built (cmake/tables.cmake), from the same basis.c and leading.c as the library and with the
 * same rounding.  Hexadecimal numbers are exact.
 */
#include <stdio.h>
#include <string.h>

#include "tables.h"

static _Alignas(CD_ALIGNMENT) double block[1 << 12];

/* The block of one size.  *leading: where its leading terms begin.  The number of doubles, 0 if there is no room. */
static size_t fill(int points, int k, size_t *leading)
{
    int max_order = cd_min_int(k, CD_TABLED_ORDERS);
    cd_arena arena = {0};
    cd_basis b;
    cd_leading l;
    for (int pass = 0; pass < 2; pass++) {
        cd_basis_layout(&arena, k, max_order, &b);
        *leading = arena.used / sizeof *block;
        cd_leading_layout(&arena, k, max_order, &l);
        if (arena.used > sizeof block)
            return 0;
        if (pass == 0)
            arena = (cd_arena){.base = (char *)block, .size = sizeof block};
    }
    memset(block, 0, sizeof block);
    cd_basis_compute(&b, points);
    cd_leading_compute(&b, &l);
    return arena.used / sizeof *block;
}

static int write_tables(FILE *file)
{
    static const int kinds[2] = {COLDAE_GAUSS, COLDAE_RADAU};
    size_t first[2][CD_TABLED_POINTS][2], total = 0;
    fprintf(file, "/* written by tools/tables.c from basis.c and leading.c */\n"
                  "static const _Alignas(CD_ALIGNMENT) double CONSTANTS[] = {");
    for (int kind = 0; kind < 2; kind++)
        for (int k = 1; k <= CD_TABLED_POINTS; k++) {
            size_t leading, size = fill(kinds[kind], k, &leading);
            if (size == 0)
                return 1;
            for (size_t i = 0; i < size; i++)
                fprintf(file, "%s%a,", i % 4 == 0 ? "\n    " : " ", block[i]);
            first[kind][k - 1][0] = total;
            first[kind][k - 1][1] = total + leading;
            total += size;
        }
    fprintf(file, "\n};\n\n/* where they begin: [Gauss, Radau][k - 1][basis, leading terms] */\n"
                  "static const int FIRST[2][CD_TABLED_POINTS][2] = {");
    for (int kind = 0; kind < 2; kind++) {
        fprintf(file, "\n    {");
        for (int k = 0; k < CD_TABLED_POINTS; k++)
            fprintf(file, "{%zu, %zu}, ", first[kind][k][0], first[kind][k][1]);
        fprintf(file, "},");
    }
    fprintf(file, "\n};\n");
    return ferror(file) != 0;
}

int main(int count, char **arguments)
{
    FILE *file = count == 2 ? fopen(arguments[1], "w") : NULL;
    if (!file)
        return 1;
    int failed = write_tables(file);
    return fclose(file) != 0 || failed;
}
