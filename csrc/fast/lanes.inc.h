/* Many puzzles: one search node in each lane. A kernel includes this after its simd_NAME.h.

   LANES grids advance together, one propagation pass at a time. Then each lane is in one of these states:
     - contradiction or solved: the lane is idle and gets another node;
     - stalled (the pass changed nothing): the lane guesses at a cell. It continues with the first half of the guess;
       the second half goes to an idle lane, or to the pending nodes;
     - otherwise the lane continues with the next pass.
   Idle lanes take the newest pending nodes; if there are too few, new puzzles are read. So no lane waits for
   another lane's puzzle, and the last long search of a batch spreads over all lanes.

   A loop over the 81 cells moves all grids at the cost of moving one. So lanes are refilled together, when enough
   of them wait. */
#include "simd.inc.h"
#include "propagate.inc.h"
#include "guess.inc.h"
#include "text.inc.h"
#include "pending.inc.h"

enum {
    REFILL_THRESHOLD = LANES * 7 / 16, /* lanes are refilled when more than this many wait */
    READ_COUNT = LANES > 16 ? LANES : 16,
    OUTPUT_COUNT = READ_COUNT,
    ABANDON_AFTER = 1 << 16 /* guesses without a new puzzle read: the puzzles in the lanes are abandoned */
};

typedef struct {
    Vec grid[81];
    size_t puzzle[LANES]; /* the number of the puzzle that each lane works on */
    LaneSet busy;         /* the lanes that work on a puzzle */
    PendingNodes pending;
    uint16_t output[81][2 * OUTPUT_COUNT]; /* solved grids, until they are written as text */
    size_t output_puzzle[2 * OUTPUT_COUNT];
    int n_output;
    Batch *batch;
    size_t next;            /* the first puzzle that has not been read */
    uint64_t abandon_above; /* the number of guesses above which the puzzles in the lanes are abandoned */
} LaneSearch;

/* What apply_moves does in one loop over the cells. */
typedef struct {
    uint16_t from[LANES];         /* for each lane, the lane whose grid it continues: itself, or one that guesses */
    uint16_t to_output[LANES];    /* the lanes whose grids go to the output */
    uint16_t to_pending[LANES];   /* the lanes whose second halves go to the pending nodes */
    uint16_t from_pending[LANES]; /* for each lane of `filled`, its pending node, counted from `base` */
    LaneSet filled, idle;
    size_t base;
    int n_output, n_pending;
} Moves;

/* A guess: one node has `digit` in the cell, the other node has the rest of its candidates. */
typedef struct {
    uint16_t *first_half, *second_half;
    uint16_t digit, rest;
} Guess;

/* Puts the next puzzles below the pending nodes, which are fewer than a vector holds. */
static void read_more(LaneSearch *search)
{
    PendingNodes *pending = &search->pending;
    Batch *batch = search->batch;
    size_t left = batch->n - search->next, more = left < READ_COUNT ? left : READ_COUNT;
    Vec above[81];
    for (size_t i = 0; i < 81; i++)
        above[i] = load(pending->cells + i * pending->pitch);
    memmove(pending->puzzle + more, pending->puzzle, pending->size * sizeof *pending->puzzle);
    for (size_t j = 0; j < more; j += 16) {
        int count = more - j < 16 ? (int)(more - j) : 16;
        read_puzzles(batch->puzzles + (search->next + j) * batch->stride, batch->stride, count, pending->cells + j,
                     pending->pitch);
    }
    for (size_t i = 0; i < 81; i++)
        store(pending->cells + i * pending->pitch + more, above[i]);
    for (size_t j = 0; j < more; j++)
        pending->puzzle[j] = search->next + j;
    memset(batch->counts + search->next, 0, more);
    search->next += more;
    search->abandon_above = batch->guesses + ABANDON_AFTER;
    pending->size += more;
    const unsigned char *next = batch->puzzles + search->next * batch->stride;
    for (size_t k = 0; search->next + READ_COUNT <= batch->n && k < READ_COUNT * batch->stride; k += 64)
        __builtin_prefetch(next + k);
}

/* Writes the first `count` grids of the output as text. */
static void write_output(LaneSearch *search, int count)
{
    unsigned char *solutions = search->batch->solutions, *solution[16];
    for (int j = 0; j < count && solutions; j += 16) {
        int n = count - j < 16 ? count - j : 16;
        for (int k = 0; k < n; k++)
            solution[k] = solutions + search->batch->solution_stride * search->output_puzzle[j + k];
        write_solutions(search->output[0] + j, 2 * OUTPUT_COUNT, solution, n);
    }
    search->n_output -= count;
    for (int i = 0; i < 81 && search->n_output; i++)
        memcpy(search->output[i], search->output[i] + OUTPUT_COUNT, OUTPUT_COUNT * sizeof search->output[i][0]);
    memcpy(search->output_puzzle, search->output_puzzle + OUTPUT_COUNT,
           OUTPUT_COUNT * sizeof search->output_puzzle[0]);
}

/* Counts the solved grids. The first one of a puzzle goes to the output. */
static void count_solutions(LaneSearch *search, LaneSet solved, Moves *moves)
{
    for (; solved; solved &= solved - 1) {
        int lane = __builtin_ctz(solved);
        unsigned char *count = search->batch->counts + search->puzzle[lane];
        if (*count == 0) {
            search->output_puzzle[search->n_output + moves->n_output] = search->puzzle[lane];
            moves->to_output[moves->n_output++] = (uint16_t)lane;
        }
        *count = *count ? (*count > 2 ? *count : 2) : 1;
    }
}

/* In some grids with few clues the guesses at pairs take very long; one_search.inc.h guesses better there. */
static void abandon_puzzles(LaneSearch *search)
{
    for (LaneSet busy = search->busy; busy; busy &= busy - 1) {
        unsigned char *count = search->batch->counts + search->puzzle[__builtin_ctz(busy)];
        *count = *count < 2 ? ABANDONED : *count;
    }
    search->abandon_above = search->batch->guesses + ABANDON_AFTER;
}

/* Whether the puzzle needs no more search: it has several solutions, or was abandoned. */
static int is_decided(const LaneSearch *search, size_t puzzle) { return search->batch->counts[puzzle] > 1; }

/* Makes a guess in each stalled lane; returns how many. Second halves go to idle lanes first, then to the pending
   nodes. */
static int make_guesses(LaneSearch *search, LaneSet stalled, Moves *moves, Guess *guesses)
{
    uint16_t cell[LANES];
    uint16_t *grid = (uint16_t *)search->grid;
    PendingNodes *pending = &search->pending;
    int made = 0;
    choose_guess_cells(search->grid, stalled, cell);
    for (; stalled; stalled &= stalled - 1, made++) {
        int lane = __builtin_ctz(stalled);
        size_t puzzle = search->puzzle[lane];
        Guess *guess = &guesses[made];
        guess->first_half = grid + cell[lane] * LANES + lane;
        guess->digit = *guess->first_half & -*guess->first_half;
        guess->rest = *guess->first_half & ~guess->digit;
        if (moves->idle) {
            int other = __builtin_ctz(moves->idle);
            moves->idle &= moves->idle - 1;
            moves->from[other] = (uint16_t)lane;
            search->puzzle[other] = puzzle;
            guess->second_half = grid + cell[lane] * LANES + other;
        } else {
            size_t node = pending->size + (size_t)moves->n_pending;
            moves->to_pending[moves->n_pending++] = (uint16_t)lane;
            pending->puzzle[node] = puzzle;
            guess->second_half = pending->cells + cell[lane] * pending->pitch + node;
        }
    }
    return made;
}

/* Idle lanes take the newest pending nodes. Nodes of puzzles that are decided are dropped. */
static void take_pending(LaneSearch *search, Moves *moves)
{
    PendingNodes *pending = &search->pending;
    size_t wanted = (size_t)__builtin_popcount(moves->idle);
    /* makes sure that a node is taken if there is one: run() ends when no lane is busy */
    while (pending->size && is_decided(search, pending->puzzle[pending->size - 1]))
        pending->size--;
    if (pending->size < wanted && search->next < search->batch->n) read_more(search);
    size_t node = pending->size;
    moves->base = node > LANES ? node - LANES : 0;
    while (moves->idle && node > moves->base) {
        size_t puzzle = pending->puzzle[--node];
        if (is_decided(search, puzzle)) continue;
        int lane = __builtin_ctz(moves->idle);
        moves->idle &= moves->idle - 1;
        moves->filled |= 1u << lane;
        moves->from_pending[lane] = (uint16_t)(node - moves->base);
        search->puzzle[lane] = puzzle;
    }
    pending->size = node;
}

INLINE void move_grids(LaneSearch *search, const Moves *moves, const int output, const int push, const int pop)
{
    const Permutation from = permutation_of(moves->from), to_output = permutation_of(moves->to_output);
    const Permutation to_pending = permutation_of(moves->to_pending);
    const Permutation from_pending = permutation_of(moves->from_pending);
    const LaneMask filled = mask_of(moves->filled);
    const size_t pitch = search->pending.pitch;
    uint16_t *out = search->output[0] + search->n_output;
    uint16_t *top = search->pending.cells + search->pending.size, *base = search->pending.cells + moves->base;
    for (size_t i = 0; i < 81; i++, top += pitch, base += pitch) {
        Vec x = search->grid[i];
        if (output) store(out + i * 2 * OUTPUT_COUNT, permute(x, to_output));
        if (push) store(top, permute(x, to_pending));
        x = permute(x, from);
        if (pop) x = blend(filled, permute(load(base), from_pending), x);
        search->grid[i] = x;
    }
}

/* Nodes are never pushed and popped in one call: they are pushed only when no lane is idle. */
static void apply_moves(LaneSearch *search, const Moves *moves)
{
    if (moves->n_output && moves->n_pending)
        move_grids(search, moves, 1, 1, 0);
    else if (moves->n_output)
        move_grids(search, moves, 1, 0, 1);
    else if (moves->n_pending)
        move_grids(search, moves, 0, 1, 0);
    else
        move_grids(search, moves, 0, 0, 1);
    search->pending.size += (size_t)moves->n_pending;
    search->n_output += moves->n_output;
}

/* Gives every waiting lane a node, as long as there are any. Returns 0 if there is no memory. */
static int refill_lanes(LaneSearch *search, LaneSet contradiction, LaneSet solved, LaneSet stalled)
{
    Moves moves = {.filled = 0};
    Guess guesses[LANES];
    if (!pending_reserve(&search->pending, LANES + READ_COUNT)) return 0;
    for (int lane = 0; lane < LANES; lane++)
        moves.from[lane] = (uint16_t)lane;
    if (solved) count_solutions(search, solved & verify_solved(search->grid), &moves);
    LaneSet decided = 0;
    for (LaneSet s = stalled; s; s &= s - 1)
        if (is_decided(search, search->puzzle[__builtin_ctz(s)])) decided |= s & -s;
    stalled &= ~decided;
    moves.idle = (~search->busy & ALL_LANES) | contradiction | solved | decided;
    int made = stalled ? make_guesses(search, stalled, &moves, guesses) : 0;
    if (moves.idle) take_pending(search, &moves);
    search->busy = ALL_LANES & ~moves.idle;
    apply_moves(search, &moves);
    for (int g = 0; g < made; g++)
        *guesses[g].first_half = guesses[g].digit, *guesses[g].second_half = guesses[g].rest;
    search->batch->guesses += (uint64_t)made;
    if (search->batch->guesses > search->abandon_above) abandon_puzzles(search);
    if (search->n_output >= OUTPUT_COUNT) write_output(search, OUTPUT_COUNT);
    return 1;
}

/* Makes passes until no lane is busy. Returns 0 if it was stopped or there was no memory. */
static int run(LaneSearch *search)
{
    const Vec all = splat(CANDIDATES);
    int running = refill_lanes(search, 0, 0, 0);
    while (running && search->busy) {
        PassResult result = propagate(search->grid);
        LaneSet contradiction = search->busy & ~lanes_equal(result.present, all);
        LaneSet solved = search->busy & ~contradiction & lanes_equal(result.placed, all);
        LaneSet stalled = search->busy & ~contradiction & ~solved & lanes_equal(result.changed, splat(0));
        LaneSet waiting = contradiction | solved | stalled;
        if (waiting == search->busy || __builtin_popcount(waiting) > REFILL_THRESHOLD)
            running = refill_lanes(search, contradiction, solved, stalled);
        running &= !stop_requested(search->batch->stop);
    }
    return running;
}

/* After an early end: the number of puzzles, from the first on, that are done. */
static size_t first_not_done(const LaneSearch *search)
{
    size_t first = search->next;
    for (LaneSet busy = search->busy; busy; busy &= busy - 1) {
        size_t puzzle = search->puzzle[__builtin_ctz(busy)];
        first = puzzle < first ? puzzle : first;
    }
    for (size_t j = 0; j < search->pending.size; j++)
        first = search->pending.puzzle[j] < first ? search->pending.puzzle[j] : first;
    return first;
}

static size_t lanes_solve_many(Batch *batch)
{
    LaneSearch search;
    memset(&search, 0, sizeof search);
    search.batch = batch;
    for (int i = 0; i < 81; i++)
        search.grid[i] = splat(CANDIDATES); /* a lane without a puzzle has an empty grid */
    size_t done = run(&search) ? batch->n : first_not_done(&search);
    while (search.n_output)
        write_output(&search, search.n_output < OUTPUT_COUNT ? search.n_output : OUTPUT_COUNT);
    pending_free(&search.pending);
    return done;
}
