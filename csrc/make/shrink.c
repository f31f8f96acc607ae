/* From full grids to puzzles: generate/_minimal.py says how it asks, and why the puzzle does not depend on it. */
#include <string.h>

#include "make.h"

void make_shrinking_begin(make_shrinking *lead, const unsigned char *full, const make_groups *groups, int least,
                          make_chance *chance)
{
    memset(lead, 0, sizeof *lead);
    memcpy(lead->cells, full, MAKE_CELLS);
    lead->clues = MAKE_CELLS;
    lead->least = least;
    for (int i = 0; i < groups->n; i++)
        lead->group_of[i] = (unsigned char)i;
    for (uint32_t last = (uint32_t)groups->n - 1; last > 0; last--) {
        uint32_t other = make_below(chance, last + 1);
        unsigned char kept = lead->group_of[last];
        lead->group_of[last] = lead->group_of[other], lead->group_of[other] = kept;
    }
}

static int size_of(const make_groups *groups, int group) { return groups->first[group + 1] - groups->first[group]; }

static void empty(unsigned char *cells, const make_groups *groups, int group)
{
    for (int i = groups->first[group]; i < groups->first[group + 1]; i++)
        cells[groups->cells[i]] = '0';
}

static void choose(make_shrinking *lead, const make_groups *groups, int wanted)
{
    int clues = lead->clues;
    lead->n_asked = 0;
    for (int i = lead->next; i < groups->n && lead->n_asked < wanted; i++) {
        int size = size_of(groups, lead->group_of[i]);
        if (clues - size < lead->least) continue;
        lead->asked[lead->n_asked++] = (unsigned char)i;
        clues -= size;
    }
}

static int at_once(int clues)
{
    int wanted = (clues - 30) / 3;
    return wanted > 1 ? wanted : 1;
}

int make_shrinking_ask(make_shrinking *lead, const make_groups *groups, unsigned char *grid)
{
    for (;;) {
        int suspects = lead->suspects;
        choose(lead, groups, suspects > 1 ? suspects / 2 : suspects ? 1 : at_once(lead->clues));
        if (!lead->n_asked) return 0;
        if (suspects != 1) break;
        make_shrinking_answer(lead, groups, 0);
    }
    memcpy(grid, lead->cells, MAKE_CELLS);
    for (int i = 0; i < lead->n_asked; i++)
        empty(grid, groups, lead->group_of[lead->asked[i]]);
    return 1;
}

void make_shrinking_answer(make_shrinking *lead, const make_groups *groups, int unique)
{
    int n = lead->n_asked;
    if (unique) {
        for (int i = 0; i < n; i++) {
            int group = lead->group_of[lead->asked[i]];
            empty(lead->cells, groups, group);
            lead->clues -= size_of(groups, group);
        }
        lead->suspects -= lead->suspects < n ? lead->suspects : n;
    } else if (n > 1) {
        lead->suspects = n;
        return;
    } else {
        lead->suspects = 0;
    }
    lead->next = lead->asked[n - 1] + 1;
}
