/* Loops that call a solver for each puzzle, because a call from Python costs half a microsecond. The signatures are
   those of the solvers' headers; see bench/rivals/libraries.py. */
#include <stddef.h>
#include <stdint.h>

/* Some solvers count beyond the limit. */
static size_t at_most(size_t count, size_t limit) { return count < limit ? count : limit; }

/* SolverFn of tdoku, also for the solvers that tdoku wraps */
typedef size_t like_tdoku(const char *puzzle, size_t limit, uint32_t flags, char *solution, size_t *guesses);

uint64_t each_like_tdoku(like_tdoku *solve, uint32_t flags, const char *puzzles, size_t n, size_t stride,
                         size_t limit, char *solutions)
{
    char nowhere[96];
    uint64_t found = 0;
    for (size_t i = 0; i < n; i++) {
        size_t guesses = 0;
        char *solution = solutions ? solutions + 81 * i : nowhere;
        found += at_most(solve(puzzles + i * stride, limit, flags, solution, &guesses), limit);
    }
    return found;
}

/* the function of the Rust crate in tdoku's benchmark, which returns count and guesses */
typedef struct {
    size_t count, guesses;
} counted;
typedef counted like_rust(const char *puzzle, size_t limit);

uint64_t each_like_rust(like_rust *solve, const char *puzzles, size_t n, size_t stride, size_t limit)
{
    uint64_t found = 0;
    for (size_t i = 0; i < n; i++)
        found += at_most(solve(puzzles + i * stride, limit).count, limit);
    return found;
}

/* our own fast_solve_one */
typedef int like_ours(const unsigned char *puzzle, unsigned char *solution, int limit, uint64_t *guesses, int path,
                      const void *stop);

uint64_t each_like_ours(like_ours *solve, const unsigned char *puzzles, size_t n, size_t stride, int limit,
                        unsigned char *solutions, int path)
{
    unsigned char nowhere[96];
    uint64_t found = 0, guesses = 0;
    for (size_t i = 0; i < n; i++)
        found += (uint64_t)solve(puzzles + i * stride, solutions ? solutions + 81 * i : nowhere, limit, &guesses,
                                 path, NULL);
    return found;
}
