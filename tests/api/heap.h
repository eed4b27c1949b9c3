/* heap.h - an allocator that counts, and that fails on demand, in place of the library's
 *
 * For one test file linked with --wrap=malloc --wrap=free.
 */
#ifndef HEAP_H
#define HEAP_H

#include <stdlib.h>

#include "check.h"

enum { MOST_BLOCKS = 64 };
static struct {
    void *block[MOST_BLOCKS];
    size_t size[MOST_BLOCKS];
    size_t held, peak;
    int blocks;             /* held now */
    int calls;              /* of the allocator */
    int fail_from, fail_to; /* these fail, from 1; 0: none */
} heap;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void __real_free(void *block);
void __wrap_free(void *block);

void *__wrap_malloc(size_t size)
{
    heap.calls++;
    if (heap.calls >= heap.fail_from && heap.calls <= heap.fail_to)
        return NULL;
    void *block = __real_malloc(size);
    int i = 0;
    while (i < MOST_BLOCKS && heap.block[i])
        i++;
    CHECK(block && i < MOST_BLOCKS);
    if (!block || i == MOST_BLOCKS)
        return block;
    heap.block[i] = block;
    heap.size[i] = size;
    heap.held += size;
    heap.peak = heap.held > heap.peak ? heap.held : heap.peak;
    heap.blocks++;
    return block;
}

void __wrap_free(void *block)
{
    for (int i = 0; block && i < MOST_BLOCKS; i++)
        if (heap.block[i] == block) {
            heap.block[i] = NULL;
            heap.held -= heap.size[i];
            heap.blocks--;
        }
    __real_free(block);
}

/* Start counting anew; let these allocations fail. */
static inline void heap_fail(int from, int to)
{
    heap.calls = 0;
    heap.peak = heap.held;
    heap.fail_from = from;
    heap.fail_to = to;
}

#endif
