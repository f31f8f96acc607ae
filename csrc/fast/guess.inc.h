/* Chooses the cell to guess, for all lanes together: the pair (cell with two candidates) with the most pairs in its
   row, column and box. */

/* 1 for each pair: without its lowest candidate it is a single bit. */
INLINE Vec is_pair(Vec cell) { return minimum(if_single(without_lowest(cell)), splat(1)); }

static int cell_with_fewest_candidates(const uint16_t *lane)
{
    int best = 0, fewest = 10;
    for (int i = 0; i < 81; i++) {
        int n = __builtin_popcount(lane[i * LANES]);
        if (n > 1 && n < fewest) fewest = n, best = i;
    }
    return best;
}

/* For each unit, 128 times its number of pairs. For a row, 9 times its number is added, for a column its number: in
   the sum for a row, a column and a box, the low 7 bits are the number of the cell. */
static void count_pairs(const Vec *grid, Vec *pair, Vec row[9], Vec column[9], Vec box[9])
{
#pragma GCC unroll 9
    for (int i = 0; i < 9; i++)
        row[i] = column[i] = box[i] = splat(0);
#pragma GCC unroll 27
    for (int t = 0; t < 27; t++) {
        const int r = t / 3, c = t % 3 * 3, cell = 9 * r + c;
#pragma GCC unroll 3
        for (int k = 0; k < 3; k++) {
            pair[cell + k] = is_pair(grid[cell + k]);
            column[c + k] += pair[cell + k];
        }
        Vec triad = pair[cell] + pair[cell + 1] + pair[cell + 2];
        row[r] += triad, box[r / 3 * 3 + t % 3] += triad;
    }
#pragma GCC unroll 9
    for (int i = 0; i < 9; i++) {
        row[i] = (row[i] << 7) + splat((uint16_t)(9 * i));
        column[i] = (column[i] << 7) + splat((uint16_t)i);
        box[i] <<= 7;
    }
}

/* Writes the cell of each lane to `cell`; only those of `lanes` are used. */
static void choose_guess_cells(const Vec *grid, LaneSet lanes, uint16_t *cell)
{
    Vec pair[81], row[9], column[9], box[9], best = splat(0);
    count_pairs(grid, pair, row, column, box);
#pragma GCC unroll 27
    for (int t = 0; t < 27; t++) {
        const int r = t / 3, c = t % 3 * 3;
        Vec row_and_box = row[r] + box[r / 3 * 3 + t % 3];
#pragma GCC unroll 3
        for (int k = 0; k < 3; k++)
            best = maximum(best, (row_and_box + column[c + k]) * pair[9 * r + c + k]);
    }
    store(cell, best & splat(127));
    LaneSet without_pair = lanes & lanes_equal(best, splat(0));
    for (; without_pair; without_pair &= without_pair - 1) {
        int l = __builtin_ctz(without_pair);
        cell[l] = (uint16_t)cell_with_fewest_candidates((const uint16_t *)grid + l);
    }
}
