/* The table of kernels, and the public functions that choose a kernel and call it. */
#include "kernel.h"

/* The best first. */
static const struct kernel *const kernels[] = {
#if defined(__x86_64__)
    &kernel_avx512,   &kernel_avx512_skylake, &kernel_avx2, &kernel_sse4,
#elif defined(__aarch64__)
    &kernel_neon,
#endif
    &kernel_portable,
};
enum { KERNELS = sizeof kernels / sizeof kernels[0] };

int fast_kernel_count(void) { return KERNELS; }

const char *fast_kernel_name(int kernel)
{
    return kernel >= 1 && kernel <= KERNELS ? kernels[kernel - 1]->name : NULL;
}

int fast_kernel_available(int kernel)
{
    return kernel >= 1 && kernel <= KERNELS && kernels[kernel - 1]->available();
}

int fast_best_kernel(void)
{
    int kernel = 1;
    while (!fast_kernel_available(kernel))
        kernel++;
    return kernel;
}

int fast_kernel_named(const char *name)
{
    for (int kernel = 1; kernel <= KERNELS; kernel++)
        if (strcmp(name, kernels[kernel - 1]->name) == 0) return kernel;
    return 0;
}

const struct kernel *kernel_for(int kernel)
{
    return kernels[(fast_kernel_available(kernel) ? kernel : fast_best_kernel()) - 1];
}

/* The lanes find solutions in any order: if a puzzle has several, solve_one finds the lexicographically first
   one. It also solves the puzzles that the lanes abandoned. */
static size_t solve_rest(const struct kernel *kernel, Batch *batch, size_t done)
{
    for (size_t i = 0; i < done; i++) {
        if (batch->counts[i] < (batch->solutions ? 2 : ABANDONED)) continue;
        unsigned char *solution = batch->solutions ? batch->solutions + i * batch->solution_stride : NULL;
        const unsigned char *puzzle = batch->puzzles + i * batch->stride;
        int found = kernel->solve_one(puzzle, solution, 2, &batch->guesses, batch->stop);
        if (found < 0) return i;
        batch->counts[i] = (unsigned char)found;
    }
    return done;
}

size_t fast_solve_many(const unsigned char *puzzles, size_t n, size_t stride, unsigned char *solutions,
                       size_t solution_stride, unsigned char *counts, uint64_t *guesses, int kernel,
                       const fast_stop *stop)
{
    Batch batch = {puzzles, n, stride, solutions, solution_stride, counts, .stop = stop};
    const struct kernel *chosen = kernel_for(kernel);
    size_t done = solve_rest(chosen, &batch, chosen->solve_many(&batch));
    if (guesses) *guesses += batch.guesses;
    return done;
}

int fast_solve_one(const unsigned char *puzzle, unsigned char *solution, int limit, uint64_t *guesses, int kernel,
                   const fast_stop *stop)
{
    return kernel_for(kernel)->solve_one(puzzle, solution, limit, guesses, stop);
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

_Static_assert(_Alignof(struct fast_walk) <= _Alignof(uint64_t), "fast.h promises this alignment to the caller");

size_t fast_walk_size(void) { return sizeof(struct fast_walk); }

void fast_walk_begin(fast_walk *walk, const unsigned char *puzzle, int kernel)
{
    walk->kernel = kernel_for(kernel);
    walk->guesses = 0;
    walk->dead_ends = 0;
    walk->depth = 0;
    walk->begun = false;
    memcpy(walk->puzzle, puzzle, FAST_CELLS);
}

size_t fast_walk_next(fast_walk *walk, unsigned char *solutions, size_t room, uint64_t max_guesses,
                      const fast_stop *stop)
{
    return walk->kernel->walk_next(walk, solutions, room, max_guesses, stop);
}

int fast_walk_ended(const fast_walk *walk) { return walk->begun && !walk->depth; }

uint64_t fast_walk_guesses(const fast_walk *walk) { return walk->guesses; }
