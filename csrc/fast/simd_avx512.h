/* The vector words of the path avx512: 32 lanes, and any function of three operands is one instruction. */
#include <immintrin.h>
#define LANES 32
typedef uint16_t Vec __attribute__((vector_size(64), may_alias));
typedef uint8_t Bytes __attribute__((vector_size(16), may_alias));
typedef Vec Route;       /* for each lane, the number of the lane to take from */
typedef __mmask32 Where; /* a set of lanes, to choose with */

#define TERNARY(a, b, c, truth) ((Vec)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c), truth))
static inline Vec splat(uint16_t x) { return (Vec)_mm512_set1_epi16((short)x); }
static inline Vec load(const uint16_t *from) { return (Vec)_mm512_loadu_si512(from); }
static inline void store(uint16_t *to, Vec x) { _mm512_storeu_si512(to, (__m512i)x); }
static inline Vec either3(Vec a, Vec b, Vec c) { return TERNARY(a, b, c, 0xFE); }
static inline Vec both3(Vec a, Vec b, Vec c) { return TERNARY(a, b, c, 0x80); }
static inline Vec twice3(Vec a, Vec b, Vec c) { return TERNARY(a, b, c, 0xE8); }
static inline Vec without2(Vec a, Vec b, Vec c) { return TERNARY(a, b, c, 0x10); }
static inline Vec or_common(Vec a, Vec b, Vec c) { return TERNARY(a, b, c, 0xF8); }
static inline Vec or_differing(Vec a, Vec b, Vec c) { return TERNARY(a, b, c, 0xF6); }
static inline Vec minus_down_to_0(Vec a, Vec b) { return (Vec)_mm512_subs_epu16((__m512i)a, (__m512i)b); }
static inline Vec least(Vec a, Vec b) { return (Vec)_mm512_min_epu16((__m512i)a, (__m512i)b); }
static inline Vec greatest(Vec a, Vec b) { return (Vec)_mm512_max_epu16((__m512i)a, (__m512i)b); }
static inline LaneSet lanes_equal(Vec a, Vec b) { return _mm512_cmpeq_epi16_mask((__m512i)a, (__m512i)b); }
static inline Where where_of(LaneSet lanes) { return lanes; }
static inline Vec blend(Where w, Vec a, Vec b) { return (Vec)_mm512_mask_mov_epi16((__m512i)b, w, (__m512i)a); }
static inline Vec prefer(Vec a, Vec b) { return blend(_mm512_test_epi16_mask((__m512i)a, (__m512i)a), a, b); }
static inline Route route_of(const uint16_t *from) { return load(from); }
static inline Vec routed(Vec x, Route r) { return (Vec)_mm512_permutexvar_epi16((__m512i)r, (__m512i)x); }

/* 64 bytes, as four times 16 */
typedef uint8_t Wide __attribute__((vector_size(64), may_alias));
static inline Wide wide_low(Wide a, Wide b) { return (Wide)_mm512_unpacklo_epi8((__m512i)a, (__m512i)b); }
static inline Wide wide_high(Wide a, Wide b) { return (Wide)_mm512_unpackhi_epi8((__m512i)a, (__m512i)b); }
static inline Wide wide_least(Wide a, Wide b) { return (Wide)_mm512_min_epu8((__m512i)a, (__m512i)b); }
static inline Wide wide_lookup(Bytes table, Wide x)
{
    return (Wide)_mm512_shuffle_epi8(_mm512_broadcast_i32x4((__m128i)table), (__m512i)x);
}

#define HAVE_LOOKUP
static inline Bytes lookup(Bytes table, Bytes x) { return (Bytes)_mm_shuffle_epi8((__m128i)table, (__m128i)x); }
static inline Bytes narrow(const uint16_t *from)
{
    const __m128i *two = (const __m128i *)from;
    return (Bytes)_mm_packus_epi16(_mm_loadu_si128(two), _mm_loadu_si128(two + 1));
}
