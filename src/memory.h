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
    size_t size; /* bytes of the block; 0 while measuring */
    size_t used; /* bytes of the pieces */
    size_t bits; /* of all that was counted: above CD_MOST if anything was */
} cd_arena;

/* The limit that options.max_bytes sets. */
void cd_memory_limit(cd_memory *memory, double max_bytes);

enum { CD_ALIGNMENT = 64 }; /* a cache line, and the widest vector */

/* Bytes of a block, and numbers in a piece, which times 8 and with its padding fits into size_t: 256 MB where that has 32
 * bits. */
#define CD_MOST (SIZE_MAX / 16)

/* A piece of count*size bytes; NULL while measuring, or behind the end of the block.  Anything where a size was too large:
 * that is asked once for all pieces, of which a small solve takes hundreds, see cd_arena_overflows. */
static inline void *cd_arena_take(cd_arena *arena, size_t count, size_t size)
{
    size_t bytes = (count * size + CD_ALIGNMENT - 1) & ~(size_t)(CD_ALIGNMENT - 1), at = arena->used;
    arena->used = at + bytes;
    if (size <= sizeof(double))
        arena->bits |= arena->used | (size > 0 ? count : 0);
    else
        arena->bits |= arena->used | (count > CD_MOST / size ? SIZE_MAX : 0);
    return arena->used <= arena->size ? (void *)((uintptr_t)arena->base + at) : NULL;
}

/* Was a size too large? */
static inline int cd_arena_overflows(const cd_arena *arena)
{
    return arena->bits > CD_MOST;
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
    arena->bits = 0;
}
static inline int cd_arena_holds(const cd_arena *arena) /* all pieces taken so far */
{
    return arena->base && !cd_arena_overflows(arena) && arena->used <= arena->size;
}
coldae_status cd_arena_renew_raw(cd_memory *memory, cd_arena *arena);
void cd_arena_release(cd_memory *memory, cd_arena *arena);

/* The words for an arena that could not be created, on a mesh of n subintervals (0: before any mesh). */
coldae_status cd_no_memory(const cd_memory *memory, const cd_arena *arena, int n, cd_report *report);

/* A single object outside any arena (the solution and its block outlive the solve). */
void *cd_allocate(size_t bytes);
void cd_deallocate(void *pointer);

#endif
