/* events.c - what the monitor is told, in which order, and the numbers of info */
#include "check.h"
#include "samples.h"

static record seen;

static int is_step(const coldae_event *e)
{
    return e->kind == COLDAE_EVENT_NEWTON || e->kind == COLDAE_EVENT_DAMPING;
}

/* Each event has its fields, the others are zero. */
static void check_fields(const coldae_event *e)
{
    CHECK(e->mesh >= 1 && e->n_intervals >= 1);
    if (is_step(e)) {
        CHECK(e->iteration >= 1);
        CHECK(e->damping > 0 && e->damping <= 1);
        CHECK(isfinite(e->correction) && e->correction >= 0);
    } else {
        CHECK(e->iteration == 0 && e->damping == 0 && e->correction == 0);
    }
    if (e->kind == COLDAE_EVENT_ERROR)
        CHECK(isfinite(e->error) && e->error >= 0);
    else
        CHECK(e->error == 0);
}

/* (MESH (DAMPING* NEWTON)* [ERROR])*: meshes counted from 1, steps from 1 on each mesh. */
static void check_sequence(void)
{
    int mesh = 0, steps = 0, n_intervals = 0, judged = 1;
    CHECK(seen.n > 0 && seen.n <= MOST_EVENTS);
    for (int i = 0; i < seen.n; i++) {
        const coldae_event *e = &seen.event[i];
        check_fields(e);
        if (e->kind == COLDAE_EVENT_MESH) {
            mesh++;
            steps = judged = 0;
            n_intervals = e->n_intervals;
        } else {
            CHECK(!judged);
        }
        CHECK_INT(e->mesh, mesh);
        CHECK_INT(e->n_intervals, n_intervals);
        if (e->kind == COLDAE_EVENT_NEWTON)
            CHECK_INT(e->iteration, ++steps);
        else if (e->kind == COLDAE_EVENT_DAMPING)
            CHECK_INT(e->iteration, steps + 1);
        else if (e->kind == COLDAE_EVENT_ERROR)
            judged = steps > 0;
    }
}

/* info against the events and the counts of the callbacks. */
static void check_info(const coldae_info *info, const sample *user)
{
    const int *n = user->points;
    int refused = seen.of_kind[COLDAE_EVENT_DAMPING];
    CHECK_INT(info->n_meshes, seen.of_kind[COLDAE_EVENT_MESH]);
    CHECK_INT(info->n_newton, seen.of_kind[COLDAE_EVENT_NEWTON]);
    CHECK(info->n_factor >= info->n_meshes && info->n_factor <= info->n_newton + info->n_meshes + refused);
    CHECK_INT(info->n_f, n[IN_F] + n[IN_F_BATCH]);
    CHECK_INT(info->n_g, n[IN_G] + n[IN_COUPLED]); /* one coupled condition */
    CHECK(info->seconds_total > 0 && info->seconds_total < 60);
    CHECK(info->peak_bytes > 0);
}

static void check_success(const coldae_info *info, const coldae_solution *solution)
{
    const coldae_event *last = &seen.event[seen.n - 1];
    CHECK_INT(last->kind, COLDAE_EVENT_ERROR);
    CHECK(last->error == info->error && info->error <= 1);
    CHECK_INT(last->n_intervals, info->n_intervals);
    CHECK_INT(coldae_solution_mesh(solution, NULL), info->n_intervals);
    CHECK_INT(strlen(info->message), 0);
    CHECK_INT(info->callback_code, 0);
    CHECK(info->condition >= 1 && isfinite(info->condition));
}

static void test_orbit(int batch, int differenced)
{
    sample user;
    coldae_info info;
    coldae_solution *solution = NULL;
    coldae_options o = recorded_options(&seen);
    coldae_problem p = orbit_problem(&user);
    double z[3], y[1], exact[3], exact_y[1];
    p.f_batch = batch ? orbit_f_batch : NULL;
    p.df_batch = batch ? orbit_df_batch : NULL;
    if (differenced) {
        p.df = NULL;
        p.dg = NULL;
        p.dcoupled = NULL;
    }
    CHECK_INT(coldae_solve(&p, &o, &solution, &info), COLDAE_OK);
    check_sequence();
    check_info(&info, &user);
    check_success(&info, solution);
    CHECK_INT(info.index, 1);
    CHECK(info.bc_residual < 1e-8 && info.constraint_residual < 1e-6);
    if (batch)
        CHECK_INT(user.calls[IN_F] + user.calls[IN_DF], 0); /* the batch is used instead */
    if (!differenced) {
        CHECK_INT(info.n_df, user.points[IN_DF] + user.points[IN_DF_BATCH]);
        CHECK_INT(info.n_dg, user.points[IN_DG] + user.points[IN_DCOUPLED]);
    }
    for (int i = 0; i <= 10; i++) { /* |error| <= tol (1 + |u|); y is not controlled */
        CHECK_INT(coldae_solution_eval(solution, i / 10.0, z, y), COLDAE_OK);
        orbit_exact(i / 10.0, exact, exact_y);
        for (int c = 0; c < 3; c++)
            CHECK_NEAR(z[c], exact[c], 1e-6 * (1 + fabs(exact[c])));
        CHECK_NEAR(y[0], exact_y[0], 1e-4);
    }
    CHECK_NEAR(coldae_solution_param(solution)[0], 4, 1e-5);
    coldae_solution_free(solution);
}

/* A linear problem takes one step on each mesh, undamped. */
static void test_linear(void)
{
    sample user;
    coldae_info info;
    coldae_solution *solution = NULL;
    coldae_options o = recorded_options(&seen);
    coldae_problem p = layer_problem(&user);
    double z[2];
    o.tol = 1e-8;
    o.sensitive = 1; /* changes nothing here */
    CHECK_INT(coldae_solve(&p, &o, &solution, &info), COLDAE_OK);
    check_sequence();
    check_info(&info, &user);
    check_success(&info, solution);
    CHECK_INT(info.index, 0);
    CHECK(info.n_meshes >= 2);
    CHECK_INT(info.n_newton, info.n_meshes);
    CHECK_INT(info.n_factor, info.n_meshes);
    CHECK_INT(seen.n, 3 * info.n_meshes);
    for (int i = 0; i < seen.n; i++)
        CHECK(!is_step(&seen.event[i]) || (seen.event[i].iteration == 1 && seen.event[i].damping == 1));
    for (int i = 0; i <= 20; i++) {
        CHECK_INT(coldae_solution_eval(solution, i / 20.0, z, NULL), COLDAE_OK);
        CHECK_NEAR(z[0], layer_exact(i / 20.0), 1e-8 * 2);
    }
    coldae_solution_free(solution);
}

static int far_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)t;
    (void)y;
    (void)dmu;
    z[0] = 8;
    return sample_count(user, IN_GUESS, 1);
}

/* Steps that are refused, a strongly damped start, no damping at all. */
static void test_damping(void)
{
    sample user;
    coldae_info info;
    coldae_solution *solution = NULL, *full = NULL;
    coldae_options o = recorded_options(&seen);
    coldae_problem p = bratu_problem(1, &user);
    double z[2], near[2];
    p.guess = far_guess;
    coldae_status status = coldae_solve(&p, &o, &solution, &info);
    CHECK(status == COLDAE_OK || status == COLDAE_ERR_NO_CONVERGENCE);
    CHECK(seen.of_kind[COLDAE_EVENT_DAMPING] > 0);
    check_sequence();
    check_info(&info, &user);
    coldae_solution_free(solution);

    o = recorded_options(&seen);
    o.sensitive = 1;
    p = bratu_problem(1, &user);
    CHECK_INT(coldae_solve(&p, &o, &solution, &info), COLDAE_OK);
    check_sequence();
    CHECK(seen.event[1].damping <= 0.1);

    o = recorded_options(&seen);
    o.newton = COLDAE_NEWTON_FULL;
    CHECK_INT(coldae_solve(&p, &o, &full, &info), COLDAE_OK);
    check_sequence();
    CHECK_INT(seen.of_kind[COLDAE_EVENT_DAMPING], 0);
    for (int i = 0; i < seen.n; i++)
        CHECK(!is_step(&seen.event[i]) || seen.event[i].damping == 1);
    CHECK_INT(coldae_solution_eval(solution, 0.5, z, NULL), COLDAE_OK);
    CHECK_INT(coldae_solution_eval(full, 0.5, near, NULL), COLDAE_OK);
    CHECK_NEAR(z[0], near[0], 2e-6);
    CHECK_NEAR(z[0], 0.140539214400472, 1e-6 * 1.2); /* lower branch, lambda = 1 */
    coldae_solution_free(solution);
    coldae_solution_free(full);

    o = recorded_options(&seen);
    o.max_iterations = 1; /* too few on one mesh .. */
    o.tol = 1e-10;
    o.adapt = COLDAE_FIXED_MESH;
    CHECK_INT(coldae_solve(&p, &o, &solution, &info), COLDAE_ERR_NO_CONVERGENCE);
    CHECK(solution == NULL);
    CHECK_INT(info.n_newton, 1);
    CHECK_STR_HAS(info.message, "1 of at most 1 steps");
    o.adapt = COLDAE_ADAPT; /* .. but the iteration goes on, on the halved ones */
    CHECK_INT(coldae_solve(&p, &o, &solution, &info), COLDAE_OK);
    CHECK_INT(coldae_solution_eval(solution, 0.5, z, NULL), COLDAE_OK);
    CHECK_NEAR(z[0], 0.140539214400472, 1e-10 * 1.2);
    coldae_solution_free(solution);
}

int main(void)
{
    test_orbit(0, 0);
    test_orbit(1, 0);
    test_orbit(0, 1);
    test_orbit(1, 1);
    test_linear();
    test_damping();
    return check_result();
}
