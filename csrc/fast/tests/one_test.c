/* Proves one_search.inc.h on every path that can run here: against a plain backtracking program, on random
   grids with none, one and many solutions, on clues that clash, on full and empty grids. Exits 1 at the first
   wrong answer, with its grid.

     one_test [seed] [rounds]   (make check) */
#include "kernel.h"
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = FAST_CELLS, KEPT = 1000 };

/* The reference: one cell after another, digits rising, until `room` solutions are found. Nothing deduced, on
   purpose. Where it takes the cell with the fewest digits it soon ends but not in order: then the solutions
   are sorted. */
struct plain {
    uint16_t row[9], column[9], box[9]; /* the digits that are there, as bits */
    unsigned char digit[CELLS];
    unsigned char *solutions;
    size_t room, found;
    bool in_order;
};

static unsigned free_digits(const struct plain *p, int cell)
{
    return 0x1FFu & ~(p->row[cell / 9] | p->column[cell % 9] | p->box[cell / 27 * 3 + cell % 9 / 3]);
}

static void turn(struct plain *p, int cell, unsigned bit)
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
        turn(p, cell, bit);
        p->digit[cell] = (unsigned char)('0' + digit);
        plain_search(p);
        p->digit[cell] = 0;
        turn(p, cell, bit);
    }
}

static int in_text_order(const void *a, const void *b) { return memcmp(a, b, CELLS); }

static size_t plain_solutions(const unsigned char *puzzle, unsigned char *solutions, size_t room)
{
    struct plain p = {.solutions = solutions, .room = room};
    for (int k = 0; k < CELLS; k++) {
        int digit = clue(puzzle[k]);
        if (!digit) continue;
        if (!(free_digits(&p, k) >> (digit - 1) & 1)) return 0;
        turn(&p, k, 1u << (digit - 1));
        p.digit[k] = (unsigned char)('0' + digit);
    }
    plain_search(&p);
    if (p.found == room) {
        p.found = 0;
        p.in_order = true;
        plain_search(&p);
    }
    qsort(solutions, p.found, CELLS, in_text_order);
    return p.found;
}

static uint64_t state;
static unsigned draw(unsigned below_this) /* xorshift64*, so that a seed gives the same grids everywhere */
{
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return (unsigned)((state * 2685821657736338717u) >> 33) % below_this;
}

static void fail(const char *what, const char *path, const unsigned char *puzzle)
{
    printf("%s, path %s, grid ", what, path);
    for (int k = 0; k < CELLS; k++)
        putchar('0' + clue(puzzle[k]));
    putchar('\n');
    exit(1);
}
#define CHECK(truth, path, puzzle) ((truth) ? (void)0 : fail(#truth, path, puzzle))

static void check_walk(const unsigned char *puzzle, const unsigned char *expected, size_t found, int path)
{
    static unsigned char block[KEPT * CELLS];
    static struct fast_walk walk;
    fast_walk_begin(&walk, puzzle, path);
    fast_stop stop = {0};
    size_t done = 0;
    while (done < KEPT && !fast_walk_ended(&walk)) {
        size_t room = 1 + draw(300), most = KEPT - done < room ? KEPT - done : room;
        stop.asked = draw(4) == 0; /* stopped now and then, and taken up again */
        size_t got = fast_walk_next(&walk, block, most, UINT64_MAX, &stop);
        CHECK(got <= most && done + got <= found, fast_path_name(path), puzzle);
        CHECK(!memcmp(block, expected + CELLS * done, CELLS * got), fast_path_name(path), puzzle);
        CHECK(got == most || stop.asked || fast_walk_ended(&walk), fast_path_name(path), puzzle);
        done += got;
    }
    CHECK(done == found, fast_path_name(path), puzzle);
}

/* Unique, and several solutions without any one clue; by the reference. */
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

static int tally[4], minimal_ones;
static void check(const unsigned char *puzzle)
{
    static unsigned char expected[KEPT * CELLS];
    size_t found = plain_solutions(puzzle, expected, KEPT);
    bool minimal = plain_minimal(puzzle, found);
    tally[found < 2 ? found : found < KEPT ? 2 : 3]++;
    minimal_ones += minimal;
    for (int p = 1; p <= fast_path_count(); p++) {
        if (!fast_path_available(p)) continue;
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

/* A full grid: a few random clues that fit, completed by the walk. */
static void random_solution(unsigned char *solution)
{
    do {
        unsigned char seed[CELLS] = {0};
        for (int k = 0; k < 12; k++)
            seed[draw(CELLS)] = (unsigned char)(1 + draw(9));
        memset(solution, 0, CELLS);
        fast_solve_one(seed, solution, 1, NULL, 0, NULL);
    } while (!solution[0]);
}

static void dig(unsigned char *puzzle, int clues, unsigned char empty)
{
    for (int left = CELLS; left > clues;) {
        int cell = (int)draw(CELLS);
        if (!clue(puzzle[cell])) continue;
        puzzle[cell] = empty;
        left--;
    }
}

/* Away with every clue that is not needed, in a random order. */
static void minimise(unsigned char *puzzle)
{
    for (int k = 0, start = (int)draw(CELLS); k < CELLS; k++) {
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
    dig(puzzle, 24 + (int)draw(40), empties[draw(sizeof empties)]);
    check(puzzle);
    int cell;
    do {
        cell = (int)draw(CELLS);
    } while (!clue(puzzle[cell]));
    /* now a byte that is no text, and mostly wrong: clashes, or no solution, or another one */
    puzzle[cell] = (unsigned char)(1 + draw(9));
    check(puzzle);
    memcpy(puzzle, solution, CELLS);
    puzzle[draw(CELLS)] = (unsigned char)('1' + draw(9));
    check(puzzle);
    memcpy(puzzle, solution, CELLS);
    minimise(puzzle);
    check(puzzle);
}

/* A stop that is asked for is obeyed, and told apart from every count. */
static void check_stop(void)
{
    static const unsigned char hard[] =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    fast_stop asked = {1};
    for (int p = 1; p <= fast_path_count(); p++) {
        CHECK(fast_solve_one(hard, NULL, 2, NULL, p, &asked) == -1, fast_path_name(p), hard);
        CHECK(fast_solve_one(hard, NULL, 2, NULL, p, NULL) == 1, fast_path_name(p), hard);
    }
    CHECK(fast_is_unique(hard, &asked) == -1 && fast_is_minimal(hard, &asked) == -1, "best", hard);
}

/* Grids whose trouble is far from the first empty cell: the walk must not try them all. */
static void check_dead_ends(void)
{
    static const char *const grids[] = {
        "9..8...........5............2..1...3.1.....6....4...7.7.86.........3.1..4.....2..", /* slow row by row */
        "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8...", /* one */
    };
    for (size_t k = 0; k < sizeof grids / sizeof *grids; k++)
        for (int p = 1; p <= fast_path_count(); p++) {
            if (!fast_path_available(p)) continue;
            const unsigned char *puzzle = (const unsigned char *)grids[k];
            static struct fast_walk walk;
            unsigned char solution[CELLS], walked[2 * CELLS];
            int found = fast_solve_one(puzzle, solution, 2, NULL, p, NULL);
            fast_walk_begin(&walk, puzzle, p);
            CHECK(fast_walk_next(&walk, walked, 2, UINT64_MAX, NULL) == (size_t)found, fast_path_name(p), puzzle);
            CHECK(found != 1 || !memcmp(solution, walked, CELLS), fast_path_name(p), puzzle);
            CHECK(fast_walk_guesses(&walk) < 1000, fast_path_name(p), puzzle);
        }
}

int main(int count, char **argument)
{
    state = count > 1 ? strtoull(argument[1], NULL, 10) * 2 + 1 : 20011;
    int rounds = count > 2 ? atoi(argument[2]) : 300;
    unsigned char empty[CELLS] = {0};
    check_stop();
    check_dead_ends();
    check(empty);
    for (int k = 0; k < rounds; k++)
        check_round();
    printf("one and walk: %d grids without solution, %d with one (%d minimal), %d with several, ", tally[0],
           tally[1], minimal_ones, tally[2]);
    printf("%d with %d or more; paths", tally[3], KEPT);
    for (int p = 1; p <= fast_path_count(); p++)
        if (fast_path_available(p)) printf(" %s", fast_path_name(p));
    puts(": all agree");
    return tally[0] && tally[1] && tally[2] && tally[3] && minimal_ones ? 0 : 1;
}
