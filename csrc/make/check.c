/* Makes grids of every kind and checks them: full grids are valid, a grid has the requested number of clues, a
   puzzle is unique and minimal. tests/generate compares the grids with Python's. This program is also for the
   sanitizers.

     check [seed] [grids] */
#include <stdio.h>
#include <stdlib.h>

#include "binding.csrc.c"

enum { MAX_GRIDS = 1000 };

static unsigned char grids[MAX_GRIDS * MAKE_CELLS], fulls[MAX_GRIDS * MAKE_CELLS];
static uint64_t numbers[MAX_GRIDS];

static void fail(const char *what, const unsigned char *grid)
{
    printf("%s: %.81s\n", what, (const char *)grid);
    exit(1);
}
#define CHECK(truth, grid) ((truth) ? (void)0 : fail(#truth, grid))

/* --- plain checks ----------------------------------------------------------------------------------------- */

static int fits(const unsigned char *grid, int cell, unsigned char digit)
{
    for (int i = 0; i < 9; i++) {
        int in_box = cell / 27 * 27 + cell % 9 / 3 * 3 + i / 3 * 9 + i % 3;
        int peers[3] = {cell / 9 * 9 + i, 9 * i + cell % 9, in_box};
        for (int k = 0; k < 3; k++)
            if (peers[k] != cell && grid[peers[k]] == digit) return 0;
    }
    return 1;
}

static int no_conflict(const unsigned char *grid)
{
    for (int cell = 0; cell < MAKE_CELLS; cell++)
        if (grid[cell] != '0' && !fits(grid, cell, grid[cell])) return 0;
    return 1;
}

static int clues(const unsigned char *grid)
{
    int n = 0;
    for (int cell = 0; cell < MAKE_CELLS; cell++)
        n += grid[cell] != '0';
    return n;
}

static int part_of(const unsigned char *grid, const unsigned char *full)
{
    for (int cell = 0; cell < MAKE_CELLS; cell++)
        if (grid[cell] != '0' && grid[cell] != full[cell]) return 0;
    return 1;
}

/* The number of solutions, at most two, by a plain search: the cell with the fewest digits first. */
static int solutions(unsigned char *grid)
{
    int best = -1, fewest = 10, found = 0;
    for (int cell = 0; cell < MAKE_CELLS && fewest > 1; cell++) {
        int n = 0;
        if (grid[cell] != '0') continue;
        for (unsigned char digit = '1'; digit <= '9'; digit++)
            n += fits(grid, cell, digit);
        if (n < fewest) best = cell, fewest = n;
    }
    if (best < 0) return 1;
    for (unsigned char digit = '1'; digit <= '9' && found < 2; digit++) {
        if (!fits(grid, best, digit)) continue;
        grid[best] = digit;
        found += solutions(grid);
        grid[best] = '0';
    }
    return found < 2 ? found : 2;
}

/* --- the grids -------------------------------------------------------------------------------------------- */

static void check_fulls(uint64_t seed, size_t n)
{
    for (int64_t attempt = -1; attempt < 2; attempt++) {
        make_full_grids(seed, numbers, attempt, n, fulls);
        for (size_t i = 0; i < n; i++)
            CHECK(clues(fulls + MAKE_CELLS * i) == MAKE_CELLS && no_conflict(fulls + MAKE_CELLS * i),
                  fulls + MAKE_CELLS * i);
    }
    uint64_t sum = 0;
    for (int pair = 0; pair < 280 * 280; pair++)
        sum += make_weight(pair / 280, pair % 280);
    CHECK(sum > 0, fulls);
}

static void check_documents(uint64_t seed, size_t n)
{
    for (int wanted = 0; wanted <= MAKE_CELLS; wanted += 9) {
        make_document_grids(NULL, 0, wanted, seed, 1, n, grids);
        for (size_t i = 0; i < n; i++)
            CHECK(clues(grids + MAKE_CELLS * i) <= wanted && no_conflict(grids + MAKE_CELLS * i),
                  grids + MAKE_CELLS * i);
        make_document_grids(fulls, 0, wanted, seed, 1, n, grids);
        for (size_t i = 0; i < n; i++)
            CHECK(clues(grids + MAKE_CELLS * i) == wanted && part_of(grids + MAKE_CELLS * i, fulls),
                  grids + MAKE_CELLS * i);
        make_document_grids(NULL, 1, wanted, seed, 1, n, grids);
        for (size_t i = 0; i < n; i++)
            CHECK(clues(grids + MAKE_CELLS * i) == wanted && no_conflict(grids + MAKE_CELLS * i),
                  grids + MAKE_CELLS * i);
        for (int by_removal = 0; by_removal < 2; by_removal++) {
            uint64_t after = make_scilab_rng_grids(by_removal ? fulls : NULL, wanted, seed, n, grids);
            CHECK(make_scilab_rng_grids(by_removal ? fulls : NULL, wanted, seed, n, NULL) == after, grids);
        }
    }
}

/* Groups of one cell, or if `symmetric` of a cell and the one opposite. */
static make_groups groups_of(int symmetric)
{
    make_groups groups = {0};
    int cells = 0;
    for (int cell = 0; cell < (symmetric ? MAKE_CELLS / 2 + 1 : MAKE_CELLS); cell++) {
        groups.first[groups.n++] = (unsigned char)cells;
        groups.cells[cells++] = (unsigned char)cell;
        if (symmetric && cell != MAKE_CELLS - 1 - cell)
            groups.cells[cells++] = (unsigned char)(MAKE_CELLS - 1 - cell);
    }
    groups.first[groups.n] = (unsigned char)cells;
    return groups;
}

static void check_puzzle(unsigned char *puzzle, const unsigned char *full, int min_clues, int minimal)
{
    CHECK(part_of(puzzle, full) && clues(puzzle) >= min_clues, puzzle);
    CHECK(solutions(puzzle) == 1, puzzle);
    for (int cell = 0; minimal && cell < MAKE_CELLS; cell++) {
        unsigned char was = puzzle[cell];
        if (was == '0') continue;
        puzzle[cell] = '0';
        CHECK(solutions(puzzle) == 2, puzzle);
        puzzle[cell] = was;
    }
}

static void check_removals(uint64_t seed, size_t n, int symmetric, int min_clues)
{
    make_removal *removals = malloc(n * sizeof *removals);
    uint32_t *owners = malloc(n * sizeof *owners);
    unsigned char *counts = malloc(n);
    const make_groups groups = groups_of(symmetric);
    make_begin_removals(removals, seed, numbers, 0, n, &groups, min_clues, NULL, fulls);
    for (size_t n_queries; (n_queries = make_next_queries(removals, n, &groups, grids, owners)) > 0;) {
        for (size_t i = 0; i < n_queries; i++)
            counts[i] = (unsigned char)solutions(grids + MAKE_CELLS * i);
        make_answer_queries(removals, &groups, owners, counts, n_queries);
    }
    make_puzzles(removals, n, grids);
    for (size_t i = 0; i < n; i++)
        check_puzzle(grids + MAKE_CELLS * i, fulls + MAKE_CELLS * i, min_clues, !symmetric && !min_clues);
    free(removals), free(owners), free(counts);
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    size_t n = argc > 2 ? strtoull(argv[2], NULL, 10) : 100;
    n = n < MAX_GRIDS ? n : MAX_GRIDS;
    for (size_t i = 0; i < n; i++)
        numbers[i] = i * i;
    make_prepare();
    check_fulls(seed, n);
    check_documents(seed, n);
    for (int symmetric = 0; symmetric < 2; symmetric++)
        for (int min_clues = 0; min_clues <= 30; min_clues += 30)
            check_removals(seed, n / 10 + 1, symmetric, min_clues);
    printf("%zu grids and %zu puzzles of each kind, all correct\n", n, n / 10 + 1);
    return 0;
}
