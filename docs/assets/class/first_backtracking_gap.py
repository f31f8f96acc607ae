"""Un premier retour sur trace : à compléter.
A first backtracking: to complete.

sudoku-rosetta conform first_backtracking_gap.py:solve --level first
"""


def solve(grid):
    """La première solution d'une grille de 81 caractères, ou None.

    The first solution of a grid of 81 characters, or None."""
    cells = [int(character) for character in grid]
    # des chiffres donnés qui se gênent : rien à chercher
    # clues that clash: nothing to look for
    for cell in range(81):
        digit, cells[cell] = cells[cell], 0
        if digit and not fits(cells, cell, digit):
            return None
        cells[cell] = digit
    return "".join(map(str, cells)) if fill(cells, 0) else None


def fits(cells, cell, digit):
    """Ce chiffre va-t-il dans cette case ? / May this digit go into this cell?"""
    row, column = cell // 9, cell % 9
    for i in range(9):
        if cells[9 * row + i] == digit:
            return False
        # TROU 1 : la colonne / GAP 1: the column
        raise NotImplementedError("trou 1 / gap 1")
    top, left = 3 * (row // 3), 3 * (column // 3)
    for i in range(3):
        for j in range(3):
            # TROU 2 : le carré / GAP 2: the square
            raise NotImplementedError("trou 2 / gap 2")
    return True


def fill(cells, cell):
    """Remplit les cases vides à partir de celle-ci ; a-t-on réussi ?

    Fills the empty cells from this one on; did it?"""
    while cell < 81 and cells[cell] != 0:
        cell += 1
    if cell == 81:
        return True
    for digit in range(1, 10):
        if fits(cells, cell, digit):
            # TROU 3 : écrire et continuer / GAP 3: write and go on
            raise NotImplementedError("trou 3 / gap 3")
    # TROU 4 : revenir / GAP 4: go back
    raise NotImplementedError("trou 4 / gap 4")
