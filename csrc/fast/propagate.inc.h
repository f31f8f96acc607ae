/* Constraint propagation: a pass applies the rules once to the grids of all lanes, first to the three bands, then
   to the three stacks. It works in place, so that each band uses the results of the band before it.

   A band is three lines of nine cells through three boxes. A triad is the three cells where a line meets a box.

             box 0      box 1      box 2
     line 0  . . .      . . .      . . .       any[l][b]    the candidates of a triad
     line 1  . . .      . . .      . . .       twice[l][b]  those that at least two of its cells have
     line 2  . . .      . . .      . . .

   Everything else is computed from these nine pairs:
     - the candidates of each line and box, and those with only one cell in it (hidden singles);
     - the locked candidates: if only one triad of a box has a digit, it is removed from the rest of the line; if
       only one triad of a line has it, it is removed from the rest of the box. */

typedef struct {
    Vec present; /* the digits that every unit still has: fewer than nine are a contradiction */
    Vec placed;  /* the digits that are placed in every column: if all nine are, the grid is solved */
    Vec changed; /* not 0 if a cell lost a candidate in the stacks */
} PassResult;

/* Cell k of the triad in line l and box b. */
#define CELL(l, b, k) band[(l) * line + ((b) * 3 + (k)) * step]

/* `step` is the distance between neighbouring cells of a line, `line` the distance between neighbouring lines. In a
   `stack` the lines are columns. Cells without a candidate and clashes are detected in the stacks only. */
INLINE void propagate_band(Vec *band, const int step, const int line, const int stack, PassResult *result)
{
    Vec any[3][3], twice[3][3], hidden_line[3], hidden_box[3];
#pragma GCC unroll 9
    for (int t = 0; t < 9; t++) {
        const int l = t / 3, b = t % 3;
        any[l][b] = or3(CELL(l, b, 0), CELL(l, b, 1), CELL(l, b, 2));
        twice[l][b] = majority3(CELL(l, b, 0), CELL(l, b, 1), CELL(l, b, 2));
    }
    Vec present = result->present;
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++) {
        Vec line_any = or3(any[i][0], any[i][1], any[i][2]), box_any = or3(any[0][i], any[1][i], any[2][i]);
        present = and3(present, line_any, box_any);
        hidden_line[i] = without2(line_any, or3(twice[i][0], twice[i][1], twice[i][2]),
                                  majority3(any[i][0], any[i][1], any[i][2]));
        hidden_box[i] = without2(box_any, or3(twice[0][i], twice[1][i], twice[2][i]),
                                 majority3(any[0][i], any[1][i], any[2][i]));
    }

    /* the highest bit of cell - 1 is set only if the cell has no candidate; a digit twice in a unit is a clash */
    Vec single[3][3][3], placed[3][3], line_placed[3], box_placed[3], minus_one = splat(0), clash = splat(0);
#pragma GCC unroll 9
    for (int t = 0; t < 9; t++) {
        const int l = t / 3, b = t % 3;
        Vec hidden = hidden_line[l] | hidden_box[b];
        if (stack) minus_one |= or3(CELL(l, b, 0) - splat(1), CELL(l, b, 1) - splat(1), CELL(l, b, 2) - splat(1));
#pragma GCC unroll 3
        for (int k = 0; k < 3; k++)
            single[l][b][k] = or_and(if_single(CELL(l, b, k)), CELL(l, b, k), hidden);
        placed[l][b] = or3(single[l][b][0], single[l][b][1], single[l][b][2]);
        if (stack) clash |= majority3(single[l][b][0], single[l][b][1], single[l][b][2]);
    }
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++) {
        line_placed[i] = or3(placed[i][0], placed[i][1], placed[i][2]);
        box_placed[i] = or3(placed[0][i], placed[1][i], placed[2][i]);
        if (stack)
            clash = or3(clash, majority3(placed[i][0], placed[i][1], placed[i][2]),
                        majority3(placed[0][i], placed[1][i], placed[2][i]));
    }
    if (stack) present = without2(present, clash, splat(0) - (minus_one >> 15));
    result->present = present;
    result->placed &= and3(line_placed[0], line_placed[1], line_placed[2]);

    Vec changed = result->changed;
#pragma GCC unroll 9
    for (int t = 0; t < 9; t++) {
        const int l = t / 3, b = t % 3, l1 = (l + 1) % 3, l2 = (l + 2) % 3, b1 = (b + 1) % 3, b2 = (b + 2) % 3;
        Vec placed_or_locked_in_line =
            or3(line_placed[l] | box_placed[b], without2(any[l][b1], any[l1][b1], any[l2][b1]),
                without2(any[l][b2], any[l1][b2], any[l2][b2]));
        Vec locked_in_box =
            without2(any[l1][b], any[l1][b1], any[l1][b2]) | without2(any[l2][b], any[l2][b1], any[l2][b2]);
#pragma GCC unroll 3
        for (int k = 0; k < 3; k++) {
            Vec before = CELL(l, b, k);
            Vec after = first_nonzero(single[l][b][k], without2(before, placed_or_locked_in_line, locked_in_box));
            changed = or_xor(changed, before, after);
            CELL(l, b, k) = after;
        }
    }
    result->changed = changed;
}
#undef CELL

/* One pass. `placed` and `changed` are those of the stacks. */
static PassResult propagate(Vec *grid)
{
    PassResult result = {splat(CANDIDATES), splat(CANDIDATES), splat(0)};
    for (int b = 0; b < 3; b++)
        propagate_band(grid + 27 * b, 1, 9, 0, &result);
    result.placed = splat(CANDIDATES), result.changed = splat(0);
    for (int b = 0; b < 3; b++)
        propagate_band(grid + 3 * b, 9, 1, 1, &result);
    return result;
}

/* The lanes whose grid is a solution: one candidate in each cell, nine in each unit. */
static LaneSet verify_solved(const Vec *grid)
{
    Vec several = splat(0), complete = splat(CANDIDATES);
    for (int i = 0; i < 81; i++)
        several |= without_lowest(grid[i]);
    for (int i = 0; i < 9; i++) {
        Vec row = splat(0), column = splat(0), box = splat(0);
        for (int j = 0; j < 9; j++) {
            row |= grid[9 * i + j];
            column |= grid[9 * j + i];
            box |= grid[(i / 3 * 3 + j / 3) * 9 + i % 3 * 3 + j % 3];
        }
        complete &= and3(row, column, box);
    }
    return lanes_equal(several, splat(0)) & lanes_equal(complete, splat(CANDIDATES));
}
