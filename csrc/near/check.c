/* Counts what is near some full grids, and holds it against what can be known otherwise: the grids that differ in four
   cells are found by looking for rectangles, none differs in fewer or in five, and a grid that is turned, mirrored or
   renamed has as many. Ends at the first mistake.

     check [seed] [grids] */
#include "near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAR = 14 };

static uint64_t state;
static unsigned draw(unsigned below) /* xorshift64* */
{
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return (unsigned)((state * 2685821657736338717u) >> 33) % below;
}

static void fail(const char *what, const unsigned char *grid)
{
    printf("%s: %.81s\n", what, (const char *)grid);
    exit(1);
}
#define CHECK(truth, grid) ((truth) ? (void)0 : fail(#truth, grid))

static int fits(const unsigned char *grid, int cell, unsigned char digit)
{
    for (int i = 0; i < 9; i++)
        if (grid[cell / 9 * 9 + i] == digit || grid[9 * i + cell % 9] == digit ||
            grid[cell / 27 * 27 + cell % 9 / 3 * 3 + i / 3 * 9 + i % 3] == digit)
            return 0;
    return 1;
}

/* A full grid: the next cell, its digits from a random one on. */
static int complete(unsigned char *grid, int cell)
{
    if (cell == NEAR_CELLS) return 1;
    unsigned first = draw(9);
    for (unsigned k = 0; k < 9; k++) {
        unsigned char digit = (unsigned char)('1' + (first + k) % 9);
        if (!fits(grid, cell, digit)) continue;
        grid[cell] = digit;
        if (complete(grid, cell + 1)) return 1;
        grid[cell] = '0';
    }
    return 0;
}

/* Two digits at the corners of a rectangle over two squares can change places: that differs in four cells. */
static uint64_t rectangles(const unsigned char *grid)
{
    uint64_t n = 0;
    for (int upper = 0; upper < 9; upper++)
        for (int lower = upper + 1; lower < 9; lower++)
            for (int left = 0; left < 9; left++)
                for (int right = left + 1; right < 9; right++)
                    n += (upper / 3 == lower / 3) != (left / 3 == right / 3) &&
                         grid[9 * upper + left] == grid[9 * lower + right] &&
                         grid[9 * upper + right] == grid[9 * lower + left];
    return n;
}

static void count(const unsigned char *grid, int most, uint64_t *found)
{
    const int go_on = 0;
    memset(found, 0, (NEAR_CELLS + 1) * sizeof *found);
    for (int task = 0; task < NEAR_TASKS; task++)
        CHECK(near_count(grid, most, task, found, &go_on) == 0, grid);
}

/* Columns for rows, or the rows from below; and each digit the next one. */
static void change(const unsigned char *grid, int mirrored, unsigned char *out)
{
    for (int cell = 0; cell < NEAR_CELLS; cell++) {
        int from = mirrored ? 9 * (8 - cell / 9) + cell % 9 : 9 * (cell % 9) + cell / 9;
        out[cell] = (unsigned char)('1' + (grid[from] - '0') % 9);
    }
}

static void check(const unsigned char *grid)
{
    uint64_t found[NEAR_CELLS + 1], other[NEAR_CELLS + 1];
    unsigned char changed[NEAR_CELLS];
    const int stop = 1;
    count(grid, FAR, found);
    CHECK(found[1] + found[2] + found[3] + found[5] == 0, grid);
    CHECK(found[4] == rectangles(grid), grid);
    for (int most = 0; most < FAR; most++) {
        count(grid, most, other);
        CHECK(memcmp(other + 1, found + 1, (size_t)most * sizeof *found) == 0, grid);
    }
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        change(grid, mirrored, changed);
        count(changed, FAR, other);
        CHECK(memcmp(other + 1, found + 1, FAR * sizeof *found) == 0, changed);
    }
    CHECK(near_count(grid, NEAR_CELLS, grid[0] == '1', other, &stop) == 1, grid); /* that would take years */
}

int main(int argc, char **argv)
{
    int n = argc > 2 ? atoi(argv[2]) : 5;
    state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    for (int i = 0; i < n; i++) {
        unsigned char grid[NEAR_CELLS];
        memset(grid, '0', sizeof grid);
        CHECK(complete(grid, 0), grid);
        check(grid);
    }
    printf("%d full grids: what is near them is as many as it must be\n", n);
    return 0;
}
