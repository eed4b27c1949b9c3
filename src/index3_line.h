/* index3_line.h - derivatives of g along a line, by differences that choose their own step
 *
 *     y(s) = g(t + s e, u + s d, v, lambda),    e = 1 or 0;    y'(0), y''(0) from 7 points a step apart
 */
#ifndef CD_INDEX3_LINE_H
#define CD_INDEX3_LINE_H

#include "index3_gate.h"

typedef struct cd_index3_line {
    double reach_u,
        reach_t;    /* the step that was good last time, as a move of u (e = 0), of t (e = 1); 0: none yet */
    double h;       /* the step of the last derivative */
    int first;      /* the points are first .. first + 6 steps away: -3, other at the ends of the interval */
    double *moved;  /* [n] */
    double *step;   /* [n_u] h d, rounded so that u + i step is exact */
    double *values; /* [max(n_l, n_u), 7] */
    double *slope;  /* [max(n_l, n_u)] */
} cd_index3_line;

/* Where the line is, and what is known about g there. */
typedef struct cd_index3_direction {
    double t;
    const double *x; /* [n] */
    int e;           /* does t move? */
    const double *d; /* [n_u], how u moves; NULL: not at all */
    const double
        *dg; /* [n_l, n], also if only nearly right: the size of the terms that cancel in y', and rounding */
    double speed; /* |u'| goes with dg */
} cd_index3_direction;

/* Largest |x_i| */
double cd_index3_largest(int n, const double *x);

void cd_index3_line_layout(cd_arena *arena, const cd_index3_gate *gate, cd_index3_line *line);

/* y'(0) -> slope[n_l].  No point is outside of [left, right]. */
coldae_status cd_index3_slope(cd_index3_gate *gate, cd_index3_line *line, const cd_index3_direction *at,
                              double *slope);
/* .. of f instead of g, at->dg NULL: slope[n_u] */
coldae_status cd_index3_slope_of_f(cd_index3_gate *gate, cd_index3_line *line, const cd_index3_direction *at,
                                   double *slope);
/* y''(0) -> bend[n_l] */
coldae_status cd_index3_bend(cd_index3_gate *gate, cd_index3_line *line, const cd_index3_direction *at,
                             double *bend);

#endif
