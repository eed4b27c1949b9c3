/* status.c - the texts of the statuses, the version, messages, and the clock */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "internal.h"

#define STRING_OF(x) #x
#define VERSION_STRING(a, b, c) STRING_OF(a) "." STRING_OF(b) "." STRING_OF(c)

const char *coldae_version(void)
{
    return VERSION_STRING(COLDAE_VERSION_MAJOR, COLDAE_VERSION_MINOR, COLDAE_VERSION_PATCH);
}

const char *coldae_strerror(coldae_status status)
{
    switch (status) {
    case COLDAE_OK:
        return "the tolerances are met";
    case COLDAE_ERR_INVALID:
        return "an argument is out of range";
    case COLDAE_ERR_MEMORY:
        return "not enough memory";
    case COLDAE_ERR_CALLBACK:
        return "a user function asked to stop or gives no finite value";
    case COLDAE_ERR_SINGULAR:
        return "a matrix is singular";
    case COLDAE_ERR_NO_CONVERGENCE:
        return "the Newton iteration does not converge";
    case COLDAE_ERR_MESH_LIMIT:
        return "the mesh limit was reached before the tolerance";
    case COLDAE_ERR_CANCELLED:
        return "cancelled by the monitor";
    case COLDAE_ERR_FILE:
        return "a solution file cannot be read or written";
    }
    return "unknown status";
}

coldae_status cd_say(cd_report *report, coldae_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(report->text, sizeof report->text, format, arguments);
    va_end(arguments);
    return status;
}

void cd_say_behind(cd_report *report, const char *format, ...)
{
    size_t length = strlen(report->text), room = sizeof report->text - length;
    va_list arguments;
    va_start(arguments, format);
    int added = vsnprintf(report->text + length, room, format, arguments);
    va_end(arguments);
    if (added < 0 || (size_t)added >= room)
        report->text[length] = 0;
}

void cd_copy_words(const char *words, char *to, size_t size)
{
    size_t length = strlen(words);
    length = length < size ? length : size - 1;
    memcpy(to, words, length);
    to[length] = 0;
}

double cd_seconds(void)
{
    struct timespec now;
    if (timespec_get(&now, TIME_UTC) != TIME_UTC)
        return 0;
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
