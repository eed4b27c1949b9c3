/* sizes.c - kernels with the sizes of frequent problems as constants give the same bits as those that read them */
#include "check.h"
#include "uniform.h"
#include "cpu.h"
#include "group.h"
#include "poly.h"
#include "sizes.h"

enum { MOST = 4096, LANES = CD_WIDTH };

static void fill(int n, double *x)
{
    CHECK(n <= MOST);
    for (int i = 0; i < n; i++)
        x[i] = uniform();
}

/* What the kernels make of the same numbers. */
typedef struct results {
    _Alignas(64) double W[MOST], Gamma[MOST], Phi[MOST], phi[MOST], dv[MOST], z[MOST], fine[MOST];
    int pivot[MOST], reduced, lost;
} results;

static _Alignas(64) double work[1 << 16], t[LANES + 1], z_left[MOST], z[MOST], v[MOST], J[MOST], f[MOST],
    h[LANES], v_lanes[MOST], f_later[MOST], dz[MOST];

static void run(const cd_method *m, const cd_kernels *kernels, const cd_poly *poly, int count, results *r)
{
    int lane = 0;
    const cd_dims *d = &m->dims;
    cd_group group = {.reduced = &r->reduced, .full = 1, .W = r->W, .pivot = r->pivot, .Gamma = r->Gamma};
    memset(r, 0, sizeof *r);
    poly->load(d, t, z, v, count, h, z_left, v_lanes);
    poly->values(d, &m->basis, h, z_left, v_lanes, count, work, r->z);
    poly->halve(d, &m->basis, h, z_left, v_lanes, work, r->fine);
    r->lost = kernels->condense(m, h, J, f, count, v_lanes, &group, work, &lane);
    kernels->end_matrix(m, h, &group, 0, count, work, r->Phi);
    kernels->rhs(m, f_later, count, v_lanes, &group, work);
    kernels->end_value(m, h, z_left, v_lanes, &group, NULL, count, work, r->phi);
    kernels->expand(m, h, dz, NULL, count, &group, work, r->dv);
}

static void test_size(const cd_dims *size, const cd_kernels *kernels, const cd_poly *poly, int index2)
{
    static const double zeta[16];
    static results constant, general;
    cd_memory memory = {0};
    cd_report report;
    cd_method m;
    coldae_problem problem;
    coldae_options options;
    coldae_problem_init(&problem);
    coldae_options_init(&options);
    problem.n_diff = size->n_diff;
    problem.n_alg = size->n_alg;
    problem.order = size->order;
    problem.zeta = zeta;
    problem.n_side = size->mstar;
    options.n_points = size->k;
    CHECK_INT(cd_method_create(&problem, &options, &memory, &report, &m), COLDAE_OK);
    int usual = m.dims.usual, rows = size->n_eq, columns = size->mstar + size->n_alg;
    CHECK(usual > 0);
    for (int count = 1; count <= LANES; count++) {
        t[0] = 0;
        for (int i = 0; i < LANES; i++)
            t[i + 1] = t[i] + 0.1 * (1.5 + uniform());
        fill((LANES + 1) * size->mstar, z);
        fill(LANES * size->n_local, v);
        fill(LANES * size->k * rows * columns, J);
        fill(LANES * size->n_local, f);
        fill(LANES * size->n_local, f_later);
        fill(LANES * size->mstar, dz);
        for (int i = size->n_diff; index2 && i < rows; i++) /* E = 0 */
            for (int p = 0; p < LANES * size->k; p++)
                for (int c = size->mstar; c < columns; c++)
                    J[i + c * rows + p * rows * columns] = 0;
        m.dims.usual = usual;
        run(&m, kernels, poly, count, &constant);
        m.dims.usual = 0;
        run(&m, kernels, poly, count, &general);
        CHECK_INT(constant.lost, -1);
        CHECK_INT(constant.reduced, size->n_alg == 0 ? CD_FULL : index2 ? CD_BY_INDEX2 : CD_BY_INDEX1);
        CHECK(memcmp(&constant, &general, sizeof constant) == 0);
    }
    cd_method_release(&memory, &m);
}

int main(void)
{
    uniform_state = 7;
    for (size_t i = 0; i < sizeof CD_SIZES / sizeof CD_SIZES[0]; i++) {
        CHECK_INT(cd_usual_size(CD_SIZES[i]), (int)i + 1);
        for (int index2 = 0; index2 <= (CD_SIZES[i]->n_alg > 0); index2++) {
            test_size(CD_SIZES[i], &cd_kernels_baseline, &cd_poly_baseline, index2);
            if (cd_cpu_has_avx2())
                test_size(CD_SIZES[i], &cd_kernels_avx2, &cd_poly_avx2, index2);
        }
    }
    return check_result();
}
