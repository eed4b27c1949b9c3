/* mesh.c - the next mesh: first, halve, equidistribute; side-condition and fixed points stay
 *
 * Density on subinterval i, from the leading error term of every controlled component,
 *     s_i = max_{j,l} [ max|P_r| |u_j^(k+m_j)| / (tol_jl (1 + |u_j^(l)|)) ]^{1/(k+r)},   r = m_j - l :
 * an equidistributed mesh of N subintervals has s_i h_i = needed/N.
 */
#include <math.h>
#include <string.h>

#include "mesh.h"

cd_demand cd_mesh_demand(int n, const double *t, const double *s)
{
    double most = 0, needed = 0;
    for (int i = 0; i < n; i++) {
        double share = s[i] * (t[i + 1] - t[i]);
        most = share > most ? share : most;
        needed += share;
    }
    return (cd_demand){.needed = needed, .uneven = needed > 0 ? most * n / needed : 1};
}

int cd_mesh_smallest(const cd_method *m)
{
    return m->n_kept - 1;
}

/* Points of `given` strictly inside (a, b), every `stride`-th, to t (or only counted). */
static int inner_points(const double *given, int n_given, int stride, double a, double b, double *t)
{
    int count = 0;
    double margin = 1e-10 * (b - a); /* a point that only rounding separates from a kept one is that one */
    for (int i = stride; i < n_given; i += stride)
        if (given[i] > a + margin && given[i] < b - margin) {
            if (t)
                t[count] = given[i];
            count++;
        }
    return count;
}

int cd_mesh_first(const cd_method *m, const double *given, int n_given, double *t)
{
    int n = 0, stride = 1, segments = m->n_kept - 1;
    double left = m->kept[0], right = m->kept[segments];
    if (m->options.mesh) {
        given = m->options.mesh;
        n_given = m->options.n_intervals;
    } else if (given) {
        stride = m->options.start_coarsen ? 2 : 1;
    }
    for (int i = 0; i < segments; i++) {
        double a = m->kept[i], b = m->kept[i + 1];
        if (t)
            t[n] = a;
        n++;
        if (given) {
            n += inner_points(given, n_given, stride, a, b, t ? t + n : NULL);
            continue;
        }
        int share = cd_max_int(1, (int)lround(m->options.n_intervals * ((b - a) / (right - left))));
        for (int j = 1; j < share; j++, n++)
            if (t)
                t[n] = a + (b - a) * j / share;
    }
    if (t)
        t[n] = right;
    return n;
}

int cd_mesh_is_increasing(int n, const double *t)
{
    for (int i = 0; i < n; i++)
        if (!(t[i] < t[i + 1]))
            return 0;
    return 1;
}

void cd_mesh_halve(int n, const double *from, double *t)
{
    for (int i = 0; i < n; i++) {
        t[2 * i] = from[i];
        t[2 * i + 1] = from[i] + (from[i + 1] - from[i]) / 2;
    }
    t[2 * n] = from[n];
}

/* Integral of s over [a, b], both points of the old mesh or kept points (kept points are mesh points). */
static double integral(int n, const double *t, const double *s, double a, double b)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        if (t[i] >= a && t[i + 1] <= b)
            sum += s[i] * (t[i + 1] - t[i]);
    return sum;
}

/* `parts` equal shares of the integral of s + floor over [a, b]: the inner points to t. */
static void equal_shares(int n, const double *from, const double *s, double floor, double a, double b,
                         int parts, double *t)
{
    double total = integral(n, from, s, a, b) + floor * (b - a), done = 0;
    int i = 0, next = 1;
    while (from[i + 1] <= a)
        i++;
    for (; i < n && from[i] < b && next < parts; i++) {
        double h = from[i + 1] - from[i], weight = (s[i] + floor) * h;
        while (next < parts && done + weight >= total * next / parts) {
            t[next - 1] = from[i] + h * fmin(1, (total * next / parts - done) / weight);
            next++;
        }
        done += weight;
    }
    for (; next < parts; next++) /* rounding in the sums */
        t[next - 1] = b - (b - a) * 1e-8 * (parts - next);
}

void cd_mesh_redistribute(const cd_method *m, int n, const double *from, const double *s, int n_new,
                          double *t)
{
    int segments = m->n_kept - 1, spare = n_new - segments, at = 0;
    double left = from[0], right = from[n], total = integral(n, from, s, left, right);
    double floor = 0.02 * total / (right - left) + 1e-300; /* no subinterval grows without bound */
    double all = total + floor * (right - left), share_before = 0;
    int given_before = 0;
    for (int i = 0; i < segments; i++) { /* each segment: one subinterval and its share of the spare ones */
        double a = m->kept[i], b = m->kept[i + 1];
        share_before += (integral(n, from, s, a, b) + floor * (b - a)) / all;
        int given = i + 1 == segments ? spare : (int)lround(share_before * spare);
        int parts = 1 + given - given_before;
        given_before = given;
        t[at] = a;
        equal_shares(n, from, s, floor, a, b, parts, t + at + 1);
        at += parts;
    }
    t[at] = right;
}
