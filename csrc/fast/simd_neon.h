/* The vector words of the path neon: 8 lanes. */
#include <arm_neon.h>
#define LANES 8
typedef uint16_t Vec __attribute__((vector_size(16), may_alias));
typedef uint8_t Bytes __attribute__((vector_size(16), may_alias));
typedef Vec Where;
typedef Vec Route; /* the two bytes to take from, for each lane */
#include "simd_bitwise.h"

static inline Vec splat(uint16_t x) { return (Vec)vdupq_n_u16(x); }
static inline Vec load(const uint16_t *from) { return (Vec)vld1q_u16(from); }
static inline void store(uint16_t *to, Vec x) { vst1q_u16(to, (uint16x8_t)x); }
static inline Vec minus_down_to_0(Vec a, Vec b) { return (Vec)vqsubq_u16((uint16x8_t)a, (uint16x8_t)b); }
static inline Vec least(Vec a, Vec b) { return (Vec)vminq_u16((uint16x8_t)a, (uint16x8_t)b); }
static inline Vec greatest(Vec a, Vec b) { return (Vec)vmaxq_u16((uint16x8_t)a, (uint16x8_t)b); }
static inline LaneSet lanes_equal(Vec a, Vec b)
{
    static const uint16_t bit[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    return vaddvq_u16(vandq_u16(vceqq_u16((uint16x8_t)a, (uint16x8_t)b), vld1q_u16(bit)));
}
static inline Route route_of(const uint16_t *from) { return load(from) * splat(0x0202) + splat(0x0100); }
static inline Vec routed(Vec x, Route r) { return (Vec)vqtbl1q_u8((uint8x16_t)x, (uint8x16_t)r); }

typedef Bytes Wide;
static inline Wide wide_low(Wide a, Wide b) { return (Wide)vzip1q_u8((uint8x16_t)a, (uint8x16_t)b); }
static inline Wide wide_high(Wide a, Wide b) { return (Wide)vzip2q_u8((uint8x16_t)a, (uint8x16_t)b); }

#define HAVE_LOOKUP
static inline Bytes lookup(Bytes table, Bytes x) { return (Bytes)vqtbl1q_u8((uint8x16_t)table, (uint8x16_t)x); }
static inline Bytes least_bytes(Bytes a, Bytes b) { return (Bytes)vminq_u8((uint8x16_t)a, (uint8x16_t)b); }
static inline Bytes narrow(const uint16_t *from)
{
    return (Bytes)vcombine_u8(vqmovn_u16(vld1q_u16(from)), vqmovn_u16(vld1q_u16(from + 8)));
}
static inline Wide wide_least(Wide a, Wide b) { return least_bytes(a, b); }
static inline Wide wide_lookup(Bytes table, Wide x) { return lookup(table, x); }
