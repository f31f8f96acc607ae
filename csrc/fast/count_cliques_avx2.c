/* count_cliques.h with avx2. */
#if defined(__x86_64__)
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,popcnt,bmi,bmi2,lzcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,popcnt,bmi,bmi2,lzcnt")
#endif
#include "count.h"
#define CLIQUES cliques_avx2
#include "count_cliques.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#else
typedef int built_elsewhere; /* an empty file is not C */
#endif
