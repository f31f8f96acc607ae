/* BEGIN_TARGET("avx2,bmi"): the functions up to END_TARGET may use these instructions, whatever the compiler was
   called with. With GCC it holds to the end of the file. */
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
