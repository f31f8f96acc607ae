/* The words that need no more than and, or, not, compare: the same on every path but avx512. */
static inline Vec either3(Vec a, Vec b, Vec c) { return a | b | c; }
static inline Vec both3(Vec a, Vec b, Vec c) { return a & b & c; }
static inline Vec twice3(Vec a, Vec b, Vec c) { return (a & b) | ((a | b) & c); }
static inline Vec without2(Vec a, Vec b, Vec c) { return ~(b | c) & a; }
static inline Vec or_common(Vec a, Vec b, Vec c) { return a | (b & c); }
static inline Vec or_differing(Vec a, Vec b, Vec c) { return a | (b ^ c); }
static inline Vec prefer(Vec a, Vec b) { return a | ((Vec)(a == 0) & b); }
static inline Where where_of(LaneSet lanes)
{
    Vec w;
    for (int l = 0; l < LANES; l++)
        w[l] = (uint16_t)-(lanes >> l & 1);
    return w;
}
static inline Vec blend(Where w, Vec a, Vec b) { return (w & a) | (~w & b); }
