/* The SIMD operations of the kernel neon: 8 lanes. */
#include <arm_neon.h>
#define LANES 8
typedef uint16_t Vec __attribute__((vector_size(16), may_alias));
typedef uint8_t Bytes __attribute__((vector_size(16), may_alias));
typedef Vec LaneMask;
typedef Vec Permutation; /* for each lane, the two bytes that it takes */
#include "simd_bitwise.h"

static inline Vec splat(uint16_t x) { return (Vec)vdupq_n_u16(x); }
static inline Vec load(const uint16_t *from) { return (Vec)vld1q_u16(from); }
static inline void store(uint16_t *to, Vec x) { vst1q_u16(to, (uint16x8_t)x); }
static inline Vec subtract_saturating(Vec a, Vec b) { return (Vec)vqsubq_u16((uint16x8_t)a, (uint16x8_t)b); }
static inline Vec minimum(Vec a, Vec b) { return (Vec)vminq_u16((uint16x8_t)a, (uint16x8_t)b); }
static inline Vec maximum(Vec a, Vec b) { return (Vec)vmaxq_u16((uint16x8_t)a, (uint16x8_t)b); }
static inline LaneSet lanes_equal(Vec a, Vec b)
{
    static const uint16_t bit[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    return vaddvq_u16(vandq_u16(vceqq_u16((uint16x8_t)a, (uint16x8_t)b), vld1q_u16(bit)));
}
static inline Permutation permutation_of(const uint16_t *from)
{
    return load(from) * splat(0x0202) + splat(0x0100);
}
static inline Vec permute(Vec x, Permutation r) { return (Vec)vqtbl1q_u8((uint8x16_t)x, (uint8x16_t)r); }

typedef Bytes WideBytes;
static inline WideBytes wide_interleave_low(WideBytes a, WideBytes b)
{
    return (WideBytes)vzip1q_u8((uint8x16_t)a, (uint8x16_t)b);
}
static inline WideBytes wide_interleave_high(WideBytes a, WideBytes b)
{
    return (WideBytes)vzip2q_u8((uint8x16_t)a, (uint8x16_t)b);
}

#define HAVE_BYTE_LOOKUP
static inline Bytes lookup(Bytes table, Bytes x) { return (Bytes)vqtbl1q_u8((uint8x16_t)table, (uint8x16_t)x); }
static inline Bytes narrow_saturating(const uint16_t *from)
{
    return (Bytes)vcombine_u8(vqmovn_u16(vld1q_u16(from)), vqmovn_u16(vld1q_u16(from + 8)));
}
static inline WideBytes wide_minimum(WideBytes a, WideBytes b)
{
    return (WideBytes)vminq_u8((uint8x16_t)a, (uint8x16_t)b);
}
static inline WideBytes wide_lookup(Bytes table, WideBytes x) { return lookup(table, x); }
