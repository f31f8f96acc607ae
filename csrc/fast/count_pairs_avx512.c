/* Counting what is left when few templates are possible, with AVX-512: README.md, section 9. It does what
   count_cliques.h does, and two digits at once.

   Of the last two digits that are chosen, any two templates without a common cell are a pair. Each pair has a bit,
   512 to a register: for each template of the other digits ("upper") `goes` says which pairs go with it. To choose
   an upper template is an AND; when all are chosen, a popcount counts what is left. No pair is ever looked at
   alone. */
#if defined(__x86_64__)
#include "count.h"
#include <immintrin.h>
#include <string.h>

#define FIXED static inline __attribute__((always_inline))
#ifdef __clang__
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vpopcntdq,avx512vbmi,avx512vbmi2,gfni,avx2," \
                          "popcnt,bmi,bmi2,lzcnt"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx512vpopcntdq,avx512vbmi,avx512vbmi2,gfni,avx2")
#pragma GCC target("popcnt,bmi,bmi2,lzcnt")
#endif

typedef __m512i Bits; /* a bit for each template of the upper digits, or for 512 pairs */
enum { BITS = 512, VECTORS = 8, PAIRS = VECTORS * BITS };

typedef struct {
    _Alignas(64) Cells pair[PAIRS]; /* the cells of both */
    Cells upper[BITS];              /* each digit's templates, from the first bit of its slot on */
    Bits fits[BITS];                /* for each of these, the upper ones that go with it */
    Bits goes[BITS * VECTORS];      /* and the pairs */
    Bits covering[CELLS_AT_MOST * VECTORS];
    Slot slot[6];
    Bits rest[WORD * VECTORS], fitting[WORD]; /* what each choice of the last digit but one leaves */
    unsigned char choice[WORD * WORD + WORD], chosen[WORD * WORD + WORD]; /* the last two, of all such choices */
    Bits sum;
    int effort; /* about how much was done since progress was told */
    uint64_t found;
    Progress *progress;
} Pairs;

static void tell(Pairs *p)
{
    fast_number more = {(uint64_t)_mm512_reduce_add_epi64(p->sum), 0};
    p->found += more.low;
    p->sum = _mm512_setzero_si512(), p->effort = 0;
    progress_found(p->progress, more);
    progress_breathe(p->progress);
}

/* Which sets of cells hold a cell? Sets are 64-bit words, one under the other, so it is the columns that are asked
   for: turn 8 x 8 bits, and 8 x 8 bytes, and 8 x 8 words. */

/* 0, 1, ... 63. */
FIXED Bits count_up(void)
{
    const Bits words = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7), eights = _mm512_set1_epi8(8);
    return _mm512_add_epi8(_mm512_mullo_epi64(words, eights), _mm512_set1_epi64(0x0706050403020100));
}

FIXED void turn_words(Bits x[8])
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
FIXED void turn_bits(const Cells set[WORD], Bits cells[8])
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
FIXED void apart(const Bits *covering, Cells cells, const int vectors, Bits *sets)
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

/* The choices. `left`: the upper templates that go with all that is chosen; `pairs`: the pairs. How many `vectors`
   these fill is known to the compiler: it is another function for each number. */

/* The slot with the fewest bits; -1 if one has none. */
FIXED int fewest(const Pairs *p, Bits left, unsigned slots)
{
    _Alignas(64) uint64_t bits[WORDS];
    uint64_t best = UINT64_MAX;
    _mm512_store_si512(bits, _mm512_popcnt_epi64(left));
    for (; slots; slots &= slots - 1) {
        int s = __builtin_ctz(slots);
        uint64_t sum = bits[p->slot[s].first];
        for (int w = 1; w < p->slot[s].words; w++)
            sum += bits[p->slot[s].first + w];
        uint64_t rank = sum * 8 + (uint64_t)s;
        best = rank < best ? rank : best;
    }
    return best < 8 ? -1 : (int)(best % 8);
}

FIXED Bits and_count(Bits sum, const Bits *pairs, const Bits *goes, const int vectors)
{
#pragma GCC unroll 8
    for (int v = 0; v < vectors; v++)
        sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(_mm512_and_si512(pairs[v], goes[v])));
    return sum;
}

FIXED void choose_last(Pairs *p, const uint64_t *left, const Bits *pairs, Slot slot, const int vectors)
{
    Bits sum = p->sum;
    for (int w = slot.first; w < slot.first + slot.words; w++)
        for (uint64_t m = left[w]; m; m &= m - 1)
            sum = and_count(sum, pairs, p->goes + (w * WORD + __builtin_ctzll(m)) * vectors, vectors);
    p->sum = sum;
}

/* All choices of a word's templates, and of a word's of the other slot: listed first, without a question, and then
   counted in one loop, so that the processor need not foresee the end of many short ones. */
FIXED void count_listed(Pairs *p, int choices, int word, const int vectors)
{
    const Bits each = count_up(), *goes = p->goes + word * WORD * vectors;
    int n = 0;
    for (int i = 0; i < choices; i++) {
        uint64_t fitting = ((const uint64_t *)&p->fitting[i])[word];
        _mm512_storeu_si512(p->choice + n, _mm512_set1_epi8((char)i));
        _mm512_storeu_si512(p->chosen + n, _mm512_maskz_compress_epi8(fitting, each));
        n += __builtin_popcountll(fitting);
    }
    Bits sum = p->sum;
    for (int i = 0; i < n; i++)
        sum = and_count(sum, p->rest + p->choice[i] * vectors, goes + p->chosen[i] * vectors, vectors);
    p->sum = sum;
    p->effort += n;
}

FIXED void choose_last_two(Pairs *p, Bits left, const Bits *pairs, Slot slot, Slot last, const int vectors)
{
    for (int w = slot.first; w < slot.first + slot.words; w++) {
        int choices = 0;
        for (uint64_t m = ((const uint64_t *)&left)[w]; m; m &= m - 1, choices++) {
            int t = w * WORD + __builtin_ctzll(m);
#pragma GCC unroll 8
            for (int v = 0; v < vectors; v++)
                p->rest[choices * vectors + v] = _mm512_and_si512(pairs[v], p->goes[t * vectors + v]);
            p->fitting[choices] = _mm512_and_si512(left, p->fits[t]);
        }
        for (int word = last.first; word < last.first + last.words; word++)
            count_listed(p, choices, word, vectors);
    }
}

typedef void Choose(Pairs *p, Bits left, const Bits *pairs, unsigned slots);

FIXED void choose(Pairs *p, Bits left, const Bits *pairs, unsigned slots, const int vectors, Choose *deeper)
{
    int best = fewest(p, left, slots);
    if (best < 0)
        return;
    if (++p->effort > EFFORT)
        tell(p);
    Slot slot = p->slot[best];
    slots &= ~(1u << best);
    const uint64_t *mine = (const uint64_t *)&left;
    if (!slots)
        choose_last(p, mine, pairs, slot, vectors);
    else if (!(slots & (slots - 1)))
        choose_last_two(p, left, pairs, slot, p->slot[__builtin_ctz(slots)], vectors);
    else
        for (int w = slot.first; w < slot.first + slot.words; w++)
            for (uint64_t m = mine[w]; m && !p->progress->over; m &= m - 1) {
                int t = w * WORD + __builtin_ctzll(m);
                Bits rest[VECTORS], any = _mm512_setzero_si512();
                for (int v = 0; v < vectors; v++) {
                    rest[v] = _mm512_and_si512(pairs[v], p->goes[t * vectors + v]);
                    any = _mm512_or_si512(any, rest[v]);
                }
                if (_mm512_test_epi64_mask(any, any))
                    deeper(p, _mm512_and_si512(left, p->fits[t]), rest, slots);
            }
}

/* The part. */

FIXED void count_with(Pairs *p, const Templates *part, int upper, size_t pairs, Bits left, const int vectors,
                      Choose *choose)
{
    _Alignas(64) uint64_t all[WORDS * VECTORS] = {0};
    for (size_t done = 0; done < pairs; done += WORD)
        all[done / WORD] = first_bits(pairs - done);
    for (int v = 0; v < vectors; v++)
        cover(p->pair + BITS * v, p->covering + v, vectors);
    for (int s = 0; s < upper; s++)
        for (int i = 0, t = p->slot[s].first * WORD; i < (int)part[s].length; i++, t++)
            apart(p->covering, part[s].list[i], vectors, p->goes + t * vectors);
    choose(p, left, (const Bits *)all, (unsigned)first_bits((size_t)upper));
}

typedef void CountWith(Pairs *p, const Templates *part, int upper, size_t pairs, Bits left);
#define WITH(N)                                                                                             \
    static void choose_with_##N(Pairs *p, Bits left, const Bits *pairs, unsigned slots)                     \
    {                                                                                                       \
        choose(p, left, pairs, slots, N, choose_with_##N);                                                  \
    }                                                                                                       \
    static void count_with_##N(Pairs *p, const Templates *part, int upper, size_t pairs, Bits left)         \
    {                                                                                                       \
        count_with(p, part, upper, pairs, left, N, choose_with_##N);                                        \
    }
WITH(1)
WITH(2)
WITH(3)
WITH(4)
WITH(5)
WITH(6)
WITH(7)
WITH(8)

static void count_listed_pairs(Pairs *p, const Templates *part, int upper, size_t pairs, Bits left)
{
    static CountWith *const with[VECTORS] = {count_with_1, count_with_2, count_with_3, count_with_4,
                                             count_with_5, count_with_6, count_with_7, count_with_8};
    if (!pairs)
        return;
    if (upper)
        with[(pairs - 1) / BITS](p, part, upper, pairs, left);
    else
        p->sum = _mm512_mask_add_epi64(p->sum, 1, p->sum, _mm512_set1_epi64((long long)pairs));
}

/* The pairs of one template, to those that are listed: how many there are then. */
static size_t list_pairs(Pairs *p, Cells one, const Templates *other, size_t pairs)
{
    Bits x = _mm512_set1_epi64((long long)one);
    for (size_t i = 0; i < other->length; i += 8) {
        __mmask8 there = (__mmask8)first_bits(other->length - i);
        Bits y = _mm512_maskz_loadu_epi64(there, other->list + i);
        __mmask8 fit = _mm512_mask_testn_epi64_mask(there, x, y);
        _mm512_storeu_si512(p->pair + pairs, _mm512_maskz_compress_epi64(fit, _mm512_or_si512(x, y)));
        pairs += (size_t)__builtin_popcount(fit);
    }
    return pairs;
}

static uint64_t pairs_count(void *room, Progress *progress, const Templates *part, int digits, Cells open)
{
    Pairs *p = room;
    int upper = digits - 3;
    const Templates *one = &part[upper], *other = &part[upper + 1];
    _Alignas(64) uint64_t mine[WORDS] = {0};
    (void)open;
    p->progress = progress, p->sum = _mm512_setzero_si512(), p->effort = 0, p->found = 0;
    give_slots(part, upper, 0, p->slot, mine);
    for (int s = 0; s < upper; s++)
        memcpy(p->upper + p->slot[s].first * WORD, part[s].list, part[s].length * sizeof *part[s].list);
    if (upper > 1)
        cover(p->upper, p->covering, 1);
    for (int s = 0; s < upper && upper > 1; s++)
        for (int i = 0, t = p->slot[s].first * WORD; i < (int)part[s].length; i++, t++)
            apart(p->covering, p->upper[t], 1, &p->fits[t]);
    size_t pairs = 0, room_for = PAIRS - other->length - 8;
    for (size_t i = 0; i < one->length && !progress->over; i++) {
        if (pairs > room_for) { /* they are counted part by part */
            count_listed_pairs(p, part, upper, pairs, _mm512_load_si512(mine));
            pairs = 0;
        }
        pairs = list_pairs(p, one->list[i], other, pairs);
    }
    count_listed_pairs(p, part, upper, pairs, _mm512_load_si512(mine));
    tell(p);
    return p->found;
}

const CliqueCounter cliques_avx512 = {pairs_count, sizeof(Pairs)};
#ifdef __clang__
#pragma clang attribute pop
#endif
#else
typedef int built_elsewhere; /* an empty file is not C */
#endif
