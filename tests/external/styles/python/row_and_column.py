def fits(grid, row, column, digit):
    for k in range(9):
        if grid[row][k] == digit or grid[k][column] == digit:
            return False
        if grid[row // 3 * 3 + k // 3][column // 3 * 3 + k % 3] == digit:
            return False
    return True


def solve(grid, row, column):
    if row == 9:
        return True
    if column == 9:
        return solve(grid, row + 1, 0)
    if grid[row][column] > 0:
        return solve(grid, row, column + 1)
    for digit in range(1, 10):
        if fits(grid, row, column, digit):
            grid[row][column] = digit
            if solve(grid, row, column + 1):
                return True
            grid[row][column] = 0
    return False
