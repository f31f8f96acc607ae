/* The rows of one_rows.inc.h as two halves of two 64-bit words, in the vector type that GCC and clang share: SSE
   or NEON where the machine has one. */
typedef uint64_t Half __attribute__((vector_size(16)));
typedef uint16_t HalfLanes __attribute__((vector_size(16)));
typedef struct {
    Half a, b; /* boxes 0 and 1; box 2 and the spare word */
} Row;

INLINE Row row_and(Row x, Row y) { return (Row){x.a & y.a, x.b & y.b}; }
INLINE Row row_or(Row x, Row y) { return (Row){x.a | y.a, x.b | y.b}; }
INLINE Row row_xor(Row x, Row y) { return (Row){x.a ^ y.a, x.b ^ y.b}; }
INLINE Row row_without(Row x, Row y) { return (Row){x.a & ~y.a, x.b & ~y.b}; }
INLINE Row row_splat(int lane)
{
    Half h = (Half){1, 1} * ((uint64_t)lane * 0x0001000100010001);
    return (Row){h, h};
}
INLINE Half half_is_zero(Half x) { return (Half)((HalfLanes)x == (HalfLanes){0}); }
INLINE Row row_is_zero(Row x) { return (Row){half_is_zero(x.a), half_is_zero(x.b)}; }
INLINE Half half_minus_one(Half x) { return (Half)((HalfLanes)x - (HalfLanes){1, 1, 1, 1, 1, 1, 1, 1}); }
INLINE Row row_without_lowest(Row x) { return (Row){x.a & half_minus_one(x.a), x.b & half_minus_one(x.b)}; }
INLINE bool row_nonzero(Row x)
{
    Half any = x.a | x.b;
    return (any[0] | any[1]) != 0;
}
INLINE uint64_t row_word(Row x, int k) { return k < 2 ? x.a[k] : x.b[k - 2]; }
INLINE Row row_from_word(uint64_t value, int k)
{
    return (Row){{k == 0 ? value : 0, k == 1 ? value : 0}, {k == 2 ? value : 0, 0}};
}
INLINE Row row_cell_lanes(void) { return (Row){{0xFFFFFFFFFFFF, 0xFFFFFFFFFFFF}, {0xFFFFFFFFFFFF, 0}}; }

/* Each lane takes the next cell of its box in the row, or the one after; each word the next box, or the one
   after. */
#if defined(__clang__) || __GNUC__ >= 12
#define SHUFFLE_LANES(x, ...) (Half) __builtin_shufflevector((HalfLanes)(x), (HalfLanes)(x), __VA_ARGS__)
#else
#define SHUFFLE_LANES(x, ...) (Half) __builtin_shuffle((HalfLanes)(x), (HalfLanes){__VA_ARGS__})
#endif
INLINE Half half_next_cell(Half x) { return SHUFFLE_LANES(x, 1, 2, 0, 3, 5, 6, 4, 7); }
INLINE Half half_after_cell(Half x) { return SHUFFLE_LANES(x, 2, 0, 1, 3, 6, 4, 5, 7); }
INLINE Row next_cell(Row x) { return (Row){half_next_cell(x.a), half_next_cell(x.b)}; }
INLINE Row after_cell(Row x) { return (Row){half_after_cell(x.a), half_after_cell(x.b)}; }
INLINE Row next_box(Row x) { return (Row){{x.a[1], x.b[0]}, {x.a[0], 0}}; }
INLINE Row after_box(Row x) { return (Row){{x.b[0], x.a[0]}, {x.a[1], 0}}; }
