/* The SIMD operations on 16 bytes, for all x86 instruction sets. */
typedef uint8_t Bytes __attribute__((vector_size(16), may_alias));

#define HAVE_BYTE_LOOKUP
static inline Bytes lookup(Bytes table, Bytes x) { return (Bytes)_mm_shuffle_epi8((__m128i)table, (__m128i)x); }
static inline Bytes narrow_saturating(const uint16_t *from)
{
    const __m128i *two = (const __m128i *)from;
    return (Bytes)_mm_packus_epi16(_mm_loadu_si128(two), _mm_loadu_si128(two + 1));
}
