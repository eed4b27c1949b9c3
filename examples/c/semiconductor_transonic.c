/* semiconductor_transonic.c - regularise where the index changes, then continue
 *
 * Class: boundary value problem, index 0, shock
 *
 * Problem: the model of semiconductor_subsonic.c with J = 1.5, alpha = 0, nbar = 3, beta = 3. Now
 * y falls below J (supersonic flow) and jumps back in a shock at an unknown place. At y = J the
 * constraint does not determine y. It is replaced by a differential equation,
 *
 *     x1' = x2 y - alpha J,   x2' = y - 1,   eps y' = x1 - (J^2/y + y),       eps -> 0,
 *     x1(0) = J^2/nbar + nbar,   y(0) = y(beta) = nbar.       Ascher & Spiteri (1992), section 5.6
 *
 * Lesson: regularisation is worth its price at such singular points only. The shock, of width
 * eps, is reached by continuation: eps = 1, 0.5, 0.2, .. 0.001, each solve starting from the one
 * before.
 *
 * Copy: the regularised constraint, and the loop that keeps only the last solution.
 */
#include "show.h"

#include <math.h>
#include <stdio.h>

static const double J = 1.5, alpha = 0, nbar = 3, beta = 3;

static int equations(double t, const double *z, const double *y, const double *p, double *f, void *user)
{
    double eps = *(const double *)user;
    f[0] = z[1] * z[2] - alpha * J;              /* x1' */
    f[1] = z[2] - 1;                             /* x2' */
    f[2] = (z[0] - (J * J / z[2] + z[2])) / eps; /* y'  */
    return 0;
}

static int condition(int l, const double *z, const double *p, double *g, void *user)
{
    *g = l == 0 ? z[0] - (J * J / nbar + nbar) : z[2] - nbar;
    return 0;
}

static int guess(double t, double *z, double *y, double *dmu, void *user)
{
    z[0] = J * J / nbar + nbar;
    z[2] = nbar;
    return 0;
}

/* Reference values at t = 0, 0.25, .. 3: x1, x2, y */
enum { CHECKED = 3, ROWS = 13 };
static const struct {
    double eps, v[ROWS][3];
} reference[CHECKED] = {
    {0.1,
     {{3.75, -1.016855443364128, 3.0},
      {3.1961780395783275, -0.5622425811342985, 2.5495130427999535},
      {2.9696643454021867, -0.24286192281148958, 2.0340439689899616},
      {2.908238150619593, -0.03089533042273549, 1.685967237222746},
      {2.924834872709254, 0.10969924872077216, 1.4535642100228618},
      {2.9789212075784177, 0.20168282441092564, 1.2913743673497533},
      {3.050335179945672, 0.2590321041313673, 1.1732920171202081},
      {3.128240267056107, 0.2907540281502556, 1.084510839837168},
      {3.206460078299561, 0.30303026838513114, 1.0169368706301773},
      {3.281871014700928, 0.30180869488951784, 0.986971917112651},
      {3.368039737087532, 0.33085835630086335, 1.4045455337823034},
      {3.5685119772113945, 0.5478250107013964, 2.291638822140216},
      {4.062281797372522, 0.9583250195055287, 3.0}}},
    {0.01,
     {{3.75, -0.9382916119466445, 3.0},
      {3.268874210722088, -0.5261730669885518, 2.3213677855087713},
      {3.0673856570740474, -0.25381282143092093, 1.8912840098580406},
      {2.9987000675598328, -0.06812783440665351, 1.6124861973992801},
      {2.998071448492314, 0.05948430322193074, 1.4193280851933139},
      {3.033348835450283, 0.1459034570744282, 1.2790335162507211},
      {3.087105856249481, 0.20188592282387927, 1.1735890220877536},
      {3.1492663452222627, 0.23470446804429934, 1.092349504903452},
      {3.2137116480381516, 0.24951699781383038, 1.0286598868207868},
      {3.276583642174239, 0.25013071073459864, 0.9781713116795974},
      {3.3353779224203173, 0.2394551361579201, 0.9379417050509843},
      {3.4185225426396495, 0.31888611976676434, 2.496180387323581},
      {3.778780802486628, 0.7486264467639148, 3.0}}},
    {0.001,
     {{3.75, -0.9302535761924227, 3.0},
      {3.2769804960381004, -0.5253125207786018, 2.301441779854587},
      {3.0763284478945176, -0.25637144515985527, 1.8823292457452983},
      {3.0064199252453068, -0.07222693499325575, 1.6085166656323413},
      {3.0041141820001216, 0.05473918650666707, 1.4178614138485623},
      {3.037739918651101, 0.14097672398160518, 1.278915807749165},
      {3.0900095916066896, 0.19703406507272248, 1.1742365247605424},
      {3.150874697744152, 0.23007558035987447, 1.0934472694524842},
      {3.2142079600258566, 0.2451993054799694, 1.0300293433268586},
      {3.2761323748937907, 0.24617786714486986, 0.9797072404236667},
      {3.3341236112345705, 0.23590012983883588, 0.9395802197022386},
      {3.408544090368041, 0.2951652958122906, 2.5115339592166075},
      {3.7528885979695783, 0.7251185163515952, 3.0}}},
};

/* Largest difference from the reference for this eps; 0 where there is none. */
static double compare(const coldae_solution *solution, double eps)
{
    double error = 0;
    for (int r = 0; r < CHECKED; r++)
        for (int i = 0; i < ROWS && reference[r].eps == eps; i++) {
            double z[3];
            coldae_solution_eval(solution, 0.25 * i, z, NULL);
            for (int j = 0; j < 3; j++)
                error = show_worst(error, fabs(z[j] - reference[r].v[i][j]) / (1 + fabs(z[j])));
        }
    return error;
}

int main(int argc, char **argv)
{
    show_args args = show_parse(argc, argv);

    const int order[] = {1, 1, 1};
    const double zeta[] = {0, 0, beta};
    double sequence[] = {1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001}, eps;
    const int steps = sizeof sequence / sizeof sequence[0];
    coldae_problem problem;
    coldae_problem_init(&problem);
    problem.n_diff = 3;
    problem.order = order;
    problem.right = beta;
    problem.n_side = 3;
    problem.zeta = zeta;
    problem.f = equations;
    problem.g = condition;
    problem.guess = guess;
    problem.user = &eps;

    coldae_options options;
    coldae_options_init(&options);
    options.tol = 1e-6;
    show_options(&args, &options);

    coldae_solution *solution = NULL;
    coldae_info info;
    coldae_status status = COLDAE_OK;
    double error = 0;
    for (int s = 0; s < steps && status == COLDAE_OK; s++) {
        coldae_solution *next;
        eps = sequence[s];
        options.start = solution; /* NULL at first: begin with the guess */
        status = coldae_solve(&problem, &options, &next, &info);
        coldae_solution_free(solution);
        solution = next;
        if (status != COLDAE_OK) {
            fprintf(stderr, "semiconductor_transonic: eps = %g: %s: %s\n", eps, coldae_strerror(status),
                    info.message);
            break;
        }
        error = show_worst(error, compare(solution, eps));
        if (!args.demo)
            printf("eps = %-5g: %4d subintervals, %2d Newton steps\n", eps, info.n_intervals, info.n_newton);
    }

    int wrong = status != COLDAE_OK;
    if (!wrong)
        wrong = show_judge(&args, "semiconductor_transonic", error, options.tol);
    if (args.demo && status == COLDAE_OK)
        show_demo("semiconductor_transonic", options.tol, &info, error);
    else if (status == COLDAE_OK)
        printf("error %.1e at eps = 0.1, 0.01, 0.001\n", error);
    if (args.output && status == COLDAE_OK) {
        show_curve curve[] = {
            {solution, 0, "x1, momentum flux"}, {solution, 1, "x2, field"}, {solution, 2, "y, density"}};
        wrong |= show_results(&args, "Transonic flow with a shock, J = 1.5, eps = 0.001", "position t",
                              "x1, x2, y", 3, curve);
    }
    coldae_solution_free(solution);
    return wrong;
}
