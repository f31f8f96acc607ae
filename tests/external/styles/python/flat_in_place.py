def peers_of(n):
    row, column = divmod(n, 9)
    for m in range(81):
        i, j = divmod(m, 9)
        if m != n and (i == row or j == column or (i // 3 == row // 3 and j // 3 == column // 3)):
            yield m


PEERS = [list(peers_of(n)) for n in range(81)]


def backtrack(cells):
    if 0 not in cells:
        return True
    n = cells.index(0)
    for digit in range(1, 10):
        if all(cells[m] != digit for m in PEERS[n]):
            cells[n] = digit
            if backtrack(cells):
                return True
            cells[n] = 0
    return False
