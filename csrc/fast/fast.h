/* The fast core: what the rest of the project may ask of it. Everything else in this folder is a means to
   these. No global that changes, no dependency: every function may be called from any number of threads at
   once.

   A puzzle is 81 bytes, row by row: '1'..'9' or 1..9 is a clue, anything else an empty cell. A solution is 81
   ASCII digits, without a zero at the end. A puzzle whose clues clash has no solution; that is no error. */
#ifndef FAST_H
#define FAST_H
#include <stddef.h>
#include <stdint.h>

enum { FAST_CELLS = 81 };

/* Stopping: another thread stores anything but 0, and the function returns within a millisecond. The flag is
   read atomically. Wherever a stop is asked for, NULL means "not to be stopped". */
typedef struct {
    int32_t asked;
} fast_stop;

/* Paths (kernels.c): the same answers from different instructions. Path 0 is the best one that is available; the
   others are numbered from 1, the best first. Their names: avx512 (two numbers: with and without VBMI), avx2, sse4,
   neon, portable. The compiler's target decides which are built, the machine which are available. A function that is
   given a path that is not available uses the best one. */
int fast_path(void);                   /* the number of the best available path, never 0 */
int fast_path_count(void);             /* of the paths that are built */
const char *fast_path_name(int path);  /* NULL if there is no such path */
int fast_path_available(int path);     /* 1 if this machine has its instructions */
int fast_path_named(const char *name); /* the first available one of this name, or 0 if no path has it */

/* Many puzzles (lanes.inc.h). `puzzles` holds n of them, `stride` bytes apart: 81, or 82 with a newline.
   `solutions`: n places, `apart` bytes apart, or NULL. Nothing is written between them, so that newlines which
   stand there stay. A puzzle without solution leaves its 81 bytes as they were; of several solutions the
   lexicographically first is given. `counts`: n bytes: 0, 1, or 2 for several. `guesses`, if not NULL: their
   number is added to it. Returns how many are done, from the first on: n, or fewer if it was stopped or there
   was no memory; what the buffers hold of the others is then unspecified. */
size_t fast_solve_many(const unsigned char *puzzles, size_t n, size_t stride, unsigned char *solutions,
                       size_t apart, unsigned char *counts, uint64_t *guesses, int path, const fast_stop *stop);

/* One puzzle, with the least delay (one_search.inc.h). Returns the number of its solutions, but `limit` at most (1 or more: 2
   tells whether there is just one), or -1 if it was stopped. `solution` (81 bytes, or NULL): the
   lexicographically first. */
int fast_solve_one(const unsigned char *puzzle, unsigned char *solution, int limit, uint64_t *guesses, int path,
                   const fast_stop *stop);

/* 1, 0, or -1 if it was stopped. Minimal: just one solution, and several without any one of its clues. */
int fast_is_unique(const unsigned char *puzzle, const fast_stop *stop);
int fast_is_minimal(const unsigned char *puzzle, const fast_stop *stop);

/* All solutions in lexicographic order, a block at a time. The caller gives fast_walk_size() bytes,
   aligned as a uint64_t is, that hold the whole search. fast_walk_next writes at most `room` solutions of 81 digits
   and returns how many: fewer than room when there are no more (fast_walk_ended is then 1), when it has made
   `patience` guesses, or when it was stopped: it can be taken up again. */
typedef struct fast_walk fast_walk;
size_t fast_walk_size(void);
void fast_walk_begin(fast_walk *walk, const unsigned char *puzzle, int path);
size_t fast_walk_next(fast_walk *walk, unsigned char *solutions, size_t room, uint64_t patience,
                      const fast_stop *stop);
int fast_walk_ended(const fast_walk *walk);
uint64_t fast_walk_guesses(const fast_walk *walk);

/* How many solutions, without listing them (count.c). `limit`: stop counting there, 0 for all. `memory`: how
   many bytes it may use to remember parts that it has met, 0 for its own choice. Returns FAST_COUNTED, or why
   there is no count. */
typedef struct {
    uint64_t low, high;
} fast_number; /* low + high * 2^64 */
enum { FAST_COUNTED, FAST_STOPPED, FAST_NO_MEMORY };
int fast_count(const unsigned char *puzzle, uint64_t limit, fast_number *count, size_t memory, int path,
               const fast_stop *stop);

#endif
