/* Tests fast_count on every kernel against a plain search and against known numbers. Exits with 0 if all agree.

     count_test [grids per kind]   (make check, in the folder above) */
#define _POSIX_C_SOURCE 200809L
#include "kernel.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char FULL_GRID[] = "123756489756489123984123765435867291267591834891234657349678512578912346612345978";
static int failures, checks;

static void check(int good, const char *what, const unsigned char *puzzle, fast_number got, uint64_t expected)
{
    checks++;
    if (good) return;
    failures++;
    printf("%s: %.81s: %llu * 2^64 + %llu, expected %llu\n", what, puzzle, (unsigned long long)got.high,
           (unsigned long long)got.low, (unsigned long long)expected);
}

/* The plain search: the cell with the fewest free digits first. Stops at `limit`. */
static uint64_t plain_count(unsigned char *cell, uint64_t limit)
{
    int best = -1, fewest = 10;
    unsigned best_free = 0;
    for (int i = 0; i < 81; i++) {
        unsigned used = 0;
        if (cell[i]) continue;
        for (int j = 0; j < 81; j++)
            if (i / 9 == j / 9 || i % 9 == j % 9 || (i / 27 == j / 27 && i % 9 / 3 == j % 9 / 3))
                used |= 1u << cell[j];
        unsigned free_digits = ~used & 0x3FE;
        if (__builtin_popcount(free_digits) < fewest)
            fewest = __builtin_popcount(free_digits), best = i, best_free = free_digits;
    }
    if (best < 0) return 1;
    uint64_t sum = 0;
    for (unsigned char d = 1; d <= 9 && sum < limit; d++)
        if (best_free >> d & 1) {
            cell[best] = d;
            sum += plain_count(cell, limit - sum);
        }
    cell[best] = 0;
    return sum;
}

static int clash(const unsigned char *cell)
{
    for (int i = 0; i < 81; i++)
        for (int j = 0; j < i; j++)
            if (cell[i] && cell[i] == cell[j] &&
                (i / 9 == j / 9 || i % 9 == j % 9 || (i / 27 == j / 27 && i % 9 / 3 == j % 9 / 3)))
                return 1;
    return 0;
}

static uint64_t plain_count_of(const unsigned char *puzzle, uint64_t limit)
{
    unsigned char cell[81];
    for (int i = 0; i < 81; i++)
        cell[i] = puzzle[i] >= '1' && puzzle[i] <= '9' ? puzzle[i] - '0' : puzzle[i] <= 9 ? puzzle[i] : 0;
    return clash(cell) ? 0 : plain_count(cell, limit);
}

static uint64_t random_state = 88172645463325252u;
static unsigned random_below(unsigned n)
{
    random_state ^= random_state << 13, random_state ^= random_state >> 7, random_state ^= random_state << 17;
    return (unsigned)((random_state >> 20) % n);
}

static void swap_lines(unsigned char *grid, int x, int y, int columns)
{
    for (int k = 0; k < 9; k++) {
        int i = columns ? 9 * k + x : 9 * x + k, j = columns ? 9 * k + y : 9 * y + k;
        unsigned char c = grid[i];
        grid[i] = grid[j], grid[j] = c;
    }
}

/* Shuffles the full grid and empties cells; then writes `wrong` random digits over it. */
static void random_puzzle(unsigned char *puzzle, int clues, int wrong)
{
    unsigned char digit[10];
    memcpy(puzzle, FULL_GRID, 81);
    for (int k = 0; k < 40; k++) {
        unsigned unit = random_below(3) * 3;
        swap_lines(puzzle, (int)(unit + random_below(3)), (int)(unit + random_below(3)), (int)random_below(2));
    }
    for (int d = 0; d < 9; d++)
        digit[d] = (unsigned char)('1' + d);
    for (unsigned d = 8; d; d--) {
        unsigned e = random_below(d + 1);
        unsigned char c = digit[d];
        digit[d] = digit[e], digit[e] = c;
    }
    for (int i = 0; i < 81; i++)
        puzzle[i] = digit[puzzle[i] - '1'];
    for (int left = 81; left > clues;) {
        unsigned i = random_below(81);
        left -= puzzle[i] != '.';
        puzzle[i] = '.';
    }
    for (; wrong > 0; wrong--) {
        unsigned i = random_below(81);
        puzzle[i] = (unsigned char)('1' + random_below(9));
    }
}

/* Each kernel in turn, and 0, the best one. */
static int any_kernel(int k) { return k % (fast_kernel_count() + 1); }

static void compare_with_plain_count(const unsigned char *puzzle, int kernel)
{
    enum { TOO_MANY = 10000 };
    fast_number got;
    uint64_t expected = plain_count_of(puzzle, TOO_MANY);
    uint64_t limit = expected < TOO_MANY ? 0 : TOO_MANY;
    int outcome = fast_count(puzzle, limit, &got, 0, kernel, NULL);
    int good = outcome == FAST_COUNTED && !got.high && got.low == expected;
    check(good, "plain count", puzzle, got, expected);
    limit = 1 + random_below((unsigned)expected + 2);
    fast_count(puzzle, limit, &got, 0, kernel, NULL);
    uint64_t least = limit < expected || expected == TOO_MANY ? limit : expected;
    check(got.low == least, "with a limit", puzzle, got, least);
}

static void compare_random_grids(int grids)
{
    for (int clues = 22; clues <= 81; clues += clues < 36 ? 1 : 5)
        for (int k = 0; k < grids; k++) {
            unsigned char puzzle[81];
            random_puzzle(puzzle, clues, k % 4 == 3 ? 1 + k % 2 : 0);
            compare_with_plain_count(puzzle, any_kernel(k));
        }
}

/* Several digits have no clue: they are interchangeable. */
static void digits_without_clue(int grids)
{
    for (int k = 0; k < 4 * grids; k++) {
        unsigned char puzzle[81];
        int without = 2 + k % 4;
        random_puzzle(puzzle, 60 - 4 * (k % 4), 0);
        for (int i = 0; i < 81; i++)
            puzzle[i] = puzzle[i] - '0' <= without ? '.' : puzzle[i];
        compare_with_plain_count(puzzle, any_kernel(k));
    }
}

static void known_numbers(void)
{
    static const struct {
        const char *puzzle;
        uint64_t count;
    } known[] = {
        {"100007090030020008009600500005300900010080002600004000300000010040000007007000300", 1},
        {"100007090030020008009600500005300900010080002600004000300000010040000007007000000", 90},
        {"080107060004000100050609020013000240200000006075000310090805000001000700030402090", 1},
        {"103050089006089000000120000000000091060001034890234000040078012008900300002300070", 13},
        {"110000000000000000000000000000000000000000000000000000000000000000000000000000000", 0},
        {"123456780000000009000000000000000000000000000000000000000000000000000000000000000", 0},
        /* every unit has a place for 9, the grid has no template for it */
        {".2..8....7..5.............9.4.7.....1...6...........9.......9..5..3198....9......", 0},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        fast_number got;
        const unsigned char *puzzle = (const unsigned char *)known[i].puzzle;
        int outcome = fast_count(puzzle, 0, &got, 0, 0, NULL);
        int good = outcome == FAST_COUNTED && !got.high && got.low == known[i].count;
        check(good, "known", puzzle, got, known[i].count);
    }
}

/* The same number on every available kernel, and without a cache. */
static void every_kernel(void)
{
    for (int k = 0; k < 12; k++) {
        unsigned char puzzle[81];
        fast_number got, again;
        random_puzzle(puzzle, 21 + k % 4, 0);
        fast_count(puzzle, 0, &got, 0, 0, NULL);
        fast_count(puzzle, 0, &again, 1, 0, NULL);
        check(got.low == again.low && got.high == again.high, "without a cache", puzzle, again, got.low);
        for (int kernel = 1; kernel <= fast_kernel_count(); kernel++) {
            int outcome = fast_count(puzzle, 0, &again, 0, kernel, NULL), same = got.low == again.low;
            check(outcome == FAST_COUNTED && same, fast_kernel_name(kernel), puzzle, again, got.low);
        }
    }
}

/* For grids with too few clues for the plain search: the counts with each digit in one cell add up to the total. */
static void sums_of_parts(int grids)
{
    for (int k = 0; k < grids; k++) {
        unsigned char puzzle[81];
        fast_number whole, part, sum = {0, 0};
        random_puzzle(puzzle, 17 + k % 2, 0);
        fast_count(puzzle, 0, &whole, 0, 0, NULL);
        unsigned cell = random_below(81);
        while (puzzle[cell] != '.')
            cell = random_below(81);
        for (puzzle[cell] = '1'; puzzle[cell] <= '9'; puzzle[cell]++) {
            fast_count(puzzle, 0, &part, 0, any_kernel(k), NULL);
            sum.low += part.low;
        }
        puzzle[cell] = '.';
        check(whole.low == sum.low && !whole.high, "sum of its parts", puzzle, whole, sum.low);
    }
}

/* count_cliques on random sets of cells, also with numbers of templates that grids seldom have. */

static uint64_t plain_cliques(const Templates *part, int lists, Cells taken)
{
    uint64_t sum = 0;
    if (!lists) return 1;
    for (size_t i = 0; i < part->length; i++)
        if (!(part->list[i] & taken)) sum += plain_cliques(part + 1, lists - 1, taken | part->list[i]);
    return sum;
}

static void random_lists(Templates *part, int lists, int cells, Cells *list)
{
    size_t words[8], left = (size_t)(MAX_WORDS - lists);
    for (int i = 0; i < lists; i++)
        words[i] = 1;
    for (; left && random_below(8); left--) /* most often the last two are the longest */
        words[random_below(3) ? lists - 1 - (int)random_below(2) : (int)random_below((unsigned)lists)]++;
    for (int i = 1; i < lists; i++)
        for (int j = i; j && words[j - 1] > words[j]; j--) {
            size_t longer = words[j - 1];
            words[j - 1] = words[j], words[j] = longer;
        }
    for (int i = 0; i < lists; i++) {
        size_t most = i < lists - 2 ? 8 : WORD_BITS; /* so that plain_cliques ends soon */
        part[i] = (Templates){list, WORD_BITS * (words[i] - 1) + 1 + random_below((unsigned)most), 0, i};
        for (size_t k = 0; k < part[i].length; k++, list++)
            for (*list = 0; __builtin_popcountll(*list) < cells;)
                *list |= (Cells)1 << random_below(MAX_CELLS);
    }
}

static void random_cliques(int sets)
{
    static Cells list[MAX_WORDS * WORD_BITS];
    for (int k = 0; k < sets; k++) {
        int digits = 3 + (int)random_below(4);
        int cells = (int)(digits > 4 ? 6 + random_below(4) : 1 + random_below(9));
        Templates part[9] = {{0}};
        random_lists(part, digits - 1, cells, list);
        uint64_t expected = plain_cliques(part, digits - 1, 0);
        for (int kernel = 1; kernel <= fast_kernel_count(); kernel++) {
            const struct kernel *chosen = kernel_for(kernel);
            char *block = malloc(chosen->clique_workspace + CACHE_LINE);
            Progress progress = {.weight = 1};
            uint64_t got =
                chosen->count_cliques(block + CACHE_LINE - (uintptr_t)block % CACHE_LINE, &progress, part, digits);
            check(got == expected && progress.seen.low == expected, fast_kernel_name(kernel),
                  (const unsigned char *)"lists", (fast_number){got, 0}, expected);
            free(block);
        }
    }
}

typedef struct {
    fast_stop stop;
    clockid_t clock; /* CPU time of the counting thread, so that other programs have no effect */
    double requested;
} StopRequest;

static double time_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *stop_later(void *arg)
{
    StopRequest *request = arg;
    nanosleep(&(struct timespec){0, 30 * 1000 * 1000}, NULL);
    request->requested = time_of(request->clock);
    __atomic_store_n(&request->stop.requested, 1, __ATOMIC_RELAXED);
    return NULL;
}

static double stop_delay_ms(const char *puzzle)
{
    StopRequest request = {{0}, 0, 0};
    pthread_t other;
    fast_number got;
    pthread_getcpuclockid(pthread_self(), &request.clock);
    pthread_create(&other, NULL, stop_later, &request);
    int outcome = fast_count((const unsigned char *)puzzle, 0, &got, 0, 0, &request.stop);
    double end = time_of(request.clock);
    pthread_join(other, NULL);
    check(outcome == FAST_STOPPED, "stopped", (const unsigned char *)puzzle, got, 0);
    return (end - request.requested) * 1e3;
}

#ifdef __SANITIZE_ADDRESS__
#define MAX_STOP_DELAY_MS 20.0
#else
#define MAX_STOP_DELAY_MS 1.0
#endif

static void check_stops(void)
{
    static const char *const endless[] = {
        ".................................................................................",
        "123456789........................................................................",
        "1..........2...3......4...........5.....6.........7........8.............9.......",
    };
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        double best = 1e9;
        for (int k = 0; k < 5; k++) {
            double t = stop_delay_ms(endless[i]);
            best = t < best ? t : best;
        }
        checks++;
        if (best > MAX_STOP_DELAY_MS) failures++, printf("stopping takes %.2f ms: %s\n", best, endless[i]);
    }
    fast_number got;
    fast_count((const unsigned char *)endless[0], 1000000, &got, 0, 0, NULL);
    check(got.low == 1000000 && !got.high, "limit", (const unsigned char *)endless[0], got, 1000000);
}

int main(int argc, char **argv)
{
    int grids = argc > 1 ? atoi(argv[1]) : 20;
    known_numbers();
    compare_random_grids(grids);
    digits_without_clue(grids);
    every_kernel();
    sums_of_parts(grids / 10);
    random_cliques(grids * 10);
    check_stops();
    printf("%d checks, %d failures\n", checks, failures);
    return failures != 0;
}
