/* tables.c - writes the constants of src/tables.c: tables FILE
 *
 * Run while the library is built (cmake/tables.cmake), from the same basis.c and leading.c as the library and with the
 * same rounding.  Hexadecimal numbers are exact.
 */
#include <stdio.h>
#include <string.h>

#include "tables.h"

enum { LINE = CD_ALIGNMENT / sizeof(double), ROOM = 1 << 12 };

static _Alignas(CD_ALIGNMENT) double block[ROOM];

/* One size: its tables in the block, and where in all constants they begin. */
typedef struct size {
    cd_basis basis;
    cd_leading leading;
    size_t first;
    size_t psi[CD_TABLED_ORDERS]; /* of fewer orders */
} size;

/* Fill the block; the number of doubles, 0 if there is no room. */
static size_t fill(int points, int k, size *s)
{
    int max_order = cd_min_int(k, CD_TABLED_ORDERS);
    cd_arena arena = {0};
    for (int pass = 0; pass < 2; pass++) {
        cd_basis_layout(&arena, k, max_order, &s->basis);
        cd_leading_layout(&arena, k, max_order, &s->leading);
        if (arena.used > sizeof block)
            return 0;
        if (pass == 0)
            arena = (cd_arena){.base = (char *)block, .size = sizeof block};
    }
    memset(block, 0, sizeof block);
    cd_basis_compute(&s->basis, points);
    cd_leading_compute(&s->basis, &s->leading);
    return arena.used / sizeof *block;
}

static void write_numbers(FILE *file, size_t n, const double *x)
{
    for (size_t i = 0; i < n; i++)
        fprintf(file, "%s%a,", i % 4 == 0 ? "\n    " : " ", x[i]);
}

/* psi[k, orders+1, k] out of the table of all orders; the number of doubles, padded. */
static size_t write_psi(FILE *file, const cd_basis *b, int orders)
{
    double psi[ROOM] = {0};
    size_t k = (size_t)b->k, row = k * ((size_t)orders + 1), n = (row * k + LINE - 1) / LINE * LINE;
    for (size_t j = 0; j < k; j++)
        memcpy(psi + j * row, b->psi + j * k * ((size_t)b->max_order + 1), row * sizeof *psi);
    write_numbers(file, n, psi);
    return n;
}

static void write_place(FILE *file, const size *s, const char *name, const double *at)
{
    fprintf(file, ".%s = AT(%zu), ", name, s->first + (size_t)(at - block));
}

static void write_basis(FILE *file, const size *s)
{
    const cd_basis *b = &s->basis;
    fprintf(file, "{.k = %d, ", b->k);
    write_place(file, s, "rho", b->rho);
    write_place(file, s, "weight", b->weight);
    write_place(file, s, "psi_end", b->psi_end);
    write_place(file, s, "lagrange_half", b->lagrange_half);
    write_place(file, s, "psi_middle", b->psi_middle);
    write_place(file, s, "lagrange_start", b->lagrange_start);
    write_place(file, s, "slopes", b->slopes);
    write_place(file, s, "coefficient", b->coefficient);
    fprintf(file, "},\n");
}

static void write_psi_places(FILE *file, const size *s)
{
    fprintf(file, "{");
    for (int orders = 1; orders <= s->basis.max_order; orders++)
        fprintf(file, "AT(%zu), ", s->psi[orders - 1]);
    fprintf(file, "},\n");
}

static void write_leading(FILE *file, const size *s)
{
    const cd_leading *l = &s->leading;
    fprintf(file, "{");
    write_place(file, s, "most", l->most);
    write_place(file, s, "top", l->top);
    write_place(file, s, "tau", l->tau);
    write_place(file, s, "factor", l->factor);
    write_place(file, s, "coarse", l->coarse);
    write_place(file, s, "fine", l->fine);
    write_place(file, s, "bubble", l->bubble);
    fprintf(file, "},\n");
}

/* type name[Gauss, Radau][k - 1]more */
static void write_table(FILE *file, const char *declaration, const char *more, size s[2][CD_TABLED_POINTS],
                        void (*write)(FILE *, const size *))
{
    fprintf(file, "\nstatic %s[2][CD_TABLED_POINTS]%s = {{\n", declaration, more);
    for (int kind = 0; kind < 2; kind++) {
        for (int k = 0; k < CD_TABLED_POINTS; k++)
            write(file, &s[kind][k]);
        fprintf(file, kind == 0 ? "}, {\n" : "}};\n");
    }
}

static int write_tables(FILE *file)
{
    static const int kinds[2] = {COLDAE_GAUSS, COLDAE_RADAU};
    static size sizes[2][CD_TABLED_POINTS];
    size_t total = 0;
    fprintf(file, "/* written by tools/tables.c from basis.c and leading.c */\n"
                  "static const _Alignas(CD_ALIGNMENT) double CONSTANTS[] = {");
    for (int kind = 0; kind < 2; kind++)
        for (int k = 1; k <= CD_TABLED_POINTS; k++) {
            size *s = &sizes[kind][k - 1];
            size_t n = fill(kinds[kind], k, s);
            if (n == 0)
                return 1;
            write_numbers(file, n, block);
            s->first = total;
            total += n;
            for (int orders = 1; orders < s->basis.max_order; orders++) {
                s->psi[orders - 1] = total;
                total += write_psi(file, &s->basis, orders);
            }
            s->psi[s->basis.max_order - 1] = s->first + (size_t)(s->basis.psi - block);
        }
    fprintf(file, "\n};\n#define AT(i) ((double *)CONSTANTS + (i)) /* only read from */\n");
    write_table(file, "const cd_basis BASES", "", sizes, write_basis);
    write_table(file, "double *const PSI", "[CD_TABLED_ORDERS]", sizes, write_psi_places);
    write_table(file, "const cd_leading LEADING", "", sizes, write_leading);
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
