/* The fast solver as WebAssembly: the portable code of csrc/fast. */
#include <stdlib.h>
#include <string.h>
#include "fast.h"

#define SHARED __attribute__((used, visibility("default")))

SHARED char grid[81], first[81];
SHARED uint64_t guesses, solutions, more, limit; /* solutions + more * 2^64 of them */

/* Search for two solutions; if both exist, count all of them. `guesses` is that of the search. */
SHARED void search(void)
{
    const unsigned char *puzzle = (const unsigned char *)grid;
    int kernel = fast_best_kernel(), some = limit == 1 ? 1 : 2;
    solutions = (uint64_t)fast_solve_one(puzzle, (unsigned char *)first, some, &guesses, kernel, NULL);
    if (solutions < 2 || limit == 2) return;
    fast_number number;
    if (fast_count(puzzle, limit, &number, 0, kernel, NULL) != FAST_COUNTED) abort();
    solutions = number.low;
    more = number.high;
}
