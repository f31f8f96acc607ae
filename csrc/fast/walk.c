/* All solutions in lexicographic order, a block at a time. The walk itself is in one_search.h, beside the
   search whose deductions it uses; here is what the caller holds. */
#include "one_path.h"

_Static_assert(_Alignof(struct fast_walk) <= _Alignof(uint64_t), "fast.h says how the caller is to align it");

size_t fast_walk_size(void) { return sizeof(struct fast_walk); }

void fast_walk_begin(fast_walk *walk, const unsigned char *puzzle, int path)
{
    walk->path = one_path(path);
    walk->guesses = 0;
    walk->fruitless = 0;
    walk->depth = 0;
    walk->begun = false;
    memcpy(walk->puzzle, puzzle, FAST_CELLS);
}

size_t fast_walk_next(fast_walk *walk, unsigned char *solutions, size_t room, uint64_t patience,
                      const fast_stop *stop)
{
    return walk->path->walk_next(walk, solutions, room, patience, stop);
}

int fast_walk_ended(const fast_walk *walk) { return walk->begun && !walk->depth; }

uint64_t fast_walk_guesses(const fast_walk *walk) { return walk->guesses; }
