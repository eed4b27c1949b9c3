/* radau.c - the Radau IIA methods: order conditions, the transformation, the error estimate, interpolation */
#include "radau.h"

#include "check.h"

/* B T = T Lambda with the blocks of radau.h */
static void test_transformation(const cd_radau *r)
{
    int s = r->s;
    double lambda[CD_RADAU_SQUARE] = {0}, worst = 0, identity = 0;
    if (r->n_real)
        lambda[0] = r->real;
    for (int p = 0; p < r->n_pair; p++) {
        int i = r->n_real + 2 * p;
        lambda[i + s * i] = lambda[i + 1 + s * (i + 1)] = r->alpha[p];
        lambda[i + 1 + s * i] = -r->beta[p];
        lambda[i + s * (i + 1)] = r->beta[p];
        CHECK(r->beta[p] > 0);
    }
    for (int i = 0; i < s; i++)
        for (int j = 0; j < s; j++) {
            double left = 0, right = 0, product = 0;
            for (int l = 0; l < s; l++) {
                left += r->b[i + s * l] * r->t[l + s * j];
                right += r->t[i + s * l] * lambda[l + s * j];
                product += r->t[i + s * l] * r->t_inverse[l + s * j];
            }
            worst = fmax(worst, fabs(left - right));
            identity = fmax(identity, fabs(product - (i == j)));
        }
    CHECK_NEAR(worst, 0, 1e-12);
    CHECK_NEAR(identity, 0, 1e-13);
}

/* B applied to c^q is q c^(q-1): stage order s. */
static void test_stage_order(const cd_radau *r)
{
    for (int q = 1; q <= r->s; q++)
        for (int i = 0; i < r->s; i++) {
            double sum = 0;
            for (int j = 0; j < r->s; j++)
                sum += r->b[i + r->s * j] * pow(r->c[j], q);
            CHECK_NEAR(sum, q * pow(r->c[i], q - 1), 1e-12);
        }
}

/* F(x_n) + 1/h sum e_j Z_j vanishes for x' = 1, t, .. t^(s-1), not for t^s. */
static void test_estimate(const cd_radau *r)
{
    for (int q = 1; q <= r->s + 1; q++) {
        double sum = q == 1;
        for (int j = 0; j < r->s; j++)
            sum += r->e[j] * pow(r->c[j], q);
        if (q <= r->s)
            CHECK_NEAR(sum, 0, 1e-12);
        else
            CHECK(fabs(sum) > 1e-4);
    }
}

static void test_interpolation(const cd_radau *r)
{
    double l[CD_RADAU_MOST];
    for (int q = 1; q <= r->s; q++) {
        double sum = 0;
        cd_radau_interpolate(r, 1.37, l);
        for (int j = 0; j < r->s; j++)
            sum += l[j] * pow(r->c[j], q);
        CHECK_NEAR(sum, pow(1.37, q), 1e-12);
    }
    cd_radau_interpolate(r, 1, l);
    for (int j = 0; j < r->s; j++)
        CHECK_NEAR(l[j], j == r->s - 1, 1e-13);
}

int main(void)
{
    for (int s = 2; s <= CD_RADAU_MOST; s++) {
        cd_radau r;
        cd_radau_create(s, &r);
        CHECK_INT(r.n_real + 2 * r.n_pair, s);
        CHECK(r.c[s - 1] == 1);
        test_transformation(&r);
        test_stage_order(&r);
        test_estimate(&r);
        test_interpolation(&r);
        if (s == 3) { /* closed forms: nodes (4 -+ sqrt 6)/10, estimate -(13 +- 7 sqrt 6)/3, -1/3 */
            CHECK_NEAR(r.c[0], (4 - sqrt(6)) / 10, 1e-15);
            CHECK_NEAR(r.c[1], (4 + sqrt(6)) / 10, 1e-15);
            CHECK_NEAR(r.real, 3 + cbrt(3) * (cbrt(3) - 1), 1e-13); /* 3 + 3^(2/3) - 3^(1/3) */
            CHECK_NEAR(r.e[0], -(13 + 7 * sqrt(6)) / 3, 1e-13);
            CHECK_NEAR(r.e[1], (-13 + 7 * sqrt(6)) / 3, 1e-13);
            CHECK_NEAR(r.e[2], -1.0 / 3, 1e-13);
        }
    }
    return check_result();
}
