/* The batches that Python asks for. */
#include <stdint.h>
#include <string.h>

#include "documents.c"
#include "full.c"
#include "make.h"
#include "shrink.c"

static void make_fulls(uint64_t seed, const uint64_t *numbers, int64_t attempt, size_t n, unsigned char *grids)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t key[3] = {seed, numbers[i], (uint64_t)attempt};
        make_chance chance = make_chance_of(key, attempt < 0 ? 2 : 3);
        make_full(&chance, grids + MAKE_CELLS * i);
    }
}

static void make_by_document(const unsigned char *full, int uniform, int clues, uint64_t seed, uint64_t first,
                             size_t n, unsigned char *grids)
{
    for (size_t i = 0; i < n; i++, grids += MAKE_CELLS) {
        const uint64_t key[2] = {seed, first + i};
        make_chance chance = make_chance_of(key, 2);
        if (uniform) make_full(&chance, grids);
        if (uniform || full)
            make_emptied(uniform ? grids : full, clues, &chance, grids);
        else
            make_mr(clues, &chance, grids);
    }
}

static uint64_t make_by_scilab(const unsigned char *full, int clues, uint64_t state, size_t n, unsigned char *grids)
{
    make_chance chance = {state, 1};
    unsigned char unwanted[MAKE_CELLS];
    for (size_t i = 0; i < n; i++) {
        unsigned char *grid = grids ? grids + MAKE_CELLS * i : unwanted;
        if (full)
            make_emptied(full, clues, &chance, grid);
        else
            make_mr(clues, &chance, grid);
    }
    return chance.state;
}

static void make_begin(make_shrinking *leads, uint64_t seed, const uint64_t *numbers, uint64_t attempt, size_t n,
                       const make_groups *groups, int least, const unsigned char *full, unsigned char *fulls)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t key[3] = {seed, numbers[i], attempt};
        make_chance chance = make_chance_of(key, 3);
        unsigned char *grid = fulls + MAKE_CELLS * i;
        if (full)
            memcpy(grid, full, MAKE_CELLS);
        else
            make_full(&chance, grid);
        make_shrinking_begin(leads + i, grid, groups, least, &chance);
    }
}

static size_t make_ask(make_shrinking *leads, size_t n, const make_groups *groups, unsigned char *grids,
                       uint32_t *whose)
{
    size_t asked = 0;
    for (size_t i = 0; i < n; i++)
        if (make_shrinking_ask(leads + i, groups, grids + MAKE_CELLS * asked)) whose[asked++] = (uint32_t)i;
    return asked;
}

static void make_answer(make_shrinking *leads, const make_groups *groups, const uint32_t *whose,
                        const unsigned char *counts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        make_shrinking_answer(leads + whose[i], groups, counts[i] == 1);
}

static void make_puzzles(const make_shrinking *leads, size_t n, unsigned char *grids)
{
    for (size_t i = 0; i < n; i++)
        memcpy(grids + MAKE_CELLS * i, leads[i].cells, MAKE_CELLS);
}
