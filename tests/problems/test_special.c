/* test_special.c - unknown parameters, coupled and interior conditions, a jump, an integral condition */
#include "rows.h"

/* The limit cycle's amplitude: its largest x. */
static void check_amplitude(void)
{
    static test_problem q;
    CHECK_INT(problem_make(&q, "limit", 0), 0);
    coldae_solution *s = problem_tight_run(&q, 1e-10, 0);
    double most = 0, z[2];
    for (int i = 0; s && i <= 1000; i++) {
        CHECK_INT(coldae_solution_eval(s, i / 1000.0, z, NULL), COLDAE_OK);
        most = fmax(most, z[0]);
    }
    CHECK_NEAR(most, 2.00861986, 1e-8);
    coldae_solution_free(s);
}

/* p is known to 12 digits: the tight run, against which u is judged, must have it. */
static void check_parameter(const char *name)
{
    static test_problem q;
    CHECK_INT(problem_make(&q, name, 0), 0);
    coldae_solution *s = problem_reference_run(&q);
    CHECK(s != NULL);
    if (s)
        CHECK_NEAR(coldae_solution_param(s)[0], q.param[0], 2e-12 * (1 + fabs(q.param[0])));
    coldae_solution_free(s);
}

int main(void)
{
    static const char *const names[] = {"eig", "mathieu", "period", "limit", "inner", "jump", "inteq", NULL};
    row_problems(names);
    check_amplitude();
    check_parameter("eig");
    check_parameter("mathieu");
    check_parameter("limit");
    check_parameter("inteq");
    return check_result();
}
