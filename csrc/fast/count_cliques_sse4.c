/* count_cliques.h with SSE4.2's companion, the instruction that counts bits. */
#if defined(__x86_64__)
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("sse4.2,popcnt"))), apply_to = function)
#else
#pragma GCC target("sse4.2,popcnt")
#endif
#include "count.h"
#define CLIQUES cliques_sse4
#include "count_cliques.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#else
typedef int built_elsewhere; /* an empty file is not C */
#endif
