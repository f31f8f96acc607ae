/* The removal of clues from full grids, as in generate/_minimal.py. */
#include <string.h>

#include "make.h"

void make_removal_begin(make_removal *removal, const unsigned char *full, const make_groups *groups, int min_clues,
                        make_rng *rng)
{
    memset(removal, 0, sizeof *removal);
    memcpy(removal->cells, full, MAKE_CELLS);
    removal->clues = MAKE_CELLS;
    removal->min_clues = min_clues;
    for (int i = 0; i < groups->n; i++)
        removal->group_of[i] = (unsigned char)i;
    make_shuffle(rng, removal->group_of, (uint32_t)groups->n);
}

static int size_of(const make_groups *groups, int group) { return groups->first[group + 1] - groups->first[group]; }

static void empty(unsigned char *cells, const make_groups *groups, int group)
{
    for (int i = groups->first[group]; i < groups->first[group + 1]; i++)
        cells[groups->cells[i]] = '0';
}

static void select_groups(make_removal *removal, const make_groups *groups, int wanted)
{
    int clues = removal->clues;
    removal->n_queried = 0;
    for (int i = removal->next; i < groups->n && removal->n_queried < wanted; i++) {
        int size = size_of(groups, removal->group_of[i]);
        if (clues - size < removal->min_clues) continue;
        removal->queried[removal->n_queried++] = (unsigned char)i;
        clues -= size;
    }
}

static int batch_size(int clues)
{
    int wanted = (clues - 30) / 3;
    return wanted > 1 ? wanted : 1;
}

int make_removal_next_query(make_removal *removal, const make_groups *groups, unsigned char *grid)
{
    for (;;) {
        int suspects = removal->suspects;
        select_groups(removal, groups, suspects > 1 ? suspects / 2 : suspects ? 1 : batch_size(removal->clues));
        if (!removal->n_queried) return 0;
        if (suspects != 1) break;
        make_removal_answer(removal, groups, 0);
    }
    memcpy(grid, removal->cells, MAKE_CELLS);
    for (int i = 0; i < removal->n_queried; i++)
        empty(grid, groups, removal->group_of[removal->queried[i]]);
    return 1;
}

void make_removal_answer(make_removal *removal, const make_groups *groups, int unique)
{
    int n = removal->n_queried;
    if (unique) {
        for (int i = 0; i < n; i++) {
            int group = removal->group_of[removal->queried[i]];
            empty(removal->cells, groups, group);
            removal->clues -= size_of(groups, group);
        }
        removal->suspects -= removal->suspects < n ? removal->suspects : n;
    } else if (n > 1) {
        removal->suspects = n;
        return;
    } else {
        removal->suspects = 0;
    }
    removal->next = removal->queried[n - 1] + 1;
}
