/* All templates of a digit: where it may be in a whole grid.

   In a band a digit has three cells: one in each row and in each square, so in one column of each stack; such
   three are a filling of the band. Two bands' columns determine the third's: for any two fillings without a common
   column, look up what goes with them. */
#include "count.h"
#include <string.h>

/* Columns are also a number below 27, with a digit of base three for each stack. The columns of three bands that
   make a whole have the sum 0+1+2 in each place. */
enum { SUM_OF_CHOICES = 3 * (1 + 3 + 9) };

static int fillings_of(uint32_t allowed, const Cells *name, Filling into[FILLINGS])
{
    static const unsigned char stacks[ORDERS][3] = {
        {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0},
    };
    static const unsigned char place[9] = {0, 1, 2, 0, 3, 6, 0, 9, 18};
    int n = 0;
    for (int k = 0; k < ORDERS; k++) {
        uint32_t first = allowed & 7u << 3 * stacks[k][0], second = allowed >> 9 & 7u << 3 * stacks[k][1];
        uint32_t third = allowed >> 18 & 7u << 3 * stacks[k][2];
        for (uint32_t a = second && third ? first : 0; a; a &= a - 1)
            for (uint32_t b = second; b; b &= b - 1)
                for (uint32_t c = third; c; c &= c - 1) {
                    int x = __builtin_ctz(a), y = __builtin_ctz(b), z = __builtin_ctz(c);
                    into[n].cells = name[x] | name[y + 9] | name[z + 18];
                    into[n].columns = (uint16_t)((a & -a) | (b & -b) | (c & -c));
                    into[n++].choice = (uint16_t)(place[x] + place[y] + place[z]);
                }
    }
    return n;
}

static void sort_by_columns(const Filling *list, int length, DigitFillings *into)
{
    memset(into->number, 0, sizeof into->number);
    for (int i = 0; i < length; i++) {
        int choice = list[i].choice;
        into->third[choice][into->number[choice]++] = list[i].cells;
    }
}

size_t templates_of(const Board *board, int digit, const Cells name[FAST_CELLS], DigitFillings *into)
{
    const uint32_t *band = board->band[digit];
    Filling third[FILLINGS];
    size_t sum = 0;
    int firsts = fillings_of(band[0], name, into->first), matches = 0;
    int seconds = fillings_of(band[1], name + 27, into->second);
    sort_by_columns(third, fillings_of(band[2], name + 54, third), into);
    for (int i = 0; i < firsts; i++)
        for (int j = 0; j < seconds; j++) { /* without a question: the answer would be hard to foresee */
            unsigned choice = (unsigned)(SUM_OF_CHOICES - into->first[i].choice - into->second[j].choice);
            size_t apart = !(into->first[i].columns & into->second[j].columns);
            into->match[matches] = (Match){(unsigned char)i, (unsigned char)j, (unsigned char)choice};
            apart = apart ? into->number[choice & 31] : 0;
            matches += apart != 0;
            sum += apart;
        }
    into->matches = matches;
    return sum;
}

void templates_list(const DigitFillings *fillings, int digit, Templates *into)
{
    Cells *list = into->list, somewhere = 0;
    for (const Match *m = fillings->match; m < fillings->match + fillings->matches; m++)
        for (int k = 0; k < fillings->number[m->third]; k++)
            somewhere |= *list++ =
                fillings->first[m->first].cells | fillings->second[m->second].cells | fillings->third[m->third][k];
    into->length = (size_t)(list - into->list), into->digit = digit, into->somewhere = somewhere;
}
