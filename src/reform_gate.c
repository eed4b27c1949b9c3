/* reform_gate.c - the only file of the reformulations that calls the user's problem
 *
 * Jacobians that are not given are differenced here; whether values are finite is tested by the gate of the new
 * problem, or by cd_reform_finite where there is none. Every function hands on the return code of the callback: 0, > 0
 * not defined here, < 0 stop.
 */
#include <math.h>
#include <string.h>

#include "differences.h"
#include "reform.h"

/* ---- scratch ----------------------------------------------------------------------------------- */

cd_reform_work *cd_reform_borrow(const coldae_reform *r, int inner)
{
    int first = inner ? r->n_slots : 0;
    for (int i = 0;; i = (i + 1) % r->n_slots) /* held for one evaluation only: a free one comes soon */
        if (!atomic_flag_test_and_set_explicit(&r->busy[first + i], memory_order_acquire))
            return &r->work[first + i];
}

void cd_reform_return(const coldae_reform *r, const cd_reform_work *w)
{
    atomic_flag_clear_explicit(&r->busy[w - r->work], memory_order_release);
}

/* ---- judgement --------------------------------------------------------------------------------- */

int cd_reform_finite(int code, size_t n, const double *v)
{
    double sum = 0; /* 0 * v is 0 for finite v, NaN otherwise */
    for (size_t i = 0; i < n && code == 0; i++)
        sum += 0 * v[i];
    return code != 0 ? code : sum == 0 ? 0 : COLDAE_REFORM_NOT_FINITE;
}

coldae_status cd_reform_say(cd_report *report, const char *name, int code, double t, int *callback_code)
{
    if (code == COLDAE_REFORM_NOT_FINITE)
        return cd_say(report, COLDAE_ERR_CALLBACK, "callback %s gives a value that is not finite at t = %.6g",
                      name, t);
    *callback_code = code;
    return cd_say(report, COLDAE_ERR_CALLBACK, "callback %s returned %d at t = %.6g", name, code, t);
}

static int is_linear(const coldae_reform *r) /* made of matrices */
{
    return r->in.user == r;
}

const char *cd_reform_name_g(const coldae_reform *r)
{
    return is_linear(r) ? "C or r" : "g";
}

const char *cd_reform_name_dg(const coldae_reform *r)
{
    return is_linear(r) ? "C" : r->in.dg ? "dg" : "g";
}

const char *cd_reform_name_df(const coldae_reform *r)
{
    return is_linear(r) ? "A or B" : r->in.df ? "df" : "f";
}

const char *cd_reform_name_D(const coldae_reform *r)
{
    if (r->in.D)
        return "D";
    return r->options.direction == COLDAE_REFORM_FORCES ? cd_reform_name_df(r) : cd_reform_name_dg(r);
}

/* ---- values ------------------------------------------------------------------------------------ */

static void clear(size_t n, double *v)
{
    if (n > 0)
        memset(v, 0, n * sizeof(double));
}

int cd_reform_f(const coldae_reform *r, double t, const double *z, const double *y, const double *p,
                double *f)
{
    clear((size_t)r->n, f);
    return r->in.f(t, z, y, p, f, r->in.user);
}

int cd_reform_g(const coldae_reform *r, int level, double t, const double *z, const double *y,
                const double *p, double *g)
{
    clear((size_t)r->n_g, g);
    return r->in.g(level, t, z, y, p, g, r->in.user);
}

int cd_reform_side(const coldae_reform *r, int l, const double *z, const double *p, double *g)
{
    *g = 0;
    return r->in.side(l, z, p, g, r->user);
}

int cd_reform_dside(const coldae_reform *r, int l, const double *z, const double *p, double *dg)
{
    clear((size_t)(r->mstar + r->n_param), dg);
    return r->in.dside(l, z, p, dg, r->user);
}

int cd_reform_coupled(const coldae_reform *r, const double *zl, const double *zr, const double *p, double *g)
{
    clear((size_t)r->in.n_coupled, g);
    return r->in.coupled(zl, zr, p, g, r->user);
}

int cd_reform_dcoupled(const coldae_reform *r, const double *zl, const double *zr, const double *p,
                       double *dg)
{
    clear((size_t)r->in.n_coupled * (size_t)(2 * r->mstar + r->n_param), dg);
    return r->in.dcoupled(zl, zr, p, dg, r->user);
}

int cd_reform_guess(const coldae_reform *r, double t, double *z, double *y, double *dmu)
{
    clear((size_t)r->mstar, z);
    clear((size_t)r->n_y, y);
    clear((size_t)r->n, dmu);
    if (r->in.guess)
        return r->in.guess(t, z, y, dmu, r->user);
    if (r->uses_left)
        memcpy(z, r->z_left, (size_t)r->mstar * sizeof(double));
    return 0;
}

int cd_reform_observe(const coldae_march_options *options, const coldae_step *step)
{
    return options->observer ? options->observer(step, options->observer_user) : 0;
}

/* ---- Jacobians --------------------------------------------------------------------------------- */

/* f (level -1) or g^(level) */
static int value(const coldae_reform *r, int level, double t, const double *z, const double *y,
                 const double *p, double *v)
{
    return level < 0 ? cd_reform_f(r, t, z, y, p, v) : cd_reform_g(r, level, t, z, y, p, v);
}

/* Columns at .. at+n-1 of J[rows, .] by moving v[n]; the other arguments are those of w.  Two-sided: the
 * differences are differenced again where a Jacobian is a part of the equations (D). */
static int difference(const coldae_reform *r, int level, double t, double *v, int n, int at, int rows,
                      cd_reform_work *w, double *J)
{
    for (int c = 0; c < n; c++) {
        double keep = v[c], step = r->in.linear ? fmax(fabs(keep), 1) : cd_two_sided_step(keep);
        volatile double up = keep + step, down = keep - step;
        double *column = J + (size_t)(at + c) * (size_t)rows;
        v[c] = up;
        int code = value(r, level, t, w->z2, w->y, w->p, column);
        v[c] = down;
        if (code == 0)
            code = value(r, level, t, w->z2, w->y, w->p, w->f2);
        v[c] = keep;
        if (code != 0)
            return code;
        for (int i = 0; i < rows; i++)
            column[i] = (column[i] - w->f2[i]) / (up - down);
    }
    return 0;
}

static void copy(int n, const double *from, double *to)
{
    if (n > 0 && from)
        memcpy(to, from, (size_t)n * sizeof(double));
    else
        clear((size_t)n, to);
}

static int difference_all(const coldae_reform *r, int level, double t, const double *z, const double *y,
                          const double *p, int rows, cd_reform_work *w, double *J)
{
    copy(r->mstar, z, w->z2);
    copy(r->n_y, y, w->y);
    copy(r->n_param, p, w->p);
    int code = difference(r, level, t, w->z2, r->mstar, 0, rows, w, J);
    if (code == 0)
        code = difference(r, level, t, w->y, r->n_y, r->mstar, rows, w, J);
    return code ? code : difference(r, level, t, w->p, r->n_param, r->mstar + r->n_y, rows, w, J);
}

int cd_reform_df(const coldae_reform *r, double t, const double *z, const double *y, const double *p,
                 cd_reform_work *w, double *df)
{
    if (!r->in.df)
        return difference_all(r, -1, t, z, y, p, r->n, w, df);
    clear((size_t)r->n * (size_t)r->columns, df);
    return r->in.df(t, z, y, p, df, r->in.user);
}

int cd_reform_dg(const coldae_reform *r, int level, double t, const double *z, const double *y,
                 const double *p, cd_reform_work *w, double *dg)
{
    if (!r->in.dg)
        return difference_all(r, level, t, z, y, p, r->n_g, w, dg);
    clear((size_t)r->n_g * (size_t)r->columns, dg);
    return r->in.dg(level, t, z, y, p, dg, r->in.user);
}

int cd_reform_D(const coldae_reform *r, double t, const double *z, const double *y, const double *p,
                cd_reform_work *w, double *D)
{
    int code;
    size_t n = (size_t)r->n, n_g = (size_t)r->n_g, m = (size_t)r->m, q = (size_t)r->q;
    if (r->in.D) {
        clear(n * n_g, D);
        return r->in.D(t, z, p, D, r->in.user);
    }
    if (r->options.direction == COLDAE_REFORM_FORCES) { /* D = df/dy */
        code = cd_reform_df(r, t, z, y, p, w, w->J);
        memcpy(D, w->J + (size_t)r->mstar * n, n * n_g * sizeof(double));
        return code;
    }
    code = cd_reform_dg(r, 0, t, z, y, p, w, w->J); /* D = (dg/dx^(q))^T */
    for (size_t i = 0; i < n; i++)
        for (size_t a = 0; a < n_g; a++)
            D[i + a * n] = w->J[a + (i * m + q) * n_g];
    return code;
}
