/* index3_project.c - back onto the constraints, rates, and consistent initial values */
#include "index3_start.h"

#include "../problems/made_motion.h"
#include "check.h"

static _Alignas(64) char block[1 << 16];
static cd_report report;

typedef struct setup {
    coldae_index3_problem problem;
    cd_index3_stages stages;
    cd_index3_project project;
} setup;

static void make(setup *s, made *m)
{
    cd_arena arena = {block, sizeof block, 0, 0};
    memset(s, 0, sizeof *s);
    memset(block, 0, sizeof block);
    made_problem(m, 0, 10, &s->problem);
    cd_radau_create(3, &s->stages.radau);
    cd_index3_gate_layout(&arena, &s->problem, &s->stages.gate);
    s->stages.gate.report = &report;
    cd_index3_stages_layout(&arena, 0, &s->stages);
    cd_index3_project_layout(&arena, &s->stages.gate, &s->project);
}

/* The exact values at t, moved by `off`: x[5] and v'. */
static void place(const made *m, double t, double off, double *x, double *w)
{
    made_exact(m, t, x, x + 2, w, x + 4);
    for (int i = 0; i < 5; i++)
        x[i] += off * (i % 2 ? -0.7 : 1);
}

/* Start values off by 10 %: u on the circle, v tangential, lambda and w as those equations have it. */
static void test_start(made m, double off)
{
    setup s;
    double x[5], w[2], found[2], g[1], rate[1], dg[5] = {0};
    coldae_index3_start start = {0};
    make(&s, &m);
    place(&m, 1.3, off, x, w);
    CHECK_INT(cd_index3_start(&s.stages, &s.project, 1.3, x, found, &start), COLDAE_OK);
    made_g(1.3, x, x + 2, x + 4, g, &m);
    CHECK_NEAR(g[0], 0, 1e-14);
    if (m.index == 3) {
        made_dg(1.3, x, x + 2, x + 4, w, dg, &m);
        CHECK_INT(cd_index3_rate(&s.stages.gate, &s.project, 1.3, x, dg, rate), COLDAE_OK);
        CHECK_NEAR(rate[0], 0, 1e-13);
        CHECK((start.g > 0.01) == (off > 0) && (start.moved_u > 0.01) == (off > 0));
    }
    if (off == 0) { /* then it is the exact solution */
        double e[5], ew[2];
        place(&m, 1.3, 0, e, ew);
        for (int i = 0; i < 5; i++)
            CHECK_NEAR(x[i], e[i], 1e-7); /* lambda: as accurate as differenced derivatives */
        CHECK_NEAR(found[0], ew[0], 1e-7);
        CHECK_NEAR(found[1], ew[1], 1e-7);
    }
}

/* d/dt g by derivatives and by differences; the exact velocities give 0. */
static void test_rate(int with_f, int moving)
{
    made m = {with_f, 0, 1, 3, moving};
    setup s;
    double x[5], w[2], dg[5] = {0}, by_dg[1], by_differences[1], exact;
    make(&s, &m);
    place(&m, 2, 0, x, w);
    x[2] += 0.3;
    made_dg(2, x, x + 2, x + 4, w, dg, &m);
    exact = 2 * x[0] * 0.3 * (with_f ? 1 + 0.2 * sin(2) : 1);
    CHECK_INT(cd_index3_rate(&s.stages.gate, &s.project, 2, x, dg, by_dg), COLDAE_OK);
    CHECK_NEAR(by_dg[0], exact, moving ? 2e-13 : 1e-15);
    s.problem.dg = NULL;
    for (int i = 0; i < 5; i++)
        dg[i] += 1e-7; /* only differenced */
    CHECK_INT(cd_index3_rate(&s.stages.gate, &s.project, 2, x, dg, by_differences), COLDAE_OK);
    CHECK_NEAR(by_differences[0], exact, 2e-13);
}

/* With factors of a point nearby the corrections still end in rounding, along the direction of the forces. */
static void test_old_factors(void)
{
    made m = {0, 0, 1, 3, 0};
    setup s;
    double x[5], w[2], before[5];
    coldae_index3_start start = {0};
    make(&s, &m);
    place(&m, 1, 0, x, w);
    CHECK_INT(cd_index3_start(&s.stages, &s.project, 1, x, w, &start), COLDAE_OK);
    double direction[2] = {x[0], x[1]}; /* k_lambda = -2 u at t = 1 */
    place(&m, 1.1, 1e-4, x, w);
    memcpy(before, x, sizeof x);
    int calls = s.stages.gate.n_g;
    CHECK_INT(cd_index3_project_u(&s.stages, &s.project, &s.stages.linear.saddle, 1.1, x), COLDAE_OK);
    CHECK_NEAR(x[0] * x[0] + x[1] * x[1], 1, 5e-16);
    CHECK_NEAR((x[0] - before[0]) * direction[1] - (x[1] - before[1]) * direction[0], 0, 1e-15);
    CHECK(x[2] == before[2] && x[4] == before[4]);
    CHECK(s.stages.gate.n_g - calls < 15);
}

/* No point satisfies the constraint: Newton gives up with words. */
static int impossible(double t, const double *u, const double *v, const double *lambda, double *g, void *user)
{
    (void)t, (void)v, (void)lambda, (void)user;
    g[0] = u[0] * u[0] + u[1] * u[1] + 1;
    return 0;
}

static void test_impossible(void)
{
    made m = {0, 0, 1, 3, 0};
    setup s;
    double x[5], w[2];
    coldae_index3_start start = {0};
    make(&s, &m);
    s.problem.g = impossible;
    place(&m, 1, 0, x, w);
    coldae_status status = cd_index3_start(&s.stages, &s.project, 1, x, w, &start);
    CHECK(status == COLDAE_ERR_NO_CONVERGENCE || status == COLDAE_ERR_SINGULAR);
    CHECK(report.text[0] != 0);
}

int main(void)
{
    for (int form = 0; form < 8; form++) {
        made m = {form & 1, form >> 1 & 1, form >> 2, 3, 0};
        for (int index = 1; index <= 3; index++) {
            m.index = index;
            test_start(m, 0);
            test_start(m, 0.1);
        }
        m.moving = 1;
        test_start(m, 0);
        test_rate(form & 1, form >> 1 & 1);
    }
    test_old_factors();
    test_impossible();
    return check_result();
}
