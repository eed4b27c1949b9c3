/* threads.c - solves at the same time, one inside another, repeated, on several threads: the same bits */
#include <pthread.h>

#include "check.h"
#include "samples.h"

enum { REPEATS = 3 };

/* Orbit without counting: its callbacks may be called from several threads. */
static coldae_problem quiet_orbit(void)
{
    sample unused;
    coldae_problem p = orbit_problem(&unused);
    p.user = NULL;
    return p;
}

static coldae_problem quiet_layer(void)
{
    sample unused;
    coldae_problem p = layer_problem(&unused);
    p.user = NULL;
    return p;
}

static coldae_solution *solve(const coldae_problem *p, int n_threads, coldae_info *info)
{
    coldae_solution *solution = NULL;
    coldae_options o;
    coldae_options_init(&o);
    o.tol = 1e-8;
    o.n_threads = n_threads;
    CHECK_INT(coldae_solve(p, &o, &solution, info), COLDAE_OK);
    return solution;
}

/* ---- at the same time ------------------------------------------------------------------------------- */

typedef struct job {
    coldae_problem problem;
    coldae_solution *solution[REPEATS];
    coldae_status status[REPEATS];
} job;

static void *work(void *argument) /* CHECK counts in globals: not here */
{
    job *j = argument;
    coldae_options o;
    coldae_options_init(&o);
    o.tol = 1e-8;
    for (int i = 0; i < REPEATS; i++)
        j->status[i] = coldae_solve(&j->problem, &o, &j->solution[i], NULL);
    return NULL;
}

static void test_two_threads(void)
{
    job jobs[] = {{.problem = quiet_orbit()}, {.problem = quiet_layer()}, {.problem = quiet_orbit()}};
    enum { JOBS = sizeof jobs / sizeof *jobs };
    pthread_t thread[JOBS];
    coldae_info info;
    for (int i = 0; i < JOBS; i++)
        CHECK_INT(pthread_create(&thread[i], NULL, work, &jobs[i]), 0);
    for (int i = 0; i < JOBS; i++)
        CHECK_INT(pthread_join(thread[i], NULL), 0);
    for (int i = 0; i < JOBS; i++) {
        coldae_solution *alone = solve(&jobs[i].problem, 1, &info);
        for (int r = 0; r < REPEATS; r++) {
            CHECK_INT(jobs[i].status[r], COLDAE_OK);
            CHECK(same_bits(alone, jobs[i].solution[r]));
            coldae_solution_free(jobs[i].solution[r]);
        }
        coldae_solution_free(alone);
    }
}

/* One solution read by two threads. */
typedef struct reader {
    const coldae_solution *solution;
    double sum;
} reader;

static void *read_solution(void *argument)
{
    reader *r = argument;
    double z[3], y[1];
    for (int i = 0; i <= 200; i++)
        if (coldae_solution_eval(r->solution, i / 200.0, z, y) == COLDAE_OK)
            r->sum += z[0] + z[1] + z[2] + y[0];
    return NULL;
}

static void test_two_readers(void)
{
    coldae_info info;
    coldae_problem p = quiet_orbit();
    coldae_solution *solution = solve(&p, 1, &info);
    reader readers[2] = {{.solution = solution}, {.solution = solution}};
    pthread_t thread;
    CHECK_INT(pthread_create(&thread, NULL, read_solution, &readers[0]), 0);
    (void)read_solution(&readers[1]);
    CHECK_INT(pthread_join(thread, NULL), 0);
    CHECK(readers[0].sum == readers[1].sum && readers[0].sum != 0);
    coldae_solution_free(solution);
}

/* ---- one inside another ----------------------------------------------------------------------------- */

typedef struct nest {
    int calls, solved, same;
    const coldae_solution *inner; /* as it is alone */
} nest;

static int nested_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    nest *n = user;
    if (n->calls++ % 97 == 5) {
        coldae_problem problem = quiet_layer();
        coldae_info info;
        coldae_solution *inner = solve(&problem, 1, &info);
        n->solved++;
        n->same += same_bits(inner, n->inner);
        coldae_solution_free(inner);
    }
    return orbit_f(t, z, y, p, f, NULL);
}

static int nested_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)user;
    return orbit_df(t, z, y, p, df, NULL);
}

static int nested_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)user;
    return orbit_g(l, z, p, g, NULL);
}

static int nested_coupled(const double *zl, const double *zr, const double *p, double *r, void *user)
{
    (void)user;
    return orbit_coupled(zl, zr, p, r, NULL);
}

static int nested_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)user;
    return orbit_guess(t, z, y, dmu, NULL);
}

static void test_nested(void)
{
    nest n = {0};
    coldae_info info;
    coldae_problem inner = quiet_layer(), outer = quiet_orbit();
    coldae_solution *inner_alone = solve(&inner, 1, &info);
    outer.dg = NULL;
    outer.dcoupled = NULL;
    coldae_solution *alone = solve(&outer, 1, &info);
    n.inner = inner_alone;
    outer.f = nested_f;
    outer.df = nested_df;
    outer.g = nested_g;
    outer.coupled = nested_coupled;
    outer.guess = nested_guess;
    outer.user = &n;
    coldae_solution *with_inner = solve(&outer, 1, &info);
    CHECK(n.solved > 3);
    CHECK_INT(n.same, n.solved);
    CHECK_INT(info.n_f, n.calls);
    CHECK(same_bits(alone, with_inner));
    coldae_solution_free(inner_alone);
    coldae_solution_free(alone);
    coldae_solution_free(with_inner);
}

/* ---- n_threads -------------------------------------------------------------------------------------- */

static void test_n_threads(const coldae_problem *p)
{
    coldae_info info, other;
    coldae_solution *one = solve(p, 1, &info);
    for (int n = 1; n <= 4; n++) {
        coldae_solution *more = solve(p, n, &other);
        CHECK(same_bits(one, more));
        CHECK_INT(info.n_f, other.n_f);
        CHECK_INT(info.n_df, other.n_df);
        CHECK_INT(info.n_newton, other.n_newton);
        CHECK(info.error == other.error && info.condition == other.condition);
        coldae_solution_free(more);
    }
    coldae_solution_free(one);
}

int main(void)
{
    coldae_problem orbit = quiet_orbit(), layer = quiet_layer();
    test_n_threads(&orbit);
    test_n_threads(&layer);
    test_two_threads();
    test_two_readers();
    test_nested();
    return check_result();
}
