/* Counting: all templates of a digit.

   In a band a digit has one cell in each row and each box, so one column in each stack. The columns in two bands
   determine those in the third: for any two placements without a common column, the placements of the third band
   are looked up by their columns. */
#include "count.h"

/* A column code has a base-three digit for each stack. In each place, the digits of the three bands are 0, 1 and 2
   in some order, so their sum is 3. */
enum { SUM_OF_CODES = 3 * (1 + 3 + 9) };

static int band_placements(uint32_t allowed, const Cells *cell_bit, BandPlacement into[BAND_PLACEMENTS])
{
    static const unsigned char stacks[ORDERS][3] = {
        {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0},
    };
    static const unsigned char code[9] = {0, 1, 2, 0, 3, 6, 0, 9, 18};
    int n = 0;
    for (int k = 0; k < ORDERS; k++) {
        uint32_t first = allowed & 7u << 3 * stacks[k][0], second = allowed >> 9 & 7u << 3 * stacks[k][1];
        uint32_t third = allowed >> 18 & 7u << 3 * stacks[k][2];
        for (uint32_t a = second && third ? first : 0; a; a &= a - 1)
            for (uint32_t b = second; b; b &= b - 1)
                for (uint32_t c = third; c; c &= c - 1) {
                    int x = __builtin_ctz(a), y = __builtin_ctz(b), z = __builtin_ctz(c);
                    into[n].cells = cell_bit[x] | cell_bit[y + 9] | cell_bit[z + 18];
                    into[n].columns = (uint16_t)((a & -a) | (b & -b) | (c & -c));
                    into[n++].column_code = (uint16_t)(code[x] + code[y] + code[z]);
                }
    }
    return n;
}

static void sort_by_code(const BandPlacement *list, int length, DigitPlacements *into)
{
    memset(into->n_third, 0, sizeof into->n_third);
    for (int i = 0; i < length; i++) {
        int code = list[i].column_code;
        into->third[code][into->n_third[code]++] = list[i].cells;
    }
}

size_t find_placements(const Board *board, int digit, const Cells cell_bit[FAST_CELLS], DigitPlacements *into)
{
    const uint32_t *band = board->band[digit];
    BandPlacement third[BAND_PLACEMENTS];
    size_t templates = 0;
    int firsts = band_placements(band[0], cell_bit, into->first), matches = 0;
    int seconds = band_placements(band[1], cell_bit + 27, into->second);
    sort_by_code(third, band_placements(band[2], cell_bit + 54, third), into);
    for (int i = 0; i < firsts; i++)
        for (int j = 0; j < seconds; j++) { /* no branch: it would be hard to predict */
            unsigned code = (unsigned)(SUM_OF_CODES - into->first[i].column_code - into->second[j].column_code);
            size_t fitting = !(into->first[i].columns & into->second[j].columns);
            into->match[matches] = (Match){(unsigned char)i, (unsigned char)j, (unsigned char)code};
            fitting = fitting ? into->n_third[code & 31] : 0;
            matches += fitting != 0;
            templates += fitting;
        }
    into->n_matches = matches;
    return templates;
}

void list_templates(const DigitPlacements *placements, int digit, Templates *into)
{
    Cells *list = into->list, covered = 0;
    for (const Match *m = placements->match; m < placements->match + placements->n_matches; m++)
        for (int k = 0; k < placements->n_third[m->third]; k++)
            covered |= *list++ = placements->first[m->first].cells | placements->second[m->second].cells |
                                 placements->third[m->third][k];
    into->length = (size_t)(list - into->list), into->digit = digit, into->covered = covered;
}
