/* Which cell to guess, for all lanes at once: the one with two candidates that has most cells of the kind
   around it. */

/* 1 for each cell of two candidates: what is left without the lowest of them is a single. */
INLINE Vec is_pair(Vec cell) { return least(if_single(without_lowest(cell)), splat(1)); }

static int fewest_candidates(const uint16_t *lane)
{
    int best = 0, fewest = 10;
    for (int i = 0; i < 81; i++) {
        int n = __builtin_popcount(lane[i * LANES]);
        if (n > 1 && n < fewest) fewest = n, best = i;
    }
    return best;
}

/* How many pairs each unit has, times 128; and, beside it, so much that a cell's row and column give its
   number. */
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

static void cells_to_guess(const Vec *grid, LaneSet lanes, uint16_t *cell)
{
    Vec pair[81], row[9], column[9], box[9], best = splat(0);
    count_pairs(grid, pair, row, column, box);
#pragma GCC unroll 27
    for (int t = 0; t < 27; t++) {
        const int r = t / 3, c = t % 3 * 3;
        Vec around = row[r] + box[r / 3 * 3 + t % 3];
#pragma GCC unroll 3
        for (int k = 0; k < 3; k++)
            best = greatest(best, (around + column[c + k]) * pair[9 * r + c + k]);
    }
    store(cell, best & splat(127));
    for (LaneSet none = lanes &lanes_equal(best, splat(0)); none; none &= none - 1) {
        int l = __builtin_ctz(none);
        cell[l] = (uint16_t)fewest_candidates((const uint16_t *)grid + l);
    }
}
