/* index3_line.c - derivatives along a line: accurate whatever the lengths of u, t and the interval are */
#include "index3_line.h"

#include <math.h>

#include "check.h"

/* y = (cos(a u_0) + b u_1 - c sin(w t), u_0 u_1), inside of [left, right] and u_1 <= wall only */
typedef struct model {
    double a, b, c, w;
    double wall;
    double t_least, t_most; /* that were seen */
    int calls;
} model;

static int g(double t, const double *u, const double *v, const double *lambda, double *out, void *user)
{
    model *m = user;
    (void)v, (void)lambda;
    m->calls++;
    m->t_least = fmin(m->t_least, t);
    m->t_most = fmax(m->t_most, t);
    out[0] = cos(m->a * u[0]) + m->b * u[1] - m->c * sin(m->w * t);
    out[1] = u[0] * u[1];
    return u[1] > m->wall ? 1 : 0;
}

static int f(double t, const double *u, const double *v, const double *lambda, double *out, void *user)
{
    model *m = user;
    (void)v, (void)lambda;
    out[0] = sin(m->w * t) * u[1];
    out[1] = cos(u[0]);
    return 0;
}

static _Alignas(64) char block[1 << 14];
static cd_report report;

typedef struct setup {
    coldae_index3_problem problem;
    cd_index3_gate gate;
    cd_index3_line line;
    model m;
} setup;

static void make(setup *s, model m, double left, double right)
{
    cd_arena arena = {block, sizeof block, 0, 0};
    memset(s, 0, sizeof *s);
    memset(block, 0, sizeof block);
    s->m = m;
    s->m.t_least = INFINITY;
    s->m.t_most = -INFINITY;
    coldae_index3_problem_init(&s->problem);
    s->problem.n_u = s->problem.n_v = s->problem.n_lambda = 2;
    s->problem.left = left;
    s->problem.right = right;
    s->problem.f = f;
    s->problem.g = g;
    s->problem.user = &s->m;
    cd_index3_gate_layout(&arena, &s->problem, &s->gate);
    cd_index3_line_layout(&arena, &s->gate, &s->line);
    s->gate.report = &report;
}

/* y' and y'' of the first row, relative to the sizes in it, from t and u along d = (1, d_1). */
static void check_row(setup *s, double t, double u_0, double d_1, int e, double tol, double tol2)
{
    const model *m = &s->m;
    double x[6] = {u_0, 0.3}, d[2] = {1, d_1}, slope[2], bend[2];
    double dg[12] = {-m->a * sin(m->a * u_0), 0.3, m->b, u_0};
    double terms = fmax(fabs(dg[0]), fabs(m->b)) * fmax(1, fabs(d_1)) + e * fabs(m->c * m->w);
    double exact = dg[0] + m->b * d_1 - e * m->c * m->w * cos(m->w * t);
    double exact2 = -m->a * m->a * cos(m->a * u_0) + e * m->c * m->w * m->w * sin(m->w * t);
    for (int i = 0; i < 4; i++) /* only nearly right */
        dg[i] *= 1 + 1e-7;
    cd_index3_direction at = {t, x, e, d, dg, fmax(1, fabs(d_1))};
    for (int again = 0; again < 3; again++) {
        int before = s->m.calls;
        CHECK_INT(cd_index3_slope(&s->gate, &s->line, &at, slope), COLDAE_OK);
        CHECK_NEAR(slope[0] / terms, exact / terms, tol);
        CHECK_NEAR(slope[1], 0.3 + u_0 * d_1, 2 * tol * (1 + fabs(u_0 * d_1)));
        CHECK(again == 0 || s->m.calls - before <= 14); /* the step is known */
    }
    CHECK_INT(cd_index3_bend(&s->gate, &s->line, &at, bend), COLDAE_OK);
    double terms2 = m->a * m->a + e * fabs(m->c) * m->w * m->w;
    CHECK_NEAR(bend[0] / terms2, exact2 / terms2, tol2);
    CHECK_NEAR(bend[1], 2 * d_1, tol2 * (1 + fabs(u_0) + fabs(d_1)));
    if (e)
        CHECK(s->m.t_least >= s->problem.left && s->m.t_most <= s->problem.right);
}

/* An angle after many turns; 1e-2 u is a period at 100 turns, and dg d = 0 at u_0 = 0. */
static void test_angles(void)
{
    static const double turns[] = {0, 1, 10, 100, 1000, 10000}, phi[] = {0, 1e-6, 0.7, 1.5707963267948966};
    setup s;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 4; j++) {
            make(&s, (model){.a = 1, .b = 1, .wall = INFINITY}, 0, 1);
            check_row(&s, 0, phi[j] + 6.283185307179586 * turns[i], 0.5, 0, 2e-13, 1e-8);
        }
}

/* Lengths over which g bends from 1e-4 to 1e4, u of size 1 and 1e6 */
static void test_lengths(void)
{
    setup s;
    for (double a = 1e-4; a < 2e4; a *= 10) {
        make(&s, (model){.a = a, .b = 1, .wall = INFINITY}, 0, 1);
        check_row(&s, 0, 1, 0.5, 0, 4e-13 * fmax(1, sqrt(a)),
                  a < 1 ? 1e-3 : 1e-8 * a); /* a u is rounded too */
    }
    make(&s, (model){.a = 1e-6, .b = 1e-6, .wall = INFINITY}, 0, 1);
    check_row(&s, 0, 1e6, -0.8, 0, 2e-13, 1e-9);
}

/* t inside the interval and at its ends, far from 0, intervals much longer and shorter than what happens in them */
static void test_times(void)
{
    static const double left[] = {0, 1000, -1e5, 0, 0, 7}, length[] = {1, 20, 20, 2e3, 2e5, 1e-3};
    setup s;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 5; j++) {
            static const double at[] = {0, 1e-9, 0.4, 1 - 1e-7, 1};
            double t = j == 4 ? left[i] + length[i] : left[i] + at[j] * length[i];
            double tol = length[i] < 1 ? 2e-10 : 2e-12;
            make(&s, (model){.a = 1, .b = 1, .c = 1, .w = 1, .wall = INFINITY}, left[i], left[i] + length[i]);
            check_row(&s, t, 0.7, 0.5, 1, tol, length[i] < 1 ? 1e-4 : 1e-8);
            make(&s, (model){.a = 1, .b = 1, .c = 1, .w = 32, .wall = INFINITY}, left[i],
                 left[i] + length[i]);
            check_row(&s, t, 0.7, 0.5, 1, tol, length[i] < 1 ? 1e-6 : 1e-8);
        }
}

/* t alone; nothing moves; a wall nearby; a callback that stops */
static void test_special(void)
{
    setup s;
    double x[6] = {0.7, 0.3}, slope[2], d[2] = {0, 0}, dg[12] = {1, 0, 1, 0};
    make(&s, (model){.a = 1, .b = 1, .c = 2, .w = 2, .wall = INFINITY}, 0, 100);
    cd_index3_direction at = {50, x, 1, NULL, dg, 1};
    CHECK_INT(cd_index3_slope(&s.gate, &s.line, &at, slope), COLDAE_OK);
    CHECK_NEAR(slope[0], -4 * cos(100), 5e-13);
    CHECK(slope[1] == 0);
    at.e = 0;
    at.d = d;
    CHECK_INT(cd_index3_slope(&s.gate, &s.line, &at, slope), COLDAE_OK);
    CHECK(slope[0] == 0 && slope[1] == 0);
    CHECK_INT(cd_index3_bend(&s.gate, &s.line, &at, slope), COLDAE_OK);
    CHECK(slope[0] == 0 && slope[1] == 0);
    make(&s, (model){.a = 1, .b = 1, .wall = 0.3 + 1e-4}, 0, 1);
    check_row(&s, 0, 0.7, 1, 0, 1e-10, 1e-4); /* less accurate, not lost */
    s.line.reach_u = 1e-2;                    /* also if a long step was good before */
    check_row(&s, 0, 0.7, 1, 0, 1e-10, 1e-4);
    make(&s, (model){.a = 1, .b = 1, .wall = 0.2}, 0, 1);
    at.d = x;
    CHECK_INT(cd_index3_slope(&s.gate, &s.line, &at, slope), CD_UNDEFINED);
}

/* d/ds f(t + s, u + s f): (w cos(w t) u_1 + sin(w t) f_1, -sin(u_0) f_0) */
static void test_slope_of_f(void)
{
    setup s;
    double x[6] = {0.7, 0.3}, value[2], slope[2];
    make(&s, (model){.a = 1, .b = 1, .c = 1, .w = 3, .wall = INFINITY}, 0, 1000);
    f(500, x, NULL, NULL, value, &s.m);
    cd_index3_direction at = {500, x, 1, value, NULL, 1};
    CHECK_INT(cd_index3_slope_of_f(&s.gate, &s.line, &at, slope), COLDAE_OK);
    CHECK_NEAR(slope[0], 3 * cos(1500) * 0.3 + sin(1500) * value[1], 1e-12);
    CHECK_NEAR(slope[1], -sin(0.7) * value[0], 1e-12);
}

int main(void)
{
    test_angles();
    test_lengths();
    test_times();
    test_special();
    test_slope_of_f();
    return check_result();
}
