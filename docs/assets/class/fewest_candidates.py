"""La case qui a le moins de candidats : la correction.
The cell with fewest candidates: the answer.

sudoku-rosetta conform fewest_candidates.py:solve --level first
python fewest_candidates.py     # combien de poses / how many placements
"""

GRID_1 = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"


def solve(grid):
    """La première solution d'une grille de 81 caractères, ou None.

    The first solution of a grid of 81 characters, or None."""
    return next(search(grid, fewest), None)


def search(grid, choose, counted=None):
    """Toutes les solutions ; `counted` reçoit chaque pose.

    All solutions; `counted` is given each placement."""
    cells = [int(character) for character in grid]
    if any(cells[a] and cells[a] == cells[b] for a in range(81) for b in LINKED[a]):
        return
    yield from fill(cells, choose, [] if counted is None else counted)


def fill(cells, choose, counted):
    empty = [cell for cell in range(81) if cells[cell] == 0]
    if not empty:
        yield "".join(map(str, cells))
        return
    cell = choose(cells, empty)
    for digit in candidates(cells, cell):
        cells[cell] = digit
        counted.append(cell)
        yield from fill(cells, choose, counted)
    cells[cell] = 0


def candidates(cells, cell):
    """Les chiffres qui vont dans cette case, en montant.

    The digits that may go into this cell, rising."""
    # TROU 1 / GAP 1
    taken = {cells[other] for other in LINKED[cell]}
    return [digit for digit in range(1, 10) if digit not in taken]
    # FIN / END


def first(cells, empty):
    """Le choix des documents. / What the documents choose."""
    return empty[0]


def fewest(cells, empty):
    """La case vide qui a le moins de candidats.

    The empty cell that has fewest candidates."""
    # TROU 2 / GAP 2
    return min(empty, key=lambda cell: len(candidates(cells, cell)))
    # FIN / END


def linked(cell):
    row, column = cell // 9, cell % 9
    for other in range(81):
        same_square = other // 27 == cell // 27 and other % 9 // 3 == column // 3
        if other != cell and (other // 9 == row or other % 9 == column or same_square):
            yield other


LINKED = [list(linked(cell)) for cell in range(81)]


def placements(choose):
    counted = []
    assert len(list(search(GRID_1, choose, counted))) == 1
    return len(counted)


if __name__ == "__main__":
    print("première case vide / first empty cell:", placements(first))
    print("moins de candidats / fewest candidates:", placements(fewest))
