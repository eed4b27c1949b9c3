/* callbacks.c - the gate: counts, codes, non-finite values, differenced Jacobians, batches */
#include <float.h>

#include "callbacks.h"
#include "check.h"

/* u1'' = f0, u2' = f1, 0 = f2 with one parameter: z = (u1, u1', u2), y, p. */
enum { MSTAR = 3, N_EQ = 3, COLUMNS = 5, CAPACITY = 4, COUPLED = 2 };

typedef struct control {
    int code;     /* what the callbacks return .. */
    double after; /* .. from this t on */
    double value; /* what they give from there on, if the code is 0 */
    int at;       /* in this entry; -1: nowhere */
    int calls;
} control;

static int spoil(control *c, double t, int n, double *out)
{
    c->calls++;
    for (int i = 0; i < n; i++) /* outputs are zero on entry: what is not touched stays */
        CHECK(isfinite(out[i]));
    if (t < c->after)
        return 0;
    if (c->at >= 0)
        out[c->at] = c->value;
    return c->code;
}

static int f(double t, const double *z, const double *y, const double *p, double *out, void *user)
{
    CHECK(out[0] == 0 && out[1] == 0 && out[2] == 0);
    out[0] = sin(z[0]) * z[1] + y[0] * t;
    out[1] = exp(z[2] / 4) + p[0] * z[0];
    out[2] = y[0] * y[0] - z[1] + p[0] * p[0];
    return spoil(user, t, N_EQ, out);
}

static int df(double t, const double *z, const double *y, const double *p, double *out, void *user)
{
    for (int i = 0; i < N_EQ * COLUMNS; i++)
        CHECK(out[i] == 0);
    out[0] = cos(z[0]) * z[1];
    out[1] = p[0];
    out[3] = sin(z[0]);
    out[5] = -1;
    out[7] = exp(z[2] / 4) / 4;
    out[9] = t;
    out[11] = 2 * y[0];
    out[13] = z[0];
    out[14] = 2 * p[0];
    return spoil(user, t, N_EQ * COLUMNS, out);
}

static int f_batch(int m, const double *t, const double *z, const double *y, const double *p, double *out,
                   void *user)
{
    for (int i = 0; i < m; i++) {
        int code = f(t[i], z + i * MSTAR, y + i, p, out + i * N_EQ, user);
        if (code)
            return code;
    }
    return 0;
}

static int df_batch(int m, const double *t, const double *z, const double *y, const double *p, double *out,
                    void *user)
{
    for (int i = 0; i < m; i++) {
        int code = df(t[i], z + i * MSTAR, y + i, p, out + i * N_EQ * COLUMNS, user);
        if (code)
            return code;
    }
    return 0;
}

static int g(int l, const double *z, const double *p, double *out, void *user)
{
    CHECK(*out == 0);
    *out = z[l] * z[l] * z[2] - p[0] * z[1];
    return spoil(user, l, 1, out);
}

static int coupled(const double *zl, const double *zr, const double *p, double *out, void *user)
{
    CHECK(out[0] == 0 && out[1] == 0);
    out[0] = zl[0] * zr[1] - p[0];
    out[1] = zl[2] - sin(zr[2]) + p[0] * p[0];
    return spoil(user, 0, COUPLED, out);
}

static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    CHECK(z[0] == 0 && y[0] == 0 && dmu[1] == 0);
    z[0] = t;
    y[0] = 2 * t;
    dmu[1] = 3 * t;
    return spoil(user, t, MSTAR, z);
}

static const int order[] = {2, 1}, offset[] = {0, 2};
static const double zeta[] = {0, 0.25, 1};

typedef struct setup {
    control control;
    coldae_problem problem;
    cd_dims dims;
    cd_report report;
    cd_memory memory;
    cd_arena arena;
    cd_gate gate;
} setup;

/* Every callback without its derivative; derivatives are differenced. */
static void create(setup *s)
{
    memset(s, 0, sizeof *s);
    s->control = (control){.after = 1e300, .at = -1};
    coldae_problem_init(&s->problem);
    s->problem.n_diff = 2;
    s->problem.n_alg = s->problem.n_param = 1;
    s->problem.order = order;
    s->problem.n_side = 2;
    s->problem.zeta = zeta;
    s->problem.n_coupled = COUPLED;
    s->problem.f = f;
    s->problem.g = g;
    s->problem.coupled = coupled;
    s->problem.guess = guess;
    s->problem.user = &s->control;
    s->dims = (cd_dims){.n_diff = 2,
                        .n_alg = 1,
                        .n_param = 1,
                        .n_eq = N_EQ,
                        .mstar = MSTAR,
                        .max_order = 2,
                        .order = order,
                        .offset = offset};
    s->gate = (cd_gate){.problem = &s->problem, .dims = &s->dims, .report = &s->report};
    cd_gate_layout(&s->arena, &s->dims, COUPLED, CAPACITY, &s->gate);
    CHECK_INT(cd_arena_create(&s->memory, &s->arena), COLDAE_OK);
    cd_gate_layout(&s->arena, &s->dims, COUPLED, CAPACITY, &s->gate);
    CHECK_INT(s->arena.used, s->arena.size);
}

static void destroy(setup *s)
{
    cd_arena_release(&s->memory, &s->arena);
}

static const double t4[] = {0.1, 0.2, 0.3, 0.4};
static const double z4[] = {0.5, 1, -1, 0, 2, 0.3, -0.7, 1e-3, 0, 1, 1, 1}, y4[] = {0, 1, -2, 0.5},
                    p1[] = {0.7};

/* Error of a difference: step/2 times the second derivative (< 4 here), and rounding of f (< 8) over the
 * smallest step, sqrt(eps) 1e-3. */
static const double TRUNCATION = 2e-7, ROUNDING = 16 * DBL_EPSILON / (1.4e-8 * 1e-3);

static void test_jacobian_of_f(void)
{
    setup s;
    create(&s);
    double value[N_EQ * 4], exact[N_EQ * COLUMNS * 4], found[N_EQ * COLUMNS * 4], batch[N_EQ * COLUMNS * 4];
    CHECK_INT(cd_gate_f(&s.gate, 4, t4, z4, y4, p1, value), COLDAE_OK);
    CHECK_INT(s.gate.n_f, 4);
    CHECK_INT(cd_gate_df(&s.gate, 4, t4, z4, y4, p1, value, found), COLDAE_OK);
    CHECK_INT(s.gate.n_df, 4);
    CHECK_INT(s.gate.n_f, 4 + 4 * COLUMNS);
    CHECK_INT(s.control.calls, s.gate.n_f);
    s.problem.df = df;
    CHECK_INT(cd_gate_df(&s.gate, 4, t4, z4, y4, p1, value, exact), COLDAE_OK);
    CHECK_INT(s.gate.n_df, 8);
    for (int i = 0; i < N_EQ * COLUMNS * 4; i++) /* every component here has a size ~ 1 in the batch */
        CHECK_NEAR(found[i], exact[i], TRUNCATION);
    CHECK_INT(cd_gate_difference_f(&s.gate, 4, t4, z4, y4, p1, value, batch), COLDAE_OK);
    CHECK(memcmp(batch, found, sizeof found) == 0);
    for (int i = 0; i < 4; i++) { /* point by point: zeros have no size */
        CHECK_INT(cd_gate_difference_f(&s.gate, 1, t4 + i, z4 + 3 * i, y4 + i, p1, value + 3 * i, found),
                  COLDAE_OK);
        for (int c = 0; c < N_EQ * COLUMNS; c++)
            CHECK_NEAR(found[c], exact[i * N_EQ * COLUMNS + c], ROUNDING);
    }
    s.problem.df = NULL; /* batches: the same bits */
    CHECK_INT(cd_gate_df(&s.gate, 4, t4, z4, y4, p1, value, found), COLDAE_OK);
    s.problem.f_batch = f_batch;
    s.problem.f = NULL;
    double value_batch[N_EQ * 4];
    s.gate.n_f = 0;
    CHECK_INT(cd_gate_f(&s.gate, 4, t4, z4, y4, p1, value_batch), COLDAE_OK);
    CHECK_INT(s.gate.n_f, 4);
    CHECK(memcmp(value_batch, value, sizeof value) == 0);
    CHECK_INT(cd_gate_df(&s.gate, 4, t4, z4, y4, p1, value, batch), COLDAE_OK);
    CHECK(memcmp(batch, found, sizeof found) == 0);
    s.problem.df_batch = df_batch;
    CHECK_INT(cd_gate_df(&s.gate, 4, t4, z4, y4, p1, value, batch), COLDAE_OK);
    CHECK(memcmp(batch, exact, sizeof exact) == 0);
    destroy(&s);
}

static void test_conditions(void)
{
    setup s;
    create(&s);
    const double *z = z4, *zr = z4 + 3;
    double value, dg[MSTAR + 1], r[COUPLED], dr[COUPLED * (2 * MSTAR + 1)];
    CHECK_INT(cd_gate_g(&s.gate, 1, z, p1, &value), COLDAE_OK);
    CHECK_NEAR(value, z[1] * z[1] * z[2] - p1[0] * z[1], 0);
    CHECK_INT(cd_gate_dg(&s.gate, 1, z, p1, value, dg), COLDAE_OK);
    CHECK_INT(s.gate.n_g, 1 + MSTAR + 1);
    CHECK_INT(s.gate.n_dg, 1);
    const double exact[] = {0, 2 * z[1] * z[2] - p1[0], z[1] * z[1], -z[1]};
    for (int i = 0; i < MSTAR + 1; i++)
        CHECK_NEAR(dg[i], exact[i], TRUNCATION);
    s.gate.n_g = s.gate.n_dg = 0;
    CHECK_INT(cd_gate_coupled(&s.gate, z, zr, p1, r), COLDAE_OK);
    CHECK_INT(s.gate.n_g, COUPLED);
    CHECK_INT(cd_gate_dcoupled(&s.gate, z, zr, p1, r, dr), COLDAE_OK);
    CHECK_INT(s.gate.n_dg, COUPLED);
    CHECK_INT(s.gate.n_g, COUPLED * (1 + 2 * MSTAR + 1));
    double exact_r[COUPLED * (2 * MSTAR + 1)] = {0};
    exact_r[0] = zr[1];
    exact_r[8] = z[0];
    exact_r[5] = 1;
    exact_r[11] = -cos(zr[2]);
    exact_r[12] = -1;
    exact_r[13] = 2 * p1[0];
    for (int i = 0; i < COUPLED * (2 * MSTAR + 1); i++) /* zr[0] = 0 has no size */
        CHECK_NEAR(dr[i], exact_r[i], i / COUPLED == 3 ? ROUNDING : TRUNCATION);
    destroy(&s);
}

static void test_guess(void)
{
    setup s;
    create(&s);
    double z[MSTAR] = {9, 9, 9}, y[1] = {9}, dmu[2] = {9, 9};
    CHECK_INT(cd_gate_guess(&s.gate, 0.5, z, y, dmu), COLDAE_OK);
    CHECK(z[0] == 0.5 && z[1] == 0 && z[2] == 0 && y[0] == 1 && dmu[0] == 0 && dmu[1] == 1.5);
    s.control.after = 0.6;
    s.control.at = 2;
    s.control.value = INFINITY;
    CHECK_INT(cd_gate_guess(&s.gate, 0.75, z, y, dmu), CD_UNDEFINED);
    CHECK_STR_HAS(s.report.text, "guess");
    CHECK_STR_HAS(s.report.text, "entry 2");
    CHECK_STR_HAS(s.report.text, "0.75");
    s.problem.guess = NULL;
    CHECK_INT(cd_gate_guess(&s.gate, 0.75, z, y, dmu), COLDAE_OK);
    CHECK(z[0] == 0 && z[2] == 0 && y[0] == 0 && dmu[1] == 0);
    destroy(&s);
}

/* What each callback gives back when it is spoiled from t = 0.25 on: the third of the four points. */
static void expect(setup *s, coldae_status status, const char *what, const char *also)
{
    double value[N_EQ * 4] = {0}, jacobian[N_EQ * COLUMNS * 4], z[MSTAR], y[1], dmu[2];
    static const char *const names[] = {"f", "df", "f_batch", "df_batch", "guess"};
    for (int i = 0; i < 5; i++) {
        s->problem.f_batch = i == 2 ? f_batch : NULL;
        s->problem.df = i == 1 ? df : NULL;
        s->problem.df_batch = i == 3 ? df_batch : NULL;
        s->report.text[0] = 0;
        s->gate.code = 0;
        coldae_status found = i == 4  ? cd_gate_guess(&s->gate, 0.3, z, y, dmu)
                              : i % 2 ? cd_gate_df(&s->gate, 4, t4, z4, y4, p1, value, jacobian)
                                      : cd_gate_f(&s->gate, 4, t4, z4, y4, p1, value);
        CHECK_INT(found, status);
        CHECK_INT(s->gate.code, s->control.code);
        CHECK_STR_HAS(s->report.text, names[i]);
        CHECK_STR_HAS(s->report.text, what);
        if (s->control.code == 0 || !strstr(names[i], "batch")) /* a batch that gives up does not say where */
            CHECK_STR_HAS(s->report.text, "t = 0.3");
        if (also)
            CHECK_STR_HAS(s->report.text, also);
    }
}

static void test_trouble(void)
{
    setup s;
    create(&s);
    s.control = (control){.after = 0.25, .at = -1, .code = 3};
    expect(&s, CD_UNDEFINED, "returned 3", NULL);
    s.control.code = -2;
    expect(&s, COLDAE_ERR_CALLBACK, "returned -2", NULL);
    s.control = (control){.after = 0.25, .at = 2, .value = NAN};
    expect(&s, CD_UNDEFINED, "nan", "entry 2");
    s.control.value = -INFINITY;
    s.control.at = 1;
    expect(&s, CD_UNDEFINED, "-inf", "entry 1");
    double value, r[COUPLED], dr[COUPLED * 7], dg[4]; /* side conditions: spoiled from l = 1 on */
    CHECK_INT(cd_gate_g(&s.gate, 0, z4, p1, &value), COLDAE_OK);
    s.control.at = 0;
    CHECK_INT(cd_gate_g(&s.gate, 1, z4, p1, &value), CD_UNDEFINED);
    CHECK_STR_HAS(s.report.text, "callback g gives -inf");
    CHECK_STR_HAS(s.report.text, "t = 0.25");
    CHECK_INT(cd_gate_dg(&s.gate, 1, z4, p1, 0, dg), CD_UNDEFINED);
    s.control = (control){.after = 0, .at = -1, .code = -9};
    CHECK_INT(cd_gate_coupled(&s.gate, z4, z4, p1, r), COLDAE_ERR_CALLBACK);
    CHECK_STR_HAS(s.report.text, "callback coupled returned -9");
    CHECK_INT(cd_gate_dcoupled(&s.gate, z4, z4, p1, r, dr), COLDAE_ERR_CALLBACK);
    CHECK_INT(cd_gate_dg(&s.gate, 1, z4, p1, 0, dg), COLDAE_ERR_CALLBACK);
    destroy(&s);
}

int main(void)
{
    test_jacobian_of_f();
    test_conditions();
    test_guess();
    test_trouble();
    return check_result();
}
