/* consistent.c - coldae_consistent: z onto the constraints, y that belongs to it, what moved and what may not */
#include "check.h"
#include "march_samples.h"

static coldae_status find(const swing_setup *setup, const int *keep, double *z, double *y, double *moved,
                          coldae_ivp_info *info)
{
    return coldae_consistent(&setup->problem, 0, keep, &setup->options, z, y, moved, info);
}

/* Pendulum at the angle a with angular velocity w: y = w^2 - sin a. */
static void test_index2(void)
{
    swing_setup setup;
    swing user;
    coldae_ivp_info info;
    double a = 0.7, w = -1.3, z[4], moved[4], y;
    const double exact[] = {cos(a), -sin(a) * w, sin(a), cos(a) * w};
    swing_make(&setup, &user);
    memcpy(z, exact, sizeof z);
    y = 5;
    CHECK_INT(find(&setup, NULL, z, &y, moved, &info), COLDAE_OK);
    CHECK_NEAR(y, w * w - sin(a), 1e-10);
    CHECK_INT(info.index, 2);
    CHECK(info.constraint_residual < 1e-14);
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(z[i], exact[i], 1e-15);
        CHECK_NEAR(moved[i], z[i] - exact[i], 1e-16);
    }
    z[0] += 0.1; /* off both constraints */
    z[3] -= 0.2;
    double before[4];
    memcpy(before, z, sizeof z);
    CHECK_INT(find(&setup, NULL, z, &y, moved, &info), COLDAE_OK);
    CHECK_NEAR(z[0] * z[0] + z[2] * z[2], 1, 1e-14);
    CHECK_NEAR(z[0] * z[1] + z[2] * z[3], 0, 1e-14);
    double speed2 = z[1] * z[1] + z[3] * z[3];
    CHECK_NEAR(y, speed2 - z[2], 1e-9);
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(before[i] + moved[i], z[i], 1e-15);
        CHECK(fabs(moved[i]) < 0.3);
    }
}

static void test_keep(void)
{
    const int positions[] = {1, 0, 1, 0}, one_free[] = {1, 1, 1, 0}, all[] = {1, 1, 1, 1};
    swing_setup setup;
    swing user;
    coldae_ivp_info info;
    double z[4] = {0.6, 0.5, -0.8, 0.4}, y = 0, moved[4];
    swing_make(&setup, &user);
    CHECK_INT(find(&setup, positions, z, &y, moved, &info), COLDAE_OK);
    CHECK(moved[0] == 0 && moved[2] == 0);
    CHECK(moved[1] != 0 && moved[3] != 0);
    CHECK_NEAR(0.6 * z[1] - 0.8 * z[3], 0, 1e-15);
    double two[4] = {0.6, 0.5, -0.8, 0.4};
    CHECK_INT(find(&setup, one_free, two, &y, moved, &info), COLDAE_OK);
    CHECK_NEAR(two[3], 0.375, 1e-14);
    double none[4] = {0.6, 0.5, -0.8, 0.4}, y_before = 3;
    y = y_before;
    CHECK_INT(find(&setup, all, none, &y, moved, &info), COLDAE_ERR_NO_CONVERGENCE);
    CHECK_STR_HAS(info.message, "kept");
    CHECK(none[1] == 0.5 && y == y_before); /* nothing is changed without success */
}

/* u' = -u, 0 = y^3 + y - u, and u moved by nothing */
static int cubic_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t;
    (void)p;
    (void)user;
    f[0] = -z[0];
    f[1] = y[0] * y[0] * y[0] + y[0] - z[0];
    return 0;
}

/* u1' = y1, u2' = -u2 + y2, 0 = u1 - sin t, 0 = y2 + y2^3 - u2 - cos t: one constraint of index 2, one of index 1 */
static int mixed_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)p;
    (void)user;
    f[0] = y[0];
    f[1] = -z[1] + y[1];
    f[2] = z[0] - sin(t);
    f[3] = y[1] + y[1] * y[1] * y[1] - z[1] - cos(t);
    return 0;
}

static void test_index1_and_mixed(void)
{
    static const int order[] = {1, 1};
    coldae_problem p;
    coldae_ivp_info info;
    double z[2] = {10, 0}, y[2] = {0, 0}, moved[2];
    coldae_problem_init(&p);
    p.n_diff = p.n_alg = 1;
    p.order = order;
    p.f = cubic_f;
    CHECK_INT(coldae_consistent(&p, 0, NULL, NULL, z, y, moved, &info), COLDAE_OK);
    CHECK_NEAR(y[0], 2, 1e-13);
    CHECK(z[0] == 10 && moved[0] == 0);
    CHECK_INT(info.index, 1);
    p.n_diff = p.n_alg = 2;
    p.f = mixed_f;
    for (int i = 0; i <= 2; i++) { /* also at the right end */
        double t = i / 2.0;
        z[0] = 0.3;
        z[1] = 10 - cos(t);
        y[0] = y[1] = 0;
        CHECK_INT(coldae_consistent(&p, t, NULL, NULL, z, y, moved, &info), COLDAE_OK);
        CHECK_NEAR(z[0], sin(t), 1e-14);
        CHECK_NEAR(moved[0], sin(t) - 0.3, 1e-14);
        CHECK(moved[1] == 0);
        CHECK_NEAR(y[0], cos(t), 1e-9);
        CHECK_NEAR(y[1], 2, 1e-9);
        CHECK_INT(info.index, 2);
    }
}

/* A fast rotating constraint: the time scale is not seen in df. */
static int fast_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double nu = 1000, s = sin(nu * t), c = cos(nu * t), e = exp(t);
    (void)p;
    (void)user;
    f[0] = -z[0] + s * y[0] + e * (2 + s / (2 - t));
    f[1] = -z[1] + c * y[0] + e * (2 + c / (2 - t));
    f[2] = s * z[0] + c * z[1] - e * (s + c);
    return 0;
}

static void test_fast(void)
{
    static const int order[] = {1, 1};
    coldae_problem p;
    coldae_ivp_info info;
    double e = exp(0.3), z[2] = {e, e}, y[1] = {0};
    coldae_problem_init(&p);
    p.n_diff = 2;
    p.n_alg = 1;
    p.order = order;
    p.linear = 1;
    p.f = fast_f;
    CHECK_INT(coldae_consistent(&p, 0.3, NULL, NULL, z, y, NULL, &info), COLDAE_OK);
    CHECK_NEAR(y[0], -e / 1.7, 1e-6);
}

static void test_faults(void)
{
    swing_setup setup;
    swing user;
    coldae_ivp_info info;
    for (int kind = OF_F; kind <= OF_DH; kind++)
        for (int code = -1; code <= 1 && (kind < OF_G || kind > OF_GUESS); code += 2)
            for (int at = 1; at < 6; at++) {
                double z[4] = {0.6, 0.5, -0.8, 0.4}, y = 0;
                swing_make(&setup, &user);
                user.kind = kind;
                user.at = at;
                user.code = code;
                coldae_status status = find(&setup, NULL, z, &y, NULL, &info);
                if (user.calls[kind] >= at && code < 0)
                    CHECK_INT(status, COLDAE_ERR_CALLBACK);
                else
                    CHECK(status == COLDAE_OK || status == COLDAE_ERR_CALLBACK);
                CHECK_INT(status == COLDAE_OK, z[1] != 0.5);
            }
}

int main(void)
{
    test_index2();
    test_keep();
    test_index1_and_mixed();
    test_fast();
    test_faults();
    return check_result();
}
