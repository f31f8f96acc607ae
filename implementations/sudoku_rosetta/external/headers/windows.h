/* What pupils' programs for Windows use of windows.h, without a terminal. */
#ifndef SUDOKU_ROSETTA_WINDOWS_H
#define SUDOKU_ROSETTA_WINDOWS_H
#include <stdio.h>
typedef void *HANDLE;
typedef unsigned long DWORD;
typedef unsigned short WORD;
typedef struct {
    short X, Y;
} COORD;
#define STD_OUTPUT_HANDLE 1
#define STD_INPUT_HANDLE 0
#define CP_UTF8 65001
static inline void Sleep(unsigned long milliseconds) { (void)milliseconds; }
static inline HANDLE GetStdHandle(int which)
{
    (void)which;
    return 0;
}
static inline int SetConsoleTextAttribute(HANDLE console, int color)
{
    (void)console, (void)color;
    return 1;
}
static inline int SetConsoleCursorPosition(HANDLE console, COORD place)
{
    (void)console, (void)place;
    return 1;
}
static inline int SetConsoleOutputCP(unsigned code)
{
    (void)code;
    return 1;
}
static inline int SetConsoleTitle(const char *title)
{
    (void)title;
    return 1;
}
static inline unsigned long GetTickCount(void) { return 0; }
#endif
