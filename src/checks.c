/* checks.c - the tests that every door makes of what it is given, and their words
 *
 * Comparisons are written so that NaN fails them.
 */
#include <limits.h>
#include <math.h>

#include "checks.h"

coldae_status cd_check_int(cd_report *say, const char *name, int value, int low, int high)
{
    if (value >= low && value <= high)
        return COLDAE_OK;
    if (high == INT_MAX)
        return cd_say(say, COLDAE_ERR_INVALID, "%s = %d: must be at least %d", name, value, low);
    return cd_say(say, COLDAE_ERR_INVALID, "%s = %d: must be from %d to %d", name, value, low, high);
}

coldae_status cd_check_finite(cd_report *say, const char *name, int n, const double *values)
{
    for (int i = 0; values && i < n; i++)
        if (!isfinite(values[i]))
            return cd_say(say, COLDAE_ERR_INVALID, "%s[%d] = %g: must be finite", name, i, values[i]);
    return COLDAE_OK;
}

coldae_status cd_check_interval(cd_report *say, double left, double right)
{
    if (!isfinite(left))
        return cd_say(say, COLDAE_ERR_INVALID, "problem.left = %g: must be finite", left);
    if (!isfinite(right - left) || !(left < right))
        return cd_say(say, COLDAE_ERR_INVALID,
                      "problem.right = %g: must be larger than left = %g, and right - left finite", right,
                      left);
    return COLDAE_OK;
}

int cd_all_finite(size_t n, const double *values)
{
    double sum = 0; /* 0 * v is 0 for finite v, NaN otherwise */
    for (size_t i = 0; i < n; i++)
        sum += 0 * values[i];
    return sum == 0;
}

coldae_status cd_check_answer(cd_report *say, const char *name, double t, int code, size_t n,
                              const double *values)
{
    if (code < 0)
        return cd_say(say, COLDAE_ERR_CALLBACK, "callback %s returned %d (stop) at t = %.10g", name, code, t);
    if (code > 0)
        return cd_say(say, CD_UNDEFINED, "callback %s returned %d (not defined) at t = %.10g", name, code, t);
    if (!values || cd_all_finite(n, values))
        return COLDAE_OK;
    size_t i = 0;
    while (isfinite(values[i]))
        i++;
    return cd_say(say, CD_UNDEFINED, "callback %s gives %g in entry %zu at t = %.10g", name, values[i], i, t);
}
