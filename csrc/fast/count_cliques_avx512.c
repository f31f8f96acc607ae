/* count_cliques.h with avx512: all the words in one register. */
#if defined(__x86_64__)
#include "count.h"
#include <immintrin.h>

#define FIXED static inline __attribute__((always_inline))
#ifdef __clang__
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vpopcntdq,avx2,popcnt,bmi,bmi2,lzcnt"))), \
    apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx512vpopcntdq,avx2,popcnt,bmi,bmi2,lzcnt")
#endif

FIXED void strike(uint64_t *left, const uint64_t *mine, const uint64_t *row)
{
    _mm512_storeu_si512(left, _mm512_and_si512(_mm512_loadu_si512(mine), _mm512_loadu_si512(row)));
}

/* Words of one slot each: that of `slots` with the fewest bits. -1 if one of them has none, or all of NEXT, or of
   LAST. */
FIXED int fewest_word(const uint64_t *mine, unsigned slots, unsigned next, unsigned last)
{
    __m512i words = _mm512_loadu_si512(mine);
    unsigned some = _mm512_test_epi64_mask(words, words);
    if ((slots & ~some) || !(next & some) || !(last & some))
        return -1;
    if (!(slots & (slots - 1)))
        return __builtin_ctz(slots);
    __m512i rank = _mm512_or_si512(_mm512_slli_epi64(_mm512_popcnt_epi64(words), 3),
                                   _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
    return (int)(_mm512_mask_reduce_min_epu64((__mmask8)slots, rank) & 7);
}

/* For each bit of a word of NEXT, how many of LAST go with it, all words of LAST at once. `row` has an entry for
   "no bit", where nothing goes: so the first bits are counted without a question. */
FIXED __m512i goes_with(const uint64_t (*row)[WORDS], uint64_t x, __m512i last)
{
    return _mm512_popcnt_epi64(_mm512_and_si512(last, _mm512_loadu_si512(row[_tzcnt_u64(x)])));
}

/* The last upper choice: the sum over its bits, for words `w` to `end`. */
FIXED uint64_t count_last(const Cliques *q, const uint64_t *mine, int w, int end)
{
    Slot next = q->slot[NEXT];
    __m512i sum = _mm512_setzero_si512();
    for (; w < end; w++)
        for (uint64_t m = mine[w]; m; m &= m - 1) {
            const uint64_t *row = q->row[w * ROWS + __builtin_ctzll(m)];
            __m512i last = _mm512_maskz_and_epi64((__mmask8)q->last_words, _mm512_loadu_si512(mine),
                                                  _mm512_loadu_si512(row));
            for (int k = next.first; k < next.first + next.words; k++) {
                const uint64_t(*entry)[WORDS] = q->row + k * ROWS;
                uint64_t x = mine[k] & row[k], second = x & (x - 1), third = second & (second - 1);
                sum = _mm512_add_epi64(sum, goes_with(entry, x, last));
                sum = _mm512_add_epi64(sum, goes_with(entry, second, last));
                sum = _mm512_add_epi64(sum, goes_with(entry, third, last));
                for (uint64_t others = third & (third - 1); others; others &= others - 1)
                    sum = _mm512_add_epi64(sum, goes_with(entry, others, last));
            }
        }
    return (uint64_t)_mm512_reduce_add_epi64(sum);
}

#define CLIQUES_IN_A_REGISTER
#define CLIQUES_COUNT cliques_count_avx512
#include "count_cliques.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#else
typedef int built_elsewhere; /* an empty file is not C */
#endif
