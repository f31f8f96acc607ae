/* The document's program without graphics, as its footnote 2 allows: printf for the grid, getchar for the pauses.
   Its files are included unmodified; text_screen.c replaces SDL, observed.h redefines a few names.

     sudoku-texte      the document's own grid, run by its own main
     sudoku-texte -    the program contract: one grid of 81 characters on standard input, one line per solution

   Without an argument the program contract also applies if standard input does not begin with an empty line. */

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* isatty, fileno: -std=c11 hides them */
#endif
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <io.h>
#define isatty _isatty
#define fileno _fileno
#else
#include <unistd.h>
#endif

#include "text_screen.h"
#define pause press_enter /* POSIX has another pause, in unistd.h */
#include "declarations.h"
#include "text_screen.c"

static const char *clues; /* 81 characters '0' to '9', or NULL for the document's own clues */

static void take_clues(void)
{   int i;

    if (clues != NULL)
        for (i = 0; i < 81; i++) a[i] = clues[i] - '0';
}

static void check_output(void)
{
    if (fflush(stdout) == 0) return;
    if (errno != EPIPE) fprintf(stderr, "sudoku-texte: cannot write: %s\n", strerror(errno));
    exit(2); /* without a message if the reader has closed the pipe */
}

static void print_solution(void)
{   int i;

    for (i = 0; i < 81; i++) putchar('0' + chiffre[i / 9][i % 9]);
    putchar('\n');
    check_output();
}

/* For the document's own grid, draws each solution, as its comment in arbre says ("si plusieurs solutions"). */
static void show_solution(void)
{
    if (clues != NULL) { print_solution(); return; }
    dessin();
    SDL_Flip(screen);
    pause();
}

/* The document pauses after each page: the page is written before the wait. */
void pause(void)
{   int c;

    check_output();
    if (isatty(fileno(stdin))) fputs("(Enter) ", stderr);
    do c = getchar(); while (c != '\n' && c != EOF);
}

#define WATCH_CALL ((void)0)
#define WATCH_TEST ((void)0)
#define WATCH_WRITE(c, n) ((void)0)
#define WATCH_SOLUTION show_solution()
#define WATCH_CLUES take_clues()
#include "observed.h"
#include "dessin.c"

/* The document's own warning: its main does not use argc and argv. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define main main_of_the_document
#include "main.c"
#undef main
#pragma GCC diagnostic pop

/* ---- the program contract ---- */

static int blank(int c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* Reads one line: its length without the blanks at its end, its first 81 characters in `text`; -1 at the end of the
   input. A longer line is rejected at its 82nd character, before the rest of it is read. */
static int read_line(char text[81], int number)
{   int c, place = 0, length = 0;

    for (c = getchar(); c != EOF && c != '\n'; c = getchar()) {
        if (place < 81) text[place++] = (char)c;
        else if (text[0] != '#' && !blank(c)) {
            fprintf(stderr, "sudoku-texte: line %d: more than 81 characters; a grid is a line of 81\n", number);
            exit(2);
        }
        if (!blank(c)) length = place;
    }
    return c == EOF && place == 0 ? -1 : length;
}

static void reject_character(int c, int number, int column)
{
    fprintf(stderr, "sudoku-texte: line %d, column %d: ", number, column);
    fprintf(stderr, c > ' ' && c < 127 ? "'%c'" : "byte %d", c);
    fputs(" is neither a digit nor a dot\n", stderr);
    exit(2);
}

static void take_grid(const char text[81], int length, int number, char grid[81])
{   int i;

    if (length != 81) {
        fprintf(stderr, "sudoku-texte: line %d: %d character%s; a grid is a line of 81\n",
                number, length, length == 1 ? "" : "s");
        exit(2);
    }
    for (i = 0; i < 81; i++) {
        grid[i] = text[i];
        if (grid[i] == '.') grid[i] = '0';
        if (grid[i] < '0' || grid[i] > '9') reject_character((unsigned char)text[i], number, i + 1);
    }
}

/* Reads to the end of the input, so that a second grid is rejected before the first is solved. */
static void read_grid(char grid[81])
{   char text[81];
    int length, number, grids = 0;

    for (number = 1; (length = read_line(text, number)) >= 0; number++) {
        if (length == 0 || text[0] == '#') continue;
        if (grids++ > 0) {
            fprintf(stderr, "sudoku-texte: line %d: a second grid; one run solves one grid\n", number);
            exit(2);
        }
        take_grid(text, length, number, grid);
    }
    if (grids == 1 && !ferror(stdin)) return;
    fprintf(stderr, "sudoku-texte: %s standard input\n", ferror(stdin) ? "cannot read" : "no grid on");
    exit(2);
}

/* The document does not check the clues: equal clues in a row, column or box may cause a search that takes too
   long. */
static void check_pair(const char grid[81], int i, int j)
{   int L = i / 9, C = i % 9, M = j / 9, D = j % 9;

    if (grid[i] == '0' || grid[i] != grid[j]) return;
    if (L == M)
        fprintf(stderr, "sudoku-texte: %c twice in row %d: columns %d and %d\n", grid[i], L + 1, C + 1, D + 1);
    else if (C == D)
        fprintf(stderr, "sudoku-texte: %c twice in column %d: rows %d and %d\n", grid[i], C + 1, L + 1, M + 1);
    else if (L / 3 == M / 3 && C / 3 == D / 3)
        fprintf(stderr, "sudoku-texte: %c twice in box %d: row %d, column %d and row %d, column %d\n",
                grid[i], 3 * (L / 3) + C / 3 + 1, L + 1, C + 1, M + 1, D + 1);
    else return;
    exit(2);
}

static int run_contract(void)
{   static char grid[81];
    int i, j;

    read_grid(grid);
    for (i = 0; i < 81; i++)
        for (j = i + 1; j < 81; j++) check_pair(grid, i, j);
    clues = grid;
    conditionsinitiales();
    arbre(0);
    return 0;
}

int main(int argc, char **argv)
{   int first;

    if (argc == 2 && strcmp(argv[1], "-") == 0) return run_contract();
    if (argc != 1) {
        fputs("usage: sudoku-texte [-]   (nothing: the document's own grid; "
              "-: a line of 81 characters on standard input)\n", stderr);
        return 2;
    }
    if (!isatty(fileno(stdin))) {
        first = getchar();
        ungetc(first, stdin);
        if (first != EOF && first != '\n') return run_contract();
    }
    return main_of_the_document(argc, argv);
}
