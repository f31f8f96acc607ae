/* One puzzle at a time, SSE4.2: one_rows.h with two registers a vector. */
#if defined(__x86_64__)
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("sse4.2,popcnt"))), apply_to = function)
#else
#pragma GCC target("sse4.2,popcnt")
#endif
#include "one_halves.h"
#define PATH_NAME "sse4"
#define PATH_TABLE one_sse4
#include "one_rows.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#else
typedef int built_elsewhere; /* an empty file is not C */
#endif
