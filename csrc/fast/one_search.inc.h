/* One puzzle: the search. A kernel includes one_registers.inc.h or one_rows.inc.h before, which defines:

     board                                  a grid with its candidates; copied by assignment
     void board_read(board *, puzzle)       the clues, nothing deduced
     void board_write(const board *, text)  the 81 digits of a solved grid
     int board_propagate(board *, ways *)   passes until nothing changes: CONTRADICTION, OPEN (sets ways), SOLVED
     void board_split(board *in, board *out, ways)   turns two copies of a grid into the two halves of a split
     int board_first_open(const board *)    the first cell, row by row, with several candidates
     unsigned board_candidates(const board *, cell)
     void board_all_candidates(const board *, candidates)
     void board_restrict(board *, cell, digits)      removes all other candidates from the cell */

_Static_assert(sizeof(board) <= LARGEST_BOARD, "a walk has room for the largest board");

/* Each first half of a split fixes a digit in a line of a box: 9 digits, 9 boxes, 2 directions. */
enum { MAX_DEPTH = 9 * 9 * 2 };

/* Depth-first search with an array as its stack. Returns the number of solutions, at most `limit`; MANY_GUESSES
   instead of making more than `max_guesses`. `first` is the first solution found. */
static int search(const board *start, int limit, board *first, uint64_t *guesses, uint64_t max_guesses,
                  const fast_stop *stop)
{
    board stack[MAX_DEPTH];
    board grid = *start;
    struct ways ways;
    int depth = 0, found = 0;
    for (;;) {
        int state = board_propagate(&grid, &ways);
        if (state == OPEN) {
            if (stop_requested(stop)) return STOPPED;
            if (*guesses == max_guesses) return MANY_GUESSES;
            ++*guesses;
            stack[depth] = grid;
            board_split(&grid, &stack[depth++], &ways);
            continue;
        }
        if (state == SOLVED) {
            if (!found++) *first = grid;
            if (found >= limit) return found;
        }
        if (!depth) return found;
        grid = stack[--depth];
    }
}

static size_t one_walk_next(struct fast_walk *walk, unsigned char *solutions, size_t room, uint64_t max_guesses,
                            const fast_stop *stop);

/* The lexicographically first solution; the search finds solutions in another order. Returns 0 if it was
   stopped. */
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
    uint64_t made = 0;
    board_read(&grid, puzzle);
    int found = search(&grid, solution && limit < 2 ? 2 : limit, &first, &made, UINT64_MAX, stop);
    if (guesses) *guesses += made;
    if (found == 1 && solution) board_write(&first, solution);
    if (found > 1 && solution && !first_in_order(puzzle, solution, stop)) return STOPPED;
    return found < limit ? found : limit;
}

static int one_count_few(const unsigned char *puzzle, int limit, uint64_t max_guesses,
                         uint16_t candidates[FAST_CELLS], const fast_stop *stop)
{
    board grid, first;
    struct ways ways;
    uint64_t guesses = 0;
    board_read(&grid, puzzle);
    int state = board_propagate(&grid, &ways);
    int found = state == OPEN ? search(&grid, limit, &first, &guesses, max_guesses, stop) : state == SOLVED;
    if (found == limit || found == MANY_GUESSES) board_all_candidates(&grid, candidates);
    return found;
}

/* A clue is needed if the puzzle without it has a solution with another digit in its cell. */
static int one_is_minimal(const unsigned char *puzzle, const fast_stop *stop)
{
    board grid, first;
    uint64_t guesses = 0;
    board_read(&grid, puzzle);
    int found = search(&grid, 2, &first, &guesses, UINT64_MAX, stop);
    unsigned char without[FAST_CELLS];
    memcpy(without, puzzle, FAST_CELLS);
    for (int cell = 0; cell < FAST_CELLS && found == 1; cell++) {
        int digit = clue(puzzle[cell]);
        if (!digit) continue;
        without[cell] = 0;
        board_read(&grid, without);
        board_restrict(&grid, cell, 0x1FFu & ~(1u << (digit - 1)));
        found = search(&grid, 1, &first, &guesses, UINT64_MAX, stop);
        without[cell] = puzzle[cell];
    }
    return found == STOPPED ? STOPPED : found == 1;
}

/* The walk: all solutions in order. Each level tries the candidates of the first open cell, the smallest first;
   between the levels the grid is propagated. */

static void walk_enter(struct fast_walk *walk, const board *grid)
{
    struct walk_level *level = &walk->level[walk->depth++];
    memcpy(level->board, grid, sizeof *grid);
    level->cell = (uint8_t)board_first_open(grid);
    level->digits = (uint16_t)board_candidates(grid, level->cell);
}

/* Places the next digit of the deepest level on `grid`; its last digit ends the level. */
static void walk_try(struct fast_walk *walk, board *grid)
{
    struct walk_level *level = &walk->level[walk->depth - 1];
    memcpy(grid, level->board, sizeof *grid);
    board_restrict(grid, level->cell, level->digits & -level->digits);
    level->digits &= (uint16_t)(level->digits - 1);
    if (!level->digits) walk->depth--;
    walk->guesses++;
}

/* Whether to enter a level. After some dead ends it is entered only if search() finds a solution in it: search() is
   faster than the walk, since it may guess in any order. May return STOPPED. */
static int walk_worth_entering(struct fast_walk *walk, const board *grid, const fast_stop *stop)
{
    enum { MAX_DEAD_ENDS = 16 };
    board first;
    return walk->dead_ends < MAX_DEAD_ENDS ? 1 : search(grid, 1, &first, &walk->guesses, UINT64_MAX, stop);
}

static size_t one_walk_next(struct fast_walk *walk, unsigned char *solutions, size_t room, uint64_t max_guesses,
                            const fast_stop *stop)
{
    size_t done = 0;
    board grid;
    struct ways ways;
    uint64_t before = walk->guesses;
    while (done < room && walk->guesses - before < max_guesses) {
        int depth = walk->depth;
        uint16_t untried = depth ? walk->level[depth - 1].digits : 0;
        if (!walk->begun)
            board_read(&grid, walk->puzzle);
        else if (!depth || stop_requested(stop))
            break;
        else
            walk_try(walk, &grid);
        int state = board_propagate(&grid, &ways);
        if (state == OPEN) {
            int worth = walk_worth_entering(walk, &grid, stop);
            if (worth == STOPPED) { /* undo this step, so that the next call repeats it */
                walk->depth = depth;
                if (depth) walk->level[depth - 1].digits = untried;
                break;
            }
            if (worth) walk_enter(walk, &grid);
        } else if (state == SOLVED) {
            board_write(&grid, solutions + FAST_CELLS * done++);
            walk->dead_ends = 0;
        }
        walk->dead_ends += state == CONTRADICTION;
        walk->begun = true;
    }
    return done;
}
