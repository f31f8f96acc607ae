/* A fake solver: backtracking, the cell with the fewest candidates first. -DENTRY=1 exports rival_solve, -DENTRY=2 the
   function of tdoku. -DMISTAKE=1 never counts a second solution, =2 crashes, =3 does not terminate, =4 returns
   wrong solutions, =5 counts beyond the limit. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int possible(const char *grid, int cell)
{
    int free = 0x3fe, row = cell / 9, column = cell % 9;
    for (int i = 0; i < 9; i++) {
        int box = (row / 3 * 3 + i / 3) * 9 + column / 3 * 3 + i % 3;
        free &= ~(1 << (grid[row * 9 + i] & 15) | 1 << (grid[i * 9 + column] & 15) | 1 << (grid[box] & 15));
    }
    return free;
}

static size_t search(char *grid, size_t limit, char *solution)
{
    int best = -1, free = 0;
    for (int cell = 0; cell < 81; cell++) {
        if (grid[cell] != '0') continue;
        int here = possible(grid, cell);
        if (best < 0 || __builtin_popcount(here) < __builtin_popcount(free)) best = cell, free = here;
    }
    if (best < 0) {
        memcpy(solution, grid, 81);
        return 1;
    }
    size_t found = 0;
    for (int digit = 1; digit <= 9 && found < limit; digit++)
        if (free >> digit & 1) {
            grid[best] = (char)('0' + digit);
            found += search(grid, limit - found, solution);
        }
    grid[best] = '0';
    return found;
}

static size_t one(const char *puzzle, size_t limit, char *solution)
{
    char grid[81], nowhere[81];
    for (int i = 0; i < 81; i++)
        grid[i] = puzzle[i] == '.' ? '0' : puzzle[i];
    if (MISTAKE == 2) abort();
    while (MISTAKE == 3)
        continue;
    size_t found = search(grid, MISTAKE == 1 ? 1 : MISTAKE == 5 ? limit + 5 : limit, solution ? solution : nowhere);
    if (MISTAKE == 4 && solution && found) memset(solution, '1', 81);
    return found;
}

#if ENTRY == 1
uint64_t rival_solve(const char *puzzles, size_t n, size_t stride, size_t limit, char *solutions, uint64_t *guesses)
{
    uint64_t found = 0;
    for (size_t i = 0; i < n; i++)
        found += one(puzzles + i * stride, limit, solutions ? solutions + 81 * i : NULL);
    *guesses = 0;
    return found;
}
#else
size_t TdokuSolverDpllTriadSimd(const char *puzzle, size_t limit, uint32_t flags, char *solution, size_t *guesses)
{
    *guesses = flags;
    return one(puzzle, limit, solution);
}
#endif
