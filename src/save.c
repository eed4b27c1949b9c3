/* save.c - a solution as a file, and back
 *
 * Words of 8 bytes, lowest byte first, whatever the machine:
 *     "coldae\r\n"   version   points k n_diff n_alg n_param n   order[n_diff]
 *     t[n+1]  z[mstar, n+1]  v[n_eq, k, n]  p[n_param]  error[mstar]      (IEEE doubles)
 *     checksum of all words before it
 * The basis is computed again on loading, so the same bits come out of every evaluation.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "solution.h"

static const char MAGIC[8] = {'c', 'o', 'l',  'd',
                              'a', 'e', '\r', '\n'}; /* \r\n: text transfers are noticed */
enum { VERSION = 1, HEADER_WORDS = 8, WORD = 8 };

/* ---- words ---------------------------------------------------------------------------------------- */

static void put_word(unsigned char *to, uint64_t word)
{
    for (int i = 0; i < WORD; i++)
        to[i] = (unsigned char)(word >> (8 * i) & 0xff);
}

static uint64_t get_word(const unsigned char *from)
{
    uint64_t word = 0;
    for (int i = 0; i < WORD; i++)
        word |= (uint64_t)from[i] << (8 * i);
    return word;
}

/* FNV-1a */
static uint64_t checksum(const unsigned char *bytes, size_t n)
{
    uint64_t sum = 14695981039346656037u;
    for (size_t i = 0; i < n; i++)
        sum = (sum ^ bytes[i]) * 1099511628211u;
    return sum;
}

/* The arrays of a solution in the order of the file; returns their number. */
enum { ARRAYS = 5 };
static void arrays_of(const coldae_solution *s, double **array, size_t *count)
{
    size_t n = (size_t)s->u.n, mstar = (size_t)s->dims.mstar;
    array[0] = s->u.t;
    count[0] = n + 1;
    array[1] = s->u.z;
    count[1] = (n + 1) * mstar;
    array[2] = s->u.v;
    count[2] = n * (size_t)s->dims.n_local;
    array[3] = s->u.p;
    count[3] = (size_t)s->dims.n_param;
    array[4] = s->error;
    count[4] = mstar;
}

/* ---- save ----------------------------------------------------------------------------------------- */

static void fill(const coldae_solution *s, double *const *array, const size_t *count, unsigned char *bytes,
                 size_t words)
{
    const uint64_t header[HEADER_WORDS - 1] = {VERSION,
                                               (uint64_t)s->basis.points,
                                               (uint64_t)s->dims.k,
                                               (uint64_t)s->dims.n_diff,
                                               (uint64_t)s->dims.n_alg,
                                               (uint64_t)s->dims.n_param,
                                               (uint64_t)s->u.n};
    unsigned char *to = bytes;
    memcpy(to, MAGIC, sizeof MAGIC);
    to += WORD;
    for (int i = 0; i < HEADER_WORDS - 1; i++, to += WORD)
        put_word(to, header[i]);
    for (int i = 0; i < s->dims.n_diff; i++, to += WORD)
        put_word(to, (uint64_t)s->order[i]);
    for (int a = 0; a < ARRAYS; a++)
        for (size_t i = 0; i < count[a]; i++, to += WORD) {
            uint64_t bits;
            memcpy(&bits, &array[a][i], sizeof bits);
            put_word(to, bits);
        }
    put_word(to, checksum(bytes, (words - 1) * WORD));
}

coldae_status coldae_solution_save(const coldae_solution *s, const char *path)
{
    if (!s || !path)
        return COLDAE_ERR_INVALID;
    double *array[ARRAYS];
    size_t count[ARRAYS], words = HEADER_WORDS + (size_t)s->dims.n_diff + 1;
    arrays_of(s, array, count);
    for (int a = 0; a < ARRAYS; a++)
        words += count[a];
    unsigned char *bytes = cd_allocate(words * WORD);
    if (!bytes)
        return COLDAE_ERR_MEMORY;
    fill(s, array, count, bytes, words);
    FILE *file = fopen(path, "wb");
    int ok = file && fwrite(bytes, WORD, words, file) == words;
    if (file)
        ok = fclose(file) == 0 && ok;
    cd_deallocate(bytes);
    return ok ? COLDAE_OK : COLDAE_ERR_FILE;
}

/* ---- load ----------------------------------------------------------------------------------------- */

/* The whole file; NULL with words if it cannot be had. */
static unsigned char *read_all(const char *path, size_t *size, coldae_status *status, cd_report *report)
{
    FILE *file = fopen(path, "rb");
    long length = -1;
    unsigned char *bytes = NULL;
    *status = cd_say(report, COLDAE_ERR_FILE, "cannot read the file %.200s", path);
    if (file)
        (void)fgetc(file); /* a folder may be opened, but not read */
    if (file && !ferror(file) && fseek(file, 0, SEEK_END) == 0)
        length = ftell(file);
    if (length >= 0 && fseek(file, 0, SEEK_SET) == 0) {
        *size = (size_t)length;
        bytes = cd_allocate(*size);
        if (!bytes)
            *status = cd_say(report, COLDAE_ERR_MEMORY, "no memory for %ld bytes of the file", length);
        else if (fread(bytes, 1, *size, file) != *size) {
            cd_deallocate(bytes);
            bytes = NULL;
        }
    }
    if (file)
        (void)fclose(file);
    return bytes;
}

/* Header word i as an int in [low, high], else -1. */
static int header_int(const unsigned char *bytes, int i, int low, size_t high)
{
    uint64_t word = get_word(bytes + (size_t)i * WORD);
    return word >= (uint64_t)low && word <= high && word <= INT32_MAX / 2 ? (int)word : -1;
}

/* Sizes from the header, every one below the number of words of the file, so no product overflows 64 bits here. */
static coldae_status parse_header(const unsigned char *bytes, size_t words, cd_dims *dims, int *points,
                                  int *n, cd_report *report)
{
    *points = header_int(bytes, 2, COLDAE_GAUSS, COLDAE_RADAU);
    dims->k = header_int(bytes, 3, 1, CD_MAX_POINTS);
    dims->n_diff = header_int(bytes, 4, 1, words);
    dims->n_alg = header_int(bytes, 5, 0, words);
    dims->n_param = header_int(bytes, 6, 0, words);
    *n = header_int(bytes, 7, 1, words);
    if (*points < 0 || dims->k < 0 || dims->n_diff < 0 || dims->n_alg < 0 || dims->n_param < 0 || *n < 0 ||
        words < (size_t)HEADER_WORDS + (size_t)dims->n_diff + 1)
        return cd_say(report, COLDAE_ERR_FILE, "the header of the file is damaged");
    uint64_t mstar = 0;
    for (int i = 0; i < dims->n_diff; i++) {
        int order = header_int(bytes, HEADER_WORDS + i, 1, (size_t)dims->k);
        if (order < 0)
            return cd_say(report, COLDAE_ERR_FILE, "order[%d] in the file is out of range", i);
        mstar += (uint64_t)order;
    }
    uint64_t n_eq = (uint64_t)dims->n_diff + (uint64_t)dims->n_alg, N = (uint64_t)*n;
    double expected = (double)(HEADER_WORDS + 1) + (double)dims->n_diff +
                      (double)(N + 1) * (double)(1 + mstar) + (double)N * (double)dims->k * (double)n_eq +
                      (double)dims->n_param + (double)mstar;
    if (expected != (double)words)
        return cd_say(report, COLDAE_ERR_FILE,
                      "the file has %zu words of 8 bytes, but its header promises %.0f: "
                      "truncated?",
                      words, expected);
    return COLDAE_OK;
}

static coldae_status parse(const unsigned char *bytes, size_t size, coldae_solution **solution,
                           cd_report *report)
{
    size_t words = size / WORD;
    cd_dims dims = {0};
    int points, n;
    if (size < (HEADER_WORDS + 2) * WORD || memcmp(bytes, MAGIC, sizeof MAGIC) != 0)
        return cd_say(report, COLDAE_ERR_FILE, "not a saved solution of libcoldae");
    if (get_word(bytes + WORD) != VERSION)
        return cd_say(report, COLDAE_ERR_FILE, "file format version %llu, but this library reads version %d",
                      (unsigned long long)get_word(bytes + WORD), VERSION);
    if (size % WORD != 0)
        return cd_say(report, COLDAE_ERR_FILE, "%zu bytes are no multiple of 8: the file is truncated", size);
    CD_TRY(parse_header(bytes, words, &dims, &points, &n, report));
    if (get_word(bytes + (words - 1) * WORD) != checksum(bytes, (words - 1) * WORD))
        return cd_say(report, COLDAE_ERR_FILE, "the checksum does not match: the file is damaged");
    cd_arena arena = {0};
    cd_memory unlimited = {0};
    (void)cd_arena_take(&arena, (size_t)dims.n_diff, sizeof(int));
    if (cd_arena_create(&unlimited, &arena) != COLDAE_OK)
        return cd_say(report, COLDAE_ERR_MEMORY, "no memory for the solution");
    int *orders = cd_arena_take(&arena, (size_t)dims.n_diff, sizeof(int));
    const unsigned char *from = bytes + (size_t)HEADER_WORDS * WORD;
    for (int i = 0; i < dims.n_diff; i++, from += WORD)
        orders[i] = (int)get_word(from);
    coldae_solution *s = cd_solution_create(&dims, orders, points, n);
    cd_arena_release(&unlimited, &arena);
    if (!s)
        return cd_say(report, COLDAE_ERR_MEMORY, "no memory for the solution");
    double *array[ARRAYS];
    size_t count[ARRAYS];
    arrays_of(s, array, count);
    for (int a = 0; a < ARRAYS; a++)
        for (size_t i = 0; i < count[a]; i++, from += WORD) {
            uint64_t bits = get_word(from);
            memcpy(&array[a][i], &bits, sizeof bits);
        }
    *solution = s;
    return COLDAE_OK;
}

coldae_status coldae_solution_load(const char *path, coldae_solution **solution, char *message,
                                   int message_size)
{
    cd_report report = {{0}};
    size_t size = 0;
    coldae_status status = COLDAE_ERR_INVALID;
    if (solution)
        *solution = NULL;
    if (!path || !solution) {
        cd_say(&report, status, "%s is NULL", path ? "solution" : "path");
    } else {
        unsigned char *bytes = read_all(path, &size, &status, &report);
        if (bytes) {
            report.text[0] = 0;
            status = parse(bytes, size, solution, &report);
        }
        cd_deallocate(bytes);
    }
    if (message && message_size > 0)
        cd_copy_words(report.text, message, (size_t)message_size);
    return status;
}
