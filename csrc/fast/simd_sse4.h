/* The SIMD operations of the kernel sse4: 8 lanes. */
#include <smmintrin.h>
#define LANES 8
typedef uint16_t Vec __attribute__((vector_size(16), may_alias));
typedef Vec LaneMask;
typedef Vec Permutation; /* for each lane, the two bytes that it takes */
#include "simd_bitwise.h"
#include "simd_x86_bytes.h"

static inline Vec splat(uint16_t x) { return (Vec)_mm_set1_epi16((short)x); }
static inline Vec load(const uint16_t *from) { return (Vec)_mm_loadu_si128((const __m128i *)from); }
static inline void store(uint16_t *to, Vec x) { _mm_storeu_si128((__m128i *)to, (__m128i)x); }
static inline Vec subtract_saturating(Vec a, Vec b) { return (Vec)_mm_subs_epu16((__m128i)a, (__m128i)b); }
static inline Vec minimum(Vec a, Vec b) { return (Vec)_mm_min_epu16((__m128i)a, (__m128i)b); }
static inline Vec maximum(Vec a, Vec b) { return (Vec)_mm_max_epu16((__m128i)a, (__m128i)b); }
static inline LaneSet lanes_equal(Vec a, Vec b)
{
    __m128i equal = _mm_cmpeq_epi16((__m128i)a, (__m128i)b);
    return (LaneSet)_mm_movemask_epi8(_mm_packs_epi16(equal, _mm_setzero_si128()));
}
static inline Permutation permutation_of(const uint16_t *from)
{
    return load(from) * splat(0x0202) + splat(0x0100);
}
static inline Vec permute(Vec x, Permutation r) { return (Vec)_mm_shuffle_epi8((__m128i)x, (__m128i)r); }

typedef Bytes WideBytes;
static inline WideBytes wide_interleave_low(WideBytes a, WideBytes b)
{
    return (WideBytes)_mm_unpacklo_epi8((__m128i)a, (__m128i)b);
}
static inline WideBytes wide_interleave_high(WideBytes a, WideBytes b)
{
    return (WideBytes)_mm_unpackhi_epi8((__m128i)a, (__m128i)b);
}
static inline WideBytes wide_minimum(WideBytes a, WideBytes b)
{
    return (WideBytes)_mm_min_epu8((__m128i)a, (__m128i)b);
}
static inline WideBytes wide_lookup(Bytes table, WideBytes x) { return lookup(table, x); }
