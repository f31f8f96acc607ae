/* The vector words of the path sse4: 8 lanes. */
#include <smmintrin.h>
#define LANES 8
typedef uint16_t Vec __attribute__((vector_size(16), may_alias));
typedef uint8_t Bytes __attribute__((vector_size(16), may_alias));
typedef Vec Where;
typedef Vec Route; /* the two bytes to take from, for each lane */
#include "simd_bitwise.h"

static inline Vec splat(uint16_t x) { return (Vec)_mm_set1_epi16((short)x); }
static inline Vec load(const uint16_t *from) { return (Vec)_mm_loadu_si128((const __m128i *)from); }
static inline void store(uint16_t *to, Vec x) { _mm_storeu_si128((__m128i *)to, (__m128i)x); }
static inline Vec minus_down_to_0(Vec a, Vec b) { return (Vec)_mm_subs_epu16((__m128i)a, (__m128i)b); }
static inline Vec least(Vec a, Vec b) { return (Vec)_mm_min_epu16((__m128i)a, (__m128i)b); }
static inline Vec greatest(Vec a, Vec b) { return (Vec)_mm_max_epu16((__m128i)a, (__m128i)b); }
static inline LaneSet lanes_equal(Vec a, Vec b)
{
    __m128i equal = _mm_cmpeq_epi16((__m128i)a, (__m128i)b);
    return (LaneSet)_mm_movemask_epi8(_mm_packs_epi16(equal, _mm_setzero_si128()));
}
static inline Route route_of(const uint16_t *from) { return load(from) * splat(0x0202) + splat(0x0100); }
static inline Vec routed(Vec x, Route r) { return (Vec)_mm_shuffle_epi8((__m128i)x, (__m128i)r); }

typedef Bytes Wide;
static inline Wide wide_low(Wide a, Wide b) { return (Wide)_mm_unpacklo_epi8((__m128i)a, (__m128i)b); }
static inline Wide wide_high(Wide a, Wide b) { return (Wide)_mm_unpackhi_epi8((__m128i)a, (__m128i)b); }

#define HAVE_LOOKUP
static inline Bytes lookup(Bytes table, Bytes x) { return (Bytes)_mm_shuffle_epi8((__m128i)table, (__m128i)x); }
static inline Bytes least_bytes(Bytes a, Bytes b) { return (Bytes)_mm_min_epu8((__m128i)a, (__m128i)b); }
static inline Bytes narrow(const uint16_t *from)
{
    const __m128i *two = (const __m128i *)from;
    return (Bytes)_mm_packus_epi16(_mm_loadu_si128(two), _mm_loadu_si128(two + 1));
}
static inline Wide wide_least(Wide a, Wide b) { return least_bytes(a, b); }
static inline Wide wide_lookup(Bytes table, Wide x) { return lookup(table, x); }
