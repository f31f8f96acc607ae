/* What the parts of the counter (count*.c) share. fast_count in count.c says how they work together. */
#ifndef FAST_COUNT_H
#define FAST_COUNT_H
#include "stop.h"

/* count_board.c. `left`: what each cell may hold, a bit for each digit, once all is deduced that needs no guess. */

/* Where each digit may still be: [digit][band], 27 cells, row by row. */
typedef struct {
    uint32_t band[9][3];
} Board;

void board_of(const uint16_t left[FAST_CELLS], Board *board);
int open_cells(const uint16_t left[FAST_CELLS], unsigned char cells[FAST_CELLS]); /* lists them; how many */
int cell_to_guess(const uint16_t left[FAST_CELLS]);                               /* an open cell of few digits */

/* count_templates.c */

/* A set of open cells. They have numbers of their own, so that there are 64 at most. */
typedef uint64_t Cells;
enum { CELLS_AT_MOST = 64 };

/* A template is where a digit is in the whole grid: nine cells, one in each row, column and square. These are the
   ones that a digit still may have, without the cells that are filled. */
typedef struct {
    Cells *list;
    size_t length;
    Cells somewhere; /* the cells that at least one of them has */
    int digit;
} Templates;

/* What a digit may take of a band. `columns`: three of nine bits; `choice` says the same by a number. */
enum { COLUMN_CHOICES = 27, ORDERS = 6, FILLINGS = COLUMN_CHOICES * ORDERS };
typedef struct {
    Cells cells;
    uint16_t columns, choice;
} Filling;
typedef struct {
    unsigned char first, second, third; /* two fillings and the columns that they leave to the third */
} Match;
typedef struct {
    Filling first[FILLINGS], second[FILLINGS];
    Cells third[32][ORDERS]; /* by their columns: COLUMN_CHOICES of them */
    unsigned char number[32];
    int matches;
    Match match[COLUMN_CHOICES * 8 * ORDERS * ORDERS + 1];
} DigitFillings;

/* First the bands (`name`: the bit of each cell, 0 if it is filled) and the number of templates; then these. */
size_t templates_of(const Board *board, int digit, const Cells name[FAST_CELLS], DigitFillings *into);
void templates_list(const DigitFillings *fillings, int digit, Templates *into);

/* How far the whole call is, and when it is to end. */
typedef struct {
    const fast_stop *stop;
    uint64_t limit;   /* 0: none */
    fast_number seen; /* solutions so far */
    uint32_t weight;  /* each one met now stands for so many */
    int over;         /* leave: stopped, or the limit is reached */
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

static inline void progress_breathe(Progress *progress)
{
    if (asked_to_stop(progress->stop)) progress->stopped = progress->over = 1;
}

/* `more` solutions, each for `weight` of them. */
static inline void progress_found(Progress *progress, fast_number more)
{
    number_add(&progress->seen, number_times(more, progress->weight));
    if (progress->limit && (progress->seen.high || progress->seen.low >= progress->limit)) progress->over = 1;
}

enum { CACHE_LINE = 64 };

/* What they share. A template is a bit; a digit has a slot of one or several words. */
enum { WORD = 64, WORDS = 8, EFFORT = 1024 };
typedef struct {
    int first, words;
} Slot;

static inline uint64_t first_bits(size_t n) { return n >= WORD ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1; }

/* The slots of the first so many digits, from word `first` on, and all of their bits. Returns the word after them. */
static inline int give_slots(const Templates *part, int digits, int first, Slot *slot, uint64_t *bits)
{
    for (int i = 0; i < digits; i++) {
        slot[i] = (Slot){first, (int)((part[i].length + WORD - 1) / WORD)};
        for (size_t done = 0; done < part[i].length; done += WORD)
            bits[first++] = first_bits(part[i].length - done);
    }
    return first;
}

#endif
