/* BEGIN_TARGET("avx2,bmi"): the functions up to END_TARGET may use these instructions, even if the compiler's
   options do not allow them. With GCC the region ends at the end of the file.

   A kernel defines available() before BEGIN_TARGET, because it is called on every machine. It tests every feature
   of the target. */
#ifndef FAST_TARGET_H
#define FAST_TARGET_H

#define FAST_PRAGMA(text) _Pragma(#text)
#ifdef __clang__
#define BEGIN_TARGET(features) \
    FAST_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define END_TARGET _Pragma("clang attribute pop")
#else
#define BEGIN_TARGET(features) FAST_PRAGMA(GCC target(features))
#define END_TARGET
#endif

#endif
