def peers_of(n):
    row, column = divmod(n, 9)
    for m in range(81):
        i, j = divmod(m, 9)
        if m != n and (i == row or j == column or (i // 3 == row // 3 and j // 3 == column // 3)):
            yield m


PEERS = [list(peers_of(n)) for n in range(81)]


class Sudoku:
    def __init__(self, text):
        if len(text) != 81:
            raise ValueError("81 characters are needed")
        self._values = [int(sign) for sign in text]

    def solve(self):
        if 0 not in self._values:
            return True
        n = self._values.index(0)
        for digit in range(1, 10):
            if all(self._values[m] != digit for m in PEERS[n]):
                self._values[n] = digit
                if self.solve():
                    return True
                self._values[n] = 0
        return False

    def __str__(self):
        return "".join(map(str, self._values))
