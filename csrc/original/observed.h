/* What the project takes from the document's program without touching its text: each name below stands
   in arbre.c or conditionsinitiales.c at the place that we want to see, and is diverted there, by a macro, for
   the time of one #include. Whoever includes this file has given the program's declarations and says, before it:

     WATCH_CALL        at each entry of arbre
     WATCH_TEST        before each question to possible
     WATCH_WRITE(c,n)  before cell c receives the digit n (0: it is emptied)
     WATCH_SOLUTION    in the place of the drawing of a solution
     WATCH_CLUES       once the document's own clues stand in a[], before it reads a[] */

#include "possible.c"

/* The only `for` of conditionsinitiales reads a[]: just before it, a[] may be given other clues. */
#define for  WATCH_CLUES; for
#include "conditionsinitiales.c"
#undef for

/* `nbcasesaremplir` is read once in arbre, at its entry; `chiffre` is named at its two stores only: the digit
   b[kk] while kk < k, then, with kk == k, the zero. A macro's own name is not replaced again inside it. */
#define nbcasesaremplir (WATCH_CALL, nbcasesaremplir)
#define possible(n, L, C) (WATCH_TEST, possible(n, L, C))
#define chiffre (WATCH_WRITE(casearemplir, kk < k ? b[kk] : 0), chiffre)
#define dessin() WATCH_SOLUTION
#include "arbre.c"
#undef dessin
#undef chiffre
#undef possible
#undef nbcasesaremplir
