/* Stops calls in several threads. What a stopped call reports as done must be correct, and later calls must not be
   affected. For ThreadSanitizer (make tsan), and to measure how soon a stopped call returns (make stops).

     stop_test [stops] [threads]   stops each task this many times; prints the times of the first thread: wall time
                                   and CPU time */
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
    uint64_t clock, own; /* nanoseconds: wall time, and CPU time of a thread */
} Moment;

/* One thread: its task, its results, and the flag that stops it. */
typedef struct {
    unsigned char *solutions, *counts;
    fast_stop stop;
    Moment requested, ended;
    int task, round, bad;
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

/* --- the tasks: each returns whether its results are correct ------------------------------------------- */

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
    int in_order = 1;
    fast_walk_begin(walk, empty, 0);
    while (number && in_order) {
        number = fast_walk_next(walk, me->solutions, ROOM, UINT64_MAX, &me->stop);
        me->ended = now(pthread_self());
        for (size_t i = 1; i < number; i++)
            in_order &=
                memcmp(me->solutions + (i - 1) * FAST_CELLS, me->solutions + i * FAST_CELLS, FAST_CELLS) < 0;
        number = number == ROOM;
    }
    free(walk);
    return in_order;
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
    int (*run)(Worker *me);
} tasks[] = {
    {"solve many", solve_many},
    {"count, by searching", count_by_search},
    {"list", list_all},
    {"count the empty grid", count_empty},
    {"count grids of 20 clues", count_grid_after_grid},
};
enum { TASKS = sizeof tasks / sizeof tasks[0], LIST = 2 };

/* --- stopping ------------------------------------------------------------------------------------------ */

static void *run_task(void *argument)
{
    Worker *me = argument;
    me->bad = !tasks[me->task].run(me);
    if (me->task != LIST) /* list_all sets it before it checks its list */
        me->ended = now(pthread_self());
    return NULL;
}

static uint64_t state = 1;
static unsigned random_below(unsigned n) /* xorshift64* */
{
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return (unsigned)((state * 2685821657736338717u) >> 33) % n;
}

/* Grids with 20 clues, 64 from each random full grid; some have millions of solutions. */
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
                    seed[random_below(FAST_CELLS)] = (unsigned char)('1' + random_below(9));
            } while (!fast_solve_one(seed, full, 1, NULL, 0, NULL));
        }
        unsigned char *grid = sparse + i * FAST_CELLS;
        memset(grid, '.', FAST_CELLS);
        for (int kept = 0; kept < CLUES;) {
            unsigned cell = random_below(FAST_CELLS);
            kept += grid[cell] == '.';
            grid[cell] = full[cell];
        }
    }
}

static int compare_times(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void print_times(const char *of, uint64_t *times, int n)
{
    qsort(times, (size_t)n, sizeof *times, compare_times);
    printf("  %s half within %.1f us, 99 of 100 within %.1f, all within %.1f", of, times[n / 2] / 1e3,
           times[n * 99 / 100] / 1e3, times[n - 1] / 1e3);
}

/* Stops this task on the first thread, while the others run the other tasks. Returns whether a result was wrong. */
static int stop_once(Worker *workers, int threads, int task, int round)
{
    int bad = 0;
    for (int t = 0; t < threads; t++) {
        workers[t].task = (task + t) % TASKS, workers[t].round = round, workers[t].stop.requested = 0;
        pthread_create(&workers[t].thread, NULL, run_task, &workers[t]);
    }
    struct timespec moment = {0, 1000000 + (long)random_below(20000000)};
    nanosleep(&moment, NULL);
    for (int t = 0; t < threads; t++) {
        workers[t].requested = now(workers[t].thread);
        __atomic_store_n(&workers[t].stop.requested, 1, __ATOMIC_RELAXED);
    }
    for (int t = 0; t < threads; t++) {
        pthread_join(workers[t].thread, NULL);
        if (workers[t].bad) printf("%s: a wrong answer, or it ended by itself\n", tasks[workers[t].task].name);
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
    for (int task = 0; task < TASKS; task++) {
        for (int round = 0; round < stops; round++) {
            bad |= stop_once(workers, threads, task, round);
            clock[round] = workers[0].ended.clock - workers[0].requested.clock;
            own[round] = workers[0].ended.own - workers[0].requested.own;
        }
        printf("%s, %d stops:", tasks[task].name, stops);
        print_times("", clock, stops);
        print_times("(CPU time:", own, stops);
        printf(")\n");
    }
    for (int t = 0; t < threads; t++)
        free(workers[t].solutions), free(workers[t].counts);
    free(workers), free(clock), free(own);
    return bad;
}
