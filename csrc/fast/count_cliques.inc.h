/* Counting a part with few templates, one bit for each.

   Choosing a template for each digit, any two without a common cell, is choosing a clique in a graph. The
   templates are the bits of eight words; `row` of a template says which templates of the other digits are
   compatible with it, that is, have no common cell. A choice is one AND with a row. The digit with the most
   templates has no bits: its template is the cells that the others leave. For the last digit that is chosen, only
   the number of templates is needed.

   A digit has a slot of one or several words: first the upper digits, which are chosen first, always the one with
   the fewest templates; then NEXT, then LAST. */

enum { NEXT = 6, LAST = 7, ROWS = WORD_BITS + 1, MAX_POSTPONED = 2048 };

/* The templates of a word of NEXT and of a word of LAST that are compatible with all that is chosen. row[i]: the
   templates of LAST that are compatible with template i of NEXT. */
typedef struct {
    uint64_t next, last;
    const uint64_t *row;
} WordPair;

typedef struct {
    _Alignas(64) uint64_t row[(MAX_WORDS + 1) * ROWS][MAX_WORDS];
    uint64_t covering[MAX_CELLS][MAX_WORDS], last_row[MAX_WORDS * MAX_WORDS / 4][ROWS];
    Slot slot[8];
    unsigned next_words, last_words; /* the words of these two slots, as bits */
    WordPair postponed[MAX_POSTPONED + 1];
    int n_postponed;
    int work; /* a rough measure of the work since the last report */
    uint64_t counted, found;
    Progress *progress;
} Cliques;

INLINE uint64_t *row_of(Cliques *q, int slot, size_t i)
{
    return q->row[((size_t)q->slot[slot].first + i / WORD_BITS) * ROWS + i % WORD_BITS];
}

/* First the templates that cover each cell, then for each template those that cover none of its cells. All
   templates of a digit have equally many cells, so that the loops over them are easy to predict. */
INLINE void build_rows(Cliques *q, const Templates *const digit[])
{
    memset(q->covering, 0, sizeof q->covering);
    for (int s = 0; s <= LAST; s++)
        for (size_t i = 0; digit[s] && i < digit[s]->length; i++) {
            uint64_t *word = &q->covering[0][(size_t)q->slot[s].first + i / WORD_BITS];
            uint64_t bit = (uint64_t)1 << i % WORD_BITS;
            for (Cells x = digit[s]->list[i]; x; x &= x - 1)
                word[__builtin_ctzll(x) * MAX_WORDS] |= bit;
        }
    for (int s = 0; s < LAST; s++)
        for (size_t i = 0; digit[s] && i < digit[s]->length; i++) {
            uint64_t incompatible[MAX_WORDS] = {0}, *row = row_of(q, s, i);
            for (Cells x = digit[s]->list[i]; x; x &= x - 1)
                for (int w = 0; w < MAX_WORDS; w++)
                    incompatible[w] |= q->covering[__builtin_ctzll(x)][w];
            for (int w = 0; w < MAX_WORDS; w++)
                row[w] = ~incompatible[w];
        }
    Slot next = q->slot[NEXT], last = q->slot[LAST];
    for (int w = 0; w < last.words; w++)
        for (size_t i = 0; i < digit[NEXT]->length; i++)
            q->last_row[w * next.words + (int)i / WORD_BITS][i % WORD_BITS] = row_of(q, NEXT, i)[last.first + w];
    for (int w = 0; w < last.words * next.words; w++)
        q->last_row[w][WORD_BITS] = 0;
    for (int w = 0; w < next.words; w++)
        memset(q->row[(next.first + w) * ROWS + WORD_BITS], 0, sizeof q->row[0]);
}

INLINE void report_progress(Cliques *q, uint64_t counted)
{
    q->counted = 0, q->work = 0;
    q->found += counted;
    progress_add(q->progress, (fast_number){counted, 0});
    progress_check_stop(q->progress);
}

/* Counts, for each bit of a word of NEXT, the compatible bits of a word of LAST. Most words of NEXT have one bit
   or two: these are counted here, without a branch; for "no bit", `row` has an entry without compatible bits.
   Pairs with more bits are postponed, to be counted in one loop. */
INLINE int first_bit(uint64_t x) { return x ? __builtin_ctzll(x) : WORD_BITS; }

INLINE int count_word_pair(Cliques *q, uint64_t x, uint64_t y, const uint64_t *row)
{
    uint64_t second = x & (x - 1), others = second & (second - 1);
    int sum = __builtin_popcountll(y & row[first_bit(x)]) + __builtin_popcountll(y & row[first_bit(second)]);
    q->postponed[q->n_postponed] = (WordPair){others, y, row};
    q->n_postponed += (others != 0) & (y != 0);
    return sum;
}

/* One bit of each postponed pair, then one bit of those that have more, and so on. */
static __attribute__((noinline)) void count_postponed(Cliques *q)
{
    uint64_t sum = q->counted;
    for (int n = q->n_postponed; n;) {
        int left = 0;
        for (int i = 0; i < n; i++) {
            WordPair pair = q->postponed[i];
            sum += (uint64_t)__builtin_popcountll(pair.last & pair.row[__builtin_ctzll(pair.next)]);
            pair.next &= pair.next - 1;
            q->postponed[left] = pair;
            left += pair.next != 0;
        }
        n = left;
    }
    q->n_postponed = 0;
    report_progress(q, sum);
}

/* Chooses each template of the last upper digit, and counts the word pairs that it leaves. `bits`, here and below,
   are the templates that are compatible with all chosen ones. */
INLINE void choose_last_of_few(Cliques *q, const uint64_t *bits, Slot slot)
{
    int next = q->slot[NEXT].first, last = q->slot[LAST].first, sum = 0;
    uint64_t x = bits[next], y = bits[last];
    if (q->n_postponed > MAX_POSTPONED - WORD_BITS || ++q->work > WORK_PER_REPORT) count_postponed(q);
    for (uint64_t m = bits[slot.first]; m; m &= m - 1) {
        const uint64_t *row = q->row[slot.first * ROWS + __builtin_ctzll(m)];
        sum += count_word_pair(q, x & row[next], y & row[last], q->last_row[0]);
    }
    q->counted += (uint64_t)sum;
}

INLINE void choose_last_of_many(Cliques *q, const uint64_t *bits, Slot slot)
{
    Slot next = q->slot[NEXT], last = q->slot[LAST];
    struct {
        int next, last;
        const uint64_t *row;
    } pair[MAX_WORDS * MAX_WORDS / 4];
    int pairs = 0, sum = 0;
    for (int i = 0; i < next.words; i++)
        for (int j = 0; bits[next.first + i] && j < last.words; j++)
            if (bits[last.first + j]) {
                pair[pairs].next = next.first + i, pair[pairs].last = last.first + j;
                pair[pairs++].row = q->last_row[j * next.words + i];
            }
    q->work += slot.words;
    for (int w = slot.first; w < slot.first + slot.words; w++) {
        if (q->n_postponed > MAX_POSTPONED - WORD_BITS * pairs || q->work > WORK_PER_REPORT) count_postponed(q);
        for (uint64_t m = bits[w]; m; m &= m - 1) {
            const uint64_t *row = q->row[w * ROWS + __builtin_ctzll(m)];
            for (int k = 0; k < pairs; k++) {
                int a = pair[k].next, b = pair[k].last;
                sum += count_word_pair(q, bits[a] & row[a], bits[b] & row[b], pair[k].row);
            }
        }
    }
    q->counted += (uint64_t)sum;
}

INLINE int bits_in_slot(const uint64_t *bits, Slot slot)
{
    int n = __builtin_popcountll(bits[slot.first]);
    for (int w = 1; w < slot.words; w++)
        n += __builtin_popcountll(bits[slot.first + w]);
    return n;
}

/* If each slot is one word: the one of `slots` with the fewest bits; -1 if one of them, NEXT or LAST has none. */
INLINE int fewest_word(const uint64_t *bits, unsigned slots, unsigned next, unsigned last)
{
    int best = MAX_WORDS * WORD_BITS * 8;
    uint64_t any_next = 0, any_last = 0;
    for (; next; next &= next - 1)
        any_next |= bits[__builtin_ctz(next)];
    for (; last; last &= last - 1)
        any_last |= bits[__builtin_ctz(last)];
    for (; slots; slots &= slots - 1) {
        int w = __builtin_ctz(slots), rank = __builtin_popcountll(bits[w]) * 8 + w;
        best = rank < best ? rank : best;
    }
    return best < 8 || !any_next || !any_last ? -1 : best % 8;
}

/* The same for slots of several words. */
INLINE int fewest_slot(const Cliques *q, const uint64_t *bits, unsigned slots)
{
    int best = MAX_WORDS * WORD_BITS * 8;
    for (; slots; slots &= slots - 1) {
        int s = __builtin_ctz(slots), rank = bits_in_slot(bits, q->slot[s]) * 8 + s;
        best = rank < best ? rank : best;
    }
    return best < 8 || !bits_in_slot(bits, q->slot[NEXT]) || !bits_in_slot(bits, q->slot[LAST]) ? -1 : best % 8;
}

/* FEW: each slot is one word. SINGLE: each but NEXT and LAST. */
enum { FEW, SINGLE, MANY };
static void choose_of_few(Cliques *q, const uint64_t *bits, unsigned slots);
static void choose_of_single(Cliques *q, const uint64_t *bits, unsigned slots);
static void choose_of_many(Cliques *q, const uint64_t *bits, unsigned slots);

INLINE void choose_template(Cliques *q, const uint64_t *bits, unsigned slots, const int kind)
{
    int best = kind == MANY ? fewest_slot(q, bits, slots) : fewest_word(bits, slots, q->next_words, q->last_words);
    if (best < 0) return;
    Slot slot = kind == MANY ? q->slot[best] : (Slot){best, 1};
    slots &= ~(1u << best);
    if (!slots) {
        if (kind == FEW)
            choose_last_of_few(q, bits, slot);
        else
            choose_last_of_many(q, bits, slot);
        return;
    }
    for (int w = slot.first; w < slot.first + slot.words; w++)
        for (uint64_t m = bits[w]; m && !q->progress->over; m &= m - 1) {
            const uint64_t *row = q->row[w * ROWS + __builtin_ctzll(m)];
            _Alignas(64) uint64_t left[MAX_WORDS];
            for (int k = 0; k < MAX_WORDS; k++)
                left[k] = bits[k] & row[k];
            if (kind == FEW)
                choose_of_few(q, left, slots);
            else if (kind == SINGLE)
                choose_of_single(q, left, slots);
            else
                choose_of_many(q, left, slots);
        }
}

static void choose_of_few(Cliques *q, const uint64_t *bits, unsigned slots)
{
    choose_template(q, bits, slots, FEW);
}
static void choose_of_single(Cliques *q, const uint64_t *bits, unsigned slots)
{
    choose_template(q, bits, slots, SINGLE);
}
static void choose_of_many(Cliques *q, const uint64_t *bits, unsigned slots)
{
    choose_template(q, bits, slots, MANY);
}

static unsigned words_of(Slot slot) { return (unsigned)first_bits((size_t)slot.words) << slot.first; }

static uint64_t count_cliques(void *workspace, Progress *progress, const Templates *part, int digits)
{
    Cliques *q = workspace;
    const Templates *digit[LAST + 1] = {[NEXT] = &part[digits - 3], [LAST] = &part[digits - 2]};
    _Alignas(64) uint64_t bits[MAX_WORDS + 1] = {0};
    int upper = digits - 3, words = assign_slots(part, upper, 0, q->slot, bits);
    words = assign_slots(part + upper, 2, words, q->slot + NEXT, bits);
    for (int i = 0; i < upper; i++)
        digit[i] = &part[i];
    q->progress = progress, q->n_postponed = 0, q->counted = q->found = 0, q->work = 0;
    q->next_words = words_of(q->slot[NEXT]), q->last_words = words_of(q->slot[LAST]);
    build_rows(q, digit);
    unsigned slots = (unsigned)first_bits((size_t)upper);
    if (!upper) { /* as if there were an upper digit with one template, compatible with all */
        q->slot[0] = (Slot){words, 1};
        bits[words] = 1;
        memset(q->row[words * ROWS], 0xFF, sizeof q->row[0]);
        choose_last_of_many(q, bits, q->slot[0]);
    } else if (words == digits - 1) {
        choose_of_few(q, bits, slots);
    } else if (q->slot[NEXT].first == upper) {
        choose_of_single(q, bits, slots);
    } else {
        choose_of_many(q, bits, slots);
    }
    count_postponed(q);
    return q->found;
}

typedef Cliques CliqueWorkspace;
