/* fast_count: the number of solutions, without listing them.

   A solution is nine templates, one for each digit, without a common cell. So list the possible templates, choose
   one of the digit that has the fewest, remove the templates of the other digits that have a cell in common with
   it, and continue. A part is what is left when some digits are placed: its count depends only on its open cells
   and digits, so it is kept in a cache. When a part has few templates, the kernel counts it with one bit for each
   template. */
#include "kernel.h"

/* `key` has all open cells and digits of a part, so that no two parts have the same key. The high word of the count
   is in the upper bits of key[1]. */
typedef struct {
    uint64_t key[2];
    uint64_t low;
} CacheEntry;

typedef struct {
    CacheEntry *table;
    size_t slots, used, max_slots; /* slots and max_slots are powers of two, or 0 */
} Cache;

typedef struct {
    Progress progress;
    Cache cache;
    Cells *lists; /* the templates of the parts; those of the deepest part are last */
    size_t used;
    uint64_t board_number;    /* each Board that is counted has its own numbering of cells */
    unsigned interchangeable; /* the digits without a clue: any two may be exchanged in the whole grid */
    int no_memory;
    DigitPlacements *placements; /* of each digit */
    const struct kernel *kernel;
    char *workspace;
} Counter;

enum { HIGH_WORD = 48, FIRST_SLOTS = 1 << 10, NEIGHBOURS = 4, DEFAULT_CACHE_BYTES = 16 << 20 };

/* fast_count begins with a search, which is enough for most puzzles. It ends at this number of solutions or
   guesses. */
enum { SEVERAL_SOLUTIONS = 4, SEARCH_GUESSES = 1000 };

/* The cache: an entry is in one of four neighbouring slots; when all are used, a new entry replaces one of them.
   The table begins small and grows once, to its largest size. The old entries are then dropped: copying them
   would take nearly a millisecond, too long between two checks of the stop flag. */

static size_t slot_of(const Cache *cache, const uint64_t key[2])
{
    uint64_t h = key[0] * 0x9E3779B97F4A7C15u ^ key[1] * 0xC2B2AE3D27D4EB4Fu;
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
    return (size_t)(h >> 24) & (cache->slots - NEIGHBOURS);
}

/* For interchangeable digits only their number is in the key. */
static void key_of(const Counter *c, const Templates *part, int digits, Cells open, uint64_t key[2])
{
    uint64_t set = 0, interchangeable = 0;
    for (int i = 0; i < digits; i++)
        if (c->interchangeable >> part[i].digit & 1)
            interchangeable++;
        else
            set |= (uint64_t)1 << part[i].digit;
    key[0] = open;
    key[1] = set | interchangeable << 9 | c->board_number << 13;
}

static int cache_get(const Cache *cache, const uint64_t key[2], fast_number *count)
{
    if (!cache->slots) return 0;
    const CacheEntry *entry = cache->table + slot_of(cache, key);
    for (int i = 0; i < NEIGHBOURS; i++, entry++)
        if (entry->key[0] == key[0] && (entry->key[1] & (((uint64_t)1 << HIGH_WORD) - 1)) == key[1]) {
            *count = (fast_number){entry->low, entry->key[1] >> HIGH_WORD};
            return 1;
        }
    return 0;
}

static void cache_grow(Cache *cache)
{
    Cache larger = {.max_slots = cache->max_slots};
    larger.slots = cache->slots || FIRST_SLOTS > larger.max_slots ? larger.max_slots : FIRST_SLOTS;
    larger.table = larger.slots >= NEIGHBOURS ? calloc(larger.slots, sizeof *larger.table) : NULL;
    if (!larger.table) {
        cache->max_slots = cache->slots; /* the cache only saves time: continue with the table as it is */
        return;
    }
    free(cache->table);
    *cache = larger;
}

static void cache_put(Cache *cache, const uint64_t key[2], fast_number count)
{
    if (cache->used >= cache->slots / 2 && cache->slots < cache->max_slots) cache_grow(cache);
    if (!cache->slots) return;
    CacheEntry *entry = cache->table + slot_of(cache, key);
    int i = 0;
    while (i < NEIGHBOURS && entry[i].key[0])
        i++;
    cache->used += i < NEIGHBOURS;
    entry[i < NEIGHBOURS ? i : (int)(count.low & (NEIGHBOURS - 1))] =
        (CacheEntry){{key[0], key[1] | count.high << HIGH_WORD}, count.low};
}

/* Parts. */

/* The templates of `from` that have none of the cells `taken` and all of the cells `needed`. `list` may be that of
   `from`. */
static void filter_templates(const Templates *from, Cells taken, Cells needed, Templates *to, Cells *list)
{
    Cells covered = 0;
    size_t n = 0;
    for (size_t i = 0; i < from->length; i++) {
        Cells x = from->list[i];
        uint64_t stays = ((x & taken) | (needed & ~x)) == 0;
        list[n] = x;
        n += (size_t)stays;
        covered |= x & -stays;
    }
    *to = (Templates){list, n, covered, from->digit};
}

/* If only one digit can have a cell, keeps only its templates with that cell. Returns 0 if a cell has no
   possible digit. */
static int filter_by_cells(Templates *part, int digits, Cells open)
{
    for (int again = 1; again;) {
        Cells once = 0, several = 0;
        again = 0;
        for (int i = 0; i < digits; i++)
            several |= once & part[i].covered, once |= part[i].covered;
        if (once != open) return 0;
        for (int i = 0; i < digits; i++) {
            Cells needed = part[i].covered & ~several;
            size_t before = part[i].length;
            if (needed) filter_templates(&part[i], 0, needed, &part[i], part[i].list);
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

/* Whether the kernel can count the part: the last list needs no bits, the others together at most eight words. */
static int fits_in_words(const Templates *part, int digits)
{
    size_t words = 0;
    for (int i = 0; i < digits - 1; i++)
        words += (part[i].length + WORD_BITS - 1) / WORD_BITS;
    return words <= MAX_WORDS;
}

static fast_number count_part(Counter *c, Templates *part, int digits, Cells open);

/* Chooses each template of the first digit in turn. If all digits of the part are interchangeable, each of them
   has the first open cell in equally many solutions: only the templates of the first digit with that cell are
   chosen, and their count is multiplied. */
static fast_number choose_first_digit(Counter *c, const Templates *part, int digits, Cells open)
{
    fast_number sum = {0, 0};
    uint32_t times = 1, weight = c->progress.weight;
    for (int i = 0; i < digits; i++)
        times += c->interchangeable >> part[i].digit & 1;
    times = times > (uint32_t)digits ? (uint32_t)digits : 1;
    Cells required = times > 1 ? open & -open : open;
    c->progress.weight *= times;
    size_t used = c->used;
    for (size_t i = 0; i < part[0].length && !c->progress.over; i++) {
        Templates rest[9];
        Cells x = part[0].list[i];
        if (!(x & required)) continue;
        int n = 0;
        do {
            filter_templates(&part[n + 1], x, 0, &rest[n], c->lists + c->used);
            c->used += rest[n].length;
        } while (rest[n].length && ++n < digits - 1);
        if (n == digits - 1) number_add(&sum, count_part(c, rest, n, open & ~x));
        c->used = used;
    }
    c->progress.weight = weight;
    return number_times(sum, times);
}

static fast_number count_part(Counter *c, Templates *part, int digits, Cells open)
{
    progress_check_stop(&c->progress);
    if (!filter_by_cells(part, digits, open)) return (fast_number){0, 0};
    shortest_first(part, digits);
    fast_number count = {0, 0};
    if (!part[0].length) return count;
    if (digits <= 2) { /* each template of one digit leaves one to the other */
        count.low = part[0].length;
        progress_add(&c->progress, count);
        return count;
    }
    if (fits_in_words(part, digits)) {
        count.low = c->kernel->count_cliques(c->workspace, &c->progress, part, digits);
        return count;
    }
    uint64_t key[2];
    key_of(c, part, digits, open, key);
    if (cache_get(&c->cache, key, &count)) {
        progress_add(&c->progress, count);
        return count;
    }
    count = choose_first_digit(c, part, digits, open);
    if (!c->progress.over) cache_put(&c->cache, key, count);
    return count;
}

/* Boards. */

/* Lists the templates of each digit that has open cells. Returns the number of these digits; 0 if some digit has no
   template; -1 if there is no memory. */
static int list_all(Counter *c, const Board *board, const Cells cell_bit[FAST_CELLS], Templates part[9])
{
    size_t all = 0;
    int digits = 0;
    c->used = 0;
    c->lists = NULL;
    for (int d = 0; d < 9; d++) {
        size_t length = find_placements(board, d, cell_bit, &c->placements[d]);
        if (!length) return 0;
        all += length;
    }
    c->lists = malloc(all * 9 *
                      sizeof *c->lists); /* the lists of a part are never longer than those of the part around it */
    if (!c->lists) return -1;
    for (int d = 0; d < 9; d++) {
        part[digits].list = c->lists + c->used;
        list_templates(&c->placements[d], d, &part[digits]);
        c->used += part[digits].length;
        digits += part[digits].covered != 0;
    }
    return digits;
}

static fast_number count_small_board(Counter *c, const uint16_t *candidates, const unsigned char *open, int cells)
{
    Board board;
    Templates part[9];
    Cells cell_bit[FAST_CELLS] = {0}, all = 0;
    fast_number count = {0, 0};
    board_of(candidates, &board);
    for (int i = 0; i < cells; i++)
        all |= cell_bit[open[i]] = (Cells)1 << i;
    int digits = list_all(c, &board, cell_bit, part);
    if (digits < 0)
        c->no_memory = c->progress.over = 1;
    else if (digits)
        count = count_part(c, part, digits, all);
    free(c->lists);
    c->board_number++;
    return count;
}

static fast_number count_board(Counter *c, const unsigned char *puzzle, const uint16_t *candidates);

/* The count with one more clue. */
static fast_number count_with(Counter *c, const unsigned char *puzzle, int cell, int digit)
{
    unsigned char more[FAST_CELLS];
    uint16_t candidates[FAST_CELLS];
    fast_number count = {0, 0};
    memcpy(more, puzzle, sizeof more);
    more[cell] = (unsigned char)(digit + 1);
    int found = c->kernel->count_few(more, 2, 0, candidates, c->progress.stop);
    if (found == MANY_GUESSES) return count_board(c, more, candidates);
    if (found == STOPPED) c->progress.stopped = c->progress.over = 1;
    count.low = found > 0;
    progress_add(&c->progress, count);
    return count;
}

/* For boards with more open cells than a word has bits: guesses at one cell. Of the interchangeable digits only one is
   tried, and its count is multiplied. */
static fast_number count_large_board(Counter *c, const unsigned char *puzzle, const uint16_t *candidates)
{
    fast_number sum = {0, 0};
    int cell = cell_to_guess(candidates);
    uint32_t weight = c->progress.weight;
    unsigned interchangeable = c->interchangeable, one_of_them = interchangeable & -interchangeable;
    progress_check_stop(&c->progress);
    for (int d = 0; d < 9 && !c->progress.over; d++) {
        unsigned bit = 1u << d;
        uint32_t times = interchangeable & bit ? (uint32_t)__builtin_popcount(interchangeable) : 1;
        if (!(candidates[cell] & bit) || (interchangeable & bit && bit != one_of_them)) continue;
        c->interchangeable = interchangeable & ~bit;
        c->progress.weight = weight * times;
        number_add(&sum, number_times(count_with(c, puzzle, cell, d), times));
    }
    c->interchangeable = interchangeable;
    c->progress.weight = weight;
    return sum;
}

static fast_number count_board(Counter *c, const unsigned char *puzzle, const uint16_t *candidates)
{
    unsigned char open[FAST_CELLS];
    int cells = open_cells(candidates, open);
    return cells > MAX_CELLS ? count_large_board(c, puzzle, candidates)
                             : count_small_board(c, candidates, open, cells);
}

static unsigned digits_without_clue(const unsigned char *puzzle)
{
    unsigned without = 0x1FF << 1;
    for (int i = 0; i < FAST_CELLS; i++)
        without &= ~(1u << clue(puzzle[i]));
    return without >> 1;
}

static size_t slots_in(size_t bytes) /* the largest power of two */
{
    size_t slots = 1, most = bytes / sizeof(CacheEntry);
    while (slots * 2 <= most)
        slots *= 2;
    return slots;
}

/* The count does not overflow: that of the empty grid has 73 bits. */
static int count_by_templates(Counter *c, const unsigned char *puzzle, const uint16_t *candidates,
                              fast_number *count)
{
    c->interchangeable = digits_without_clue(puzzle);
    char *block = malloc(c->kernel->clique_workspace + CACHE_LINE);
    c->placements = malloc(9 * sizeof *c->placements);
    c->no_memory = !block || !c->placements;
    if (!c->no_memory) {
        c->workspace = block + CACHE_LINE - (uintptr_t)block % CACHE_LINE;
        *count = count_board(c, puzzle, candidates);
    }
    free(block);
    free(c->placements);
    free(c->cache.table);
    if (c->no_memory || c->progress.stopped) return c->no_memory ? FAST_NO_MEMORY : FAST_STOPPED;
    if (c->progress.over) *count = (fast_number){c->progress.limit, 0};
    return FAST_COUNTED;
}

int fast_count(const unsigned char *puzzle, uint64_t limit, fast_number *count, size_t cache_bytes, int kernel,
               const fast_stop *stop)
{
    uint16_t candidates[FAST_CELLS];
    int several = limit && limit < SEVERAL_SOLUTIONS ? (int)limit : SEVERAL_SOLUTIONS;
    const struct kernel *chosen = kernel_for(kernel);
    int found = chosen->count_few(puzzle, several, SEARCH_GUESSES, candidates, stop);
    *count = (fast_number){found > 0 ? (uint64_t)found : 0, 0};
    if (found == STOPPED) return FAST_STOPPED;
    if (found != MANY_GUESSES && (found < SEVERAL_SOLUTIONS || (uint64_t)found == limit)) return FAST_COUNTED;
    Counter c = {.progress = {.stop = stop, .limit = limit, .weight = 1}, .kernel = chosen};
    c.cache.max_slots = slots_in(cache_bytes ? cache_bytes : DEFAULT_CACHE_BYTES);
    return count_by_templates(&c, puzzle, candidates, count);
}
