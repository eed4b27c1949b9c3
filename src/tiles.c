/* tiles.c - blocks of large matrices side by side
 *
 * t <- t - m s is done in tiles of four rows and three columns, which stay in registers for all columns of m: an entry of m
 * is loaded for three products and one of s for four.  The three columns of s are one piece, a strip: rows of a large
 * matrix stand in many pages.
 *
 * Rows of m that are zero up to some column, or from some column on, and zeros in the first rows of s are passed over:
 * Jacobians are often sparse, those of chains and of methods of lines banded.
 */
#include "tiles.h"
#include "unrolled.h"
#include "vector.h"

enum { ROWS = 4, COLUMNS = 3, MOST_GROUPS = 64 };

/* Neighbouring rows of m, ROWS of them or one, and its columns with something in them: first .. end-1. */
typedef struct group {
    int row, count, first, end;
} group;

/* w columns m[.., ld], and groups of its rows: first those from `at` on, in the order in which they are solved for by the
 * triangle that stands there, then others. */
typedef struct block {
    int w, at, n_own, n;
    const cd_vec *m;
    ptrdiff_t ld;
    group groups[CD_BLOCK + MOST_GROUPS];
} block;

/* Columns of a tile in one row, and in all. */
typedef struct entries {
    cd_vec x, y, z;
} entries;

typedef struct tile {
    entries a, b, c, d;
} tile;

/* ---- tiles ---------------------------------------------------------------------------------------- */

UNROLLED entries load(int columns, const cd_vec *from)
{
    entries e = {from[0], from[0], from[0]};
    if (columns > 1)
        e.y = from[1];
    if (columns > 2)
        e.z = from[2];
    return e;
}

UNROLLED void store(int columns, entries e, cd_vec *to)
{
    to[0] = e.x;
    if (columns > 1)
        to[1] = e.y;
    if (columns > 2)
        to[2] = e.z;
}

/* t - m s */
UNROLLED entries minus(int columns, entries t, cd_vec m, entries s)
{
    t.x = cd_minus_product(t.x, m, s.x);
    if (columns > 1)
        t.y = cd_minus_product(t.y, m, s.y);
    if (columns > 2)
        t.z = cd_minus_product(t.z, m, s.z);
    return t;
}

UNROLLED entries times(entries t, cd_vec m)
{
    return (entries){t.x * m, t.y * m, t.z * m};
}

UNROLLED tile load_tile(int rows, int columns, const cd_vec *from, ptrdiff_t ld)
{
    entries first = load(columns, from);
    if (rows < ROWS)
        return (tile){first, first, first, first};
    return (tile){first, load(columns, from + ld), load(columns, from + 2 * ld),
                  load(columns, from + 3 * ld)};
}

UNROLLED void store_tile(int rows, int columns, tile t, cd_vec *to, ptrdiff_t ld)
{
    store(columns, t.a, to);
    if (rows < ROWS)
        return;
    store(columns, t.b, to + ld);
    store(columns, t.c, to + 2 * ld);
    store(columns, t.d, to + 3 * ld);
}

/* t - m[rows, .] s[., COLUMNS], columns first .. end-1 of m */
UNROLLED tile subtract(int rows, int columns, tile t, const cd_vec *m, ptrdiff_t ld, int first, int end,
                       const cd_vec *s)
{
    for (int q = first; q < end; q++) {
        entries here = load(columns, s + q * COLUMNS);
        t.a = minus(columns, t.a, m[q], here);
        if (rows < ROWS)
            continue;
        t.b = minus(columns, t.b, m[ld + q], here);
        t.c = minus(columns, t.c, m[2 * ld + q], here);
        t.d = minus(columns, t.d, m[3 * ld + q], here);
    }
    return t;
}

/* L^-1 t, m[rows, rows] with the unit lower triangle L */
UNROLLED tile divide_lower(int rows, int columns, tile t, const cd_vec *m, ptrdiff_t ld)
{
    if (rows < ROWS)
        return t;
    t.b = minus(columns, t.b, m[ld], t.a);
    t.c = minus(columns, minus(columns, t.c, m[2 * ld], t.a), m[2 * ld + 1], t.b);
    t.d = minus(columns, minus(columns, t.d, m[3 * ld], t.a), m[3 * ld + 1], t.b);
    t.d = minus(columns, t.d, m[3 * ld + 2], t.c);
    return t;
}

/* U^-1 t, U with inverse diagonal */
UNROLLED tile divide_upper(int rows, int columns, tile t, const cd_vec *m, ptrdiff_t ld)
{
    if (rows < ROWS) {
        t.a = times(t.a, m[0]);
        return t;
    }
    t.d = times(t.d, m[3 * ld + 3]);
    t.c = times(minus(columns, t.c, m[2 * ld + 3], t.d), m[2 * ld + 2]);
    t.b = times(minus(columns, minus(columns, t.b, m[ld + 2], t.c), m[ld + 3], t.d), m[ld + 1]);
    t.a = minus(columns, minus(columns, t.a, m[1], t.b), m[2], t.c);
    t.a = times(minus(columns, t.a, m[3], t.d), m[0]);
    return t;
}

/* ---- groups of rows ------------------------------------------------------------------------------- */

/* Are columns q .. q+3 of a group zero in all lanes, whatever the sign? */
UNROLLED int zero_columns(const block *b, const group *g, int q)
{
    cd_mask bits = (cd_mask)cd_all(0);
    const cd_vec *m = b->m + g->row * b->ld + q;
    for (int r = 0; r < g->count; r++, m += b->ld)
        bits |= (cd_mask)m[0] | (cd_mask)m[1] | (cd_mask)m[2] | (cd_mask)m[3];
    return cd_is_zero((cd_vec)(bits << 1));
}

/* A group and its columns among first .. end-1 where something is, to the next four */
static group group_of(const block *b, int row, int count, int first, int end)
{
    group g = {.row = row, .count = count};
    while (first + 4 <= end && zero_columns(b, &g, first))
        first += 4;
    while (end - first >= 4 && zero_columns(b, &g, end - 4))
        end -= 4;
    g.first = first;
    g.end = end;
    return g;
}

/* Columns m[.., w] and their triangle from row `at` on; the last rows of an upper one are solved for first. */
static void open_block(int upper, int at, int w, const cd_vec *m, int ld, block *b)
{
    int n = 0, whole = w / ROWS * ROWS;
    b->w = w;
    b->at = at;
    b->m = m;
    b->ld = ld;
    for (int i = 0, count; i < w; i += count) {
        count = i < whole ? ROWS : 1;
        b->groups[n++] =
            upper ? group_of(b, at + w - i - count, count, w - i, w) : group_of(b, at + i, count, 0, i);
    }
    b->n_own = b->n = n;
}

/* Other rows from *row to last-1, as many as there is room for, but those that are zero; *row: the first one left out */
static void find_others(int *row, int last, block *b)
{
    int i = *row, most = b->n_own + MOST_GROUPS;
    for (b->n = b->n_own; i < last && b->n < most;) {
        group g = group_of(b, i, last - i < ROWS ? 1 : ROWS, 0, b->w);
        b->groups[b->n] = g;
        b->n += g.first < g.end;
        i += g.count;
    }
    *row = i;
}

/* ---- strips --------------------------------------------------------------------------------------- */

/* The first row of a strip with something in it, to the last four; w if there is none. */
UNROLLED int find_first(int columns, int w, const cd_vec *t, ptrdiff_t ld)
{
    for (int q = 0; q < w; q++, t += ld) {
        entries e = load(columns, t);
        if (!cd_is_zero((cd_vec)(((cd_mask)e.x | (cd_mask)e.y | (cd_mask)e.z) << 1)))
            return q / ROWS * ROWS;
    }
    return w;
}

/* t less multipliers times the rows of s from `first` on */
UNROLLED tile subtract_rows(int rows, int columns, const block *b, const group *g, int first, const cd_vec *s,
                            const cd_vec *t, ptrdiff_t ld)
{
    int begin = g->first > first ? g->first : first;
    tile here = load_tile(rows, columns, t + g->row * ld, ld);
    return subtract(rows, columns, here, b->m + g->row * b->ld, b->ld, begin, g->end, s);
}

/* .. and by the triangle, into s too */
UNROLLED void divide_group(int rows, int columns, int upper, const block *b, const group *g, int first,
                           cd_vec *s, cd_vec *t, ptrdiff_t ld)
{
    int own = g->row - b->at;
    const cd_vec *triangle = b->m + g->row * b->ld + own;
    tile here = subtract_rows(rows, columns, b, g, first, s, t, ld);
    here = upper ? divide_upper(rows, columns, here, triangle, b->ld)
                 : divide_lower(rows, columns, here, triangle, b->ld);
    store_tile(rows, columns, here, s + own * COLUMNS, COLUMNS);
    store_tile(rows, columns, here, t + g->row * ld, ld);
}

/* The block's own rows of a strip, into s too. */
UNROLLED void divide(int columns, int upper, const block *b, int first, cd_vec *s, cd_vec *t, ptrdiff_t ld)
{
    for (const group *g = b->groups, *end = g + b->n_own; g < end; g++)
        if (g->row - b->at < first)
            continue;
        else if (g->count == ROWS)
            divide_group(ROWS, columns, upper, b, g, first, s, t, ld);
        else
            divide_group(1, columns, upper, b, g, first, s, t, ld);
}

/* The other rows of a strip, less multipliers times s. */
UNROLLED void subtract_others(int columns, const block *b, int first, const cd_vec *s, cd_vec *t,
                              ptrdiff_t ld)
{
    for (const group *g = b->groups + b->n_own, *end = b->groups + b->n; g < end; g++)
        if (g->end <= first)
            continue;
        else if (g->count == ROWS)
            store_tile(ROWS, columns, subtract_rows(ROWS, columns, b, g, first, s, t, ld), t + g->row * ld,
                       ld);
        else
            store_tile(1, columns, subtract_rows(1, columns, b, g, first, s, t, ld), t + g->row * ld, ld);
}

/* A strip: its own rows, unless they are done, then the others. */
UNROLLED void sweep_strip(int columns, int upper, int done, const block *b, cd_vec *t, ptrdiff_t ld)
{
    cd_vec s[CD_BLOCK * COLUMNS], *own = t + b->at * ld;
    int first = find_first(columns, b->w, own, ld);
    if (first == b->w)
        return;
    if (upper) /* zeros fill from below */
        first = 0;
    for (int q = first; done && q < b->w; q++)
        store(columns, load(columns, own + q * ld), s + q * COLUMNS);
    if (!done)
        divide(columns, upper, b, first, s, t, ld);
    subtract_others(columns, b, first, s, t, ld);
}

UNROLLED void sweep_strips(int upper, int done, const block *b, int n, cd_vec *t, ptrdiff_t ld)
{
    int c = 0;
    for (; c + COLUMNS <= n; c += COLUMNS)
        sweep_strip(COLUMNS, upper, done, b, t + c, ld);
    if (n - c == 2)
        sweep_strip(2, upper, done, b, t + c, ld);
    else if (n - c == 1)
        sweep_strip(1, upper, done, b, t + c, ld);
}

/* t[.., n]: the block's own rows, then those from `row` to last-1 */
UNROLLED void sweep(int upper, block *b, int row, int last, int n, cd_vec *t, int ld)
{
    find_others(&row, last, b);
    sweep_strips(upper, 0, b, n, t, ld);
    while (row < last) {
        find_others(&row, last, b);
        sweep_strips(upper, 1, b, n, t, ld);
    }
}

void CD_ISA(cd_tiles_forward)(int w, int rows, int n, const double *m, int ldm, double *t, int ldt)
{
    block b;
    open_block(0, 0, w, (const cd_vec *)m, ldm, &b);
    sweep(0, &b, w, rows, n, (cd_vec *)t, ldt);
}

void CD_ISA(cd_tiles_backward)(int n, const double *a, int nb, double *b)
{
    block here;
    for (int w = (n - 1) % CD_BLOCK + 1, p = n - w; p >= 0; p -= CD_BLOCK, w = CD_BLOCK) {
        open_block(1, p, w, (const cd_vec *)a + p, n, &here);
        sweep(1, &here, 0, p, nb, (cd_vec *)b, nb);
    }
}
