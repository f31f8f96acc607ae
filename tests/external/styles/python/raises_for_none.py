def fits(grid, row, column, digit):
    for k in range(9):
        if grid[row][k] == digit or grid[k][column] == digit:
            return False
        if grid[row // 3 * 3 + k // 3][column // 3 * 3 + k % 3] == digit:
            return False
    return True


def first_empty(grid):
    for row in range(9):
        for column in range(9):
            if grid[row][column] == 0:
                return row, column
    return None


def search(grid):
    cell = first_empty(grid)
    if cell is None:
        return True
    row, column = cell
    for digit in range(1, 10):
        if fits(grid, row, column, digit):
            grid[row][column] = digit
            if search(grid):
                return True
            grid[row][column] = 0
    return False


def solve(grid):
    if not search(grid):
        raise RuntimeError("unsolvable")
    return grid
