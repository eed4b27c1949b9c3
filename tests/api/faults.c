/* faults.c - stop at every call of every callback, cancel at every event: reported, and nothing is lost */
#include "check.h"
#include "samples.h"

typedef struct watch {
    int events, cancel_at, converged, n_intervals; /* n_intervals: of the last converged mesh */
} watch;

static int watching(const coldae_event *event, void *user)
{
    watch *w = user;
    if (event->kind == COLDAE_EVENT_ERROR) {
        w->converged++;
        w->n_intervals = event->n_intervals;
    }
    return ++w->events == w->cancel_at ? 42 : 0;
}

/* The last converged solution must be there and good for use, or NULL if there was none. */
static void check_left_over(const watch *w, coldae_solution *solution, const coldae_info *info)
{
    double z[3], y[1];
    CHECK_INT(solution != NULL, w->converged > 0);
    if (!solution)
        return;
    CHECK_INT(coldae_solution_mesh(solution, NULL), w->n_intervals);
    CHECK_INT(info->n_intervals, w->n_intervals);
    for (int i = 0; i <= 4; i++) {
        CHECK_INT(coldae_solution_eval(solution, i / 4.0, z, y), COLDAE_OK);
        CHECK(isfinite(z[0]) && isfinite(z[1]) && isfinite(z[2]) && isfinite(y[0]));
    }
    coldae_solution_free(solution);
}

/* Every call is counted, also those of a solve that was stopped. */
static void check_counts(const sample *user, const coldae_info *info)
{
    CHECK_INT(info->n_f, user->points[IN_F] + user->points[IN_F_BATCH]);
    CHECK_INT(info->n_df, user->points[IN_DF] + user->points[IN_DF_BATCH]);
    CHECK_INT(info->n_g, user->points[IN_G] + user->points[IN_COUPLED]);
    CHECK_INT(info->n_dg, user->points[IN_DG] + user->points[IN_DCOUPLED]);
}

static coldae_status solve_orbit(int batch, int kind, int at, int code, watch *w, sample *user,
                                 coldae_solution **solution, coldae_info *info)
{
    coldae_options o;
    coldae_problem p = orbit_problem(user);
    coldae_options_init(&o);
    o.tol = 1e-3;
    o.n_points = 3;
    o.n_intervals = 2;
    o.monitor = watching;
    o.monitor_user = w;
    user->kind = kind;
    user->at = at;
    user->code = code;
    p.f_batch = batch ? orbit_f_batch : NULL;
    p.df_batch = batch ? orbit_df_batch : NULL;
    return coldae_solve(&p, &o, solution, info);
}

static void test_stop(int batch, int kind, const char *name)
{
    sample user;
    coldae_solution *solution;
    coldae_info info;
    watch w = {0};
    CHECK_INT(solve_orbit(batch, 0, 0, 0, &w, &user, &solution, &info), COLDAE_OK);
    coldae_solution_free(solution);
    int calls = user.calls[kind];
    CHECK(calls > 0);
    for (int at = 1; at <= calls; at++) {
        int code = -1 - at % 7;
        w = (watch){0};
        CHECK_INT(solve_orbit(batch, kind, at, code, &w, &user, &solution, &info), COLDAE_ERR_CALLBACK);
        CHECK_INT(info.callback_code, code);
        CHECK_INT(user.after, 0); /* stop means stop */
        CHECK_STR_HAS(info.message, name);
        check_counts(&user, &info);
        check_left_over(&w, solution, &info);
    }
}

static void test_cancel(void)
{
    sample user;
    coldae_solution *solution;
    coldae_info info;
    watch w = {0};
    CHECK_INT(solve_orbit(0, 0, 0, 0, &w, &user, &solution, &info), COLDAE_OK);
    coldae_solution_free(solution);
    int events = w.events;
    CHECK(events > 6);
    for (int at = 1; at <= events; at++) {
        w = (watch){.cancel_at = at};
        CHECK_INT(solve_orbit(0, 0, 0, 0, &w, &user, &solution, &info), COLDAE_ERR_CANCELLED);
        CHECK_INT(w.events, at); /* nothing is told after it */
        CHECK_STR_HAS(info.message, "monitor returned 42");
        check_counts(&user, &info);
        check_left_over(&w, solution, &info);
    }
}

int main(void)
{
    test_stop(0, IN_F, "callback f ");
    test_stop(0, IN_DF, "callback df ");
    test_stop(0, IN_G, "callback g ");
    test_stop(0, IN_DG, "callback dg ");
    test_stop(0, IN_COUPLED, "callback coupled ");
    test_stop(0, IN_DCOUPLED, "callback dcoupled ");
    test_stop(0, IN_GUESS, "callback guess ");
    test_stop(1, IN_F_BATCH, "callback f_batch ");
    test_stop(1, IN_DF_BATCH, "callback df_batch ");
    test_cancel();
    return check_result();
}
