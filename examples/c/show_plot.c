/* show_plot.c - pictures of solutions, through gnuplot
 *
 * From top to bottom: the curves, the mesh of each solution, the error beside its estimate where the exact solution is
 * known, and how the solve went.  Heights are in pixels; every panel ends at the same left and right margins.
 */
#define _POSIX_C_SOURCE 200809L /* popen */

#include "show.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 300 }; /* at least, over the whole interval: smooth on paper */

static const char *const colour[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"};
static const char *const GREY = "#444444";
enum { N_COLOURS = sizeof colour / sizeof colour[0] };
static const double LEAST = 1e-17; /* an error of zero on a logarithmic axis */

/* Choose the gnuplot terminal by the ending of the file; 0: unknown ending.  out NULL: only ask. */
static int set_terminal(FILE *out, const char *file, int height)
{
    const char *dot = strrchr(file, '.');
    if (!dot || (strcmp(dot, ".svg") != 0 && strcmp(dot, ".png") != 0 && strcmp(dot, ".pdf") != 0))
        return 0;
    if (out && strcmp(dot, ".svg") == 0)
        fprintf(out, "set terminal svg size 900,%d font 'Helvetica,15' background rgb 'white' noenhanced\n",
                height);
    if (out && strcmp(dot, ".png") == 0)
        fprintf(out, "set terminal pngcairo size 900,%d font 'Sans,12' noenhanced\n", height);
    if (out && strcmp(dot, ".pdf") == 0)
        fprintf(out, "set terminal pdfcairo size 7.5in,%.2fin font 'Sans,12' noenhanced\n", height / 120.0);
    return 1;
}

/* The data block of one curve: every subinterval in the same number of steps, so layers stay sharp.
 * With exact: its error. */
static void write_curve(FILE *out, const show_curve *c, show_exact_fn *exact, void *user)
{
    const double *t;
    int n = coldae_solution_mesh(c->solution, &t), steps = 4 + SAMPLES / n, n_alg, mstar;
    coldae_solution_sizes(c->solution, NULL, &n_alg, NULL, &mstar, NULL, NULL);
    double *v = malloc(((size_t)mstar + (size_t)n_alg) * sizeof *v);
    for (int i = 0; v && i < n * steps + 1; i++) {
        int k = i / steps;
        double s = k < n ? t[k] + (t[k + 1] - t[k]) * (i % steps) / steps : t[n];
        coldae_solution_eval(c->solution, s, v, v + mstar);
        double shown = v[c->component];
        if (exact)
            shown = fmax(fabs(shown - exact(s, c->component, user)), LEAST);
        fprintf(out, "%.10g %.10g\n", s, shown);
    }
    free(v);
    fprintf(out, "e\n");
}

/* Is this the first curve of its solution?  Then it brings the mesh into the picture. */
static int brings_mesh(const show_curve *curve, int i)
{
    for (int j = 0; j < i; j++)
        if (curve[j].solution == curve[i].solution)
            return 0;
    return 1;
}

static int count_meshes(int n, const show_curve *curve)
{
    int rows = 0;
    for (int i = 0; i < n; i++)
        rows += brings_mesh(curve, i);
    return rows;
}

static int is_dashed(const show_curve *curve)
{
    return curve->label && curve->label[0] == '-';
}

/* Colour of curve i: a new one for each solid curve; grey for a mesh without a curve. */
static const char *colour_of(const show_curve *curve, int i)
{
    int solid = -1;
    for (int j = 0; j <= i; j++)
        solid += curve[j].label && !is_dashed(&curve[j]);
    return curve[i].label ? colour[(solid < 0 ? 0 : solid) % N_COLOURS] : GREY;
}

static void draw_curves(FILE *out, const char *title, const char *u_label, int n, const show_curve *curve)
{
    int drawn = 0;
    fprintf(out, "set title \"%s\"\nset ylabel \"%s\"\n", title, u_label);
    fprintf(out, "set grid xtics ytics lt 1 lw 1 lc rgb '#cccccc'\nset format x ''\n");
    fprintf(out, "set offsets 0, 0, graph 0.04, graph 0.04\nplot");
    for (int i = 0; i < n; i++)
        if (curve[i].label)
            fprintf(out, "%s '-' with lines lw 2.5 dt %d lc rgb '%s' title \"%s\"", drawn++ ? "," : "",
                    is_dashed(&curve[i]) ? 2 : 1, colour_of(curve, i), curve[i].label + is_dashed(&curve[i]));
    fprintf(out, "\n");
    for (int i = 0; i < n; i++)
        if (curve[i].label)
            write_curve(out, &curve[i], NULL, NULL);
}

/* One row of tick marks for each mesh, labelled with its number of subintervals; t_label NULL: t is labelled below. */
static void draw_meshes(FILE *out, const char *t_label, int n, const show_curve *curve)
{
    int rows = 0;
    fprintf(out, "unset title\nunset key\nunset grid\nset format x '%s'\nset offsets\nset xlabel \"%s\"\n",
            t_label ? "%g" : "", t_label ? t_label : "");
    fprintf(out, "set xtics out nomirror\nset ylabel \"mesh\"\nset ytics scale 0 (");
    for (int i = 0; i < n; i++)
        if (brings_mesh(curve, i)) {
            fprintf(out, "%s\"N = %d\" %d", rows ? ", " : "", coldae_solution_mesh(curve[i].solution, NULL),
                    -rows);
            rows++;
        }
    fprintf(out, ")\nset yrange [%g:0.7]\nplot", 0.3 - rows);
    for (int i = 0, row = 0; i < n; i++)
        if (brings_mesh(curve, i)) {
            fprintf(out, "%s '-' using 1:(%d - 0.32):(0):(0.64) with vectors nohead lw 1 lc rgb '%s'",
                    row ? "," : "", -row, rows > 1 && !is_dashed(&curve[i]) ? colour_of(curve, i) : GREY);
            row++;
        }
    fprintf(out, "\n");
    for (int i = 0; i < n; i++)
        if (brings_mesh(curve, i)) {
            const double *t;
            int last = coldae_solution_mesh(curve[i].solution, &t);
            for (int k = 0; k <= last; k++)
                fprintf(out, "%.10g\n", t[k]);
            fprintf(out, "e\n");
        }
}

/* Does the picture compare this curve with the exact solution?  Those of the last solution that are known. */
static int is_compared(const show_args *args, int n, const show_curve *curve, int i)
{
    if (!args || !args->exact || !curve[i].label || is_dashed(&curve[i]) ||
        curve[i].solution != show_main(n, curve))
        return 0;
    const double *t;
    coldae_solution_mesh(curve[i].solution, &t);
    return isfinite(args->exact((t[0] + t[1]) / 2, curve[i].component, args->exact_user));
}

static int count_compared(const show_args *args, int n, const show_curve *curve)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        count += is_compared(args, n, curve, i);
    return count;
}

/* The estimated error of a component of z, 0 for y (which has none). */
static double estimate_of(const show_curve *c)
{
    int mstar;
    coldae_solution_sizes(c->solution, NULL, NULL, NULL, &mstar, NULL, NULL);
    double *error = malloc((size_t)mstar * sizeof *error), estimate = 0;
    if (error && c->component < mstar) {
        coldae_solution_error(c->solution, error);
        estimate = error[c->component];
    }
    free(error);
    return estimate;
}

/* |error| over t, and its estimate (a maximum) as a dashed line. */
static void draw_errors(FILE *out, const show_args *args, const char *t_label, int n, const show_curve *curve)
{
    int drawn = 0;
    fprintf(out, "set xlabel \"%s\"\nset format x '%%g'\nset ylabel \"|error|\"\nset logscale y\n", t_label);
    fprintf(out, "set format y '%%.0e'\nset ytics auto\nset yrange [*:*]\nset xtics in mirror\n");
    fprintf(
        out,
        "set grid xtics ytics lt 1 lw 1 lc rgb '#cccccc'\nset offsets 0, 0, graph 0.08, graph 0.04\nplot");
    for (int i = 0; i < n; i++)
        if (is_compared(args, n, curve, i)) {
            fprintf(out, "%s '-' with lines lw 1.5 lc rgb '%s' title \"%s\"", drawn++ ? "," : "",
                    colour_of(curve, i), curve[i].label);
            if (estimate_of(&curve[i]) > 0)
                fprintf(out, ", %.10g with lines lw 2 dt 2 lc rgb '%s' title \"estimated\"",
                        estimate_of(&curve[i]), colour_of(curve, i));
        }
    fprintf(out, "\n");
    for (int i = 0; i < n; i++)
        if (is_compared(args, n, curve, i))
            write_curve(out, &curve[i], args->exact, args->exact_user);
    fprintf(out, "unset logscale y\nset format y\n");
}

/* The data of one line of the history: x = accepted Newton steps so far. */
static void write_history(FILE *out, const show_args *args, int kind)
{
    int step = 0;
    for (int i = 0; i < args->n_events; i++) {
        const coldae_event *e = &args->event[i];
        step += e->kind == COLDAE_EVENT_NEWTON;
        if (e->kind == COLDAE_EVENT_MESH && kind == COLDAE_EVENT_NEWTON && step > 0)
            fprintf(out, "\n"); /* a new mesh, a new line */
        if (e->kind == kind)
            fprintf(out, "%d %.10g\n", step,
                    fmax(kind == COLDAE_EVENT_ERROR ? e->error : e->correction, LEAST));
    }
    fprintf(out, "e\n");
}

/* Newton corrections, and after each mesh the estimated error over the tolerance. */
static void draw_history(FILE *out, const show_args *args)
{
    int steps = 0;
    for (int i = 0; i < args->n_events; i++) {
        const coldae_event *e = &args->event[i];
        if (e->kind == COLDAE_EVENT_MESH) {
            fprintf(out, "set arrow from %d.5, graph 0 to %d.5, graph 1 nohead lw 1 lc rgb '#999999'\n",
                    steps, steps);
            fprintf(out,
                    "set label \"N = %d\" at %d.5, graph 0.96 rotate by 90 right offset 0.8,0 font ',9'\n",
                    e->n_intervals, steps);
        }
        steps += e->kind == COLDAE_EVENT_NEWTON;
    }
    fprintf(out,
            "unset logscale x\nset xrange [0.5:%d.5]\nset xlabel \"accepted Newton step, over all meshes\"\n",
            steps);
    fprintf(out, "set ylabel \"size\"\nset logscale y\nset format y '%%.0e'\nset format x '%%g'\n");
    fprintf(out, "set ytics auto\nset yrange [*:*]\nset xtics in mirror %s\n", steps < 20 ? "1" : "auto");
    fprintf(out, "set grid ytics lt 1 lw 1 lc rgb '#cccccc'\nset offsets 0, 0, graph 0.08, graph 0.08\n");
    fprintf(out,
            "plot '-' with linespoints lw 1.5 pt 7 ps 0.6 lc rgb '%s' title \"correction\", "
            "'-' with points pt 13 ps 1.3 lc rgb '%s' title \"error / tolerance\", "
            "1 with lines lw 1 dt 2 lc rgb '%s' title \"tolerance met\"\n",
            GREY, colour[1], colour[1]);
    write_history(out, args, COLDAE_EVENT_NEWTON);
    write_history(out, args, COLDAE_EVENT_ERROR);
}

/* Margins of a panel from `low` to `high` pixels, its legend right of it. */
static void place(FILE *out, int low, int high, int height)
{
    fprintf(out, "set bmargin at screen %.4f\nset tmargin at screen %.4f\n", low / (double)height,
            high / (double)height);
    fprintf(out, "set key at screen 0.76, screen %.4f left top Left reverse samplen 2 spacing 1.2\n",
            high / (double)height);
}

/* Write the gnuplot program; heights in pixels, from the bottom. */
static void draw(FILE *out, const char *file, const show_args *args, const char *title, const char *t_label,
                 const char *u_label, int n, const show_curve *curve)
{
    const double *t;
    int last = coldae_solution_mesh(curve[0].solution, &t), rows = count_meshes(n, curve);
    int errors = count_compared(args, n, curve), steps = args && args->n_events > 0;
    int legend = 30 * errors > 150 ? 40 * errors + 20 : 170; /* two entries for each curve */
    int mesh = rows > 4 ? 20 * rows + 10 : 90, gap = 24, low = 80, at = 0;
    int history = steps ? low + 170 : 0, error = errors > 0 ? gap + legend : 0;
    int height = history + low + error + mesh + gap + 330 + 55;
    fprintf(out, "set encoding utf8\n");
    set_terminal(out, file, height);
    fprintf(out, "set output \"%s\"\nset multiplot\nset lmargin at screen 0.15\nset rmargin at screen 0.74\n",
            file);
    int log_t = args && args->log_t > t[0];
    fprintf(out, "set xrange [%.10g:%.10g]\n%s", log_t ? args->log_t : t[0], t[last],
            log_t ? "set logscale x\n" : "");
    at = history + low + error;
    place(out, at + mesh + gap, height - 55, height);
    draw_curves(out, title, u_label, n, curve);
    place(out, at, at + mesh, height);
    draw_meshes(out, errors > 0 ? NULL : t_label, n, curve);
    if (errors > 0) {
        place(out, history + low, at - gap, height);
        draw_errors(out, args, t_label, n, curve);
    }
    if (steps) {
        place(out, low, history, height);
        draw_history(out, args);
    }
    fprintf(out, "unset multiplot\n");
}

/* Nonzero, with words, if there is no way to draw; *missing: only because there is no gnuplot. */
static int cannot_draw(const char *file, int *missing)
{
    *missing = 0;
    if (!show_can_plot(file)) {
        fprintf(stderr, "plot: %s does not end in .svg, .png or .pdf\n", file);
        return 1;
    }
    if (system("gnuplot --version >/dev/null 2>&1") != 0) {
        fprintf(stderr, "plot: gnuplot is not installed (package gnuplot); no %s\n", file);
        *missing = 1;
        return 1;
    }
    FILE *probe = fopen(file, "wb"); /* gnuplot itself would end without a word */
    if (!probe || fclose(probe) != 0) {
        fprintf(stderr, "plot: cannot write %s\n", file);
        return 1;
    }
    return 0;
}

static int draw_file(const char *file, const show_args *args, const char *title, const char *t_label,
                     const char *u_label, int n, const show_curve *curve)
{
    int missing;
    if (cannot_draw(file, &missing))
        return !missing;
    FILE *out = popen("gnuplot", "w");
    if (!out) {
        fprintf(stderr, "plot: cannot start gnuplot; no %s\n", file);
        return 1;
    }
    draw(out, file, args, title, t_label, u_label, n, curve);
    if (pclose(out) != 0) {
        fprintf(stderr, "plot: gnuplot failed; no %s\n", file);
        return 1;
    }
    return 0;
}

const coldae_solution *show_main(int n, const show_curve *curve)
{
    for (int i = n - 1; i >= 0; i--)
        if (curve[i].label && !is_dashed(&curve[i]))
            return curve[i].solution;
    return curve[n - 1].solution;
}

int show_can_plot(const char *file)
{
    return set_terminal(NULL, file, 0);
}

int show_plot(const char *file, const char *title, const char *t_label, const char *u_label, int n,
              const show_curve *curve)
{
    return draw_file(file, NULL, title, t_label, u_label, n, curve);
}

int show_picture(const show_args *args, const char *title, const char *t_label, const char *u_label, int n,
                 const show_curve *curve)
{
    return draw_file(args->plot, args, title, t_label, u_label, n, curve);
}
