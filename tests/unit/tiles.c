/* tiles.c - triangles and products in tiles, of every instruction set, against plain loops: the same bits, for every
 * remainder and pattern of zeros */
#include "check.h"
#include "uniform.h"
#include "cpu.h"
#include "lanes.h"
#include "tiles.h"

enum { ROWS = 300, WIDE = 8, BELOW = 3, LANES = CD_WIDTH };

/* One instruction set. */
typedef struct set {
    void (*forward)(int w, int rows, int n, const double *m, int ldm, double *t, int ldt);
    void (*backward)(int n, const double *a, int nb, double *b);
    int fused; /* a product and a difference are rounded once */
} set;

static _Alignas(64) double m[ROWS * ROWS * LANES], t[ROWS * WIDE * LANES], plain[ROWS * WIDE * LANES];

static void fill(int n, double *to)
{
    for (int i = 0; i < n * LANES; i++)
        to[i] = uniform();
}

/* Zeros of either sign outside a band, or in many rows. */
static void thin(int band, int rows, int ld)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < ld; j++)
            if (band ? i - j > 6 || j - i > 9 : i % 16 > 10)
                for (int l = 0; l < LANES; l++)
                    m[(i * ld + j) * LANES + l] = l % 2 ? 0.0 : -0.0;
}

static void compare(int n)
{
    int same = 1;
    for (int i = 0; i < n * LANES; i++)
        same = same && t[i] == plain[i];
    CHECK(same);
}

static double minus_product(const set *s, double c, double a, double b)
{
    volatile double product = a * b; /* a compiler may not fuse what the library does not */
    return s->fused ? fma(-a, b, c) : c - product;
}

/* The first rows of t are zero up to `from`. */
static void test_forward(const set *s, int w, int rows, int n, int ldm, int from)
{
    int ld = n + 1;
    fill(rows * ld, t);
    for (int i = 0; i < from * ld * LANES; i++)
        t[i] = 0;
    memcpy(plain, t, sizeof t);
    for (int i = 0; i < rows; i++)
        for (int q = 0; q < w && q < i; q++)
            for (int c = 0; c < n * LANES; c++) {
                double *here = plain + i * ld * LANES + c, factor = m[(i * ldm + q) * LANES + c % LANES];
                *here = minus_product(s, *here, factor, plain[q * ld * LANES + c]);
            }
    s->forward(w, rows, n, m, ldm, t, ld);
    compare(rows * ld);
}

/* U x = b: the residual, for the order of the sums is another one. */
static void test_backward(const set *s, int n, int nb)
{
    fill(n * nb, t);
    memcpy(plain, t, sizeof t);
    s->backward(n, m, nb, t);
    double worst = 0;
    for (int i = 0; i < n; i++)
        for (int c = 0; c < nb * LANES; c++) {
            const double *row = m + i * n * LANES + c % LANES;
            double rest = plain[i * nb * LANES + c] - t[i * nb * LANES + c] / row[i * LANES];
            for (int q = i + 1; q < n; q++)
                rest -= row[q * LANES] * t[q * nb * LANES + c];
            worst = fmax(worst, fabs(rest));
        }
    CHECK_NEAR(worst, 0, 1e-13 * n);
}

/* Small entries beside an inverse diagonal of 0.2 to 0.3: nothing grows. */
static void fill_upper(int n, int pattern)
{
    fill(n * n, m);
    for (int i = 0; i < n * n * LANES; i++)
        m[i] /= n;
    if (pattern > 0)
        thin(pattern == 1, n, n);
    for (int i = 0; i < n; i++)
        for (int l = 0; l < LANES; l++)
            m[(i * n + i) * LANES + l] = 0.2 + 0.1 * i / n;
}

static void test_set(const set *s)
{
    for (int pattern = 0; pattern < 3; pattern++) {
        for (int w = 1; w <= CD_BLOCK; w += 1 + w / 5)
            for (int n = 0; n < WIDE; n++) {
                fill(ROWS * (w + BELOW), m);
                if (pattern > 0)
                    thin(pattern == 1, ROWS, w + BELOW);
                test_forward(s, w, w, n, w + BELOW, 0);
                test_forward(s, w, w + 1 + 5 * n, n, w + BELOW, w / 2);
                test_forward(s, w, ROWS, n, w + BELOW, w * (n % 2));
            }
        for (int n = 1; n < 300; n += 1 + n / 3) {
            fill_upper(n, pattern);
            test_backward(s, n, 1 + n % WIDE);
        }
    }
}

int main(void)
{
    uniform_state = 11;
    set baseline = {cd_tiles_forward_baseline, cd_tiles_backward_baseline, 0};
    set avx2 = {cd_tiles_forward_avx2, cd_tiles_backward_avx2, 1};
    test_set(&baseline);
    if (cd_cpu_has_avx2())
        test_set(&avx2);
    return check_result();
}
