/* The vectors of one_rows.inc.h, in registers of four 64-bit words (AVX2). */
#include <immintrin.h>

typedef __m256i vec;

INLINE vec both(vec a, vec b) { return _mm256_and_si256(a, b); }
INLINE vec either(vec a, vec b) { return _mm256_or_si256(a, b); }
INLINE vec minus(vec a, vec b) { return _mm256_andnot_si256(b, a); }
INLINE vec different(vec a, vec b) { return _mm256_xor_si256(a, b); }
INLINE vec each(int lane) { return _mm256_set1_epi16((short)lane); }
INLINE vec is_zero(vec x) { return _mm256_cmpeq_epi16(x, each(0)); }
INLINE vec below(vec x) { return both(x, _mm256_sub_epi16(x, each(1))); } /* each lane without its lowest bit */
INLINE bool some(vec x) { return !_mm256_testz_si256(x, x); }
INLINE uint64_t word(vec x, int k) /* k is known when this is compiled, or the compiler goes through memory */
{
    uint64_t words[4];
    memcpy(words, &x, sizeof words);
    return words[k];
}
INLINE vec only_word(uint64_t value, int k)
{
    return both(_mm256_set1_epi64x((long long)value),
                _mm256_cmpeq_epi64(_mm256_set_epi64x(3, 2, 1, 0), _mm256_set1_epi64x(k)));
}
INLINE vec cells(void) { return _mm256_set_epi64x(0, 0xFFFFFFFFFFFF, 0xFFFFFFFFFFFF, 0xFFFFFFFFFFFF); }

/* Each cell looks at the next one of its box in the row, or at the one after; each box at the next one or the
   one after. */
#define IN_BOTH_HALVES(...) _mm256_broadcastsi128_si256(_mm_setr_epi8(__VA_ARGS__))
INLINE vec next_cell(vec x)
{
    return _mm256_shuffle_epi8(x, IN_BOTH_HALVES(2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15));
}
INLINE vec after_cell(vec x)
{
    return _mm256_shuffle_epi8(x, IN_BOTH_HALVES(4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15));
}
INLINE vec next_box(vec x) { return _mm256_permute4x64_epi64(x, 0xC9); }  /* words 1, 2, 0, 3 */
INLINE vec after_box(vec x) { return _mm256_permute4x64_epi64(x, 0xD2); } /* words 2, 0, 1, 3 */
