/* Instruments the document's search without changing its text: macros redefine a few names of arbre.c and
   conditionsinitiales.c while these files are included. Before this file, include the program's declarations and
   define:

     WATCH_CALL        at each call of arbre
     WATCH_TEST        before each call of possible
     WATCH_WRITE(c,n)  before the digit n is written to cell c (0: it is emptied)
     WATCH_SOLUTION    instead of drawing a solution
     WATCH_CLUES       after the document's own clues are in a[], before a[] is read */

#include "possible.c"

/* The only `for` of conditionsinitiales reads a[]; before it, WATCH_CLUES may replace the clues. */
#define for  WATCH_CLUES; for
#include "conditionsinitiales.c"
#undef for

/* arbre reads `nbcasesaremplir` once, at its start. It uses `chiffre` only for its two writes: the digit b[kk]
   while kk < k, then 0, when kk == k. The preprocessor does not replace the name of a macro inside the macro. */
#define nbcasesaremplir (WATCH_CALL, nbcasesaremplir)
#define possible(n, L, C) (WATCH_TEST, possible(n, L, C))
#define chiffre (WATCH_WRITE(casearemplir, kk < k ? b[kk] : 0), chiffre)
#define dessin() WATCH_SOLUTION
#include "arbre.c"
#undef dessin
#undef chiffre
#undef possible
#undef nbcasesaremplir
