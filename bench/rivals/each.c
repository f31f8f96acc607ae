/* One function that solves one puzzle, called for many: what Python would do at half a microsecond a call.
   The signatures are those that the solvers' own headers publish; bench/rivals/libraries.py says which is whose. */
#include <stddef.h>
#include <stdint.h>

/* Some notice the limit only once they are beyond it. */
static size_t at_most(size_t count, size_t limit) { return count < limit ? count : limit; }

/* tdoku's SolverFn, shared by the solvers that it wraps */
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

/* what the Rust crate exports for tdoku's benchmark: count and guesses as a pair */
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
