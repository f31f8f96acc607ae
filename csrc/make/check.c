/* Makes grids of every kind and looks at them with eyes of its own: are full grids right, has a grid the clues that were
   asked for, is a puzzle unique, and minimal. Python's twin says draw for draw what they must be (tests/generate); here
   it is the memory that is watched (make sanitize).

     check [seed] [grids] */
#include <stdio.h>
#include <stdlib.h>

#include "binding.csrc.c"

enum { MOST = 1000 };

static unsigned char grids[MOST * MAKE_CELLS], fulls[MOST * MAKE_CELLS];
static uint64_t numbers[MOST];

static void fail(const char *what, const unsigned char *grid)
{
    printf("%s: %.81s\n", what, (const char *)grid);
    exit(1);
}
#define CHECK(truth, grid) ((truth) ? (void)0 : fail(#truth, grid))

/* --- a plain judge ---------------------------------------------------------------------------------------- */

static int fits(const unsigned char *grid, int cell, unsigned char digit)
{
    for (int i = 0; i < 9; i++) {
        int in_square = cell / 27 * 27 + cell % 9 / 3 * 3 + i / 3 * 9 + i % 3;
        int peers[3] = {cell / 9 * 9 + i, 9 * i + cell % 9, in_square};
        for (int k = 0; k < 3; k++)
            if (peers[k] != cell && grid[peers[k]] == digit) return 0;
    }
    return 1;
}

static int no_clash(const unsigned char *grid)
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

/* How many solutions, two at most; the cell with fewest digits goes first. */
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

/* --- what is made ----------------------------------------------------------------------------------------- */

static void check_fulls(uint64_t seed, size_t n)
{
    for (int64_t attempt = -1; attempt < 2; attempt++) {
        make_fulls(seed, numbers, attempt, n, fulls);
        for (size_t i = 0; i < n; i++)
            CHECK(clues(fulls + MAKE_CELLS * i) == MAKE_CELLS && no_clash(fulls + MAKE_CELLS * i),
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
        make_by_document(NULL, 0, wanted, seed, 1, n, grids);
        for (size_t i = 0; i < n; i++)
            CHECK(clues(grids + MAKE_CELLS * i) <= wanted && no_clash(grids + MAKE_CELLS * i),
                  grids + MAKE_CELLS * i);
        make_by_document(fulls, 0, wanted, seed, 1, n, grids);
        for (size_t i = 0; i < n; i++)
            CHECK(clues(grids + MAKE_CELLS * i) == wanted && part_of(grids + MAKE_CELLS * i, fulls),
                  grids + MAKE_CELLS * i);
        make_by_document(NULL, 1, wanted, seed, 1, n, grids);
        for (size_t i = 0; i < n; i++)
            CHECK(clues(grids + MAKE_CELLS * i) == wanted && no_clash(grids + MAKE_CELLS * i),
                  grids + MAKE_CELLS * i);
        for (int way = 0; way < 2; way++) {
            uint64_t after = make_by_scilab(way ? fulls : NULL, wanted, seed, n, grids);
            CHECK(make_by_scilab(way ? fulls : NULL, wanted, seed, n, NULL) == after, grids);
        }
    }
}

/* Groups of one cell, or a cell and the one across: the middle alone. */
static make_groups groups_of(int both)
{
    make_groups groups = {0};
    int cells = 0;
    for (int cell = 0; cell < (both ? MAKE_CELLS / 2 + 1 : MAKE_CELLS); cell++) {
        groups.first[groups.n++] = (unsigned char)cells;
        groups.cells[cells++] = (unsigned char)cell;
        if (both && cell != MAKE_CELLS - 1 - cell) groups.cells[cells++] = (unsigned char)(MAKE_CELLS - 1 - cell);
    }
    groups.first[groups.n] = (unsigned char)cells;
    return groups;
}

static void check_puzzle(unsigned char *puzzle, const unsigned char *full, int least, int minimal)
{
    CHECK(part_of(puzzle, full) && clues(puzzle) >= least, puzzle);
    CHECK(solutions(puzzle) == 1, puzzle);
    for (int cell = 0; minimal && cell < MAKE_CELLS; cell++) {
        unsigned char was = puzzle[cell];
        if (was == '0') continue;
        puzzle[cell] = '0';
        CHECK(solutions(puzzle) == 2, puzzle);
        puzzle[cell] = was;
    }
}

static void check_shrinkings(uint64_t seed, size_t n, int both, int least)
{
    make_shrinking *leads = malloc(n * sizeof *leads);
    uint32_t *whose = malloc(n * sizeof *whose);
    unsigned char *counts = malloc(n);
    const make_groups groups = groups_of(both);
    make_begin(leads, seed, numbers, 0, n, &groups, least, NULL, fulls);
    for (size_t asked; (asked = make_ask(leads, n, &groups, grids, whose)) > 0;) {
        for (size_t i = 0; i < asked; i++)
            counts[i] = (unsigned char)solutions(grids + MAKE_CELLS * i);
        make_answer(leads, &groups, whose, counts, asked);
    }
    make_puzzles(leads, n, grids);
    for (size_t i = 0; i < n; i++)
        check_puzzle(grids + MAKE_CELLS * i, fulls + MAKE_CELLS * i, least, !both && !least);
    free(leads), free(whose), free(counts);
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    size_t n = argc > 2 ? strtoull(argv[2], NULL, 10) : 100;
    n = n < MOST ? n : MOST;
    for (size_t i = 0; i < n; i++)
        numbers[i] = i * i;
    make_prepare();
    check_fulls(seed, n);
    check_documents(seed, n);
    for (int both = 0; both < 2; both++)
        for (int least = 0; least <= 30; least += 30)
            check_shrinkings(seed, n / 10 + 1, both, least);
    printf("made: %zu grids of each kind, %zu puzzles of each, and all are what they should be\n", n, n / 10 + 1);
    return 0;
}
