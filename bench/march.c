/* march.c - coldae_march beside another integrator, at equal true error; and very many steps
 *
 *     bench_march table           every run: true errors, steps, evaluations, time
 *     bench_march equal           time and evaluations for the same true error, interpolated between the runs
 *     bench_march million         10^6 steps: time and memory against 10^3
 *
 * Pendulum and slider-crank have index 2 here and index 1, the constraints differentiated once more, for the peer.
 * True errors: largest |z - z*|/(1 + |z*|) at four places; references as in tests/solve/march_models.h.  Output is
 * Markdown.
 */
#include "march_models.h"
#include "march_peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOLERANCES = 9, REPEAT = 20 };

typedef struct case_runs {
    model m;
    coldae_problem for_peer; /* of index 1 where ours has index 2: the peer is not made for that */
    peer_run ours[TOLERANCES], theirs[TOLERANCES];
} case_runs;

/* Errors at the places, from inside the steps. */
typedef struct meter {
    const model *m;
    int next;
    double error;
} meter;

static int measure(const coldae_step *step, void *user)
{
    meter *w = user;
    double z[MODEL_Z];
    while (step->dense && w->next < MODEL_POINTS && w->m->t[w->next] <= step->t) {
        coldae_step_eval(step, w->m->t[w->next], z, NULL);
        for (int c = 0; c < w->m->n_check; c++) {
            double exact = w->m->z[w->next][c];
            w->error = fmax(w->error, fabs(z[c] - exact) / (1 + fabs(exact)));
        }
        w->next++;
    }
    return 0;
}

static peer_run run_ours(const model *m, double tol)
{
    peer_run best = {.seconds = HUGE_VAL};
    for (int i = 0; i < REPEAT; i++) {
        meter w = {.m = m};
        coldae_march_options o;
        coldae_ivp_info info;
        coldae_march_options_init(&o);
        o.tol = tol;
        o.observer = measure;
        o.observer_user = &w;
        coldae_status status = coldae_march(&m->problem, m->z_left, &o, NULL, NULL, NULL, &info);
        best = (peer_run){.ok = status == COLDAE_OK,
                          .n_steps = info.n_steps,
                          .n_f = info.n_f,
                          .n_factor = info.n_factor,
                          .seconds = fmin(best.seconds, info.seconds_total),
                          .error = w.error};
    }
    return best;
}

static peer_run run_theirs(const model *m, const coldae_problem *problem, double tol)
{
    peer_run best = {.seconds = HUGE_VAL};
    double z[MODEL_Z], y[2] = {0, 0};
    memcpy(z, m->z_left, sizeof z);
    if (coldae_consistent(problem, problem->left, NULL, NULL, z, y, NULL, NULL) != COLDAE_OK)
        return best;
    for (int i = 0; i < REPEAT; i++) {
        double seconds = best.seconds;
        best = peer_solve(problem, tol, z, y, MODEL_POINTS, m->t, m->z[0], MODEL_Z, m->n_check);
        best.seconds = fmin(best.seconds, seconds);
        if (!best.ok)
            break;
    }
    return best;
}

/* ---- the constraints differentiated once more: index 1 -------------------------------------------- */

static int pendulum1_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    pendulum_f(t, z, y, p, f, user);
    f[2] = z[1] * z[1] + z[3] * z[3] + z[0] * f[0] + z[2] * f[1];
    return 0;
}

static int slider1_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double dx = z[0] - z[4], du = z[1] - z[5];
    slider_f(t, z, y, p, f, user);
    f[3] = z[1] * z[1] + z[3] * z[3] + z[0] * f[0] + z[2] * f[1];
    f[4] = du * du + z[3] * z[3] + dx * (f[0] - f[2]) + z[2] * f[1];
    return 0;
}

static double tolerance(int i)
{
    return pow(10, -3 - i);
}

static void run_all(int n, case_runs *cases)
{
    for (int c = 0; c < n; c++)
        for (int i = 0; i < TOLERANCES; i++) {
            cases[c].ours[i] = run_ours(&cases[c].m, tolerance(i));
            if (peer_name())
                cases[c].theirs[i] = run_theirs(&cases[c].m, &cases[c].for_peer, tolerance(i));
        }
}

static void print_run(const peer_run *r)
{
    if (r->ok)
        printf(" %.1e | %d | %d | %d | %.3f |", r->error, r->n_steps, r->n_f, r->n_factor, 1e3 * r->seconds);
    else
        printf(" failed | | | | |");
}

static int table(int n, const case_runs *cases)
{
    int failed = 0;
    printf("| problem | tol | error | steps | f | factored | ms |");
    if (peer_name())
        printf(" %s error | steps | f | Jacobians | ms |", peer_name());
    printf("\n|---|---|---|---|---|---|---|%s\n", peer_name() ? "---|---|---|---|---|" : "");
    for (int c = 0; c < n; c++)
        for (int i = 0; i < TOLERANCES; i++) {
            printf("| %s | %.0e |", cases[c].m.name, tolerance(i));
            print_run(&cases[c].ours[i]);
            if (peer_name())
                print_run(&cases[c].theirs[i]);
            printf("\n");
            failed += !cases[c].ours[i].ok;
        }
    return failed;
}

/* log-linear interpolation of `what` (seconds, or f) at this error; NAN if the runs do not reach it */
static double at_error(const peer_run *runs, double error, int of_f)
{
    for (int i = 1; i < TOLERANCES; i++) {
        const peer_run *a = runs + i - 1, *b = runs + i;
        if (!a->ok || !b->ok || !(b->error <= error && a->error > error))
            continue;
        double share = (log(a->error) - log(error)) / (log(a->error) - log(fmax(b->error, 1e-16)));
        double from = of_f ? a->n_f : a->seconds, to = of_f ? b->n_f : b->seconds;
        return exp(log(from) + share * (log(to) - log(from)));
    }
    return NAN;
}

static int equal(int n, const case_runs *cases)
{
    printf("| problem | true error | f | ms | %s f | ms | f ratio | time ratio "
           "|\n|---|---|---|---|---|---|---|---|\n",
           peer_name() ? peer_name() : "(no peer)");
    for (int c = 0; c < n; c++)
        for (int i = 4; i <= 9; i++) {
            double error = pow(10, -i);
            double f = at_error(cases[c].ours, error, 1), s = at_error(cases[c].ours, error, 0);
            double pf = at_error(cases[c].theirs, error, 1), ps = at_error(cases[c].theirs, error, 0);
            if (!isnan(f) && !isnan(pf))
                printf("| %s | %.0e | %.0f | %.3f | %.0f | %.3f | %.2f | %.2f |\n", cases[c].m.name, error, f,
                       1e3 * s, pf, 1e3 * ps, f / pf, s / ps);
        }
    return 0;
}

/* The pendulum with 10^3 and 10^6 fixed steps of equal length. */
static int million(void)
{
    double bytes = 0;
    printf("| steps | t | seconds | microseconds a step | bytes | constraint |\n|---|---|---|---|---|---|\n");
    for (int n = 1000; n <= 1000000; n *= 1000) {
        model m = make_pendulum();
        coldae_march_options o;
        coldae_ivp_info info;
        coldae_march_options_init(&o);
        o.step = COLDAE_STEP_FIXED;
        o.n_points = 3;
        o.n_steps = n;
        m.problem.right = n / 100.0;
        if (coldae_march(&m.problem, m.z_left, &o, NULL, NULL, NULL, &info) != COLDAE_OK) {
            fprintf(stderr, "%s\n", info.message);
            return 1;
        }
        printf("| %d | %g | %.2f | %.2f | %.0f | %.1e |\n", info.n_steps, info.t, info.seconds_total,
               1e6 * info.seconds_total / n, info.peak_bytes, info.constraint_residual);
        if (bytes > 0 && info.peak_bytes != bytes)
            return 1;
        bytes = info.peak_bytes;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static case_runs cases[4];
    cases[0].m = make_pendulum();
    cases[1].m = make_slider();
    cases[2].m = make_vdpol();
    cases[3].m = make_robertson();
    for (int i = 0; i < 4; i++)
        cases[i].for_peer = cases[i].m.problem;
    cases[0].for_peer.f = pendulum1_f;
    cases[0].for_peer.df = NULL;
    cases[1].for_peer.f = slider1_f;
    if (argc == 2 && strcmp(argv[1], "million") == 0)
        return million();
    if (argc != 2 || (strcmp(argv[1], "table") != 0 && strcmp(argv[1], "equal") != 0)) {
        fprintf(stderr, "usage: %s table | equal | million\n", argv[0]);
        return 2;
    }
    run_all(4, cases);
    return strcmp(argv[1], "table") == 0 ? table(4, cases) : equal(4, cases);
}
