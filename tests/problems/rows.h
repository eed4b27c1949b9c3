/* rows.h - solve problems of the library at their tolerances and hold the results against the limits
 *
 *     true error            <= 3 tol (1 + |u|)
 *     estimated error       >= a third of the true one, where that is above rounding level
 *     N and f + df points   <= 1.25 times the original's (2 times where its error exceeds 3 tol)
 */
#ifndef COLDAE_TEST_ROWS_H
#define COLDAE_TEST_ROWS_H

#include "check.h"
#include "exceptions.h"
#include "peers.h"

static const double ROW_ERROR = 3, ROW_HONEST = 3, ROW_ROUNDING = 1e-3;

/* value <= limit; prints which row and what if not. */
static inline void row_limit(const char *row, const char *what, double value, double limit)
{
    limit = row_limit_of(row, what, limit);
    if (check_fails(!!(value <= limit), __FILE__, __LINE__))
        printf("%s: %s %.4g > %.4g\n", row, what, value, limit);
}

/* Solve and check everything that needs no peer; info for what does.  `how` ends the name of the row. */
static inline coldae_info row_solve(test_problem *q, double tol, int k, int differenced, const char *how)
{
    coldae_problem problem;
    coldae_options options;
    coldae_solution *s = NULL;
    coldae_info info;
    char row[64];
    snprintf(row, sizeof row, "%s, tol %.0e, k = %d%s", q->name, tol, k, how);
    problem_fill(q, &problem, &options, tol);
    options.n_points = k;
    if (differenced) {
        problem.df = NULL;
        problem.dg = NULL;
        problem.dcoupled = NULL;
    }
    coldae_status status = coldae_solve(&problem, &options, &s, &info);
    if (check_fails(status == COLDAE_OK, __FILE__, __LINE__))
        printf("%s: %s: %s\n", row, coldae_strerror(status), info.message);
    if (s && problem_has_reference(q)) {
        double error = problem_error(q, s);
        row_limit(row, "error/tol", error / tol, ROW_ERROR);
        if (error > ROW_ROUNDING * tol) {
            row_limit(row, "true error/estimate", 1 / problem_estimate_ratio(q, s), ROW_HONEST);
            row_limit(row, "true error/(tol info.error)", error / (tol * info.error), ROW_HONEST);
        }
    }
    for (int i = 0; s && i < problem.n_param; i++)
        row_limit(row, "error of the parameter/tol",
                  fabs(coldae_solution_param(s)[i] - q->param[i]) / (tol * (1 + fabs(q->param[i]))),
                  ROW_ERROR);
    coldae_solution_free(s);
    return info;
}

/* All rows of one problem at one tolerance. */
static inline void row_tolerance(const peer *peers, int n_peers, test_problem *q, double tol)
{
    char row[64];
    double most_n = 0,
           most_evaluations = 0; /* allowed for the library's own choice of k: the original at any k */
    coldae_info own = row_solve(q, tol, 0, 0, "");
    for (const peer *r = peers; r < peers + n_peers; r++) {
        if (!peer_is_original(r, q) || fabs(r->tol / tol - 1) > 1e-6 || isnan(r->n))
            continue;
        coldae_info info = row_solve(q, tol, r->k, 0, "");
        double allowed = peer_allowance(r);
        snprintf(row, sizeof row, "%s, tol %.0e, k = %d", q->name, tol, r->k);
        row_limit(row, "N", info.n_intervals, allowed * r->n);
        row_limit(row, "f + df points", peer_evaluations_of(r, &info), allowed * peer_evaluations(r));
        most_n = fmax(most_n, allowed * r->n);
        if (allowed * peer_evaluations(r) > most_evaluations) {
            most_evaluations = allowed * peer_evaluations(r);
            own.n_df = isnan(r->df) ? 0 : own.n_df;
        }
    }
    snprintf(row, sizeof row, "%s, tol %.0e, k = 0", q->name, tol);
    if (most_n > 0) {
        row_limit(row, "N", own.n_intervals, most_n);
        row_limit(row, "f + df points", own.n_f + own.n_df, most_evaluations);
    }
    if (strcmp(q->name, row_needs_df) != 0)
        (void)row_solve(q, tol, 0, 1, ", df = NULL");
}

/* All rows of these problems, names ending with NULL. */
static inline void row_problems(const char *const *names)
{
    static peer peers[PEERS_MAX];
    static test_problem q;
    int n_peers = peers_read(peers, PEERS_MAX);
    CHECK(n_peers > 0);
    for (; *names; names++) {
        CHECK_INT(problem_make(&q, *names, 0), 0);
        coldae_solution *reference = NULL;
        if (!q.exact) {
            reference = problem_reference_run(&q);
            if (check_fails(reference != NULL, __FILE__, __LINE__))
                printf("%s: no tight run that agrees with the reference file\n", *names);
            q.reference = reference;
        }
        for (int i = 0; i < q.n_tol; i++)
            row_tolerance(peers, n_peers, &q, q.tol[i]);
        coldae_solution_free(reference);
    }
}

#endif
