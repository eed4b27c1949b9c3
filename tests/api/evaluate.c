/* evaluate.c - reading a solution: at mesh points, between them, at the ends, outside, many at once */
#include "check.h"
#include "samples.h"

enum { MSTAR = 3, MANY = 41 };
static coldae_solution *orbit, *layer;

static void test_inside(void)
{
    const double *t;
    double z[MSTAR], y, exact[MSTAR], exact_y, dmu[2];
    int n = coldae_solution_mesh(orbit, &t);
    CHECK(n > 0 && t[0] == 0 && t[n] == 1);
    for (int i = 0; i <= 4 * n; i++) { /* mesh points, the right end, and three points in each subinterval */
        double at = i < 4 * n ? t[i / 4] + (i % 4) * (t[i / 4 + 1] - t[i / 4]) / 4 : t[n];
        CHECK_INT(coldae_solution_eval(orbit, at, z, &y), COLDAE_OK);
        orbit_exact(at, exact, &exact_y);
        for (int c = 0; c < MSTAR; c++)
            CHECK_NEAR(z[c], exact[c], 1e-9 * (1 + fabs(exact[c])));
        CHECK_NEAR(y, exact_y, 1e-7); /* y is not controlled, one order lower */
        CHECK_INT(coldae_solution_derivative(orbit, at, dmu), COLDAE_OK);
        CHECK_NEAR(dmu[0], -4 * sin(2 * at), 1e-6);
        CHECK_NEAR(dmu[1], -exp(-at), 1e-6);
    }
    CHECK_INT(coldae_solution_eval(orbit, 1, NULL, &y), COLDAE_OK); /* y at right: from the left */
    CHECK_NEAR(y, sin(2.0) * exp(-1), 1e-7);
}

/* From the right at mesh points; nearly the same from the left, because z is continuous there. */
static void test_continuity(void)
{
    const double *t;
    double z[MSTAR], before[MSTAR], y, after;
    int n = coldae_solution_mesh(orbit, &t);
    for (int i = 1; i < n; i++) {
        CHECK_INT(coldae_solution_eval(orbit, t[i], z, &y), COLDAE_OK);
        CHECK_INT(coldae_solution_eval(orbit, nextafter(t[i], 0), before, NULL), COLDAE_OK);
        CHECK_INT(coldae_solution_eval(orbit, nextafter(t[i], 1), NULL, &after), COLDAE_OK);
        for (int c = 0; c < MSTAR; c++)
            CHECK_NEAR(z[c], before[c], 1e-13);
        CHECK_NEAR(y, after, 1e-13);
    }
}

static void test_outside(void)
{
    const double outside[] = {-1e-300, -1, nextafter(1, 2), 2, 1e300, INFINITY, -INFINITY, NAN};
    double z[MSTAR] = {7, 7, 7}, y = 7, dmu[2] = {7, 7};
    for (int i = 0; i < (int)(sizeof outside / sizeof *outside); i++) {
        double two[] = {0.5, outside[i]}, zz[2 * MSTAR] = {7}, yy[2] = {7};
        CHECK_INT(coldae_solution_eval(orbit, outside[i], z, &y), COLDAE_ERR_INVALID);
        CHECK_INT(coldae_solution_derivative(orbit, outside[i], dmu), COLDAE_ERR_INVALID);
        CHECK_INT(coldae_solution_eval_many(orbit, 2, two, zz, yy), COLDAE_ERR_INVALID);
        CHECK(zz[0] == 7 && yy[0] == 7); /* nothing, rather than a part */
    }
    for (int i = 0; i < MSTAR; i++)
        CHECK(z[i] == 7);
    CHECK(y == 7 && dmu[0] == 7 && dmu[1] == 7);
}

static void test_many(void)
{
    double t[MANY], z[MANY * MSTAR], y[MANY], only[MANY * MSTAR], one[MSTAR], one_y;
    for (int i = 0; i < MANY; i++)
        t[i] = (i * 29 % MANY) / (MANY - 1.0); /* in no order */
    CHECK_INT(coldae_solution_eval_many(orbit, MANY, t, z, y), COLDAE_OK);
    for (int i = 0; i < MANY; i++) {
        CHECK_INT(coldae_solution_eval(orbit, t[i], one, &one_y), COLDAE_OK);
        CHECK(memcmp(one, z + i * MSTAR, sizeof one) == 0 && one_y == y[i]);
    }
    CHECK_INT(coldae_solution_eval_many(orbit, MANY, t, only, NULL), COLDAE_OK);
    CHECK(memcmp(only, z, sizeof z) == 0);
    CHECK_INT(coldae_solution_eval_many(orbit, MANY, t, NULL, only), COLDAE_OK);
    CHECK(memcmp(only, y, sizeof y) == 0);
    CHECK_INT(coldae_solution_eval_many(orbit, MANY, t, NULL, NULL), COLDAE_OK);
    CHECK_INT(coldae_solution_eval_many(orbit, 0, NULL, z, y), COLDAE_OK);
    CHECK_INT(coldae_solution_eval_many(orbit, -1, t, z, y), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_solution_eval_many(orbit, 1, NULL, z, y), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_solution_eval_many(NULL, 1, t, z, y), COLDAE_ERR_INVALID);
}

/* Without algebraic components y is not touched. */
static void test_no_y(void)
{
    double z[2], y = 7, t[] = {0.25, 0.5}, zz[4], yy[2] = {7, 7};
    CHECK_INT(coldae_solution_eval(layer, 0.25, z, &y), COLDAE_OK);
    CHECK_INT(coldae_solution_eval_many(layer, 2, t, zz, yy), COLDAE_OK);
    CHECK(y == 7 && yy[0] == 7 && yy[1] == 7);
    CHECK_NEAR(z[0], layer_exact(0.25), 2e-6);
    CHECK(coldae_solution_param(layer) == NULL);
    CHECK_INT(coldae_solution_eval(layer, 0.25, NULL, NULL), COLDAE_OK);
}

static void test_sizes(void)
{
    int n_diff, n_alg, n_param, mstar, k;
    const int *order;
    double error[MSTAR] = {-1, -1, -1};
    coldae_solution_sizes(orbit, &n_diff, &n_alg, &n_param, &mstar, &k, &order);
    CHECK_INT(n_diff, 2);
    CHECK_INT(n_alg, 1);
    CHECK_INT(n_param, 1);
    CHECK_INT(mstar, 3);
    CHECK_INT(k, 4);
    CHECK(order && order[0] == 2 && order[1] == 1);
    coldae_solution_sizes(orbit, NULL, NULL, NULL, NULL, NULL, NULL);
    coldae_solution_error(orbit, error);
    for (int i = 0; i < MSTAR; i++)
        CHECK(error[i] >= 0 && error[i] <= 1e-9 * 3); /* 1 + |u| <= 3 */
    CHECK_NEAR(coldae_solution_param(orbit)[0], 4, 1e-8);
}

static void test_null(void)
{
    int n_diff = 7, k = 7;
    double z[MSTAR], dmu[2];
    const double *t = z;
    const int *order = &k;
    CHECK_INT(coldae_solution_eval(NULL, 0.5, z, NULL), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_solution_derivative(NULL, 0.5, dmu), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_solution_derivative(orbit, 0.5, NULL), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_solution_mesh(NULL, &t), 0);
    CHECK(t == NULL);
    CHECK(coldae_solution_mesh(orbit, NULL) > 0);
    CHECK(coldae_solution_param(NULL) == NULL);
    coldae_solution_sizes(NULL, &n_diff, NULL, NULL, NULL, &k, &order);
    CHECK(n_diff == 0 && k == 0 && order == NULL);
    coldae_solution_error(NULL, z);
    coldae_solution_error(orbit, NULL);
    coldae_solution_free(NULL);
}

int main(void)
{
    sample user;
    coldae_options o;
    coldae_options_init(&o);
    o.tol = 1e-9;
    o.n_points = 4;
    coldae_problem *p = &(coldae_problem){0};
    *p = orbit_problem(&user);
    CHECK_INT(coldae_solve(p, &o, &orbit, NULL), COLDAE_OK);
    *p = layer_problem(&user);
    CHECK_INT(coldae_solve(p, NULL, &layer, NULL), COLDAE_OK);
    memset(p, 0xff, sizeof *p); /* a solution outlives its problem, its options and their arrays */
    memset(&o, 0xff, sizeof o);
    memset(&user, 0xff, sizeof user);
    test_inside();
    test_continuity();
    test_outside();
    test_many();
    test_no_y();
    test_sizes();
    test_null();
    coldae_solution_free(orbit);
    coldae_solution_free(layer);
    return check_result();
}
