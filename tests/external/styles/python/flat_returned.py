def peers_of(n):
    row, column = divmod(n, 9)
    for m in range(81):
        i, j = divmod(m, 9)
        if m != n and (i == row or j == column or (i // 3 == row // 3 and j // 3 == column // 3)):
            yield m


PEERS = [list(peers_of(n)) for n in range(81)]


def _solve(puzzle, n):
    while n < 81 and puzzle[n]:
        n += 1
    if n == 81:
        return puzzle
    for digit in range(1, 10):
        if digit not in [puzzle[m] for m in PEERS[n]]:
            found = _solve(puzzle[:n] + [digit] + puzzle[n + 1 :], n + 1)
            if found is not None:
                return found
    return None
