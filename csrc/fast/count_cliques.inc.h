/* Counting what is left when few templates are possible: README.md, section 9. 

   Choosing a template for each digit, any two of them without a common cell, is choosing a clique in a graph. The
   templates are the bits of words; `row` of a template says which templates of the other digits go with it. One
   more choice is one AND. The digit with the most templates is left out: what the others leave is its own. And of
   the last digit that is chosen we need no more than how many.

   A digit has a slot of one or several words. The slots: those that are chosen in the order that suits ("upper"),
   then NEXT, then LAST. */
enum { NEXT = 6, LAST = 7, ROWS = WORD + 1, PENDING = 2048 };
typedef struct {
    uint64_t next, last;
    const uint64_t *row;
} Pending;
typedef struct {
    _Alignas(64) uint64_t row[(WORDS + 1) * ROWS][WORDS];
    uint64_t covering[CELLS_AT_MOST][WORDS], last_row[WORDS * WORDS / 4][ROWS];
    Slot slot[8];
    unsigned next_words, last_words; /* those of two slots, as bits */
    Pending pending[PENDING + 1];
    int pendings, effort; /* effort: about how much was done since progress was told */
    uint64_t counted, found;
    Progress *progress;
} Cliques;

INLINE uint64_t *row_of(Cliques *q, int slot, size_t i)
{
    return q->row[((size_t)q->slot[slot].first + i / WORD) * ROWS + i % WORD];
}

/* First which templates cover each cell, then for each template those that cover none of its cells. All templates
   of a digit have equally many cells: the loops over them are easy to foresee. */
INLINE void lay_out(Cliques *q, const Templates *const digit[])
{
    memset(q->covering, 0, sizeof q->covering);
    for (int s = 0; s <= LAST; s++)
        for (size_t i = 0; digit[s] && i < digit[s]->length; i++) {
            uint64_t *word = &q->covering[0][(size_t)q->slot[s].first + i / WORD], bit = (uint64_t)1 << i % WORD;
            for (Cells x = digit[s]->list[i]; x; x &= x - 1)
                word[__builtin_ctzll(x) * WORDS] |= bit;
        }
    for (int s = 0; s < LAST; s++)
        for (size_t i = 0; digit[s] && i < digit[s]->length; i++) {
            uint64_t met[WORDS] = {0}, *row = row_of(q, s, i);
            for (Cells x = digit[s]->list[i]; x; x &= x - 1)
                for (int w = 0; w < WORDS; w++)
                    met[w] |= q->covering[__builtin_ctzll(x)][w];
            for (int w = 0; w < WORDS; w++)
                row[w] = ~met[w];
        }
    Slot next = q->slot[NEXT], last = q->slot[LAST];
    for (int w = 0; w < last.words; w++)
        for (size_t i = 0; i < digit[NEXT]->length; i++)
            q->last_row[w * next.words + (int)i / WORD][i % WORD] = row_of(q, NEXT, i)[last.first + w];
    for (int w = 0; w < last.words * next.words; w++)
        q->last_row[w][WORD] = 0;
    for (int w = 0; w < next.words; w++)
        memset(q->row[(next.first + w) * ROWS + WORD], 0, sizeof q->row[0]);
}

/* What has been counted is told now and then. */
INLINE void tell(Cliques *q, uint64_t more)
{
    q->counted = 0, q->effort = 0;
    q->found += more;
    progress_found(q->progress, (fast_number){more, 0});
    progress_breathe(q->progress);
}

/* A pair is a word of NEXT and one of LAST, which go with all that is chosen: for each bit of the one, how many of
   the other go with it? Most words of NEXT have one bit or two: these are counted at once, without a question;
   `row` has an entry for "no bit", where nothing goes. A pair with more bits is put off: many such are then
   settled together. */
INLINE int first_bit(uint64_t x) { return x ? __builtin_ctzll(x) : WORD; }

INLINE int count_pair(Cliques *q, uint64_t x, uint64_t y, const uint64_t *row)
{
    uint64_t second = x & (x - 1), others = second & (second - 1);
    int sum = __builtin_popcountll(y & row[first_bit(x)]) + __builtin_popcountll(y & row[first_bit(second)]);
    q->pending[q->pendings] = (Pending){others, y, row};
    q->pendings += (others != 0) & (y != 0);
    return sum;
}

/* A bit of each pair, then a bit of those that have more, and so on. */
static __attribute__((noinline)) void settle(Cliques *q)
{
    uint64_t sum = q->counted;
    for (int n = q->pendings; n;) {
        int left = 0;
        for (int i = 0; i < n; i++) {
            Pending pair = q->pending[i];
            sum += (uint64_t)__builtin_popcountll(pair.last & pair.row[__builtin_ctzll(pair.next)]);
            pair.next &= pair.next - 1;
            q->pending[left] = pair;
            left += pair.next != 0;
        }
        n = left;
    }
    q->pendings = 0;
    tell(q, sum);
}

/* The last upper choice: each of its templates, and the pairs that it leaves. */
INLINE void choose_last_of_few(Cliques *q, const uint64_t *mine, Slot slot)
{
    int next = q->slot[NEXT].first, last = q->slot[LAST].first, sum = 0;
    uint64_t x = mine[next], y = mine[last];
    if (q->pendings > PENDING - WORD || ++q->effort > EFFORT) settle(q);
    for (uint64_t m = mine[slot.first]; m; m &= m - 1) {
        const uint64_t *row = q->row[slot.first * ROWS + __builtin_ctzll(m)];
        sum += count_pair(q, x & row[next], y & row[last], q->last_row[0]);
    }
    q->counted += (uint64_t)sum;
}

INLINE void choose_last_of_many(Cliques *q, const uint64_t *mine, Slot slot)
{
    Slot next = q->slot[NEXT], last = q->slot[LAST];
    struct {
        int next, last;
        const uint64_t *row;
    } pair[WORDS * WORDS / 4];
    int pairs = 0, sum = 0;
    for (int i = 0; i < next.words; i++)
        for (int j = 0; mine[next.first + i] && j < last.words; j++)
            if (mine[last.first + j]) {
                pair[pairs].next = next.first + i, pair[pairs].last = last.first + j;
                pair[pairs++].row = q->last_row[j * next.words + i];
            }
    q->effort += slot.words;
    for (int w = slot.first; w < slot.first + slot.words; w++) {
        if (q->pendings > PENDING - WORD * pairs || q->effort > EFFORT) settle(q);
        for (uint64_t m = mine[w]; m; m &= m - 1) {
            const uint64_t *row = q->row[w * ROWS + __builtin_ctzll(m)];
            for (int k = 0; k < pairs; k++) {
                int a = pair[k].next, b = pair[k].last;
                sum += count_pair(q, mine[a] & row[a], mine[b] & row[b], pair[k].row);
            }
        }
    }
    q->counted += (uint64_t)sum;
}

INLINE int how_many(const uint64_t *mine, Slot slot)
{
    int n = __builtin_popcountll(mine[slot.first]);
    for (int w = 1; w < slot.words; w++)
        n += __builtin_popcountll(mine[slot.first + w]);
    return n;
}

INLINE int fewest(const Cliques *q, const uint64_t *mine, unsigned slots)
{
    int best = WORDS * WORD * 8;
    for (; slots; slots &= slots - 1) {
        int s = __builtin_ctz(slots), rank = how_many(mine, q->slot[s]) * 8 + s;
        best = rank < best ? rank : best;
    }
    return best;
}

INLINE void strike(uint64_t *left, const uint64_t *mine, const uint64_t *row)
{
    for (int k = 0; k < WORDS; k++)
        left[k] = mine[k] & row[k];
}

/* Words of one slot each: that of `slots` with the fewest bits. -1 if one of them has none, or all of NEXT, or of
   LAST. */
INLINE int fewest_word(const uint64_t *mine, unsigned slots, unsigned next, unsigned last)
{
    int best = WORDS * WORD * 8;
    uint64_t some_next = 0, some_last = 0;
    for (; next; next &= next - 1)
        some_next |= mine[__builtin_ctz(next)];
    for (; last; last &= last - 1)
        some_last |= mine[__builtin_ctz(last)];
    for (; slots; slots &= slots - 1) {
        int w = __builtin_ctz(slots), rank = __builtin_popcountll(mine[w]) * 8 + w;
        best = rank < best ? rank : best;
    }
    return best < 8 || !some_next || !some_last ? -1 : best % 8;
}

INLINE int fewest_slot(const Cliques *q, const uint64_t *mine, unsigned slots)
{
    int best = fewest(q, mine, slots);
    return best < 8 || !how_many(mine, q->slot[NEXT]) || !how_many(mine, q->slot[LAST]) ? -1 : best % 8;
}

/* FEW: each digit has one word. SINGLE: all but NEXT and LAST. */
enum { FEW, SINGLE, MANY };
static void choose_of_few(Cliques *q, const uint64_t *mine, unsigned slots);
static void choose_of_single(Cliques *q, const uint64_t *mine, unsigned slots);
static void choose_of_many(Cliques *q, const uint64_t *mine, unsigned slots);

INLINE void choose_template(Cliques *q, const uint64_t *mine, unsigned slots, const int kind)
{
    int best = kind == MANY ? fewest_slot(q, mine, slots) : fewest_word(mine, slots, q->next_words, q->last_words);
    if (best < 0) return;
    Slot slot = kind == MANY ? q->slot[best] : (Slot){best, 1};
    slots &= ~(1u << best);
    if (!slots) {
        if (kind == FEW)
            choose_last_of_few(q, mine, slot);
        else
            choose_last_of_many(q, mine, slot);
        return;
    }
    for (int w = slot.first; w < slot.first + slot.words; w++)
        for (uint64_t m = mine[w]; m && !q->progress->over; m &= m - 1) {
            _Alignas(64) uint64_t left[WORDS];
            strike(left, mine, q->row[w * ROWS + __builtin_ctzll(m)]);
            if (kind == FEW)
                choose_of_few(q, left, slots);
            else if (kind == SINGLE)
                choose_of_single(q, left, slots);
            else
                choose_of_many(q, left, slots);
        }
}

static void choose_of_few(Cliques *q, const uint64_t *mine, unsigned slots)
{
    choose_template(q, mine, slots, FEW);
}
static void choose_of_single(Cliques *q, const uint64_t *mine, unsigned slots)
{
    choose_template(q, mine, slots, SINGLE);
}
static void choose_of_many(Cliques *q, const uint64_t *mine, unsigned slots)
{
    choose_template(q, mine, slots, MANY);
}

static unsigned words_of(Slot slot) { return (unsigned)first_bits((size_t)slot.words) << slot.first; }

static uint64_t count_cliques(void *workspace, Progress *progress, const Templates *part, int digits)
{
    Cliques *q = workspace;
    const Templates *digit[LAST + 1] = {[NEXT] = &part[digits - 3], [LAST] = &part[digits - 2]};
    _Alignas(64) uint64_t mine[WORDS + 1] = {0};
    int upper = digits - 3, words = give_slots(part, upper, 0, q->slot, mine);
    words = give_slots(part + upper, 2, words, q->slot + NEXT, mine);
    for (int i = 0; i < upper; i++)
        digit[i] = &part[i];
    q->progress = progress, q->pendings = 0, q->counted = q->found = 0, q->effort = 0;
    q->next_words = words_of(q->slot[NEXT]), q->last_words = words_of(q->slot[LAST]);
    lay_out(q, digit);
    if (!upper) { /* as if one more, with one template that goes with all, had been chosen */
        q->slot[0] = (Slot){words, 1};
        mine[words] = 1;
        memset(q->row[words * ROWS], 0xFF, sizeof q->row[0]);
        choose_last_of_many(q, mine, q->slot[0]);
    } else if (words == digits - 1)
        choose_of_few(q, mine, (unsigned)first_bits((size_t)upper));
    else if (q->slot[NEXT].first == upper)
        choose_of_single(q, mine, (unsigned)first_bits((size_t)upper));
    else
        choose_of_many(q, mine, (unsigned)first_bits((size_t)upper));
    settle(q);
    return q->found;
}

typedef Cliques CliqueWorkspace;
