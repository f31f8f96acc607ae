/* Counting solutions: what count.c, count_board.c, count_templates.c and the templates count_*.inc.h share. */
#ifndef FAST_COUNT_H
#define FAST_COUNT_H
#include "stop.h"
#include <string.h>

/* count_board.c. `candidates`: the candidates of each cell as bits, after propagation without a guess. */

/* The cells where each digit may be: [digit][band], 27 bits, row by row. */
typedef struct {
    uint32_t band[9][3];
} Board;

void board_of(const uint16_t candidates[FAST_CELLS], Board *board);
/* Lists the open cells, those with several candidates; returns how many there are. */
int open_cells(const uint16_t candidates[FAST_CELLS], unsigned char cells[FAST_CELLS]);
int cell_to_guess(const uint16_t candidates[FAST_CELLS]); /* an open cell with the fewest candidates */

/* count_templates.c */

/* A set of open cells, a bit for each. Boards with more than 64 open cells are divided first. */
typedef uint64_t Cells;
enum { MAX_CELLS = 64 };

/* A template is one way to place a digit in the whole grid: nine cells, one in each row, column and box. This is
   the list of the templates that a digit may still have; only their open cells are stored. */
typedef struct {
    Cells *list;
    size_t length;
    Cells covered; /* the union of the templates */
    int digit;
} Templates;

/* One way to place a digit in a band: a cell in each row and box. `columns`: nine bits, three of them set;
   `column_code`: a number below 27 that encodes them. */
enum { COLUMN_CODES = 27, ORDERS = 6, BAND_PLACEMENTS = COLUMN_CODES * ORDERS };
typedef struct {
    Cells cells;
    uint16_t columns, column_code;
} BandPlacement;

/* A placement in the first band, one in the second, and the column code that is left for the third. */
typedef struct {
    unsigned char first, second, third;
} Match;

/* The placements of one digit in the three bands, and which of them fit together. */
typedef struct {
    BandPlacement first[BAND_PLACEMENTS], second[BAND_PLACEMENTS];
    Cells third[32][ORDERS]; /* by their column code */
    unsigned char n_third[32];
    int n_matches;
    Match match[COLUMN_CODES * 8 * ORDERS * ORDERS + 1];
} DigitPlacements;

/* Finds a digit's placements, and returns its number of templates. `cell_bit`: the bit of each cell, 0 if it is
   filled. */
size_t find_placements(const Board *board, int digit, const Cells cell_bit[FAST_CELLS], DigitPlacements *into);
void list_templates(const DigitPlacements *placements, int digit, Templates *into);

/* The progress of one call of fast_count. */
typedef struct {
    const fast_stop *stop;
    uint64_t limit;   /* 0: none */
    fast_number seen; /* the solutions counted so far */
    uint32_t weight;  /* each solution that is found now counts as this many */
    int over;         /* stopped, or the limit is reached: return */
    int stopped;
} Progress;

static inline void number_add(fast_number *sum, fast_number x)
{
    sum->low += x.low;
    sum->high += x.high + (sum->low < x.low);
}

static inline fast_number number_times(fast_number x, uint32_t times)
{
    uint64_t bottom = (x.low & 0xFFFFFFFF) * times, middle = (x.low >> 32) * times + (bottom >> 32);
    return (fast_number){middle << 32 | (bottom & 0xFFFFFFFF), x.high * times + (middle >> 32)};
}

static inline void progress_check_stop(Progress *progress)
{
    if (stop_requested(progress->stop)) progress->stopped = progress->over = 1;
}

static inline void progress_add(Progress *progress, fast_number found)
{
    number_add(&progress->seen, number_times(found, progress->weight));
    if (progress->limit && (progress->seen.high || progress->seen.low >= progress->limit)) progress->over = 1;
}

/* For the templates count_*.inc.h: each template of a part is a bit, and a digit's templates fill a slot of one or
   several words. */
enum { CACHE_LINE = 64, WORD_BITS = 64, MAX_WORDS = 8, WORK_PER_REPORT = 1024 };
typedef struct {
    int first, words;
} Slot;

static inline uint64_t first_bits(size_t n) { return n >= WORD_BITS ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1; }

/* Assigns slots to the first `digits` digits, from word `first` on, and sets all of their bits. Returns the word
   after them. */
static inline int assign_slots(const Templates *part, int digits, int first, Slot *slot, uint64_t *bits)
{
    for (int i = 0; i < digits; i++) {
        slot[i] = (Slot){first, (int)((part[i].length + WORD_BITS - 1) / WORD_BITS)};
        for (size_t done = 0; done < part[i].length; done += WORD_BITS)
            bits[first++] = first_bits(part[i].length - done);
    }
    return first;
}

#endif
