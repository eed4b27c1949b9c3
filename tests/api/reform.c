/* coldae_reform: bad input is named, user functions may fail, nothing is lost or left behind; each
 * allocation failing in turn. */
#include "coldae/reform.h"

#include "../solve/reform_pendulum.h"
#include "heap.h"

static coldae_reform_problem good(void)
{
    static double z_left[4];
    double lambda;
    coldae_reform_problem q = pendulum_make(1);
    pendulum_state(-0.5, 0.3, z_left, &lambda);
    q.z_left = z_left;
    return q;
}

/* It must be refused with this status and these words. */
static void refuse(const coldae_reform_problem *q, const coldae_reform_options *o, coldae_status status,
                   const char *words)
{
    coldae_reform *r = (coldae_reform *)(void *)&status;
    coldae_reform_info info;
    int blocks = heap.blocks;
    int is = coldae_reform_create(q, o, &r, &info);
    CHECK_INT(is, status);
    CHECK_STR_HAS(info.message, words);
    CHECK(r == NULL);
    CHECK_INT(heap.blocks, blocks);
    CHECK_INT(coldae_reform_create(q, o, &r, NULL), status); /* info is not needed */
}

#define REFUSE(field, value, words)                                                                          \
    do {                                                                                                     \
        coldae_reform_problem q = good();                                                                    \
        coldae_reform_options o;                                                                             \
        coldae_reform_options_init(&o);                                                                      \
        (void)o.kind;                                                                                        \
        field = (value);                                                                                     \
        refuse(&q, &o, COLDAE_ERR_INVALID, words);                                                           \
    } while (0)

static void test_fields(void)
{
    static const double wrong[4] = {1, NAN, 0, 0}, zeta[4] = {0};
    REFUSE(q.n, 0, "problem.n = 0");
    REFUSE(q.n, 100000, "problem.n = 100000");
    REFUSE(q.n_g, 0, "problem.n_g = 0");
    REFUSE(q.n_g, 3, "problem.n_g = 3");
    REFUSE(q.n_alg, 2, "problem.n_alg = 2");
    REFUSE(q.order, 0, "problem.order = 0");
    REFUSE(q.order, 31, "problem.order = 31");
    REFUSE(q.g_order, 2, "problem.g_order = 2");
    REFUSE(q.g_order, -1, "problem.g_order = -1");
    REFUSE(q.highest, 3, "problem.highest = 3");
    REFUSE(q.highest, 1, "a derivative that is missing");
    REFUSE(q.n_param, -1, "problem.n_param = -1");
    REFUSE(q.left, NAN, "problem.left = nan");
    REFUSE(q.right, 0, "right = 0");
    REFUSE(q.right, INFINITY, "right = inf");
    REFUSE(q.f, NULL, "problem.f = NULL");
    REFUSE(q.g, NULL, "problem.g = NULL");
    REFUSE(q.n_side, -1, "problem.n_side = -1");
    REFUSE(q.n_side, 1, "problem.side = NULL");
    REFUSE(q.side = pendulum_side; q.n_side, 1, "problem.zeta = NULL");
    REFUSE(q.n_side, 2147483647, "problem.n_side = 2147483647");
    REFUSE(q.n_coupled, 2147483647, "problem.n_coupled = 2147483647");
    REFUSE(q.n_coupled, 1, "problem.coupled = NULL");
    REFUSE(q.side = pendulum_side; q.zeta = zeta; q.n_side, 1, "n_side + n_coupled = 1: must be n_param = 0");
    REFUSE(q.z_left, NULL, "n_side + n_coupled = 0: must be n m - s n_g + n_param = 2");
    REFUSE(q.z_left, wrong, "problem.z_left[1] = nan");
    REFUSE(o.kind, -1, "options.kind = -1");
    REFUSE(o.kind, 9, "options.kind = 9");
    REFUSE(o.direction, 2, "options.direction = 2");
    REFUSE(o.gamma, -1, "options.gamma = -1");
    REFUSE(o.gamma, NAN, "options.gamma = nan");
    REFUSE(o.consistent, 0, "options.consistent = 0");
    REFUSE(o.consistent, NAN, "options.consistent = nan");
    REFUSE(o.kind = COLDAE_REFORM_FAMILY; o.n_imposed, 0, "options.n_imposed = 0");
    REFUSE(o.kind = COLDAE_REFORM_FAMILY; o.n_imposed, 3, "options.n_imposed = 3");
    REFUSE(q.n_alg = 0; o.kind, COLDAE_REFORM_BAUMGARTE, "needs multipliers");
    REFUSE(q.n_alg = 0; o.direction, COLDAE_REFORM_FORCES, "needs multipliers");
    REFUSE(q.g_order = 1; o.kind, COLDAE_REFORM_INVARIANT2, "problem.g_order = 1");
    REFUSE(q.g_order = 1; o.kind, COLDAE_REFORM_STATE_SPACE, "problem.g_order = 1");
    REFUSE(q.n_g = 2; q.n_alg = 2; o.kind, COLDAE_REFORM_STATE_SPACE, "from 1 to n - 1 = 1");
    REFUSE(q.z_left = NULL; q.n_side = 2; q.side = pendulum_side; q.zeta = zeta;
           o.kind, COLDAE_REFORM_STATE_SPACE, "needs one of them to choose");
    refuse(NULL, NULL, COLDAE_ERR_INVALID, "problem = NULL");
    coldae_reform_info info;
    coldae_reform_problem q = good();
    CHECK_INT(coldae_reform_create(&q, NULL, NULL, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "reform = NULL");
}

static void test_roots(void)
{
    static const double bad[2] = {-1, 0.5}, re[2] = {-1, -1}, one[2] = {2, 2}, nan[2] = {-1, NAN};
    REFUSE(o.kind = COLDAE_REFORM_BAUMGARTE; o.root_re = bad; o.n_roots, 2, "root 1 = 0.5 +0 i");
    REFUSE(o.kind = COLDAE_REFORM_BAUMGARTE; o.root_re = nan; o.n_roots, 2, "root 1 = nan");
    REFUSE(o.kind = COLDAE_REFORM_BAUMGARTE; o.root_re = re; o.root_im = one; o.n_roots, 2, "conjugate");
    REFUSE(o.kind = COLDAE_REFORM_BAUMGARTE; o.root_re = re;
           o.n_roots, 1, "options.n_roots = 1: must be 0 or 2");
    REFUSE(o.kind = COLDAE_REFORM_BAUMGARTE; o.n_roots, 2, "options.root_re = NULL");
    REFUSE(o.kind = COLDAE_REFORM_INDEX1; o.root_re = re; o.n_roots, 1, "options.n_roots = 1: must be 0 for");
}

/* ---- what the user's functions say ------------------------------------------------------------- */

static int along(double t, const double *z, const double *p, double *D, void *user)
{
    (void)t, (void)p, (void)user;
    D[0] = -z[P2]; /* along the circle: g_x D = 0 */
    D[1] = z[P1];
    return 0;
}

static int fails(int level, double t, const double *z, const double *y, const double *p, double *g,
                 void *user)
{
    (void)level, (void)t, (void)z, (void)y, (void)p, (void)g, (void)user;
    return -7;
}

static int same_twice(int level, double t, double *C, void *user)
{
    (void)t, (void)user;
    for (int i = 0; i < 6; i++)
        C[i] = level == 0 ? i / 2 + 1 : 0;
    return 0;
}

static int some_B(double t, double *B, void *user)
{
    (void)user;
    B[0] = B[4] = 1;
    B[1] = t - 0.5;
    return 0;
}

static void test_singular(void)
{
    double off[4];
    coldae_reform_options o;
    coldae_reform_options_init(&o);
    coldae_reform_problem q = good();
    q.D = along;
    refuse(&q, &o, COLDAE_ERR_SINGULAR, "dg/dx D is singular at t = 0");
    q = good();
    memcpy(off, q.z_left, sizeof off);
    off[P1] += 1e-3;
    q.z_left = off;
    refuse(&q, &o, COLDAE_ERR_INVALID, "z_left is inconsistent: |g^(0)[0]|");
    const double zero[4] = {0}, dependent[2] = {0, 0};
    q.z_left = zero;
    o.consistent = 10;
    refuse(&q, &o, COLDAE_ERR_SINGULAR, "dg/dx df/dy is singular at t = 0");
    q = good();
    o.kind = COLDAE_REFORM_STATE_SPACE;
    o.R = dependent;
    refuse(&q, &o, COLDAE_ERR_SINGULAR, "linearly dependent rows");
    const double orthogonal[2] = {q.z_left[P1], q.z_left[P2]}; /* R along C */
    o.R = orthogonal;
    refuse(&q, &o, COLDAE_ERR_SINGULAR, "(R; dg/dx) is singular at t = 0");
    q.g = fails;
    refuse(&q, &o, COLDAE_ERR_CALLBACK, "callback g returned -7");
    q = good();
    q.dg = fails;
    refuse(&q, &o, COLDAE_ERR_CALLBACK, "returned -7");
}

static int nan_g(int level, double t, const double *z, const double *y, const double *p, double *g,
                 void *user)
{
    (void)level, (void)t, (void)z, (void)y, (void)p, (void)user;
    g[0] = NAN;
    return 0;
}

static int nan_D(double t, const double *z, const double *p, double *D, void *user)
{
    (void)t, (void)z, (void)p, (void)user;
    D[0] = NAN;
    return 0;
}

/* The pendulum's own functions until t = 0.5, then a code or NaN. */
static int breaks(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    int code = *(int *)user;
    pendulum_f(t, z, y, p, f, NULL);
    if (t > 0.5 && code == 0)
        f[1] = NAN;
    return t > 0.5 ? code : 0;
}

static void test_faults(void)
{
    double z[6], y[4];
    coldae_reform_options o;
    coldae_ivp_info info;
    coldae_reform_options_init(&o);
    coldae_reform_problem q = good();
    q.g = nan_g;
    refuse(&q, &o, COLDAE_ERR_CALLBACK, "callback g gives a value that is not finite at t = 0");
    q = good();
    q.D = nan_D;
    refuse(&q, &o, COLDAE_ERR_CALLBACK, "callback D gives a value that is not finite");
    for (int kind = COLDAE_REFORM_INDEX1; kind <= COLDAE_REFORM_STATE_SPACE; kind++)
        for (int code = -3; code <= 2; code++) {
            coldae_reform *r;
            q = good();
            q.f = breaks;
            q.df = NULL;
            q.dg = NULL;
            q.user = &code;
            o.kind = kind;
            CHECK_INT(coldae_reform_create(&q, &o, &r, NULL), COLDAE_OK);
            coldae_status status = coldae_march(coldae_reform_result(r), NULL, NULL, z, y, NULL, &info);
            CHECK(status == (code < 0 ? COLDAE_ERR_CALLBACK : status) && status < 0);
            CHECK(info.t > 0.3 &&
                  nextafter(info.t, 0) <= 0.5); /* f is asked just left of the end of a step */
            CHECK_INT(info.callback_code, code);
            CHECK_STR_HAS(info.message, code < 0 ? "callback f" : "t = 0.5");
            CHECK(isfinite(z[0])); /* what was reached is kept */
            coldae_reform_free(r);
        }
}

static int crossing_B(double t, double *B, void *user)
{
    (void)user;
    B[0] = t - 0.5;
    return 0;
}

static int simple_C(int level, double t, double *C, void *user)
{
    (void)t, (void)user;
    C[0] = level == 0;
    return 0;
}

static void test_linear(void)
{
    static const double z_left[6] = {0};
    coldae_reform_linear l;
    coldae_reform *r;
    coldae_reform_info info;
    coldae_reform_linear_init(&l);
    CHECK_INT(coldae_reform_create_linear(NULL, NULL, &r, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "problem = NULL");
    l.n = 3;
    l.n_g = l.n_alg = 2;
    l.z_left = z_left;
    CHECK_INT(coldae_reform_create_linear(&l, NULL, &r, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "problem.B = NULL");
    l.B = some_B;
    CHECK_INT(coldae_reform_create_linear(&l, NULL, &r, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "problem.C = NULL");
    l.C = same_twice;
    CHECK_INT(coldae_reform_create_linear(&l, NULL, &r, &info),
              COLDAE_ERR_SINGULAR); /* two equal constraints */
    CHECK_STR_HAS(info.message, "dg/dx df/dy is singular at t = 0");
    l.n_g = l.n_alg = 1;
    l.B = crossing_B;
    l.C = simple_C;
    CHECK_INT(coldae_reform_create_linear(&l, NULL, &r, &info), COLDAE_ERR_SINGULAR); /* in the middle */
    CHECK_STR_HAS(info.message, "is singular at t = 0.5");
    CHECK(r == NULL && heap.blocks == 0);
}

static void test_maps(void)
{
    double z[6], y[4], g[1], condition;
    coldae_reform *r;
    coldae_reform_problem q = good();
    CHECK_INT(coldae_reform_create(&q, NULL, &r, NULL), COLDAE_OK);
    CHECK_INT(coldae_reform_to(NULL, z, y, z, y), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_reform_to(r, NULL, y, z, y), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_reform_to(r, q.z_left, NULL, z, y), COLDAE_OK);
    CHECK_INT(coldae_reform_from(r, 0, NULL, y, NULL, z, y), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_reform_from(r, 0, z, NULL, NULL, NULL, y), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_reform_from(r, 0, z, NULL, NULL, z, NULL), COLDAE_OK);
    CHECK_INT(coldae_reform_drift(r, 3, 0, z, y, NULL, g), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_reform_drift(r, 2, 0, z, NULL, NULL, g), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_reform_drift(r, 2, 0, z, y, NULL, g), COLDAE_OK);
    CHECK_INT(coldae_reform_drift(NULL, 0, 0, z, y, NULL, g), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_reform_condition(r, 0, z, NULL, &condition), COLDAE_ERR_INVALID); /* not of this kind */
    CHECK_INT(coldae_reform_restart(r, 0.5, NULL, NULL, 0), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_reform_restart(r, 0.5, q.z_left, NULL, 0), COLDAE_OK);
    CHECK_NEAR(coldae_reform_result(r)->left, 0.5, 0);
    CHECK(coldae_reform_result(NULL) == NULL);
    coldae_reform_free(NULL);
    coldae_reform_free(r);
}

/* What was passed in may go away: all arrays are copied. */
static void test_copies(void)
{
    double z[6], y[4], z_left[4], lambda, R[2] = {0.9, 0.1}, re[2] = {-1, -2}, exact[4];
    for (int kind = COLDAE_REFORM_INDEX1; kind <= COLDAE_REFORM_STATE_SPACE; kind++) {
        coldae_reform *r;
        coldae_reform_options o;
        coldae_reform_problem q = good();
        coldae_reform_options_init(&o);
        memcpy(z_left, q.z_left, sizeof z_left);
        R[0] = 0.9;
        re[0] = -1;
        q.z_left = z_left;
        o.kind = kind;
        o.R = kind == COLDAE_REFORM_STATE_SPACE ? R : NULL;
        o.n_roots = kind == COLDAE_REFORM_BAUMGARTE ? 2 : 0;
        o.root_re = re;
        CHECK_INT(coldae_reform_create(&q, &o, &r, NULL), COLDAE_OK);
        z_left[0] = R[0] = re[0] = NAN;
        CHECK_INT(coldae_march(coldae_reform_result(r), NULL, NULL, z, y, NULL, NULL), COLDAE_OK);
        CHECK_INT(coldae_reform_from(r, 1, z, y, NULL, z_left, NULL), COLDAE_OK);
        pendulum_exact(-0.5, 0.3, 1, exact, &lambda);
        for (int i = 0; i < 4; i++)
            CHECK_NEAR(z_left[i], exact[i], 2e-5);
        coldae_reform_free(r);
    }
}

/* ---- allocations ------------------------------------------------------------------------------- */

static coldae_status run(int is_march, char *message)
{
    coldae_reform *r;
    coldae_reform_info info;
    coldae_reform_options o;
    coldae_reform_problem q = good();
    coldae_reform_options_init(&o);
    o.kind = COLDAE_REFORM_STATE_SPACE;
    coldae_status status = coldae_reform_create(&q, &o, &r, &info);
    memcpy(message, info.message, 256);
    if (status == COLDAE_OK && is_march) {
        coldae_ivp_info march_info;
        status = coldae_reform_march(r, NULL, 1.2, NULL, NULL, NULL, &march_info);
        memcpy(message, march_info.message, 256);
    }
    coldae_reform_free(r);
    return status;
}

static void test_allocations(int is_march)
{
    char message[256];
    heap_fail(0, 0);
    CHECK_INT(run(is_march, message), COLDAE_OK);
    int calls = heap.calls;
    CHECK(calls >= (is_march ? 3 : 2));
    CHECK_INT(heap.blocks, 0);
    for (int n = 1; n <= calls; n++) {
        heap_fail(n, n);
        CHECK_INT(run(is_march, message), COLDAE_ERR_MEMORY);
        CHECK_STR_HAS(message, "memory");
        CHECK_INT(heap.blocks, 0);
    }
    heap_fail(0, 0);
}

int main(void)
{
    test_fields();
    test_roots();
    test_singular();
    test_faults();
    test_linear();
    test_maps();
    test_copies();
    test_allocations(0);
    test_allocations(1);
    CHECK_INT(heap.blocks, 0);
    return check_result();
}
