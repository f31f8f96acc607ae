/* Tests fast_solve_many on every kernel against a plain search, which tries one cell after another, row by row.
   Puzzles are made from one full grid: its digits are renamed, its rows moved within their bands and its columns
   within their stacks, then cells are emptied. Some have conflicting clues, some several solutions, some are
   random bytes. Where the plain search takes too long, the answers are not compared.

     many_test [seed [rounds]]   prints the first wrong answer, with its puzzle, and exits with 1 */
#include "fast.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PUZZLES = 700, MAX_STEPS = 200000 };

static uint64_t seed = 1;
static unsigned below(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((seed >> 33) % n);
}

static void shuffle3(int *p)
{
    for (int i = 2; i > 0; i--) {
        int j = (int)below((unsigned)i + 1), x = p[i];
        p[i] = p[j], p[j] = x;
    }
}

static void full_grid(unsigned char *grid)
{
    int row[9], column[9], name[9];
    for (int i = 0; i < 9; i++)
        row[i] = column[i] = name[i] = i;
    for (int band = 0; band < 9; band += 3)
        shuffle3(row + band), shuffle3(column + band);
    for (int i = 8; i > 0; i--) {
        int j = (int)below((unsigned)i + 1), x = name[i];
        name[i] = name[j], name[j] = x;
    }
    for (int i = 0; i < 81; i++) {
        int r = row[i / 9], c = column[i % 9];
        grid[i] = (unsigned char)('1' + name[(3 * (r % 3) + r / 3 + c) % 9]);
    }
}

static int clue(unsigned char c) { return c >= '1' && c <= '9' ? c - '0' : c >= 1 && c <= 9 ? c : 0; }

/* The plain search. */
typedef struct {
    int cell[81], used[3][9], found, steps;
    unsigned char *first;
} Plain;

static int *units(Plain *p, int i, int unit)
{
    return &p->used[unit][unit == 0 ? i / 9 : unit == 1 ? i % 9 : i / 27 * 3 + i % 9 / 3];
}

static void plain_search(Plain *p, int i)
{
    while (i < 81 && p->cell[i])
        i++;
    if (i == 81) {
        for (int j = 0; j < 81 && !p->found; j++)
            p->first[j] = (unsigned char)('0' + p->cell[j]);
        p->found++;
        return;
    }
    for (int d = 1; d <= 9 && p->found < 2 && p->steps < MAX_STEPS; d++) {
        int *a = units(p, i, 0), *b = units(p, i, 1), *c = units(p, i, 2), bit = 1 << d;
        if ((*a | *b | *c) & bit) continue;
        p->steps++;
        *a |= bit, *b |= bit, *c |= bit, p->cell[i] = d;
        plain_search(p, i + 1);
        *a &= ~bit, *b &= ~bit, *c &= ~bit, p->cell[i] = 0;
    }
}

/* Returns 0, 1 or 2 (several) solutions, or -1 if it takes too long; `first` is the lexicographically first one. */
static int plain_solve(const unsigned char *puzzle, unsigned char *first)
{
    Plain p = {.first = first};
    for (int i = 0; i < 81; i++) {
        int d = p.cell[i] = clue(puzzle[i]);
        for (int u = 0; u < 3 && d; u++) {
            if (*units(&p, i, u) & 1 << d) return 0;
            *units(&p, i, u) |= 1 << d;
        }
    }
    plain_search(&p, 0);
    return p.steps >= MAX_STEPS ? -1 : p.found > 1 ? 2 : p.found;
}

static void make_puzzle(unsigned char *puzzle)
{
    unsigned kind = below(20), clues = 20 + below(30);
    full_grid(puzzle);
    if (kind == 0)
        clues = 81;
    else if (kind == 1)
        clues = below(12);
    for (unsigned left = 81; left > clues;) {
        unsigned i = below(81);
        if (puzzle[i] != '.') puzzle[i] = '.', left--;
    }
    if (kind < 6 && kind > 2) /* a clue that may be wrong */
        puzzle[below(81)] = (unsigned char)('1' + below(9));
    for (int i = 0; i < 81 && kind > 12; i++) /* other bytes for clues and empty cells */
        if (puzzle[i] == '.')
            puzzle[i] = (unsigned char)"0. _*\0xA\n\xff\x80/:"[below(12)];
        else if (kind > 16)
            puzzle[i] -= '0';
    for (int i = 0; i < 81 && kind == 2; i++)
        puzzle[i] = (unsigned char)below(256);
}

static void fail(const char *what, const char *kernel, size_t i, const unsigned char *puzzle)
{
    printf("%s: %s, puzzle %zu: ", kernel, what, i);
    for (int k = 0; k < 81; k++)
        putchar(clue(puzzle[k]) ? '0' + clue(puzzle[k]) : '.');
    putchar('\n');
    exit(1);
}

/* Solves one batch on one kernel. Puzzles and solutions have `stride` bytes, and so one byte between them or none. */
static void check_batch(const unsigned char *puzzles, size_t stride, size_t n, int kernel, const int *counts,
                        unsigned char (*firsts)[81])
{
    unsigned char *solutions = malloc(n * stride + 1), *given = malloc(n + 1), untouched[81];
    uint64_t guesses = 0;
    memset(untouched, '?', sizeof untouched);
    memset(solutions, '?', n * stride + 1), given[n] = 77;
    if (fast_solve_many(puzzles, n, stride, solutions, stride, given, &guesses, kernel, NULL) != n)
        fail("not all are done", fast_kernel_name(kernel), 0, puzzles);
    if (given[n] != 77 || solutions[n * stride] != '?')
        fail("written beyond the end", fast_kernel_name(kernel), n, puzzles);
    for (size_t i = 0; i < n; i++) {
        if (counts[i] >= 0 && given[i] != counts[i])
            fail("wrong count", fast_kernel_name(kernel), i, puzzles + i * stride);
        if (counts[i] >= 0 && memcmp(solutions + stride * i, counts[i] ? firsts[i] : untouched, 81) != 0)
            fail("wrong solution", fast_kernel_name(kernel), i, puzzles + i * stride);
        if (stride > 81 && solutions[stride * i + 81] != '?')
            fail("written between two solutions", fast_kernel_name(kernel), i, puzzles + i * stride);
    }
    memset(given, 77, n);
    if (fast_solve_many(puzzles, n, stride, NULL, 0, given, NULL, kernel, NULL) != n)
        fail("not all are done without solutions", fast_kernel_name(kernel), 0, puzzles);
    for (size_t i = 0; i < n; i++)
        if (counts[i] >= 0 && given[i] != counts[i])
            fail("wrong count without solutions", fast_kernel_name(kernel), i, puzzles + i * stride);
    free(solutions), free(given);
}

/* If a stop is requested before the call, the counts of the puzzles that are done are correct. */
static void check_stop(const unsigned char *puzzles, size_t stride, size_t n, int kernel, const int *counts)
{
    static unsigned char given[MAX_PUZZLES];
    fast_stop stop = {1};
    size_t done = fast_solve_many(puzzles, n, stride, NULL, 0, given, NULL, kernel, &stop);
    if (n > 200 && done == n) fail("was not stopped", fast_kernel_name(kernel), n, puzzles);
    for (size_t i = 0; i < done; i++)
        if (counts[i] >= 0 && given[i] != counts[i])
            fail("wrong count, stopped", fast_kernel_name(kernel), i, puzzles + i * stride);
}

int main(int argc, char **argv)
{
    static unsigned char buffer[MAX_PUZZLES * 82], firsts[MAX_PUZZLES][81];
    static int counts[MAX_PUZZLES];
    long rounds = argc > 2 ? atol(argv[2]) : 30, compared = 0, all = 0, of[3] = {0};
    seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    for (long round = 0; round < rounds; round++) {
        size_t stride = 81 + below(2), n = round % 3 ? below(70) : below(MAX_PUZZLES);
        /* exactly as large as the puzzles, so that the sanitizer reports a read beyond their end */
        unsigned char *exact;
        for (size_t i = 0; i < n; i++) {
            make_puzzle(buffer + i * stride);
            buffer[i * stride + stride - 1] = stride == 82 ? '\n' : buffer[i * stride + stride - 1];
            counts[i] = plain_solve(buffer + i * stride, firsts[i]);
            all++, compared += counts[i] >= 0;
            of[counts[i] < 0 ? 0 : counts[i]]++;
        }
        size_t size = n ? (n - 1) * stride + 81 : 0;
        exact = malloc(size ? size : 1);
        memcpy(exact, buffer, size);
        for (int kernel = 1; kernel <= fast_kernel_count(); kernel++)
            if (fast_kernel_available(kernel)) {
                check_batch(exact, stride, n, kernel, counts, firsts);
                check_stop(exact, stride, n, kernel, counts);
            }
        if (memcmp(exact, buffer, size) != 0) fail("puzzles were changed", "one of the kernels", 0, buffer);
        free(exact);
    }
    printf("%ld puzzles, %ld compared (%ld with one solution, %ld with several); kernels:", all, compared, of[1],
           of[2]);
    for (int kernel = 1; kernel <= fast_kernel_count(); kernel++)
        if (fast_kernel_available(kernel))
            printf(" %s%s", fast_kernel_name(kernel), kernel == fast_best_kernel() ? " (the best here)" : "");
    putchar('\n');
    return 0;
}
