/* Deduction: a sweep goes once over the grids of all lanes, by the three bands and then by the three stacks, in
   place: what a band has settled, the next one already sees.

   A band is three lines of nine cells through three boxes; where a line meets a box are three cells, a triad.

             box 0      box 1      box 2
     line 0  . . .      . . .      . . .       any[l][b]    the candidates of a triad
     line 1  . . .      . . .      . . .       twice[l][b]  those that two of its cells have
     line 2  . . .      . . .      . . .

   From these nine come what a line or a box holds, what it holds in one place only (hidden singles), and the
   locked candidates: what a triad has and the rest of its box has not must be there, so it leaves the rest of
   the line; and the other way round. */

typedef struct {
    Vec present; /* the candidates that every unit still has: less than nine, and there is no solution */
    Vec settled; /* the digits that every line of the last half has settled: all nine, and the grid is full */
    Vec changed; /* not 0 where a cell lost a candidate */
} Verdict;

/* Cell k of the triad in line l and box b. */
#define CELL(l, b, k) band[(l) * line + ((b) * 3 + (k)) * step]
#define EACH_TRIAD \
    _Pragma("GCC unroll 3") for (int l = 0; l < 3; l++) _Pragma("GCC unroll 3") for (int b = 0; b < 3; b++)
#define EACH_CELL _Pragma("GCC unroll 3") for (int k = 0; k < 3; k++)

/* `step` leads from a cell of a line to the next one, `line` from a line to the next. `stack`: the lines are
   columns; what shows a grid dead is looked for there only. */
INLINE void sweep_band(Vec *band, const int step, const int line, const int stack, Verdict *verdict)
{
    Vec any[3][3], twice[3][3], hidden_line[3], hidden_box[3];
    EACH_TRIAD {
        any[l][b] = either3(CELL(l, b, 0), CELL(l, b, 1), CELL(l, b, 2));
        twice[l][b] = twice3(CELL(l, b, 0), CELL(l, b, 1), CELL(l, b, 2));
    }
    Vec present = verdict->present;
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++) {
        Vec line_any = either3(any[i][0], any[i][1], any[i][2]), box_any = either3(any[0][i], any[1][i], any[2][i]);
        present = both3(present, line_any, box_any);
        hidden_line[i] = without2(line_any, either3(twice[i][0], twice[i][1], twice[i][2]),
                                  twice3(any[i][0], any[i][1], any[i][2]));
        hidden_box[i] = without2(box_any, either3(twice[0][i], twice[1][i], twice[2][i]),
                                 twice3(any[0][i], any[1][i], any[2][i]));
    }

    /* an empty cell less 1 has its highest bit, no other has; two of a digit in a unit clash */
    Vec single[3][3][3], set[3][3], line_set[3], box_set[3], less = splat(0), clash = splat(0);
    EACH_TRIAD {
        Vec hidden = hidden_line[l] | hidden_box[b];
        if (stack) less |= either3(CELL(l, b, 0) - splat(1), CELL(l, b, 1) - splat(1), CELL(l, b, 2) - splat(1));
        EACH_CELL
            single[l][b][k] = or_common(if_single(CELL(l, b, k)), CELL(l, b, k), hidden);
        set[l][b] = either3(single[l][b][0], single[l][b][1], single[l][b][2]);
        if (stack) clash |= twice3(single[l][b][0], single[l][b][1], single[l][b][2]);
    }
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++) {
        line_set[i] = either3(set[i][0], set[i][1], set[i][2]);
        box_set[i] = either3(set[0][i], set[1][i], set[2][i]);
        if (stack)
            clash =
                either3(clash, twice3(set[i][0], set[i][1], set[i][2]), twice3(set[0][i], set[1][i], set[2][i]));
    }
    if (stack) present = without2(present, clash, splat(0) - (less >> 15));
    verdict->present = present;
    verdict->settled &= both3(line_set[0], line_set[1], line_set[2]);

    Vec changed = verdict->changed;
    EACH_TRIAD {
        const int l1 = (l + 1) % 3, l2 = (l + 2) % 3, b1 = (b + 1) % 3, b2 = (b + 2) % 3;
        Vec gone = either3(line_set[l] | box_set[b], without2(any[l][b1], any[l1][b1], any[l2][b1]),
                           without2(any[l][b2], any[l1][b2], any[l2][b2]));
        Vec gone_too =
            without2(any[l1][b], any[l1][b1], any[l1][b2]) | without2(any[l2][b], any[l2][b1], any[l2][b2]);
        EACH_CELL {
            Vec before = CELL(l, b, k), after = prefer(single[l][b][k], without2(before, gone, gone_too));
            changed = or_differing(changed, before, after);
            CELL(l, b, k) = after;
        }
    }
    verdict->changed = changed;
}
#undef CELL
#undef EACH_TRIAD
#undef EACH_CELL

static Verdict sweep(Vec *grid)
{
    Verdict verdict = {splat(CANDIDATES), splat(CANDIDATES), splat(0)};
    for (int b = 0; b < 3; b++)
        sweep_band(grid + 27 * b, 1, 9, 0, &verdict);
    verdict.settled = splat(CANDIDATES), verdict.changed = splat(0); /* what counts is the last half */
    for (int b = 0; b < 3; b++)
        sweep_band(grid + 3 * b, 9, 1, 1, &verdict);
    return verdict;
}

/* Of the lanes where all looks settled, those where it truly is: one candidate in each cell, nine in each
   unit. */
static LaneSet truly_full(const Vec *grid)
{
    Vec several = splat(0), full = splat(CANDIDATES);
    for (int i = 0; i < 81; i++)
        several |= without_lowest(grid[i]);
    for (int i = 0; i < 9; i++) {
        Vec row = splat(0), column = splat(0), box = splat(0);
        for (int j = 0; j < 9; j++) {
            row |= grid[9 * i + j];
            column |= grid[9 * j + i];
            box |= grid[(i / 3 * 3 + j / 3) * 9 + i % 3 * 3 + j % 3];
        }
        full &= both3(row, column, box);
    }
    return lanes_equal(several, splat(0)) & lanes_equal(full, splat(CANDIDATES));
}
