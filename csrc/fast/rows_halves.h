/* The vectors of one_rows.inc.h, as two of two 64-bit words, in the language that GCC and clang share: SSE or NEON
   where there is one. */

typedef uint64_t half __attribute__((vector_size(16)));
typedef uint16_t lanes __attribute__((vector_size(16)));
typedef struct {
    half a, b; /* boxes 0 and 1; box 2 and the spare word */
} vec;

INLINE vec both(vec x, vec y) { return (vec){x.a & y.a, x.b & y.b}; }
INLINE vec either(vec x, vec y) { return (vec){x.a | y.a, x.b | y.b}; }
INLINE vec minus(vec x, vec y) { return (vec){x.a & ~y.a, x.b & ~y.b}; }
INLINE vec different(vec x, vec y) { return (vec){x.a ^ y.a, x.b ^ y.b}; }
INLINE vec each(int lane)
{
    half h = (half){1, 1} * ((uint64_t)lane * 0x0001000100010001);
    return (vec){h, h};
}
INLINE half zero_lanes(half x) { return (half)((lanes)x == (lanes){0}); }
INLINE vec is_zero(vec x) { return (vec){zero_lanes(x.a), zero_lanes(x.b)}; }
INLINE half less_one(half x) { return (half)((lanes)x - (lanes){1, 1, 1, 1, 1, 1, 1, 1}); }
/* each lane without its lowest bit */
INLINE vec below(vec x) { return (vec){x.a & less_one(x.a), x.b & less_one(x.b)}; }
INLINE bool some(vec x)
{
    half any = x.a | x.b;
    return (any[0] | any[1]) != 0;
}
INLINE uint64_t word(vec x, int k) { return k < 2 ? x.a[k] : x.b[k - 2]; }
INLINE vec only_word(uint64_t value, int k)
{
    return (vec){{k == 0 ? value : 0, k == 1 ? value : 0}, {k == 2 ? value : 0, 0}};
}
INLINE vec cells(void) { return (vec){{0xFFFFFFFFFFFF, 0xFFFFFFFFFFFF}, {0xFFFFFFFFFFFF, 0}}; }

/* Each cell looks at the next one of its box in the row, or at the one after; each box at the next one or the
   one after. */
#if defined(__clang__) || __GNUC__ >= 12
#define TURN(x, ...) (half)__builtin_shufflevector((lanes)(x), (lanes)(x), __VA_ARGS__)
#else
#define TURN(x, ...) (half)__builtin_shuffle((lanes)(x), (lanes){__VA_ARGS__})
#endif
INLINE half next_in_half(half x) { return TURN(x, 1, 2, 0, 3, 5, 6, 4, 7); }
INLINE half after_in_half(half x) { return TURN(x, 2, 0, 1, 3, 6, 4, 5, 7); }
INLINE vec next_cell(vec x) { return (vec){next_in_half(x.a), next_in_half(x.b)}; }
INLINE vec after_cell(vec x) { return (vec){after_in_half(x.a), after_in_half(x.b)}; }
INLINE vec next_box(vec x) { return (vec){{x.a[1], x.b[0]}, {x.a[0], 0}}; }
INLINE vec after_box(vec x) { return (vec){{x.b[0], x.a[0]}, {x.a[1], 0}}; }
