/* A call of fast_solve_many, as path.c hands it to the lanes. */
#ifndef FAST_BATCH_H
#define FAST_BATCH_H
#include "stop.h"

typedef struct {
    const unsigned char *puzzles;
    size_t n, stride;
    unsigned char *solutions; /* of several the first that was met, not yet the least */
    size_t apart;
    unsigned char *counts;
    uint64_t guesses; /* of all together */
    const fast_stop *stop;
} Batch;

/* The count of a puzzle that the lanes give up: another search is to take it. */
enum { GIVEN_UP = 3 };

/* Each returns how many puzzles are done, as fast_solve_many does. */
size_t fast_lanes_avx512(Batch *batch);
size_t fast_lanes_avx2(Batch *batch);
size_t fast_lanes_sse4(Batch *batch);
size_t fast_lanes_neon(Batch *batch);
size_t fast_lanes_portable(Batch *batch);

#endif
