/* jacobian.c - coldae_check_jacobian: a right df passes, a planted error is found and named */
#include "check.h"
#include "samples.h"

static const double Z[] = {0.7, -1.3, 0.4}, Y[] = {0.9}, P[] = {2.5};
static int plant_row, plant_column; /* where planted_df is wrong, by .. */
static double plant_by;

static int planted_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    int code = orbit_df(t, z, y, p, df, user);
    df[plant_row + 3 * plant_column] += plant_by;
    return code;
}

static int planted_batch(int m, const double *t, const double *z, const double *y, const double *p,
                         double *df, void *user)
{
    int code = orbit_df_batch(m, t, z, y, p, df, user);
    for (int i = 0; i < m; i++)
        df[plant_row + 3 * plant_column + 15 * i] += plant_by;
    return code;
}

static int lost_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t;
    (void)z;
    (void)y;
    (void)p;
    f[2] = NAN;
    return sample_count(user, IN_F, 1);
}

/* Columns are u1 u1' u2 | y | p. */
static void name_entry(char *name, size_t size)
{
    const char *kind = plant_column < 3 ? "z" : plant_column == 3 ? "y" : "p";
    (void)snprintf(name, size, "f[%d] / d %s[%d]", plant_row, kind, plant_column < 3 ? plant_column : 0);
}

static void test_right(void)
{
    sample user;
    char message[256];
    double worst = -1;
    coldae_problem p = orbit_problem(&user);
    CHECK_INT(coldae_check_jacobian(&p, 0.5, Z, Y, P, &worst, message, sizeof message), COLDAE_OK);
    CHECK(worst >= 0 && worst < 1e-6);
    p.f_batch = orbit_f_batch;
    p.df_batch = orbit_df_batch;
    CHECK_INT(coldae_check_jacobian(&p, 0.5, Z, Y, P, &worst, NULL, 0), COLDAE_OK);
    CHECK(worst >= 0 && worst < 1e-6);
    p = bratu_problem(2, &user);
    CHECK_INT(coldae_check_jacobian(&p, 0.5, Z, NULL, NULL, &worst, message, sizeof message), COLDAE_OK);
    CHECK(worst >= 0 && worst < 1e-6);
    p = layer_problem(&user);
    CHECK_INT(coldae_check_jacobian(&p, 0.5, Z, NULL, NULL, &worst, message, sizeof message), COLDAE_OK);
    CHECK(worst >= 0 && worst < 1e-12); /* linear: differences are exact */
}

static int stiff_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t;
    (void)y;
    (void)p;
    f[0] = 1e4 * (exp(z[0]) + sin(z[1]) - 2);
    return sample_count(user, IN_F, 1);
}

static int stiff_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t;
    (void)y;
    (void)p;
    df[0] = 1e4 * exp(z[0]);
    df[1] = 1e4 * cos(z[1]);
    return sample_count(user, IN_DF, 1);
}

static int root_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)t;
    (void)y;
    (void)p;
    f[0] = sqrt(z[0]) + sqrt(1 - z[1]);
    return sample_count(user, IN_F, 1);
}

static int root_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t;
    (void)y;
    (void)p;
    df[0] = 0.5 / sqrt(z[0]);
    df[1] = -0.5 / sqrt(1 - z[1]);
    return sample_count(user, IN_DF, 1);
}

/* Where differences are hard: large values at zero, and the edge of the domain. */
static void test_hard(void)
{
    static const double zero[] = {0, 0}, edge[] = {1e-6, 1 - 1e-6};
    sample user;
    char message[256];
    double worst;
    coldae_problem p = bratu_problem(1, &user);
    p.f = stiff_f;
    p.df = stiff_df;
    CHECK_INT(coldae_check_jacobian(&p, 0, zero, NULL, NULL, &worst, message, sizeof message), COLDAE_OK);
    CHECK(worst < 1e-6);
    p.f = root_f;
    p.df = root_df;
    CHECK_INT(coldae_check_jacobian(&p, 0, edge, NULL, NULL, &worst, message, sizeof message), COLDAE_OK);
    CHECK(worst < 1e-2);
    p.df = stiff_df;
    CHECK_INT(coldae_check_jacobian(&p, 0, edge, NULL, NULL, &worst, message, sizeof message), COLDAE_OK);
    CHECK(worst > 0.9);
}

static void test_planted(void)
{
    static const double by[] = {-0.5, 1e-3, 100};
    sample user;
    char message[256], name[32], tiny[8];
    double worst;
    for (int i = 0; i < 3 * 15; i++) {
        coldae_problem p = orbit_problem(&user);
        plant_row = i % 3;
        plant_column = i / 3 % 5;
        plant_by = by[i / 15];
        p.df = planted_df;
        name_entry(name, sizeof name);
        CHECK_INT(coldae_check_jacobian(&p, 0.5, Z, Y, P, &worst, message, sizeof message), COLDAE_OK);
        CHECK(worst > fabs(plant_by) / (1 + fabs(plant_by) + 10));
        CHECK_STR_HAS(message, name);
        double alone = worst;
        p.df_batch = planted_batch;
        CHECK_INT(coldae_check_jacobian(&p, 0.5, Z, Y, P, &worst, message, sizeof message), COLDAE_OK);
        CHECK(worst == alone);
        CHECK_STR_HAS(message, name);
    }
    coldae_problem p = orbit_problem(&user);
    p.df = planted_df;
    CHECK_INT(coldae_check_jacobian(&p, 0.5, Z, Y, P, &worst, tiny, sizeof tiny), COLDAE_OK);
    CHECK_INT(strlen(tiny), 7); /* cut, but ended */
}

static void refuse(const coldae_problem *p, double t, const double *z, const double *y, const double *par,
                   double *worst, coldae_status expected, const char *part)
{
    char message[256] = "";
    CHECK_INT(coldae_check_jacobian(p, t, z, y, par, worst, message, sizeof message), expected);
    CHECK_STR_HAS(message, part);
}

static void test_bad(void)
{
    static const double nan[] = {NAN, 0, 0};
    sample user;
    double worst;
    coldae_problem p = orbit_problem(&user);
    refuse(NULL, 0.5, Z, Y, P, &worst, COLDAE_ERR_INVALID, "problem");
    refuse(&p, NAN, Z, Y, P, &worst, COLDAE_ERR_INVALID, "t = nan");
    refuse(&p, INFINITY, Z, Y, P, &worst, COLDAE_ERR_INVALID, "t = inf");
    refuse(&p, 0.5, NULL, Y, P, &worst, COLDAE_ERR_INVALID, "z is NULL");
    refuse(&p, 0.5, Z, NULL, P, &worst, COLDAE_ERR_INVALID, "y is NULL");
    refuse(&p, 0.5, Z, Y, NULL, &worst, COLDAE_ERR_INVALID, "p is NULL");
    refuse(&p, 0.5, Z, Y, P, NULL, COLDAE_ERR_INVALID, "worst is NULL");
    p.n_alg = -1;
    refuse(&p, 0.5, Z, Y, P, &worst, COLDAE_ERR_INVALID, "n_alg");
    p = orbit_problem(&user);
    p.df = NULL;
    refuse(&p, 0.5, Z, Y, P, &worst, COLDAE_ERR_INVALID, "df");
    CHECK_INT(user.calls[IN_F], 0);
    p = orbit_problem(&user);
    p.f = lost_f;
    refuse(&p, 0.5, Z, Y, P, &worst, COLDAE_ERR_CALLBACK, "callback f gives nan in entry 2");
    p = orbit_problem(&user);
    refuse(&p, 0.5, nan, Y, P, &worst, COLDAE_ERR_CALLBACK, "callback f gives nan in entry 0");
    p = orbit_problem(&user);
    CHECK_INT(coldae_check_jacobian(&p, 0.5, Z, Y, P, &worst, NULL, 0), COLDAE_OK);
    int calls = user.calls[IN_F];
    CHECK(calls > 5); /* once, and for each of 5 columns */
    for (int at = 1; at <= calls; at++) {
        p = orbit_problem(&user);
        user.kind = IN_F;
        user.at = at;
        user.code = -1;
        refuse(&p, 0.5, Z, Y, P, &worst, COLDAE_ERR_CALLBACK, "callback f returned -1");
        CHECK_INT(user.after, 0);
    }
}

int main(void)
{
    test_right();
    test_hard();
    test_planted();
    test_bad();
    return check_result();
}
