/* check.h - the whole test framework
 *
 * A test is a program: it calls the macros below and ends with `return check_result();`.  A check that
 * fails prints its file and line and what it saw, and the test goes on.
 */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <stdio.h>
#include <string.h>

static int check_done, check_failed;

#define CHECK(cond) check_true((cond) != 0, #cond, __FILE__, __LINE__)
#define CHECK_INT(a, b) check_int((long long)(a), (long long)(b), #a, #b, __FILE__, __LINE__)
#define CHECK_NEAR(a, b, tol) check_near((a), (b), (tol), #a, #b, __FILE__, __LINE__) /* |a - b| <= tol */
#define CHECK_STR_HAS(text, part) check_str_has((text), (part), #text, __FILE__, __LINE__)

/* Count a check; nonzero if it failed, with the place already printed. */
static inline int check_fails(int ok, const char *file, int line)
{
    check_done++;
    if (ok)
        return 0;
    check_failed++;
    printf("%s:%d: ", file, line);
    return 1;
}

static inline void check_true(int ok, const char *cond, const char *file, int line)
{
    if (check_fails(ok, file, line))
        printf("not true: %s\n", cond);
}

static inline void check_int(long long a, long long b, const char *name_a, const char *name_b,
                             const char *file, int line)
{
    if (check_fails(a == b, file, line))
        printf("%s = %lld, but %s = %lld\n", name_a, a, name_b, b);
}

/* Written so that NaN fails; equal infinities fail too. */
static inline void check_near(double a, double b, double tol, const char *name_a, const char *name_b,
                              const char *file, int line)
{
    if (check_fails(!!(fabs(a - b) <= tol), file, line))
        printf("%s = %.17g, but %s = %.17g: differ by %.3g > %.3g\n", name_a, a, name_b, b, fabs(a - b), tol);
}

static inline void check_str_has(const char *text, const char *part, const char *name, const char *file,
                                 int line)
{
    if (check_fails(text && strstr(text, part), file, line))
        printf("%s = \"%s\" does not contain \"%s\"\n", name, text ? text : "(null)", part);
}

/* The exit code of the test.  A test that checked nothing has failed. */
static inline int check_result(void)
{
    printf("%d checks, %d failed\n", check_done, check_failed);
    return check_failed > 0 || check_done == 0;
}

#endif
