"""Document "c": Sudoku as a tree of recursive calls on global tables, as in its C program.

Parts of the document: the initial conditions (conditionsinitiales), the picture (carre, dessin), the
search (possible, arbre) and the main program with its declarations.

Differs from the document in:
- the corrections marked [C..], listed in errata.toml
- `for(i=0;i<81;i++)` is range(81); `b[k++]=x` is two statements; a C array is a list of its size
- without a `screen`, dessin() draws by printf and pause() waits for Enter: the document's footnote 2
- the caller sets `screen` and `police`, which main() opens in the document; they have the methods of pygame:
  screen.set_at((x, y), colour), screen.blit(texte, (x, y)), screen.fill(colour),
  police.render(text, antialias, colour); SDL_Flip shows what was drawn

Glossary:
    a               the clues by number of cell, 0 to 80; 0 for an empty cell
    chiffre         the digits by row L and column C, from 0
    d               the numbers of the cells to fill          nbcasesaremplir  their number
    etage           level of the tree: the number of cells filled so far
    casearemplir    the cell to fill on this level            ligne, colonne   its row and column
    b               the candidates of that cell               nombre           the digit that is tried
    k, kk           their number, the index of one of them    nbsolutions      solutions found
    nc, pdc         number of the box, number in the box ("petit carré")
    xorig, yorig, pas, couleur, couleurcase, couleurnoire, position, texte, chiffr    for the picture
"""

import sys

xorig = 20
yorig = 20
pas = 40

screen = None
police = None
couleurnoire = (0, 0, 0)
white, black, couleurcase = (255, 255, 255), (0, 0, 0), (255, 200, 200)
a = [0]*81
chiffre = [[0]*10 for ligne in range(10)]       # [C4] chiffre[9][9] in the text
nbcasesaremplir = 0
d = [0]*81
nbsolutions = 0


# [section: grid]
def conditionsinitiales():
    global nbcasesaremplir
    a[0]=1; a[5]=7; a[7]=9; a[10]=3; a[13]=2; a[17]=8; a[20]=9; a[21]=6; a[24]=5
    a[29]=5; a[30]=3; a[33]=9; a[37]=1; a[40]=8; a[44]=2; a[45]=6; a[50]=4
    a[54]=3; a[61]=1; a[64]=4; a[71]=7; a[74]=7; a[78]=3
    k = 0
    for i in range(81):
        if a[i] != 0: L = i//9; C = i%9; chiffre[L][C] = a[i]
        else: nbcasesaremplir += 1; d[k] = i; k += 1        # [C2] counts on a fresh 0
# [end section]


def carre(ligne, colonne, n, couleur):
    for i in range(xorig+pas*colonne, xorig+pas*(colonne+1)):
        for j in range(yorig+pas*ligne, yorig+pas*(ligne+1)):
            if n != 0: putpixel(i, j, couleur)  # coloriage du carré de la case

    if n != 0:                                  # placement du chiffre n dans le carré
        chiffr = "%d" % n
        texte = police.render(chiffr, False, couleurnoire)
        position = (xorig+12+pas*colonne, yorig+3+pas*ligne)
        screen.blit(texte, position)


def dessin():
    if screen is None: dessin_printf(); return  # the document's footnote 2
    for i in range(81): L = i//9; C = i%9; carre(L, C, chiffre[L][C], couleurcase)
    for i in range(0, 3+1): line(xorig, yorig+3*pas*i, xorig+9*pas, yorig+3*pas*i, black)
    for i in range(0, 3+1): line(xorig+3*pas*i, yorig, xorig+3*pas*i, yorig+9*pas, black)


# [section: possible]
def possible(n, L, C):
    for i in range(9):
        if chiffre[L][i] == n: return 0
    for i in range(9):
        if chiffre[i][C] == n: return 0
    nc = 3*(L//3)+C//3
    for pdc in range(9):                        # [C3]
        ligne = 3*(nc//3)+pdc//3; colonne = 3*(nc%3)+pdc%3
        if chiffre[ligne][colonne] == n: return 0
    return 1
# [end section]


def arbre(etage):
    global nbsolutions
    b = [0]*9
    # [section: end]
    if etage == nbcasesaremplir:
        nbsolutions += 1; dessin()              # SDL_Flip(screen); pause(); si plusieurs
    # [end section]
    else:
        # [section: next]
        casearemplir = d[etage]; ligne = casearemplir//9; colonne = casearemplir%9
        # [end section]
        # [section: try]
        k = 0
        for nombre in range(1, 9+1):
            if possible(nombre, ligne, colonne) == 1: b[k] = nombre; k += 1
        for kk in range(k):
            chiffre[ligne][colonne] = b[kk]
            arbre(etage+1)
        # [end section]
        # [section: back]
        chiffre[ligne][colonne] = 0
        # [end section]


def main():
    if screen is not None: screen.fill(white)   # [C1]

    conditionsinitiales(); dessin(); SDL_Flip(screen); pause()
    arbre(0)

    chiffr = "Nombre de solutions : %d" % nbsolutions
    if screen is None: printf(chiffr)           # the document's footnote 2
    else:
        texte = police.render(chiffr, False, couleurnoire)
        position = (30, 500); screen.blit(texte, position)
    SDL_Flip(screen); pause(); return 0


# What the document leaves to others: the "graphical functions" of its footnote 2, SDL, printf.

def putpixel(xe, ye, couleur):
    screen.set_at((xe, ye), couleur)


def line(x0, y0, x1, y1, c):
    steps = max(abs(x1-x0), abs(y1-y0), 1)
    for step in range(steps+1):
        putpixel(x0+(x1-x0)*step//steps, y0+(y1-y0)*step//steps, c)


def SDL_Flip(screen):
    """Does nothing for printf. A caller that sets `screen` replaces it."""


def pause():
    if sys.stdin is not None and sys.stdin.isatty():
        print("[Entrée]", end="", file=sys.stderr, flush=True)
        sys.stdin.readline()


def printf(text):
    print(text)


def dessin_printf():
    for L in range(9):
        if L % 3 == 0: printf("+-------+-------+-------+")
        ligne = "".join((" | " if C % 3 == 0 else " ")+(str(chiffre[L][C]) if chiffre[L][C] else ".") for C in range(9))
        printf(ligne[1:]+" |")
    printf("+-------+-------+-------+")


if __name__ == "__main__":
    main()
