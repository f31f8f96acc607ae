/* The vector words of the path avx2: 16 lanes. */
#include <immintrin.h>
#define LANES 16
typedef uint16_t Vec __attribute__((vector_size(32), may_alias));
typedef uint8_t Bytes __attribute__((vector_size(16), may_alias));
typedef Vec Where;
/* Bytes move within their half of the vector only: what each lane takes from its own half, and from the other */
typedef struct {
    Vec own, other;
} Route;
#include "simd_bitwise.h"

static inline Vec splat(uint16_t x) { return (Vec)_mm256_set1_epi16((short)x); }
static inline Vec load(const uint16_t *from) { return (Vec)_mm256_loadu_si256((const __m256i *)from); }
static inline void store(uint16_t *to, Vec x) { _mm256_storeu_si256((__m256i *)to, (__m256i)x); }
static inline Vec minus_down_to_0(Vec a, Vec b) { return (Vec)_mm256_subs_epu16((__m256i)a, (__m256i)b); }
static inline Vec least(Vec a, Vec b) { return (Vec)_mm256_min_epu16((__m256i)a, (__m256i)b); }
static inline Vec greatest(Vec a, Vec b) { return (Vec)_mm256_max_epu16((__m256i)a, (__m256i)b); }
static inline LaneSet lanes_equal(Vec a, Vec b)
{
    __m256i halves = _mm256_packs_epi16(_mm256_cmpeq_epi16((__m256i)a, (__m256i)b), _mm256_setzero_si256());
    uint32_t bits = (uint32_t)_mm256_movemask_epi8(halves);
    return (bits & 0xFF) | (bits >> 8 & 0xFF00);
}
static inline Route route_of(const uint16_t *from)
{
    uint8_t own[32], other[32];
    for (int l = 0; l < LANES; l++)
        for (int k = 0; k < 2; k++) {
            uint8_t byte = (uint8_t)(2 * (from[l] & 7) + k), nothing = 0x80;
            int at_home = from[l] / 8 == l / 8;
            own[2 * l + k] = at_home ? byte : nothing, other[2 * l + k] = at_home ? nothing : byte;
        }
    Route r = {load((const uint16_t *)own), load((const uint16_t *)other)};
    return r;
}
static inline Vec routed(Vec x, Route r)
{
    __m256i turned = _mm256_permute4x64_epi64((__m256i)x, 0x4E);
    return (Vec)_mm256_shuffle_epi8((__m256i)x, (__m256i)r.own) |
           (Vec)_mm256_shuffle_epi8(turned, (__m256i)r.other);
}

/* 32 bytes, as two times 16 */
typedef uint8_t Wide __attribute__((vector_size(32), may_alias));
static inline Wide wide_low(Wide a, Wide b) { return (Wide)_mm256_unpacklo_epi8((__m256i)a, (__m256i)b); }
static inline Wide wide_high(Wide a, Wide b) { return (Wide)_mm256_unpackhi_epi8((__m256i)a, (__m256i)b); }
static inline Wide wide_least(Wide a, Wide b) { return (Wide)_mm256_min_epu8((__m256i)a, (__m256i)b); }
static inline Wide wide_lookup(Bytes table, Wide x)
{
    return (Wide)_mm256_shuffle_epi8(_mm256_broadcastsi128_si256((__m128i)table), (__m256i)x);
}

#define HAVE_LOOKUP
static inline Bytes lookup(Bytes table, Bytes x) { return (Bytes)_mm_shuffle_epi8((__m128i)table, (__m128i)x); }
static inline Bytes narrow(const uint16_t *from)
{
    const __m128i *two = (const __m128i *)from;
    return (Bytes)_mm_packus_epi16(_mm_loadu_si128(two), _mm_loadu_si128(two + 1));
}
