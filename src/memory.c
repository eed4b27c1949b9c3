/* memory.c - the only place that allocates */
#include "pages.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { SMALL = 16384 }; /* bytes: where to ask again costs more than to have too much */

void cd_memory_limit(cd_memory *memory, double max_bytes)
{
    if (max_bytes > 0 && max_bytes < (double)(SIZE_MAX / 2))
        memory->limit = (size_t)ceil(max_bytes);
}

/* malloc and the next aligned place behind it, which remembers where the block begins: aligned_alloc would cut the block
 * and give the ends back, several times the work. */
static void *allocate(size_t bytes)
{
    if (bytes > SIZE_MAX - CD_ALIGNMENT)
        return NULL;
    char *block = malloc(bytes + CD_ALIGNMENT); /* never 0 bytes */
    if (!block)
        return NULL;
    cd_prefer_large_pages(block, bytes);
    char *piece = block + CD_ALIGNMENT - (uintptr_t)block % CD_ALIGNMENT;
    memcpy(piece - sizeof block, &block, sizeof block);
    return piece;
}

/* What an arena of that size takes from the system. */
static size_t held(size_t size)
{
    return size + CD_ALIGNMENT;
}

static int is_over_limit(const cd_memory *memory, size_t size)
{
    return memory->limit > 0 && (memory->used > memory->limit || held(size) > memory->limit - memory->used);
}

coldae_status cd_arena_create_raw(cd_memory *memory, cd_arena *arena)
{
    size_t wanted = arena->used; /* stays there if it is not given */
    arena->base = NULL;
    arena->size = 0;
    if (cd_arena_overflows(arena) || is_over_limit(memory, wanted))
        return COLDAE_ERR_MEMORY;
    arena->base = allocate(wanted);
    if (!arena->base)
        return COLDAE_ERR_MEMORY;
    arena->size = wanted;
    arena->used = 0;
    memory->used += held(wanted);
    if (memory->used > memory->peak)
        memory->peak = memory->used;
    return COLDAE_OK;
}

coldae_status cd_arena_create(cd_memory *memory, cd_arena *arena)
{
    CD_TRY(cd_arena_create_raw(memory, arena));
    memset(arena->base, 0, arena->size);
    return COLDAE_OK;
}

coldae_status cd_arena_renew_raw(cd_memory *memory, cd_arena *arena)
{
    cd_arena wanted = {.used = arena->used, .bits = arena->bits};
    if (wanted.used <= SMALL)
        wanted.used *= 2;
    cd_arena_release(memory, arena);
    *arena = wanted;
    return cd_arena_create_raw(memory, arena);
}

void cd_arena_release(cd_memory *memory, cd_arena *arena)
{
    if (arena->base)
        memory->used -= held(arena->size);
    cd_deallocate(arena->base);
    memset(arena, 0, sizeof *arena);
}

coldae_status cd_no_memory(const cd_memory *memory, const cd_arena *arena, int n, cd_report *report)
{
    char mesh[48] = "";
    if (n > 0)
        (void)snprintf(mesh, sizeof mesh, " for a mesh of %d subintervals", n);
    if (is_over_limit(memory, arena->used))
        return cd_say(report, COLDAE_ERR_MEMORY,
                      "no memory%s: %zu bytes and %zu more would pass options.max_bytes = %zu", mesh,
                      memory->used, held(arena->used), memory->limit);
    return cd_say(report, COLDAE_ERR_MEMORY, "no memory%s: %zu bytes are held, %zu more were not given", mesh,
                  memory->used, held(arena->used));
}

void *cd_allocate(size_t bytes)
{
    void *piece = allocate(bytes);
    if (piece)
        memset(piece, 0, bytes);
    return piece;
}

void cd_deallocate(void *pointer)
{
    char *block;
    if (!pointer)
        return;
    memcpy(&block, (char *)pointer - sizeof block, sizeof block);
    free(block);
}
