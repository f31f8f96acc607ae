/* Tests fast_solve_one, fast_is_minimal and the walk on every kernel against a plain backtracking search: on random
   grids with no, one and many solutions, with conflicting clues, on full and empty grids. Prints the first wrong
   answer, with its grid, and exits with 1.

     one_test [seed] [rounds]   (make check) */
#include "kernel.h"
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = FAST_CELLS, MAX_SOLUTIONS = 1000 };

/* The plain search deduces nothing. It stops at `room` solutions. If `in_order`, it takes the first empty cell;
   else the cell with the fewest digits, which is faster, and the solutions must be sorted. */
struct plain {
    uint16_t row[9], column[9], box[9]; /* the digits placed there, as bits */
    unsigned char digit[CELLS];
    unsigned char *solutions;
    size_t room, found;
    bool in_order;
};

static unsigned free_digits(const struct plain *p, int cell)
{
    return 0x1FFu & ~(p->row[cell / 9] | p->column[cell % 9] | p->box[cell / 27 * 3 + cell % 9 / 3]);
}

static void toggle(struct plain *p, int cell, unsigned bit)
{
    p->row[cell / 9] ^= (uint16_t)bit;
    p->column[cell % 9] ^= (uint16_t)bit;
    p->box[cell / 27 * 3 + cell % 9 / 3] ^= (uint16_t)bit;
}

static int next_cell(const struct plain *p)
{
    int best = -1, fewest = 10;
    for (int cell = 0; cell < CELLS; cell++) {
        if (p->digit[cell]) continue;
        if (p->in_order) return cell;
        int n = __builtin_popcount(free_digits(p, cell));
        if (n < fewest) best = cell, fewest = n;
    }
    return best;
}

static void plain_search(struct plain *p)
{
    int cell = next_cell(p);
    if (cell < 0) {
        memcpy(p->solutions + CELLS * p->found++, p->digit, CELLS);
        return;
    }
    for (int digit = 1; digit <= 9 && p->found < p->room; digit++) {
        unsigned bit = 1u << (digit - 1);
        if (!(free_digits(p, cell) & bit)) continue;
        toggle(p, cell, bit);
        p->digit[cell] = (unsigned char)('0' + digit);
        plain_search(p);
        p->digit[cell] = 0;
        toggle(p, cell, bit);
    }
}

static int compare_solutions(const void *a, const void *b) { return memcmp(a, b, CELLS); }

static size_t plain_solutions(const unsigned char *puzzle, unsigned char *solutions, size_t room)
{
    struct plain p = {.solutions = solutions, .room = room};
    for (int k = 0; k < CELLS; k++) {
        int digit = clue(puzzle[k]);
        if (!digit) continue;
        if (!(free_digits(&p, k) >> (digit - 1) & 1)) return 0;
        toggle(&p, k, 1u << (digit - 1));
        p.digit[k] = (unsigned char)('0' + digit);
    }
    plain_search(&p);
    if (p.found == room) {
        p.found = 0;
        p.in_order = true;
        plain_search(&p);
    }
    qsort(solutions, p.found, CELLS, compare_solutions);
    return p.found;
}

static uint64_t random_state;
static unsigned random_below(unsigned n) /* xorshift64*: a seed gives the same grids on every machine */
{
    random_state ^= random_state >> 12, random_state ^= random_state << 25, random_state ^= random_state >> 27;
    return (unsigned)((random_state * 2685821657736338717u) >> 33) % n;
}

static void fail(const char *what, const char *kernel, const unsigned char *puzzle)
{
    printf("%s, kernel %s, grid ", what, kernel);
    for (int k = 0; k < CELLS; k++)
        putchar('0' + clue(puzzle[k]));
    putchar('\n');
    exit(1);
}
#define CHECK(truth, kernel, puzzle) ((truth) ? (void)0 : fail(#truth, kernel, puzzle))

static void check_walk(const unsigned char *puzzle, const unsigned char *expected, size_t found, int kernel)
{
    static unsigned char block[MAX_SOLUTIONS * CELLS];
    static struct fast_walk walk;
    fast_walk_begin(&walk, puzzle, kernel);
    fast_stop stop = {0};
    size_t done = 0;
    while (done < MAX_SOLUTIONS && !fast_walk_ended(&walk)) {
        size_t room = 1 + random_below(300), wanted = MAX_SOLUTIONS - done < room ? MAX_SOLUTIONS - done : room;
        stop.requested = random_below(4) == 0; /* the next call continues */
        size_t got = fast_walk_next(&walk, block, wanted, UINT64_MAX, &stop);
        CHECK(got <= wanted && done + got <= found, fast_kernel_name(kernel), puzzle);
        CHECK(!memcmp(block, expected + CELLS * done, CELLS * got), fast_kernel_name(kernel), puzzle);
        CHECK(got == wanted || stop.requested || fast_walk_ended(&walk), fast_kernel_name(kernel), puzzle);
        done += got;
    }
    CHECK(done == found, fast_kernel_name(kernel), puzzle);
}

/* Whether the puzzle has one solution, and several without any one clue. */
static bool plain_minimal(const unsigned char *puzzle, size_t found)
{
    unsigned char two[3 * CELLS], fewer[CELLS];
    for (int k = 0; found == 1 && k < CELLS; k++) {
        if (!clue(puzzle[k])) continue;
        memcpy(fewer, puzzle, CELLS);
        fewer[k] = '.';
        if (plain_solutions(fewer, two, 3) < 2) return false;
    }
    return found == 1;
}

static int grids_with[4], minimal_grids;
static void check(const unsigned char *puzzle)
{
    static unsigned char expected[MAX_SOLUTIONS * CELLS];
    size_t found = plain_solutions(puzzle, expected, MAX_SOLUTIONS);
    bool minimal = plain_minimal(puzzle, found);
    grids_with[found < 2 ? found : found < MAX_SOLUTIONS ? 2 : 3]++;
    minimal_grids += minimal;
    for (int p = 1; p <= fast_kernel_count(); p++) {
        if (!fast_kernel_available(p)) continue;
        const struct kernel *kernel = kernel_for(p);
        static const int limits[] = {1, 2, 3, 100};
        for (int k = 0; k < 4; k++) {
            unsigned char solution[CELLS + 1] = {0};
            int expect = (int)found < limits[k] ? (int)found : limits[k];
            CHECK(fast_solve_one(puzzle, solution, limits[k], NULL, p, NULL) == expect, kernel->name, puzzle);
            CHECK(fast_solve_one(puzzle, NULL, limits[k], NULL, p, NULL) == expect, kernel->name, puzzle);
            CHECK(!memcmp(solution, found ? expected : (unsigned char[CELLS]){0}, CELLS), kernel->name, puzzle);
            CHECK(!solution[CELLS], kernel->name, puzzle);
        }
        CHECK(kernel->is_minimal(puzzle, NULL) == minimal, kernel->name, puzzle);
        check_walk(puzzle, expected, found, p);
    }
    CHECK(fast_is_unique(puzzle, NULL) == (found == 1), "best", puzzle);
    CHECK(fast_is_minimal(puzzle, NULL) == minimal, "best", puzzle);
}

/* A full grid: the first solution of a few random clues. */
static void random_solution(unsigned char *solution)
{
    do {
        unsigned char seed[CELLS] = {0};
        for (int k = 0; k < 12; k++)
            seed[random_below(CELLS)] = (unsigned char)(1 + random_below(9));
        memset(solution, 0, CELLS);
        fast_solve_one(seed, solution, 1, NULL, 0, NULL);
    } while (!solution[0]);
}

static void empty_cells(unsigned char *puzzle, int clues, unsigned char empty)
{
    for (int left = CELLS; left > clues;) {
        int cell = (int)random_below(CELLS);
        if (!clue(puzzle[cell])) continue;
        puzzle[cell] = empty;
        left--;
    }
}

/* Removes every clue that is not needed. */
static void minimise(unsigned char *puzzle)
{
    for (int k = 0, start = (int)random_below(CELLS); k < CELLS; k++) {
        int cell = (start + k * 32) % CELLS;
        unsigned char was = puzzle[cell];
        puzzle[cell] = '0';
        if (!fast_is_unique(puzzle, NULL)) puzzle[cell] = was;
    }
}

static void check_round(void)
{
    static const unsigned char empties[] = {'.', '0', 0, ' ', 'A', 10, 255, ':', '/'};
    unsigned char solution[CELLS], puzzle[CELLS];
    random_solution(solution);
    memcpy(puzzle, solution, CELLS);
    check(puzzle);
    empty_cells(puzzle, 24 + (int)random_below(40), empties[random_below(sizeof empties)]);
    check(puzzle);
    int cell;
    do {
        cell = (int)random_below(CELLS);
    } while (!clue(puzzle[cell]));
    /* a clue as a number, most often wrong: a conflict, no solution, or another one */
    puzzle[cell] = (unsigned char)(1 + random_below(9));
    check(puzzle);
    memcpy(puzzle, solution, CELLS);
    puzzle[random_below(CELLS)] = (unsigned char)('1' + random_below(9));
    check(puzzle);
    memcpy(puzzle, solution, CELLS);
    minimise(puzzle);
    check(puzzle);
}

/* A stopped call returns -1, which is no count. */
static void check_stop(void)
{
    static const unsigned char hard[] =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    fast_stop stop = {1};
    for (int p = 1; p <= fast_kernel_count(); p++) {
        CHECK(fast_solve_one(hard, NULL, 2, NULL, p, &stop) == -1, fast_kernel_name(p), hard);
        CHECK(fast_solve_one(hard, NULL, 2, NULL, p, NULL) == 1, fast_kernel_name(p), hard);
    }
    CHECK(fast_is_unique(hard, &stop) == -1 && fast_is_minimal(hard, &stop) == -1, "best", hard);
}

/* Grids whose contradictions are far from the first empty cell: the walk must not try every way to fill the
   cells before them. */
static void check_dead_ends(void)
{
    static const char *const grids[] = {
        "9..8...........5............2..1...3.1.....6....4...7.7.86.........3.1..4.....2..", /* slow row by row */
        "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8...", /* one solution */
    };
    for (size_t k = 0; k < sizeof grids / sizeof *grids; k++)
        for (int p = 1; p <= fast_kernel_count(); p++) {
            if (!fast_kernel_available(p)) continue;
            const unsigned char *puzzle = (const unsigned char *)grids[k];
            static struct fast_walk walk;
            unsigned char solution[CELLS], walked[2 * CELLS];
            int found = fast_solve_one(puzzle, solution, 2, NULL, p, NULL);
            fast_walk_begin(&walk, puzzle, p);
            CHECK(fast_walk_next(&walk, walked, 2, UINT64_MAX, NULL) == (size_t)found, fast_kernel_name(p), puzzle);
            CHECK(found != 1 || !memcmp(solution, walked, CELLS), fast_kernel_name(p), puzzle);
            CHECK(fast_walk_guesses(&walk) < 1000, fast_kernel_name(p), puzzle);
        }
}

int main(int argc, char **argv)
{
    random_state = argc > 1 ? strtoull(argv[1], NULL, 10) * 2 + 1 : 20011;
    int rounds = argc > 2 ? atoi(argv[2]) : 300;
    unsigned char empty[CELLS] = {0};
    check_stop();
    check_dead_ends();
    check(empty);
    for (int k = 0; k < rounds; k++)
        check_round();
    printf("one and walk: %d grids without solution, %d with one (%d minimal), %d with several, ", grids_with[0],
           grids_with[1], minimal_grids, grids_with[2]);
    printf("%d with %d or more; kernels", grids_with[3], MAX_SOLUTIONS);
    for (int p = 1; p <= fast_kernel_count(); p++)
        if (fast_kernel_available(p)) printf(" %s", fast_kernel_name(p));
    puts(": all agree");
    return grids_with[0] && grids_with[1] && grids_with[2] && grids_with[3] && minimal_grids ? 0 : 1;
}
