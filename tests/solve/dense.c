/* dense.c - many equations that all depend on each other: the known solution, and the same bits with any number of threads
 *
 *     u_i' = sum_j A_ij sin u_j + r_i(t),  u_i* = cos(t + i/d);  half of them given at 0, the others at 1
 *
 * k d = 320: the local matrices are eliminated in several blocks, with more rows than are worked on at a time.
 */
#include "check.h"
#include "coldae/coldae.h"

enum { D = 80, K = 4 };

static double A[D][D];

static double solution(int i, double t)
{
    return cos(t + (double)i / D);
}

static int f(double t, const double *z, const double *y, const double *p, double *to, void *user)
{
    (void)y, (void)p, (void)user;
    double change[D];
    for (int j = 0; j < D; j++)
        change[j] = sin(z[j]) - sin(solution(j, t));
    for (int i = 0; i < D; i++) {
        to[i] = -sin(t + (double)i / D);
        for (int j = 0; j < D; j++)
            to[i] += A[i][j] * change[j];
    }
    return 0;
}

static int df(double t, const double *z, const double *y, const double *p, double *to, void *user)
{
    (void)t, (void)y, (void)p, (void)user;
    for (int j = 0; j < D; j++) {
        double c = cos(z[j]);
        for (int i = 0; i < D; i++)
            to[i + D * j] = A[i][j] * c;
    }
    return 0;
}

static int g(int l, const double *z, const double *p, double *to, void *user)
{
    (void)p, (void)user;
    *to = z[l] - solution(l, l < D / 2 ? 0 : 1);
    return 0;
}

static int dg(int l, const double *z, const double *p, double *to, void *user)
{
    (void)z, (void)p, (void)user;
    to[l] = 1;
    return 0;
}

static void fill(coldae_problem *problem, coldae_options *options)
{
    static int order[D];
    static double zeta[D];
    unsigned seed = 1;
    for (int i = 0; i < D; i++) {
        order[i] = 1;
        zeta[i] = i < D / 2 ? 0 : 1;
        for (int j = 0; j < D; j++) {
            seed = seed * 1664525u + 1013904223u;
            A[i][j] = ((double)(seed >> 8) / (1 << 24) - 0.5) * 4 / D;
        }
    }
    coldae_problem_init(problem);
    coldae_options_init(options);
    problem->n_diff = problem->n_side = D;
    problem->order = order;
    problem->zeta = zeta;
    problem->f = f;
    problem->df = df;
    problem->g = g;
    problem->dg = dg;
    options->n_points = K;
    options->n_intervals = 6;
    options->adapt = COLDAE_FIXED_MESH;
}

static coldae_solution *solve(int threads)
{
    coldae_problem problem;
    coldae_options options;
    coldae_info info;
    coldae_solution *s = NULL;
    fill(&problem, &options);
    options.n_threads = threads;
    CHECK_INT(coldae_solve(&problem, &options, &s, &info), COLDAE_OK);
    return s;
}

int main(void)
{
    coldae_solution *one = solve(1);
    double z[D], other[D];
    for (int i = 0; i <= 20; i++) {
        CHECK_INT(coldae_solution_eval(one, i / 20.0, z, NULL), COLDAE_OK);
        double worst = 0;
        for (int c = 0; c < D; c++)
            worst = fmax(worst, fabs(z[c] - solution(c, i / 20.0)));
        CHECK_NEAR(worst, 0, 1e-7);
    }
    for (int threads = 2; threads <= 3; threads++) {
        coldae_solution *more = solve(threads);
        for (int i = 0; i <= 20; i++) {
            CHECK_INT(coldae_solution_eval(one, i / 20.0, z, NULL), COLDAE_OK);
            CHECK_INT(coldae_solution_eval(more, i / 20.0, other, NULL), COLDAE_OK);
            CHECK_INT(memcmp(z, other, sizeof z), 0);
        }
        coldae_solution_free(more);
    }
    coldae_solution_free(one);
    return check_result();
}
