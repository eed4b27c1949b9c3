/* stepsize.h - the step-size controller of all integrators
 *
 * err is an error estimate over its tolerance: a step is accepted with err <= 1, and err ~ h^q.
 *     h_new = h s err^(-1/q),  not more than  h s (h/h_old) (err_old/err^2)^(1/q)        after an accepted step
 * (predictive control: the trend of err counts as well), s the safety factor, h_new/h kept within limits.
 *                                                  Gustafsson (1994); Hairer & Wanner, Solving ODEs II, IV.8
 */
#ifndef CD_STEPSIZE_H
#define CD_STEPSIZE_H

typedef struct cd_stepsize {
    double q;                  /* err ~ h^q */
    double h_largest;          /* no step is longer */
    double most, least;        /* h_new/h is at most and at least this */
    double keep_from, keep_to; /* h_new/h in between counts as 1; equal: never */
    double h_old, err_old;     /* of the last accepted step; h_old = 0: there is none */
    int after_reject;          /* the last step was refused: do not grow now */
} cd_stepsize;

/* Sensible limits; change the fields afterwards if need be. */
void cd_stepsize_init(double q, double h_largest, cd_stepsize *control);

/* The step h went well (err <= 1): the next one. */
double cd_stepsize_accept(cd_stepsize *control, double h, double err, double safety);
/* .. was refused by the error test: the one to try instead. */
double cd_stepsize_reject(cd_stepsize *control, double h, double err, double safety);
/* .. was refused because Newton failed, the step was singular or a callback not defined. */
double cd_stepsize_fail(cd_stepsize *control, double h);

/* Nonzero if t + h cannot be told from t: 10 units in the last place. */
int cd_stepsize_is_lost(double t, double h);

#endif
