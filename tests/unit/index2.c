/* index2.c - the elimination for constraints without y: as accurate as that of the full local matrix, which it replaces, and
 * left to it where it does not go well */
#include <float.h>
#include <stdlib.h>

#include "check.h"
#include "uniform.h"
#include "condense.h"
#include "cpu.h"
#include "group.h"

enum { MOST_LOCAL = 64, MOST = 1 << 15, LANES = CD_WIDTH };

static void fill(int n, double *x)
{
    CHECK(n <= MOST);
    for (int i = 0; i < n; i++)
        x[i] = uniform();
}

static _Alignas(64) double J[MOST], f[MOST], f_later[MOST], v[MOST], v_lanes[MOST], h_lanes[LANES], W[MOST],
    Gamma[MOST], work[1 << 17], lu[MOST], columns[MOST], scratch[1 << 15];
static long double exact_W[MOST_LOCAL * MOST_LOCAL], exact[MOST_LOCAL * 16];
static int pivot[LANES * MOST_LOCAL], local_pivot[MOST_LOCAL];

typedef struct sizes {
    int d, m, q, k, points;
} sizes;

static void create(const sizes *s, coldae_problem *problem, cd_memory *memory, cd_method *method)
{
    static const double zeta[16];
    static const int orders[] = {1, 1, 1, 1, 1, 1, 1, 1};
    coldae_options options;
    cd_report report;
    coldae_problem_init(problem);
    coldae_options_init(&options);
    problem->n_diff = s->d;
    problem->n_alg = s->m;
    problem->n_param = s->q;
    problem->order = orders;
    problem->zeta = zeta;
    problem->n_side = s->d + s->q;
    options.n_points = s->k;
    options.points = s->points;
    CHECK_INT(cd_method_create(problem, &options, memory, &report, method), COLDAE_OK);
}

/* Random J, f, v without y in the constraints. */
static void draw(const cd_dims *d)
{
    int width = d->mstar + d->n_alg + d->n_param, size = d->n_eq * width;
    fill(LANES * d->k * size, J);
    fill(LANES * d->n_local, f);
    fill(LANES * d->n_local, f_later);
    fill(LANES * d->n_local, v);
    for (int p = 0; p < LANES * d->k; p++)
        for (int c = d->mstar; c < d->mstar + d->n_alg; c++)
            for (int i = d->n_diff; i < d->n_eq; i++)
                J[i + c * d->n_eq + p * size] = 0;
    for (int l = 0; l < LANES; l++)
        for (int i = 0; i < d->n_local; i++)
            v_lanes[i * LANES + l] = v[l * d->n_local + i];
}

/* exact[n_local, mstar+q+1] = W^-1 (V, r) of one lane in long double, by elimination with complete row pivoting */
static void solve_exactly(const cd_method *m, double h, int lane, const double *values)
{
    const cd_dims *d = &m->dims;
    int n = d->n_local, kept = d->mstar + d->n_param, width = kept + d->n_alg, ld = kept + 1;
    memset(exact_W, 0, sizeof exact_W);
    for (int j = 0; j < d->k; j++)
        for (int i = 0; i < d->n_eq; i++) {
            const double *row = J + (size_t)(lane * d->k + j) * (size_t)(d->n_eq * width) + i;
            long double *to = exact_W + (j * d->n_eq + i) * n, *right = exact + (j * d->n_eq + i) * ld;
            const double *psi = m->basis.psi + (j * (d->max_order + 1) + 1) * d->k;
            for (int c = 0; c < d->n_diff; c++) {
                for (int l = 0; l < d->k; l++)
                    to[l * d->n_eq + c] -= (long double)row[c * d->n_eq] * h * psi[l];
                right[c] = row[c * d->n_eq];
            }
            for (int a = 0; a < d->n_alg; a++)
                to[j * d->n_eq + d->n_diff + a] = -row[(d->mstar + a) * d->n_eq];
            for (int a = 0; a < d->n_param; a++)
                right[d->mstar + a] = row[(d->mstar + d->n_alg + a) * d->n_eq];
            if (i < d->n_diff)
                to[j * d->n_eq + i] += 1;
            int at = lane * n + j * d->n_eq + i;
            right[kept] = (long double)values[at] - (i < d->n_diff ? v[at] : 0);
        }
    for (int p = 0; p < n; p++) {
        int best = p;
        for (int i = p; i < n; i++)
            if (fabsl(exact_W[i * n + p]) > fabsl(exact_W[best * n + p]))
                best = i;
        for (int c = 0; c < n + ld; c++) {
            long double *a = c < n ? exact_W + c : exact + (c - n), keep;
            int step = c < n ? n : ld;
            keep = a[p * step];
            a[p * step] = a[best * step];
            a[best * step] = keep;
        }
        for (int i = 0; i < n; i++) {
            long double factor = i == p ? 0 : exact_W[i * n + p] / exact_W[p * n + p];
            for (int c = p; c < n && factor != 0; c++)
                exact_W[i * n + c] -= factor * exact_W[p * n + c];
            for (int c = 0; c < ld && factor != 0; c++)
                exact[i * ld + c] -= factor * exact[p * ld + c];
        }
    }
    for (int i = 0; i < n; i++)
        for (int c = 0; c < ld; c++)
            exact[i * ld + c] /= exact_W[i * n + i];
}

/* Largest errors of w and y in columns first .. mstar+q of x, a lane of which stands `stride` apart. */
static void find_errors(const cd_dims *d, int first, const double *x, int stride, double *error, double *size)
{
    int ld = d->mstar + d->n_param + 1;
    error[0] = error[1] = size[0] = size[1] = 0;
    for (int i = 0; i < d->n_local; i++)
        for (int c = first; c < ld; c++) {
            int y = i % d->n_eq >= d->n_diff;
            long double here = exact[i * ld + c];
            error[y] = fmax(error[y], (double)fabsl(x[(i * ld + c) * stride] - here));
            size[y] = fmax(size[y], (double)fabsl(here));
            CHECK(isfinite(x[(i * ld + c) * stride]));
        }
}

/* The same by the full matrix, as condense.c does it: into columns[n_local, mstar+q+1]. */
static void solve_full(const cd_method *m, double h, int lane, const double *values)
{
    const cd_dims *d = &m->dims;
    int kept = d->mstar + d->n_param, width = kept + d->n_alg, n = d->n_local;
    static double full_Gamma[MOST], gamma[MOST_LOCAL];
    cd_local local = {.lu = lu, .pivot = local_pivot, .Gamma = full_Gamma, .gamma = gamma};
    CHECK_INT(cd_condense(m, h, J + (size_t)lane * (size_t)(d->k * d->n_eq * width), &local, scratch), -1);
    cd_condense_rhs(m, values + lane * n, v + lane * n, &local);
    for (int i = 0; i < n; i++) {
        memcpy(columns + i * (kept + 1), full_Gamma + i * kept, (size_t)kept * sizeof(double));
        columns[i * (kept + 1) + kept] = gamma[i];
    }
}

static void compare(const cd_method *m, double h, const double *values, int first)
{
    const cd_dims *d = &m->dims;
    for (int lane = 0; lane < LANES; lane++) {
        double own[2], full[2], size[2];
        solve_exactly(m, h, lane, values);
        find_errors(d, first, Gamma + lane, LANES, own, size);
        solve_full(m, h, lane, values);
        find_errors(d, first, columns, 1, full, size);
        for (int y = 0; y < 2; y++)
            CHECK(own[y] <= 50 * full[y] + 100 * DBL_EPSILON * size[y]);
    }
}

static void test_accuracy(const sizes *s, const cd_kernels *kernels, double h)
{
    coldae_problem problem;
    cd_memory memory = {0};
    cd_method m;
    int way, lane;
    cd_group group = {.reduced = &way, .full = 1, .W = W, .pivot = pivot, .Gamma = Gamma};
    create(s, &problem, &memory, &m);
    const cd_dims *d = &m.dims;
    CHECK(d->n_local <= MOST_LOCAL && LANES * d->n_local * d->n_local <= MOST);
    draw(d);
    for (int l = 0; l < LANES; l++)
        h_lanes[l] = h;
    CHECK_INT(kernels->condense(&m, h_lanes, J, f, LANES, v_lanes, &group, work, &lane), -1);
    CHECK_INT(way, CD_BY_INDEX2);
    compare(&m, h, f, 0);
    kernels->rhs(&m, f_later, LANES, v_lanes, &group, work);
    compare(&m, h, f_later, d->mstar + d->n_param);
    cd_method_release(&memory, &m);
}

/* A constraint that contains y in one lane, B so small in one lane that its squares underflow, B that vanishes there, C B = 0
 * there: the full matrix is used, and names what is not determined. */
static void test_others(const cd_kernels *kernels)
{
    sizes s = {.d = 3, .m = 1, .k = 3};
    coldae_problem problem;
    cd_memory memory = {0};
    cd_method m;
    int way, lane;
    cd_group group = {.reduced = &way, .full = 1, .W = W, .pivot = pivot, .Gamma = Gamma};
    create(&s, &problem, &memory, &m);
    const cd_dims *d = &m.dims;
    int size = d->n_eq * (d->mstar + d->n_alg), y = d->mstar * d->n_eq;
    for (int l = 0; l < LANES; l++)
        h_lanes[l] = 0.1;
    draw(d);
    J[size * (2 * d->k + 1) + y + d->n_diff] = 1e-9;
    CHECK_INT(kernels->condense(&m, h_lanes, J, f, LANES, v_lanes, &group, work, &lane), -1);
    CHECK_INT(way, CD_FULL);
    compare(&m, 0.1, f, 0);
    draw(d);
    for (int i = 0; i < d->n_diff; i++)
        J[size * (2 * d->k + 1) + y + i] *= 1e-160;
    CHECK_INT(kernels->condense(&m, h_lanes, J, f, LANES, v_lanes, &group, work, &lane), -1);
    CHECK_INT(way, CD_FULL);
    compare(&m, 0.1, f, 0);
    draw(d);
    for (int i = 0; i < d->n_diff; i++)
        J[size * (2 * d->k + 1) + y + i] = 0;
    CHECK_INT(kernels->condense(&m, h_lanes, J, f, LANES, v_lanes, &group, work, &lane), 1 * d->n_eq + 3);
    CHECK_INT(way, CD_FULL);
    CHECK_INT(lane, 2);
    draw(d);
    for (int j = 0; j < d->k; j++) /* of the last lane: C z with one entry, B without it, J decoupled */
        for (int c = 0; c < d->mstar; c++)
            for (int i = 0; i < d->n_eq; i++)
                J[size * (3 * d->k + j) + i + c * d->n_eq] = i == d->n_diff && c == 0;
    for (int j = 0; j < d->k; j++)
        J[size * (3 * d->k + j) + y] = 0;
    CHECK(kernels->condense(&m, h_lanes, J, f, LANES, v_lanes, &group, work, &lane) >= 0);
    CHECK_INT(way, CD_FULL);
    CHECK_INT(lane, 3);
    cd_method_release(&memory, &m);
}

int main(void)
{
    uniform_state = 11;
    static const sizes all[] = {
        {2, 1, 0, 4, COLDAE_GAUSS}, {2, 1, 0, 4, COLDAE_RADAU}, {3, 1, 0, 4, COLDAE_GAUSS},
        {3, 1, 2, 3, COLDAE_GAUSS}, {3, 2, 0, 5, COLDAE_RADAU}, {4, 2, 1, 2, COLDAE_GAUSS},
        {5, 3, 0, 4, COLDAE_GAUSS}, {6, 2, 0, 8, COLDAE_GAUSS}, {7, 1, 1, 2, COLDAE_RADAU}};
    static const double h[] = {1e-7, 1e-2, 1, 50};
    const cd_kernels *sets[] = {&cd_kernels_baseline, cd_cpu_has_avx2() ? &cd_kernels_avx2 : NULL};
    for (int set = 0; set < 2 && sets[set]; set++) {
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            for (size_t l = 0; l < sizeof h / sizeof *h; l++)
                test_accuracy(&all[i], sets[set], h[l]);
        test_others(sets[set]);
    }
    return check_result();
}
