/* pool.h - threads that belong to one call
 *
 * Work is a number of items; who takes which is left to chance, so a task writes only what belongs to its item or to its
 * worker, and results do not depend on the number of threads.
 */
#ifndef CD_POOL_H
#define CD_POOL_H

#include "memory.h"

/* One item; the worker, 0 .. n_threads-1, owns scratch. */
typedef coldae_status cd_task(void *context, int item, int worker);

typedef struct cd_pool cd_pool;

enum { CD_MOST_THREADS = 64 }; /* more of them only cost */

/* *pool is NULL for one thread; fewer threads are started if the system gives no more. */
void cd_pool_create(int n_threads, cd_pool **pool);
void cd_pool_destroy(cd_pool *pool);

/* Run all items; pool NULL: one after the other, here.  The status of the first item that fails, and the worker *by
 * which it did; with threads, later items may have run. */
coldae_status cd_pool_run(cd_pool *pool, int n_items, cd_task *task, void *context, int *by);

/* For the little that items share; pool NULL: nothing to do. */
void cd_pool_lock(cd_pool *pool);
void cd_pool_unlock(cd_pool *pool);

#endif
