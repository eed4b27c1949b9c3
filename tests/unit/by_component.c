/* by_component.c - large groups hold their unknowns component by component: the same corrections as one subinterval at a
 * time (condense.c), bands that stay bands, words for the unknown that is lost */
#include "check.h"
#include "uniform.h"
#include "condense.h"
#include "cpu.h"
#include "group.h"

enum { MOST = 1 << 17, LANES = CD_WIDTH };

static _Alignas(64) double J[MOST], f[MOST], h[LANES], v_lanes[MOST], W[MOST], Gamma[MOST], work[MOST],
    Phi[MOST], dz[MOST], dv[MOST], own_Gamma[MOST], lu[MOST], own_work[MOST], own_Phi[MOST];
static double v[MOST];
static int pivot[MOST], own_pivot[MOST], way;

typedef struct shape {
    int n_diff, n_alg, n_param, order, k;
    int tridiagonal; /* components depend on their neighbours only */
    int no_E;        /* constraints without y */
    int way;         /* how the group is to be eliminated */
} shape;

static void create(const shape *s, cd_memory *memory, coldae_problem *problem, cd_method *m)
{
    static double zeta[64];
    static int order[64];
    cd_report report;
    coldae_options options;
    coldae_problem_init(problem);
    coldae_options_init(&options);
    for (int i = 0; i < s->n_diff; i++)
        order[i] = s->order;
    problem->n_diff = s->n_diff;
    problem->n_alg = s->n_alg;
    problem->n_param = s->n_param;
    problem->order = order;
    problem->zeta = zeta;
    problem->n_side = s->n_diff * s->order + s->n_param;
    options.n_points = s->k;
    CHECK_INT(cd_method_create(problem, &options, memory, &report, m), COLDAE_OK);
}

/* Component of a row or column of df: constraint and y number a belong to component a. */
static int component(const shape *s, int i, int is_row)
{
    int n = is_row ? s->n_diff : s->n_diff * s->order;
    if (i < n)
        return is_row ? i : i / s->order;
    return i < n + s->n_alg ? i - n : -1;
}

static double entry(const shape *s, int row, int column)
{
    int r = component(s, row, 1), c = component(s, column, 0), n = s->n_diff * s->order;
    int is_y = column >= n && column < n + s->n_alg;
    if (s->tridiagonal && c >= 0 && (r - c > 1 || c - r > 1))
        return 0;
    if (s->no_E && row >= s->n_diff && is_y)
        return 0;
    return uniform() + (is_y && r == c ? 4 : 0);
}

static void fill(const shape *s, const cd_dims *d, int count)
{
    int columns = d->mstar + d->n_alg + d->n_param;
    for (int p = 0; p < d->k * count; p++)
        for (int c = 0; c < columns; c++)
            for (int r = 0; r < d->n_eq; r++)
                J[r + d->n_eq * (c + columns * p)] = entry(s, r, c);
    for (int i = 0; i < d->n_local * LANES; i++) {
        f[i] = uniform();
        v[i] = uniform();
    }
    for (int l = 0; l < LANES; l++) {
        h[l] = 0.05 * (1.5 + uniform());
        for (int i = 0; i < d->n_local; i++)
            v_lanes[i * LANES + l] = v[i + (l < count ? l : count - 1) * d->n_local];
    }
    for (int i = 0; i < d->mstar * LANES; i++)
        dz[i] = uniform();
    for (int l = count; l < LANES; l++)
        h[l] = h[count - 1];
}

/* Member l by itself: its correction and end matrix against those of the group. */
static void compare(const cd_method *m, const double *dp, int l)
{
    const cd_dims *d = &m->dims;
    int n = d->n_local, kept = d->mstar + d->n_param, columns = kept + d->n_alg,
        size = n / d->k * columns * d->k;
    double gamma[1024];
    cd_local local = {.lu = lu, .pivot = own_pivot, .Gamma = own_Gamma, .gamma = gamma};
    CHECK_INT(cd_condense(m, h[l], J + l * size, &local, own_work), -1);
    cd_condense_rhs(m, f + l * n, v + l * n, &local);
    cd_condense_end(m, h[l], &local, d->n_param, own_Phi);
    for (int i = 0; i < n; i++) {
        double sum = gamma[i];
        for (int q = 0; q < kept; q++)
            sum += own_Gamma[i * kept + q] * (q < d->mstar ? dz[l * d->mstar + q] : dp[q - d->mstar]);
        CHECK_NEAR(dv[l * n + i], sum, 1e-9 * (1 + fabs(sum)));
    }
    for (int i = 0; i < d->mstar * kept; i++)
        CHECK_NEAR(Phi[l * d->mstar * kept + i], own_Phi[i], 1e-9 * (1 + fabs(own_Phi[i])));
}

static void test_corrections(const shape *s, const cd_kernels *kernels)
{
    cd_memory memory = {0};
    coldae_problem problem;
    cd_method m;
    double dp[4] = {0.3, -0.7, 0.2, 0.1};
    int lane = 0;
    create(s, &memory, &problem, &m);
    const cd_dims *d = &m.dims;
    cd_group group = {.reduced = &way, .full = 1, .W = W, .pivot = pivot, .Gamma = Gamma};
    CHECK((int)cd_group_work(d) <= MOST && d->n_local * d->n_local * LANES <= MOST);
    for (int count = 1; count <= LANES; count += LANES - 1)
        for (int later = 0; later < 2; later++) { /* another right-hand side with the old factors */
            if (later) {
                for (int i = 0; i < d->n_local * count; i++)
                    f[i] = uniform();
                kernels->rhs(&m, f, count, v_lanes, &group, work);
            } else {
                fill(s, d, count);
                CHECK_INT(kernels->condense(&m, h, J, f, count, v_lanes, &group, work, &lane), -1);
                CHECK_INT(way, s->way);
            }
            kernels->end_matrix(&m, h, &group, d->n_param, count, work, Phi);
            kernels->expand(&m, h, dz, dp, count, &group, work, dv);
            for (int l = 0; l < count; l++)
                compare(&m, dp, l);
        }
    cd_method_release(&memory, &m);
}

/* Row exchanges widen the upper part of a band to twice its width, and no further. */
static void test_bands(const shape *s, const cd_kernels *kernels)
{
    cd_memory memory = {0};
    coldae_problem problem;
    cd_method m;
    int lane = 0, n = s->n_diff * s->k, width = 2 * s->k - 1, inside = 0, outside = 0;
    create(s, &memory, &problem, &m);
    cd_group group = {.reduced = &way, .full = 1, .W = W, .pivot = pivot, .Gamma = Gamma};
    fill(s, &m.dims, LANES);
    CHECK_INT(kernels->condense(&m, h, J, f, LANES, v_lanes, &group, work, &lane), -1);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            for (int l = 0; l < LANES; l++) {
                int here = W[(i * n + j) * LANES + l] != 0;
                inside += here && j - i <= width;
                outside += here && j - i > 2 * width;
            }
    CHECK(inside > n * s->k);
    CHECK_INT(outside, 0);
    cd_method_release(&memory, &m);
}

/* A constraint that contains nothing leaves its y undetermined. */
static void test_lost(const cd_kernels *kernels)
{
    shape s = {.n_diff = 6, .n_alg = 2, .order = 2, .k = 4};
    cd_memory memory = {0};
    coldae_problem problem;
    cd_method m;
    int lane = -1;
    create(&s, &memory, &problem, &m);
    const cd_dims *d = &m.dims;
    cd_group group = {.reduced = &way, .full = 1, .W = W, .pivot = pivot, .Gamma = Gamma};
    fill(&s, d, LANES);
    int size = d->n_eq * (d->mstar + d->n_alg), at = 2, in = 3; /* lost at point 2 of member 3 */
    for (int c = 0; c < d->mstar + d->n_alg; c++)
        for (int r = 0; r < d->n_eq; r++)
            if (r == d->n_diff + 1 || c == d->mstar + 1)
                J[(in * d->k + at) * size + r + d->n_eq * c] = 0;
    int lost = kernels->condense(&m, h, J, f, LANES, v_lanes, &group, work, &lane);
    CHECK_INT(lane, in);
    CHECK_INT(lost, d->n_diff + 1 + at * d->n_eq);
    cd_method_release(&memory, &m);
}

static void test(const cd_kernels *kernels)
{
    static const shape shapes[] = {
        {.n_diff = 8, .order = 1, .k = 4, .way = CD_FULL},
        {.n_diff = 5, .order = 2, .k = 6, .n_param = 2, .way = CD_FULL},
        {.n_diff = 9, .order = 2, .k = 5, .tridiagonal = 1, .way = CD_FULL},
        {.n_diff = 8, .n_alg = 8, .order = 2, .k = 4, .tridiagonal = 1, .way = CD_BY_INDEX1},
        {.n_diff = 8, .n_alg = 3, .order = 1, .k = 4, .n_param = 1, .way = CD_BY_INDEX1},
        {.n_diff = 6, .n_alg = 2, .order = 2, .k = 4, .no_E = 1, .way = CD_FULL},
        {.n_diff = 9, .n_alg = 2, .order = 1, .k = 4, .no_E = 1, .way = CD_BY_INDEX2},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        test_corrections(shapes + i, kernels);
    test_bands(shapes + 2, kernels);
    test_lost(kernels);
}

int main(void)
{
    uniform_state = 11;
    test(&cd_kernels_baseline);
    if (cd_cpu_has_avx2())
        test(&cd_kernels_avx2);
    return check_result();
}
