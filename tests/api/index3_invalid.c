/* index3_invalid.c - coldae_index3: every field out of range, and every allocation failing */
#include "../problems/motion.h"
#include "check.h"
#include "heap.h"

static motion m;
static coldae_index3_options options;

static void refuse(const char *field, const char *value, int line)
{
    coldae_ivp_info info;
    int before = check_failed;
    heap_fail(0, 0);
    CHECK_INT(coldae_index3(&m.problem, &options, m.u, m.v, m.lambda, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, field);
    CHECK_STR_HAS(info.message, value);
    CHECK_INT(heap.calls, 0);
    CHECK_INT(info.n_f + info.n_df + info.n_g + info.n_dg + info.n_steps, 0);
    CHECK(m.u[0] == 1 || m.problem.n_u != 2);
    if (check_failed > before)
        printf("    in the case of line %d: %s\n", line, info.message);
}

/* A good problem with the change that follows must be refused, naming field and value. */
#define REFUSED(field, value, change)                                                                        \
    do {                                                                                                     \
        motion_pendulum(&m, 1);                                                                              \
        coldae_index3_options_init(&options);                                                                \
        change;                                                                                              \
        refuse(field, value, __LINE__);                                                                      \
    } while (0)

static void test_problem(void)
{
    REFUSED("n_u", "-1", m.problem.n_u = -1);
    REFUSED("n_v", "0", m.problem.n_v = 0);
    REFUSED("n_lambda", "3", m.problem.n_lambda = 3);
    REFUSED("n_lambda", "-2", m.problem.n_lambda = -2);
    REFUSED("n_u + n_v + n_lambda", "30002", m.problem.n_v = 30000; m.problem.n_lambda = 0);
    REFUSED("index", "0", m.problem.index = 0);
    REFUSED("index", "4", m.problem.index = 4);
    REFUSED("left", "20", m.problem.left = 20);
    REFUSED("right", "nan", m.problem.right = NAN);
    REFUSED("right", "inf", m.problem.right = INFINITY);
    REFUSED("problem.f", "n_v = 3", m.problem.n_v = 3);
    REFUSED("index 3", "n_u = 0", m.problem.n_u = 0);
    REFUSED("problem.k", "NULL", m.problem.k = NULL);
    REFUSED("problem.g", "NULL", m.problem.g = NULL);
    REFUSED("problem.f", "n_u = 0", m.problem.f = m.problem.k; m.problem.n_u = 0; m.problem.index = 2);
}

static void test_options(void)
{
    static const double good[] = {1, 2}, falling[] = {2, 1}, late[] = {1, 21}, early[] = {0, 1};
    static const double atol_x[] = {0, 0, -1, 0, 0};
    static double out[10];
    REFUSED("tol", "0", options.tol = 0);
    REFUSED("tol", "1e-15", options.tol = 1e-15);
    REFUSED("tol", "nan", options.tol = NAN);
    REFUSED("tol", "1", options.tol = 1);
    REFUSED("rtol", "1e-15", options.rtol = 1e-15);
    REFUSED("rtol", "nan", options.rtol = NAN);
    REFUSED("atol", "nan", options.atol = NAN);
    REFUSED("atol_x[2]", "-1", options.atol_x = atol_x);
    REFUSED("stages", "1", options.stages = 1);
    REFUSED("stages", "6", options.stages = 6);
    REFUSED("projection", "3", options.projection = 3);
    REFUSED("jacobian", "-1", options.jacobian = -1);
    REFUSED("STRUCTURE", "index 2 or 3", options.jacobian = COLDAE_INDEX3_JACOBIAN_STRUCTURE;
            m.problem.index = 1);
    REFUSED("h_first", "-1", options.h_first = -1);
    REFUSED("h_first", "nan", options.h_first = NAN);
    REFUSED("h_largest", "-1", options.h_largest = -1);
    REFUSED("h_first", "constant_steps", options.constant_steps = 1);
    REFUSED("max_steps", "0", options.max_steps = 0);
    REFUSED("start_limit", "0", options.start_limit = 0);
    REFUSED("max_bytes", "-1", options.max_bytes = -1);
    REFUSED("n_out", "-1", options.n_out = -1);
    REFUSED("t_out", "NULL", options.n_out = 2; options.out = out);
    REFUSED("out", "NULL", options.n_out = 2; options.t_out = good);
    REFUSED("t_out[1]", "1", options.n_out = 2; options.out = out; options.t_out = falling);
    REFUSED("t_out[1]", "21", options.n_out = 2; options.out = out; options.t_out = late);
    REFUSED("t_out[0]", "0", options.n_out = 2; options.out = out; options.t_out = early);
}

static void test_values(void)
{
    coldae_ivp_info info;
    motion_pendulum(&m, 1);
    CHECK_INT(coldae_index3(&m.problem, NULL, NULL, m.v, m.lambda, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "u is NULL");
    CHECK_INT(coldae_index3(&m.problem, NULL, m.u, m.v, NULL, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "lambda is NULL");
    m.v[1] = INFINITY;
    CHECK_INT(coldae_index3(&m.problem, NULL, m.u, m.v, m.lambda, &info), COLDAE_ERR_INVALID);
    CHECK_STR_HAS(info.message, "v[1] = inf");
}

static void test_allocations(void)
{
    coldae_ivp_info info;
    int blocks = heap.blocks;
    for (int n = 1;; n++) {
        motion_pendulum(&m, 1);
        m.problem.right = 0.5;
        heap_fail(n, n);
        coldae_status status = coldae_index3(&m.problem, NULL, m.u, m.v, m.lambda, &info);
        CHECK_INT(heap.blocks, blocks);
        if (heap.calls < n) {
            CHECK_INT(status, COLDAE_OK);
            CHECK(n > 1);
            break;
        }
        CHECK_INT(status, COLDAE_ERR_MEMORY);
        CHECK_STR_HAS(info.message, "memory");
        CHECK(m.u[0] == 1);
    }
    heap_fail(0, 0);
    motion_pendulum(&m, 1);
    m.problem.right = 0.5;
    CHECK_INT(coldae_index3(&m.problem, NULL, m.u, m.v, m.lambda, &info), COLDAE_OK);
    CHECK(info.peak_bytes == (double)heap.peak);
    coldae_index3_options_init(&options);
    options.max_bytes = info.peak_bytes;
    motion_pendulum(&m, 1);
    m.problem.right = 0.5;
    CHECK_INT(coldae_index3(&m.problem, &options, m.u, m.v, m.lambda, &info), COLDAE_OK);
    options.max_bytes -= 1;
    CHECK_INT(coldae_index3(&m.problem, &options, m.u, m.v, m.lambda, &info), COLDAE_ERR_MEMORY);
}

int main(void)
{
    test_problem();
    test_options();
    test_values();
    test_allocations();
    return check_result();
}
