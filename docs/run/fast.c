/* The fast core in a page, by WebAssembly: csrc/fast, its portable path. */
#include <stdlib.h>
#include <string.h>
#include "fast.h"

#define SEEN __attribute__((used, visibility("default")))

SEEN char grid[81], first[81];
SEEN uint64_t guesses, solutions, more, limit; /* solutions + more * 2^64 of them */

/* Whether there are several is known by a search, with its guesses; how many, by counting, which lists none. */
SEEN void search(void)
{
    const unsigned char *puzzle = (const unsigned char *)grid;
    int path = fast_path(), some = limit == 1 ? 1 : 2;
    solutions = (uint64_t)fast_solve_one(puzzle, (unsigned char *)first, some, &guesses, path, NULL);
    if (solutions < 2 || limit == 2) return;
    fast_number number;
    if (fast_count(puzzle, limit, &number, 0, path, NULL) != FAST_COUNTED) abort();
    solutions = number.low;
    more = number.high;
}
