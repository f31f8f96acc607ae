/* One puzzle at a time, AVX2: one_rows.h in registers of four words. */
#if defined(__x86_64__)
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,popcnt,bmi,bmi2,lzcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,popcnt,bmi,bmi2,lzcnt")
#endif
#include "one_wide.h"
#define PATH_NAME "avx2"
#define PATH_TABLE one_avx2
#include "one_rows.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#else
typedef int built_elsewhere; /* an empty file is not C */
#endif
