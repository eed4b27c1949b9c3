/* checks.c - ranges, finite values, the interval, the answer of a callback: status and words */
#include <limits.h>
#include <math.h>

#include "check.h"
#include "checks.h"
#include "differences.h"

static void test_int(void)
{
    cd_report r = {""};
    CHECK_INT(cd_check_int(&r, "options.k", 1, 1, 4), COLDAE_OK);
    CHECK_INT(cd_check_int(&r, "options.k", 4, 1, 4), COLDAE_OK);
    CHECK_INT(cd_check_int(&r, "options.k", 5, 1, 4), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(r.text, "options.k = 5: must be from 1 to 4");
    CHECK_INT(cd_check_int(&r, "options.k", -1, 0, INT_MAX), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(r.text, "options.k = -1: must be at least 0");
}

static void test_finite(void)
{
    cd_report r = {""};
    const double v[] = {1, -HUGE_VAL, 0};
    CHECK_INT(cd_check_finite(&r, "z", 1, v), COLDAE_OK);
    CHECK_INT(cd_check_finite(&r, "z", 3, NULL), COLDAE_OK);
    CHECK_INT(cd_check_finite(&r, "z", 3, v), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(r.text, "z[1] = -inf: must be finite");
    const double large[] = {HUGE_VAL, -1.7e308, 1.7e308, 0, NAN};
    CHECK(cd_all_finite(3, large + 1));
    CHECK(!cd_all_finite(1, large));
    CHECK(!cd_all_finite(1, large + 4));
    CHECK(cd_all_finite(0, NULL));
}

static void test_interval(void)
{
    cd_report r = {""};
    CHECK_INT(cd_check_interval(&r, -1, 1), COLDAE_OK);
    CHECK_INT(cd_check_interval(&r, NAN, 1), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(r.text, "problem.left = nan");
    CHECK_INT(cd_check_interval(&r, 1, 1), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(r.text, "problem.right = 1: must be larger than left = 1");
    CHECK_INT(cd_check_interval(&r, -1.7e308, 1.7e308), COLDAE_ERR_INVALID);
    CHECK_INT(cd_check_interval(&r, 0, NAN), COLDAE_ERR_INVALID);
}

static void test_answer(void)
{
    cd_report r = {""};
    const double v[] = {1, 2, NAN};
    CHECK_INT(cd_check_answer(&r, "f", 0.5, 0, 2, v), COLDAE_OK);
    CHECK_INT(cd_check_answer(&r, "f", 0.5, 0, 3, NULL), COLDAE_OK);
    CHECK_INT(cd_check_answer(&r, "f", 0.5, 0, 3, v), CD_UNDEFINED);
    CHECK_STR_HAS(r.text, "callback f gives nan in entry 2 at t = 0.5");
    CHECK_INT(cd_check_answer(&r, "f", 0.5, 7, 2, v), CD_UNDEFINED);
    CHECK_STR_HAS(r.text, "callback f returned 7 (not defined) at t = 0.5");
    CHECK_INT(cd_check_answer(&r, "f", 0.5, -7, 2, v), COLDAE_ERR_CALLBACK);
    CHECK_STR_HAS(r.text, "callback f returned -7 (stop) at t = 0.5");
}

/* Relative to the component, but not to one that is nearly zero. */
static void test_steps(void)
{
    CHECK_NEAR(cd_one_sided_step(-4) / cd_one_sided_step(1), 4, 1e-15);
    CHECK_NEAR(cd_one_sided_step(0), cd_one_sided_step(1e-3), 0);
    CHECK_NEAR(cd_two_sided_step(0), cd_two_sided_step(-1e-9), 0);
    CHECK(cd_two_sided_step(1) > 100 * cd_one_sided_step(1));
}

int main(void)
{
    test_int();
    test_finite();
    test_interval();
    test_answer();
    test_steps();
    return check_result();
}
