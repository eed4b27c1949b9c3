/* vector.h - four doubles side by side; the only file that knows instruction sets
 *
 * Files that include it (all but leading.c) are compiled once for each instruction set; CD_ISA gives their shared names
 * a different end each time.  With FMA a product and a sum are rounded once, without it twice.
 */
#ifndef CD_VECTOR_H
#define CD_VECTOR_H

#include <math.h>
#include <stddef.h>

#include "lanes.h"

typedef double cd_vec __attribute__((vector_size(8 * CD_WIDTH), may_alias));
typedef long long cd_mask __attribute__((vector_size(8 * CD_WIDTH), may_alias));

static inline cd_vec cd_all(double x)
{
    return (cd_vec){x, x, x, x};
}

#if defined(__AVX2__) && defined(__FMA__)

#include <immintrin.h>

#define CD_ISA(name) name##_avx2
enum { CD_MANY_SIZES = 1 }; /* code of their own for frequent sizes: most processors run this */

static inline cd_vec cd_minus_product(cd_vec c, cd_vec a, cd_vec b) /* c - a b */
{
    return _mm256_fnmadd_pd(a, b, c);
}
static inline cd_vec cd_plus_product(cd_vec c, cd_vec a, cd_vec b) /* c + a b */
{
    return _mm256_fmadd_pd(a, b, c);
}
static inline cd_vec cd_abs(cd_vec a)
{
    return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a);
}
static inline cd_vec cd_larger(cd_vec a, cd_vec b) /* a > b ? a : b */
{
    return _mm256_max_pd(a, b);
}
static inline cd_vec cd_root(cd_vec a)
{
    return _mm256_sqrt_pd(a);
}
static inline int cd_bits(cd_mask mask) /* bit i: lane i */
{
    return _mm256_movemask_pd((__m256d)mask);
}
static inline cd_vec cd_select(cd_mask mask, cd_vec a, cd_vec b) /* mask ? a : b */
{
    return _mm256_blendv_pd(b, a, (__m256d)mask);
}
static inline int cd_is_zero(cd_vec a) /* +0 in all lanes; -0 does not count */
{
    return _mm256_testz_si256((__m256i)a, (__m256i)a);
}

/* Sum and maximum over the lanes, in a fixed order. */
static inline double cd_sum(cd_vec a)
{
    __m128d pair = _mm_add_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_add_sd(pair, _mm_unpackhi_pd(pair, pair)));
}
static inline double cd_largest(cd_vec a)
{
    __m128d pair = _mm_max_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_max_sd(pair, _mm_unpackhi_pd(pair, pair)));
}

/* Rows r[0..3] of four numbers become their columns. */
static inline void cd_transpose(cd_vec *r)
{
    cd_vec a = _mm256_unpacklo_pd(r[0], r[1]), b = _mm256_unpackhi_pd(r[0], r[1]);
    cd_vec c = _mm256_unpacklo_pd(r[2], r[3]), d = _mm256_unpackhi_pd(r[2], r[3]);
    r[0] = _mm256_permute2f128_pd(a, c, 0x20);
    r[1] = _mm256_permute2f128_pd(b, d, 0x20);
    r[2] = _mm256_permute2f128_pd(a, c, 0x31);
    r[3] = _mm256_permute2f128_pd(b, d, 0x31);
}
/* Pairs (a_i, b_i) one behind the other, in two vectors, and back. */
static inline void cd_interleave(cd_vec a, cd_vec b, cd_vec *pairs)
{
    cd_vec even = _mm256_unpacklo_pd(a, b), odd = _mm256_unpackhi_pd(a, b);
    pairs[0] = _mm256_permute2f128_pd(even, odd, 0x20);
    pairs[1] = _mm256_permute2f128_pd(even, odd, 0x31);
}
static inline void cd_separate(cd_vec first, cd_vec second, cd_vec *ab)
{
    cd_vec left = _mm256_permute2f128_pd(first, second, 0x20),
           right = _mm256_permute2f128_pd(first, second, 0x31);
    ab[0] = _mm256_unpacklo_pd(left, right);
    ab[1] = _mm256_unpackhi_pd(left, right);
}

#else

#define CD_ISA(name) name##_baseline
enum { CD_MANY_SIZES = 0 };

static inline cd_vec cd_minus_product(cd_vec c, cd_vec a, cd_vec b)
{
    return c - a * b;
}
static inline cd_vec cd_plus_product(cd_vec c, cd_vec a, cd_vec b)
{
    return c + a * b;
}
static inline cd_vec cd_abs(cd_vec a)
{
    cd_mask sign = (cd_mask)cd_all(-0.0);
    return (cd_vec)((cd_mask)a & ~sign);
}
static inline cd_vec cd_larger(cd_vec a, cd_vec b)
{
    cd_mask first = a > b;
    return (cd_vec)(((cd_mask)a & first) | ((cd_mask)b & ~first));
}
static inline cd_vec cd_root(cd_vec a)
{
    return (cd_vec){sqrt(a[0]), sqrt(a[1]), sqrt(a[2]), sqrt(a[3])};
}
static inline cd_vec cd_select(cd_mask mask, cd_vec a, cd_vec b)
{
    return (cd_vec)(((cd_mask)a & mask) | ((cd_mask)b & ~mask));
}
static inline int cd_bits(cd_mask mask)
{
    return (int)((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
}
static inline double cd_sum(cd_vec a)
{
    return (a[0] + a[2]) + (a[1] + a[3]);
}
static inline double cd_largest(cd_vec a)
{
    double p = a[0] > a[2] ? a[0] : a[2], q = a[1] > a[3] ? a[1] : a[3];
    return p > q ? p : q;
}
static inline int cd_is_zero(cd_vec a)
{
    cd_mask bits = (cd_mask)a;
    return (bits[0] | bits[1] | bits[2] | bits[3]) == 0;
}
static inline void cd_transpose(cd_vec *r)
{
    cd_vec a = r[0], b = r[1], c = r[2], d = r[3];
    r[0] = (cd_vec){a[0], b[0], c[0], d[0]};
    r[1] = (cd_vec){a[1], b[1], c[1], d[1]};
    r[2] = (cd_vec){a[2], b[2], c[2], d[2]};
    r[3] = (cd_vec){a[3], b[3], c[3], d[3]};
}
static inline void cd_interleave(cd_vec a, cd_vec b, cd_vec *pairs)
{
    pairs[0] = (cd_vec){a[0], b[0], a[1], b[1]};
    pairs[1] = (cd_vec){a[2], b[2], a[3], b[3]};
}
static inline void cd_separate(cd_vec first, cd_vec second, cd_vec *ab)
{
    ab[0] = (cd_vec){first[0], first[2], second[0], second[2]};
    ab[1] = (cd_vec){first[1], first[3], second[1], second[3]};
}

#endif

static inline int cd_every(cd_mask mask)
{
    return cd_bits(mask) == (1 << CD_WIDTH) - 1;
}

/* Four numbers at any address. */
static inline cd_vec cd_load(const double *from)
{
    typedef double loose __attribute__((vector_size(8 * CD_WIDTH), may_alias, aligned(8)));
    return *(const loose *)from;
}
static inline void cd_store(double *to, cd_vec x)
{
    typedef double loose __attribute__((vector_size(8 * CD_WIDTH), may_alias, aligned(8)));
    *(loose *)to = x;
}

/* x[n] = 0 */
static inline void cd_clear(size_t n, double *x)
{
    size_t i = 0;
    for (; i + CD_WIDTH <= n; i += CD_WIDTH)
        cd_store(x + i, cd_all(0));
    for (; i < n; i++)
        x[i] = 0;
}

#endif
