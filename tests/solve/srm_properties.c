/* srm_properties.c - sequential regularization: every choice of E, meshes, variants, what info tells */
#include <stdlib.h>

#include "check.h"
#include "srm_examples.h"

static double most(double a, double b)
{
    return a >= b || isnan(a) ? a : b;
}

/* Largest errors of an example's solution for t >= from. */
static void errors_of(const coldae_solution *solution, int example, double from, double *ex, double *ey)
{
    *ex = *ey = solution ? 0 : INFINITY;
    for (int i = 0; solution && i <= 200; i++) {
        double t = i / 200.0, x[2], By[2], exact[2], exact_By[2];
        if (t < from)
            continue;
        coldae_solution_eval(solution, t, x, By);
        srm_exact(example, t, exact, exact_By);
        *ex = most(*ex, srm_error(x, exact));
        *ey = most(*ey, srm_error(By, exact_By));
    }
}

static coldae_srm_options options_with(double eps, int iterations)
{
    coldae_srm_options o;
    coldae_srm_options_init(&o);
    o.eps = eps;
    o.iterations = iterations;
    return o;
}

/* ---- boundary values ------------------------------------------------------------------------------------------- */

/* Nothing set: eps and the number of iterations are found, the layer is the only error. */
static void test_defaults(void)
{
    coldae_srm_problem p = srm_example1();
    coldae_srm_info info;
    coldae_solution *solution;
    double ex, ey;
    CHECK_INT(coldae_srm_solve(&p, NULL, &solution, &info), COLDAE_OK);
    errors_of(solution, 1, 0.3, &ex, &ey);
    CHECK(ex <= 5e-6 && ey <= 1e-5);
    CHECK(info.eps > 0 && info.iterations >= 2 && info.n_residual == info.iterations);
    CHECK(info.residual[info.iterations - 1] <= 1e-6);
    for (int s = 1; s < info.n_residual; s++)
        CHECK(info.residual[s] < 0.5 * info.residual[s - 1]);
    CHECK(info.constraint_residual >= info.residual[info.n_residual - 1]);
    CHECK_INT(info.n_intervals, 100);
    CHECK_INT(info.n_newton, info.iterations);
    CHECK(info.peak_bytes > 0 && info.n_data > 0);
    CHECK(info.message[0] == 0);
    CHECK_INT(info.n_indefinite, 0);
    CHECK_INT(info.n_singular, 1); /* a mesh point lies on it */
    CHECK_NEAR(info.singular_t[0], 0.5, 0);
    CHECK(info.singular_condition[0] > 1e30);
    coldae_solution_free(solution);
}

/* By hand or by interpolation around t* (k = 3 and an odd number of subintervals: a collocation point is t*). */
static void test_smooth(void)
{
    coldae_srm_problem p = srm_example1();
    coldae_srm_options o = options_with(0.02, 3);
    coldae_srm_info info;
    coldae_solution *ours, *smooth;
    o.bvp.n_points = 3;
    o.bvp.n_intervals = 51;
    CHECK_INT(coldae_srm_solve(&p, &o, &ours, &info), COLDAE_OK);
    CHECK(info.n_dodged > 0);
    p.smooth = srm_example1_smooth;
    CHECK_INT(coldae_srm_solve(&p, &o, &smooth, &info), COLDAE_OK);
    CHECK_INT(info.n_dodged, 0);
    for (int i = 0; ours && smooth && i <= 50; i++) {
        double x[2], By[2], other[2], other_By[2];
        coldae_solution_eval(ours, i / 50.0, x, By);
        coldae_solution_eval(smooth, i / 50.0, other, other_By);
        CHECK_NEAR(srm_error(x, other), 0, 1e-10);
        CHECK_NEAR(srm_error(By, other_By), 0, 1e-8);
    }
    coldae_solution_free(ours);
    coldae_solution_free(smooth);
}

/* The mesh of the first iteration stays; a given mesh is used; Radau points work as well. */
static void test_meshes(void)
{
    coldae_srm_problem p = srm_example1();
    coldae_srm_options o = options_with(0.01, 3);
    coldae_srm_info info;
    coldae_solution *solution;
    double mesh[81], ex, ey;
    const double *t;
    o.bvp.n_intervals = 10;
    o.bvp.adapt = COLDAE_ADAPT;
    CHECK_INT(coldae_srm_solve(&p, &o, &solution, &info), COLDAE_OK);
    errors_of(solution, 1, 0.3, &ex, &ey);
    CHECK(ex <= 1e-5 && ey <= 1e-4);
    CHECK_INT(coldae_solution_mesh(solution, &t), info.n_intervals);
    CHECK(t[1] < 0.05); /* the layer has been seen */
    coldae_solution_free(solution);
    for (int i = 0; i <= 80; i++)
        mesh[i] = i / 80.0 * (0.25 + 0.75 * i / 80.0);
    o.bvp.adapt = COLDAE_FIXED_MESH;
    o.bvp.mesh = mesh;
    o.bvp.n_intervals = 80;
    o.bvp.points = COLDAE_RADAU;
    CHECK_INT(coldae_srm_solve(&p, &o, &solution, &info), COLDAE_OK);
    CHECK_INT(coldae_solution_mesh(solution, &t), 80);
    for (int i = 0; i <= 80; i++)
        CHECK_NEAR(t[i], mesh[i], 0);
    errors_of(solution, 1, 0.3, &ex, &ey);
    CHECK(ex <= 1e-5 && ey <= 1e-4);
    coldae_solution_free(solution);
}

/* Shooting back has no layer at left, whatever is done with x(right). */
static void test_shoot_back(void)
{
    static const int first[] = {0};
    coldae_srm_problem p = srm_example1();
    coldae_solution *solution;
    double ex, ey, x[2], By[2];
    for (int end = COLDAE_SRM_END_KEEP; end <= COLDAE_SRM_END_COMPONENTS; end++) {
        coldae_srm_options o = options_with(0.01, 3);
        o.shoot_back = 3;
        o.end = end;
        o.end_components = first;
        CHECK_INT(coldae_srm_solve(&p, &o, &solution, NULL), COLDAE_OK);
        errors_of(solution, 1, 0, &ex, &ey); /* a layer of the size of eps at right instead */
        CHECK(ex <= 3e-5 && ey <= 3e-3);
        coldae_solution_eval(solution, 0, x, By);
        CHECK_NEAR(x[0], 1, 3e-5);
        CHECK_NEAR(By[1], 1, 1e-4);
        coldae_solution_free(solution);
    }
    coldae_srm_options o = options_with(0.01, 3);
    CHECK_INT(coldae_srm_solve(&p, &o, &solution, NULL), COLDAE_OK);
    errors_of(solution, 1, 0, &ex, &ey);
    CHECK(ey > 0.5); /* the layer */
    coldae_solution_free(solution);
}

/* (3.15) with alpha1 > 0 and a constraint that keeps its rank: no layer (Theorem 3.2). */
static void test_modified(void)
{
    coldae_srm_problem p = srm_example1(), third = srm_example(3);
    coldae_srm_options o = options_with(0.01, 3);
    coldae_solution *solution;
    double ex, ey;
    p.C = third.C;
    p.r = third.r;
    p.dC = third.dC;
    p.dr = third.dr;
    o.alpha1 = 1;
    CHECK_INT(coldae_srm_solve(&p, &o, &solution, NULL), COLDAE_OK);
    errors_of(solution, 3, 0, &ex, &ey);
    CHECK(ex <= 1e-5 && ey <= 1e-4);
    coldae_solution_free(solution);
}

/* tol is not to be had on this mesh: said so, with the result. */
static void test_stalls(void)
{
    coldae_srm_problem p = srm_example1();
    coldae_srm_options o = options_with(0.01, 0);
    coldae_srm_info info;
    coldae_solution *solution;
    o.bvp.n_points = 1;
    o.tol = 1e-12;
    CHECK_INT(coldae_srm_solve(&p, &o, &solution, &info), COLDAE_ERR_MESH_LIMIT);
    CHECK(solution != NULL);
    CHECK_STR_HAS(info.message, "stays at");
    coldae_solution_free(solution);
    o.max_iterations = 2;
    CHECK_INT(coldae_srm_solve(&p, &o, &solution, &info), COLDAE_ERR_NO_CONVERGENCE);
    CHECK(solution != NULL);
    CHECK_STR_HAS(info.message, "max_iterations = 2");
    coldae_solution_free(solution);
}

static int one_y(double t, const double *x, double *y, void *user)
{
    (void)t;
    (void)user;
    CHECK(x == NULL);
    y[0] = 1;
    return 0;
}

static int exact_y(double t, const double *x, double *y, void *user)
{
    (void)x;
    (void)user;
    y[0] = cos(t) / (1 - 2 * t + 1e-300); /* B y_0 = B y */
    return 0;
}

/* y_0 as a function: a constant one is that constant, the exact one needs one iteration; threads change no bit. */
static void test_first_iterate(void)
{
    static const double one[] = {1};
    coldae_srm_problem p = srm_example1();
    coldae_srm_options o = options_with(0.02, 2);
    coldae_solution *constant, *function;
    double ex, ey, x[2], By[2], other[2], other_By[2];
    p.y0 = one_y;
    o.y0 = COLDAE_SRM_Y0_VALUE;
    o.y0_value = one;
    CHECK_INT(coldae_srm_solve(&p, &o, &constant, NULL), COLDAE_OK);
    o.y0 = COLDAE_SRM_Y0_FUNCTION;
    o.bvp.n_threads = 3;
    CHECK_INT(coldae_srm_solve(&p, &o, &function, NULL), COLDAE_OK);
    for (int i = 0; constant && function && i <= 20; i++) {
        coldae_solution_eval(constant, i / 20.0, x, By);
        coldae_solution_eval(function, i / 20.0, other, other_By);
        CHECK(memcmp(x, other, sizeof x) == 0 && memcmp(By, other_By, sizeof By) == 0);
    }
    coldae_solution_free(constant);
    coldae_solution_free(function);
    p.y0 = exact_y;
    o.iterations = 1;
    CHECK_INT(coldae_srm_solve(&p, &o, &function, NULL), COLDAE_OK);
    errors_of(function, 1, 0, &ex, &ey);
    CHECK(ex <= 1e-9 && ey <= 1e-7);
    coldae_solution_free(function);
}

/* ---- initial values
 * ------------------------------------------------------------------------------------------------ */

typedef struct seen {
    int example, steps;
    double ex, ey, y_error;
    int y_missing;
} seen;

static int watch(const coldae_srm_step *step, void *user)
{
    seen *s = user;
    double x[2], By[2];
    srm_exact(s->example, step->t, x, By);
    s->ex = most(s->ex, srm_error(step->x, x));
    s->ey = most(s->ey, srm_error(step->By, By));
    s->steps += step->number > 0;
    if (isnan(step->y[0]))
        s->y_missing++;
    else if (s->example == 2 && fabs(step->t - 0.5) > 0.1)
        s->y_error = most(s->y_error, fabs(step->y[0] - cos(step->t) / (1 - 2 * step->t)));
    return 0;
}

static coldae_srm_info march(int example, coldae_srm_problem p, coldae_srm_options o, seen *s)
{
    coldae_srm_info info;
    double x[2], By[2], exact[2], exact_By[2];
    *s = (seen){.example = example};
    o.observer = watch;
    o.observer_user = s;
    CHECK_INT(coldae_srm_march(&p, &o, x, By, NULL, &info), COLDAE_OK);
    srm_exact(example, 1, exact, exact_By);
    CHECK(srm_error(x, exact) <= s->ex && srm_error(By, exact_By) <= s->ey); /* the end is one of the steps */
    CHECK_NEAR(info.t, 1, 0);
    CHECK_INT(s->steps, info.n_intervals);
    return info;
}

static int unit_E(double t, const double *x, double *E, void *user)
{
    (void)t;
    (void)x;
    (void)user;
    E[0] = 1;
    return 0;
}

static int wrong_E(double t, const double *x, double *E, void *user)
{
    (void)t;
    (void)x;
    (void)user;
    E[0] = -1;
    return 0;
}

/* Example 4 with each E: an error that falls with eps; E = I given as a function is E = I. */
static void test_E(void)
{
    static const double bound[] = {1e-6, 3e-2, 1e-3, 1e-4, 1e-3};
    coldae_srm_problem p = srm_example(4);
    seen s, identity = {0};
    p.E = unit_E;
    for (int E = COLDAE_SRM_E_INVERSE; E <= COLDAE_SRM_E_FUNCTION; E++) {
        coldae_srm_options o = options_with(1e-4, 3);
        o.E = E;
        o.delta = 1e-4;
        o.y0 = COLDAE_SRM_Y0_START;
        o.n_steps = 200;
        coldae_srm_info info = march(4, p, o, &s);

        CHECK(s.ex <= bound[E]);
        CHECK_INT(info.n_indefinite, 0);
        CHECK_INT(info.n_singular, 1);
        CHECK_NEAR(info.singular_t[0], 0.5, 1e-14);
        if (E == COLDAE_SRM_E_IDENTITY)
            identity = s;
    }
    CHECK_NEAR(s.ex, identity.ex, 0);
}

/* E of the wrong sign: the regularization grows; seen and said. */
static void test_indefinite(void)
{
    coldae_srm_problem p = srm_example(4);
    coldae_srm_options o = options_with(1, 1);
    seen s;
    p.E = wrong_E;
    o.E = COLDAE_SRM_E_FUNCTION;
    coldae_srm_info info = march(4, p, o, &s);
    CHECK(info.n_indefinite >= 95 && info.indefinite_value < 0);
    CHECK_NEAR(info.indefinite_t, 0, 0);
    CHECK_STR_HAS(info.message, "warning");
    CHECK_STR_HAS(info.message, "eigenvalue");
}

/* y from By, except where B vanishes; the exact start of y. */
static void test_y(void)
{
    coldae_srm_problem p = srm_example(2);
    coldae_srm_options o = options_with(1e-3, 3);
    seen s;
    double x[] = {1, 0}, By[] = {0, 3}, y = 7, condition;
    o.y0 = COLDAE_SRM_Y0_START;
    (void)march(2, p, o, &s);
    CHECK(s.ex <= 1e-6 && s.ey <= 1e-4 && s.y_error <= 1e-4);
    CHECK_INT(s.y_missing, 1);
    CHECK_INT(coldae_srm_recover(&p, 0.25, x, By, &y, &condition), COLDAE_OK);
    CHECK_NEAR(y, 6, 1e-14);
    CHECK_NEAR(condition, 1, 1e-14);
    CHECK_INT(coldae_srm_recover(&p, 0.5, x, By, &y, NULL), COLDAE_ERR_SINGULAR);
    CHECK_NEAR(y, 6, 1e-14);
    CHECK_INT(coldae_srm_recover(&p, 0.5, x, NULL, &y, NULL), COLDAE_ERR_INVALID);
}

/* Memory and bits: independent of the number of steps; the same again. */
static void test_memory(void)
{
    coldae_srm_problem p = srm_example(2);
    coldae_srm_options o = options_with(0.1, 3);
    coldae_srm_info few, many;
    double x[2], again[2];
    o.n_steps = 10;
    CHECK_INT(coldae_srm_march(&p, &o, x, NULL, NULL, &few), COLDAE_OK);
    o.n_steps = 5000;
    CHECK_INT(coldae_srm_march(&p, &o, x, NULL, NULL, &many), COLDAE_OK);
    CHECK_NEAR(few.peak_bytes, many.peak_bytes, 0);
    CHECK_INT(coldae_srm_march(&p, &o, again, NULL, NULL, NULL), COLDAE_OK);
    CHECK(memcmp(x, again, sizeof x) == 0);
}

/* The penalty method is one iteration from y_0 = 0; eps and iterations chosen by the library. */
static void test_variants(void)
{
    coldae_srm_problem p = srm_example(2);
    coldae_srm_options o = options_with(0.01, 1), penalty = options_with(0.01, 5), chosen;
    coldae_srm_info info;
    double x[2], other[2];
    static const double one[] = {1};
    CHECK_INT(coldae_srm_march(&p, &o, x, NULL, NULL, NULL), COLDAE_OK);
    penalty.variant = COLDAE_SRM_PENALTY;
    penalty.y0 = COLDAE_SRM_Y0_VALUE;
    penalty.y0_value = one;
    CHECK_INT(coldae_srm_march(&p, &penalty, other, NULL, NULL, &info), COLDAE_OK);
    CHECK_INT(info.iterations, 1);
    CHECK(memcmp(x, other, sizeof x) == 0);
    coldae_srm_options_init(&chosen);
    chosen.y0 = COLDAE_SRM_Y0_START;
    for (int stages = COLDAE_SRM_RADAU; stages <= COLDAE_SRM_RK4; stages++) {
        chosen.stages = stages;
        chosen.n_steps = stages == COLDAE_SRM_EULER ? 5000 : 200;
        CHECK_INT(coldae_srm_march(&p, &chosen, x, NULL, NULL, &info), COLDAE_OK);
        CHECK(info.eps > 0 && info.iterations >= 3 && info.iterations <= 5);
        CHECK_NEAR(x[0], exp(-1), stages == COLDAE_SRM_EULER ? 1e-4 : 1e-5);
    }
}

int main(void)
{
    test_defaults();
    test_smooth();
    test_meshes();
    test_shoot_back();
    test_modified();
    test_stalls();
    test_first_iterate();
    test_E();
    test_indefinite();
    test_y();
    test_memory();
    test_variants();
    return check_result();
}
