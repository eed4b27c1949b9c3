/* stepsize.c - the step-size controller of all integrators */
#include <float.h>
#include <math.h>

#include "stepsize.h"

static const double SMALLEST_ERR = 1e-10; /* err = 0 happens: a polynomial solution */
static const double REMEMBERED = 1e-2;    /* a lucky err below this says nothing of the trend */
static const double AFTER_FAILURE = 0.25; /* Newton's contraction is proportional to h or better */
static const double FIRST_REJECT = 0.1;   /* the first step is a guess: its order is not yet seen */
static const double LOST_ULPS = 10;       /* below, the points of a step fall together */

void cd_stepsize_init(double q, double h_largest, cd_stepsize *c)
{
    *c = (cd_stepsize){
        .q = q, .h_largest = h_largest, .most = 5, .least = 0.2, .keep_from = 1, .keep_to = 1.1};
}

/* h_new/h = factor within the limits. */
static double limit(const cd_stepsize *c, double h, double factor)
{
    factor = fmin(fmax(factor, c->least), c->most);
    if (c->after_reject)
        factor = fmin(factor, 1);
    if (factor >= c->keep_from && factor <= c->keep_to)
        factor = 1;
    return fmin(h * factor, c->h_largest);
}

double cd_stepsize_accept(cd_stepsize *c, double h, double err, double safety)
{
    double e = fmax(err, SMALLEST_ERR), factor = safety * pow(e, -1 / c->q);
    if (c->h_old > 0)
        factor = fmin(factor, safety * h / c->h_old * pow(c->err_old / (e * e), 1 / c->q));
    double next = limit(c, h, factor);
    c->after_reject = 0;
    c->h_old = h;
    c->err_old = fmax(e, REMEMBERED);
    return next;
}

double cd_stepsize_reject(cd_stepsize *c, double h, double err, double safety)
{
    double factor = isfinite(err) ? safety * pow(err, -1 / c->q) : c->least;
    c->after_reject = 1;
    if (!(c->h_old > 0))
        return h * FIRST_REJECT;
    return h * fmin(fmax(factor, c->least), safety);
}

double cd_stepsize_fail(cd_stepsize *c, double h)
{
    c->after_reject = 1;
    return h * AFTER_FAILURE;
}

int cd_stepsize_is_lost(double t, double h)
{
    return !(h > LOST_ULPS * DBL_EPSILON * fabs(t)) || !(h > DBL_MIN);
}
