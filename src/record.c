/* record.c - steps kept as they come, to become a solution: one block that doubles */
#include <limits.h>
#include <string.h>

#include "record.h"

enum { FIRST_CAPACITY = 64 };

/* Room for twice as many. */
static coldae_status grow(cd_memory *memory, cd_report *report, const cd_piecewise *step, cd_record *r)
{
    cd_record wider = {.n = r->n, .capacity = r->capacity > 0 ? 2 * r->capacity : FIRST_CAPACITY};
    if (r->capacity > INT_MAX / 2)
        return cd_say(report, COLDAE_ERR_MEMORY, "no memory: more than %d steps cannot be kept", r->capacity);
    cd_piecewise_layout(&wider.arena, step->dims, step->basis, wider.capacity, &wider.u);
    if (cd_arena_create(memory, &wider.arena) != COLDAE_OK)
        return cd_no_memory(memory, &wider.arena, wider.capacity, report);
    cd_piecewise_layout(&wider.arena, step->dims, step->basis, wider.capacity, &wider.u);
    if (r->n > 0) {
        cd_piecewise kept = r->u;
        kept.n = r->n;
        cd_piecewise_copy(&kept, &wider.u);
    }
    cd_record_release(memory, r);
    *r = wider;
    return COLDAE_OK;
}

coldae_status cd_record_add(cd_memory *memory, cd_report *report, const cd_piecewise *step, cd_record *r)
{
    const cd_dims *d = step->dims;
    if (r->n == r->capacity)
        CD_TRY(grow(memory, report, step, r));
    if (r->n == 0) {
        r->u.t[0] = step->t[0];
        memcpy(r->u.z, step->z, (size_t)d->mstar * sizeof(double));
        for (int i = 0; i < d->n_param; i++)
            r->u.p[i] = step->p[i];
    }
    memcpy(cd_piecewise_v(&r->u, r->n), step->v, (size_t)d->n_local * sizeof(double));
    r->n++;
    r->u.t[r->n] = step->t[1];
    memcpy(cd_piecewise_z(&r->u, r->n), cd_piecewise_z(step, 1), (size_t)d->mstar * sizeof(double));
    return COLDAE_OK;
}

void cd_record_release(cd_memory *memory, cd_record *r)
{
    cd_arena_release(memory, &r->arena);
    memset(r, 0, sizeof *r);
}

coldae_status cd_record_take(const cd_record *r, const double *error, coldae_solution **solution)
{
    cd_piecewise whole = r->u;
    whole.n = r->n;
    *solution = NULL;
    return r->n > 0 ? cd_solution_take(&whole, error, solution) : COLDAE_OK;
}
