/* bench.c - the problem library against the figures of the original COLDAE
 *
 *     bench list
 *     bench run NAME [--eps E] [--n0 N] [--tol T] [--k K] [--repeat R] [--threads T] [--fixed] [--no-df] [--trace]
 *     bench table [--tol T|all] [--k K|peers|auto] [--only NAME] [--file]
 *     bench auto [--only NAME]        k chosen by the library, against the original's better k
 *     bench hard [--only NAME]        harder parameters
 *     bench scale                     fixed meshes, growing in N, d, k and threads: times
 *     bench sweep                     its last table: the sweep over the subintervals alone
 *     bench times                     our times beside the recorded ones of the original
 *     bench kernels                   elimination of dense local matrices, against other ways: GF/s
 *     bench rows                      the rows of the peers' file, for scripts
 *
 * True errors: largest |u - u*|/(1 + |u*|) over 1001 equidistant, mesh and inner points.  Without an
 * exact solution u* is a run at 1e-12, accepted if it agrees with the reference file; --file compares at
 * the 41 points of the file only.  Output is Markdown.
 */
#include "kernels.h"
#include "peers.h"
#include "scale.h"
#include "times.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct arguments {
    const char *only; /* this problem, NULL: all */
    double tol;       /* 0: all */
    int k;            /* K_PEERS, 0 = chosen by the library, or the number */
    double eps;       /* 0: the problem's own */
    int n0, repeat, threads, trace, file_only, fixed, no_df;
} arguments;
enum { K_PEERS = -1 };

typedef struct outcome {
    coldae_status status;
    coldae_info info;
    double error, ratio; /* true error; estimate over true error */
    int k;               /* that was used */
} outcome;

/* ---- one run -------------------------------------------------------------------------------------- */

static int trace(const coldae_event *e, void *user)
{
    (void)user;
    if (e->kind == COLDAE_EVENT_MESH)
        printf("mesh %d: N = %d\n", e->mesh, e->n_intervals);
    else if (e->kind == COLDAE_EVENT_ERROR)
        printf("mesh %d: error/tol = %.3g\n", e->mesh, e->error);
    else
        printf("    %s %d: lambda = %.4g, |d| = %.3g\n", e->kind == COLDAE_EVENT_NEWTON ? "step" : "refused",
               e->iteration, e->damping, e->correction);
    return 0;
}

/* u* from a tight run where there is no exact solution; kept while the problem stays the same. */
static void find_reference(test_problem *q, const arguments *a)
{
    static char name[16];
    static double eps;
    static coldae_solution *kept;
    if (q->exact || a->file_only)
        return;
    if (strcmp(name, q->name) != 0 || eps != q->eps) {
        coldae_solution_free(kept);
        kept = problem_reference_run(q);
        snprintf(name, sizeof name, "%s", q->name);
        eps = q->eps;
        if (!kept)
            fprintf(stderr, "bench: no tight run of %s that agrees with its reference file\n", name);
    }
    q->reference = kept;
}

static void run(test_problem *q, const arguments *a, double tol, int k, outcome *o)
{
    coldae_problem problem;
    coldae_options options;
    coldae_solution *s = NULL;
    problem_fill(q, &problem, &options, tol);
    options.n_points = k;
    options.n_intervals = a->n0 ? a->n0 : options.n_intervals;
    options.n_threads = a->threads ? a->threads : 1;
    options.monitor = a->trace ? trace : NULL;
    if (a->no_df)
        problem.df = NULL; /* differences */
    if (a->fixed)
        options.adapt = COLDAE_FIXED_MESH;
    o->status = coldae_solve(&problem, &options, &s, &o->info);
    o->error = problem_has_reference(q) ? problem_error(q, s) : NAN;
    o->ratio = problem_has_reference(q) ? problem_estimate_ratio(q, s) : NAN;
    o->k = k;
    if (s)
        coldae_solution_sizes(s, NULL, NULL, NULL, NULL, &o->k, NULL);
    coldae_solution_free(s);
}

static const char *word(coldae_status status)
{
    static const char *const words[] = {"ok",     "INVALID",   "MEMORY", "CALLBACK", "SINGULAR",
                                        "NEWTON", "MESHLIMIT", "CANCEL", "FILE"};
    return words[-(int)status];
}

/* ---- commands ------------------------------------------------------------------------------------- */

static int command_list(void)
{
    static const char *const kinds[] = {"ode", "index 1", "index 2", "special"};
    for (int i = 0; i < problem_count(); i++) {
        static test_problem q;
        int made = problem_make(&q, problem_at(i)->name, 0);
        printf("%-10s %-8s d=%-3d m=%-3d mstar=%-3d N0=%-3d tol", problem_at(i)->name, kinds[q.kind],
               q.def.n_diff, q.def.n_alg, q.mstar, q.n0);
        for (int j = 0; j < q.n_tol; j++)
            printf(" %.0e", q.tol[j]);
        printf("  %s%s\n", q.exact ? "exact" : q.file ? q.file : "-", made ? " (no reference file)" : "");
    }
    return 0;
}

static int command_run(const char *name, const arguments *a)
{
    static test_problem q;
    outcome o = {0};
    if (!name || problem_make(&q, name, a->eps)) {
        fprintf(stderr, "bench: no problem %s\n", name ? name : "given");
        return 2;
    }
    double tol = a->tol > 0 ? a->tol : q.tol[0], seconds = INFINITY;
    for (int i = 0; i < (a->repeat > 0 ? a->repeat : 1); i++) {
        run(&q, a, tol, a->k == K_PEERS ? 0 : a->k, &o);
        seconds = fmin(seconds, o.info.seconds_total);
    }
    const coldae_info *f = &o.info;
    printf("%s tol %.0e: %s\n", name, tol, coldae_strerror(o.status));
    printf("N %d  meshes %d  newton %d  factor %d  f %d  df %d  g %d  dg %d\n", f->n_intervals, f->n_meshes,
           f->n_newton, f->n_factor, f->n_f, f->n_df, f->n_g, f->n_dg);
    printf("error %.2e  error/tol %.3g  estimate/true %.3g  info.error %.3g  index %d\n", o.error,
           o.error / tol, o.ratio, f->error, f->index);
    printf("condition %.2e  bc %.1e  constraint %.1e  best %.6f s  peak %.0f bytes\n%s\n", f->condition,
           f->bc_residual, f->constraint_residual, seconds, f->peak_bytes, f->message);
    return 0;
}

typedef struct summary {
    int rows, not_ok, over_n, over_evals, over_tol, over_3tol, dishonest, counted;
    double log_n, log_evals; /* sums of logarithms of the ratios */
} summary;

static void count(summary *s, const peer *r, const outcome *o, double n_ratio, double eval_ratio)
{
    s->rows++;
    s->not_ok += o->status != COLDAE_OK;
    s->over_n += n_ratio > peer_allowance(r);
    s->over_evals += eval_ratio > peer_allowance(r);
    s->over_tol += !(o->error <= r->tol || isnan(o->error));
    s->over_3tol += !(o->error <= 3 * r->tol || isnan(o->error));
    s->dishonest += o->ratio < 1.0 / 3 && o->error > 1e-3 * r->tol; /* below that it is rounding */
    if (!isnan(n_ratio) && !isnan(eval_ratio) && o->status == COLDAE_OK) {
        s->counted++;
        s->log_n += log(n_ratio);
        s->log_evals += log(eval_ratio);
    }
}

static void print_summary(const summary *s)
{
    printf("\nOf %d rows %d are solved.  ", s->rows, s->rows - s->not_ok);
    printf("More than 1.25 times the original's N (twice, where its own error exceeds 3 tol): %d rows; "
           "its evaluations: %d rows.  ",
           s->over_n, s->over_evals);
    printf("True error above tol: %d rows, above 3 tol: %d rows.  Estimate below a third of the true error: "
           "%d rows.",
           s->over_tol, s->over_3tol, s->dishonest);
    if (s->counted)
        printf("  Ours over the original's, geometric mean of %d rows: N %.2f, evaluations %.2f.", s->counted,
               exp(s->log_n / s->counted), exp(s->log_evals / s->counted));
    printf("\n");
}

static int command_table(const peer *rows, int n_rows, const arguments *a)
{
    static test_problem q;
    summary sum = {0};
    printf("| problem | tol | k | N | meshes | factor | f | df | N orig | f+df orig | N ratio | eval ratio "
           "| error/tol | orig error/tol | est/true | status |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (const peer *r = rows; r < rows + n_rows; r++) {
        outcome o;
        if ((a->only && strcmp(a->only, r->problem) != 0) ||
            (a->tol > 0 && fabs(a->tol / r->tol - 1) > 1e-6) || problem_make(&q, r->problem, 0) ||
            !peer_is_original(r, &q))
            continue;
        find_reference(&q, a);
        int k = a->k == K_PEERS ? r->k : a->k;
        run(&q, a, r->tol, k, &o);
        double n_ratio = o.info.n_intervals / r->n,
               eval_ratio = peer_evaluations_of(r, &o.info) / peer_evaluations(r);
        printf("| %-9s | %.0e | %d | %4d | %2d | %2d | %5d | %5d | %4.0f | %5.0f | %5.2f | %5.2f | %7.2g | "
               "%7.2g | %7.2g | %s%s%s%s |\n",
               r->problem, r->tol, k, o.info.n_intervals, o.info.n_meshes, o.info.n_factor, o.info.n_f,
               o.info.n_df, r->n, peer_evaluations(r), n_ratio, eval_ratio, o.error / r->tol,
               r->error / r->tol, o.ratio, word(o.status), n_ratio > peer_allowance(r) ? ", N" : "",
               eval_ratio > peer_allowance(r) ? ", EVAL" : "", o.error > 3 * r->tol ? ", ERROR" : "");
        fflush(stdout);
        count(&sum, r, &o, n_ratio, eval_ratio);
    }
    print_summary(&sum);
    return 0;
}

/* The least work of the original over its listed k. */
static double best_of(const peer *rows, int n_rows, const test_problem *q, double tol)
{
    double best = INFINITY;
    for (const peer *r = rows; r < rows + n_rows; r++)
        if (peer_is_original(r, q) && fabs(r->tol / tol - 1) < 1e-6)
            best = fmin(best, peer_evaluations(r));
    return best;
}

static int command_auto(const peer *rows, int n_rows, const arguments *a)
{
    static const double tols[] = {1e-8, 1e-10};
    static test_problem q;
    double ours = 0, theirs = 0;
    int over = 0, n = 0;
    printf("| problem | tol | k | N | meshes | f+df | best of the original | ratio | error/tol | est/true "
           "| status |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < problem_count(); i++) {
        for (int j = 0; j < 2; j++) {
            outcome o;
            if ((a->only && strcmp(a->only, problem_at(i)->name) != 0) ||
                problem_make(&q, problem_at(i)->name, 0))
                continue;
            double best = best_of(rows, n_rows, &q, tols[j]);
            if (!(best < INFINITY))
                continue;
            find_reference(&q, a);
            run(&q, a, tols[j], 0, &o);
            double work = o.info.n_f + o.info.n_df;
            printf("| %-9s | %.0e | %d | %4d | %2d | %6.0f | %6.0f | %5.2f | %7.2g | %7.2g | %s |\n", q.name,
                   tols[j], o.k, o.info.n_intervals, o.info.n_meshes, work, best, work / best,
                   o.error / tols[j], o.ratio, word(o.status));
            fflush(stdout);
            ours += work;
            theirs += best;
            over += work > best;
            n++;
        }
    }
    printf("\nSum of f and df points over %d rows: %.0f, the original at its better k %.0f, ratio %.2f; more "
           "than the "
           "original in %d rows.\n",
           n, ours, theirs, ours / theirs, over);
    return 0;
}

static int command_hard(const arguments *a)
{
    static const struct {
        const char *name;
        double eps;
        const char *original;
    } hard[] = {{"b19", 5e-4, "40"},  {"b20", 2e-3, "fails at 2560"}, {"b31", 0.01, "40"},
                {"b31", 0.005, "32"}, {"b33", 1e-4, "fails at 3584"}, {"b7", 1e-6, "128"},
                {"b15", 1e-6, "2044"}};
    static test_problem q;
    arguments mine = *a;
    int solved = 0, right = 0, runs = 0;
    mine.n0 = a->n0 ? a->n0 : 10;
    printf("| problem | eps | k | N | meshes | factor | f | df | N orig | error/tol | est/true | status |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof hard / sizeof hard[0]; i++) {
        if ((a->only && strcmp(a->only, hard[i].name) != 0) || problem_make(&q, hard[i].name, hard[i].eps))
            continue;
        find_reference(&q, &mine);
        int given = q.order[0] > 2 ? 5 : 4;
        for (int k = given; k >= 0; k -= given) { /* as the original was run, then our own choice */
            outcome o;
            run(&q, &mine, 1e-6, k, &o);
            runs++;
            solved += o.status == COLDAE_OK;
            right += o.status == COLDAE_OK && !(o.error > 3e-6);
            printf("| %-4s | %.0e | %d | %4d | %2d | %3d | %6d | %6d | %s | %7.2g | %7.2g | %s |\n", q.name,
                   q.eps, o.k, o.info.n_intervals, o.info.n_meshes, o.info.n_factor, o.info.n_f, o.info.n_df,
                   hard[i].original, o.error / 1e-6, o.ratio, word(o.status));
            fflush(stdout);
        }
    }
    printf(
        "\nOf %d runs with harder parameters %d are solved, %d of them with a true error of at most 3 tol.\n",
        runs, solved, right);
    return 0;
}

static int command_rows(const peer *rows, int n_rows)
{
    static test_problem q;
    for (const peer *r = rows; r < rows + n_rows; r++)
        if (problem_make(&q, r->problem, 0) == 0 && peer_is_original(r, &q))
            printf("%s %.0e %d %d %g\n", r->problem, r->tol, r->k, q.def.n_diff + q.def.n_alg, r->ir);
    return 0;
}

/* ---- command line --------------------------------------------------------------------------------- */

static int parse(int argc, char **argv, int first, arguments *a)
{
    for (int i = first; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--trace") == 0 || strcmp(argv[i], "--file") == 0) {
            *(strcmp(argv[i], "--trace") == 0 ? &a->trace : &a->file_only) = 1;
            continue;
        }
        if (strcmp(argv[i], "--fixed") == 0 || strcmp(argv[i], "--no-df") == 0) {
            /* one mesh, of --n0 subintervals; no derivatives given */
            *(strcmp(argv[i], "--fixed") == 0 ? &a->fixed : &a->no_df) = 1;
            continue;
        }
        if (strcmp(argv[i], "--tol") == 0)
            a->tol = atof(value); /* "all" is 0 */
        else if (strcmp(argv[i], "--k") == 0)
            a->k = strcmp(value, "peers") == 0 ? K_PEERS : atoi(value); /* "auto" is 0 */
        else if (strcmp(argv[i], "--only") == 0)
            a->only = value;
        else if (strcmp(argv[i], "--eps") == 0)
            a->eps = atof(value);
        else if (strcmp(argv[i], "--n0") == 0)
            a->n0 = atoi(value);
        else if (strcmp(argv[i], "--repeat") == 0)
            a->repeat = atoi(value);
        else if (strcmp(argv[i], "--threads") == 0)
            a->threads = atoi(value);
        else
            return -1;
        i++;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static peer rows[PEERS_MAX];
    arguments a = {.k = K_PEERS};
    const char *command = argc > 1 ? argv[1] : "";
    int is_run = strcmp(command, "run") == 0;
    if (parse(argc, argv, is_run ? 3 : 2, &a) == 0) {
        if (strcmp(command, "list") == 0)
            return command_list();
        if (is_run)
            return command_run(argc > 2 ? argv[2] : NULL, &a);
        if (strcmp(command, "hard") == 0)
            return command_hard(&a);
        if (strcmp(command, "scale") == 0)
            return bench_scale();
        if (strcmp(command, "sweep") == 0)
            return bench_sweep();
        if (strcmp(command, "kernels") == 0)
            return bench_kernels();
        int n = peers_read(rows, PEERS_MAX);
        if (n < 0) {
            fprintf(stderr, "bench: the peers' file is missing\n");
            return 2;
        }
        if (strcmp(command, "table") == 0)
            return command_table(rows, n, &a);
        if (strcmp(command, "auto") == 0)
            return command_auto(rows, n, &a);
        if (strcmp(command, "times") == 0)
            return bench_times(rows, n);
        if (strcmp(command, "rows") == 0)
            return command_rows(rows, n);
    }
    fprintf(stderr, "usage: bench list | run NAME | table | auto | hard | scale | sweep | times | kernels | "
                    "rows, with --tol T "
                    "--k K|peers|auto "
                    "--only NAME --eps E --n0 N --repeat R --threads T --fixed --no-df --trace --file\n");
    return 2;
}
