/* march_ida.c - SUNDIALS IDA on a coldae_problem: Y = (z, y), 0 = F(t, Y, Y'), dense Jacobian
 *
 * F is z_l' - z_{l+1} inside a component, z' - f for its highest derivative, f_alg for the constraints.
 */
#include "march_peer.h"

#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <time.h>

enum { MOST = 16 }; /* length of Y */

typedef struct system {
    const coldae_problem *p;
    int mstar, n, n_f;
} system_of;

const char *peer_name(void)
{
    return "IDA";
}

static int residual(realtype t, N_Vector yy, N_Vector yp, N_Vector rr, void *user)
{
    system_of *s = user;
    const double *Y = N_VGetArrayPointer(yy), *Yp = N_VGetArrayPointer(yp);
    double f[MOST] = {0}, *r = N_VGetArrayPointer(rr);
    int code = s->p->f(t, Y, Y + s->mstar, NULL, f, s->p->user);
    s->n_f++;
    for (int i = 0, at = 0; i < s->p->n_diff; at += s->p->order[i++])
        for (int l = 0; l < s->p->order[i]; l++)
            r[at + l] = Yp[at + l] - (l + 1 < s->p->order[i] ? Y[at + l + 1] : f[i]);
    for (int i = 0; i < s->p->n_alg; i++)
        r[s->mstar + i] = f[s->p->n_diff + i];
    return code;
}

static int jacobian(realtype t, realtype c, N_Vector yy, N_Vector yp, N_Vector rr, SUNMatrix J, void *user,
                    N_Vector a, N_Vector b, N_Vector d)
{
    system_of *s = user;
    const double *Y = N_VGetArrayPointer(yy);
    double df[MOST * MOST] = {0};
    int rows = s->p->n_diff + s->p->n_alg, code = s->p->df(t, Y, Y + s->mstar, NULL, df, s->p->user);
    (void)yp, (void)rr, (void)a, (void)b, (void)d;
    for (int j = 0; j < s->n; j++) {
        for (int i = 0, at = 0; i < s->p->n_diff; at += s->p->order[i++])
            for (int l = 0; l < s->p->order[i]; l++)
                SM_ELEMENT_D(J, at + l, j) =
                    (at + l == j ? c : 0) -
                    (l + 1 < s->p->order[i] ? (double)(at + l + 1 == j) : df[i + j * rows]);
        for (int i = 0; i < s->p->n_alg; i++)
            SM_ELEMENT_D(J, s->mstar + i, j) = df[s->p->n_diff + i + j * rows];
    }
    return code;
}

/* Y' from Y. */
static void slopes(system_of *s, double t, const double *Y, double *Yp)
{
    double f[MOST] = {0};
    s->p->f(t, Y, Y + s->mstar, NULL, f, s->p->user);
    for (int i = 0, at = 0; i < s->p->n_diff; at += s->p->order[i++])
        for (int l = 0; l < s->p->order[i]; l++)
            Yp[at + l] = l + 1 < s->p->order[i] ? Y[at + l + 1] : f[i];
}

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int march(void *mem, N_Vector yy, N_Vector yp, int n, const double *t, const double *z_star,
                 int stride, int n_check, double *error)
{
    for (int i = 0; i < n; i++) {
        realtype reached;
        if (IDASolve(mem, t[i], &reached, yy, yp, IDA_NORMAL) < 0)
            return 0;
        for (int c = 0; c < n_check; c++) {
            double exact = z_star[i * stride + c];
            *error = fmax(*error, fabs(N_VGetArrayPointer(yy)[c] - exact) / (1 + fabs(exact)));
        }
    }
    return 1;
}

peer_run peer_solve(const coldae_problem *problem, double tol, const double *z, const double *y, int n,
                    const double *t, const double *z_star, int stride, int n_check)
{
    system_of s = {.p = problem};
    peer_run run = {0};
    SUNContext context;
    long count = 0;
    for (int i = 0; i < problem->n_diff; i++)
        s.mstar += problem->order[i];
    s.n = s.mstar + problem->n_alg;
    SUNContext_Create(NULL, &context);
    N_Vector yy = N_VNew_Serial(s.n, context), yp = N_VNew_Serial(s.n, context),
             id = N_VNew_Serial(s.n, context);
    SUNMatrix A = SUNDenseMatrix(s.n, s.n, context);
    SUNLinearSolver solver = SUNLinSol_Dense(yy, A, context);
    void *mem = IDACreate(context);
    N_VConst(0, yp);
    for (int i = 0; i < s.n; i++) {
        N_VGetArrayPointer(yy)[i] = i < s.mstar ? z[i] : y[i - s.mstar];
        N_VGetArrayPointer(id)[i] = i < s.mstar;
    }
    slopes(&s, problem->left, N_VGetArrayPointer(yy), N_VGetArrayPointer(yp));
    IDAInit(mem, residual, problem->left, yy, yp);
    IDASStolerances(mem, tol, tol);
    IDASetUserData(mem, &s);
    IDASetLinearSolver(mem, solver, A);
    if (problem->df)
        IDASetJacFn(mem, jacobian);
    IDASetId(mem, id);
    IDASetSuppressAlg(mem, problem->n_alg > 0);
    IDASetMaxNumSteps(mem, 500000);
    IDASetErrFile(mem, NULL);
    double begin = now();
    run.ok = march(mem, yy, yp, n, t, z_star, stride, n_check, &run.error);
    run.seconds = now() - begin;
    IDAGetNumSteps(mem, &count);
    run.n_steps = (int)count;
    IDAGetNumJacEvals(mem, &count);
    run.n_factor = (int)count;
    run.n_f = s.n_f;
    IDAFree(&mem);
    SUNLinSolFree(solver);
    SUNMatDestroy(A);
    N_VDestroy(yy);
    N_VDestroy(yp);
    N_VDestroy(id);
    SUNContext_Free(&context);
    return run;
}
