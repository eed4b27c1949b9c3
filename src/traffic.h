/* traffic.h - arrays of several subintervals, one behind the other, into lanes and back; inlined where n is a constant */
#ifndef CD_TRAFFIC_H
#define CD_TRAFFIC_H

#include "unrolled.h"
#include "vector.h"

/* n numbers each of `count` places that are `apart` from each other -> to[n] lanes; those beyond count repeat the last
 * one. */
UNROLLED void cd_take_apart(int n, int apart, const double *from, int count, cd_vec *to)
{
    const double *lane[CD_WIDTH];
    int i = 0;
    for (int l = 0; l < CD_WIDTH; l++)
        lane[l] = from + (l < count ? l : count - 1) * apart;
    for (; i + CD_WIDTH <= n; i += CD_WIDTH) {
        cd_vec r[CD_WIDTH]; /* in registers: to might be where from is, for the compiler */
        for (int l = 0; l < CD_WIDTH; l++)
            r[l] = cd_load(lane[l] + i);
        cd_transpose(r);
        for (int l = 0; l < CD_WIDTH; l++)
            to[i + l] = r[l];
    }
    for (; i < n; i++)
        to[i] = (cd_vec){lane[0][i], lane[1][i], lane[2][i], lane[3][i]};
}

/* from[n, count] -> to[n] lanes; those beyond count repeat the last one. */
UNROLLED void cd_take(int n, const double *from, int count, cd_vec *to)
{
    if (n == 1 && count == CD_WIDTH)
        to[0] = cd_load(from);
    else if (n == 2 && count == CD_WIDTH)
        cd_separate(cd_load(from), cd_load(from + CD_WIDTH), to);
    else
        cd_take_apart(n, n, from, count, to);
}

/* Lengths of `count` subintervals whose points are t -> h[4]; those beyond count repeat the last one. */
UNROLLED void cd_take_lengths(const double *t, int count, double *h)
{
    if (count == CD_WIDTH) {
        cd_store(h, cd_load(t + 1) - cd_load(t));
        return;
    }
    for (int l = 0; l < CD_WIDTH; l++) {
        int n = l < count ? l : count - 1;
        h[l] = t[n + 1] - t[n];
    }
}

/* The first `count` lanes of from[n] -> to[n, count]. */
UNROLLED void cd_give(int n, const cd_vec *from, int count, double *to)
{
    int i = 0;
    if (n == 1 && count == CD_WIDTH) {
        cd_store(to, from[0]);
        return;
    }
    if (n == 2 && count == CD_WIDTH) {
        cd_vec pairs[2];
        cd_interleave(from[0], from[1], pairs);
        cd_store(to, pairs[0]);
        cd_store(to + CD_WIDTH, pairs[1]);
        return;
    }
    for (; i + CD_WIDTH <= n; i += CD_WIDTH) {
        cd_vec r[CD_WIDTH];
        for (int l = 0; l < CD_WIDTH; l++)
            r[l] = from[i + l];
        cd_transpose(r);
        for (int l = 0; l < CD_WIDTH && l < count; l++)
            cd_store(to + l * n + i, r[l]);
    }
    for (; i < n; i++)
        for (int l = 0; l < CD_WIDTH && l < count; l++)
            to[l * n + i] = ((const double *)(from + i))[l];
}

#endif
