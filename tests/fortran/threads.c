/* threads.c - run a Fortran procedure in several threads at the same time */
#include <pthread.h>

enum { MOST = 16 };

typedef struct job {
    void (*work)(int);
    int number;
} job;

static void *run(void *arg)
{
    const job *j = arg;
    j->work(j->number);
    return NULL;
}

/* work(1), .., work(n), each in a thread of its own; 0 = all done. */
int run_in_threads(int n, void (*work)(int))
{
    pthread_t thread[MOST];
    job jobs[MOST];
    int started = 0, bad = n > MOST;
    for (; started < n && !bad; started++) {
        jobs[started] = (job){work, started + 1};
        if (pthread_create(&thread[started], NULL, run, &jobs[started]) != 0)
            break;
    }
    bad |= started < n;
    for (int i = 0; i < started; i++)
        bad |= pthread_join(thread[i], NULL) != 0;
    return bad;
}
