/* index3_motion.c - coldae_index3 end to end: the papers' mechanisms, every form of a problem, output, options */
#include "../problems/made_motion.h"
#include "check.h"
#include "motion.h"

static motion m;
static coldae_index3_options options;
static coldae_ivp_info info;

static double integrate(void)
{
    double error = 0;
    CHECK_INT(coldae_index3(&m.problem, &options, m.u, m.v, m.lambda, &info), COLDAE_OK);
    CHECK(info.message[0] == 0 && info.t == m.problem.right);
    for (int i = 0; i < m.problem.n_u; i++)
        error = fmax(error, fabs(m.u[i] - m.exact[i]));
    return error;
}

/* fev, jacev "with proj." of Schropp's Tables 1 and 2, times 1.1; errors: identity those of golden (2.7). */
static void test_schropp(void)
{
    static const struct {
        double tol, fev, jac, error;
    } pendulum[] = {{1e-6, 2580, 238, 1.31e-4},
                    {1e-8, 4996, 481, 3.41e-6},
                    {1e-10, 9963, 956, 4.5e-8},
                    {1e-12, 20576, 1912, 3.24e-10}},
      andrews[] = {{1e-6, 2073, 131, 2.21e-4},
                   {1e-8, 3251, 227, 2.28e-5},
                   {1e-10, 5760, 447, 2.3e-6},
                   {1e-12, 11190, 926, 1.48e-7}};
    static const double at_05[] = {1e-3, 3e-4, 2e-5, 1e-6};
    for (int i = 0; i < 4; i++) {
        coldae_index3_options_init(&options);
        options.h_first = 1e-6;
        options.tol = pendulum[i].tol;
        motion_pendulum(&m, 1);
        CHECK(integrate() <= 2 * pendulum[i].error);
        CHECK(info.n_f <= 1.1 * pendulum[i].fev && info.n_df <= 1.1 * pendulum[i].jac);
        CHECK(info.constraint_residual <= 1e-14);
        options.jacobian = COLDAE_INDEX3_JACOBIAN_STRUCTURE;
        motion_andrews(&m, 0.03);
        CHECK(integrate() <= 2 * andrews[i].error);
        motion_andrews(&m, 0.05);
        CHECK(integrate() <= at_05[i]); /* 3e-7 at 1e-12: as far as others of this kind come */
        CHECK(info.n_f <= 1.1 * andrews[i].fev && info.n_df <= 1.1 * andrews[i].jac);
        CHECK(info.constraint_residual <= 1e-14);
    }
}

/* All stages, Jacobians given, differenced, constant: the same answer. */
static void test_options(void)
{
    for (int s = 2; s <= 5; s++)
        for (int kind = 0; kind < 3; kind++) {
            coldae_index3_options_init(&options);
            options.tol = s == 2 ? 1e-6 : 1e-8;
            options.stages = s;
            motion_pendulum(&m, 1);
            m.problem.right = 2;
            m.exact[0] = -0.20419321478828042; /* sin phi, sin(phi/2) = cd(2|1/2)/sqrt 2 */
            m.exact[1] = -0.97893060583190838;
            if (kind == 1)
                m.problem.dk = m.problem.dg = NULL;
            if (kind == 2)
                options.jacobian = COLDAE_INDEX3_JACOBIAN_STRUCTURE;
            CHECK_NEAR(integrate(), 0, (s > 3 ? 300 : 100) * options.tol);
            CHECK(info.constraint_residual <= 1e-13);
            CHECK(info.n_rejected + info.n_failed < info.n_steps);
        }
}

/* Two masses on springs joined by a rod, linear with constant coefficients: u = cos t +- 1/2. */
static int rod_k(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    (void)t, (void)v, (void)user;
    k[0] = -(u[0] - 0.5) + lambda[0];
    k[1] = -(u[1] + 0.5) - lambda[0];
    return 0;
}

static int rod_g(double t, const double *u, const double *v, const double *lambda, double *g, void *user)
{
    (void)t, (void)v, (void)lambda, (void)user;
    g[0] = u[0] - u[1] - 1;
    return 0;
}

static int identity(double t, const double *u, double *mass, void *user)
{
    (void)t, (void)u, (void)user;
    mass[0] = mass[3] = 1;
    return 0;
}

static void test_constant(void)
{
    for (int with_mass = 0; with_mass < 2; with_mass++) {
        memset(&m, 0, sizeof m);
        coldae_index3_problem_init(&m.problem);
        m.problem.n_u = m.problem.n_v = 2;
        m.problem.n_lambda = 1;
        m.problem.right = 10;
        m.problem.k = rod_k;
        m.problem.g = rod_g;
        m.problem.mass = with_mass ? identity : NULL;
        m.problem.mass_is_constant = 1;
        m.u[0] = 1.5;
        m.u[1] = 0.5;
        m.exact[0] = cos(10) + 0.5;
        m.exact[1] = cos(10) - 0.5;
        coldae_index3_options_init(&options);
        options.tol = 1e-9;
        options.jacobian = COLDAE_INDEX3_JACOBIAN_CONSTANT;
        CHECK_NEAR(integrate(), 0, 1e-7);
        CHECK_NEAR(m.lambda[0], 0, 1e-6);
        CHECK(info.n_df <= 2);
    }
}

/* A mass of zero: the massless end of a rod hangs on a spring; only M on the constraints must be regular. */
static int massless(double t, const double *u, double *mass, void *user)
{
    (void)t, (void)u, (void)user;
    mass[0] = 1;
    return 0;
}

static void test_massless(void)
{
    memset(&m, 0, sizeof m);
    coldae_index3_problem_init(&m.problem);
    m.problem.n_u = m.problem.n_v = 2;
    m.problem.n_lambda = 1;
    m.problem.right = 10;
    m.problem.k = rod_k;
    m.problem.g = rod_g;
    m.problem.mass = massless;
    m.u[0] = 1.5;
    m.u[1] = 0.5;
    m.exact[0] = cos(10 * sqrt(2)) + 0.5; /* two springs on one mass */
    m.exact[1] = cos(10 * sqrt(2)) - 0.5;
    coldae_index3_options_init(&options);
    options.tol = 1e-9;
    CHECK_NEAR(integrate(), 0, 1e-6);
    CHECK_NEAR(m.lambda[0], -cos(10 * sqrt(2)), 1e-5);
}

/* f or not, mass or not, differences or not, moving constraints, index 1 to 3. */
static void test_forms(void)
{
    for (int form = 0; form < 48; form++) {
        made q = {form & 1, form >> 1 & 1, form >> 2 & 1, 1 + form / 16, form >> 3 & 1};
        coldae_index3_problem problem;
        coldae_index3_start start;
        double u[2], v[2], w[2], lambda[1], error[3];
        if (q.index == 1 && q.moving)
            continue;
        made_problem(&q, 0.5, 8.5, &problem);
        made_exact(&q, 0.5, u, v, w, lambda);
        double right = lambda[0];
        lambda[0] += 0.1; /* a guess is enough */
        coldae_index3_options_init(&options);
        options.tol = 1e-8;
        options.start = &start;
        CHECK_INT(coldae_index3(&problem, &options, u, v, lambda, &info), COLDAE_OK);
        CHECK_NEAR(start.moved_lambda, 0.1 / (1 + right + 0.1), q.with_jacobians ? 1e-9 : 1e-7);
        CHECK(start.moved_u <= 1e-14 && start.moved_v <= 1e-13);
        made_error(&q, 8.5, u, v, lambda, error);
        CHECK_NEAR(error[0], 0, 1e-6);
        CHECK_NEAR(error[1], 0, 1e-6);
        CHECK_NEAR(error[2], 0, 2e-3); /* lambda of index 3 has order 2 */
        CHECK(info.constraint_residual <= (q.index == 1 ? 1e-6 : 2e-14));
        CHECK_INT(info.index, q.index);
    }
}

/* Index 2 with every projection, and with the saddle matrix alone. */
static void test_index2(void)
{
    for (int kind = 0; kind < 6; kind++) {
        made q = {0, kind & 1, 1, 2, 0};
        coldae_index3_problem problem;
        double u[2], v[2], w[2], lambda[1], error[3];
        made_problem(&q, 0.5, 8.5, &problem);
        made_exact(&q, 0.5, u, v, w, lambda);
        coldae_index3_options_init(&options);
        options.tol = 1e-8;
        if (kind / 2 < 2)
            options.projection = kind / 2 ? COLDAE_INDEX3_PROJECT_NONE : COLDAE_INDEX3_PROJECT_VELOCITY;
        else
            options.jacobian = COLDAE_INDEX3_JACOBIAN_STRUCTURE;
        CHECK_INT(coldae_index3(&problem, &options, u, v, lambda, &info), COLDAE_OK);
        made_error(&q, 8.5, u, v, lambda, error);
        CHECK_NEAR(error[0], 0, 1e-6);
        CHECK_NEAR(error[1], 0, 1e-6);
        CHECK_NEAR(error[2], 0, 1e-4);
        CHECK(info.constraint_residual <= (kind / 2 == 1 ? 1e-6 : 1e-14));
    }
}

/* Output by polynomials and by steps that end there; the same problem identity gives the same bits. */
static void test_output(void)
{
    static const double at[] = {0.05, 0.5, 1.25, 1.9, 2};
    double out[2][5 * 5], last[2];
    for (int exact = 0; exact < 3; exact++) {
        double *to = out[exact > 0];
        coldae_index3_options_init(&options);
        options.tol = 1e-10;
        options.t_out = at;
        options.n_out = 5;
        options.out = to;
        options.out_is_exact = exact > 0;
        motion_pendulum(&m, 1);
        m.problem.right = 2;
        integrate();
        CHECK(to[20] == m.u[0] && to[23] == m.v[1] && to[24] == m.lambda[0]);
        if (exact == 2)
            CHECK(last[0] == m.u[0] && last[1] == m.v[1]);
        last[0] = m.u[0];
        last[1] = m.v[1];
        for (int i = 0; i < 5; i++) {
            const double *x = to + 5 * i;
            double energy = (x[2] * x[2] + x[3] * x[3]) / 2 + x[1];
            CHECK_NEAR(x[0] * x[0] + x[1] * x[1] - 1, 0, exact ? 1e-14 : 1e-6);
            CHECK_NEAR(energy, 0, exact ? 1e-7 : 1e-5);
            CHECK_NEAR(x[4], -3 * x[1], 1e-2);
        }
    }
    for (int i = 0; i < 25; i++)
        CHECK_NEAR(out[0][i], out[1][i], i % 5 == 4 ? 1e-2 : 1e-5);
}

/* Output times that fall together up to rounding, and one just behind a step. */
static void test_close_output(void)
{
    static double out[4 * 5];
    double at[4] = {1, 0, 0, 2};
    at[1] = nextafter(1, 2);
    at[2] = 1 + 1e-9;
    coldae_index3_options_init(&options);
    options.tol = 1e-8;
    options.t_out = at;
    options.n_out = 4;
    options.out = out;
    options.out_is_exact = 1;
    motion_pendulum(&m, 1);
    m.problem.right = 2;
    integrate();
    CHECK(out[0] == out[5]);
    CHECK_NEAR(out[10], out[0] + 1e-9 * out[2], 1e-12);
    CHECK_NEAR(out[19], -3 * out[16],
               1e-2); /* lambda of the step of 1e-9 is lost in rounding, but comes back */
    CHECK_NEAR(out[15] * out[15] + out[16] * out[16], 1, 1e-14);
}

/* What the observer sees: steps in order, values, dense output that is continuous. */
typedef struct seen {
    int steps;
    double t, worst, z[4];
} seen;

static int observe(const coldae_step *step, void *user)
{
    seen *s = user;
    double z[4], y[1];
    CHECK_INT(step->number, s->steps);
    if (step->number == 0) {
        CHECK(step->t == 0 && step->dense == NULL);
        CHECK_INT(coldae_step_eval(step, 0, z, y), COLDAE_ERR_INVALID);
    } else {
        CHECK(step->t_old == s->t && step->t > step->t_old);
        CHECK_INT(coldae_step_eval(step, step->t_old, z, NULL), COLDAE_OK);
        for (int i = 0; i < 4; i++)
            s->worst = fmax(s->worst, fabs(z[i] - s->z[i]));
        CHECK_INT(coldae_step_eval(step, step->t, z, y), COLDAE_OK);
        for (int i = 0; i < 4; i++)
            s->worst = fmax(s->worst, fabs(z[i] - step->z[i]));
        CHECK_NEAR(y[0], step->y[0], 1e-12);
        CHECK_INT(coldae_step_eval(step, step->t + 1, z, y), COLDAE_ERR_INVALID);
    }
    memcpy(s->z, step->z, sizeof s->z);
    s->t = step->t;
    s->steps++;
    return 0;
}

static void test_observer(void)
{
    seen s = {0};
    coldae_index3_options_init(&options);
    options.observer = observe;
    options.observer_user = &s;
    motion_pendulum(&m, 1);
    m.problem.right = 5;
    CHECK_INT(coldae_index3(&m.problem, &options, m.u, m.v, m.lambda, &info), COLDAE_OK);
    CHECK_INT(s.steps, info.n_steps + 1);
    CHECK_NEAR(s.worst, 0, 1e-14);
    CHECK(info.smallest > 0 && info.smallest <= info.h && info.h <= info.largest);
}

/* Tighter tolerances give smaller errors, for each number of stages. */
static void test_tolerances(void)
{
    for (int s = 2; s <= 5; s++) {
        double last = 1;
        for (int digits = 4; digits <= 8; digits += 2) {
            coldae_index3_options_init(&options);
            options.tol = pow(10, -digits);
            options.stages = s;
            motion_pendulum(&m, 1);
            double error = integrate();
            CHECK(error < 0.5 * last);
            last = error;
        }
    }
}

/* A chain of 25 links hanging from one end, let go horizontally: 125 unknowns, systems for LAPACK; energy is kept. */
enum { LINKS = 25 };

static int chain_k(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    (void)t, (void)v, (void)user;
    for (int i = 0; i < LINKS; i++) {
        for (int c = 0; c < 2; c++) {
            double d = u[2 * i + c] - (i > 0 ? u[2 * i - 2 + c] : 0);
            k[2 * i + c] -= d * lambda[i];
            if (i > 0)
                k[2 * i - 2 + c] += d * lambda[i];
        }
        k[2 * i + 1] -= 1;
    }
    return 0;
}

static int chain_g(double t, const double *u, const double *v, const double *lambda, double *g, void *user)
{
    const double l = 1.0 / LINKS;
    (void)t, (void)v, (void)lambda, (void)user;
    for (int i = 0; i < LINKS; i++) {
        double x = u[2 * i] - (i > 0 ? u[2 * i - 2] : 0), y = u[2 * i + 1] - (i > 0 ? u[2 * i - 1] : 0);
        g[i] = (x * x + y * y - l * l) / 2;
    }
    return 0;
}

static void test_chain(int structure)
{
    double energy = 0;
    memset(&m, 0, sizeof m);
    coldae_index3_problem_init(&m.problem);
    m.problem.n_u = m.problem.n_v = 2 * LINKS;
    m.problem.n_lambda = LINKS;
    m.problem.right = 0.7;
    m.problem.k = chain_k;
    m.problem.g = chain_g;
    for (int i = 0; i < LINKS; i++)
        m.u[2 * i] = (i + 1.0) / LINKS;
    coldae_index3_options_init(&options);
    options.tol = 1e-7;
    if (structure)
        options.jacobian = COLDAE_INDEX3_JACOBIAN_STRUCTURE;
    CHECK_INT(coldae_index3(&m.problem, &options, m.u, m.v, m.lambda, &info), COLDAE_OK);
    for (int i = 0; i < LINKS; i++)
        energy += (m.v[2 * i] * m.v[2 * i] + m.v[2 * i + 1] * m.v[2 * i + 1]) / 2 + m.u[2 * i + 1];
    CHECK_NEAR(energy, 0, 1e-4);
    CHECK(info.constraint_residual <= 1e-15);
}

/* Far from t = 0 and short: the first step must not get lost in t. */
static void test_far(void)
{
    coldae_index3_options_init(&options);
    motion_pendulum(&m, 1);
    m.problem.left = 1e7;
    m.problem.right = 1e7 + 1e-3;
    m.exact[0] = 1;
    m.exact[1] = -0.5e-6;
    CHECK_NEAR(integrate(), 0, 1e-9);
}

int main(void)
{
    test_chain(0);
    test_chain(1);
    test_far();
    test_schropp();
    test_options();
    test_constant();
    test_massless();
    test_forms();
    test_index2();
    test_output();
    test_close_output();
    test_observer();
    test_tolerances();
    return check_result();
}
