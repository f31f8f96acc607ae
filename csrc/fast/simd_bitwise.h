/* SIMD operations made of and, or, not and compare, for all instruction sets except AVX-512. */
static inline Vec or3(Vec a, Vec b, Vec c) { return a | b | c; }
static inline Vec and3(Vec a, Vec b, Vec c) { return a & b & c; }
static inline Vec majority3(Vec a, Vec b, Vec c) { return (a & b) | ((a | b) & c); }
static inline Vec without2(Vec a, Vec b, Vec c) { return ~(b | c) & a; }
static inline Vec or_and(Vec a, Vec b, Vec c) { return a | (b & c); }
static inline Vec or_xor(Vec a, Vec b, Vec c) { return a | (b ^ c); }
static inline Vec first_nonzero(Vec a, Vec b) { return a | ((Vec)(a == 0) & b); }
static inline LaneMask mask_of(LaneSet lanes)
{
    Vec w;
    for (int l = 0; l < LANES; l++)
        w[l] = (uint16_t)-(lanes >> l & 1);
    return w;
}
static inline Vec blend(LaneMask w, Vec a, Vec b) { return (w & a) | (~w & b); }
