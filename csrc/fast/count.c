/* fast_count: how many solutions, without listing them.

   A solution is nine templates, one for each digit, without a common cell. So: list the templates that are
   possible, choose one for the digit that has the fewest, strike out those of the other digits that it meets, and
   so on. What is left of the grid when some digits are done depends on the cells that they took, not on how: it is
   remembered (Memory). As soon as they are few enough, count_cliques takes over, with one bit for each. */
#include "kernel.h"

typedef struct {
    uint64_t key[2]; /* cells and digits: no two parts have the same; key[1] also has the count's high word */
    uint64_t low;
} Remembered;

typedef struct {
    Remembered *table;
    size_t slots, used, slots_at_most; /* powers of two */
} Memory;

typedef struct {
    Progress progress;
    Memory memory;
    Cells *room; /* the lists, those of the deepest part last */
    size_t used;
    uint64_t world; /* each Board that is counted has its own names of cells */
    unsigned alike; /* digits without a clue: any two of them may be exchanged in the whole grid */
    int no_memory;
    DigitFillings *fillings; /* of each digit */
    const struct kernel *kernel;
    char *workspace;
} Count;

enum { HIGH_WORD = 48, FIRST_SLOTS = 1 << 10, NEIGHBOURS = 4, DEFAULT_MEMORY = 16 << 20 };

/* Where the plain search gives up. */
enum { ONE_TOO_MANY = 4, GUESSES_AT_MOST = 1000 };

/* Memory: a table in which an entry is in one of four neighbouring slots. It starts small and then takes all that
   it may, at once, and empty: nothing that takes long may come between two looks at the stop. When there is no more,
   the new ones take the place of old ones. */

static size_t slot_of(const Memory *memory, const uint64_t key[2])
{
    uint64_t h = key[0] * 0x9E3779B97F4A7C15u ^ key[1] * 0xC2B2AE3D27D4EB4Fu;
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
    return (size_t)(h >> 24) & (memory->slots - NEIGHBOURS);
}

/* Alike digits have alike counts: their number tells. */
static void key_of(const Count *c, const Templates *part, int digits, Cells open, uint64_t key[2])
{
    uint64_t set = 0, alike = 0;
    for (int i = 0; i < digits; i++)
        if (c->alike >> part[i].digit & 1)
            alike++;
        else
            set |= (uint64_t)1 << part[i].digit;
    key[0] = open;
    key[1] = set | alike << 9 | c->world << 13;
}

static int recall(const Memory *memory, const uint64_t key[2], fast_number *count)
{
    if (!memory->slots) return 0;
    const Remembered *r = memory->table + slot_of(memory, key);
    for (int i = 0; i < NEIGHBOURS; i++, r++)
        if (r->key[0] == key[0] && (r->key[1] & (((uint64_t)1 << HIGH_WORD) - 1)) == key[1]) {
            *count = (fast_number){r->low, r->key[1] >> HIGH_WORD};
            return 1;
        }
    return 0;
}

static void put(Memory *memory, const Remembered *entry)
{
    uint64_t key[2] = {entry->key[0], entry->key[1] & (((uint64_t)1 << HIGH_WORD) - 1)};
    Remembered *r = memory->table + slot_of(memory, key);
    int i = 0;
    while (i < NEIGHBOURS && r[i].key[0])
        i++;
    memory->used += i < NEIGHBOURS;
    r[i < NEIGHBOURS ? i : (int)(entry->low & (NEIGHBOURS - 1))] = *entry;
}

static void grow(Memory *memory)
{
    Memory larger = {.slots_at_most = memory->slots_at_most};
    larger.slots = memory->slots || FIRST_SLOTS > larger.slots_at_most ? larger.slots_at_most : FIRST_SLOTS;
    larger.table = larger.slots >= NEIGHBOURS ? calloc(larger.slots, sizeof *larger.table) : NULL;
    if (!larger.table) {
        memory->slots_at_most = memory->slots; /* it does as well, only slower */
        return;
    }
    free(memory->table); /* to carry its few entries over would touch as many new pages: nearly a millisecond */
    *memory = larger;
}

static void remember(Memory *memory, const uint64_t key[2], fast_number count)
{
    if (memory->used >= memory->slots / 2 && memory->slots < memory->slots_at_most) grow(memory);
    if (memory->slots) put(memory, &(Remembered){{key[0], key[1] | count.high << HIGH_WORD}, count.low});
}

/* Parts. */

/* Those of `from` that keep off `taken` and have all of `needed`. May be done in place. */
static void strike_out(const Templates *from, Cells taken, Cells needed, Templates *to, Cells *list)
{
    Cells somewhere = 0;
    size_t n = 0;
    for (size_t i = 0; i < from->length; i++) {
        Cells x = from->list[i];
        uint64_t stays = ((x & taken) | (needed & ~x)) == 0;
        list[n] = x;
        n += (size_t)stays;
        somewhere |= x & -stays;
    }
    *to = (Templates){list, n, somewhere, from->digit};
}

/* A cell that only one digit can have must be that one's. 0 if some cell has no digit. */
static int every_cell_has_a_digit(Templates *part, int digits, Cells open)
{
    for (int again = 1; again;) {
        Cells some = 0, several = 0;
        again = 0;
        for (int i = 0; i < digits; i++)
            several |= some & part[i].somewhere, some |= part[i].somewhere;
        if (some != open) return 0;
        for (int i = 0; i < digits; i++) {
            Cells needed = part[i].somewhere & ~several;
            size_t before = part[i].length;
            if (needed) strike_out(&part[i], 0, needed, &part[i], part[i].list);
            again |= part[i].length != before;
        }
    }
    return 1;
}

static void shortest_first(Templates *part, int digits)
{
    for (int i = 1; i < digits; i++) {
        Templates x = part[i];
        int j = i;
        for (; j > 0 && part[j - 1].length > x.length; j--)
            part[j] = part[j - 1];
        part[j] = x;
    }
}

static int few_enough(const Templates *part, int digits)
{
    size_t words = 0;
    for (int i = 0; i < digits - 1; i++)
        words += (part[i].length + WORD - 1) / WORD;
    return words <= WORDS;
}

static fast_number count_part(Count *c, Templates *part, int digits, Cells open);

/* Each template of the first digit in turn. If all digits that are left are alike, any of them may have a given
   cell: we look at one, for all. */
static fast_number choose_first(Count *c, const Templates *part, int digits, Cells open)
{
    fast_number sum = {0, 0};
    uint32_t alike = 1, weight = c->progress.weight;
    for (int i = 0; i < digits; i++)
        alike += c->alike >> part[i].digit & 1;
    alike = alike > (uint32_t)digits ? (uint32_t)digits : 1;
    Cells given = alike > 1 ? open & -open : open;
    c->progress.weight *= alike;
    size_t used = c->used;
    for (size_t i = 0; i < part[0].length && !c->progress.over; i++) {
        Templates next[9];
        Cells x = part[0].list[i];
        if (!(x & given)) continue;
        int left = 0;
        do {
            strike_out(&part[left + 1], x, 0, &next[left], c->room + c->used);
            c->used += next[left].length;
        } while (next[left].length && ++left < digits - 1);
        if (left == digits - 1) number_add(&sum, count_part(c, next, left, open & ~x));
        c->used = used;
    }
    c->progress.weight = weight;
    return number_times(sum, alike);
}

static fast_number count_part(Count *c, Templates *part, int digits, Cells open)
{
    progress_breathe(&c->progress);
    if (!every_cell_has_a_digit(part, digits, open)) return (fast_number){0, 0};
    shortest_first(part, digits);
    fast_number count = {0, 0};
    if (!part[0].length) return count;
    if (digits <= 2) { /* what one of two digits leaves is the other's */
        count.low = part[0].length;
        progress_found(&c->progress, count);
        return count;
    }
    if (few_enough(part, digits)) {
        count.low = c->kernel->count_cliques(c->workspace, &c->progress, part, digits);
        return count;
    }
    uint64_t key[2];
    key_of(c, part, digits, open, key);
    if (recall(&c->memory, key, &count)) {
        progress_found(&c->progress, count);
        return count;
    }
    count = choose_first(c, part, digits, open);
    if (!c->progress.over) remember(&c->memory, key, count);
    return count;
}

/* The lists of the whole grid, for the digits that are not done: how many these are. 0 if some digit has no template,
   -1 without memory. */
static int list_all(Count *c, const Board *board, const Cells name[FAST_CELLS], Templates part[9])
{
    size_t all = 0;
    int digits = 0;
    c->used = 0;
    c->room = NULL;
    for (int d = 0; d < 9; d++) {
        size_t length = templates_of(board, d, name, &c->fillings[d]);
        if (!length) return 0;
        all += length;
    }
    c->room = malloc(all * 9 * sizeof *c->room); /* no part has longer lists than the one around it */
    if (!c->room) return -1;
    for (int d = 0; d < 9; d++) {
        part[digits].list = c->room + c->used;
        templates_list(&c->fillings[d], d, &part[digits]);
        c->used += part[digits].length;
        digits += part[digits].somewhere != 0;
    }
    return digits;
}

static fast_number count_small_board(Count *c, const uint16_t *left, const unsigned char *open, int cells)
{
    Board board;
    Templates part[9];
    Cells name[FAST_CELLS] = {0}, all = 0;
    fast_number count = {0, 0};
    board_of(left, &board);
    for (int i = 0; i < cells; i++)
        all |= name[open[i]] = (Cells)1 << i;
    int digits = list_all(c, &board, name, part);
    if (digits < 0)
        c->no_memory = c->progress.over = 1;
    else if (digits)
        count = count_part(c, part, digits, all);
    free(c->room);
    c->world++;
    return count;
}

static fast_number count_board(Count *c, const unsigned char *puzzle, const uint16_t *left);

/* With one more clue. */
static fast_number count_with(Count *c, const unsigned char *puzzle, int cell, int digit)
{
    unsigned char more[FAST_CELLS];
    uint16_t left[FAST_CELLS];
    fast_number count = {0, 0};
    memcpy(more, puzzle, sizeof more);
    more[cell] = (unsigned char)(digit + 1);
    int found = c->kernel->count_few(more, 2, 0, left, c->progress.stop);
    if (found == NOT_SOON) return count_board(c, more, left);
    if (found == STOPPED) c->progress.stopped = c->progress.over = 1;
    count.low = found > 0;
    progress_found(&c->progress, count);
    return count;
}

/* Too many open cells for a word: a guess in the plain way. Of alike digits one stands for all. */
static fast_number count_large_board(Count *c, const unsigned char *puzzle, const uint16_t *left)
{
    fast_number sum = {0, 0};
    int cell = cell_to_guess(left);
    uint32_t weight = c->progress.weight;
    unsigned alike = c->alike, one_of_them = alike & -alike;
    progress_breathe(&c->progress);
    for (int d = 0; d < 9 && !c->progress.over; d++) {
        unsigned mine = 1u << d;
        uint32_t times = alike & mine ? (uint32_t)__builtin_popcount(alike) : 1;
        if (!(left[cell] & mine) || (alike & mine && mine != one_of_them)) continue;
        c->alike = alike & ~mine;
        c->progress.weight = weight * times;
        number_add(&sum, number_times(count_with(c, puzzle, cell, d), times));
    }
    c->alike = alike;
    c->progress.weight = weight;
    return sum;
}

static fast_number count_board(Count *c, const unsigned char *puzzle, const uint16_t *left)
{
    unsigned char open[FAST_CELLS];
    int cells = open_cells(left, open);
    return cells > CELLS_AT_MOST ? count_large_board(c, puzzle, left) : count_small_board(c, left, open, cells);
}

static unsigned digits_without_clue(const unsigned char *puzzle)
{
    unsigned without = 0x1FF << 1;
    for (int i = 0; i < FAST_CELLS; i++)
        without &= ~(1u << clue(puzzle[i]));
    return without >> 1;
}

static size_t slots_in(size_t memory) /* the largest power of two */
{
    size_t slots = 1, most = memory / sizeof(Remembered);
    while (slots * 2 <= most)
        slots *= 2;
    return slots;
}

/* More than a few. No count overflows: the empty grid's has 73 bits. */
static int count_many(Count *c, const unsigned char *puzzle, const uint16_t *left, fast_number *count)
{
    c->alike = digits_without_clue(puzzle);
    char *block = malloc(c->kernel->clique_workspace + CACHE_LINE);
    c->fillings = malloc(9 * sizeof *c->fillings);
    if (block && c->fillings) {
        c->workspace = block + CACHE_LINE - (uintptr_t)block % CACHE_LINE;
        *count = count_board(c, puzzle, left);
    } else
        c->no_memory = 1;
    free(block);
    free(c->fillings);
    free(c->memory.table);
    if (c->no_memory || c->progress.stopped) return c->no_memory ? FAST_NO_MEMORY : FAST_STOPPED;
    if (c->progress.over) *count = (fast_number){c->progress.limit, 0};
    return FAST_COUNTED;
}

int fast_count(const unsigned char *puzzle, uint64_t limit, fast_number *count, size_t memory, int path,
               const fast_stop *stop)
{
    uint16_t left[FAST_CELLS];
    int few = limit && limit < ONE_TOO_MANY ? (int)limit : ONE_TOO_MANY;
    const struct kernel *kernel = kernel_for(path);
    int found = kernel->count_few(puzzle, few, GUESSES_AT_MOST, left, stop);
    *count = (fast_number){found > 0 ? (uint64_t)found : 0, 0};
    if (found == STOPPED) return FAST_STOPPED;
    if (found != NOT_SOON && (found < ONE_TOO_MANY || (uint64_t)found == limit)) return FAST_COUNTED;
    Count c = {.progress = {.stop = stop, .limit = limit, .weight = 1}, .kernel = kernel};
    c.memory.slots_at_most = slots_in(memory ? memory : DEFAULT_MEMORY);
    return count_many(&c, puzzle, left, count);
}
