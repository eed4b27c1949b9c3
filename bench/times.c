/* times.c - bench times: our times beside the recorded ones of the original
 *
 * The original's were recorded once (gfortran -O2, one core of an AMD Zen 4), ours are measured now, least of many runs:
 * the ratios are for a machine of that kind.
 */
#include "times.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The original takes 70 us for a million instructions on small systems; for large ones these were timed. */
static const double MS_PER_MILLION = 0.070;
enum { SMALL_SYSTEM = 8 }; /* equations */

typedef struct timed {
    const char *problem;
    double tol, ms;
} timed;
static const timed whole[] = {{"chain100", 1e-4, 283}, {"chain100", 1e-8, 1010}}; /* k = 4 */

static double recorded(const peer *row, const test_problem *q)
{
    for (size_t i = 0; i < sizeof whole / sizeof whole[0] && row->k == 4; i++)
        if (strcmp(whole[i].problem, row->problem) == 0 && fabs(whole[i].tol / row->tol - 1) < 1e-6)
            return whole[i].ms;
    return q->def.n_diff + q->def.n_alg <= SMALL_SYSTEM ? MS_PER_MILLION * row->ir : NAN;
}

/* Least time of a whole solve with k points, in ms. */
static double solve(test_problem *q, double tol, int k)
{
    double least = INFINITY, spent = 0;
    for (int runs = 0; runs < 5 || (spent < 0.1 && runs < 500); runs++) {
        coldae_problem problem;
        coldae_options options;
        coldae_info info;
        coldae_solution *s = NULL;
        problem_fill(q, &problem, &options, tol);
        options.n_points = k;
        if (coldae_solve(&problem, &options, &s, &info) != COLDAE_OK)
            fprintf(stderr, "bench: %s: %s\n", q->name, info.message);
        coldae_solution_free(s);
        least = fmin(least, info.seconds_total);
        spent += info.seconds_total;
    }
    return 1e3 * least;
}

int bench_times(const peer *rows, int n_rows)
{
    static test_problem q;
    double sum = 0, most = 0;
    int n = 0;
    printf("| problem | tol | k | ms | original | ratio |\n|---|---|---|---|---|---|\n");
    for (const peer *r = rows; r < rows + n_rows; r++) {
        if (problem_make(&q, r->problem, 0) || !peer_is_original(r, &q))
            continue;
        double theirs = recorded(r, &q), ours;
        if (!(theirs > 0))
            continue;
        ours = solve(&q, r->tol, r->k);
        printf("| %s | %.0e | %d | %.4f | %.4f | %.2f |\n", r->problem, r->tol, r->k, ours, theirs,
               ours / theirs);
        fflush(stdout);
        sum += log(ours / theirs);
        most = fmax(most, ours / theirs);
        n++;
    }
    printf("\nTime over the recorded time of the original, geometric mean of %d rows: %.2f, at most %.2f.\n",
           n, exp(sum / n), most);
    return 0;
}
