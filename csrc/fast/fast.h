/* The public interface of the fast core. It needs no library and has no mutable global: every function may be
   called from any number of threads in parallel.

   A puzzle is 81 bytes, row by row: '1'..'9' or 1..9 is a clue, any other byte an empty cell. A solution is 81
   ASCII digits, without a terminating zero. A puzzle with conflicting clues is not an error: it has no
   solution. */
#ifndef FAST_H
#define FAST_H
#include <stddef.h>
#include <stdint.h>

enum { FAST_CELLS = 81 };

/* To stop a call, another thread stores a nonzero value atomically; the call then returns within a millisecond. A
   parameter `stop` may be NULL. */
typedef struct {
    int32_t requested;
} fast_stop;

/* A kernel is the core compiled for one instruction set (kernels.c). All kernels give the same answers. Kernel 0 is
   the best one that is available; the others are numbered from 1, the best first. Their names: avx512,
   avx512-skylake (without VBMI), avx2, sse4, neon, portable. Which are built depends on the compiler's target, which
   are available on the machine. If the kernel of a call is not available, the call uses the best one. */
int fast_best_kernel(void);               /* the number of the best available kernel, never 0 */
int fast_kernel_count(void);              /* of the kernels that are built */
const char *fast_kernel_name(int kernel); /* NULL if there is no such kernel */
int fast_kernel_available(int kernel);    /* 1 if this machine has its instructions */
int fast_kernel_named(const char *name);  /* the kernel with this name, or 0 */

/* Many puzzles (lanes.inc.h). Reads n puzzles, `stride` bytes from one to the next: 81, or 82 with a newline.
   Writes n solutions, `solution_stride` bytes from one to the next, unless `solutions` is NULL; bytes between
   solutions are not touched. A puzzle without solution leaves its 81 bytes as they were; of several solutions the
   lexicographically first is written. Writes n bytes to `counts`: 0, 1, or 2 for several. Adds the number of
   guesses to `guesses`, unless it is NULL. Returns the number of puzzles that are done, from the first on: n, or
   fewer if it was stopped or there was no memory; the contents of the buffers for the other puzzles are then
   unspecified. */
size_t fast_solve_many(const unsigned char *puzzles, size_t n, size_t stride, unsigned char *solutions,
                       size_t solution_stride, unsigned char *counts, uint64_t *guesses, int kernel,
                       const fast_stop *stop);

/* One puzzle, with the lowest latency (one_search.inc.h). Returns the number of its solutions, at most `limit` (1
   or more; 2 is enough to know whether the solution is unique), or -1 if it was stopped. Writes the
   lexicographically first solution to `solution` (81 bytes), unless it is NULL. */
int fast_solve_one(const unsigned char *puzzle, unsigned char *solution, int limit, uint64_t *guesses, int kernel,
                   const fast_stop *stop);

/* 1, 0, or -1 if it was stopped. A puzzle is minimal if it has one solution, and several without any one clue. */
int fast_is_unique(const unsigned char *puzzle, const fast_stop *stop);
int fast_is_minimal(const unsigned char *puzzle, const fast_stop *stop);

/* All solutions in lexicographic order, one block per call. The caller provides fast_walk_size() bytes, aligned
   like a uint64_t, which hold the whole search. fast_walk_next writes at most `room` solutions of 81 digits and
   returns their number. It returns fewer than `room` if there are no more (then fast_walk_ended is 1), if it has
   made `max_guesses`, or if it was stopped; in the last two cases the next call continues. */
typedef struct fast_walk fast_walk;
size_t fast_walk_size(void);
void fast_walk_begin(fast_walk *walk, const unsigned char *puzzle, int kernel);
size_t fast_walk_next(fast_walk *walk, unsigned char *solutions, size_t room, uint64_t max_guesses,
                      const fast_stop *stop);
int fast_walk_ended(const fast_walk *walk);
uint64_t fast_walk_guesses(const fast_walk *walk);

/* The number of solutions, without listing them (count.c). It stops counting at `limit`, unless that is 0. It uses
   a cache of `cache_bytes`; 0 is the default size. Returns FAST_COUNTED, or why there is no count. */
typedef struct {
    uint64_t low, high;
} fast_number; /* low + high * 2^64 */
enum { FAST_COUNTED, FAST_STOPPED, FAST_NO_MEMORY };
int fast_count(const unsigned char *puzzle, uint64_t limit, fast_number *count, size_t cache_bytes, int kernel,
               const fast_stop *stop);

#endif
