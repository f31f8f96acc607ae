/* One puzzle at a time: what the files of the paths offer to one.c and walk.c, and what all of them share.
   A path is a way to hold one grid in vectors and to settle it (one_avx512.c, one_rows.h); the search above it,
   written once for all paths, is one_search.h. */
#ifndef FAST_ONE_H
#define FAST_ONE_H
#include "fast.h"
#include <stdbool.h>
#include <string.h>

/* What is left when the singles and the locked candidates of a grid are exhausted. */
enum settled { DEAD, OPEN, SOLVED };

/* A level of a walk: a settled grid, the first cell that it leaves open, and the digits still to be tried there. */
enum { LARGEST_BOARD = 288, WALK_LEVELS = FAST_CELLS };
struct walk_level {
    unsigned char board[LARGEST_BOARD];
    uint16_t digits;
    uint8_t cell;
};

/* `fruitless`: dead ends since the last solution. Beyond a few of them, no level is entered before a search in
   the best order has found it a solution: otherwise a cell that is far from the trouble would be tried again
   and again. */
struct fast_walk {
    const struct kernel *kernel;
    uint64_t guesses;
    unsigned fruitless;
    int depth; /* levels in use; none: ended */
    bool begun;
    unsigned char puzzle[FAST_CELLS];
    struct walk_level level[WALK_LEVELS];
};

/* What `count_few` answers when it has made as many guesses as it may; a search that is stopped answers STOPPED. */
enum { STOPPED = -1, NOT_SOON = -2 };

/* The digit 1..9 that a byte of a puzzle gives as a clue, or 0. */
static inline int clue(unsigned char byte)
{
    unsigned from_text = byte - (unsigned)'1';
    return from_text < 9 ? (int)from_text + 1 : byte <= 9 ? byte : 0;
}

/* Where a digit may go in the three rows of a band (or the three columns of a stack): it takes one third of a
   row in each of the band's boxes, so there are 3 x 2 ways, three "even" and three "odd":

        even 0   even 1   even 2      odd 0    odd 1    odd 2
        X . .    . X .    . . X       X . .    . X .    . . X     line 0      a column of the drawing is a line of
        . X .    . . X    X . .       . . X    X . .    . X .     box 1       the band, a row of it is a box: way k
        . . X    X . .    . X .       . X .    . . X    X . .     box 2       takes line k in the first box

   ways.even[band] holds, 16 bits a way, the digits for which it is open; bands 0..2 are those of the rows,
   3..5 stacks. */
struct ways {
    uint64_t even[6], odd[6];
};

/* What to branch on: is `digit` (one bit) in line `line` of the box, or not? */
struct split {
    uint16_t digit;
    uint8_t vertical, box_row, box_column, line;
};

static inline int number_of_ways(const struct ways *w, int band)
{
    return __builtin_popcountll(w->even[band]) + __builtin_popcountll(w->odd[band]);
}

/* The unfinished band with the fewest ways, and in it a digit with two, or as few as can be told quickly.
   There is one in every grid that is neither dead nor solved: if each digit had one way in each band and
   stack, it had one cell in each box. */
static inline struct split choose_split(const struct ways *w)
{
    int band = 0, fewest = 55;
    for (int k = 0; k < 6; k++) {
        int n = number_of_ways(w, k);
        bool better = n > 9 && n < fewest;
        band = better ? k : band;
        fewest = better ? n : fewest;
    }
    uint64_t even = w->even[band], odd = w->odd[band];
    unsigned e0 = even & 511, e1 = even >> 16 & 511, e2 = even >> 32 & 511;
    unsigned o0 = odd & 511, o1 = odd >> 16 & 511, o2 = odd >> 32 & 511;
    unsigned e_once = e0 ^ e1 ^ e2, e_twice = (e0 & e1) | (e2 & (e0 | e1));
    unsigned o_once = o0 ^ o1 ^ o2, o_twice = (o0 & o1) | (o2 & (o0 | o1));
    unsigned two = (e_once & o_once & ~e_twice & ~o_twice) | (~e_once & ~o_once & (e_twice ^ o_twice));
    unsigned several = e_twice | o_twice | (e_once & o_once);
    unsigned digit = two ? two & -two : several & -several;
    unsigned lines = ((e0 | o0) & digit ? 1 : 0) | ((e1 | o1) & digit ? 2 : 0) | ((e2 | o2) & digit ? 4 : 0);
    unsigned line = (unsigned)__builtin_ctz(lines | 8), box = 0;
    if (!(lines & (lines - 1))) { /* both ways take the same line in the first box: they part in the second */
        line = (line + 1) % 3;
        box = 1;
    }
    int vertical = band >= 3;
    return (struct split){(uint16_t)digit, (uint8_t)vertical, (uint8_t)(vertical ? box : (unsigned)band),
                          (uint8_t)(vertical ? (unsigned)band - 3 : box), (uint8_t)line};
}
#endif
