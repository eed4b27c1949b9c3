/* invariants.h - move z onto invariants: z <- z + D mu with h(t, z) = 0, one after the other */
#ifndef CD_INVARIANTS_H
#define CD_INVARIANTS_H

#include "gate_ivp.h"

typedef struct cd_invariants {
    int n;
    const coldae_invariant *list;
    int most;                   /* largest number of rows */
    double *h, *dh, *D, *moved; /* [most], [most, mstar], [mstar, most], [most] */
    double *a, *scale;          /* [most, most+1] row-major: dh D | -h; workspace */
    int *pivot;                 /* [most] */
} cd_invariants;

/* Rows of all of them. */
int cd_invariants_rows(int n, const coldae_invariant *list);

void cd_invariants_layout(cd_arena *arena, int mstar, int n, const coldae_invariant *list,
                          cd_invariants *invariants);

/* COLDAE_ERR_SINGULAR where dh D is singular, CD_DIVERGED where Newton fails; both with words. */
coldae_status cd_invariants_project(const cd_invariants *invariants, cd_gate *gate, double t, const double *p,
                                    double *z);

#endif
