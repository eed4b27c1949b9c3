/* show.c - what the examples share: the command line, progress, one line for a table, files */
#define _POSIX_C_SOURCE 200809L /* isatty */

#include "show.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- the command line ------------------------------------------------------------------------------ */

static void usage(FILE *out, const char *program)
{
    fprintf(out,
            "usage: %s [OPTION]..\n"
            "  --tol TOL          tolerance, 1e-14 <= TOL < 1\n"
            "  --points KIND      collocation points: gauss or radau\n"
            "  --k K              points per subinterval, 1 to 30\n"
            "  --set NAME=VALUE   change a number of the problem; --set help lists them\n"
            "  --csv FILE         write t, z and y as a table\n"
            "  --plot FILE        draw the solution: FILE.svg, FILE.png or FILE.pdf (needs gnuplot)\n"
            "  --save FILE        write the solution, for coldae_solution_load\n"
            "  --demo             print one line: name|index|tol|N|error|ms\n",
            program);
}

/* Say what is wrong with the command line and end. */
static void refuse(const show_args *args, const char *what, const char *value, const char *allowed)
{
    fprintf(stderr, "%s: %s %s: %s (--help lists the options)\n", args->program, what, value, allowed);
    exit(2);
}

/* The number in text; said to be part of `value` of the option `what` if it is none. */
static double number_of(const show_args *args, const char *what, const char *value, const char *text)
{
    char *end;
    errno = 0;
    double number = strtod(text, &end);
    if (end == text || *end != '\0' || errno == ERANGE || !isfinite(number))
        refuse(args, what, value, "not a number");
    return number;
}

static void read_setting(show_args *args, char *text)
{
    char *equals = strchr(text, '=');
    if (strcmp(text, "help") != 0 && (!equals || equals == text))
        refuse(args, "--set", text, "NAME=VALUE is needed");
    if (args->n_set == SHOW_SETTINGS)
        refuse(args, "--set", text, "too many of them");
    show_setting *s = &args->set[args->n_set++];
    if (equals) {
        s->value = number_of(args, "--set", text, equals + 1);
        *equals = '\0';
    }
    s->name = text;
}

/* The option with a value that text names; nonzero if there is none. */
static int read_option(show_args *args, const char *option, char *value)
{
    if (strcmp(option, "--plot") == 0) {
        args->plot = value;
        if (!show_can_plot(value))
            refuse(args, option, value, "does not end in .svg, .png or .pdf");
    } else if (strcmp(option, "--csv") == 0) {
        args->csv = value;
    } else if (strcmp(option, "--save") == 0) {
        args->save = value;
    } else if (strcmp(option, "--tol") == 0) {
        args->tol = number_of(args, option, value, value);
        if (!(args->tol >= 1e-14 && args->tol < 1))
            refuse(args, option, value, "must be at least 1e-14 and below 1");
    } else if (strcmp(option, "--points") == 0) {
        args->points = strcmp(value, "radau") == 0 ? COLDAE_RADAU : COLDAE_GAUSS;
        if (strcmp(value, "radau") != 0 && strcmp(value, "gauss") != 0)
            refuse(args, option, value, "must be gauss or radau");
    } else if (strcmp(option, "--k") == 0) {
        double k = number_of(args, option, value, value);
        if (!(k >= 1 && k <= 30) || k != floor(k))
            refuse(args, option, value, "must be a whole number from 1 to 30");
        args->n_points = (int)k;
    } else if (strcmp(option, "--set") == 0) {
        read_setting(args, value);
    } else {
        return 1;
    }
    return 0;
}

show_args show_parse(int argc, char **argv)
{
    show_args args;
    memset(&args, 0, sizeof args);
    args.points = -1;
    args.program = argc > 0 ? argv[0] : "example";
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            usage(stdout, args.program);
            exit(0);
        } else if (strcmp(argv[i], "--demo") == 0) {
            args.demo = 1;
        } else if (i + 1 == argc || read_option(&args, argv[i], argv[i + 1]) != 0) {
            fprintf(stderr, "%s: %s: %s\n", args.program, argv[i],
                    i + 1 == argc ? "unknown, or its value is missing" : "no such option");
            usage(stderr, args.program);
            exit(2);
        } else {
            i++;
        }
    }
    args.output = args.plot || args.csv || args.save;
    args.changed = args.tol > 0 || args.points >= 0 || args.n_points > 0 || args.n_set > 0;
    return args;
}

double show_tol(show_args *args, double tol)
{
    return args->tol > 0 ? args->tol : tol;
}

double show_set(show_args *args, const char *name, double value, double low, double high)
{
    show_setting *known = &args->known[args->n_known < SHOW_SETTINGS ? args->n_known++ : 0];
    known->name = name;
    known->value = value;
    for (int i = 0; i < args->n_set; i++)
        if (strcmp(args->set[i].name, name) == 0) {
            char range[96];
            args->set[i].known = 1;
            value = args->set[i].value;
            (void)snprintf(range, sizeof range, "= %g is outside [%g, %g]", value, low, high);
            if (!(value >= low && value <= high))
                refuse(args, "--set", name, range);
        }
    return value;
}

/* Names of --set that the example has not asked for. */
static void refuse_unknown(const show_args *args)
{
    for (int i = 0; i < args->n_set; i++) {
        if (args->set[i].known)
            continue;
        int help = strcmp(args->set[i].name, "help") == 0;
        FILE *out = help ? stdout : stderr;
        if (!help)
            fprintf(out, "%s: --set %s: no such number; ", args->program, args->set[i].name);
        fprintf(out, "this example has%s", args->n_known > 0 ? "" : " none");
        for (int j = 0; j < args->n_known; j++)
            fprintf(out, "%s %s=%g", j > 0 ? "," : "", args->known[j].name, args->known[j].value);
        fprintf(out, "\n");
        exit(help ? 0 : 2);
    }
}

void show_options(show_args *args, coldae_options *options)
{
    refuse_unknown(args);
    if (!options->tol_z)
        options->tol = show_tol(args, options->tol);
    if (args->points >= 0)
        options->points = args->points;
    if (args->n_points > 0)
        options->n_points = args->n_points;
    if (!options->monitor) {
        options->monitor = show_watch;
        options->monitor_user = args;
    }
}

void show_numbers(show_args *args, double *tol, int *points, int *n_points)
{
    refuse_unknown(args);
    if ((args->tol > 0 && !tol) || (args->points >= 0 && !points) || (args->n_points > 0 && !n_points)) {
        fprintf(stderr, "%s: %s: this example has no such option\n", args->program,
                args->tol > 0 && !tol          ? "--tol"
                : args->points >= 0 && !points ? "--points"
                                               : "--k");
        exit(2);
    }
    if (args->tol > 0)
        *tol = args->tol;
    if (args->points >= 0)
        *points = args->points;
    if (args->n_points > 0)
        *n_points = args->n_points;
}

/* ---- progress -------------------------------------------------------------------------------------- */

static double seconds(void)
{
    struct timespec now;
    return timespec_get(&now, TIME_UTC) == TIME_UTC ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : 0;
}

void show_begin(show_args *args)
{
    args->started = args->told = seconds();
}

int show_is_due(show_args *args)
{
    double now = seconds();
    if (now - args->started < 1 || now - args->told < 0.1)
        return 0;
    args->told = now;
    fprintf(stderr, "\033[2K\r%6.1f s: ", now - args->started);
    return 1;
}

void show_clear(show_args *args)
{
    if (args->told > args->started)
        fprintf(stderr, "\033[2K\r");
    args->told = args->started;
}

/* A solve, gone when a mesh is done. */
static void report_progress(show_args *args, const coldae_event *event)
{
    if (args->n_events <= 1)
        show_begin(args);
    if (event->kind == COLDAE_EVENT_ERROR)
        show_clear(args);
    else if (show_is_due(args))
        fprintf(stderr, "mesh %d of %d subintervals, Newton step %d, correction %.1e\r", event->mesh,
                event->n_intervals, event->iteration, event->correction);
}

int show_watch(const coldae_event *event, void *user)
{
    show_args *args = user;
    if (event->kind == COLDAE_EVENT_MESH && event->mesh == 1)
        args->n_events = 0;
    if (args->n_events < SHOW_EVENTS)
        args->event[args->n_events++] = *event;
    if (isatty(STDERR_FILENO))
        report_progress(args, event);
    return 0;
}

/* ---- errors ---------------------------------------------------------------------------------------- */

double show_worst(double a, double b)
{
    return isnan(a) || a >= b ? a : b;
}

int show_judge(const show_args *args, const char *name, double error, double allowed)
{
    if (error <= allowed)
        return 0;
    if (args->changed && (isfinite(error) || args->n_set > 0)) {
        if (!args->demo && isfinite(error))
            fprintf(stderr, "%s: note: error %.1e, the tolerance is %.1e\n", name, error, allowed);
        return 0;
    }
    fprintf(stderr, "%s: wrong: error %.1e, allowed %.1e\n", name, error, allowed);
    return 1;
}

void show_demo(const char *name, double tol, const coldae_info *info, double error)
{
    printf("%s|%d|%.0e|%d|%.1e|%.2f\n", name, info->index, tol, info->n_intervals, error,
           1000 * info->seconds_total);
}

/* ---- files ----------------------------------------------------------------------------------------- */

/* t,u0,u0',..,y0,..: mesh points and three points in each subinterval. */
static int write_csv(const char *file, const coldae_solution *solution)
{
    const double *t;
    const int *order;
    int n = coldae_solution_mesh(solution, &t), n_diff, n_alg, mstar;
    coldae_solution_sizes(solution, &n_diff, &n_alg, NULL, &mstar, NULL, &order);
    double *v = malloc(((size_t)mstar + (size_t)n_alg) * sizeof *v);
    FILE *out = v ? fopen(file, "w") : NULL;
    if (!out) {
        fprintf(stderr, "csv: cannot write %s: %s\n", file, strerror(errno));
        free(v);
        return 1;
    }
    fprintf(out, "t");
    for (int i = 0; i < n_diff; i++)
        for (int l = 0; l < order[i]; l++)
            fprintf(out, ",u%d%.*s", i, l, "''''''''''''''''''''''''''''''");
    for (int i = 0; i < n_alg; i++)
        fprintf(out, ",y%d", i);
    fprintf(out, "\n");
    for (int i = 0; i < 4 * n + 1; i++) {
        double s = i < 4 * n ? t[i / 4] + (t[i / 4 + 1] - t[i / 4]) * (i % 4) / 4 : t[n];
        coldae_solution_eval(solution, s, v, v + mstar);
        fprintf(out, "%.17g", s);
        for (int j = 0; j < mstar + n_alg; j++)
            fprintf(out, ",%.17g", v[j]);
        fprintf(out, "\n");
    }
    free(v);
    int failed = ferror(out);
    if (fclose(out) != 0 || failed) {
        fprintf(stderr, "csv: cannot write %s\n", file);
        return 1;
    }
    return 0;
}

int show_results(const show_args *args, const char *title, const char *t_label, const char *u_label, int n,
                 const show_curve *curve)
{
    const coldae_solution *solution = show_main(n, curve);
    int failed = 0;
    if (args->csv)
        failed |= write_csv(args->csv, solution);
    if (args->save && coldae_solution_save(solution, args->save) != COLDAE_OK) {
        fprintf(stderr, "save: cannot write %s\n", args->save);
        failed = 1;
    }
    if (args->plot)
        failed |= show_picture(args, title, t_label, u_label, n, curve);
    return failed;
}
