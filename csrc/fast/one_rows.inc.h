/* One puzzle in nine vectors, a row of the grid in each; one_search.inc.h searches with it. What a vector is, the
   file that includes this one has said: rows_avx2.h (four words in a register) or rows_halves.h (two and two).
   Deduces the same as one_registers.inc.h, but the full lines only where
   nothing else is left; with about three times the instructions.

     vector    4 words of 64 bits: the three boxes that the row crosses, and a spare one
     word      4 lanes of 16 bits: the three cells of the row in that box, and a spare one
     lane      9 bits: the candidates of a cell; the spare lanes hold 0

     row[4]    | c0 c1 c2  - | c3 c4 c5  - | c6 c7 c8  - | -  -  -  - |

   The next row or the next box below is another vector, the next box to the right is a turn of the words, the
   next cell in a box a turn of the lanes of each word. */

typedef struct {
    vec row[9];
} board;

INLINE vec any3(vec a, vec b, vec c) { return either(either(a, b), c); }
INLINE vec all3(vec a, vec b, vec c) { return both(both(a, b), c); }
INLINE vec two3(vec a, vec b, vec c) { return either(both(a, b), both(c, either(a, b))); } /* in two at least */

/* What one direction tells of the lines of one kind: the digits that each may hold by the ways that are open
   (`lines`), and those that have only this line in the box (`only`), and in it one cell (`hidden`). */
struct lines {
    vec even[3], odd[3], lines[3], only[3], hidden[3];
};

/* Each of three lines looks at the two others of its kind, in the box one on (`one`) and two on (`two`). Even
   ways go one line on with each box, odd ways two: one.h. */
INLINE vec follow(struct lines *f, const vec any[3], const vec one[3], const vec two[3], const vec twice[3])
{
    for (int k = 0; k < 3; k++) {
        int n = (k + 1) % 3, a = (k + 2) % 3;
        f->even[k] = all3(any[k], one[n], two[a]);
        f->odd[k] = all3(any[k], one[a], two[n]);
        f->lines[k] = either(f->even[k], f->odd[k]);
    }
    for (int k = 0; k < 3; k++) {
        f->only[k] = minus(f->lines[k], either(f->lines[(k + 1) % 3], f->lines[(k + 2) % 3]));
        f->hidden[k] = minus(f->only[k], twice[k]);
    }
    return any3(f->lines[0], f->lines[1], f->lines[2]);
}

/* The three stacks at once: for each band, what its columns may hold beside what is placed in them, and what
   is hidden. A digit placed in a box is in no other column of the box: the ways do the rest of the stack.
   Placed twice in a line it is bad; twice in a box or in a column it has no way. */
INLINE vec settle_columns(struct lines *f, const vec row[9], const vec single[9], vec rest[3], vec *bad)
{
    vec any[3], twice[3], placed[3], one[3], two[3];
    for (int b = 0; b < 3; b++) {
        const vec *x = row + 3 * b, *s = single + 3 * b;
        twice[b] = two3(x[0], x[1], x[2]);
        vec here[3] = {both(x[0], s[0]), both(x[1], s[1]), both(x[2], s[2])};
        placed[b] = any3(here[0], here[1], here[2]);
        *bad = either(*bad, two3(here[0], here[1], here[2]));
        any[b] = minus(any3(x[0], x[1], x[2]), either(next_cell(placed[b]), after_cell(placed[b])));
        one[b] = next_cell(any[b]);
        two[b] = after_cell(any[b]);
    }
    vec present = follow(f, any, one, two, twice);
    for (int b = 0; b < 3; b++)
        rest[b] = minus(f->lines[b], placed[b]);
    return present;
}

/* One band: for each of its rows what each box may hold there, and what is hidden. */
INLINE vec settle_band(struct lines *f, const vec row[3])
{
    vec any[3], twice[3], one[3], two[3];
    for (int r = 0; r < 3; r++) {
        vec n = next_cell(row[r]), a = after_cell(row[r]);
        any[r] = any3(row[r], n, a);
        twice[r] = two3(row[r], n, a);
        one[r] = next_box(any[r]);
        two[r] = after_box(any[r]);
    }
    return follow(f, any, one, two, twice);
}

/* The ways of a band, from the words of its first box: all lanes of a word say the same. */
INLINE uint64_t ways_of_band(const vec lines[3])
{
    const uint64_t way = 0x1FF;
    return (word(lines[0], 0) & way) | (word(lines[1], 0) & way << 16) | (word(lines[2], 0) & way << 32);
}

INLINE void keep_ways(struct ways *ways, const struct lines *down, const struct lines along[3])
{
    for (int k = 0; k < 3; k++) {
        ways->even[k] = ways_of_band(along[k].even);
        ways->odd[k] = ways_of_band(along[k].odd);
        ways->even[k + 3] = word(down->even[0], k);
        ways->odd[k + 3] = word(down->odd[0], k);
    }
}

/* One pass over the cells of a band. A hidden digit stays alone; else what both directions leave, and they
   leave a placed digit to its own cell. */
INLINE vec update(vec row[3], const vec single[3], const struct lines *down, int b, vec rest,
                  const struct lines *along, vec *bad)
{
    vec change = each(0);
    for (int r = 0; r < 3; r++) {
        vec x = row[r], hidden = both(x, either(down->hidden[b], along->hidden[r]));
        vec leave = both(either(rest, both(single[r], down->lines[b])), along->lines[r]);
        vec y = either(hidden, all3(x, leave, is_zero(hidden)));
        *bad = any3(*bad, below(hidden), is_zero(y));
        change = either(change, different(x, y));
        row[r] = y;
    }
    return change;
}

/* What a line may hold that three digits need: those three, it has three cells. */
INLINE vec if_full(vec only, vec *bad)
{
    vec beyond_two = below(below(only));
    *bad = either(*bad, below(beyond_two));
    return either(only, is_zero(beyond_two));
}

/* Asked only where nothing else is left: it is rare, and costs as much as a third of a pass. */
INLINE vec settle_full_lines(board *grid, const struct lines *down, const struct lines along[3], vec *bad)
{
    vec change = each(0);
    for (int i = 0; i < 9; i++) {
        vec leave = both(if_full(down->only[i / 3], bad), if_full(along[i / 3].only[i % 3], bad));
        change = either(change, minus(grid->row[i], leave));
        grid->row[i] = both(grid->row[i], leave);
    }
    return change;
}

static int board_settle(board *grid, struct ways *ways)
{
    for (;;) {
        vec *row = grid->row, single[9], rest[3], open = each(0), change = each(0), bad = each(0);
        for (int i = 0; i < 9; i++) {
            vec more = below(row[i]);
            single[i] = is_zero(more);
            open = either(open, more);
        }
        struct lines down, along[3];
        vec present = settle_columns(&down, row, single, rest, &bad);
        for (int b = 0; b < 3; b++) {
            present = both(present, settle_band(&along[b], row + 3 * b));
            change = either(change, update(row + 3 * b, single + 3 * b, &down, b, rest[b], &along[b], &bad));
        }
        if (some(both(either(bad, different(present, each(0x1FF))), cells()))) return DEAD;
        if (some(change)) continue;
        if (!some(open)) return SOLVED;
        change = settle_full_lines(grid, &down, along, &bad);
        if (some(both(bad, cells()))) return DEAD;
        if (some(both(change, cells()))) continue;
        keep_ways(ways, &down, along);
        return OPEN;
    }
}

/* `in` keeps the digit in the line and loses it in the box's two other lines, `out` loses it in the line. */
static void board_split(board *in, board *out, const struct ways *ways)
{
    struct split at = choose_split(ways);
    for (int r = 0; r < 3; r++) {
        uint64_t whole = 0x000100010001 * (uint64_t)at.digit;
        uint64_t on = at.vertical ? (uint64_t)at.digit << 16 * at.line : r == at.line ? whole : 0;
        int i = 3 * at.box_row + r;
        in->row[i] = minus(in->row[i], only_word(whole & ~on, at.box_column));
        out->row[i] = minus(out->row[i], only_word(on, at.box_column));
    }
}

/* What a byte of a puzzle excludes: all other digits, if it is a clue (one.h). */
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

/* Cells by ones: the vectors are laid out in memory as in the drawing. */
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
            uint64_t x = word(grid->row[i], s), more = x & (x - 0x000100010001);
            if (more) return 9 * i + 3 * s + __builtin_ctzll(more) / 16;
        }
    return 0; /* not of an open grid */
}

static unsigned board_digits(const board *grid, int cell)
{
    uint16_t lane[16];
    return *lane_of(grid, cell, lane);
}

static void board_left(const board *grid, uint16_t left[FAST_CELLS])
{
    uint16_t lane[9][16];
    memcpy(lane, grid->row, sizeof lane);
    for (int cell = 0; cell < FAST_CELLS; cell++)
        left[cell] = lane[cell / 9][cell % 9 / 3 * 4 + cell % 3];
}

static void board_restrict(board *grid, int cell, unsigned digits)
{
    uint16_t lane[16];
    *lane_of(grid, cell, lane) &= (uint16_t)digits;
    memcpy(&grid->row[cell / 9], lane, sizeof lane);
}
