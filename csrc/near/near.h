/* Counts the full grids that differ from a given one in exactly d cells, for each d up to a maximum.
   study/predict.py explains the use.

   Each grid is found once, by its smallest differing cell, the root. The root gets one of the eight other digits.
   The cells that hold this digit in its row, column and box must then differ too; each of them gets another digit
   in turn, with the same consequence. When no cell is left to change, that is a grid. A larger cell that does not
   differ may then be the next root; a smaller one never changes again.

   A task is a root and its digit. The counts of the tasks add up, so they can be computed in any order. */
#ifndef NEAR_H
#define NEAR_H
#include <stddef.h>
#include <stdint.h>

enum { NEAR_CELLS = 81, NEAR_TASKS = 81 * 9 };

/* Adds to found[d], d = 0 .. most, the number of grids of one task, 0 .. NEAR_TASKS - 1: its root is cell task /
   9, its digit is task % 9 + 1 (no grids if that is the digit of the grid itself). The grid is 81 valid digits
   '1' .. '9'. Returns 0; or 1 if *stop became other than 0, and then `found` is incomplete. */
int near_count(const unsigned char *grid, int most, int task, uint64_t *found, const int *stop);

#endif
