/* continuation.c - options.start: its mesh, its parameters, and that nothing happens to it */
#include "check.h"
#include "samples.h"

static record seen;

static int first_size(void)
{
    return seen.event[0].n_intervals;
}

/* Every second point of its mesh, all of them, or options.mesh. */
static void test_mesh(void)
{
    static const double mesh[] = {0, 0.3, 0.6, 1};
    sample user;
    coldae_info info;
    coldae_solution *start = NULL, *next = NULL;
    coldae_problem p = bratu_problem(1, &user);
    CHECK_INT(coldae_solve(&p, NULL, &start, &info), COLDAE_OK);
    int n = info.n_intervals;
    CHECK(n % 2 == 0); /* accepted on the halving of another */
    user.lambda = 2;
    for (int coarsen = 0; coarsen < 2; coarsen++) {
        coldae_options o = recorded_options(&seen);
        o.start = start;
        o.start_coarsen = coarsen;
        o.n_intervals = 17; /* of no importance */
        CHECK_INT(coldae_solve(&p, &o, &next, &info), COLDAE_OK);
        CHECK_INT(first_size(), coarsen ? n / 2 : n);
        coldae_solution_free(next);
    }
    coldae_options o = recorded_options(&seen);
    o.start = start;
    o.mesh = mesh;
    o.n_intervals = 3;
    CHECK_INT(coldae_solve(&p, &o, &next, &info), COLDAE_OK);
    CHECK_INT(first_size(), 3);
    coldae_solution_free(next);
    coldae_solution_free(start);
}

/* A start carries its parameters; param_guess goes before them. */
static void test_start_parameters(void)
{
    static const double bad[] = {1e3};
    sample user;
    coldae_info info;
    coldae_solution *start = NULL, *next = NULL;
    coldae_problem p = orbit_problem(&user);
    coldae_options o = recorded_options(&seen);
    CHECK_INT(coldae_solve(&p, &o, &start, NULL), COLDAE_OK);
    o.start = start;
    p.guess = NULL;
    for (int given = 0; given < 2; given++) {
        p.param_guess = given ? bad : NULL;
        memset(&seen, 0, sizeof seen);
        CHECK_INT(coldae_solve(&p, &o, &next, &info), COLDAE_OK);
        CHECK_INT(seen.event[1].kind, COLDAE_EVENT_NEWTON);
        CHECK(given ? seen.event[1].correction > 0.01 : seen.event[1].correction < 1e-3);
        CHECK_NEAR(coldae_solution_param(next)[0], 4, 1e-5);
        coldae_solution_free(next);
    }
    coldae_solution_free(start);
}

/* A continuation that fails does not touch its start. */
static void test_failing(void)
{
    sample user;
    coldae_options o;
    coldae_info info;
    coldae_solution *start = NULL, *copy = NULL, *next = NULL;
    coldae_problem p = bratu_problem(1, &user);
    coldae_options_init(&o);
    CHECK_INT(coldae_solve(&p, NULL, &start, NULL), COLDAE_OK);
    CHECK_INT(coldae_solve(&p, NULL, &copy, NULL), COLDAE_OK);
    CHECK(same_bits(start, copy));
    o.start = start;
    user.lambda = 10;
    CHECK_INT(coldae_solve(&p, &o, &next, &info), COLDAE_ERR_NO_CONVERGENCE);
    CHECK(next == NULL);
    CHECK(same_bits(start, copy));
    user.kind = IN_DF;
    user.at = user.calls[IN_DF] + 20;
    user.code = -1;
    CHECK_INT(coldae_solve(&p, &o, &next, &info), COLDAE_ERR_CALLBACK);
    CHECK(next == NULL);
    CHECK(same_bits(start, copy));
    p = bratu_problem(2, &user);
    CHECK_INT(coldae_solve(&p, &o, &next, &info), COLDAE_OK);
    CHECK(same_bits(start, copy));
    coldae_solution_free(start);
    coldae_solution_free(copy);
    coldae_solution_free(next);
}

int main(void)
{
    test_mesh();
    test_start_parameters();
    test_failing();
    return check_result();
}
