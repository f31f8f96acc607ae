"""La même recherche sans récursion : à compléter.
The same search without recursion: to complete.

sudoku-rosetta conform recursion_against_loop_gap.py:solve --level first
"""


def solve(grid):
    """La première solution d'une grille de 81 caractères, ou None.

    The first solution of a grid of 81 characters, or None."""
    cells = [int(character) for character in grid]
    if any(cells[a] and cells[a] == cells[b] for a in range(81) for b in linked(a)):
        return None
    return "".join(map(str, cells)) if walk(cells) else None


def linked(cell):
    """Les 20 cases de sa ligne, de sa colonne et de son carré.

    The 20 cells of its row, its column and its square."""
    row, column = cell // 9, cell % 9
    for other in range(81):
        same_square = other // 27 == cell // 27 and other % 9 // 3 == column // 3
        if other != cell and (other // 9 == row or other % 9 == column or same_square):
            yield other


LINKED = [list(linked(cell)) for cell in range(81)]


def next_digit(cells, cell):
    """Le premier chiffre qui va, après celui qui y est ; sinon 0.

    The first that may go there, after the one that is there; or 0."""
    # TROU 1 : la mémoire / GAP 1: the memory
    raise NotImplementedError("trou 1 / gap 1")


def walk(cells):
    """Avance et recule dans la liste des cases vides ; a-t-on réussi ?

    Goes forward and back in the list of empty cells; did it?"""
    empty = [cell for cell in range(81) if cells[cell] == 0]
    place = 0
    while 0 <= place < len(empty):
        cell = empty[place]
        cells[cell] = next_digit(cells, cell)
        # TROU 2 : avancer ou reculer / GAP 2: forward or back
        raise NotImplementedError("trou 2 / gap 2")
    # TROU 3 : par où est-on sorti ? / GAP 3: which way out?
    raise NotImplementedError("trou 3 / gap 3")
