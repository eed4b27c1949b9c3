/* basis.c - collocation points and the Runge-Kutta monomial basis
 *
 * On a subinterval  u = sum_l (t-t_{n-1})^l/l! z_l + h^m sum_j psi_{m,j}(tau) w_j,  tau = (t-t_{n-1})/h,
 * where  psi_{r,j}(tau) = int_0^tau (tau-s)^{r-1}/(r-1)! L_j(s) ds  and L_j is the Lagrange polynomial of rho_j.
 * The l-th derivative of psi_m is psi_{m-l}: one family serves every order.  Ascher & Spiteri (1992) (2.2), (2.3).
 */
#include <math.h>
#include <string.h>

#include "basis.h"

const double CD_INVERSE[CD_MAX_POINTS + 2] = {
    0,        1,        1.0 / 2,  1.0 / 3,  1.0 / 4,  1.0 / 5,  1.0 / 6,  1.0 / 7,
    1.0 / 8,  1.0 / 9,  1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13, 1.0 / 14, 1.0 / 15,
    1.0 / 16, 1.0 / 17, 1.0 / 18, 1.0 / 19, 1.0 / 20, 1.0 / 21, 1.0 / 22, 1.0 / 23,
    1.0 / 24, 1.0 / 25, 1.0 / 26, 1.0 / 27, 1.0 / 28, 1.0 / 29, 1.0 / 30, 1.0 / 31};

static const long double PI = 3.14159265358979323846264338327950288L;

/* Legendre polynomials on [-1, 1]: *p = P_n(x), *q = P_{n-1}(x). */
static void legendre(int n, long double x, long double *p, long double *q)
{
    *p = 1;
    *q = 0;
    for (int i = 1; i <= n; i++) {
        long double next = ((2 * i - 1) * x * *p - (i - 1) * *q) / i;
        *q = *p;
        *p = next;
    }
}

/* The polynomial whose zeros are the points: P_n (Gauss) or (P_n - P_{n-1})/(x-1) (right Radau). */
static long double node_polynomial(int n, int radau, long double x, long double *derivative)
{
    long double p, q;
    legendre(n, x, &p, &q);
    long double dp = n * (q - x * p) / (1 - x * x);
    if (!radau) {
        *derivative = dp;
        return p;
    }
    long double dq = n * (x * q - p) / (1 - x * x); /* P'_{n-1} = n (x P_{n-1} - P_n)/(1-x^2) */
    long double value = (p - q) / (x - 1);
    *derivative = ((dp - dq) - value) / (x - 1);
    return value;
}

/* Points on (0, 1], increasing.  Newton with deflation of the zeros already found; a last step of 1e-11 leaves an error
 * of 1e-19, and Gauss points are symmetric. */
static void nodes(int k, int radau, long double *rho)
{
    int free_points = radau ? k - 1 : k, found = radau ? free_points : (k + 1) / 2;
    for (int j = 0; j < found; j++) {
        long double x = -cos((double)PI * (j + 0.75) / (k + 0.5));
        for (int iteration = 0; iteration < 100; iteration++) {
            long double derivative, value = node_polynomial(k, radau, x, &derivative), deflation = 0;
            for (int i = 0; i < j; i++)
                deflation += 1 / (x - (2 * rho[i] - 1));
            long double step = value / (derivative - value * deflation);
            x -= step;
            if (!(fabsl(step) > 1e-11L))
                break;
        }
        rho[j] = (1 + x) / 2;
        if (!radau)
            rho[k - 1 - j] = (1 - x) / 2;
    }
    if (radau)
        rho[k - 1] = 1;
    else if (k % 2)
        rho[k / 2] = 0.5L;
}

/* The points in full precision, and a Gauss rule that is exact for every kernel times Lagrange polynomial: the degree
 * k - 1 + max_order - 1 is below 2k. */
typedef struct precise {
    int k;
    long double rho[CD_MAX_POINTS], scale[CD_MAX_POINTS]; /* 1 / prod_{i != j} (rho_j - rho_i) */
    long double s[CD_MAX_POINTS], weight[CD_MAX_POINTS];
} precise;

static void find_points(int k, int points, precise *e)
{
    e->k = k;
    nodes(k, points == COLDAE_RADAU, e->rho);
    if (points == COLDAE_RADAU)
        nodes(k, 0, e->s);
    else
        memcpy(e->s, e->rho, sizeof e->s);
    for (int i = 0; i < k; i++) {
        long double x = 2 * e->s[i] - 1, p, q;
        legendre(k, x, &p, &q);
        e->weight[i] = (1 - x * x) / (k * q * k * q); /* half the weight on [-1, 1] */
        long double product = 1;
        for (int j = 0; j < k; j++)
            if (j != i)
                product *= e->rho[i] - e->rho[j];
        e->scale[i] = 1 / product;
    }
}

/* L[k]: the Lagrange polynomials at s, products of what stands before and behind */
static void lagrange(const precise *e, long double s, long double *L)
{
    long double before = 1, behind = 1;
    for (int j = 0; j < e->k; j++) {
        L[j] = before * e->scale[j];
        before *= s - e->rho[j];
    }
    for (int j = e->k - 1; j >= 0; j--) {
        L[j] *= behind;
        behind *= s - e->rho[j];
    }
}

/* psi at tau straight from its definition, r = 0 .. orders. */
static void integrate_psi(const precise *e, int orders, long double tau, double *psi)
{
    int k = e->k;
    long double L[CD_MAX_POINTS * CD_MAX_POINTS], kernel[CD_MAX_POINTS];
    lagrange(e, tau, L);
    for (int j = 0; j < k; j++)
        psi[j] = (double)L[j];
    for (int i = 0; i < k && orders > 0; i++) {
        lagrange(e, tau * e->s[i], L + i * k);
        kernel[i] = tau * e->weight[i]; /* (tau-s)^{r-1}/(r-1)! ds */
    }
    for (int r = 1; r <= orders; r++) {
        for (int j = 0; j < k; j++) {
            long double sum = 0;
            for (int i = 0; i < k; i++)
                sum += kernel[i] * L[j + i * k];
            psi[j + r * k] = (double)sum;
        }
        for (int i = 0; i < k && r < orders; i++)
            kernel[i] *= tau * (1 - e->s[i]) / r;
    }
}

void cd_basis_layout(cd_arena *arena, int k, int max_order, cd_basis *b)
{
    size_t n = (size_t)k, table = n * ((size_t)max_order + 1);
    b->k = k;
    b->max_order = max_order;
    b->rho = cd_take_doubles(arena, n);
    b->weight = cd_take_doubles(arena, n);
    b->psi = cd_take_doubles(arena, table * n);
    b->psi_end = cd_take_doubles(arena, table);
    b->lagrange_half = cd_take_doubles(arena, 2 * n * n);
    b->psi_middle = cd_take_doubles(arena, table);
    b->lagrange_start = cd_take_doubles(arena, n);
    b->slopes = cd_take_doubles(arena, n * n);
    b->coefficient = cd_take_doubles(arena, n * n);
}

/* L_j = sum_n c_n P_n,  c_n = (2n+1) int L_j P_n: integrals of degree <= 2k-2, exact with k Gauss points. */
static void expand(const precise *e, cd_basis *b)
{
    int k = b->k;
    long double L[CD_MAX_POINTS], c[CD_MAX_POINTS * CD_MAX_POINTS];
    for (int j = 0; j < k * k; j++)
        c[j] = 0;
    for (int i = 0; i < k; i++) {
        long double x = 2 * e->s[i] - 1, p = 1, q = 0;
        lagrange(e, e->s[i], L);
        for (int n = 0; n < k; n++) {
            long double factor = (2 * n + 1) * e->weight[i] * p;
            for (int j = 0; j < k; j++)
                c[j + n * k] += factor * L[j];
            long double next = ((2 * n + 1) * x * p - n * q) / (n + 1);
            q = p;
            p = next;
        }
    }
    for (int j = 0; j < k * k; j++)
        b->coefficient[j] = (double)c[j];
    for (int j = 0; j < k; j++) {
        b->rho[j] = (double)e->rho[j];
        b->weight[j] = b->coefficient[j];
    }
}

/* The Lagrange polynomials at the points of either half; with Gauss points L_j(1 - s) = L_{k-1-j}(s). */
static void find_halves(const precise *e, cd_basis *b)
{
    int k = b->k, last = 2 * k * k - 1;
    for (int j = 0; j < k; j++)
        integrate_psi(e, 0, e->rho[j] / 2, b->lagrange_half + j * k);
    for (int i = 0; b->points == COLDAE_GAUSS && i < k * k; i++)
        b->lagrange_half[last - i] = b->lagrange_half[i];
    for (int j = 0; b->points != COLDAE_GAUSS && j < k; j++)
        integrate_psi(e, 0, (1 + e->rho[j]) / 2, b->lagrange_half + (k + j) * k);
}

/* Derivatives at the points of the Lagrange polynomials for 0 and the points: (1/prod)_l / (1/prod)_j / (rho_j - rho_l). */
static void find_slopes(const precise *e, cd_basis *b)
{
    int k = b->k;
    for (int j = 0; j < k; j++) {
        long double own = 1 / e->rho[j], scale = e->scale[j] / e->rho[j];
        for (int l = 0; l < k; l++)
            if (l != j) {
                long double gap = 1 / (e->rho[j] - e->rho[l]);
                own += gap;
                b->slopes[j * k + l] = (double)(e->scale[l] / e->rho[l] / scale * gap);
            }
        b->slopes[j * k + j] = (double)own;
    }
}

void cd_basis_compute(cd_basis *b, int points)
{
    int k = b->k;
    size_t table = (size_t)k * (size_t)(b->max_order + 1);
    precise e;
    b->points = points;
    find_points(k, points, &e);
    expand(&e, b);
    for (int j = 0; j < k; j++) {
        integrate_psi(&e, b->max_order, e.rho[j], b->psi + (size_t)j * table);
        for (int i = 0; i < k; i++)
            b->psi[(size_t)j * table + (size_t)i] = i == j;
    }
    find_halves(&e, b);
    find_slopes(&e, b);
    integrate_psi(&e, 0, 0, b->lagrange_start);
    integrate_psi(&e, b->max_order, 1, b->psi_end);
    integrate_psi(&e, b->max_order, 0.5L, b->psi_middle);
}

double cd_basis_bubble(const cd_basis *b, double tau)
{
    double product = tau;
    if (b->rho[b->k - 1] == 1)
        return 0;
    for (int j = 0; j < b->k; j++)
        product *= (tau - b->rho[j]) / (1 - b->rho[j]);
    return product;
}

void cd_basis_copy(const cd_basis *from, cd_basis *to)
{
    size_t k = (size_t)from->k, table = k * (size_t)(to->max_order + 1);
    to->points = from->points;
    memcpy(to->rho, from->rho, k * sizeof(double));
    memcpy(to->weight, from->weight, k * sizeof(double));
    memcpy(to->psi, from->psi, table * k * sizeof(double));
    memcpy(to->psi_end, from->psi_end, table * sizeof(double));
    memcpy(to->lagrange_half, from->lagrange_half, 2 * k * k * sizeof(double));
    memcpy(to->psi_middle, from->psi_middle, table * sizeof(double));
    memcpy(to->lagrange_start, from->lagrange_start, k * sizeof(double));
    memcpy(to->slopes, from->slopes, k * k * sizeof(double));
    memcpy(to->coefficient, from->coefficient, k * k * sizeof(double));
}

/* Shifted Legendre polynomials and their r-fold integrals I^r_n from 0:
 *   I^r_n = (I^{r-1}_{n+1} - I^{r-1}_{n-1}) / (2 (2n+1)),   I^r_0 = tau^r / r!                        */
void cd_basis_orders(const cd_basis *b, int orders, double tau, double *psi)
{
    int k = b->k, top = k + orders;               /* I^0 needs n < k + orders, one less for each integral */
    double integral[2 * CD_MAX_POINTS + 1] = {0}; /* orders <= max_order <= k <= CD_MAX_POINTS */
    double x = 2 * tau - 1, power = 1;
    integral[0] = 1;
    integral[1] = x;
    for (int n = 1; n + 1 < top; n++)
        integral[n + 1] = ((2 * n + 1) * x * integral[n] - n * integral[n - 1]) / (n + 1);
    for (int r = 0; r <= orders; r++) {
        for (int j = 0; j < k; j++) {
            double sum = 0;
            for (int n = 0; n < k; n++)
                sum += b->coefficient[j + n * k] * integral[n];
            psi[j + r * k] = sum;
        }
        power *= tau / (r + 1);
        double before = integral[0];
        integral[0] = power;
        for (int n = 1; n + 1 < top - r; n++) {
            double now = integral[n];
            integral[n] = (integral[n + 1] - before) / (2 * (2 * n + 1));
            before = now;
        }
    }
}

void cd_basis_at(const cd_basis *b, double tau, double *psi)
{
    cd_basis_orders(b, b->max_order, tau, psi);
}
