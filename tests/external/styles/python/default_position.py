def fits(grid, row, column, digit):
    for k in range(9):
        if grid[row][k] == digit or grid[k][column] == digit:
            return False
        if grid[row // 3 * 3 + k // 3][column // 3 * 3 + k % 3] == digit:
            return False
    return True


def sudoku_solver(grid, n=0):
    if n == 81:
        return True
    row, column = divmod(n, 9)
    if grid[row][column] != 0:
        return sudoku_solver(grid, n + 1)
    for digit in range(1, 10):
        if fits(grid, row, column, digit):
            grid[row][column] = digit
            if sudoku_solver(grid, n + 1):
                return True
    grid[row][column] = 0
    return False
