/* The two methods of document scilab to make a grid, as in generate/_scilab_ways.py. */
#include <string.h>

#include "make.h"

void make_mr(int n, make_rng *rng, unsigned char *grid)
{
    unsigned short rows[9] = {0}, columns[9] = {0}, boxes[9] = {0};
    int count = 0;
    memset(grid, '0', MAKE_CELLS);
    for (int i = 0; i < n; i++) {
        uint32_t y = make_below(rng, 9), l = make_below(rng, 9), c = make_below(rng, 9);
        while (grid[9 * l + c] != '0') {
            l = make_below(rng, 9);
            c = make_below(rng, 9);
        }
        uint32_t box = l / 3 * 3 + c / 3;
        unsigned taken = rows[l] | columns[c] | boxes[box];
        while (taken >> y & 1 && count < 100) {
            y = make_below(rng, 9);
            count++;
        }
        if (count == 100) continue;
        count = 0;
        grid[9 * l + c] = (unsigned char)('1' + y);
        rows[l] |= (unsigned short)(1 << y);
        columns[c] |= (unsigned short)(1 << y);
        boxes[box] |= (unsigned short)(1 << y);
    }
}

void make_by_removal(const unsigned char *full, int clues, make_rng *rng, unsigned char *grid)
{
    unsigned char clue_cells[MAKE_CELLS];
    uint32_t n = 0;
    for (int column = 0; column < 9; column++)
        for (int row = 0; row < 9; row++)
            if (full[9 * row + column] != '0') clue_cells[n++] = (unsigned char)(9 * row + column);
    memmove(grid, full, MAKE_CELLS);
    while (n > (uint32_t)clues) {
        uint32_t drawn = make_below(rng, n);
        grid[clue_cells[drawn]] = '0';
        memmove(clue_cells + drawn, clue_cells + drawn + 1, --n - drawn);
    }
}
