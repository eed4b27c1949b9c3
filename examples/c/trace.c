/* trace.c - a run recorded step by step, its progress, and its plot */
#define _POSIX_C_SOURCE 200809L /* popen, isatty */

#include "trace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const colour[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                     "#E69F00", "#56B4E9", "#444444"};
enum { N_COLOURS = sizeof colour / sizeof colour[0], WIDTH = 520, HEIGHT = 380 };

void trace_add(trace *r, double t, const double *y)
{
    size_t width = 1 + (size_t)r->columns;
    if (r->n == r->room) {
        r->room = r->room ? 2 * r->room : 256;
        r->rows = realloc(r->rows, width * (size_t)r->room * sizeof *r->rows);
        if (!r->rows) {
            fprintf(stderr, "trace: no memory\n");
            exit(1);
        }
    }
    double *row = r->rows + width * (size_t)r->n++;
    row[0] = t;
    memcpy(row + 1, y, (size_t)r->columns * sizeof *y);
}

void trace_free(trace *r)
{
    free(r->rows);
    r->rows = NULL;
    r->n = r->room = 0;
}

void trace_demo(const char *name, double tol, const coldae_ivp_info *info, double error)
{
    printf("%s|%d|%.0e|%d|%.1e|%.2f\n", name, info->index, tol, info->n_steps, error,
           1000 * info->seconds_total);
}

void trace_options(show_args *args, coldae_index3_options *options)
{
    coldae_options unused;
    coldae_options_init(&unused);
    show_options(args, &unused);
    options->tol = show_tol(args, options->tol);
}

/* ---- progress -------------------------------------------------------------------------------------- */

/* After a step: where the march is; gone at its end, or where the example's observer has stopped it. */
static void report_step(show_args *args, int number, double t_old, double t, int stopped)
{
    if (number == 0)
        show_begin(args);
    if (stopped || args->right - t <= 1e-9 * (t - t_old)) /* 0 up to rounding */
        show_clear(args);
    else if (show_is_due(args))
        fprintf(stderr, "t = %.4g of %.4g, step %d, %.1e long\r", t, args->right, number, t - t_old);
}

static int watch_step(const coldae_step *step, void *user)
{
    show_args *args = user;
    int stopped = args->observer ? args->observer(step, args->observer_user) : 0;
    report_step(args, step->number, step->t_old, step->t, stopped);
    return stopped;
}

static int watch_srm_step(const coldae_srm_step *step, void *user)
{
    show_args *args = user;
    int stopped = args->srm_observer ? args->srm_observer(step, args->observer_user) : 0;
    report_step(args, step->number, step->t_old, step->t, stopped);
    return stopped;
}

void trace_watch(show_args *args, double right, coldae_observer_fn **observer, void **observer_user)
{
    if (!isatty(STDERR_FILENO) || *observer == watch_step)
        return;
    args->right = right;
    args->observer = *observer;
    args->observer_user = *observer_user;
    *observer = watch_step;
    *observer_user = args;
}

void trace_watch_srm(show_args *args, double right, coldae_srm_options *options)
{
    if (!isatty(STDERR_FILENO) || options->observer == watch_srm_step)
        return;
    args->right = right;
    args->srm_observer = options->observer;
    args->observer_user = options->observer_user;
    options->observer = watch_srm_step;
    options->observer_user = args;
}

/* ---- files ----------------------------------------------------------------------------------------- */

static int write_csv(const char *file, const trace *rows, const char *head)
{
    int width = 1 + rows->columns;
    FILE *out = fopen(file, "w");
    if (!out) {
        fprintf(stderr, "csv: cannot write %s\n", file);
        return 1;
    }
    fprintf(out, "%s\n", head);
    for (int i = 0; i < rows->n; i++)
        for (int j = 0; j < width; j++)
            fprintf(out, "%.15g%s", rows->rows[i * width + j], j + 1 < width ? "," : "\n");
    return fclose(out) != 0;
}

int trace_results(const show_args *args, const trace *rows, const char *head, int across, int n,
                  const trace_panel *panel)
{
    int wrong = 0;
    if (args->csv)
        wrong |= write_csv(args->csv, rows, head);
    if (args->save) {
        fprintf(stderr, "save: this example makes steps, not a solution that could be saved\n");
        wrong = 1;
    }
    if (args->plot)
        wrong |= trace_plot(args->plot, across, n, panel);
    return wrong;
}

/* Choose the gnuplot terminal by the ending of the file; 0: unknown ending.  out NULL: only ask. */
static int set_terminal(FILE *out, const char *file, int width, int height)
{
    const char *dot = strrchr(file, '.');
    if (!dot || (strcmp(dot, ".svg") != 0 && strcmp(dot, ".png") != 0 && strcmp(dot, ".pdf") != 0))
        return 0;
    if (out && strcmp(dot, ".svg") == 0)
        fprintf(out, "set terminal svg size %d,%d font 'Helvetica,14' background rgb 'white' noenhanced\n",
                width, height);
    if (out && strcmp(dot, ".png") == 0)
        fprintf(out, "set terminal pngcairo size %d,%d font 'Sans,11' noenhanced\n", width, height);
    if (out && strcmp(dot, ".pdf") == 0)
        fprintf(out, "set terminal pdfcairo size %.2fin,%.2fin font 'Sans,11' noenhanced\n", width / 120.0,
                height / 120.0);
    return 1;
}

static void write_rows(FILE *out, const trace_curve *c, int is_log)
{
    const trace *r = c->from;
    for (int i = 0; i < r->n; i++) {
        const double *row = r->rows + (1 + (size_t)r->columns) * (size_t)i;
        double x = c->x < 0 ? row[0] : row[1 + c->x], y = row[1 + c->y];
        if (is_log)
            y = fmax(fabs(y), 1e-18); /* 0 has no place on the paper */
        fprintf(out, "%.10g %.10g\n", x, y);
    }
    fprintf(out, "e\n");
}

static void draw_panel(FILE *out, const trace_panel *p)
{
    fprintf(out, "set title \"%s\"\nset xlabel \"%s\"\nset ylabel \"%s\"\n", p->title, p->x_label,
            p->y_label);
    fprintf(out, "%s\nset size %s\n",
            p->is_log ? "set logscale y\nset format y '1e%T'" : "unset logscale y\nset format y",
            p->is_square ? "ratio -1" : "noratio");
    fprintf(out, "plot");
    for (int i = 0; i < p->n; i++) {
        const char *label = p->curve[i].label;
        int dashed = label[0] == '-';
        fprintf(out, "%s '-' with lines lw 1.8 dt %d lc rgb '%s' title \"%s\"", i ? "," : "", 1 + dashed,
                colour[i % N_COLOURS], label + dashed);
    }
    fprintf(out, "\n");
    for (int i = 0; i < p->n; i++)
        write_rows(out, &p->curve[i], p->is_log);
}

int trace_plot(const char *file, int across, int n, const trace_panel *panel)
{
    int down = (n + across - 1) / across;
    if (!set_terminal(NULL, file, 0, 0)) {
        fprintf(stderr, "plot: %s does not end in .svg, .png or .pdf\n", file);
        return 1;
    }
    if (system("gnuplot --version >/dev/null 2>&1") != 0) {
        fprintf(stderr, "plot: gnuplot is not installed (package gnuplot); no %s\n", file);
        return 0;
    }
    FILE *probe = fopen(file, "wb"); /* gnuplot itself would end without a word */
    if (!probe || fclose(probe) != 0) {
        fprintf(stderr, "plot: cannot write %s\n", file);
        return 1;
    }
    FILE *out = popen("gnuplot", "w");
    if (!out) {
        fprintf(stderr, "plot: cannot start gnuplot; no %s\n", file);
        return 1;
    }
    fprintf(out, "set encoding utf8\n");
    set_terminal(out, file, WIDTH * across, HEIGHT * down);
    fprintf(out, "set output \"%s\"\nset multiplot layout %d,%d\n", file, down, across);
    /* the legend at the foot of the margin, below the label of the axis: it may have two rows */
    fprintf(out, "set grid lt 1 lw 1 lc rgb '#cccccc'\nset bmargin 7\nset rmargin 4\n"
                 "set key below center horizontal maxcols 3 samplen 2\n");
    for (int i = 0; i < n; i++)
        draw_panel(out, &panel[i]);
    fprintf(out, "unset multiplot\n");
    if (pclose(out) != 0) {
        fprintf(stderr, "plot: gnuplot failed; no %s\n", file);
        return 1;
    }
    return 0;
}
