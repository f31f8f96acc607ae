def peers_of(n):
    row, column = divmod(n, 9)
    for m in range(81):
        i, j = divmod(m, 9)
        if m != n and (i == row or j == column or (i // 3 == row // 3 and j // 3 == column // 3)):
            yield m


PEERS = [list(peers_of(n)) for n in range(81)]


def solve(cells):
    cells = list(cells)
    assert all(isinstance(cell, str) and len(cell) == 1 for cell in cells)
    return cells if complete(cells) else []


def complete(cells):
    if "." not in cells:
        return True
    n = cells.index(".")
    for digit in "123456789":
        if all(cells[m] != digit for m in PEERS[n]):
            cells[n] = digit
            if complete(cells):
                return True
            cells[n] = "."
    return False
