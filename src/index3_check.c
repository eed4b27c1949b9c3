/* index3_check.c - are the given derivatives those of f, k and g? */
#include <math.h>
#include <string.h>

#include "index3_check.h"

static const double WRONG =
    1e-4; /* relative difference of a wrong entry; central differences are good to 1e-9 */
static const double APART = 1e-5; /* relative distance of the two points in check_dg */
static const double FINE = 1e-6;  /* .. and of an entry that needs no second look */
/* An entry is wrong if it differs for all of these shares of the usual step: that one is measured by |x|, too long for
 * an angle after many turns. */
enum { LEVELS = 3 };
static const double SHARE[LEVELS] = {1, 1.0 / 64, 1.0 / 4096};

/* Column j of one block: rows first .. first+rows-1 of the differences against d[rows, n]. */
static void compare(const char *name, int first, int rows, int j, const double *d, const double *column,
                    cd_index3_worst *worst)
{
    for (int i = 0; i < rows; i++) {
        double given = d[i + (ptrdiff_t)j * rows], found = column[first + i];
        double difference = fabs(given - found) / (1 + fabs(given));
        if (!(difference <= worst->difference))
            *worst = (cd_index3_worst){difference, name, i, j, given, found};
    }
}

/* Column j of what is given, each block with the step that suits it best. */
static coldae_status check_column(cd_index3_gate *gate, double t, const double *x, const double *w,
                                  int structure, int j, const cd_index3_jacobian *d, double *column,
                                  cd_index3_worst *worst)
{
    const coldae_index3_problem *p = gate->problem;
    int n_u = gate->n_u, n_v = gate->n_v;
    const struct {
        const char *name;
        int is_given, first, rows;
        const double *d;
    } block[3] = {{"df", p->f && p->df, 0, n_u, d->df},
                  {"dk", p->dk && (!structure || j >= n_u + n_v), n_u, n_v, d->dk},
                  {"dg", p->dg && gate->n_l > 0, n_u + n_v, gate->n_l, d->dg}};
    cd_index3_worst best[3] = {{0}};
    for (int level = 0; level < LEVELS; level++) {
        int again = 0;
        CD_TRY(cd_index3_gate_column(gate, t, x, w, j, SHARE[level], column));
        for (int b = 0; b < 3; b++) {
            cd_index3_worst found = {0};
            if (block[b].is_given)
                compare(block[b].name, block[b].first, block[b].rows, j, block[b].d, column, &found);
            if (level == 0 || found.difference < best[b].difference)
                best[b] = found;
            again |= !(best[b].difference <= FINE);
        }
        if (!again)
            break;
    }
    for (int b = 0; b < 3; b++)
        if (!(best[b].difference <= worst->difference))
            *worst = best[b];
    return COLDAE_OK;
}

coldae_status cd_index3_check(cd_index3_gate *gate, double t, const double *x, const double *w, int structure,
                              cd_index3_jacobian *d, double *column, cd_index3_worst *worst)
{
    memset(worst, 0, sizeof *worst);
    CD_TRY(cd_index3_gate_jacobian(gate, t, x, w, structure, d));
    for (int j = 0; j < gate->n; j++)
        CD_TRY(check_column(gate, t, x, w, structure, j, d, column, worst));
    return COLDAE_OK;
}

coldae_status cd_index3_name_entry(const cd_index3_gate *gate, double t, const cd_index3_worst *worst,
                                   coldae_status status)
{
    int j = worst->column, n_uv = gate->n_u + gate->n_v;
    const char *by = j < gate->n_u ? "u" : j < n_uv ? "v" : "lambda";
    return cd_say(gate->report, status,
                  "%s is wrong at t = %.10g: row %d by %s[%d] is %.6g, differences give %.6g", worst->name, t,
                  worst->row, by,
                  j < gate->n_u ? j
                  : j < n_uv    ? j - gate->n_u
                                : j - n_uv,
                  worst->given, worst->found);
}

/* Does dg times (1, -1/2, 1/3, ..), no entry is left out, differ from the difference of g over 2 h?  *wrong = 1 or 0.
 * column[n] is workspace. */
static coldae_status compare_direction(cd_index3_gate *gate, double t, const double *x, const double *dg,
                                       int entries, double h, double *moved, double *column, int *wrong)
{
    int n_l = gate->n_l;
    double *above = column, *below = column + n_l; /* n_l <= n_v: both fit */
    *wrong = 0;
    for (int side = -1; side <= 1; side += 2) {
        memcpy(moved, x, (size_t)gate->n * sizeof(double));
        for (int j = 0; j < entries; j++)
            moved[j] += side * h * (j % 2 ? -1.0 : 1.0) / (1 + j % 7);
        CD_TRY(cd_index3_gate_g(gate, t, moved, side < 0 ? below : above));
    }
    for (int i = 0; i < n_l; i++) {
        double given = 0, size = 1e-3, found = (above[i] - below[i]) / (2 * h);
        for (int j = 0; j < entries; j++) {
            double term = dg[i + (ptrdiff_t)j * n_l] * (j % 2 ? -1.0 : 1.0) / (1 + j % 7);
            given += term;
            size += fabs(term);
        }
        *wrong |= !(fabs(given - found) <= WRONG * fmax(size, fabs(found)));
    }
    return COLDAE_OK;
}

coldae_status cd_index3_check_dg(cd_index3_gate *gate, double t, const double *x, const double *w,
                                 cd_index3_jacobian *d, double *moved, double *column)
{
    int entries = gate->index == 3 ? gate->n_u : gate->n_u + gate->n_v, wrong = 1;
    double h = APART * APART;
    if (!gate->problem->dg || gate->index < 2)
        return COLDAE_OK;
    CD_TRY(cd_index3_gate_dg(gate, t, x, w, d->dg));
    for (int j = 0; j < entries; j++)
        h = fmax(h, APART * fabs(x[j]));
    for (int level = 0; level < LEVELS && wrong; level++) {
        coldae_status status =
            compare_direction(gate, t, x, d->dg, entries, SHARE[level] * h, moved, column, &wrong);
        if (status != COLDAE_OK)
            return status == CD_UNDEFINED ? COLDAE_OK : status;
    }
    cd_index3_worst worst;
    coldae_status status = wrong ? cd_index3_check(gate, t, x, w, 1, d, column, &worst) : COLDAE_OK;
    if (status < 0)
        return status; /* asked to stop */
    if (!wrong || status != COLDAE_OK || !(worst.difference > WRONG) || strcmp(worst.name, "dg") != 0)
        return COLDAE_OK;
    return cd_index3_name_entry(gate, t, &worst, COLDAE_ERR_INVALID);
}

/* ---- the public check ---------------------------------------------------------------------------------- */

typedef struct check {
    cd_index3_gate gate;
    cd_index3_jacobian d;
    double *x, *w, *column;
} check;

static void lay_out(cd_arena *arena, const coldae_index3_problem *problem, check *c)
{
    cd_index3_gate_layout(arena, problem, &c->gate);
    size_t n = (size_t)c->gate.n, n_v = (size_t)c->gate.n_v;
    c->d.df = cd_take_doubles(arena, (size_t)c->gate.n_u * n);
    c->d.dk = cd_take_doubles(arena, n_v * n);
    c->d.dg = cd_take_doubles(arena, (size_t)c->gate.n_l * n);
    c->x = cd_take_doubles(arena, n);
    c->w = cd_take_doubles(arena, n_v);
    c->column = cd_take_doubles(arena, n);
}

/* Everything but memory. */
static coldae_status look(check *c, double t, const double *u, const double *v, const double *lambda,
                          const double *w, cd_report *report, double *worst)
{
    cd_index3_worst found;
    int n_u = c->gate.n_u, n_v = c->gate.n_v;
    c->gate.report = report;
    for (int i = 0; i < c->gate.n; i++)
        c->x[i] = i < n_u ? u[i] : i < n_u + n_v ? v[i - n_u] : lambda[i - n_u - n_v];
    if (w)
        memcpy(c->w, w, (size_t)n_v * sizeof(double));
    CD_TRY(cd_index3_check(&c->gate, t, c->x, c->w, 0, &c->d, c->column, &found));
    *worst = found.difference;
    if (found.name)
        (void)cd_index3_name_entry(&c->gate, t, &found, COLDAE_OK);
    return COLDAE_OK;
}

coldae_status coldae_index3_check_jacobian(const coldae_index3_problem *problem, double t, const double *u,
                                           const double *v, const double *lambda, const double *w,
                                           double *worst, char *message, int message_size)
{
    cd_report report = {""};
    cd_memory memory = {0, 0, 0};
    cd_arena arena = {NULL, 0, 0, 0};
    check c;
    double unwanted = 0;
    memset(&c, 0, sizeof c);
    worst = worst ? worst : &unwanted;
    *worst = 0;
    coldae_status status = COLDAE_OK;
    if (!problem || (problem->n_u > 0 && !u) || !v || (problem->n_lambda > 0 && !lambda) ||
        problem->n_u < 0 || problem->n_v < 1 || problem->n_lambda < 0 || !problem->k ||
        (problem->n_lambda > 0 && !problem->g) || !isfinite(t))
        status =
            cd_say(&report, COLDAE_ERR_INVALID, "the problem, its sizes, functions or values are missing");
    if (status == COLDAE_OK) {
        lay_out(&arena, problem, &c);
        status = cd_arena_create(&memory, &arena);
        if (status != COLDAE_OK)
            (void)cd_no_memory(&memory, &arena, 0, &report);
    }
    if (status == COLDAE_OK) {
        lay_out(&arena, problem, &c);
        status = look(&c, t, u, v, lambda, w, &report, worst);
    }
    cd_arena_release(&memory, &arena);
    if (message && message_size > 0)
        cd_copy_words(report.text, message, (size_t)message_size);
    return status == CD_UNDEFINED ? COLDAE_ERR_CALLBACK : status;
}
