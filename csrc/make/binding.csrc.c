/* Batches of grids for Python. */
#include <stdint.h>
#include <string.h>

#include "documents.c"
#include "full.c"
#include "make.h"
#include "removal.c"

static void make_full_grids(uint64_t seed, const uint64_t *numbers, int64_t attempt, size_t n, unsigned char *grids)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t key[3] = {seed, numbers[i], (uint64_t)attempt};
        make_rng rng = make_rng_of(key, attempt < 0 ? 2 : 3);
        make_full(&rng, grids + MAKE_CELLS * i);
    }
}

static void make_document_grids(const unsigned char *full, int uniform, int clues, uint64_t seed, uint64_t first,
                                size_t n, unsigned char *grids)
{
    for (size_t i = 0; i < n; i++, grids += MAKE_CELLS) {
        const uint64_t key[2] = {seed, first + i};
        make_rng rng = make_rng_of(key, 2);
        if (uniform) make_full(&rng, grids);
        if (uniform || full)
            make_by_removal(uniform ? grids : full, clues, &rng, grids);
        else
            make_mr(clues, &rng, grids);
    }
}

static uint64_t make_scilab_rng_grids(const unsigned char *full, int clues, uint64_t state, size_t n,
                                      unsigned char *grids)
{
    make_rng rng = {state, 1};
    unsigned char unused[MAKE_CELLS];
    for (size_t i = 0; i < n; i++) {
        unsigned char *grid = grids ? grids + MAKE_CELLS * i : unused;
        if (full)
            make_by_removal(full, clues, &rng, grid);
        else
            make_mr(clues, &rng, grid);
    }
    return rng.state;
}

static void make_begin_removals(make_removal *removals, uint64_t seed, const uint64_t *numbers, uint64_t attempt,
                                size_t n, const make_groups *groups, int min_clues, const unsigned char *full,
                                unsigned char *fulls)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t key[3] = {seed, numbers[i], attempt};
        make_rng rng = make_rng_of(key, 3);
        unsigned char *grid = fulls + MAKE_CELLS * i;
        if (full)
            memcpy(grid, full, MAKE_CELLS);
        else
            make_full(&rng, grid);
        make_removal_begin(removals + i, grid, groups, min_clues, &rng);
    }
}

static size_t make_next_queries(make_removal *removals, size_t n, const make_groups *groups, unsigned char *grids,
                                uint32_t *owners)
{
    size_t n_queries = 0;
    for (size_t i = 0; i < n; i++)
        if (make_removal_next_query(removals + i, groups, grids + MAKE_CELLS * n_queries))
            owners[n_queries++] = (uint32_t)i;
    return n_queries;
}

static void make_answer_queries(make_removal *removals, const make_groups *groups, const uint32_t *owners,
                                const unsigned char *counts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        make_removal_answer(removals + owners[i], groups, counts[i] == 1);
}

static void make_puzzles(const make_removal *removals, size_t n, unsigned char *grids)
{
    for (size_t i = 0; i < n; i++)
        memcpy(grids + MAKE_CELLS * i, removals[i].cells, MAKE_CELLS);
}
