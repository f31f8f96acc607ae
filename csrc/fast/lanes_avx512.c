/* The path avx512: see lanes.h. */
#if defined(__x86_64__)
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,popcnt,bmi,bmi2"))), \
                             apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,popcnt,bmi,bmi2")
#endif
#include <stdint.h>
typedef uint32_t LaneSet;
#include "words_avx512.h"
#include "lanes.h"

size_t fast_lanes_avx512(Batch *batch) { return solve_on_lanes(batch); }
#ifdef __clang__
#pragma clang attribute pop
#endif
#else
typedef int built_elsewhere; /* an empty file is not C */
#endif
