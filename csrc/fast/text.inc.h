/* Between bytes, a puzzle after the other, and lanes, a cell after the other: sixteen puzzles at a time, by
   blocks of 16 x 16 bytes that are turned over in registers. Where the machine cannot look up bytes, one by
   one. */

#ifndef HAVE_LOOKUP
static inline uint16_t candidates_of(unsigned char c)
{
    unsigned digit = c >= '0' && c <= '9' ? c - '0' : c;
    return digit - 1 < 9 ? (uint16_t)(1u << (digit - 1)) : CANDIDATES;
}
#endif

static inline unsigned char digit_of(uint16_t candidate) { return (unsigned char)('1' + __builtin_ctz(candidate)); }

#ifdef HAVE_LOOKUP
#ifdef __clang__
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (Bytes){__VA_ARGS__})
#endif
INLINE Bytes first_halves(Bytes a, Bytes b)
{
    return SHUFFLE(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
INLINE Bytes second_halves(Bytes a, Bytes b)
{
    return SHUFFLE(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/* Four times the riffle of a pack of cards: rows become columns. */
INLINE void turn_over(Bytes block[16])
{
    Bytes riffled[16];
#pragma GCC unroll 2
    for (int twice = 0; twice < 2; twice++) {
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++) {
            riffled[2 * i] = first_halves(block[i], block[i + 8]);
            riffled[2 * i + 1] = second_halves(block[i], block[i + 8]);
        }
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++) {
            block[2 * i] = first_halves(riffled[i], riffled[i + 8]);
            block[2 * i + 1] = second_halves(riffled[i], riffled[i + 8]);
        }
    }
}

/* The same of several blocks side by side. */
INLINE void turn_over_wide(Wide block[16])
{
    Wide riffled[16];
#pragma GCC unroll 2
    for (int twice = 0; twice < 2; twice++) {
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++) {
            riffled[2 * i] = wide_low(block[i], block[i + 8]);
            riffled[2 * i + 1] = wide_high(block[i], block[i + 8]);
        }
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++) {
            block[2 * i] = wide_low(riffled[i], riffled[i + 8]);
            block[2 * i + 1] = wide_high(riffled[i], riffled[i + 8]);
        }
    }
}

/* As many cells as bytes in a Wide, of sixteen puzzles; those before `known` have been read. A byte c is a
   digit's if c or c - '0' is 1 to 9, and then that is the smaller of the two; all that is above 15 may as well
   be 15. Two tables then give the candidates' low and high byte. */
INLINE void read_block(const unsigned char *const puzzle[16], const int cell, const int known, uint16_t *to,
                       size_t pitch)
{
    const Bytes low = {255, 1, 2, 4, 8, 16, 32, 64, 128, 0, 255, 255, 255, 255, 255, 255};
    const Bytes high = {1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1};
    Wide block[16];
#pragma GCC unroll 16
    for (int j = 0; j < 16; j++)
        memcpy(&block[j], puzzle[j] + cell, sizeof(Wide));
    turn_over_wide(block);
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++) {
        Wide digit = wide_least(wide_least(block[i], block[i] - '0'), (Wide){0} + 15);
        Wide l = wide_lookup(low, digit), h = wide_lookup(high, digit);
        Wide first = wide_low(l, h), second = wide_high(l, h);
#pragma GCC unroll 4
        for (int b = 0; b < (int)sizeof(Wide) / 16; b++)
            if (cell + 16 * b + i >= known) {
                uint16_t *row = to + (size_t)(cell + 16 * b + i) * pitch;
                memcpy(row, (Bytes *)&first + b, 16);
                memcpy(row + 8, (Bytes *)&second + b, 16);
            }
    }
}

/* And back. narrow() makes 256, the ninth candidate, 255; each half byte then gives its digit or 0. */
static void write_block(const uint16_t *from, size_t pitch, unsigned char *const solution[16], int count, int cell)
{
    const Bytes low = {0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0};
    const Bytes high = {0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 9};
    Bytes block[16];
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++) {
        Bytes x = narrow(from + (size_t)i * pitch);
        block[i] = lookup(low, x & 15) + lookup(high, x >> 4) + '0';
    }
    turn_over(block);
    for (int j = 0; j < count; j++)
        memcpy(solution[j] + cell, &block[j], 16);
}
#endif

/* `count` puzzles, sixteen at most, into the columns of `to`; columns up to the sixteenth may be written over. */
static void read_puzzles(const unsigned char *puzzles, size_t stride, int count, uint16_t *to, size_t pitch)
{
#ifdef HAVE_LOOKUP
    enum { AT_ONCE = sizeof(Wide) };
    const unsigned char *puzzle[16];
    for (int j = 0; j < 16; j++)
        puzzle[j] = puzzles + (size_t)(j < count ? j : 0) * stride;
#pragma GCC unroll 5
    for (int cell = 0; cell + AT_ONCE <= 81; cell += AT_ONCE)
        read_block(puzzle, cell, cell, to, pitch);
    read_block(puzzle, 81 - AT_ONCE, 81 / AT_ONCE * AT_ONCE, to, pitch);
#else
    for (int j = 0; j < count; j++)
        for (int i = 0; i < 81; i++)
            to[(size_t)i * pitch + (size_t)j] = candidates_of(puzzles[(size_t)j * stride + (size_t)i]);
#endif
}

static void write_solutions(const uint16_t *from, size_t pitch, unsigned char *const solution[16], int count)
{
    int done = 0;
#ifdef HAVE_LOOKUP
    for (; done < 80; done += 16)
        write_block(from + (size_t)done * pitch, pitch, solution, count, done);
#endif
    for (int j = 0; j < count; j++)
        for (int i = done; i < 81; i++)
            solution[j][i] = digit_of(from[(size_t)i * pitch + (size_t)j]);
}
