/* srm.h - sequential regularization: what its files share
 *
 *     x_s' = f(t, x_s) + By_s,    By_s = By_{s-1} - (1/eps) B E (alpha1 dg/dt + alpha2 g)
 *                                                          Ascher & Lin (1993) (3.3), (3.15)
 */
#ifndef CD_SRM_H
#define CD_SRM_H

#include "coldae/srm.h"
#include "memory.h"

/* ---- srm_gate.c: the user's functions -------------------------------------------------------------- */

typedef struct cd_srm_gate {
    const coldae_srm_problem *problem;
    cd_report *report;
    int calls; /* of the problem's data */
    int code;  /* last nonzero return */
} cd_srm_gate;

/* out[n] of one of the problem's functions; zero where fn is NULL.  x is handed on in the nonlinear form only. */
coldae_status cd_srm_data(cd_srm_gate *gate, coldae_srm_fn *fn, const char *name, double t, const double *x,
                          size_t n, double *out);
/* P[n_x, n_x] and v[n_x] of problem.smooth; either may be NULL. */
coldae_status cd_srm_smooth(cd_srm_gate *gate, double t, const double *x, double *P, double *v);
coldae_status cd_srm_tell(cd_srm_gate *gate, const coldae_srm_options *options, const coldae_srm_step *step);
/* The user's conditions, judged by the gate of coldae_solve. */
int cd_srm_side(const coldae_srm_problem *problem, int l, const double *x, double *g);
int cd_srm_dside(const coldae_srm_problem *problem, int l, const double *x, double *dg);
int cd_srm_coupled(const coldae_srm_problem *problem, const double *xl, const double *xr, double *r);
int cd_srm_dcoupled(const coldae_srm_problem *problem, const double *xl, const double *xr, double *dr);

/* ---- srm_check.c: every field against its range ---------------------------------------------------- */

coldae_status cd_srm_check_solve(const coldae_srm_problem *problem, const coldae_srm_options *options,
                                 cd_report *report);
coldae_status cd_srm_check_march(const coldae_srm_problem *problem, const coldae_srm_options *options,
                                 cd_report *report);

/* ---- srm_core.c: the regularized equations at a point ---------------------------------------------- */

/* The linear form at one t; what is used again for another x or another iteration. */
typedef struct cd_srm_slot {
    int valid;
    double t;
    double *A, *q;         /* [n_x, n_x], [n_x] */
    double *P, *v;         /* B E C, B E r */
    double *P_rate, *rate; /* B E C', B E r'; with alpha1 > 0 */
    double *By0;           /* B y_0 */
    double *T;             /* factors of I + (alpha1/eps) P; with alpha1 > 0 */
    int *pivot;
    double *J; /* derivative of x' by x */
} cd_srm_slot;

typedef struct cd_srm_core {
    const coldae_srm_problem *problem;
    const coldae_srm_options *options;
    cd_srm_gate gate;
    int n_x, n_y, is_linear;
    double eps; /* negative where time runs backwards */
    double alpha1, alpha2;
    double rate;      /* largest damping of By, times eps: see cd_srm_find_rate */
    double scale;     /* largest |C B| seen */
    double scale_C;   /* largest |C| seen */
    double start_off; /* |g| at the start, where it is above tol */
    double *y_start;  /* [n_y] y_0, where it is constant */
    int n_slots;
    cd_srm_slot *slot;
    int n_dodged;
    /* work */
    double *B, *C, *CB, *E;  /* [n_x, n_y], [n_y, n_x], [n_y, n_y] twice */
    double *R, *ER, *BER;    /* [n_y, wide] twice, [n_x, wide], wide = 2 n_x + 2 */
    double *sum;             /* [n_x, wide] */
    double *U, *Vt, *sigma;  /* [n_x, n_x], [n_y, n_y], [n_x] */
    double *lapack;          /* [size_lapack] */
    double *f, *fx, *square; /* [n_x] twice, [n_x, n_x] */
    double *one, *two;       /* [n_x + n_y] */
    int *pivot;              /* [n_x] */
    int size_lapack;
    /* what srm_watch.c has seen */
    int n_watched;
    double watched_t, watched_sigma[2]; /* smallest singular value of C B at the last two points */
    int watched_lost;                   /* C itself has nearly lost rank at the last point */
    int n_lost;                         /* places where it has, with alpha1 > 0 */
    double lost_t;                      /* .. the first of them */
} cd_srm_core;

void cd_srm_core_layout(cd_arena *arena, const coldae_srm_problem *problem, int n_slots, cd_srm_core *core);
/* After the layout: what follows from problem and options.  x[n_x]: some point to start from, at left. */
coldae_status cd_srm_core_prepare(cd_srm_core *core, const double *x);
/* Another eps: what the slots hold is no longer valid. */
void cd_srm_core_set_eps(cd_srm_core *core, double eps);

/* f(t, x), or A x + q. */
coldae_status cd_srm_f(cd_srm_core *core, int slot, double t, const double *x, double *f);
/* g(t, x), or C x + r. */
coldae_status cd_srm_constraint(cd_srm_core *core, double t, const double *x, double *g);
/* x' and By_s from base = By_{s-1}; base NULL: B y_0. */
coldae_status cd_srm_rhs(cd_srm_core *core, int slot, double t, const double *x, const double *base,
                         double *dx, double *By);
/* J[n_x, n_x] of x' = dx by x. */
coldae_status cd_srm_jacobian(cd_srm_core *core, int slot, double t, const double *x, const double *base,
                              const double *dx, double *J);
/* (x', y') of Park & Chiou (3.5a), (3.7) at u = (x, y), and By. */
coldae_status cd_srm_park_chiou(cd_srm_core *core, int slot, double t, const double *u, double *du,
                                double *By);
/* y[n_y] that the constraints, differentiated, determine at (t, x). */
coldae_status cd_srm_exact_y(cd_srm_core *core, double t, const double *x, double *y);
/* The step of a one-sided difference at v. */
double cd_srm_difference_step(int is_linear, double v);

/* ---- srm_data.c: B, C, E and their products -------------------------------------------------------- */

/* B(t, x), C(t, x) and C B; scale is kept up to date. */
coldae_status cd_srm_take_CB(cd_srm_core *core, double t, const double *x);
/* ER[n_y, width] = E R for B, C, CB taken at (t, x).  CD_LOST: E = (C B)^-1 and C B is singular. */
coldae_status cd_srm_apply_E(cd_srm_core *core, double t, const double *x, int width, const double *R,
                             double *ER);
/* .. with the singular directions of C B left out. */
void cd_srm_apply_pseudo(cd_srm_core *core, int width, const double *R, double *ER);
/* Point i of the interpolation around t, and its weight: on both sides of t, or on one side where the interval ends;
 * exact for cubic polynomials. */
enum { CD_SRM_NEARBY = 4 };
double cd_srm_nearby(const cd_srm_core *core, double t, int i, double *weight);
/* c[rows, columns] = a[rows, n] b[n, columns] */
void cd_srm_multiply(int rows, int n, int columns, const double *a, const double *b, double *c);
/* B E C, .. of the linear form at t, also where C B is singular. */
coldae_status cd_srm_fill_products(cd_srm_core *core, double t, cd_srm_slot *slot);

/* ---- srm_watch.c: where C B is nearly singular, whether B E C is definite -------------------------- */

/* Look at the next point, in the order of t. */
coldae_status cd_srm_watch(cd_srm_core *core, double t, const double *x, coldae_srm_info *info);
/* After the last one. */
void cd_srm_watch_end(cd_srm_core *core, coldae_srm_info *info);
/* The largest real part of the eigenvalues of B E C at (t, x), 1 if there is none > 0. */
coldae_status cd_srm_rate(cd_srm_core *core, double t, const double *x, double *rate);
/* core->rate = that times the larger alpha, at left; 1 in its place where it is not defined. */
coldae_status cd_srm_find_rate(cd_srm_core *core, const double *x);

/* ---- srm_info.c: what both doors share ------------------------------------------------------------- */

/* The counts of the core; known causes as a warning, before the words of the report. */
void cd_srm_fill_info(const cd_srm_core *core, const cd_report *report, coldae_status status,
                      coldae_srm_info *info);
/* eps where none is given: h the longest subinterval, k points in it, what they do with h/eps large. */
enum { CD_SRM_DAMPED, CD_SRM_SYMMETRIC, CD_SRM_EXPLICIT };
double cd_srm_choose_eps(double rate, double length, double h, int k, int scheme);
/* Where the layer of iteration s is over; after: the mesh point cd_srm_layer_steps(s), or the last one. */
double cd_srm_layer_end(const cd_srm_core *core, int s, double after);
int cd_srm_layer_steps(int s);
/* y[n_y] from By with the B[n_x, n_y] at hand; 0 if B has lost rank.  work: see cd_srm_recover_work. */
int cd_srm_solve_y(int n_x, int n_y, double *B, const double *By, double *y, double *condition, double *work);
size_t cd_srm_recover_work(int n_x, int n_y);

#endif
