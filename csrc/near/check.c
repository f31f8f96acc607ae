/* Checks near_count on random full grids: the grids that differ in four cells are those found by a search for
   rectangles; none differs in fewer cells or in five; transposed, mirrored and relabelled grids have the same
   counts. Exits with 1 at the first error.

     check [seed] [grids] */
#include "near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DISTANCE = 14 };

static uint64_t state;
static unsigned random_below(unsigned n) /* xorshift64* */
{
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return (unsigned)((state * 2685821657736338717u) >> 33) % n;
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

/* Fills the next cell, trying its digits from a random one on. */
static int complete(unsigned char *grid, int cell)
{
    if (cell == NEAR_CELLS) return 1;
    unsigned first = random_below(9);
    for (unsigned k = 0; k < 9; k++) {
        unsigned char digit = (unsigned char)('1' + (first + k) % 9);
        if (!fits(grid, cell, digit)) continue;
        grid[cell] = digit;
        if (complete(grid, cell + 1)) return 1;
        grid[cell] = '0';
    }
    return 0;
}

/* The rectangles over two boxes with two digits at their corners: exchanging the digits changes four cells. */
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
    const int stop = 0;
    memset(found, 0, (NEAR_CELLS + 1) * sizeof *found);
    for (int task = 0; task < NEAR_TASKS; task++)
        CHECK(near_count(grid, most, task, found, &stop) == 0, grid);
}

/* Transposes the grid, or reverses its rows; and replaces each digit by the next one. */
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
    count(grid, MAX_DISTANCE, found);
    CHECK(found[1] + found[2] + found[3] + found[5] == 0, grid);
    CHECK(found[4] == rectangles(grid), grid);
    for (int most = 0; most < MAX_DISTANCE; most++) {
        count(grid, most, other);
        CHECK(memcmp(other + 1, found + 1, (size_t)most * sizeof *found) == 0, grid);
    }
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        change(grid, mirrored, changed);
        count(changed, MAX_DISTANCE, other);
        CHECK(memcmp(other + 1, found + 1, MAX_DISTANCE * sizeof *found) == 0, changed);
    }
    CHECK(near_count(grid, NEAR_CELLS, grid[0] == '1', other, &stop) == 1,
          grid); /* without the stop it would take years */
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
    printf("%d full grids: all counts are correct\n", n);
    return 0;
}
