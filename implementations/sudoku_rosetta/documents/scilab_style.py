"""Document "scilab": Sudoku by recursion on copies of a matrix, and statistics on random grids.

Parts of the document: 2 and annex A (Sudoku, MoveIsPossible), 3 and annex B (MR, statSudoku),
4 and annex C (stat, sudokuSol, Sudokuv2). The functions are in the order of the annexes.

Differs from the document in:
- the corrections marked [S..], listed in errata.toml
- `M'` is M.T, `M(i,j)` is M[i, j], `[N,x]` is Matrix([N, x]); @function copies the matrix arguments
- the result of a function, which Scilab names in its first line, is returned at the end
- `for k=1:9` is range(1, 9+1); the running display that a Scilab line without `;` makes is left out

Glossary, in the document's own names:
    M       the matrix of the grid, 0 for an empty cell        i, j    row and column, from 1
    k       the digit tried; in stat and statSudoku, the number of clues
    l, c    row and column ("ligne, colonne"); in MoveIsPossible, l runs along a row or a column
    A       the box of a cell                                   y       the digit drawn
    n       in MR, the number of clues; in stat and statSudoku, the number of grids
    count   failed attempts in a row                            r       which of the filled cells to empty
    N       the numbers of solutions found                      NbSol   the number of solutions of one grid
"""

from .scilab import Matrix, disp, find, function, int, length, rand, zeros

NbSol = Matrix([])  # the value of an unset global in Scilab

# [section: grid]
M = Matrix([
    [1, 0, 3, 0, 5, 0, 0, 8, 9],
    [0, 0, 6, 0, 8, 9, 0, 0, 0],
    [0, 0, 0, 1, 2, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 9, 1],
    [0, 6, 0, 0, 0, 1, 0, 3, 4],
    [8, 9, 0, 2, 3, 4, 0, 0, 0],
    [0, 4, 0, 0, 7, 8, 0, 1, 2],
    [0, 0, 8, 9, 0, 0, 3, 0, 0],
    [0, 0, 2, 3, 0, 0, 0, 7, 0],
])
# [end section]


# ------------------------------------------------------------------ annex A

@function
def Sudoku(M):
    # [section: next]
    j, i = find(M.T == 0)                       # [S1] on cherche les 0 de la matrice M
    if length(i) > 0:                           # s'il y a encore des 0
        i = i[1]; j = j[1]                      # ligne et colonne de la 1re case vide
        # [end section]
        # [section: try]
        for k in range(1, 9+1):
            if MoveIsPossible(M, i, j, k) == 1:  # si on peut placer k en (i,j)
                M[i, j] = k; Sudoku(M)          # on relance avec la nouvelle matrice
        # [end section]
        # [section: back]
        # Nothing to undo: each call had a matrix of its own, and the next k is written over this one.
        # [end section]
    # [section: end]
    else:
        disp("solution found:", M)              # affichage de la solution
    # [end section]


# [section: possible]
@function
def MoveIsPossible(M, i, j, k):
    trueorfalse = 1                             # on peut placer k en (i,j)
    for l in range(1, 9+1):
        if M[l, j] == k:                        # si on trouve k sur la colonne j
            trueorfalse = 0
        if M[i, l] == k:                        # si on trouve k sur la ligne i
            trueorfalse = 0
    A = DefinitionA(i, j, M)                    # le petit carré de la case (i,j)
    l, c = find(A == k)                         # recherche de k dans ce petit carré
    if length(l) > 0:
        trueorfalse = 0
    return trueorfalse
# [end section]


@function
def DefinitionA(i, j, M):                       # [S2] called, never printed
    l = 3*int((i-1)/3)
    c = 3*int((j-1)/3)
    A = M.extract(range(l+1, l+3+1), range(c+1, c+3+1))
    return A


# ------------------------------------------------------------------ annex B

@function
def MR(n):
    count = 0                                   # compteur de tentatives
    M = zeros(9, 9)
    for i in range(1, n+1):                     # n boucles, chacune place un chiffre
        y = int(rand()*9)+1                     # le chiffre à placer
        l = int(rand()*9)+1                     # la ligne
        c = int(rand()*9)+1                     # la colonne
        while M[l, c] != 0:                     # si la case (l,c) est non vide
            l = int(rand()*9)+1
            c = int(rand()*9)+1
        while MoveIsPossible(M, l, c, y) == 0 and count < 100:
            y = int(rand()*9)+1                 # un autre chiffre à placer
            count = count+1
        if count == 100: disp("NoMatrixFound")  # [S3] [S4] 100 tentatives infructueuses
        else: M[l, c] = y; count = 0            # on place y dans la case (l,c)
    # disp(M)
    return M


@function
def statSudoku(n, k):
    # n nb de répétitions, k nb de chiffres dans la matrice
    global NbSol
    N = Matrix([])                              # les nombres de solutions obtenues
    for i in range(1, n+1):
        M = Matrix([
            [1., 2., 3., 7., 5., 6., 4., 8., 9.], [7., 5., 6., 4., 8., 9., 1., 2., 3.],
            [9., 8., 4., 1., 2., 3., 7., 6., 5.], [4., 3., 5., 8., 6., 7., 2., 9., 1.],
            [2., 6., 7., 5., 9., 1., 8., 3., 4.], [8., 9., 1., 2., 3., 4., 6., 5., 7.],
            [3., 4., 9., 6., 7., 8., 5., 1., 2.], [5., 7., 8., 9., 1., 2., 3., 4., 6.],
            [6., 1., 2., 3., 4., 5., 9., 7., 8.]])
        for j in range(1, 81-k+1):              # il faut supprimer 81-k chiffres
            l, c = find(M != 0)                 # les cases non nulles
            r = int(rand()*length(l))+1         # tirage d'une de ces cases
            M[l[r], c[r]] = 0
        sudokuSol(M)                            # résolution avec comptage
        N = Matrix([N, NbSol])
    disp(N)
    return N


# ------------------------------------------------------------------ annex C

@function
def stat(n, k):
    # n nb de répétitions, k nb de chiffres dans la matrice
    global NbSol
    N = Matrix([])                              # les nombres de solutions des matrices testées
    for i in range(1, n+1):
        M = MR(k)
        i, j = find(M.T == 0)                   # les 0 de la matrice; harmless here: see [S1]
        if length(i) == 81-k:                   # si la matrice a bien k chiffres
            sudokuSol(M)
            N = Matrix([N, NbSol])
    disp(N)
    return N


@function
def sudokuSol(M):                               # [S5] SudokuSol in the text
    global NbSol
    NbSol = 0
    Sudokuv2(M)                                 # comme Sudoku, mais compte
    disp(NbSol)


@function
def Sudokuv2(M):
    global NbSol
    j, i = find(M.T == 0)                       # [S1]
    if length(i) > 0:
        i = i[1]; j = j[1]
        for k in range(1, 9+1):
            if MoveIsPossible(M, i, j, k) == 1:
                M[i, j] = k; Sudokuv2(M)
    else:
        NbSol = NbSol+1
        disp("solution found:", M, NbSol)


if __name__ == "__main__":
    Sudoku(M)
