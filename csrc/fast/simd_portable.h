/* The SIMD operations of the kernel portable: 8 lanes, in the vector type that GCC and clang share. */
#include <string.h>
#define LANES 8
typedef uint16_t Vec __attribute__((vector_size(16), may_alias));
typedef Vec LaneMask;
typedef struct {
    uint16_t from[LANES];
} Permutation;
#include "simd_bitwise.h"

static inline Vec splat(uint16_t x) { return (Vec){x, x, x, x, x, x, x, x}; }
static inline Vec load(const uint16_t *from)
{
    Vec x;
    memcpy(&x, from, sizeof x);
    return x;
}
static inline void store(uint16_t *to, Vec x) { memcpy(to, &x, sizeof x); }
static inline Vec subtract_saturating(Vec a, Vec b) { return (a - b) & (Vec)(a > b); }
static inline Vec minimum(Vec a, Vec b) { return a - subtract_saturating(a, b); }
static inline Vec maximum(Vec a, Vec b) { return b + subtract_saturating(a, b); }
static inline LaneSet lanes_equal(Vec a, Vec b)
{
    LaneSet equal = 0;
    for (int l = 0; l < LANES; l++)
        equal |= (LaneSet)(a[l] == b[l]) << l;
    return equal;
}
static inline Permutation permutation_of(const uint16_t *from)
{
    Permutation r;
    memcpy(r.from, from, sizeof r.from);
    return r;
}
static inline Vec permute(Vec x, Permutation r)
{
    uint16_t lane[LANES], moved[LANES];
    store(lane, x);
    for (int l = 0; l < LANES; l++)
        moved[l] = lane[r.from[l]];
    return load(moved);
}
