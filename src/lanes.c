/* lanes.c - dense kernels for CD_WIDTH matrices side by side, one in each lane of a vector
 *
 * Gaussian elimination with scaled row pivoting (kernels.c has the reasons), in panels of four columns: the rest of a
 * row is loaded and stored once for four multiplications.  Lanes that want different pivot rows are swapped one by one.
 * Multipliers that are zero in all lanes are passed over: Jacobians are often sparse.
 */
#include <stdint.h>
#include <string.h>

#include "vector.h"

enum { PANEL = 4, PAIR = 2 * PANEL };
enum {
    LARGE = 24
}; /* from this order on two panels are taken at a time: half the loads and stores of the rest */

enum { MOST_SMALL = 5 }; /* to this order a row and its like fit into registers */

/* Inlined where n is a constant: small sizes get their own, unrolled code. */
#define UNROLLED static inline __attribute__((always_inline))

void CD_ISA(cd_lanes_gather)(int n, const double *const *from, double *to)
{
    int i = 0;
    for (; i + CD_WIDTH <= n; i += CD_WIDTH) {
        cd_vec r[CD_WIDTH];
        for (int l = 0; l < CD_WIDTH; l++)
            r[l] = cd_load(from[l] + i);
        cd_transpose(r);
        for (int l = 0; l < CD_WIDTH; l++)
            cd_store(to + (i + l) * CD_WIDTH, r[l]);
    }
    for (; i < n; i++)
        cd_store(to + i * CD_WIDTH, (cd_vec){from[0][i], from[1][i], from[2][i], from[3][i]});
}

void CD_ISA(cd_lanes_scatter)(int n, const double *from, int count, double *const *to)
{
    int i = 0;
    for (; i + CD_WIDTH <= n; i += CD_WIDTH) {
        cd_vec r[CD_WIDTH];
        for (int l = 0; l < CD_WIDTH; l++)
            r[l] = cd_load(from + (i + l) * CD_WIDTH);
        cd_transpose(r);
        for (int l = 0; l < count; l++)
            cd_store(to[l] + i, r[l]);
    }
    for (; i < n; i++)
        for (int l = 0; l < count; l++)
            to[l][i] = from[i * CD_WIDTH + l];
}

/* t[n] -= sum_q m_q s_q[n] for `count` <= 8 rows s_q of leading dimension ld: one load and one store of t */
UNROLLED void subtract(int count, int n, const cd_vec *m, const cd_vec *s, int ld, cd_vec *t)
{
    cd_vec f[PAIR]; /* in registers: t might be where m is */
    for (int q = 0; q < count; q++)
        f[q] = m[q];
    int c = 0;
    for (; c + 1 < n; c += 2) {
        cd_vec x = t[c], y = t[c + 1];
        for (int q = 0; q < count; q++) {
            x = cd_minus_product(x, f[q], s[q * ld + c]);
            y = cd_minus_product(y, f[q], s[q * ld + c + 1]);
        }
        t[c] = x;
        t[c + 1] = y;
    }
    if (c < n) {
        cd_vec x = t[c];
        for (int q = 0; q < count; q++)
            x = cd_minus_product(x, f[q], s[q * ld + c]);
        t[c] = x;
    }
}

/* .. where count is not a constant */
UNROLLED void subtract_any(int count, int n, const cd_vec *m, const cd_vec *s, int ld, cd_vec *t)
{
    if (count == 1)
        subtract(1, n, m, s, ld, t);
    else if (count == 2)
        subtract(2, n, m, s, ld, t);
    else if (count == 3)
        subtract(3, n, m, s, ld, t);
}

static inline int all_zero(const cd_vec *m) /* of four multipliers, whatever the sign of zero */
{
    cd_mask bits = (cd_mask)m[0] | (cd_mask)m[1] | (cd_mask)m[2] | (cd_mask)m[3];
    return cd_is_zero((cd_vec)(bits << 1));
}

/* scale_i = 1 / max_c |a_ic|;  column_j = max_i |a_ij| scale_i */
UNROLLED void find_scales(int n, const cd_vec *a, cd_vec *scale, cd_vec *column)
{
    int small = __builtin_constant_p(n) && n <= MOST_SMALL; /* sizes of columns stay in registers */
    cd_vec zero = cd_all(0), one = cd_all(1), few[MOST_SMALL], *largest = small ? few : column;
    for (int j = 0; j < n; j++)
        largest[j] = zero;
    for (int i = 0; i < n; i++, a += n) {
        cd_vec most = zero;
        for (int j = 0; j < n; j++)
            most = cd_larger(cd_abs(a[j]), most);
        cd_mask some = most > zero;
        cd_vec factor = (cd_vec)((cd_mask)(one / most) & some);
        for (int j = 0; j < n; j++)
            largest[j] = cd_larger(cd_abs(a[j]) * factor, largest[j]);
        scale[i] = factor;
    }
    for (int j = 0; small && j < n; j++)
        column[j] = few[j];
}

static void swap_rows(int n, cd_vec *p, cd_vec *q)
{
    for (int c = 0; c < n; c++) {
        cd_vec keep = p[c];
        p[c] = q[c];
        q[c] = keep;
    }
}

static void swap_lane(int n, int lane, cd_vec *p, cd_vec *q)
{
    double *x = (double *)p + lane, *y = (double *)q + lane;
    for (int c = 0; c < n; c++) {
        double keep = x[c * CD_WIDTH];
        x[c * CD_WIDTH] = y[c * CD_WIDTH];
        y[c * CD_WIDTH] = keep;
    }
}

/* The row of the largest scaled entry in column j of one lane. */
static int find_pivot(int n, int j, int lane, const cd_vec *a, const cd_vec *scale, double most)
{
    const double *entry = (const double *)(a + j * n + j) + lane,
                 *factor = (const double *)(scale + j) + lane;
    for (int p = j; p < n; p++, entry += n * CD_WIDTH, factor += CD_WIDTH)
        if ((*entry < 0 ? -*entry : *entry) * *factor == most)
            return p;
    return j; /* NaN: the pivot test will see it */
}

/* Another row than j to the diagonal of column j: the same one in all lanes if it has `enough` in each of them, else in
 * each lane the one with most. */
static void exchange_rows(int n, int j, cd_vec *a, int nb, cd_vec *b, int *pivot, cd_vec *scale,
                          const cd_vec *limits)
{
    cd_vec most = limits[0], enough = limits[1];
    int p = j + 1;
    while (p < n && !cd_every(cd_abs(a[p * n + j]) * scale[p] >= enough))
        p++;
    for (int l = 0; l < CD_WIDTH; l++)
        pivot[l] = p < n ? p : find_pivot(n, j, l, a, scale, most[l]);
    if (pivot[0] == pivot[1] && pivot[0] == pivot[2] && pivot[0] == pivot[3]) {
        swap_rows(n, a + j * n, a + pivot[0] * n);
        swap_rows(nb, b + j * nb, b + pivot[0] * nb);
        swap_rows(1, scale + j, scale + pivot[0]);
        return;
    }
    for (int l = 0; l < CD_WIDTH; l++)
        if (pivot[l] != j) {
            swap_lane(n, l, a + j * n, a + pivot[l] * n);
            swap_lane(nb, l, b + j * nb, b + pivot[l] * nb);
            swap_lane(1, l, scale + j, scale + pivot[l]);
        }
}

/* Bring a row with a large scaled entry of column j to the diagonal, in each lane.  Half of the largest one will do if
 * all lanes can then take the same row: swapping lanes one by one is slow. */
UNROLLED void exchange(int n, int j, cd_vec *a, int nb, cd_vec *b, int *pivot, cd_vec *scale)
{
    cd_vec most = cd_abs(a[j * n + j]) * scale[j], first = most;
    for (int i = j + 1; i < n; i++)
        most = cd_larger(cd_abs(a[i * n + j]) * scale[i], most);
    cd_vec limits[2] = {most, most * cd_all(0.5)};
    for (int l = 0; l < CD_WIDTH; l++)
        pivot[l] = j;
    if (!cd_every(first >= limits[1]))
        exchange_rows(n, j, a, nb, b, pivot, scale, limits);
}

/* Eliminate column j within its panel, which ends before column `end`; nonzero if its pivot is lost. */
UNROLLED int factor_column(int n, int j, int end, cd_vec *a, int nb, cd_vec *b, int *pivot, cd_vec threshold,
                           cd_vec *scale, const cd_vec *column, int *lane)
{
    cd_vec *top = a + j * n;
    exchange(n, j, a, nb, b, pivot + j * CD_WIDTH, scale);
    int good = cd_bits(cd_abs(top[j]) * scale[j] > threshold * column[j]);
    if (good != (1 << CD_WIDTH) - 1) {
        for (*lane = 0; good >> *lane & 1;)
            ++*lane;
        return 1;
    }
    cd_vec inverse = top[j] = cd_all(1) / top[j];
    for (int i = j + 1; i < n; i++) {
        cd_vec *row = a + i * n;
        if (n >= LARGE && cd_is_zero(row[j]))
            continue;
        cd_vec factor = row[j] = row[j] * inverse;
        for (int c = j + 1; c < end; c++)
            row[c] = cd_minus_product(row[c], factor, top[c]);
    }
    return 0;
}

/* Factor columns p .. p+w-1; -1 or the column that is lost. */
UNROLLED int factor_panel(int n, int p, int w, cd_vec *a, int nb, cd_vec *b, int *pivot, cd_vec threshold,
                          cd_vec *scale, const cd_vec *column, int *lane)
{
    if (w < PANEL) {
        for (int j = p; j < p + w; j++)
            if (factor_column(n, j, p + w, a, nb, b, pivot, threshold, scale, column, lane))
                return j;
        return -1;
    }
    /* one by one: the columns left in the panel are then a constant */
    if (factor_column(n, p, p + 4, a, nb, b, pivot, threshold, scale, column, lane))
        return p;
    if (factor_column(n, p + 1, p + 4, a, nb, b, pivot, threshold, scale, column, lane))
        return p + 1;
    if (factor_column(n, p + 2, p + 4, a, nb, b, pivot, threshold, scale, column, lane))
        return p + 2;
    if (factor_column(n, p + 3, p + 4, a, nb, b, pivot, threshold, scale, column, lane))
        return p + 3;
    return -1;
}

/* Rows p .. p+w-1 of b <- U^-1 b, for which everything behind them has been subtracted. */
UNROLLED void back_substitute_panel(int n, int p, int w, const cd_vec *a, int nb, cd_vec *b)
{
    for (int i = p + w - 1; i >= p; i--) {
        subtract_any(p + w - 1 - i, nb, a + i * n + i + 1, b + (i + 1) * nb, nb, b + i * nb);
        for (int c = 0; c < nb; c++)
            b[i * nb + c] *= a[i * n + i];
    }
}

/* b <- U^-1 b */
UNROLLED void back_substitute(int n, const cd_vec *a, int nb, cd_vec *b)
{
    int w = (n - 1) % PANEL + 1, p = n - w;
    back_substitute_panel(n, p, w, a, nb, b);
    for (int r = 0; r < p; r++) {
        const cd_vec *m = a + r * n + p;
        if (w < PANEL)
            subtract_any(w, nb, m, b + p * nb, nb, b + r * nb);
        else if (!all_zero(m))
            subtract(PANEL, nb, m, b + p * nb, nb, b + r * nb);
    }
    for (; n >= LARGE && p >= PAIR; p -= PAIR) { /* two panels at a time */
        back_substitute_panel(n, p - PANEL, PANEL, a, nb, b);
        for (int r = p - PAIR; r < p - PANEL; r++)
            subtract(PANEL, nb, a + r * n + p - PANEL, b + (p - PANEL) * nb, nb, b + r * nb);
        back_substitute_panel(n, p - PAIR, PANEL, a, nb, b);
        for (int r = 0; r < p - PAIR; r++) {
            const cd_vec *m = a + r * n + p - PAIR;
            if (!all_zero(m) || !all_zero(m + PANEL))
                subtract(PAIR, nb, m, b + (p - PAIR) * nb, nb, b + r * nb);
        }
    }
    for (p -= PANEL; p >= 0; p -= PANEL) {
        back_substitute_panel(n, p, PANEL, a, nb, b);
        for (int r = 0; r < p; r++)
            if (!all_zero(a + r * n + p))
                subtract(PANEL, nb, a + r * n + p, b + p * nb, nb, b + r * nb);
    }
}

/* Columns p .. p+w-1, and what they do to their own rows behind them: U and b there are then final.  -1 or the column that
 * is lost. */
UNROLLED int finish_panel(int n, int p, int w, cd_vec *a, int nb, cd_vec *b, int *pivot, cd_vec limit,
                          cd_vec *scale, const cd_vec *column, int *lane)
{
    int end = p + w, lost = factor_panel(n, p, w, a, nb, b, pivot, limit, scale, column, lane);
    for (int i = p + 1; i < end && lost < 0; i++) {
        subtract_any(i - p, n - end, a + i * n + p, a + p * n + end, n, a + i * n + end);
        subtract_any(i - p, nb, a + i * n + p, b + p * nb, nb, b + i * nb);
    }
    return lost;
}

/* Rows first .. last-1 of `count` columns from c on, and of b, less their multipliers of a panel at p times its rows. */
UNROLLED void subtract_panel(int n, int p, int first, int last, int c, int count, cd_vec *a, int nb,
                             cd_vec *b)
{
    for (int i = first; i < last; i++) {
        const cd_vec *m = a + i * n + p;
        if (all_zero(m))
            continue;
        subtract(PANEL, count, m, a + p * n + c, n, a + i * n + c);
        subtract(PANEL, nb, m, b + p * nb, nb, b + i * nb);
    }
}

/* Two panels at p: the rest of the matrix is touched once for both.  -1 or the column that is lost. */
static __attribute__((noinline)) int factor_pair(int n, int p, cd_vec *a, int nb, cd_vec *b, int *pivot,
                                                 cd_vec limit, cd_vec *scale, const cd_vec *column, int *lane)
{
    int middle = p + PANEL, end = p + PAIR;
    int lost = finish_panel(n, p, PANEL, a, nb, b, pivot, limit, scale, column, lane);
    if (lost >= 0)
        return lost;
    subtract_panel(n, p, middle, n, middle, PANEL, a, 0, b); /* the columns of the second panel only .. */
    lost = factor_panel(n, middle, PANEL, a, nb, b, pivot, limit, scale, column, lane);
    if (lost >= 0)
        return lost;
    subtract_panel(n, p, middle, end, end, n - end, a, nb, b); /* .. its rows .. */
    for (int i = middle + 1; i < end; i++) {
        subtract_any(i - middle, n - end, a + i * n + middle, a + middle * n + end, n, a + i * n + end);
        subtract_any(i - middle, nb, a + i * n + middle, b + middle * nb, nb, b + i * nb);
    }
    for (int i = end; i < n; i++) { /* .. and the rest */
        const cd_vec *m = a + i * n + p;
        if (all_zero(m) && all_zero(m + PANEL))
            continue;
        subtract(PAIR, n - end, m, a + p * n + end, n, a + i * n + end);
        subtract(PAIR, nb, m, b + p * nb, nb, b + i * nb);
    }
    return -1;
}

UNROLLED int factor(int n, double *matrix, int nb, double *right, int *pivot, double threshold, double *work,
                    int *lane)
{
    cd_vec *a = (cd_vec *)matrix, *b = (cd_vec *)right, *scale = (cd_vec *)work, *column = scale + n;
    cd_vec limit = cd_all(threshold);
    int p = 0;
    find_scales(n, a, scale, column);
    for (; n >= LARGE && p + PAIR <= n; p += PAIR) {
        int lost = factor_pair(n, p, a, nb, b, pivot, limit, scale, column, lane);
        if (lost >= 0)
            return lost;
    }
    for (; p < n; p += PANEL) {
        int w = n - p < PANEL ? n - p : PANEL, end = p + w;
        int lost = finish_panel(n, p, w, a, nb, b, pivot, limit, scale, column, lane);
        if (lost >= 0)
            return lost;
        subtract_panel(n, p, end, n, end, n - end, a, nb, b); /* there are more rows only if w = PANEL */
    }
    back_substitute(n, a, nb, b);
    return -1;
}

/* One equation of order 2 at 4, 6 or 7 points: two columns of Gamma, one of gamma. */
static int factor_second_order(int n, double *matrix, double *right, int *pivot, double threshold,
                               double *work, int *lane)
{
    switch (n) {
    case 4:
        return factor(4, matrix, 3, right, pivot, threshold, work, lane);
    case 6:
        return factor(6, matrix, 3, right, pivot, threshold, work, lane);
    case 7:
        return factor(7, matrix, 3, right, pivot, threshold, work, lane);
    default:
        return factor(n, matrix, 3, right, pivot, threshold, work, lane);
    }
}

/* Frequent sizes get their own code where it will run (see sizes.h): with nb, or for 5 points, or 2 to 4 equations at 4
 * points. */
int CD_ISA(cd_lanes_factor)(int n, double *matrix, int nb, double *right, int *pivot, double threshold,
                            double *work, int *lane)
{
    if (CD_MANY_SIZES && nb == 3 && n <= 7)
        return factor_second_order(n, matrix, right, pivot, threshold, work, lane);
    switch (CD_MANY_SIZES ? n + 1000 * nb : 0) {
    case 3012:
        return factor(12, matrix, 3, right, pivot, threshold, work, lane);
    case 4012:
        return factor(12, matrix, 4, right, pivot, threshold, work, lane);
    case 4016:
        return factor(16, matrix, 4, right, pivot, threshold, work, lane);
    case 5005:
        return factor(5, matrix, 5, right, pivot, threshold, work, lane);
    case 5006:
        return factor(6, matrix, 5, right, pivot, threshold, work, lane);
    default:
        break;
    }
    switch (CD_MANY_SIZES ? n : 0) {
    case 4:
        return factor(4, matrix, nb, right, pivot, threshold, work, lane);
    case 5:
        return factor(5, matrix, nb, right, pivot, threshold, work, lane);
    case 8:
        return factor(8, matrix, nb, right, pivot, threshold, work, lane);
    case 12:
        return factor(12, matrix, nb, right, pivot, threshold, work, lane);
    case 16:
        return factor(16, matrix, nb, right, pivot, threshold, work, lane);
    default:
        return factor(n, matrix, nb, right, pivot, threshold, work, lane);
    }
}

/* The row exchanges of a factorisation; mostly there are none, or the same ones in all lanes. */
UNROLLED void permute(int n, const int *pivot, double *x)
{
    for (int j = 0; j < n; j++, pivot += CD_WIDTH) {
        uint64_t two[2], none = (uint64_t)j << 32 | (uint64_t)j;
        memcpy(two, pivot, sizeof two);
        if (two[0] == none && two[1] == none)
            continue;
        if (two[0] == two[1] && pivot[0] == pivot[1]) {
            cd_vec *p = (cd_vec *)x + j, *q = (cd_vec *)x + pivot[0], keep = *p;
            *p = *q;
            *q = keep;
            continue;
        }
        for (int l = 0; l < CD_WIDTH; l++) {
            double *p = x + j * CD_WIDTH + l, *q = x + pivot[l] * CD_WIDTH + l, keep = *p;
            *p = *q;
            *q = keep;
        }
    }
}

/* x[first .. last-1] -= A x[p .. p+3] */
UNROLLED void subtract_columns(int n, const cd_vec *a, int first, int last, int p, cd_vec *x)
{
    cd_vec x0 = x[p], x1 = x[p + 1], x2 = x[p + 2], x3 = x[p + 3];
    for (int i = first; i < last; i++) {
        const cd_vec *row = a + i * n + p;
        cd_vec sum = cd_minus_product(x[i], x0, row[0]);
        sum = cd_minus_product(sum, x1, row[1]);
        sum = cd_minus_product(sum, x2, row[2]);
        x[i] = cd_minus_product(sum, x3, row[3]);
    }
}

UNROLLED void solve(int n, const double *matrix, const int *pivot, double *right)
{
    const cd_vec *a = (const cd_vec *)matrix;
    cd_vec *x = (cd_vec *)right;
    permute(n, pivot, right);
    for (int p = 0; p < n; p += PANEL) {
        int end = n - p < PANEL ? n : p + PANEL;
        for (int i = p + 1; i < end; i++)
            for (int j = p; j < i; j++)
                x[i] = cd_minus_product(x[i], a[i * n + j], x[j]);
        if (end < n)
            subtract_columns(n, a, end, n, p, x);
    }
    int w = (n - 1) % PANEL + 1;
    for (int p = n - w; p >= 0; p -= PANEL, w = PANEL) {
        for (int i = p + w - 1; i >= p; i--) {
            for (int j = i + 1; j < p + w; j++)
                x[i] = cd_minus_product(x[i], a[i * n + j], x[j]);
            x[i] *= a[i * n + i];
        }
        if (w == PANEL)
            subtract_columns(n, a, 0, p, p, x);
        else
            for (int r = 0; r < p; r++)
                for (int j = p; j < n; j++)
                    x[r] = cd_minus_product(x[r], a[r * n + j], x[j]);
    }
}

void CD_ISA(cd_lanes_solve)(int n, const double *matrix, const int *pivot, double *right)
{
    switch (CD_MANY_SIZES ? n : 0) {
    case 4:
        solve(4, matrix, pivot, right);
        return;
    case 5:
        solve(5, matrix, pivot, right);
        return;
    case 6:
        solve(6, matrix, pivot, right);
        return;
    case 7:
        solve(7, matrix, pivot, right);
        return;
    case 8:
        solve(8, matrix, pivot, right);
        return;
    case 12:
        solve(12, matrix, pivot, right);
        return;
    case 16:
        solve(16, matrix, pivot, right);
        return;
    default:
        solve(n, matrix, pivot, right);
    }
}
