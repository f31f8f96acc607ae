/* The fast core inside Python: fast.h, and what would cost more in Python than the solving itself. */
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif
#include "fast.h"

typedef unsigned char Sixteen __attribute__((vector_size(16)));

/* All bits where a byte is a digit or a point, or, of `rare` texts, another sign of an empty cell; 0 elsewhere. */
static inline Sixteen cells(const unsigned char *text, const int rare)
{
    Sixteen c;
    memcpy(&c, text, sizeof c);
    Sixteen usual = (Sixteen)(c - '0' <= 9) | (Sixteen)(c == '.');
    return rare ? usual | (Sixteen)(c == '*') | (Sixteen)(c == '_') : usual;
}

static inline int all_of_them(const unsigned char *text, const int rare)
{
    Sixteen all = cells(text + FAST_CELLS - 16, rare); /* the last sixteen, of which others are looked at twice */
    for (int cell = 0; cell + 16 <= FAST_CELLS; cell += 16)
        all &= cells(text + cell, rare);
    uint64_t half[2];
    memcpy(half, &all, sizeof half);
    return (half[0] & half[1]) == UINT64_MAX;
}

static int all_cells(const unsigned char *text) { return all_of_them(text, 0) || all_of_them(text, 1); }

/* By its stride a record is 81 cells alone, a line, or a line of another system. */
static int ends_well(const unsigned char *record, size_t stride)
{
    const unsigned char *end = record + FAST_CELLS;
    return stride == FAST_CELLS || (stride == FAST_CELLS + 1 ? end[0] == '\n' : end[0] == '\r' && end[1] == '\n');
}

/* How many records, from the first on, are what the stride says. */
static size_t binding_fit(const unsigned char *text, size_t n, size_t stride)
{
    size_t record = 0;
    while (record < n && ends_well(text, stride) && all_cells(text))
        record++, text += stride;
    return record;
}

/* fast_solve_one of a text; -2 where it is not 81 cells. */
static int binding_solve_text(const unsigned char *text, size_t length, unsigned char *solution, int limit,
                              int path)
{
    if (length != FAST_CELLS || !binding_fit(text, 1, FAST_CELLS)) return -2;
    return fast_solve_one(text, solution, limit, NULL, path, NULL);
}

/* What the core leaves to us: zeros where there is no solution, and newlines where there is room for them. */
static void binding_finish(unsigned char *solutions, const unsigned char *counts, size_t n, size_t apart)
{
    for (size_t i = 0; i < n; i++, solutions += apart) {
        if (apart > FAST_CELLS) solutions[FAST_CELLS] = '\n';
        if (!counts[i]) memset(solutions, '0', FAST_CELLS);
    }
}

/* A large buffer that nobody has touched yet: its first touch then costs a fifth. A hint, no more. */
static void binding_large_pages(unsigned char *buffer, size_t size)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t page = 1 << 21, begin = ((uintptr_t)buffer + page - 1) & -page;
    const uintptr_t end = ((uintptr_t)buffer + size) & -page;
    if (begin < end) madvise((void *)begin, end - begin, MADV_HUGEPAGE);
#else
    (void)buffer, (void)size;
#endif
}
