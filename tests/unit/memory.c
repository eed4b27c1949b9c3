/* memory.c - arenas: measured and handed out by one layout, aligned, limited, counted */
#include <stdint.h>

#include "check.h"
#include "memory.h"

typedef struct pieces {
    double *a;
    int *b;
    char *c;
    double *none;
    double *last;
} pieces;

static void layout(cd_arena *arena, pieces *p)
{
    p->a = cd_take_doubles(arena, 3);
    p->b = cd_arena_take(arena, 17, sizeof(int));
    p->c = cd_arena_take(arena, 1, 1);
    p->none = cd_take_doubles(arena, 0);
    p->last = cd_take_doubles(arena, 8);
}

static void test_hand_out(void)
{
    cd_memory memory = {0};
    cd_arena arena = {0};
    pieces p;
    layout(&arena, &p);
    CHECK(!p.a && !p.b && !p.c && !p.none && !p.last);
    CHECK_INT(arena.used, 64 + 128 + 64 + 0 + 64);
    CHECK_INT(cd_arena_create(&memory, &arena), COLDAE_OK);
    CHECK_INT(arena.size, 320);
    CHECK_INT(arena.used, 0);
    layout(&arena, &p);
    CHECK_INT(arena.used, arena.size);
    CHECK((char *)p.a == arena.base && (char *)p.last == arena.base + 256);
    const void *all[] = {p.a, p.b, p.c, p.last};
    for (int i = 0; i < 4; i++)
        CHECK_INT((uintptr_t)all[i] % 64, 0);
    for (size_t i = 0; i < arena.size; i++) /* zeroed */
        CHECK_INT(arena.base[i], 0);
    memset(arena.base, 1, arena.size);
    CHECK_INT(memory.used, 320 + 64); /* with the room to align it */
    CHECK_INT(memory.peak, 320 + 64);
    cd_arena_release(&memory, &arena);
    CHECK(!arena.base && arena.size == 0 && arena.used == 0 && !cd_arena_overflows(&arena));
    CHECK_INT(memory.used, 0);
    CHECK_INT(memory.peak, 320 + 64);
    cd_arena_release(&memory, &arena); /* again: nothing happens */
    CHECK_INT(memory.used, 0);
}

/* An arena of that many doubles. */
static coldae_status create(cd_memory *memory, size_t doubles, cd_arena *arena)
{
    memset(arena, 0, sizeof *arena);
    (void)cd_take_doubles(arena, doubles);
    return cd_arena_create(memory, arena);
}

static void test_limit_and_peak(void)
{
    enum { HALF = 512 + 64 }; /* 64 doubles, and the room to align them */
    cd_memory memory = {.limit = 2 * HALF};
    cd_arena a, b, c;
    CHECK_INT(create(&memory, 64, &a), COLDAE_OK);
    CHECK_INT(create(&memory, 65, &b), COLDAE_ERR_MEMORY);
    CHECK(!b.base);
    CHECK_INT(memory.used, HALF);
    CHECK_INT(create(&memory, 64, &b), COLDAE_OK); /* exactly the limit */
    CHECK_INT(memory.used, 2 * HALF);
    CHECK_INT(create(&memory, 1, &c), COLDAE_ERR_MEMORY);
    cd_arena_release(&memory, &c); /* of one that was never created */
    CHECK_INT(memory.used, 2 * HALF);
    cd_arena_release(&memory, &a);
    CHECK_INT(create(&memory, 8, &c), COLDAE_OK);
    CHECK_INT(memory.used, HALF + 128);
    CHECK_INT(memory.peak, 2 * HALF);
    cd_arena_release(&memory, &b);
    cd_arena_release(&memory, &c);
    CHECK_INT(memory.used, 0);
    CHECK_INT(memory.peak, 2 * HALF);
    CHECK_INT(create(&memory, 0, &a), COLDAE_OK); /* never 0 bytes */
    CHECK(a.base != NULL);
    CHECK_INT(memory.used, 64);
    cd_arena_release(&memory, &a);
    CHECK_INT(memory.used, 0);
}

/* Lay out n doubles on a block, a larger one if need be. */
static coldae_status lay_out(cd_memory *memory, size_t n, cd_arena *arena, double **piece)
{
    cd_arena_restart(arena);
    *piece = cd_take_doubles(arena, n);
    if (cd_arena_holds(arena))
        return COLDAE_OK;
    CHECK(!*piece || cd_arena_overflows(arena));
    coldae_status status = cd_arena_renew_raw(memory, arena);
    *piece = cd_take_doubles(arena, n);
    return status;
}

/* A block stays where it is large enough, and goes before a larger one comes; a small one gets room to grow. */
static void test_renew(void)
{
    enum { SMALL = 1024, LARGE = 1 << 20 }; /* doubles */
    cd_memory memory = {0};
    cd_arena arena = {0};
    double *piece;
    CHECK_INT(lay_out(&memory, SMALL, &arena, &piece), COLDAE_OK);
    const char *block = arena.base;
    CHECK((const char *)piece == block);
    CHECK_INT(arena.size, 2 * 8 * SMALL);
    CHECK_INT(lay_out(&memory, SMALL / 2, &arena, &piece), COLDAE_OK);
    CHECK_INT(lay_out(&memory, 2 * SMALL, &arena, &piece), COLDAE_OK);
    CHECK((const char *)piece == block && arena.base == block);
    CHECK_INT(memory.used, 2 * 8 * SMALL + 64);
    CHECK_INT(lay_out(&memory, LARGE, &arena, &piece), COLDAE_OK);
    CHECK_INT(arena.size, 8 * LARGE);
    CHECK_INT(memory.used, 8 * LARGE + 64);
    CHECK_INT(memory.peak, 8 * LARGE + 64);
    CHECK_INT(lay_out(&memory, SIZE_MAX, &arena, &piece), COLDAE_ERR_MEMORY);
    CHECK(!arena.base && !piece);
    CHECK_INT(memory.used, 0);
    cd_arena_release(&memory, &arena);
}

static void test_overflow(void)
{
    cd_memory memory = {0};
    static const size_t huge[] = {SIZE_MAX, SIZE_MAX / 8, SIZE_MAX / 8 - 7, SIZE_MAX / 8 + 1};
    for (int i = 0; i < 4; i++) {
        cd_arena arena = {0};
        CHECK(!cd_take_doubles(&arena, huge[i]));
        CHECK(cd_arena_overflows(&arena));
        CHECK_INT(cd_arena_create(&memory, &arena), COLDAE_ERR_MEMORY);
        CHECK(!arena.base);
        cd_arena_release(&memory, &arena);
    }
    cd_arena arena = {0}; /* each piece fits, their sum does not */
    for (int i = 0; i < 3; i++)
        (void)cd_take_doubles(&arena, SIZE_MAX / 8 / 60);
    CHECK(!cd_arena_overflows(&arena));
    (void)cd_take_doubles(&arena, SIZE_MAX / 8 / 60);
    CHECK(cd_arena_overflows(&arena));
    CHECK_INT(cd_arena_create(&memory, &arena), COLDAE_ERR_MEMORY);
    CHECK_INT(memory.used, 0);
    CHECK_INT(memory.peak, 0);
    for (size_t size = 16; size <= 1024; size *= 4) { /* large things are counted as well */
        memset(&arena, 0, sizeof arena);
        (void)cd_arena_take(&arena, SIZE_MAX / size + 1, size);
        CHECK(cd_arena_overflows(&arena));
    }
    memset(&arena, 0, sizeof arena); /* a size of nothing, times anything, is nothing */
    (void)cd_arena_take(&arena, SIZE_MAX, 0);
    CHECK(!cd_arena_overflows(&arena) && arena.used == 0);
}

static void test_single(void)
{
    char *one = cd_allocate(100), *none = cd_allocate(0);
    CHECK(one && none);
    CHECK_INT((uintptr_t)one % 64, 0);
    for (int i = 0; i < 100; i++)
        CHECK_INT(one[i], 0);
    cd_deallocate(one);
    cd_deallocate(none);
    cd_deallocate(NULL);
    CHECK(!cd_allocate(SIZE_MAX));
    CHECK(!cd_allocate(SIZE_MAX - 62));
}

int main(void)
{
    test_hand_out();
    test_limit_and_peak();
    test_renew();
    test_overflow();
    test_single();
    return check_result();
}
