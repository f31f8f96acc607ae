/* Puzzles from text to lanes, and solutions from lanes to text: text has the cells of one puzzle side by side,
   lanes have the same cell of many. Blocks of 16 x 16 bytes are transposed in registers; without a byte
   lookup instruction, bytes are copied one by one. */

#ifndef HAVE_BYTE_LOOKUP
static inline uint16_t candidates_of(unsigned char c)
{
    unsigned digit = c >= '0' && c <= '9' ? c - '0' : c;
    return digit - 1 < 9 ? (uint16_t)(1u << (digit - 1)) : CANDIDATES;
}
#endif

static inline unsigned char digit_of(uint16_t candidate) { return (unsigned char)('1' + __builtin_ctz(candidate)); }

#ifdef HAVE_BYTE_LOOKUP
#ifdef __clang__
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (Bytes){__VA_ARGS__})
#endif
INLINE Bytes interleave_low(Bytes a, Bytes b)
{
    return SHUFFLE(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
INLINE Bytes interleave_high(Bytes a, Bytes b)
{
    return SHUFFLE(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/* Interleaving the first half of the rows with the second half, four times, turns rows into columns. */
INLINE void transpose(Bytes block[16])
{
    Bytes interleaved[16];
#pragma GCC unroll 2
    for (int round = 0; round < 2; round++) {
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++) {
            interleaved[2 * i] = interleave_low(block[i], block[i + 8]);
            interleaved[2 * i + 1] = interleave_high(block[i], block[i + 8]);
        }
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++) {
            block[2 * i] = interleave_low(interleaved[i], interleaved[i + 8]);
            block[2 * i + 1] = interleave_high(interleaved[i], interleaved[i + 8]);
        }
    }
}

/* The same for several blocks side by side. */
INLINE void wide_transpose(WideBytes block[16])
{
    WideBytes interleaved[16];
#pragma GCC unroll 2
    for (int round = 0; round < 2; round++) {
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++) {
            interleaved[2 * i] = wide_interleave_low(block[i], block[i + 8]);
            interleaved[2 * i + 1] = wide_interleave_high(block[i], block[i + 8]);
        }
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++) {
            block[2 * i] = wide_interleave_low(interleaved[i], interleaved[i + 8]);
            block[2 * i + 1] = wide_interleave_high(interleaved[i], interleaved[i + 8]);
        }
    }
}

/* Reads sizeof(WideBytes) cells of sixteen puzzles, from `cell` on; cells before `first_new` have been read
   already. A byte c is a clue if c or c - '0' is 1 to 9: the smaller of the two is then the digit. Greater values
   count as 15. Two tables give the low and the high byte of the candidates. */
INLINE void read_block(const unsigned char *const puzzle[16], const int cell, const int first_new, uint16_t *to,
                       size_t pitch)
{
    const Bytes low_byte = {255, 1, 2, 4, 8, 16, 32, 64, 128, 0, 255, 255, 255, 255, 255, 255};
    const Bytes high_byte = {1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1};
    WideBytes block[16];
#pragma GCC unroll 16
    for (int j = 0; j < 16; j++)
        memcpy(&block[j], puzzle[j] + cell, sizeof(WideBytes));
    wide_transpose(block);
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++) {
        WideBytes digit = wide_minimum(wide_minimum(block[i], block[i] - '0'), (WideBytes){0} + 15);
        WideBytes low = wide_lookup(low_byte, digit), high = wide_lookup(high_byte, digit);
        WideBytes first = wide_interleave_low(low, high), second = wide_interleave_high(low, high);
#pragma GCC unroll 4
        for (int b = 0; b < (int)sizeof(WideBytes) / 16; b++)
            if (cell + 16 * b + i >= first_new) {
                uint16_t *row = to + (size_t)(cell + 16 * b + i) * pitch;
                memcpy(row, (Bytes *)&first + b, 16);
                memcpy(row + 8, (Bytes *)&second + b, 16);
            }
    }
}

/* Writes sixteen cells of `count` solutions. Each cell is one bit, or 255 for the ninth candidate (256, saturated).
   One table gives the digit for the low half of the byte, the other for the high half; one of the two is 0. */
static void write_block(const uint16_t *from, size_t pitch, unsigned char *const solution[16], int count, int cell)
{
    const Bytes low_half = {0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0};
    const Bytes high_half = {0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 9};
    Bytes block[16];
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++) {
        Bytes x = narrow_saturating(from + (size_t)i * pitch);
        block[i] = lookup(low_half, x & 15) + lookup(high_half, x >> 4) + '0';
    }
    transpose(block);
    for (int j = 0; j < count; j++)
        memcpy(solution[j] + cell, &block[j], 16);
}
#endif

/* Reads `count` puzzles, sixteen at most, into the columns of `to`. It may overwrite columns up to the
   sixteenth. */
static void read_puzzles(const unsigned char *puzzles, size_t stride, int count, uint16_t *to, size_t pitch)
{
#ifdef HAVE_BYTE_LOOKUP
    enum { CELLS = sizeof(WideBytes) };
    const unsigned char *puzzle[16];
    for (int j = 0; j < 16; j++)
        puzzle[j] = puzzles + (size_t)(j < count ? j : 0) * stride;
#pragma GCC unroll 5
    for (int cell = 0; cell + CELLS <= 81; cell += CELLS)
        read_block(puzzle, cell, cell, to, pitch);
    read_block(puzzle, 81 - CELLS, 81 / CELLS * CELLS, to, pitch);
#else
    for (int j = 0; j < count; j++)
        for (int i = 0; i < 81; i++)
            to[(size_t)i * pitch + (size_t)j] = candidates_of(puzzles[(size_t)j * stride + (size_t)i]);
#endif
}

static void write_solutions(const uint16_t *from, size_t pitch, unsigned char *const solution[16], int count)
{
    int done = 0;
#ifdef HAVE_BYTE_LOOKUP
    for (; done < 80; done += 16)
        write_block(from + (size_t)done * pitch, pitch, solution, count, done);
#endif
    for (int j = 0; j < count; j++)
        for (int i = done; i < 81; i++)
            solution[j][i] = digit_of(from[(size_t)i * pitch + (size_t)j]);
}
