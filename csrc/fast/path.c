/* Which paths there are, and which one a call takes. */
#include "batch.h"
#include <string.h>

#ifdef __x86_64__
#define HAS __builtin_cpu_supports
static int has_sse4(void) { return HAS("sse4.2") && HAS("popcnt"); }
static int has_avx2(void) { return HAS("avx2") && HAS("bmi") && HAS("bmi2") && HAS("popcnt"); }
static int has_avx512(void)
{
    return has_avx2() && HAS("avx512f") && HAS("avx512bw") && HAS("avx512vl") && HAS("avx512dq");
}
#endif
static int always(void) { return 1; }

typedef struct {
    const char *name;
    int (*available)(void); /* NULL: not built for this kind of machine */
    size_t (*solve_many)(Batch *batch);
} Path;

/* One path per line; clang-format would join them. */
/* clang-format off */
static const Path paths[] = {
#ifdef __x86_64__
    {"avx512", has_avx512, fast_lanes_avx512},
    {"avx2", has_avx2, fast_lanes_avx2},
    {"sse4", has_sse4, fast_lanes_sse4},
#else
    {"avx512", NULL, NULL},
    {"avx2", NULL, NULL},
    {"sse4", NULL, NULL},
#endif
#ifdef __aarch64__
    {"neon", always, fast_lanes_neon},
#else
    {"neon", NULL, NULL},
#endif
    {"portable", always, fast_lanes_portable},
};
/* clang-format on */
enum { PATHS = sizeof paths / sizeof paths[0] };

int fast_path_count(void) { return PATHS; }

const char *fast_path_name(int path) { return path >= 1 && path <= PATHS ? paths[path - 1].name : NULL; }

int fast_path_available(int path)
{
    return path >= 1 && path <= PATHS && paths[path - 1].available && paths[path - 1].available();
}

int fast_path(void)
{
    int path = 1;
    while (!fast_path_available(path))
        path++;
    return path;
}

int fast_path_named(const char *name)
{
    for (int path = 1; path <= PATHS; path++)
        if (strcmp(name, paths[path - 1].name) == 0) return path;
    return 0;
}

/* The lanes give the solution that they meet first; where there are several, one.c knows the least. It also
   takes the puzzles that they gave up. */
static size_t finish(Batch *batch, size_t done, int path)
{
    for (size_t i = 0; i < done; i++) {
        if (batch->counts[i] < (batch->solutions ? 2 : GIVEN_UP)) continue;
        unsigned char *solution = batch->solutions ? batch->solutions + i * batch->apart : NULL;
        const unsigned char *puzzle = batch->puzzles + i * batch->stride;
        int found = fast_solve_one(puzzle, solution, 2, &batch->guesses, path, batch->stop);
        if (found < 0) return i;
        batch->counts[i] = (unsigned char)found;
    }
    return done;
}

size_t fast_solve_many(const unsigned char *puzzles, size_t n, size_t stride, unsigned char *solutions,
                       size_t apart, unsigned char *counts, uint64_t *guesses, int path, const fast_stop *stop)
{
    Batch batch = {puzzles, n, stride, solutions, apart, counts, .stop = stop};
    path = fast_path_available(path) ? path : fast_path();
    size_t done = finish(&batch, paths[path - 1].solve_many(&batch), path);
    if (guesses) *guesses += batch.guesses;
    return done;
}
