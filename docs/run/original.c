/* Document "c"'s own program in a page, by WebAssembly: csrc/original as it stands, watched from outside, as in its
   binding.csrc.c. There is no way back out of its recursion here but through the page: leave() throws there. */
#include "no_screen.h"

#define SEEN __attribute__((used, visibility("default")))
__attribute__((import_module("page"), import_name("leave"))) void leave(void);

SEEN char grid[81], first[81];
SEEN uint64_t calls, tests, placements, solutions, limit;

static void take_clues(void)
{
    for (int i = 0; i < 81; i++)
        a[i] = grid[i] - '0';
}

static void take_solution(void)
{
    if (solutions++ == 0)
        for (int i = 0; i < 81; i++)
            first[i] = (char)('0' + chiffre[i / 9][i % 9]);
    if (solutions == limit) leave();
}

#define WATCH_CALL calls++
#define WATCH_TEST tests++
#define WATCH_WRITE(cell, digit) (placements += (digit) != 0)
#define WATCH_SOLUTION take_solution()
#define WATCH_CLUES take_clues()
#include "observed.h"

/* Once in an instance: the document counts on fresh globals [C2]. */
SEEN void search(void)
{
    conditionsinitiales();
    arbre(0);
}
