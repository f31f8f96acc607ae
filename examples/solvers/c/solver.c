/* A Sudoku solver in C: reads one line of 81 characters, 0 for an empty cell, and prints one line of 81 digits
   for each solution.

       cc -O2 -o solver examples/solvers/c/solver.c
       sudoku-rosetta conform cmd:./solver
*/
#include <stdio.h>
#include <string.h>

static char cells[82];

static int fits(int cell, char digit)
{
    int row = cell / 9, column = cell % 9;
    int box = row / 3 * 27 + column / 3 * 3; /* its first cell */
    for (int i = 0; i < 9; i++) {
        int others[] = {row * 9 + i, i * 9 + column, box + i / 3 * 9 + i % 3};
        for (int j = 0; j < 3; j++)
            if (others[j] != cell && cells[others[j]] == digit) return 0;
    }
    return 1;
}

static void fill(int cell)
{
    while (cell < 81 && cells[cell] != '0')
        cell++;
    if (cell == 81) {
        puts(cells);
        fflush(stdout); /* the reader may need only the first one */
        return;
    }
    for (char digit = '1'; digit <= '9'; digit++)
        if (fits(cell, digit)) {
            cells[cell] = digit;
            fill(cell + 1);
        }
    cells[cell] = '0';
}

int main(void)
{
    if (scanf("%81[0-9]", cells) != 1 || strlen(cells) != 81) {
        fprintf(stderr, "one line of 81 digits is expected\n");
        return 2;
    }
    for (int cell = 0; cell < 81; cell++)
        if (cells[cell] != '0' && !fits(cell, cells[cell])) return 0; /* the clues clash: no solution */
    fill(0);
    return 0;
}
