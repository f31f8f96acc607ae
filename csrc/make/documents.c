/* Document 002's two ways to make a grid, draw for draw: see generate/_scilab_ways.py. */
#include <string.h>

#include "make.h"

void make_mr(int n, make_chance *chance, unsigned char *grid)
{
    unsigned short rows[9] = {0}, columns[9] = {0}, squares[9] = {0};
    int count = 0;
    memset(grid, '0', MAKE_CELLS);
    for (int i = 0; i < n; i++) {
        uint32_t y = make_below(chance, 9), l = make_below(chance, 9), c = make_below(chance, 9);
        while (grid[9 * l + c] != '0') {
            l = make_below(chance, 9);
            c = make_below(chance, 9);
        }
        uint32_t square = l / 3 * 3 + c / 3;
        unsigned taken = rows[l] | columns[c] | squares[square];
        while (taken >> y & 1 && count < 100) {
            y = make_below(chance, 9);
            count++;
        }
        if (count == 100) continue;
        count = 0;
        grid[9 * l + c] = (unsigned char)('1' + y);
        rows[l] |= (unsigned short)(1 << y);
        columns[c] |= (unsigned short)(1 << y);
        squares[square] |= (unsigned short)(1 << y);
    }
}

void make_emptied(const unsigned char *full, int clues, make_chance *chance, unsigned char *grid)
{
    unsigned char there[MAKE_CELLS];
    uint32_t n = 0;
    for (int column = 0; column < 9; column++)
        for (int row = 0; row < 9; row++)
            if (full[9 * row + column] != '0') there[n++] = (unsigned char)(9 * row + column);
    memmove(grid, full, MAKE_CELLS);
    while (n > (uint32_t)clues) {
        uint32_t drawn = make_below(chance, n);
        grid[there[drawn]] = '0';
        memmove(there + drawn, there + drawn + 1, --n - drawn);
    }
}
