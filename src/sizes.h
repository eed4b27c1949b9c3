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

/* 1 .. 24: equations, constraints, order, points */
static const cd_dims CD_SIZE_1 = CD_SAME_ORDER(1, 0, 2, 4), CD_SIZE_2 = CD_SAME_ORDER(1, 0, 2, 5),
                     CD_SIZE_3 = CD_SAME_ORDER(1, 0, 2, 6), CD_SIZE_4 = CD_SAME_ORDER(1, 0, 2, 7),
                     CD_SIZE_5 = CD_SAME_ORDER(1, 0, 4, 5), CD_SIZE_6 = CD_SAME_ORDER(1, 0, 4, 6),
                     CD_SIZE_7 = CD_SAME_ORDER(2, 1, 1, 4), CD_SIZE_8 = CD_SAME_ORDER(3, 1, 1, 4),
                     CD_SIZE_9 = CD_SAME_ORDER(2, 0, 2, 4), CD_SIZE_10 = CD_SAME_ORDER(2, 0, 2, 5),
                     CD_SIZE_11 = CD_SAME_ORDER(2, 0, 2, 6), CD_SIZE_12 = CD_SAME_ORDER(2, 0, 2, 7),
                     CD_SIZE_13 = CD_SAME_ORDER(2, 0, 1, 4), CD_SIZE_14 = CD_SAME_ORDER(2, 0, 1, 5),
                     CD_SIZE_15 = CD_SAME_ORDER(2, 0, 1, 6), CD_SIZE_16 = CD_SAME_ORDER(2, 0, 1, 7),
                     CD_SIZE_17 = CD_SAME_ORDER(3, 0, 1, 4), CD_SIZE_18 = CD_SAME_ORDER(3, 0, 1, 5),
                     CD_SIZE_19 = CD_SAME_ORDER(3, 0, 1, 6), CD_SIZE_20 = CD_SAME_ORDER(3, 0, 1, 7),
                     CD_SIZE_21 = CD_SAME_ORDER(4, 0, 1, 4), CD_SIZE_22 = CD_SAME_ORDER(4, 0, 1, 5),
                     CD_SIZE_23 = CD_SAME_ORDER(4, 0, 1, 6), CD_SIZE_24 = CD_SAME_ORDER(4, 0, 1, 7);

static const cd_dims *const CD_SIZES[] = {
    &CD_SIZE_1,  &CD_SIZE_2,  &CD_SIZE_3,  &CD_SIZE_4,  &CD_SIZE_5,  &CD_SIZE_6,  &CD_SIZE_7,  &CD_SIZE_8,
    &CD_SIZE_9,  &CD_SIZE_10, &CD_SIZE_11, &CD_SIZE_12, &CD_SIZE_13, &CD_SIZE_14, &CD_SIZE_15, &CD_SIZE_16,
    &CD_SIZE_17, &CD_SIZE_18, &CD_SIZE_19, &CD_SIZE_20, &CD_SIZE_21, &CD_SIZE_22, &CD_SIZE_23, &CD_SIZE_24};

/* The value of cd_dims.usual for these sizes: their number, or 0. */
static inline int cd_usual_size(const cd_dims *d)
{
    for (int i = 0; i < (int)(sizeof CD_SIZES / sizeof CD_SIZES[0]) && d->n_param == 0; i++) {
        const cd_dims *size = CD_SIZES[i];
        int same = size->n_diff == d->n_diff && size->n_alg == d->n_alg && size->mstar == d->mstar &&
                   size->max_order == d->max_order && size->k == d->k;
        if (same) /* n_diff max_order = mstar: all orders are equal */
            return i + 1;
    }
    return 0;
}

/* m_i and the position of u_i in z: constants where sizes are, even if i is not */
static inline int cd_order_of(const cd_dims *d, int i)
{
    return d->n_diff * d->max_order == d->mstar ? d->max_order : d->order[i];
}
static inline int cd_offset_of(const cd_dims *d, int i)
{
    return d->n_diff * d->max_order == d->mstar ? i * d->max_order : d->offset[i];
}

#define CD_SIZE_CASE(number, function, ...)                                                                  \
    case number:                                                                                             \
        function(&CD_SIZE_##number, __VA_ARGS__);                                                            \
        break;

/* function(dims, ..), an inlined one, with constant sizes where they are usual */
#define CD_BY_SIZE(function, dims, ...)                                                                      \
    do {                                                                                                     \
        switch (CD_MANY_SIZES ? (dims)->usual : 0) {                                                         \
            CD_SIZE_CASE(1, function, __VA_ARGS__)                                                           \
            CD_SIZE_CASE(2, function, __VA_ARGS__)                                                           \
            CD_SIZE_CASE(3, function, __VA_ARGS__)                                                           \
            CD_SIZE_CASE(4, function, __VA_ARGS__)                                                           \
            CD_SIZE_CASE(5, function, __VA_ARGS__)                                                           \
            CD_SIZE_CASE(6, function, __VA_ARGS__)                                                           \
            CD_SIZE_CASE(7, function, __VA_ARGS__)                                                           \
            CD_SIZE_CASE(8, function, __VA_ARGS__)                                                           \
            CD_SIZE_CASE(9, function, __VA_ARGS__)                                                           \
            CD_SIZE_CASE(10, function, __VA_ARGS__)                                                          \
            CD_SIZE_CASE(11, function, __VA_ARGS__)                                                          \
            CD_SIZE_CASE(12, function, __VA_ARGS__)                                                          \
            CD_SIZE_CASE(13, function, __VA_ARGS__)                                                          \
            CD_SIZE_CASE(14, function, __VA_ARGS__)                                                          \
            CD_SIZE_CASE(15, function, __VA_ARGS__)                                                          \
            CD_SIZE_CASE(16, function, __VA_ARGS__)                                                          \
            CD_SIZE_CASE(17, function, __VA_ARGS__)                                                          \
            CD_SIZE_CASE(18, function, __VA_ARGS__)                                                          \
            CD_SIZE_CASE(19, function, __VA_ARGS__)                                                          \
            CD_SIZE_CASE(20, function, __VA_ARGS__)                                                          \
            CD_SIZE_CASE(21, function, __VA_ARGS__)                                                          \
            CD_SIZE_CASE(22, function, __VA_ARGS__)                                                          \
            CD_SIZE_CASE(23, function, __VA_ARGS__)                                                          \
            CD_SIZE_CASE(24, function, __VA_ARGS__)                                                          \
        default:                                                                                             \
            function(dims, __VA_ARGS__);                                                                     \
        }                                                                                                    \
    } while (0)

#endif
