/* A kernel is the core compiled for one instruction set: each file avx512.c, avx2.c ... defines one from the
   templates *.inc.h. kernels.c chooses the kernel of each call. */
#ifndef FAST_KERNEL_H
#define FAST_KERNEL_H
#include "count.h"
#include "one.h"
#include <stdlib.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

typedef uint32_t LaneSet; /* a bit for each lane */

/* The arguments and results of a call of fast_solve_many. */
typedef struct {
    const unsigned char *puzzles;
    size_t n, stride;
    unsigned char *solutions; /* for each puzzle the first solution found, in any order */
    size_t solution_stride;
    unsigned char *counts;
    uint64_t guesses; /* of all puzzles */
    const fast_stop *stop;
} Batch;

/* The count of a puzzle that the lanes leave to solve_one. */
enum { ABANDONED = 3 };

struct kernel {
    const char *name;
    int (*available)(void); /* whether this machine has its instructions */

    /* lanes.inc.h: returns how many puzzles are done, as fast_solve_many does. */
    size_t (*solve_many)(Batch *batch);

    /* one_search.inc.h */
    int (*solve_one)(const unsigned char *puzzle, unsigned char *solution, int limit, uint64_t *guesses,
                     const fast_stop *stop);
    int (*is_minimal)(const unsigned char *puzzle, const fast_stop *stop);
    size_t (*walk_next)(struct fast_walk *walk, unsigned char *solutions, size_t room, uint64_t max_guesses,
                        const fast_stop *stop);
    /* For count.c: the number of solutions, at most `limit`, or MANY_GUESSES if that takes more than
       `max_guesses`. If it returns `limit` or MANY_GUESSES, `candidates` receives the candidates of each cell as
       bits, after propagation without a guess. */
    int (*count_few)(const unsigned char *puzzle, int limit, uint64_t max_guesses, uint16_t candidates[FAST_CELLS],
                     const fast_stop *stop);

    /* count_cliques.inc.h or count_couples.inc.h: the number of solutions of a part for which fits_in_words
       (count.c) holds. `part` has `digits` lists, at least 3, the shortest first. `workspace` has
       clique_workspace bytes and is aligned to CACHE_LINE. */
    uint64_t (*count_cliques)(void *workspace, Progress *progress, const Templates *part, int digits);
    size_t clique_workspace;
};

/* The kernel of a file that has included the templates and defines available(). */
#define KERNEL(NAME)                 \
    {.name = NAME,                   \
     .available = available,         \
     .solve_many = lanes_solve_many, \
     .solve_one = one_solve,         \
     .is_minimal = one_is_minimal,   \
     .walk_next = one_walk_next,     \
     .count_few = one_count_few,     \
     .count_cliques = count_cliques, \
     .clique_workspace = sizeof(CliqueWorkspace)}

extern const struct kernel kernel_avx512, kernel_avx512_skylake, kernel_avx2, kernel_sse4, kernel_neon,
    kernel_portable;

/* The kernel with this number, or the best one if it is not available (kernels.c). */
const struct kernel *kernel_for(int kernel);

#endif
