/* room.h - where the factors of the local matrices stand
 *
 * With constraints a group mostly needs far less than the matrix of all its unknowns (see cd_group): every group has room
 * for that.  One that cannot be reduced gets a block of its own when this turns out; where most groups of a mesh did, the
 * next mesh begins with room for all.
 */
#ifndef CD_ROOM_H
#define CD_ROOM_H

#include "group.h"
#include "pool.h"

typedef struct cd_room {
    double *W;      /* [usual, groups] */
    cd_arena *more; /* [groups] the blocks of groups that need `full`; NULL: all have it */
    size_t usual, full;
    int n_groups, n_more; /* how many have a block of their own */
} cd_room;

/* In the arena, for n_groups groups; full_everywhere: none needs a block of its own. */
void cd_room_layout(cd_arena *arena, const cd_method *method, int n_groups, int full_everywhere,
                    cd_room *room);
void cd_room_start(cd_room *room); /* no blocks yet */

/* Did most groups need more than usual? */
int cd_room_is_short(const cd_room *room);
/* W of a group; *full: has it room for CD_FULL? */
double *cd_room_of(const cd_room *room, int group, int *full);
/* A block of its own for a group; the pool (or NULL) whose threads may ask for others at the same time. */
coldae_status cd_room_extend(cd_memory *memory, cd_pool *pool, int group, cd_report *report, cd_room *room);
void cd_room_release(cd_memory *memory, cd_room *room);

#endif
