/* trace.h - what the examples of initial value problems share: a run recorded step by step, and its plot
 *
 * Nothing here belongs to the method; a program of your own does not need it.
 */
#ifndef TRACE_H
#define TRACE_H

#include "coldae/ivp.h"
#include "show.h"

/* Rows (t, y[columns]); begin with {.columns = n}. */
typedef struct trace {
    int columns, n, room;
    double *rows; /* [1 + columns, n] */
} trace;

void trace_add(trace *r, double t, const double *y);
void trace_free(trace *r);

/* One curve: column x (-1: t) against column y. */
typedef struct trace_curve {
    const trace *from;
    int x, y;
    const char *label; /* one that begins with '-' is drawn dashed */
} trace_curve;

typedef struct trace_panel {
    const char *title, *x_label, *y_label;
    int is_log, is_square; /* logarithmic y (of |y|); the same scale for x and y */
    int n;
    const trace_curve *curve;
} trace_panel;

/* Apply --tol; after the last show_set: an unknown --set ends the program. */
void trace_options(show_args *args, coldae_index3_options *options);

/* On a terminal, a progress line for a march to `right` that takes longer than a second; an observer that is set already
 * is called as well.  The line is gone at the end of the march; after one that may fail, show_clear. */
void trace_watch(show_args *args, double right, coldae_observer_fn **observer, void **observer_user);
void trace_watch_srm(show_args *args, double right, coldae_srm_options *options);

/* Write what was asked for: --csv of the rows under this head ("t,u0,..", as many names as columns), --plot of the
 * panels. 0 = done. */
int trace_results(const show_args *args, const trace *rows, const char *head, int across, int n,
                  const trace_panel *panel);

/* Draw panels in a grid of `across` columns with gnuplot; the ending of the file (.svg, .png, .pdf) chooses the format.
 * 0 = done, or there is no gnuplot; 1 = failed. */
int trace_plot(const char *file, int across, int n, const trace_panel *panel);

/* Print  name|index|tol|steps|error|ms */
void trace_demo(const char *name, double tol, const coldae_ivp_info *info, double error);

#endif
