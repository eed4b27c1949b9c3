/* exceptions.h - where the library misses a limit of rows.h, why, and the figure that it must keep to instead
 *
 * Nothing may get worse unnoticed; a row that meets its limit again should be struck from this list.
 */
#ifndef COLDAE_TEST_EXCEPTIONS_H
#define COLDAE_TEST_EXCEPTIONS_H

#include <string.h>

static const struct row_exception {
    const char *row, *what; /* beginning of the name of the row */
    double limit;
} row_exceptions[] = {
    /* 11 evaluations too many, 3 of them to check that it is linear: the first meshes do not see the corner layer, and the original stops at 3.4 tol */
    {"b7, tol 1e-04", "f + df points", 571},
    /* the halved mesh after the first redistribution is not believed; the original stops at 2.4 tol, we at 0.04 */
    {"cap, tol 1e-04", "N", 42},
    /* 28 redistributed subintervals instead of 20 halved ones, for fewer evaluations and a smaller error */
    {"chain100, tol 1e-08, k = 4", "N", 28},
    /* six points where four would do: ten subintervals are the least that give an estimate */
    {"dchain5, tol 1e-08, k = 0", "f + df points", 281},
    {"dchain5, tol 1e-08, own k", "f + df points", 281},
    /* 20 subintervals: on its 10 the original stops at 6.9 tol */
    {"chain50, tol 1e-08, own k", "f + df points", 570},
    /* eps = 1e-8: on the original's 40 subintervals the error is 5.8 tol (the original: 11); we go on to 80 */
    {"ex2b_1e-8, tol 1e-05, k = 4", "f + df points", 2521},
    /* a corner layer of width 1e-3 that no mesh point has seen: neither estimate can know of it */
    {"b7, eps = 1e-06, k = 0", "error/tol", 3.5},
};

/* Differences of f cannot resolve entries of 1e-8 beside entries of 1: this problem needs its df. */
static const char row_needs_df[] = "ex2b_1e-8";

/* The limit of a row: its own, or the one it is known to keep to. */
static inline double row_limit_of(const char *row, const char *what, double limit)
{
    for (size_t i = 0; i < sizeof row_exceptions / sizeof row_exceptions[0]; i++) {
        const struct row_exception *e = &row_exceptions[i];
        if (strncmp(row, e->row, strlen(e->row)) == 0 && strcmp(what, e->what) == 0)
            return e->limit;
    }
    return limit;
}

#endif
