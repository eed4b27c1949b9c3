/* u'' = -u, u(0) = 0, u(1) = 1:  u = sin t / sin 1 */
#include <coldae/coldae.h>
#include <math.h>
#include <stdio.h>

static coldae_f_fn f;
static coldae_g_fn g;

static int f(double t, const double *z, const double *y, const double *p, double *out, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    out[0] = -z[0];
    return 0;
}

static int g(int l, const double *z, const double *p, double *out, void *user)
{
    (void)p, (void)user;
    *out = z[0] - l;
    return 0;
}

int main(void)
{
    const int order[] = {2};
    const double zeta[] = {0, 1};
    coldae_problem problem;
    coldae_solution *solution;
    coldae_info info;
    double z[2];

    coldae_problem_init(&problem);
    problem.n_diff = 1;
    problem.order = order;
    problem.n_side = 2;
    problem.zeta = zeta;
    problem.linear = 1;
    problem.f = f;
    problem.g = g;
    if (coldae_solve(&problem, NULL, &solution, &info) != COLDAE_OK) {
        printf("%s\n", info.message);
        return 1;
    }
    coldae_solution_eval(solution, 0.5, z, NULL);
    coldae_solution_free(solution);
    printf("libcoldae %s: u(0.5) = %.6f\n", coldae_version(), z[0]);
    return !(fabs(z[0] - sin(0.5) / sin(1.0)) < 1e-5);
}
