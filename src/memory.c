/* memory.c - the only place that allocates */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

void cd_memory_limit(cd_memory *memory, double max_bytes)
{
    if (max_bytes > 0 && max_bytes < (double)(SIZE_MAX / 2))
        memory->limit = (size_t)ceil(max_bytes);
}

static void *allocate(size_t bytes, size_t *rounded)
{
    *rounded = (bytes + CD_ALIGNMENT - 1) / CD_ALIGNMENT * CD_ALIGNMENT;
    if (*rounded < bytes)
        return NULL;
    if (*rounded == 0)
        *rounded = CD_ALIGNMENT; /* never ask for 0 bytes */
    return aligned_alloc(CD_ALIGNMENT, *rounded);
}

coldae_status cd_arena_create_raw(cd_memory *memory, cd_arena *arena)
{
    size_t rounded;
    arena->size = arena->used > 0 ? arena->used : CD_ALIGNMENT; /* never ask for 0 bytes */
    arena->used = 0;
    arena->base = NULL;
    if (arena->overflow || (memory->limit > 0 && arena->size > memory->limit - memory->used))
        return COLDAE_ERR_MEMORY;
    arena->base = allocate(arena->size, &rounded);
    if (!arena->base)
        return COLDAE_ERR_MEMORY;
    memory->used += arena->size;
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

void cd_arena_release(cd_memory *memory, cd_arena *arena)
{
    if (arena->base)
        memory->used -= arena->size;
    cd_deallocate(arena->base);
    memset(arena, 0, sizeof *arena);
}

coldae_status cd_no_memory(const cd_memory *memory, const cd_arena *arena, int n, cd_report *report)
{
    char mesh[48] = "";
    if (n > 0)
        (void)snprintf(mesh, sizeof mesh, " for a mesh of %d subintervals", n);
    if (memory->limit > 0 && arena->size > memory->limit - memory->used)
        return cd_say(report, COLDAE_ERR_MEMORY,
                      "no memory%s: %zu bytes and %zu more would pass options.max_bytes = %zu", mesh,
                      memory->used, arena->size, memory->limit);
    return cd_say(report, COLDAE_ERR_MEMORY, "no memory%s: %zu bytes are held, %zu more were not given", mesh,
                  memory->used, arena->size);
}

void *cd_allocate(size_t bytes)
{
    size_t rounded;
    void *block = allocate(bytes, &rounded);
    if (block)
        memset(block, 0, rounded);
    return block;
}

void cd_deallocate(void *pointer)
{
    free(pointer);
}
