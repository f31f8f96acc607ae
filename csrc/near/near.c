/* See near.h. A cell "differs" as soon as that is known, and is pending until its new digit is. */
#include "near.h"

#include <string.h>

enum { UNITS = 27, SMALLEST = 4, NODES_PER_LOOK = 1 << 14 };

typedef struct {
    unsigned char old[NEAR_CELLS], holder[UNITS][9]; /* the grid: its digits from 0, and where a unit has a digit */
    unsigned short lost[UNITS], placed[UNITS];       /* the old digits of its cells that differ; the new ones */
    unsigned char differing[UNITS];                  /* how many of its cells differ */
    int lone[3]; /* rows, columns, squares in which one cell differs: not for long */
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

static void differ(near_search *search, int cell)
{
    int units[3];
    units_of(cell, units);
    for (int kind = 0; kind < 3; kind++) {
        search->lost[units[kind]] |= (unsigned short)(1 << search->old[cell]);
        int n = ++search->differing[units[kind]];
        search->lone[kind] += (n == 1) - (n == 2);
    }
    search->n_differing++;
    search->pending[search->n_pending++] = (unsigned char)cell;
}

/* The last one of the pending cells: none was settled since. */
static void differ_no_more(near_search *search)
{
    int units[3], cell = search->pending[--search->n_pending];
    units_of(cell, units);
    for (int kind = 0; kind < 3; kind++) {
        search->lost[units[kind]] &= (unsigned short)~(1 << search->old[cell]);
        int n = search->differing[units[kind]]--;
        search->lone[kind] -= (n == 1) - (n == 2);
    }
    search->n_differing--;
}

/* The cells that the digit makes differ, at most three; or -1 if one of them must not. */
static int forced_by(const near_search *search, const int units[3], int digit, unsigned char *cells)
{
    int n = 0;
    for (int kind = 0; kind < 3; kind++) {
        if (search->lost[units[kind]] >> digit & 1) continue;
        unsigned char cell = search->holder[units[kind]][digit];
        if (cell < search->root) return -1;
        if (n && (cells[0] == cell || (n == 2 && cells[1] == cell))) continue;
        cells[n++] = cell;
    }
    return n;
}

/* The digits that the pending cell may get with so many more cells differing, as a mask. */
static unsigned candidates(const near_search *search, int cell, int spare)
{
    int units[3];
    units_of(cell, units);
    unsigned lost = search->lost[units[0]] & search->lost[units[1]] & search->lost[units[2]];
    unsigned taken = search->placed[units[0]] | search->placed[units[1]] | search->placed[units[2]];
    unsigned open = ~(taken | 1u << search->old[cell]) & 511;
    unsigned fit = open & lost;
    if (spare == 0) return fit;
    for (unsigned left = open & ~lost; left; left &= left - 1) {
        int digit = __builtin_ctz(left);
        unsigned char forced[3];
        int n = forced_by(search, units, digit, forced);
        if (n >= 0 && n <= spare) fit |= 1u << digit;
    }
    return fit;
}

static void go_on(near_search *search);

static void settle(near_search *search, int cell, int digit)
{
    int units[3];
    unsigned char forced[3];
    units_of(cell, units);
    int n = forced_by(search, units, digit, forced);
    for (int kind = 0; kind < 3; kind++)
        search->placed[units[kind]] |= (unsigned short)(1 << digit);
    for (int i = 0; i < n; i++)
        differ(search, forced[i]);
    go_on(search);
    for (int i = 0; i < n; i++)
        differ_no_more(search);
    for (int kind = 0; kind < 3; kind++)
        search->placed[units[kind]] &= (unsigned short)~(1 << digit);
}

/* Every digit but its own, with the cell as a root. */
static void begin_at(near_search *search, int root, unsigned digits)
{
    int before = search->root;
    search->root = root;
    differ(search, root);
    search->n_pending--; /* it is settled at once */
    unsigned fit = candidates(search, root, search->most - search->n_differing) & digits;
    for (; fit; fit &= fit - 1)
        settle(search, root, __builtin_ctz(fit));
    search->pending[search->n_pending++] = (unsigned char)root;
    differ_no_more(search);
    search->root = before;
}

static int differs(const near_search *search, int cell)
{
    return search->lost[cell / 9] >> search->old[cell] & 1; /* a row has each old digit once */
}

/* Nothing is pending: a grid, and where room is left, others that differ in more cells. */
static void found_one(near_search *search)
{
    search->found[search->n_differing]++;
    if (search->most - search->n_differing < SMALLEST) return;
    for (int root = search->root + 1; root < NEAR_CELLS; root++)
        if (!differs(search, root)) begin_at(search, root, 511);
}

static int look_up(near_search *search)
{
    if (++search->nodes % NODES_PER_LOOK == 0 && search->stop)
        search->stopped = __atomic_load_n(search->stop, __ATOMIC_RELAXED) != 0;
    return search->stopped;
}

static void go_on(near_search *search)
{
    if (search->n_pending == 0) {
        found_one(search);
        return;
    }
    int spare = search->most - search->n_differing;
    for (int kind = 0; kind < 3; kind++)
        if (search->lone[kind] > spare) return; /* each asks for another cell */
    if (look_up(search)) return;
    int best = 0, fewest = 10;
    unsigned of_best = 0;
    for (int i = 0; i < search->n_pending && fewest > 1; i++) {
        unsigned fit = candidates(search, search->pending[i], spare);
        int n = __builtin_popcount(fit);
        if (n < fewest) best = i, fewest = n, of_best = fit;
    }
    int cell = search->pending[best], last = --search->n_pending;
    search->pending[best] = search->pending[last];
    for (; of_best; of_best &= of_best - 1)
        settle(search, cell, __builtin_ctz(of_best));
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
        search.old[cell] = (unsigned char)digit;
        for (int kind = 0; kind < 3; kind++)
            search.holder[units[kind]][digit] = (unsigned char)cell;
    }
    if (most > 0) begin_at(&search, task / 9, 1u << task % 9);
    return search.stopped;
}
