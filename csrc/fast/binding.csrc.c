/* The fast core inside Python: fast.h, and what would cost more in Python than the solving itself. */
#include <string.h>
#include "fast.h"

typedef unsigned char Sixteen __attribute__((vector_size(16)));

/* Not 0 where a byte is none that stands for a cell. */
static Sixteen no_cells(const unsigned char *text)
{
    Sixteen c;
    memcpy(&c, text, sizeof c);
    return ~(Sixteen)((Sixteen)(c - '0' <= 9) | (Sixteen)(c == '.') | (Sixteen)(c == '*') | (Sixteen)(c == '_'));
}

static int all_cells(const unsigned char *text)
{
    Sixteen bad = no_cells(text + FAST_CELLS - 16); /* the last sixteen, of which others are looked at twice */
    for (int cell = 0; cell + 16 <= FAST_CELLS; cell += 16)
        bad |= no_cells(text + cell);
    uint64_t half[2];
    memcpy(half, &bad, sizeof half);
    return !(half[0] | half[1]);
}

/* By its stride a record is 81 cells alone, a line, or a line of another system. */
static int ends_well(const unsigned char *record, size_t stride)
{
    const unsigned char *end = record + FAST_CELLS;
    return stride == FAST_CELLS || (stride == FAST_CELLS + 1 ? end[0] == '\n' : end[0] == '\r' && end[1] == '\n');
}

/* How many records, from the first on, are what the stride says. */
static size_t binding_fit(const unsigned char *text, size_t n, size_t stride)
{
    size_t record = 0;
    while (record < n && ends_well(text, stride) && all_cells(text))
        record++, text += stride;
    return record;
}

/* fast_solve_one of a text; -2 where it is not 81 cells. */
static int binding_solve_text(const unsigned char *text, size_t length, unsigned char *solution, int limit,
                              int path)
{
    if (length != FAST_CELLS || !binding_fit(text, 1, FAST_CELLS))
        return -2;
    return fast_solve_one(text, solution, limit, NULL, path, NULL);
}

/* n solutions side by side become lines, where they are: there is room for n newlines behind them. */
static void binding_as_lines(unsigned char *solutions, size_t n)
{
    while (n-- > 0) {
        unsigned char line[FAST_CELLS + 1];
        memcpy(line, solutions + n * FAST_CELLS, FAST_CELLS);
        line[FAST_CELLS] = '\n';
        memcpy(solutions + n * sizeof line, line, sizeof line);
    }
}
