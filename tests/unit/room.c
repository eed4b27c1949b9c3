/* room.c - room for the local matrices: what is usual in one piece, blocks of their own on demand, counted and limited */
#include "check.h"
#include "room.h"

enum { GROUPS = 40 };

static void create(int n_diff, int n_alg, int order, int projection, cd_memory *memory,
                   coldae_problem *problem, cd_method *m)
{
    static double zeta[32];
    static int orders[16];
    cd_report report;
    coldae_options options;
    coldae_problem_init(problem);
    coldae_options_init(&options);
    for (int i = 0; i < n_diff; i++)
        orders[i] = order;
    problem->n_diff = n_diff;
    problem->n_alg = n_alg;
    problem->order = orders;
    problem->zeta = zeta;
    problem->n_side = n_diff * order;
    options.n_points = 4;
    options.projection = projection;
    CHECK_INT(cd_method_create(problem, &options, memory, &report, m), COLDAE_OK);
}

static size_t usual(int n_diff, int n_alg, int order, int projection)
{
    cd_memory memory = {0};
    coldae_problem problem;
    cd_method m;
    create(n_diff, n_alg, order, projection, &memory, &problem, &m);
    size_t room = cd_group_room(&m);
    cd_method_release(&memory, &m);
    return room;
}

/* k = 4 */
static void test_sizes(void)
{
    CHECK_INT(usual(3, 0, 2, COLDAE_PROJECT_AUTO), 12 * 12);
    CHECK_INT(usual(3, 2, 2, COLDAE_PROJECT_AUTO), 12 * 12 + 4 * (4 + 6));  /* index 1 */
    CHECK_INT(usual(3, 2, 2, COLDAE_PROJECT_INDEX2), 20 * 20);              /* no way around it */
    CHECK_INT(usual(6, 2, 1, COLDAE_PROJECT_INDEX2), 16 * 16 + 4 * 2 * 26); /* index 2 */
    CHECK_INT(usual(6, 2, 1, COLDAE_PROJECT_AUTO), 24 * 24 + 4 * (4 + 12)); /* the larger one */
    CHECK_INT(usual(2, 2, 1, COLDAE_PROJECT_AUTO), 8 * 8 + 4 * (4 + 4));
}

typedef struct demand {
    cd_memory *memory;
    cd_pool *pool;
    cd_room *room;
    cd_report report;
} demand;

static coldae_status extend(void *context, int group, int worker)
{
    demand *d = context;
    (void)worker;
    return cd_room_extend(d->memory, d->pool, group, &d->report, d->room);
}

static void lay_out(cd_memory *memory, const cd_method *m, int everywhere, cd_arena *arena, cd_room *room)
{
    memset(arena, 0, sizeof *arena);
    cd_room_layout(arena, m, GROUPS, everywhere, room);
    CHECK_INT(cd_arena_create_raw(memory, arena), COLDAE_OK);
    cd_room_layout(arena, m, GROUPS, everywhere, room);
    cd_room_start(room);
}

/* All groups but one ask for more, several threads at a time. */
static void test_demand(int n_threads)
{
    cd_memory memory = {0};
    coldae_problem problem;
    cd_method m;
    cd_arena arena;
    cd_room room = {0};
    cd_pool *pool;
    int full, by;
    create(3, 2, 2, COLDAE_PROJECT_AUTO, &memory, &problem, &m);
    cd_pool_create(n_threads, &pool);
    lay_out(&memory, &m, 0, &arena, &room);
    size_t before = memory.used;
    demand d = {.memory = &memory, .pool = pool, .room = &room};
    CHECK(cd_room_of(&room, 3, &full) == room.W + 3 * room.usual && !full);
    CHECK(!cd_room_is_short(&room));
    CHECK_INT(cd_pool_run(pool, GROUPS - 1, extend, &d, &by), COLDAE_OK);
    CHECK(cd_room_is_short(&room));
    for (int i = 0; i < GROUPS; i++) {
        double *W = cd_room_of(&room, i, &full);
        CHECK_INT(full, i < GROUPS - 1);
        for (size_t c = 0; c < (full ? room.full : room.usual); c++)
            W[c] = i; /* theirs alone: a sanitizer and valgrind look on */
    }
    for (int i = 0; i < GROUPS; i++)
        CHECK(*cd_room_of(&room, i, &full) == i);
    CHECK(memory.used >= before + (GROUPS - 1) * room.full * sizeof(double));
    cd_room_release(&memory, &room);
    CHECK_INT(memory.used, before);
    cd_room_release(&memory, &room); /* harmless */
    cd_arena_release(&memory, &arena);
    cd_pool_destroy(pool);
    cd_method_release(&memory, &m);
    CHECK_INT(memory.used, 0);
}

static void test_limit(void)
{
    cd_memory memory = {0};
    coldae_problem problem;
    cd_method m;
    cd_arena arena;
    cd_room room = {0};
    int full;
    create(3, 2, 2, COLDAE_PROJECT_AUTO, &memory, &problem, &m);
    lay_out(&memory, &m, 0, &arena, &room);
    size_t before = memory.used;
    memory.limit = memory.used + 100;
    demand d = {.memory = &memory, .room = &room};
    CHECK_INT(extend(&d, 0, 0), COLDAE_ERR_MEMORY);
    CHECK(strstr(d.report.text, "max_bytes"));
    CHECK(cd_room_of(&room, 0, &full) == room.W && !full);
    CHECK(memory.used == before && room.n_more == 0);
    cd_room_release(&memory, &room);
    cd_arena_release(&memory, &arena);
    memory.limit = 0;
    lay_out(&memory, &m, 1, &arena, &room); /* after a mesh that was short */
    CHECK(cd_room_of(&room, 1, &full) == room.W + room.full && full);
    CHECK(!cd_room_is_short(&room));
    cd_room_release(&memory, &room);
    cd_arena_release(&memory, &arena);
    cd_method_release(&memory, &m);
}

int main(void)
{
    test_sizes();
    test_demand(1);
    test_demand(4);
    test_limit();
    return check_result();
}
