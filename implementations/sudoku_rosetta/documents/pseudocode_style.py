"""Document "pseudocode": Sudoku without recursion, going forward and back through the 81 cells.

Parts of the document: the functions to write (Possible_Case, Avancer_Case, Reculer_Case,
AfficherGrille), the main program, and its grids 1 and 2.

Differs from the document in:
- the corrections marked [P..], listed in errata.toml
- the main program, which has no name, is Programme_Principal; its "Saisir" is its argument
- a result that the document names in a function's first line is returned at the end

Glossary:
    matsudoku     the grid, a matrix of one row, from 1 to 81; 0 for an empty cell
    initsudoku    the grid as it was given                    matsolution   the same as 9 rows
    k, n          a cell, a digit                             z, x, y       results
    l, c          row and column of the cell, from 1          r, b          remainder, quotient by 9
    p, q, s, i    a cell of its column, the first cell of its row, a cell of its row, of its box
    t, f, lb      quotient and remainder of k by 27; the rows of boxes above
    w, v, cb      quotient and remainder of c by 3; the boxes on the left
    numb          the first cell of the box                   j, e          row and column in it
    nsudo         the current cell; 82 after the last one     firstn        the first empty cell
    valeurn       its digit                                   test, rn      the digit tried, the result
    sn            1 when a digit was placed                   temp          a cell passed over
"""

from .scilab import Matrix, disp, int, zeros

# [section: grid]
grille1 = Matrix([
    1, 0, 0, 0, 0, 7, 0, 9, 0,
    0, 3, 0, 0, 2, 0, 0, 0, 8,
    0, 0, 9, 6, 0, 0, 5, 0, 0,
    0, 0, 5, 3, 0, 0, 9, 0, 0,
    0, 1, 0, 0, 8, 0, 0, 0, 2,
    6, 0, 0, 0, 0, 4, 0, 0, 0,
    3, 0, 0, 0, 0, 0, 0, 1, 0,
    0, 4, 0, 0, 0, 0, 0, 0, 7,
    0, 0, 7, 0, 0, 0, 3, 0, 0,
])
# [end section]
grille2 = Matrix([
    0, 8, 0, 1, 0, 7, 0, 6, 0,
    0, 0, 4, 0, 0, 0, 1, 0, 0,
    0, 5, 0, 6, 0, 9, 0, 2, 0,
    0, 1, 3, 0, 0, 0, 2, 4, 0,
    2, 0, 0, 0, 0, 0, 0, 0, 6,
    0, 7, 5, 0, 0, 0, 3, 1, 0,
    0, 9, 0, 8, 0, 5, 0, 0, 0,
    0, 0, 1, 0, 0, 0, 7, 0, 0,
    0, 3, 0, 4, 0, 2, 0, 9, 0,
])

matsudoku = zeros(1, 81)
initsudoku = zeros(1, 81)
matsolution = zeros(9, 9)


# [section: possible]
def Possible_Case(k, n):
    r = k % 9
    b = int(k/9)
    if r == 0:
        c = 9
        l = b
    else:
        c = r
        l = b+1
    # --Traitement de la colonne--
    for p in range(c, (c+72)+1, 9):             # [P1]
        if matsudoku[1, p] == n:
            z = 0
            return z
    # --Traitement de la ligne--
    q = 9*(l-1)+1
    for s in range(q, (q+8)+1):                 # [P2]
        if matsudoku[1, s] == n:
            z = 0
            return z
    # --Traitement du bloc--
    t = int(k/27)
    f = k % 27
    if f == 0:
        lb = t-1
    else:
        lb = t
    w = int(c/3)                                # [P3]
    v = c % 3                                   # [P3]
    if v == 0:                                  # [P3]
        cb = w-1
    else:
        cb = w
    # --Numéro de la case N°1 du bloc--
    numb = 3*cb + 1 + 27*lb
    for j in range(0, 2+1):
        for e in range(0, 2+1):
            i = numb + 9*j + e
            if matsudoku[1, i] == n:
                z = 0
                return z
    z = n
    return z
# [end section]


# [section: next]
def Avancer_Case(k):
    if k == 81:
        x = 82
        return x
    temp = k+1
    while temp != 82 and initsudoku[1, temp] != 0:  # [P4]
        temp = temp+1
    x = temp
    return x
# [end section]


# [section: back]
def Reculer_Case(k):
    temp = k-1
    while temp != 0 and initsudoku[1, temp] != 0:  # [P5]
        temp = temp-1
    y = temp
    return y
# [end section]


def AfficherGrille():
    for i in range(1, 9+1):
        for j in range(1, 9+1):
            matsolution[i, j] = matsudoku[1, (i-1)*9+j]
    disp(matsolution)


def Programme_Principal(grille):
    global matsudoku, initsudoku
    matsudoku = grille.value()
    initsudoku = matsudoku.value()              # [P8]
    nsudo = Avancer_Case(0)
    firstn = nsudo
    while nsudo != 82 and nsudo != 0:           # [P6]
        # [section: try]
        valeurn = matsudoku[1, nsudo]
        if valeurn < 9:
            sn = 0
            for test in range((valeurn+1), 9+1):
                rn = Possible_Case(nsudo, test)
                if rn != 0:
                    matsudoku[1, nsudo] = rn
                    sn = 1
                    nsudo = Avancer_Case(nsudo)
                    break
            if sn == 0:
                matsudoku[1, nsudo] = 0
                nsudo = Reculer_Case(nsudo)
        # [end section]
        elif nsudo == firstn:
            break
        else:
            matsudoku[1, nsudo] = 0
            nsudo = Reculer_Case(nsudo)
    # [section: end]
    if nsudo == 82:                             # [P7]
        AfficherGrille()
    else:
        disp("Aucune solution trouvée")
    # [end section]


if __name__ == "__main__":
    Programme_Principal(grille1)
    Programme_Principal(grille2)
