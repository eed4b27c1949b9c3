/* lanes.c - dense kernels for CD_WIDTH matrices side by side, one in each lane of a vector
 *
 * Gaussian elimination with scaled row pivoting in panels of four columns (panels.h); large matrices go to large.c.
 * Multipliers that are zero in all lanes are passed over: Jacobians are often sparse.
 */
#include <stdint.h>
#include <string.h>

#include "large.h"
#include "panels.h"
#include "vector.h"

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
    int end = p + w, lost = factor_panel(n, n, p, w, a, nb, b, pivot, limit, scale, column, lane);
    for (int i = p + 1; i < end && lost < 0; i++) {
        subtract_any(i - p, n - end, a + i * n + p, a + p * n + end, n, a + i * n + end);
        subtract_any(i - p, nb, a + i * n + p, b + p * nb, nb, b + i * nb);
    }
    return lost;
}

UNROLLED int factor(int n, double *matrix, int nb, double *right, int *pivot, double threshold, double *work,
                    int *lane)
{
    cd_vec *a = (cd_vec *)matrix, *b = (cd_vec *)right, *scale = (cd_vec *)work, *column = scale + n;
    cd_vec limit = cd_all(threshold);
    int p = 0;
    find_scales(n, a, scale, column);
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

static int factor_any(int n, double *matrix, int nb, double *right, int *pivot, double threshold,
                      double *work, int *lane)
{
    return factor(n, matrix, nb, right, pivot, threshold, work, lane);
}

/* One equation of order 2 at 4, 6 or 7 points: two columns of Gamma, one of gamma. */
static int factor_second_order(int n, double *matrix, double *right, int *pivot, double threshold,
                               double *work, int *lane)
{
    switch (n) {
    case 4:
        return factor(4, matrix, 3, right, pivot, threshold, work, lane);
    case 5:
        return factor(5, matrix, 3, right, pivot, threshold, work, lane);
    case 6:
        return factor(6, matrix, 3, right, pivot, threshold, work, lane);
    case 7:
        return factor(7, matrix, 3, right, pivot, threshold, work, lane);
    default:
        return factor_any(n, matrix, 3, right, pivot, threshold, work, lane);
    }
}

/* Frequent sizes get their own code where it will run (see sizes.h): with nb, or for 5 points, or 2 to 4 equations at 4
 * points. */
int CD_ISA(cd_lanes_factor)(int n, double *matrix, int nb, double *right, int *pivot, double threshold,
                            double *work, int *lane)
{
    if (n >= CD_LARGE)
        return CD_ISA(cd_large_factor)(n, matrix, nb, right, pivot, threshold, work, lane);
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
        return factor_any(n, matrix, nb, right, pivot, threshold, work, lane);
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
