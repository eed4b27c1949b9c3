/* invariants.c - move z onto invariants after a step: z <- z + D mu with h(t, z) = 0
 *
 * D is taken at the end of the step, dh anew in each iteration:  dh D dmu = -h.
 *                          Ascher & Petzold (1992) section 3.2; docs/method.md
 */
#include <math.h>
#include <string.h>

#include "invariants.h"
#include "kernels.h"

static const double ROUNDING = 4e-16; /* changes of z relative to 1 + |z| that end the iteration */
static const double STALLED = 1e-9;   /* changes that do not fall any more are rounding below this */
enum { MOST_ITERATIONS = 20 };

int cd_invariants_rows(int n, const coldae_invariant *list)
{
    int rows = 0;
    for (int i = 0; i < n; i++)
        rows += list[i].n;
    return rows;
}

void cd_invariants_layout(cd_arena *arena, int mstar, int n, const coldae_invariant *list, cd_invariants *v)
{
    v->n = n;
    v->list = list;
    v->most = 0;
    for (int i = 0; i < n; i++)
        v->most = cd_max_int(v->most, list[i].n);
    size_t rows = (size_t)v->most, ms = (size_t)mstar;
    v->h = cd_take_doubles(arena, rows);
    v->dh = cd_take_doubles(arena, rows * ms);
    v->D = cd_take_doubles(arena, rows * ms);
    v->moved = cd_take_doubles(arena, rows);
    v->a = cd_take_doubles(arena, rows * (rows + 1));
    v->scale = cd_take_doubles(arena, 2 * rows);
    v->pivot = cd_arena_take(arena, rows, sizeof(int));
}

/* a = dh D | -h, eliminated: its last column becomes dmu.  Nonzero if singular. */
static int solve_multipliers(const cd_invariants *v, int n, int mstar)
{
    int width = n + 1;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int c = 0; c < mstar; c++)
                sum += v->dh[i + c * n] * v->D[c + j * mstar];
            v->a[i * width + j] = sum;
        }
        v->a[i * width + n] = -v->h[i];
    }
    if (cd_eliminate(n, n, width, n, v->a, width, v->pivot, v->scale, v->scale + v->most) >= 0)
        return 1;
    cd_back_substitute(n, v->a, width, v->a + n, width, 1);
    return 0;
}

/* z <- z + D dmu; returns the largest change over 1 + |z|. */
static double move(const cd_invariants *v, int n, int mstar, double *z)
{
    double most = 0;
    for (int c = 0; c < mstar; c++) {
        double change = 0;
        for (int j = 0; j < n; j++)
            change += v->D[c + j * mstar] * v->a[j * (n + 1) + n];
        z[c] += change;
        most = fmax(most, fabs(change) / (1 + fabs(z[c])));
        if (isnan(change))
            return NAN;
    }
    return most;
}

static coldae_status project_one(const cd_invariants *v, cd_gate *gate, int number, double t, const double *p,
                                 double *z)
{
    const coldae_invariant *one = v->list + number;
    int mstar = gate->dims->mstar;
    double change = HUGE_VAL;
    for (int iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
        CD_TRY(cd_gate_invariant(gate, one, t, z, p, v->h));
        CD_TRY(cd_gate_dinvariant(gate, one, t, z, p, v->h, v->dh, v->moved));
        if (iteration == 0)
            CD_TRY(cd_gate_direction(gate, one, t, z, p, v->dh, v->D));
        if (solve_multipliers(v, one->n, mstar))
            return cd_say(
                gate->report, COLDAE_ERR_SINGULAR,
                "dh D of invariant %d is singular at t = %.6g: redundant rows, or directions D that "
                "do not change them",
                number, t);
        double before = change;
        change = move(v, one->n, mstar, z);
        if (change <= ROUNDING || (change <= STALLED && change > before / 2))
            return COLDAE_OK;
        if (!isfinite(change))
            break;
    }
    return cd_say(gate->report, CD_DIVERGED,
                  "invariant %d cannot be met at t = %.6g: the last of %d corrections was %.3g", number, t,
                  (int)MOST_ITERATIONS, change);
}

coldae_status cd_invariants_project(const cd_invariants *v, cd_gate *gate, double t, const double *p,
                                    double *z)
{
    for (int i = 0; i < v->n; i++)
        CD_TRY(project_one(v, gate, i, t, p, z));
    return COLDAE_OK;
}
