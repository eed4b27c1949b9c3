/* problem_000.c - the examples of Ascher & Petzold (1992), in the forms that their tables compare */
#include "problem_000.h"

#include <math.h>
#include <string.h>

/* C, C', r, r', r'' at t. */
typedef struct constraint {
    double C[2], dC[2], r, dr, ddr;
} constraint;

static constraint constraint_at(const problem_000 *q, double t)
{
    double e = exp(t), nu = q->nu, s = sin(nu * t), c = cos(nu * t);
    if (q->form <= PI1_41)
        return (constraint){
            .C = {1, t - 2}, .dC = {0, 1}, .r = (1 - t) * e, .dr = -t * e, .ddr = -(1 + t) * e};
    return (constraint){.C = {s, c},
                        .dC = {nu * c, -nu * s},
                        .r = -e * (s + c),
                        .dr = -e * ((1 - nu) * s + (1 + nu) * c),
                        .ddr = -e * ((1 - nu * nu) * (s + c) + 2 * nu * (c - s))};
}

/* x'' = A1 x + A2 x' + D y + b, A1 and A2 row-major */
typedef struct rates {
    double A1[4], A2[4], D[2], b[2];
} rates;

static rates rates_41(const problem_000 *q, double t)
{
    double e = exp(t), nu = q->nu, a = q->alpha, u = 2 - t;
    if (q->form == INDEX2_41)
        return (rates){
            .A2 = {0, a * (2 * nu - 1), 0, a * (2 * nu * nu - 2 * nu + 1) / (nu * u)},
            .D = {-(2 + t) * u * nu, -(2 + t) * (nu - 1)},
            .b = {e * (1 + a * (1 - 2 * nu) + nu * (2 + t)),
                  e * (nu * nu * (t + 2) - 2 * nu * t - a * (2 * nu * nu - 2 * nu + 1)) / (nu * u)}};
    return (rates){.A2 = {0, (a - 2) * nu, 0, ((a - 2) * nu + 2) / u},
                   .D = {1, t - 2},
                   .b = {e * (1 + (2 - a) * nu), e * ((2 - a) * nu - t) / u}};
}

static rates rates_42(const problem_000 *q, double t)
{
    double e = exp(t), nu = q->nu, a = q->alpha, C[2] = {sin(nu * t), cos(nu * t)}, R[2] = {C[1], -C[0]};
    constraint g = constraint_at(q, t);
    const double force[2] = {e * (1 - a - C[0] / (2 - t)), e * (1 - a - C[1] / (2 - t))};
    rates x = {.D = {C[0], C[1]}};
    if (q->form == DIRECT_42) {
        x.A2[0] = x.A2[3] = a;
        x.b[0] = force[0];
        x.b[1] = force[1];
        return x;
    }
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            x.A1[2 * i + j] = nu * nu * C[i] * C[j];                  /* -F C'' */
            x.A2[2 * i + j] = a * R[i] * R[j] - 2 * nu * C[i] * R[j]; /* alpha H - 2 F C' */
        }
        x.b[i] = R[i] * (R[0] * force[0] + R[1] * force[1]) - C[i] * g.ddr; /* H q - F r'' */
    }
    return x;
}

static rates rates_at(const problem_000 *q, double t)
{
    return q->form <= PI1_41 ? rates_41(q, t) : rates_42(q, t);
}

static int f(double t, const double *z, const double *y, const double *p, double *out, void *user)
{
    const problem_000 *q = user;
    rates x = rates_at(q, t);
    constraint g = constraint_at(q, t);
    int second = q->form == PI2_42;
    const double *phi = z + 4;
    (void)p;
    for (int i = 0; i < 2; i++) {
        out[i] = x.b[i] + (second ? 0 : x.D[i] * y[0]);
        for (int j = 0; j < 2; j++)
            out[i] += x.A1[2 * i + j] * (z[2 * j] + (second ? phi[j] : 0)) + x.A2[2 * i + j] * z[2 * j + 1];
    }
    if (second) {
        out[2] = x.D[0] * y[0];
        out[3] = x.D[1] * y[0];
        out[4] = g.C[0] * (z[0] + phi[0]) + g.C[1] * (z[2] + phi[1]) + g.r;
    } else {
        out[2] = g.C[0] * z[1] + g.C[1] * z[3] + g.dC[0] * z[0] + g.dC[1] * z[2] + g.dr;
    }
    return 0;
}

static int df(double t, const double *z, const double *y, const double *p, double *out, void *user)
{
    const problem_000 *q = user;
    rates x = rates_at(q, t);
    constraint g = constraint_at(q, t);
    int second = q->form == PI2_42, n = second ? 5 : 3; /* rows */
    (void)z;
    (void)y;
    (void)p;
    for (int j = 0; j < 2; j++) {
        for (int i = 0; i < 2; i++) {
            out[i + 2 * j * n] = x.A1[2 * i + j];
            out[i + (2 * j + 1) * n] = x.A2[2 * i + j];
            if (second)
                out[i + (4 + j) * n] = x.A1[2 * i + j];
        }
        if (second) {
            out[4 + 2 * j * n] = out[4 + (4 + j) * n] = g.C[j];
            out[2 + j + 6 * n] = x.D[j];
        } else {
            out[2 + 2 * j * n] = g.dC[j];
            out[2 + (2 * j + 1) * n] = g.C[j];
            out[j + 4 * n] = x.D[j];
        }
    }
    return 0;
}

/* ---- the original constraint ---------------------------------------------------------------------- */

double problem_000_drift(const problem_000 *q, double t, const double *z)
{
    constraint g = constraint_at(q, t);
    int second = q->form == PI2_42;
    return g.C[0] * (z[0] + (second ? z[4] : 0)) + g.C[1] * (z[2] + (second ? z[5] : 0)) + g.r;
}

void problem_000_first(const problem_000 *q, const double *z, double *position, double *velocity)
{
    *position = z[0] + (q->form == PI2_42 ? z[4] : 0);
    *velocity = z[1];
}

static int position(double t, const double *z, const double *p, double *h, void *user)
{
    (void)p;
    h[0] = problem_000_drift(user, t, z);
    return 0;
}

static int dposition(double t, const double *z, const double *p, double *dh, void *user)
{
    constraint g = constraint_at(user, t);
    (void)z;
    (void)p;
    dh[0] = g.C[0];
    dh[2] = g.C[1];
    return 0;
}

void problem_000_make(problem_000 *q, form_000 form, double nu, double alpha)
{
    static const int order[] = {2, 2, 1, 1};
    memset(q, 0, sizeof *q);
    q->form = form;
    q->nu = nu;
    q->alpha = alpha;
    coldae_problem_init(&q->problem);
    q->problem.n_diff = form == PI2_42 ? 4 : 2;
    q->problem.n_alg = 1;
    q->problem.order = order;
    q->problem.linear = 1;
    q->problem.f = f;
    q->problem.df = df;
    q->problem.user = q;
    q->position.n = 1;
    q->position.h = position;
    q->position.dh = dposition;
    q->position.user = q;
    for (int i = 0; i < 4; i++)
        q->z_left[i] = 1;
}
