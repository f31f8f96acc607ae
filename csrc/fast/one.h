/* One puzzle: what one_registers.inc.h, one_rows.inc.h and one_search.inc.h share. */
#ifndef FAST_ONE_H
#define FAST_ONE_H
#include "fast.h"
#include <stdbool.h>
#include <string.h>

/* The state of a grid when a pass changes nothing more. */
enum { CONTRADICTION, OPEN, SOLVED };

/* What a search returns instead of a number of solutions. */
enum { STOPPED = -1, MANY_GUESSES = -2 };

/* A level of a walk: a propagated grid, its first open cell, and the digits that were not tried there yet. */
enum { LARGEST_BOARD = 288, WALK_LEVELS = FAST_CELLS };
struct walk_level {
    unsigned char board[LARGEST_BOARD];
    uint16_t digits;
    uint8_t cell;
};

struct fast_walk {
    const struct kernel *kernel;
    uint64_t guesses;
    unsigned dead_ends; /* since the last solution */
    int depth;          /* the number of levels; 0 at the end */
    bool begun;
    unsigned char puzzle[FAST_CELLS];
    struct walk_level level[WALK_LEVELS];
};

/* The digit 1..9 that a byte of a puzzle gives as a clue, or 0. */
static inline int clue(unsigned char byte)
{
    unsigned from_text = byte - (unsigned)'1';
    return from_text < 9 ? (int)from_text + 1 : byte <= 9 ? byte : 0;
}

/* The ways of a digit in a band (or a stack). In the three boxes of a band, a digit is in three different lines.
   There are six such arrangements, three "even" and three "odd":

        even 0   even 1   even 2      odd 0    odd 1    odd 2
        X . .    . X .    . . X       X . .    . X .    . . X     box 0       a column here is a line of the band:
        . X .    . . X    X . .       . . X    X . .    . X .     box 1       way k has line k in box 0
        . . X    X . .    . X .       . X .    . . X    X . .     box 2

   even[band] has 16 bits for each even way: the digits for which it is still possible; odd[band] likewise. Bands
   0..2 are those of the rows, 3..5 are the stacks. */
struct ways {
    uint64_t even[6], odd[6];
};

/* A split is a guess: in the first half `digit` (one bit) is in line `line` of the box, in the second half it is
   not. */
struct split {
    uint16_t digit;
    uint8_t vertical, box_row, box_column, line;
};

static inline int number_of_ways(const struct ways *w, int band)
{
    return __builtin_popcountll(w->even[band]) + __builtin_popcountll(w->odd[band]);
}

/* Chooses the band or stack with the fewest ways among those that are not solved, and in it a digit with two ways,
   or if there is none, a digit with more. Every grid that is neither a contradiction nor solved has such a band:
   if each digit had one way in each band and stack, it would have one cell in each box. */
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
    if (!(lines & (lines - 1))) { /* both ways have the same line in the first box: split in the second */
        line = (line + 1) % 3;
        box = 1;
    }
    int vertical = band >= 3;
    return (struct split){(uint16_t)digit, (uint8_t)vertical, (uint8_t)(vertical ? box : (unsigned)band),
                          (uint8_t)(vertical ? (unsigned)band - 3 : box), (uint8_t)line};
}
#endif
