/* One search node per vector lane. Each kernel includes this after its simd_*.h: LANES grids advance
   in step, a sweep at a time; a lane that comes to a stall guesses and gives the other half of its guess to a
   lane that has nothing to do, or lays it on the shelf; a lane whose grid is full or dead takes another grid
   from the shelf, under which the next puzzles are laid. So no lane waits for another, and the last long puzzle
   of a batch spreads over all lanes.

   All that moves, moves together: once a few lanes wait, one pass over the 81 cells carries out everybody's
   moves. */
#include "simd.inc.h"
#include "propagate.inc.h"
#include "guess.inc.h"
#include "text.inc.h"
#include "pending.inc.h"

enum {
    PATIENCE = LANES * 7 / 16, /* nothing is moved before more lanes wait: a move costs */
    READ_AT_ONCE = LANES > 16 ? LANES : 16,
    TRAY = READ_AT_ONCE,
    ENOUGH = 1 << 16 /* guesses, and no lane wanted a new puzzle: those that they work on have no end in sight */
};

typedef struct {
    Vec grid[81];
    size_t owner[LANES]; /* the number of the puzzle that a lane works on */
    LaneSet busy;        /* the lanes that work on any */
    Shelf shelf;
    uint16_t tray[81][2 * TRAY]; /* full grids, on their way out */
    size_t tray_owner[2 * TRAY];
    int on_tray;
    Batch *batch;
    size_t next;     /* the first puzzle not yet read */
    uint64_t enough; /* so many guesses, and the puzzles on the lanes are given up */
} Engine;

/* What one pass over the cells is to carry out. */
typedef struct {
    uint16_t from[LANES];      /* for each lane, the lane whose grid it goes on with: itself, or one that guesses */
    uint16_t to_tray[LANES];   /* the lanes whose grids go out, in turn */
    uint16_t to_shelf[LANES];  /* the lanes whose second halves go on the shelf, in turn */
    uint16_t off_shelf[LANES]; /* for each lane of `filled`, the place that its grid has above `base` */
    LaneSet filled, idle;
    size_t base;
    int trayed, shelved;
} Moves;

/* A guess: this cell holds `digit`; and the other half, wherever it goes, has the rest. */
typedef struct {
    uint16_t *here, *there;
    uint16_t digit, rest;
} Guess;

/* The next puzzles go under what is on the shelf, of which there is less than a vector. */
static void read_more(Engine *engine)
{
    Shelf *shelf = &engine->shelf;
    Batch *batch = engine->batch;
    size_t left = batch->n - engine->next, more = left < READ_AT_ONCE ? left : READ_AT_ONCE;
    Vec above[81];
    for (size_t i = 0; i < 81; i++)
        above[i] = load(shelf->cells + i * shelf->pitch);
    memmove(shelf->owner + more, shelf->owner, shelf->top * sizeof *shelf->owner);
    for (size_t j = 0; j < more; j += 16) {
        int count = more - j < 16 ? (int)(more - j) : 16;
        read_puzzles(batch->puzzles + (engine->next + j) * batch->stride, batch->stride, count, shelf->cells + j,
                     shelf->pitch);
    }
    for (size_t i = 0; i < 81; i++)
        store(shelf->cells + i * shelf->pitch + more, above[i]);
    for (size_t j = 0; j < more; j++)
        shelf->owner[j] = engine->next + j;
    memset(batch->counts + engine->next, 0, more);
    engine->next += more;
    engine->enough = batch->guesses + ENOUGH;
    shelf->top += more;
    /* those after them, so that they have come from memory when they are wanted */
    const unsigned char *soon = batch->puzzles + engine->next * batch->stride;
    for (size_t k = 0; engine->next + READ_AT_ONCE <= batch->n && k < READ_AT_ONCE * batch->stride; k += 64)
        __builtin_prefetch(soon + k);
}

static void empty_tray(Engine *engine, int count)
{
    unsigned char *solutions = engine->batch->solutions, *solution[16];
    for (int j = 0; j < count && solutions; j += 16) {
        int some = count - j < 16 ? count - j : 16;
        for (int k = 0; k < some; k++)
            solution[k] = solutions + engine->batch->apart * engine->tray_owner[j + k];
        write_solutions(engine->tray[0] + j, 2 * TRAY, solution, some);
    }
    engine->on_tray -= count;
    for (int i = 0; i < 81 && engine->on_tray; i++)
        memcpy(engine->tray[i], engine->tray[i] + TRAY, TRAY * sizeof engine->tray[i][0]);
    memcpy(engine->tray_owner, engine->tray_owner + TRAY, TRAY * sizeof engine->tray_owner[0]);
}

/* The full grids: the first one of a puzzle goes out, of others it is enough that there are any. */
static void count_solutions(Engine *engine, LaneSet full, Moves *moves)
{
    for (; full; full &= full - 1) {
        int lane = __builtin_ctz(full);
        unsigned char *count = engine->batch->counts + engine->owner[lane];
        if (*count == 0) {
            engine->tray_owner[engine->on_tray + moves->trayed] = engine->owner[lane];
            moves->to_tray[moves->trayed++] = (uint16_t)lane;
        }
        *count = *count ? (*count > 2 ? *count : 2) : 1;
    }
}

/* Singles and pairs are lost in some grids of few clues, where one_search.inc.h is not. Their nodes are dropped from now
   on. */
static void give_up(Engine *engine)
{
    for (LaneSet busy = engine->busy; busy; busy &= busy - 1) {
        unsigned char *count = engine->batch->counts + engine->owner[__builtin_ctz(busy)];
        *count = *count < 2 ? GIVEN_UP : *count;
    }
    engine->enough = engine->batch->guesses + ENOUGH;
}

/* Two or more, or given up: nothing more is to be known here. */
static int several(const Engine *engine, size_t owner) { return engine->batch->counts[owner] > 1; }

/* Stalled lanes guess; the second halves go to idle lanes first, the others on the shelf. Returns how many. */
static int make_guesses(Engine *engine, LaneSet stalled, Moves *moves, Guess *guesses)
{
    uint16_t cell[LANES];
    uint16_t *grid = (uint16_t *)engine->grid;
    Shelf *shelf = &engine->shelf;
    int made = 0;
    cells_to_guess(engine->grid, stalled, cell);
    for (; stalled; stalled &= stalled - 1, made++) {
        int lane = __builtin_ctz(stalled);
        size_t owner = engine->owner[lane];
        Guess *guess = &guesses[made];
        guess->here = grid + cell[lane] * LANES + lane;
        guess->digit = *guess->here & -*guess->here;
        guess->rest = *guess->here & ~guess->digit;
        if (moves->idle) {
            int other = __builtin_ctz(moves->idle);
            moves->idle &= moves->idle - 1;
            moves->from[other] = (uint16_t)lane;
            engine->owner[other] = owner;
            guess->there = grid + cell[lane] * LANES + other;
        } else {
            size_t place = shelf->top + (size_t)moves->shelved;
            moves->to_shelf[moves->shelved++] = (uint16_t)lane;
            shelf->owner[place] = owner;
            guess->there = shelf->cells + cell[lane] * shelf->pitch + place;
        }
    }
    return made;
}

/* Idle lanes take from the top of the shelf, leaving out what belongs to puzzles known to have several
   solutions. */
static void take_from_shelf(Engine *engine, Moves *moves)
{
    Shelf *shelf = &engine->shelf;
    size_t wanted = (size_t)__builtin_popcount(moves->idle);
    while (shelf->top && several(engine, shelf->owner[shelf->top - 1]))
        shelf->top--; /* if there is any grid left, one at least is taken: the run ends when no lane is busy */
    if (shelf->top < wanted && engine->next < engine->batch->n) read_more(engine);
    size_t place = shelf->top;
    moves->base = place > LANES ? place - LANES : 0;
    while (moves->idle && place > moves->base) {
        size_t owner = shelf->owner[--place];
        if (several(engine, owner)) continue;
        int lane = __builtin_ctz(moves->idle);
        moves->idle &= moves->idle - 1;
        moves->filled |= 1u << lane;
        moves->off_shelf[lane] = (uint16_t)(place - moves->base);
        engine->owner[lane] = owner;
    }
    shelf->top = place;
}

INLINE void carry_out_some(Engine *engine, const Moves *moves, const int out, const int up, const int down)
{
    const Route from = route_of(moves->from), to_tray = route_of(moves->to_tray);
    const Route to_shelf = route_of(moves->to_shelf), off_shelf = route_of(moves->off_shelf);
    const Where filled = where_of(moves->filled);
    uint16_t *tray = engine->tray[0] + engine->on_tray;
    uint16_t *top = engine->shelf.cells + engine->shelf.top, *base = engine->shelf.cells + moves->base;
    for (size_t i = 0; i < 81; i++, top += engine->shelf.pitch, base += engine->shelf.pitch) {
        Vec x = engine->grid[i];
        if (out) store(tray + i * 2 * TRAY, routed(x, to_tray));
        if (up) store(top, routed(x, to_shelf));
        x = routed(x, from);
        if (down) x = blend(filled, routed(load(base), off_shelf), x);
        engine->grid[i] = x;
    }
}

/* Never up and down at once: the shelf gets second halves only when no lane is idle. */
static void carry_out(Engine *engine, const Moves *moves)
{
    if (moves->trayed && moves->shelved)
        carry_out_some(engine, moves, 1, 1, 0);
    else if (moves->trayed)
        carry_out_some(engine, moves, 1, 0, 1);
    else if (moves->shelved)
        carry_out_some(engine, moves, 0, 1, 0);
    else
        carry_out_some(engine, moves, 0, 0, 1);
    engine->shelf.top += (size_t)moves->shelved;
    engine->on_tray += moves->trayed;
}

/* Give every lane that waits something to do. Returns 0 if there is no memory. */
static int tend(Engine *engine, LaneSet dead, LaneSet full, LaneSet stalled)
{
    Moves moves = {.filled = 0};
    Guess guesses[LANES];
    if (!make_room(&engine->shelf, LANES + READ_AT_ONCE)) return 0;
    for (int lane = 0; lane < LANES; lane++)
        moves.from[lane] = (uint16_t)lane;
    if (full) count_solutions(engine, full & truly_full(engine->grid), &moves);
    for (LaneSet s = stalled; s; s &= s - 1)
        if (several(engine, engine->owner[__builtin_ctz(s)])) dead |= s & -s;
    stalled &= ~dead;
    moves.idle = (~engine->busy & ALL_LANES) | dead | full;
    int made = stalled ? make_guesses(engine, stalled, &moves, guesses) : 0;
    if (moves.idle) take_from_shelf(engine, &moves);
    engine->busy = ALL_LANES & ~moves.idle;
    carry_out(engine, &moves);
    for (int g = 0; g < made; g++)
        *guesses[g].here = guesses[g].digit, *guesses[g].there = guesses[g].rest;
    engine->batch->guesses += (uint64_t)made;
    if (engine->batch->guesses > engine->enough) give_up(engine);
    if (engine->on_tray >= TRAY) empty_tray(engine, TRAY);
    return 1;
}

/* Sweep until no lane is busy; 0 if it was stopped or there was no memory. */
static int run(Engine *engine)
{
    const Vec all = splat(CANDIDATES);
    int going = tend(engine, 0, 0, 0);
    while (going && engine->busy) {
        Verdict verdict = sweep(engine->grid);
        LaneSet dead = engine->busy & ~lanes_equal(verdict.present, all);
        LaneSet full = engine->busy & ~dead & lanes_equal(verdict.settled, all);
        LaneSet stalled = engine->busy & ~dead & ~full & lanes_equal(verdict.changed, splat(0));
        LaneSet waiting = dead | full | stalled;
        if (waiting == engine->busy || __builtin_popcount(waiting) > PATIENCE)
            going = tend(engine, dead, full, stalled);
        going &= !asked_to_stop(engine->batch->stop);
    }
    return going;
}

/* Before which number is every puzzle done, though the search was left? */
static size_t first_not_done(const Engine *engine)
{
    size_t first = engine->next;
    for (LaneSet busy = engine->busy; busy; busy &= busy - 1) {
        size_t owner = engine->owner[__builtin_ctz(busy)];
        first = owner < first ? owner : first;
    }
    for (size_t j = 0; j < engine->shelf.top; j++)
        first = engine->shelf.owner[j] < first ? engine->shelf.owner[j] : first;
    return first;
}

static size_t solve_on_lanes(Batch *batch)
{
    Engine engine;
    memset(&engine, 0, sizeof engine);
    engine.batch = batch;
    for (int i = 0; i < 81; i++)
        engine.grid[i] = splat(CANDIDATES); /* a lane without a puzzle sweeps an empty grid */
    size_t done = run(&engine) ? batch->n : first_not_done(&engine);
    while (engine.on_tray)
        empty_tray(&engine, engine.on_tray < TRAY ? engine.on_tray : TRAY);
    clear_away(&engine.shelf);
    return done;
}
