/* memory.h - the only place that allocates
 *
 * A cd_memory counts what a solve holds and enforces its limit.  A cd_arena is one block, handed out
 * in 64-byte aligned pieces by a layout function that runs twice: with base NULL it only measures.  A block that
 * is there already is laid out anew at once; only if it turns out too small a larger one follows.
 */
#ifndef CD_MEMORY_H
#define CD_MEMORY_H

#include <stdint.h>

#include "internal.h"

typedef struct cd_memory {
    size_t used, peak;
    size_t limit; /* 0: none */
} cd_memory;

typedef struct cd_arena {
    char *base;  /* NULL while measuring */
    size_t size; /* bytes of the block, or bytes measured so far */
    size_t used;
    int overflow; /* a size did not fit into size_t */
} cd_arena;

/* The limit that options.max_bytes sets. */
void cd_memory_limit(cd_memory *memory, double max_bytes);

enum { CD_ALIGNMENT = 64 }; /* a cache line, and the widest vector */

/* A piece of count*size bytes; NULL while measuring, or behind the end of the block. */
static inline void *cd_arena_take(cd_arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX - CD_ALIGNMENT) / size) {
        arena->overflow = 1;
        return NULL;
    }
    size_t bytes = (count * size + CD_ALIGNMENT - 1) / CD_ALIGNMENT * CD_ALIGNMENT;
    if (bytes > SIZE_MAX - arena->used) {
        arena->overflow = 1;
        return NULL;
    }
    size_t at = arena->used;
    arena->used += bytes;
    return arena->base && arena->used <= arena->size ? arena->base + at : NULL;
}

static inline double *cd_take_doubles(cd_arena *arena, size_t count)
{
    return cd_arena_take(arena, count, sizeof(double));
}

/* Turn a measured arena into a block (zeroed); release gives it back and clears the arena. */
coldae_status cd_arena_create(cd_memory *memory, cd_arena *arena);
/* .. not zeroed: for large blocks whose owner writes before it reads */
coldae_status cd_arena_create_raw(cd_memory *memory, cd_arena *arena);

/* For blocks that serve one mesh after the other: lay out after restart; if the block does not hold it all, renew it
 * (raw, small ones with room for the halving of the mesh) and lay out again. */
static inline void cd_arena_restart(cd_arena *arena)
{
    arena->used = 0;
    arena->overflow = 0;
}
static inline int cd_arena_holds(const cd_arena *arena) /* all pieces taken so far */
{
    return arena->base && !arena->overflow && arena->used <= arena->size;
}
coldae_status cd_arena_renew_raw(cd_memory *memory, cd_arena *arena);
void cd_arena_release(cd_memory *memory, cd_arena *arena);

/* The words for an arena that could not be created, on a mesh of n subintervals (0: before any mesh). */
coldae_status cd_no_memory(const cd_memory *memory, const cd_arena *arena, int n, cd_report *report);

/* A single object outside any arena (the solution and its block outlive the solve). */
void *cd_allocate(size_t bytes);
void cd_deallocate(void *pointer);

#endif
