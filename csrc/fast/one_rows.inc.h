/* One puzzle: the grid in nine rows, a vector each, for one_search.inc.h. rows_avx2.h or rows_halves.h, included
   before, defines the vectors. This file deduces the same as one_registers.inc.h, but applies full lines only when
   nothing else changes, and executes about three times as many instructions.

     vector    4 words of 64 bits: the three boxes that the row crosses, and a spare word
     word      4 lanes of 16 bits: the three cells of the row in that box, and a spare lane
     lane      9 bits: the candidates of a cell; the spare lanes hold 0

     row[4]    | c0 c1 c2  - | c3 c4 c5  - | c6 c7 c8  - | -  -  -  - |

   The row below and the box below are other vectors. The box to the right is reached by rotating words, the next
   cell of a box by rotating the lanes within each word. */
typedef struct {
    Row row[9];
} board;

INLINE Row row_or3(Row a, Row b, Row c) { return row_or(row_or(a, b), c); }
INLINE Row row_and3(Row a, Row b, Row c) { return row_and(row_and(a, b), c); }
INLINE Row row_majority3(Row a, Row b, Row c) { return row_or(row_and(a, b), row_and(c, row_or(a, b))); }

/* What the ways in one direction imply for three lines (rows or columns). `possible`: the digits that the
   line may have; `only`: those that no other line of the box may have; `hidden`: those of `only` that one cell
   may have. */
struct lines {
    Row even[3], odd[3], possible[3], only[3], hidden[3];
};

/* `next` and `after`: `any` of the next box, and of the one after it. Even ways go to the next line with each
   box, odd ways to the line after (one.h). Returns the digits that each box may have. */
INLINE Row deduce_lines(struct lines *lines, const Row any[3], const Row next[3], const Row after[3],
                        const Row twice[3])
{
    for (int k = 0; k < 3; k++) {
        int n = (k + 1) % 3, a = (k + 2) % 3;
        lines->even[k] = row_and3(any[k], next[n], after[a]);
        lines->odd[k] = row_and3(any[k], next[a], after[n]);
        lines->possible[k] = row_or(lines->even[k], lines->odd[k]);
    }
    for (int k = 0; k < 3; k++) {
        lines->only[k] =
            row_without(lines->possible[k], row_or(lines->possible[(k + 1) % 3], lines->possible[(k + 2) % 3]));
        lines->hidden[k] = row_without(lines->only[k], twice[k]);
    }
    return row_or3(lines->possible[0], lines->possible[1], lines->possible[2]);
}

/* The columns, for all stacks. `rest`: for each band, what its columns may have besides the placed digits. A
   digit placed in a box is in no other column of the box; the ways handle the rest of the stack. A digit placed
   twice in a column of a box is `bad`; placed twice in a box or a column of the grid, it has no way. */
INLINE Row deduce_columns(struct lines *lines, const Row row[9], const Row single[9], Row rest[3], Row *bad)
{
    Row any[3], twice[3], placed[3], next[3], after[3];
    for (int b = 0; b < 3; b++) {
        const Row *x = row + 3 * b, *is_single = single + 3 * b;
        twice[b] = row_majority3(x[0], x[1], x[2]);
        Row singles[3] = {row_and(x[0], is_single[0]), row_and(x[1], is_single[1]), row_and(x[2], is_single[2])};
        placed[b] = row_or3(singles[0], singles[1], singles[2]);
        *bad = row_or(*bad, row_majority3(singles[0], singles[1], singles[2]));
        any[b] = row_without(row_or3(x[0], x[1], x[2]), row_or(next_cell(placed[b]), after_cell(placed[b])));
        next[b] = next_cell(any[b]);
        after[b] = after_cell(any[b]);
    }
    Row present = deduce_lines(lines, any, next, after, twice);
    for (int b = 0; b < 3; b++)
        rest[b] = row_without(lines->possible[b], placed[b]);
    return present;
}

/* The rows of one band. */
INLINE Row deduce_band(struct lines *lines, const Row row[3])
{
    Row any[3], twice[3], next[3], after[3];
    for (int r = 0; r < 3; r++) {
        Row n = next_cell(row[r]), a = after_cell(row[r]);
        any[r] = row_or3(row[r], n, a);
        twice[r] = row_majority3(row[r], n, a);
        next[r] = next_box(any[r]);
        after[r] = after_box(any[r]);
    }
    return deduce_lines(lines, any, next, after, twice);
}

/* The ways of a band, from the words of its first box, in which all lanes are equal. */
INLINE uint64_t ways_of_band(const Row lines[3])
{
    const uint64_t way = 0x1FF;
    return (row_word(lines[0], 0) & way) | (row_word(lines[1], 0) & way << 16) |
           (row_word(lines[2], 0) & way << 32);
}

INLINE void keep_ways(struct ways *ways, const struct lines *vertical, const struct lines horizontal[3])
{
    for (int k = 0; k < 3; k++) {
        ways->even[k] = ways_of_band(horizontal[k].even);
        ways->odd[k] = ways_of_band(horizontal[k].odd);
        ways->even[k + 3] = row_word(vertical->even[0], k);
        ways->odd[k + 3] = row_word(vertical->odd[0], k);
    }
}

/* Updates the cells of a band and returns what changed. A hidden single stays alone; other cells keep what both
   directions allow. A placed digit is allowed in its own cell only. */
INLINE Row update_band(Row row[3], const Row single[3], const struct lines *vertical, int b, Row rest,
                       const struct lines *horizontal, Row *bad)
{
    Row change = row_splat(0);
    for (int r = 0; r < 3; r++) {
        Row x = row[r], hidden = row_and(x, row_or(vertical->hidden[b], horizontal->hidden[r]));
        Row allowed = row_and(row_or(rest, row_and(single[r], vertical->possible[b])), horizontal->possible[r]);
        Row y = row_or(hidden, row_and3(x, allowed, row_is_zero(hidden)));
        *bad = row_or3(*bad, row_without_lowest(hidden), row_is_zero(y));
        change = row_or(change, row_xor(x, y));
        row[r] = y;
    }
    return change;
}

/* What a line may have: if it is the only line left for three digits, only these, since it has three cells. */
INLINE Row allowed_by_full_line(Row only, Row *bad)
{
    Row third_and_more = row_without_lowest(row_without_lowest(only));
    *bad = row_or(*bad, row_without_lowest(third_and_more));
    return row_or(only, row_is_zero(third_and_more));
}

/* Called only if nothing else changes: it rarely finds anything, and takes a third of the time of a pass. */
INLINE Row apply_full_lines(board *grid, const struct lines *vertical, const struct lines horizontal[3], Row *bad)
{
    Row change = row_splat(0);
    for (int i = 0; i < 9; i++) {
        Row allowed = row_and(allowed_by_full_line(vertical->only[i / 3], bad),
                              allowed_by_full_line(horizontal[i / 3].only[i % 3], bad));
        change = row_or(change, row_without(grid->row[i], allowed));
        grid->row[i] = row_and(grid->row[i], allowed);
    }
    return change;
}

static int board_propagate(board *grid, struct ways *ways)
{
    for (;;) {
        Row *row = grid->row, single[9], rest[3], open = row_splat(0), change = row_splat(0), bad = row_splat(0);
        for (int i = 0; i < 9; i++) {
            Row more = row_without_lowest(row[i]);
            single[i] = row_is_zero(more);
            open = row_or(open, more);
        }
        struct lines vertical, horizontal[3];
        Row present = deduce_columns(&vertical, row, single, rest, &bad);
        for (int b = 0; b < 3; b++) {
            present = row_and(present, deduce_band(&horizontal[b], row + 3 * b));
            change = row_or(change,
                            update_band(row + 3 * b, single + 3 * b, &vertical, b, rest[b], &horizontal[b], &bad));
        }
        if (row_nonzero(row_and(row_or(bad, row_xor(present, row_splat(0x1FF))), row_cell_lanes())))
            return CONTRADICTION;
        if (row_nonzero(change)) continue;
        if (!row_nonzero(open)) return SOLVED;
        change = apply_full_lines(grid, &vertical, horizontal, &bad);
        if (row_nonzero(row_and(bad, row_cell_lanes()))) return CONTRADICTION;
        if (row_nonzero(row_and(change, row_cell_lanes()))) continue;
        keep_ways(ways, &vertical, horizontal);
        return OPEN;
    }
}

/* `in`, the first half, loses the digit in the two other lines of the box; `out`, the second half, in the line. */
static void board_split(board *in, board *out, const struct ways *ways)
{
    struct split at = choose_split(ways);
    for (int r = 0; r < 3; r++) {
        uint64_t whole = 0x000100010001 * (uint64_t)at.digit;
        uint64_t on = at.vertical ? (uint64_t)at.digit << 16 * at.line : r == at.line ? whole : 0;
        int i = 3 * at.box_row + r;
        in->row[i] = row_without(in->row[i], row_from_word(whole & ~on, at.box_column));
        out->row[i] = row_without(out->row[i], row_from_word(on, at.box_column));
    }
}

/* The candidates that a byte of a puzzle excludes: all others if it is a clue. */
#define CLUE(digit) ['0' + (digit)] = 0x1FF ^ 1 << ((digit) - 1), [digit] = 0x1FF ^ 1 << ((digit) - 1)
static const uint16_t excluded[256] = {
    CLUE(1), CLUE(2), CLUE(3), CLUE(4), CLUE(5), CLUE(6), CLUE(7), CLUE(8), CLUE(9),
};
#undef CLUE

static void board_read(board *grid, const unsigned char *puzzle)
{
    uint64_t words[9][4] = {0};
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < 3; k++, puzzle += 3) {
            uint64_t triad =
                excluded[puzzle[0]] | (uint64_t)excluded[puzzle[1]] << 16 | (uint64_t)excluded[puzzle[2]] << 32;
            words[i][k] = 0x01FF01FF01FF ^ triad;
        }
    memcpy(grid->row, words, sizeof words);
}

/* Copies a row to memory; returns the lane of the cell. */
INLINE uint16_t *lane_of(const board *grid, int cell, uint16_t lane[16])
{
    memcpy(lane, &grid->row[cell / 9], 32);
    return &lane[cell % 9 / 3 * 4 + cell % 3];
}

static void board_write(const board *grid, unsigned char *solution)
{
    uint16_t lane[9][16];
    memcpy(lane, grid->row, sizeof lane);
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < 9; k++)
            solution[9 * i + k] = (unsigned char)('1' + __builtin_ctz(lane[i][k / 3 * 4 + k % 3]));
}

static int board_first_open(const board *grid)
{
    for (int i = 0; i < 9; i++)
        for (int s = 0; s < 3; s++) {
            uint64_t x = row_word(grid->row[i], s), more = x & (x - 0x000100010001);
            if (more) return 9 * i + 3 * s + __builtin_ctzll(more) / 16;
        }
    return 0; /* an open grid has one */
}

static unsigned board_candidates(const board *grid, int cell)
{
    uint16_t lane[16];
    return *lane_of(grid, cell, lane);
}

static void board_all_candidates(const board *grid, uint16_t candidates[FAST_CELLS])
{
    uint16_t lane[9][16];
    memcpy(lane, grid->row, sizeof lane);
    for (int cell = 0; cell < FAST_CELLS; cell++)
        candidates[cell] = lane[cell / 9][cell % 9 / 3 * 4 + cell % 3];
}

static void board_restrict(board *grid, int cell, unsigned digits)
{
    uint16_t lane[16];
    *lane_of(grid, cell, lane) &= (uint16_t)digits;
    memcpy(&grid->row[cell / 9], lane, sizeof lane);
}
