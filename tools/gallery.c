/* gallery.c - coldae-gallery: the examples from one command
 *
 * The examples are programs of their own; their names, classes and lessons come from gallery_list.h, which CMake writes
 * from the head comments of examples/c.  Programs and sources are found relative to this executable, in an
 * installation as in a build tree.
 */
#define _XOPEN_SOURCE 700 /* fork, realpath */

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "gallery_list.h" /* entries[], COLDAE_LIBEXEC, COLDAE_SHARE, COLDAE_VERSION */

enum { DONE = 0, FAILED = 1, USAGE = 2, MISSING = 3 }; /* exit codes, as in coldae-gallery(1) */
enum { N_ENTRIES = sizeof entries / sizeof entries[0] };

static const char *const usage_text =
    "usage: coldae-gallery list\n"
    "       coldae-gallery run NAME [--tol TOL] [--points gauss|radau] [--k K] [--set NAME=VALUE]..\n"
    "                               [--csv FILE] [--plot FILE.svg|png|pdf] [--save FILE]\n"
    "       coldae-gallery source NAME[.f90]\n"
    "       coldae-gallery all [--plots DIR]\n"
    "       coldae-gallery --help | --version\n";

static int complain(const char *what, const char *which)
{
    fprintf(stderr, "coldae-gallery: %s%s%s\n%s", which, which[0] ? ": " : "", what, usage_text);
    return USAGE;
}

/* ---- names ----------------------------------------------------------------------------------------- */

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Letters to insert, delete or exchange until a is b (Levenshtein's distance), for short words. */
static int distance(const char *a, const char *b)
{
    enum { LONGEST = 64 };
    int row[LONGEST + 1], n = (int)strlen(b);
    if (strlen(a) > LONGEST || n > LONGEST)
        return INT_MAX;
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int above = row[j];
            row[j] = least(least(above, row[j - 1]) + 1, corner + (a[i - 1] != b[j - 1]));
            corner = above;
        }
    }
    return row[n];
}

static const struct entry *find(const char *name)
{
    for (int i = 0; i < N_ENTRIES; i++)
        if (strcmp(entries[i].name, name) == 0)
            return &entries[i];
    return NULL;
}

/* Say that there is no such example, and which ones may be meant. */
static int suggest(const char *name)
{
    int nearest = INT_MAX, said = 0;
    for (int i = 0; i < N_ENTRIES; i++)
        nearest = least(nearest, distance(name, entries[i].name));
    fprintf(stderr, "coldae-gallery: there is no example '%s'", name);
    for (int i = 0; i < N_ENTRIES; i++)
        if ((nearest <= 1 + (int)strlen(name) / 2 && distance(name, entries[i].name) == nearest) ||
            (strlen(name) >= 3 && strstr(entries[i].name, name)))
            fprintf(stderr, "%s %s", said++ ? " or" : "; do you mean", entries[i].name);
    fprintf(stderr, "%s\n(coldae-gallery list shows all of them)\n", said ? "?" : "");
    return USAGE;
}

/* ---- places ---------------------------------------------------------------------------------------- */

/* The folder of this executable, "" if it cannot be told. */
static void own_folder(const char *self, char *folder, size_t size)
{
    char path[PATH_MAX] = "";
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length > 0)
        path[length] = '\0';
    else if (!realpath(self, path))
        path[0] = '\0';
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = '\0';
    (void)snprintf(folder, size, "%.*s", (int)size - 1, path);
}

/* Find folder/place/name in the first of two places; nonzero: there is none. */
static int locate(const char *self, const char *installed, const char *built, const char *name, int mode,
                  char *path, size_t size)
{
    char folder[PATH_MAX];
    const char *const places[] = {installed, built};
    own_folder(self, folder, sizeof folder);
    for (int i = 0; i < 2; i++) {
        int length = snprintf(path, size, "%s/%s/%s", folder, places[i], name);
        if (length > 0 && (size_t)length < size && access(path, mode) == 0)
            return 0;
    }
    fprintf(stderr, "coldae-gallery: %s is not in %s/%s: the installation is incomplete\n", name, folder,
            installed);
    return MISSING;
}

static int locate_program(const char *self, const char *name, char *path, size_t size)
{
    return locate(self, COLDAE_LIBEXEC, "../examples", name, X_OK, path, size);
}

/* ---- the commands ---------------------------------------------------------------------------------- */

static int list(void)
{
    int name = 0, kind = 0;
    for (int i = 0; i < N_ENTRIES; i++) {
        int n = (int)strlen(entries[i].name), k = (int)strlen(entries[i].kind);
        name = n > name ? n : name;
        kind = k > kind ? k : kind;
    }
    printf("%-*s  %-*s  %-6s  %s\n", name, "name", kind, "class", "index", "what it teaches");
    for (int i = 0; i < N_ENTRIES; i++)
        printf("%-*s  %-*s  %-6s  %s\n", name, entries[i].name, kind, entries[i].kind, entries[i].index,
               entries[i].lesson);
    return DONE;
}

/* Become the example, with the options as they are: it checks them itself. */
static int run(const char *self, int argc, char **argv)
{
    char path[2 * PATH_MAX], title[128];
    if (argc < 1)
        return complain("a NAME is needed", "run");
    if (!find(argv[0]))
        return suggest(argv[0]);
    int missing = locate_program(self, argv[0], path, sizeof path);
    if (missing)
        return missing;
    (void)snprintf(title, sizeof title, "coldae-gallery run %s", argv[0]);
    argv[0] = title;
    execv(path, argv);
    fprintf(stderr, "coldae-gallery: cannot run %s: %s\n", path, strerror(errno));
    return MISSING;
}

/* Is there a Fortran program of this name? */
static int has_twin(const char *name)
{
    for (int i = 0; i < (int)(sizeof twins / sizeof twins[0]); i++)
        if (strcmp(twins[i], name) == 0)
            return 1;
    return 0;
}

/* Is this a file that the examples share? */
static int is_helper(const char *name)
{
    for (int i = 0; i < (int)(sizeof helpers / sizeof helpers[0]); i++)
        if (strcmp(helpers[i], name) == 0)
            return 1;
    return 0;
}

static int print_source(const char *self, int argc, char **argv)
{
    char file[128], path[2 * PATH_MAX], buffer[4096];
    size_t n;
    if (argc != 1)
        return complain("exactly one NAME is needed", "source");
    char *dot = strrchr(argv[0], '.');
    int helper = is_helper(argv[0]);
    int fortran = dot && strcmp(dot, ".f90") == 0;
    if (dot && !helper && !fortran && strcmp(dot, ".c") != 0)
        return suggest(argv[0]);
    (void)snprintf(file, sizeof file, fortran ? "fortran/%.100s" : dot ? "%.100s" : "%.100s.c", argv[0]);
    if (dot && !helper)
        *dot = '\0';
    if (!helper && !(fortran ? has_twin(argv[0]) : find(argv[0]) != NULL))
        return suggest(argv[0]);
    int missing =
        locate(self, COLDAE_SHARE "/examples", "../share/coldae/examples", file, R_OK, path, sizeof path);
    FILE *in = missing ? NULL : fopen(path, "r");
    if (!in)
        return MISSING;
    while ((n = fread(buffer, 1, sizeof buffer, in)) > 0)
        fwrite(buffer, 1, n, stdout);
    int failed = ferror(in);
    return fclose(in) != 0 || failed || fflush(stdout) != 0 ? FAILED : DONE;
}

/* Run one example to its line of the table; its exit code, or FAILED if it did not end by itself. */
static int run_one(const char *path, const char *name, const char *plot)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (plot)
            execl(path, name, "--demo", "--plot", plot, (char *)NULL);
        else
            execl(path, name, "--demo", (char *)NULL);
        _exit(MISSING);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : FAILED;
}

static int run_all(const char *self, int argc, char **argv)
{
    const char *folder = NULL;
    int failed = 0;
    if (argc == 2 && strcmp(argv[0], "--plots") == 0)
        folder = argv[1];
    else if (argc > 0)
        return complain(strcmp(argv[0], "--plots") == 0 ? "exactly one DIR is needed" : "no such option",
                        argv[0]);
    if (folder && mkdir(folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "coldae-gallery: cannot make %s: %s\n", folder, strerror(errno));
        return FAILED;
    }
    printf("name|index|tolerance|subintervals|error|ms\n");
    for (int i = 0; i < N_ENTRIES; i++) {
        char path[2 * PATH_MAX], plot[2 * PATH_MAX];
        int missing = locate_program(self, entries[i].name, path, sizeof path);
        if (missing)
            return missing;
        (void)snprintf(plot, sizeof plot, "%s/%s.svg", folder ? folder : "", entries[i].name);
        int code = run_one(path, entries[i].name, folder ? plot : NULL);
        if (code != DONE)
            fprintf(stderr, "coldae-gallery: %s FAILED\n", entries[i].name);
        failed |= code != DONE;
    }
    return failed ? FAILED : DONE;
}

int main(int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "";
    if (strcmp(command, "run") == 0)
        return run(argv[0], argc - 2, argv + 2);
    if (strcmp(command, "source") == 0)
        return print_source(argv[0], argc - 2, argv + 2);
    if (strcmp(command, "all") == 0)
        return run_all(argv[0], argc - 2, argv + 2);
    if (argc == 2 && strcmp(command, "list") == 0)
        return list();
    if (argc == 2 && strcmp(command, "--help") == 0)
        return printf("%s", usage_text) < 0;
    if (argc == 2 && strcmp(command, "--version") == 0)
        return printf("coldae-gallery %s\n", COLDAE_VERSION) < 0;
    if (argc < 2)
        return complain("a command is needed", "");
    return complain(argc > 2 && (strcmp(command, "list") == 0 || command[0] == '-')
                        ? "takes no further arguments"
                        : "no such command",
                    command);
}
