/* leading.c - the leading error term on a subinterval, and where two meshes show it best
 *
 *     P_r(tau) = 1/(k! (r-1)!) int_0^tau (tau-s)^{r-1} prod_j (s - rho_j) ds
 * Coarse (h) and fine (h/2) solution at the same t differ by (P_r(tau_c) - 2^-q P_r(tau_f)) h^q u^(k+m), q = k + r:
 * the samples are places where this is large.  See estimate.c.       Ascher, Christiansen & Russell (1979)
 *
 * Compiled for one instruction set, and no product is fused with a sum: the same bits on every processor, so that they
 * can be found beforehand (tables.c).
 */
#include <math.h>
#include <string.h>

#include "leading.h"
#include "vector.h"

void cd_leading_layout(cd_arena *arena, int k, int max_order, cd_leading *leading)
{
    size_t orders = (size_t)max_order, samples = CD_SAMPLES * orders;
    leading->most = cd_take_doubles(arena, orders + 1);
    leading->top = cd_take_doubles(arena, (size_t)k);
    leading->tau = cd_take_doubles(arena, samples);
    leading->factor = cd_take_doubles(arena, samples);
    leading->coarse = cd_take_doubles(arena, samples * (size_t)k);
    leading->fine = cd_take_doubles(arena, samples * (size_t)k);
    leading->bubble = cd_take_doubles(arena, 2 * CD_SAMPLES);
}

/* P_r at the places tau, r = 1 .. max_order, by the collocation points' own quadrature on [0, tau] */
static void find_terms(const cd_basis *b, const double *tau, double (*terms)[CD_SAMPLES])
{
    double factorial = 1;
    for (int j = 2; j <= b->k; j++)
        factorial *= j;
    for (int half = 0; half < CD_SAMPLES; half += CD_WIDTH) {
        cd_vec t = cd_load(tau + half), P[CD_MAX_POINTS + 1];
        for (int r = 1; r <= b->max_order; r++)
            P[r] = cd_all(0);
        for (int i = 0; i < b->k; i++) {
            cd_vec product = cd_all(b->weight[i] / factorial) * t, s = t * cd_all(b->rho[i]), rest = t - s;
            for (int j = 0; j < b->k; j++)
                product *= s - cd_all(b->rho[j]);
            for (int r = 1; r <= b->max_order; r++) {
                P[r] += product;
                product *= rest * cd_all(CD_INVERSE[r]);
            }
        }
        for (int r = 1; r <= b->max_order; r++)
            cd_store(terms[r] + half, P[r]);
    }
}

/* Sample s is the place among tau[CD_SAMPLES], in its part of the subinterval, that shows the difference best. */
static void choose_sample(const cd_basis *b, int s, const double *tau, double (*at_coarse)[CD_SAMPLES],
                          double (*at_fine)[CD_SAMPLES], const cd_leading *leading)
{
    for (int r = 1; r <= b->max_order; r++) {
        size_t at = (size_t)((r - 1) * CD_SAMPLES + s);
        double share = ldexp(1, -(b->k + r));
        for (int c = 0; c < CD_SAMPLES; c++) {
            double gap = fabs(at_coarse[r][c] - share * at_fine[r][c]), size = fabs(at_coarse[r][c]);
            if (gap > leading->factor[at]) { /* holds the gap while we search */
                leading->factor[at] = gap;
                leading->tau[at] = tau[c];
            }
            leading->most[r] = size > leading->most[r] ? size : leading->most[r];
        }
    }
}

/* The sample of the right half that corresponds to s: with Gauss points |P_r(1 - tau)| = |P_r(tau)|. */
static void mirror_sample(const cd_basis *b, int s, const cd_leading *leading)
{
    for (int r = 1; r <= b->max_order; r++) {
        double *tau = leading->tau + (r - 1) * CD_SAMPLES, *factor = leading->factor + (r - 1) * CD_SAMPLES;
        tau[CD_SAMPLES - 1 - s] = 1 - tau[s];
        factor[CD_SAMPLES - 1 - s] = factor[s];
    }
}

/* psi_r at the places tau, psi[CD_SAMPLES, k]: cd_basis_orders for several places, and the last order alone */
static void tabulate(const cd_basis *b, int r, const double *tau, double *psi)
{
    int k = b->k, top = k + r;
    for (int half = 0; half < CD_SAMPLES; half += CD_WIDTH) {
        cd_vec t = cd_load(tau + half), x = t + t - cd_all(1), power = cd_all(1);
        cd_vec integral[2 * CD_MAX_POINTS + 1];
        integral[0] = power;
        integral[1] = x;
        for (int n = 1; n + 1 < top; n++)
            integral[n + 1] =
                (cd_all(2 * n + 1) * x * integral[n] - cd_all(n) * integral[n - 1]) / cd_all(n + 1);
        for (int q = 1; q <= r; q++) {
            cd_vec before = integral[0];
            power *= t / cd_all(q);
            integral[0] = power;
            for (int n = 1; n + q < top; n++) {
                cd_vec now = integral[n];
                integral[n] = (integral[n + 1] - before) / cd_all(2 * (2 * n + 1));
                before = now;
            }
        }
        for (int j = 0; j < k; j++) {
            cd_vec sum = cd_all(0);
            for (int n = 0; n < k; n++)
                sum += cd_all(b->coefficient[j + n * k]) * integral[n];
            cd_store(psi + half + j * CD_SAMPLES, sum);
        }
    }
}

/* All samples of one order: the places on either mesh, the factor of the error and psi. */
static void tabulate_order(const cd_basis *b, int r, const cd_leading *leading)
{
    size_t at = (size_t)(r - 1) * CD_SAMPLES, k = (size_t)b->k;
    double scale = ldexp(leading->most[r], -(b->k + r)), fine[CD_SAMPLES];
    for (int s = 0; s < CD_SAMPLES; s++) {
        leading->factor[at + (size_t)s] = scale / leading->factor[at + (size_t)s];
        fine[s] = 2 * leading->tau[at + (size_t)s] - (s >= CD_SAMPLES / 2);
    }
    tabulate(b, r, leading->tau + at, leading->coarse + at * k);
    tabulate(b, r, fine, leading->fine + at * k);
}

static void tabulate_bubble(const cd_basis *b, const cd_leading *leading)
{
    for (int s = 0; s < CD_SAMPLES; s++) {
        double tau = leading->tau[s];
        leading->bubble[s] = cd_basis_bubble(b, tau);
        leading->bubble[CD_SAMPLES + s] = cd_basis_bubble(b, 2 * tau - (s >= CD_SAMPLES / 2));
    }
}

void cd_leading_compute(const cd_basis *b, cd_leading *leading)
{
    double at_coarse[CD_MAX_POINTS + 1][CD_SAMPLES], at_fine[CD_MAX_POINTS + 1][CD_SAMPLES];
    double tau[CD_SAMPLES], tau_fine[CD_SAMPLES];
    size_t samples = (size_t)b->max_order * CD_SAMPLES * sizeof(double);
    memset(leading->most, 0, ((size_t)b->max_order + 1) * sizeof(double));
    memset(leading->factor, 0, samples);
    memset(leading->tau, 0, samples);
    for (int s = 0; s < CD_SAMPLES / 2; s++) { /* the same places of either half, and on the fine mesh */
        for (int c = 0; c < CD_SAMPLES; c++) {
            tau[c] = (s * CD_SAMPLES + c + 0.5) / (CD_SAMPLES * CD_SAMPLES);
            tau_fine[c] = 2 * tau[c];
        }
        find_terms(b, tau_fine, at_fine);
        find_terms(b, tau, at_coarse);
        choose_sample(b, s, tau, at_coarse, at_fine, leading);
        if (b->points == COLDAE_GAUSS) {
            mirror_sample(b, s, leading);
            continue;
        }
        for (int c = 0; c < CD_SAMPLES; c++)
            tau[c] += 0.5;
        find_terms(b, tau, at_coarse);
        choose_sample(b, s + CD_SAMPLES / 2, tau, at_coarse, at_fine, leading);
    }
    for (int c = 0; c < CD_SAMPLES; c++)
        tau[c] = 1;
    find_terms(b, tau, at_coarse);
    for (int r = 1; r <= b->max_order; r++) {
        leading->most[r] = fmax(leading->most[r], fabs(at_coarse[r][0]));
        tabulate_order(b, r, leading);
    }
    tabulate_bubble(b, leading);
    for (int j = 0; j < b->k; j++) { /* the leading coefficient of Lagrange polynomial j, times (k-1)! */
        leading->top[j] = 1;
        for (int i = 0, factor = 1; i < b->k; i++)
            if (i != j)
                leading->top[j] *= factor++ / (b->rho[j] - b->rho[i]);
    }
}
