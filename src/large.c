/* large.c - Gaussian elimination of large matrices side by side, in blocks of columns
 *
 * A block is eliminated two panels at a time, from its first row to the last one that has something in it.  The columns
 * behind the block, and b, follow in tiles: so they are loaded and stored once for all its columns.
 */
#include "large.h"
#include "panels.h"
#include "tiles.h"

/* The rows of a panel, from column `end` to last-1, by those above them. */
UNROLLED void finish_rows(int n, int p, int w, int end, int last, cd_vec *a)
{
    for (int i = p + 1; i < p + w; i++)
        subtract_any(i - p, last - end, a + i * n + p, a + p * n + end, n, a + i * n + end);
}

/* Two panels at p: the columns to last-1 are touched once for both.  -1 or the column that is lost. */
static int factor_pair(int rows, int n, int p, int last, cd_vec *a, int nb, cd_vec *b, int *pivot,
                       cd_vec limit, cd_vec *scale, const cd_vec *column, int *lane)
{
    int middle = p + PANEL, end = p + PAIR;
    int lost = factor_panel(rows, n, p, PANEL, a, nb, b, pivot, limit, scale, column, lane);
    if (lost >= 0)
        return lost;
    finish_rows(n, p, PANEL, middle, last, a);
    subtract_panel(n, p, middle, rows, middle, PANEL, a, 0, b); /* the columns of the second panel only .. */
    lost = factor_panel(rows, n, middle, PANEL, a, nb, b, pivot, limit, scale, column, lane);
    if (lost >= 0)
        return lost;
    subtract_panel(n, p, middle, end, end, last - end, a, 0, b); /* .. its rows .. */
    finish_rows(n, middle, PANEL, end, last, a);
    for (int i = end; i < rows && end < last; i++) { /* .. and the rest */
        const cd_vec *m = a + i * n + p;
        if (!all_zero(m) || !all_zero(m + PANEL))
            subtract(PAIR, last - end, m, a + p * n + end, n, a + i * n + end);
    }
    return -1;
}

/* Columns p .. last-1 of a large matrix, panel by panel: -1 or the column that is lost. */
static int factor_block(int rows, int n, int p, int last, cd_vec *a, int nb, cd_vec *b, int *pivot,
                        cd_vec limit, cd_vec *scale, const cd_vec *column, int *lane)
{
    int lost = -1;
    for (; p + PAIR <= last && lost < 0; p += PAIR)
        lost = factor_pair(rows, n, p, last, a, nb, b, pivot, limit, scale, column, lane);
    for (; p < last && lost < 0; p += PANEL) {
        int w = last - p < PANEL ? last - p : PANEL, end = p + w;
        lost = factor_panel(rows, n, p, w, a, nb, b, pivot, limit, scale, column, lane);
        finish_rows(n, p, w, end, last, a);
        if (lost < 0 && end < last)
            subtract_panel(n, p, end, rows, end, last - end, a, 0, b);
    }
    return lost;
}

/* The last of rows with something in columns p .. last-1, and the next: those behind take no part in their elimination. */
static int end_of_rows(int n, int p, int last, const cd_vec *a)
{
    int rows = n;
    for (const cd_vec *row = a + (ptrdiff_t)(n - 1) * n; rows > last; rows--, row -= n) {
        cd_mask bits = (cd_mask)row[p];
        for (int c = p + 1; c < last; c++)
            bits |= (cd_mask)row[c];
        if (!cd_is_zero((cd_vec)(bits << 1)))
            break;
    }
    return rows;
}

int CD_ISA(cd_large_factor)(int n, double *matrix, int nb, double *right, int *pivot, double threshold,
                            double *work, int *lane)
{
    cd_vec *a = (cd_vec *)matrix, *b = (cd_vec *)right, *scale = (cd_vec *)work, *column = scale + n;
    find_scales(n, a, scale, column);
    for (int p = 0, w; p < n; p += w) {
        w = n - p < CD_BLOCK ? n - p : CD_BLOCK;
        int rows = end_of_rows(n, p, p + w, a);
        int lost = factor_block(rows, n, p, p + w, a, nb, b, pivot, cd_all(threshold), scale, column, lane);
        if (lost >= 0)
            return lost;
        const double *top = (double *)(a + (ptrdiff_t)p * n + p);
        double *behind = (double *)(a + (ptrdiff_t)p * n + p + w),
               *right_here = (double *)(b + (ptrdiff_t)p * nb);
        CD_ISA(cd_tiles_forward)(w, rows - p, n - p - w, top, n, behind, n);
        CD_ISA(cd_tiles_forward)(w, rows - p, nb, top, n, right_here, nb);
    }
    CD_ISA(cd_tiles_backward)(n, matrix, nb, right);
    return -1;
}
