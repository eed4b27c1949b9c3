/* blocks.c - almost-block-diagonal linear systems, bordered: put, factor, solve, condition estimate
 *
 * Two sweeps, from both ends to the middle.  Each step stacks the carried rows over the rows of one interval,
 *
 *     left sweep:   [ carried  0    H ]         right sweep:  [ carried  0    H  ]
 *                   [ -Phi     I  -Psi]  z_{n-1}, z_n, b      [ I      -Phi -Psi ]  z_n, z_{n-1}, b
 *
 * and eliminates the first s columns with scaled row pivoting (row scales include the border columns and exclude
 * the right-hand side).  The rows left over hold the other z only and are carried on; conditions at interior
 * points join them when the sweep passes.  In the middle s+c rows are left for z_middle and b.
 * The partition depends on n alone, so results do not depend on who computes which half.
 */
#include <math.h>
#include <string.h>

#include "blocks.h"
#include "cpu.h"
#include "vector.h"

static const double ENOUGH = 4e4; /* multiplications that are worth a second thread */

static int is_left(const cd_blocks *b, int n) /* interval n = 1 .. N */
{
    return n <= b->middle;
}

void cd_blocks_layout(cd_arena *arena, int n, int s, int c, const int *count, cd_blocks *b)
{
    size_t points = (size_t)n + 1, size = (size_t)(s + c);
    b->n = n;
    b->s = s;
    b->c = c;
    b->ld = cd_rows_ld(2 * s + c);
    b->middle = n / 2;
    b->kernels = cd_cpu_has_avx2() ? &cd_rows_avx2 : &cd_rows_baseline;
    b->pool = NULL;
    b->count = cd_arena_take(arena, points, sizeof(int));
    b->first = cd_arena_take(arena, points + 1, sizeof(int));
    b->carried = cd_arena_take(arena, points, sizeof(int));
    b->offset = cd_arena_take(arena, points, sizeof(size_t));
    size_t rows = 0;
    int r = 0;
    for (int i = 1; i <= n; i++) { /* left steps 1 .. middle, then right steps n .. middle+1 */
        int interval = i <= b->middle ? i : n + b->middle + 1 - i;
        if (interval == n && i > b->middle)
            r = 0;
        r += count[i <= b->middle ? interval - 1 : interval];
        if (arena->base) {
            b->carried[interval - 1] = r;
            b->offset[interval - 1] = rows;
        }
        rows += (size_t)(r + s);
    }
    if (arena->base) {
        memcpy(b->count, count, points * sizeof(int));
        b->first[0] = 0;
        for (int j = 0; j <= n; j++)
            b->first[j + 1] = b->first[j] + count[j];
    }
    b->point = cd_take_doubles(arena, size * size);
    b->stack = cd_take_doubles(arena, rows * (size_t)b->ld);
    b->pivot = cd_arena_take(arena, (size_t)s * (size_t)n, sizeof(int));
    b->core = cd_take_doubles(arena, size * (size_t)cd_rows_ld(s + c));
    b->core_pivot = cd_arena_take(arena, size, sizeof(int));
    b->forward = cd_take_doubles(arena, rows);
    b->core_x = cd_take_doubles(arena, (size_t)cd_rows_ld(s + c));
    for (int end = 0; end < 2; end++)
        b->work[end] = cd_take_doubles(arena, 2 * (size_t)b->ld);
}

static double *stack_of(const cd_blocks *b, int n)
{
    return b->stack + b->offset[n - 1] * (size_t)b->ld;
}

/* Inlined where s and c are constants. */
#define UNROLLED static inline __attribute__((always_inline))

UNROLLED void copy(int n, const double *from, double *to)
{
    int i = 0;
    for (; i + CD_WIDTH <= n; i += CD_WIDTH)
        cd_store(to + i, cd_load(from + i));
    for (; i < n; i++)
        to[i] = from[i];
}

UNROLLED void copy_negative(int n, const double *from, double *to)
{
    int i = 0;
    for (; i + CD_WIDTH <= n; i += CD_WIDTH)
        cd_store(to + i, -cd_load(from + i));
    for (; i < n; i++)
        to[i] = -from[i];
}

UNROLLED void clear(int n, double *to)
{
    int i = 0;
    for (; i + CD_WIDTH <= n; i += CD_WIDTH)
        cd_store(to + i, cd_all(0));
    for (; i < n; i++)
        to[i] = 0;
}

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

void cd_blocks_put_interval(cd_blocks *b, int n, const double *Phi)
{
    int s = b->s, c = b->c, at_phi = is_left(b, n) ? 0 : s;
    double *row = stack_of(b, n) + (size_t)b->carried[n - 1] * (size_t)b->ld;
    if (s == 2 && c == 0)
        put_rows(2, 0, 4, at_phi, Phi, row);
    else if (s == 4 && c == 0)
        put_rows(4, 0, 8, at_phi, Phi, row);
    else
        put_rows(s, c, b->ld, at_phi, Phi, row);
}

void cd_blocks_put_point(cd_blocks *b, int j, int i, const double *row)
{
    size_t size = (size_t)(b->s + b->c);
    memcpy(b->point + (size_t)(b->first[j] + i) * size, row, size * sizeof(double));
}

/* A row (z, border) becomes one with the columns of the other z between them, zero: gap = s, or 0 in the middle. */
UNROLLED void widen(int s, int c, const double *source, int gap, double *row, int ld)
{
    copy(s, source, row);
    clear(gap, row + s);
    copy(c, source + s, row + s + gap);
    clear(ld - s - gap - c, row + s + gap + c);
}

/* The rows for the elimination of a point: what the interval `from` (0: none) left over, then the conditions there. */
UNROLLED int collect_any(const cd_blocks *b, int s, int c, int from, int point, int gap, double *to, int ld)
{
    int rows = 0;
    if (from) {
        const double *left_over = stack_of(b, from) + (size_t)s * (size_t)b->ld + s;
        for (int carried = b->carried[from - 1]; rows < carried; rows++, to += ld, left_over += b->ld)
            widen(s, c, left_over, gap, to, ld);
    }
    for (int i = 0; point >= 0 && i < b->count[point]; i++, rows++, to += ld)
        widen(s, c, b->point + (size_t)(b->first[point] + i) * (size_t)(s + c), gap, to, ld);
    return rows;
}

static int collect(const cd_blocks *b, int from, int point, int gap, double *to, int ld)
{
    if (b->s == 2 && b->c == 0 && gap == 2)
        return collect_any(b, 2, 0, from, point, 2, to, 4);
    if (b->s == 4 && b->c == 0 && gap == 4)
        return collect_any(b, 4, 0, from, point, 4, to, 8);
    return collect_any(b, b->s, b->c, from, point, gap, to, ld);
}

/* The sweeps: the left one (end 0) takes intervals 1 .. middle, the right one (end 1) n .. middle+1. */
typedef struct ends {
    cd_blocks *b;
    const double *phi, *g, *border;
    double *z;
    int lost[2], where[2];
    double norm[2];
} ends;

static int steps_of(const cd_blocks *b, int end)
{
    return end == 0 ? b->middle : b->n - b->middle;
}

static int interval_of(const cd_blocks *b, int end, int step)
{
    return end == 0 ? 1 + step : b->n - step;
}

static coldae_status factor_end(void *context, int end, int worker)
{
    ends *e = context;
    cd_blocks *b = e->b;
    int s = b->s, ld = b->ld;
    (void)worker;
    e->lost[end] = -1;
    e->norm[end] = 0;
    for (int i = 0, from = 0; i < steps_of(b, end); i++) {
        int n = interval_of(b, end, i), point = end == 0 ? n - 1 : n;
        double *stack = stack_of(b, n);
        int kept = collect(b, from, point, s, stack, ld);
        e->norm[end] = fmax(e->norm[end], b->kernels->norm(s, stack + (size_t)kept * (size_t)ld, ld));
        e->lost[end] = b->kernels->eliminate(kept + s, s, stack, ld, b->pivot + (size_t)(n - 1) * (size_t)s,
                                             b->forward + b->offset[n - 1], b->work[end]);
        e->where[end] = point;
        if (e->lost[end] >= 0)
            break;
        from = n;
    }
    return COLDAE_OK;
}

/* The rows in the middle: what the left sweep carried, the conditions here, what the right sweep carried. */
static void collect_core(cd_blocks *b)
{
    int m = b->middle, size = b->s + b->c, ld = cd_rows_ld(size);
    int rows = collect(b, m, m, 0, b->core, ld);
    if (m < b->n)
        (void)collect(b, m + 1, -1, 0, b->core + (size_t)rows * (size_t)ld, ld);
}

/* Both ends, by two threads if there is enough to do. */
static void run_ends(cd_blocks *b, cd_task *task, ends *e, double work_per_interval)
{
    int by;
    int enough = work_per_interval * b->n > ENOUGH;
    (void)cd_pool_run(enough ? b->pool : NULL, 2, task, e, &by);
}

coldae_status cd_blocks_factor(cd_blocks *b, int *where, int *column)
{
    int s = b->s, c = b->c, size = s + c;
    ends e = {.b = b};
    run_ends(b, factor_end, &e, 2.0 * s * s * s + 100);
    b->norm = fmax(e.norm[0], e.norm[1]);
    for (int i = 0; i < size; i++) {
        double sum = 0;
        for (int j = 0; j < size; j++)
            sum += fabs(b->point[i * size + j]);
        b->norm = fmax(b->norm, sum);
    }
    for (int end = 0; end < 2; end++)
        if (e.lost[end] >= 0) {
            *column = e.lost[end];
            *where = e.where[end];
            return COLDAE_ERR_SINGULAR;
        }
    collect_core(b);
    *column = b->kernels->eliminate(size, size, b->core, cd_rows_ld(size), b->core_pivot, b->work[0] + b->ld,
                                    b->work[0]);
    *where = b->middle;
    return *column < 0 ? COLDAE_OK : COLDAE_ERR_SINGULAR;
}

/* Right-hand sides of the steps: carried values, point values, interval values; eliminated in place. */
UNROLLED void forward_any(ends *e, int s, int end)
{
    cd_blocks *b = e->b;
    int kept = 0;
    const double *carried = NULL;
    for (int i = 0; i < steps_of(b, end); i++) {
        int n = interval_of(b, end, i), point = end == 0 ? n - 1 : n, rows = b->carried[n - 1];
        double *f = b->forward + b->offset[n - 1];
        copy(kept, carried, f);
        copy(rows - kept, e->g + b->first[point], f + kept);
        copy(s, e->phi + (size_t)(n - 1) * (size_t)s, f + rows);
        b->kernels->forward(rows + s, s, stack_of(b, n), b->ld, b->pivot + (size_t)(n - 1) * (size_t)s, f,
                            b->work[end]);
        carried = f + s;
        kept = rows;
    }
}

static coldae_status forward_end(void *context, int end, int worker)
{
    ends *e = context;
    (void)worker;
    if (e->b->s == 2)
        forward_any(e, 2, end);
    else
        forward_any(e, e->b->s, end);
    return COLDAE_OK;
}

/* From the middle outwards: eliminated z = U^-1 (f - F other - H border) */
UNROLLED void backward_any(const ends *e, int s, int end)
{
    cd_blocks *b = e->b;
    double *x = b->work[end];
    clear(b->ld, x);
    copy(b->c, e->border, x + 2 * s);
    for (int i = steps_of(b, end) - 1; i >= 0; i--) {
        int n = interval_of(b, end, i), point = end == 0 ? n - 1 : n, other = end == 0 ? n : n - 1;
        copy(s, e->z + (size_t)other * (size_t)s, x + s);
        b->kernels->backward(s, stack_of(b, n), b->ld, b->forward + b->offset[n - 1], x);
        copy(s, x, e->z + (size_t)point * (size_t)s);
    }
}

static coldae_status backward_end(void *context, int end, int worker)
{
    const ends *e = context;
    (void)worker;
    if (e->b->s == 2)
        backward_any(e, 2, end);
    else
        backward_any(e, e->b->s, end);
    return COLDAE_OK;
}

/* z in the middle and the border. */
static void solve_core(cd_blocks *b, const double *g, double *z, double *border)
{
    int s = b->s, c = b->c, m = b->middle, size = s + c, rows = 0;
    double *f = b->work[0], *y = b->work[0] + b->ld, *x = b->core_x;
    if (m > 0) {
        rows = b->carried[m - 1];
        copy(rows, b->forward + b->offset[m - 1] + s, f);
    }
    copy(b->count[m], g + b->first[m], f + rows);
    rows += b->count[m];
    if (m < b->n)
        copy(b->carried[m], b->forward + b->offset[m] + s, f + rows);
    b->kernels->forward(size, size, b->core, cd_rows_ld(size), b->core_pivot, f, y);
    clear(cd_rows_ld(size), x);
    b->kernels->backward(size, b->core, cd_rows_ld(size), f, x);
    copy(s, x, z + (size_t)m * (size_t)s);
    copy(c, x + s, border);
}

void cd_blocks_solve(cd_blocks *b, const double *phi, const double *g, double *z, double *border)
{
    ends e = {.b = b, .phi = phi, .g = g, .z = z, .border = border};
    double work = 4.0 * b->s * b->s + 50;
    run_ends(b, forward_end, &e, work);
    solve_core(b, g, z, border);
    run_ends(b, backward_end, &e, work);
}

double cd_blocks_estimate(cd_blocks *b, int trials, double *phi, double *g, double *z, double *border)
{
    size_t s = (size_t)b->s, n = (size_t)b->n, c = (size_t)b->c;
    double most = 0;
    unsigned state = 12345u; /* the same numbers every time: a solve is deterministic */
    for (int trial = 0; trial < trials; trial++) {
        for (size_t i = 0; i < s * n + s + c; i++) {
            state = state * 1664525u + 1013904223u;
            /* Signs alone would be blind to conditions that contradict each other: equal entries cancel. */
            double size = 0.5 + (state >> 8 & 0xffffu) / 131072.0;
            *(i < s * n ? phi + i : g + (i - s * n)) = state >> 30 & 1u ? size : -size;
        }
        cd_blocks_solve(b, phi, g, z, border);
        for (size_t i = 0; i < s * (n + 1); i++)
            most = fabs(z[i]) > most ? fabs(z[i]) : most;
        for (size_t i = 0; i < c; i++)
            most = fmax(most, fabs(border[i]));
    }
    return most * b->norm;
}

double cd_blocks_condition(cd_blocks *b, double *phi, double *g, double *z, double *border)
{
    return cd_blocks_estimate(b, 2, phi, g, z, border);
}
