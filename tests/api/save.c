/* save.c - save and load: the same bits, every kind of damage noticed, a loaded solution is a start */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "samples.h"

enum { MOST_BYTES = 65536, WORD = 8 };
static char path[64], other[64]; /* of the saved solution, of its damaged copies */
static unsigned char bytes[MOST_BYTES];
static size_t size;

static size_t read_file(const char *name, unsigned char *to)
{
    FILE *file = fopen(name, "rb");
    size_t n = file ? fread(to, 1, MOST_BYTES, file) : 0;
    if (file)
        (void)fclose(file);
    return n;
}

static void write_file(const char *name, const unsigned char *from, size_t n)
{
    FILE *file = fopen(name, "wb");
    CHECK(file && fwrite(from, 1, n, file) == n && fclose(file) == 0);
}

/* Loading the file must fail with words that contain `part`. */
static void refuse(const char *name, const char *part)
{
    coldae_solution *solution = (coldae_solution *)bytes;
    char message[256] = "";
    CHECK_INT(coldae_solution_load(name, &solution, message, sizeof message), COLDAE_ERR_FILE);
    CHECK(solution == NULL);
    CHECK(strlen(message) > 0);
    CHECK_STR_HAS(message, part);
}

/* ---- round trip ------------------------------------------------------------------------------------- */

static void check_same(const coldae_solution *a, const coldae_solution *b)
{
    int na[5], nb[5];
    const int *order_a, *order_b;
    CHECK(same_bits(a, b));
    coldae_solution_sizes(a, &na[0], &na[1], &na[2], &na[3], &na[4], &order_a);
    coldae_solution_sizes(b, &nb[0], &nb[1], &nb[2], &nb[3], &nb[4], &order_b);
    for (int i = 0; i < 5; i++)
        CHECK_INT(na[i], nb[i]);
    for (int i = 0; i < na[0]; i++)
        CHECK_INT(order_a[i], order_b[i]);
}

static void round_trip(const coldae_problem *p, int points, int n_points)
{
    coldae_options o;
    coldae_solution *solution = NULL, *loaded = NULL;
    char message[16] = "something";
    static unsigned char first[MOST_BYTES], second[MOST_BYTES];
    coldae_options_init(&o);
    o.points = points;
    o.n_points = n_points;
    CHECK_INT(coldae_solve(p, &o, &solution, NULL), COLDAE_OK);
    CHECK_INT(coldae_solution_save(solution, path), COLDAE_OK);
    CHECK_INT(coldae_solution_load(path, &loaded, message, sizeof message), COLDAE_OK);
    CHECK_INT(strlen(message), 0);
    check_same(solution, loaded);
    CHECK_INT(coldae_solution_save(loaded, other), COLDAE_OK);
    size_t n = read_file(path, first);
    CHECK(n > 0 && n < MOST_BYTES && n % WORD == 0 && read_file(other, second) == n);
    CHECK(memcmp(first, second, n) == 0);
    coldae_solution_free(loaded);
    CHECK_INT(coldae_solution_load(path, &loaded, NULL, 0), COLDAE_OK); /* words are not wanted */
    coldae_solution_free(loaded);
    coldae_solution_free(solution);
}

static void test_round_trip(void)
{
    sample user;
    coldae_problem p = bratu_problem(2, &user);
    round_trip(&p, COLDAE_GAUSS, 0);
    round_trip(&p, COLDAE_RADAU, 3);
    round_trip(&p, COLDAE_GAUSS, 8);
    p = orbit_problem(&user);
    round_trip(&p, COLDAE_RADAU, 4);
    round_trip(&p, COLDAE_GAUSS, 3);
    size = read_file(path, bytes);
    CHECK(size > 0 && size < MOST_BYTES);
}

/* ---- damage ----------------------------------------------------------------------------------------- */

static void test_truncated(void)
{
    static unsigned char longer[MOST_BYTES];
    for (size_t n = 0; n < size; n += n < 100 || n + 17 > size ? 1 : 61) {
        write_file(other, bytes, n);
        refuse(other, "");
    }
    write_file(other, bytes, size - WORD);
    refuse(other, "truncated");
    write_file(other, bytes, size - 1);
    refuse(other, "truncated");
    memcpy(longer, bytes, size);
    for (size_t n = size + 1; n <= size + 3 * WORD; n++) {
        write_file(other, longer, n);
        refuse(other, "");
    }
}

/* One bit wrong, in every byte of the header and of the end, and here and there between them. */
static void test_flipped(void)
{
    for (size_t i = 0, bit = 0; i < size; i += i < 80 || i + 8 > size ? 1 : 67, bit = (bit + 3) % 8) {
        unsigned char right = bytes[i];
        bytes[i] = (unsigned char)(right ^ 1u << bit);
        write_file(other, bytes, size);
        refuse(other, "");
        bytes[i] = right;
    }
}

/* The word i of the header replaced, with the checksum right again (FNV-1a of the words before it). */
static void write_forged(int i, uint64_t word)
{
    static unsigned char forged[MOST_BYTES];
    uint64_t sum = 14695981039346656037u;
    memcpy(forged, bytes, size);
    for (int b = 0; b < WORD; b++)
        forged[i * WORD + b] = (unsigned char)(word >> (8 * b) & 0xff);
    for (size_t j = 0; j < size - WORD; j++)
        sum = (sum ^ forged[j]) * 1099511628211u;
    for (int b = 0; b < WORD; b++)
        forged[size - WORD + (size_t)b] = (unsigned char)(sum >> (8 * b) & 0xff);
    write_file(other, forged, size);
}

static void test_header(void)
{
    static const uint64_t wrong[] = {31,          1000,       0x7fffffff, 0x80000000,
                                     0xffffffffu, 1ull << 40, 1ull << 63, ~0ull};
    char message[256];
    coldae_solution *solution = NULL;
    write_forged(1, 1); /* as it was: the forger works */
    CHECK_INT(coldae_solution_load(other, &solution, message, sizeof message), COLDAE_OK);
    coldae_solution_free(solution);
    write_forged(0, 0x6f6c6c6568);
    refuse(other, "not a saved solution");
    write_forged(1, 2);
    refuse(other, "version 2");
    write_forged(1, 0);
    refuse(other, "version 0");
    for (int i = 2; i < 10; i++) /* points, k, n_diff, n_alg, n_param, n, two orders */
        for (size_t j = 0; j < sizeof wrong / sizeof *wrong; j++) {
            write_forged(i, wrong[j]);
            refuse(other, "");
        }
}

static void test_no_file(void)
{
    coldae_solution *solution = NULL, *none = NULL;
    char tiny[4] = "";
    CHECK_INT(coldae_solution_load(path, &solution, NULL, 0), COLDAE_OK);
    refuse("no_such_folder/no_such_file", "no_such_file");
    refuse(".", "."); /* a folder is not a file */
    refuse("", "");
    CHECK_INT(coldae_solution_load("no_such_file", &none, tiny, sizeof tiny), COLDAE_ERR_FILE);
    CHECK_INT(strlen(tiny), 3); /* cut, but ended */
    CHECK_INT(coldae_solution_save(solution, "no_such_folder/file"), COLDAE_ERR_FILE);
    CHECK_INT(coldae_solution_save(solution, "."), COLDAE_ERR_FILE);
    CHECK_INT(coldae_solution_save(solution, "/dev/full"),
              COLDAE_ERR_FILE); /* where there is one, it is full */
    CHECK_INT(coldae_solution_save(solution, NULL), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_solution_save(NULL, path), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_solution_load(NULL, &none, NULL, 0), COLDAE_ERR_INVALID);
    CHECK_INT(coldae_solution_load(path, NULL, NULL, 0), COLDAE_ERR_INVALID);
    CHECK(none == NULL);
    coldae_solution_free(solution);
}

/* ---- use -------------------------------------------------------------------------------------------- */

static void test_start(void)
{
    sample user;
    coldae_options o;
    coldae_solution *solution = NULL, *loaded = NULL, *next[2] = {NULL, NULL};
    coldae_problem p = bratu_problem(1, &user);
    CHECK_INT(coldae_solve(&p, NULL, &solution, NULL), COLDAE_OK);
    CHECK_INT(coldae_solution_save(solution, path), COLDAE_OK);
    CHECK_INT(coldae_solution_load(path, &loaded, NULL, 0), COLDAE_OK);
    p = bratu_problem(3, &user);
    coldae_options_init(&o);
    o.start = solution;
    CHECK_INT(coldae_solve(&p, &o, &next[0], NULL), COLDAE_OK);
    o.start = loaded;
    CHECK_INT(coldae_solve(&p, &o, &next[1], NULL), COLDAE_OK);
    CHECK(same_bits(next[0], next[1]));
    CHECK(same_bits(solution, loaded));
    coldae_solution_free(solution);
    coldae_solution_free(loaded);
    coldae_solution_free(next[0]);
    coldae_solution_free(next[1]);
}

int main(void)
{
    (void)snprintf(path, sizeof path, "api_save.%ld.tmp", (long)getpid()); /* tests run side by side */
    (void)snprintf(other, sizeof other, "api_save.%ld.damaged.tmp", (long)getpid());
    test_round_trip();
    test_truncated();
    test_flipped();
    test_header();
    test_no_file();
    test_start();
    (void)remove(path);
    (void)remove(other);
    return check_result();
}
