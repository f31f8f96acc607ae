/* Several threads at work at once, each on a work of its own that would take long, and each stopped by another thread
   after a moment: what a call says is done must be so, and what comes after a stop must be as if nothing had been.
   Meant for ThreadSanitizer (make tsan), and to see how soon a call returns (make stops).

     stop_test [stops] [threads]   so many stops of each work; the times are of the first thread alone: by the clock,
                                   and by its own processor time, which does not count what others took from it */
#define _POSIX_C_SOURCE 200112L
#include "fast.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MANY = 200000, ROOM = 1 << 17, CLUES = 20 };

static unsigned char sparse[MANY * FAST_CELLS], empty[FAST_CELLS + 1], first[FAST_CELLS];

typedef struct {
    uint64_t clock, own; /* nanoseconds: of the day, and of a thread's processor time */
} Moment;

/* One thread's own: what it works on, what came of it, and the flag that stops it. */
typedef struct {
    unsigned char *solutions, *counts;
    fast_stop stop;
    Moment asked, ended;
    int work, round, bad;
    pthread_t thread;
} Worker;

static uint64_t read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static Moment now(pthread_t thread)
{
    clockid_t own;
    pthread_getcpuclockid(thread, &own);
    return (Moment){read_clock(CLOCK_MONOTONIC), read_clock(own)};
}

/* --- the works: each returns whether all that it claims is so ---------------------------------------- */

static int solve_many(Worker *me)
{
    size_t done =
        fast_solve_many(sparse, MANY, FAST_CELLS, me->solutions, FAST_CELLS, me->counts, NULL, 0, &me->stop);
    for (size_t i = 0; i < done; i++)
        if (me->counts[i] != 2 || memcmp(me->solutions + i * FAST_CELLS, first, 3) < 0) return 0;
    return done < MANY;
}

static int count_by_search(Worker *me) { return fast_solve_one(empty, NULL, 2000000000, NULL, 0, &me->stop) == -1; }

static int list_all(Worker *me)
{
    fast_walk *walk = malloc(fast_walk_size());
    size_t number = 1;
    int rising = 1;
    fast_walk_begin(walk, empty, 0);
    while (number && rising) {
        number = fast_walk_next(walk, me->solutions, ROOM, UINT64_MAX, &me->stop);
        me->ended = now(pthread_self());
        for (size_t i = 1; i < number; i++)
            rising &= memcmp(me->solutions + (i - 1) * FAST_CELLS, me->solutions + i * FAST_CELLS, FAST_CELLS) < 0;
        number = number == ROOM;
    }
    free(walk);
    return rising;
}

static int count_empty(Worker *me)
{
    fast_number number;
    return fast_count(empty, 0, &number, 0, 0, &me->stop) == FAST_STOPPED;
}

static int count_grid_after_grid(Worker *me)
{
    fast_number number;
    int status = FAST_COUNTED;
    for (size_t i = (size_t)me->round * 97; status == FAST_COUNTED; i++)
        status = fast_count(sparse + i % MANY * FAST_CELLS, 0, &number, 0, 0, &me->stop);
    return status == FAST_STOPPED;
}

static const struct {
    const char *name;
    int (*done)(Worker *me);
} works[] = {
    {"solve many", solve_many},
    {"count, by searching", count_by_search},
    {"list", list_all},
    {"count the empty grid", count_empty},
    {"count grids of 20 clues", count_grid_after_grid},
};
enum { WORKS = sizeof works / sizeof works[0], LIST = 2 };

/* --- the stops ------------------------------------------------------------------------------------------ */

static void *working(void *given)
{
    Worker *me = given;
    me->bad = !works[me->work].done(me);
    if (me->work != LIST) /* which looks at what it has listed: not a part of stopping */
        me->ended = now(pthread_self());
    return NULL;
}

static uint64_t state = 1;
static unsigned draw(unsigned below) /* xorshift64* */
{
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return (unsigned)((state * 2685821657736338717u) >> 33) % below;
}

/* A full grid of few random clues, of which others keep 20: some have millions of solutions. */
static void make_grids(void)
{
    memset(empty, '.', FAST_CELLS);
    fast_solve_one(empty, first, 1, NULL, 0, NULL);
    unsigned char full[FAST_CELLS] = {0}, seed[FAST_CELLS];
    for (size_t i = 0; i < MANY; i++) {
        if (i % 64 == 0) {
            do {
                memset(seed, '.', sizeof seed);
                for (int k = 0; k < 12; k++)
                    seed[draw(FAST_CELLS)] = (unsigned char)('1' + draw(9));
            } while (!fast_solve_one(seed, full, 1, NULL, 0, NULL));
        }
        unsigned char *grid = sparse + i * FAST_CELLS;
        memset(grid, '.', FAST_CELLS);
        for (int kept = 0; kept < CLUES;) {
            unsigned cell = draw(FAST_CELLS);
            kept += grid[cell] == '.';
            grid[cell] = full[cell];
        }
    }
}

static int rising(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void print_times(const char *of, uint64_t *times, int n)
{
    qsort(times, (size_t)n, sizeof *times, rising);
    printf("  %s half within %.1f us, 99 of 100 within %.1f, all within %.1f", of, times[n / 2] / 1e3,
           times[n * 99 / 100] / 1e3, times[n - 1] / 1e3);
}

/* One stop of this work on the first thread, while the others do the other works. Returns whether anything was wrong. */
static int stop_once(Worker *workers, int threads, int work, int round)
{
    int bad = 0;
    for (int t = 0; t < threads; t++) {
        workers[t].work = (work + t) % WORKS, workers[t].round = round, workers[t].stop.asked = 0;
        pthread_create(&workers[t].thread, NULL, working, &workers[t]);
    }
    struct timespec moment = {0, 1000000 + (long)draw(20000000)};
    nanosleep(&moment, NULL);
    for (int t = 0; t < threads; t++) {
        workers[t].asked = now(workers[t].thread);
        __atomic_store_n(&workers[t].stop.asked, 1, __ATOMIC_RELAXED);
    }
    for (int t = 0; t < threads; t++) {
        pthread_join(workers[t].thread, NULL);
        if (workers[t].bad) printf("%s: a wrong answer, or it ended by itself\n", works[workers[t].work].name);
        bad |= workers[t].bad;
    }
    return bad;
}

int main(int argc, char **argv)
{
    int stops = argc > 1 ? atoi(argv[1]) : 20, threads = argc > 2 ? atoi(argv[2]) : 3, bad = 0;
    Worker *workers = calloc((size_t)threads, sizeof *workers);
    uint64_t *clock = calloc((size_t)stops, sizeof *clock), *own = calloc((size_t)stops, sizeof *own);
    make_grids();
    for (int t = 0; t < threads; t++)
        workers[t].solutions = malloc(MANY * FAST_CELLS), workers[t].counts = malloc(MANY);
    for (int work = 0; work < WORKS; work++) {
        for (int round = 0; round < stops; round++) {
            bad |= stop_once(workers, threads, work, round);
            clock[round] = workers[0].ended.clock - workers[0].asked.clock;
            own[round] = workers[0].ended.own - workers[0].asked.own;
        }
        printf("%s, %d stops:", works[work].name, stops);
        print_times("", clock, stops);
        print_times("(own time:", own, stops);
        printf(")\n");
    }
    for (int t = 0; t < threads; t++)
        free(workers[t].solutions), free(workers[t].counts);
    free(workers), free(clock), free(own);
    return bad;
}
