/* What pupils' programs for Windows use of conio.h, without a terminal. */
#ifndef SUDOKU_ROSETTA_CONIO_H
#define SUDOKU_ROSETTA_CONIO_H
#include <stdio.h>
static inline int getch(void) { return getchar(); }
static inline int getche(void) { return getchar(); }
static inline int _getch(void) { return getchar(); }
static inline int kbhit(void) { return 0; }
static inline int _kbhit(void) { return 0; }
static inline void clrscr(void) { printf("\n"); }
static inline void gotoxy(int x, int y) { (void)x, (void)y; }
static inline void textcolor(int color) { (void)color; }
static inline void textbackground(int color) { (void)color; }
#define cprintf printf
#endif
