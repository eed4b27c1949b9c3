/* Example 4.2 of Ascher & Petzold (1992) through the reformulations: golden errors at mesh points (Table
 * 4.4, recomputed).
 *
 * x'' = alpha x' + B y + q,  0 = C x + r,  B^T = C = (sin nu t, cos nu t),  alpha = -nu^2;  x = (e^t, e^t).
 */
#include "coldae/reform.h"

#include "check.h"

static int get_A(int j, double t, double *A, void *user)
{
    double nu = *(double *)user;
    (void)t;
    A[0] = A[3] = j == 1 ? -nu * nu : 0;
    return 0;
}

static int get_B(double t, double *B, void *user)
{
    double nu = *(double *)user;
    B[0] = sin(nu * t);
    B[1] = cos(nu * t);
    return 0;
}

static int get_C(int level, double t, double *C, void *user)
{
    double nu = *(double *)user, s = sin(nu * t), c = cos(nu * t);
    C[0] = level == 0 ? s : level == 1 ? nu * c : -nu * nu * s;
    C[1] = level == 0 ? c : level == 1 ? -nu * s : -nu * nu * c;
    return 0;
}

static int get_q(double t, double *q, void *user)
{
    double nu = *(double *)user, e = exp(t);
    q[0] = e * (1 + nu * nu - sin(nu * t) / (2 - t));
    q[1] = e * (1 + nu * nu - cos(nu * t) / (2 - t));
    return 0;
}

static int get_r(int level, double t, double *r, void *user)
{
    static const double BINOMIAL[3][3] = {{1, 0, 0}, {1, 1, 0}, {1, 2, 1}};
    for (int j = 0; j <= level; j++) {
        double C[2];
        get_C(j, t, C, user);
        r[0] -= BINOMIAL[level][j] * (C[0] + C[1]) * exp(t);
    }
    return 0;
}

typedef struct worst {
    const coldae_reform *reform;
    double x, v;
} worst;

static int observe(const coldae_step *step, void *user)
{
    worst *w = user;
    double z[4];
    CHECK_INT(coldae_reform_from(w->reform, step->t, step->z, step->y, NULL, z, NULL), COLDAE_OK);
    w->x = fmax(w->x, fabs(z[0] - exp(step->t)));
    w->v = fmax(w->v, fabs(z[1] - exp(step->t)));
    return 0;
}

static void near_golden(const char *name, double nu, int n, double is, double was)
{
    int failed = check_failed;
    if (was > 100) /* unstable but determined */
        CHECK_NEAR(log10(is), log10(was), 0.05);
    else
        CHECK_NEAR(is / was, 1, 0.006);
    if (check_failed > failed)
        printf("%s nu = %g, N = %d: %.4g, golden %.4g\n", name, nu, n, is, was);
}

static void test_row(int kind, double nu, int points, int n, double x, double v)
{
    static const double z_left[] = {1, 1, 1, 1};
    coldae_reform_linear p;
    coldae_reform_options o;
    coldae_march_options mo;
    coldae_reform_linear_init(&p);
    coldae_reform_options_init(&o);
    coldae_march_options_init(&mo);
    p.n = 2;
    p.n_alg = p.n_g = 1;
    p.A = get_A;
    p.B = get_B;
    p.C = get_C;
    p.q = get_q;
    p.r = get_r;
    p.z_left = z_left;
    p.user = &nu;
    o.kind = kind;
    coldae_reform *r;
    CHECK_INT(coldae_reform_create_linear(&p, &o, &r, NULL), COLDAE_OK);
    worst w = {r, 0, 0};
    mo.points = points;
    mo.n_points = 2;
    mo.step = COLDAE_STEP_FIXED;
    mo.n_steps = n;
    mo.observer = observe;
    mo.observer_user = &w;
    CHECK_INT(coldae_march(coldae_reform_result(r), NULL, &mo, NULL, NULL, NULL, NULL), COLDAE_OK);
    near_golden("x1", nu, n, w.x, x);
    near_golden("x1'", nu, n, w.v, v);
    coldae_reform_free(r);
}

int main(void)
{
    for (int kind = COLDAE_REFORM_INDEX2; kind <= COLDAE_REFORM_INVARIANT1;
         kind += COLDAE_REFORM_INVARIANT1 - COLDAE_REFORM_INDEX2) { /* here D = B: the same */
        test_row(kind, 1, COLDAE_RADAU, 10, 4.77e-06, 3.36e-06);
        test_row(kind, 1, COLDAE_RADAU, 40, 7.97e-08, 4.16e-08);
        test_row(kind, 1, COLDAE_GAUSS, 10, 3.91e-07, 8.78e-07);
        test_row(kind, 1, COLDAE_GAUSS, 40, 1.52e-09, 3.36e-09);
        test_row(kind, 100, COLDAE_RADAU, 10, 892, 1.44e+04);
        test_row(kind, 100, COLDAE_RADAU, 40, 7.78e-09, 4.61e-07);
        test_row(kind, 100, COLDAE_GAUSS, 10, 0.759, 93.1);
        test_row(kind, 100, COLDAE_GAUSS, 40, 1.56e-05, 0.000886);
    }
    test_row(COLDAE_REFORM_INVARIANT2, 1, COLDAE_RADAU, 10, 4.2e-06, 1.96e-05);
    test_row(COLDAE_REFORM_INVARIANT2, 1, COLDAE_RADAU, 40, 6.53e-08, 2.93e-07);
    test_row(COLDAE_REFORM_INVARIANT2, 1, COLDAE_GAUSS, 10, 1.23e-07, 7.46e-07);
    test_row(COLDAE_REFORM_INVARIANT2, 1, COLDAE_GAUSS, 40, 4.83e-10, 2.92e-09);
    test_row(COLDAE_REFORM_INVARIANT2, 100, COLDAE_RADAU, 10, 2.62e-06, 6.71e-05);
    test_row(COLDAE_REFORM_INVARIANT2, 100, COLDAE_RADAU, 40, 2.09e-09, 1.6e-06);
    test_row(COLDAE_REFORM_INVARIANT2, 100, COLDAE_GAUSS, 10, 2.39e-07, 4.24e-05);
    test_row(COLDAE_REFORM_INVARIANT2, 100, COLDAE_GAUSS, 40, 2.28e-09, 5.56e-07);
    return check_result();
}
