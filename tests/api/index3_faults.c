/* index3_faults.c - each call of each callback of coldae_index3 may fail: the status is always a public one */
#include "coldae/ivp.h"

#include "check.h"

enum { IN_F, IN_K, IN_G, IN_MASS, IN_DF, IN_DK, IN_DG, IN_G_T, N_CALLBACKS };
enum { UNDEFINED = 5, STOP = -7, NOT_A_NUMBER = 0 }; /* how a call fails; return codes but for the last */

typedef struct faults {
    int who, when, how; /* call number `when` (from 1) of this callback fails; always: from there on */
    int always, calls;
    int wrong_dg;
} faults;

/* Is it this call?  Then *out and the return code are bad. */
static int fail(faults *a, int who, double *out)
{
    if (who != a->who || ++a->calls < a->when || (a->calls > a->when && !a->always))
        return 0;
    if (a->how == NOT_A_NUMBER)
        out[0] = NAN;
    return a->how;
}

static int f(double t, const double *u, const double *v, const double *lambda, double *out, void *user)
{
    (void)t, (void)u, (void)lambda;
    out[0] = v[0];
    out[1] = v[1];
    return fail(user, IN_F, out);
}

static int k(double t, const double *u, const double *v, const double *lambda, double *out, void *user)
{
    (void)t, (void)v;
    out[0] = -u[0] * lambda[0];
    out[1] = -u[1] * lambda[0] - 1;
    return fail(user, IN_K, out);
}

static int g(double t, const double *u, const double *v, const double *lambda, double *out, void *user)
{
    (void)t, (void)v, (void)lambda;
    out[0] = u[0] * u[0] + u[1] * u[1] - 1;
    return fail(user, IN_G, out);
}

static int mass(double t, const double *u, double *out, void *user)
{
    (void)t, (void)u;
    out[0] = out[3] = 1;
    return fail(user, IN_MASS, out);
}

static int df(double t, const double *u, const double *v, const double *lambda, const double *w, double *out,
              void *user)
{
    (void)t, (void)u, (void)v, (void)lambda, (void)w;
    out[4] = out[7] = 1;
    return fail(user, IN_DF, out);
}

static int dk(double t, const double *u, const double *v, const double *lambda, const double *w, double *out,
              void *user)
{
    (void)t, (void)v, (void)w;
    out[0] = out[3] = -lambda[0];
    out[8] = -u[0];
    out[9] = -u[1];
    return fail(user, IN_DK, out);
}

static int dg(double t, const double *u, const double *v, const double *lambda, const double *w, double *out,
              void *user)
{
    (void)t, (void)v, (void)lambda, (void)w;
    out[0] = 2 * u[0] + ((faults *)user)->wrong_dg;
    out[1] = 2 * u[1];
    return fail(user, IN_DG, out);
}

static int g_t(double t, const double *u, const double *v, const double *lambda, double *out, void *user)
{
    (void)t, (void)u, (void)v, (void)lambda;
    out[0] = 0;
    return fail(user, IN_G_T, out);
}

/* kind 0: everything given; 1: no derivatives, g moves; 2: no derivatives, u' = v; 3: dg without g_t, wrong */
static void set(coldae_index3_problem *p, int kind, faults *a)
{
    coldae_index3_problem_init(p);
    p->n_u = p->n_v = 2;
    p->n_lambda = 1;
    p->right = 0.2;
    p->k = k;
    p->g = g;
    p->mass = mass;
    p->f = kind == 2 ? NULL : f;
    p->g_depends_on_t = kind != 2;
    p->df = kind == 0 ? df : NULL;
    p->dk = kind == 0 ? dk : NULL;
    p->dg = kind == 0 || kind == 3 ? dg : NULL;
    p->g_t = kind == 0 ? g_t : NULL;
    p->user = a;
    a->wrong_dg = kind == 3;
}

static int given(int kind, int who)
{
    coldae_index3_problem p;
    faults a = {0, 0, 0, 0, 0, 0};
    set(&p, kind, &a);
    const int is[N_CALLBACKS] = {p.f != NULL,  1, 1, 1, p.df != NULL, p.dk != NULL, p.dg != NULL,
                                 p.g_t != NULL};
    return is[who];
}

static void check_status(coldae_status status, const faults *a, int kind, const coldae_ivp_info *info)
{
    int reached = a->calls >= a->when;
    CHECK(status <= 0);
    if (reached && a->how == STOP)
        CHECK_INT(status, COLDAE_ERR_CALLBACK);
    else if (kind != 3) /* a call that is not defined is passed by, or is the end of it */
        CHECK(status == COLDAE_OK || status == COLDAE_ERR_CALLBACK);
    else
        CHECK(status != COLDAE_ERR_SINGULAR);
    if (reached && a->how != NOT_A_NUMBER && status == COLDAE_ERR_CALLBACK) {
        CHECK_INT(info->callback_code, a->how);
        CHECK_STR_HAS(info->message, "returned");
    }
    if (status == COLDAE_ERR_CALLBACK)
        CHECK_STR_HAS(info->message, "callback ");
}

/* A run with output times inside the steps, coldae_index3_consistent, coldae_index3_check_jacobian: 1 if the call that
 * should fail was reached by any; over[door]: this one has no more calls. */
static int try_all(int kind, faults a, int *over)
{
    coldae_index3_problem p;
    coldae_index3_options o;
    coldae_ivp_info info;
    double at[2] = {0.01, 0.15}, out[10], worst;
    int reached = 0;
    coldae_index3_options_init(&o);
    o.tol = 1e-3;
    o.h_first = 0.1; /* a few steps are enough */
    o.t_out = at;
    o.n_out = 2;
    o.out = out;
    set(&p, kind, &a);
    for (int door = 0; door < 3; door++) {
        double u[2] = {0.6, -0.8}, v[2] = {0.8, 0.6}, lambda[1] = {0};
        coldae_status status;
        if (over[door])
            continue;
        a.calls = 0;
        memset(&info, 0, sizeof info);
        if (door == 0)
            status = coldae_index3(&p, &o, u, v, lambda, &info);
        else if (door == 1)
            status = coldae_index3_consistent(&p, &o, u, v, lambda, NULL, &info);
        else
            status = coldae_index3_check_jacobian(&p, 0, u, v, lambda, NULL, &worst, info.message,
                                                  (int)sizeof info.message);
        info.callback_code = door == 2 ? a.how : info.callback_code;
        check_status(status, &a, kind, &info);
        over[door] = a.calls < a.when;
        reached |= !over[door];
    }
    return reached;
}

int main(void)
{
    static const int how[] = {UNDEFINED, STOP, NOT_A_NUMBER};
    for (int kind = 0; kind < 4; kind++)
        for (int who = 0; who < N_CALLBACKS; who++)
            for (int h = 0; h < 3; h++) {
                int when = 1, over[3] = {0}, over_too[3] = {0};
                while (try_all(kind, (faults){who, when, how[h], 0, 0, 0}, over))
                    when++;
                CHECK((when > 1) == given(kind, who)); /* each one was called, up to the last call */
                for (int from = 1; from < when; from += 1 + from / 2)
                    (void)try_all(kind, (faults){who, from, how[h], 1, 0, 0}, over_too);
            }
    return check_result();
}
