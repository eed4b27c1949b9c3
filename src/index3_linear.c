/* index3_linear.c - the linear systems of coldae_index3: stages, error estimate, projection */
#include <math.h>
#include <string.h>

#include "index3_linear.h"
#include "lu.h"

/* eta = h/mu; im = 0 for the real eigenvalue */
typedef struct eta {
    double re, im;
} eta;

static eta eta_real(const cd_radau *radau, double h)
{
    return (eta){h / radau->real, 0};
}

/* h/(alpha - i beta) */
static eta eta_pair(const cd_radau *radau, double h, int pair)
{
    double a = radau->alpha[pair], b = radau->beta[pair], scale = h / (a * a + b * b);
    return (eta){a * scale, b * scale};
}

void cd_index3_linear_layout(cd_arena *arena, const cd_index3_gate *gate, const cd_radau *radau,
                             int structure, cd_index3_linear *l)
{
    l->n_u = gate->n_u;
    l->n_v = gate->n_v;
    l->n_l = gate->n_l;
    l->n = gate->n;
    l->index = gate->index;
    l->reduced = !gate->problem->f;
    l->structure = structure;
    l->has_mass = gate->problem->mass != NULL;
    l->order = l->reduced ? l->n_v + l->n_l : l->n;
    size_t n = (size_t)l->n, n_v = (size_t)l->n_v, order = (size_t)l->order;
    l->d.df = cd_take_doubles(arena, l->reduced ? 0 : (size_t)l->n_u * n);
    l->d.dk = cd_take_doubles(arena, n_v * n);
    l->d.dg = cd_take_doubles(arena, (size_t)l->n_l * n);
    l->mass = cd_take_doubles(arena, n_v * n_v);
    cd_saddle_layout(arena, gate, &l->saddle);
    size_t square = structure ? 0 : order * order;
    l->real = cd_take_doubles(arena, square);
    l->real_pivot = cd_arena_take(arena, order, sizeof(int));
    for (int p = 0; p < radau->n_pair; p++) {
        l->pair[p] = cd_take_doubles(arena, 2 * square);
        l->pair_pivot[p] = cd_arena_take(arena, order, sizeof(int));
    }
    l->b = cd_take_doubles(arena, 2 * order);
}

/* ---- the stage systems ------------------------------------------------------------------------------- */

/* a complex entry, of which a real matrix (step 1) keeps the real part */
static void put(double *a, int step, ptrdiff_t at, double re, double im)
{
    a[step * at] = re;
    if (step == 2)
        a[2 * at + 1] = im;
}

/* Rows of v, without their last columns: M - eta k_v - eta^2 k_u (reduced), or -eta k_u, M - eta k_v. */
static void assemble_v(const cd_index3_linear *l, eta h, int step, double *a)
{
    int n_u = l->n_u, n_v = l->n_v, order = l->order, first = l->reduced ? 0 : n_u;
    double re2 = h.re * h.re - h.im * h.im, im2 = 2 * h.re * h.im;
    for (int j = 0; j < n_v; j++)
        for (int i = 0; i < n_v; i++) {
            ptrdiff_t at = first + i + (ptrdiff_t)(first + j) * order;
            double m = l->has_mass ? l->mass[i + (ptrdiff_t)j * n_v] : i == j;
            double k_v = l->d.dk[i + (ptrdiff_t)(n_u + j) * n_v];
            double k_u = l->reduced && n_u > 0 ? l->d.dk[i + (ptrdiff_t)j * n_v] : 0;
            put(a, step, at, m - h.re * k_v - re2 * k_u, -h.im * k_v - im2 * k_u);
        }
    for (int j = 0; j < first; j++)
        for (int i = 0; i < n_v; i++) {
            double k_u = l->d.dk[i + (ptrdiff_t)j * n_v];
            put(a, step, first + i + (ptrdiff_t)j * order, -h.re * k_u, -h.im * k_u);
        }
    for (int j = 0; j < l->n_l; j++)
        for (int i = 0; i < n_v; i++)
            put(a, step, first + i + (ptrdiff_t)(first + n_v + j) * order,
                -l->d.dk[i + (ptrdiff_t)(n_u + n_v + j) * n_v], 0);
}

/* Rows of u, where they are kept: I - eta f_u, -eta f_v. */
static void assemble_u(const cd_index3_linear *l, eta h, int step, double *a)
{
    int n_u = l->n_u;
    for (int j = 0; j < n_u + l->n_v; j++)
        for (int i = 0; i < n_u; i++) {
            double d = l->d.df[i + (ptrdiff_t)j * n_u];
            put(a, step, i + (ptrdiff_t)j * l->order, (i == j) - h.re * d, -h.im * d);
        }
}

/* Rows of g.  Reduced: g_u (index 3), g_v + eta g_u (2), eta (g_v + eta g_u), g_lambda (1).
 * Otherwise: g_u (3), g_u, g_v (2), eta g_u, eta g_v, g_lambda (1). */
static void assemble_g(const cd_index3_linear *l, eta h, int step, double *a)
{
    int n_u = l->n_u, n_v = l->n_v, n_l = l->n_l, first = l->order - n_l;
    int columns = l->reduced ? n_v : n_u + n_v;
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < n_l; i++) {
            double re = l->d.dg[i + (ptrdiff_t)j * n_l], im = 0;
            if (l->reduced && l->index < 3) { /* g_v + eta g_u */
                double g_u = n_u > 0 ? re : 0;
                re = l->d.dg[i + (ptrdiff_t)(n_u + j) * n_l] + h.re * g_u;
                im = h.im * g_u;
            }
            if (l->index == 1)
                put(a, step, first + i + (ptrdiff_t)j * l->order, h.re * re - h.im * im,
                    h.re * im + h.im * re);
            else
                put(a, step, first + i + (ptrdiff_t)j * l->order, re, im);
        }
    for (int j = 0; j < n_l; j++)
        for (int i = 0; i < n_l; i++)
            put(a, step, first + i + (ptrdiff_t)(first + j) * l->order,
                l->index == 1 ? l->d.dg[i + (ptrdiff_t)(n_u + n_v + j) * n_l] : 0, 0);
}

static void assemble(const cd_index3_linear *l, eta h, int step, double *a)
{
    if (!l->reduced) {
        memset(a, 0, (size_t)step * (size_t)l->order * (size_t)l->order * sizeof(double));
        assemble_u(l, h, step, a);
    }
    assemble_v(l, h, step, a);
    if (l->n_l > 0)
        assemble_g(l, h, step, a);
}

int cd_index3_linear_factor(cd_index3_linear *l, const cd_radau *radau, double h)
{
    if (l->structure)
        return !(l->saddle.regular > 0);
    l->n_factor++;
    assemble(l, eta_real(radau, h), 1, l->real);
    int singular = !(cd_lu_factor(l->order, l->real, l->real_pivot) > 0);
    for (int p = 0; p < radau->n_pair && !singular; p++) {
        assemble(l, eta_pair(radau, h, p), 2, l->pair[p]);
        singular = !(cd_lu_factor_complex(l->order, l->pair[p], l->pair_pivot[p]) > 0);
    }
    return singular;
}

/* ---- right-hand sides, real (b im is not touched) and complex ------------------------------------------- */

/* b_v = eta (r_v + eta k_u r_u),  b_g = -r_g/eta - g_u r_u (index 3), -r_g - eta g_u r_u (2), eta times that (1) */
static void reduce(const cd_index3_linear *l, double h, const double *r, double *b)
{
    int n_u = l->n_u, n_v = l->n_v, n_l = l->n_l;
    const double *r_v = r + n_u, *r_g = r_v + n_v;
    double *b_g = b + n_v;
    for (int i = 0; i < n_v; i++)
        b[i] = h * r_v[i];
    for (int i = 0; i < n_l; i++)
        b_g[i] = l->index == 3 ? -r_g[i] / h : l->index == 2 ? -r_g[i] : -h * r_g[i];
    double h_g = l->index == 3 ? 1 : l->index == 2 ? h : h * h;
    for (int j = 0; j < n_u; j++) {
        double x = h * h * r[j], y = h_g * r[j];
        for (int i = 0; i < n_v && !l->structure; i++)
            b[i] += l->d.dk[i + (ptrdiff_t)j * n_v] * x;
        for (int i = 0; i < n_l; i++)
            b_g[i] -= l->d.dg[i + (ptrdiff_t)j * n_l] * y;
    }
}

void cd_index3_linear_solve(cd_index3_linear *l, const cd_radau *radau, double step, double *r)
{
    int n_u = l->n_u, n_v = l->n_v, n_l = l->n_l, first = l->order - n_l;
    double h = eta_real(radau, step).re, *b = l->b;
    if (l->reduced) {
        reduce(l, h, r, b);
    } else {
        for (int i = 0; i < first; i++)
            b[i] = h * r[i];
        for (int i = first; i < l->n; i++)
            b[i] = l->index == 1 ? -h * r[i] : -r[i];
    }
    if (l->structure)
        cd_saddle_solve(&l->saddle, b);
    else
        cd_lu_solve(l->order, l->real, l->real_pivot, b);
    if (l->reduced)
        for (int i = 0; i < n_u; i++)
            r[i] = h * (r[i] + b[i]);
    else
        memcpy(r, b, (size_t)n_u * sizeof(double));
    memcpy(r + n_u, b + first - n_v, (size_t)n_v * sizeof(double));
    for (int i = 0; i < n_l; i++)
        r[n_u + n_v + i] = b[first + i] / h;
}

/* (re, im) times eta */
static eta times(eta a, eta b)
{
    return (eta){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static eta inverse_of(eta a)
{
    double square = a.re * a.re + a.im * a.im;
    return (eta){a.re / square, -a.im / square};
}

/* b (re, im interleaved) as in reduce() */
static void reduce_pair(const cd_index3_linear *l, eta h, const double *re, const double *im, double *b)
{
    int n_u = l->n_u, n_v = l->n_v, n_l = l->n_l;
    double *b_g = b + 2 * (ptrdiff_t)n_v;
    const eta one = {1, 0}, h2 = times(h, h),
              h_r = l->index == 3   ? inverse_of(h)
                    : l->index == 2 ? one
                                    : h,
              h_g = l->index == 3   ? one
                    : l->index == 2 ? h
                                    : h2;
    for (int i = 0; i < n_v; i++) {
        eta x = times(h, (eta){re[n_u + i], im[n_u + i]});
        b[2 * i] = x.re;
        b[2 * i + 1] = x.im;
    }
    for (int i = 0; i < n_l; i++) {
        eta x = times(h_r, (eta){re[n_u + n_v + i], im[n_u + n_v + i]});
        b_g[2 * i] = -x.re;
        b_g[2 * i + 1] = -x.im;
    }
    for (int j = 0; j < n_u; j++) {
        eta x = times(h2, (eta){re[j], im[j]}), y = times(h_g, (eta){re[j], im[j]});
        for (int i = 0; i < n_v && !l->structure; i++) {
            double k_u = l->d.dk[i + (ptrdiff_t)j * n_v];
            b[2 * i] += k_u * x.re;
            b[2 * i + 1] += k_u * x.im;
        }
        for (int i = 0; i < n_l; i++) {
            double g_u = l->d.dg[i + (ptrdiff_t)j * n_l];
            b_g[2 * i] -= g_u * y.re;
            b_g[2 * i + 1] -= g_u * y.im;
        }
    }
}

/* The saddle matrix is real: real and imaginary parts one after the other. */
static void solve_parts(cd_index3_linear *l, double *b)
{
    double *x = l->saddle.x;
    for (int part = 0; part < 2; part++) {
        for (int i = 0; i < l->order; i++)
            x[i] = b[2 * i + part];
        cd_saddle_solve(&l->saddle, x);
        for (int i = 0; i < l->order; i++)
            b[2 * i + part] = x[i];
    }
}

void cd_index3_linear_solve_pair(cd_index3_linear *l, const cd_radau *radau, double step, int pair,
                                 double *re, double *im)
{
    int n_u = l->n_u, n_v = l->n_v, first = l->order - l->n_l, at = first - n_v;
    eta h = eta_pair(radau, step, pair), inverse = inverse_of(h);
    double *b = l->b;
    if (l->reduced)
        reduce_pair(l, h, re, im, b);
    for (int i = 0; i < l->n && !l->reduced; i++) {
        eta minus = {-1, 0}, factor = i < first ? h : l->index == 1 ? times(minus, h) : minus;
        eta x = times(factor, (eta){re[i], im[i]});
        b[2 * i] = x.re;
        b[2 * i + 1] = x.im;
    }
    if (l->structure)
        solve_parts(l, b);
    else
        cd_lu_solve_complex(l->order, l->pair[pair], l->pair_pivot[pair], b);
    for (int i = 0; i < n_u; i++) {
        eta x = {b[2 * i], b[2 * i + 1]};
        if (l->reduced)
            x = times(h, (eta){re[i] + x.re, im[i] + x.im});
        re[i] = x.re;
        im[i] = x.im;
    }
    for (int i = 0; i < n_v; i++) {
        re[n_u + i] = b[2 * (at + i)];
        im[n_u + i] = b[2 * (at + i) + 1];
    }
    for (int i = 0; i < l->n_l; i++) {
        eta x = times(inverse, (eta){b[2 * (first + i)], b[2 * (first + i) + 1]});
        re[n_u + n_v + i] = x.re;
        im[n_u + n_v + i] = x.im;
    }
}
