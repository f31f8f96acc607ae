/* Counting: from the candidates of each cell to the cells of each digit. */
#include "count.h"

static int is_open(uint16_t candidates) { return (candidates & (candidates - 1)) != 0; }

void board_of(const uint16_t candidates[FAST_CELLS], Board *board)
{
    *board = (Board){0};
    for (int band = 0, cell = 0; band < 3; band++)
        for (uint32_t bit = 1; bit < 1u << 27; bit <<= 1, cell++)
            for (unsigned digits = candidates[cell]; digits; digits &= digits - 1)
                board->band[__builtin_ctz(digits)][band] |= bit;
}

int open_cells(const uint16_t candidates[FAST_CELLS], unsigned char cells[FAST_CELLS])
{
    int n = 0;
    for (int i = 0; i < FAST_CELLS; i++) {
        cells[n] = (unsigned char)i;
        n += is_open(candidates[i]);
    }
    return n;
}

int cell_to_guess(const uint16_t candidates[FAST_CELLS])
{
    int cell = -1, fewest = 10;
    for (int i = 0; i < FAST_CELLS; i++) {
        int n = __builtin_popcount(candidates[i]);
        if (n > 1 && n < fewest) fewest = n, cell = i;
    }
    return cell;
}
