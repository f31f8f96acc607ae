/* The program of document c as WebAssembly: csrc/original, unchanged, with hooks as in its binding.csrc.c. To leave
   the recursion, leave() throws an exception in JavaScript. */
#include "no_screen.h"

#define SHARED __attribute__((used, visibility("default")))
__attribute__((import_module("page"), import_name("leave"))) void leave(void);

SHARED char grid[81], first[81];
SHARED uint64_t calls, tests, placements, solutions, limit;

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

/* Called once per instance: the document's program expects fresh globals [C2]. */
SHARED void search(void)
{
    conditionsinitiales();
    arbre(0);
}
