/* The search of one puzzle, for the path that includes this file after saying what a grid is to it:

     board                                  a grid with its candidates; copied by assignment
     void board_read(board *, puzzle)       clues in, nothing deduced
     void board_write(const board *, out)   81 digits of a solved one
     int board_settle(board *, ways *)      deduces until nothing changes: DEAD, OPEN (and its ways) or SOLVED
     void board_split(board *in, board *out, ways)   two equal grids become the two sides of a choice
     int board_first_open(const board *)    the first cell, row by row, with several digits
     unsigned board_digits(const board *, cell)
     void board_left(const board *, left)   the same of all cells
     void board_restrict(board *, cell, digits)      only these digits stay in the cell */

_Static_assert(sizeof(board) <= LARGEST_BOARD, "a walk keeps room for the largest board");

/* Along one line of search every "in" side ties a digit to a line of a box: 9 digits, 9 boxes, 2 directions. */
enum { MOST_PENDING = 9 * 9 * 2 };

/* How many solutions, `limit` at most; the first one met, and the number of splits. NOT_SOON where these would be
   more than `patience`. Depth first, without recursion. */
static int search(const board *start, int limit, board *first, uint64_t *guesses, uint64_t patience,
                  const fast_stop *stop)
{
    board pending[MOST_PENDING];
    board grid = *start;
    struct ways ways;
    int depth = 0, found = 0;
    for (;;) {
        int state = board_settle(&grid, &ways);
        if (state == OPEN) {
            if (asked_to_stop(stop)) return STOPPED;
            if (*guesses == patience) return NOT_SOON;
            ++*guesses;
            pending[depth] = grid;
            board_split(&grid, &pending[depth++], &ways);
            continue;
        }
        if (state == SOLVED) {
            if (!found++) *first = grid;
            if (found >= limit) return found;
        }
        if (!depth) return found;
        grid = pending[--depth];
    }
}

static size_t one_walk_next(struct fast_walk *walk, unsigned char *solutions, size_t room, uint64_t patience,
                            const fast_stop *stop);

/* Of several solutions the first in lexicographic order is asked for, whatever the order of the search. */
static int first_in_order(const unsigned char *puzzle, unsigned char *solution, const fast_stop *stop)
{
    struct fast_walk walk = {0};
    memcpy(walk.puzzle, puzzle, FAST_CELLS);
    return one_walk_next(&walk, solution, 1, UINT64_MAX, stop) == 1;
}

static int one_solve(const unsigned char *puzzle, unsigned char *solution, int limit, uint64_t *guesses,
                     const fast_stop *stop)
{
    board grid, first;
    uint64_t splits = 0;
    board_read(&grid, puzzle);
    int found = search(&grid, solution && limit < 2 ? 2 : limit, &first, &splits, UINT64_MAX, stop);
    if (guesses) *guesses += splits;
    if (found == 1 && solution) board_write(&first, solution);
    if (found > 1 && solution && !first_in_order(puzzle, solution, stop)) return STOPPED;
    return found < limit ? found : limit;
}

static int one_count_few(const unsigned char *puzzle, int limit, uint64_t patience, uint16_t left[FAST_CELLS],
                         const fast_stop *stop)
{
    board grid, first;
    struct ways ways;
    uint64_t splits = 0;
    board_read(&grid, puzzle);
    int state = board_settle(&grid, &ways);
    int found = state == OPEN ? search(&grid, limit, &first, &splits, patience, stop) : state == SOLVED;
    if (found == limit || found == NOT_SOON) board_left(&grid, left);
    return found;
}

/* Without a clue there are several solutions if there is one with another digit in its place. */
static int one_is_minimal(const unsigned char *puzzle, const fast_stop *stop)
{
    board grid, first;
    uint64_t splits = 0;
    board_read(&grid, puzzle);
    int found = search(&grid, 2, &first, &splits, UINT64_MAX, stop);
    unsigned char without[FAST_CELLS];
    memcpy(without, puzzle, FAST_CELLS);
    for (int cell = 0; cell < FAST_CELLS && found == 1; cell++) {
        int digit = clue(puzzle[cell]);
        if (!digit) continue;
        without[cell] = 0;
        board_read(&grid, without);
        board_restrict(&grid, cell, 0x1FFu & ~(1u << (digit - 1)));
        found = search(&grid, 1, &first, &splits, UINT64_MAX, stop);
        without[cell] = puzzle[cell];
    }
    return found == STOPPED ? STOPPED : found == 1;
}

/* The walk: a level for each cell that was tried, digits rising; what follows from them is deduced in between. */

static void walk_enter(struct fast_walk *walk, const board *grid)
{
    struct walk_level *level = &walk->level[walk->depth++];
    memcpy(level->board, grid, sizeof *grid);
    level->cell = (uint8_t)board_first_open(grid);
    level->digits = (uint16_t)board_digits(grid, level->cell);
}

/* The next digit of the deepest level, in place on `grid`; the level is left with its last digit. */
static void walk_try(struct fast_walk *walk, board *grid)
{
    struct walk_level *level = &walk->level[walk->depth - 1];
    memcpy(grid, level->board, sizeof *grid);
    board_restrict(grid, level->cell, level->digits & -level->digits);
    level->digits &= (uint16_t)(level->digits - 1);
    if (!level->digits) walk->depth--;
    walk->guesses++;
}

/* -1: stopped, and the walk is as it was before this node: the caller tries it again. */
static int walk_worth(struct fast_walk *walk, const board *grid, const fast_stop *stop)
{
    enum { PATIENCE = 16 };
    board first;
    return walk->fruitless < PATIENCE ? 1 : search(grid, 1, &first, &walk->guesses, UINT64_MAX, stop);
}

static size_t one_walk_next(struct fast_walk *walk, unsigned char *solutions, size_t room, uint64_t patience,
                            const fast_stop *stop)
{
    size_t done = 0;
    board grid;
    struct ways ways;
    uint64_t before = walk->guesses;
    while (done < room && walk->guesses - before < patience) {
        int depth = walk->depth;
        uint16_t untried = depth ? walk->level[depth - 1].digits : 0;
        if (!walk->begun)
            board_read(&grid, walk->puzzle);
        else if (!depth || asked_to_stop(stop))
            break;
        else
            walk_try(walk, &grid);
        int state = board_settle(&grid, &ways);
        if (state == OPEN) {
            int worth = walk_worth(walk, &grid, stop);
            if (worth == STOPPED) {
                walk->depth = depth;
                if (depth) walk->level[depth - 1].digits = untried;
                break;
            }
            if (worth) walk_enter(walk, &grid);
        } else if (state == SOLVED) {
            board_write(&grid, solutions + FAST_CELLS * done++);
            walk->fruitless = 0;
        }
        walk->fruitless += state == DEAD;
        walk->begun = true;
    }
    return done;
}
