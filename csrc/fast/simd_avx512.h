/* The SIMD operations of AVX-512: 32 lanes. Any bitwise function of three operands is one instruction. */
#include <immintrin.h>
#define LANES 32
typedef uint16_t Vec __attribute__((vector_size(64), may_alias));
typedef Vec Permutation; /* for each lane, the number of the lane that it takes */
typedef __mmask32 LaneMask;
#include "simd_x86_bytes.h"

#define TERNARY(a, b, c, truth_table) \
    ((Vec)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c), truth_table))
static inline Vec splat(uint16_t x) { return (Vec)_mm512_set1_epi16((short)x); }
static inline Vec load(const uint16_t *from) { return (Vec)_mm512_loadu_si512(from); }
static inline void store(uint16_t *to, Vec x) { _mm512_storeu_si512(to, (__m512i)x); }
static inline Vec or3(Vec a, Vec b, Vec c) { return TERNARY(a, b, c, 0xFE); }
static inline Vec and3(Vec a, Vec b, Vec c) { return TERNARY(a, b, c, 0x80); }
static inline Vec majority3(Vec a, Vec b, Vec c) { return TERNARY(a, b, c, 0xE8); }
static inline Vec without2(Vec a, Vec b, Vec c) { return TERNARY(a, b, c, 0x10); }
static inline Vec or_and(Vec a, Vec b, Vec c) { return TERNARY(a, b, c, 0xF8); }
static inline Vec or_xor(Vec a, Vec b, Vec c) { return TERNARY(a, b, c, 0xF6); }
static inline Vec subtract_saturating(Vec a, Vec b) { return (Vec)_mm512_subs_epu16((__m512i)a, (__m512i)b); }
static inline Vec minimum(Vec a, Vec b) { return (Vec)_mm512_min_epu16((__m512i)a, (__m512i)b); }
static inline Vec maximum(Vec a, Vec b) { return (Vec)_mm512_max_epu16((__m512i)a, (__m512i)b); }
static inline LaneSet lanes_equal(Vec a, Vec b) { return _mm512_cmpeq_epi16_mask((__m512i)a, (__m512i)b); }
static inline LaneMask mask_of(LaneSet lanes) { return lanes; }
static inline Vec blend(LaneMask w, Vec a, Vec b) { return (Vec)_mm512_mask_mov_epi16((__m512i)b, w, (__m512i)a); }
static inline Vec first_nonzero(Vec a, Vec b)
{
    return blend(_mm512_test_epi16_mask((__m512i)a, (__m512i)a), a, b);
}
static inline Permutation permutation_of(const uint16_t *from) { return load(from); }
static inline Vec permute(Vec x, Permutation r) { return (Vec)_mm512_permutexvar_epi16((__m512i)r, (__m512i)x); }

/* 4 blocks of 16 bytes */
typedef uint8_t WideBytes __attribute__((vector_size(64), may_alias));
static inline WideBytes wide_interleave_low(WideBytes a, WideBytes b)
{
    return (WideBytes)_mm512_unpacklo_epi8((__m512i)a, (__m512i)b);
}
static inline WideBytes wide_interleave_high(WideBytes a, WideBytes b)
{
    return (WideBytes)_mm512_unpackhi_epi8((__m512i)a, (__m512i)b);
}
static inline WideBytes wide_minimum(WideBytes a, WideBytes b)
{
    return (WideBytes)_mm512_min_epu8((__m512i)a, (__m512i)b);
}
static inline WideBytes wide_lookup(Bytes table, WideBytes x)
{
    return (WideBytes)_mm512_shuffle_epi8(_mm512_broadcast_i32x4((__m128i)table), (__m512i)x);
}
