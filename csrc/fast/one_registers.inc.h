/* One puzzle: the grid in three registers (AVX-512 with VBMI and BITALG), for one_search.inc.h.

   A lane is a cell, its nine bits are its candidates. Register r holds row r of each band:

     lane     0 1 2  3 4 5  6 7 8 | 9 ...               | 18 ...            26 | 27 .. 31
     row[0]   row 0 of the grid   | row 3               | row 6                | all nine, always
     row[1]   row 1               | row 4               | row 7                |
     row[2]   row 2               | row 5               | row 8                |

   so lane 9b+3s+c of row[r] is the cell of band b and stack s, in row r and column c of its box. Three cells of a
   column in a box are the same lane of the three registers: their union is one instruction for the whole grid.
   Three cells of a row in a box are first brought into lane 9b+3s+r of three registers ("gather"), and their
   union is again one instruction. Both unions are registers with a lane for each line (row or column) of each
   box; from them, a pass deduces the consequences for all nine digits, in both directions. */
typedef struct {
    Vec row[3];
} board;

enum { CELL_LANES = 0x07FFFFFF, LAST_LINES = 0x04924924 }; /* the 27 lanes of cells; those where c (or r) is 2 */

#define ALIGNED _Alignas(64) static const uint16_t
#define AT(b, s, c) (9 * ((b) % 3) + 3 * ((s) % 3) + (c) % 3)
#define THREE(of, b, s) of(b, s, 0), of(b, s, 1), of(b, s, 2)
#define NINE(of, b) THREE(of, b, 0), THREE(of, b, 1), THREE(of, b, 2)
#define LANE_TABLE(of) {NINE(of, 0), NINE(of, 1), NINE(of, 2), 27, 28, 29, 30, 31}

/* Permutations: for each lane the lane that it takes. The next line of its box, and the one after. */
#define NEXT(b, s, c) AT(b, s, c + 1)
#define AFTER(b, s, c) AT(b, s, c + 2)
/* The lines of the two other boxes of its stack, or of its band, through which an even or an odd way (one.h)
   goes. */
#define VERTICAL_EVEN_1(b, s, c) AT(b + 1, s, c + 1)
#define VERTICAL_EVEN_2(b, s, c) AT(b + 2, s, c + 2)
#define VERTICAL_ODD_1(b, s, c) AT(b + 1, s, c + 2)
#define VERTICAL_ODD_2(b, s, c) AT(b + 2, s, c + 1)
#define HORIZONTAL_EVEN_1(b, s, r) AT(b, s + 1, r + 1)
#define HORIZONTAL_EVEN_2(b, s, r) AT(b, s + 2, r + 2)
#define HORIZONTAL_ODD_1(b, s, r) AT(b, s + 1, r + 2)
#define HORIZONTAL_ODD_2(b, s, r) AT(b, s + 2, r + 1)
/* From cells to rows of boxes: lane (b, s, r) takes the cell of column c from register r. Adding 32 chooses the
   second of two registers. */
#define GATHER_0(b, s, r) ((r) == 1 ? 32 : 0) + AT(b, s, 0)
#define GATHER_1(b, s, r) ((r) == 1 ? 32 : 0) + AT(b, s, 1)
#define GATHER_2(b, s, r) ((r) == 1 ? 32 : 0) + AT(b, s, 2)
/* Back: each cell of register r takes its row of the box. The same three gather the cells of the third register. */
#define LINE_0(b, s, c) AT(b, s, 0)
#define LINE_1(b, s, c) AT(b, s, 1)
#define LINE_2(b, s, c) AT(b, s, 2)

ALIGNED next[] = LANE_TABLE(NEXT), after[] = LANE_TABLE(AFTER);
ALIGNED vertical_ways[2][2][32] = {{LANE_TABLE(VERTICAL_EVEN_1), LANE_TABLE(VERTICAL_EVEN_2)},
                                   {LANE_TABLE(VERTICAL_ODD_1), LANE_TABLE(VERTICAL_ODD_2)}};
ALIGNED horizontal_ways[2][2][32] = {{LANE_TABLE(HORIZONTAL_EVEN_1), LANE_TABLE(HORIZONTAL_EVEN_2)},
                                     {LANE_TABLE(HORIZONTAL_ODD_1), LANE_TABLE(HORIZONTAL_ODD_2)}};
ALIGNED gather[3][32] = {LANE_TABLE(GATHER_0), LANE_TABLE(GATHER_1), LANE_TABLE(GATHER_2)};
ALIGNED line[3][32] = {LANE_TABLE(LINE_0), LANE_TABLE(LINE_1), LANE_TABLE(LINE_2)};

INLINE Vec take(Vec x, const uint16_t *from) { return permute(x, (Vec)_mm512_load_si512(from)); }
INLINE Vec take2(Vec x, Vec y, const uint16_t *from)
{
    return (Vec)_mm512_permutex2var_epi16((__m512i)x, _mm512_load_si512(from), (__m512i)y);
}
INLINE Vec and_or(Vec a, Vec b, Vec c) { return TERNARY(a, b, c, 0xE0); } /* a & (b | c) */
INLINE Vec only_lanes(LaneMask lanes, Vec x) { return (Vec)_mm512_maskz_mov_epi16(lanes, (__m512i)x); }
INLINE LaneMask nonzero(Vec x) { return _mm512_test_epi16_mask((__m512i)x, (__m512i)x); }
INLINE Vec count_bits(Vec x) { return (Vec)_mm512_popcnt_epi16((__m512i)x); }

/* What the ways in one direction imply for each line of each box. `possible`: the digits that the line may have;
   `only`: those that no other line of the box may have; `hidden`: those of `only` that one cell may have.
   `present`: the digits that the box may have. */
struct lines {
    Vec even, odd, possible, only, hidden, present;
};

INLINE struct lines deduce_lines(Vec any, Vec twice, const uint16_t to[2][2][32])
{
    struct lines lines;
    lines.even = and3(any, take(any, to[0][0]), take(any, to[0][1]));
    lines.odd = and3(any, take(any, to[1][0]), take(any, to[1][1]));
    lines.possible = lines.even | lines.odd;
    Vec second = take(lines.possible, next), third = take(lines.possible, after);
    lines.only = without2(lines.possible, second, third);
    lines.hidden = lines.only & ~twice;
    lines.present = or3(lines.possible, second, third);
    return lines;
}

/* A line of a box has three cells: three digits that have it as their only line leave no room for others, and four
   are a contradiction. */
INLINE LaneMask three_bits(Vec x) { return lanes_equal(count_bits(x), splat(3)); }
INLINE LaneMask more_than_three_bits(Vec x)
{
    return _mm512_mask_cmpgt_epu16_mask(CELL_LANES, (__m512i)count_bits(x), (__m512i)splat(3));
}

INLINE LaneMask one_bit(Vec x) { return lanes_equal(count_bits(x), splat(1)); }

INLINE void keep_ways(struct ways *ways, const struct lines *horizontal, const struct lines *vertical)
{
    _Alignas(64) uint16_t lane[4][32];
    store(lane[0], horizontal->even);
    store(lane[1], horizontal->odd);
    store(lane[2], vertical->even);
    store(lane[3], vertical->odd);
    for (int k = 0; k < 3; k++) {
        memcpy(&ways->even[k], &lane[0][9 * k], 8);
        memcpy(&ways->odd[k], &lane[1][9 * k], 8);
        memcpy(&ways->even[k + 3], &lane[2][3 * k], 8);
        memcpy(&ways->odd[k + 3], &lane[3][3 * k], 8);
    }
    for (int k = 0; k < 6; k++) {
        ways->even[k] &= 0x01FF01FF01FF;
        ways->odd[k] &= 0x01FF01FF01FF;
    }
}

static int board_propagate(board *grid, struct ways *ways)
{
    Vec x0 = grid->row[0], x1 = grid->row[1], x2 = grid->row[2];
    /* what full lines allowed in the pass before */
    Vec full_vertical = splat(0x1FF), full_horizontal = splat(0x1FF);
    for (;;) {
        LaneMask s0 = one_bit(x0), s1 = one_bit(x1), s2 = one_bit(x2);
        Vec p0 = only_lanes(s0, x0), p1 = only_lanes(s1, x1), p2 = only_lanes(s2, x2);
        Vec placed = or3(p0, p1, p2), twice_placed = majority3(p0, p1, p2);

        /* Columns. A digit placed in a box is in no other column of the box; the ways handle the rest of the
           stack. */
        Vec vertical_any = without2(or3(x0, x1, x2), take(placed, next), take(placed, after));
        struct lines vertical = deduce_lines(vertical_any, majority3(x0, x1, x2), vertical_ways);
        Vec vertical_all = vertical.possible & full_vertical, vertical_rest = vertical_all & ~placed;

        /* Rows: gather the cells of the first two registers, then of the third. */
        Vec a0 = take2(x0, x1, gather[0]), a1 = take2(x0, x1, gather[1]), a2 = take2(x0, x1, gather[2]);
        Vec b0 = take(x2, line[0]), b1 = take(x2, line[1]), b2 = take(x2, line[2]);
        Vec horizontal_any = blend(LAST_LINES, or3(b0, b1, b2), or3(a0, a1, a2));
        Vec horizontal_twice = blend(LAST_LINES, majority3(b0, b1, b2), majority3(a0, a1, a2));
        struct lines horizontal = deduce_lines(horizontal_any, horizontal_twice, horizontal_ways);
        Vec horizontal_all = horizontal.possible & full_horizontal;

        /* Cells: a hidden single stays alone; other cells keep what both directions allow. A placed digit is
           allowed in its own cell only. */
        Vec h0 = and_or(x0, vertical.hidden, take(horizontal.hidden, line[0]));
        Vec h1 = and_or(x1, vertical.hidden, take(horizontal.hidden, line[1]));
        Vec h2 = and_or(x2, vertical.hidden, take(horizontal.hidden, line[2]));
        Vec rest0 = and3(x0, blend(s0, vertical_all, vertical_rest), take(horizontal_all, line[0]));
        Vec y0 = blend(nonzero(h0), h0, rest0);
        Vec rest1 = and3(x1, blend(s1, vertical_all, vertical_rest), take(horizontal_all, line[1]));
        Vec y1 = blend(nonzero(h1), h1, rest1);
        Vec rest2 = and3(x2, blend(s2, vertical_all, vertical_rest), take(horizontal_all, line[2]));
        Vec y2 = blend(nonzero(h2), h2, rest2);

        /* Contradiction: a digit without a way, a cell without a digit or with two hidden singles, a line that four
           digits need, a digit placed twice in a line. (Placed twice in a box or a column, it has no way.) */
        Vec least = minimum(minimum(y0, y1), y2);
        Vec two_hidden = or3(without_lowest(h0), without_lowest(h1), without_lowest(h2));
        Vec present = vertical.present & horizontal.present;
        LaneMask bad = _mm512_mask_cmpneq_epi16_mask(CELL_LANES, (__m512i)present, (__m512i)splat(0x1FF)) |
                       _mm512_testn_epi16_mask((__m512i)least, (__m512i)least) |
                       nonzero(two_hidden | twice_placed) | more_than_three_bits(vertical.only) |
                       more_than_three_bits(horizontal.only);
        if (bad) return CONTRADICTION;
        /* used in the next pass: in this one it would lengthen the chain of dependences by seven cycles */
        full_vertical = blend(three_bits(vertical.only), vertical.only, splat(0x1FF));
        full_horizontal = blend(three_bits(horizontal.only), horizontal.only, splat(0x1FF));

        Vec change = or_xor(or_xor(x0 ^ y0, x1, y1), x2, y2);
        x0 = y0, x1 = y1, x2 = y2;
        if (!nonzero(change)) {
            *grid = (board){{x0, x1, x2}};
            if ((s0 & s1 & s2 & CELL_LANES) == CELL_LANES) return SOLVED;
            keep_ways(ways, &horizontal, &vertical);
            return OPEN;
        }
    }
}

/* `in`, the first half, loses the digit in the two other lines of the box; `out`, the second half, in the line. */
static void board_split(board *in, board *out, const struct ways *ways)
{
    struct split at = choose_split(ways);
    LaneMask box = 7u << AT(at.box_row, at.box_column, 0);
    Vec others = splat((uint16_t)~at.digit), all = splat(0xFFFF);
    for (int r = 0; r < 3; r++) {
        LaneMask on = at.vertical ? 1u << AT(at.box_row, at.box_column, at.line) : r == at.line ? box : 0;
        in->row[r] &= blend(box & ~on, others, all);
        out->row[r] &= blend(on, others, all);
    }
}

/* The place of each lane's cell in the text. */
#define BYTE(r, b, s, c) 27 * (b) + 9 * (r) + 3 * (s) + (c)
#define BYTE_0(b, s, c) BYTE(0, b, s, c)
#define BYTE_1(b, s, c) BYTE(1, b, s, c)
#define BYTE_2(b, s, c) BYTE(2, b, s, c)
#define BYTE_TABLE(of) {NINE(of, 0), NINE(of, 1), NINE(of, 2), 127, 127, 127, 127, 127}
_Alignas(32) static const uint8_t from_text[3][32] = {BYTE_TABLE(BYTE_0), BYTE_TABLE(BYTE_1), BYTE_TABLE(BYTE_2)};

/* The lane of each cell of the text, with 32 added for the second register and 64 for the third. */
#define LANE_0(b, s, c) AT(b, s, c)
#define LANE_1(b, s, c) AT(b, s, c) + 32
#define LANE_2(b, s, c) AT(b, s, c) + 64
#define TEXT_BAND(b) NINE(LANE_0, b), NINE(LANE_1, b), NINE(LANE_2, b)
_Alignas(64) static const uint8_t to_text[128] = {TEXT_BAND(0), TEXT_BAND(1), TEXT_BAND(2)};

enum { LAST_17 = (1 << 17) - 1 }; /* the bytes of the text beyond the first 64 */

/* For each byte 0 to 8 if it is a clue, more if the cell is empty. */
INLINE __m512i clues_of(__m512i bytes)
{
    __m512i text = _mm512_sub_epi8(bytes, _mm512_set1_epi8('1'));
    return _mm512_min_epu8(text, _mm512_sub_epi8(bytes, _mm512_set1_epi8(1)));
}

static void board_read(board *grid, const unsigned char *puzzle)
{
    __m512i head = clues_of(_mm512_loadu_si512(puzzle));
    __m512i tail = clues_of(_mm512_maskz_loadu_epi8(LAST_17, puzzle + 64));
    for (int r = 0; r < 3; r++) {
        __m512i at = _mm512_castsi256_si512(_mm256_load_si256((const __m256i *)from_text[r]));
        __m512i digit = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(_mm512_permutex2var_epi8(head, at, tail)));
        LaneMask is_clue = _mm512_cmplt_epu16_mask(digit, (__m512i)splat(9));
        grid->row[r] = blend(is_clue, (Vec)_mm512_sllv_epi16((__m512i)splat(1), digit), splat(0x1FF));
    }
}

INLINE __m256i text_digits(Vec row) /* one byte a lane */
{
    return _mm512_cvtepi16_epi8((__m512i)(count_bits(row - splat(1)) + splat('1')));
}

static void board_write(const board *grid, unsigned char *solution)
{
    __m512i last = _mm512_castsi256_si512(text_digits(grid->row[2]));
    __m512i two =
        _mm512_inserti64x4(_mm512_castsi256_si512(text_digits(grid->row[0])), text_digits(grid->row[1]), 1);
    _mm512_storeu_si512(solution, _mm512_permutex2var_epi8(two, _mm512_load_si512(to_text), last));
    __m512i tail = _mm512_permutex2var_epi8(two, _mm512_load_si512(to_text + 64), last);
    _mm512_mask_storeu_epi8(solution + 64, LAST_17, tail);
}

static int board_first_open(const board *grid)
{
    uint32_t open[3];
    for (int r = 0; r < 3; r++)
        open[r] = ~one_bit(grid->row[r]) & CELL_LANES;
    for (int b = 0; b < 3; b++) {
        uint32_t cells = (open[0] >> 9 * b & 511) | (open[1] >> 9 * b & 511) << 9 | (open[2] >> 9 * b & 511) << 18;
        if (cells) return 27 * b + __builtin_ctz(cells);
    }
    return 0; /* an open grid has one */
}

static unsigned board_candidates(const board *grid, int cell)
{
    uint16_t lane[32];
    store(lane, grid->row[cell / 9 % 3]);
    return lane[cell / 27 * 9 + cell % 9];
}

static void board_all_candidates(const board *grid, uint16_t candidates[FAST_CELLS])
{
    uint16_t lane[32];
    for (int row = 0; row < 9; row++) {
        if (row % 3 == 0) store(lane, grid->row[row / 3]);
        memcpy(candidates + 27 * (row % 3) + 9 * (row / 3), lane + 9 * (row % 3), 9 * sizeof *candidates);
    }
}

static void board_restrict(board *grid, int cell, unsigned digits)
{
    Vec *row = &grid->row[cell / 9 % 3];
    *row = blend(1u << (cell / 27 * 9 + cell % 9), *row & splat((uint16_t)digits), *row);
}
