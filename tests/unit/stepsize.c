/* stepsize.c - the controller: the right size at once, limits, trends, refused steps */
#include "check.h"
#include "stepsize.h"

static void test_right_size(void)
{
    cd_stepsize c;
    cd_stepsize_init(4, 10, &c);
    c.keep_from = c.keep_to = 1;
    CHECK_NEAR(cd_stepsize_accept(&c, 0.1, 1.0 / 16, 1), 0.2, 1e-15); /* err ~ h^4 */
    cd_stepsize_init(4, 10, &c);
    c.h_old = 0.1;
    CHECK_NEAR(cd_stepsize_reject(&c, 0.1, 16, 0.9), 0.045, 1e-15);
}

static void test_limits(void)
{
    cd_stepsize c;
    cd_stepsize_init(3, 0.4, &c);
    CHECK_NEAR(cd_stepsize_accept(&c, 0.01, 0, 0.9), 0.05, 1e-15);   /* at most five times */
    CHECK_NEAR(cd_stepsize_accept(&c, 0.3, 1e-12, 0.9), 0.4, 1e-15); /* at most h_largest */
    CHECK_NEAR(cd_stepsize_reject(&c, 0.1, 1e30, 0.9), 0.02, 1e-15); /* at least a fifth */
    CHECK_NEAR(cd_stepsize_reject(&c, 0.1, NAN, 0.9), 0.02, 1e-15);
    CHECK_NEAR(cd_stepsize_reject(&c, 0.1, INFINITY, 0.9), 0.02, 1e-15);
    CHECK(cd_stepsize_accept(&c, 0.1, 0.3, 0.9) <= 0.1); /* no growth after a refusal */
    CHECK(cd_stepsize_fail(&c, 0.1) < 0.05);
    CHECK(cd_stepsize_accept(&c, 0.02, 1e-9, 0.9) <= 0.02);
    cd_stepsize_init(3, 10, &c);
    CHECK_NEAR(cd_stepsize_reject(&c, 1, 2, 0.9), 0.1, 1e-15); /* the first step is only a guess */
}

static void test_window(void)
{
    cd_stepsize c;
    cd_stepsize_init(1, 10, &c);
    CHECK_NEAR(cd_stepsize_accept(&c, 0.1, 0.95, 1), 0.1, 0); /* 1.05 is not worth new factors */
    cd_stepsize_init(1, 10, &c);
    CHECK_NEAR(cd_stepsize_accept(&c, 0.1, 0.5, 1), 0.2, 1e-15);
}

/* Errors that grow from step to step shorten the next one before it is refused. */
static void test_trend(void)
{
    cd_stepsize c;
    cd_stepsize_init(2, 10, &c);
    (void)cd_stepsize_accept(&c, 0.1, 0.1, 0.9);
    double steady = 0.9 * pow(0.8, -0.5) * 0.1, next = cd_stepsize_accept(&c, 0.1, 0.8, 0.9);
    CHECK(next < 0.5 * steady);
}

/* A model err = (h s(t))^q with s that jumps: accepted nearly always, and near the tolerance. */
static void test_model(void)
{
    cd_stepsize c;
    double t = 0, h = 0.01;
    int accepted = 0, refused = 0;
    cd_stepsize_init(4, 10, &c);
    while (t < 20 && accepted + refused < 10000) {
        double scale = 1 + 20 * exp(-10 * (t - 10) * (t - 10)), err = pow(h * scale, 4);
        if (err <= 1) {
            t += h;
            accepted++;
            h = cd_stepsize_accept(&c, h, err, 0.9);
        } else {
            refused++;
            h = cd_stepsize_reject(&c, h, err, 0.9);
        }
    }
    CHECK(t >= 20);
    CHECK(accepted < 60); /* the integral of s is 31.2 */
    CHECK(refused < 10);
}

static void test_lost(void)
{
    CHECK(cd_stepsize_is_lost(1, 1e-16));
    CHECK(cd_stepsize_is_lost(1, 0));
    CHECK(cd_stepsize_is_lost(-1e10, 1e-6));
    CHECK(cd_stepsize_is_lost(0, 0));
    CHECK(cd_stepsize_is_lost(1, NAN));
    CHECK(!cd_stepsize_is_lost(0, 1e-200));
    CHECK(!cd_stepsize_is_lost(1, 1e-12));
}

int main(void)
{
    test_right_size();
    test_limits();
    test_window();
    test_trend();
    test_model();
    test_lost();
    return check_result();
}
