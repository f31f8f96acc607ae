/* The SIMD operations of the kernel avx2: 16 lanes. */
#include <immintrin.h>
#define LANES 16
typedef uint16_t Vec __attribute__((vector_size(32), may_alias));
typedef Vec LaneMask;
/* A shuffle moves bytes within 16-byte halves only: which bytes each lane takes from its half, and from the
   other. */
typedef struct {
    Vec same_half, other_half;
} Permutation;
#include "simd_bitwise.h"
#include "simd_x86_bytes.h"

static inline Vec splat(uint16_t x) { return (Vec)_mm256_set1_epi16((short)x); }
static inline Vec load(const uint16_t *from) { return (Vec)_mm256_loadu_si256((const __m256i *)from); }
static inline void store(uint16_t *to, Vec x) { _mm256_storeu_si256((__m256i *)to, (__m256i)x); }
static inline Vec subtract_saturating(Vec a, Vec b) { return (Vec)_mm256_subs_epu16((__m256i)a, (__m256i)b); }
static inline Vec minimum(Vec a, Vec b) { return (Vec)_mm256_min_epu16((__m256i)a, (__m256i)b); }
static inline Vec maximum(Vec a, Vec b) { return (Vec)_mm256_max_epu16((__m256i)a, (__m256i)b); }
static inline LaneSet lanes_equal(Vec a, Vec b)
{
    __m256i halves = _mm256_packs_epi16(_mm256_cmpeq_epi16((__m256i)a, (__m256i)b), _mm256_setzero_si256());
    uint32_t bits = (uint32_t)_mm256_movemask_epi8(halves);
    return (bits & 0xFF) | (bits >> 8 & 0xFF00);
}
static inline Permutation permutation_of(const uint16_t *from)
{
    uint8_t same_half[32], other_half[32];
    for (int l = 0; l < LANES; l++)
        for (int k = 0; k < 2; k++) {
            uint8_t byte = (uint8_t)(2 * (from[l] & 7) + k), nothing = 0x80;
            int in_same_half = from[l] / 8 == l / 8;
            same_half[2 * l + k] = in_same_half ? byte : nothing,
                              other_half[2 * l + k] = in_same_half ? nothing : byte;
        }
    Permutation r = {load((const uint16_t *)same_half), load((const uint16_t *)other_half)};
    return r;
}
static inline Vec permute(Vec x, Permutation r)
{
    __m256i swapped = _mm256_permute4x64_epi64((__m256i)x, 0x4E);
    return (Vec)_mm256_shuffle_epi8((__m256i)x, (__m256i)r.same_half) |
           (Vec)_mm256_shuffle_epi8(swapped, (__m256i)r.other_half);
}

/* 2 blocks of 16 bytes */
typedef uint8_t WideBytes __attribute__((vector_size(32), may_alias));
static inline WideBytes wide_interleave_low(WideBytes a, WideBytes b)
{
    return (WideBytes)_mm256_unpacklo_epi8((__m256i)a, (__m256i)b);
}
static inline WideBytes wide_interleave_high(WideBytes a, WideBytes b)
{
    return (WideBytes)_mm256_unpackhi_epi8((__m256i)a, (__m256i)b);
}
static inline WideBytes wide_minimum(WideBytes a, WideBytes b)
{
    return (WideBytes)_mm256_min_epu8((__m256i)a, (__m256i)b);
}
static inline WideBytes wide_lookup(Bytes table, WideBytes x)
{
    return (WideBytes)_mm256_shuffle_epi8(_mm256_broadcastsi128_si256((__m128i)table), (__m256i)x);
}
