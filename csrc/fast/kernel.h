/* A kernel is the core compiled for one instruction set: each file avx512.c, avx2.c ... defines one from the templates
   *.inc.h. kernels.c chooses the kernel of each call. */
#ifndef FAST_KERNEL_H
#define FAST_KERNEL_H
#include "count.h"
#include "one.h"
#include <stdlib.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

typedef uint32_t LaneSet; /* a bit for each lane */

/* A call of fast_solve_many. */
typedef struct {
    const unsigned char *puzzles;
    size_t n, stride;
    unsigned char *solutions; /* of several solutions the first that was found, not yet the least */
    size_t apart;
    unsigned char *counts;
    uint64_t guesses; /* of all puzzles */
    const fast_stop *stop;
} Batch;

/* The count of a puzzle that solve_many leaves to solve_one. */
enum { GIVEN_UP = 3 };

struct kernel {
    const char *name;
    int (*available)(void); /* whether this machine has its instructions */

    /* lanes.inc.h: returns how many puzzles are done, as fast_solve_many does. */
    size_t (*solve_many)(Batch *batch);

    /* one_search.inc.h */
    int (*solve_one)(const unsigned char *puzzle, unsigned char *solution, int limit, uint64_t *guesses,
                     const fast_stop *stop);
    int (*is_minimal)(const unsigned char *puzzle, const fast_stop *stop);
    size_t (*walk_next)(struct fast_walk *walk, unsigned char *solutions, size_t room, uint64_t patience,
                        const fast_stop *stop);
    /* For count.c: solve_one without a solution, for at most `patience` guesses. Where it returns `limit` or NOT_SOON
       there is more to count: `left` is then the candidates of each cell, as bits, after all that needs no guess. */
    int (*count_few)(const unsigned char *puzzle, int limit, uint64_t patience, uint16_t left[FAST_CELLS],
                     const fast_stop *stop);

    /* count_cliques.inc.h or count_couples.inc.h: how many solutions a part has when few templates are left in it
       (few_enough in count.c). `part` has `digits` lists (3 or more), the shortest first; all but the last fill
       eight words at most. `workspace` has clique_workspace bytes and is aligned to CACHE_LINE. */
    uint64_t (*count_cliques)(void *workspace, Progress *progress, const Templates *part, int digits);
    size_t clique_workspace;
};

/* The kernel of a file that has included the templates. */
#define KERNEL(name, available)                                                                      \
    {name,          available,     solve_on_lanes,         one_solve, one_is_minimal, one_walk_next, \
     one_count_few, count_cliques, sizeof(CliqueWorkspace)}

extern const struct kernel kernel_avx512, kernel_avx512_skylake, kernel_avx2, kernel_sse4, kernel_neon,
    kernel_portable;

/* The kernel with this number, or the best one if it is not available (kernels.c). */
const struct kernel *kernel_for(int path);

#endif
