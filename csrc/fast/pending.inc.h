/* The shelf: the grids that wait for a lane, those met last on top. Cell i of the grid in place j is at i *
   pitch + j, so that one load brings the same cell of as many grids as there are lanes. Beside each grid, whose
   it is. */
typedef struct {
    uint16_t *cells;
    size_t *owner;
    size_t pitch, room, top;
} Shelf;

enum { FIRST_ROOM = 256, BESIDE = 32 }; /* a load or a store at the top reaches this far beyond it, at most */

static int make_room(Shelf *shelf, size_t more)
{
    size_t room = shelf->room ? shelf->room : FIRST_ROOM;
    while (room < shelf->top + more)
        room *= 2;
    if (room == shelf->room) return 1;
    size_t pitch = room + BESIDE; /* no power of 2: the 81 rows must not fall on the same sets of the cache */
    size_t *owner = realloc(shelf->owner, pitch * sizeof *owner);
    uint16_t *cells = calloc(81 * pitch, sizeof *cells);
    if (owner) shelf->owner = owner;
    if (!owner || !cells) {
        free(cells);
        return 0;
    }
    for (size_t i = 0; i < 81 && shelf->cells; i++)
        memcpy(cells + i * pitch, shelf->cells + i * shelf->pitch, shelf->top * sizeof *cells);
    free(shelf->cells);
    shelf->cells = cells, shelf->pitch = pitch, shelf->room = room;
    return 1;
}

static void clear_away(Shelf *shelf)
{
    free(shelf->cells);
    free(shelf->owner);
}
