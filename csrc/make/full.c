/* Uniformly random full grids, in the four steps that generate/_full.py explains.

   A box is nine digits, row after row. A partition is a box whose digits increase in each row and whose rows are
   sorted by their first digit. Sets of digits are masks of nine bits. */
#include <stdlib.h>
#include <string.h>

#include "make.h"

enum { PARTITIONS = 280, NEIGHBOURS = 56, ARRANGEMENTS = 216, ALL = 511 };
typedef unsigned char box[9];

static const unsigned char orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static box partitions[PARTITIONS];
static short number_of[28][ALL + 1]; /* [number of the triple with 0][mask of one of the two others] */
static short triple_with_0[ALL + 1]; /* from the mask of a triple with 0 to its number, 0..27 */
static struct {
    box middle, right;
} neighbours[NEIGHBOURS];
static uint32_t weight[PARTITIONS * PARTITIONS], sums[PARTITIONS * PARTITIONS], largest;

/* An index into the sums: a number is between begin_at[number / INDEX_STEP] and the next entry. The sum of all
   weights is a little less than 200 * 280 * 280. */
enum { INDEX_STEP = 1024, INDEX_SIZE = 200 * PARTITIONS * PARTITIONS / INDEX_STEP + 2 };
static int begin_at[INDEX_SIZE];

static int mask_of(const unsigned char *triple) { return 1 << triple[0] | 1 << triple[1] | 1 << triple[2]; }

/* --- the tables ------------------------------------------------------------------------------------- */

static int number_of_box(const box digits)
{
    int a = mask_of(digits), b = mask_of(digits + 3), c = mask_of(digits + 6);
    return a & 1   ? number_of[triple_with_0[a]][b]
           : b & 1 ? number_of[triple_with_0[b]][c]
                   : number_of[triple_with_0[c]][a];
}

/* Appends the digits in triples, in increasing order, to the first `done` digits of a partition. */
static void find_partitions(box partition, int done, const unsigned char *digits, int *found)
{
    int n = 9 - done;
    if (n == 0) {
        memcpy(partitions[(*found)++], partition, 9);
        return;
    }
    for (int a = 1; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            unsigned char rest[9];
            int kept = 0;
            for (int i = 1; i < n; i++)
                if (i != a && i != b) rest[kept++] = digits[i];
            partition[done] = digits[0], partition[done + 1] = digits[a], partition[done + 2] = digits[b];
            find_partitions(partition, done + 3, rest, found);
        }
}

static void number_partitions(void)
{
    for (int n = 0; n < PARTITIONS; n++) {
        const unsigned char *digits = partitions[n];
        triple_with_0[mask_of(digits)] = (short)(n / 10);
        number_of[n / 10][mask_of(digits + 3)] = number_of[n / 10][mask_of(digits + 6)] = (short)n;
    }
}

static int fits_first_box(const box middle)
{
    for (int i = 0; i < 9; i++)
        if (middle[i] / 3 == i / 3) return 0;
    return 1;
}

static void find_neighbours(void)
{
    int found = 0;
    for (int n = 0; n < PARTITIONS; n++)
        for (int order = 0; order < 6; order++) {
            box middle;
            for (int row = 0; row < 3; row++)
                memcpy(middle + 3 * row, partitions[n] + 3 * orders[order][row], 3);
            if (!fits_first_box(middle)) continue;
            memcpy(neighbours[found].middle, middle, 9);
            for (int row = 0; row < 3; row++)
                for (int d = 0, k = 3 * row; d < 9; d++)
                    if (d / 3 != row && !(mask_of(middle + 3 * row) >> d & 1))
                        neighbours[found].right[k++] = (unsigned char)d;
            found++;
        }
}

/* Arrangement number n of a box: each row in one of six orders. */
static void arrange(const box digits, int n, box out)
{
    const int order[3] = {n / 36, n / 6 % 6, n % 6};
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            out[3 * row + column] = digits[3 * row + orders[order[row]][column]];
}

/* A set of digits for each of three columns, in fields of ten bits, of which the highest is 0. */
typedef uint32_t columns;
enum { FIELD = 10 };
#define EVERY_FIELD(mask) ((columns)(mask) * (1u | 1u << FIELD | 1u << 2 * FIELD))

/* The columns of the digits, for each row of a box and each order of it. */
static void find_columns(const unsigned char *digits, columns of[3][6])
{
    for (int row = 0; row < 3; row++)
        for (int order = 0; order < 6; order++) {
            of[row][order] = 0;
            for (int j = 0; j < 3; j++)
                of[row][order] |= 1u << (FIELD * j + digits[3 * row + orders[order][j]]);
        }
}

static columns columns_of(columns of[3][6], uint32_t arrangement)
{
    return of[0][arrangement / 36] | of[1][arrangement / 6 % 6] | of[2][arrangement % 6];
}

/* Whether the columns of two boxes leave room for the third: in each column, one digit of each of its rows. */
static int columns_fit(columns upper, columns middle, const columns lower[3])
{
    if (upper & middle) return 0;
    columns open = ~(upper | middle), full = 0xFFFFFFFFu;
    for (int row = 0; row < 3; row++)
        full &= (open & lower[row]) + EVERY_FIELD(ALL); /* carries if there is one */
    return (full & EVERY_FIELD(ALL + 1)) == EVERY_FIELD(ALL + 1);
}

static void find_lower(const unsigned char *digits, columns lower[3])
{
    for (int row = 0; row < 3; row++)
        lower[row] = EVERY_FIELD(mask_of(digits + 3 * row));
}

static uint32_t ways_to_choose_columns(const unsigned char *a, const unsigned char *b, const unsigned char *c)
{
    columns upper[3][6], middle[3][6], lower[3];
    find_columns(a, upper);
    find_columns(b, middle);
    find_lower(c, lower);
    uint32_t found = 0;
    for (uint32_t i = 0; i < 36; i++)
        for (uint32_t j = 0; j < ARRANGEMENTS; j++)
            found += (uint32_t)columns_fit(columns_of(upper, i), columns_of(middle, j), lower);
    return 6 * found;
}

/* Relabellings of the digits that keep the partition 012 345 678, and generate all of them. */
static const unsigned char generators[4][9] = {{1, 0, 2, 3, 4, 5, 6, 7, 8},
                                               {1, 2, 0, 3, 4, 5, 6, 7, 8},
                                               {3, 4, 5, 0, 1, 2, 6, 7, 8},
                                               {3, 4, 5, 6, 7, 8, 0, 1, 2}};
static short relabelled[4][PARTITIONS];

static void relabel_partitions(void)
{
    for (int k = 0; k < 4; k++)
        for (int n = 0; n < PARTITIONS; n++) {
            box digits;
            for (int i = 0; i < 9; i++)
                digits[i] = generators[k][partitions[n][i]];
            relabelled[k][n] = (short)number_of_box(digits);
        }
}

/* Sets the weight of a pair, and of all pairs that relabelling turns it into. */
static void set_weight(int pair, uint32_t found)
{
    static int reached[PARTITIONS * PARTITIONS];
    int n = 0, next = 0;
    weight[reached[n++] = pair] = found;
    while (next < n) {
        int known = reached[next++];
        for (int k = 0; k < 4; k++) {
            int other = PARTITIONS * relabelled[k][known / PARTITIONS] + relabelled[k][known % PARTITIONS];
            if (!weight[other]) weight[reached[n++] = other] = found;
        }
    }
}

static void build_index(void)
{
    for (int entry = 0, pair = 0; entry < INDEX_SIZE; entry++) {
        while (pair < PARTITIONS * PARTITIONS - 1 && sums[pair] <= (uint32_t)entry * INDEX_STEP)
            pair++;
        begin_at[entry] = pair;
    }
}

void make_prepare(void)
{
    if (largest) return;
    box partition;
    int found = 0;
    const unsigned char digits[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    find_partitions(partition, 0, digits, &found);
    number_partitions();
    find_neighbours();
    relabel_partitions();
    uint32_t sum = 0, most = 0;
    for (int pair = 0; pair < PARTITIONS * PARTITIONS; pair++) {
        if (!weight[pair])
            set_weight(pair, ways_to_choose_columns(partitions[0], partitions[pair / PARTITIONS],
                                                    partitions[pair % PARTITIONS]));
        sums[pair] = sum += weight[pair];
        if (weight[pair] > most) most = weight[pair];
    }
    build_index();
    largest = most;
}

uint32_t make_weight(int second, int third) { return weight[PARTITIONS * second + third]; }

/* --- a grid ----------------------------------------------------------------------------------------- */

static uint32_t weight_of(const unsigned char *a, const unsigned char *b, const unsigned char *c)
{
    unsigned char name[9];
    box second, third;
    for (int i = 0; i < 9; i++)
        name[a[i]] = (unsigned char)i;
    for (int i = 0; i < 9; i++)
        second[i] = name[b[i]], third[i] = name[c[i]];
    return weight[PARTITIONS * number_of_box(second) + number_of_box(third)];
}

/* The first pair whose sum is greater than the number. */
static int pair_at(uint32_t number)
{
    int low = begin_at[number / INDEX_STEP], high = begin_at[number / INDEX_STEP + 1];
    while (low < high) {
        int middle = (low + high) / 2;
        if (sums[middle] > number)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The digits of the second or third box of a band, from those of the first. */
static void relabel(const unsigned char *digits, const unsigned char *neighbour, unsigned char *out)
{
    for (int i = 0; i < 9; i++)
        out[i] = digits[neighbour[i]];
}

static void draw_rows(make_rng *rng, box rows[3][3])
{
    for (;;) {
        int pair = pair_at(make_below(rng, sums[PARTITIONS * PARTITIONS - 1]));
        const int left[3] = {0, pair / PARTITIONS, pair % PARTITIONS};
        uint32_t drawn[3];
        for (int band = 0; band < 3; band++) {
            drawn[band] = make_below(rng, NEIGHBOURS);
            relabel(partitions[left[band]], neighbours[drawn[band]].middle, rows[band][1]);
        }
        if (make_below(rng, largest) >= weight_of(rows[0][1], rows[1][1], rows[2][1])) continue;
        for (int band = 0; band < 3; band++)
            relabel(partitions[left[band]], neighbours[drawn[band]].right, rows[band][2]);
        if (make_below(rng, largest) >= weight_of(rows[0][2], rows[1][2], rows[2][2])) continue;
        for (int band = 0; band < 3; band++)
            memcpy(rows[band][0], partitions[left[band]], 9);
        return;
    }
}

/* Writes the nine rows of a stack, three digits each, with a stride of nine bytes. */
static void draw_columns(make_rng *rng, box rows[3][3], int stack, unsigned char *out)
{
    columns upper[3][6], middle[3][6], lower[3], above[2];
    uint32_t a, b;
    find_columns(rows[0][stack], upper);
    find_columns(rows[1][stack], middle);
    find_lower(rows[2][stack], lower);
    do {
        uint32_t drawn = make_below(rng, ARRANGEMENTS * ARRANGEMENTS);
        a = drawn / ARRANGEMENTS, b = drawn % ARRANGEMENTS;
        above[0] = columns_of(upper, a), above[1] = columns_of(middle, b);
    } while (!columns_fit(above[0], above[1], lower));
    box arranged[3];
    arrange(rows[0][stack], (int)a, arranged[0]);
    arrange(rows[1][stack], (int)b, arranged[1]);
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 3; j++) {
            unsigned char digit = rows[2][stack][i];
            if (!((above[0] | above[1]) >> (FIELD * j + digit) & 1)) arranged[2][i / 3 * 3 + j] = digit;
        }
    for (int row = 0; row < 9; row++)
        memcpy(out + 9 * row, arranged[row / 3] + row % 3 * 3, 3);
}

void make_full(make_rng *rng, unsigned char *grid)
{
    box rows[3][3];
    unsigned char digits[81], labels[9];
    draw_rows(rng, rows);
    for (int stack = 0; stack < 3; stack++)
        draw_columns(rng, rows, stack, digits + 3 * stack);
    for (int i = 0; i < 9; i++)
        labels[i] = (unsigned char)('1' + i);
    make_shuffle(rng, labels, 9);
    for (int band = 0; band < 3; band++) {
        const unsigned char *order = orders[band ? make_below(rng, 6) : 0];
        for (int row = 0; row < 3; row++)
            for (int column = 0; column < 9; column++)
                grid[27 * band + 9 * row + column] = labels[digits[27 * band + 9 * order[row] + column]];
    }
}
