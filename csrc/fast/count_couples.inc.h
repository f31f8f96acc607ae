/* Counting a part with few templates, with AVX-512 (VPOPCNTDQ, VBMI2, GFNI): as count_cliques.inc.h, but two
   digits in one step.

   Of the last two digits that are chosen, any two templates without a common cell are a couple. Each couple has a
   bit, 512 to a vector. For each template of the other digits ("upper") `couples_of` says which couples are
   compatible with it, that is, have no common cell. To choose an upper template is an AND; when all are chosen,
   the bits that are left are counted. */

typedef __m512i Bits; /* a bit for each template of the upper digits, or for 512 couples */
enum { VECTOR_BITS = 512, MAX_VECTORS = 8, MAX_COUPLES = MAX_VECTORS * VECTOR_BITS };

typedef struct {
    _Alignas(64) Cells couple[MAX_COUPLES]; /* the cells of both templates */
    Cells upper[VECTOR_BITS];   /* the upper templates, each digit's from the first bit of its slot on */
    Bits upper_of[VECTOR_BITS]; /* for each of them, the compatible upper templates */
    Bits couples_of[VECTOR_BITS * MAX_VECTORS]; /* and the compatible couples */
    Bits covering[MAX_CELLS * MAX_VECTORS];
    Slot slot[6];
    /* For choose_last_two, for each choice of the first of the two digits: the couples and the templates it
       leaves. */
    Bits couples_left[WORD_BITS * MAX_VECTORS];
    _Alignas(64) uint64_t upper_left[WORD_BITS][MAX_WORDS];
    unsigned char first[WORD_BITS * WORD_BITS], last[WORD_BITS * WORD_BITS]; /* the compatible choices of both */
    Bits sum;
    int work; /* a rough measure of the work since the last report */
    uint64_t found;
    Progress *progress;
} Couples;

/* `more`: counted besides the sum. */
static void report_progress(Couples *c, uint64_t more)
{
    fast_number counted = {(uint64_t)_mm512_reduce_add_epi64(c->sum) + more, 0};
    c->sum = _mm512_setzero_si512(), c->work = 0;
    c->found += counted.low;
    progress_add(c->progress, counted);
    progress_check_stop(c->progress);
}

/* From sets of cells to the sets that contain a cell: a transpose of 512 x 64 bits, first 8 x 8 bits, then 8 x 8
   bytes, then 8 x 8 words. */

/* The bytes 0, 1 ... 63. */
INLINE Bits count_up(void)
{
    const Bits words = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7), eight = _mm512_set1_epi8(8);
    return _mm512_add_epi8(_mm512_mullo_epi64(words, eight), _mm512_set1_epi64(0x0706050403020100));
}

INLINE void transpose_words(Bits x[8])
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

/* Of 64 sets: a word for each cell, 8 cells to a vector. */
INLINE void transpose_bits(const Cells set[WORD_BITS], Bits cells[8])
{
    /* byte 8i + j comes from byte 8j + i; the product that transposes 8 x 8 bits needs the rows in reverse */
    const Bits up = count_up(), low_bits = _mm512_set1_epi8(7);
    const Bits unit = _mm512_set1_epi64((long long)0x8040201008040201);
    const Bits transposed = _mm512_or_si512(_mm512_and_si512(_mm512_srli_epi16(up, 3), low_bits),
                                            _mm512_slli_epi16(_mm512_and_si512(up, low_bits), 3));
    const Bits reversed = _mm512_xor_si512(transposed, _mm512_set1_epi8(7 << 3));
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++)
        cells[i] = _mm512_permutexvar_epi8(reversed, _mm512_loadu_si512(set + 8 * i));
    transpose_words(cells);
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++)
        cells[i] = _mm512_permutexvar_epi8(transposed, _mm512_gf2p8affine_epi64_epi8(unit, cells[i], 0));
}

/* For each cell, which of 512 sets contain it; `step` is the distance between the results of neighbouring cells. */
static void find_covering(const Cells set[VECTOR_BITS], Bits *covering, int step)
{
    Bits cells[8][8];
    for (int word = 0; word < 8; word++) {
        Bits eight[8];
        transpose_bits(set + WORD_BITS * word, eight);
        for (int i = 0; i < 8; i++)
            cells[i][word] = eight[i];
    }
    for (int i = 0; i < 8; i++) {
        transpose_words(cells[i]);
        for (int k = 0; k < 8; k++)
            covering[(8 * i + k) * step] = cells[i][k];
    }
}

/* The sets that contain none of these cells. */
INLINE void compatible_sets(const Bits *covering, Cells cells, const int vectors, Bits *sets)
{
    Bits incompatible[MAX_VECTORS];
    for (int v = 0; v < vectors; v++)
        incompatible[v] = _mm512_setzero_si512();
    for (; cells; cells &= cells - 1) {
        const Bits *holding = covering + __builtin_ctzll(cells) * vectors;
#pragma GCC unroll 8
        for (int v = 0; v < vectors; v++)
            incompatible[v] = _mm512_or_si512(incompatible[v], holding[v]);
    }
    for (int v = 0; v < vectors; v++)
        sets[v] = _mm512_xor_si512(incompatible[v], _mm512_set1_epi64(-1));
}

/* The choices. `left`: the upper templates that are compatible with all chosen ones; `couples`: the couples that
   are. The number of `vectors` that these fill is a constant in each of the functions made by IN_VECTORS below. */

/* The slot with the fewest bits; -1 if one has none. */
INLINE int fewest_slot(const Couples *c, Bits left, unsigned slots)
{
    _Alignas(64) uint64_t bits[MAX_WORDS];
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

INLINE void intersect(const Bits *a, const Bits *b, const int vectors, Bits *out)
{
#pragma GCC unroll 8
    for (int v = 0; v < vectors; v++)
        out[v] = _mm512_and_si512(a[v], b[v]);
}

/* Adds the bits of each word of a & b to the sums. */
INLINE Bits add_count(Bits sum, const Bits *a, const Bits *b, const int vectors)
{
#pragma GCC unroll 8
    for (int v = 0; v < vectors; v++)
        sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(_mm512_and_si512(a[v], b[v])));
    return sum;
}

INLINE void choose_last(Couples *c, const uint64_t *bits, const Bits *couples, Slot slot, const int vectors)
{
    Bits sum = c->sum;
    for (int w = slot.first; w < slot.first + slot.words; w++)
        for (uint64_t m = bits[w]; m; m &= m - 1)
            sum = add_count(sum, couples, c->couples_of + (w * WORD_BITS + __builtin_ctzll(m)) * vectors, vectors);
    c->sum = sum;
}

/* For the `choices` of the second to last digit and a word of the last: lists their compatible pairs without a
   branch, then counts in one loop. Short loops, one for each choice, would end with a mispredicted branch each. */
INLINE void count_choices(Couples *c, int choices, int word, const int vectors)
{
    const Bits up = count_up(), *couples_of = c->couples_of + word * WORD_BITS * vectors;
    int n = 0;
    for (int i = 0; i < choices; i++) {
        uint64_t compatible = c->upper_left[i][word];
        _mm512_storeu_si512(c->first + n, _mm512_set1_epi8((char)i));
        _mm512_storeu_si512(c->last + n, _mm512_maskz_compress_epi8(compatible, up));
        n += __builtin_popcountll(compatible);
    }
    Bits sum = c->sum;
    for (int i = 0; i < n; i++)
        sum = add_count(sum, c->couples_left + c->first[i] * vectors, couples_of + c->last[i] * vectors, vectors);
    c->sum = sum;
    c->work += n;
}

INLINE void choose_last_two(Couples *c, Bits left, const uint64_t *bits, const Bits *couples, Slot slot, Slot last,
                            const int vectors)
{
    for (int w = slot.first; w < slot.first + slot.words; w++) {
        int choices = 0;
        for (uint64_t m = bits[w]; m; m &= m - 1, choices++) {
            int t = w * WORD_BITS + __builtin_ctzll(m);
            intersect(couples, c->couples_of + t * vectors, vectors, c->couples_left + choices * vectors);
            _mm512_store_si512(c->upper_left[choices], _mm512_and_si512(left, c->upper_of[t]));
        }
        for (int word = last.first; word < last.first + last.words; word++)
            count_choices(c, choices, word, vectors);
    }
}

typedef void Choose(Couples *c, Bits left, const Bits *couples, unsigned slots);

INLINE void choose_template(Couples *c, Bits left, const Bits *couples, unsigned slots, const int vectors,
                            Choose *choose_in_vectors)
{
    int best = fewest_slot(c, left, slots);
    if (++c->work > WORK_PER_REPORT) report_progress(c, 0);
    if (best < 0) return;
    Slot slot = c->slot[best];
    slots &= ~(1u << best);
    _Alignas(64) uint64_t bits[MAX_WORDS];
    _mm512_store_si512(bits, left);
    if (!slots) {
        choose_last(c, bits, couples, slot, vectors);
        return;
    }
    if (!(slots & (slots - 1))) {
        choose_last_two(c, left, bits, couples, slot, c->slot[__builtin_ctz(slots)], vectors);
        return;
    }
    for (int w = slot.first; w < slot.first + slot.words; w++)
        for (uint64_t m = bits[w]; m && !c->progress->over; m &= m - 1) {
            int t = w * WORD_BITS + __builtin_ctzll(m);
            Bits rest[MAX_VECTORS], any = _mm512_setzero_si512();
            intersect(couples, c->couples_of + t * vectors, vectors, rest);
            for (int v = 0; v < vectors; v++)
                any = _mm512_or_si512(any, rest[v]);
            if (_mm512_test_epi64_mask(any, any))
                choose_in_vectors(c, _mm512_and_si512(left, c->upper_of[t]), rest, slots);
        }
}

/* Counts with the first `number` couples of the list, which fill `vectors`. */
INLINE void count_in_vectors(Couples *c, const Templates *part, int upper, size_t number, Bits left,
                             const int vectors, Choose *choose_in_vectors)
{
    _Alignas(64) uint64_t all[MAX_WORDS * MAX_VECTORS] = {0};
    for (size_t done = 0; done < number; done += WORD_BITS)
        all[done / WORD_BITS] = first_bits(number - done);
    for (int v = 0; v < vectors; v++)
        find_covering(c->couple + VECTOR_BITS * v, c->covering + v, vectors);
    for (int s = 0; s < upper; s++)
        for (int i = 0, t = c->slot[s].first * WORD_BITS; i < (int)part[s].length; i++, t++)
            compatible_sets(c->covering, part[s].list[i], vectors, c->couples_of + t * vectors);
    choose_in_vectors(c, left, (const Bits *)all, (unsigned)first_bits((size_t)upper));
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

static void count_couples(Couples *c, const Templates *part, int upper, size_t number, Bits left)
{
    static CountIn *const count_in[MAX_VECTORS] = {count_in_1, count_in_2, count_in_3, count_in_4,
                                                   count_in_5, count_in_6, count_in_7, count_in_8};
    if (number && upper)
        count_in[(number - 1) / VECTOR_BITS](c, part, upper, number, left);
    else
        report_progress(c, number);
}

/* Appends the couples of one template to the list; returns its new length. */
static size_t list_couples(Couples *c, Cells one, const Templates *other, size_t number)
{
    Bits x = _mm512_set1_epi64((long long)one);
    for (size_t i = 0; i < other->length; i += 8) {
        __mmask8 there = (__mmask8)first_bits(other->length - i);
        Bits y = _mm512_maskz_loadu_epi64(there, other->list + i);
        __mmask8 compatible = _mm512_mask_testn_epi64_mask(there, x, y);
        _mm512_storeu_si512(c->couple + number, _mm512_maskz_compress_epi64(compatible, _mm512_or_si512(x, y)));
        number += (size_t)__builtin_popcount(compatible);
    }
    return number;
}

static uint64_t count_cliques(void *workspace, Progress *progress, const Templates *part, int digits)
{
    Couples *c = workspace;
    int upper = digits - 3;
    const Templates *one = &part[upper], *other = &part[upper + 1];
    _Alignas(64) uint64_t bits[MAX_WORDS] = {0};
    c->progress = progress, c->sum = _mm512_setzero_si512(), c->work = 0, c->found = 0;
    assign_slots(part, upper, 0, c->slot, bits);
    for (int s = 0; s < upper; s++)
        memcpy(c->upper + c->slot[s].first * WORD_BITS, part[s].list, part[s].length * sizeof *part[s].list);
    if (upper > 1) find_covering(c->upper, c->covering, 1);
    for (int s = 0; s < upper && upper > 1; s++)
        for (int i = 0, t = c->slot[s].first * WORD_BITS; i < (int)part[s].length; i++, t++)
            compatible_sets(c->covering, c->upper[t], 1, &c->upper_of[t]);
    size_t number = 0, most = MAX_COUPLES - other->length - 8;
    for (size_t i = 0; i < one->length && !progress->over; i++) {
        if (number > most) { /* the next ones may not fit in the list: count those in it first */
            count_couples(c, part, upper, number, _mm512_load_si512(bits));
            number = 0;
        }
        number = list_couples(c, one->list[i], other, number);
    }
    count_couples(c, part, upper, number, _mm512_load_si512(bits));
    report_progress(c, 0);
    return c->found;
}

typedef Couples CliqueWorkspace;
