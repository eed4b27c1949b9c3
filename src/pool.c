/* pool.c - threads that belong to one call: items taken from one counter, spin briefly, then sleep
 *
 * A run is announced by a new epoch.  The caller works too and afterwards waits only for items still in work, so a worker
 * that the system has put aside delays nobody.  A worker that wakes late finds the run closed.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "cpu.h"
#include "pool.h"

enum { SPIN = 4000 }; /* looks at the epoch before sleeping, some ten microseconds */
enum { SHARES = 8 };  /* of the items for each thread: neighbours are taken together */

typedef struct worker {
    cd_pool *pool;
    int number;
    pthread_t thread;
} worker;

struct cd_pool {
    int n_threads; /* with the caller */
    cd_task *task;
    void *context;
    int n_items, share; /* items, and how many are taken at a time */
    atomic_int next;    /* item to be taken */
    atomic_int failed;  /* lowest item that failed so far, or n_items */
    atomic_uint epoch;  /* of the last run; odd while a run is open */
    atomic_int busy;    /* workers inside the run */
    atomic_int sleepers, stop;
    coldae_status status; /* of the item `failed` .. */
    int by;               /* .. and its worker */
    pthread_mutex_t lock;
    pthread_cond_t wake;
    worker workers[];
};

/* Keep the failure of the lowest item. */
static void note_failure(cd_pool *p, int item, int number, coldae_status status)
{
    (void)pthread_mutex_lock(&p->lock);
    if (item < atomic_load(&p->failed)) {
        atomic_store(&p->failed, item);
        p->status = status;
        p->by = number;
    }
    (void)pthread_mutex_unlock(&p->lock);
}

/* Take items until there are no more, or one fails: what comes later is not wanted then. */
static void work(cd_pool *p, int number)
{
    for (;;) {
        int first = atomic_fetch_add(&p->next, p->share), end = cd_min_int(first + p->share, p->n_items);
        if (first >= end)
            return;
        for (int item = first; item < end; item++) {
            if (item > atomic_load(&p->failed))
                return;
            coldae_status status = p->task(p->context, item, number);
            if (status != COLDAE_OK) {
                note_failure(p, item, number, status);
                return;
            }
        }
    }
}

/* Wait for an epoch other than `seen`. */
static unsigned await(cd_pool *p, unsigned seen)
{
    for (int i = 0; i < SPIN; i++) {
        unsigned now = atomic_load(&p->epoch);
        if (now != seen || atomic_load(&p->stop))
            return now;
        cd_cpu_pause();
    }
    (void)pthread_mutex_lock(&p->lock);
    atomic_fetch_add(&p->sleepers, 1);
    while (atomic_load(&p->epoch) == seen && !atomic_load(&p->stop))
        (void)pthread_cond_wait(&p->wake, &p->lock);
    atomic_fetch_sub(&p->sleepers, 1);
    (void)pthread_mutex_unlock(&p->lock);
    return atomic_load(&p->epoch);
}

static void *serve(void *argument)
{
    worker *w = argument;
    cd_pool *p = w->pool;
    for (unsigned seen = 0;;) {
        seen = await(p, seen);
        if (atomic_load(&p->stop))
            return NULL;
        if (seen % 2 == 0)
            continue;
        atomic_fetch_add(&p->busy, 1);
        if (atomic_load(&p->epoch) == seen) /* still open: the caller now waits for us */
            work(p, w->number);
        atomic_fetch_sub(&p->busy, 1);
    }
}

static void wake_sleepers(cd_pool *p)
{
    if (atomic_load(&p->sleepers) == 0)
        return;
    (void)pthread_mutex_lock(&p->lock);
    (void)pthread_cond_broadcast(&p->wake);
    (void)pthread_mutex_unlock(&p->lock);
}

void cd_pool_create(int n_threads, cd_pool **pool)
{
    *pool = NULL;
    if (n_threads < 2)
        return;
    cd_pool *p = cd_allocate(sizeof *p + (size_t)n_threads * sizeof(worker));
    if (!p)
        return;
    (void)pthread_mutex_init(&p->lock, NULL);
    (void)pthread_cond_init(&p->wake, NULL);
    p->n_threads = 1;
    for (int i = 1; i < n_threads; i++) {
        worker *w = p->workers + p->n_threads;
        w->pool = p;
        w->number = p->n_threads;
        if (pthread_create(&w->thread, NULL, serve, w) != 0)
            break;
        p->n_threads++;
    }
    *pool = p;
}

void cd_pool_destroy(cd_pool *p)
{
    if (!p)
        return;
    (void)pthread_mutex_lock(&p->lock);
    atomic_store(&p->stop, 1);
    (void)pthread_cond_broadcast(&p->wake);
    (void)pthread_mutex_unlock(&p->lock);
    for (int i = 1; i < p->n_threads; i++)
        (void)pthread_join(p->workers[i].thread, NULL);
    (void)pthread_cond_destroy(&p->wake);
    (void)pthread_mutex_destroy(&p->lock);
    cd_deallocate(p);
}

static coldae_status run_here(int n_items, cd_task *task, void *context)
{
    for (int item = 0; item < n_items; item++)
        CD_TRY(task(context, item, 0));
    return COLDAE_OK;
}

coldae_status cd_pool_run(cd_pool *p, int n_items, cd_task *task, void *context, int *by)
{
    *by = 0;
    if (!p || p->n_threads < 2 || n_items < 2)
        return run_here(n_items, task, context);
    p->task = task;
    p->context = context;
    p->n_items = n_items;
    p->share = 1 + n_items / (SHARES * p->n_threads + 1);
    p->status = COLDAE_OK;
    p->by = 0;
    atomic_store(&p->next, 0);
    atomic_store(&p->failed, n_items);
    atomic_fetch_add(&p->epoch, 1); /* open */
    wake_sleepers(p);
    work(p, 0);
    atomic_fetch_add(&p->epoch, 1); /* closed: nobody else comes in */
    for (int i = 0; atomic_load(&p->busy) > 0; i++) {
        cd_cpu_pause();
        if (i > SPIN)
            (void)sched_yield();
    }
    *by = p->by;
    return p->status;
}

void cd_pool_lock(cd_pool *p)
{
    if (p)
        (void)pthread_mutex_lock(&p->lock);
}

void cd_pool_unlock(cd_pool *p)
{
    if (p)
        (void)pthread_mutex_unlock(&p->lock);
}
