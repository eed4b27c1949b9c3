/* problems.h - the problem library: definitions with analytic derivatives and reference values
 *
 * A test_problem is one instance: its parameters, sizes, callbacks and buffers.  Callbacks get the
 * instance through `user` and write nowhere else, so instances may be solved in parallel and nested.
 */
#ifndef COLDAE_TEST_PROBLEMS_H
#define COLDAE_TEST_PROBLEMS_H

#include <coldae/coldae.h>

enum { PROBLEM_ODE, PROBLEM_INDEX1, PROBLEM_INDEX2, PROBLEM_SPECIAL };
enum {
    PROBLEM_MAX_DIFF = 200, /* components */
    PROBLEM_MAX_Z = 400,    /* length of z, number of side conditions */
    PROBLEM_MAX_FIXED = 20,
    PROBLEM_MAX_ROWS = 41, /* of a reference file */
    PROBLEM_MAX_COLUMNS = 8
};

typedef struct test_problem test_problem;
struct test_problem {
    const char *name;
    double eps;    /* the parameter of the family: eps, nu, a, .. (d for the chains) */
    double par[8]; /* what the callbacks need besides */
    int kind;      /* PROBLEM_ODE, .. */
    double scale;  /* width of the sharpest layer: step of difference checks is a part of it */

    coldae_problem def;              /* everything but user; arrays below */
    int order[PROBLEM_MAX_DIFF];     /* def.order */
    double zeta[PROBLEM_MAX_Z];      /* def.zeta */
    double param_guess[2];           /* def.param_guess */
    double fixed[PROBLEM_MAX_FIXED]; /* points that the mesh must contain */
    int n_fixed;
    int n0;    /* subintervals of the first mesh */
    int n_tol; /* tolerances at which it must be solved */
    double tol[4];

    int mstar;                   /* length of z */
    int u[PROBLEM_MAX_DIFF];     /* u_i is z[u[i]] */
    double tol_z[PROBLEM_MAX_Z]; /* tol on u_i, 0 on derivatives: filled by problem_fill */

    /* Reference: exact solution, u[n_diff] and y[n_alg]; or a file; or a tighter run. */
    void (*exact)(const test_problem *q, double t, double *u, double *y);
    double param[2];                 /* exact parameters (n_param of them) */
    const char *file;                /* reference/NAME.csv in the data directory */
    int n_columns;                   /* columns after t */
    int column[PROBLEM_MAX_COLUMNS]; /* each is z[column], or -1: not in z */
    int n_rows;
    double row[PROBLEM_MAX_ROWS][1 + PROBLEM_MAX_COLUMNS];
    const coldae_solution *reference; /* tighter run, borrowed; set by the caller */
};

/* A family of problems: setup fills the instance for the parameter in q->eps. */
typedef struct problem_entry {
    const char *name;
    double eps; /* default parameter */
    void (*setup)(test_problem *q);
} problem_entry;

extern const problem_entry problems_ode[], problems_chain[], problems_special[], problems_dae[],
    problems_index2[], problems_manufactured[]; /* each ends with name NULL */

int problem_count(void);
const problem_entry *problem_at(int i);
/* Make an instance; eps = 0: the default parameter.  Returns 0, or -1: no such name or file. */
int problem_make(test_problem *q, const char *name, double eps);
/* The default parameter of a name. */
double problem_default(const char *name);
/* Problem and options for this tolerance; both point into q. */
void problem_fill(test_problem *q, coldae_problem *problem, coldae_options *options, double tol);
/* Largest |u - u*|/(1 + |u*|) over 1001 equidistant, mesh and inner points, or the file's points. */
double problem_error(const test_problem *q, const coldae_solution *s);
/* Largest estimated absolute error of the u_i over the largest true one. */
double problem_estimate_ratio(const test_problem *q, const coldae_solution *s);
/* Largest |y - y*|/(1 + |y*|) inside the subintervals; exact references only, else 0. */
double problem_error_y(const test_problem *q, const coldae_solution *s);
/* Whether there is anything to compare with. */
int problem_has_reference(const test_problem *q);
/* A run at tol with k points and a generous mesh, to serve as q->reference; NULL if it fails. */
coldae_solution *problem_tight_run(test_problem *q, double tol, int k);
/* Such a run that also agrees with the reference file to 1e-9, if there is a file; else NULL. */
coldae_solution *problem_reference_run(test_problem *q);

/* For the setup functions. */
void problem_sizes(test_problem *q, int n_diff, int n_alg, const int *order); /* NULL: all order 1 */
void problem_side(test_problem *q, int n_side, const double *zeta);
void problem_tols(test_problem *q, int n, const double *tol);
void problem_file(test_problem *q, const char *file, int n_columns, const int *column);

#endif
