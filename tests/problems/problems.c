/* problems.c - making instances of the problem library and measuring solutions against it */
#include "problems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef COLDAE_TEST_DATA
#define COLDAE_TEST_DATA "tests/data"
#endif

enum { EQUIDISTANT = 1001, INNER = 7 }; /* sample points: in all, and inside each subinterval */

static const problem_entry *const families[] = {problems_ode, problems_chain,  problems_special,
                                                problems_dae, problems_index2, problems_manufactured};
enum { N_FAMILIES = sizeof families / sizeof families[0] };

const problem_entry *problem_at(int i)
{
    for (int f = 0; f < N_FAMILIES; f++)
        for (const problem_entry *e = families[f]; e->name; e++)
            if (i-- == 0)
                return e;
    return NULL;
}

int problem_count(void)
{
    int n = 0;
    while (problem_at(n))
        n++;
    return n;
}

void problem_sizes(test_problem *q, int n_diff, int n_alg, const int *order)
{
    q->def.n_diff = n_diff;
    q->def.n_alg = n_alg;
    q->mstar = 0;
    for (int i = 0; i < n_diff; i++) {
        q->order[i] = order ? order[i] : 1;
        q->u[i] = q->mstar;
        q->mstar += q->order[i];
    }
}

void problem_side(test_problem *q, int n_side, const double *zeta)
{
    q->def.n_side = n_side;
    for (int l = 0; l < n_side; l++)
        q->zeta[l] = zeta[l];
}

void problem_tols(test_problem *q, int n, const double *tol)
{
    q->n_tol = n;
    for (int i = 0; i < n; i++)
        q->tol[i] = tol[i];
}

void problem_file(test_problem *q, const char *file, int n_columns, const int *column)
{
    q->file = file;
    q->n_columns = n_columns;
    for (int i = 0; i < n_columns; i++)
        q->column[i] = column[i];
}

/* Rows "t,v1,v2,.." after a line of names. */
static int read_file(test_problem *q)
{
    char path[1024], line[1024];
    snprintf(path, sizeof path, "%s/reference/%s.csv", COLDAE_TEST_DATA, q->file);
    FILE *in = fopen(path, "r");
    if (!in)
        return -1;
    if (!fgets(line, sizeof line, in))
        line[0] = 0;
    while (q->n_rows < PROBLEM_MAX_ROWS && fgets(line, sizeof line, in)) {
        char *at = line;
        for (int c = 0; c <= q->n_columns; c++) {
            q->row[q->n_rows][c] = strtod(at, &at);
            at += *at == ',';
        }
        q->n_rows++;
    }
    fclose(in);
    return q->n_rows > 0 ? 0 : -1;
}

static const problem_entry *find(const char *name)
{
    const problem_entry *e = NULL;
    for (int i = 0; (e = problem_at(i)) != NULL && strcmp(e->name, name) != 0;)
        i++;
    return e;
}

double problem_default(const char *name)
{
    const problem_entry *e = find(name);
    return e ? e->eps : 0;
}

int problem_make(test_problem *q, const char *name, double eps)
{
    const problem_entry *e = find(name);
    if (!e)
        return -1;
    memset(q, 0, sizeof *q);
    coldae_problem_init(&q->def);
    q->name = e->name;
    q->eps = eps != 0 ? eps : e->eps;
    q->scale = 1;
    q->n0 = 5;
    e->setup(q);
    return q->file ? read_file(q) : 0;
}

void problem_fill(test_problem *q, coldae_problem *problem, coldae_options *options, double tol)
{
    *problem = q->def;
    problem->order = q->order;
    problem->zeta = q->def.n_side ? q->zeta : NULL;
    problem->param_guess = q->def.n_param ? q->param_guess : NULL;
    problem->user = q;
    coldae_options_init(options);
    memset(q->tol_z, 0, sizeof q->tol_z);
    for (int i = 0; i < q->def.n_diff; i++)
        q->tol_z[q->u[i]] = tol;
    options->tol_z = q->tol_z;
    options->n_intervals = q->n0;
    options->fixed = q->n_fixed ? q->fixed : NULL;
    options->n_fixed = q->n_fixed;
}

int problem_has_reference(const test_problem *q)
{
    return q->exact || q->reference || q->n_rows > 0;
}

/* ---- errors ------------------------------------------------------------------------------ */

typedef struct measured {
    double relative;   /* max |u - u*|/(1 + |u*|) */
    double absolute;   /* max |u - u*| */
    double y_relative; /* max |y - y*|/(1 + |y*|) */
} measured;

/* NaN counts as infinitely wrong. */
static void worst(double *most, double value)
{
    if (!(value <= *most))
        *most = isnan(value) ? INFINITY : value;
}

/* Compare at t with the exact solution or the tighter run; y only where it is meant. */
static void compare(const test_problem *q, const coldae_solution *s, double t, int with_y, measured *m)
{
    double z[PROBLEM_MAX_Z], y[PROBLEM_MAX_DIFF], u[PROBLEM_MAX_DIFF], yref[PROBLEM_MAX_DIFF];
    coldae_status status = coldae_solution_eval(s, t, z, q->def.n_alg ? y : NULL);
    if (q->exact) {
        q->exact(q, t, u, yref);
    } else {
        double zref[PROBLEM_MAX_Z];
        status = status ? status : coldae_solution_eval(q->reference, t, zref, q->def.n_alg ? yref : NULL);
        for (int i = 0; i < q->def.n_diff; i++)
            u[i] = zref[q->u[i]];
    }
    if (status)
        m->relative = m->absolute = INFINITY;
    for (int i = 0; i < q->def.n_diff && !status; i++) {
        double e = fabs(z[q->u[i]] - u[i]);
        worst(&m->absolute, e);
        worst(&m->relative, e / (1 + fabs(u[i])));
    }
    for (int i = 0; i < q->def.n_alg && with_y && !status; i++)
        worst(&m->y_relative, fabs(y[i] - yref[i]) / (1 + fabs(yref[i])));
}

/* The same at the rows of the file, controlled columns only. */
static void compare_file(const test_problem *q, const coldae_solution *s, measured *m)
{
    double z[PROBLEM_MAX_Z];
    for (int r = 0; r < q->n_rows; r++) {
        coldae_status status = coldae_solution_eval(s, q->row[r][0], z, NULL);
        for (int c = 0; c < q->n_columns; c++) {
            int j = q->column[c];
            int controlled = 0;
            for (int i = 0; i < q->def.n_diff; i++)
                controlled |= q->u[i] == j;
            if (!controlled)
                continue;
            double e = status ? INFINITY : fabs(z[j] - q->row[r][1 + c]);
            worst(&m->absolute, e);
            worst(&m->relative, e / (1 + fabs(q->row[r][1 + c])));
        }
    }
}

static measured measure(const test_problem *q, const coldae_solution *s)
{
    measured m = {0, 0, 0};
    double left = q->def.left, right = q->def.right;
    if (!s)
        return (measured){INFINITY, INFINITY, INFINITY};
    if (!q->exact && !q->reference) {
        compare_file(q, s, &m);
        return m;
    }
    for (int i = 0; i < EQUIDISTANT; i++) {
        double t = left + (right - left) * i / (EQUIDISTANT - 1);
        compare(q, s, i == EQUIDISTANT - 1 ? right : t, 0, &m);
    }
    const double *mesh;
    int n = coldae_solution_mesh(s, &mesh);
    for (int i = 0; i < n; i++) {
        compare(q, s, mesh[i], 0, &m);
        for (int j = 1; j <= INNER; j++)
            compare(q, s, mesh[i] + (mesh[i + 1] - mesh[i]) * j / (INNER + 1), 1, &m);
    }
    compare(q, s, mesh[n], 0, &m);
    return m;
}

double problem_error(const test_problem *q, const coldae_solution *s)
{
    return measure(q, s).relative;
}

double problem_error_y(const test_problem *q, const coldae_solution *s)
{
    return measure(q, s).y_relative;
}

double problem_estimate_ratio(const test_problem *q, const coldae_solution *s)
{
    double estimate[PROBLEM_MAX_Z], most = 0;
    if (!s)
        return 0;
    coldae_solution_error(s, estimate);
    for (int i = 0; i < q->def.n_diff; i++)
        most = fmax(most, estimate[q->u[i]]);
    double truth = measure(q, s).absolute;
    return truth > 0 ? most / truth : INFINITY;
}

coldae_solution *problem_tight_run(test_problem *q, double tol, int k)
{
    coldae_problem problem;
    coldae_options options;
    coldae_solution *s = NULL;
    problem_fill(q, &problem, &options, tol);
    options.n_points = k;
    if (coldae_solve(&problem, &options, &s, NULL) != COLDAE_OK) {
        coldae_solution_free(s);
        s = NULL;
    }
    return s;
}

coldae_solution *problem_reference_run(test_problem *q)
{
    double tol = 1; /* a hundredth of the strictest of the problem's own; the harder ones are met at 1e-6 */
    for (int i = 0; i < q->n_tol; i++)
        tol = fmin(tol, q->tol[i] / 100);
    coldae_solution *s = problem_tight_run(q, q->eps != problem_default(q->name) ? 1e-10 : tol, 8);
    if (s && q->n_rows > 0 && !(problem_error(q, s) <= 1e-9)) {
        coldae_solution_free(s);
        s = NULL;
    }
    return s;
}
