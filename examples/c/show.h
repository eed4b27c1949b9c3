/* show.h - what the examples share: the command line, one line for a table, files and plots
 *
 * Nothing here belongs to the method; a program of your own does not need it.
 */
#ifndef SHOW_H
#define SHOW_H

#include "coldae/coldae.h"
#include "coldae/ivp.h"
#include "coldae/srm.h"

enum { SHOW_SETTINGS = 16, SHOW_EVENTS = 600 };

/* The exact value of component c of (z, y) at t; NaN where it is not known. */
typedef double show_exact_fn(double t, int c, void *user);

/* A number of the problem that --set NAME=VALUE changes. */
typedef struct show_setting {
    const char *name;
    double value;
    int known; /* the example has asked for it */
} show_setting;

typedef struct show_args {
    int demo;         /* --demo: print one line for a table, nothing else */
    const char *plot; /* --plot FILE: draw the solution; NULL: no plot */
    const char *csv;  /* --csv FILE: t, z, y as a table; NULL: none */
    const char *save; /* --save FILE: the solution, for coldae_solution_load; NULL: none */
    int output;       /* one of the three is wanted */
    int changed;      /* a tolerance, points or a number of the problem is not that of the example */

    double log_t;         /* > 0: the plot is logarithmic in t, from here on; 0: it is not */
    show_exact_fn *exact; /* where the example knows it: the plot compares; NULL: it does not */
    void *exact_user;     /* handed to exact */

    /* the rest belongs to show.c */
    const char *program;
    double tol;           /* --tol; 0: not given */
    int points, n_points; /* --points, --k; -1, 0: not given */
    int n_set;
    show_setting set[SHOW_SETTINGS]; /* as given on the command line */
    int n_known;
    show_setting known[SHOW_SETTINGS]; /* what the example has, with its own values */
    int n_events;
    coldae_event event[SHOW_EVENTS]; /* of the last solve */
    double started, told;            /* progress: when the run began and was last reported */
    double right;                    /* .. where a march ends, and the observer of the example */
    coldae_observer_fn *observer;
    coldae_srm_observer_fn *srm_observer;
    void *observer_user;
} show_args;

/* One curve of a plot. */
typedef struct show_curve {
    const coldae_solution *solution;
    int component;     /* of (z, y), from 0 */
    const char *label; /* in the legend; one that begins with '-' is drawn dashed, in the colour of the
                          curve before; NULL: only the mesh of the solution is drawn */
} show_curve;

/* Read the command line; what is wrong in it is said, and ends the program with exit code 2. */
show_args show_parse(int argc, char **argv);

/* The tolerance: that of --tol, else the one of the example. */
double show_tol(show_args *args, double tol);

/* A number of the problem: that of --set NAME=VALUE, which must be in [low, high], else the one given. */
double show_set(show_args *args, const char *name, double value, double low, double high);

/* Apply --tol, --points and --k, watch the solve; after the last show_set: an unknown --set ends the program. */
void show_options(show_args *args, coldae_options *options);

/* The same for solvers with options of their own; NULL: the example has no such option, and asking for it ends it. */
void show_numbers(show_args *args, double *tol, int *points, int *n_points);

/* The monitor that show_options installs where the example has none; user is the show_args. */
int show_watch(const coldae_event *event, void *user);

/* A progress line on a terminal: it begins with the run, is due ten times a second once the run takes longer than one,
 * and is cleared where it stands. */
void show_begin(show_args *args);
int show_is_due(show_args *args);
void show_clear(show_args *args);

/* The larger of two errors, and NaN if either is NaN (fmax would lose it). */
double show_worst(double a, double b);

/* Nonzero, with words, if the error is larger than allowed; with changed options it is not judged. */
int show_judge(const show_args *args, const char *name, double error, double allowed);

/* Print  name|index|tol|N|error|ms  (of the solve that info is about) */
void show_demo(const char *name, double tol, const coldae_info *info, double error);

/* Write what was asked for: --csv and --save of the main solution, --plot of all.  0 = done. */
int show_results(const show_args *args, const char *title, const char *t_label, const char *u_label, int n,
                 const show_curve *curve);

/* Draw the curves over t and under them the mesh of each solution, with gnuplot; the ending of the
 * file (.svg, .png, .pdf) chooses the format.  0 = done, or there is no gnuplot; 1 = failed.  If there is
 * no picture, stderr says why. */
int show_plot(const char *file, const char *title, const char *t_label, const char *u_label, int n,
              const show_curve *curve);

/* The same with what args know: below them the error beside its estimate, and how the solve went. */
int show_picture(const show_args *args, const char *title, const char *t_label, const char *u_label, int n,
                 const show_curve *curve);

/* The solution that an example is about: that of the last solid curve. */
const coldae_solution *show_main(int n, const show_curve *curve);

/* Nonzero if the file has an ending that show_plot knows. */
int show_can_plot(const char *file);

#endif
