/* gate_ivp.h - the gate for the callbacks of ivp.h: invariants and observers */
#ifndef CD_GATE_IVP_H
#define CD_GATE_IVP_H

#include "callbacks.h"
#include "coldae/ivp.h"

/* h[n] at t */
coldae_status cd_gate_invariant(cd_gate *gate, const coldae_invariant *invariant, double t, const double *z,
                                const double *p, double *h);
/* .. and h at the same point -> dh[n, mstar]; work[n] */
coldae_status cd_gate_dinvariant(cd_gate *gate, const coldae_invariant *invariant, double t, const double *z,
                                 const double *p, const double *h, double *dh, double *work);
/* D[mstar, n]; dh[n, mstar] is at hand */
coldae_status cd_gate_direction(cd_gate *gate, const coldae_invariant *invariant, double t, const double *z,
                                const double *p, const double *dh, double *D);

/* Tell the observer (or NULL); COLDAE_ERR_CANCELLED if it asks to stop. */
coldae_status cd_gate_observe(cd_gate *gate, coldae_observer_fn *observer, void *user,
                              const coldae_step *step);

#endif
