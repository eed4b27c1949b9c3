/* ends.c - the two sweeps of the block solver, the steps of blocks.c for each interval, and the rows where they meet
 *
 * Frequent sizes (s = 2 to 4 without border, half of the conditions at either end) get their own, unrolled code.
 */
#include "eliminate.h"
#include "ends.h"
#include "unrolled.h"

enum { MOST_USUAL = 8 }; /* rows of a step, and columns with padding, of those sizes */

static inline double *stack_of(const cd_blocks *b, int n)
{
    return b->stack + b->offset[n - 1] * (size_t)b->ld;
}

static inline int steps_of(const cd_blocks *b, int end)
{
    return end == 0 ? b->middle : b->n - b->middle;
}

static inline int interval_of(const cd_blocks *b, int end, int step)
{
    return end == 0 ? 1 + step : b->n - step;
}

UNROLLED void copy(int n, const double *from, double *to)
{
    int i = 0;
    for (; i + CD_WIDTH <= n; i += CD_WIDTH)
        cd_store(to + i, cd_load(from + i));
    for (; i < n; i++)
        to[i] = from[i];
}

/* Two numbers at any address: where they were not written one by one just before, which would make loads wait. */
typedef double pair __attribute__((vector_size(16), may_alias, aligned(8)));

UNROLLED void copy_pairs(int n, const double *from, double *to)
{
    int i = 0;
    for (; i + CD_WIDTH <= n; i += CD_WIDTH)
        cd_store(to + i, cd_load(from + i));
    for (; i + 2 <= n; i += 2)
        *(pair *)(to + i) = *(const pair *)(from + i);
    for (; i < n; i++)
        to[i] = from[i];
}

UNROLLED void copy_negative(int n, const double *from, double *to)
{
    int i = 0;
    for (; i + CD_WIDTH <= n; i += CD_WIDTH)
        cd_store(to + i, -cd_load(from + i));
    for (; i + 2 <= n; i += 2)
        *(pair *)(to + i) = -*(const pair *)(from + i);
    for (; i < n; i++)
        to[i] = -from[i];
}

UNROLLED void clear(int n, double *to)
{
    int i = 0;
    for (; i + CD_WIDTH <= n; i += CD_WIDTH)
        cd_store(to + i, cd_all(0));
    for (; i + 2 <= n; i += 2)
        *(pair *)(to + i) = (pair){0, 0};
    for (; i < n; i++)
        to[i] = 0;
}

/* ---- the rows ------------------------------------------------------------------------------------- */

UNROLLED void put_rows(int s, int c, int ld, int at_phi, const double *Phi, double *row)
{
    int at_unit = s - at_phi;
    for (int i = 0; i < s; i++, row += ld, Phi += s + c) {
        copy_negative(s, Phi, row + at_phi);
        clear(s, row + at_unit);
        row[at_unit + i] = 1;
        copy_negative(c, Phi + s, row + 2 * s);
        clear(ld - 2 * s - c, row + 2 * s + c);
    }
}

UNROLLED void put_any(const cd_blocks *b, int n, int count, int s, int c, int ld, const double *Phi)
{
    const int *carried = b->carried;
    const size_t *offset = b->offset;
    double *stacks = b->stack;
    int middle = b->middle;
    for (; count > 0; count--, n++, Phi += s * (s + c)) {
        double *row = stacks + (offset[n - 1] + (size_t)carried[n - 1]) * (size_t)ld;
        if (n <= middle)
            put_rows(s, c, ld, 0, Phi, row);
        else
            put_rows(s, c, ld, s, Phi, row);
    }
}

static void put_intervals(cd_blocks *b, int n, int count, const double *Phi)
{
    if (b->s == 2 && b->c == 0)
        put_any(b, n, count, 2, 0, 4, Phi);
    else if (b->s == 3 && b->c == 0)
        put_any(b, n, count, 3, 0, 8, Phi);
    else if (b->s == 4 && b->c == 0)
        put_any(b, n, count, 4, 0, 8, Phi);
    else
        put_any(b, n, count, b->s, b->c, b->ld, Phi);
}

/* A row (z, border) becomes one with the columns of the other z between them, zero: gap = s, or 0 in the middle. */
UNROLLED void widen(int s, int c, const double *source, int gap, double *row, int ld)
{
    copy_pairs(s, source, row);
    clear(gap, row + s);
    copy_pairs(c, source + s, row + s + gap);
    clear(ld - s - gap - c, row + s + gap + c);
}

/* The conditions at a point behind the rows that are carried there; all rows. */
UNROLLED int collect_point(const cd_blocks *b, int s, int c, int rows, int point, int gap, double *to, int ld)
{
    for (int i = b->first[point]; i < b->first[point + 1]; i++, rows++)
        widen(s, c, b->point + (size_t)i * (size_t)(s + c), gap, to + (size_t)rows * (size_t)ld, ld);
    return rows;
}

UNROLLED void collect_carried(int s, int c, int rows, const double *left_over, int gap, double *to,
                              int from_ld, int ld)
{
    for (int i = 0; i < rows; i++, left_over += from_ld, to += ld)
        widen(s, c, left_over, gap, to, ld);
}

/* ---- factor --------------------------------------------------------------------------------------- */

/* The sweep of an end; `usual` is the number of rows that most steps have, 0: any.  What stands in b is read into locals:
 * vectors may overwrite anything as far as the compiler knows.  Stacks follow each other in the order of the steps. */
UNROLLED void factor_any(cd_ends *e, int end, int s, int c, int ld, int usual)
{
    cd_blocks *b = e->b;
    const int *first = b->first;
    int steps = steps_of(b, end), lost = -1, kept = 0;
    if (steps == 0)
        return;
    ptrdiff_t n = interval_of(b, end, 0), point = end == 0 ? n - 1 : n, by = end == 0 ? 1 : -1;
    int *pivot = b->pivot + (n - 1) * s;
    double *stack = stack_of(b, (int)n), norm = 0, few[2 * MOST_USUAL] __attribute__((aligned(32)));
    const double *left_over = NULL;
    double *scale = usual ? few : b->forward + b->offset[n - 1],
           *column = usual ? few + MOST_USUAL : b->work[end];
    for (; steps > 0; steps--, point += by, pivot += by * s) {
        int rows = kept + first[point + 1] - first[point] + s;
        collect_carried(s, c, kept, left_over, s, stack, ld, ld);
        if (rows > kept + s)
            (void)collect_point(b, s, c, kept, (int)point, s, stack, ld);
        double size = norm_any(s, stack + (rows - s) * ld, ld);
        norm = size > norm ? size : norm;
        lost = rows == usual ? eliminate_any(usual, s, stack, ld, pivot, scale, column)
                             : eliminate_any(rows, s, stack, ld, pivot, scale, column);
        if (lost >= 0)
            break;
        kept = rows - s;
        left_over = stack + s * ld + s;
        stack += rows * ld;
        scale += usual ? 0 : rows;
    }
    e->lost[end] = lost;
    e->where[end] = (int)point;
    e->norm[end] = norm;
}

static coldae_status factor(void *context, int end, int worker)
{
    cd_ends *e = context;
    const cd_blocks *b = e->b;
    (void)worker;
    e->lost[end] = -1;
    e->norm[end] = 0;
    if (b->s == 2 && b->c == 0)
        factor_any(e, end, 2, 0, 4, 3);
    else if (b->s == 3 && b->c == 0)
        factor_any(e, end, 3, 0, 8, 5);
    else if (b->s == 4 && b->c == 0)
        factor_any(e, end, 4, 0, 8, 6);
    else
        factor_any(e, end, b->s, b->c, b->ld, 0);
    return COLDAE_OK;
}

/* ---- right-hand sides ----------------------------------------------------------------------------- */

/* Right-hand sides of the steps: carried values, point values, interval values; eliminated in place. */
UNROLLED void forward_sweep(const cd_ends *e, int end, int s, int ld, int usual)
{
    cd_blocks *b = e->b;
    int steps = steps_of(b, end), kept = 0;
    if (steps == 0)
        return;
    ptrdiff_t n = interval_of(b, end, 0), by = end == 0 ? 1 : -1;
    const int *pivot = b->pivot + (n - 1) * s, *first = b->first + (end == 0 ? n - 1 : n);
    const double *stack = stack_of(b, (int)n), *g = e->g, *phi = e->phi + (n - 1) * s, *before = NULL;
    double *f = b->forward + b->offset[n - 1], *work = b->work[end];
    for (; steps > 0; steps--, first += by, pivot += by * s, phi += by * s) {
        int rows = kept + first[1] - first[0] + s;
        if (rows == usual && kept == usual - s) { /* nothing new at this point */
            for (int j = 0; j < usual - s; j++)
                f[j] = before[j];
            copy(s, phi, f + usual - s);
            forward_any(usual, s, stack, ld, pivot, f, work);
            before = f + s;
            f += usual;
            stack += usual * ld;
            continue;
        }
        for (int j = 0; j < kept; j++)
            f[j] = before[j];
        for (int j = kept; j < rows - s; j++)
            f[j] = g[first[0] + j - kept];
        copy(s, phi, f + rows - s);
        forward_any(rows, s, stack, ld, pivot, f, work);
        before = f + s;
        kept = rows - s;
        f += rows;
        stack += rows * ld;
    }
}

static coldae_status forward(void *context, int end, int worker)
{
    const cd_ends *e = context;
    const cd_blocks *b = e->b;
    (void)worker;
    if (b->s == 2 && b->c == 0)
        forward_sweep(e, end, 2, 4, 3);
    else if (b->s == 3 && b->c == 0)
        forward_sweep(e, end, 3, 8, 5);
    else if (b->s == 4 && b->c == 0)
        forward_sweep(e, end, 4, 8, 6);
    else
        forward_sweep(e, end, b->s, b->ld, 0);
    return COLDAE_OK;
}

/* From the middle outwards: eliminated z = U^-1 (f - F other - H border) */
UNROLLED void backward_sweep(const cd_ends *e, int end, int s, int c, int ld)
{
    const cd_blocks *b = e->b;
    const size_t *offset = b->offset;
    int steps = steps_of(b, end);
    if (steps == 0)
        return;
    ptrdiff_t n = interval_of(b, end, steps - 1), point = end == 0 ? n - 1 : n, by = end == 0 ? -1 : 1;
    const double *stacks = b->stack, *forward = b->forward;
    double *x = b->work[end], *z = e->z;
    clear(ld, x);
    copy(c, e->border, x + 2 * s);
    copy(s, z + b->middle * s, x + s);
    for (; steps > 0; steps--, n += by, point += by) {
        backward_any(s, stacks + offset[n - 1] * (size_t)ld, ld, forward + offset[n - 1], x);
        copy(s, x, z + point * s);
        copy(s, x, x + s); /* the other z of the next step */
    }
}

static coldae_status backward(void *context, int end, int worker)
{
    const cd_ends *e = context;
    const cd_blocks *b = e->b;
    (void)worker;
    if (b->s == 2 && b->c == 0)
        backward_sweep(e, end, 2, 0, 4);
    else if (b->s == 3 && b->c == 0)
        backward_sweep(e, end, 3, 0, 8);
    else if (b->s == 4 && b->c == 0)
        backward_sweep(e, end, 4, 0, 8);
    else
        backward_sweep(e, end, b->s, b->c, b->ld);
    return COLDAE_OK;
}

/* ---- the middle ----------------------------------------------------------------------------------- */

/* The rows in the middle: what the left sweep carried, the conditions here, what the right sweep carried.  In passing the
 * norm meets the conditions of all points. */
UNROLLED int factor_rows(cd_blocks *b, int s, int c, int ld)
{
    int m = b->middle, size = s + c, core_ld = cd_rows_ld(size), rows = m > 0 ? b->carried[m - 1] : 0;
    double *core = b->core, norm = b->norm;
    const double *row = b->point;
    for (int i = 0; i < size; i++, row += size) {
        double sum = 0;
        for (int j = 0; j < size; j++)
            sum += fabs(row[j]);
        norm = sum > norm ? sum : norm;
    }
    b->norm = norm;
    if (m > 0)
        collect_carried(s, c, rows, stack_of(b, m) + s * ld + s, 0, core, ld, core_ld);
    rows = collect_point(b, s, c, rows, m, 0, core, core_ld);
    if (m < b->n)
        collect_carried(s, c, b->carried[m], stack_of(b, m + 1) + s * ld + s, 0, core + rows * core_ld, ld,
                        core_ld);
    return eliminate_any(size, size, core, core_ld, b->core_pivot, b->work[0] + ld, b->work[0]);
}

static int factor_middle(cd_blocks *b)
{
    if (b->s == 2 && b->c == 0)
        return factor_rows(b, 2, 0, 4);
    if (b->s == 3 && b->c == 0)
        return factor_rows(b, 3, 0, 8);
    if (b->s == 4 && b->c == 0)
        return factor_rows(b, 4, 0, 8);
    return factor_rows(b, b->s, b->c, b->ld);
}

/* z in the middle and the border */
UNROLLED void solve_rows(const cd_ends *e, int s, int c, int ld)
{
    const cd_blocks *b = e->b;
    int m = b->middle, size = s + c, core_ld = cd_rows_ld(size), rows = 0;
    double *f = b->work[0], *x = b->core_x;
    if (m > 0) {
        const double *carried = b->forward + b->offset[m - 1] + s;
        for (; rows < b->carried[m - 1]; rows++)
            f[rows] = carried[rows];
    }
    for (int i = b->first[m]; i < b->first[m + 1]; i++)
        f[rows++] = e->g[i];
    if (m < b->n) {
        const double *carried = b->forward + b->offset[m] + s;
        for (int i = 0; i < b->carried[m]; i++)
            f[rows + i] = carried[i];
    }
    forward_any(size, size, b->core, core_ld, b->core_pivot, f, b->work[0] + ld);
    clear(core_ld, x);
    backward_any(size, b->core, core_ld, f, x);
    copy(s, x, e->z + m * s);
    copy(c, x + s, e->border);
}

static void solve_middle(const cd_ends *e)
{
    const cd_blocks *b = e->b;
    if (b->s == 2 && b->c == 0)
        solve_rows(e, 2, 0, 4);
    else if (b->s == 3 && b->c == 0)
        solve_rows(e, 3, 0, 8);
    else if (b->s == 4 && b->c == 0)
        solve_rows(e, 4, 0, 8);
    else
        solve_rows(e, b->s, b->c, b->ld);
}

const cd_sweeps CD_ISA(cd_sweeps) = {.put_intervals = put_intervals,
                                     .factor = factor,
                                     .forward = forward,
                                     .backward = backward,
                                     .factor_middle = factor_middle,
                                     .solve_middle = solve_middle};
