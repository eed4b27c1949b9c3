/* memory.h - the only place that allocates
 *
 * A cd_memory counts what a solve holds and enforces its limit.  A cd_arena is one block, handed out
 * in 64-byte aligned pieces by a layout function that runs twice: with base NULL it only measures.
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

/* A piece of count*size bytes; NULL while measuring. */
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
    void *piece = arena->base ? arena->base + arena->used : NULL;
    arena->used += bytes;
    return piece;
}

static inline double *cd_take_doubles(cd_arena *arena, size_t count)
{
    return cd_arena_take(arena, count, sizeof(double));
}

/* Turn a measured arena into a block (zeroed); release gives it back and clears the arena. */
coldae_status cd_arena_create(cd_memory *memory, cd_arena *arena);
/* .. not zeroed: for large blocks whose owner writes before it reads */
coldae_status cd_arena_create_raw(cd_memory *memory, cd_arena *arena);
/* .. in place of the arena's old block, which stays if it is large enough */
coldae_status cd_arena_renew_raw(cd_memory *memory, cd_arena *arena, const cd_arena *measured);
static inline int cd_arena_holds(const cd_arena *arena, const cd_arena *measured)
{
    return arena->base && !measured->overflow && measured->used <= arena->size;
}
void cd_arena_release(cd_memory *memory, cd_arena *arena);

/* The words for an arena that could not be created, on a mesh of n subintervals (0: before any mesh). */
coldae_status cd_no_memory(const cd_memory *memory, const cd_arena *arena, int n, cd_report *report);

/* A single object outside any arena (the solution and its block outlive the solve). */
void *cd_allocate(size_t bytes);
void cd_deallocate(void *pointer);

#endif
