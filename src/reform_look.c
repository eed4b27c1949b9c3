/* reform_look.c - a first look at the user's functions, before anything is solved
 *
 * Initial values must lie on g^(j) = 0, j < s.  dg/dx^(q) df/dy and dg/dx^(q) D must be regular: at left
 * where z is known there, at several places where the problem is linear.
 */
#include <math.h>
#include <string.h>

#include "reform.h"

enum { PROBES = 11 }; /* places where a linear problem is looked at */

/* 1/sigma_min of C X with rows of C and columns of X of length one; C[n_g, n] in w->row, X[n, n_g] */
static double product_condition(const coldae_reform *r, const double *X, cd_reform_work *w)
{
    int n = r->n, n_g = r->n_g;
    for (int a = 0; a < n_g; a++)
        for (int b = 0; b < n_g; b++) {
            double sum = 0;
            for (int i = 0; i < n; i++)
                sum += w->row[a + i * n_g] * X[i + b * n];
            w->square[a + b * n_g] =
                sum / cd_reform_length(n, w->row + a, n_g) / cd_reform_length(n, X + b * n, 1);
        }
    return cd_reform_inverse_size(n_g, w->square, w);
}

/* Are dg/dx^(q) df/dy and dg/dx^(q) D regular at (t, z, y)? */
static coldae_status look_at(const coldae_reform *r, double t, const double *z, const double *y,
                             cd_reform_work *w, cd_report *report, coldae_reform_info *info)
{
    const char *what = "dg/dx df/dy";
    double condition = 0;
    size_t n = (size_t)r->n, n_g = (size_t)r->n_g, columns = (size_t)r->columns;
    int code = cd_reform_finite(cd_reform_dg(r, 0, t, z, y, r->param, w, w->J), n_g * columns, w->J);
    if (code != 0)
        return cd_reform_say(report, cd_reform_name_dg(r), code, t, &info->callback_code);
    for (int i = 0; i < r->n; i++)
        for (int a = 0; a < r->n_g; a++)
            w->row[a + i * r->n_g] = w->J[a + (i * r->m + r->q) * r->n_g];
    if (r->n_y > 0) {
        code = cd_reform_finite(cd_reform_df(r, t, z, y, r->param, w, w->J), n * columns, w->J);
        if (code != 0)
            return cd_reform_say(report, cd_reform_name_df(r), code, t, &info->callback_code);
        condition = product_condition(r, w->J + (size_t)r->mstar * (size_t)r->n, w);
    }
    if (r->plan.n_mu > 0 && condition <= CD_REFORM_SINGULAR) {
        code = cd_reform_finite(cd_reform_D(r, t, z, y, r->param, w, w->D), n * n_g, w->D);
        if (code != 0)
            return cd_reform_say(report, cd_reform_name_D(r), code, t, &info->callback_code);
        what = "dg/dx D";
        condition = fmax(condition, product_condition(r, w->D, w));
    }
    info->condition = fmax(info->condition, condition);
    if (condition <= CD_REFORM_SINGULAR)
        return COLDAE_OK;
    return cd_say(
        report, COLDAE_ERR_SINGULAR,
        "%s is singular at t = %.6g (1/sigma_min = %.3g of the scaled matrix): redundant constraints, a "
        "direction D along them, a wrong derivative, or a guess where they degenerate",
        what, t, condition);
}

/* Do the initial values lie on the constraints? */
static coldae_status check_start(const coldae_reform *r, cd_reform_work *w, cd_report *report,
                                 coldae_reform_info *info)
{
    int highest = r->in.highest < 0 ? r->plan.s : r->in.highest;
    for (int j = 0; r->uses_left && j < r->plan.s && j <= highest; j++) {
        int code = cd_reform_g(r, j, r->in.left, r->z_left, r->no_y, r->param, w->g);
        code = cd_reform_finite(code, (size_t)r->n_g, w->g);
        if (code != 0)
            return cd_reform_say(report, cd_reform_name_g(r), code, r->in.left, &info->callback_code);
        for (int a = 0; a < r->n_g; a++) {
            info->drift = fmax(info->drift, fabs(w->g[a]));
            if (!(fabs(w->g[a]) <= r->options.consistent))
                return cd_say(report, COLDAE_ERR_INVALID,
                              "problem.z_left is inconsistent: |g^(%d)[%d]| = %.3g at left = %.6g, above "
                              "options.consistent = %.3g; move it onto the constraints",
                              j, a, fabs(w->g[a]), r->in.left, r->options.consistent);
        }
    }
    return COLDAE_OK;
}

/* The user's guess, all of it finite. */
static int sane_guess(const coldae_reform *r, double t, double *z, double *y, double *dmu)
{
    int code = cd_reform_finite(cd_reform_guess(r, t, z, y, dmu), (size_t)r->mstar, z);
    return cd_reform_finite(cd_reform_finite(code, (size_t)r->n_y, y), (size_t)r->n, dmu);
}

static coldae_status look(coldae_reform *r, cd_reform_work *w, cd_report *report, coldae_reform_info *info)
{
    CD_TRY(check_start(r, w, report, info));
    int known = r->uses_left || r->in.guess, probes = r->in.linear ? PROBES : known ? 1 : 0;
    for (int i = 0; i < probes; i++) {
        double t = i < PROBES - 1 ? r->in.left + (r->in.right - r->in.left) * i / (PROBES - 1) : r->in.right;
        int code = sane_guess(r, t, w->z, w->g, w->f2);
        if (r->uses_left && i == 0)
            memcpy(w->z, r->z_left, (size_t)r->mstar * sizeof(double));
        if (code != 0)
            return cd_reform_say(report, "guess", code, t, &info->callback_code);
        memcpy(w->zr, w->z, (size_t)r->mstar * sizeof(double)); /* z and y are used by differences */
        memcpy(r->no_y, w->g, (size_t)r->n_y * sizeof(double));
        coldae_status status = look_at(r, t, w->zr, r->no_y, w, report, info);
        memset(r->no_y, 0, (size_t)r->n_g * sizeof(double));
        CD_TRY(status);
    }
    return COLDAE_OK;
}

/* r->z_left becomes the guess at left where there are no initial values: coordinates are chosen there. */
coldae_status cd_reform_look(coldae_reform *r, cd_report *report, coldae_reform_info *info)
{
    cd_reform_work *w = cd_reform_borrow(r, 0);
    coldae_status status = look(r, w, report, info);
    int code = 0;
    if (status == COLDAE_OK && !r->uses_left)
        code = sane_guess(r, r->in.left, r->z_left, w->y, w->f);
    cd_reform_return(r, w);
    return code ? cd_reform_say(report, "guess", code, r->in.left, &info->callback_code) : status;
}
