/* verify.c - what the result is worth: conditions and constraints at it, freshly evaluated */
#include <math.h>

#include "verify.h"

/* The largest residual of the side and coupled conditions. */
static coldae_status check_conditions(const coldae_problem *problem, cd_gate *gate, const cd_piecewise *u,
                                      double *work, coldae_info *info)
{
    double g, *r = work;
    for (int l = 0; l < problem->n_side; l++) {
        cd_piecewise_at(u, problem->zeta[l], r, NULL, NULL);
        CD_TRY(cd_gate_g(gate, l, r, u->p, &g));
        info->bc_residual = fmax(info->bc_residual, fabs(g));
    }
    if (problem->n_coupled > 0)
        CD_TRY(cd_gate_coupled(gate, cd_piecewise_z(u, 0), cd_piecewise_z(u, u->n), u->p, r));
    for (int i = 0; i < problem->n_coupled; i++)
        info->bc_residual = fmax(info->bc_residual, fabs(r[i]));
    return COLDAE_OK;
}

/* .. and of the constraints at the mesh points; f need not be defined there (a singular end). */
static coldae_status check_constraints(const cd_dims *d, cd_gate *gate, const cd_piecewise *u, double *work,
                                       coldae_info *info)
{
    double *y = work, *f = work + d->n_alg;
    for (int n = 0; n <= u->n && d->n_alg > 0; n++) {
        cd_piecewise_at(u, u->t[n], NULL, y, NULL);
        coldae_status status = cd_gate_f(gate, 1, &u->t[n], cd_piecewise_z(u, n), y, u->p, f);
        if (status < 0)
            return status;
        for (int i = d->n_diff; i < d->n_eq && status == COLDAE_OK; i++)
            info->constraint_residual = fmax(info->constraint_residual, fabs(f[i]));
    }
    return COLDAE_OK;
}

coldae_status cd_verify(const cd_method *m, cd_gate *gate, const cd_piecewise *u, double *work,
                        coldae_info *info)
{
    CD_TRY(check_conditions(m->problem, gate, u, work, info));
    return check_constraints(&m->dims, gate, u, work, info);
}
