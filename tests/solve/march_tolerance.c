/* march_tolerance.c - automatic steps hold the tolerance: true error at most 20 tol (1 + |z|), also between steps */
#include "check.h"
#include "march_models.h"

static const double ALLOWED = 20;
static const double REFERENCE = 2e-11; /* what the references are good for */

/* Largest error / (tol (1 + |z|)) at the reference points, from the dense output. */
static double worst_of(const model *m, const coldae_solution *solution, double tol)
{
    double worst = 0, z[MODEL_Z];
    for (int i = 0; i < MODEL_POINTS; i++) {
        CHECK_INT(coldae_solution_eval(solution, m->t[i], z, NULL), COLDAE_OK);
        for (int c = 0; c < m->n_check; c++) {
            double error = fmax(0, fabs(z[c] - m->z[i][c]) - REFERENCE) / (1 + fabs(m->z[i][c]));
            worst = fmax(worst, isfinite(error) ? error / tol : HUGE_VAL);
        }
    }
    return worst;
}

static void run(const model *m, int points, double tol, const coldae_invariant *invariant)
{
    coldae_march_options o;
    coldae_ivp_info info;
    coldae_solution *solution;
    double z[MODEL_Z], y[2];
    coldae_march_options_init(&o);
    o.tol = tol;
    o.points = points;
    o.invariants = invariant;
    o.n_invariants = invariant != NULL;
    coldae_status status = coldae_march(&m->problem, m->z_left, &o, z, y, &solution, &info);
    CHECK_INT(status, COLDAE_OK);
    if (status != COLDAE_OK) {
        printf("%s, tol %g: %s\n", m->name, tol, info.message);
        return;
    }
    double worst = worst_of(m, solution, tol);
    printf("%-12s %-5s tol %.0e: error/tol %6.2f, steps %5d, rejected %3d, failed %3d, f %6d, factored %5d\n",
           m->name, points == COLDAE_GAUSS ? "Gauss" : "Radau", tol, worst, info.n_steps, info.n_rejected,
           info.n_failed, info.n_f, info.n_factor);
    CHECK(worst <= ALLOWED);
    CHECK_INT(coldae_solution_mesh(solution, NULL), info.n_steps);
    CHECK_NEAR(info.t, m->problem.right, 0);
    CHECK(info.n_factor > 0 && info.n_newton >= info.n_steps && info.n_f > 0);
    CHECK(info.n_rejected + info.n_failed <= info.n_steps / 2);
    CHECK(info.smallest > 0 && info.smallest <= info.largest && info.h <= info.largest);
    coldae_solution_free(solution);
}

/* u' = -1e4 (u - cos 50 t) - 50 sin 50 t: its ends are right for any step, what is between them is not. */
static int forced_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)y, (void)p, (void)user;
    f[0] = -1e4 * (z[0] - cos(50 * t)) - 50 * sin(50 * t);
    return 0;
}

static int forced_error(const coldae_step *step, void *user)
{
    double *worst = user, z;
    for (int i = 0; step->dense && i <= 20; i++) {
        double t = i < 20 ? step->t_old + i / 20.0 * (step->t - step->t_old) : step->t;
        CHECK_INT(coldae_step_eval(step, t, &z, NULL), COLDAE_OK);
        *worst = fmax(*worst, fabs(z - cos(50 * t)));
    }
    return 0;
}

static void run_forced(void)
{
    const double one = 1;
    for (double tol = 1e-3; tol > 0.5e-9; tol /= 10) {
        coldae_problem p;
        coldae_march_options o;
        double worst = 0;
        coldae_problem_init(&p);
        p.n_diff = 1;
        p.order = model_first_orders;
        p.linear = 1;
        p.f = forced_f;
        coldae_march_options_init(&o);
        o.tol = tol;
        o.observer = forced_error;
        o.observer_user = &worst;
        CHECK_INT(coldae_march(&p, &one, &o, NULL, NULL, NULL, NULL), COLDAE_OK);
        printf("forced: tol %.0e: error/tol %.2f everywhere\n", tol, worst / tol);
        CHECK(worst <= ALLOWED * tol);
    }
}

int main(void)
{
    const model pendulum = make_pendulum(), slider = make_slider(), vdpol = make_vdpol(),
                robertson = make_robertson();
    const coldae_invariant position = {.n = 2, .h = slider_position};
    for (double tol = 1e-3; tol > 0.5e-11; tol /= 10)
        for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++) {
            run(&pendulum, points, tol, NULL);
            run(&slider, points, tol, NULL);
            run(&slider, points, tol, &position);
        }
    for (double tol = 1e-3; tol > 0.5e-11; tol /= 10) /* stiff: Radau */
        run(&vdpol, COLDAE_RADAU, tol, NULL);
    for (double tol = 1e-5; tol > 0.5e-11; tol /= 10) /* u falls to 1e-8, where looser ones say nothing */
        run(&robertson, COLDAE_RADAU, tol, NULL);
    run_forced();
    return check_result();
}
