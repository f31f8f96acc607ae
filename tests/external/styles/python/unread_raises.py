def solve(grid):
    order = sorted(Order)
    for r in range(9):
        for c in range(9):
            grid[r][c] = grid[r][c] or best_digit(grid, r, c)
    return grid
