/* The fast core for Python: fast.h, and functions that would take longer in Python than the solving itself. */
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif
#include "fast.h"

typedef unsigned char Bytes16 __attribute__((vector_size(16)));

/* 255 for each byte that is a digit or a dot, or if `rare` another sign of an empty cell; 0 for the others. */
static inline Bytes16 cells(const unsigned char *text, const int rare)
{
    Bytes16 c;
    memcpy(&c, text, sizeof c);
    Bytes16 usual = (Bytes16)(c - '0' <= 9) | (Bytes16)(c == '.');
    return rare ? usual | (Bytes16)(c == '*') | (Bytes16)(c == '_') : usual;
}

static inline int all_cells_of(const unsigned char *text, const int rare)
{
    Bytes16 all = cells(text + FAST_CELLS - 16, rare); /* the last 16 bytes, which overlap the ones before */
    for (int cell = 0; cell + 16 <= FAST_CELLS; cell += 16)
        all &= cells(text + cell, rare);
    uint64_t half[2];
    memcpy(half, &all, sizeof half);
    return (half[0] & half[1]) == UINT64_MAX;
}

static int all_cells(const unsigned char *text) { return all_cells_of(text, 0) || all_cells_of(text, 1); }

/* A record is 81 cells, then, depending on the stride, nothing, a newline, or a carriage return and a newline. */
static int has_line_end(const unsigned char *record, size_t stride)
{
    const unsigned char *end = record + FAST_CELLS;
    return stride == FAST_CELLS || (stride == FAST_CELLS + 1 ? end[0] == '\n' : end[0] == '\r' && end[1] == '\n');
}

/* The number of valid records before the first invalid one. */
static size_t binding_leading_grids(const unsigned char *text, size_t n, size_t stride)
{
    size_t record = 0;
    while (record < n && has_line_end(text, stride) && all_cells(text))
        record++, text += stride;
    return record;
}

/* fast_solve_one of a text; -2 if the text is not 81 cells. */
static int binding_solve_text(const unsigned char *text, size_t length, unsigned char *solution, int limit,
                              int kernel)
{
    if (length != FAST_CELLS || !binding_leading_grids(text, 1, FAST_CELLS)) return -2;
    return fast_solve_one(text, solution, limit, NULL, kernel, NULL);
}

/* Writes what fast_solve_many does not: zeros for puzzles without solution, and newlines if there is room for
   them. */
static void binding_finish(unsigned char *solutions, const unsigned char *counts, size_t n, size_t solution_stride)
{
    for (size_t i = 0; i < n; i++, solutions += solution_stride) {
        if (solution_stride > FAST_CELLS) solutions[FAST_CELLS] = '\n';
        if (!counts[i]) memset(solutions, '0', FAST_CELLS);
    }
}

/* Advises the system to use large pages for a large new buffer: its first access then takes a fifth of the time. */
static void binding_use_large_pages(unsigned char *buffer, size_t size)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t page = 1 << 21, begin = ((uintptr_t)buffer + page - 1) & -page;
    const uintptr_t end = ((uintptr_t)buffer + size) & -page;
    if (begin < end) madvise((void *)begin, end - begin, MADV_HUGEPAGE);
#else
    (void)buffer, (void)size;
#endif
}
