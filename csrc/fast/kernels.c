/* The table of kernels, and the public functions that choose a kernel and call it. */
#include "kernel.h"

/* The best first. Two are called avx512: a name stands for the first of them that is available. */
static const struct kernel *const kernels[] = {
#if defined(__x86_64__)
    &kernel_avx512,   &kernel_avx512_skylake, &kernel_avx2, &kernel_sse4,
#elif defined(__aarch64__)
    &kernel_neon,
#endif
    &kernel_portable,
};
enum { KERNELS = sizeof kernels / sizeof kernels[0] };

int fast_path_count(void) { return KERNELS; }

const char *fast_path_name(int path) { return path >= 1 && path <= KERNELS ? kernels[path - 1]->name : NULL; }

int fast_path_available(int path) { return path >= 1 && path <= KERNELS && kernels[path - 1]->available(); }

int fast_path(void)
{
    int path = 1;
    while (!fast_path_available(path))
        path++;
    return path;
}

int fast_path_named(const char *name)
{
    int found = 0;
    for (int path = KERNELS; path >= 1; path--)
        if (strcmp(name, kernels[path - 1]->name) == 0 && (!found || fast_path_available(path))) found = path;
    return found;
}

const struct kernel *kernel_for(int path) { return kernels[(fast_path_available(path) ? path : fast_path()) - 1]; }

/* The lanes find solutions in no order: where a puzzle has several, solve_one finds the least. It also solves the
   puzzles that the lanes gave up. */
static size_t finish(const struct kernel *kernel, Batch *batch, size_t done)
{
    for (size_t i = 0; i < done; i++) {
        if (batch->counts[i] < (batch->solutions ? 2 : GIVEN_UP)) continue;
        unsigned char *solution = batch->solutions ? batch->solutions + i * batch->apart : NULL;
        const unsigned char *puzzle = batch->puzzles + i * batch->stride;
        int found = kernel->solve_one(puzzle, solution, 2, &batch->guesses, batch->stop);
        if (found < 0) return i;
        batch->counts[i] = (unsigned char)found;
    }
    return done;
}

size_t fast_solve_many(const unsigned char *puzzles, size_t n, size_t stride, unsigned char *solutions,
                       size_t apart, unsigned char *counts, uint64_t *guesses, int path, const fast_stop *stop)
{
    Batch batch = {puzzles, n, stride, solutions, apart, counts, .stop = stop};
    const struct kernel *kernel = kernel_for(path);
    size_t done = finish(kernel, &batch, kernel->solve_many(&batch));
    if (guesses) *guesses += batch.guesses;
    return done;
}

int fast_solve_one(const unsigned char *puzzle, unsigned char *solution, int limit, uint64_t *guesses, int path,
                   const fast_stop *stop)
{
    return kernel_for(path)->solve_one(puzzle, solution, limit, guesses, stop);
}

int fast_is_unique(const unsigned char *puzzle, const fast_stop *stop)
{
    int found = kernel_for(0)->solve_one(puzzle, NULL, 2, NULL, stop);
    return found < 0 ? found : found == 1;
}

int fast_is_minimal(const unsigned char *puzzle, const fast_stop *stop)
{
    return kernel_for(0)->is_minimal(puzzle, stop);
}

_Static_assert(_Alignof(struct fast_walk) <= _Alignof(uint64_t), "fast.h says how the caller is to align it");

size_t fast_walk_size(void) { return sizeof(struct fast_walk); }

void fast_walk_begin(fast_walk *walk, const unsigned char *puzzle, int path)
{
    walk->kernel = kernel_for(path);
    walk->guesses = 0;
    walk->fruitless = 0;
    walk->depth = 0;
    walk->begun = false;
    memcpy(walk->puzzle, puzzle, FAST_CELLS);
}

size_t fast_walk_next(fast_walk *walk, unsigned char *solutions, size_t room, uint64_t patience,
                      const fast_stop *stop)
{
    return walk->kernel->walk_next(walk, solutions, room, patience, stop);
}

int fast_walk_ended(const fast_walk *walk) { return walk->begun && !walk->depth; }

uint64_t fast_walk_guesses(const fast_walk *walk) { return walk->guesses; }
