/* Counting what is left when few templates are possible, with AVX-512: README.md, section 9. It does what
   count_cliques.inc.h does, and two digits at once.

   Of the last two digits that are chosen, any two templates without a common cell are a couple. Each couple has a
   bit, 512 to a register: for each template of the other digits ("upper") `goes` says which couples go with it. To
   choose an upper template is an AND; when all are chosen, a popcount counts what is left. No couple is ever looked
   at alone. */
typedef __m512i Bits; /* a bit for each template of the upper digits, or for 512 couples */
enum { BITS = 512, VECTORS = 8, COUPLES = VECTORS * BITS };

typedef struct {
    _Alignas(64) Cells couple[COUPLES]; /* the cells of both */
    Cells upper[BITS];                  /* each digit's templates, from the first bit of its slot on */
    Bits fits[BITS];                    /* for each of these, the upper ones that go with it */
    Bits goes[BITS * VECTORS];          /* and the couples */
    Bits covering[CELLS_AT_MOST * VECTORS];
    Slot slot[6];
    /* For each choice of the last upper digit but one: the couples and the upper templates that it leaves. */
    Bits rest[WORD * VECTORS];
    _Alignas(64) uint64_t fitting[WORD][WORDS];
    unsigned char choice[WORD * WORD], last[WORD * WORD]; /* each such choice with each of the last that fits */
    Bits sum;
    int effort; /* about how much was done since progress was told */
    uint64_t found;
    Progress *progress;
} Couples;

/* `more`: beside the sum. */
static void tell(Couples *c, uint64_t more)
{
    fast_number counted = {(uint64_t)_mm512_reduce_add_epi64(c->sum) + more, 0};
    c->sum = _mm512_setzero_si512(), c->effort = 0;
    c->found += counted.low;
    progress_found(c->progress, counted);
    progress_breathe(c->progress);
}

/* Which sets of cells hold a cell? Sets are 64-bit words, one under the other, so it is the columns that are asked
   for: turn 8 x 8 bits, and 8 x 8 bytes, and 8 x 8 words. */

/* 0, 1, ... 63. */
INLINE Bits count_up(void)
{
    const Bits words = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7), eights = _mm512_set1_epi8(8);
    return _mm512_add_epi8(_mm512_mullo_epi64(words, eights), _mm512_set1_epi64(0x0706050403020100));
}

INLINE void turn_words(Bits x[8])
{
    const Bits even[3] = {_mm512_setr_epi64(0, 8, 2, 10, 4, 12, 6, 14), _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13),
                          _mm512_setr_epi64(0, 1, 2, 3, 8, 9, 10, 11)};
#pragma GCC unroll 3
    for (int k = 0; k < 3; k++) {
        const Bits odd = _mm512_add_epi64(even[k], _mm512_set1_epi64(1 << k));
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++)
            if (!(i & 1 << k)) {
                Bits above = x[i], below = x[i | 1 << k];
                x[i] = _mm512_permutex2var_epi64(above, even[k], below);
                x[i | 1 << k] = _mm512_permutex2var_epi64(above, odd, below);
            }
    }
}

/* Of 64 sets, for 8 cells in each register. */
INLINE void turn_bits(const Cells set[WORD], Bits cells[8])
{
    /* byte 8i + j from byte 8j + i; the product that turns 8 x 8 bits wants their rows in reverse */
    const Bits up = count_up(), three = _mm512_set1_epi8(7);
    const Bits unit = _mm512_set1_epi64((long long)0x8040201008040201);
    const Bits turned = _mm512_or_si512(_mm512_and_si512(_mm512_srli_epi16(up, 3), three),
                                        _mm512_slli_epi16(_mm512_and_si512(up, three), 3));
    const Bits reversed = _mm512_xor_si512(turned, _mm512_set1_epi8(7 << 3));
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++)
        cells[i] = _mm512_permutexvar_epi8(reversed, _mm512_loadu_si512(set + 8 * i));
    turn_words(cells);
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++)
        cells[i] = _mm512_permutexvar_epi8(turned, _mm512_gf2p8affine_epi64_epi8(unit, cells[i], 0));
}

/* For each cell the sets that hold it, of 512; one cell's are `step` from those of the next. */
static void cover(const Cells set[BITS], Bits *covering, int step)
{
    Bits cells[8][8];
    for (int word = 0; word < 8; word++) {
        Bits eight[8];
        turn_bits(set + WORD * word, eight);
        for (int i = 0; i < 8; i++)
            cells[i][word] = eight[i];
    }
    for (int i = 0; i < 8; i++) {
        turn_words(cells[i]);
        for (int k = 0; k < 8; k++)
            covering[(8 * i + k) * step] = cells[i][k];
    }
}

/* The sets that hold none of these cells. */
INLINE void apart(const Bits *covering, Cells cells, const int vectors, Bits *sets)
{
    Bits met[VECTORS];
    for (int v = 0; v < vectors; v++)
        met[v] = _mm512_setzero_si512();
    for (; cells; cells &= cells - 1) {
        const Bits *here = covering + __builtin_ctzll(cells) * vectors;
#pragma GCC unroll 8
        for (int v = 0; v < vectors; v++)
            met[v] = _mm512_or_si512(met[v], here[v]);
    }
    for (int v = 0; v < vectors; v++)
        sets[v] = _mm512_xor_si512(met[v], _mm512_set1_epi64(-1));
}

/* The choices. `left`: the upper templates that go with all that is chosen; `couples`: the couples. How many
   `vectors` these fill is known to the compiler: it is another function for each number. */

/* The slot with the fewest bits; -1 if one has none. */
INLINE int fewest(const Couples *c, Bits left, unsigned slots)
{
    _Alignas(64) uint64_t bits[WORDS];
    uint64_t best = UINT64_MAX;
    _mm512_store_si512(bits, _mm512_popcnt_epi64(left));
    for (; slots; slots &= slots - 1) {
        int s = __builtin_ctz(slots);
        uint64_t sum = bits[c->slot[s].first];
        for (int w = 1; w < c->slot[s].words; w++)
            sum += bits[c->slot[s].first + w];
        uint64_t rank = sum * 8 + (uint64_t)s;
        best = rank < best ? rank : best;
    }
    return best < 8 ? -1 : (int)(best % 8);
}

/* Those of the couples that go too. */
INLINE void go_on(const Bits *couples, const Bits *goes, const int vectors, Bits *rest)
{
#pragma GCC unroll 8
    for (int v = 0; v < vectors; v++)
        rest[v] = _mm512_and_si512(couples[v], goes[v]);
}

INLINE Bits add_count(Bits sum, const Bits *couples, const Bits *goes, const int vectors)
{
#pragma GCC unroll 8
    for (int v = 0; v < vectors; v++)
        sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(_mm512_and_si512(couples[v], goes[v])));
    return sum;
}

INLINE void choose_last(Couples *c, const uint64_t *mine, const Bits *couples, Slot slot, const int vectors)
{
    Bits sum = c->sum;
    for (int w = slot.first; w < slot.first + slot.words; w++)
        for (uint64_t m = mine[w]; m; m &= m - 1)
            sum = add_count(sum, couples, c->goes + (w * WORD + __builtin_ctzll(m)) * vectors, vectors);
    c->sum = sum;
}

/* So many choices, each with what fits of a word of the last digit: listed first, without a question, and then
   counted in one loop, so that the processor need not foresee the ends of many short ones. */
INLINE void count_choices(Couples *c, int choices, int word, const int vectors)
{
    const Bits each = count_up(), *goes = c->goes + word * WORD * vectors;
    int n = 0;
    for (int i = 0; i < choices; i++) {
        uint64_t fitting = c->fitting[i][word];
        _mm512_storeu_si512(c->choice + n, _mm512_set1_epi8((char)i));
        _mm512_storeu_si512(c->last + n, _mm512_maskz_compress_epi8(fitting, each));
        n += __builtin_popcountll(fitting);
    }
    Bits sum = c->sum;
    for (int i = 0; i < n; i++)
        sum = add_count(sum, c->rest + c->choice[i] * vectors, goes + c->last[i] * vectors, vectors);
    c->sum = sum;
    c->effort += n;
}

INLINE void choose_last_two(Couples *c, Bits left, const uint64_t *mine, const Bits *couples, Slot slot, Slot last,
                            const int vectors)
{
    for (int w = slot.first; w < slot.first + slot.words; w++) {
        int choices = 0;
        for (uint64_t m = mine[w]; m; m &= m - 1, choices++) {
            int t = w * WORD + __builtin_ctzll(m);
            go_on(couples, c->goes + t * vectors, vectors, c->rest + choices * vectors);
            _mm512_store_si512(c->fitting[choices], _mm512_and_si512(left, c->fits[t]));
        }
        for (int word = last.first; word < last.first + last.words; word++)
            count_choices(c, choices, word, vectors);
    }
}

typedef void Choose(Couples *c, Bits left, const Bits *couples, unsigned slots);

INLINE void choose_template(Couples *c, Bits left, const Bits *couples, unsigned slots, const int vectors,
                            Choose *deeper)
{
    int best = fewest(c, left, slots);
    if (++c->effort > EFFORT) tell(c, 0);
    if (best < 0) return;
    Slot slot = c->slot[best];
    slots &= ~(1u << best);
    _Alignas(64) uint64_t mine[WORDS];
    _mm512_store_si512(mine, left);
    if (!slots)
        choose_last(c, mine, couples, slot, vectors);
    else if (!(slots & (slots - 1)))
        choose_last_two(c, left, mine, couples, slot, c->slot[__builtin_ctz(slots)], vectors);
    else
        for (int w = slot.first; w < slot.first + slot.words; w++)
            for (uint64_t m = mine[w]; m && !c->progress->over; m &= m - 1) {
                int t = w * WORD + __builtin_ctzll(m);
                Bits rest[VECTORS], any = _mm512_setzero_si512();
                go_on(couples, c->goes + t * vectors, vectors, rest);
                for (int v = 0; v < vectors; v++)
                    any = _mm512_or_si512(any, rest[v]);
                if (_mm512_test_epi64_mask(any, any)) deeper(c, _mm512_and_si512(left, c->fits[t]), rest, slots);
            }
}

/* The part. */

INLINE void count_in_vectors(Couples *c, const Templates *part, int upper, size_t number, Bits left,
                             const int vectors, Choose *first)
{
    _Alignas(64) uint64_t all[WORDS * VECTORS] = {0};
    for (size_t done = 0; done < number; done += WORD)
        all[done / WORD] = first_bits(number - done);
    for (int v = 0; v < vectors; v++)
        cover(c->couple + BITS * v, c->covering + v, vectors);
    for (int s = 0; s < upper; s++)
        for (int i = 0, t = c->slot[s].first * WORD; i < (int)part[s].length; i++, t++)
            apart(c->covering, part[s].list[i], vectors, c->goes + t * vectors);
    first(c, left, (const Bits *)all, (unsigned)first_bits((size_t)upper));
}

typedef void CountIn(Couples *c, const Templates *part, int upper, size_t number, Bits left);
#define IN_VECTORS(N)                                                                                \
    static void choose_in_##N(Couples *c, Bits left, const Bits *couples, unsigned slots)            \
    {                                                                                                \
        choose_template(c, left, couples, slots, N, choose_in_##N);                                  \
    }                                                                                                \
    static void count_in_##N(Couples *c, const Templates *part, int upper, size_t number, Bits left) \
    {                                                                                                \
        count_in_vectors(c, part, upper, number, left, N, choose_in_##N);                            \
    }
IN_VECTORS(1)
IN_VECTORS(2)
IN_VECTORS(3)
IN_VECTORS(4)
IN_VECTORS(5)
IN_VECTORS(6)
IN_VECTORS(7)
IN_VECTORS(8)

static void count_list(Couples *c, const Templates *part, int upper, size_t number, Bits left)
{
    static CountIn *const count_in[VECTORS] = {count_in_1, count_in_2, count_in_3, count_in_4,
                                               count_in_5, count_in_6, count_in_7, count_in_8};
    if (number && upper)
        count_in[(number - 1) / BITS](c, part, upper, number, left);
    else
        tell(c, number);
}

/* The couples of one template, to those that are listed: how many there are then. */
static size_t list_couples(Couples *c, Cells one, const Templates *other, size_t number)
{
    Bits x = _mm512_set1_epi64((long long)one);
    for (size_t i = 0; i < other->length; i += 8) {
        __mmask8 there = (__mmask8)first_bits(other->length - i);
        Bits y = _mm512_maskz_loadu_epi64(there, other->list + i);
        __mmask8 fit = _mm512_mask_testn_epi64_mask(there, x, y);
        _mm512_storeu_si512(c->couple + number, _mm512_maskz_compress_epi64(fit, _mm512_or_si512(x, y)));
        number += (size_t)__builtin_popcount(fit);
    }
    return number;
}

static uint64_t count_cliques(void *workspace, Progress *progress, const Templates *part, int digits)
{
    Couples *c = workspace;
    int upper = digits - 3;
    const Templates *one = &part[upper], *other = &part[upper + 1];
    _Alignas(64) uint64_t mine[WORDS] = {0};
    c->progress = progress, c->sum = _mm512_setzero_si512(), c->effort = 0, c->found = 0;
    give_slots(part, upper, 0, c->slot, mine);
    for (int s = 0; s < upper; s++)
        memcpy(c->upper + c->slot[s].first * WORD, part[s].list, part[s].length * sizeof *part[s].list);
    if (upper > 1) cover(c->upper, c->covering, 1);
    for (int s = 0; s < upper && upper > 1; s++)
        for (int i = 0, t = c->slot[s].first * WORD; i < (int)part[s].length; i++, t++)
            apart(c->covering, c->upper[t], 1, &c->fits[t]);
    size_t number = 0, enough = COUPLES - other->length - 8;
    for (size_t i = 0; i < one->length && !progress->over; i++) {
        if (number > enough) { /* there may be no room for more: these are counted first */
            count_list(c, part, upper, number, _mm512_load_si512(mine));
            number = 0;
        }
        number = list_couples(c, one->list[i], other, number);
    }
    count_list(c, part, upper, number, _mm512_load_si512(mine));
    tell(c, 0);
    return c->found;
}

typedef Couples CliqueWorkspace;
