def peers_of(n):
    row, column = divmod(n, 9)
    for m in range(81):
        i, j = divmod(m, 9)
        if m != n and (i == row or j == column or (i // 3 == row // 3 and j // 3 == column // 3)):
            yield m


PEERS = [list(peers_of(n)) for n in range(81)]


def solve_string(puzzle):
    n = puzzle.find(".")
    if n < 0:
        return puzzle
    for digit in set("123456789") - {puzzle[m] for m in PEERS[n]}:
        found = solve_string(puzzle[:n] + digit + puzzle[n + 1 :])
        if found:
            return found
    return None
