/* The pending nodes: a stack of grids that wait for a lane, the newest on top. Cell i of node j is at
   cells[i * pitch + j], so that one load reads the same cell of LANES nodes. */
typedef struct {
    uint16_t *cells;
    size_t *puzzle; /* the number of each node's puzzle */
    size_t pitch, capacity, size;
} PendingNodes;

enum { FIRST_CAPACITY = 256, LOAD_MARGIN = 32 }; /* a load or store at the top reaches at most this far beyond it */

static int pending_reserve(PendingNodes *pending, size_t more)
{
    size_t capacity = pending->capacity ? pending->capacity : FIRST_CAPACITY;
    while (capacity < pending->size + more)
        capacity *= 2;
    if (capacity == pending->capacity) return 1;
    size_t pitch = capacity + LOAD_MARGIN; /* not a power of 2, so that the 81 rows use different cache sets */
    size_t *puzzle = realloc(pending->puzzle, pitch * sizeof *puzzle);
    uint16_t *cells = calloc(81 * pitch, sizeof *cells);
    if (puzzle) pending->puzzle = puzzle;
    if (!puzzle || !cells) {
        free(cells);
        return 0;
    }
    for (size_t i = 0; i < 81 && pending->cells; i++)
        memcpy(cells + i * pitch, pending->cells + i * pending->pitch, pending->size * sizeof *cells);
    free(pending->cells);
    pending->cells = cells, pending->pitch = pitch, pending->capacity = capacity;
    return 1;
}

static void pending_free(PendingNodes *pending)
{
    free(pending->cells);
    free(pending->puzzle);
}
