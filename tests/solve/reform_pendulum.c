/* A nonlinear problem of index 3, every kind of reformulation: marched, and as a boundary value problem with
 * tolerance. */
#include "coldae/ivp.h"

#include "check.h"
#include "reform_pendulum.h"

static const struct {
    const char *name;
    int kind, imposed, direction;
} kinds[] = {
    {"index 1", COLDAE_REFORM_INDEX1, 1, 0},
    {"index 2", COLDAE_REFORM_INDEX2, 1, 0},
    {"Baumgarte", COLDAE_REFORM_BAUMGARTE, 1, 0},
    {"Baumgarte, index 2", COLDAE_REFORM_BAUMGARTE2, 1, 0},
    {"stabilised", COLDAE_REFORM_STABILIZED, 1, COLDAE_REFORM_TRANSPOSED},
    {"stabilised, forces", COLDAE_REFORM_STABILIZED, 1, COLDAE_REFORM_FORCES},
    {"projected invariants I", COLDAE_REFORM_INVARIANT1, 1, 0},
    {"projected invariants II", COLDAE_REFORM_INVARIANT2, 1, 0},
    {"family, 1", COLDAE_REFORM_FAMILY, 1, 0},
    {"family, 2", COLDAE_REFORM_FAMILY, 2, 0},
    {"state space", COLDAE_REFORM_STATE_SPACE, 1, 0},
};
enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

static coldae_reform *make(int c, const coldae_reform_problem *q, coldae_reform_info *info)
{
    coldae_reform *r;
    coldae_reform_options o;
    coldae_reform_options_init(&o);
    o.kind = kinds[c].kind;
    o.n_imposed = kinds[c].imposed;
    o.direction = kinds[c].direction;
    CHECK_INT(coldae_reform_create(q, &o, &r, info), COLDAE_OK);
    CHECK_STR_HAS(info->message, "");
    return r;
}

/* Error of z, in *force that of lambda, in drift[2] those of position and velocity, at t = 1. */
static double march(int c, int n, int jacobians, double *force, double *drift)
{
    double z_left[4], z_new[6], y_new[4], z[4], y[1], exact[4], lambda, error = 0;
    coldae_reform_problem q = pendulum_make(1);
    coldae_reform_info info;
    coldae_ivp_info march_info;
    coldae_march_options o;
    pendulum_state(0, -0.3, z_left, &lambda);
    q.z_left = z_left;
    if (!jacobians) {
        q.df = NULL;
        q.dg = NULL;
    }
    coldae_reform *r = make(c, &q, &info);
    coldae_march_options_init(&o);
    o.n_points = 3;
    o.step = COLDAE_STEP_FIXED;
    o.n_steps = n;
    CHECK_INT(coldae_march(coldae_reform_result(r), NULL, &o, z_new, y_new, NULL, &march_info), COLDAE_OK);
    CHECK_STR_HAS(march_info.message, "");
    CHECK_INT(coldae_reform_from(r, 1, z_new, y_new, NULL, z, y), COLDAE_OK);
    pendulum_exact(0, -0.3, 1, exact, &lambda);
    for (int i = 0; i < 4; i++)
        error = fmax(error, fabs(z[i] - exact[i]));
    *force = fabs(y[0] - lambda);
    for (int j = 0; j < 2; j++) {
        CHECK_INT(coldae_reform_drift(r, j, 1, z, NULL, NULL, drift + j), COLDAE_OK);
        drift[j] = fabs(drift[j]);
    }
    coldae_reform_free(r);
    return error;
}

static void test_march(int c)
{
    double force, drift[2], coarse = march(c, 4, 1, &force, drift), fine = march(c, 8, 1, &force, drift);
    printf("%-24s march %.1e %.1e rate %.2f lambda %.1e drift %.1e %.1e\n", kinds[c].name, coarse, fine,
           log2(coarse / fine), force, drift[0], drift[1]);
    CHECK(fine < 1e-6 && force < 1e-3);
    CHECK(log2(coarse / fine) > 4.4); /* Radau, k = 3 */
    int kind = kinds[c].kind, both = kind == COLDAE_REFORM_STABILIZED || kinds[c].imposed == 2;
    if (both || kind == COLDAE_REFORM_STATE_SPACE || kind == COLDAE_REFORM_INVARIANT2 ||
        kind == COLDAE_REFORM_FAMILY)
        CHECK(drift[0] < 1e-14);
    else
        CHECK(drift[0] > 1e-14 && drift[0] < 1e-6);
    if (both || kind == COLDAE_REFORM_STATE_SPACE || kind == COLDAE_REFORM_INDEX2 ||
        kind == COLDAE_REFORM_INVARIANT1)
        CHECK(drift[1] < 1e-14);
    else
        CHECK(drift[1] > 1e-14 && drift[1] < 1e-6);
    double differenced = march(c, 8, 0, &force, drift);
    CHECK_NEAR(differenced, fine, 1e-10);
}

static void test_bvp(int c, int jacobians)
{
    double z_new[6], y_new[4], z[4], exact[4], y[1], lambda, error = 0;
    coldae_reform_problem q = pendulum_bvp();
    coldae_reform_info info;
    coldae_info solve_info;
    coldae_options o;
    coldae_solution *s;
    if (!jacobians) {
        q.df = NULL;
        q.dg = NULL;
        q.dside = NULL;
    }
    coldae_reform *r = make(c, &q, &info);
    coldae_options_init(&o);
    o.tol = 1e-7;
    CHECK_INT(coldae_solve(coldae_reform_result(r), &o, &s, &solve_info), COLDAE_OK);
    if (!s) {
        printf("%s: %s\n", kinds[c].name, solve_info.message);
        coldae_reform_free(r);
        return;
    }
    for (int i = 0; i <= 20; i++) {
        coldae_solution_eval(s, i / 10.0, z_new, y_new);
        CHECK_INT(coldae_reform_from(r, i / 10.0, z_new, y_new, NULL, z, y), COLDAE_OK);
        pendulum_exact(0, PENDULUM_PUSH, i / 10.0, exact, &lambda);
        for (int j = 0; j < 4; j++)
            error = fmax(error, fabs(z[j] - exact[j]) / (1 + fabs(exact[j])));
    }
    printf("%-24s bvp   error %.1e, %d subintervals, index %d\n", kinds[c].name, error,
           solve_info.n_intervals, solve_info.index);
    CHECK(error < 2 * o.tol);
    CHECK_INT(solve_info.index, info.index);
    coldae_solution_free(s);
    coldae_reform_free(r);
}

int main(void)
{
    for (int c = 0; c < N_KINDS; c++) {
        test_march(c);
        test_bvp(c, 1);
        test_bvp(c, 0);
    }
    return check_result();
}
