/* pool.c - every item once, the failure of the lowest item, many runs in a row, no threads at all */
#include <stdatomic.h>

#include "check.h"
#include "pool.h"

enum { MOST = 5000 };

typedef struct count {
    atomic_int seen[MOST];
    atomic_int workers[8];
    int fails_from, fails_every;
} count;

static coldae_status visit(void *context, int item, int worker)
{
    count *c = context;
    atomic_fetch_add(&c->seen[item], 1);
    atomic_fetch_add(&c->workers[worker], 1);
    for (volatile int i = 0; i < 50; i++)
        continue;
    if (c->fails_every > 0 && item >= c->fails_from && item % c->fails_every == 0)
        return (coldae_status)(item + 1);
    return COLDAE_OK;
}

static count c;

static void clear(int fails_from, int fails_every)
{
    for (int i = 0; i < MOST; i++)
        atomic_store(&c.seen[i], 0);
    c.fails_from = fails_from;
    c.fails_every = fails_every;
}

static void test_items(cd_pool *pool, int n)
{
    int by = -1, wrong = 0;
    clear(0, 0);
    CHECK_INT(cd_pool_run(pool, n, visit, &c, &by), COLDAE_OK);
    for (int i = 0; i < MOST; i++)
        wrong += atomic_load(&c.seen[i]) != (i < n);
    CHECK_INT(wrong, 0);
}

/* Items fail from 100 on, every seventh: the first is 105; all before it have run. */
static void test_failure(cd_pool *pool)
{
    int by = -1, missing = 0;
    clear(100, 7);
    CHECK_INT(cd_pool_run(pool, 3000, visit, &c, &by), 106);
    CHECK(by >= 0 && by < 8);
    for (int i = 0; i < 105; i++)
        missing += atomic_load(&c.seen[i]) != 1;
    CHECK_INT(missing, 0);
}

int main(void)
{
    static const int threads[] = {1, 2, 3, 8};
    for (int i = 0; i < 4; i++) {
        cd_pool *pool;
        cd_pool_create(threads[i], &pool);
        CHECK((pool != NULL) == (threads[i] > 1));
        test_items(pool, 0);
        test_items(pool, 1);
        for (int repeat = 0; repeat < 200; repeat++)
            test_items(pool, 2 + repeat % 7);
        test_items(pool, MOST);
        for (int repeat = 0; repeat < 10; repeat++)
            test_failure(pool);
        cd_pool_destroy(pool);
    }
    cd_pool_destroy(NULL);
    return check_result();
}
