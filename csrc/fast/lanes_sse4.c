/* The path sse4: see lanes.h. */
#if defined(__x86_64__)
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("sse4.1,sse4.2,popcnt"))), apply_to = function)
#else
#pragma GCC target("sse4.1,sse4.2,popcnt")
#endif
#include <stdint.h>
typedef uint32_t LaneSet;
#include "words_sse4.h"
#include "lanes.h"

size_t fast_lanes_sse4(Batch *batch) { return solve_on_lanes(batch); }
#ifdef __clang__
#pragma clang attribute pop
#endif
#else
typedef int built_elsewhere; /* an empty file is not C */
#endif
