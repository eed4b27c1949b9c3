/* fekete.c - twelve charges on a sphere until they rest, t = 1000
 *
 * Class: initial value problem, index 3, 84 unknowns
 *
 * Problem: N = 12 points u_i on the unit sphere repel each other with the forces of the logarithmic potential and are
 * slowed down by friction; lambda_i holds point i on the sphere:
 *
 *     u_i'' = sum_j (u_i - u_j)/|u_i - u_j|^2 - u_i'/2 + 2 u_i lambda_i,        0 = |u_i|^2 - 1.
 *
 * They come to rest where the product of all distances is largest (Fekete points): for twelve, in the corners of the
 * icosahedron.  That is how this program checks itself.
 *
 * Lesson: 84 unknowns, and a long time in few steps: when the points come to rest the steps grow to hundreds, and the
 * positions stay on the sphere and the velocities tangential to rounding, because each step is projected.
 *
 * Copy: a problem without dk: these derivatives are differenced.
 */
#include "trace.h"

#include <math.h>
#include <stdio.h>

enum { N = 12 };

static int forces(double t, const double *u, const double *v, const double *lambda, double *k, void *user)
{
    for (int i = 0; i < N; i++)
        for (int c = 0; c < 3; c++)
            k[3 * i + c] = 2 * u[3 * i + c] * lambda[i] - v[3 * i + c] / 2;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++) {
            double d[3], square = 0;
            for (int c = 0; c < 3; c++) {
                d[c] = u[3 * i + c] - u[3 * j + c];
                square += d[c] * d[c];
            }
            for (int c = 0; c < 3; c++) {
                k[3 * i + c] += d[c] / square;
                k[3 * j + c] -= d[c] / square;
            }
        }
    return 0;
}

static int sphere(double t, const double *u, const double *v, const double *lambda, double *g, void *user)
{
    for (int i = 0; i < N; i++)
        g[i] = u[3 * i] * u[3 * i] + u[3 * i + 1] * u[3 * i + 1] + u[3 * i + 2] * u[3 * i + 2] - 1;
    return 0;
}

static int sphere_derivative(double t, const double *u, const double *v, const double *lambda,
                             const double *w, double *d, void *user)
{
    for (int i = 0; i < N; i++)
        for (int c = 0; c < 3; c++)
            d[i + N * (3 * i + c)] = 2 * u[3 * i + c];
    return 0;
}

/* Points along a spiral from pole to pole: far from the solution. */
static void place(double *u)
{
    for (int i = 0; i < N; i++) {
        double z = 0.9 - 0.8 * i / (N - 1), r = sqrt(1 - z * z), a = 2.1 * i;
        u[3 * i] = r * cos(a);
        u[3 * i + 1] = r * sin(a);
        u[3 * i + 2] = z;
    }
}

/* Largest difference of the 66 distances, sorted by kind, from those of the icosahedron: 30 edges, 30 diagonals, 6
 * diameters. */
static double distance_from_icosahedron(const double *u)
{
    const double pi = 3.14159265358979323846, edge = 1 / sin(2 * pi / 5), golden = (1 + sqrt(5)) / 2;
    int count[3] = {0, 0, 0};
    double worst = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++) {
            double d =
                hypot(hypot(u[3 * i] - u[3 * j], u[3 * i + 1] - u[3 * j + 1]), u[3 * i + 2] - u[3 * j + 2]);
            int kind = d < 1.4 ? 0 : d < 1.85 ? 1 : 2;
            count[kind]++;
            worst = show_worst(worst, fabs(d - (kind == 0 ? edge : kind == 1 ? edge * golden : 2)));
        }
    return count[0] == 30 && count[1] == 30 && count[2] == 6 ? worst : INFINITY;
}

typedef struct recorder {
    trace rows; /* heights of the points, then the largest |g| and |dg/dt| */
} recorder;

static int record(const coldae_step *step, void *user)
{
    recorder *r = user;
    double row[N + 2] = {0}, g[N];
    const double *u = step->z, *v = u + 3 * N;
    sphere(step->t, u, v, step->y, g, NULL);
    for (int i = 0; i < N; i++) {
        double rate = 2 * (u[3 * i] * v[3 * i] + u[3 * i + 1] * v[3 * i + 1] + u[3 * i + 2] * v[3 * i + 2]);
        row[i] = u[3 * i + 2];
        row[N] = fmax(row[N], fabs(g[i]));
        row[N + 1] = fmax(row[N + 1], fabs(rate));
    }
    trace_add(&r->rows, step->t > 0 ? log10(step->t) : -6, row);
    return 0;
}

static coldae_status integrate(show_args *args, int projection, double *u, recorder *r, coldae_ivp_info *info)
{
    coldae_index3_problem problem;
    coldae_index3_problem_init(&problem);
    problem.n_u = problem.n_v = 3 * N;
    problem.n_lambda = N;
    problem.right = 1000;
    problem.k = forces;
    problem.g = sphere;
    problem.dg = sphere_derivative;

    coldae_index3_options options;
    coldae_index3_options_init(&options);
    options.tol = 1e-7;
    trace_options(args, &options);
    options.projection = projection;
    options.observer = r ? record : NULL;
    options.observer_user = r;
    trace_watch(args, problem.right, &options.observer, &options.observer_user);
    double v[3 * N] = {0}, lambda[N] = {0};
    place(u);
    coldae_status status = coldae_index3(&problem, &options, u, v, lambda, info);
    show_clear(args);
    return status;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);
    double u[3 * N], drift = 0;
    recorder r = {{.columns = N + 2}};
    coldae_ivp_info info, other;
    coldae_status status = integrate(&args, COLDAE_INDEX3_PROJECT_BOTH, u, &r, &info);
    if (status != COLDAE_OK) {
        fprintf(stderr, "fekete: %s: %s\n", coldae_strerror(status), info.message);
        trace_free(&r.rows);
        return 1;
    }
    for (int i = 0; i < r.rows.n; i++)
        drift =
            show_worst(drift, show_worst(r.rows.rows[i * (N + 3) + N + 1], r.rows.rows[i * (N + 3) + N + 2]));
    double error = distance_from_icosahedron(u);
    int wrong = show_judge(&args, "fekete", error, 1e-6) || !(drift <= 1e-13);
    if (args.demo) {
        trace_demo("fekete", show_tol(&args, 1e-7), &info, error);
    } else {
        printf(
            "to t = 1000 in %d steps, the last %.3g long; %.1e from the icosahedron, constraints to %.1e\n",
            info.n_steps, info.largest, error, drift);
        status = integrate(&args, COLDAE_INDEX3_PROJECT_NONE, u, NULL, &other);
        printf("without projection: %s at t = %.4g after %d steps and %d refused ones\n",
               coldae_strerror(status), other.t, other.n_steps, other.n_rejected + other.n_failed);
    }
    if (args.output) {
        trace_curve height[N], residual[2] = {{&r.rows, -1, N, "|g|"}, {&r.rows, -1, N + 1, "|dg/dt|"}};
        for (int i = 0; i < N; i++)
            height[i] = (trace_curve){&r.rows, -1, i, ""};
        trace_panel panel[2] = {{"Twelve charges on a sphere", "log10 t", "height", 0, 0, N, height},
                                {"The constraints", "log10 t", "largest residual", 1, 0, 2, residual}};
        wrong |= trace_results(&args, &r.rows, "log10 t,u2,u5,u8,u11,u14,u17,u20,u23,u26,u29,u32,u35,g,dg/dt",
                               2, 2, panel);
    }
    trace_free(&r.rows);
    return wrong;
}
