/* Making grids by the million: the quick twin of the package's generate/, which says what each way is and is tested
   against this, grid for grid. A grid is 81 ASCII digits, '0' for an empty cell.

   No solving here: a shrinking asks about grids and is told. Everything may be used from several threads at once,
   but make_prepare, which comes first and once. */
#ifndef MAKE_H
#define MAKE_H
#include <stddef.h>
#include <stdint.h>

#include "chance.h"

enum { MAKE_CELLS = 81 };

/* The tables that the full grids need: some milliseconds. */
void make_prepare(void);

/* full.c: a full grid, uniformly. */
void make_full(make_chance *chance, unsigned char *grid);
uint32_t make_weight(int second, int third); /* for the tests: the weight of a stack, see generate/_full.py */

/* documents.c: document 002's two ways. */
void make_mr(int n, make_chance *chance, unsigned char *grid);
void make_emptied(const unsigned char *full, int clues, make_chance *chance, unsigned char *grid);

/* shrink.c: full grids on their way to puzzles, see generate/_minimal.py. Groups of cells: how many in each, then the
   cells of all, one after another. */
typedef struct {
    unsigned char cells[MAKE_CELLS], group_of[MAKE_CELLS]; /* the order in which the groups go */
    unsigned char asked[MAKE_CELLS];
    int clues, least, next, suspects, n_asked;
} make_shrinking;
typedef struct {
    int n;
    unsigned char first[MAKE_CELLS + 1], cells[MAKE_CELLS];
} make_groups;
void make_shrinking_begin(make_shrinking *lead, const unsigned char *full, const make_groups *groups, int least,
                          make_chance *chance);
int make_shrinking_ask(make_shrinking *lead, const make_groups *groups, unsigned char *grid); /* 0: all is done */
void make_shrinking_answer(make_shrinking *lead, const make_groups *groups, int unique);

#endif
