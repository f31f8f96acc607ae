/* The rows of one_rows.inc.h in AVX2 registers: four words of 64 bits. */
typedef __m256i Row;

INLINE Row row_and(Row a, Row b) { return _mm256_and_si256(a, b); }
INLINE Row row_or(Row a, Row b) { return _mm256_or_si256(a, b); }
INLINE Row row_xor(Row a, Row b) { return _mm256_xor_si256(a, b); }
INLINE Row row_without(Row a, Row b) { return _mm256_andnot_si256(b, a); }
INLINE Row row_splat(int lane) { return _mm256_set1_epi16((short)lane); }
INLINE Row row_is_zero(Row x) { return _mm256_cmpeq_epi16(x, row_splat(0)); }
INLINE Row row_without_lowest(Row x) { return row_and(x, _mm256_sub_epi16(x, row_splat(1))); }
INLINE bool row_nonzero(Row x) { return !_mm256_testz_si256(x, x); }
INLINE uint64_t row_word(Row x, int k) /* unless k is a constant, this goes through memory */
{
    uint64_t words[4];
    memcpy(words, &x, sizeof words);
    return words[k];
}
INLINE Row row_from_word(uint64_t value, int k)
{
    return row_and(_mm256_set1_epi64x((long long)value),
                   _mm256_cmpeq_epi64(_mm256_set_epi64x(3, 2, 1, 0), _mm256_set1_epi64x(k)));
}
INLINE Row row_cell_lanes(void) { return _mm256_set_epi64x(0, 0xFFFFFFFFFFFF, 0xFFFFFFFFFFFF, 0xFFFFFFFFFFFF); }

/* Each lane takes the next cell of its box in the row, or the one after; each word the next box, or the one
   after. */
#define IN_BOTH_HALVES(...) _mm256_broadcastsi128_si256(_mm_setr_epi8(__VA_ARGS__))
INLINE Row next_cell(Row x)
{
    return _mm256_shuffle_epi8(x, IN_BOTH_HALVES(2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15));
}
INLINE Row after_cell(Row x)
{
    return _mm256_shuffle_epi8(x, IN_BOTH_HALVES(4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15));
}
INLINE Row next_box(Row x) { return _mm256_permute4x64_epi64(x, 0xC9); }  /* words 1, 2, 0, 3 */
INLINE Row after_box(Row x) { return _mm256_permute4x64_epi64(x, 0xD2); } /* words 2, 0, 1, 3 */
