/* test_own_k.c - k chosen by the library: at 1e-8 and 1e-10 at most 1.1 times the evaluations that the original needs
 * with the better of its listed k on each problem, and fewer in sum
 */
#include "rows.h"

/* The least f + df points of the original over its listed k, and ours counted alike. */
static double best_of(const peer *peers, int n_peers, const test_problem *q, double tol,
                      const coldae_info *info, double *ours)
{
    double best = INFINITY;
    for (const peer *r = peers; r < peers + n_peers; r++)
        if (peer_is_original(r, q) && fabs(r->tol / tol - 1) < 1e-6 && peer_evaluations(r) < best) {
            best = peer_evaluations(r);
            *ours = peer_evaluations_of(r, info);
        }
    return best;
}

static coldae_info solve(test_problem *q, double tol)
{
    coldae_problem problem;
    coldae_options options;
    coldae_solution *s = NULL;
    coldae_info info;
    problem_fill(q, &problem, &options, tol);
    coldae_status status = coldae_solve(&problem, &options, &s, &info);
    if (check_fails(status == COLDAE_OK, __FILE__, __LINE__))
        printf("%s, tol %.0e: %s\n", q->name, tol, info.message);
    coldae_solution_free(s);
    return info;
}

int main(void)
{
    static const double tols[] = {1e-8, 1e-10};
    static peer peers[PEERS_MAX];
    static test_problem q;
    double sum = 0, sum_of_peers = 0;
    int n_peers = peers_read(peers, PEERS_MAX), n = 0;
    CHECK(n_peers > 0);
    for (int i = 0; i < problem_count(); i++)
        for (int j = 0; j < 2; j++) {
            char row[64];
            double ours = 0;
            coldae_info none = {0};
            CHECK_INT(problem_make(&q, problem_at(i)->name, 0), 0);
            if (q.kind == PROBLEM_INDEX2 || !(best_of(peers, n_peers, &q, tols[j], &none, &ours) < INFINITY))
                continue;
            coldae_info info = solve(&q, tols[j]);
            double best = best_of(peers, n_peers, &q, tols[j], &info, &ours);
            snprintf(row, sizeof row, "%s, tol %.0e, own k", q.name, tols[j]);
            row_limit(row, "f + df points", ours, 1.1 * best);
            sum += ours;
            sum_of_peers += best;
            n++;
        }
    printf("%d rows: %.0f evaluations, the original %.0f\n", n, sum, sum_of_peers);
    CHECK(n >= 20);
    CHECK(sum < sum_of_peers);
    return check_result();
}
