/* mistakes.c - learning from mistakes: problems that a user got wrong, and the cause that the message must name
 *
 * Each entry is a working problem with one mistake.  The status may be one of two; the message must contain the words
 * that name the cause.  Without its mistake each of the problems is solved (the last test), so it is the mistake that
 * is refused.
 */
#include "check.h"

#include <coldae/coldae.h>

enum {
    DF_SIGN,        /* a sign in df */
    DF_LINEAR,      /* .. of a linear problem, which takes one step and would not notice */
    DF_COLUMN,      /* df stored by rows */
    DF_EMPTY,       /* df given but not filled */
    DF_PARAMETER,   /* the column of the parameter forgotten */
    DG_SIGN,        /* a sign in dg */
    DCOUPLED_SIGN,  /* a sign in dcoupled */
    NOT_LINEAR,     /* linear = 1 for a nonlinear equation */
    MISSING,        /* a condition too few */
    TOO_MANY,       /* a condition too many */
    REPEATED,       /* the same condition twice */
    NEUMANN,        /* u' given at both ends, nothing fixes u */
    NO_PHASE,       /* an autonomous orbit without phase condition */
    UNDETERMINED,   /* a parameter that no equation contains */
    INDEX3,         /* a pendulum with its position constraint */
    NO_Y,           /* a constraint that contains no unknown */
    FEWER,          /* index 1 with a condition fewer, as if it were index 2 */
    ORDER,          /* order 1 given for an equation of order 2 */
    LOG_OF_ZERO,    /* ln u with the guess zero */
    UNIT_SLIP,      /* Celsius for Kelvin: exp(-E/T) at T = 0 */
    CALLBACK_STOPS, /* f returns an error code of its own */
    GUESS_NAN,      /* the guess divides by t */
    SINGULAR_END,   /* a constraint u/t = 1: f is asked at t = 0 */
    SINGULAR_BC,    /* u'' + 2u'/t = 1 with u(0) = 1: no bounded solution */
    FOLD,           /* Bratu's problem beyond its fold */
    BLOW_UP,        /* u' = u^2 over its pole */
    JUMP,           /* a jump of f that is no fixed point */
    ROOT_END,       /* a solution like sqrt(t) */
    TOO_TIGHT,      /* a tolerance below what rounding permits */
    TOO_FEW,        /* a thin layer with 20 subintervals */
    UNSORTED,       /* zeta in the wrong order */
    UNINITIALISED,  /* options filled with zeros instead of init */
    N_MISTAKES
};

/* What a problem is made of; *mistake = N_MISTAKES: nothing is wrong. */
typedef struct mistake {
    const char *what;
    coldae_status status, other;
    const char *names[3]; /* all of these must be in the message */
} mistake;

/* clang-format off */
static const mistake mistakes[N_MISTAKES] = {
    [DF_SIGN] = {"a sign in df", COLDAE_ERR_NO_CONVERGENCE, COLDAE_ERR_SINGULAR, {"df", "d f[1] / d z[0]"}},
    [DF_LINEAR] = {"a sign in df of a linear problem", COLDAE_ERR_NO_CONVERGENCE, COLDAE_ERR_MESH_LIMIT, {"df", "d f[0] / d z[0]"}},
    [DF_COLUMN] = {"df stored by rows", COLDAE_ERR_NO_CONVERGENCE, COLDAE_ERR_SINGULAR, {"df", "d f[", "differences"}},
    [DF_EMPTY] = {"an empty df", COLDAE_ERR_NO_CONVERGENCE, COLDAE_ERR_SINGULAR, {"df", "is 0 in df"}},
    [DF_PARAMETER] = {"no column for p in df", COLDAE_ERR_SINGULAR, COLDAE_ERR_NO_CONVERGENCE, {"d f[0] / d p[0]", "is 0 in df"}},
    [DG_SIGN] = {"a sign in dg", COLDAE_ERR_NO_CONVERGENCE, COLDAE_ERR_SINGULAR, {"dg", "d g[1] / d z[1]"}},
    [DCOUPLED_SIGN] = {"a sign in dcoupled", COLDAE_ERR_NO_CONVERGENCE, COLDAE_ERR_SINGULAR, {"dcoupled", "d r[0]"}},
    [NOT_LINEAR] = {"linear = 1 is not true", COLDAE_ERR_MESH_LIMIT, COLDAE_ERR_MESH_LIMIT, {"linear = 1", "not linear"}},
    [MISSING] = {"a condition too few", COLDAE_ERR_INVALID, COLDAE_ERR_INVALID, {"= 1 conditions", "2 are needed"}},
    [TOO_MANY] = {"a condition too many", COLDAE_ERR_INVALID, COLDAE_ERR_INVALID, {"= 3 conditions", "2 are needed"}},
    [REPEATED] = {"the same condition twice", COLDAE_ERR_SINGULAR, COLDAE_ERR_SINGULAR, {"side condition", "follows from"}},
    [NEUMANN] = {"u' at both ends", COLDAE_ERR_SINGULAR, COLDAE_ERR_SINGULAR, {"condition", "follows from", "another one is missing"}},
    [NO_PHASE] = {"an orbit without phase", COLDAE_ERR_SINGULAR, COLDAE_ERR_NO_CONVERGENCE, {"not isolated"}},
    [UNDETERMINED] = {"a parameter in no equation", COLDAE_ERR_SINGULAR, COLDAE_ERR_SINGULAR, {"p[0]"}},
    [INDEX3] = {"a pendulum of index 3", COLDAE_ERR_SINGULAR, COLDAE_ERR_SINGULAR, {"index above 2", "differentiate the constraint"}},
    [NO_Y] = {"a constraint without unknowns", COLDAE_ERR_SINGULAR, COLDAE_ERR_SINGULAR, {"y[0]", "constraint"}},
    [FEWER] = {"index 1 with a condition fewer", COLDAE_ERR_INVALID, COLDAE_ERR_INVALID, {"= 1 conditions", "2 are needed"}},
    [ORDER] = {"order 1 for order 2", COLDAE_ERR_INVALID, COLDAE_ERR_INVALID, {"sum of order", "= 2 conditions"}},
    [LOG_OF_ZERO] = {"ln of the guess zero", COLDAE_ERR_CALLBACK, COLDAE_ERR_CALLBACK, {"callback f gives -inf", "guess"}},
    [UNIT_SLIP] = {"Celsius for Kelvin", COLDAE_ERR_CALLBACK, COLDAE_ERR_CALLBACK, {"callback f gives", "guess", "z = (0"}},
    [CALLBACK_STOPS] = {"f stops", COLDAE_ERR_CALLBACK, COLDAE_ERR_CALLBACK, {"callback f returned -7"}},
    [GUESS_NAN] = {"a guess that divides by t", COLDAE_ERR_CALLBACK, COLDAE_ERR_CALLBACK, {"callback guess gives", "t = 0"}},
    [SINGULAR_END] = {"a singular end", COLDAE_ERR_CALLBACK, COLDAE_ERR_CALLBACK, {"callback f gives", "t = 0", "limit"}},
    [SINGULAR_BC] = {"a condition at a singular end that no solution meets", COLDAE_ERR_MESH_LIMIT, COLDAE_ERR_SINGULAR, {"the end t = 0", "not smooth"}},
    [FOLD] = {"beyond the fold", COLDAE_ERR_NO_CONVERGENCE, COLDAE_ERR_NO_CONVERGENCE, {"fold"}},
    [BLOW_UP] = {"over a pole", COLDAE_ERR_NO_CONVERGENCE, COLDAE_ERR_NO_CONVERGENCE, {"no solution", "u[0] near t = "}},
    [JUMP] = {"a jump that is no fixed point", COLDAE_ERR_MESH_LIMIT, COLDAE_ERR_MESH_LIMIT, {"t = 0.3", "fixed point"}},
    [ROOT_END] = {"a solution like sqrt(t)", COLDAE_ERR_MESH_LIMIT, COLDAE_ERR_MESH_LIMIT, {"the end t = 0", "not smooth"}},
    [TOO_TIGHT] = {"a tolerance below rounding", COLDAE_ERR_MESH_LIMIT, COLDAE_ERR_MESH_LIMIT, {"rounding"}},
    [TOO_FEW] = {"a thin layer on few subintervals", COLDAE_ERR_MESH_LIMIT, COLDAE_ERR_MESH_LIMIT, {"max_intervals = 20"}},
    [UNSORTED] = {"zeta in the wrong order", COLDAE_ERR_INVALID, COLDAE_ERR_INVALID, {"zeta[1] = 0", "nondecreasing"}},
    [UNINITIALISED] = {"options full of zeros", COLDAE_ERR_INVALID, COLDAE_ERR_INVALID, {"options.tol = 0"}},
};
/* clang-format on */

typedef struct user {
    int which;  /* the problem */
    int broken; /* with its mistake? */
} user;

/* Jacobians and conditions; 1: none of these */
static int first_equations(double t, const double *z, const double *p, double *f, const user *u)
{
    switch (u->which) {
    case DF_SIGN:
    case DF_COLUMN:
    case DF_EMPTY:
        f[0] = z[1];
        f[1] = 40 * sinh(z[0]) + 0.3 * z[1] * z[1];
        return 0;
    case DF_LINEAR:
        f[0] = 4 * z[0] + t;
        return 0;
    case DF_PARAMETER:
        f[0] = -p[0] * z[0];
        return 0;
    case DG_SIGN:
    case DCOUPLED_SIGN:
        f[0] = z[0] + t;
        return 0;
    case NOT_LINEAR:
        f[0] = 3 * exp(-z[0]);
        return 0;
    case NEUMANN:
        f[0] = u->broken ? cos(t) : cos(t) + z[0];
        return 0;
    case NO_PHASE: /* an oscillator over its period */
        f[0] = 6.283185307179586 * z[1];
        f[1] = -6.283185307179586 * z[0];
        return 0;
    case UNDETERMINED:
        f[0] = u->broken ? -z[0] : -z[0] + p[0];
        return 0;
    default:
        return 1;
    }
}

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *data)
{
    const user *u = data;
    if (first_equations(t, z, p, f, u) == 0)
        return 0;
    switch (u->which) {
    case INDEX3:
        f[0] = -y[0] * z[0];
        f[1] = -y[0] * z[2] - 1;
        f[2] = u->broken ? z[0] * z[0] + z[2] * z[2] - 1 : z[0] * z[1] + z[2] * z[3];
        return 0;
    case NO_Y:
        f[0] = y[0];
        f[1] = u->broken ? t * t - t : z[0] - sin(t);
        return 0;
    case FEWER:
        f[0] = z[1];
        f[1] = y[0];
        f[2] = y[0] + z[0] - t;
        return 0;
    case LOG_OF_ZERO:
        f[0] = u->broken ? log(z[0]) : log(1 + z[0] * z[0]);
        return 0;
    case UNIT_SLIP: /* Arrhenius: the guess T = 0 is meant in Celsius */
        f[0] = -exp(-1000 / (u->broken ? z[0] : z[0] + 273)) / (u->broken ? z[0] : 1);
        return 0;
    case CALLBACK_STOPS:
        f[0] = z[0];
        return u->broken && t > 0.5 ? -7 : 0;
    case SINGULAR_END:
        f[0] = y[0];
        f[1] = z[0] / (u->broken ? t : t + 1) - 1;
        return 0;
    case SINGULAR_BC:
        f[0] = 1 - 2 * z[1] / t;
        return 0;
    case FOLD:
        f[0] = -(u->broken ? 4.0 : 1.0) * exp(z[0]);
        return 0;
    case BLOW_UP:
        f[0] = (u->broken ? 1.0 : 0.4) * z[0] * z[0];
        return 0;
    case JUMP: /* 1/3 is a mesh point of no bisection */
        f[0] = t < 1.0 / 3 ? 50 * z[0] : -50 * z[0] - 900;
        return 0;
    case ROOT_END: /* u = sqrt(t) */
        f[0] = u->broken ? 0.5 / sqrt(t) : 0.5 / sqrt(t + 1);
        return 0;
    case TOO_TIGHT: /* cancellation in f */
        f[0] = u->broken ? ((z[0] + 1e10) - 1e10) + sin(30 * t) : z[0];
        return 0;
    case TOO_FEW:
        f[0] = u->broken ? 1e8 * (z[0] - 1) : z[0] - 1;
        return 0;
    default: /* MISSING, TOO_MANY, REPEATED, ORDER, GUESS_NAN, UNSORTED, UNINITIALISED */
        f[0] = z[0];
        return 0;
    }
}

static int derivatives(double t, const double *z, const double *y, const double *p, double *df, void *data)
{
    const user *u = data;
    (void)t, (void)y;
    switch (u->which) {
    case DF_SIGN:
    case DF_COLUMN:
    case DF_EMPTY:
        if (u->broken && u->which == DF_EMPTY)
            return 0;
        df[u->broken && u->which == DF_COLUMN ? 1 : 2] = 1;
        df[u->broken && u->which == DF_COLUMN ? 2 : 1] =
            (u->broken && u->which == DF_SIGN ? -40 : 40) * cosh(z[0]);
        df[3] = 0.6 * z[1];
        return 0;
    case DF_LINEAR:
        df[0] = u->broken ? -4 : 4;
        return 0;
    case DF_PARAMETER:
        df[0] = -p[0];
        df[2] = u->broken ? 0 : -z[0];
        return 0;
    default:
        return 1;
    }
}

/* What the conditions say, from 0: u, u', .. = value. */
static int conditions(int l, const double *z, const double *p, double *g, void *data)
{
    const user *u = data;
    (void)p;
    switch (u->which) {
    case DF_SIGN:
    case DF_COLUMN:
    case DF_EMPTY:
        *g = l == 0 ? z[0] : z[0] - 1;
        return 0;
    case DF_PARAMETER:
        *g = l == 1 ? z[1] - 1 : z[0];
        return 0;
    case DG_SIGN:
        *g = l == 0 ? z[0] - 1 : z[0] + z[1] * z[1] * z[1] / 3 + z[1] - 1;
        return 0;
    case REPEATED:
        *g = u->broken ? z[0] - 1 : z[l] - 1;
        return 0;
    case NEUMANN:
        *g = z[1];
        return 0;
    case NO_PHASE:
        *g = l == 0 ? z[0] - 1 : z[1];
        return 0;
    case INDEX3:
        *g = l == 0 ? z[0] - 1 : l == 1 ? z[2] : l == 2 ? z[3] + 0.3 : z[1];
        return 0;
    case FEWER:
        *g = l == 0 ? z[0] - 1 : z[1];
        return 0;
    case UNIT_SLIP:
        *g = z[0] - (l == 0 ? 20 : 80);
        return 0;
    case SINGULAR_BC:
        *g = l == 1 ? z[0] : u->broken ? z[0] - 1 : z[1];
        return 0;
    case BLOW_UP:
        *g = z[0] - 1;
        return 0;
    case FOLD:
    case ROOT_END:
    case TOO_FEW:
    case NOT_LINEAR:
        *g = z[0];
        return 0;
    default:
        *g = z[0] - (l == 0);
        return 0;
    }
}

static int gradients(int l, const double *z, const double *p, double *dg, void *data)
{
    const user *u = data;
    (void)p;
    dg[0] = 1;
    if (l == 1)
        dg[1] = (u->broken ? -1 : 1) * (z[1] * z[1] + 1);
    return 0;
}

static int coupled(const double *zl, const double *zr, const double *p, double *r, void *data)
{
    const user *u = data;
    (void)p;
    r[0] = zl[0] - zr[0];
    if (u->which == DCOUPLED_SIGN)
        r[0] = -zl[0] + zr[0] + zr[0] * zr[0] * zr[0] / 3 - 3;
    r[1] = zl[1] - zr[1];
    return 0;
}

/* dr[2, 4] */
static int dcoupled(const double *zl, const double *zr, const double *p, double *dr, void *data)
{
    const user *u = data;
    (void)zl, (void)p;
    dr[0] = -1;
    dr[4] = (u->broken ? -1 : 1) * (1 + zr[0] * zr[0]);
    dr[3] = 1;
    dr[7] = -1;
    return 0;
}

static int guess(double t, double *z, double *y, double *dmu, void *data)
{
    const user *u = data;
    (void)dmu;
    switch (u->which) {
    case GUESS_NAN:
        z[0] = u->broken ? sin(t) / t : 1;
        return 0;
    case NO_PHASE:
        z[0] = 2 * cos(6.2831853 * t);
        z[1] = -2 * sin(6.2831853 * t);
        return 0;
    case INDEX3: {
        double a = -0.3 * t - t * t / 2, v = -0.3 - t;
        z[0] = cos(a), z[1] = -v * sin(a), z[2] = sin(a), z[3] = v * cos(a);
        y[0] = v * v - sin(a);
        return 0;
    }
    case DF_PARAMETER:
        z[0] = sin(3.1415926 * t) / 3.14, z[1] = cos(3.1415926 * t);
        return 0;
    case BLOW_UP:
        z[0] = 1;
        return 0;
    default:
        return 0;
    }
}

/* Those with Jacobians of their own. */
static void set_jacobians(coldae_problem *p, int w, int *order, double *zeta, double *param)
{
    switch (w) {
    case DF_SIGN:
    case DF_COLUMN:
    case DF_EMPTY:
        p->n_diff = 2, order[0] = 1, p->df = derivatives;
        break;
    case DF_LINEAR:
        p->linear = 1, p->df = derivatives;
        break;
    case DF_PARAMETER:
        p->n_param = 1, p->n_side = 3, p->df = derivatives, zeta[1] = 0;
        param[0] = 9, p->param_guess = param;
        break;
    case DG_SIGN:
        p->dg = gradients;
        break;
    case DCOUPLED_SIGN:
        p->n_coupled = 2, p->n_side = 0, p->coupled = coupled, p->dcoupled = dcoupled;
        break;
    default:
        break;
    }
}

/* The sizes of the problem; arrays are static and hold for the one problem at a time. */
static coldae_problem problem_of(user *u)
{
    static int order[2];
    static double zeta[4], param[1];
    int w = u->which, b = u->broken;
    coldae_problem p;
    coldae_problem_init(&p);
    p.f = equations;
    p.g = conditions;
    p.guess = guess;
    p.user = u;
    p.order = order;
    p.zeta = zeta;
    p.n_diff = 1;
    p.n_side = 2;
    order[0] = 2, order[1] = 1;
    zeta[0] = 0, zeta[1] = 1, zeta[2] = 1, zeta[3] = 1;
    set_jacobians(&p, w, order, zeta, param);
    switch (w) {
    case NOT_LINEAR:
        p.linear = b;
        break;
    case MISSING:
        p.n_side = b ? 1 : 2;
        break;
    case TOO_MANY:
        p.n_side = b ? 3 : 2;
        break;
    case REPEATED:
        zeta[1] = 0;
        break;
    case NO_PHASE:
        p.n_diff = 2, order[0] = 1, p.n_coupled = b ? 2 : 0, p.n_side = b ? 0 : 2, p.coupled = coupled,
        zeta[1] = 0;
        break;
    case UNDETERMINED:
        p.n_param = 1, order[0] = 1;
        break;
    case INDEX3:
        p.n_diff = 2, order[1] = 2, p.n_alg = 1, p.n_side = b ? 4 : 3, zeta[1] = zeta[2] = zeta[3] = 0;
        break;
    case NO_Y:
        p.n_alg = 1, order[0] = 1, p.n_side = b;
        break;
    case FEWER:
        p.n_diff = 2, order[0] = 1, p.n_alg = 1, p.n_side = b ? 1 : 2;
        break;
    case ORDER:
        order[0] = b ? 1 : 2;
        break;
    case SINGULAR_END:
        p.n_alg = 1, order[0] = 1, p.n_side = 0;
        break;
    case SINGULAR_BC:
        p.linear = 1;
        break;
    case BLOW_UP:
        order[0] = 1, p.n_side = 1, p.right = 2;
        break;
    case ROOT_END:
    case TOO_TIGHT:
    case CALLBACK_STOPS:
        order[0] = 1, p.n_side = 1;
        break;
    case UNSORTED:
        zeta[0] = b, zeta[1] = !b;
        break;
    default:
        break;
    }
    return p;
}

static coldae_options options_of(const user *u)
{
    static const double third[] = {1.0 / 3};
    coldae_options o;
    coldae_options_init(&o);
    if (u->which == JUMP && !u->broken)
        o.fixed = third, o.n_fixed = 1;
    o.max_intervals = u->which == DF_LINEAR || u->which == NOT_LINEAR || u->which == NO_PHASE ? 100 : 1000;
    if (u->which == JUMP)
        o.max_intervals = 40, o.tol = 1e-8;
    if (u->which == ROOT_END)
        o.max_intervals = 200, o.tol = 1e-10;
    if (u->which == TOO_TIGHT && u->broken)
        o.max_intervals = 640, o.tol = 1e-13;
    if (u->which == TOO_FEW)
        o.max_intervals = 20;
    if (u->which == UNINITIALISED && u->broken)
        memset(&o, 0, sizeof o);
    return o;
}

static coldae_status solve(user *u, coldae_info *info)
{
    coldae_problem problem = problem_of(u);
    coldae_options options = options_of(u);
    coldae_solution *solution;
    coldae_status status = coldae_solve(&problem, &options, &solution, info);
    coldae_solution_free(solution);
    return status;
}

/* Nonzero if the message names the cause. */
static int names_cause(const mistake *m, const char *message)
{
    for (int i = 0; i < 3; i++)
        if (m->names[i] && !strstr(message, m->names[i]))
            return 0;
    return 1;
}

int main(void)
{
    int named = 0;
    for (int i = 0; i < N_MISTAKES; i++) {
        const mistake *m = &mistakes[i];
        user right = {i, 0}, wrong = {i, 1};
        coldae_info info;
        coldae_status status = solve(&wrong, &info);
        int is_named = names_cause(m, info.message);
        named += is_named;
        printf("%s: %s (%d)\n    %s\n", m->what, is_named ? "named" : "NOT NAMED", status, info.message);
        if (check_fails(status == m->status || status == m->other, __FILE__, __LINE__))
            printf("%s: status %d instead of %d or %d\n", m->what, status, m->status, m->other);
        if (check_fails(is_named, __FILE__, __LINE__))
            printf("%s: the message does not name the cause\n", m->what);
        status = solve(&right, &info);
        if (check_fails(status == COLDAE_OK, __FILE__, __LINE__))
            printf("without %s: status %d: %s\n", m->what, status, info.message);
    }
    printf("%d of %d causes named\n", named, N_MISTAKES);
    CHECK(N_MISTAKES >= 25);
    return check_result();
}
