/* The vector words of the path portable: 8 lanes in the compiler's own vectors, of whatever the machine has. */
#include <string.h>
#define LANES 8
typedef uint16_t Vec __attribute__((vector_size(16), may_alias));
typedef Vec Where;
typedef struct {
    uint16_t from[LANES];
} Route;
#include "simd_bitwise.h"

static inline Vec splat(uint16_t x) { return (Vec){x, x, x, x, x, x, x, x}; }
static inline Vec load(const uint16_t *from)
{
    Vec x;
    memcpy(&x, from, sizeof x);
    return x;
}
static inline void store(uint16_t *to, Vec x) { memcpy(to, &x, sizeof x); }
static inline Vec minus_down_to_0(Vec a, Vec b) { return (a - b) & (Vec)(a > b); }
static inline Vec least(Vec a, Vec b) { return a - minus_down_to_0(a, b); }
static inline Vec greatest(Vec a, Vec b) { return b + minus_down_to_0(a, b); }
static inline LaneSet lanes_equal(Vec a, Vec b)
{
    LaneSet equal = 0;
    for (int l = 0; l < LANES; l++)
        equal |= (LaneSet)(a[l] == b[l]) << l;
    return equal;
}
static inline Route route_of(const uint16_t *from)
{
    Route r;
    memcpy(r.from, from, sizeof r.from);
    return r;
}
static inline Vec routed(Vec x, Route r)
{
    uint16_t lane[LANES], moved[LANES];
    store(lane, x);
    for (int l = 0; l < LANES; l++)
        moved[l] = lane[r.from[l]];
    return load(moved);
}
