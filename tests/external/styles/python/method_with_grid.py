class Solver:
    def __init__(self):
        self.steps = 0

    def solve(self, grid):
        self.steps += 1
        for n in range(81):
            r, c = divmod(n, 9)
            if grid[r][c] == 0:
                for digit in self.digits(grid, r, c):
                    grid[r][c] = digit
                    if self.solve(grid):
                        return grid
                grid[r][c] = 0
                return None
        return grid

    def digits(self, grid, r, c):
        used = set(grid[r]) | {grid[i][c] for i in range(9)}
        for i in range(r - r % 3, r - r % 3 + 3):
            used.update(grid[i][c - c % 3 : c - c % 3 + 3])
        return set(range(1, 10)) - used
