/* sizes.h - the sizes of frequent problems as constants: kernels called through CD_BY_SIZE get code of their own for them
 *
 * A small problem spends its time in loops of one or two rounds; with constants the compiler writes them out.
 */
#ifndef CD_SIZES_H
#define CD_SIZES_H

#include "internal.h"

/* Components of the same order; more sizes make the library larger, not slower. */
static const int CD_ORDER_1[] = {1, 1, 1, 1}, CD_ORDER_2[] = {2, 2}, CD_ORDER_4[] = {4};
static const int CD_OFFSET_1[] = {0, 1, 2, 3}, CD_OFFSET_2[] = {0, 2}, CD_OFFSET_4[] = {0};

#define CD_SAME_ORDER(d, m, r, points)                                                                       \
    {                                                                                                        \
        .n_diff = (d), .n_alg = (m), .n_eq = (d) + (m), .mstar = (d) * (r), .max_order = (r), .k = (points), \
        .n_local = (points) * ((d) + (m)), .order = CD_ORDER_##r, .offset = CD_OFFSET_##r                    \
    }

/* 1 .. n: equations, constraints, order, points */
static const cd_dims CD_SIZE_1 = CD_SAME_ORDER(1, 0, 2, 4), CD_SIZE_2 = CD_SAME_ORDER(1, 0, 2, 5),
                     CD_SIZE_3 = CD_SAME_ORDER(1, 0, 2, 6), CD_SIZE_4 = CD_SAME_ORDER(1, 0, 2, 7),
                     CD_SIZE_5 = CD_SAME_ORDER(1, 0, 4, 5), CD_SIZE_6 = CD_SAME_ORDER(1, 0, 4, 6),
                     CD_SIZE_7 = CD_SAME_ORDER(2, 1, 1, 4), CD_SIZE_8 = CD_SAME_ORDER(3, 1, 1, 4),
                     CD_SIZE_9 = CD_SAME_ORDER(2, 0, 2, 4), CD_SIZE_10 = CD_SAME_ORDER(2, 0, 1, 4);

/* The value of cd_dims.usual for these sizes: their number, or 0. */
static inline int cd_usual_size(const cd_dims *d)
{
    static const cd_dims *const sizes[] = {&CD_SIZE_1, &CD_SIZE_2, &CD_SIZE_3, &CD_SIZE_4, &CD_SIZE_5,
                                           &CD_SIZE_6, &CD_SIZE_7, &CD_SIZE_8, &CD_SIZE_9, &CD_SIZE_10};
    for (int i = 0; i < (int)(sizeof sizes / sizeof sizes[0]) && d->n_param == 0; i++) {
        const cd_dims *size = sizes[i];
        int same = size->n_diff == d->n_diff && size->n_alg == d->n_alg && size->mstar == d->mstar &&
                   size->max_order == d->max_order && size->k == d->k;
        if (same) /* n_diff max_order = mstar: all orders are equal */
            return i + 1;
    }
    return 0;
}

/* function(dims, ..), an inlined one, with constant sizes where they are usual */
#define CD_BY_SIZE(function, dims, ...)                                                                      \
    do {                                                                                                     \
        switch (CD_MANY_SIZES ? (dims)->usual : 0) {                                                         \
        case 1:                                                                                              \
            function(&CD_SIZE_1, __VA_ARGS__);                                                               \
            break;                                                                                           \
        case 2:                                                                                              \
            function(&CD_SIZE_2, __VA_ARGS__);                                                               \
            break;                                                                                           \
        case 3:                                                                                              \
            function(&CD_SIZE_3, __VA_ARGS__);                                                               \
            break;                                                                                           \
        case 4:                                                                                              \
            function(&CD_SIZE_4, __VA_ARGS__);                                                               \
            break;                                                                                           \
        case 5:                                                                                              \
            function(&CD_SIZE_5, __VA_ARGS__);                                                               \
            break;                                                                                           \
        case 6:                                                                                              \
            function(&CD_SIZE_6, __VA_ARGS__);                                                               \
            break;                                                                                           \
        case 7:                                                                                              \
            function(&CD_SIZE_7, __VA_ARGS__);                                                               \
            break;                                                                                           \
        case 8:                                                                                              \
            function(&CD_SIZE_8, __VA_ARGS__);                                                               \
            break;                                                                                           \
        case 9:                                                                                              \
            function(&CD_SIZE_9, __VA_ARGS__);                                                               \
            break;                                                                                           \
        case 10:                                                                                             \
            function(&CD_SIZE_10, __VA_ARGS__);                                                              \
            break;                                                                                           \
        default:                                                                                             \
            function(dims, __VA_ARGS__);                                                                     \
        }                                                                                                    \
    } while (0)

#endif
