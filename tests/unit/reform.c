/* The parts of the reformulations: plans, polynomials, differences, coordinates, conditions. */
#include "reform.h"

#include "../solve/reform_model.h"
#include "../solve/reform_pendulum.h"
#include "check.h"

/* ---- plans ------------------------------------------------------------------------------------- */

static cd_reform_plan plan_of(int m, int q, int n_alg, const coldae_reform_options *o)
{
    static double alpha[100];
    coldae_reform_problem p;
    cd_reform_plan plan = {.alpha = alpha};
    coldae_reform_problem_init(&p);
    p.n = 3;
    p.n_g = 1;
    p.n_alg = n_alg;
    p.order = m;
    p.g_order = q;
    cd_reform_plan_fill(&p, o, &plan);
    return plan;
}

static void test_polynomials(void)
{
    static const double cube[] = {8, 12, 6, 1}; /* (t + 2)^3 */
    coldae_reform_options o;
    coldae_reform_options_init(&o);
    o.kind = COLDAE_REFORM_BAUMGARTE;
    o.gamma = 2;
    cd_reform_plan plan = plan_of(3, 0, 1, &o);
    CHECK_INT(plan.n_blocks, 1);
    CHECK_INT(plan.s, 3);
    for (int j = 0; j < 4; j++)
        CHECK_NEAR(plan.alpha[j], cube[j], 0);
    const double re[] = {-1, -3, -1},
                 im[] = {2, 0, -2}; /* (t + 3)(t^2 + 2 t + 5) = t^3 + 5 t^2 + 11 t + 15 */
    static const double expected[] = {15, 11, 5, 1};
    o.n_roots = 3;
    o.root_re = re;
    o.root_im = im;
    plan = plan_of(3, 0, 1, &o);
    for (int j = 0; j < 4; j++)
        CHECK_NEAR(plan.alpha[j], expected[j], 1e-14);
    o.kind = COLDAE_REFORM_BAUMGARTE2;
    o.n_roots = 0;
    plan = plan_of(3, 0, 1, &o); /* (t + 2)^2 */
    CHECK_NEAR(plan.alpha[0], 4, 0);
    CHECK_NEAR(plan.alpha[1], 4, 0);
    CHECK_NEAR(plan.alpha[2], 1, 0);
    CHECK_NEAR(plan.alpha[3], 0, 0);
}

/* Constraints and unknowns balance; the multipliers act where they should. */
static void test_plans(void)
{
    coldae_reform_options o;
    coldae_reform_options_init(&o);
    for (int kind = COLDAE_REFORM_INDEX1; kind <= COLDAE_REFORM_STATE_SPACE; kind++)
        for (int m = 1; m <= 4; m++)
            for (int q = 0; q < m; q++)
                for (int n_alg = 0; n_alg <= 1; n_alg++) {
                    int state = kind == COLDAE_REFORM_STATE_SPACE;
                    o.kind = kind;
                    o.n_imposed = m - q;
                    if ((n_alg == 0 && kind < COLDAE_REFORM_INVARIANT1) || (state && q > 0))
                        continue;
                    cd_reform_plan plan = plan_of(m, q, n_alg, &o);
                    CHECK_INT(plan.n_blocks, n_alg + (state ? m : plan.n_mu));
                    for (int b = 0; b < plan.n_mu; b++)
                        CHECK(plan.target[b] >= q &&
                              plan.target[b] <= m - (kind != COLDAE_REFORM_INVARIANT2));
                }
    o.kind = COLDAE_REFORM_STABILIZED;
    cd_reform_plan plan = plan_of(3, 0, 1, &o);
    CHECK(plan.first_order && !plan.needs_top && plan.n_mu == 2);
    CHECK(plan.target[0] == 0 && plan.target[1] == 1);
    CHECK_NEAR(plan.alpha[2], 1, 0);         /* block 0: g'' */
    CHECK_NEAR(plan.alpha[0 + 4 * 1], 1, 0); /* block 1: g */
    CHECK_NEAR(plan.alpha[1 + 4 * 2], 1, 0); /* block 2: g' */
}

/* ---- Jacobians of the linear front end and of the gate ----------------------------------------- */

static void test_linear(int m, int q)
{
    model model_of;
    double z_left[9], z[9], y[1] = {0.7}, J[30], D[30];
    coldae_reform *with;
    coldae_reform_linear p = model_make(&model_of, m, 0, z_left);
    coldae_reform_options o;
    coldae_reform_options_init(&o);
    p.g_order = q;
    p.r = NULL;
    o.consistent = 100;
    CHECK_INT(coldae_reform_create_linear(&p, &o, &with, NULL), COLDAE_OK);
    coldae_reform without = *with; /* the same without Jacobians: differenced */
    without.in.df = NULL;
    without.in.dg = NULL;
    for (int i = 0; i < 3 * m; i++)
        z[i] = sin(1.0 + i);
    cd_reform_work *w = cd_reform_borrow(with, 0);
    CHECK_INT(cd_reform_df(with, 0.4, z, y, NULL, w, J), 0);
    CHECK_INT(cd_reform_df(&without, 0.4, z, y, NULL, w, D), 0);
    for (int i = 0; i < 3 * (3 * m + 1); i++)
        CHECK_NEAR(J[i], D[i], 1e-13);
    for (int level = 0; level <= m - q; level++) {
        CHECK_INT(cd_reform_dg(with, level, 0.4, z, y, NULL, w, J), 0);
        CHECK_INT(cd_reform_dg(&without, level, 0.4, z, y, NULL, w, D), 0);
        for (int i = 0; i < 3 * m + 1; i++)
            CHECK_NEAR(J[i], D[i], 1e-12);
    }
    cd_reform_return(with, w);
    coldae_reform_free(with);
}

/* Levels are total derivatives: g^(l+1) is the difference of g^(l) along the exact solution, which all of
 * them vanish on. */
static void test_levels(int m)
{
    model model_of;
    double z_left[9], z[9], g[1], y[1];
    coldae_reform *r;
    coldae_reform_linear p = model_make(&model_of, m, 0, z_left);
    CHECK_INT(coldae_reform_create_linear(&p, NULL, &r, NULL), COLDAE_OK);
    for (int i = 0; i <= 4; i++)
        for (int level = 0; level <= m; level++) {
            double t = i / 4.0;
            model_z(m, t, z);
            y[0] = model_y(t);
            CHECK_INT(coldae_reform_drift(r, level, t, z, y, NULL, g), COLDAE_OK);
            CHECK_NEAR(g[0], 0, 1e-13);
        }
    coldae_reform_free(r);
}

/* ---- state space ------------------------------------------------------------------------------- */

static void test_coordinates(void)
{
    model model_of;
    double z_left[6], condition, R[] = {1, 0.2, 0.5, 2, -1, 0.3}; /* [2, 3] */
    coldae_reform *r;
    coldae_reform_options o;
    coldae_reform_options_init(&o);
    o.kind = COLDAE_REFORM_STATE_SPACE;
    coldae_reform_linear p = model_make(&model_of, 2, 0, z_left);
    for (int given = 0; given <= 1; given++) {
        o.R = given ? R : NULL;
        CHECK_INT(coldae_reform_create_linear(&p, &o, &r, NULL), COLDAE_OK);
        for (int a = 0; a < 2; a++)
            for (int b = 0; b < 3; b++) { /* R (P, Q) = (I, 0) */
                double sum = 0;
                for (int i = 0; i < 3; i++)
                    sum += r->at.R[a + 2 * i] * (b < 2 ? r->at.P[i + 3 * b] : r->at.Q[i]);
                CHECK_NEAR(sum, a == b, 1e-15);
            }
        CHECK_INT(coldae_reform_condition(r, 0, z_left, NULL, &condition), COLDAE_OK);
        if (given)
            CHECK(condition > 1 && condition < 10);
        else
            CHECK_NEAR(condition, 1, 1e-14); /* the best there is */
        coldae_reform_free(r);
    }
}

static int two_sides(const double *zl, const double *zr, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    g[0] = zl[P1] * zr[V2] - 0.1;
    g[1] = zl[V1] + sin(zr[P2]);
    return 0;
}

static int dtwo_sides(const double *zl, const double *zr, const double *p, double *dg, void *user)
{
    (void)p, (void)user;
    dg[0 + 2 * P1] = zr[V2];
    dg[0 + 2 * (4 + V2)] = zl[P1];
    dg[1 + 2 * V1] = 1;
    dg[1 + 2 * (4 + P2)] = cos(zr[P2]);
    return 0;
}

/* Side and coupled conditions of every kind: derivatives against differences. */
static void test_conditions(int kind, int is_coupled)
{
    double z[6], zr[6], y[4], dg[24] = {0}, g[2], moved[2], lambda = 1, h = 1e-6;
    coldae_reform *r;
    coldae_reform_options o;
    coldae_reform_problem q = pendulum_bvp();
    coldae_reform_options_init(&o);
    o.kind = kind;
    if (is_coupled) {
        q.n_side = 0;
        q.n_coupled = 2;
        q.coupled = two_sides;
        q.dcoupled = dtwo_sides;
    }
    CHECK_INT(coldae_reform_create(&q, &o, &r, NULL), COLDAE_OK);
    const coldae_problem *p = coldae_reform_result(r);
    double a[4], b[4];
    pendulum_state(-0.1, -1, a, &lambda);
    pendulum_state(-2, -1.1, b, &lambda);
    coldae_reform_to(r, a, &lambda, z, y);
    coldae_reform_to(r, b, &lambda, zr, y);
    if (kind == COLDAE_REFORM_INVARIANT2)
        z[4] = 0.05;
    for (int l = 0; l < p->n_side; l++) {
        double *at = p->zeta[l] > 0 ? zr : z;
        memset(dg, 0, sizeof dg);
        CHECK_INT(p->g(l, at, NULL, g, p->user), 0);
        CHECK_INT(p->dg(l, at, NULL, dg, p->user), 0);
        for (int c = 0; c < r->mstar_new; c++) {
            at[c] += h;
            CHECK_INT(p->g(l, at, NULL, moved, p->user), 0);
            at[c] -= h;
            CHECK_NEAR((moved[0] - g[0]) / h, dg[c], 1e-5);
        }
    }
    if (is_coupled) {
        memset(dg, 0, sizeof dg);
        CHECK_INT(p->coupled(z, zr, NULL, g, p->user), 0);
        CHECK_INT(p->dcoupled(z, zr, NULL, dg, p->user), 0);
        for (int c = 0; c < 2 * r->mstar_new; c++) {
            double *at = c < r->mstar_new ? z + c : zr + c - r->mstar_new;
            *at += h;
            memset(moved, 0, sizeof moved);
            CHECK_INT(p->coupled(z, zr, NULL, moved, p->user), 0);
            *at -= h;
            for (int i = 0; i < 2; i++)
                CHECK_NEAR((moved[i] - g[i]) / h, dg[i + 2 * c], 1e-5);
        }
    }
    coldae_reform_free(r);
}

int main(void)
{
    test_polynomials();
    test_plans();
    for (int m = 1; m <= 3; m++) {
        for (int q = 0; q < m; q++)
            test_linear(m, q);
        test_levels(m);
    }
    test_coordinates();
    for (int kind = COLDAE_REFORM_INDEX1; kind <= COLDAE_REFORM_STATE_SPACE; kind++) {
        test_conditions(kind, 0);
        test_conditions(kind, 1);
    }
    return check_result();
}
