/* reform_march.c - what coldae_reform_create and coldae_reform_march say when the user's functions fail, or limits end it
 *
 * Each call of f and g in turn asks to stop, is not defined, or gives NaN: a stop is always told, whoever asked for the
 * value, and nothing else is made of the other two than "a callback".
 */
#include "../solve/reform_pendulum.h"

typedef struct trap {
    int calls;       /* of f and g so far */
    int at, code;    /* call number `at` returns this; 0: gives NaN */
    int is_for_good; /* .. and all calls after it */
    double t;        /* where that was */
} trap;

static int is_caught(trap *u, double t)
{
    u->calls++;
    if (u->calls == u->at)
        u->t = t;
    return u->calls == u->at || (u->is_for_good && u->at > 0 && u->calls > u->at);
}

static int trapped_f(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    trap *u = user;
    (void)pendulum_f(t, z, y, p, f, NULL);
    if (!is_caught(u, t))
        return 0;
    f[0] = NAN;
    return u->code;
}

static int trapped_g(int level, double t, const double *z, const double *y, const double *p, double *g,
                     void *user)
{
    trap *u = user;
    (void)pendulum_g(level, t, z, y, p, g, NULL);
    if (!is_caught(u, t))
        return 0;
    g[0] = NAN;
    return u->code;
}

static double z_left[4];

static coldae_reform_problem make(trap *user, double right)
{
    double lambda;
    coldae_reform_problem q = pendulum_make(right);
    pendulum_state(0, 3, z_left, &lambda);
    q.z_left = z_left;
    q.f = trapped_f;
    q.g = trapped_g;
    q.df = NULL;
    q.dg = NULL;
    q.user = user;
    return q;
}

static coldae_reform *create(trap *user, double right, coldae_status *status, coldae_reform_info *info)
{
    coldae_reform *r;
    coldae_reform_options o;
    coldae_reform_problem q = make(user, right);
    coldae_reform_options_init(&o);
    o.kind = COLDAE_REFORM_STATE_SPACE;
    *status = coldae_reform_create(&q, &o, &r, info);
    return r;
}

/* One march with the trap; the message and callback code of whoever failed. */
static coldae_status run(trap *user, char *message, int *code, double *t, double *z)
{
    coldae_status status;
    coldae_reform_info made;
    coldae_march_options options;
    coldae_ivp_info info;
    coldae_march_options_init(&options);
    options.tol = 1e-4;
    coldae_reform *r = create(user, 1, &status, &made);
    memcpy(message, made.message, 256);
    *code = made.callback_code;
    *t = 0;
    if (status == COLDAE_OK) {
        status = coldae_reform_march(r, &options, 1.5, z, NULL, NULL, &info);
        memcpy(message, info.message, 256);
        *code = info.callback_code;
        *t = info.t;
    }
    coldae_reform_free(r);
    return status;
}

static void test_traps(void)
{
    static const int codes[] = {-7, 3, 0};
    char message[256];
    int code;
    double t, z[4], exact[4], lambda;
    trap none = {0};
    CHECK_INT(run(&none, message, &code, &t, z), COLDAE_OK);
    CHECK(none.calls > 100 && code == 0 && message[0] == 0);
    for (int c = 0; c < 6; c++)
        for (int at = 1; at <= none.calls; at += 1 + at / 15) {
            trap user = {.at = at, .code = codes[c % 3], .is_for_good = c >= 3};
            memset(z, 0, sizeof z);
            coldae_status status = run(&user, message, &code, &t, z);
            CHECK(status == COLDAE_ERR_CALLBACK || (status == COLDAE_OK && user.code >= 0));
            if (user.code < 0) {
                CHECK_INT(status, COLDAE_ERR_CALLBACK);
                CHECK_INT(code, user.code);
                CHECK_STR_HAS(message, "returned -7");
            } else if (status != COLDAE_OK) {
                CHECK_STR_HAS(message, "callback ");
                CHECK_INT(code, user.code);
            }
            if (z[P1] == 0 && z[P2] == 0) /* before the first step */
                continue;
            pendulum_exact(0, 3, t, exact, &lambda); /* values at info.t, whatever happened */
            for (int i = 0; i < 4; i++)
                CHECK_NEAR(z[i], exact[i], 1e-2);
        }
}

/* ---- names ------------------------------------------------------------------------------------------- */

static int nan_df(double t, const double *z, const double *y, const double *p, double *df, void *user)
{
    (void)t, (void)z, (void)y, (void)p, (void)user;
    df[8] = NAN;
    return 0;
}

static int nan_dg(int level, double t, const double *z, const double *y, const double *p, double *dg,
                  void *user)
{
    (void)level, (void)t, (void)z, (void)y, (void)p, (void)user;
    dg[P1] = INFINITY;
    return 0;
}

static int nan_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)z, (void)dmu, (void)user;
    y[0] = 1 / t;
    return 0;
}

static int nan_C(int level, double t, double *C, void *user)
{
    (void)level, (void)t, (void)user;
    C[0] = NAN;
    return 0;
}

static void refuse(const coldae_reform_problem *q, const char *words)
{
    coldae_reform *r;
    coldae_reform_info info;
    CHECK_INT(coldae_reform_create(q, NULL, &r, &info), COLDAE_ERR_CALLBACK);
    CHECK_STR_HAS(info.message, words);
    CHECK_STR_HAS(info.message, "not finite at t = 0");
    CHECK_INT(info.callback_code, 0);
    CHECK(r == NULL);
}

static void test_names(void)
{
    trap none = {0};
    const double zero[2] = {0};
    coldae_reform *r;
    coldae_reform_info info;
    coldae_reform_linear l;
    coldae_reform_problem q = make(&none, 1);
    q.df = nan_df;
    refuse(&q, "callback df");
    q = make(&none, 1);
    q.dg = nan_dg;
    refuse(&q, "callback dg");
    q = make(&none, 1);
    q.guess = nan_guess;
    refuse(&q, "callback guess");
    coldae_reform_linear_init(&l);
    l.n = 1;
    l.n_g = 1;
    l.C = nan_C;
    l.z_left = zero;
    CHECK_INT(coldae_reform_create_linear(&l, NULL, &r, &info), COLDAE_ERR_CALLBACK);
    CHECK_STR_HAS(info.message, "callback C or r gives a value that is not finite");
}

/* Values that are not finite do not pass for a drift or a condition. */
static void test_maps(void)
{
    trap user = {0};
    coldae_status status;
    coldae_reform_info info;
    double z[4], y[4], back[4], value;
    coldae_reform *r = create(&user, 1, &status, &info);
    CHECK_INT(status, COLDAE_OK);
    CHECK_INT(coldae_reform_to(r, z_left, NULL, z, y), COLDAE_OK);
    CHECK_INT(coldae_reform_from(r, 0, z, y, NULL, back, NULL), COLDAE_OK);
    for (int code = -1; code <= 1; code++) { /* stop, NaN, not defined */
        user = (trap){.at = 1, .code = code, .is_for_good = 1};
        CHECK_INT(coldae_reform_drift(r, 0, 0, z_left, NULL, NULL, &value), COLDAE_ERR_CALLBACK);
        CHECK_INT(coldae_reform_condition(r, 0, z_left, NULL, &value), COLDAE_ERR_CALLBACK);
        CHECK_INT(coldae_reform_from(r, 0, z, y, NULL, back, NULL), COLDAE_ERR_CALLBACK);
    }
    user = (trap){0};
    z[0] = 2; /* |p| > 1: there are no coordinates */
    CHECK_INT(coldae_reform_from(r, 0, z, y, NULL, back, NULL), COLDAE_ERR_SINGULAR);
    coldae_reform_free(r);
}

/* A boundary value problem whose guess has no coordinates: not the user's g that failed. */
static int far_guess(double t, double *z, double *y, double *dmu, void *user)
{
    (void)t, (void)y, (void)dmu, (void)user;
    z[P1] = 1.5;
    return 0;
}

static int side(int l, const double *z, const double *p, double *g, void *user)
{
    (void)l, (void)p, (void)user;
    *g = z[P1] - 0.5;
    return 0;
}

static void test_no_coordinates(void)
{
    static const double zeta[] = {0, 1}, R[] = {1, 0.1};
    trap none = {0};
    coldae_reform *r;
    coldae_reform_options o;
    coldae_reform_info info;
    coldae_info solved;
    coldae_solution *solution;
    coldae_reform_problem q = make(&none, 1);
    q.z_left = NULL;
    q.n_side = 2;
    q.zeta = zeta;
    q.side = side;
    q.guess = far_guess;
    coldae_reform_options_init(&o);
    o.kind = COLDAE_REFORM_STATE_SPACE;
    o.R = R;
    CHECK_INT(coldae_reform_create(&q, &o, &r, &info), COLDAE_OK);
    CHECK_INT(coldae_solve(coldae_reform_result(r), NULL, &solution, &solved), COLDAE_ERR_CALLBACK);
    CHECK_INT(solved.callback_code, COLDAE_REFORM_NO_COORDINATES);
    CHECK_STR_HAS(solved.message, "callback g returned 1001 (not defined)");
    coldae_solution_free(solution);
    coldae_reform_free(r);
}

/* ---- the end of the march ---------------------------------------------------------------------------- */

typedef struct watch {
    double t; /* stop beyond this .. */
    int seen; /* steps seen */
} watch;

static int stops(const coldae_step *step, void *user)
{
    watch *w = user;
    w->seen = step->number;
    return step->t > w->t ? 7 : 0;
}

static void test_observer(void)
{
    trap none = {0};
    watch w = {.t = 2};
    char words[80];
    int switches;
    coldae_status status;
    coldae_reform_info made;
    coldae_march_options options;
    coldae_ivp_info info;
    coldae_march_options_init(&options);
    options.observer = stops;
    options.observer_user = &w;
    coldae_reform *r = create(&none, 4, &status, &made);
    CHECK_INT(coldae_reform_march(r, &options, 5, NULL, NULL, &switches, &info), COLDAE_ERR_CANCELLED);
    CHECK(switches > 0 && info.t > 2 && info.n_steps == w.seen);
    CHECK_INT(info.callback_code, 7);
    (void)snprintf(words, sizeof words, "the observer returned 7 at t = %.6g, after %d steps", info.t,
                   w.seen);
    CHECK_STR_HAS(info.message, words);
    coldae_reform_free(r);
}

/* max_steps is for all pieces together. */
static void test_max_steps(void)
{
    trap none = {0};
    coldae_status status;
    coldae_reform_info made;
    coldae_march_options options;
    coldae_ivp_info whole, info;
    coldae_march_options_init(&options);
    int switches, n = 0;
    coldae_reform *r = create(&none, 4, &status, &made);
    CHECK_INT(coldae_reform_march(r, &options, 5, NULL, NULL, &switches, &whole), COLDAE_OK);
    CHECK(switches > 2 && whole.callback_code == 0);
    coldae_reform_free(r);
    int needed = whole.n_steps + whole.n_rejected + whole.n_failed;
    for (int most = 1; most <= needed; most++) {
        char words[40];
        double z[4] = {0}, exact[4], lambda;
        r = create(&none, 4, &status, &made);
        options.max_steps = most;
        status = coldae_reform_march(r, &options, 5, z, NULL, &switches, &info);
        CHECK_INT(status, most < needed ? COLDAE_ERR_MESH_LIMIT : COLDAE_OK);
        CHECK_INT(info.n_steps + info.n_rejected + info.n_failed, most);
        (void)snprintf(words, sizeof words, "max_steps = %d reached", most);
        if (status != COLDAE_OK)
            CHECK_STR_HAS(info.message, words);
        CHECK(info.h > 0 && info.smallest > 0 && info.smallest <= info.largest);
        n += switches;
        pendulum_exact(0, 3, info.t, exact, &lambda);
        for (int i = 0; i < 4; i++)
            CHECK_NEAR(z[i], exact[i], 1e-4);
        coldae_reform_free(r);
    }
    CHECK(n > 0);
    r = create(&none, 4, &status, &made);
    CHECK_INT(coldae_reform_march(r, &options, 0.5, NULL, NULL, NULL, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "limit");
    coldae_reform_free(r);
}

int main(void)
{
    test_traps();
    test_names();
    test_maps();
    test_no_coordinates();
    test_observer();
    test_max_steps();
    return check_result();
}
