/* carried.c - the derivatives of f at the points of one mesh, carried to the next
 *
 * J(t) is on each subinterval the polynomial of degree k-1 through its values at the collocation points: where the
 * solution is smooth, O(h^k) from what an evaluation would give, which Newton's method bears well.
 */
#include "arrays.h"
#include "carried.h"
#include "cpu.h"

/* The subinterval with t_n < t <= t_{n+1}: a point just before a jump stays before it. */
static int find_interval(const cd_carried *c, double t)
{
    int low = 0, high = c->n - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (t > c->t[middle + 1])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void cd_carried_at(const cd_carried *c, const cd_basis *basis, int m, const double *t, double *J)
{
    const cd_arrays *arrays = cd_cpu_has_avx2() ? &cd_arrays_avx2 : &cd_arrays_baseline;
    size_t k = (size_t)basis->k;
    double weight[CD_MAX_POINTS];
    for (int i = 0; i < m; i++, J += c->size) {
        int n = find_interval(c, t[i]);
        const double *from = c->J + (size_t)n * k * c->size;
        cd_basis_orders(basis, 0, (t[i] - c->t[n]) / (c->t[n + 1] - c->t[n]), weight);
        memset(J, 0, c->size * sizeof(double));
        for (size_t j = 0; j < k; j++) /* J(t) = sum_j L_j(tau) J_j */
            arrays->add(c->size, J, weight[j], from + j * c->size, J);
    }
}
