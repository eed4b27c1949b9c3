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
#include "ends.h"

static const double GOLDEN = 0.6180339887498949;
static const double ENOUGH = 4e4; /* multiplications that are worth a second thread */

/* Where the rows of each interval begin, left steps 1 .. middle, then right steps n .. middle+1; all rows. */
static size_t place_stacks(const cd_arena *arena, int n, int s, const int *count, cd_blocks *b)
{
    size_t rows = 0;
    int ready = cd_arena_holds(arena), r = 0;
    for (int i = 1; i <= b->middle; i++) {
        r += count[i - 1];
        if (ready) {
            b->carried[i - 1] = r;
            b->offset[i - 1] = rows;
        }
        rows += (size_t)(r + s);
    }
    r = 0;
    for (int i = n; i > b->middle; i--) {
        r += count[i];
        if (ready) {
            b->carried[i - 1] = r;
            b->offset[i - 1] = rows;
        }
        rows += (size_t)(r + s);
    }
    if (!ready)
        return rows;
    memcpy(b->count, count, ((size_t)n + 1) * sizeof(int));
    b->first[0] = 0;
    for (int j = 0; j <= n; j++)
        b->first[j + 1] = b->first[j] + count[j];
    return rows;
}

void cd_blocks_layout(cd_arena *arena, int n, int s, int c, const int *count, cd_blocks *b)
{
    size_t points = (size_t)n + 1, size = (size_t)(s + c);
    b->n = n;
    b->s = s;
    b->c = c;
    b->ld = cd_rows_ld(2 * s + c);
    b->middle = n / 2;
    b->sweeps = cd_cpu_has_avx2() ? &cd_sweeps_avx2 : &cd_sweeps_baseline;
    b->pool = NULL;
    b->count = cd_arena_take(arena, points, sizeof(int));
    b->first = cd_arena_take(arena, points + 1, sizeof(int));
    b->carried = cd_arena_take(arena, points, sizeof(int));
    b->offset = cd_arena_take(arena, points, sizeof(size_t));
    size_t rows = place_stacks(arena, n, s, count, b);
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

void cd_blocks_put_intervals(cd_blocks *b, int n, int count, const double *Phi)
{
    b->sweeps->put_intervals(b, n, count, Phi);
}

double *cd_blocks_row(cd_blocks *b, int j, int i)
{
    int size = b->s + b->c;
    double *row = b->point + (size_t)(b->first[j] + i) * (size_t)size;
    for (int c = 0; c < size; c++)
        row[c] = 0;
    return row;
}

/* Both ends, by two threads if there is enough to do. */
static void run_ends(cd_blocks *b, cd_task *task, cd_ends *e, double work_per_interval)
{
    int by;
    if (b->pool && work_per_interval * b->n > ENOUGH) {
        (void)cd_pool_run(b->pool, 2, task, e, &by);
        return;
    }
    for (int end = 0; end < 2; end++)
        (void)task(e, end, 0);
}

coldae_status cd_blocks_factor(cd_blocks *b, int *where, int *column)
{
    cd_ends e = {.b = b};
    b->estimate = 0;
    run_ends(b, b->sweeps->factor, &e, 2.0 * b->s * b->s * b->s + 100);
    b->norm = e.norm[0] > e.norm[1] ? e.norm[0] : e.norm[1];
    for (int end = 0; end < 2; end++)
        if (e.lost[end] >= 0) {
            *column = e.lost[end];
            *where = e.where[end];
            return COLDAE_ERR_SINGULAR;
        }
    *column = b->sweeps->factor_middle(b);
    *where = b->middle;
    return *column < 0 ? COLDAE_OK : COLDAE_ERR_SINGULAR;
}

void cd_blocks_solve(cd_blocks *b, const double *phi, const double *g, double *z, double *border)
{
    cd_ends e = {.b = b, .phi = phi, .g = g, .z = z, .border = border};
    double work = 4.0 * b->s * b->s + 50;
    run_ends(b, b->sweeps->forward, &e, work);
    b->sweeps->solve_middle(&e);
    run_ends(b, b->sweeps->backward, &e, work);
}

/* x[n] of either sign and of sizes between 1/2 and 1, in no order that a matrix would know: multiples of the golden ratio.
 * Signs alone would be blind to conditions that contradict each other: equal entries cancel. */
static double fill_evenly(size_t n, double place, double *x)
{
    for (size_t i = 0; i < n; i++) {
        place += GOLDEN;
        place = place < 1 ? place : place - 1;
        x[i] = place < 0.5 ? place - 1 : place;
    }
    return place;
}

static double largest(size_t n, const double *x, double most)
{
    for (size_t i = 0; i < n; i++)
        most = fabs(x[i]) > most ? fabs(x[i]) : most;
    return most;
}

static double estimate(cd_blocks *b, int trials, double *phi, double *g, double *z, double *border)
{
    size_t s = (size_t)b->s, n = (size_t)b->n, c = (size_t)b->c;
    double most = 0, place = 0;
    for (int trial = 0; trial < trials; trial++) {
        place = fill_evenly(s * n, place, phi);
        place = fill_evenly(s + c, place, g);
        cd_blocks_solve(b, phi, g, z, border);
        most = largest(c, border, largest(s * (n + 1), z, most));
    }
    return most * b->norm;
}

double cd_blocks_estimate(cd_blocks *b, double *phi, double *g, double *z, double *border)
{
    if (b->estimate == 0)
        b->estimate = estimate(b, 1, phi, g, z, border);
    return b->estimate;
}

double cd_blocks_condition(cd_blocks *b, double *phi, double *g, double *z, double *border)
{
    return estimate(b, 2, phi, g, z, border);
}
