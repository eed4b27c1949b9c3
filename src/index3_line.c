/* index3_line.c - derivatives of g along a line, by differences that choose their own step
 *
 * y' is that of the polynomial through 7 points a step h apart: order 6, with the error h^6 y^(7)/140 and rounding
 * errors eps |g|/h.  What h is good depends on the length L over which g bends, and nothing tells L: not |u| (an angle
 * after many turns), not right - left.  But the polynomials through the inner 5 and 3 points are there too, and
 *     y'_3 - y'_5 = h^2 y'''/6,    y'_5 - y'_7 = h^4 y^(5)/30
 * say how h compares with L: both are held below fixed shares of the terms that cancel in y', and so is the error that
 * they predict, (y'_5 - y'_7)^2/(y'_3 - y'_5), because h may be far too long where y''' and y^(5) happen to be small.
 * The first search comes from very short steps: coming from long ones it could meet a step that is a period of g.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "index3_line.h"

enum { POINTS = 7, MOST_TRIES = 12 };
/* Limits for y', for y'', and for y'' from one side, where the differences are h y''' and h^3 y^(5): h/L is about 1e-2
 * then, the error of y' 1e-14, of y'' 1e-12, from one side 1e-10; rounding errors too. */
static const double OUTER[] = {2e-10, 4e-9, 2e-6}, INNER[] = {5e-5, 2e-4, 2e-2},
                    TRUNCATION[] = {1e-14, 5e-13, 1e-10};
static const double VISIBLE = 16;    /* times the rounding errors: a difference is more than that */
static const double BEND = 0.02;     /* h/L where it matters: y'' may vanish, its size is then that of y'/L */
static const double ALIAS = 1e-2;    /* y' by differences is this near to dg d, where dg is given */
static const double SHORTEST = 1e-9; /* the first step tried, over |u| and right - left */
static const double LONGEST = 1e-2;  /* the longest one, over max(|u|, 1) .. */
static const double LONGEST_T = 0.05;        /* .. and over right - left: 15 of them have room */
static const double SMALL_U = 1e-3;          /* |u| is at least this */
static const double FACTOR = 8;              /* from one try to the next, at most */
static const double SAFETY = 0.8;            /* of the step at which OUTER is just met */
static const double NOISE = 4 * DBL_EPSILON; /* rounding errors of g, over the sizes in it */

typedef coldae_status function_fn(cd_index3_gate *gate, double t, const double *x, double *values);

typedef struct line {
    cd_index3_gate *gate;
    cd_index3_line *work;
    cd_index3_direction at;
    function_fn *function;
    int rows;
    int order;    /* 1: y', 2: y'' */
    double moves; /* largest |d_j| */
    double least, most;
    double w[3][POINTS]; /* weights of h y' or h^2 y'' by 7, 5 and 3 of the points .. */
    int first[3];        /* .. from this one on */
} line;

double cd_index3_largest(int n, const double *x)
{
    double size = 0;
    for (int i = 0; i < n; i++)
        if (fabs(x[i]) > size || isnan(x[i])) /* not a number stays one */
            size = fabs(x[i]);
    return size;
}

void cd_index3_line_layout(cd_arena *arena, const cd_index3_gate *gate, cd_index3_line *work)
{
    size_t rows = (size_t)(gate->n_u > gate->n_l ? gate->n_u : gate->n_l);
    work->moved = cd_take_doubles(arena, (size_t)gate->n);
    work->step = cd_take_doubles(arena, (size_t)gate->n_u);
    work->values = cd_take_doubles(arena, POINTS * rows);
    work->slope = cd_take_doubles(arena, rows);
}

/* d rounded so that x + i d is exact, |i| <= 8. */
static double on_grid(double d, double x)
{
    double top = fabs(x) + 8 * fabs(d);
    if (!(top > DBL_MIN))
        return d;
    double anchor = 1.5 * scalbn(1, ilogb(top)); /* its last place is that of the largest x + i d */
    volatile double sum = d + anchor;
    return sum - anchor;
}

/* Weights of the first (order = 1) or second derivative at 0 of the polynomial through 0, first .. first + n - 1. */
static void find_weights(int first, int n, int order, double *w)
{
    for (int i = 0; i < n; i++) {
        double c[3] = {1, 0, 0}, below = 1; /* Lagrange's polynomial, up to the second power */
        for (int m = first; m < first + n; m++) {
            if (m == first + i)
                continue;
            c[2] = c[1] - m * c[2];
            c[1] = c[0] - m * c[1];
            c[0] *= -m;
            below *= first + i - m;
        }
        w[i] = order * c[order] / below;
    }
}

/* y at the 7 points, with a step near s */
static coldae_status sample(line *q, double s)
{
    cd_index3_line *work = q->work;
    const cd_index3_gate *gate = q->gate;
    const coldae_index3_problem *problem = gate->problem;
    double t = q->at.t, h = q->at.e ? on_grid(s, t) : s;
    int first = -POINTS / 2;
    if (!(h > 0))
        return CD_DIVERGED; /* t has no room for points */
    while (q->at.e && first < 0 && t + first * h < problem->left)
        first++;
    while (q->at.e && first + POINTS > 1 && t + (first + POINTS - 1) * h > problem->right)
        first--;
    work->h = h;
    work->first = first;
    memcpy(work->moved, q->at.x, (size_t)gate->n * sizeof(double));
    for (int j = 0; j < gate->n_u && q->at.d; j++)
        work->step[j] = on_grid(h * q->at.d[j], q->at.x[j]);
    for (int i = first; i < first + POINTS; i++) {
        double *values = work->values + (ptrdiff_t)(i - first) * q->rows;
        for (int j = 0; j < gate->n_u && q->at.d; j++)
            work->moved[j] = q->at.x[j] + i * work->step[j];
        if (i != 0 || q->order == 2 || first != -POINTS / 2)
            CD_TRY(q->function(q->gate, q->at.e ? t + i * h : t, work->moved, values));
        else
            memset(values, 0, (size_t)q->rows * sizeof(double)); /* its weight is 0 */
    }
    return COLDAE_OK;
}

/* The formulas by all points, and by 5 and 3 around the middle, or as near to it as they are. */
static void find_formulas(line *q)
{
    for (int k = 0; k < 3; k++) {
        int n = POINTS - 2 * k, first = -(n / 2), end = q->work->first + POINTS;
        first = first < q->work->first ? q->work->first : first;
        first = first + n > end ? end - n : first;
        find_weights(first, n, q->order, q->w[k]);
        q->first[k] = first - q->work->first;
    }
}

/* h y' or h^2 y'' of one row by formula k; *size: the sum of its |weights| */
static double combine(const line *q, int l, int k, double *size)
{
    double sum = 0, last = q->work->values[l + (ptrdiff_t)(POINTS - 1) * q->rows];
    *size = 0;
    for (int i = 0; i < POINTS - 2 * k; i++) {
        sum += q->w[k][i] * (q->work->values[l + (ptrdiff_t)(i + q->first[k]) * q->rows] - last);
        *size += fabs(q->w[k][i]);
    }
    return sum;
}

/* One row: its derivative and by how much the step is too long, > 1: it is.  floor: y' counts as at least this. */
static double judge_row(const line *q, int l, double floor, double *slope)
{
    const cd_index3_line *work = q->work;
    const double *dg = q->at.dg, *d = q->at.d;
    int order = q->order, kind = order == 1 ? 0 : work->first == -POINTS / 2 ? 1 : 2;
    double h = work->h, bent = 0, along = 0, largest = 0, terms = 0, weights, inner, moved = 0, excess = 0;
    for (int j = 0; j < q->gate->n_u && dg; j++) {
        double entry = dg[l + (ptrdiff_t)j * q->gate->n_l];
        if (d) {
            bent += entry * (work->step[j] - h * d[j]); /* what rounding the step added to h y' */
            along += entry * d[j];
        }
        largest = fmax(largest, fabs(entry));
        terms += fabs(entry * q->at.x[j]);
    }
    for (int i = 0; i < POINTS; i++) {
        double value = work->values[l + (ptrdiff_t)i * q->rows];
        terms = fmax(terms, fabs(value));
        if (i > 0 && order == 2)
            moved = fmax(moved, fabs(value - work->values[l + (ptrdiff_t)(i - 1) * q->rows]));
    }
    double seven = combine(q, l, 0, &weights), five = combine(q, l, 1, &inner),
           three = combine(q, l, 2, &inner), noise = NOISE * weights * terms,
           scale = h * fmax(largest * q->at.speed, floor);
    *slope = order == 1 ? (seven - bent) / h : seven / h / h;
    if (order ==
        2) /* nothing need cancel in y'', but it may vanish: y'/L, and h/L is about BEND where it matters */
        scale = fmax(BEND * fmax(scale, moved), fabs(seven));
    else
        scale = fmax(scale, fabs(seven - bent));
    double a = fabs(five - seven), b = fabs(three - five);
    if (a > noise)
        excess = a / (OUTER[kind] * scale + DBL_MIN);
    if (b > noise)
        excess = fmax(excess, b / (INNER[kind] * scale + DBL_MIN));
    if (a > VISIBLE * noise) { /* it grows with h^6, a with h^4 */
        double error = a * fmin(a / fmax(b, DBL_MIN), 1);
        excess = fmax(excess, pow(error / (TRUNCATION[kind] * scale + DBL_MIN), 2.0 / 3));
    }
    if (dg && !q->at.e && order == 1)
        excess = fmax(excess, h * fabs(*slope - along) / (ALIAS * scale + DBL_MIN));
    return excess;
}

/* work->slope of the points at hand; the result > 1: the step is too long (or rounding prevails). */
static double judge(line *q)
{
    double floor = 0, excess = 0, *slope = q->work->slope;
    find_formulas(q);
    for (int l = 0; l < q->rows && !q->at.dg; l++) { /* no sizes of terms: that of the whole */
        (void)judge_row(q, l, 0, slope + l);
        floor = fmax(floor, fabs(slope[l]));
    }
    for (int l = 0; l < q->rows; l++)
        excess = fmax(excess, judge_row(q, l, floor, slope + l));
    return excess;
}

/* A first step, from very short ones upwards: the longest before they are too long.  One that is bad only by rounding
 * errors is followed by a better one. */
static coldae_status search(line *q, double *s)
{
    double least_excess = INFINITY, last = 0;
    *s = q->least;
    for (double tried = q->least; tried <= q->most; tried *= FACTOR) {
        coldae_status status = sample(q, tried);
        if (status == CD_UNDEFINED && least_excess < INFINITY)
            break;
        CD_TRY(status);
        double excess = judge(q);
        if (!(excess <= 1) && !(excess <= last) && last > 1 && least_excess <= 1)
            break;
        if (excess <= 1 || excess < least_excess) {
            *s = tried;
            least_excess = fmin(excess, DBL_MAX);
        }
        last = excess;
    }
    if (least_excess <= 1)
        *s = fmin(*s * fmin(fmax(SAFETY * pow(least_excess, -0.25), 1), FACTOR / 2), q->most);
    return COLDAE_OK;
}

/* Steps between least and most. */
static void find_range(line *q)
{
    const coldae_index3_problem *problem = q->gate->problem;
    double length = problem->right - problem->left;
    double size = fmax(cd_index3_largest(q->gate->n_u, q->at.x), SMALL_U);
    q->moves = q->at.d ? cd_index3_largest(q->gate->n_u, q->at.d) : 0;
    q->least = q->most = INFINITY;
    if (q->moves > 0) {
        q->least = SHORTEST * size / q->moves;
        q->most = LONGEST * fmax(size, 1) / q->moves;
    }
    if (q->at.e) {
        double visible = 64 * DBL_EPSILON * fmax(fabs(problem->left), fabs(problem->right));
        q->least = fmax(fmin(q->least, SHORTEST * length), visible);
        q->most = fmin(q->most, LONGEST_T * length);
        q->least = fmin(q->least, LONGEST_T * length);
        q->most = fmax(q->most, q->least);
    }
}

/* Shorten the step until it is not too long, or does not become better: the best slope -> slope[rows]. */
static coldae_status refine(line *q, double s, double *slope, double *best)
{
    double last = INFINITY, h = 0;
    coldae_status status = CD_DIVERGED;
    *best = INFINITY;
    for (int i = 0; i < MOST_TRIES; i++) {
        status = sample(q, s);
        if (status == CD_UNDEFINED && s > q->least) { /* the points may leave the domain of g: nearer ones */
            s = fmax(s / FACTOR, q->least);
            continue;
        }
        if (status != COLDAE_OK)
            break;
        double excess = judge(q);
        if (excess < *best || !(*best < INFINITY)) {
            memcpy(slope, q->work->slope, (size_t)q->rows * sizeof(double));
            *best = fmin(excess, DBL_MAX);
            h = q->work->h;
        }
        if (excess <= 1 || !(excess <= last / 2) || !(s > q->least))
            break;
        last = excess;
        s = fmax(s * fmin(fmax(SAFETY * pow(excess, -0.25), 1 / FACTOR), 0.7), q->least);
    }
    q->work->h = h;
    return *best < INFINITY ? COLDAE_OK : status;
}

static coldae_status find_slope(line *q, double *slope)
{
    cd_index3_line *work = q->work;
    memset(slope, 0, (size_t)q->rows * sizeof(double));
    find_range(q);
    if (!q->at.e && !(q->moves > 0))
        return COLDAE_OK;
    double unit = q->at.e ? 1 : q->moves, *reach = q->at.e ? &work->reach_t : &work->reach_u, excess,
           s = fmin(*reach / unit, q->most);
    if (!(s > 0) && q->order == 1) { /* nor longer than y'' likes it: the odd ones may all vanish here */
        q->order = 2;
        CD_TRY(search(q, &s));
        q->order = 1;
        q->most = s;
        s = 0;
    }
    if (!(s > 0))
        CD_TRY(search(q, &s));
    CD_TRY(refine(q, s, slope, &excess));
    double grow = excess <= 1 ? fmin(SAFETY * pow(excess, -0.25), 2) : 1;
    *reach = work->h * unit * (grow > 1.25 ? grow : 1);
    return COLDAE_OK;
}

coldae_status cd_index3_slope(cd_index3_gate *gate, cd_index3_line *work, const cd_index3_direction *at,
                              double *slope)
{
    line q = {
        .gate = gate, .work = work, .at = *at, .function = cd_index3_gate_g, .rows = gate->n_l, .order = 1};
    return find_slope(&q, slope);
}

/* A line of another kind: what is remembered of steps does not count for it. */
static coldae_status find_elsewhere(line q, double *slope)
{
    cd_index3_line fresh = *q.work;
    fresh.reach_u = fresh.reach_t = 0;
    q.work = &fresh;
    return find_slope(&q, slope);
}

coldae_status cd_index3_slope_of_f(cd_index3_gate *gate, cd_index3_line *work, const cd_index3_direction *at,
                                   double *slope)
{
    line q = {
        .gate = gate, .work = work, .at = *at, .function = cd_index3_gate_f, .rows = gate->n_u, .order = 1};
    return find_elsewhere(q, slope);
}

coldae_status cd_index3_bend(cd_index3_gate *gate, cd_index3_line *work, const cd_index3_direction *at,
                             double *bend)
{
    line q = {
        .gate = gate, .work = work, .at = *at, .function = cd_index3_gate_g, .rows = gate->n_l, .order = 2};
    return find_elsewhere(q, bend);
}
