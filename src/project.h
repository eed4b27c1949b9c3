/* project.h - a mesh point: which constraints are of index 2 there, and the projection onto them
 *
 * x is the highest derivatives D^{m_i-1} u_i in z.  With C = d f_alg/dx, B = d f_diff/dy, E = d f_alg/dy = U S V^T
 * of numerical rank r and U_2, V_2 the columns r+1 .. m:
 *     x <- x - K (f_alg + C_z dz + C_p dp),     K = B V_2 (U_2^T C B V_2)^-1 U_2^T
 */
#ifndef CD_PROJECT_H
#define CD_PROJECT_H

#include "method.h"

/* The projection at one mesh point; pointers into the system's storage. */
typedef struct cd_projector {
    double *K;      /* [n_diff, n_alg] column-major; zero where rank = n_alg */
    double *slope;  /* [n_alg, mstar+q] column-major: C_z, C_p */
    double *hidden; /* [n_alg, n_alg - rank] column-major: U_2, the directions of index 2 */
} cd_projector;

/* Projections at the mesh points 0 .. n, as the last linearisation found them; K NULL: none. */
typedef struct cd_projections {
    const double *K, *slope; /* [n_diff, n_alg, n+1], [n_alg, mstar+q, n+1] */
    const int *rank;         /* [n+1] */
} cd_projections;

/* doubles of workspace for the functions below */
size_t cd_project_work(const cd_dims *dims);

/* Nonzero if E of df[n_eq, mstar+n_alg+q] is so far from singular that a mesh point nearby has only index-1
 * directions: then f need not be evaluated there at all. */
int cd_project_is_index1(const cd_method *method, double h, const double *df, double *work);

/* The projector from df at the mesh point; *rank = number of index-1 directions.
 * CD_LOST: E is singular, and C B does not help; nothing is projected.  COLDAE_ERR_SINGULAR (with words) if pure index 2
 * was asked for and C B is singular. */
coldae_status cd_project_find(const cd_method *method, double h, double t, const double *df,
                              cd_report *report, const cd_projector *projector, int *rank, double *work);
/* Apply it to Phi[mstar, mstar+c] row-major (columns z, p, rest) and to phi[mstar] with the constraints' values. */
void cd_project_matrix(const cd_dims *dims, const cd_projector *projector, int c, double *Phi, double *work);
void cd_project_vector(const cd_dims *dims, const cd_projector *projector, const double *f_alg, double *phi,
                       double *work);

#endif
