/* by_rows.c - what the library does not do: a large matrix by itself, with vectors along its rows
 *
 * The elimination is that of src/eliminate.h.  Compiled for each instruction set.
 */
#include "kernels.h"
#include "eliminate.h"

/* x <- U^-1 x in columns from .. ld-1; row i of x less a row of U times those behind, four at a time. */
static void substitute(int n, double *a, int ld, int from)
{
    for (int i = n - 1; i >= 0; i--) {
        double *row = a + (long)i * ld;
        int j = i + 1;
        for (; j + 4 <= n; j += 4)
            subtract4(ld - from, row + j, a + (long)j * ld + from, ld, row + from);
        for (; j < n; j++)
            subtract1(ld - from, row[j], a + (long)j * ld + from, row + from);
        for (int c = from; c < ld; c += 4)
            *(cd_vec *)(row + c) *= cd_all(row[i]);
    }
}

int CD_ISA(bench_by_rows)(int n, double *a, int ld, int *pivot, double *work)
{
    int lost = eliminate_any(n, n, a, ld, pivot, work, work + (n + 3) / 4 * 4);
    if (lost < 0)
        substitute(n, a, ld, (n + 3) / 4 * 4);
    return lost;
}
