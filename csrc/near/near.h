/* The full grids that differ from a given one in few cells: how many differ in exactly d cells, for every d up to a
   bound. study/predict.py says what for.

   Each is met once. Its smallest differing cell is a root: it gets one of its eight other digits; the cells that hold
   this digit in its row, column and square must then differ too, and each of those in turn gets a digit, with the
   same consequence, until nothing is forced any more: that is a grid. A larger cell that does not differ yet may then
   be the next root; a smaller one never changes again.

   A task is a root and its digit: their counts add up, so that they can be done anywhere, in any order. */
#ifndef NEAR_H
#define NEAR_H
#include <stddef.h>
#include <stdint.h>

enum { NEAR_CELLS = 81, NEAR_TASKS = 81 * 9 };

/* Adds to found[d], d = 0 .. most, the grids of one task, 0 .. NEAR_TASKS - 1, whose root is task / 9; one whose digit
   is the grid's own, task % 9 + 1, has none. Returns 0; or 1 if *stop became other than 0, and found is then of no
   use. The grid is 81 digits '1' .. '9', and right. */
int near_count(const unsigned char *grid, int most, int task, uint64_t *found, const int *stop);

#endif
