/* findings.c - problems that cannot be solved as they stand: each ends with a status and a message that says
 * what was found, which component or constraint it concerns, and where
 *
 * Two or three equations of order 1 or 2, one or two constraints.  Nothing in the table has a solution that a
 * user would want, so COLDAE_OK is wrong, with any projection and any points.
 */
#include "check.h"

#include <coldae/coldae.h>

typedef struct finding {
    const char *name;
    int n_diff, n_alg, order; /* all equations have this order */
    int n_side;               /* condition l: z[at[l]] = value[l] at zeta[l] */
    int at[6];
    double value[6], zeta[6];
    coldae_status status, other; /* either is right */
    const char *names, *place;   /* what the message must contain; NULL: nothing in particular */
} finding;

enum {
    SINGULAR_POINT,
    NOTHING,
    NO_X,
    DUPLICATE,
    DEPENDENT,
    UNUSED,
    INDEX3,
    INDEX3_FEWER,
    REDUNDANT,
    AT_RIGHT,
    BOTH_AT_RIGHT,
    INSTEAD_OF_LEFT,
    MANY,
    FEW,
    FEW_INDEX1,
    FEW_INDEX2,
    N_FINDINGS
};

/* clang-format off */
static const finding findings[N_FINDINGS] = {
    [SINGULAR_POINT] = {"C B singular at 1/2", 2, 1, 1, 1, {1}, {0}, {0},
                        COLDAE_ERR_SINGULAR, COLDAE_ERR_SINGULAR, "[0]", "t = 0.5"},
    [NOTHING] = {"a constraint without unknowns", 3, 2, 1, 3, {0, 1, 2}, {0, 0, 0}, {0, 0, 0},
                 COLDAE_ERR_SINGULAR, COLDAE_ERR_SINGULAR, "[1]", "t = "},
    [NO_X] = {"a constraint without x", 2, 1, 2, 4, {0, 1, 2, 3}, {0, 1, 0, 0}, {0, 0, 0, 0},
              COLDAE_ERR_SINGULAR, COLDAE_ERR_NO_CONVERGENCE, "index", "t = "},
    [DUPLICATE] = {"a constraint twice", 3, 2, 1, 3, {0, 1, 2}, {0, 0, 0}, {0, 0, 0},
                   COLDAE_ERR_SINGULAR, COLDAE_ERR_SINGULAR, "[1]", "t = "},
    [DEPENDENT] = {"y enter in one combination only", 3, 2, 1, 3, {0, 1, 2}, {0, 0, 0}, {0, 0, 0},
                   COLDAE_ERR_SINGULAR, COLDAE_ERR_SINGULAR, "[1]", "t = "},
    [UNUSED] = {"y[1] appears nowhere", 3, 2, 1, 3, {0, 1, 2}, {0, 0, 0}, {0, 0, 0},
                COLDAE_ERR_SINGULAR, COLDAE_ERR_SINGULAR, "y[1]", "t = "},
    [INDEX3] = {"pendulum of index 3", 2, 1, 2, 4, {0, 1, 2, 3}, {1, 0, 0, -0.3}, {0, 0, 0, 0},
                COLDAE_ERR_SINGULAR, COLDAE_ERR_NO_CONVERGENCE, "index", "t = "},
    [INDEX3_FEWER] = {"pendulum of index 3 with 3 conditions", 2, 1, 2, 3, {0, 2, 0}, {1, 0, -0.6}, {0, 0, 1},
                      COLDAE_ERR_SINGULAR, COLDAE_ERR_INVALID, "index", NULL},
    [REDUNDANT] = {"a condition that the added constraint implies", 2, 1, 1, 1, {0}, {0}, {0},
                   COLDAE_ERR_SINGULAR, COLDAE_ERR_INVALID, "condition 0", "t = 0"},
    [AT_RIGHT] = {"a constraint repeated at the right end", 2, 1, 1, 1, {0}, {0.8414709848078965}, {1},
                  COLDAE_ERR_SINGULAR, COLDAE_ERR_SINGULAR, "condition 0", "t = 1"},
    [BOTH_AT_RIGHT] = {".. beside another condition there", 2, 1, 1, 2, {0, 1}, {0.8414709848078965, 0}, {1, 1},
                       COLDAE_ERR_SINGULAR, COLDAE_ERR_SINGULAR, "condition 0", "t = 1"},
    [INSTEAD_OF_LEFT] = {".. and not given at the left", 2, 1, 1, 2, {1, 0}, {0, 0.8414709848078965}, {0, 1},
                         COLDAE_ERR_SINGULAR, COLDAE_ERR_SINGULAR, "condition 1", "repeats"},
    [MANY] = {"3 conditions for mstar = 2", 2, 1, 1, 3, {0, 1, 1}, {0, 0, 0}, {0, 0, 1},
              COLDAE_ERR_INVALID, COLDAE_ERR_INVALID, "3", "2"},
    [FEW] = {"4 - 2 = 2 of 4 conditions, one constraint", 2, 1, 2, 2, {0, 2}, {0, 0}, {0, 0},
             COLDAE_ERR_INVALID, COLDAE_ERR_INVALID, "2", "4"},
    [FEW_INDEX1] = {"index 1 with one condition fewer", 2, 1, 1, 1, {0}, {0}, {0},
                    COLDAE_ERR_INVALID, COLDAE_ERR_INVALID, "= 1", "2"},
    [FEW_INDEX2] = {"two constraints of index 2 and one condition fewer", 3, 2, 1, 2, {0, 2}, {0, 0}, {0, 0},
                    COLDAE_ERR_INVALID, COLDAE_ERR_INVALID, "= 2", "1 are needed"},
};
/* clang-format on */

static int f_of(int which, double t, const double *z, const double *y, double *f)
{
    switch (which) {
    case SINGULAR_POINT: /* y = (cos t - 1)/(t - 1/2) has a pole, u1 a logarithm */
        f[0] = (t - 0.5) * y[0] + 1;
        f[1] = y[0] - z[1];
        f[2] = z[0] - sin(t);
        return 0;
    case NOTHING: /* 0 = sin t */
        f[0] = y[0];
        f[1] = y[1];
        f[2] = -z[2];
        f[3] = z[0] - sin(t);
        f[4] = sin(t);
        return 0;
    case NO_X: /* 0 = u0 - sin t, u0'' = y: index 3; its exact y is -sin t - u1 */
        f[0] = y[0] + z[2];
        f[1] = y[0];
        f[2] = z[0] - sin(t);
        return 0;
    case DUPLICATE:
        f[0] = y[0];
        f[1] = y[1];
        f[2] = -z[2];
        f[3] = f[4] = z[0] + z[1] - sin(t);
        return 0;
    case DEPENDENT:
        f[0] = y[0] + y[1];
        f[1] = 2 * (y[0] + y[1]);
        f[2] = -z[2];
        f[3] = z[0] - sin(t);
        f[4] = z[1] - sin(2 * t);
        return 0;
    case UNUSED:
        f[0] = y[0];
        f[1] = -z[1];
        f[2] = -z[2];
        f[3] = z[0] - sin(t);
        f[4] = z[1] + z[2];
        return 0;
    case INDEX3:
    case INDEX3_FEWER:
        f[0] = -y[0] * z[0];
        f[1] = -y[0] * z[2] - 1;
        f[2] = z[0] * z[0] + z[2] * z[2] - 1;
        return 0;
    case FEW_INDEX1:
        f[0] = y[0];
        f[1] = -z[1];
        f[2] = z[0] + y[0] - sin(t);
        return 0;
    case FEW_INDEX2:
        f[0] = y[0];
        f[1] = y[1];
        f[2] = -z[2];
        f[3] = z[0] - sin(t);
        f[4] = z[1] - sin(t);
        return 0;
    default: /* REDUNDANT, .. AT_RIGHT, MANY, FEW: index 2, nothing wrong with the equations (x = u for order 1) */
        f[0] = y[0];
        f[1] = z[0] - z[1];
        f[2] = z[0] - sin(t);
        return 0;
    }
}

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)p;
    return f_of((int)((const finding *)user - findings), t, z, y, f);
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p;
    const finding *q = user;
    *g = z[q->at[l]] - q->value[l];
    return 0;
}

/* Pendulum: on the circle; else something smooth. */
static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    const finding *q = user;
    (void)dmu;
    if (q == &findings[INDEX3] || q == &findings[INDEX3_FEWER]) {
        double a = -0.3 * t - t * t / 2, v = -0.3 - t;
        z[0] = cos(a);
        z[1] = -v * sin(a);
        z[2] = sin(a);
        z[3] = v * cos(a);
        y[0] = v * v - sin(a);
        return 0;
    }
    z[0] = sin(t);
    return 0;
}

static coldae_problem problem_of(const finding *q, int *order)
{
    coldae_problem problem;
    coldae_problem_init(&problem);
    for (int i = 0; i < q->n_diff; i++)
        order[i] = q->order;
    problem.n_diff = q->n_diff;
    problem.n_alg = q->n_alg;
    problem.order = order;
    problem.n_side = q->n_side;
    problem.zeta = q->zeta;
    problem.f = equations;
    problem.g = condition;
    problem.guess = guess;
    problem.user = (void *)(size_t)q;
    return problem;
}

/* Solve; a negative status with words, and nothing that pretends to be a solution. */
static coldae_status refuse(const finding *q, const coldae_options *options, coldae_info *info)
{
    int order[3];
    coldae_problem problem = problem_of(q, order);
    coldae_solution *s = NULL;
    coldae_status status = coldae_solve(&problem, options, &s, info);
    /* a pole of y that no mesh point meets shows as an error that no mesh brings down */
    int sensible = status == COLDAE_ERR_SINGULAR || status == COLDAE_ERR_INVALID ||
                   status == COLDAE_ERR_NO_CONVERGENCE ||
                   (status == COLDAE_ERR_MESH_LIMIT && info->error > 1);
    if (check_fails(sensible && info->message[0] != 0, __FILE__, __LINE__))
        printf("%s (projection %d, points %d, k = %d): %s, message \"%s\", error %.3g\n", q->name,
               options->projection, options->points, options->n_points, coldae_strerror(status),
               info->message, info->error);
    coldae_solution_free(s);
    return status;
}

/* As the library meets it by default: the right status, the right words. */
static void check_default(const finding *q)
{
    coldae_info info;
    coldae_options options;
    coldae_options_init(&options);
    options.n_intervals = 4;
    coldae_status status = refuse(q, &options, &info);
    printf("%s: %d: %s\n", q->name, status, info.message);
    if (check_fails(status == q->status || status == q->other, __FILE__, __LINE__))
        printf("%s: status %d (%s), expected %d or %d\n", q->name, status, info.message, q->status, q->other);
    const char *parts[] = {q->names, q->place};
    for (int i = 0; i < 2; i++)
        if (check_fails(!parts[i] || strstr(info.message, parts[i]), __FILE__, __LINE__))
            printf("%s: \"%s\" does not say \"%s\"\n", q->name, info.message, parts[i]);
}

/* With every projection that can know, all points, some k: never OK. */
static void check_others(const finding *q)
{
    static const int projections[] = {COLDAE_PROJECT_AUTO, COLDAE_PROJECT_INDEX2, COLDAE_PROJECT_SELECTIVE};
    for (int i = 0; i < 3; i++)
        for (int points = COLDAE_GAUSS; points <= COLDAE_RADAU; points++)
            for (int k = 2; k <= 3; k++) {
                coldae_info info;
                coldae_options options;
                coldae_options_init(&options);
                options.n_intervals = 4;
                options.max_intervals = 128;
                options.projection = projections[i];
                options.points = points;
                options.n_points = k;
                (void)refuse(q, &options, &info);
            }
}

/* Fewer conditions are not filled up if the user does not want that; the numbers are named. */
static void check_consistency_off(void)
{
    coldae_info info;
    coldae_options options;
    coldae_options_init(&options);
    options.consistency = 0;
    CHECK_INT(refuse(&findings[REDUNDANT], &options, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "= 1 conditions");
    CHECK_STR_HAS(info.message, "= 2 are needed");
}

/* ---- what may be solved, if the result is right -------------------------------------------------------
 * u1' = u0 - u1, u0(0) = u1(0) = 0, u0 = sin 3t, y = 3 cos 3t and, with e = y - 3 cos 3t,
 *     KINK, JUMP: u0' = y, 0 = u0 - sin 3t + E e, where E = max(0, 1/3 - t), or 1 for t < 1/3 and 0 after:
 *                 E changes its rank off the mesh
 *     PASSING: u0' = 3 cos 3t + (t - 1/2) e, 0 = u0 - sin 3t: C B is singular at 1/2, yet y is smooth */

enum { KINK, JUMP, PASSING, N_DOUBTFUL };

static int doubtful(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    (void)p;
    int kind = *(const int *)user;
    double E = kind == PASSING || t >= 1.0 / 3 ? 0
               : kind == JUMP                  ? 1
                                               : 1.0 / 3 - t,
           e = y[0] - 3 * cos(3 * t);
    f[0] = 3 * cos(3 * t) + (kind == PASSING ? t - 0.5 : 1) * e;
    f[1] = z[0] - z[1];
    f[2] = z[0] - sin(3 * t) + E * e;
    return 0;
}

static int zero(int l, const double *z, const double *p, double *g, void *user)
{
    (void)p, (void)user;
    *g = z[l];
    return 0;
}

/* The largest |u_i - u_i*|; u1 = (sin 3t - 3 cos 3t + 3 e^-t)/10 */
static double largest_error(const coldae_solution *s)
{
    double z[2], most = 0;
    for (int i = 0; i <= 500; i++) {
        double t = i / 500.0;
        CHECK_INT(coldae_solution_eval(s, t, z, NULL), COLDAE_OK);
        most = fmax(most, fabs(z[0] - sin(3 * t)));
        most = fmax(most, fabs(z[1] - (sin(3 * t) - 3 * cos(3 * t) + 3 * exp(-t)) / 10));
    }
    return most;
}

/* Right and honest, or words that name the place. */
static void check_doubtful(int kind, int k)
{
    static const int order[] = {1, 1};
    static const double zeta[] = {0, 0}, tol = 1e-6;
    static const char *const place[] = {"t = 0.33", "t = 0.33", "t = 0.5"};
    coldae_problem problem;
    coldae_options options;
    coldae_info info;
    coldae_solution *s = NULL;
    coldae_problem_init(&problem);
    problem.n_diff = 2;
    problem.n_alg = 1;
    problem.order = order;
    problem.n_side = 2;
    problem.zeta = zeta;
    problem.linear = 1;
    problem.f = doubtful;
    problem.g = zero;
    problem.user = &kind;
    coldae_options_init(&options);
    options.tol = tol;
    options.n_intervals = 4;
    options.n_points = k;
    coldae_status status = coldae_solve(&problem, &options, &s, &info);
    double error = NAN, estimate[2] = {0, 0};
    if (s) {
        error = largest_error(s);
        coldae_solution_error(s, estimate);
    }
    printf("doubtful %d, k = %d: status %d, N = %d, index %d, error %.3g, estimated %.3g %s\n", kind, k,
           status, info.n_intervals, info.index, error, fmax(estimate[0], estimate[1]), info.message);
    if (status == COLDAE_OK) {
        CHECK(error <= 6 * tol); /* |u| is below 1 */
        CHECK(error <= 3 * fmax(fmax(estimate[0], estimate[1]), 1e-3 * tol));
        CHECK(kind == PASSING || info.index == -1);
    } else {
        CHECK(status == COLDAE_ERR_SINGULAR || status == COLDAE_ERR_NO_CONVERGENCE ||
              status == COLDAE_ERR_MESH_LIMIT);
        CHECK_STR_HAS(info.message, place[kind]);
    }
    coldae_solution_free(s);
}

int main(void)
{
    for (int i = 0; i < N_FINDINGS; i++) {
        check_default(&findings[i]);
        check_others(&findings[i]);
    }
    check_consistency_off();
    for (int kind = 0; kind < N_DOUBTFUL; kind++) {
        check_doubtful(kind, 0);
        check_doubtful(kind, 2);
        check_doubtful(kind, 3);
        check_doubtful(kind, 4);
    }
    return check_result();
}
