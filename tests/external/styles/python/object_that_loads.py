class Game:
    def __init__(self):
        self.cells = [[0] * 9 for _ in range(9)]

    def load(self, grid):
        for r in range(9):
            for c in range(9):
                self.cells[r][c] = grid[r][c]

    def legal(self, r, c, digit):
        box = [self.cells[i][j] for i in range(r // 3 * 3, r // 3 * 3 + 3) for j in range(c // 3 * 3, c // 3 * 3 + 3)]
        return digit not in self.cells[r] and digit not in box and all(row[c] != digit for row in self.cells)

    def solve(self):
        for r in range(9):
            for c in range(9):
                if not self.cells[r][c]:
                    for digit in range(1, 10):
                        if self.legal(r, c, digit):
                            self.cells[r][c] = digit
                            if self.solve():
                                return True
                            self.cells[r][c] = 0
                    return False
        return True
