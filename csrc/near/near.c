/* See near.h. A differing cell is pending until it has its new digit. */
#include "near.h"

#include <string.h>

enum { UNITS = 27, SMALLEST = 4, NODES_PER_CHECK = 1 << 14 };

typedef struct {
    unsigned char digit_of[NEAR_CELLS], cell_with[UNITS][9]; /* the given grid, digits from 0 */
    unsigned short lost[UNITS], placed[UNITS]; /* the given digits of the differing cells of a unit; the new ones */
    unsigned char differing[UNITS];            /* the number of differing cells of a unit */
    int single[3]; /* the number of rows, columns and boxes with one differing cell: each needs another one */
    unsigned char pending[NEAR_CELLS];
    int n_pending, n_differing, most, root, stopped;
    long nodes;
    uint64_t *found;
    const int *stop;
} near_search;

static inline void units_of(int cell, int units[3])
{
    units[0] = cell / 9;
    units[1] = 9 + cell % 9;
    units[2] = 18 + cell / 27 * 3 + cell % 9 / 3;
}

static void mark_differing(near_search *search, int cell)
{
    int units[3];
    units_of(cell, units);
    for (int kind = 0; kind < 3; kind++) {
        search->lost[units[kind]] |= (unsigned short)(1 << search->digit_of[cell]);
        int n = ++search->differing[units[kind]];
        search->single[kind] += (n == 1) - (n == 2);
    }
    search->n_differing++;
    search->pending[search->n_pending++] = (unsigned char)cell;
}

/* Undoes mark_differing for the last pending cell. */
static void unmark_last(near_search *search)
{
    int units[3], cell = search->pending[--search->n_pending];
    units_of(cell, units);
    for (int kind = 0; kind < 3; kind++) {
        search->lost[units[kind]] &= (unsigned short)~(1 << search->digit_of[cell]);
        int n = search->differing[units[kind]]--;
        search->single[kind] -= (n == 1) - (n == 2);
    }
    search->n_differing--;
}

/* The cells that must differ if the digit is placed, at most three; -1 if one of them is before the root. */
static int forced_by(const near_search *search, const int units[3], int digit, unsigned char *cells)
{
    int n = 0;
    for (int kind = 0; kind < 3; kind++) {
        if (search->lost[units[kind]] >> digit & 1) continue;
        unsigned char cell = search->cell_with[units[kind]][digit];
        if (cell < search->root) return -1;
        if (n && (cells[0] == cell || (n == 2 && cells[1] == cell))) continue;
        cells[n++] = cell;
    }
    return n;
}

/* The digits that the pending cell may get if at most `spare` more cells may differ, as a mask. */
static unsigned candidates(const near_search *search, int cell, int spare)
{
    int units[3];
    units_of(cell, units);
    unsigned lost = search->lost[units[0]] & search->lost[units[1]] & search->lost[units[2]];
    unsigned taken = search->placed[units[0]] | search->placed[units[1]] | search->placed[units[2]];
    unsigned open = ~(taken | 1u << search->digit_of[cell]) & 511;
    unsigned possible = open & lost;
    if (spare == 0) return possible;
    for (unsigned left = open & ~lost; left; left &= left - 1) {
        int digit = __builtin_ctz(left);
        unsigned char forced[3];
        int n = forced_by(search, units, digit, forced);
        if (n >= 0 && n <= spare) possible |= 1u << digit;
    }
    return possible;
}

static void continue_search(near_search *search);

static void place(near_search *search, int cell, int digit)
{
    int units[3];
    unsigned char forced[3];
    units_of(cell, units);
    int n = forced_by(search, units, digit, forced);
    for (int kind = 0; kind < 3; kind++)
        search->placed[units[kind]] |= (unsigned short)(1 << digit);
    for (int i = 0; i < n; i++)
        mark_differing(search, forced[i]);
    continue_search(search);
    for (int i = 0; i < n; i++)
        unmark_last(search);
    for (int kind = 0; kind < 3; kind++)
        search->placed[units[kind]] &= (unsigned short)~(1 << digit);
}

/* Tries these digits at the root, except its own. */
static void start_at_root(near_search *search, int root, unsigned digits)
{
    int before = search->root;
    search->root = root;
    mark_differing(search, root);
    search->n_pending--; /* its digit is placed here */
    unsigned possible = candidates(search, root, search->most - search->n_differing) & digits;
    for (; possible; possible &= possible - 1)
        place(search, root, __builtin_ctz(possible));
    search->pending[search->n_pending++] = (unsigned char)root;
    unmark_last(search);
    search->root = before;
}

static int differs(const near_search *search, int cell)
{
    return search->lost[cell / 9] >> search->digit_of[cell] & 1; /* a row has each digit once */
}

/* Counts a grid, since nothing is pending. If more cells may differ, continues with each larger root. */
static void count_grid(near_search *search)
{
    search->found[search->n_differing]++;
    if (search->most - search->n_differing < SMALLEST) return;
    for (int root = search->root + 1; root < NEAR_CELLS; root++)
        if (!differs(search, root)) start_at_root(search, root, 511);
}

static int check_stop(near_search *search)
{
    if (++search->nodes % NODES_PER_CHECK == 0 && search->stop)
        search->stopped = __atomic_load_n(search->stop, __ATOMIC_RELAXED) != 0;
    return search->stopped;
}

static void continue_search(near_search *search)
{
    if (search->n_pending == 0) {
        count_grid(search);
        return;
    }
    int spare = search->most - search->n_differing;
    for (int kind = 0; kind < 3; kind++)
        if (search->single[kind] > spare) return;
    if (check_stop(search)) return;
    int best = 0, fewest = 10;
    unsigned best_digits = 0;
    for (int i = 0; i < search->n_pending && fewest > 1; i++) {
        unsigned possible = candidates(search, search->pending[i], spare);
        int n = __builtin_popcount(possible);
        if (n < fewest) best = i, fewest = n, best_digits = possible;
    }
    int cell = search->pending[best], last = --search->n_pending;
    search->pending[best] = search->pending[last];
    for (; best_digits; best_digits &= best_digits - 1)
        place(search, cell, __builtin_ctz(best_digits));
    search->pending[last] = search->pending[best];
    search->pending[best] = (unsigned char)cell;
    search->n_pending++;
}

int near_count(const unsigned char *grid, int most, int task, uint64_t *found, const int *stop)
{
    near_search search;
    memset(&search, 0, sizeof search);
    search.most = most;
    search.found = found;
    search.stop = stop;
    search.root = -1;
    for (int cell = 0; cell < NEAR_CELLS; cell++) {
        int units[3], digit = grid[cell] - '1';
        units_of(cell, units);
        search.digit_of[cell] = (unsigned char)digit;
        for (int kind = 0; kind < 3; kind++)
            search.cell_with[units[kind]][digit] = (unsigned char)cell;
    }
    if (most > 0) start_at_root(&search, task / 9, 1u << task % 9);
    return search.stopped;
}
