/* internal.h - what every file of the library shares: sizes, status passing, messages */
#ifndef CD_INTERNAL_H
#define CD_INTERNAL_H

#include <float.h>
#include <stddef.h>
#include <string.h>

#include "coldae/coldae.h"

/* A status is returned, always checked, never printed. */
#define CD_TRY(call)                                                                                         \
    do {                                                                                                     \
        coldae_status cd_status_ = (call);                                                                   \
        if (cd_status_ != COLDAE_OK)                                                                         \
            return cd_status_;                                                                               \
    } while (0)

/* Private statuses (positive): they are answered inside the library and never leave it. */
#define CD_UNDEFINED ((coldae_status)1) /* a callback is not defined here: shorten the step */
#define CD_DIVERGED ((coldae_status)2)  /* Newton found no solution on this mesh */
#define CD_LOST ((coldae_status)3)      /* the constraints determine y neither directly nor through x */

/* The sizes of a problem; fixed for a solve. */
typedef struct cd_dims {
    int n_diff, n_alg, n_param; /* d, m, q */
    int n_eq;                   /* d + m */
    int mstar;                  /* length of z */
    int max_order;              /* max m_i */
    int k;                      /* collocation points per subinterval */
    int n_local;                /* k (d + m): local unknowns of a subinterval */
    const int *order;           /* [n_diff] m_i */
    const int *offset;          /* [n_diff] position of u_i in z */
    int usual;                  /* these sizes are frequent: see sizes.h */
} cd_dims;

/* Words for the user, written where the trouble is found: one place for each solve. */
typedef struct cd_report {
    char text[256];
} cd_report;

/* Write the words (printf style) and return the status they belong to. */
coldae_status cd_say(cd_report *report, coldae_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* .. behind what stands there; left out if there is no room for all of it: half a word helps nobody */
void cd_say_behind(cd_report *report, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Words as they stand, cut to size > 0 with the 0 behind them: a format would cost a thousand instructions to copy nothing. */
void cd_copy_words(const char *words, char *to, size_t size);

double cd_seconds(void); /* wall clock */

/* The largest double below a finite t, as nextafter finds it. */
static inline double cd_just_before(double t)
{
    long long bits;
    if (t == 0)
        return -DBL_TRUE_MIN;
    memcpy(&bits, &t, sizeof bits); /* in IEEE formats neighbours are neighbouring integers */
    bits += t > 0 ? -1 : 1;
    memcpy(&t, &bits, sizeof bits);
    return t;
}

static inline int cd_max_int(int a, int b)
{
    return a > b ? a : b;
}

static inline int cd_min_int(int a, int b)
{
    return a < b ? a : b;
}

#endif
