"""A Sudoku solver in some thirty lines: try each digit in each empty cell, and step back when none fits.

    sudoku-rosetta conform examples/solvers/python/solver.py:solve

A function `solve` that takes 81 characters is all that is asked of a Python file. This one yields every
solution; one that returns the first, or None, passes with `--level first`.
"""


def sees(a, b):
    """Whether two cells, 0 to 80, share a row, a column or a box."""
    return a // 9 == b // 9 or a % 9 == b % 9 or (a // 27 == b // 27 and a % 9 // 3 == b % 9 // 3)


SEEN = [[b for b in range(81) if b != a and sees(a, b)] for a in range(81)]


def solve(grid):
    """Every solution of a grid of 81 characters, 0 for an empty cell."""
    cells = [int(character) for character in grid]
    if all(fits(cells, cell, cells[cell]) for cell in range(81) if cells[cell]):
        yield from fill(cells, 0)


def fits(cells, cell, digit):
    return all(cells[other] != digit for other in SEEN[cell])


def fill(cells, cell):
    """Fill the empty cells from this one on, in every way that there is."""
    while cell < 81 and cells[cell]:
        cell += 1
    if cell == 81:
        yield "".join(map(str, cells))
        return
    for digit in range(1, 10):
        if fits(cells, cell, digit):
            cells[cell] = digit
            yield from fill(cells, cell + 1)
    cells[cell] = 0


if __name__ == "__main__":  # as a program: python solver.py < grid
    for solution in solve(input()):
        print(solution)
