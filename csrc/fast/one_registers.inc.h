/* One puzzle in three registers (AVX-512 with VBMI and BITALG); one_search.inc.h searches with it.

   A lane is a cell, its nine bits are its candidates. Register r holds row r of each band:

     lane     0 1 2  3 4 5  6 7 8 | 9 ...               | 18 ...            26 | 27 .. 31
     row[0]   row 0 of the grid   | row 3               | row 6                | all nine, always
     row[1]   row 1               | row 4               | row 7                |
     row[2]   row 2               | row 5               | row 8                |

   so lane 9b+3s+c of row[r] is the cell of band b, stack s, with r and c its place in the box. Three cells one
   under another in a box are the same lane of the three registers: their union is one instruction for the
   whole grid. A third of a row (three cells side by side in a box) is brought into lane 9b+3s+r of a single
   register. Each of these two registers, the columns' and the rows', then says for each box, line and digit
   whether the line may hold the digit; a pass deduces all that follows from that for all nine digits, both
   directions at once. */
typedef __m512i vec;
typedef struct {
    vec row[3];
} board;

enum { CELL_LANES = 0x07FFFFFF, LAST_LINES = 0x04924924 }; /* the 27 lanes; those whose c (or r) is 2 */

#define ALIGNED _Alignas(64) static const uint16_t
#define AT(b, s, c) (9 * ((b) % 3) + 3 * ((s) % 3) + (c) % 3)
#define THREE(of, b, s) of(b, s, 0), of(b, s, 1), of(b, s, 2)
#define NINE(of, b) THREE(of, b, 0), THREE(of, b, 1), THREE(of, b, 2)
#define LANE_TABLE(of) {NINE(of, 0), NINE(of, 1), NINE(of, 2), 27, 28, 29, 30, 31}

/* For each lane the lane that it looks at: the next line of its box, and the one after. */
#define NEXT(b, s, c) AT(b, s, c + 1)
#define AFTER(b, s, c) AT(b, s, c + 2)
/* The other two boxes of its stack, or of its band, one or two lines on: where an even or an odd way
   (one.h) goes through. */
#define DOWN_EVEN_1(b, s, c) AT(b + 1, s, c + 1)
#define DOWN_EVEN_2(b, s, c) AT(b + 2, s, c + 2)
#define DOWN_ODD_1(b, s, c) AT(b + 1, s, c + 2)
#define DOWN_ODD_2(b, s, c) AT(b + 2, s, c + 1)
#define ALONG_EVEN_1(b, s, r) AT(b, s + 1, r + 1)
#define ALONG_EVEN_2(b, s, r) AT(b, s + 2, r + 2)
#define ALONG_ODD_1(b, s, r) AT(b, s + 1, r + 2)
#define ALONG_ODD_2(b, s, r) AT(b, s + 2, r + 1)
/* From cells to thirds of rows: lane (b, s, r) looks at the cell c of register r; 32 chooses the second of two
   registers. */
#define GATHER_0(b, s, r) ((r) == 1 ? 32 : 0) + AT(b, s, 0)
#define GATHER_1(b, s, r) ((r) == 1 ? 32 : 0) + AT(b, s, 1)
#define GATHER_2(b, s, r) ((r) == 1 ? 32 : 0) + AT(b, s, 2)
/* And back: each cell of register r looks at its third of the row. The same three gather the third register. */
#define LINE_0(b, s, c) AT(b, s, 0)
#define LINE_1(b, s, c) AT(b, s, 1)
#define LINE_2(b, s, c) AT(b, s, 2)

ALIGNED next[] = LANE_TABLE(NEXT), after[] = LANE_TABLE(AFTER);
ALIGNED down[2][2][32] = {{LANE_TABLE(DOWN_EVEN_1), LANE_TABLE(DOWN_EVEN_2)},
                          {LANE_TABLE(DOWN_ODD_1), LANE_TABLE(DOWN_ODD_2)}};
ALIGNED along[2][2][32] = {{LANE_TABLE(ALONG_EVEN_1), LANE_TABLE(ALONG_EVEN_2)},
                           {LANE_TABLE(ALONG_ODD_1), LANE_TABLE(ALONG_ODD_2)}};
ALIGNED gather[3][32] = {LANE_TABLE(GATHER_0), LANE_TABLE(GATHER_1), LANE_TABLE(GATHER_2)};
ALIGNED line[3][32] = {LANE_TABLE(LINE_0), LANE_TABLE(LINE_1), LANE_TABLE(LINE_2)};

INLINE vec look(vec x, const uint16_t *at) { return _mm512_permutexvar_epi16(_mm512_load_si512(at), x); }
INLINE vec look2(vec x, vec y, const uint16_t *at)
{
    return _mm512_permutex2var_epi16(x, _mm512_load_si512(at), y);
}
INLINE vec any3(vec a, vec b, vec c) { return _mm512_ternarylogic_epi64(a, b, c, 0xFE); }
INLINE vec all3(vec a, vec b, vec c) { return _mm512_ternarylogic_epi64(a, b, c, 0x80); }
INLINE vec two3(vec a, vec b, vec c) { return _mm512_ternarylogic_epi64(a, b, c, 0xE8); }   /* in two at least */
INLINE vec only1(vec a, vec b, vec c) { return _mm512_ternarylogic_epi64(a, b, c, 0x10); }  /* in a, in no other */
INLINE vec and_or(vec a, vec b, vec c) { return _mm512_ternarylogic_epi64(a, b, c, 0xE0); } /* a & (b | c) */
INLINE vec or_xor(vec a, vec b, vec c) { return _mm512_ternarylogic_epi64(a, b, c, 0xF6); } /* a | (b ^ c) */
INLINE vec minus(vec a, vec b) { return _mm512_andnot_si512(b, a); }
INLINE vec both(vec a, vec b) { return _mm512_and_si512(a, b); }
INLINE vec either(vec a, vec b) { return _mm512_or_si512(a, b); }
INLINE vec each(int x) { return _mm512_set1_epi16((short)x); }
INLINE vec choose(__mmask32 where, vec yes, vec no) { return _mm512_mask_mov_epi16(no, where, yes); }
INLINE vec in_lanes(__mmask32 where, vec x) { return _mm512_maskz_mov_epi16(where, x); }
INLINE __mmask32 nonzero(vec x) { return _mm512_test_epi16_mask(x, x); }

/* What one direction tells. `lines`: the digits that each line of each box may hold by the ways that are open.
   `only`: those that no other line of the box may hold; if they have one cell there, they are `hidden`.
   `present`: what the box still has. */
struct lines {
    vec even, odd, lines, only, hidden, present;
};

INLINE struct lines follow(vec any, vec twice, const uint16_t to[2][2][32])
{
    struct lines f;
    f.even = all3(any, look(any, to[0][0]), look(any, to[0][1]));
    f.odd = all3(any, look(any, to[1][0]), look(any, to[1][1]));
    f.lines = either(f.even, f.odd);
    vec second = look(f.lines, next), third = look(f.lines, after);
    f.only = only1(f.lines, second, third);
    f.hidden = minus(f.only, twice);
    f.present = any3(f.lines, second, third);
    return f;
}

/* A line of a box has three cells: more than three digits cannot have it as their only line, and three leave
   it to no other. */
INLINE __mmask32 three(vec x) { return _mm512_cmpeq_epi16_mask(_mm512_popcnt_epi16(x), each(3)); }
INLINE __mmask32 beyond_three(vec x)
{
    return _mm512_mask_cmpgt_epu16_mask(CELL_LANES, _mm512_popcnt_epi16(x), each(3));
}

INLINE __mmask32 single(vec row) { return _mm512_cmpeq_epi16_mask(_mm512_popcnt_epi16(row), each(1)); }
INLINE vec below(vec x) { return both(x, _mm512_sub_epi16(x, each(1))); } /* without its lowest bit */

INLINE void keep_ways(struct ways *ways, const struct lines *across, const struct lines *upright)
{
    _Alignas(64) uint16_t lane[4][32];
    _mm512_store_si512(lane[0], across->even);
    _mm512_store_si512(lane[1], across->odd);
    _mm512_store_si512(lane[2], upright->even);
    _mm512_store_si512(lane[3], upright->odd);
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

static int board_settle(board *grid, struct ways *ways)
{
    vec x0 = grid->row[0], x1 = grid->row[1], x2 = grid->row[2];
    vec full_up = each(0x1FF), full_across = each(0x1FF); /* of the pass before: what a line that is full leaves */
    for (;;) {
        __mmask32 s0 = single(x0), s1 = single(x1), s2 = single(x2);
        vec p0 = in_lanes(s0, x0), p1 = in_lanes(s1, x1), p2 = in_lanes(s2, x2);
        vec placed = any3(p0, p1, p2), twice_placed = two3(p0, p1, p2);

        /* Columns. A digit placed in a box is in no other column of the box: the ways do the rest of the stack. */
        vec up = only1(any3(x0, x1, x2), look(placed, next), look(placed, after));
        struct lines upright = follow(up, two3(x0, x1, x2), down);
        vec upright_all = both(upright.lines, full_up), upright_rest = minus(upright_all, placed);

        /* Rows: first the thirds, from the cells of the first two registers, then of the last. */
        vec a0 = look2(x0, x1, gather[0]), a1 = look2(x0, x1, gather[1]), a2 = look2(x0, x1, gather[2]);
        vec b0 = look(x2, line[0]), b1 = look(x2, line[1]), b2 = look(x2, line[2]);
        vec across_any = choose(LAST_LINES, any3(b0, b1, b2), any3(a0, a1, a2));
        vec across_two = choose(LAST_LINES, two3(b0, b1, b2), two3(a0, a1, a2));
        struct lines across = follow(across_any, across_two, along);
        vec across_rest = both(across.lines, full_across);

        /* Cells: a hidden digit stays alone; else what both directions leave, and they leave a placed digit to
           its own cell. */
        vec h0 = and_or(x0, upright.hidden, look(across.hidden, line[0]));
        vec h1 = and_or(x1, upright.hidden, look(across.hidden, line[1]));
        vec h2 = and_or(x2, upright.hidden, look(across.hidden, line[2]));
        vec leave0 = all3(x0, choose(s0, upright_all, upright_rest), look(across_rest, line[0]));
        vec y0 = choose(nonzero(h0), h0, leave0);
        vec leave1 = all3(x1, choose(s1, upright_all, upright_rest), look(across_rest, line[1]));
        vec y1 = choose(nonzero(h1), h1, leave1);
        vec leave2 = all3(x2, choose(s2, upright_all, upright_rest), look(across_rest, line[2]));
        vec y2 = choose(nonzero(h2), h2, leave2);

        /* Dead: a digit without a way, a cell without a digit or with two hidden ones, a line that four need, a
           digit that was placed twice in a line (twice in a box, or in a column, and it has no way). */
        vec least = _mm512_min_epu16(_mm512_min_epu16(y0, y1), y2);
        vec crowded = any3(below(h0), below(h1), below(h2));
        vec present = both(upright.present, across.present);
        __mmask32 bad = _mm512_mask_cmpneq_epi16_mask(CELL_LANES, present, each(0x1FF)) |
                        _mm512_testn_epi16_mask(least, least) | nonzero(either(crowded, twice_placed)) |
                        beyond_three(upright.only) | beyond_three(across.only);
        if (bad) return DEAD;
        full_up = choose(three(upright.only), upright.only, each(0x1FF)); /* now it would be late by seven cycles */
        full_across = choose(three(across.only), across.only, each(0x1FF));

        vec change = or_xor(or_xor(_mm512_xor_si512(x0, y0), x1, y1), x2, y2);
        x0 = y0, x1 = y1, x2 = y2;
        if (!nonzero(change)) {
            *grid = (board){{x0, x1, x2}};
            if ((s0 & s1 & s2 & CELL_LANES) == CELL_LANES) return SOLVED;
            keep_ways(ways, &across, &upright);
            return OPEN;
        }
    }
}

/* `in` keeps the digit in the line and loses it in the box's two other lines, `out` loses it in the line. */
static void board_split(board *in, board *out, const struct ways *ways)
{
    struct split at = choose_split(ways);
    __mmask32 box = 7u << AT(at.box_row, at.box_column, 0);
    vec keep = each(~at.digit);
    for (int r = 0; r < 3; r++) {
        __mmask32 on = at.vertical ? 1u << AT(at.box_row, at.box_column, at.line) : r == at.line ? box : 0;
        in->row[r] = _mm512_mask_and_epi32(in->row[r], 0xFFFF, in->row[r], choose(box & ~on, keep, each(-1)));
        out->row[r] = both(out->row[r], choose(on, keep, each(-1)));
    }
}

/* Bytes of the puzzle, or of the solution, and where they are in the registers' order. */
#define BYTE(r, b, s, c) 27 * (b) + 9 * (r) + 3 * (s) + (c)
#define BYTE_0(b, s, c) BYTE(0, b, s, c)
#define BYTE_1(b, s, c) BYTE(1, b, s, c)
#define BYTE_2(b, s, c) BYTE(2, b, s, c)
#define BYTES(of) {NINE(of, 0), NINE(of, 1), NINE(of, 2), 127, 127, 127, 127, 127}
_Alignas(32) static const uint8_t from_text[3][32] = {BYTES(BYTE_0), BYTES(BYTE_1), BYTES(BYTE_2)};

#define LANE_0(b, s, c) AT(b, s, c)
#define LANE_1(b, s, c) AT(b, s, c) + 32
#define LANE_2(b, s, c) AT(b, s, c) + 64
#define TEXT_BAND(b) NINE(LANE_0, b), NINE(LANE_1, b), NINE(LANE_2, b)
_Alignas(64) static const uint8_t to_text[128] = {TEXT_BAND(0), TEXT_BAND(1), TEXT_BAND(2)};

/* 0..8 for a clue; anything else, 9 or more, for an empty cell. */
INLINE vec clues_of(vec bytes)
{
    vec text = _mm512_sub_epi8(bytes, _mm512_set1_epi8('1')), number = _mm512_sub_epi8(bytes, _mm512_set1_epi8(1));
    return _mm512_min_epu8(text, number);
}

static void board_read(board *grid, const unsigned char *puzzle)
{
    enum { LAST_17 = (1 << 17) - 1 };
    vec head = clues_of(_mm512_loadu_si512(puzzle)), tail = clues_of(_mm512_maskz_loadu_epi8(LAST_17, puzzle + 64));
    for (int r = 0; r < 3; r++) {
        vec at = _mm512_castsi256_si512(_mm256_load_si256((const __m256i *)from_text[r]));
        vec digit = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(_mm512_permutex2var_epi8(head, at, tail)));
        __mmask32 given = _mm512_cmplt_epu16_mask(digit, each(9));
        grid->row[r] = choose(given, _mm512_sllv_epi16(each(1), digit), each(0x1FF));
    }
}

INLINE __m256i digits_of(vec row) /* ASCII, a byte a lane */
{
    vec number = _mm512_popcnt_epi16(_mm512_sub_epi16(row, each(1)));
    return _mm512_cvtepi16_epi8(_mm512_add_epi16(number, each('1')));
}

static void board_write(const board *grid, unsigned char *solution)
{
    enum { LAST_17 = (1 << 17) - 1 };
    vec two = _mm512_inserti64x4(_mm512_castsi256_si512(digits_of(grid->row[0])), digits_of(grid->row[1]), 1);
    vec last = _mm512_castsi256_si512(digits_of(grid->row[2]));
    _mm512_storeu_si512(solution, _mm512_permutex2var_epi8(two, _mm512_load_si512(to_text), last));
    vec tail = _mm512_permutex2var_epi8(two, _mm512_load_si512(to_text + 64), last);
    _mm512_mask_storeu_epi8(solution + 64, LAST_17, tail);
}

static int board_first_open(const board *grid)
{
    uint32_t open[3];
    for (int r = 0; r < 3; r++)
        open[r] = ~single(grid->row[r]) & CELL_LANES;
    for (int b = 0; b < 3; b++) {
        uint32_t cells = (open[0] >> 9 * b & 511) | (open[1] >> 9 * b & 511) << 9 | (open[2] >> 9 * b & 511) << 18;
        if (cells) return 27 * b + __builtin_ctz(cells);
    }
    return 0; /* not of an open grid */
}

static unsigned board_digits(const board *grid, int cell)
{
    uint16_t lane[32];
    _mm512_storeu_si512(lane, grid->row[cell / 9 % 3]);
    return lane[cell / 27 * 9 + cell % 9];
}

static void board_left(const board *grid, uint16_t left[FAST_CELLS])
{
    uint16_t lane[32];
    for (int row = 0; row < 9; row++) {
        if (row % 3 == 0) _mm512_storeu_si512(lane, grid->row[row / 3]);
        memcpy(left + 27 * (row % 3) + 9 * (row / 3), lane + 9 * (row % 3), 9 * sizeof *left);
    }
}

static void board_restrict(board *grid, int cell, unsigned digits)
{
    vec *row = &grid->row[cell / 9 % 3];
    *row = choose(1u << (cell / 27 * 9 + cell % 9), both(*row, each((int)digits)), *row);
}
