/* room.c - where the factors of the local matrices stand: what is usual for all groups, more for those that need it */
#include <string.h>

#include "room.h"

void cd_room_layout(cd_arena *arena, const cd_method *m, int n_groups, int full_everywhere, cd_room *room)
{
    size_t n = (size_t)m->dims.n_local, groups = (size_t)n_groups;
    room->n_groups = n_groups;
    room->full = n * n * CD_WIDTH;
    room->usual = full_everywhere ? room->full : cd_group_room(m) * CD_WIDTH;
    room->W = cd_take_doubles(arena, room->usual * groups);
    room->more = room->usual < room->full ? cd_arena_take(arena, groups, sizeof *room->more) : NULL;
}

void cd_room_start(cd_room *room)
{
    room->n_more = 0;
    if (room->more)
        memset(room->more, 0, (size_t)room->n_groups * sizeof *room->more);
}

int cd_room_is_short(const cd_room *room)
{
    return 2 * room->n_more > room->n_groups;
}

double *cd_room_of(const cd_room *room, int group, int *full)
{
    void *own = room->more ? room->more[group].base : NULL;
    *full = own || !room->more;
    return own ? own : room->W + (size_t)group * room->usual;
}

coldae_status cd_room_extend(cd_memory *memory, cd_pool *pool, int group, cd_report *report, cd_room *room)
{
    cd_arena own = {0};
    (void)cd_take_doubles(&own, room->full);
    cd_pool_lock(pool); /* memory is counted */
    coldae_status status = cd_arena_create_raw(memory, &own);
    if (status == COLDAE_OK)
        room->n_more++;
    else
        status = cd_no_memory(memory, &own, 0, report);
    cd_pool_unlock(pool);
    room->more[group] = own;
    return status;
}

void cd_room_release(cd_memory *memory, cd_room *room)
{
    for (int i = 0; room->more && i < room->n_groups; i++)
        cd_arena_release(memory, room->more + i);
    room->more = NULL;
    room->n_more = 0;
}
