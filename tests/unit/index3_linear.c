/* index3_linear.c - stage systems and saddle matrices against the same systems written out in full */
#include "index3_linear.h"

#include "check.h"
#include "lu.h"

enum { NU = 3, NV = 3, NL = 2, N = NU + NV + NL };
static _Alignas(64) char block[1 << 15];
static unsigned state = 7;

static double random_number(void)
{
    state = state * 1664525u + 1013904223u;
    return (double)(state >> 8) / (1 << 23) - 1;
}

static int anything(double t, const double *u, const double *v, const double *lambda, double *out, void *user)
{
    (void)t, (void)u, (void)v, (void)lambda, (void)out, (void)user;
    return 0;
}

static int any_mass(double t, const double *u, double *m, void *user)
{
    (void)t, (void)u, (void)m, (void)user;
    return 0;
}

typedef struct setup {
    coldae_index3_problem problem;
    cd_index3_gate gate;
    cd_radau radau;
    cd_index3_linear linear;
} setup;

/* Random derivatives with the structure of the index. */
static void make(setup *s, int index, int with_f, int with_mass, int structure)
{
    cd_arena arena = {block, sizeof block, 0, 0};
    memset(s, 0, sizeof *s);
    memset(block, 0, sizeof block);
    coldae_index3_problem_init(&s->problem);
    s->problem.n_u = NU;
    s->problem.n_v = NV;
    s->problem.n_lambda = NL;
    s->problem.index = index;
    s->problem.f = with_f ? anything : NULL;
    s->problem.mass = with_mass ? any_mass : NULL;
    cd_radau_create(3, &s->radau);
    cd_index3_gate_layout(&arena, &s->problem, &s->gate);
    cd_index3_linear_layout(&arena, &s->gate, &s->radau, structure, &s->linear);
    cd_index3_linear *l = &s->linear;
    for (int i = 0; i < NU * (NU + NV) && with_f; i++)
        l->d.df[i] = random_number();
    for (int i = 0; i < NV * N; i++)
        l->d.dk[i] = structure && i < NV * (NU + NV) ? 0 : random_number();
    for (int i = 0; i < NL * (index == 3 ? NU : index == 2 ? NU + NV : N); i++)
        l->d.dg[i] = structure && index == 2 && i < NL * NU ? 0 : random_number();
    for (int i = 0; i < NV * NV; i++)
        l->mass[i] = (i % (NV + 1) == 0 ? 2 : 0) + 0.3 * random_number();
    cd_saddle_factor(&l->saddle, &s->gate, &l->d, l->mass);
}

/* a <- mu/h diag(I, M, 0) - J, re and im interleaved */
static void write_out(const setup *s, double re, double im, double *a)
{
    const cd_index3_linear *l = &s->linear;
    memset(a, 0, 2 * N * N * sizeof *a);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            double mass = 0, d;
            if (i < NU) {
                mass = i == j;
                d = l->reduced ? j == NU + i : l->d.df[i + NU * j];
            } else if (i < NU + NV) {
                if (j >= NU && j < NU + NV)
                    mass = l->has_mass ? l->mass[i - NU + NV * (j - NU)] : i == j;
                d = l->d.dk[i - NU + NV * j];
            } else {
                d = l->d.dg[i - NU - NV + NL * j];
            }
            a[2 * (i + N * j)] = re * mass - d;
            a[2 * (i + N * j) + 1] = im * mass;
        }
}

static void test_solves(int index, int with_f, int with_mass, int structure)
{
    setup s;
    static double a[2 * N * N];
    double x[2 * N], re[N], im[N], r[N], b[2 * N], worst = 0, h = 0.1;
    int pivot[N];
    make(&s, index, with_f, with_mass, structure);
    CHECK_INT(cd_index3_linear_factor(&s.linear, &s.radau, h), 0);
    for (int kind = 0; kind < 2; kind++) {
        write_out(&s, (kind ? s.radau.alpha[0] : s.radau.real) / h, kind ? -s.radau.beta[0] / h : 0, a);
        for (int i = 0; i < N; i++) {
            b[2 * i] = re[i] = r[i] = random_number();
            b[2 * i + 1] = im[i] = kind ? random_number() : 0;
        }
        memcpy(x, b, sizeof x);
        CHECK(cd_lu_factor_complex(N, a, pivot) > 0);
        cd_lu_solve_complex(N, a, pivot, x);
        if (kind)
            cd_index3_linear_solve_pair(&s.linear, &s.radau, h, 0, re, im);
        else
            cd_index3_linear_solve(&s.linear, &s.radau, h, re);
        double size = 0;
        for (int i = 0; i < 2 * N; i++)
            size = fmax(size, fabs(x[i]));
        for (int i = 0; i < N; i++)
            worst = fmax(worst, (fabs(re[i] - x[2 * i]) + (kind ? fabs(im[i] - x[2 * i + 1]) : 0)) / size);
    }
    if (check_fails(worst <= 1e-10, __FILE__, __LINE__))
        printf("index %d, f %d, mass %d, structure %d: %.2e\n", index, with_f, with_mass, structure, worst);
}

/* M dv - k_lambda mu = a, C dv = b */
static void test_saddle(int index, int with_f, int with_mass)
{
    setup s;
    double a[NV + NL], x[NV + NL], worst = 0;
    make(&s, index, with_f, with_mass, 0);
    const cd_saddle *saddle = &s.linear.saddle;
    CHECK(saddle->regular > 1e-6 && saddle->regular <= 1);
    for (int i = 0; i < NV + NL; i++)
        a[i] = x[i] = random_number();
    cd_saddle_solve(saddle, x);
    for (int i = 0; i < NV; i++) {
        double left = 0;
        for (int j = 0; j < NV; j++)
            left += (with_mass ? s.linear.mass[i + NV * j] : i == j) * x[j];
        for (int j = 0; j < NL; j++)
            left -= s.linear.d.dk[i + NV * (NU + NV + j)] * x[NV + j];
        worst = fmax(worst, fabs(left - a[i]));
    }
    for (int l = 0; l < NL; l++) {
        double left = 0;
        for (int j = 0; j < NV; j++) {
            double c = 0;
            if (index == 2)
                c = s.linear.d.dg[l + NL * (NU + j)];
            else
                for (int u = 0; u < NU; u++)
                    c += s.linear.d.dg[l + NL * u] * (with_f ? s.linear.d.df[u + NU * (NU + j)] : u == j);
            left += c * x[j];
        }
        worst = fmax(worst, fabs(left - a[NV + l]));
    }
    CHECK_NEAR(worst, 0, 1e-12);
}

/* Equal constraints, or none at all, are seen; a matrix that gets worse is measured against better times. */
static void test_singular(void)
{
    for (int with_mass = 0; with_mass < 2; with_mass++) {
        setup s;
        make(&s, 3, 0, with_mass, 0);
        cd_index3_linear *l = &s.linear;
        for (int i = 0; i < NL * NU; i++)
            l->d.dg[i] *= 1e-9;
        cd_saddle_factor(&l->saddle, &s.gate, &l->d, l->mass);
        CHECK(l->saddle.regular < 1e-6 && l->saddle.regular > 0);
        for (int j = 0; j < NU; j++)
            l->d.dg[1 + NL * j] = l->d.dg[NL * j];
        cd_saddle_factor(&l->saddle, &s.gate, &l->d, l->mass);
        CHECK(l->saddle.regular == 0);
        memset(l->d.dg, 0, NL * NU * sizeof(double));
        cd_saddle_factor(&l->saddle, &s.gate, &l->d, l->mass);
        CHECK(l->saddle.regular == 0);
    }
}

int main(void)
{
    for (int form = 0; form < 4; form++) {
        for (int index = 1; index <= 3; index++)
            test_solves(index, form & 1, form >> 1, 0);
        test_saddle(2, form & 1, form >> 1);
        test_saddle(3, form & 1, form >> 1);
    }
    for (int with_mass = 0; with_mass < 2; with_mass++) {
        test_solves(2, 0, with_mass, 1);
        test_solves(3, 0, with_mass, 1);
    }
    test_singular();
    return check_result();
}
