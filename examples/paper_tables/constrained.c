/* constrained.c - the three linear examples of Ascher & Petzold (1991), by their matrices
 *
 * Example 1, a rotating constraint:   x' = -x + B y + q,                      B^T = C = (sin nu t, cos nu t)
 * Example 2, C nicer than B:          x' = B y + q,               B = ((2-t) nu, nu - 1)^T, C = (t+2, t^2-4)
 * Example 3, heterogeneous masses:    M p'' = E p' - C^T lambda + q,                            C = (1, t-2)
 * with M, E scaled so that M^-1 C^T is the B that the text states.  Inhomogeneities such that x = (e^t,
 * e^t), y = -e^t/(2-t) (Example 3: lambda = e^t/(2-t)).
 */
#include "constrained.h"

#include <math.h>
#include <string.h>

/* ---- matrices ---------------------------------------------------------------------------------- */

static int get_A(int j, double t, double *A, void *user)
{
    const constrained *c = user;
    double nu = c->nu, a = c->alpha;
    if (c->example == ROTATING)
        A[0] = A[3] = -1;
    if (c->example == MECHANICAL && j == 1) { /* M^-1 E */
        A[2] = a * (2 * nu - 1);
        A[3] = a * (2 * nu * nu - 2 * nu + 1) / (nu * (2 - t));
    }
    if (c->example == MECHANICAL_AS_RUN &&
        j == 1) { /* H M^-1 E - 2 F C' with (0, 2/(2-t))^T v_2 for H M^-1 E v */
        A[2] = -2 * nu;
        A[3] = (4 - 2 * nu) / (2 - t);
    }
    return 0;
}

static int get_B(double t, double *B, void *user)
{
    const constrained *c = user;
    double nu = c->nu, mechanical = c->example >= MECHANICAL ? -(2 + t) : 1; /* -M^-1 C^T */
    B[0] = c->example == ROTATING ? sin(nu * t) : mechanical * (2 - t) * nu;
    B[1] = c->example == ROTATING ? cos(nu * t) : mechanical * (nu - 1);
    return 0;
}

static int get_C(int level, double t, double *C, void *user)
{
    const constrained *c = user;
    if (c->example == ROTATING) {
        static const int SIGN[4][2] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
        double power = pow(c->nu, level), s = sin(c->nu * t), k = cos(c->nu * t);
        C[0] = power * SIGN[level % 4][0] * (level % 2 ? k : s);
        C[1] = power * SIGN[level % 4][1] * (level % 2 ? s : k);
    } else if (c->example == GROWING) {
        C[0] = level == 0 ? t + 2 : level == 1;
        C[1] = level == 0 ? t * t - 4 : level == 1 ? 2 * t : 2 * (level == 2);
    } else {
        C[0] = level == 0;
        C[1] = level == 0 ? t - 2 : level == 1;
    }
    return 0;
}

static int get_q(double t, double *q, void *user)
{
    const constrained *c = user;
    double nu = c->nu, a = c->alpha, e = exp(t);
    switch (c->example) {
    case ROTATING:
        q[0] = e * (2 + sin(nu * t) / (2 - t));
        q[1] = e * (2 + cos(nu * t) / (2 - t));
        break;
    case GROWING:
        q[0] = e * (1 + nu);
        q[1] = e * (1 + (nu - 1) / (2 - t));
        break;
    case MECHANICAL: /* M^-1 q */
        q[0] = e * (1 + a * (1 - 2 * nu) + nu * (2 + t));
        q[1] = e * (nu * nu * (t + 2) - 2 * nu * t - a * (2 * nu * nu - 2 * nu + 1)) / (nu * (2 - t));
        break;
    default:
        q[0] = e * (1 + 2 * nu);
        q[1] = e * (1 - (4 - 2 * nu) / (2 - t));
    }
    return 0;
}

/* r = -C x: every derivative of x is e^t (1, 1) */
static int get_r(int level, double t, double *r, void *user)
{
    double C[2], binomial = 1;
    for (int j = 0; j <= level; j++) {
        C[0] = C[1] = 0;
        get_C(j, t, C, user);
        r[0] -= binomial * (C[0] + C[1]) * exp(t);
        binomial = binomial * (level - j) / (j + 1);
    }
    return 0;
}

static int get_unit(double t, double *D, void *user)
{
    (void)t, (void)user;
    D[1] = 1;
    return 0;
}

void constrained_make(constrained *c, int example, double nu, double alpha, const char *direction)
{
    int m = example >= MECHANICAL ? 2 : 1;
    memset(c, 0, sizeof *c);
    c->example = example;
    c->nu = nu;
    c->alpha = alpha;
    for (int i = 0; i < 2 * m; i++)
        c->z_left[i] = 1;
    coldae_reform_linear *l = &c->linear;
    coldae_reform_linear_init(l);
    l->n = 2;
    l->n_g = 1;
    l->n_alg = example != MECHANICAL_AS_RUN;
    l->order = m;
    l->A = get_A;
    l->B = l->n_alg > 0 ? get_B : NULL;
    l->C = get_C;
    l->q = get_q;
    l->r = get_r;
    l->D = strcmp(direction, "unit") == 0 ? get_unit : strcmp(direction, "B") == 0 ? get_B : NULL;
    l->z_left = c->z_left;
    l->user = c;
}
