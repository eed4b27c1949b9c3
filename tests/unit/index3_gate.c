/* index3_gate.c - the gate of coldae_index3: counts, finite tests, codes, differenced Jacobians */
#include "index3_gate.h"

#include "../problems/made_motion.h"
#include "check.h"

static _Alignas(64) char block[1 << 14];
static cd_report report;

static cd_index3_gate make(coldae_index3_problem *problem)
{
    cd_index3_gate gate;
    cd_arena arena = {block, sizeof block, 0, 0};
    memset(&gate, 0, sizeof gate);
    cd_index3_gate_layout(&arena, problem, &gate);
    gate.report = &report;
    return gate;
}

/* Given and differenced derivatives agree, for every index, with f and without. */
static void test_differences(void)
{
    static const double x[5] = {0.6, 0.8, -0.3, 0.5, 1.3}, w[2] = {0.2, -0.7};
    for (int form = 0; form < 6; form++) {
        made m = {form & 1, 0, 1, 1 + form / 2, 0};
        coldae_index3_problem problem;
        double given[25] = {0}, found[25] = {0};
        cd_index3_jacobian a = {given, given + 10, given + 20}, b = {found, found + 10, found + 20};
        made_problem(&m, 0, 1, &problem);
        cd_index3_gate gate = make(&problem);
        CHECK_INT(cd_index3_gate_jacobian(&gate, 0.3, x, w, 0, &a), COLDAE_OK);
        CHECK_INT(gate.n_df, 1);
        CHECK_INT(gate.n_f, 0);
        problem.df = problem.dk = problem.dg = NULL;
        CHECK_INT(cd_index3_gate_jacobian(&gate, 0.3, x, w, 0, &b), COLDAE_OK);
        CHECK_INT(gate.n_f, 6); /* the point and 5 columns */
        for (int i = m.with_f ? 0 : 10; i < 25; i++)
            CHECK_NEAR(found[i], given[i], 1e-6);
    }
}

/* With mass the derivative is that of k - M w. */
static void test_mass(void)
{
    static const double x[5] = {0.6, 0.8, -0.3, 0.5, 1.3}, w[2] = {0.2, -0.7}, h = 1e-6;
    made m = {0, 1, 0, 3, 0};
    coldae_index3_problem problem;
    double found[25] = {0}, value[2][2];
    cd_index3_jacobian d = {found, found + 10, found + 20};
    made_problem(&m, 0, 1, &problem);
    cd_index3_gate gate = make(&problem);
    CHECK_INT(cd_index3_gate_jacobian(&gate, 0.3, x, w, 0, &d), COLDAE_OK);
    for (int side = 0; side < 2; side++) {
        double u[2] = {x[0] + (side ? h : -h), x[1]}, mass[4];
        made_k(0.3, u, x + 2, x + 4, value[side], &m);
        made_mass(0.3, u, mass, &m);
        for (int i = 0; i < 2; i++)
            value[side][i] -= mass[i] * w[0] + mass[2 + i] * w[1];
    }
    for (int i = 0; i < 2; i++)
        CHECK_NEAR(d.dk[i], (value[1][i] - value[0][i]) / (2 * h), 1e-6);
}

static int code;
static double bad;

static int faulty(double t, const double *u, const double *v, const double *lambda, double *out, void *user)
{
    (void)t, (void)u, (void)v, (void)lambda, (void)user;
    CHECK(out[0] == 0 && out[1] == 0); /* zero on entry */
    out[0] = 1;
    out[1] = bad;
    return code;
}

static void test_codes(void)
{
    static const double x[5] = {0.6, 0.8, -0.3, 0.5, 1.3};
    made m = {0, 0, 0, 3, 0};
    coldae_index3_problem problem;
    double r[5];
    made_problem(&m, 0, 1, &problem);
    problem.k = faulty;
    cd_index3_gate gate = make(&problem);
    CHECK_INT(cd_index3_gate_all(&gate, 0.5, x, r), COLDAE_OK);
    CHECK(r[0] == x[2] && r[1] == x[3] && r[2] == 1); /* u' = v */
    CHECK_NEAR(r[4], 0, 1e-15);
    bad = INFINITY;
    CHECK_INT(cd_index3_gate_all(&gate, 0.5, x, r), CD_UNDEFINED);
    CHECK_STR_HAS(report.text, "callback k gives inf in entry 1 at t = 0.5");
    bad = 0;
    code = 3;
    CHECK_INT(cd_index3_gate_all(&gate, 0.5, x, r), CD_UNDEFINED);
    CHECK_INT(gate.code, 3);
    code = -4;
    CHECK_INT(cd_index3_gate_all(&gate, 0.5, x, r), COLDAE_ERR_CALLBACK);
    CHECK_STR_HAS(report.text, "returned -4 (stop)");
    CHECK_INT(gate.n_f, 4);
}

/* Not defined above u_1 = 0.6: differences go to the other side. */
static int bounded(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    if (u[0] > 0.6)
        return 1;
    return made_k(t, u, v, lambda, k, user);
}

static void test_edge(void)
{
    static const double x[5] = {0.6, 0.8, -0.3, 0.5, 1.3}, w[2] = {0, 0};
    made m = {0, 0, 1, 3, 0};
    coldae_index3_problem problem;
    double found[25] = {0}, given[10] = {0};
    cd_index3_jacobian d = {found, found + 10, found + 20};
    made_problem(&m, 0, 1, &problem);
    problem.dk = NULL;
    problem.k = bounded;
    cd_index3_gate gate = make(&problem);
    CHECK_INT(cd_index3_gate_jacobian(&gate, 0.3, x, w, 0, &d), COLDAE_OK);
    made_dk(0.3, x, x + 2, x + 4, w, given, &m);
    for (int i = 0; i < 10; i++)
        CHECK_NEAR(d.dk[i], given[i], 1e-6);
}

int main(void)
{
    test_differences();
    test_mass();
    test_codes();
    test_edge();
    return check_result();
}
