/* Makes grids by the million. It makes the same grids as the package's generate/, which explains each method; the
   tests compare the two. A grid is 81 ASCII digits, '0' for an empty cell.

   It does not solve: a clue removal returns queries, and the caller answers them. make_prepare must have returned
   before any other function is called; the others may be called from several threads in parallel. */
#ifndef MAKE_H
#define MAKE_H
#include <stddef.h>
#include <stdint.h>

#include "rng.h"

enum { MAKE_CELLS = 81 };

/* Computes the tables for full grids; takes some milliseconds. */
void make_prepare(void);

/* full.c: a uniformly random full grid. */
void make_full(make_rng *rng, unsigned char *grid);
uint32_t make_weight(int second, int third); /* for the tests: the weight of a stack, see generate/_full.py */

/* documents.c: the two methods of document scilab. */
void make_mr(int n, make_rng *rng, unsigned char *grid);
void make_by_removal(const unsigned char *full, int clues, make_rng *rng, unsigned char *grid);

/* A partition of the cells, or of some of them, into groups: group i has the cells first[i] to first[i + 1] - 1 of
   `cells`. */
typedef struct {
    int n;
    unsigned char first[MAKE_CELLS + 1], cells[MAKE_CELLS];
} make_groups;

/* removal.c: ClueRemoval in generate/_minimal.py. */
typedef struct {
    unsigned char cells[MAKE_CELLS], group_of[MAKE_CELLS]; /* group_of: the groups, in the order of their removal */
    unsigned char queried[MAKE_CELLS];
    int clues, min_clues, next, suspects, n_queried;
} make_removal;
void make_removal_begin(make_removal *removal, const unsigned char *full, const make_groups *groups, int min_clues,
                        make_rng *rng);
/* Writes the next grid to solve; returns 0 if the removal is finished. */
int make_removal_next_query(make_removal *removal, const make_groups *groups, unsigned char *grid);
void make_removal_answer(make_removal *removal, const make_groups *groups, int unique);

#endif
