/* outcomes.c - mesh options, tolerances, and how a solve ends that does not reach its tolerance */
#include "check.h"
#include "samples.h"

static record seen;

static int contains(const coldae_solution *solution, double point)
{
    const double *t;
    int n = coldae_solution_mesh(solution, &t), found = 0;
    for (int i = 0; i <= n; i++)
        found += t[i] == point;
    return found == 1;
}

static int first_size(void)
{
    return seen.event[0].n_intervals;
}

static int is_increasing(const coldae_solution *solution)
{
    const double *t;
    int n = coldae_solution_mesh(solution, &t), ups = 0;
    for (int i = 0; i < n; i++)
        ups += t[i] < t[i + 1];
    return ups == n;
}

/* No mesh has more subintervals than allowed. */
static void check_limit(int max_intervals)
{
    CHECK(seen.n <= MOST_EVENTS);
    for (int i = 0; i < seen.n && i < MOST_EVENTS; i++)
        CHECK(seen.event[i].n_intervals <= max_intervals);
}

/* ---- meshes ----------------------------------------------------------------------------------------- */

static void test_fixed_mesh(void)
{
    static const double mesh[] = {0, 0.1, 0.25, 0.5, 0.9, 1};
    const double *t;
    sample user;
    coldae_info info;
    coldae_solution *solution = NULL;
    coldae_options o = recorded_options(&seen);
    coldae_problem p = orbit_problem(&user);
    o.adapt = COLDAE_FIXED_MESH;
    o.mesh = mesh;
    o.n_points = 2;
    o.tol = 1e-12; /* cannot be met, but is not judged */
    CHECK_INT(coldae_solve(&p, &o, &solution, &info), COLDAE_OK);
    CHECK_INT(info.n_meshes, 1);
    CHECK_INT(seen.of_kind[COLDAE_EVENT_ERROR], 1);
    CHECK(isfinite(info.error) && info.error > 1);
    CHECK_INT(strlen(info.message), 0);
    CHECK_INT(coldae_solution_mesh(solution, &t), 5);
    CHECK(t && memcmp(t, mesh, sizeof mesh) == 0);
    coldae_solution_free(solution);
}

static void test_halve_only(void)
{
    sample user;
    coldae_info info;
    coldae_solution *solution = NULL;
    coldae_options o = recorded_options(&seen);
    coldae_problem p = layer_problem(&user);
    const double *t;
    int before = 0;
    o.adapt = COLDAE_HALVE_ONLY;
    o.n_intervals = 3;
    CHECK_INT(coldae_solve(&p, &o, &solution, &info), COLDAE_OK);
    CHECK_INT(first_size(), 3);
    CHECK(info.n_meshes >= 2);
    for (int i = 0; i < seen.n; i++)
        if (seen.event[i].kind == COLDAE_EVENT_MESH) {
            CHECK_INT(seen.event[i].n_intervals, before ? 2 * before : 3);
            before = seen.event[i].n_intervals;
        }
    int n = coldae_solution_mesh(solution, &t);
    for (int i = 0; i <= n; i++)
        CHECK_NEAR(t[i], (double)i / n, 1e-15);
    coldae_solution_free(solution);
}

/* Fixed points, side-condition points and the ends are in the mesh, whatever else the first mesh was. */
static void test_kept_points(void)
{
    static const double fixed[] = {0.123, 0.5000001, 0.9}, mesh[] = {0, 0.05, 0.06, 1};
    sample user;
    coldae_info info;
    coldae_solution *solution = NULL;
    coldae_problem p = orbit_problem(&user);
    for (int given = 0; given < 2; given++) {
        coldae_options o = recorded_options(&seen);
        o.fixed = fixed;
        o.n_fixed = 3;
        o.tol = 1e-9;
        o.n_intervals = 3;
        o.mesh = given ? mesh : NULL;
        CHECK_INT(coldae_solve(&p, &o, &solution, &info), COLDAE_OK);
        CHECK(first_size() >= 5);
        CHECK(contains(solution, 0) && contains(solution, 1) && contains(solution, 0.5));
        for (int i = 0; i < 3; i++)
            CHECK(contains(solution, fixed[i]));
        CHECK(is_increasing(solution));
        coldae_solution_free(solution);
    }
}

/* Neighbouring doubles cannot be halved: no mesh point twice, whatever the verdict is. */
static void test_rounding(void)
{
    const double fixed[] = {0.5, nextafter(0.5, 1)}, narrow[] = {1, 1 + 1e-15};
    sample user;
    coldae_solution *solution = NULL;
    coldae_problem p = layer_problem(&user);
    coldae_options o = recorded_options(&seen);
    o.fixed = fixed;
    o.n_fixed = 2;
    (void)coldae_solve(&p, &o, &solution, NULL);
    CHECK(is_increasing(solution));
    coldae_solution_free(solution);
    p.zeta = narrow;
    p.left = narrow[0];
    p.right = narrow[1];
    (void)coldae_solve(&p, NULL, &solution, NULL);
    CHECK(is_increasing(solution));
    coldae_solution_free(solution);
}

/* ---- tolerances ------------------------------------------------------------------------------------- */

static void test_tolerances(void)
{
    static const double only_u[] = {1e-9, 0}, only_slope[] = {0, 1e-3};
    sample user;
    coldae_info tight, loose;
    coldae_solution *solution = NULL, *differenced = NULL;
    coldae_problem p = layer_problem(&user);
    coldae_options o = recorded_options(&seen);
    double z[2], near[2], error[2];
    o.tol = 0.9; /* replaced by tol_z */
    o.n_points = 3;
    o.tol_z = only_slope;
    CHECK_INT(coldae_solve(&p, &o, &solution, &loose), COLDAE_OK);
    coldae_solution_free(solution);
    o.tol_z = only_u;
    CHECK_INT(coldae_solve(&p, &o, &solution, &tight), COLDAE_OK);
    CHECK(tight.n_intervals > loose.n_intervals);
    p.df = NULL;
    CHECK_INT(coldae_solve(&p, &o, &differenced, NULL), COLDAE_OK);
    coldae_solution_error(solution, error);
    for (int i = 0; i <= 50; i++) {
        CHECK_INT(coldae_solution_eval(solution, i / 50.0, z, NULL), COLDAE_OK);
        CHECK_INT(coldae_solution_eval(differenced, i / 50.0, near, NULL), COLDAE_OK);
        CHECK_NEAR(z[0], layer_exact(i / 50.0), 1e-9 * 2);
        CHECK_NEAR(near[0], layer_exact(i / 50.0), 1e-9 * 2);
    }
    CHECK(error[0] > 0 && error[0] <= 1e-9 * 2);
    coldae_solution_free(solution);
    coldae_solution_free(differenced);
}

/* ---- bad ends --------------------------------------------------------------------------------------- */

static int jump_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)z;
    (void)y;
    (void)p;
    f[0] = t < 1 / 3.0 ? -1 : 1; /* no mesh point will ever be there */
    return sample_count(user, IN_F, 1);
}

static int zero_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t;
    (void)z;
    (void)y;
    (void)p;
    (void)df;
    return sample_count(user, IN_DF, 1);
}

static void test_mesh_limit(void)
{
    sample user;
    coldae_info info;
    coldae_solution *solution = NULL;
    coldae_problem p = layer_problem(&user);
    coldae_options o = recorded_options(&seen);
    double z[2];
    o.tol = 1e-12;
    o.n_points = 2;
    o.max_intervals = 45;
    CHECK_INT(coldae_solve(&p, &o, &solution, &info), COLDAE_ERR_MESH_LIMIT);
    check_limit(45);
    CHECK(info.error > 1);
    CHECK_STR_HAS(info.message, "max_intervals = 45");
    CHECK_INT(coldae_solution_mesh(solution, NULL), info.n_intervals);
    CHECK_INT(coldae_solution_eval(solution, 0.25, z, NULL), COLDAE_OK);
    CHECK_NEAR(z[0], layer_exact(0.25), 1e-3);
    coldae_solution_free(solution);
    /* A jump where no mesh point is: the sequence of meshes must end all the same. */
    o = recorded_options(&seen);
    o.tol = 1e-9;
    o.max_intervals = 640;
    p.f = jump_f;
    p.df = zero_df;
    coldae_status status = coldae_solve(&p, &o, &solution, &info);
    CHECK(status == COLDAE_OK || status == COLDAE_ERR_MESH_LIMIT);
    check_limit(640);
    CHECK(info.n_meshes <= 60);
    CHECK(solution != NULL);
    coldae_solution_free(solution);
}

static void test_hopeless(void)
{
    sample user;
    coldae_info info;
    coldae_solution *solution = NULL;
    coldae_problem p = bratu_problem(20, &user);
    coldae_options o = recorded_options(&seen);
    CHECK_INT(coldae_solve(&p, &o, &solution, &info), COLDAE_ERR_NO_CONVERGENCE);
    CHECK(solution == NULL);
    CHECK_INT(seen.of_kind[COLDAE_EVENT_ERROR], 0);
    CHECK(info.n_f < 100000); /* not on and on to 10000 subintervals */
    CHECK(info.n_intervals <= 200);
    CHECK_STR_HAS(info.message, "Newton");
    CHECK_STR_HAS(info.message, "guess");
}

static int slope_g(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l;
    (void)p;
    *g = z[1];
    return sample_count(user, IN_G, 1);
}

/* u'' = 0 with u'(0) = u'(1) = 0, and with u(0) = 0 twice: not determined. */
static void test_singular(void)
{
    static const double twice[] = {0, 0};
    sample user;
    coldae_info info;
    coldae_solution *solution = NULL;
    for (int linear = 0; linear < 2; linear++)
        for (int same = 0; same < 2; same++) {
            coldae_problem p = bratu_problem(0, &user);
            p.linear = linear;
            p.dg = NULL;
            if (same)
                p.zeta = twice;
            else
                p.g = slope_g;
            CHECK_INT(coldae_solve(&p, NULL, &solution, &info), COLDAE_ERR_SINGULAR);
            CHECK(solution == NULL);
            CHECK_STR_HAS(info.message, "singular");
            CHECK_STR_HAS(info.message, "condition");
            CHECK(info.n_intervals <= 200);
        }
}

int main(void)
{
    test_fixed_mesh();
    test_halve_only();
    test_kept_points();
    test_rounding();
    test_tolerances();
    test_mesh_limit();
    test_hopeless();
    test_singular();
    return check_result();
}
